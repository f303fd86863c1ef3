// Levels and widths: loose, structured, batch, blocks of 3D, permuted, narrow; read and computed with.
// RUN: %modes %s | FileCheck %s --match-full-lines

#NV24 = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[2, 4]) }>
#CCDp = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d2 : compressed, d0 : compressed, d1 : dense) }>
#L = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : loose_compressed), posWidth = 16, crdWidth = 8 }>
#BA = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : batch, d1 : dense, d2 : compressed) }>
#HX = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonordered), d1 : compressed(nonunique)), crdWidth = 64 }>

module {
  func.func @main() {
    %c1 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %s2 = sparse_tensor.convert %c1 : tensor<4x5xf64> to tensor<4x5xf64, #L>
    %c3 = arith.constant dense<[1.0, -2.0, 3.0, 0.5, 4.0]> : tensor<5xf64>
    %c4 = arith.constant dense<[0.0, 0.0, 0.0, 0.0]> : tensor<4xf64>
    %r5 = linalg.matvec ins(%s2, %c3 : tensor<4x5xf64, #L>, tensor<5xf64>) outs(%c4 : tensor<4xf64>) -> tensor<4xf64>
    %z6 = arith.constant 0.0 : f64
    %x7 = arith.constant 0 : index
    %w8 = vector.transfer_read %r5[%x7], %z6 : tensor<4xf64>, vector<4xf64>
    vector.print %w8 : vector<4xf64>
    %c9 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %s10 = sparse_tensor.convert %c9 : tensor<4x5xf64> to tensor<4x5xf64, #HX>
    %c11 = arith.constant dense<[1.0, -2.0, 3.0, 0.5, 4.0]> : tensor<5xf64>
    %c12 = arith.constant dense<[0.0, 0.0, 0.0, 0.0]> : tensor<4xf64>
    %r13 = linalg.matvec ins(%s10, %c11 : tensor<4x5xf64, #HX>, tensor<5xf64>) outs(%c12 : tensor<4xf64>) -> tensor<4xf64>
    %z14 = arith.constant 0.0 : f64
    %x15 = arith.constant 0 : index
    %w16 = vector.transfer_read %r13[%x15], %z14 : tensor<4xf64>, vector<4xf64>
    vector.print %w16 : vector<4xf64>
    %c17 = arith.constant dense<[[1.0, 0.0, 0.0, 2.0, 0.0, 3.0, 0.0, 4.0], [0.0, 5.0, 6.0, 0.0, 7.0, 0.0, 0.0, 8.0]]> : tensor<2x8xf64>
    %s18 = sparse_tensor.convert %c17 : tensor<2x8xf64> to tensor<2x8xf64, #NV24>
    %c19 = arith.constant dense<[-2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<8xf64>
    %c20 = arith.constant dense<[0.0, 0.0]> : tensor<2xf64>
    %r21 = linalg.matvec ins(%s18, %c19 : tensor<2x8xf64, #NV24>, tensor<8xf64>) outs(%c20 : tensor<2xf64>) -> tensor<2xf64>
    %z22 = arith.constant 0.0 : f64
    %x23 = arith.constant 0 : index
    %w24 = vector.transfer_read %r21[%x23], %z22 : tensor<2xf64>, vector<2xf64>
    vector.print %w24 : vector<2xf64>
    %c25 = arith.constant dense<[[[0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, -1.0]], [[0.0, 0.0, 0.0, 0.0], [3.0, 0.0, 4.0, 0.0], [0.0, 0.5, 0.0, 0.0]]]> : tensor<2x3x4xf64>
    %s26 = sparse_tensor.convert %c25 : tensor<2x3x4xf64> to tensor<2x3x4xf64, #CCDp>
    %c27 = arith.constant dense<[[[-3.0, -2.0], [-1.0, 0.0], [1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0], [9.0, 10.0], [11.0, 12.0]]]> : tensor<2x4x2xf64>
    %c28 = arith.constant dense<[[[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]]> : tensor<2x3x2xf64>
    %r29 = linalg.batch_matmul ins(%s26, %c27 : tensor<2x3x4xf64, #CCDp>, tensor<2x4x2xf64>) outs(%c28 : tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
    %z30 = arith.constant 0.0 : f64
    %x31 = arith.constant 0 : index
    %w32 = vector.transfer_read %r29[%x31, %x31, %x31], %z30 : tensor<2x3x2xf64>, vector<2x3x2xf64>
    vector.print %w32 : vector<2x3x2xf64>
    %c33 = arith.constant dense<[[[0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, -1.0]], [[0.0, 0.0, 0.0, 0.0], [3.0, 0.0, 4.0, 0.0], [0.0, 0.5, 0.0, 0.0]]]> : tensor<2x3x4xf64>
    %s34 = sparse_tensor.convert %c33 : tensor<2x3x4xf64> to tensor<2x3x4xf64, #BA>
    %c35 = arith.constant dense<[[[-3.0, -2.0], [-1.0, 0.0], [1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0], [9.0, 10.0], [11.0, 12.0]]]> : tensor<2x4x2xf64>
    %c36 = arith.constant dense<[[[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]]> : tensor<2x3x2xf64>
    %r37 = linalg.batch_matmul ins(%s34, %c35 : tensor<2x3x4xf64, #BA>, tensor<2x4x2xf64>) outs(%c36 : tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
    %z38 = arith.constant 0.0 : f64
    %x39 = arith.constant 0 : index
    %w40 = vector.transfer_read %r37[%x39, %x39, %x39], %z38 : tensor<2x3x2xf64>, vector<2x3x2xf64>
    vector.print %w40 : vector<2x3x2xf64>
    return
  }
}

// CHECK: ( 7, 0, -8, 31 )
// CHECK-NEXT: ( 7, 0, -8, 31 )
// CHECK-NEXT: ( 29, 49 )
// CHECK-NEXT: ( ( ( -2, 0 ), ( 0, 0 ), ( -3, -4 ) ), ( ( 0, 0 ), ( 51, 58 ), ( 3.5, 4 ) ) )
// CHECK-NEXT: ( ( ( -2, 0 ), ( 0, 0 ), ( -3, -4 ) ), ( ( 0, 0 ), ( 51, 58 ), ( 3.5, 4 ) ) )
