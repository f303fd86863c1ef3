// The example of the pass's description: y[i] = A[i,j] * B[j,k] * x[k].
// RUN: encke-opt --ta-order-products --canonicalize --cse %s | FileCheck %s

// CHECK-LABEL: func.func @example
func.func @example(%A: tensor<300x200xf64>, %B: tensor<200x100xf64>, %c: tensor<100xf64>) -> tensor<300xf64> {
  %a = ta.access %A[i, j] : tensor<300x200xf64>
  %b = ta.access %B[j, k] : tensor<200x100xf64>
  %x = ta.access %c[k] : tensor<100xf64>
  %p = ta.mul %a, %b : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
  %s = ta.sum %p over [j] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i, k] f64>
  %q = ta.mul %s, %x : <[i, k] f64>, <[k] f64> -> <[i, k] f64>
  %r = ta.sum %q over [k] : !ta.expr<[i, k] f64> -> !ta.expr<[i] f64>
  %y = ta.assign %r[i] sizes() : !ta.expr<[i] f64> -> tensor<300xf64>

  // CHECK: %[[A:.*]] = ta.access %{{.*}}[i, j]
  // CHECK: %[[P:.*]] = ta.mul %{{.*}}, %{{.*}} : <[j, k] f64>, <[k] f64> -> <[j, k] f64>
  // CHECK-NEXT: %[[S:.*]] = ta.sum %[[P]] over [k] : !ta.expr<[j, k] f64> -> !ta.expr<[j] f64>
  // CHECK-NEXT: %[[T:.*]] = ta.assign %[[S]][j] sizes() {encke.order = "[j,k]*[k]"} : !ta.expr<[j] f64> -> tensor<200xf64>
  // CHECK-NEXT: %[[U:.*]] = ta.access %[[T]][j] : tensor<200xf64>
  // CHECK-NEXT: %[[Q:.*]] = ta.mul %[[A]], %[[U]] : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
  // CHECK-NEXT: %[[R:.*]] = ta.sum %[[Q]] over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  // CHECK-NEXT: %[[Y:.*]] = ta.assign %[[R]][i] sizes() {encke.order = "[i,j]*([j,k]*[k])"} : !ta.expr<[i] f64> -> tensor<300xf64>
  // CHECK-NEXT: return %[[Y]]
  return %y : tensor<300xf64>
}
