// Products over other semirings, by sparse_tensor.binary and sparse_tensor.reduce.
// RUN: %modes %s | FileCheck %s --match-full-lines

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

module {
  func.func @main() {
    %c1 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %s2 = sparse_tensor.convert %c1 : tensor<4x5xf64> to tensor<4x5xf64, #CSR>
    %c3 = arith.constant dense<[[1.0, 0.0, 2.0], [0.0, 0.0, 0.0], [0.0, -1.0, 0.0], [4.0, 0.0, 0.5], [0.0, 3.0, 0.0]]> : tensor<5x3xf64>
    %s4 = sparse_tensor.convert %c3 : tensor<5x3xf64> to tensor<5x3xf64, #CSR>
    %o5 = tensor.empty() : tensor<4x3xf64, #CSR>
    %r6 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%s2, %s4 : tensor<4x5xf64, #CSR>, tensor<5x3xf64, #CSR>) outs(%o5 : tensor<4x3xf64, #CSR>) {
      ^bb0(%a: f64, %b: f64, %o: f64):
      %id = arith.constant 0x7FF0000000000000 : f64
      %m = sparse_tensor.binary %a, %b : f64, f64 to f64
      overlap = {
      ^bb0(%x: f64, %y: f64):
      %z = arith.addf %x, %y : f64
      sparse_tensor.yield %z : f64
      }
      left = {}
      right = {}
      %r = sparse_tensor.reduce %m, %o, %id : f64 {
      ^bb0(%x: f64, %y: f64):
      %z = arith.minimumf %x, %y : f64
      sparse_tensor.yield %z : f64
      }
      linalg.yield %r : f64
    } -> tensor<4x3xf64, #CSR>
    %d7 = sparse_tensor.convert %r6 : tensor<4x3xf64, #CSR> to tensor<4x3xf64>
    %z8 = arith.constant 0.0 : f64
    %x9 = arith.constant 0 : index
    %w10 = vector.transfer_read %d7[%x9, %x9], %z8 : tensor<4x3xf64>, vector<4x3xf64>
    vector.print %w10 : vector<4x3xf64>
    %n11 = sparse_tensor.number_of_entries %r6 : tensor<4x3xf64, #CSR>
    vector.print %n11 : index
    %o12 = tensor.empty() : tensor<4x3xf64, #CSR>
    %r13 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%s2, %s4 : tensor<4x5xf64, #CSR>, tensor<5x3xf64, #CSR>) outs(%o12 : tensor<4x3xf64, #CSR>) {
      ^bb0(%a: f64, %b: f64, %o: f64):
      %id = arith.constant 0xFFF0000000000000 : f64
      %m = sparse_tensor.binary %a, %b : f64, f64 to f64
      overlap = {
      ^bb0(%x: f64, %y: f64):
      %z = arith.addf %x, %y : f64
      sparse_tensor.yield %z : f64
      }
      left = {}
      right = {}
      %r = sparse_tensor.reduce %m, %o, %id : f64 {
      ^bb0(%x: f64, %y: f64):
      %c = arith.cmpf "ogt", %x, %y : f64
      %z = arith.select %c, %x, %y : f64
      sparse_tensor.yield %z : f64
      }
      linalg.yield %r : f64
    } -> tensor<4x3xf64, #CSR>
    %d14 = sparse_tensor.convert %r13 : tensor<4x3xf64, #CSR> to tensor<4x3xf64>
    %z15 = arith.constant 0.0 : f64
    %x16 = arith.constant 0 : index
    %w17 = vector.transfer_read %d14[%x16, %x16], %z15 : tensor<4x3xf64>, vector<4x3xf64>
    vector.print %w17 : vector<4x3xf64>
    %n18 = sparse_tensor.number_of_entries %r13 : tensor<4x3xf64, #CSR>
    vector.print %n18 : index
    %o19 = tensor.empty() : tensor<4x3xf64, #CSR>
    %r20 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%s2, %s4 : tensor<4x5xf64, #CSR>, tensor<5x3xf64, #CSR>) outs(%o19 : tensor<4x3xf64, #CSR>) {
      ^bb0(%a: f64, %b: f64, %o: f64):
      %id = arith.constant 1.0 : f64
      %m = sparse_tensor.binary %a, %b : f64, f64 to f64
      overlap = {
      ^bb0(%x: f64, %y: f64):
      %z = arith.maximumf %x, %y : f64
      sparse_tensor.yield %z : f64
      }
      left = {}
      right = {}
      %r = sparse_tensor.reduce %m, %o, %id : f64 {
      ^bb0(%x: f64, %y: f64):
      %z = arith.mulf %x, %y : f64
      sparse_tensor.yield %z : f64
      }
      linalg.yield %r : f64
    } -> tensor<4x3xf64, #CSR>
    %d21 = sparse_tensor.convert %r20 : tensor<4x3xf64, #CSR> to tensor<4x3xf64>
    %z22 = arith.constant 0.0 : f64
    %x23 = arith.constant 0 : index
    %w24 = vector.transfer_read %d21[%x23, %x23], %z22 : tensor<4x3xf64>, vector<4x3xf64>
    vector.print %w24 : vector<4x3xf64>
    %n25 = sparse_tensor.number_of_entries %r20 : tensor<4x3xf64, #CSR>
    vector.print %n25 : index
    return
  }
}

// CHECK: ( ( 2, 1, 3 ), ( 0, 0, 0 ), ( 0, 0, -3.5 ), ( 6, 9.5, 7 ) )
// CHECK-NEXT: 8
// CHECK-NEXT: ( ( 2, 1, 3 ), ( 0, 0, 0 ), ( 0, 0, -3.5 ), ( 6, 9.5, 7 ) )
// CHECK-NEXT: 8
// CHECK-NEXT: ( ( 1, 2, 2 ), ( 0, 0, 0 ), ( 4, 0, 0.5 ), ( 5, 6.5, 5 ) )
// CHECK-NEXT: 8
