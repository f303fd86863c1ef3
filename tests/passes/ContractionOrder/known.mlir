// What a tensor of the block holds already is not computed again, whatever its labels are
// called: (A*B) .* (A*B), and then C = B^T*A^T, which is A*B transposed, in D = C*x.
// RUN: encke-opt --ta-contraction-order --canonicalize --cse %s | FileCheck %s

// CHECK-LABEL: func.func @names
// CHECK: %[[T:.*]] = ta.assign %{{.*}}[i, j] sizes() {encke.order = "[i,k]*[k,j]"}
// CHECK-NEXT: %[[P:.*]] = ta.access %[[T]][i, j]
// CHECK-NEXT: ta.mul %[[P]], %[[P]]
// CHECK: ta.assign
// CHECK: %[[Q:.*]] = ta.access %[[T]][q, p] : tensor<300x300xf64>
// CHECK-NEXT: ta.mul %[[Q]], %{{.*}} : <[q, p] f64>, <[p, q] f64>
// CHECK: return
func.func @names(%A: tensor<300x200xf64>, %B: tensor<200x300xf64>, %x: tensor<300x300xf64>) -> (tensor<300x300xf64>, tensor<300x300xf64>) {
  %a = ta.access %A[i, k] : tensor<300x200xf64>
  %b = ta.access %B[k, j] : tensor<200x300xf64>
  %c = ta.access %A[i, l] : tensor<300x200xf64>
  %d = ta.access %B[l, j] : tensor<200x300xf64>
  %p = ta.mul %a, %b : <[i, k] f64>, <[k, j] f64> -> <[i, k, j] f64>
  %s = ta.sum %p over [k] : !ta.expr<[i, k, j] f64> -> !ta.expr<[i, j] f64>
  %q = ta.mul %c, %d : <[i, l] f64>, <[l, j] f64> -> <[i, l, j] f64>
  %t = ta.sum %q over [l] : !ta.expr<[i, l, j] f64> -> !ta.expr<[i, j] f64>
  %m = ta.mul %s, %t : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %y = ta.assign %m[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<300x300xf64>
  %e = ta.access %A[q, r] : tensor<300x200xf64>
  %f = ta.access %B[r, p] : tensor<200x300xf64>
  %u = ta.mul %e, %f : <[q, r] f64>, <[r, p] f64> -> <[q, r, p] f64>
  %v = ta.sum %u over [r] : !ta.expr<[q, r, p] f64> -> !ta.expr<[q, p] f64>
  %w = ta.access %x[p, q] : tensor<300x300xf64>
  %n = ta.mul %v, %w : <[q, p] f64>, <[p, q] f64> -> <[q, p] f64>
  %z = ta.assign %n[p, q] sizes() : !ta.expr<[q, p] f64> -> tensor<300x300xf64>
  return %y, %z : tensor<300x300xf64>, tensor<300x300xf64>
}

// Alike but for a label, A[i,k]*B[k,j] and A[i,k]*B[j,k], or for a tensor.
// CHECK-LABEL: func.func @others
// CHECK-COUNT-3: {encke.order = "[i,k
// CHECK: return
func.func @others(%A: tensor<300x300xf64>, %B: tensor<300x300xf64>) -> tensor<300x300xf64> {
  %a = ta.access %A[i, k] : tensor<300x300xf64>
  %b = ta.access %B[k, j] : tensor<300x300xf64>
  %c = ta.access %B[j, k] : tensor<300x300xf64>
  %d = ta.access %A[k, j] : tensor<300x300xf64>
  %p = ta.mul %a, %b : <[i, k] f64>, <[k, j] f64> -> <[i, k, j] f64>
  %s = ta.sum %p over [k] : !ta.expr<[i, k, j] f64> -> !ta.expr<[i, j] f64>
  %q = ta.mul %a, %c : <[i, k] f64>, <[j, k] f64> -> <[i, k, j] f64>
  %t = ta.sum %q over [k] : !ta.expr<[i, k, j] f64> -> !ta.expr<[i, j] f64>
  %r = ta.mul %a, %d : <[i, k] f64>, <[k, j] f64> -> <[i, k, j] f64>
  %u = ta.sum %r over [k] : !ta.expr<[i, k, j] f64> -> !ta.expr<[i, j] f64>
  %m = ta.mul %s, %t : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %n = ta.mul %m, %u : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %y = ta.assign %n[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<300x300xf64>
  return %y : tensor<300x300xf64>
}
