// Products of matrices in several formats: dense and sparse results.
// RUN: %modes %s | FileCheck %s --match-full-lines

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>
#BSR = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense) }>

module {
  func.func @main() {
    %c1 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %s2 = sparse_tensor.convert %c1 : tensor<4x5xf64> to tensor<4x5xf64, #CSR>
    %c3 = arith.constant dense<[[1.0, 0.0, 2.0], [0.0, 0.0, 0.0], [0.0, -1.0, 0.0], [4.0, 0.0, 0.5], [0.0, 3.0, 0.0]]> : tensor<5x3xf64>
    %c4 = arith.constant dense<[[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]> : tensor<4x3xf64>
    %r5 = linalg.matmul ins(%s2, %c3 : tensor<4x5xf64, #CSR>, tensor<5x3xf64>) outs(%c4 : tensor<4x3xf64>) -> tensor<4x3xf64>
    %z6 = arith.constant 0.0 : f64
    %x7 = arith.constant 0 : index
    %w8 = vector.transfer_read %r5[%x7, %x7], %z6 : tensor<4x3xf64>, vector<4x3xf64>
    vector.print %w8 : vector<4x3xf64>
    %c9 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %s10 = sparse_tensor.convert %c9 : tensor<4x5xf64> to tensor<4x5xf64, #CSR>
    %c11 = arith.constant dense<[[1.0, 0.0, 2.0], [0.0, 0.0, 0.0], [0.0, -1.0, 0.0], [4.0, 0.0, 0.5], [0.0, 3.0, 0.0]]> : tensor<5x3xf64>
    %s12 = sparse_tensor.convert %c11 : tensor<5x3xf64> to tensor<5x3xf64, #CSR>
    %o13 = tensor.empty() : tensor<4x3xf64, #CSR>
    %r14 = linalg.matmul ins(%s10, %s12 : tensor<4x5xf64, #CSR>, tensor<5x3xf64, #CSR>) outs(%o13 : tensor<4x3xf64, #CSR>) -> tensor<4x3xf64, #CSR>
    %d15 = sparse_tensor.convert %r14 : tensor<4x3xf64, #CSR> to tensor<4x3xf64>
    %z16 = arith.constant 0.0 : f64
    %x17 = arith.constant 0 : index
    %w18 = vector.transfer_read %d15[%x17, %x17], %z16 : tensor<4x3xf64>, vector<4x3xf64>
    vector.print %w18 : vector<4x3xf64>
    %c19 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %s20 = sparse_tensor.convert %c19 : tensor<4x5xf64> to tensor<4x5xf64, #DCSR>
    %c21 = arith.constant dense<[[1.0, 0.0, 2.0], [0.0, 0.0, 0.0], [0.0, -1.0, 0.0], [4.0, 0.0, 0.5], [0.0, 3.0, 0.0]]> : tensor<5x3xf64>
    %s22 = sparse_tensor.convert %c21 : tensor<5x3xf64> to tensor<5x3xf64, #CSC>
    %o23 = tensor.empty() : tensor<4x3xf64, #DCSR>
    %r24 = linalg.matmul ins(%s20, %s22 : tensor<4x5xf64, #DCSR>, tensor<5x3xf64, #CSC>) outs(%o23 : tensor<4x3xf64, #DCSR>) -> tensor<4x3xf64, #DCSR>
    %d25 = sparse_tensor.convert %r24 : tensor<4x3xf64, #DCSR> to tensor<4x3xf64>
    %z26 = arith.constant 0.0 : f64
    %x27 = arith.constant 0 : index
    %w28 = vector.transfer_read %d25[%x27, %x27], %z26 : tensor<4x3xf64>, vector<4x3xf64>
    vector.print %w28 : vector<4x3xf64>
    %c29 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %s30 = sparse_tensor.convert %c29 : tensor<4x5xf64> to tensor<4x5xf64, #COO>
    %c31 = arith.constant dense<[[1.0, 0.0, 2.0], [0.0, 0.0, 0.0], [0.0, -1.0, 0.0], [4.0, 0.0, 0.5], [0.0, 3.0, 0.0]]> : tensor<5x3xf64>
    %s32 = sparse_tensor.convert %c31 : tensor<5x3xf64> to tensor<5x3xf64, #CSR>
    %o33 = tensor.empty() : tensor<4x3xf64, #CSR>
    %r34 = linalg.matmul ins(%s30, %s32 : tensor<4x5xf64, #COO>, tensor<5x3xf64, #CSR>) outs(%o33 : tensor<4x3xf64, #CSR>) -> tensor<4x3xf64, #CSR>
    %d35 = sparse_tensor.convert %r34 : tensor<4x3xf64, #CSR> to tensor<4x3xf64>
    %z36 = arith.constant 0.0 : f64
    %x37 = arith.constant 0 : index
    %w38 = vector.transfer_read %d35[%x37, %x37], %z36 : tensor<4x3xf64>, vector<4x3xf64>
    vector.print %w38 : vector<4x3xf64>
    %c39 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %s40 = sparse_tensor.convert %c39 : tensor<4x5xf64> to tensor<4x5xf64, #CSC>
    %c41 = arith.constant dense<[[1.0, 0.0, 2.0], [0.0, 0.0, 0.0], [0.0, -1.0, 0.0], [4.0, 0.0, 0.5], [0.0, 3.0, 0.0]]> : tensor<5x3xf64>
    %s42 = sparse_tensor.convert %c41 : tensor<5x3xf64> to tensor<5x3xf64, #CSC>
    %o43 = tensor.empty() : tensor<4x3xf64, #CSC>
    %r44 = linalg.matmul ins(%s40, %s42 : tensor<4x5xf64, #CSC>, tensor<5x3xf64, #CSC>) outs(%o43 : tensor<4x3xf64, #CSC>) -> tensor<4x3xf64, #CSC>
    %d45 = sparse_tensor.convert %r44 : tensor<4x3xf64, #CSC> to tensor<4x3xf64>
    %z46 = arith.constant 0.0 : f64
    %x47 = arith.constant 0 : index
    %w48 = vector.transfer_read %d45[%x47, %x47], %z46 : tensor<4x3xf64>, vector<4x3xf64>
    vector.print %w48 : vector<4x3xf64>
    %c49 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %c50 = arith.constant dense<[[1.0, 0.0, 2.0], [0.0, 0.0, 0.0], [0.0, -1.0, 0.0], [4.0, 0.0, 0.5], [0.0, 3.0, 0.0]]> : tensor<5x3xf64>
    %s51 = sparse_tensor.convert %c50 : tensor<5x3xf64> to tensor<5x3xf64, #CSR>
    %c52 = arith.constant dense<[[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]> : tensor<4x3xf64>
    %r53 = linalg.matmul ins(%c49, %s51 : tensor<4x5xf64>, tensor<5x3xf64, #CSR>) outs(%c52 : tensor<4x3xf64>) -> tensor<4x3xf64>
    %z54 = arith.constant 0.0 : f64
    %x55 = arith.constant 0 : index
    %w56 = vector.transfer_read %r53[%x55, %x55], %z54 : tensor<4x3xf64>, vector<4x3xf64>
    vector.print %w56 : vector<4x3xf64>
    %c57 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %s58 = sparse_tensor.convert %c57 : tensor<4x5xf64> to tensor<4x5xf64, #BSR>
    %c59 = arith.constant dense<[[1.0, 0.0, 2.0], [0.0, 0.0, 0.0], [0.0, -1.0, 0.0], [4.0, 0.0, 0.5], [0.0, 3.0, 0.0]]> : tensor<5x3xf64>
    %c60 = arith.constant dense<[[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]> : tensor<4x3xf64>
    %r61 = linalg.matmul ins(%s58, %c59 : tensor<4x5xf64, #BSR>, tensor<5x3xf64>) outs(%c60 : tensor<4x3xf64>) -> tensor<4x3xf64>
    %z62 = arith.constant 0.0 : f64
    %x63 = arith.constant 0 : index
    %w64 = vector.transfer_read %r61[%x63, %x63], %z62 : tensor<4x3xf64>, vector<4x3xf64>
    vector.print %w64 : vector<4x3xf64>
    return
  }
}

// CHECK: ( ( 1, -2, 2 ), ( 0, 0, 0 ), ( -16, 0, -2 ), ( 5, 19.5, 10 ) )
// CHECK-NEXT: ( ( 1, -2, 2 ), ( 0, 0, 0 ), ( -16, 0, -2 ), ( 5, 19.5, 10 ) )
// CHECK-NEXT: ( ( 1, -2, 2 ), ( 0, 0, 0 ), ( -16, 0, -2 ), ( 5, 19.5, 10 ) )
// CHECK-NEXT: ( ( 1, -2, 2 ), ( 0, 0, 0 ), ( -16, 0, -2 ), ( 5, 19.5, 10 ) )
// CHECK-NEXT: ( ( 1, -2, 2 ), ( 0, 0, 0 ), ( -16, 0, -2 ), ( 5, 19.5, 10 ) )
// CHECK-NEXT: ( ( 1, -2, 2 ), ( 0, 0, 0 ), ( -16, 0, -2 ), ( 5, 19.5, 10 ) )
// CHECK-NEXT: ( ( 1, -2, 2 ), ( 0, 0, 0 ), ( -16, 0, -2 ), ( 5, 19.5, 10 ) )
