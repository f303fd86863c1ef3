// Slices of sparse tensors, with strides, computed with and asked for their places.
// RUN: %modes %s | FileCheck %s --match-full-lines

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>
#Part = #sparse_tensor.encoding<{ map = (d0 : #sparse_tensor<slice(1, 2, 2)>, d1 : #sparse_tensor<slice(0, 4, 1)>) -> (d0 : dense, d1 : compressed) }>
#Dyn = #sparse_tensor.encoding<{ map = (d0 : #sparse_tensor<slice(?, ?, ?)>, d1 : #sparse_tensor<slice(?, ?, ?)>) -> (d0 : dense, d1 : compressed) }>

module {
  func.func @main() {
    %c1 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %s2 = sparse_tensor.convert %c1 : tensor<4x5xf64> to tensor<4x5xf64, #CSR>
    %r3 = tensor.extract_slice %s2[1, 0][2, 4][2, 1] : tensor<4x5xf64, #CSR> to tensor<2x4xf64, #Part>
    %c4 = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [-1.0, 0.0], [0.0, 2.0]]> : tensor<4x2xf64>
    %c5 = arith.constant dense<[[0.0, 0.0], [0.0, 0.0]]> : tensor<2x2xf64>
    %m6 = linalg.matmul ins(%r3, %c4 : tensor<2x4xf64, #Part>, tensor<4x2xf64>) outs(%c5 : tensor<2x2xf64>) -> tensor<2x2xf64>
    %z7 = arith.constant 0.0 : f64
    %x8 = arith.constant 0 : index
    %w9 = vector.transfer_read %m6[%x8, %x8], %z7 : tensor<2x2xf64>, vector<2x2xf64>
    vector.print %w9 : vector<2x2xf64>
    %k10 = sparse_tensor.slice.offset %r3 at 0 : tensor<2x4xf64, #Part>
    vector.print %k10 : index
    %k11 = sparse_tensor.slice.offset %r3 at 1 : tensor<2x4xf64, #Part>
    vector.print %k11 : index
    %k12 = sparse_tensor.slice.stride %r3 at 0 : tensor<2x4xf64, #Part>
    vector.print %k12 : index
    %k13 = sparse_tensor.slice.stride %r3 at 1 : tensor<2x4xf64, #Part>
    vector.print %k13 : index
    %x14 = arith.constant 1 : index
    %x15 = arith.constant 2 : index
    %x16 = arith.constant 3 : index
    %r17 = tensor.extract_slice %s2[%x15, %x14][%x15, %x16][%x14, %x14] : tensor<4x5xf64, #CSR> to tensor<?x?xf64, #Dyn>
    %c18 = sparse_tensor.convert %r17 : tensor<?x?xf64, #Dyn> to tensor<?x?xf64, #DCSR>
    %n19 = sparse_tensor.number_of_entries %c18 : tensor<?x?xf64, #DCSR>
    vector.print %n19 : index
    %d20 = sparse_tensor.convert %c18 : tensor<?x?xf64, #DCSR> to tensor<?x?xf64>
    %f21 = tensor.cast %d20 : tensor<?x?xf64> to tensor<2x3xf64>
    %z22 = arith.constant 0.0 : f64
    %x23 = arith.constant 0 : index
    %w24 = vector.transfer_read %f21[%x23, %x23], %z22 : tensor<2x3xf64>, vector<2x3xf64>
    vector.print %w24 : vector<2x3xf64>
    %k25 = sparse_tensor.slice.offset %r17 at 0 : tensor<?x?xf64, #Dyn>
    vector.print %k25 : index
    return
  }
}

// CHECK: ( ( 0, 0 ), ( 5, 10 ) )
// CHECK-NEXT: 1
// CHECK-NEXT: 0
// CHECK-NEXT: 2
// CHECK-NEXT: 1
// CHECK-NEXT: 2
// CHECK-NEXT: ( ( 3, 0, -4 ), ( 0, 0, 0 ) )
// CHECK-NEXT: 2
