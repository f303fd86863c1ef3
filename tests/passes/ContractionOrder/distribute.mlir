// Products with sums of products: multiplied out where that takes less.
// RUN: encke-opt --split-input-file --ta-contraction-order --canonicalize --cse %s | FileCheck %s

// (A*B - C)*x: n^2 operations instead of n^3.
// CHECK-LABEL: func.func @vector
// CHECK: ta.assign {{.*}} {encke.order = "[j,k]*[k]"}
// CHECK: ta.sub
// CHECK: ta.assign {{.*}} {encke.order = "[i,j]*([j,k]*[k]), [i,k]*[k]"}
// CHECK-NOT: ta.assign
func.func @vector(%A: tensor<300x200xf64>, %B: tensor<200x300xf64>, %C: tensor<300x300xf64>, %x: tensor<300xf64>) -> tensor<300xf64> {
  %a = ta.access %A[i, j] : tensor<300x200xf64>
  %b = ta.access %B[j, k] : tensor<200x300xf64>
  %p = ta.mul %a, %b : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
  %s = ta.sum %p over [j] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i, k] f64>
  %c = ta.access %C[i, k] : tensor<300x300xf64>
  %d = ta.sub %s, %c : <[i, k] f64>, <[i, k] f64> -> <[i, k] f64>
  %v = ta.access %x[k] : tensor<300xf64>
  %q = ta.mul %d, %v : <[i, k] f64>, <[k] f64> -> <[i, k] f64>
  %r = ta.sum %q over [k] : !ta.expr<[i, k] f64> -> !ta.expr<[i] f64>
  %y = ta.assign %r[i] sizes() : !ta.expr<[i] f64> -> tensor<300xf64>
  return %y : tensor<300xf64>
}

// -----

// With what it is multiplied with first: (A*B + C)*D*x by way of D*x, which both terms
// then take.
// CHECK-LABEL: func.func @chain
// CHECK: %[[DX:.*]] = ta.assign {{.*}} {encke.order = "[k,l]*[l]"}
// CHECK: %[[U:.*]] = ta.access %[[DX]][k]
// CHECK: ta.assign {{.*}} {encke.order = "[j,k]*([k,l]*[l])"}
// CHECK: ta.mul %{{.*}}, %[[U]] : <[i, k] f64>, <[k] f64>
// CHECK: ta.assign {{.*}} {encke.order = "[i,j]*([j,k]*([k,l]*[l])), [i,k]*([k,l]*[l])"}
// CHECK-NOT: ta.assign
func.func @chain(%A: tensor<300x200xf64>, %B: tensor<200x300xf64>, %C: tensor<300x300xf64>, %D: tensor<300x300xf64>, %x: tensor<300xf64>) -> tensor<300xf64> {
  %a = ta.access %A[i, j] : tensor<300x200xf64>
  %b = ta.access %B[j, k] : tensor<200x300xf64>
  %p = ta.mul %a, %b : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
  %s = ta.sum %p over [j] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i, k] f64>
  %c = ta.access %C[i, k] : tensor<300x300xf64>
  %e = ta.add %s, %c : <[i, k] f64>, <[i, k] f64> -> <[i, k] f64>
  %d = ta.access %D[k, l] : tensor<300x300xf64>
  %q = ta.mul %e, %d : <[i, k] f64>, <[k, l] f64> -> <[i, k, l] f64>
  %t = ta.sum %q over [k] : !ta.expr<[i, k, l] f64> -> !ta.expr<[i, l] f64>
  %v = ta.access %x[l] : tensor<300xf64>
  %w = ta.mul %t, %v : <[i, l] f64>, <[l] f64> -> <[i, l] f64>
  %r = ta.sum %w over [l] : !ta.expr<[i, l] f64> -> !ta.expr<[i] f64>
  %y = ta.assign %r[i] sizes() : !ta.expr<[i] f64> -> tensor<300xf64>
  return %y : tensor<300xf64>
}

// -----

// (A*B + C)*D of matrices takes two products as it is, three multiplied out.
// CHECK-LABEL: func.func @matrices
// CHECK: %[[E:.*]] = ta.add %{{.*}}, %{{.*}} : <[i, k] f64>, <[i, k] f64>
// CHECK-NEXT: %[[T:.*]] = ta.assign %[[E]][i, k]
// CHECK-NEXT: %[[A:.*]] = ta.access %[[T]][i, k]
// CHECK-NEXT: ta.mul %[[A]], %{{.*}} : <[i, k] f64>, <[k, l] f64>
// CHECK-NEXT: ta.sum
// CHECK-NEXT: ta.assign
func.func @matrices(%A: tensor<300x200xf64>, %B: tensor<200x300xf64>, %C: tensor<300x300xf64>, %D: tensor<300x300xf64>) -> tensor<300x300xf64> {
  %a = ta.access %A[i, j] : tensor<300x200xf64>
  %b = ta.access %B[j, k] : tensor<200x300xf64>
  %p = ta.mul %a, %b : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
  %s = ta.sum %p over [j] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i, k] f64>
  %c = ta.access %C[i, k] : tensor<300x300xf64>
  %e = ta.add %s, %c : <[i, k] f64>, <[i, k] f64> -> <[i, k] f64>
  %d = ta.access %D[k, l] : tensor<300x300xf64>
  %q = ta.mul %e, %d : <[i, k] f64>, <[k, l] f64> -> <[i, k, l] f64>
  %t = ta.sum %q over [k] : !ta.expr<[i, k, l] f64> -> !ta.expr<[i, l] f64>
  %y = ta.assign %t[i, l] sizes() : !ta.expr<[i, l] f64> -> tensor<300x300xf64>
  return %y : tensor<300x300xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// A sparse factor with the labels of the sum says where that is needed: ta-normalize
