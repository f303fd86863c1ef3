// sparse_tensor.expand and compress: rows that are collected in arrays, in any order, and put into a tensor.
// RUN: %modes %s | FileCheck %s --match-full-lines

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : compressed, d0 : compressed) }>

module {
  // Row by row: the sum of two rows of A, the last column first. Nothing is put twice.
  func.func @pairs(%a: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %zero = arith.constant 0.0 : f64
    %true = arith.constant true
    %d = sparse_tensor.convert %a : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
    %e = tensor.empty() : tensor<4x5xf64, #CSR>
    %values, %filled, %added, %none = sparse_tensor.expand %e : tensor<4x5xf64, #CSR> to memref<?xf64>, memref<?xi1>, memref<?xindex>
    %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%t = %e) -> tensor<4x5xf64, #CSR> {
      %last = arith.subi %c4, %c1 : index
      %next = arith.subi %last, %i : index
      %n = scf.for %k = %c0 to %c5 step %c1 iter_args(%count = %none) -> index {
        %back = arith.subi %c4, %k : index
        %m = scf.for %row = %c0 to %c4 step %c1 iter_args(%inner = %count) -> index {
          %first = arith.cmpi eq, %row, %i : index
          %second = arith.cmpi eq, %row, %next : index
          %ours = arith.ori %first, %second : i1
          %x = tensor.extract %d[%row, %back] : tensor<4x5xf64>
          %some = arith.cmpf une, %x, %zero : f64
          %counts = arith.andi %ours, %some : i1
          %after = scf.if %counts -> index {
            %was = memref.load %filled[%back] : memref<?xi1>
            %old = memref.load %values[%back] : memref<?xf64>
            %sum = arith.addf %old, %x : f64
            memref.store %sum, %values[%back] : memref<?xf64>
            %longer = scf.if %was -> index {
              scf.yield %inner : index
            } else {
              memref.store %true, %filled[%back] : memref<?xi1>
              memref.store %back, %added[%inner] : memref<?xindex>
              %more = arith.addi %inner, %c1 : index
              scf.yield %more : index
            }
            scf.yield %longer : index
          } else {
            scf.yield %inner : index
          }
          scf.yield %after : index
        }
        scf.yield %m : index
      }
      %u = sparse_tensor.compress %values, %filled, %added, %n into %t[%i] : memref<?xf64>, memref<?xi1>, memref<?xindex>, tensor<4x5xf64, #CSR>
      scf.yield %u : tensor<4x5xf64, #CSR>
    }
    %s = sparse_tensor.load %r hasInserts : tensor<4x5xf64, #CSR>
    return %s : tensor<4x5xf64, #CSR>
  }

  // The last level of a tensor that is stored by columns is its rows; small integers.
  func.func @columns() -> tensor<3x4xi8, #CSC> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %x = arith.constant 100 : i8
    %y = arith.constant -7 : i8
    %true = arith.constant true
    %e = tensor.empty() : tensor<3x4xi8, #CSC>
    %values, %filled, %added, %none = sparse_tensor.expand %e : tensor<3x4xi8, #CSC> to memref<?xi8>, memref<?xi1>, memref<?xindex>
    memref.store %x, %values[%c2] : memref<?xi8>
    memref.store %true, %filled[%c2] : memref<?xi1>
    memref.store %c2, %added[%c0] : memref<?xindex>
    memref.store %y, %values[%c0] : memref<?xi8>
    memref.store %true, %filled[%c0] : memref<?xi1>
    memref.store %c0, %added[%c1] : memref<?xindex>
    %a = sparse_tensor.compress %values, %filled, %added, %c2 into %e[%c3] : memref<?xi8>, memref<?xi1>, memref<?xindex>, tensor<3x4xi8, #CSC>
    // Both arrays are empty again.
    %was = memref.load %filled[%c2] : memref<?xi1>
    %old = memref.load %values[%c2] : memref<?xi8>
    vector.print %was : i1
    vector.print %old : i8
    memref.store %y, %values[%c1] : memref<?xi8>
    memref.store %c1, %added[%c0] : memref<?xindex>
    %b = sparse_tensor.compress %values, %filled, %added, %c1 into %a[%c1] : memref<?xi8>, memref<?xi1>, memref<?xindex>, tensor<3x4xi8, #CSC>
    %s = sparse_tensor.load %b hasInserts : tensor<3x4xi8, #CSC>
    return %s : tensor<3x4xi8, #CSC>
  }

  func.func @main() {
    %m = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %a = sparse_tensor.convert %m : tensor<4x5xf64> to tensor<4x5xf64, #CSR>
    %p = call @pairs(%a) : (tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR>
    sparse_tensor.print %p : tensor<4x5xf64, #CSR>
    %q = call @columns() : () -> tensor<3x4xi8, #CSC>
    sparse_tensor.print %q : tensor<3x4xi8, #CSC>
    return
  }
}

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 10
// CHECK-NEXT: dim = ( 4, 5 )
// CHECK-NEXT: lvl = ( 4, 5 )
// CHECK-NEXT: pos[1] : ( 0, 3, 5, 7, 10 )
// CHECK-NEXT: crd[1] : ( 0, 2, 4, 1, 3, 1, 3, 0, 2, 4 )
// CHECK-NEXT: values : ( 6, 2, 6.5, 3, -4, 3, -4, 6, 2, 6.5 )
// CHECK-NEXT: ----
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 3
// CHECK-NEXT: dim = ( 3, 4 )
// CHECK-NEXT: lvl = ( 4, 3 )
// CHECK-NEXT: pos[0] : ( 0, 2 )
// CHECK-NEXT: crd[0] : ( 1, 3 )
// CHECK-NEXT: pos[1] : ( 0, 1, 3 )
// CHECK-NEXT: crd[1] : ( 1, 0, 2 )
// CHECK-NEXT: values : ( -7, -7, 100 )
// CHECK-NEXT: ----
