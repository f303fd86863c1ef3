// Products along other modes: linalg.matmul with transposing maps, linalg.batch_matmul, linalg.transpose.
// RUN: %modes %s | FileCheck %s --match-full-lines

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>
#DCC = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : dense, d1 : compressed, d2 : compressed) }>

module {
  func.func @main() {
    %c1 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %s2 = sparse_tensor.convert %c1 : tensor<4x5xf64> to tensor<4x5xf64, #CSR>
    %c3 = arith.constant dense<[[0.0, 7.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [1.0, -3.0, 0.0, 0.0, 8.0], [0.0, 0.0, 0.0, 0.0, 6.0]]> : tensor<4x5xf64>
    %s4 = sparse_tensor.convert %c3 : tensor<4x5xf64> to tensor<4x5xf64, #CSR>
    %c5 = arith.constant dense<[[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]> : tensor<4x4xf64>
    %r6 = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%s2, %s4 : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSR>) outs(%c5 : tensor<4x4xf64>) -> tensor<4x4xf64>
    %z7 = arith.constant 0.0 : f64
    %x8 = arith.constant 0 : index
    %w9 = vector.transfer_read %r6[%x8, %x8], %z7 : tensor<4x4xf64>, vector<4x4xf64>
    vector.print %w9 : vector<4x4xf64>
    %c10 = arith.constant dense<[[[0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, -1.0]], [[0.0, 0.0, 0.0, 0.0], [3.0, 0.0, 4.0, 0.0], [0.0, 0.5, 0.0, 0.0]]]> : tensor<2x3x4xf64>
    %s11 = sparse_tensor.convert %c10 : tensor<2x3x4xf64> to tensor<2x3x4xf64, #DCC>
    %c12 = arith.constant dense<[[[-3.0, -2.0], [-1.0, 0.0], [1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0], [9.0, 10.0], [11.0, 12.0]]]> : tensor<2x4x2xf64>
    %c13 = arith.constant dense<[[[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]]> : tensor<2x3x2xf64>
    %r14 = linalg.batch_matmul ins(%s11, %c12 : tensor<2x3x4xf64, #DCC>, tensor<2x4x2xf64>) outs(%c13 : tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
    %z15 = arith.constant 0.0 : f64
    %x16 = arith.constant 0 : index
    %w17 = vector.transfer_read %r14[%x16, %x16, %x16], %z15 : tensor<2x3x2xf64>, vector<2x3x2xf64>
    vector.print %w17 : vector<2x3x2xf64>
    %o18 = tensor.empty() : tensor<5x4xf64, #CSR>
    %r19 = linalg.transpose ins(%s2 : tensor<4x5xf64, #CSR>) outs(%o18 : tensor<5x4xf64, #CSR>) permutation = [1, 0]
    %d20 = sparse_tensor.convert %r19 : tensor<5x4xf64, #CSR> to tensor<5x4xf64>
    %z21 = arith.constant 0.0 : f64
    %x22 = arith.constant 0 : index
    %w23 = vector.transfer_read %d20[%x22, %x22], %z21 : tensor<5x4xf64>, vector<5x4xf64>
    vector.print %w23 : vector<5x4xf64>
    return
  }
}

// CHECK: ( ( 4, 0, 1, 0 ), ( 0, 0, 0, 0 ), ( 21, 0, -9, 0 ), ( 0, 0, 57, 39 ) )
// CHECK-NEXT: ( ( ( -2, 0 ), ( 0, 0 ), ( -3, -4 ) ), ( ( 0, 0 ), ( 51, 58 ), ( 3.5, 4 ) ) )
// CHECK-NEXT: ( ( 1, 0, 0, 5 ), ( 0, 0, 3, 0 ), ( 2, 0, 0, 0 ), ( 0, 0, -4, 0 ), ( 0, 0, 0, 6.5 ) )
