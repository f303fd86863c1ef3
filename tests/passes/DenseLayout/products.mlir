// What is transposed, and what need not be. A wrong order of modes here is a
// wrong result, or one that is late.
// RUN: encke-opt --ta-dense-layout --cse %s | FileCheck %s

// A product with a transposed operand is what BLAS's flags are for.
// CHECK-LABEL: func.func @flags
// CHECK-NOT: ta.assign
// CHECK: ta.assign %{{.*}}[i, j] sizes() {gemm = {columns = ["j"], inner = ["k"], loops = [], rows = ["i"]}}
func.func @flags(%A: tensor<900x1300xf64>, %B: tensor<1400x900xf64>) -> tensor<1300x1400xf64> {
  %a = ta.access %A[k, i] : tensor<900x1300xf64>
  %b = ta.access %B[j, k] : tensor<1400x900xf64>
  %p = ta.mul %a, %b : <[k, i] f64>, <[j, k] f64> -> <[k, i, j] f64>
  %s = ta.sum %p over [k] : !ta.expr<[k, i, j] f64> -> !ta.expr<[i, j] f64>
  %C = ta.assign %s[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<1300x1400xf64>
  return %C : tensor<1300x1400xf64>
}

// Neighbours are one dimension, in an order that all tensors share.
// CHECK-LABEL: func.func @neighbours
// CHECK-NOT: ta.assign
// CHECK: ta.assign %{{.*}}[a, b, c] sizes() {gemm = {columns = ["c"], inner = ["e", "f"], loops = [], rows = ["a", "b"]}}
func.func @neighbours(%A: tensor<70x75x80x90xf64>, %B: tensor<80x90x8000xf64>) -> tensor<70x75x8000xf64> {
  %a = ta.access %A[a, b, e, f] : tensor<70x75x80x90xf64>
  %b = ta.access %B[e, f, c] : tensor<80x90x8000xf64>
  %p = ta.mul %a, %b : <[a, b, e, f] f64>, <[e, f, c] f64> -> <[a, b, e, f, c] f64>
  %s = ta.sum %p over [e, f] : !ta.expr<[a, b, e, f, c] f64> -> !ta.expr<[a, b, c] f64>
  %C = ta.assign %s[a, b, c] sizes() : !ta.expr<[a, b, c] f64> -> tensor<70x75x8000xf64>
  return %C : tensor<70x75x8000xf64>
}

// Both operands are transposed, the result is made in place.
// CHECK-LABEL: func.func @ttg
// CHECK-SAME: (%[[A:.*]]: tensor<48x48x48x48xf64>, %[[B:.*]]: tensor<48x48x48x48xf64>)
// CHECK: %[[EA:.*]] = ta.access %[[A]][a, e, b, f]
// CHECK: %[[EB:.*]] = ta.access %[[B]][d, f, c, e]
// CHECK: %[[AT:.*]] = ta.assign %[[EA]][a, b, e, f] sizes() :
// CHECK: ta.access %[[AT]][a, b, e, f]
// CHECK: %[[BT:.*]] = ta.assign %[[EB]][e, f, c, d] sizes() :
// CHECK: ta.access %[[BT]][e, f, c, d]
// CHECK: %[[C:.*]] = ta.assign %{{.*}}[a, b, c, d] sizes() {gemm = {columns = ["c", "d"], inner = ["e", "f"], loops = [], rows = ["a", "b"]}}
// CHECK-NEXT: return %[[C]]
func.func @ttg(%A: tensor<48x48x48x48xf64>, %B: tensor<48x48x48x48xf64>) -> tensor<48x48x48x48xf64> {
  %a = ta.access %A[a, e, b, f] : tensor<48x48x48x48xf64>
  %b = ta.access %B[d, f, c, e] : tensor<48x48x48x48xf64>
  %p = ta.mul %a, %b : <[a, e, b, f] f64>, <[d, f, c, e] f64> -> <[a, e, b, f, d, c] f64>
  %s = ta.sum %p over [e, f] : !ta.expr<[a, e, b, f, d, c] f64> -> !ta.expr<[a, b, d, c] f64>
  %C = ta.assign %s[a, b, c, d] sizes() : !ta.expr<[a, b, d, c] f64> -> tensor<48x48x48x48xf64>
  return %C : tensor<48x48x48x48xf64>
}

// A label of all three that is last in the result: the result is made with it
// first.
// CHECK-LABEL: func.func @result
// CHECK: %[[T:.*]] = ta.assign %{{.*}}[n, {{.*}}] sizes() {gemm = {{.*}}loops = ["n"]
// CHECK: %[[E:.*]] = ta.access %[[T]][n, {{.*}}] : tensor<64x
// CHECK-NEXT: %[[C:.*]] = ta.assign %[[E]][i, j, n] sizes() : !ta.expr<[n, {{.*}}] f64> -> tensor<60x70x64xf64>
// CHECK-NEXT: return %[[C]]
func.func @result(%A: tensor<64x60x80xf64>, %B: tensor<64x80x70xf64>) -> tensor<60x70x64xf64> {
  %a = ta.access %A[n, i, k] : tensor<64x60x80xf64>
  %b = ta.access %B[n, k, j] : tensor<64x80x70xf64>
  %p = ta.mul %a, %b : <[n, i, k] f64>, <[n, k, j] f64> -> <[n, i, k, j] f64>
  %s = ta.sum %p over [k] : !ta.expr<[n, i, k, j] f64> -> !ta.expr<[n, i, j] f64>
  %C = ta.assign %s[i, j, n] sizes() : !ta.expr<[n, i, j] f64> -> tensor<60x70x64xf64>
  return %C : tensor<60x70x64xf64>
}

// Sizes that are known when the program runs.
// CHECK-LABEL: func.func @dynamic
// CHECK-SAME: (%[[A:.*]]: tensor<?x?x64xf64>, %[[B:.*]]: tensor<64x?x?xf64>, %[[N:.*]]: index, %[[M:.*]]: index)
// CHECK: ta.assign %{{.*}}[i, j] sizes(%[[N]], %[[M]]) {gemm = {
func.func @dynamic(%A: tensor<?x?x64xf64>, %B: tensor<64x?x?xf64>, %n: index, %m: index) -> tensor<?x?xf64> {
  %a = ta.access %A[k, i, l] : tensor<?x?x64xf64>
  %b = ta.access %B[l, j, k] : tensor<64x?x?xf64>
  %p = ta.mul %a, %b : <[k, i, l] f64>, <[l, j, k] f64> -> <[k, i, l, j] f64>
  %s = ta.sum %p over [k, l] : !ta.expr<[k, i, l, j] f64> -> !ta.expr<[i, j] f64>
  %C = ta.assign %s[i, j] sizes(%n, %m) : !ta.expr<[i, j] f64> -> tensor<?x?xf64>
  return %C : tensor<?x?xf64>
}
