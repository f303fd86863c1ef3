// Tensors from arrays and back: assemble, disassemble, positions, coordinates, values, their buffer, levels.
// RUN: %modes %s | FileCheck %s --match-full-lines

#CSR32 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>
#SOA = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)), crdWidth = 32 }>
#C8 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed), posWidth = 8, crdWidth = 16 }>
#NO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed(nonordered)), posWidth = 32, crdWidth = 32 }>

module {
  func.func @main() {
    %c1 = arith.constant dense<[0, 2, 2, 3]> : tensor<4xi32>
    %c2 = arith.constant dense<[0, 3, 1]> : tensor<3xi32>
    %c3 = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf64>
    %a4 = sparse_tensor.assemble (%c1, %c2), %c3 : (tensor<4xi32>, tensor<3xi32>), tensor<3xf64> to tensor<3x4xf64, #CSR32>
    %d5 = sparse_tensor.convert %a4 : tensor<3x4xf64, #CSR32> to tensor<3x4xf64>
    %z6 = arith.constant 0.0 : f64
    %x7 = arith.constant 0 : index
    %w8 = vector.transfer_read %d5[%x7, %x7], %z6 : tensor<3x4xf64>, vector<3x4xf64>
    vector.print %w8 : vector<3x4xf64>
    %c9 = arith.constant dense<[3, 0, 1]> : tensor<3xi32>
    %a10 = sparse_tensor.assemble (%c1, %c9), %c3 : (tensor<4xi32>, tensor<3xi32>), tensor<3xf64> to tensor<3x4xf64, #NO>
    %d11 = sparse_tensor.convert %a10 : tensor<3x4xf64, #NO> to tensor<3x4xf64>
    %z12 = arith.constant 0.0 : f64
    %x13 = arith.constant 0 : index
    %w14 = vector.transfer_read %d11[%x13, %x13], %z12 : tensor<3x4xf64>, vector<3x4xf64>
    vector.print %w14 : vector<3x4xf64>
    %c15 = arith.constant dense<[0, 3]> : tensor<2xindex>
    %c16 = arith.constant dense<[[0, 1], [1, 0], [2, 3]]> : tensor<3x2xindex>
    %a17 = sparse_tensor.assemble (%c15, %c16), %c3 : (tensor<2xindex>, tensor<3x2xindex>), tensor<3xf64> to tensor<3x4xf64, #COO>
    %d18 = sparse_tensor.convert %a17 : tensor<3x4xf64, #COO> to tensor<3x4xf64>
    %z19 = arith.constant 0.0 : f64
    %x20 = arith.constant 0 : index
    %w21 = vector.transfer_read %d18[%x20, %x20], %z19 : tensor<3x4xf64>, vector<3x4xf64>
    vector.print %w21 : vector<3x4xf64>
    %c22 = arith.constant dense<[0, 3]> : tensor<2xindex>
    %c23 = arith.constant dense<[0, 1, 2]> : tensor<3xi32>
    %c24 = arith.constant dense<[1, 0, 3]> : tensor<3xi32>
    %a25 = sparse_tensor.assemble (%c22, %c23, %c24), %c3 : (tensor<2xindex>, tensor<3xi32>, tensor<3xi32>), tensor<3xf64> to tensor<3x4xf64, #SOA>
    %d26 = sparse_tensor.convert %a25 : tensor<3x4xf64, #SOA> to tensor<3x4xf64>
    %z27 = arith.constant 0.0 : f64
    %x28 = arith.constant 0 : index
    %w29 = vector.transfer_read %d26[%x28, %x28], %z27 : tensor<3x4xf64>, vector<3x4xf64>
    vector.print %w29 : vector<3x4xf64>
    %o30 = tensor.empty() : tensor<4xi32>
    %o31 = tensor.empty() : tensor<3xi32>
    %o32 = tensor.empty() : tensor<3xf64>
    %rp, %rc, %rv, %lp, %lc, %lv = sparse_tensor.disassemble %a4 : tensor<3x4xf64, #CSR32> out_lvls(%o30, %o31 : tensor<4xi32>, tensor<3xi32>) out_vals(%o32 : tensor<3xf64>) -> (tensor<4xi32>, tensor<3xi32>), tensor<3xf64>, (i32, i64), index
    %z33 = arith.constant 0 : i32
    %x34 = arith.constant 0 : index
    %w35 = vector.transfer_read %rp[%x34], %z33 : tensor<4xi32>, vector<4xi32>
    vector.print %w35 : vector<4xi32>
    %z36 = arith.constant 0 : i32
    %x37 = arith.constant 0 : index
    %w38 = vector.transfer_read %rc[%x37], %z36 : tensor<3xi32>, vector<3xi32>
    vector.print %w38 : vector<3xi32>
    %z39 = arith.constant 0.0 : f64
    %x40 = arith.constant 0 : index
    %w41 = vector.transfer_read %rv[%x40], %z39 : tensor<3xf64>, vector<3xf64>
    vector.print %w41 : vector<3xf64>
    vector.print %lp : i32
    vector.print %lc : i64
    vector.print %lv : index
    %c42 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %s43 = sparse_tensor.convert %c42 : tensor<4x5xf64> to tensor<4x5xf64, #C8>
    %b44 = sparse_tensor.positions %s43 {level = 1 : index} : tensor<4x5xf64, #C8> to memref<?xi8>
    %x46 = arith.constant 0 : index
    %z45 = arith.constant 0 : i8
    %w47 = vector.transfer_read %b44[%x46], %z45 : memref<?xi8>, vector<6xi8>
    vector.print %w47 : vector<6xi8>
    %b48 = sparse_tensor.coordinates %s43 {level = 1 : index} : tensor<4x5xf64, #C8> to memref<?xi16>
    %x50 = arith.constant 0 : index
    %z49 = arith.constant 0 : i16
    %w51 = vector.transfer_read %b48[%x50], %z49 : memref<?xi16>, vector<6xi16>
    vector.print %w51 : vector<6xi16>
    %b52 = sparse_tensor.values %s43 : tensor<4x5xf64, #C8> to memref<?xf64>
    %x54 = arith.constant 0 : index
    %z53 = arith.constant 0.0 : f64
    %w55 = vector.transfer_read %b52[%x54], %z53 : memref<?xf64>, vector<6xf64>
    vector.print %w55 : vector<6xf64>
    %b56 = sparse_tensor.coordinates_buffer %a17 : tensor<3x4xf64, #COO> to memref<?xindex>
    %x58 = arith.constant 0 : index
    %w59 = vector.transfer_read %b56[%x58], %x58 : memref<?xindex>, vector<6xindex>
    vector.print %w59 : vector<6xindex>
    %b60 = sparse_tensor.coordinates %a17 {level = 1 : index} : tensor<3x4xf64, #COO> to memref<?xindex, strided<[?], offset: ?>>
    %x62 = arith.constant 0 : index
    %w63 = vector.transfer_read %b60[%x62], %x62 : memref<?xindex, strided<[?], offset: ?>>, vector<3xindex>
    vector.print %w63 : vector<3xindex>
    %x64 = arith.constant 0 : index
    %l65 = sparse_tensor.lvl %s43, %x64 : tensor<4x5xf64, #C8>
    vector.print %l65 : index
    %x66 = arith.constant 1 : index
    %l67 = sparse_tensor.lvl %s43, %x66 : tensor<4x5xf64, #C8>
    vector.print %l67 : index
    %n68 = sparse_tensor.number_of_entries %s43 : tensor<4x5xf64, #C8>
    vector.print %n68 : index
    return
  }
}

