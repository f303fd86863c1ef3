// What becomes of each kind of operation in a marked loop.
// RUN: encke-opt --vectorize --canonicalize --cse %s | FileCheck %s

// CHECK: #[[ONE:.*]] = #llvm.loop_interleave<count = 1 : i32>
// CHECK: #[[WHOLE:.*]] = #llvm.loop_unroll<disable = true>
// CHECK: #[[ROLLED:.*]] = #llvm.loop_annotation<interleave = #[[ONE]], unroll = #[[WHOLE]]>

// An element that does not move along the loop is loaded once a step and
// broadcast; attributes of operations stay.
// CHECK-LABEL: func.func @invariant_load
// CHECK: scf.for %[[K:.*]] = {{.*}} step %c4 {
// CHECK-NEXT: %[[S:.*]] = memref.load %{{.*}}[%arg3] : memref<?xf64>
// CHECK-NEXT: %[[X:.*]] = vector.load %{{.*}}[%[[K]]]
// CHECK-NEXT: %[[V:.*]] = vector.broadcast %[[S]] : f64 to vector<4xf64>
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[X]], %[[V]] fastmath<contract> : vector<4xf64>
// CHECK-NEXT: %[[E:.*]] = math.exp %[[P]] : vector<4xf64>
// CHECK-NEXT: vector.store %[[E]], %{{.*}}[%[[K]]]
func.func @invariant_load(%x: memref<?xf64>, %y: memref<?xf64>, %z: memref<?xf64>, %i: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %0 = memref.load %z[%i] : memref<?xf64>
    %1 = memref.load %x[%k] : memref<?xf64>
    %2 = arith.mulf %1, %0 fastmath<contract> : f64
    %3 = math.exp %2 : f64
    memref.store %3, %y[%k] : memref<?xf64>
  } {cin.loop = #cin.loop<vector(4)>}
  return
}

// A value for every element.
// CHECK-LABEL: func.func @fill
// CHECK: %[[V:.*]] = vector.broadcast %{{.*}} : f32 to vector<8xf32>
// CHECK: vector.store %[[V]], %{{.*}} : memref<?xf32>, vector<8xf32>
// CHECK: memref.store
func.func @fill(%v: f32, %y: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    memref.store %v, %y[%k] : memref<?xf32>
  } {cin.loop = #cin.loop<vector(8)>}
  return
}

