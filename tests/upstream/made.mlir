// Tensors made of sparse constants, elements, regions and copies; their sizes and places.
// RUN: %modes %s | FileCheck %s --match-full-lines

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>
#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#DD = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : dense) }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>
#BSR = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense) }>

module {
  func.func @main() {
    %c1 = arith.constant sparse<[[0, 1], [3, 0], [3, 4]], [2.0, -1.0, 5.0]> : tensor<4x5xf64>
    %s2 = sparse_tensor.convert %c1 : tensor<4x5xf64> to tensor<4x5xf64, #CSR>
    %d3 = sparse_tensor.convert %s2 : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
    %z4 = arith.constant 0.0 : f64
    %x5 = arith.constant 0 : index
    %w6 = vector.transfer_read %d3[%x5, %x5], %z4 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w6 : vector<4x5xf64>
    %n7 = sparse_tensor.number_of_entries %s2 : tensor<4x5xf64, #CSR>
    vector.print %n7 : index
    %f8 = arith.constant 1.5 : f64
    %f9 = arith.constant 0.0 : f64
    %f10 = arith.constant -2.0 : f64
    %t11 = tensor.from_elements %f8, %f9, %f10 : tensor<3xf64>
    %s12 = sparse_tensor.convert %t11 : tensor<3xf64> to tensor<3xf64, #SV>
    %d13 = sparse_tensor.convert %s12 : tensor<3xf64, #SV> to tensor<3xf64>
    %z14 = arith.constant 0.0 : f64
    %x15 = arith.constant 0 : index
    %w16 = vector.transfer_read %d13[%x15], %z14 : tensor<3xf64>, vector<3xf64>
    vector.print %w16 : vector<3xf64>
    %x17 = arith.constant 6 : index
    %x18 = arith.constant 2 : index
    %z19 = arith.constant 0 : i64
    %t20 = tensor.generate %x17 {
    ^bb0(%i: index):
      %r = arith.remui %i, %x18 : index
      %q = arith.muli %r, %i : index
      %k = arith.index_cast %q : index to i64
      tensor.yield %k : i64
    } : tensor<?xi64>
    %s21 = sparse_tensor.convert %t20 : tensor<?xi64> to tensor<?xi64, #SV>
    %n22 = sparse_tensor.number_of_entries %s21 : tensor<?xi64, #SV>
    vector.print %n22 : index
    %d23 = sparse_tensor.convert %s21 : tensor<?xi64, #SV> to tensor<?xi64>
    %e24 = tensor.cast %d23 : tensor<?xi64> to tensor<6xi64>
    %z25 = arith.constant 0 : i64
    %x26 = arith.constant 0 : index
    %w27 = vector.transfer_read %e24[%x26], %z25 : tensor<6xi64>, vector<6xi64>
    vector.print %w27 : vector<6xi64>
    %c28 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %s29 = sparse_tensor.convert %c28 : tensor<4x5xf64> to tensor<4x5xf64, #CSC>
    %b30 = bufferization.alloc_tensor() copy(%s29) : tensor<4x5xf64, #CSC>
    %x31 = arith.constant 1 : index
    %x32 = arith.constant 1 : index
    %f33 = arith.constant 9.0 : f64
    %n34 = tensor.insert %f33 into %b30[%x31, %x32] : tensor<4x5xf64, #CSC>
    %l35 = sparse_tensor.load %n34 hasInserts : tensor<4x5xf64, #CSC>
    %d36 = sparse_tensor.convert %l35 : tensor<4x5xf64, #CSC> to tensor<4x5xf64>
    %z37 = arith.constant 0.0 : f64
    %x38 = arith.constant 0 : index
    %w39 = vector.transfer_read %d36[%x38, %x38], %z37 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w39 : vector<4x5xf64>
    %d40 = sparse_tensor.convert %s29 : tensor<4x5xf64, #CSC> to tensor<4x5xf64>
    %z41 = arith.constant 0.0 : f64
    %x42 = arith.constant 0 : index
    %w43 = vector.transfer_read %d40[%x42, %x42], %z41 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w43 : vector<4x5xf64>
    %c44 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %s45 = sparse_tensor.convert %c44 : tensor<4x5xf64> to tensor<4x5xf64, #DD>
    %n46 = sparse_tensor.number_of_entries %s45 : tensor<4x5xf64, #DD>
    vector.print %n46 : index
    %d47 = sparse_tensor.convert %s45 : tensor<4x5xf64, #DD> to tensor<4x5xf64>
    %z48 = arith.constant 0.0 : f64
    %x49 = arith.constant 0 : index
    %w50 = vector.transfer_read %d47[%x49, %x49], %z48 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w50 : vector<4x5xf64>
    %x51 = arith.constant 0 : index
    %q52 = tensor.dim %s29, %x51 : tensor<4x5xf64, #CSC>
    vector.print %q52 : index
    %x53 = arith.constant 1 : index
    %q54 = tensor.dim %s29, %x53 : tensor<4x5xf64, #CSC>
    vector.print %q54 : index
    %x55 = arith.constant 5 : index
    %x56 = arith.constant 3 : index
    %t0, %t1, %t2, %t3 = sparse_tensor.crd_translate dim_to_lvl [%x55, %x56] as #BSR : index, index, index, index
    vector.print %t0 : index
    vector.print %t1 : index
    vector.print %t2 : index
    vector.print %t3 : index
    %d0, %d1 = sparse_tensor.crd_translate lvl_to_dim [%t0, %t1, %t2, %t3] as #BSR : index, index
    vector.print %d0 : index
    vector.print %d1 : index
    %x57 = arith.constant 0 : index
    %e58 = tensor.extract %s29[%x57, %x18] : tensor<4x5xf64, #CSC>
    vector.print %e58 : f64
    bufferization.dealloc_tensor %s29 : tensor<4x5xf64, #CSC>
    return
  }
}

// CHECK: ( ( 0, 2, 0, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( -1, 0, 0, 0, 5 ) )
// CHECK-NEXT: 3
// CHECK-NEXT: ( 1.5, 0, -2 )
// CHECK-NEXT: 3
// CHECK-NEXT: ( 0, 1, 0, 3, 0, 5 )
// CHECK-NEXT: ( ( 1, 0, 2, 0, 0 ), ( 0, 9, 0, 0, 0 ), ( 0, 3, 0, -4, 0 ), ( 5, 0, 0, 0, 6.5 ) )
// CHECK-NEXT: ( ( 1, 0, 2, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, 3, 0, -4, 0 ), ( 5, 0, 0, 0, 6.5 ) )
// CHECK-NEXT: 20
// CHECK-NEXT: ( ( 1, 0, 2, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, 3, 0, -4, 0 ), ( 5, 0, 0, 0, 6.5 ) )
// CHECK-NEXT: 4
// CHECK-NEXT: 5
// CHECK-NEXT: 2
// CHECK-NEXT: 1
// CHECK-NEXT: 1
// CHECK-NEXT: 1
// CHECK-NEXT: 5
// CHECK-NEXT: 3
// CHECK-NEXT: 2