// CHECK: ( ( 1, 0, 0, 2 ), ( 0, 0, 0, 0 ), ( 0, 3, 0, 0 ) )
// CHECK-NEXT: ( ( 2, 0, 0, 1 ), ( 0, 0, 0, 0 ), ( 0, 3, 0, 0 ) )
// CHECK-NEXT: ( ( 0, 1, 0, 0 ), ( 2, 0, 0, 0 ), ( 0, 0, 0, 3 ) )
// CHECK-NEXT: ( ( 0, 1, 0, 0 ), ( 2, 0, 0, 0 ), ( 0, 0, 0, 3 ) )
// CHECK-NEXT: ( 0, 2, 2, 3 )
// CHECK-NEXT: ( 0, 3, 1 )
// CHECK-NEXT: ( 1, 2, 3 )
// CHECK-NEXT: 4
// CHECK-NEXT: 3
// CHECK-NEXT: 3
// CHECK-NEXT: ( 0, 2, 3, 4, 5, 6 )
// CHECK-NEXT: ( 0, 3, 2, 0, 2, 3 )
// CHECK-NEXT: ( 1, 5, 3, 2, -4, 6.5 )
// CHECK-NEXT: ( 0, 1, 1, 0, 2, 3 )
// CHECK-NEXT: ( 1, 0, 3 )
// CHECK-NEXT: 5
// CHECK-NEXT: 4
// CHECK-NEXT: 6
