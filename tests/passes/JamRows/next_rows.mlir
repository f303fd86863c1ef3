// While four rows are multiplied, the next four are fetched.
// RUN: encke-opt --jam-rows --canonicalize --split-input-file %s | FileCheck %s

// An iteration reads an element of each row, and fetches as many of the next four rows,
// which lie one behind the other; of the last ones themselves.
// CHECK-LABEL: func.func @far
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[WHOLE:.*]] step %[[C4]]
// CHECK:   scf.for %[[K:.*]] = %{{.*}} to %c200
// CHECK:     %[[NEXT:.*]] = arith.addi %[[I]], %[[C4]]
// CHECK:     %[[LAST:.*]] = arith.subi %{{.*}}, %[[C4]]
// CHECK:     %[[ROW:.*]] = arith.minsi %[[NEXT]], %[[LAST]]
// CHECK:     %[[AT:.*]] = arith.muli %[[K]], %[[C4]]
// CHECK:     memref.prefetch %{{.*}}[%[[ROW]], %[[AT]]], read, locality<3>, data : memref<?x200xf64>
// CHECK-NOT: memref.prefetch
// CHECK:     } {cin.loop = #cin.loop<jammed>}
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @far(%H: memref<?x200xf64>, %W: memref<200x8xf64>, %Z: memref<?x8xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c200 = arith.constant 200 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %k = %c0 to %c200 step %c1 {
      scf.for %l = %c0 to %c8 step %c1 {
        %h = memref.load %H[%i, %k] {cin.next = #cin<next(cache = 1)>} : memref<?x200xf64>
        %w = memref.load %W[%k, %l] : memref<200x8xf64>
        %p = arith.mulf %h, %w : f64
        %old = memref.load %Z[%i, %l] : memref<?x8xf64>
        %new = arith.addf %old, %p : f64
        memref.store %new, %Z[%i, %l] : memref<?x8xf64>
      } {cin.loop = #cin.loop<vector(8) registers(8) product(registers = 16)>}
    }
  } {cin.loop = #cin.loop<jam(rows = 4)>}
  return
}

// -----

// Of long rows the next four go to the second cache.
// CHECK-LABEL: func.func @long
// CHECK: memref.prefetch {{.*}} locality<2>
func.func @long(%H: memref<?x1000xf64>, %W: memref<1000x8xf64>, %Z: memref<?x8xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c1000 = arith.constant 1000 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %k = %c0 to %c1000 step %c1 {
      scf.for %l = %c0 to %c8 step %c1 {
        %h = memref.load %H[%i, %k] {cin.next = #cin<next(cache = 2)>} : memref<?x1000xf64>
        %w = memref.load %W[%k, %l] : memref<1000x8xf64>
        %p = arith.mulf %h, %w : f64
        %old = memref.load %Z[%i, %l] : memref<?x8xf64>
        %new = arith.addf %old, %p : f64
        memref.store %new, %Z[%i, %l] : memref<?x8xf64>
      } {cin.loop = #cin.loop<vector(8) registers(8) product(registers = 16)>}
    }
  } {cin.loop = #cin.loop<jam(rows = 4)>}
  return
}

