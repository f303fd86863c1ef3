// Poolings of a sparse picture: sum, greatest, least; zeros that are not stored count.
// RUN: %modes %s | FileCheck %s --match-full-lines

#T4 = #sparse_tensor.encoding<{ map = (d0, d1, d2, d3) -> (d0 : compressed, d1 : compressed, d2 : compressed, d3 : compressed) }>

module {
  func.func @main() {
    %o1 = tensor.empty() : tensor<2x2xf64>
    %c2 = arith.constant dense<[[[[3.0], [0.0], [0.0], [-1.0]], [[-1.0], [-3.0], [0.0], [-4.0]], [[-4.0], [3.0], [-3.0], [0.0]], [[-1.0], [0.0], [5.0], [5.0]], [[5.0], [3.0], [2.0], [0.0]]]]> : tensor<1x5x4x1xf64>
    %s3 = sparse_tensor.convert %c2 : tensor<1x5x4x1xf64> to tensor<1x5x4x1xf64, #T4>
    %c4 = arith.constant dense<[[[[0.0], [0.0], [0.0]], [[0.0], [0.0], [0.0]], [[0.0], [0.0], [0.0]], [[0.0], [0.0], [0.0]]]]> : tensor<1x4x3x1xf64>
    %r5 = linalg.pooling_nhwc_sum {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%s3, %o1 : tensor<1x5x4x1xf64, #T4>, tensor<2x2xf64>) outs(%c4 : tensor<1x4x3x1xf64>) -> tensor<1x4x3x1xf64>
    %z6 = arith.constant 0.0 : f64
    %x7 = arith.constant 0 : index
    %w8 = vector.transfer_read %r5[%x7, %x7, %x7, %x7], %z6 : tensor<1x4x3x1xf64>, vector<1x4x3x1xf64>
    vector.print %w8 : vector<1x4x3x1xf64>
    %c9 = arith.constant dense<[[[[-100.0], [-100.0], [-100.0]], [[-100.0], [-100.0], [-100.0]], [[-100.0], [-100.0], [-100.0]], [[-100.0], [-100.0], [-100.0]]]]> : tensor<1x4x3x1xf64>
    %r10 = linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%s3, %o1 : tensor<1x5x4x1xf64, #T4>, tensor<2x2xf64>) outs(%c9 : tensor<1x4x3x1xf64>) -> tensor<1x4x3x1xf64>
    %z11 = arith.constant 0.0 : f64
    %x12 = arith.constant 0 : index
    %w13 = vector.transfer_read %r10[%x12, %x12, %x12, %x12], %z11 : tensor<1x4x3x1xf64>, vector<1x4x3x1xf64>
    vector.print %w13 : vector<1x4x3x1xf64>
    %c14 = arith.constant dense<[[[[100.0], [100.0], [100.0]], [[100.0], [100.0], [100.0]], [[100.0], [100.0], [100.0]], [[100.0], [100.0], [100.0]]]]> : tensor<1x4x3x1xf64>
    %r15 = linalg.pooling_nhwc_min {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%s3, %o1 : tensor<1x5x4x1xf64, #T4>, tensor<2x2xf64>) outs(%c14 : tensor<1x4x3x1xf64>) -> tensor<1x4x3x1xf64>
    %z16 = arith.constant 0.0 : f64
    %x17 = arith.constant 0 : index
    %w18 = vector.transfer_read %r15[%x17, %x17, %x17, %x17], %z16 : tensor<1x4x3x1xf64>, vector<1x4x3x1xf64>
    vector.print %w18 : vector<1x4x3x1xf64>
    return
  }
}

// CHECK: ( ( ( ( -1 ), ( -3 ), ( -5 ) ), ( ( -5 ), ( -3 ), ( -7 ) ), ( ( -2 ), ( 5 ), ( 7 ) ), ( ( 7 ), ( 10 ), ( 12 ) ) ) )
// CHECK-NEXT: ( ( ( ( 3 ), ( 0 ), ( 0 ) ), ( ( 3 ), ( 3 ), ( 0 ) ), ( ( 3 ), ( 5 ), ( 5 ) ), ( ( 5 ), ( 5 ), ( 5 ) ) ) )
// CHECK-NEXT: ( ( ( ( -3 ), ( -3 ), ( -4 ) ), ( ( -4 ), ( -3 ), ( -4 ) ), ( ( -4 ), ( -3 ), ( -3 ) ), ( ( -1 ), ( 0 ), ( 0 ) ) ) )
