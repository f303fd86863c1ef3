// The example of the pass's description, and terms that stay apart.
// RUN: encke-opt --ta-factor-terms --canonicalize %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK-LABEL: func.func @example
func.func @example(%A: tensor<40x50xf64>, %B: tensor<50xf64>, %C: tensor<50xf64>) -> tensor<40xf64> {
  %a = ta.access %A[i, j] : tensor<40x50xf64>
  %x = ta.access %B[j] : tensor<50xf64>
  %z = ta.access %C[j] : tensor<50xf64>
  %p = ta.mul %a, %x : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
  %s = ta.sum %p over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %q = ta.mul %a, %z : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
  %t = ta.sum %q over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %e = ta.add %s, %t : <[i] f64>, <[i] f64> -> <[i] f64>
  // CHECK: %[[U:.*]] = ta.add %{{.*}}, %{{.*}} : <[j] f64>, <[j] f64> -> <[j] f64>
  // CHECK-NEXT: %[[V:.*]] = ta.assign %[[U]][j] sizes() : !ta.expr<[j] f64> -> tensor<50xf64>
  // CHECK-NEXT: %[[W:.*]] = ta.access %[[V]][j] : tensor<50xf64>
  // CHECK-NEXT: %[[P:.*]] = ta.mul %{{.*}}, %[[W]] : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
  // CHECK-NEXT: %[[E:.*]] = ta.sum %[[P]] over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  // CHECK-NEXT: ta.assign %[[E]][i]
  %y = ta.assign %e[i] sizes() : !ta.expr<[i] f64> -> tensor<40xf64>
  return %y : tensor<40xf64>
}

// A difference; the sparse factor is the shared one.
// CHECK-LABEL: func.func @difference
// CHECK: %[[D:.*]] = ta.sub %{{.*}}, %{{.*}} : <[j, k] f64>, <[j, k] f64>
// CHECK: ta.assign %[[D]][j, k]
// CHECK-COUNT-1: ta.mul
// CHECK-NOT: ta.mul
func.func @difference(%A: tensor<400x400xf64, #CSR>, %B: tensor<400x8xf64>, %C: tensor<400x8xf64>) -> tensor<400x8xf64> {
  %a = ta.access %A[i, j] : tensor<400x400xf64, #CSR>
  %x = ta.access %B[j, k] : tensor<400x8xf64>
  %z = ta.access %C[j, k] : tensor<400x8xf64>
  %p = ta.mul %a, %x : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
  %s = ta.sum %p over [j] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i, k] f64>
  %q = ta.mul %a, %z : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
  %t = ta.sum %q over [j] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i, k] f64>
  %e = ta.sub %s, %t : <[i, k] f64>, <[i, k] f64> -> <[i, k] f64>
  %y = ta.assign %e[i, k] sizes() : !ta.expr<[i, k] f64> -> tensor<400x8xf64>
  return %y : tensor<400x8xf64>
}

// It would cost as much as it saves; what is left is sparse; the sums differ.
// CHECK-LABEL: func.func @apart
// CHECK-COUNT-6: ta.mul
func.func @apart(%A: tensor<4x50xf64>, %B: tensor<50x4xf64, #CSR>, %x: tensor<50xf64>) -> (tensor<4xf64>, tensor<4x4xf64>, tensor<4xf64>) {
  %a = ta.access %A[i, j] : tensor<4x50xf64>
  %v = ta.access %x[j] : tensor<50xf64>
  %p = ta.mul %v, %a : <[j] f64>, <[i, j] f64> -> <[j, i] f64>
  %s = ta.sum %p over [j] : !ta.expr<[j, i] f64> -> !ta.expr<[i] f64>
  %c = ta.access %A[i, j] {other} : tensor<4x50xf64>
  %q = ta.mul %v, %c : <[j] f64>, <[i, j] f64> -> <[j, i] f64>
  %t = ta.sum %q over [j] : !ta.expr<[j, i] f64> -> !ta.expr<[i] f64>
  %e = ta.add %s, %t : <[i] f64>, <[i] f64> -> <[i] f64>
  %y = ta.assign %e[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>

  %b = ta.access %B[j, k] : tensor<50x4xf64, #CSR>
  %d = ta.access %B[j, k] {other} : tensor<50x4xf64, #CSR>
  %p2 = ta.mul %a, %b : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
  %s2 = ta.sum %p2 over [j] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i, k] f64>
  %q2 = ta.mul %a, %d : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
  %t2 = ta.sum %q2 over [j] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i, k] f64>
  %e2 = ta.add %s2, %t2 : <[i, k] f64>, <[i, k] f64> -> <[i, k] f64>
  %y2 = ta.assign %e2[i, k] sizes() : !ta.expr<[i, k] f64> -> tensor<4x4xf64>

  %p3 = ta.mul %a, %v : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
  %s3 = ta.sum %p3 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %w = ta.access %x[k] : tensor<50xf64>
  %f = ta.access %A[i, k] : tensor<4x50xf64>
  %q3 = ta.mul %f, %w : <[i, k] f64>, <[k] f64> -> <[i, k] f64>
  %t3 = ta.sum %q3 over [k] : !ta.expr<[i, k] f64> -> !ta.expr<[i] f64>
  %e3 = ta.add %s3, %t3 : <[i] f64>, <[i] f64> -> <[i] f64>
  %y3 = ta.assign %e3[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %y, %y2, %y3 : tensor<4xf64>, tensor<4x4xf64>, tensor<4xf64>
}

