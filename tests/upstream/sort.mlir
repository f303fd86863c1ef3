// sparse_tensor.sort and sparse_tensor.push_back, which work on arrays.
// RUN: %modes %s | FileCheck %s --match-full-lines


module {
  func.func @main() {
    %c1 = arith.constant dense<[5, 2, 9, 2, 7, 1]> : tensor<6xi32>
    %k2 = memref.alloc() : memref<12xi32>
    %w3 = memref.alloc() : memref<6xi32>
    %x4 = arith.constant 0 : index
    %c5 = arith.constant 2 : i32
    memref.store %c5, %k2[%x4] : memref<12xi32>
    %x6 = arith.constant 1 : index
    %c7 = arith.constant 1 : i32
    memref.store %c7, %k2[%x6] : memref<12xi32>
    %x8 = arith.constant 0 : index
    %c9 = arith.constant 0 : i32
    memref.store %c9, %w3[%x8] : memref<6xi32>
    %x10 = arith.constant 2 : index
    %c11 = arith.constant 0 : i32
    memref.store %c11, %k2[%x10] : memref<12xi32>
    %x12 = arith.constant 3 : index
    %c13 = arith.constant 3 : i32
    memref.store %c13, %k2[%x12] : memref<12xi32>
    %x14 = arith.constant 1 : index
    %c15 = arith.constant 10 : i32
    memref.store %c15, %w3[%x14] : memref<6xi32>
    %x16 = arith.constant 4 : index
    %c17 = arith.constant 2 : i32
    memref.store %c17, %k2[%x16] : memref<12xi32>
    %x18 = arith.constant 5 : index
    %c19 = arith.constant 0 : i32
    memref.store %c19, %k2[%x18] : memref<12xi32>
    %x20 = arith.constant 2 : index
    %c21 = arith.constant 20 : i32
    memref.store %c21, %w3[%x20] : memref<6xi32>
    %x22 = arith.constant 6 : index
    %c23 = arith.constant 1 : i32
    memref.store %c23, %k2[%x22] : memref<12xi32>
    %x24 = arith.constant 7 : index
    %c25 = arith.constant 1 : i32
    memref.store %c25, %k2[%x24] : memref<12xi32>
    %x26 = arith.constant 3 : index
    %c27 = arith.constant 30 : i32
    memref.store %c27, %w3[%x26] : memref<6xi32>
    %x28 = arith.constant 8 : index
    %c29 = arith.constant 0 : i32
    memref.store %c29, %k2[%x28] : memref<12xi32>
    %x30 = arith.constant 9 : index
    %c31 = arith.constant 0 : i32
    memref.store %c31, %k2[%x30] : memref<12xi32>
    %x32 = arith.constant 4 : index
    %c33 = arith.constant 40 : i32
    memref.store %c33, %w3[%x32] : memref<6xi32>
    %x34 = arith.constant 10 : index
    %c35 = arith.constant 1 : i32
    memref.store %c35, %k2[%x34] : memref<12xi32>
    %x36 = arith.constant 11 : index
    %c37 = arith.constant 9 : i32
    memref.store %c37, %k2[%x36] : memref<12xi32>
    %x38 = arith.constant 5 : index
    %c39 = arith.constant 50 : i32
    memref.store %c39, %w3[%x38] : memref<6xi32>
    %x40 = arith.constant 6 : index
    %k41 = memref.cast %k2 : memref<12xi32> to memref<?xi32>
    %w42 = memref.cast %w3 : memref<6xi32> to memref<?xi32>
    sparse_tensor.sort quick_sort %x40, %k41 jointly %w42 { perm_map = affine_map<(i, j) -> (i, j)>, ny = 0 : index } : memref<?xi32> jointly memref<?xi32>
    %z43 = arith.constant 0 : i32
    %x44 = arith.constant 0 : index
    %r45 = vector.transfer_read %k41[%x44], %z43 : memref<?xi32>, vector<12xi32>
    vector.print %r45 : vector<12xi32>
    %r46 = vector.transfer_read %w42[%x44], %z43 : memref<?xi32>, vector<6xi32>
    vector.print %r46 : vector<6xi32>
    %b47 = memref.alloc() : memref<2xf64>
    %b48 = memref.cast %b47 : memref<2xf64> to memref<?xf64>
    %f49 = arith.constant 0.5 : f64
    %b50, %n51 = sparse_tensor.push_back %x44, %b48, %f49 : index, memref<?xf64>, f64
    %f52 = arith.constant 1.5 : f64
    %b53, %n54 = sparse_tensor.push_back %n51, %b50, %f52 : index, memref<?xf64>, f64
    %f55 = arith.constant 2.5 : f64
    %b56, %n57 = sparse_tensor.push_back %n54, %b53, %f55 : index, memref<?xf64>, f64
    %f58 = arith.constant 3.5 : f64
    %b59, %n60 = sparse_tensor.push_back %n57, %b56, %f58 : index, memref<?xf64>, f64
    vector.print %n60 : index
    %z61 = arith.constant 0.0 : f64
    %r62 = vector.transfer_read %b59[%x44], %z61 : memref<?xf64>, vector<4xf64>
    vector.print %r62 : vector<4xf64>
    return
  }
}

// CHECK: ( 0, 0, 0, 3, 1, 1, 1, 9, 2, 0, 2, 1 )
// CHECK-NEXT: ( 40, 10, 30, 50, 20, 0 )
// CHECK-NEXT: 4
// CHECK-NEXT: ( 0.5, 1.5, 2.5, 3.5 )
