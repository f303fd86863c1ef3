// Convolutions: of a sparse picture, with a sparse filter, or both; one, two and three dimensions, dilated and strided.
// RUN: %modes %s | FileCheck %s --match-full-lines

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>
#T3 = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed) }>
#T4 = #sparse_tensor.encoding<{ map = (d0, d1, d2, d3) -> (d0 : compressed, d1 : compressed, d2 : compressed, d3 : compressed) }>
#T5 = #sparse_tensor.encoding<{ map = (d0, d1, d2, d3, d4) -> (d0 : compressed, d1 : compressed, d2 : compressed, d3 : compressed, d4 : compressed) }>

module {
  func.func @main() {
    %c1 = arith.constant dense<[[0.0, -4.0, -3.0, 0.0, 0.0, 0.0, 0.0], [1.0, 0.0, -4.0, -1.0, 0.0, 0.0, 0.0], [0.0, -3.0, 0.0, 0.0, -4.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0], [-3.0, 0.0, 3.0, 0.0, 3.0, 0.0, -1.0], [0.0, 2.0, 0.0, 4.0, -2.0, 0.0, 0.0]]> : tensor<6x7xf64>
    %c2 = arith.constant dense<[[1.0, 0.0, -1.0], [0.0, 2.0, 0.0]]> : tensor<2x3xf64>
    %s3 = sparse_tensor.convert %c2 : tensor<2x3xf64> to tensor<2x3xf64, #CSR>
    %c4 = arith.constant dense<[[0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<5x5xf64>
    %r5 = linalg.conv_2d ins(%c1, %s3 : tensor<6x7xf64>, tensor<2x3xf64, #CSR>) outs(%c4 : tensor<5x5xf64>) -> tensor<5x5xf64>
    %z6 = arith.constant 0.0 : f64
    %x7 = arith.constant 0 : index
    %w8 = vector.transfer_read %r5[%x7, %x7], %z6 : tensor<5x5xf64>, vector<5x5xf64>
    vector.print %w8 : vector<5x5xf64>
    %c9 = arith.constant dense<[[0.0, -4.0, -3.0, 0.0, 0.0, 0.0, 0.0], [1.0, 0.0, -4.0, -1.0, 0.0, 0.0, 0.0], [0.0, -3.0, 0.0, 0.0, -4.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0], [-3.0, 0.0, 3.0, 0.0, 3.0, 0.0, -1.0], [0.0, 2.0, 0.0, 4.0, -2.0, 0.0, 0.0]]> : tensor<6x7xf64>
    %s10 = sparse_tensor.convert %c9 : tensor<6x7xf64> to tensor<6x7xf64, #CSR>
    %c11 = arith.constant dense<[[1.0, 0.0, -1.0], [0.0, 2.0, 0.0]]> : tensor<2x3xf64>
    %c12 = arith.constant dense<[[0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<5x5xf64>
    %r13 = linalg.conv_2d ins(%s10, %c11 : tensor<6x7xf64, #CSR>, tensor<2x3xf64>) outs(%c12 : tensor<5x5xf64>) -> tensor<5x5xf64>
    %z14 = arith.constant 0.0 : f64
    %x15 = arith.constant 0 : index
    %w16 = vector.transfer_read %r13[%x15, %x15], %z14 : tensor<5x5xf64>, vector<5x5xf64>
    vector.print %w16 : vector<5x5xf64>
    %c17 = arith.constant dense<[[0.0, -4.0, -3.0, 0.0, 0.0, 0.0, 0.0], [1.0, 0.0, -4.0, -1.0, 0.0, 0.0, 0.0], [0.0, -3.0, 0.0, 0.0, -4.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0], [-3.0, 0.0, 3.0, 0.0, 3.0, 0.0, -1.0], [0.0, 2.0, 0.0, 4.0, -2.0, 0.0, 0.0]]> : tensor<6x7xf64>
    %s18 = sparse_tensor.convert %c17 : tensor<6x7xf64> to tensor<6x7xf64, #DCSR>
    %c19 = arith.constant dense<[[1.0, 0.0, -1.0], [0.0, 2.0, 0.0]]> : tensor<2x3xf64>
    %s20 = sparse_tensor.convert %c19 : tensor<2x3xf64> to tensor<2x3xf64, #CSR>
    %c21 = arith.constant dense<[[0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<5x5xf64>
    %r22 = linalg.conv_2d ins(%s18, %s20 : tensor<6x7xf64, #DCSR>, tensor<2x3xf64, #CSR>) outs(%c21 : tensor<5x5xf64>) -> tensor<5x5xf64>
    %z23 = arith.constant 0.0 : f64
    %x24 = arith.constant 0 : index
    %w25 = vector.transfer_read %r22[%x24, %x24], %z23 : tensor<5x5xf64>, vector<5x5xf64>
    vector.print %w25 : vector<5x5xf64>
    %c26 = arith.constant dense<[[0.0, -4.0, -3.0, 0.0, 0.0, 0.0, 0.0], [1.0, 0.0, -4.0, -1.0, 0.0, 0.0, 0.0], [0.0, -3.0, 0.0, 0.0, -4.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0], [-3.0, 0.0, 3.0, 0.0, 3.0, 0.0, -1.0], [0.0, 2.0, 0.0, 4.0, -2.0, 0.0, 0.0]]> : tensor<6x7xf64>
    %s27 = sparse_tensor.convert %c26 : tensor<6x7xf64> to tensor<6x7xf64, #CSR>
    %c28 = arith.constant dense<[[1.0, 0.0, -1.0], [0.0, 2.0, 0.0]]> : tensor<2x3xf64>
    %s29 = sparse_tensor.convert %c28 : tensor<2x3xf64> to tensor<2x3xf64, #DCSR>
    %o30 = tensor.empty() : tensor<5x5xf64, #CSR>
    %r31 = linalg.conv_2d ins(%s27, %s29 : tensor<6x7xf64, #CSR>, tensor<2x3xf64, #DCSR>) outs(%o30 : tensor<5x5xf64, #CSR>) -> tensor<5x5xf64, #CSR>
    %d32 = sparse_tensor.convert %r31 : tensor<5x5xf64, #CSR> to tensor<5x5xf64>
    %z33 = arith.constant 0.0 : f64
    %x34 = arith.constant 0 : index
    %w35 = vector.transfer_read %d32[%x34, %x34], %z33 : tensor<5x5xf64>, vector<5x5xf64>
    vector.print %w35 : vector<5x5xf64>
    %c36 = arith.constant dense<[[[-1.0, 1.0], [5.0, 5.0], [0.0, -2.0], [-2.0, 0.0], [0.0, 0.0], [0.0, 5.0]], [[0.0, 0.0], [5.0, 0.0], [1.0, 0.0], [0.0, 0.0], [0.0, 0.0], [5.0, 0.0]]]> : tensor<2x6x2xf64>
    %s37 = sparse_tensor.convert %c36 : tensor<2x6x2xf64> to tensor<2x6x2xf64, #T3>
    %c38 = arith.constant dense<[[[2.0, -3.0], [5.0, 0.0]], [[5.0, 0.0], [3.0, 3.0]], [[0.0, -1.0], [2.0, -4.0]]]> : tensor<3x2x2xf64>
    %c39 = arith.constant dense<[[[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]]> : tensor<2x4x2xf64>
    %r40 = linalg.conv_1d_nwc_wcf {dilations = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%s37, %c38 : tensor<2x6x2xf64, #T3>, tensor<3x2x2xf64>) outs(%c39 : tensor<2x4x2xf64>) -> tensor<2x4x2xf64>
    %z41 = arith.constant 0.0 : f64
    %x42 = arith.constant 0 : index
    %w43 = vector.transfer_read %r40[%x42, %x42, %x42], %z41 : tensor<2x4x2xf64>, vector<2x4x2xf64>
    vector.print %w43 : vector<2x4x2xf64>
    %c44 = arith.constant dense<[[[[-4.0], [5.0], [0.0], [1.0], [3.0], [3.0], [-4.0]], [[5.0], [-4.0], [0.0], [4.0], [3.0], [0.0], [0.0]], [[0.0], [4.0], [2.0], [0.0], [1.0], [0.0], [4.0]], [[0.0], [0.0], [-2.0], [0.0], [1.0], [0.0], [0.0]], [[1.0], [0.0], [-3.0], [1.0], [0.0], [-3.0], [2.0]], [[0.0], [5.0], [0.0], [-1.0], [3.0], [4.0], [0.0]], [[-3.0], [0.0], [-1.0], [1.0], [0.0], [0.0], [4.0]]]]> : tensor<1x7x7x1xf64>
    %c45 = arith.constant dense<[[[[0.0, 0.0]], [[2.0, 4.0]], [[0.0, 4.0]]], [[[2.0, 0.0]], [[1.0, 0.0]], [[1.0, 0.0]]], [[[0.0, 0.0]], [[-1.0, 1.0]], [[0.0, -3.0]]]]> : tensor<3x3x1x2xf64>
    %s46 = sparse_tensor.convert %c45 : tensor<3x3x1x2xf64> to tensor<3x3x1x2xf64, #T4>
    %c47 = arith.constant dense<[[[[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]]]> : tensor<1x3x3x2xf64>
    %r48 = linalg.conv_2d_nhwc_hwcf {dilations = dense<2> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%c44, %s46 : tensor<1x7x7x1xf64>, tensor<3x3x1x2xf64, #T4>) outs(%c47 : tensor<1x3x3x2xf64>) -> tensor<1x3x3x2xf64>
    %z49 = arith.constant 0.0 : f64
    %x50 = arith.constant 0 : index
    %w51 = vector.transfer_read %r48[%x50, %x50, %x50, %x50], %z49 : tensor<1x3x3x2xf64>, vector<1x3x3x2xf64>
    vector.print %w51 : vector<1x3x3x2xf64>
    %c52 = arith.constant dense<[[[[-4.0], [5.0], [0.0], [1.0], [3.0], [3.0], [-4.0]], [[5.0], [-4.0], [0.0], [4.0], [3.0], [0.0], [0.0]], [[0.0], [4.0], [2.0], [0.0], [1.0], [0.0], [4.0]], [[0.0], [0.0], [-2.0], [0.0], [1.0], [0.0], [0.0]], [[1.0], [0.0], [-3.0], [1.0], [0.0], [-3.0], [2.0]], [[0.0], [5.0], [0.0], [-1.0], [3.0], [4.0], [0.0]], [[-3.0], [0.0], [-1.0], [1.0], [0.0], [0.0], [4.0]]]]> : tensor<1x7x7x1xf64>
    %s53 = sparse_tensor.convert %c52 : tensor<1x7x7x1xf64> to tensor<1x7x7x1xf64, #T4>
    %c54 = arith.constant dense<[[[[0.0, 0.0]], [[2.0, 4.0]], [[0.0, 4.0]]], [[[2.0, 0.0]], [[1.0, 0.0]], [[1.0, 0.0]]], [[[0.0, 0.0]], [[-1.0, 1.0]], [[0.0, -3.0]]]]> : tensor<3x3x1x2xf64>
    %s55 = sparse_tensor.convert %c54 : tensor<3x3x1x2xf64> to tensor<3x3x1x2xf64, #T4>
    %c56 = arith.constant dense<[[[[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]]]> : tensor<1x3x3x2xf64>
    %r57 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%s53, %s55 : tensor<1x7x7x1xf64, #T4>, tensor<3x3x1x2xf64, #T4>) outs(%c56 : tensor<1x3x3x2xf64>) -> tensor<1x3x3x2xf64>
    %z58 = arith.constant 0.0 : f64
    %x59 = arith.constant 0 : index
    %w60 = vector.transfer_read %r57[%x59, %x59, %x59, %x59], %z58 : tensor<1x3x3x2xf64>, vector<1x3x3x2xf64>
    vector.print %w60 : vector<1x3x3x2xf64>
    %c61 = arith.constant dense<[[[[2.0, 0.0, -2.0, -2.0, -1.0], [0.0, 0.0, 0.0, -3.0, 0.0], [0.0, 0.0, 2.0, 0.0, 0.0], [1.0, 0.0, 0.0, 4.0, 0.0], [0.0, 0.0, 0.0, 1.0, 1.0]]]]> : tensor<1x1x5x5xf64>
    %s62 = sparse_tensor.convert %c61 : tensor<1x1x5x5xf64> to tensor<1x1x5x5xf64, #T4>
    %c63 = arith.constant dense<[[[[0.0, 0.0], [5.0, -3.0]]], [[[-1.0, -3.0], [-3.0, 0.0]]]]> : tensor<2x1x2x2xf64>
    %c64 = arith.constant dense<[[[[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]], [[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]]]> : tensor<1x2x4x4xf64>
    %r65 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%s62, %c63 : tensor<1x1x5x5xf64, #T4>, tensor<2x1x2x2xf64>) outs(%c64 : tensor<1x2x4x4xf64>) -> tensor<1x2x4x4xf64>
    %z66 = arith.constant 0.0 : f64
    %x67 = arith.constant 0 : index
    %w68 = vector.transfer_read %r65[%x67, %x67, %x67, %x67], %z66 : tensor<1x2x4x4xf64>, vector<1x2x4x4xf64>
    vector.print %w68 : vector<1x2x4x4xf64>
    %c69 = arith.constant dense<[[[0.0, 0.0, 4.0, 4.0], [0.0, 0.0, 0.0, 0.0], [3.0, 4.0, -2.0, 5.0], [-4.0, 0.0, 0.0, 2.0]], [[0.0, 1.0, 0.0, -3.0], [0.0, 1.0, -2.0, 0.0], [0.0, 0.0, 2.0, -4.0], [0.0, 2.0, 0.0, -1.0]], [[4.0, -3.0, 0.0, -3.0], [0.0, 3.0, -4.0, 0.0], [0.0, 0.0, 0.0, -1.0], [3.0, 1.0, -3.0, 0.0]], [[0.0, 3.0, 3.0, 0.0], [0.0, -2.0, -1.0, 0.0], [-4.0, 0.0, 0.0, 0.0], [3.0, 0.0, 0.0, 2.0]]]> : tensor<4x4x4xf64>
    %c70 = arith.constant dense<[[[3.0, 0.0], [5.0, 0.0]], [[0.0, 0.0], [3.0, -2.0]]]> : tensor<2x2x2xf64>
    %s71 = sparse_tensor.convert %c70 : tensor<2x2x2xf64> to tensor<2x2x2xf64, #T3>
    %c72 = arith.constant dense<[[[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]], [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]], [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]]> : tensor<3x3x3xf64>
    %r73 = linalg.conv_3d ins(%c69, %s71 : tensor<4x4x4xf64>, tensor<2x2x2xf64, #T3>) outs(%c72 : tensor<3x3x3xf64>) -> tensor<3x3x3xf64>
    %z74 = arith.constant 0.0 : f64
    %x75 = arith.constant 0 : index
    %w76 = vector.transfer_read %r73[%x75, %x75, %x75], %z74 : tensor<3x3x3xf64>, vector<3x3x3xf64>
    vector.print %w76 : vector<3x3x3xf64>
    return
  }
}

// CHECK: ( ( 3, -12, -5, 0, 0 ), ( -1, 1, -4, -9, 0 ), ( 0, -3, 4, 0, 0 ), ( 0, 6, 0, 4, 0 ), ( -2, 0, 8, -4, 4 ) )
// CHECK-NEXT: ( ( 3, -12, -5, 0, 0 ), ( -1, 1, -4, -9, 0 ), ( 0, -3, 4, 0, 0 ), ( 0, 6, 0, 4, 0 ), ( -2, 0, 8, -4, 4 ) )
// CHECK-NEXT: ( ( 3, -12, -5, 0, 0 ), ( -1, 1, -4, -9, 0 ), ( 0, -3, 4, 0, 0 ), ( 0, 6, 0, 4, 0 ), ( -2, 0, 8, -4, 4 ) )
// CHECK-NEXT: ( ( 3, -12, -5, 0, 0 ), ( -1, 1, -4, -9, 0 ), ( 0, -3, 4, 0, 0 ), ( 0, 6, 0, 4, 0 ), ( -2, 0, 8, -4, 4 ) )
// CHECK-NEXT: ( ( ( 39, 26 ), ( 29, -19 ), ( -20, 0 ), ( 6, -14 ) ), ( ( 25, -1 ), ( 15, -15 ), ( 2, -3 ), ( 0, -5 ) ) )
// CHECK-NEXT: ( ( ( ( 6, 9 ), ( 9, 26 ), ( 15, -10 ) ), ( ( -1, 3 ), ( 9, 3 ), ( 0, 15 ) ), ( ( 4, 11 ), ( -3, 1 ), ( -2, 8 ) ) ) )
// CHECK-NEXT: ( ( ( ( 12, 18 ), ( 9, 13 ), ( 12, -16 ) ), ( ( 6, 33 ), ( -4, 5 ), ( 5, 7 ) ), ( ( 5, -9 ), ( 3, 5 ), ( 4, -16 ) ) ) )
// CHECK-NEXT: ( ( ( ( 0, 0, 9, -15 ), ( 0, -6, 10, 0 ), ( 5, 0, -12, 20 ), ( 0, 0, -3, 2 ) ), ( ( -2, 6, 8, 14 ), ( 0, 0, 3, 3 ), ( -3, -6, -2, -12 ), ( -1, 0, -12, -7 ) ) ) )
// CHECK-NEXT: ( ( ( -2, 7, 6 ), ( 15, 16, 4 ), ( -15, 18, -4 ) ), ( ( -6, 25, -22 ), ( 0, 3, 6 ), ( 7, 19, -3 ) ), ( ( 16, 2, -23 ), ( -12, 9, -12 ), ( 24, 5, -19 ) ) )
