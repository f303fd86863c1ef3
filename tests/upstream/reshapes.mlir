// Sparse tensors of other shapes: expanded, collapsed, reshaped; sizes known and not.
// RUN: %modes %s | FileCheck %s --match-full-lines

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#T3 = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed) }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>

module {
  func.func @main() {
    %c1 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0], [5.0, 0.0, 0.0, 0.0]]> : tensor<4x4xf64>
    %s2 = sparse_tensor.convert %c1 : tensor<4x4xf64> to tensor<4x4xf64, #CSR>
    %r3 = tensor.collapse_shape %s2 [[0, 1]] : tensor<4x4xf64, #CSR> into tensor<16xf64, #SV>
    %d4 = sparse_tensor.convert %r3 : tensor<16xf64, #SV> to tensor<16xf64>
    %z5 = arith.constant 0.0 : f64
    %x6 = arith.constant 0 : index
    %w7 = vector.transfer_read %d4[%x6], %z5 : tensor<16xf64>, vector<16xf64>
    vector.print %w7 : vector<16xf64>
    %r8 = tensor.expand_shape %r3 [[0, 1]] output_shape [2, 8] : tensor<16xf64, #SV> into tensor<2x8xf64, #DCSR>
    %d9 = sparse_tensor.convert %r8 : tensor<2x8xf64, #DCSR> to tensor<2x8xf64>
    %z10 = arith.constant 0.0 : f64
    %x11 = arith.constant 0 : index
    %w12 = vector.transfer_read %d9[%x11, %x11], %z10 : tensor<2x8xf64>, vector<2x8xf64>
    vector.print %w12 : vector<2x8xf64>
    %r13 = tensor.expand_shape %s2 [[0, 1], [2]] output_shape [2, 2, 4] : tensor<4x4xf64, #CSR> into tensor<2x2x4xf64, #T3>
    %d14 = sparse_tensor.convert %r13 : tensor<2x2x4xf64, #T3> to tensor<2x2x4xf64>
    %z15 = arith.constant 0.0 : f64
    %x16 = arith.constant 0 : index
    %w17 = vector.transfer_read %d14[%x16, %x16, %x16], %z15 : tensor<2x2x4xf64>, vector<2x2x4xf64>
    vector.print %w17 : vector<2x2x4xf64>
    %h18 = arith.constant dense<[8, 2]> : tensor<2xi32>
    %r19 = tensor.reshape %s2(%h18) : (tensor<4x4xf64, #CSR>, tensor<2xi32>) -> tensor<8x2xf64, #CSR>
    %d20 = sparse_tensor.convert %r19 : tensor<8x2xf64, #CSR> to tensor<8x2xf64>
    %z21 = arith.constant 0.0 : f64
    %x22 = arith.constant 0 : index
    %w23 = vector.transfer_read %d20[%x22, %x22], %z21 : tensor<8x2xf64>, vector<8x2xf64>
    vector.print %w23 : vector<8x2xf64>
    %d24 = tensor.cast %s2 : tensor<4x4xf64, #CSR> to tensor<?x?xf64, #CSR>
    %r25 = tensor.collapse_shape %d24 [[0, 1]] : tensor<?x?xf64, #CSR> into tensor<?xf64, #SV>
    %x26 = arith.constant 0 : index
    %n27 = tensor.dim %r25, %x26 : tensor<?xf64, #SV>
    vector.print %n27 : index
    %n28 = sparse_tensor.number_of_entries %r25 : tensor<?xf64, #SV>
    vector.print %n28 : index
    return
  }
}

// CHECK: ( 1, 0, 2, 0, 0, 0, 0, 0, 0, 3, 0, -4, 5, 0, 0, 0 )
// CHECK-NEXT: ( ( 1, 0, 2, 0, 0, 0, 0, 0 ), ( 0, 3, 0, -4, 5, 0, 0, 0 ) )
// CHECK-NEXT: ( ( ( 1, 0, 2, 0 ), ( 0, 0, 0, 0 ) ), ( ( 0, 3, 0, -4 ), ( 5, 0, 0, 0 ) ) )
// CHECK-NEXT: ( ( 1, 0 ), ( 2, 0 ), ( 0, 0 ), ( 0, 0 ), ( 0, 3 ), ( 0, -4 ), ( 5, 0 ), ( 0, 0 ) )
// CHECK-NEXT: 16
// CHECK-NEXT: 5