// Bounds need not be 0 and n: what is counted in whole vectors is n - lo.
// CHECK-LABEL: func.func @bounds
// CHECK-SAME: %[[LO:[^ ]*]]: index, %[[HI:[^ ]*]]: index
// CHECK: %[[COUNT:.*]] = arith.subi %[[HI]], %[[LO]]
// CHECK: %[[REST:.*]] = arith.remsi %[[COUNT]], %c4
// CHECK: %[[END:.*]] = arith.subi %[[HI]], %[[REST]]
// CHECK: scf.for %{{.*}} = %[[LO]] to %[[END]] step %c4
// CHECK: scf.for %{{.*}} = %[[END]] to %[[HI]] step %c1
func.func @bounds(%x: memref<?xf64>, %y: memref<?xf64>, %lo: index, %hi: index) {
  %c1 = arith.constant 1 : index
  scf.for %k = %lo to %hi step %c1 {
    %0 = memref.load %x[%k] : memref<?xf64>
    memref.store %0, %y[%k] : memref<?xf64>
  } {cin.loop = #cin.loop<vector(4)>}
  return
}

// A carried sum is four vectors of partial sums, of consecutive vectors, as one would
// wait for itself; then one for what is left of four, to which these are added. All
// lanes are added up with the initial value before the rest.
// CHECK-LABEL: func.func @sum
// CHECK-SAME: (%[[X:.*]]: memref<?xf64>, %[[Y:.*]]: memref<?xf64>, %[[S0:.*]]: f64, %[[N:.*]]: index)
// CHECK: %[[ZEROS:.*]] = arith.constant dense<0.0{{.*}}> : vector<4xf64>
// CHECK: %[[FOUR:.*]]:4 = scf.for %[[K:.*]] = %c0 to %[[FOURS:.*]] step %c16 iter_args(%[[V0:.*]] = %[[ZEROS]], %[[V1:.*]] = %[[ZEROS]], %{{.*}} = %[[ZEROS]], %{{.*}} = %[[ZEROS]])
// CHECK: %[[P0:.*]] = arith.mulf %{{.*}}, %{{.*}} : vector<4xf64>
// CHECK: arith.addf %[[V0]], %[[P0]] : vector<4xf64>
// CHECK: %[[K1:.*]] = arith.addi %[[K]], %c4 : index
// CHECK: vector.load %[[X]][%[[K1]]]
// CHECK: %[[P1:.*]] = arith.mulf %{{.*}}, %{{.*}} : vector<4xf64>
// CHECK: arith.addf %[[V1]], %[[P1]] : vector<4xf64>
// CHECK: %[[TWO:.*]] = arith.addf %[[FOUR]]#0, %[[FOUR]]#1
// CHECK: %[[THREE:.*]] = arith.addf %[[TWO]], %[[FOUR]]#2
// CHECK: %[[ALL:.*]] = arith.addf %[[THREE]], %[[FOUR]]#3
// CHECK: %[[SUMS:.*]] = scf.for %{{.*}} = %[[FOURS]] to %[[END:.*]] step %c4 iter_args(%[[V:.*]] = %[[ALL]]) -> (vector<4xf64>) {
// CHECK: %[[P:.*]] = arith.mulf %{{.*}}, %{{.*}} : vector<4xf64>
// CHECK: %[[T:.*]] = arith.addf %[[V]], %[[P]] : vector<4xf64>
// CHECK: scf.yield %[[T]] : vector<4xf64>
// CHECK: %[[S1:.*]] = vector.reduction <add>, %[[SUMS]], %[[S0]] {{.*}} : vector<4xf64> into f64
// CHECK: %[[S:.*]] = scf.for %{{.*}} = %[[END]] to %[[N]] step %c1 iter_args(%{{.*}} = %[[S1]]) -> (f64) {
// CHECK: return %[[S]]
func.func @sum(%x: memref<?xf64>, %y: memref<?xf64>, %s0: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%s = %s0) -> f64 {
    %0 = memref.load %x[%k] : memref<?xf64>
    %1 = memref.load %y[%k] : memref<?xf64>
    %2 = arith.mulf %0, %1 : f64
    %3 = arith.addf %s, %2 : f64
    scf.yield %3 : f64
  } {cin.loop = #cin.loop<vector(4) sums(4)>}
  return %r : f64
}

// Integers are added up like floating-point numbers.
// CHECK-LABEL: func.func @integers
// CHECK: %[[SUM:.*]] = scf.for {{.*}} -> (vector<4xi64>)
// CHECK: arith.extsi %{{.*}} : vector<4xi32> to vector<4xi64>
// CHECK: arith.addi %{{.*}}, %{{.*}} : vector<4xi64>
// CHECK: vector.reduction <add>, %[[SUM]], %{{.*}} : vector<4xi64> into i64
func.func @integers(%x: memref<?xi32>, %n: index, %start: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%sum = %start) -> (i64) {
    %0 = memref.load %x[%k] : memref<?xi32>
    %1 = arith.extsi %0 : i32 to i64
    %2 = arith.addi %sum, %1 : i64
    scf.yield %2 : i64
  } {cin.loop = #cin.loop<vector(4) sums(4)>}
  return %s : i64
}

// What is loaded may be strided: a vector is put together.
// CHECK-LABEL: func.func @strided
// CHECK: scf.for %[[K:.*]] = %c0 to %{{.*}} step %c2
// CHECK:   %[[A:.*]] = memref.load %{{.*}}[%[[K]], %[[I:.*]]]
// CHECK:   %[[NEXT:.*]] = arith.addi %[[K]], %c1
// CHECK:   %[[B:.*]] = memref.load %{{.*}}[%[[NEXT]], %[[I]]]
// CHECK:   %[[V:.*]] = vector.from_elements %[[A]], %[[B]] : vector<2xf64>
// CHECK:   vector.store %[[V]], %{{.*}}[%[[K]]]
func.func @strided(%x: memref<?x?xf64>, %y: memref<?xf64>, %i: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %0 = memref.load %x[%k, %i] : memref<?x?xf64>
    memref.store %0, %y[%k] : memref<?xf64>
  } {cin.loop = #cin.loop<vector(2)>}
  return
}

// What is marked so is left as it is, and LLVM is asked to do the same.
// CHECK-LABEL: func.func @rolled
// CHECK: scf.for %{{.*}} step %c1 {
// CHECK: } {llvm.loop_annotation = #[[ROLLED]]}
// CHECK-NOT: cin.loop
func.func @rolled(%x: memref<?xf64>, %y: memref<?xf64>, %lo: index, %hi: index) {
  %c1 = arith.constant 1 : index
  scf.for %k = %lo to %hi step %c1 {
    %0 = memref.load %x[%k] : memref<?xf64>
    memref.store %0, %y[%k] : memref<?xf64>
  } {cin.loop = #cin.loop<rolled>}
  return
}

// A maximum and a product begin as what leaves others as they are.
// CHECK-LABEL: func.func @reductions
// CHECK-SAME: (%[[X:.*]]: memref<?xf64>, %[[A:.*]]: f64, %[[B:.*]]: f64
// CHECK-DAG: %[[LEAST:.*]] = arith.constant dense<0xFFF0000000000000> : vector<4xf64>
// CHECK-DAG: %[[ONES:.*]] = arith.constant dense<1.0{{.*}}> : vector<4xf64>
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[LEAST]], %{{.*}} = %[[ONES]], %{{.*}} = %[[LEAST]], %{{.*}} = %[[ONES]]
// CHECK: arith.maximumf %{{.*}} : vector<4xf64>
// CHECK: arith.mulf %{{.*}} : vector<4xf64>
// CHECK: vector.reduction <maximumf>, %{{.*}}, %[[A]] : vector<4xf64> into f64
// CHECK: vector.reduction <mul>, %{{.*}}, %[[B]] {{.*}}: vector<4xf64> into f64
func.func @reductions(%x: memref<?xf64>, %a: f64, %b: f64, %n: index) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %k = %c0 to %n step %c1 iter_args(%m = %a, %p = %b) -> (f64, f64) {
    %0 = memref.load %x[%k] : memref<?xf64>
    %1 = arith.maximumf %m, %0 : f64
    %2 = arith.mulf %p, %0 : f64
    scf.yield %1, %2 : f64, f64
  } {cin.loop = #cin.loop<vector(4) sums(4)>}
  return %r#0, %r#1 : f64, f64
}

// Elements at what was loaded, in one gather.

// CHECK-LABEL: func.func @gather(
// CHECK-SAME: %[[X:.*]]: memref<?xf64>, %[[AT:.*]]: memref<?xindex>, %[[Y:.*]]: memref<?xf64>
// CHECK: scf.for
// CHECK-NEXT: %[[COORDINATES:.*]] = vector.load %[[AT]]
// CHECK: %[[ELEMENTS:.*]] = vector.gather %[[X]][%{{.*}}] [%[[COORDINATES]]]
// CHECK: vector.store %[[ELEMENTS]], %[[Y]]
// CHECK: scf.for
// CHECK: memref.load %[[X]]
func.func @gather(%x: memref<?xf64>, %at: memref<?xindex>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %0 = memref.load %at[%k] : memref<?xindex>
    %1 = memref.load %x[%0] : memref<?xf64>
    memref.store %1, %y[%k] : memref<?xf64>
  } {cin.loop = #cin.loop<vector(4)>}
  return
}

// In the memory that the loop writes, one element may come to be after another.

// CHECK-LABEL: func.func @in_place(
// CHECK-NOT: vector.gather
// CHECK: return
func.func @in_place(%x: memref<?xf64>, %at: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %0 = memref.load %at[%k] : memref<?xindex>
    %1 = memref.load %x[%0] : memref<?xf64>
    memref.store %1, %x[%k] : memref<?xf64>
  } {cin.loop = #cin.loop<vector(4)>}
  return
}