// computes it only there.
// CHECK-LABEL: func.func @sampled
// CHECK: ta.add %{{.*}}, %{{.*}} : <[i, k] f64>, <[i, k] f64>
// CHECK-NEXT: ta.mul
// CHECK-NEXT: ta.sum
// CHECK-NEXT: ta.assign
func.func @sampled(%A: tensor<300x200xf64>, %B: tensor<200x300xf64>, %C: tensor<300x300xf64>, %S: tensor<300x300xf64, #CSR>) -> tensor<300xf64> {
  %a = ta.access %A[i, j] : tensor<300x200xf64>
  %b = ta.access %B[j, k] : tensor<200x300xf64>
  %p = ta.mul %a, %b : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
  %s = ta.sum %p over [j] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i, k] f64>
  %c = ta.access %C[i, k] : tensor<300x300xf64>
  %e = ta.add %s, %c : <[i, k] f64>, <[i, k] f64> -> <[i, k] f64>
  %d = ta.access %S[i, k] : tensor<300x300xf64, #CSR>
  %q = ta.mul %e, %d : <[i, k] f64>, <[i, k] f64> -> <[i, k] f64>
  %t = ta.sum %q over [k] : !ta.expr<[i, k] f64> -> !ta.expr<[i] f64>
  %y = ta.assign %t[i] sizes() : !ta.expr<[i] f64> -> tensor<300xf64>
  return %y : tensor<300xf64>
}

// -----

// (1 + A*B)*C of equal labels: the product goes to the library, not into loops over three
// factors.
// CHECK-LABEL: func.func @elementwise
// CHECK: %[[P:.*]] = ta.sum %{{.*}} over [j]
// CHECK-NEXT: %[[E:.*]] = ta.add %{{.*}}, %[[P]]
// CHECK-NEXT: %[[T:.*]] = ta.assign %[[E]][i, k]
// CHECK-NEXT: %[[A:.*]] = ta.access %[[T]][i, k]
// CHECK-NEXT: ta.mul %[[A]], %{{.*}} : <[i, k] f64>, <[i, k] f64>
// CHECK-NEXT: ta.assign {{.*}} {encke.order = "[i,j]*[j,k], ([i,k] + [i,j]*[j,k])*[i,k]"}
func.func @elementwise(%A: tensor<300x200xf64>, %B: tensor<200x300xf64>, %C: tensor<300x300xf64>, %D: tensor<300x300xf64>) -> tensor<300x300xf64> {
  %a = ta.access %A[i, j] : tensor<300x200xf64>
  %b = ta.access %B[j, k] : tensor<200x300xf64>
  %p = ta.mul %a, %b : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
  %s = ta.sum %p over [j] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i, k] f64>
  %d = ta.access %D[i, k] : tensor<300x300xf64>
  %e = ta.add %d, %s : <[i, k] f64>, <[i, k] f64> -> <[i, k] f64>
  %c = ta.access %C[i, k] : tensor<300x300xf64>
  %q = ta.mul %e, %c : <[i, k] f64>, <[i, k] f64> -> <[i, k] f64>
  %y = ta.assign %q[i, k] sizes() : !ta.expr<[i, k] f64> -> tensor<300x300xf64>
  return %y : tensor<300x300xf64>
}

// -----

// Functions, numbers and signs are told in the program's words; what is long is not.
// CHECK-LABEL: func.func @words
// CHECK: {encke.order = "exp([i,j] - 2*[i,j])*[j]"}
// CHECK: {encke.order = "(...)*[j]"}
func.func @words(%A: tensor<30x40xf64>, %x: tensor<40xf64>) -> (tensor<30xf64>, tensor<30xf64>) {
  %a = ta.access %A[i, j] : tensor<30x40xf64>
  %two = arith.constant 2.0 : f64
  %n = ta.scalar %two : f64 -> <[] f64>
  %m = ta.mul %n, %a : <[] f64>, <[i, j] f64> -> <[i, j] f64>
  %d = ta.sub %a, %m : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %e = ta.apply "exp"(%d) : !ta.expr<[i, j] f64> -> <[i, j] f64>
  %v = ta.access %x[j] : tensor<40xf64>
  %p = ta.mul %e, %v : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
  %s = ta.sum %p over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %y = ta.assign %s[i] sizes() : !ta.expr<[i] f64> -> tensor<30xf64>
  %f = ta.add %e, %e : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %g = ta.add %f, %e : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %q = ta.mul %g, %v : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
  %t = ta.sum %q over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %z = ta.assign %t[i] sizes() : !ta.expr<[i] f64> -> tensor<30xf64>
  return %y, %z : tensor<30xf64>, tensor<30xf64>
}
