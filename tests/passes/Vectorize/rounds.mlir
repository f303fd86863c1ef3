// Four iterations of the loop around at a time, and where that cannot be.
// RUN: encke-opt --vectorize --canonicalize --cse --split-input-file %s | FileCheck %s

// The element of C is loaded once, gets four rows of A in their order, and is
// stored once. Two of 302 iterations are left.
// CHECK-LABEL: func.func @iterations
// CHECK: scf.for %[[A:.*]] = %c0 to %c300 step %c4 {
// CHECK-DAG: %[[A1:.*]] = arith.addi %[[A]], %c1
// CHECK-DAG: %[[A2:.*]] = arith.addi %[[A]], %c2
// CHECK-DAG: %[[A3:.*]] = arith.addi %[[A]], %c3
// CHECK: scf.for %[[C:.*]] = %c0 to %c4096 step %c8 {
// CHECK: %[[OLD:.*]] = vector.load %[[M:.*]][%[[C]]]
// CHECK: vector.load %{{.*}}[%[[A]], %[[C]]]
// CHECK: %[[S0:.*]] = arith.addf %[[OLD]], %{{.*}} : vector<8xf64>
// CHECK: vector.load %{{.*}}[%[[A1]], %[[C]]]
// CHECK: %[[S1:.*]] = arith.addf %[[S0]], %{{.*}} : vector<8xf64>
// CHECK: vector.load %{{.*}}[%[[A2]], %[[C]]]
// CHECK: %[[S2:.*]] = arith.addf %[[S1]], %{{.*}} : vector<8xf64>
// CHECK: vector.load %{{.*}}[%[[A3]], %[[C]]]
// CHECK: %[[S3:.*]] = arith.addf %[[S2]], %{{.*}} : vector<8xf64>
// CHECK-NEXT: vector.store %[[S3]], %[[M]][%[[C]]]
// CHECK: scf.for %{{.*}} = %c300 to %c302 step %c1 {
// CHECK: vector.store
func.func @iterations(%A: memref<302x4096xf64>, %x: memref<302xf64>, %C: memref<4096xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4096 = arith.constant 4096 : index
  %c302 = arith.constant 302 : index
  %0:3 = memref.distinct_objects %C, %A, %x : memref<4096xf64>, memref<302x4096xf64>, memref<302xf64>
  scf.for %a = %c0 to %c302 step %c1 {
    scf.for %c = %c0 to %c4096 step %c1 {
      %v = memref.load %0#1[%a, %c] : memref<302x4096xf64>
      %f = memref.load %0#2[%a] : memref<302xf64>
      %p = arith.mulf %v, %f : f64
      %e = memref.load %0#0[%c] : memref<4096xf64>
      %s = arith.addf %e, %p : f64
      memref.store %s, %0#0[%c] : memref<4096xf64>
    } {cin.loop = #cin.loop<vector(8)>}
  } {cin.loop = #cin.loop<unroll(4)>}
  return
}

// -----

// How many iterations there are is known when the program runs.
// CHECK-LABEL: func.func @unknown
// CHECK-SAME: %[[N:[^:]*]]: index)
// CHECK: %[[R:.*]] = arith.remui %[[N]], %c4
// CHECK: %[[E:.*]] = arith.subi %[[N]], %[[R]]
// CHECK: scf.for %{{.*}} = %c0 to %[[E]] step %c4
// CHECK: arith.maximumf
// CHECK: scf.for %{{.*}} = %[[E]] to %[[N]] step %c1
func.func @unknown(%A: memref<?x4096xf64>, %C: memref<4096xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4096 = arith.constant 4096 : index
  %0:2 = memref.distinct_objects %C, %A : memref<4096xf64>, memref<?x4096xf64>
  scf.for %a = %c0 to %n step %c1 {
    scf.for %c = %c0 to %c4096 step %c1 {
      %v = memref.load %0#1[%a, %c] : memref<?x4096xf64>
      %e = memref.load %0#0[%c] : memref<4096xf64>
      %s = arith.maximumf %e, %v : f64
      memref.store %s, %0#0[%c] : memref<4096xf64>
    } {cin.loop = #cin.loop<vector(8)>}
  } {cin.loop = #cin.loop<unroll(4)>}
  return
}

// -----

// Each iteration has a row of C of its own; another element of C is read; the loop
// around does more; nothing says that C and A are apart; there are three iterations;
// the loop is not marked.
// CHECK-LABEL: func.func @apart
// CHECK-NOT: step %c4
func.func @apart(%A: memref<300x4096xf64>, %C: memref<300x4096xf64>, %D: memref<4096xf64>, %x: memref<300xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4096 = arith.constant 4096 : index
  %c300 = arith.constant 300 : index
  %zero = arith.constant 0.0 : f64
  %0:4 = memref.distinct_objects %C, %A, %D, %x : memref<300x4096xf64>, memref<300x4096xf64>, memref<4096xf64>, memref<300xf64>
  scf.for %a = %c0 to %c300 step %c1 {
    scf.for %c = %c0 to %c4096 step %c1 {
      %v = memref.load %0#1[%a, %c] : memref<300x4096xf64>
      %e = memref.load %0#0[%a, %c] : memref<300x4096xf64>
      %s = arith.addf %e, %v : f64
      memref.store %s, %0#0[%a, %c] : memref<300x4096xf64>
    } {cin.loop = #cin.loop<vector(8)>}
  } {cin.loop = #cin.loop<unroll(4)>}
  scf.for %a = %c0 to %c300 step %c1 {
    scf.for %c = %c0 to %c4096 step %c1 {
      %v = memref.load %0#2[%c0] : memref<4096xf64>
      %e = memref.load %0#2[%c] : memref<4096xf64>
      %s = arith.addf %e, %v : f64
      memref.store %s, %0#2[%c] : memref<4096xf64>
    } {cin.loop = #cin.loop<vector(8)>}
  } {cin.loop = #cin.loop<unroll(4)>}
  scf.for %a = %c0 to %c300 step %c1 {
    scf.for %c = %c0 to %c4096 step %c1 {
      %v = memref.load %0#1[%a, %c] : memref<300x4096xf64>
      %e = memref.load %0#2[%c] : memref<4096xf64>
      %s = arith.addf %e, %v : f64
      memref.store %s, %0#2[%c] : memref<4096xf64>
    } {cin.loop = #cin.loop<vector(8)>}
    memref.store %zero, %0#3[%a] : memref<300xf64>
  } {cin.loop = #cin.loop<unroll(4)>}
  scf.for %a = %c0 to %c300 step %c1 {
    scf.for %c = %c0 to %c4096 step %c1 {
      %v = memref.load %A[%a, %c] : memref<300x4096xf64>
      %e = memref.load %D[%c] : memref<4096xf64>
      %s = arith.addf %e, %v : f64
      memref.store %s, %D[%c] : memref<4096xf64>
    } {cin.loop = #cin.loop<vector(8)>}
  } {cin.loop = #cin.loop<unroll(4)>}
  scf.for %a = %c0 to %c300 step %c1 {
    scf.for %c = %c0 to %c300 step %c1 {
      %v = memref.load %0#1[%a, %c] : memref<300x4096xf64>
      %e = memref.load %0#2[%c] : memref<4096xf64>
      %s = arith.addf %e, %v : f64
      memref.store %s, %0#2[%c] : memref<4096xf64>
    } {cin.loop = #cin.loop<vector(8)>}
  }
  scf.for %a = %c0 to %c3 step %c1 {
    scf.for %c = %c0 to %c4096 step %c1 {
      %v = memref.load %0#1[%a, %c] : memref<300x4096xf64>
      %e = memref.load %0#2[%c] : memref<4096xf64>
      %s = arith.addf %e, %v : f64
      memref.store %s, %0#2[%c] : memref<4096xf64>
    } {cin.loop = #cin.loop<vector(8)>}
  } {cin.loop = #cin.loop<unroll(4)>}
  return
}
