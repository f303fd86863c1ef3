// The example of the pass's description, and what stays in a loop.
// RUN: encke-opt --split-input-file --ta-hoist-statements %s | FileCheck %s

// CHECK-LABEL: func.func @example
func.func @example(%A: tensor<?x?xf64>, %B: tensor<?x?xf64>, %start: tensor<?xf64>, %n: index, %lo: i64, %hi: i64) -> tensor<?xf64> {
  %one = arith.constant 1 : i64
  // CHECK: %[[P:.*]] = ta.mul %{{.*}}, %{{.*}} : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
  // CHECK-NEXT: %[[S:.*]] = ta.sum %[[P]] over [j] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i, k] f64>
  // CHECK-NEXT: %[[C:.*]] = ta.assign %[[S]][i, k] sizes(%{{.*}}, %{{.*}}) {encke.hoisted} : !ta.expr<[i, k] f64> -> tensor<?x?xf64>
  // CHECK-NEXT: %{{.*}} = scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[X:.*]] = %{{.*}}) -> (tensor<?xf64>) : i64 {
  // CHECK: ta.access %[[C]][i, k]
  // CHECK: ta.access %[[X]][k]
  // CHECK: ta.assign
  %r = scf.for %t = %lo to %hi step %one iter_args(%x = %start) -> (tensor<?xf64>) : i64 {
    %a = ta.access %A[i, j] : tensor<?x?xf64>
    %b = ta.access %B[j, k] : tensor<?x?xf64>
    %p = ta.mul %a, %b : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
    %s = ta.sum %p over [j] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i, k] f64>
    %C = ta.assign %s[i, k] sizes(%n, %n) : !ta.expr<[i, k] f64> -> tensor<?x?xf64>
    %c = ta.access %C[i, k] : tensor<?x?xf64>
    %v = ta.access %x[k] : tensor<?xf64>
    %q = ta.mul %c, %v : <[i, k] f64>, <[k] f64> -> <[i, k] f64>
    %w = ta.sum %q over [k] : !ta.expr<[i, k] f64> -> !ta.expr<[i] f64>
    %y = ta.assign %w[i] sizes(%n) : !ta.expr<[i] f64> -> tensor<?xf64>
    scf.yield %y : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// -----

// Out of both loops, and of both regions of a while; one that reads what another
// hoisted statement made, too.
// CHECK-LABEL: func.func @nested
func.func @nested(%A: tensor<20x30xf64>, %start: tensor<20xf64>, %n: i64, %c: i1) -> tensor<20xf64> {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  // CHECK-COUNT-3: {encke.hoisted}
  // CHECK: scf.for
  // CHECK: scf.while
  // CHECK-NOT: encke.hoisted
  %r = scf.for %t = %zero to %n step %one iter_args(%x = %start) -> (tensor<20xf64>) : i64 {
    %w = scf.while (%y = %x) : (tensor<20xf64>) -> tensor<20xf64> {
      %a = ta.access %A[i, j] : tensor<20x30xf64>
      %s = ta.sum %a over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
      %T = ta.assign %s[i] sizes() : !ta.expr<[i] f64> -> tensor<20xf64>
      %u = ta.access %T[i] : tensor<20xf64>
      %m = ta.sum %u over [i] : !ta.expr<[i] f64> -> !ta.expr<[] f64>
      %M = ta.assign %m[] sizes() : !ta.expr<[] f64> -> tensor<f64>
      %v = ta.access %y[i] : tensor<20xf64>
      %k = ta.access %M[] : tensor<f64>
      %p = ta.mul %v, %k : <[i] f64>, <[] f64> -> <[i] f64>
      %Y = ta.assign %p[i] sizes() : !ta.expr<[i] f64> -> tensor<20xf64>
      scf.condition(%c) %Y : tensor<20xf64>
    } do {
    ^bb0(%y: tensor<20xf64>):
      %b = ta.access %A[j, i] : tensor<20x30xf64>
      %s = ta.sum %b over [j] : !ta.expr<[j, i] f64> -> !ta.expr<[i] f64>
      %U = ta.assign %s[i] sizes() : !ta.expr<[i] f64> -> tensor<30xf64>
      %u = ta.access %U[j] : tensor<30xf64>
      %v = ta.access %y[i] : tensor<20xf64>
      %a = ta.access %A[i, j] : tensor<20x30xf64>
      %p = ta.mul %a, %u : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
      %q = ta.mul %p, %v : <[i, j] f64>, <[i] f64> -> <[i, j] f64>
      %z = ta.sum %q over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
      %Z = ta.assign %z[i] sizes() : !ta.expr<[i] f64> -> tensor<20xf64>
      scf.yield %Z : tensor<20xf64>
    }
    scf.yield %w : tensor<20xf64>
  }
  return %r : tensor<20xf64>
}

// -----

// Constants and outer products are larger than what they are made of; a branch
// may not be taken; what is carried changes.
// CHECK-LABEL: func.func @stays
// CHECK-NOT: encke.hoisted
func.func @stays(%a: tensor<20xf64>, %b: tensor<30xf64>, %start: tensor<20x30xf64>, %n: i64, %c: i1) -> tensor<20x30xf64> {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %length = arith.constant 20 : index
  %r = scf.for %t = %zero to %n step %one iter_args(%x = %start) -> (tensor<20x30xf64>) : i64 {
    %u = ta.access %a[i] : tensor<20xf64>
    %v = ta.access %b[j] : tensor<30xf64>
    %p = ta.mul %u, %v : <[i] f64>, <[j] f64> -> <[i, j] f64>
    %P = ta.assign %p[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<20x30xf64>
    %number = arith.constant 1.0 : f64
    %s = ta.scalar %number : f64 -> <[] f64>
    %f = ta.repeat %s along [i](%length) : !ta.expr<[] f64> -> !ta.expr<[i] f64>
    %F = ta.assign %f[i] sizes() : !ta.expr<[i] f64> -> tensor<20xf64>
    %B = scf.if %c -> (tensor<20xf64>) {
      %w = ta.access %x[i, j] : tensor<20x30xf64>
      %sum = ta.sum %v over [j] : !ta.expr<[j] f64> -> !ta.expr<[] f64>
      %e = ta.mul %u, %sum : <[i] f64>, <[] f64> -> <[i] f64>
      %E = ta.assign %e[i] sizes() : !ta.expr<[i] f64> -> tensor<20xf64>
      scf.yield %E : tensor<20xf64>
    } else {
      scf.yield %F : tensor<20xf64>
    }
    %0 = ta.access %P[i, j] : tensor<20x30xf64>
    %1 = ta.access %x[i, j] : tensor<20x30xf64>
    %2 = ta.access %B[i] : tensor<20xf64>
    %3 = ta.mul %0, %1 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
    %4 = ta.mul %3, %2 : <[i, j] f64>, <[i] f64> -> <[i, j] f64>
    %R = ta.assign %4[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<20x30xf64>
    scf.yield %R : tensor<20x30xf64>
  }
  return %r : tensor<20x30xf64>
}

// -----

// A program that asks for the time may measure the loop.
// CHECK-LABEL: func.func @measured
// CHECK-NOT: encke.hoisted
func.func @measured(%A: tensor<20x30xf64>, %start: tensor<20xf64>, %n: i64) -> tensor<20xf64> {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %from = ta.time
  %r = scf.for %t = %zero to %n step %one iter_args(%x = %start) -> (tensor<20xf64>) : i64 {
    %a = ta.access %A[i, j] : tensor<20x30xf64>
    %s = ta.sum %a over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
    %T = ta.assign %s[i] sizes() : !ta.expr<[i] f64> -> tensor<20xf64>
    scf.yield %T : tensor<20xf64>
  }
  %to = ta.time
  ta.print_elapsed %from to %to
  return %r : tensor<20xf64>
}

// -----

// A slice may not fit its tensor, which is said only if the loop runs.
// CHECK-LABEL: func.func @slice
// CHECK: scf.for
// CHECK: ta.slice
// CHECK-NOT: encke.hoisted
func.func @slice(%A: tensor<?xf64>, %start: tensor<5xf64>, %lo: i64, %hi: i64) -> tensor<5xf64> {
  %one = arith.constant 1 : i64
  %r = scf.for %t = %lo to %hi step %one iter_args(%x = %start) -> (tensor<5xf64>) : i64 {
    %S = ta.slice %A by affine_map<(d0) -> (d0 + 2)> sizes() at "a.ta:9:3" : tensor<?xf64> -> tensor<5xf64>
    %a = ta.access %S[i] : tensor<5xf64>
    %b = ta.apply "exp"(%a) : !ta.expr<[i] f64> -> <[i] f64>
    %T = ta.assign %b[i] sizes() : !ta.expr<[i] f64> -> tensor<5xf64>
    scf.yield %T : tensor<5xf64>
  }
  return %r : tensor<5xf64>
}
