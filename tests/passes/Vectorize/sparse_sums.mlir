// Sums along a sparse level: whole vectors, into which what stands at the coordinates is
// put by scalar loads; what is left does not wait for them. A row no longer than two
// vectors is added up one by one. One of more than 128 elements, of a tensor that no cache
// holds, gathers two vectors at a time, and fetches ahead what it reads in order.
// RUN: encke-opt --vectorize --canonicalize --cse %s | FileCheck %s

// CHECK-LABEL: func.func @spmv
// CHECK-SAME: %[[CRD:[^ ]*]]: memref<?xi32>, %[[A:[^ ]*]]: memref<?xf64>, %[[X:[^ ]*]]: memref<?xf64>, %[[LO:[^ ]*]]: index, %[[HI:[^ ]*]]: index, %[[INIT:[^ ]*]]: f64
// CHECK: %[[LENGTH:.*]] = arith.subi %[[HI]], %[[LO]]
// CHECK: %[[LONG:.*]] = arith.cmpi ugt, %[[LENGTH]], %c4
// CHECK: %[[R:.*]] = scf.if %[[LONG]] -> (f64) {
// CHECK: %[[VERY:.*]] = arith.cmpi ugt, %[[LENGTH]], %c128
// CHECK: %[[ELEMENTS:.*]] = memref.dim %[[CRD]]
// CHECK: %[[LARGE:.*]] = arith.cmpi ugt, %[[ELEMENTS]], %c1048576
// CHECK: %[[MEMORY:.*]] = arith.andi %[[VERY]], %[[LARGE]]
// CHECK: %[[GROUPS:.*]]:2 = scf.if %[[MEMORY]] -> (vector<2xf64>, index) {
// CHECK: %[[LEFT4:.*]] = arith.remui %[[LENGTH]], %c4
// CHECK: %[[END4:.*]] = arith.subi %[[HI]], %[[LEFT4]]
// CHECK: %[[TWO:.*]]:2 = scf.for %[[P:.*]] = %[[LO]] to %[[END4]] step %c4 iter_args(%[[S0:.*]] = %{{.*}}, %[[S1:.*]] = %{{.*}}) -> (vector<2xf64>, vector<2xf64>) {
// CHECK: %[[AHEAD:.*]] = arith.addi %[[P]], %c128
// CHECK-DAG: memref.prefetch %[[CRD]][%[[AHEAD]]], read
// CHECK-DAG: memref.prefetch %[[A]][%[[AHEAD]]], read
// CHECK-NOT: memref.prefetch
// CHECK: %[[J:.*]] = vector.load %[[CRD]][%[[P]]]
// CHECK: %[[K:.*]] = arith.index_castui %[[J]] : vector<2xi32> to vector<2xindex>
// CHECK: vector.load %[[A]][%[[P]]]
// CHECK: vector.gather %[[X]][%c0] [%[[K]]]
// CHECK: arith.addf %[[S0]]
// CHECK: %[[NEXT:.*]] = arith.addi %[[P]], %c2
// CHECK: vector.load %[[A]][%[[NEXT]]]
// CHECK: vector.gather %[[X]]
// CHECK: arith.addf %[[S1]]
// CHECK: }
// CHECK: %[[SUM:.*]] = arith.addf %[[TWO]]#0, %[[TWO]]#1 : vector<2xf64>
// CHECK: scf.yield %[[SUM]], %[[END4]]
// CHECK: } else {
// CHECK: %[[LEFT:.*]] = arith.remui %[[LENGTH]], %c2
// CHECK: %[[END:.*]] = arith.subi %[[HI]], %[[LEFT]]
// CHECK: %[[SUMS:.*]] = scf.for %[[P:.*]] = %[[LO]] to %[[END]] step %c2 iter_args(%[[S:.*]] = %{{.*}}) -> (vector<2xf64>) {
// CHECK-NEXT: %[[V:.*]] = vector.load %[[A]][%[[P]]]
// CHECK-NEXT: %[[J0:.*]] = memref.load %[[CRD]][%[[P]]]
// CHECK-NEXT: %[[K0:.*]] = arith.index_castui %[[J0]] : i32 to index
// CHECK-NEXT: %[[W0:.*]] = memref.load %[[X]][%[[K0]]]
// CHECK-NEXT: %[[Q:.*]] = arith.addi %[[P]], %c1
// CHECK-NEXT: %[[J1:.*]] = memref.load %[[CRD]][%[[Q]]]
// CHECK-NEXT: %[[K1:.*]] = arith.index_castui %[[J1]] : i32 to index
// CHECK-NEXT: %[[W1:.*]] = memref.load %[[X]][%[[K1]]]
// CHECK-NEXT: %[[W:.*]] = vector.from_elements %[[W0]], %[[W1]] : vector<2xf64>
// CHECK-NEXT: %[[VW:.*]] = arith.mulf %[[V]], %[[W]] fastmath<contract>
// CHECK-NEXT: %[[T:.*]] = arith.addf %[[S]], %[[VW]] fastmath<contract>
// CHECK-NEXT: scf.yield %[[T]]
// CHECK: scf.yield %[[SUMS]], %[[END]]
// CHECK: %[[REST:.*]] = scf.for %{{.*}} = %[[GROUPS]]#1 to %[[HI]] step %c1 iter_args(%{{.*}} = %[[INIT]])
// CHECK: %[[ALL:.*]] = vector.reduction <add>, %[[GROUPS]]#0, %[[REST]]
// CHECK: scf.yield %[[ALL]]
// CHECK: } else {
// CHECK: %[[ONE:.*]] = scf.for %{{.*}} = %[[LO]] to %[[HI]] step %c1
// CHECK-NOT: vector
// CHECK: scf.yield %[[ONE]]
// CHECK: return %[[R]]
func.func @spmv(%crd: memref<?xi32>, %a: memref<?xf64>, %x: memref<?xf64>, %lo: index, %hi: index, %init: f64) -> f64 {
  %c1 = arith.constant 1 : index
  %r = scf.for %p = %lo to %hi step %c1 iter_args(%s = %init) -> (f64) {
    %0 = memref.load %crd[%p] : memref<?xi32>
    %1 = arith.index_castui %0 : i32 to index
    %2 = memref.load %a[%p] : memref<?xf64>
    %3 = memref.load %x[%1] : memref<?xf64>
    %4 = arith.mulf %2, %3 fastmath<contract> : f64
    %5 = arith.addf %s, %4 fastmath<contract> : f64
    scf.yield %5 : f64
  } {cin.loop = #cin.loop<vector(2) few(4) far(row = 128, all = 1048576, vectors = 2, ahead = 128)>}
  return %r : f64
}

// A row of a matrix is chosen outside; what does not vary is loaded once a step.
// CHECK-LABEL: func.func @row
// CHECK: vector.from_elements
// CHECK: memref.load %{{.*}}[%{{.*}}] : memref<?xi64>
// CHECK: vector.broadcast
// CHECK: arith.muli %{{.*}} : vector<4xi64>
func.func @row(%crd: memref<?xi32>, %b: memref<?x?xi64>, %z: memref<?xi64>, %k: index, %lo: index, %hi: index) -> i64 {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %r = scf.for %p = %lo to %hi step %c1 iter_args(%s = %zero) -> (i64) {
    %0 = memref.load %crd[%p] : memref<?xi32>
    %1 = arith.index_castui %0 : i32 to index
    %2 = memref.load %b[%k, %1] : memref<?x?xi64>
    %3 = memref.load %z[%k] : memref<?xi64>
    %4 = arith.muli %2, %3 : i64
    %5 = arith.addi %s, %4 : i64
    scf.yield %5 : i64
  } {cin.loop = #cin.loop<vector(4) few(8) far(row = 128, all = 1048576, vectors = 2, ahead = 128)>}
  return %r : i64
}

// Not: an integer division, for which there are no vectors.
// CHECK-LABEL: func.func @division
// CHECK-NOT: vector
// CHECK: return
func.func @division(%crd: memref<?xi32>, %b: memref<?xi64>, %a: memref<?xi64>, %lo: index, %hi: index) -> i64 {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %r = scf.for %p = %lo to %hi step %c1 iter_args(%s = %zero) -> (i64) {
    %0 = memref.load %crd[%p] : memref<?xi32>
    %1 = arith.index_castui %0 : i32 to index
    %2 = memref.load %b[%1] : memref<?xi64>
    %3 = memref.load %a[%p] : memref<?xi64>
    %4 = arith.divsi %3, %2 : i64
    %5 = arith.addi %s, %4 : i64
    scf.yield %5 : i64
  } {cin.loop = #cin.loop<vector(4) few(8) far(row = 128, all = 1048576, vectors = 2, ahead = 128)>}
  return %r : i64
}

// Nor a column, which is not contiguous.
// CHECK-LABEL: func.func @column
// CHECK-NOT: vector
// CHECK: return
func.func @column(%crd: memref<?xi32>, %b: memref<?x?xf64>, %k: index, %lo: index, %hi: index) -> f64 {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %p = %lo to %hi step %c1 iter_args(%s = %zero) -> (f64) {
    %0 = memref.load %crd[%p] : memref<?xi32>
    %1 = arith.index_castui %0 : i32 to index
    %2 = memref.load %b[%1, %k] : memref<?x?xf64>
    %3 = arith.addf %s, %2 : f64
    scf.yield %3 : f64
  } {cin.loop = #cin.loop<vector(4) few(8) far(row = 128, all = 1048576, vectors = 2, ahead = 128)>}
  return %r : f64
}

// A maximum: a lane that has none yet holds minus infinity.
// CHECK-LABEL: func.func @maximum
// CHECK-DAG: %[[NONE:.*]] = arith.constant dense<0xFFF0000000000000> : vector<4xf64>
// CHECK: vector.gather
// CHECK: arith.maximumf %{{.*}}#0, %{{.*}}#1 : vector<4xf64>
// CHECK: scf.for {{.*}} iter_args(%[[M:.*]] = %[[NONE]]) -> (vector<4xf64>) {
// CHECK: %[[X:.*]] = vector.from_elements
// CHECK: arith.maximumf %[[M]], %[[X]] : vector<4xf64>
// CHECK: %[[REST:.*]] = scf.for
// CHECK: vector.reduction <maximumf>, %{{.*}}, %[[REST]] : vector<4xf64> into f64
func.func @maximum(%crd: memref<?xi32>, %x: memref<?xf64>, %lo: index, %hi: index) -> f64 {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %p = %lo to %hi step %c1 iter_args(%s = %zero) -> (f64) {
    %0 = memref.load %crd[%p] : memref<?xi32>
    %1 = arith.index_castui %0 : i32 to index
    %2 = memref.load %x[%1] : memref<?xf64>
    %3 = arith.maximumf %s, %2 : f64
    scf.yield %3 : f64
  } {cin.loop = #cin.loop<vector(4) few(8) far(row = 128, all = 1048576, vectors = 2, ahead = 128)>}
  return %r : f64
}

// Integers, smallest and products; the same loop carries both.
// CHECK-LABEL: func.func @smallest
// CHECK-DAG: arith.constant dense<9223372036854775807> : vector<4xi64>
// CHECK-DAG: arith.constant dense<1> : vector<4xi64>
// CHECK: arith.minsi %{{.*}} : vector<4xi64>
// CHECK: arith.muli %{{.*}} : vector<4xi64>
// CHECK: vector.reduction <minsi>
// CHECK: vector.reduction <mul>
func.func @smallest(%crd: memref<?xi32>, %x: memref<?xi64>, %lo: index, %hi: index) -> (i64, i64) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %r:2 = scf.for %p = %lo to %hi step %c1 iter_args(%s = %zero, %t = %zero) -> (i64, i64) {
    %0 = memref.load %crd[%p] : memref<?xi32>
    %1 = arith.index_castui %0 : i32 to index
    %2 = memref.load %x[%1] : memref<?xi64>
    %3 = arith.minsi %s, %2 : i64
    %4 = arith.muli %t, %2 : i64
    scf.yield %3, %4 : i64, i64
  } {cin.loop = #cin.loop<vector(4) few(8) far(row = 128, all = 1048576, vectors = 2, ahead = 128)>}
  return %r#0, %r#1 : i64, i64
}

// Not: a difference, whose order matters.
// CHECK-LABEL: func.func @difference
// CHECK-NOT: vector
// CHECK: return
func.func @difference(%crd: memref<?xi32>, %x: memref<?xf64>, %lo: index, %hi: index) -> f64 {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %p = %lo to %hi step %c1 iter_args(%s = %zero) -> (f64) {
    %0 = memref.load %crd[%p] : memref<?xi32>
    %1 = arith.index_castui %0 : i32 to index
    %2 = memref.load %x[%1] : memref<?xf64>
    %3 = arith.subf %s, %2 : f64
    scf.yield %3 : f64
  } {cin.loop = #cin.loop<vector(4) few(8) far(row = 128, all = 1048576, vectors = 2, ahead = 128)>}
  return %r : f64
}

// Nor the smallest of indices, which have no width yet.
// CHECK-LABEL: func.func @indices
// CHECK-NOT: vector
// CHECK: return
func.func @indices(%crd: memref<?xi32>, %x: memref<?xindex>, %lo: index, %hi: index) -> index {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : index
  %r = scf.for %p = %lo to %hi step %c1 iter_args(%s = %zero) -> (index) {
    %0 = memref.load %crd[%p] : memref<?xi32>
    %1 = arith.index_castui %0 : i32 to index
    %2 = memref.load %x[%1] : memref<?xindex>
    %3 = arith.minsi %s, %2 : index
    scf.yield %3 : index
  } {cin.loop = #cin.loop<vector(4) few(8) far(row = 128, all = 1048576, vectors = 2, ahead = 128)>}
  return %r : index
}
