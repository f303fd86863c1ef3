// sparse_tensor.binary: overlap, left and right, with regions and with identities.
// RUN: %modes %s | FileCheck %s --match-full-lines

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>

module {
  func.func @main() {
    %c1 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %s2 = sparse_tensor.convert %c1 : tensor<4x5xf64> to tensor<4x5xf64, #CSR>
    %c3 = arith.constant dense<[[0.0, 7.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [1.0, -3.0, 0.0, 0.0, 8.0], [0.0, 0.0, 0.0, 0.0, 6.0]]> : tensor<4x5xf64>
    %s4 = sparse_tensor.convert %c3 : tensor<4x5xf64> to tensor<4x5xf64, #DCSR>
    %o5 = tensor.empty() : tensor<4x5xf64, #CSR>
    %r6 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s2, %s4 : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #DCSR>) outs(%o5 : tensor<4x5xf64, #CSR>) {
      ^bb0(%a: f64, %b: f64, %o: f64):
      %r = sparse_tensor.binary %a, %b : f64, f64 to f64
      overlap = {
      ^bb0(%x: f64, %y: f64):
      %c = arith.cmpf "olt", %x, %y : f64
      %m = arith.select %c, %x, %y : f64
      sparse_tensor.yield %m : f64
      }
      left = {}
      right = {}
      linalg.yield %r : f64
    } -> tensor<4x5xf64, #CSR>
    %d7 = sparse_tensor.convert %r6 : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
    %z8 = arith.constant 0.0 : f64
    %x9 = arith.constant 0 : index
    %w10 = vector.transfer_read %d7[%x9, %x9], %z8 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w10 : vector<4x5xf64>
    %o11 = tensor.empty() : tensor<4x5xf64, #CSR>
    %r12 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s2, %s4 : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #DCSR>) outs(%o11 : tensor<4x5xf64, #CSR>) {
      ^bb0(%a: f64, %b: f64, %o: f64):
      %r = sparse_tensor.binary %a, %b : f64, f64 to f64
      overlap = {
      ^bb0(%x: f64, %y: f64):
      %c = arith.cmpf "olt", %x, %y : f64
      %m = arith.select %c, %x, %y : f64
      sparse_tensor.yield %m : f64
      }
      left = identity
      right = identity
      linalg.yield %r : f64
    } -> tensor<4x5xf64, #CSR>
    %d13 = sparse_tensor.convert %r12 : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
    %z14 = arith.constant 0.0 : f64
    %x15 = arith.constant 0 : index
    %w16 = vector.transfer_read %d13[%x15, %x15], %z14 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w16 : vector<4x5xf64>
    %o17 = tensor.empty() : tensor<4x5xf64, #CSR>
    %r18 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s2, %s4 : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #DCSR>) outs(%o17 : tensor<4x5xf64, #CSR>) {
      ^bb0(%a: f64, %b: f64, %o: f64):
      %r = sparse_tensor.binary %a, %b : f64, f64 to f64
      overlap = {
      ^bb0(%x: f64, %y: f64):
      %c = arith.cmpf "olt", %x, %y : f64
      %m = arith.select %c, %x, %y : f64
      sparse_tensor.yield %m : f64
      }
      left = {
      ^bb0(%x: f64):
      %m = arith.negf %x : f64
      sparse_tensor.yield %m : f64
      }
      right = identity
      linalg.yield %r : f64
    } -> tensor<4x5xf64, #CSR>
    %d19 = sparse_tensor.convert %r18 : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
    %z20 = arith.constant 0.0 : f64
    %x21 = arith.constant 0 : index
    %w22 = vector.transfer_read %d19[%x21, %x21], %z20 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w22 : vector<4x5xf64>
    %o23 = tensor.empty() : tensor<4x5xf64, #CSR>
    %r24 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s2, %s4 : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #DCSR>) outs(%o23 : tensor<4x5xf64, #CSR>) {
      ^bb0(%a: f64, %b: f64, %o: f64):
      %r = sparse_tensor.binary %a, %b : f64, f64 to f64
      overlap = {}
      left = identity
      right = {}
      linalg.yield %r : f64
    } -> tensor<4x5xf64, #CSR>
    %d25 = sparse_tensor.convert %r24 : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
    %z26 = arith.constant 0.0 : f64
    %x27 = arith.constant 0 : index
    %w28 = vector.transfer_read %d25[%x27, %x27], %z26 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w28 : vector<4x5xf64>
    %o29 = tensor.empty() : tensor<4x5xf64, #CSR>
    %r30 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s2, %s4 : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #DCSR>) outs(%o29 : tensor<4x5xf64, #CSR>) {
      ^bb0(%a: f64, %b: f64, %o: f64):
      %r = sparse_tensor.binary %a, %b : f64, f64 to f64
      overlap = {}
      left = {
      ^bb0(%x: f64):
      %m = arith.negf %x : f64
      sparse_tensor.yield %m : f64
      }
      right = identity
      linalg.yield %r : f64
    } -> tensor<4x5xf64, #CSR>
    %d31 = sparse_tensor.convert %r30 : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
    %z32 = arith.constant 0.0 : f64
    %x33 = arith.constant 0 : index
    %w34 = vector.transfer_read %d31[%x33, %x33], %z32 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w34 : vector<4x5xf64>
    %n35 = sparse_tensor.number_of_entries %r30 : tensor<4x5xf64, #CSR>
    vector.print %n35 : index
    return
  }
}

// CHECK: ( ( 0, 0, 2, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, -3, 0, 0, 0 ), ( 0, 0, 0, 0, 6 ) )
// CHECK-NEXT: ( ( 1, 7, 2, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 1, -3, 0, -4, 8 ), ( 5, 0, 0, 0, 6 ) )
// CHECK-NEXT: ( ( -1, 7, 2, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 1, -3, 0, 4, 8 ), ( -5, 0, 0, 0, 6 ) )
// CHECK-NEXT: ( ( 1, 0, 0, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, 0, 0, -4, 0 ), ( 5, 0, 0, 0, 0 ) )
// CHECK-NEXT: ( ( -1, 7, 0, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 1, 0, 0, 4, 8 ), ( -5, 0, 0, 0, 0 ) )
// CHECK-NEXT: 6
