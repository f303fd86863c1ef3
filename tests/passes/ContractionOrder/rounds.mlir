// In a loop, the product of what it does not change is made once for all rounds, and
// costs so much less: with x first, each of 10000 rounds takes 4 * 300 * 200 operations
// or so, with A*B first 2 * 300 * 400. Of few rounds, or one, x comes first.
// RUN: encke-opt --split-input-file --ta-contraction-order --canonicalize --cse %s | FileCheck %s

// CHECK-LABEL: func.func @many
// CHECK: {encke.order = "[i,j]*[j,k]"}
// CHECK: {encke.order = "([i,j]*[j,k])*[k]"}
func.func @many(%A: tensor<300x200xf64>, %B: tensor<200x300xf64>, %start: tensor<300xf64>) -> tensor<300xf64> {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %n = arith.constant 10000 : i64
  %r = scf.for %t = %zero to %n step %one iter_args(%x = %start) -> (tensor<300xf64>) : i64 {
    %a = ta.access %A[i, j] : tensor<300x200xf64>
    %b = ta.access %B[j, k] : tensor<200x300xf64>
    %p = ta.mul %a, %b : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
    %v = ta.access %x[k] : tensor<300xf64>
    %q = ta.mul %p, %v : <[i, j, k] f64>, <[k] f64> -> <[i, j, k] f64>
    %s = ta.sum %q over [j, k] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i] f64>
    %y = ta.assign %s[i] sizes() : !ta.expr<[i] f64> -> tensor<300xf64>
    scf.yield %y : tensor<300xf64>
  }
  return %r : tensor<300xf64>
}

// -----

// CHECK-LABEL: func.func @few
// CHECK: {encke.order = "[j,k]*[k]"}
// CHECK: {encke.order = "[i,j]*([j,k]*[k])"}
func.func @few(%A: tensor<300x200xf64>, %B: tensor<200x300xf64>, %start: tensor<300xf64>, %n: i64) -> tensor<300xf64> {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %r = scf.for %t = %zero to %n step %one iter_args(%x = %start) -> (tensor<300xf64>) : i64 {
    %a = ta.access %A[i, j] : tensor<300x200xf64>
    %b = ta.access %B[j, k] : tensor<200x300xf64>
    %p = ta.mul %a, %b : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
    %v = ta.access %x[k] : tensor<300xf64>
    %q = ta.mul %p, %v : <[i, j, k] f64>, <[k] f64> -> <[i, j, k] f64>
    %s = ta.sum %q over [j, k] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i] f64>
    %y = ta.assign %s[i] sizes() : !ta.expr<[i] f64> -> tensor<300xf64>
    scf.yield %y : tensor<300xf64>
  }
  return %r : tensor<300xf64>
}

// -----

// What is in a branch is not taken out, and pays in each round.
// CHECK-LABEL: func.func @branch
// CHECK: {encke.order = "[j,k]*[k]"}
func.func @branch(%A: tensor<300x200xf64>, %B: tensor<200x300xf64>, %start: tensor<300xf64>, %c: i1) -> tensor<300xf64> {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %n = arith.constant 10000 : i64
  %r = scf.for %t = %zero to %n step %one iter_args(%x = %start) -> (tensor<300xf64>) : i64 {
    %y = scf.if %c -> (tensor<300xf64>) {
      %a = ta.access %A[i, j] : tensor<300x200xf64>
      %b = ta.access %B[j, k] : tensor<200x300xf64>
      %p = ta.mul %a, %b : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
      %v = ta.access %x[k] : tensor<300xf64>
      %q = ta.mul %p, %v : <[i, j, k] f64>, <[k] f64> -> <[i, j, k] f64>
      %s = ta.sum %q over [j, k] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i] f64>
      %y = ta.assign %s[i] sizes() : !ta.expr<[i] f64> -> tensor<300xf64>
      scf.yield %y : tensor<300xf64>
    } else {
      scf.yield %x : tensor<300xf64>
    }
    scf.yield %y : tensor<300xf64>
  }
  return %r : tensor<300xf64>
}

// -----

// A number that changes multiplies what does not change, not a factor of it.
// CHECK-LABEL: func.func @scalar
// CHECK: scf.for
// CHECK: ta.assign {{.*}} {encke.order = "[j,k]*[k]"}
// CHECK: %[[S:.*]] = ta.sum
// CHECK-NEXT: %[[T:.*]] = ta.assign %[[S]][i] sizes() {encke.order = "[i,j]*([j,k]*[k])"}
// CHECK-NEXT: %[[A:.*]] = ta.access %[[T]][i]
// CHECK-NEXT: ta.mul %{{.*}}, %[[A]] : <[] f64>, <[i] f64>
func.func @scalar(%A: tensor<300x200xf64>, %B: tensor<200x300xf64>, %v: tensor<300xf64>, %start: tensor<300xf64>, %n: i64) -> tensor<300xf64> {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %r = scf.for %t = %zero to %n step %one iter_args(%x = %start) -> (tensor<300xf64>) : i64 {
    %number = arith.sitofp %t : i64 to f64
    %s = ta.scalar %number : f64 -> <[] f64>
    %a = ta.access %A[i, j] : tensor<300x200xf64>
    %b = ta.access %B[j, k] : tensor<200x300xf64>
    %p = ta.mul %a, %b : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
    %w = ta.access %v[k] : tensor<300xf64>
    %q = ta.mul %p, %w : <[i, j, k] f64>, <[k] f64> -> <[i, j, k] f64>
    %u = ta.sum %q over [j, k] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i] f64>
    %m = ta.mul %s, %u : <[] f64>, <[i] f64> -> <[i] f64>
    %old = ta.access %x[i] : tensor<300xf64>
    %e = ta.add %m, %old : <[i] f64>, <[i] f64> -> <[i] f64>
    %y = ta.assign %e[i] sizes() : !ta.expr<[i] f64> -> tensor<300xf64>
    scf.yield %y : tensor<300xf64>
  }
  return %r : tensor<300xf64>
}

// -----

// Part of a contraction that does not change is a statement, too.
// CHECK-LABEL: func.func @function
// CHECK: scf.for
// CHECK: %[[E:.*]] = ta.apply "exp"
// CHECK: %[[T:.*]] = ta.assign %[[E]][i, j]
// CHECK-NEXT: %[[A:.*]] = ta.access %[[T]][i, j]
// CHECK-NEXT: ta.mul %[[A]], %{{.*}} : <[i, j] f64>, <[j] f64>
func.func @function(%A: tensor<300x300xf64>, %start: tensor<300xf64>, %n: i64) -> tensor<300xf64> {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %r = scf.for %t = %zero to %n step %one iter_args(%x = %start) -> (tensor<300xf64>) : i64 {
    %a = ta.access %A[i, j] : tensor<300x300xf64>
    %e = ta.apply "exp"(%a) : !ta.expr<[i, j] f64> -> <[i, j] f64>
    %v = ta.access %x[j] : tensor<300xf64>
    %q = ta.mul %e, %v : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
    %u = ta.sum %q over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
    %y = ta.assign %u[i] sizes() : !ta.expr<[i] f64> -> tensor<300xf64>
    scf.yield %y : tensor<300xf64>
  }
  return %r : tensor<300xf64>
}
