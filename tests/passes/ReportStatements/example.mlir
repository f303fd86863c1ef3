// One line for each statement of the program, whatever it became.
// RUN: encke-opt --ta-report-statements %s 2>&1 >/dev/null | FileCheck %s

// CHECK: {{^}}encke: a.ta:2:1: A*(B*x), 1.2 Mflop, 3.4 kB at most, loops{{$}}
// CHECK-NEXT: {{^}}encke: a.ta:3:1: 40 flop, 32 B at most, library{{$}}
func.func @lines(%A: tensor<4xf64>, %M: tensor<4x4xf64>) -> (tensor<4xf64>, tensor<4x4xf64>) {
  %a = ta.access %A[i] : tensor<4xf64>
  %t = ta.assign %a[i] sizes() {encke.order = "B*x", encke.flops = 200000 : i64} : !ta.expr<[i] f64> -> tensor<4xf64> loc("a.ta":2:1)
  %b = ta.access %t[i] : tensor<4xf64>
  %y = ta.assign %b[i] sizes() {encke.order = "A*(B*x)", encke.flops = 1000000 : i64, encke.peak_bytes = 3400 : i64} : !ta.expr<[i] f64> -> tensor<4xf64> loc("a.ta":2:1)
  %B = ta.access %M[i, j] : tensor<4x4xf64>
  %C = ta.access %M[j, k] : tensor<4x4xf64>
  %p = ta.mul %B, %C : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
  %s = ta.sum %p over [j] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i, k] f64>
  %z = ta.assign %s[i, k] sizes() {gemm = {columns = ["k"], inner = ["j"], loops = [], rows = ["i"]}, encke.flops = 40 : i64, encke.peak_bytes = 32 : i64} : !ta.expr<[i, k] f64> -> tensor<4x4xf64> loc("a.ta":3:1)
  return %y, %z : tensor<4xf64>, tensor<4x4xf64>
}

// What was taken out of a loop says so.
// CHECK-NEXT: {{^}}encke: b.ta:2:1: 0 flop, 0 B at most, loops, before the loop{{$}}
// CHECK-NEXT: {{^}}encke: b.ta:3:1: 0 flop, 0 B at most, loops, in part before the loop{{$}}
func.func @hoisted(%A: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) {
  %a = ta.access %A[i] : tensor<4xf64>
  %x = ta.assign %a[i] sizes() {encke.hoisted} : !ta.expr<[i] f64> -> tensor<4xf64> loc("b.ta":2:1)
  %y = ta.assign %a[i] sizes() {encke.hoisted} : !ta.expr<[i] f64> -> tensor<4xf64> loc("b.ta":3:1)
  %z = ta.assign %a[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64> loc("b.ta":3:1)
  return %x, %y, %z : tensor<4xf64>, tensor<4xf64>, tensor<4xf64>
}
// CHECK-NOT: encke:
