// sparse_tensor.concatenate along each mode, of sparse and dense tensors, to sparse and dense ones.
// RUN: %modes %s | FileCheck %s --match-full-lines

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>

module {
  func.func @main() {
    %c1 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %s2 = sparse_tensor.convert %c1 : tensor<4x5xf64> to tensor<4x5xf64, #CSR>
    %c3 = arith.constant dense<[[0.0, 7.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [1.0, -3.0, 0.0, 0.0, 8.0], [0.0, 0.0, 0.0, 0.0, 6.0]]> : tensor<4x5xf64>
    %s4 = sparse_tensor.convert %c3 : tensor<4x5xf64> to tensor<4x5xf64, #CSC>
    %c5 = arith.constant dense<[[0.0, 1.0], [2.0, 0.0], [0.0, 0.0], [0.0, 3.0]]> : tensor<4x2xf64>
    %c6 = arith.constant dense<[[0.0, 1.0], [2.0, 0.0], [0.0, 0.0], [0.0, 3.0]]> : tensor<4x2xf64>
    %s7 = sparse_tensor.convert %c6 : tensor<4x2xf64> to tensor<4x2xf64, #DCSR>
    %r8 = sparse_tensor.concatenate %s2, %s4 {dimension = 0 : index} : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSC> to tensor<8x5xf64, #DCSR>
    %d9 = sparse_tensor.convert %r8 : tensor<8x5xf64, #DCSR> to tensor<8x5xf64>
    %z10 = arith.constant 0.0 : f64
    %x11 = arith.constant 0 : index
    %w12 = vector.transfer_read %d9[%x11, %x11], %z10 : tensor<8x5xf64>, vector<8x5xf64>
    vector.print %w12 : vector<8x5xf64>
    %r13 = sparse_tensor.concatenate %s2, %c5, %s7 {dimension = 1 : index} : tensor<4x5xf64, #CSR>, tensor<4x2xf64>, tensor<4x2xf64, #DCSR> to tensor<4x9xf64, #CSC>
    %d14 = sparse_tensor.convert %r13 : tensor<4x9xf64, #CSC> to tensor<4x9xf64>
    %z15 = arith.constant 0.0 : f64
    %x16 = arith.constant 0 : index
    %w17 = vector.transfer_read %d14[%x16, %x16], %z15 : tensor<4x9xf64>, vector<4x9xf64>
    vector.print %w17 : vector<4x9xf64>
    %r18 = sparse_tensor.concatenate %s4, %s2 {dimension = 0 : index} : tensor<4x5xf64, #CSC>, tensor<4x5xf64, #CSR> to tensor<8x5xf64>
    %z19 = arith.constant 0.0 : f64
    %x20 = arith.constant 0 : index
    %w21 = vector.transfer_read %r18[%x20, %x20], %z19 : tensor<8x5xf64>, vector<8x5xf64>
    vector.print %w21 : vector<8x5xf64>
    return
  }
}

// CHECK: ( ( 1, 0, 2, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, 3, 0, -4, 0 ), ( 5, 0, 0, 0, 6.5 ), ( 0, 7, 2, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 1, -3, 0, 0, 8 ), ( 0, 0, 0, 0, 6 ) )
// CHECK-NEXT: ( ( 1, 0, 2, 0, 0, 0, 1, 0, 1 ), ( 0, 0, 0, 0, 0, 2, 0, 2, 0 ), ( 0, 3, 0, -4, 0, 0, 0, 0, 0 ), ( 5, 0, 0, 0, 6.5, 0, 3, 0, 3 ) )
// CHECK-NEXT: ( ( 0, 7, 2, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 1, -3, 0, 0, 8 ), ( 0, 0, 0, 0, 6 ), ( 1, 0, 2, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, 3, 0, -4, 0 ), ( 5, 0, 0, 0, 6.5 ) )
