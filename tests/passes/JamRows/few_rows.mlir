// Fewer rows than four, and those that are left over.
// RUN: encke-opt --jam-rows --canonicalize --split-input-file %s | FileCheck %s

// Three of seven are left over: a block of their own, in which a row has more
// registers.
// CHECK-LABEL: func.func @seven
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
// CHECK: scf.for %{{.*}} = %[[C0]] to %[[C32]] step
// CHECK-NEXT: scf.for %{{.*}} = %[[C0]] to %[[C4]] step
// CHECK: {cin.loop = #cin.loop<vector(8) registers(4)>}
// CHECK-NEXT: } {cin.loop = #cin.loop<jammed>}
// CHECK: scf.for %{{.*}} = %[[C0]] to %[[C32]] step
// CHECK-NEXT: scf.for %[[R:.*]] = %[[C0]] to %[[C3]] step
// CHECK-NEXT: arith.addi %[[R]], %[[C4]]
// CHECK: {cin.loop = #cin.loop<vector(8) registers(5)>}
// CHECK-NEXT: } {cin.loop = #cin.loop<jammed>}
// CHECK-NOT: scf.for
// CHECK: return
func.func @seven(%H: memref<7x32xf64>, %W: memref<32x40xf64>, %Z: memref<7x40xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c32 = arith.constant 32 : index
  %c40 = arith.constant 40 : index
  scf.for %i = %c0 to %c7 step %c1 {
    scf.for %k = %c0 to %c32 step %c1 {
      scf.for %l = %c0 to %c40 step %c1 {
        %h = memref.load %H[%i, %k] : memref<7x32xf64>
        %w = memref.load %W[%k, %l] : memref<32x40xf64>
        %p = arith.mulf %h, %w : f64
        %old = memref.load %Z[%i, %l] : memref<7x40xf64>
        %new = arith.addf %old, %p : f64
        memref.store %new, %Z[%i, %l] : memref<7x40xf64>
      } {cin.loop = #cin.loop<vector(8) registers(8) product(registers = 16)>}
    }
  } {cin.loop = #cin.loop<jam(rows = 4)>}
  return
}

// -----

// One row is one row.
// CHECK-LABEL: func.func @one
// CHECK-NOT: #cin.loop<jammed>
// CHECK: return
func.func @one(%H: memref<1x32xf64>, %W: memref<32x40xf64>, %Z: memref<1x40xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c40 = arith.constant 40 : index
  scf.for %i = %c0 to %c1 step %c1 {
    scf.for %k = %c0 to %c32 step %c1 {
      scf.for %l = %c0 to %c40 step %c1 {
        %h = memref.load %H[%i, %k] : memref<1x32xf64>
        %w = memref.load %W[%k, %l] : memref<32x40xf64>
        %p = arith.mulf %h, %w : f64
        %old = memref.load %Z[%i, %l] : memref<1x40xf64>
        %new = arith.addf %old, %p : f64
        memref.store %new, %Z[%i, %l] : memref<1x40xf64>
      } {cin.loop = #cin.loop<vector(8) registers(8) product(registers = 16)>}
    }
  } {cin.loop = #cin.loop<jam(rows = 4)>}
  return
}
