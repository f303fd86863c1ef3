// Sums of all rows of a jammed loop stay in registers together.
// RUN: encke-opt --split-input-file --vectorize --canonicalize --cse %s | FileCheck %s

// Two rows of three vectors, which begin as zero: the loop that sets them goes away.
// CHECK-LABEL: func.func @zeros
// CHECK-NOT: scf.for %{{.*}} step %c1 {
// CHECK: %[[SUMS:.*]]:6 = scf.for %[[K:.*]] = %c0 to %c5 step %c1 iter_args({{.*}}) -> (vector<4xf64>, vector<4xf64>, vector<4xf64>, vector<4xf64>, vector<4xf64>, vector<4xf64>) {
// CHECK-NEXT: %[[H0:.*]] = memref.load %{{.*}}[%c0, %[[K]]]
// Each vector of the matrix is loaded once.
// CHECK-COUNT-3: vector.load %{{.*}} : memref<5x12xf64>, vector<4xf64>
// CHECK-NOT: vector.load
// CHECK: memref.load %{{.*}}[%c1, %[[K]]]
// CHECK-NOT: load
// CHECK: scf.yield
// CHECK: vector.store %[[SUMS]]#0, %[[Y:.*]][%c0, %c0]
// CHECK: vector.store %[[SUMS]]#2, %[[Y]][%c0, %c8]
// CHECK: vector.store %[[SUMS]]#3, %[[Y]][%c1, %c0]
// CHECK: vector.store %[[SUMS]]#5, %[[Y]][%c1, %c8]
// CHECK-NOT: #cin.loop<jammed>
func.func @zeros(%h: memref<2x5xf64>, %W: memref<5x12xf64>, %y: memref<2x12xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %c12 = arith.constant 12 : index
  %zero = arith.constant 0.0 : f64
  scf.for %r = %c0 to %c2 step %c1 {
    scf.for %l = %c0 to %c12 step %c1 {
      memref.store %zero, %y[%r, %l] : memref<2x12xf64>
    } {cin.loop = #cin.loop<vector(4)>}
  }
  scf.for %k = %c0 to %c5 step %c1 {
    scf.for %r = %c0 to %c2 step %c1 {
      scf.for %l = %c0 to %c12 step %c1 {
        %0 = memref.load %h[%r, %k] : memref<2x5xf64>
        %1 = memref.load %W[%k, %l] : memref<5x12xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = memref.load %y[%r, %l] : memref<2x12xf64>
        %4 = arith.addf %3, %2 : f64
        memref.store %4, %y[%r, %l] : memref<2x12xf64>
      } {cin.loop = #cin.loop<vector(4) registers(3)>}
    } {cin.loop = #cin.loop<jammed>}
  }
  return
}

// -----

// Rows of a tensor, from row %i on, to which is added what is there; as many elements
// as are known when the program runs.
// CHECK-LABEL: func.func @added
// CHECK-SAME: (%[[Z:[a-z0-9]+]]: memref<?x?xf64>, %[[I:[a-z0-9]+]]: index
// CHECK: scf.for
// CHECK: %[[NEXT:.*]] = arith.addi %[[I]], %c1
// CHECK: vector.load %[[Z]][%[[I]], %
// CHECK: vector.load %[[Z]][%[[NEXT]], %
// CHECK: %[[SUMS:.*]]:2 = scf.for
// CHECK-COUNT-1: vector.load %{{.*}} : memref<?x?xf64>, vector<4xf64>
// CHECK: scf.yield
// CHECK: vector.store %[[SUMS]]#0, %[[Z]][%[[I]], %
// CHECK: vector.store %[[SUMS]]#1, %[[Z]][%[[NEXT]], %
// One element of each row.
// CHECK: scf.for %[[L:.*]] = %{{.*}} to %{{.*}} step %c1 {
// CHECK: %[[NEXT:.*]] = arith.addi %[[I]], %c1
// CHECK: memref.load %[[Z]][%[[I]], %[[L]]]
// CHECK: memref.load %[[Z]][%[[NEXT]], %[[L]]]
// CHECK: %[[ELEMENTS:.*]]:2 = scf.for
// CHECK: memref.store %[[ELEMENTS]]#0, %[[Z]][%[[I]], %[[L]]]
// CHECK: memref.store %[[ELEMENTS]]#1, %[[Z]][%[[NEXT]], %[[L]]]
func.func @added(%Z: memref<?x?xf64>, %i: index, %H: memref<?x5xf64>, %W: memref<?x?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  scf.for %k = %c0 to %c5 step %c1 {
    scf.for %r = %c0 to %c2 step %c1 {
      %row = arith.addi %i, %r : index
      scf.for %l = %c0 to %n step %c1 {
        %0 = memref.load %H[%row, %k] : memref<?x5xf64>
        %1 = memref.load %W[%k, %l] : memref<?x?xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = memref.load %Z[%row, %l] : memref<?x?xf64>
        %4 = arith.addf %3, %2 : f64
        memref.store %4, %Z[%row, %l] : memref<?x?xf64>
      } {cin.loop = #cin.loop<vector(4) registers(1)>}
    } {cin.loop = #cin.loop<jammed>}
  }
  return
}

// -----

// The rows have the same sums: a loop as any other.
// CHECK-LABEL: func.func @same
// CHECK: scf.for %{{.*}} = %c0 to %c5
// CHECK: scf.for %{{.*}} = %c0 to %c2
// CHECK: vector.load
func.func @same(%h: memref<2x5xf64>, %W: memref<5x12xf64>, %y: memref<12xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %c12 = arith.constant 12 : index
  scf.for %k = %c0 to %c5 step %c1 {
    scf.for %r = %c0 to %c2 step %c1 {
      scf.for %l = %c0 to %c12 step %c1 {
        %0 = memref.load %h[%r, %k] : memref<2x5xf64>
        %1 = memref.load %W[%k, %l] : memref<5x12xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = memref.load %y[%l] : memref<12xf64>
        %4 = arith.addf %3, %2 : f64
        memref.store %4, %y[%l] : memref<12xf64>
      } {cin.loop = #cin.loop<vector(4) registers(3)>}
    } {cin.loop = #cin.loop<jammed>}
  }
  return
}
