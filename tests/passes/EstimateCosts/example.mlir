// Operations and memory of statements. Expected: 4 * 5 * 2; and where one
// statement of the program became two, the most that they take at a time.
// RUN: encke-opt --ta-estimate-costs %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// CHECK-LABEL: func.func @example
func.func @example(%A: tensor<4x5xf64>, %x: tensor<5xf64>) -> tensor<4xf64> {
  %a = ta.access %A[i, j] : tensor<4x5xf64>
  %b = ta.access %x[j] : tensor<5xf64>
  %p = ta.mul %a, %b : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
  %s = ta.sum %p over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  // CHECK: %[[Y:.*]] = ta.assign %{{.*}}[i] sizes() {encke.flops = 40 : i64, encke.peak_bytes = 32 : i64} : !ta.expr<[i] f64> -> tensor<4xf64>
  %y = ta.assign %s[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %y : tensor<4xf64>
}

// The file says how much is stored: 1000 of 10000, each of which is multiplied and
// added. A sparse temporary of n elements takes 12 n bytes.
// CHECK-LABEL: func.func @parts
func.func @parts(%x: tensor<100xf64>) -> tensor<100xf64> {
  %f = ta.file 0 at "a.ta:1:1" {encke.sizes = array<i64: 100, 100>, encke.entries = 1000 : i64}
  %A = ta.read %f sizes() "full" at "a.ta:1:1" : tensor<100x100xf64, #CSR>
  %a = ta.access %A[i, j] : tensor<100x100xf64, #CSR>
  %e = ta.mul %a, %a : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  // CHECK: ta.assign %{{.*}}[i, j] sizes() {encke.flops = 1000 : i64} :
  %t = ta.assign %e[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<100x100xf64, #CSR> loc("a.ta":2:1)
  %u = ta.access %t[i, j] : tensor<100x100xf64, #CSR>
  %b = ta.access %x[j] : tensor<100xf64>
  %p = ta.mul %u, %b : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
  %s = ta.sum %p over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  // CHECK: ta.assign %{{.*}}[i] sizes() {encke.flops = 2000 : i64, encke.peak_bytes = 12800 : i64} :
  %y = ta.assign %s[i] sizes() : !ta.expr<[i] f64> -> tensor<100xf64> loc("a.ta":2:1)
  return %y : tensor<100xf64>
}

// Renumbered coordinates are as many.
// CHECK-LABEL: func.func @permuted
func.func @permuted() -> tensor<70xf64> {
  %f = ta.file 0 at "a.ta:1:1" {encke.sizes = array<i64: 70, 100>, encke.entries = 1000 : i64}
  %A = ta.read %f sizes() "full" at "a.ta:1:1" : tensor<70x100xf64, #CSR>
  %i = ta.ordering "i"
  %P = ta.permute %A "in" by %i modes [0] at "a.ta:1:1" : tensor<70x100xf64, #CSR>
  %a = ta.access %P[i, j] : tensor<70x100xf64, #CSR>
  %e = ta.mul %a, %a : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %s = ta.sum %e over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  // CHECK: ta.assign %{{.*}}[i] sizes() {encke.flops = 2000 : i64,
  %y = ta.assign %s[i] sizes() : !ta.expr<[i] f64> -> tensor<70xf64>
  return %y : tensor<70xf64>
}

// A product's pattern: 1000 of 10000 elements have a sum over k each, which no other
// sparse factor can leave out. That takes 1000 * (30 * 2 multiplications + 30 additions),
// and the same number of elements is multiplied then.
// CHECK-LABEL: func.func @sampled
func.func @sampled(%X: tensor<100x30xf64>, %Y: tensor<100x30xf64>) -> tensor<100x100xf64, #CSR> {
  %f = ta.file 0 at "a.ta:1:1" {encke.sizes = array<i64: 100, 100>, encke.entries = 1000 : i64}
  %A = ta.read %f sizes() "full" at "a.ta:1:1" : tensor<100x100xf64, #CSR>
  %a = ta.access %A[i, j] : tensor<100x100xf64, #CSR>
  %x = ta.access %X[i, k] : tensor<100x30xf64>
  %y = ta.access %Y[j, k] : tensor<100x30xf64>
  %p = ta.mul %a, %x : <[i, j] f64>, <[i, k] f64> -> <[i, j, k] f64>
  %q = ta.mul %p, %y : <[i, j, k] f64>, <[j, k] f64> -> <[i, j, k] f64>
  %s = ta.sum %q over [k] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i, j] f64>
  // CHECK: ta.assign %{{.*}}[i, j] sizes() {encke.flops = 90000 : i64, encke.peak_bytes = 12000 : i64}
  %t = ta.assign %s[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<100x100xf64, #CSR>
  %u = ta.access %t[i, j] : tensor<100x100xf64, #CSR>
  %v = ta.mul %u, %u : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  // CHECK: ta.assign %{{.*}}[i, j] sizes() {encke.flops = 1000 : i64, encke.peak_bytes = 12000 : i64}
  %w = ta.assign %v[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<100x100xf64, #CSR>
  return %w : tensor<100x100xf64, #CSR>
}

// A while loop carries what it starts with, here nothing: no element of a zero is stored.
// CHECK-LABEL: func.func @while
func.func @while(%c: i1) -> tensor<100x100xf64, #CSR> {
  %zero = arith.constant 0.0 : f64
  %n = arith.constant 100 : index
  %s = ta.scalar %zero : f64 -> <[] f64>
  %r = ta.repeat %s along [i, j](%n, %n) : !ta.expr<[] f64> -> !ta.expr<[i, j] f64>
  // CHECK: ta.assign %{{.*}}[i, j] sizes() {encke.flops = 0 : i64, encke.peak_bytes = 0 : i64}
  %z = ta.assign %r[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<100x100xf64, #CSR>
  %w = scf.while (%x = %z) : (tensor<100x100xf64, #CSR>) -> tensor<100x100xf64, #CSR> {
    scf.condition(%c) %x : tensor<100x100xf64, #CSR>
  } do {
  ^bb0(%x: tensor<100x100xf64, #CSR>):
    %a = ta.access %x[i, j] : tensor<100x100xf64, #CSR>
    %b = ta.mul %a, %a : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
    // CHECK: ta.assign %{{.*}}[i, j] sizes() {encke.flops = 0 : i64, encke.peak_bytes = 0 : i64}
    %y = ta.assign %b[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<100x100xf64, #CSR>
    scf.yield %y : tensor<100x100xf64, #CSR>
  }
  return %w : tensor<100x100xf64, #CSR>
}
