// Comparisons: a result of bits, dense and sparse.
// RUN: %modes %s | FileCheck %s --match-full-lines

#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>

module {
  func.func @main() {
    %c1 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %s2 = sparse_tensor.convert %c1 : tensor<4x5xf64> to tensor<4x5xf64, #DCSR>
    %c3 = arith.constant dense<[[0.0, 7.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [1.0, -3.0, 0.0, 0.0, 8.0], [0.0, 0.0, 0.0, 0.0, 6.0]]> : tensor<4x5xf64>
    %s4 = sparse_tensor.convert %c3 : tensor<4x5xf64> to tensor<4x5xf64, #DCSR>
    %c5 = arith.constant dense<[[1, 1, 1, 1, 1], [1, 1, 1, 1, 1], [1, 1, 1, 1, 1], [1, 1, 1, 1, 1]]> : tensor<4x5xi8>
    %r6 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s2, %s4 : tensor<4x5xf64, #DCSR>, tensor<4x5xf64, #DCSR>) outs(%c5 : tensor<4x5xi8>) {
      ^bb0(%a: f64, %b: f64, %o: i8):
      %0 = arith.cmpf "ult", %a, %b : f64
      %1 = arith.extui %0 : i1 to i8
      linalg.yield %1 : i8
    } -> tensor<4x5xi8>
    %z7 = arith.constant 0 : i8
    %x8 = arith.constant 0 : index
    %w9 = vector.transfer_read %r6[%x8, %x8], %z7 : tensor<4x5xi8>, vector<4x5xi8>
    vector.print %w9 : vector<4x5xi8>
    %o10 = tensor.empty() : tensor<4x5xi8, #DCSR>
    %r11 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s2, %s4 : tensor<4x5xf64, #DCSR>, tensor<4x5xf64, #DCSR>) outs(%o10 : tensor<4x5xi8, #DCSR>) {
      ^bb0(%a: f64, %b: f64, %o: i8):
      %0 = arith.cmpf "ult", %a, %b : f64
      %1 = arith.extui %0 : i1 to i8
      linalg.yield %1 : i8
    } -> tensor<4x5xi8, #DCSR>
    %d12 = sparse_tensor.convert %r11 : tensor<4x5xi8, #DCSR> to tensor<4x5xi8>
    %z13 = arith.constant 0 : i8
    %x14 = arith.constant 0 : index
    %w15 = vector.transfer_read %d12[%x14, %x14], %z13 : tensor<4x5xi8>, vector<4x5xi8>
    vector.print %w15 : vector<4x5xi8>
    %o16 = tensor.empty() : tensor<4x5xi1, #DCSR>
    %r17 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s2, %s4 : tensor<4x5xf64, #DCSR>, tensor<4x5xf64, #DCSR>) outs(%o16 : tensor<4x5xi1, #DCSR>) {
      ^bb0(%a: f64, %b: f64, %o: i1):
      %0 = arith.cmpf "une", %a, %b : f64
      linalg.yield %0 : i1
    } -> tensor<4x5xi1, #DCSR>
    %c18 = arith.constant dense<[[0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]]> : tensor<4x5xi8>
    %r19 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%r17 : tensor<4x5xi1, #DCSR>) outs(%c18 : tensor<4x5xi8>) {
      ^bb0(%a: i1, %o: i8):
      %0 = arith.extui %a : i1 to i8
      linalg.yield %0 : i8
    } -> tensor<4x5xi8>
    %z20 = arith.constant 0 : i8
    %x21 = arith.constant 0 : index
    %w22 = vector.transfer_read %r19[%x21, %x21], %z20 : tensor<4x5xi8>, vector<4x5xi8>
    vector.print %w22 : vector<4x5xi8>
    return
  }
}

// CHECK: ( ( 0, 1, 0, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 1, 0, 0, 1, 1 ), ( 0, 0, 0, 0, 0 ) )
// CHECK-NEXT: ( ( 0, 1, 0, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 1, 0, 0, 1, 1 ), ( 0, 0, 0, 0, 0 ) )
// CHECK-NEXT: ( ( 1, 1, 0, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 1, 1, 0, 1, 1 ), ( 1, 0, 0, 0, 1 ) )
