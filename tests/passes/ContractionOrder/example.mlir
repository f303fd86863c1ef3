// The example of the pass's description: y[i] = A[i,j] * B[j,k] * x[k].
// RUN: encke-opt --ta-contraction-order --canonicalize --cse %s | FileCheck %s

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

// A factor with labels of its own alone is a number, which goes into the smallest factor; one that
// is there twice is none.
// CHECK-LABEL: func.func @lone
func.func @lone(%A: tensor<100xf64>, %B: tensor<100x1000xf64>, %C: tensor<1000x1000xf64>, %c: tensor<20xf64>, %d: tensor<30xf64>) -> tensor<1000x1000xf64> {
  %0 = ta.access %A[k] : tensor<100xf64>
  %1 = ta.access %B[k, i] : tensor<100x1000xf64>
  %2 = ta.access %C[i, a] : tensor<1000x1000xf64>
  %3 = ta.access %c[g] : tensor<20xf64>
  %4 = ta.access %d[h] : tensor<30xf64>
  %p = ta.mul %0, %1 : <[k] f64>, <[k, i] f64> -> <[k, i] f64>
  %q = ta.mul %p, %2 : <[k, i] f64>, <[i, a] f64> -> <[k, i, a] f64>
  %r = ta.mul %q, %3 : <[k, i, a] f64>, <[g] f64> -> <[k, i, a, g] f64>
  %t = ta.mul %r, %4 : <[k, i, a, g] f64>, <[h] f64> -> <[k, i, a, g, h] f64>
  %u = ta.mul %t, %4 : <[k, i, a, g, h] f64>, <[h] f64> -> <[k, i, a, g, h] f64>
  %s = ta.sum %u over [k, g, h] : !ta.expr<[k, i, a, g, h] f64> -> !ta.expr<[i, a] f64>
  // CHECK: ta.sum %{{.*}} over [g]
  // CHECK-NEXT: %[[N:.*]] = ta.assign %{{.*}}[] {{.*}}encke.order = "sum [g]"
  // CHECK: ta.assign {{.*}}encke.order = "(sum [g])*[h]"
  // CHECK: ta.mul %{{.*}}, %{{.*}} : <[h] f64>, <[h] f64> -> <[h] f64>
  %y = ta.assign %s[i, a] sizes() : !ta.expr<[i, a] f64> -> tensor<1000x1000xf64>
  return %y : tensor<1000x1000xf64>
}

// Beside dense factors a sum is computed once, not again along the other labels.
// CHECK-LABEL: func.func @composite
func.func @composite(%A: tensor<100x200xf64>, %D: tensor<200x100xf64>, %B: tensor<200x300xf64>) -> tensor<100x300xf64> {
  %0 = ta.access %A[i, k] : tensor<100x200xf64>
  %1 = ta.access %D[k, i] : tensor<200x100xf64>
  %2 = ta.access %B[k, j] : tensor<200x300xf64>
  %p = ta.add %0, %1 : <[i, k] f64>, <[k, i] f64> -> <[i, k] f64>
  %q = ta.mul %p, %2 : <[i, k] f64>, <[k, j] f64> -> <[i, k, j] f64>
  %s = ta.sum %q over [k] : !ta.expr<[i, k, j] f64> -> !ta.expr<[i, j] f64>
  // CHECK: %[[P:.*]] = ta.add
  // CHECK-NEXT: %[[T:.*]] = ta.assign %[[P]][i, k] {{.*}} -> tensor<100x200xf64>
  // CHECK-NEXT: %[[A:.*]] = ta.access %[[T]][i, k]
  // CHECK-NEXT: ta.mul %[[A]], %{{.*}} : <[i, k] f64>, <[k, j] f64> -> <[i, k, j] f64>
  %y = ta.assign %s[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<100x300xf64>
  return %y : tensor<100x300xf64>
}
