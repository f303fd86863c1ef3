// Products with matrices in blocks, and of order three in blocks.
// RUN: %modes %s | FileCheck %s --match-full-lines

#BSR = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense) }>
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#B3 = #sparse_tensor.encoding<{ map = (i, j, k) -> (i floordiv 2 : dense, j floordiv 2 : dense, k : compressed, i mod 2 : dense, j mod 2 : dense) }>
#BC = #sparse_tensor.encoding<{ map = (i, j) -> (j floordiv 2 : dense, i floordiv 3 : compressed, i mod 3 : dense, j mod 2 : dense) }>

module {
  func.func @main() {
    %c1 = arith.constant dense<[[1.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 4.0], [0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<6x8xf64>
    %s2 = sparse_tensor.convert %c1 : tensor<6x8xf64> to tensor<6x8xf64, #BSR>
    %c3 = arith.constant dense<[[-7.0, -6.0, -5.0], [-4.0, -3.0, -2.0], [-1.0, 0.0, 1.0], [2.0, 3.0, 4.0], [5.0, 6.0, 7.0], [8.0, 9.0, 10.0], [11.0, 12.0, 13.0], [14.0, 15.0, 16.0]]> : tensor<8x3xf64>
    %c4 = arith.constant dense<[[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]> : tensor<6x3xf64>
    %r5 = linalg.matmul ins(%s2, %c3 : tensor<6x8xf64, #BSR>, tensor<8x3xf64>) outs(%c4 : tensor<6x3xf64>) -> tensor<6x3xf64>
    %z6 = arith.constant 0.0 : f64
    %x7 = arith.constant 0 : index
    %w8 = vector.transfer_read %r5[%x7, %x7], %z6 : tensor<6x3xf64>, vector<6x3xf64>
    vector.print %w8 : vector<6x3xf64>
    %c9 = arith.constant dense<[[1.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 4.0], [0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<6x8xf64>
    %s10 = sparse_tensor.convert %c9 : tensor<6x8xf64> to tensor<6x8xf64, #BC>
    %c11 = arith.constant dense<[[-7.0, -6.0, -5.0], [-4.0, -3.0, -2.0], [-1.0, 0.0, 1.0], [2.0, 3.0, 4.0], [5.0, 6.0, 7.0], [8.0, 9.0, 10.0], [11.0, 12.0, 13.0], [14.0, 15.0, 16.0]]> : tensor<8x3xf64>
    %c12 = arith.constant dense<[[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]> : tensor<6x3xf64>
    %r13 = linalg.matmul ins(%s10, %c11 : tensor<6x8xf64, #BC>, tensor<8x3xf64>) outs(%c12 : tensor<6x3xf64>) -> tensor<6x3xf64>
    %z14 = arith.constant 0.0 : f64
    %x15 = arith.constant 0 : index
    %w16 = vector.transfer_read %r13[%x15, %x15], %z14 : tensor<6x3xf64>, vector<6x3xf64>
    vector.print %w16 : vector<6x3xf64>
    %c17 = arith.constant dense<[[[0.0, 2.0, 0.0], [0.0, 0.0, 0.0]], [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]], [[5.0, 0.0, 0.0], [0.0, 0.0, 0.0]], [[0.0, 0.0, 0.0], [0.0, 0.0, -1.0]]]> : tensor<4x2x3xf64>
    %s18 = sparse_tensor.convert %c17 : tensor<4x2x3xf64> to tensor<4x2x3xf64, #B3>
    %d19 = sparse_tensor.convert %s18 : tensor<4x2x3xf64, #B3> to tensor<4x2x3xf64>
    %z20 = arith.constant 0.0 : f64
    %x21 = arith.constant 0 : index
    %w22 = vector.transfer_read %d19[%x21, %x21, %x21], %z20 : tensor<4x2x3xf64>, vector<4x2x3xf64>
    vector.print %w22 : vector<4x2x3xf64>
    %c23 = arith.constant dense<[[1.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 4.0], [0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<6x8xf64>
    %s24 = sparse_tensor.convert %c23 : tensor<6x8xf64> to tensor<6x8xf64, #BSR>
    %q25 = sparse_tensor.convert %s24 : tensor<6x8xf64, #BSR> to tensor<6x8xf64, #CSR>
    %n26 = sparse_tensor.number_of_entries %q25 : tensor<6x8xf64, #CSR>
    vector.print %n26 : index
    %n27 = sparse_tensor.number_of_entries %s24 : tensor<6x8xf64, #BSR>
    vector.print %n27 : index
    return
  }
}

// CHECK: ( ( 9, 12, 15 ), ( -5, -6, -7 ), ( 0, 0, 0 ), ( 56, 60, 64 ), ( -3, 0, 3 ), ( -0.5, 0, 0.5 ) )
// CHECK-NEXT: ( ( 9, 12, 15 ), ( -5, -6, -7 ), ( 0, 0, 0 ), ( 56, 60, 64 ), ( -3, 0, 3 ), ( -0.5, 0, 0.5 ) )
// CHECK-NEXT: ( ( ( 0, 2, 0 ), ( 0, 0, 0 ) ), ( ( 0, 0, 0 ), ( 0, 0, 0 ) ), ( ( 5, 0, 0 ), ( 0, 0, 0 ) ), ( ( 0, 0, 0 ), ( 0, 0, -1 ) ) )
// CHECK-NEXT: 6
// CHECK-NEXT: 16
