// Floats are added up in iterations, and what these add up to in doubles (L21).
// RUN: encke-opt --vectorize %s | FileCheck %s

// Rows that stay in registers: sixteen terms at a time, unless there are no more.
// CHECK-LABEL: func.func @rows
// CHECK: %[[SHORT:.*]] = arith.cmpi sle
// CHECK: scf.if %[[SHORT]] -> (vector<8xf32>) {
// CHECK-NOT: f64
// CHECK: } else {
// CHECK: scf.for %{{.*}} iter_args(%[[SUM:.*]] = %{{.*}}) -> (vector<8xf64>) {
// CHECK: arith.minsi
// CHECK: %[[ROUND:.*]] = scf.for %{{.*}} iter_args(%{{.*}} = %{{.*}}) -> (vector<8xf32>) {
// CHECK: %[[WIDE:.*]] = arith.extf %[[ROUND]] : vector<8xf32> to vector<8xf64>
// CHECK-NEXT: %[[NEXT:.*]] = arith.addf %[[SUM]], %[[WIDE]] : vector<8xf64>
// CHECK-NEXT: scf.yield %[[NEXT]]
// CHECK: arith.truncf %{{.*}} : vector<8xf64> to vector<8xf32>
func.func @rows(%a: memref<?xf32>, %b: memref<?x8xf32>, %c: memref<8xf32>, %lo: index, %hi: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %j = %lo to %hi step %c1 {
    scf.for %k = %c0 to %c8 step %c1 {
      %0 = memref.load %a[%j] : memref<?xf32>
      %1 = memref.load %b[%j, %k] : memref<?x8xf32>
      %2 = arith.mulf %0, %1 fastmath<contract> : f32
      %3 = memref.load %c[%k] : memref<8xf32>
      %4 = arith.addf %3, %2 fastmath<contract> : f32
      memref.store %4, %c[%k] : memref<8xf32>
    } {cin.loop = #cin.loop<vector(8) registers(8) terms(16)>}
  }
  return
}

// A sum of floats: four vectors at a time, as it is marked.
// CHECK-LABEL: func.func @sum
// CHECK: scf.for %{{.*}} -> (vector<8xf64>, vector<8xf64>) {
// CHECK-COUNT-3: arith.addf %{{.*}}, %{{.*}} fastmath<contract> : vector<8xf32>
// CHECK: arith.extf %{{.*}} : vector<8xf32> to vector<8xf64>
// CHECK: arith.addf %{{.*}}, %{{.*}} : vector<8xf64>
// CHECK-COUNT-3: arith.addf %{{.*}}, %{{.*}} fastmath<contract> : vector<8xf32>
// CHECK: scf.yield
func.func @sum(%a: memref<?xf32>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%old = %zero) -> f64 {
    %0 = memref.load %a[%i] : memref<?xf32>
    %1 = arith.extf %0 {encke.float_sum} : f32 to f64
    %2 = arith.addf %old, %1 fastmath<contract> : f64
    scf.yield %2 : f64
  } {cin.loop = #cin.loop<vector(8) sums(2) terms(4)>}
  return %s : f64
}

// A sum of doubles, which the program has floats in.
// CHECK-LABEL: func.func @doubles
// CHECK-NOT: arith.addf %{{.*}} : vector<{{.*}}xf32>
// CHECK: return
func.func @doubles(%a: memref<?xf32>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%old = %zero) -> f64 {
    %0 = memref.load %a[%i] : memref<?xf32>
    %1 = arith.extf %0 : f32 to f64
    %2 = arith.addf %old, %1 fastmath<contract> : f64
    scf.yield %2 : f64
  } {cin.loop = #cin.loop<vector(4) sums(4)>}
  return %s : f64
}

// What a loop adds to doubles in memory: four iterations of the loop around.
// CHECK-LABEL: func.func @columns
// CHECK: scf.for
// CHECK: scf.for
// CHECK-COUNT-3: arith.addf %{{.*}}, %{{.*}} fastmath<contract> : vector<8xf32>
// CHECK: %[[WIDE:.*]] = arith.extf %{{.*}} : vector<8xf32> to vector<8xf64>
// CHECK: arith.addf %{{.*}}, %[[WIDE]]{{.*}} : vector<8xf64>
// CHECK: vector.store
func.func @columns(%a: memref<?x?xf32>, %x: memref<?xf32>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w = memref.alloc(%m) : memref<?xf64>
  scf.for %j = %c0 to %n step %c1 {
    scf.for %k = %c0 to %m step %c1 {
      %0 = memref.load %a[%j, %k] : memref<?x?xf32>
      %1 = memref.load %x[%j] : memref<?xf32>
      %2 = arith.mulf %0, %1 fastmath<contract> : f32
      %3 = arith.extf %2 {encke.float_sum} : f32 to f64
      %4 = memref.load %w[%k] : memref<?xf64>
      %5 = arith.addf %4, %3 fastmath<contract> : f64
      memref.store %5, %w[%k] : memref<?xf64>
    } {cin.loop = #cin.loop<vector(8)>}
  } {cin.loop = #cin.loop<unroll(4)>}
  return %w : memref<?xf64>
}
