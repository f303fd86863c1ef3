// Which lines are fetched of which rows, and loops that read none.
// RUN: encke-opt --fetch-rows --canonicalize --cse %s | FileCheck %s

// Vectors that follow each other: a line each two of four doubles. What is before the loop
// along the row moves them all.
// CHECK-LABEL: func.func @vectors
// CHECK: scf.for
// CHECK: memref.prefetch %{{.*}}[%{{.*}}, %arg4]
// CHECK-NEXT: memref.prefetch %{{.*}}[%{{.*}}, %[[K8:.*]]]
// CHECK-NOT: memref.prefetch
// CHECK: else
// CHECK: return
func.func @vectors(%crd: memref<?xi64>, %B: memref<?x?xf64>, %lo: index, %hi: index, %k: index, %zero: vector<4xf64>) -> vector<4xf64> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c12 = arith.constant 12 : index
  %k4 = arith.addi %k, %c4 : index
  %k8 = arith.addi %k, %c8 : index
  %k12 = arith.addi %k, %c12 : index
  %sum = scf.for %p = %lo to %hi step %c1 iter_args(%s = %zero) -> vector<4xf64> {
    %j = memref.load %crd[%p] : memref<?xi64>
    %i = arith.index_cast %j : i64 to index
    %b0 = vector.load %B[%i, %k] {cin.prefetch = #cin<prefetch(ahead = 16, lines = 8, few = 16384, near = 1048576, far = 8388608)>} : memref<?x?xf64>, vector<4xf64>
    %b1 = vector.load %B[%i, %k4] {cin.prefetch = #cin<prefetch(ahead = 16, lines = 8, few = 16384, near = 1048576, far = 8388608)>} : memref<?x?xf64>, vector<4xf64>
    %b2 = vector.load %B[%i, %k8] {cin.prefetch = #cin<prefetch(ahead = 16, lines = 8, few = 16384, near = 1048576, far = 8388608)>} : memref<?x?xf64>, vector<4xf64>
    %b3 = vector.load %B[%i, %k12] {cin.prefetch = #cin<prefetch(ahead = 16, lines = 8, few = 16384, near = 1048576, far = 8388608)>} : memref<?x?xf64>, vector<4xf64>
    %t0 = arith.addf %b0, %b1 : vector<4xf64>
    %t1 = arith.addf %b2, %b3 : vector<4xf64>
    %t2 = arith.addf %t0, %t1 : vector<4xf64>
    %u = arith.addf %s, %t2 : vector<4xf64>
    scf.yield %u : vector<4xf64>
  }
  return %sum : vector<4xf64>
}

// A loop inside goes along the row, as in SDDMM: its 32 floats are two lines. Two tensors
// at the same coordinate are both fetched, with one load of it.
// CHECK-LABEL: func.func @loop_inside
// CHECK: %[[B:.*]] = arith.muli %{{.*}}, %c128
// CHECK: arith.addi
// CHECK-COUNT-1: call @encke_loop_is_scattered
// CHECK: scf.if
// CHECK: memref.load %arg0
// CHECK: memref.prefetch %arg1[%[[AT:.*]], %c0]
// CHECK-NEXT: memref.prefetch %arg1[%[[AT]], %c16]
// CHECK-NEXT: memref.prefetch %arg2[%[[AT]], %c0]
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @loop_inside(%crd: memref<?xi32>, %B: memref<?x32xf32>, %D: memref<?x8xf64>, %C: memref<?x8xf64>, %lo: index, %hi: index, %zero: vector<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  scf.for %p = %lo to %hi step %c1 {
    %j = memref.load %crd[%p] : memref<?xi32>
    %i = arith.index_castui %j : i32 to index
    %sum = scf.for %k = %c0 to %c32 step %c8 iter_args(%s = %zero) -> vector<8xf32> {
      %b = vector.load %B[%i, %k] {cin.prefetch = #cin<prefetch(ahead = 16, lines = 8, few = 16384, near = 1048576, far = 8388608)>} : memref<?x32xf32>, vector<8xf32>
      %u = arith.addf %s, %b : vector<8xf32>
      scf.yield %u : vector<8xf32>
    }
    %d = vector.load %D[%i, %c0] {cin.prefetch = #cin<prefetch(ahead = 16, lines = 8, few = 16384, near = 1048576, far = 8388608)>} : memref<?x8xf64>, vector<8xf64>
    %e = arith.extf %sum : vector<8xf32> to vector<8xf64>
    %f = arith.addf %d, %e : vector<8xf64>
    vector.store %f, %C[%p, %c0] : memref<?x8xf64>, vector<8xf64>
  }
  return
}

// Tasks: it is asked before they begin, also where they say that their tensors do not
// overlap. An array of coordinates that a loop around makes is there only inside of that.
// CHECK-LABEL: func.func @tasks
// CHECK: call @encke_loop_is_scattered
// CHECK: scf.parallel
// CHECK-NOT: call
// CHECK: scf.if
// CHECK-LABEL: func.func @distinct
// CHECK: memref.dim %arg0
// CHECK: call @encke_loop_is_scattered
// CHECK: scf.parallel
// CHECK: %[[DISTINCT:.*]]:2 = memref.distinct_objects %arg2, %arg1
// CHECK: scf.if
// CHECK: memref.prefetch %[[DISTINCT]]#1
// CHECK-LABEL: func.func @made_inside
// CHECK: scf.for
// CHECK: call @make
// CHECK: call @encke_loop_is_scattered
func.func @tasks(%crd: memref<?xi32>, %B: memref<?x8xf64>, %C: memref<?x8xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    scf.for %p = %t to %n step %c1 {
      %j = memref.load %crd[%p] : memref<?xi32>
      %i = arith.index_castui %j : i32 to index
      %b = vector.load %B[%i, %c0] {cin.prefetch = #cin<prefetch(ahead = 16, lines = 8, few = 16384, near = 1048576, far = 8388608)>} : memref<?x8xf64>, vector<8xf64>
      vector.store %b, %C[%p, %c0] : memref<?x8xf64>, vector<8xf64>
    }
  }
  return
}
func.func @distinct(%crd: memref<?xi32>, %B: memref<?x8xf64>, %C: memref<?x8xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%n) step (%c1) {
    %apart:2 = memref.distinct_objects %C, %B : memref<?x8xf64>, memref<?x8xf64>
    scf.for %p = %t to %n step %c1 {
      %j = memref.load %crd[%p] : memref<?xi32>
      %i = arith.index_castui %j : i32 to index
      %b = vector.load %apart#1[%i, %c0] {cin.prefetch = #cin<prefetch(ahead = 16, lines = 8, few = 16384, near = 1048576, far = 8388608)>} : memref<?x8xf64>, vector<8xf64>
      vector.store %b, %apart#0[%p, %c0] : memref<?x8xf64>, vector<8xf64>
    }
  }
  return
}
func.func private @make(index) -> memref<?xi32>
func.func @made_inside(%B: memref<?x8xf64>, %C: memref<?x8xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %t = %c0 to %n step %c1 {
    %crd = func.call @make(%t) : (index) -> memref<?xi32>
    scf.for %p = %t to %n step %c1 {
      %j = memref.load %crd[%p] : memref<?xi32>
      %i = arith.index_castui %j : i32 to index
      %b = vector.load %B[%i, %c0] {cin.prefetch = #cin<prefetch(ahead = 16, lines = 8, few = 16384, near = 1048576, far = 8388608)>} : memref<?x8xf64>, vector<8xf64>
      vector.store %b, %C[%p, %c0] : memref<?x8xf64>, vector<8xf64>
    }
  }
  return
}

// Fibres: what is around them stands there twice, so that what does not change along them is
// moved out of their loop. Around rows, the inner loop alone.
// CHECK-LABEL: func.func @fibres
// CHECK: %[[FAR:.*]] = arith.cmpi ne
// CHECK-NOT: scf.for
// CHECK: scf.if %[[FAR]] {
// CHECK-COUNT-3: scf.for
// CHECK: memref.prefetch
// CHECK: } else {
// CHECK-COUNT-3: scf.for
// CHECK-NOT: memref.prefetch
// CHECK-LABEL: func.func @rows
// CHECK: scf.for
// CHECK: scf.if
// CHECK: scf.for
// CHECK: memref.prefetch
// CHECK: } else {
// CHECK: scf.for
func.func @fibres(%pos0: memref<?xi32>, %pos1: memref<?xi32>, %crd: memref<?xi32>, %B: memref<?x8xf64>, %C: memref<?x8xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %next = arith.addi %i, %c1 : index
    %0 = memref.load %pos0[%i] : memref<?xi32>
    %first = arith.index_castui %0 : i32 to index
    %1 = memref.load %pos0[%next] : memref<?xi32>
    %last = arith.index_castui %1 : i32 to index
    scf.for %f = %first to %last step %c1 {
      %after = arith.addi %f, %c1 : index
      %2 = memref.load %pos1[%f] : memref<?xi32>
      %lo = arith.index_castui %2 : i32 to index
      %3 = memref.load %pos1[%after] : memref<?xi32>
      %hi = arith.index_castui %3 : i32 to index
      scf.for %p = %lo to %hi step %c1 {
        %4 = memref.load %crd[%p] : memref<?xi32>
        %k = arith.index_castui %4 : i32 to index
        %b = vector.load %B[%k, %c0] {cin.prefetch = #cin<prefetch(ahead = 16, lines = 8, few = 16384, near = 1048576, far = 8388608)>} : memref<?x8xf64>, vector<8xf64>
        vector.store %b, %C[%i, %c0] : memref<?x8xf64>, vector<8xf64>
      }
    }
  } {cin.loop = #cin.loop<twice>}
  return
}
func.func @rows(%pos: memref<?xi32>, %crd: memref<?xi32>, %B: memref<?x8xf64>, %C: memref<?x8xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %next = arith.addi %i, %c1 : index
    %0 = memref.load %pos[%i] : memref<?xi32>
    %lo = arith.index_castui %0 : i32 to index
    %1 = memref.load %pos[%next] : memref<?xi32>
    %hi = arith.index_castui %1 : i32 to index
    scf.for %p = %lo to %hi step %c1 {
      %2 = memref.load %crd[%p] : memref<?xi32>
      %k = arith.index_castui %2 : i32 to index
      %b = vector.load %B[%k, %c0] {cin.prefetch = #cin<prefetch(ahead = 16, lines = 8, few = 16384, near = 1048576, far = 8388608)>} : memref<?x8xf64>, vector<8xf64>
      vector.store %b, %C[%i, %c0] : memref<?x8xf64>, vector<8xf64>
    }
  }
  return
}

// Elements, not rows; a row that is no coordinate's; a step that is not one.
// CHECK-LABEL: func.func @others
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @others(%crd: memref<?xi32>, %x: memref<?xf64>, %B: memref<?x8xf64>, %C: memref<?x8xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %p = %c0 to %n step %c1 {
    %j = memref.load %crd[%p] : memref<?xi32>
    %i = arith.index_castui %j : i32 to index
    %b = vector.load %x[%i] {cin.prefetch = #cin<prefetch(ahead = 16, lines = 8, few = 16384, near = 1048576, far = 8388608)>} : memref<?xf64>, vector<8xf64>
    %d = vector.load %B[%p, %c0] {cin.prefetch = #cin<prefetch(ahead = 16, lines = 8, few = 16384, near = 1048576, far = 8388608)>} : memref<?x8xf64>, vector<8xf64>
    %e = arith.addf %b, %d : vector<8xf64>
    vector.store %e, %C[%p, %c0] : memref<?x8xf64>, vector<8xf64>
  }
  scf.for %p = %c0 to %n step %c2 {
    %j = memref.load %crd[%p] : memref<?xi32>
    %i = arith.index_castui %j : i32 to index
    %b = vector.load %B[%i, %c0] {cin.prefetch = #cin<prefetch(ahead = 16, lines = 8, few = 16384, near = 1048576, far = 8388608)>} : memref<?x8xf64>, vector<8xf64>
    vector.store %b, %C[%p, %c0] : memref<?x8xf64>, vector<8xf64>
  }
  return
}
