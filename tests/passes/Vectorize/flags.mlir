// A flag that each iteration sets is set where there are iterations, so that the sum
// beside it has vectors.
// RUN: encke-opt --vectorize="strict-marks" %s | FileCheck %s

// CHECK-LABEL: func.func @dot
// CHECK-SAME: %[[LO:[a-z0-9]+]]: index, %[[HI:[a-z0-9]+]]: index, %[[SET:[a-z0-9]+]]: i1)
// CHECK: scf.for {{.*}} -> (vector<4xf64>)
// CHECK: %[[RUNS:.*]] = arith.cmpi slt, %[[LO]], %[[HI]]
// CHECK: %[[FLAG:.*]] = arith.select %[[RUNS]], %true, %[[SET]]
// CHECK: return %{{.*}}, %[[FLAG]] : f64, i1
func.func @dot(%x: memref<?xf64>, %lo: index, %hi: index, %set: i1) -> (f64, i1) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %true = arith.constant true
  %r:2 = scf.for %k = %lo to %hi step %c1 iter_args(%s = %zero, %flag = %set) -> (f64, i1) {
    %0 = memref.load %x[%k] : memref<?xf64>
    %1 = arith.addf %s, %0 : f64
    scf.yield %1, %true : f64, i1
  } {cin.loop = #cin.loop<vector(4)>}
  return %r#0, %r#1 : f64, i1
}

// The loop around sets it, too: nothing is left of it where both have iterations.
// CHECK-LABEL: func.func @rows
// CHECK-NOT: arith.cmpi
// CHECK: scf.for {{.*}} -> (vector<4xf64>, f64)
// CHECK: vector.reduction
// CHECK: return %{{.*}}, %true : f64, i1
func.func @rows(%x: memref<3x8xf64>) -> (f64, i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f64
  %true = arith.constant true
  %false = arith.constant false
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %zero, %flag = %false) -> (f64, i1) {
    %q:2 = scf.for %k = %c0 to %c8 step %c1 iter_args(%t = %s, %was = %flag) -> (f64, i1) {
      %0 = memref.load %x[%i, %k] : memref<3x8xf64>
      %1 = arith.addf %t, %0 : f64
      scf.yield %1, %true : f64, i1
    } {cin.loop = #cin.loop<vector(4) registers(1)>}
    scf.yield %q#0, %q#1 : f64, i1
  }
  return %r#0, %r#1 : f64, i1
}

// What is read, or is another value each time, is no flag.
// CHECK-LABEL: func.func @carried
// CHECK: scf.for {{.*}} -> (f64, f64)
func.func @carried(%x: memref<?xf64>, %n: index) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %r:2 = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zero, %last = %one) -> (f64, f64) {
    %0 = memref.load %x[%k] : memref<?xf64>
    %1 = arith.mulf %last, %0 : f64
    %2 = arith.addf %s, %1 : f64
    scf.yield %2, %0 : f64, f64
  }
  return %r#0, %r#1 : f64, f64
}
