// A matrix from format to format, and back to a dense one.
// RUN: %modes %s | FileCheck %s --match-full-lines

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>
#BSR = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense) }>
#CD = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : dense) }>
#LOOSE = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : loose_compressed) }>

module {
  func.func @main() {
    %c1 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %s2 = sparse_tensor.convert %c1 : tensor<4x5xf64> to tensor<4x5xf64, #CSR>
    %s3 = sparse_tensor.convert %s2 : tensor<4x5xf64, #CSR> to tensor<4x5xf64, #CSC>
    %d4 = sparse_tensor.convert %s3 : tensor<4x5xf64, #CSC> to tensor<4x5xf64>
    %z5 = arith.constant 0.0 : f64
    %x6 = arith.constant 0 : index
    %w7 = vector.transfer_read %d4[%x6, %x6], %z5 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w7 : vector<4x5xf64>
    %s8 = sparse_tensor.convert %s3 : tensor<4x5xf64, #CSC> to tensor<4x5xf64, #COO>
    %d9 = sparse_tensor.convert %s8 : tensor<4x5xf64, #COO> to tensor<4x5xf64>
    %z10 = arith.constant 0.0 : f64
    %x11 = arith.constant 0 : index
    %w12 = vector.transfer_read %d9[%x11, %x11], %z10 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w12 : vector<4x5xf64>
    %s13 = sparse_tensor.convert %s8 : tensor<4x5xf64, #COO> to tensor<4x5xf64, #DCSR>
    %d14 = sparse_tensor.convert %s13 : tensor<4x5xf64, #DCSR> to tensor<4x5xf64>
    %z15 = arith.constant 0.0 : f64
    %x16 = arith.constant 0 : index
    %w17 = vector.transfer_read %d14[%x16, %x16], %z15 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w17 : vector<4x5xf64>
    %s18 = sparse_tensor.convert %s13 : tensor<4x5xf64, #DCSR> to tensor<4x5xf64, #CD>
    %d19 = sparse_tensor.convert %s18 : tensor<4x5xf64, #CD> to tensor<4x5xf64>
    %z20 = arith.constant 0.0 : f64
    %x21 = arith.constant 0 : index
    %w22 = vector.transfer_read %d19[%x21, %x21], %z20 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w22 : vector<4x5xf64>
    %s23 = sparse_tensor.convert %s18 : tensor<4x5xf64, #CD> to tensor<4x5xf64, #LOOSE>
    %d24 = sparse_tensor.convert %s23 : tensor<4x5xf64, #LOOSE> to tensor<4x5xf64>
    %z25 = arith.constant 0.0 : f64
    %x26 = arith.constant 0 : index
    %w27 = vector.transfer_read %d24[%x26, %x26], %z25 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w27 : vector<4x5xf64>
    %s28 = sparse_tensor.convert %s23 : tensor<4x5xf64, #LOOSE> to tensor<4x5xf64, #CSR>
    %d29 = sparse_tensor.convert %s28 : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
    %z30 = arith.constant 0.0 : f64
    %x31 = arith.constant 0 : index
    %w32 = vector.transfer_read %d29[%x31, %x31], %z30 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w32 : vector<4x5xf64>
    %n33 = sparse_tensor.number_of_entries %s28 : tensor<4x5xf64, #CSR>
    vector.print %n33 : index
    return
  }
}

// CHECK: ( ( 1, 0, 2, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, 3, 0, -4, 0 ), ( 5, 0, 0, 0, 6.5 ) )
// CHECK-NEXT: ( ( 1, 0, 2, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, 3, 0, -4, 0 ), ( 5, 0, 0, 0, 6.5 ) )
// CHECK-NEXT: ( ( 1, 0, 2, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, 3, 0, -4, 0 ), ( 5, 0, 0, 0, 6.5 ) )
// CHECK-NEXT: ( ( 1, 0, 2, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, 3, 0, -4, 0 ), ( 5, 0, 0, 0, 6.5 ) )
// CHECK-NEXT: ( ( 1, 0, 2, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, 3, 0, -4, 0 ), ( 5, 0, 0, 0, 6.5 ) )
// CHECK-NEXT: ( ( 1, 0, 2, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, 3, 0, -4, 0 ), ( 5, 0, 0, 0, 6.5 ) )
// CHECK-NEXT: 6