// Any two terms, and what comes of them: A*C + B*C + A*D - B*E + B*D, but for B*E one product.
// CHECK-LABEL: func.func @terms
func.func @terms(%TA: tensor<50x60xf64>, %TB: tensor<50x60xf64>, %TC: tensor<60x70xf64>, %TD: tensor<60x70xf64>, %TE: tensor<60x70xf64>) -> tensor<50x70xf64> {
  %a = ta.access %TA[i, k] : tensor<50x60xf64>
  %b = ta.access %TB[i, k] : tensor<50x60xf64>
  %c = ta.access %TC[k, j] : tensor<60x70xf64>
  %d = ta.access %TD[k, j] : tensor<60x70xf64>
  %e = ta.access %TE[k, j] : tensor<60x70xf64>
  %p = ta.mul %a, %c : <[i, k] f64>, <[k, j] f64> -> <[i, k, j] f64>
  %ac = ta.sum %p over [k] : !ta.expr<[i, k, j] f64> -> !ta.expr<[i, j] f64>
  %q = ta.mul %b, %c : <[i, k] f64>, <[k, j] f64> -> <[i, k, j] f64>
  %bc = ta.sum %q over [k] : !ta.expr<[i, k, j] f64> -> !ta.expr<[i, j] f64>
  %r = ta.mul %a, %d : <[i, k] f64>, <[k, j] f64> -> <[i, k, j] f64>
  %ad = ta.sum %r over [k] : !ta.expr<[i, k, j] f64> -> !ta.expr<[i, j] f64>
  %s = ta.mul %b, %e : <[i, k] f64>, <[k, j] f64> -> <[i, k, j] f64>
  %be = ta.sum %s over [k] : !ta.expr<[i, k, j] f64> -> !ta.expr<[i, j] f64>
  %t = ta.mul %b, %d : <[i, k] f64>, <[k, j] f64> -> <[i, k, j] f64>
  %bd = ta.sum %t over [k] : !ta.expr<[i, k, j] f64> -> !ta.expr<[i, j] f64>
  %1 = ta.add %ac, %bc : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %2 = ta.add %1, %ad : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %3 = ta.sub %2, %be : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %4 = ta.add %3, %bd : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  // CHECK: %[[AB:.*]] = ta.add %{{.*}}, %{{.*}} : <[i, k] f64>, <[i, k] f64>
  // CHECK-NEXT: %[[T:.*]] = ta.assign %[[AB]][i, k]
  // CHECK-NEXT: %[[X:.*]] = ta.access %[[T]][i, k]
  // CHECK-NOT: ta.add {{.*}}<[i, k] f64>
  // CHECK: %[[CD:.*]] = ta.add %{{.*}}, %{{.*}} : <[k, j] f64>, <[k, j] f64>
  // CHECK-NEXT: %[[U:.*]] = ta.assign %[[CD]][k, j]
  // CHECK-NEXT: %[[Y:.*]] = ta.access %[[U]][k, j]
  // CHECK-NEXT: ta.mul %[[X]], %[[Y]]
  // CHECK: ta.sub
  // CHECK-NOT: ta.add
  // CHECK: return
  %R = ta.assign %4[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<50x70xf64>
  return %R : tensor<50x70xf64>
}

// More than one factor, labels of other names, numbers: A*B*D - 2*C*B*D.
// CHECK-LABEL: func.func @products
// CHECK: %[[N:.*]] = ta.mul %{{.*}}, %{{.*}} : <[] f64>, <[i, j] f64>
// CHECK: %[[D:.*]] = ta.sub %{{.*}}, %[[N]] : <[i, j] f64>, <[i, j] f64>
// CHECK: %[[T:.*]] = ta.assign %[[D]][i, j]
// CHECK: %[[U:.*]] = ta.access %[[T]][i, j]
// CHECK: ta.mul %{{.*}}, %[[U]]
// CHECK: ta.sum %{{.*}} over [j, k]
// CHECK-NOT: ta.sub
// CHECK: return
func.func @products(%A: tensor<40x50xf64>, %B: tensor<50x60xf64>, %C: tensor<40x50xf64>, %D: tensor<60x70xf64>) -> tensor<40x70xf64> {
  %a = ta.access %A[i, j] : tensor<40x50xf64>
  %b = ta.access %B[j, k] : tensor<50x60xf64>
  %d = ta.access %D[k, l] : tensor<60x70xf64>
  %p = ta.mul %a, %b : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
  %s = ta.sum %p over [j] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i, k] f64>
  %q = ta.mul %s, %d : <[i, k] f64>, <[k, l] f64> -> <[i, k, l] f64>
  %abd = ta.sum %q over [k] : !ta.expr<[i, k, l] f64> -> !ta.expr<[i, l] f64>
  %two = arith.constant 2.0 : f64
  %n = ta.scalar %two : f64 -> <[] f64>
  %c = ta.access %C[i, k] : tensor<40x50xf64>
  %e = ta.access %B[k, m] : tensor<50x60xf64>
  %f = ta.access %D[m, l] : tensor<60x70xf64>
  %r = ta.mul %c, %e : <[i, k] f64>, <[k, m] f64> -> <[i, k, m] f64>
  %t = ta.mul %r, %f : <[i, k, m] f64>, <[m, l] f64> -> <[i, k, m, l] f64>
  %u = ta.sum %t over [k, m] : !ta.expr<[i, k, m, l] f64> -> !ta.expr<[i, l] f64>
  %cbd = ta.mul %n, %u : <[] f64>, <[i, l] f64> -> <[i, l] f64>
  %v = ta.sub %abd, %cbd : <[i, l] f64>, <[i, l] f64> -> <[i, l] f64>
  %y = ta.assign %v[i, l] sizes() : !ta.expr<[i, l] f64> -> tensor<40x70xf64>
  return %y : tensor<40x70xf64>
}

