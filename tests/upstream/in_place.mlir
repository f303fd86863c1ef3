// A result that is not empty when it begins: scaled, added to, and replaced.
// RUN: %modes %s | FileCheck %s --match-full-lines

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>

module {
  func.func @main() {
    %c1 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %s2 = sparse_tensor.convert %c1 : tensor<4x5xf64> to tensor<4x5xf64, #CSR>
    %c3 = arith.constant dense<[[0.0, 7.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [1.0, -3.0, 0.0, 0.0, 8.0], [0.0, 0.0, 0.0, 0.0, 6.0]]> : tensor<4x5xf64>
    %s4 = sparse_tensor.convert %c3 : tensor<4x5xf64> to tensor<4x5xf64, #CSR>
    %r5 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%s2 : tensor<4x5xf64, #CSR>) {
      ^bb0(%x: f64):
      %t = arith.constant 2.0 : f64
      %0 = arith.mulf %x, %t : f64
      linalg.yield %0 : f64
    } -> tensor<4x5xf64, #CSR>
    %d6 = sparse_tensor.convert %r5 : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
    %z7 = arith.constant 0.0 : f64
    %x8 = arith.constant 0 : index
    %w9 = vector.transfer_read %d6[%x8, %x8], %z7 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w9 : vector<4x5xf64>
    %n10 = sparse_tensor.number_of_entries %r5 : tensor<4x5xf64, #CSR>
    vector.print %n10 : index
    %r11 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s4 : tensor<4x5xf64, #CSR>) outs(%s2 : tensor<4x5xf64, #CSR>) {
      ^bb0(%y: f64, %x: f64):
      %0 = arith.addf %x, %y : f64
      linalg.yield %0 : f64
    } -> tensor<4x5xf64, #CSR>
    %d12 = sparse_tensor.convert %r11 : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
    %z13 = arith.constant 0.0 : f64
    %x14 = arith.constant 0 : index
    %w15 = vector.transfer_read %d12[%x14, %x14], %z13 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w15 : vector<4x5xf64>
    %r16 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s4 : tensor<4x5xf64, #CSR>) outs(%s2 : tensor<4x5xf64, #CSR>) {
      ^bb0(%y: f64, %x: f64):
      %0 = arith.mulf %y, %y : f64
      linalg.yield %0 : f64
    } -> tensor<4x5xf64, #CSR>
    %d17 = sparse_tensor.convert %r16 : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
    %z18 = arith.constant 0.0 : f64
    %x19 = arith.constant 0 : index
    %w20 = vector.transfer_read %d17[%x19, %x19], %z18 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w20 : vector<4x5xf64>
    %c21 = arith.constant dense<[[1.0, 0.0, 2.0], [0.0, 0.0, 0.0], [0.0, -1.0, 0.0], [4.0, 0.0, 0.5], [0.0, 3.0, 0.0]]> : tensor<5x3xf64>
    %s22 = sparse_tensor.convert %c21 : tensor<5x3xf64> to tensor<5x3xf64, #CSR>
    %c23 = arith.constant dense<[[1.0, 0.0, 0.0], [0.0, 9.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]> : tensor<4x3xf64>
    %s24 = sparse_tensor.convert %c23 : tensor<4x3xf64> to tensor<4x3xf64, #CSR>
    %r25 = linalg.matmul ins(%s2, %s22 : tensor<4x5xf64, #CSR>, tensor<5x3xf64, #CSR>) outs(%s24 : tensor<4x3xf64, #CSR>) -> tensor<4x3xf64, #CSR>
    %d26 = sparse_tensor.convert %r25 : tensor<4x3xf64, #CSR> to tensor<4x3xf64>
    %z27 = arith.constant 0.0 : f64
    %x28 = arith.constant 0 : index
    %w29 = vector.transfer_read %d26[%x28, %x28], %z27 : tensor<4x3xf64>, vector<4x3xf64>
    vector.print %w29 : vector<4x3xf64>
    return
  }
}

// CHECK: ( ( 2, 0, 4, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, 6, 0, -8, 0 ), ( 10, 0, 0, 0, 13 ) )
// CHECK-NEXT: 6
// CHECK-NEXT: ( ( 1, 7, 4, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 1, 0, 0, -4, 8 ), ( 5, 0, 0, 0, 12.5 ) )
// CHECK-NEXT: ( ( 0, 49, 4, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 1, 9, 0, 0, 64 ), ( 0, 0, 0, 0, 36 ) )
// CHECK-NEXT: ( ( 2, -2, 2 ), ( 0, 9, 0 ), ( -16, 0, -2 ), ( 5, 19.5, 10 ) )
