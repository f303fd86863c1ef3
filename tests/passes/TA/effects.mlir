// Expressions are values: equal ones are computed once and unused ones not at
// all. What reads files, prints or takes the time stays, in its order.
// RUN: encke-opt --canonicalize --cse %s | FileCheck %s

// CHECK-LABEL: func.func @algebra
func.func @algebra(%A: tensor<?x?xf64>, %x: tensor<?xf64>, %n: index) -> (tensor<?xf64>, tensor<?xf64>) {
  // CHECK-COUNT-2: ta.access
  // CHECK-NOT: ta.access
  // CHECK: ta.mul
  // CHECK-NOT: ta.mul
  // CHECK: ta.sum
  // CHECK-NOT: ta.sum
  // CHECK: %[[Y:.*]] = ta.assign
  // CHECK-NOT: ta.assign
  // CHECK: return %[[Y]], %[[Y]]
  %a = ta.access %A[i, j] : tensor<?x?xf64>
  %b = ta.access %x[j] : tensor<?xf64>
  %p = ta.mul %a, %b : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
  %s = ta.sum %p over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %y = ta.assign %s[i] sizes(%n) : !ta.expr<[i] f64> -> tensor<?xf64>
  %a2 = ta.access %A[i, j] : tensor<?x?xf64>
  %b2 = ta.access %x[j] : tensor<?xf64>
  %p2 = ta.mul %a2, %b2 : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
  %s2 = ta.sum %p2 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %y2 = ta.assign %s2[i] sizes(%n) : !ta.expr<[i] f64> -> tensor<?xf64>
  %unused = ta.neg %p2 : !ta.expr<[i, j] f64>
  return %y, %y2 : tensor<?xf64>, tensor<?xf64>
}

// CHECK-LABEL: func.func @outside
func.func @outside(%n: index) {
  // CHECK: ta.file 0
  // CHECK-NOT: ta.file
  // CHECK: ta.size "i"
  // CHECK: ta.read
  // CHECK: ta.time
  // CHECK: ta.read
  // CHECK: ta.time
  // CHECK: ta.print_elapsed
  // CHECK: ta.random
  %f = ta.file 0 at "a:1:1"
  %g = ta.file 0 at "a:1:1"
  %m = ta.size "i" from (%f) modes [0] orders [1] at ["a:1:1"]
  %x = ta.read %f sizes(%m) "full" at "a:1:1" : tensor<?xf64>
  %t = ta.time
  %y = ta.read %g sizes(%m) "full" at "a:1:1" : tensor<?xf64>
  %u = ta.time
  ta.print_elapsed %t to %u
  // The next one takes another seed.
  %r = ta.random sizes(%n) at "a.ta:9:3" : tensor<?xf64>
  return
}
