// sparse_tensor.unary with regions of several operations: present, absent, or both.
// RUN: %modes %s | FileCheck %s --match-full-lines

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

module {
  func.func @main() {
    %c1 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %s2 = sparse_tensor.convert %c1 : tensor<4x5xf64> to tensor<4x5xf64, #CSR>
    %o3 = tensor.empty() : tensor<4x5xf64, #CSR>
    %r4 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s2 : tensor<4x5xf64, #CSR>) outs(%o3 : tensor<4x5xf64, #CSR>) {
      ^bb0(%a: f64, %b: f64):
      %u = sparse_tensor.unary %a : f64 to f64
      present = {
      ^bb0(%x: f64):
      %two = arith.constant 2.0 : f64
      %p = arith.mulf %x, %two : f64
      %q = arith.addf %p, %two : f64
      sparse_tensor.yield %q : f64
      }
      absent = {}
      linalg.yield %u : f64
    } -> tensor<4x5xf64, #CSR>
    %d5 = sparse_tensor.convert %r4 : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
    %z6 = arith.constant 0.0 : f64
    %x7 = arith.constant 0 : index
    %w8 = vector.transfer_read %d5[%x7, %x7], %z6 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w8 : vector<4x5xf64>
    %n9 = sparse_tensor.number_of_entries %r4 : tensor<4x5xf64, #CSR>
    vector.print %n9 : index
    %one = arith.constant 1.0 : f64
    %c10 = arith.constant dense<[0.0, 3.0, 0.0, -2.0]> : tensor<4xf64>
    %s11 = sparse_tensor.convert %c10 : tensor<4xf64> to tensor<4xf64, #SV>
    %o12 = tensor.empty() : tensor<4xf64, #SV>
    %r13 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%s11 : tensor<4xf64, #SV>) outs(%o12 : tensor<4xf64, #SV>) {
      ^bb0(%a: f64, %b: f64):
      %u = sparse_tensor.unary %a : f64 to f64
      present = {}
      absent = {
      sparse_tensor.yield %one : f64
      }
      linalg.yield %u : f64
    } -> tensor<4xf64, #SV>
    %d14 = sparse_tensor.convert %r13 : tensor<4xf64, #SV> to tensor<4xf64>
    %z15 = arith.constant 0.0 : f64
    %x16 = arith.constant 0 : index
    %w17 = vector.transfer_read %d14[%x16], %z15 : tensor<4xf64>, vector<4xf64>
    vector.print %w17 : vector<4xf64>
    %n18 = sparse_tensor.number_of_entries %r13 : tensor<4xf64, #SV>
    vector.print %n18 : index
    %o19 = tensor.empty() : tensor<4xf64, #SV>
    %r20 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%s11 : tensor<4xf64, #SV>) outs(%o19 : tensor<4xf64, #SV>) {
      ^bb0(%a: f64, %b: f64):
      %i = linalg.index 0 : index
      %k = arith.index_cast %i : index to i64
      %f = arith.sitofp %k : i64 to f64
      %u = sparse_tensor.unary %a : f64 to f64
      present = {
      ^bb0(%x: f64):
      %m = arith.mulf %x, %f : f64
      sparse_tensor.yield %m : f64
      }
      absent = {
      sparse_tensor.yield %one : f64
      }
      linalg.yield %u : f64
    } -> tensor<4xf64, #SV>
    %d21 = sparse_tensor.convert %r20 : tensor<4xf64, #SV> to tensor<4xf64>
    %z22 = arith.constant 0.0 : f64
    %x23 = arith.constant 0 : index
    %w24 = vector.transfer_read %d21[%x23], %z22 : tensor<4xf64>, vector<4xf64>
    vector.print %w24 : vector<4xf64>
    return
  }
}

// CHECK: ( ( 4, 0, 6, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, 8, 0, -6, 0 ), ( 12, 0, 0, 0, 15 ) )
// CHECK-NEXT: 6
// CHECK-NEXT: ( 1, 0, 1, 0 )
// CHECK-NEXT: 2
// CHECK-NEXT: ( 1, 3, 1, -6 )
