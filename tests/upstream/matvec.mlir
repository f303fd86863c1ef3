// linalg.matvec and linalg.vecmat, adding to what is there, and linalg.dot.
// RUN: %modes %s | FileCheck %s --match-full-lines

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>
#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

module {
  func.func @main() {
    %c1 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %s2 = sparse_tensor.convert %c1 : tensor<4x5xf64> to tensor<4x5xf64, #CSR>
    %c3 = arith.constant dense<[1.0, -2.0, 3.0, 0.5, 4.0]> : tensor<5xf64>
    %c4 = arith.constant dense<[2.0, 1.0, -1.0, 3.0]> : tensor<4xf64>
    %r5 = linalg.matvec ins(%s2, %c3 : tensor<4x5xf64, #CSR>, tensor<5xf64>) outs(%c4 : tensor<4xf64>) -> tensor<4xf64>
    %z6 = arith.constant 0.0 : f64
    %x7 = arith.constant 0 : index
    %w8 = vector.transfer_read %r5[%x7], %z6 : tensor<4xf64>, vector<4xf64>
    vector.print %w8 : vector<4xf64>
    %c9 = arith.constant dense<[1.0, 1.0, 1.0, 1.0, 1.0]> : tensor<5xf64>
    %r10 = linalg.vecmat ins(%c4, %s2 : tensor<4xf64>, tensor<4x5xf64, #CSR>) outs(%c9 : tensor<5xf64>) -> tensor<5xf64>
    %z11 = arith.constant 0.0 : f64
    %x12 = arith.constant 0 : index
    %w13 = vector.transfer_read %r10[%x12], %z11 : tensor<5xf64>, vector<5xf64>
    vector.print %w13 : vector<5xf64>
    %c14 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %s15 = sparse_tensor.convert %c14 : tensor<4x5xf64> to tensor<4x5xf64, #CSC>
    %c16 = arith.constant dense<[1.0, -2.0, 3.0, 0.5, 4.0]> : tensor<5xf64>
    %c17 = arith.constant dense<[2.0, 1.0, -1.0, 3.0]> : tensor<4xf64>
    %r18 = linalg.matvec ins(%s15, %c16 : tensor<4x5xf64, #CSC>, tensor<5xf64>) outs(%c17 : tensor<4xf64>) -> tensor<4xf64>
    %z19 = arith.constant 0.0 : f64
    %x20 = arith.constant 0 : index
    %w21 = vector.transfer_read %r18[%x20], %z19 : tensor<4xf64>, vector<4xf64>
    vector.print %w21 : vector<4xf64>
    %c22 = arith.constant dense<[1.0, 1.0, 1.0, 1.0, 1.0]> : tensor<5xf64>
    %r23 = linalg.vecmat ins(%c17, %s15 : tensor<4xf64>, tensor<4x5xf64, #CSC>) outs(%c22 : tensor<5xf64>) -> tensor<5xf64>
    %z24 = arith.constant 0.0 : f64
    %x25 = arith.constant 0 : index
    %w26 = vector.transfer_read %r23[%x25], %z24 : tensor<5xf64>, vector<5xf64>
    vector.print %w26 : vector<5xf64>
    %c27 = arith.constant dense<[0.0, 2.0, 0.0, -1.0, 0.0, 3.0]> : tensor<6xf64>
    %s28 = sparse_tensor.convert %c27 : tensor<6xf64> to tensor<6xf64, #SV>
    %c29 = arith.constant dense<[4.0, 5.0, 0.0, 7.0, 0.0, 0.5]> : tensor<6xf64>
    %s30 = sparse_tensor.convert %c29 : tensor<6xf64> to tensor<6xf64, #SV>
    %o31 = arith.constant dense<10.0> : tensor<f64>
    %r32 = linalg.dot ins(%s28, %s30 : tensor<6xf64, #SV>, tensor<6xf64, #SV>) outs(%o31 : tensor<f64>) -> tensor<f64>
    %e33 = tensor.extract %r32[] : tensor<f64>
    vector.print %e33 : f64
    return
  }
}

// CHECK: ( 9, 1, -9, 34 )
// CHECK-NEXT: ( 18, -2, 5, 5, 20.5 )
// CHECK-NEXT: ( 9, 1, -9, 34 )
// CHECK-NEXT: ( 18, -2, 5, 5, 20.5 )
// CHECK-NEXT: 14.5