// A(i,j) and its transposed are not the same, and what is left of the names differs:
// A[i,k]*x[k] is another label's sum than A[k,i]*x[k]. B*C + B^T*C shares C only.
// CHECK-LABEL: func.func @transposed
// CHECK: %[[S:.*]] = ta.add %{{.*}}, %{{.*}} : <[i, j] f64>, <[j, i] f64>
// CHECK: ta.assign %[[S]]
// CHECK-COUNT-1: ta.sum
// CHECK-NOT: ta.sum
func.func @transposed(%B: tensor<50x50xf64>, %C: tensor<50x60xf64>) -> tensor<50x60xf64> {
  %b = ta.access %B[i, j] : tensor<50x50xf64>
  %c = ta.access %C[j, k] : tensor<50x60xf64>
  %p = ta.mul %b, %c : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
  %s = ta.sum %p over [j] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i, k] f64>
  %d = ta.access %B[m, i] : tensor<50x50xf64>
  %e = ta.access %C[m, k] : tensor<50x60xf64>
  %q = ta.mul %d, %e : <[m, i] f64>, <[m, k] f64> -> <[m, i, k] f64>
  %t = ta.sum %q over [m] : !ta.expr<[m, i, k] f64> -> !ta.expr<[i, k] f64>
  %v = ta.add %s, %t : <[i, k] f64>, <[i, k] f64> -> <[i, k] f64>
  %y = ta.assign %v[i, k] sizes() : !ta.expr<[i, k] f64> -> tensor<50x60xf64>
  return %y : tensor<50x60xf64>
}

// A label that takes another name must not become the one of a sum inside: of
// B[p,k]*e[k] + B[p,i]*(T[i,k]*e[k] + e[i]), B is taken out, with i as k and k as k_1.
// CHECK-LABEL: func.func @capture
// CHECK: %[[T:.*]] = ta.access %{{.*}}[k, k_1] : tensor<50x50xf64>
// CHECK: %[[E:.*]] = ta.access %{{.*}}[k_1] : tensor<50xf64>
// CHECK-NEXT: %[[P:.*]] = ta.mul %[[T]], %[[E]]
// CHECK-NEXT: ta.sum %[[P]] over [k_1] : !ta.expr<[k, k_1] f64> -> !ta.expr<[k] f64>
func.func @capture(%B: tensor<40x50xf64>, %T: tensor<50x50xf64>, %e: tensor<50xf64>) -> tensor<40xf64> {
  %b = ta.access %B[p, k] : tensor<40x50xf64>
  %x = ta.access %e[k] : tensor<50xf64>
  %m = ta.mul %b, %x : <[p, k] f64>, <[k] f64> -> <[p, k] f64>
  %s = ta.sum %m over [k] : !ta.expr<[p, k] f64> -> !ta.expr<[p] f64>
  %c = ta.access %B[p, i] : tensor<40x50xf64>
  %t = ta.access %T[i, k] : tensor<50x50xf64>
  %n = ta.mul %t, %x : <[i, k] f64>, <[k] f64> -> <[i, k] f64>
  %u = ta.sum %n over [k] : !ta.expr<[i, k] f64> -> !ta.expr<[i] f64>
  %z = ta.access %e[i] : tensor<50xf64>
  %v = ta.add %u, %z : <[i] f64>, <[i] f64> -> <[i] f64>
  %q = ta.mul %c, %v : <[p, i] f64>, <[i] f64> -> <[p, i] f64>
  %w = ta.sum %q over [i] : !ta.expr<[p, i] f64> -> !ta.expr<[p] f64>
  %r = ta.add %s, %w : <[p] f64>, <[p] f64> -> <[p] f64>
  %y = ta.assign %r[p] sizes() : !ta.expr<[p] f64> -> tensor<40xf64>
  return %y : tensor<40xf64>
}
