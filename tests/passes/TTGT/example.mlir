// The example of the pass's description: b and c are contiguous where BLAS
// needs it, so there is a product for each a, and nothing is transposed.
// RUN: encke-opt --ta-ttgt --cse %s | FileCheck %s

// CHECK-LABEL: func.func @f
// CHECK-NOT: ta.assign
// CHECK: %[[P:.*]] = ta.mul
// CHECK: %[[S:.*]] = ta.sum %[[P]] over [e] : !ta.expr<[a, e, b, c] f64> -> !ta.expr<[a, b, c] f64>
// CHECK-NEXT: %[[C:.*]] = ta.assign %[[S]][a, b, c] sizes() {gemm = {columns = ["c"], inner = ["e"], loops = ["a"], rows = ["b"]}} : !ta.expr<[a, b, c] f64> -> tensor<640x640x640xf64>
// CHECK-NEXT: return %[[C]]
func.func @f(%A: tensor<640x640x640xf64>, %B: tensor<640x640xf64>) -> tensor<640x640x640xf64> {
  %a = ta.access %A[a, e, b] : tensor<640x640x640xf64>
  %b = ta.access %B[e, c] : tensor<640x640xf64>
  %p = ta.mul %a, %b : <[a, e, b] f64>, <[e, c] f64> -> <[a, e, b, c] f64>
  %s = ta.sum %p over [e] : !ta.expr<[a, e, b, c] f64> -> !ta.expr<[a, b, c] f64>
  %C = ta.assign %s[a, b, c] sizes() : !ta.expr<[a, b, c] f64> -> tensor<640x640x640xf64>
  return %C : tensor<640x640x640xf64>
}
