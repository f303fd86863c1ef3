// Products in the order of the parentheses (L32).
// RUN: encke-opt --ta-contraction-order --canonicalize --cse %s | FileCheck %s

// Better would be A*(B*x).
// CHECK-LABEL: func.func @left
func.func @left(%A: tensor<300x200xf64>, %B: tensor<200x100xf64>, %c: tensor<100xf64>) -> tensor<300xf64> {
  %a = ta.access %A[i, j] : tensor<300x200xf64>
  %b = ta.access %B[j, k] : tensor<200x100xf64>
  %x = ta.access %c[k] : tensor<100xf64>
  %p = ta.mul %a, %b : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
  %q = ta.mul %p, %x : <[i, j, k] f64>, <[k] f64> -> <[i, j, k] f64>
  %r = ta.sum %q over [j, k] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i] f64>
  // CHECK: ta.assign %{{.*}}[i, k] sizes() {encke.order = "[i,j]*[j,k]"}
  // CHECK: ta.assign %{{.*}}[i] sizes() {encke.order = "([i,j]*[j,k])*[k]"
  %y = ta.assign %r[i] sizes() {encke.schedule = #cin.schedule<grouped>} : !ta.expr<[i] f64> -> tensor<300xf64>
  return %y : tensor<300xf64>
}

// Better would be (v*A)*B.
// CHECK-LABEL: func.func @right
func.func @right(%A: tensor<300x200xf64>, %B: tensor<200x100xf64>, %c: tensor<300xf64>) -> tensor<100xf64> {
  %v = ta.access %c[i] : tensor<300xf64>
  %a = ta.access %A[i, j] : tensor<300x200xf64>
  %b = ta.access %B[j, k] : tensor<200x100xf64>
  %p = ta.mul %a, %b : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
  %q = ta.mul %v, %p : <[i] f64>, <[i, j, k] f64> -> <[i, j, k] f64>
  %r = ta.sum %q over [i, j] : !ta.expr<[i, j, k] f64> -> !ta.expr<[k] f64>
  // CHECK: ta.assign %{{.*}}[i, k] sizes() {encke.order = "[i,j]*[j,k]"}
  // CHECK: ta.assign %{{.*}}[k] sizes() {encke.order = "[i]*([i,j]*[j,k])"
  %y = ta.assign %r[k] sizes() {encke.schedule = #cin.schedule<grouped>} : !ta.expr<[k] f64> -> tensor<100xf64>
  return %y : tensor<100xf64>
}
