// The example of the pass's description, and sums that are not shared.
// RUN: encke-opt --cse --ta-share-sums %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK-LABEL: func.func @example
func.func @example(%A: tensor<4x5xf64>, %B: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  %p = ta.access %A[i, j] : tensor<4x5xf64>
  %b = ta.access %B[i] : tensor<4xf64>
  %s = ta.sum %p over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %y = ta.assign %s[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  %e = ta.add %s, %b : <[i] f64>, <[i] f64> -> <[i] f64>
  %z = ta.assign %e[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>

  // CHECK: %[[S:.*]] = ta.sum %{{.*}} over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  // CHECK-NEXT: %[[T:.*]] = ta.assign %[[S]][i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  // CHECK-NEXT: %[[A:.*]] = ta.access %[[T]][i] : tensor<4xf64>
  // CHECK-NEXT: %[[Y:.*]] = ta.assign %[[A]][i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  // CHECK-NEXT: %[[E:.*]] = ta.add %[[A]], %{{.*}} : <[i] f64>, <[i] f64> -> <[i] f64>
  // CHECK-NEXT: %[[Z:.*]] = ta.assign %[[E]][i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  // CHECK-NEXT: return %[[Y]], %[[Z]]
  return %y, %z : tensor<4xf64>, tensor<4xf64>
}

// A sparse factor may spare most of a product: nothing dense is made of it.
// CHECK-LABEL: func.func @factor
// CHECK-COUNT-2: ta.assign
// CHECK-NOT: ta.assign
func.func @factor(%A: tensor<4x5xf64>, %B: tensor<5x6xf64>, %S: tensor<4x6xf64, #CSR>) -> (tensor<4x6xf64, #CSR>, tensor<4x6xf64>) {
  %a = ta.access %A[i, k] : tensor<4x5xf64>
  %b = ta.access %B[k, j] : tensor<5x6xf64>
  %s = ta.access %S[i, j] : tensor<4x6xf64, #CSR>
  %p = ta.mul %a, %b : <[i, k] f64>, <[k, j] f64> -> <[i, k, j] f64>
  %q = ta.sum %p over [k] : !ta.expr<[i, k, j] f64> -> !ta.expr<[i, j] f64>
  %r = ta.mul %q, %s : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %y = ta.assign %r[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<4x6xf64, #CSR>
  %z = ta.assign %q[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<4x6xf64>
  return %y, %z : tensor<4x6xf64, #CSR>, tensor<4x6xf64>
}

// What a sparse tensor sums has absent elements, which a dense one would not
// have.
// CHECK-LABEL: func.func @sparse
// CHECK-COUNT-2: ta.assign
// CHECK-NOT: ta.assign
func.func @sparse(%S: tensor<4x6xf64, #CSR>) -> (tensor<4xf64>, tensor<4xf64>) {
  %s = ta.access %S[i, j] : tensor<4x6xf64, #CSR>
  %q = ta.sum %s over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %e = ta.apply "exp"(%q) : !ta.expr<[i] f64> -> <[i] f64>
  %y = ta.assign %e[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  %z = ta.assign %q[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %y, %z : tensor<4xf64>, tensor<4xf64>
}

// In a loop: what it changes nothing of is a statement of its own, so that it can
// leave; but not where the whole statement can.
// CHECK-LABEL: func.func @loop
// CHECK: scf.for
// CHECK: %[[S:.*]] = ta.sum
// CHECK-NEXT: %[[T:.*]] = ta.assign %[[S]][i]
// CHECK-NEXT: %[[A:.*]] = ta.access %[[T]][i]
// CHECK: ta.add %{{.*}}, %[[A]]
// CHECK-COUNT-2: ta.assign
// CHECK-NOT: ta.assign
func.func @loop(%A: tensor<4x5xf64>, %b: tensor<4xf64>, %lo: i64, %hi: i64) -> tensor<4xf64> {
  %one = arith.constant 1 : i64
  %r = scf.for %t = %lo to %hi step %one iter_args(%x = %b) -> (tensor<4xf64>) : i64 {
    %p = ta.access %A[i, j] : tensor<4x5xf64>
    %old = ta.access %x[i] : tensor<4xf64>
    %s = ta.sum %p over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
    %e = ta.add %old, %s : <[i] f64>, <[i] f64> -> <[i] f64>
    %y = ta.assign %e[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
    %c = ta.access %b[i] : tensor<4xf64>
    %w = ta.sum %p over [i] : !ta.expr<[i, j] f64> -> !ta.expr<[j] f64>
    %n = ta.neg %w : !ta.expr<[j] f64>
    %z = ta.assign %n[j] sizes() : !ta.expr<[j] f64> -> tensor<5xf64>
    ta.print %z as "z" : tensor<5xf64>
    scf.yield %y : tensor<4xf64>
  }
  return %r : tensor<4xf64>
}
