// The example of the pass's description, and what is one interval.
// RUN: encke-opt --ta-mark-intervals=measured %s | FileCheck %s
// RUN: encke-opt --ta-mark-intervals %s | FileCheck %s --check-prefix=NUMBERS --implicit-check-not=encke.measured
// RUN: encke-opt --ta-mark-intervals=measured --canonicalize --cse %s | FileCheck %s --check-prefix=CSE

// CHECK-LABEL: func.func @example
// CHECK: %[[T0:.*]] = ta.time
// CHECK-NEXT: %[[A:.*]] = ta.access %{{.*}}[i] {encke.interval = 1 : i64} : tensor<4xf64>
// CHECK-NEXT: %[[Y:.*]] = ta.assign %[[A]][i] sizes() {encke.interval = 1 : i64, encke.measured} : !ta.expr<[i] f64> -> tensor<4xf64>
// CHECK-NEXT: %[[T1:.*]] = ta.time
// NUMBERS-LABEL: func.func @example
// Nobody reads it, and it is computed.
// CSE-LABEL: func.func @example
// CSE-NEXT: ta.time
// CSE-NEXT: ta.access
// CSE-NEXT: ta.assign
// CSE-NEXT: ta.time
func.func @example(%x: tensor<4xf64>) {
  %t0 = ta.time
  %a = ta.access %x[i] : tensor<4xf64>
  %y = ta.assign %a[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  %t1 = ta.time
  ta.print_elapsed %t0 to %t1
  return
}

// The same statement thrice: before the first reading, between two, and behind the
// last one. One copy of it does not measure the others.
// CHECK-LABEL: func.func @equal
// CHECK: ta.assign %{{.*}} {encke.interval = [[N:[0-9]+]] : i64} :
// CHECK: ta.assign %{{.*}}, encke.measured} :
// CHECK: ta.assign %{{.*}} {encke.interval = {{[0-9]+}} : i64} :
// CSE-LABEL: func.func @equal
// CSE: ta.assign
// CSE-NEXT: ta.time
// CSE: ta.assign
// CSE-NEXT: ta.time
// CSE: ta.assign
// CSE-NEXT: return
func.func @equal(%x: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) {
  %a = ta.access %x[i] : tensor<4xf64>
  %y = ta.assign %a[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  %t0 = ta.time
  %b = ta.access %x[i] : tensor<4xf64>
  %z = ta.assign %b[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  %t1 = ta.time
  ta.print_elapsed %t0 to %t1
  %c = ta.access %x[i] : tensor<4xf64>
  %w = ta.assign %c[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %y, %z, %w : tensor<4xf64>, tensor<4xf64>, tensor<4xf64>
}

// What a loop does that reads the clock, by a function, is in no interval with what
// stands before it.
// CHECK-LABEL: func.func @loop
// CHECK: ta.assign %{{.*}} {encke.interval = [[BEFORE:[0-9]+]] : i64} :
// CHECK: scf.for
// CHECK-NOT: encke.interval = [[BEFORE]] : i64
// CHECK: ta.assign %{{.*}}, encke.measured} :
// CHECK: call @now
// CHECK: return
func.func @loop(%x: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = ta.access %x[i] : tensor<4xf64>
  %y = ta.assign %a[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  %r = scf.for %t = %c0 to %n step %c1 iter_args(%s = %y) -> (tensor<4xf64>) {
    %b = ta.access %x[i] : tensor<4xf64>
    %z = ta.assign %b[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
    %now = func.call @now() : () -> f64
    scf.yield %z : tensor<4xf64>
  }
  return %r : tensor<4xf64>
}

func.func @now() -> f64 {
  %t = ta.time
  return %t : f64
}
