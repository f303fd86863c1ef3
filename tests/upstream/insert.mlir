// tensor.insert and sparse_tensor.load: in loops, branches, in any order, into what has elements already.
// RUN: %modes %s | FileCheck %s --match-full-lines

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>
#T3 = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed) }>

module {
  func.func @main() {
    %x1 = arith.constant 0 : index
    %x2 = arith.constant 2 : index
    %x3 = arith.constant 1 : index
    %x4 = arith.constant 9 : index
    %x5 = arith.constant 4 : index
    %o6 = tensor.empty() : tensor<9xf64, #SV>
    %r7 = scf.for %i = %x1 to %x4 step %x2 iter_args(%t = %o6) -> tensor<9xf64, #SV> {
      %k = arith.index_cast %i : index to i64
      %f = arith.sitofp %k : i64 to f64
      %q = arith.cmpi ne, %i, %x5 : index
      %y = scf.if %q -> tensor<9xf64, #SV> {
        %n = tensor.insert %f into %t[%i] : tensor<9xf64, #SV>
        scf.yield %n : tensor<9xf64, #SV>
      } else {
        scf.yield %t : tensor<9xf64, #SV>
      }
      scf.yield %y : tensor<9xf64, #SV>
    }
    %l8 = sparse_tensor.load %r7 hasInserts : tensor<9xf64, #SV>
    %d9 = sparse_tensor.convert %l8 : tensor<9xf64, #SV> to tensor<9xf64>
    %z10 = arith.constant 0.0 : f64
    %x11 = arith.constant 0 : index
    %w12 = vector.transfer_read %d9[%x11], %z10 : tensor<9xf64>, vector<9xf64>
    vector.print %w12 : vector<9xf64>
    %n13 = sparse_tensor.number_of_entries %l8 : tensor<9xf64, #SV>
    vector.print %n13 : index
    %t14 = bufferization.alloc_tensor() : tensor<4x3xf32, #CSR>
    %f15 = arith.constant 1.0 : f32
    %x17 = arith.constant 0 : index
    %x18 = arith.constant 0 : index
    %t16 = tensor.insert %f15 into %t14[%x17, %x18] : tensor<4x3xf32, #CSR>
    %f19 = arith.constant 2.0 : f32
    %x21 = arith.constant 2 : index
    %x22 = arith.constant 1 : index
    %t20 = tensor.insert %f19 into %t16[%x21, %x22] : tensor<4x3xf32, #CSR>
    %f23 = arith.constant -3.0 : f32
    %x25 = arith.constant 2 : index
    %x26 = arith.constant 2 : index
    %t24 = tensor.insert %f23 into %t20[%x25, %x26] : tensor<4x3xf32, #CSR>
    %f27 = arith.constant 4.0 : f32
    %x29 = arith.constant 3 : index
    %x30 = arith.constant 0 : index
    %t28 = tensor.insert %f27 into %t24[%x29, %x30] : tensor<4x3xf32, #CSR>
    %l31 = sparse_tensor.load %t28 hasInserts : tensor<4x3xf32, #CSR>
    %d32 = sparse_tensor.convert %l31 : tensor<4x3xf32, #CSR> to tensor<4x3xf32>
    %z33 = arith.constant 0.0 : f32
    %x34 = arith.constant 0 : index
    %w35 = vector.transfer_read %d32[%x34, %x34], %z33 : tensor<4x3xf32>, vector<4x3xf32>
    vector.print %w35 : vector<4x3xf32>
    %n36 = sparse_tensor.number_of_entries %l31 : tensor<4x3xf32, #CSR>
    vector.print %n36 : index
    %t37 = bufferization.alloc_tensor() : tensor<4x3xf32, #CSC>
    %f38 = arith.constant 1.0 : f32
    %x40 = arith.constant 0 : index
    %x41 = arith.constant 0 : index
    %t39 = tensor.insert %f38 into %t37[%x40, %x41] : tensor<4x3xf32, #CSC>
    %f42 = arith.constant 2.0 : f32
    %x44 = arith.constant 2 : index
    %x45 = arith.constant 1 : index
    %t43 = tensor.insert %f42 into %t39[%x44, %x45] : tensor<4x3xf32, #CSC>
    %f46 = arith.constant -3.0 : f32
    %x48 = arith.constant 2 : index
    %x49 = arith.constant 2 : index
    %t47 = tensor.insert %f46 into %t43[%x48, %x49] : tensor<4x3xf32, #CSC>
    %f50 = arith.constant 4.0 : f32
    %x52 = arith.constant 3 : index
    %x53 = arith.constant 0 : index
    %t51 = tensor.insert %f50 into %t47[%x52, %x53] : tensor<4x3xf32, #CSC>
    %l54 = sparse_tensor.load %t51 hasInserts : tensor<4x3xf32, #CSC>
    %d55 = sparse_tensor.convert %l54 : tensor<4x3xf32, #CSC> to tensor<4x3xf32>
    %z56 = arith.constant 0.0 : f32
    %x57 = arith.constant 0 : index
    %w58 = vector.transfer_read %d55[%x57, %x57], %z56 : tensor<4x3xf32>, vector<4x3xf32>
    vector.print %w58 : vector<4x3xf32>
    %n59 = sparse_tensor.number_of_entries %l54 : tensor<4x3xf32, #CSC>
    vector.print %n59 : index
    %c60 = arith.constant dense<[[[0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, -1.0]], [[0.0, 0.0, 0.0, 0.0], [3.0, 0.0, 4.0, 0.0], [0.0, 0.5, 0.0, 0.0]]]> : tensor<2x3x4xf64>
    %s61 = sparse_tensor.convert %c60 : tensor<2x3x4xf64> to tensor<2x3x4xf64, #T3>
    %f62 = arith.constant 9.5 : f64
    %t63 = tensor.insert %f62 into %s61[%x3, %x1, %x2] : tensor<2x3x4xf64, #T3>
    %l64 = sparse_tensor.load %t63 hasInserts : tensor<2x3x4xf64, #T3>
    %d65 = sparse_tensor.convert %l64 : tensor<2x3x4xf64, #T3> to tensor<2x3x4xf64>
    %z66 = arith.constant 0.0 : f64
    %x67 = arith.constant 0 : index
    %w68 = vector.transfer_read %d65[%x67, %x67, %x67], %z66 : tensor<2x3x4xf64>, vector<2x3x4xf64>
    vector.print %w68 : vector<2x3x4xf64>
    return
  }
}

// CHECK: ( 0, 0, 2, 0, 0, 0, 6, 0, 8 )
// CHECK-NEXT: 4
// CHECK-NEXT: ( ( 1, 0, 0 ), ( 0, 0, 0 ), ( 0, 2, -3 ), ( 4, 0, 0 ) )
// CHECK-NEXT: 4
// CHECK-NEXT: ( ( 1, 0, 0 ), ( 0, 0, 0 ), ( 0, 2, -3 ), ( 4, 0, 0 ) )
// CHECK-NEXT: 4
// CHECK-NEXT: ( ( ( 0, 2, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, -1 ) ), ( ( 0, 0, 9.5, 0 ), ( 3, 0, 4, 0 ), ( 0, 0.5, 0, 0 ) ) )
