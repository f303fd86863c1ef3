// Which labels become one, and which do not.
// RUN: encke-opt --ta-dense-layout --canonicalize --cse --split-input-file %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// Labels that only dense tensors have, beside a sparse one's. The name k_l is
// taken.
// CHECK-LABEL: func.func @sparse_factor
// CHECK: ta.access %{{.*}}[i, k_l] : tensor<300x200xf64, #
// CHECK: %[[B:.*]] = tensor.collapse_shape %{{.*}} {{\[}}[0], [1, 2]] : tensor<200x6x4xf64> into tensor<200x24xf64>
// CHECK-NEXT: ta.access %[[B]][k_l, k_l_] : tensor<200x24xf64>
// CHECK: %[[C:.*]] = ta.assign %{{.*}}[i, k_l_] sizes() {encke.order = "A*B"}
// CHECK-NEXT: tensor.expand_shape %[[C]] {{\[}}[0], [1, 2]] output_shape [300, 6, 4]
func.func @sparse_factor(%A: tensor<300x200xf64, #CSR>, %B: tensor<200x6x4xf64>) -> tensor<300x6x4xf64> {
  %a = ta.access %A[i, k_l] : tensor<300x200xf64, #CSR>
  %b = ta.access %B[k_l, k, l] : tensor<200x6x4xf64>
  %p = ta.mul %a, %b : <[i, k_l] f64>, <[k_l, k, l] f64> -> <[i, k_l, k, l] f64>
  %s = ta.sum %p over [k_l] : !ta.expr<[i, k_l, k, l] f64> -> !ta.expr<[i, k, l] f64>
  %C = ta.assign %s[i, k, l] sizes() {encke.order = "A*B"} : !ta.expr<[i, k, l] f64> -> tensor<300x6x4xf64>
  return %C : tensor<300x6x4xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// The factors of a sparse result; the result itself stays as it is.
// CHECK-LABEL: func.func @sampled
// CHECK: ta.access %{{.*}}[i, k_l] : tensor<300x12xf64>
// CHECK: ta.access %{{.*}}[j, k_l] : tensor<200x12xf64>
// CHECK: ta.sum %{{.*}} over [k_l]
// CHECK: %[[C:.*]] = ta.assign %{{.*}}[i, j] sizes() {zeros}
// CHECK-NEXT: return %[[C]]
func.func @sampled(%M: tensor<300x200xf64, #CSR>, %A: tensor<300x4x3xf64>, %B: tensor<200x4x3xf64>) -> tensor<300x200xf64, #CSR> {
  %m = ta.access %M[i, j] : tensor<300x200xf64, #CSR>
  %a = ta.access %A[i, k, l] : tensor<300x4x3xf64>
  %b = ta.access %B[j, k, l] : tensor<200x4x3xf64>
  %p = ta.mul %m, %a : <[i, j] f64>, <[i, k, l] f64> -> <[i, j, k, l] f64>
  %q = ta.mul %p, %b : <[i, j, k, l] f64>, <[j, k, l] f64> -> <[i, j, k, l] f64>
  %s = ta.sum %q over [k, l] : !ta.expr<[i, j, k, l] f64> -> !ta.expr<[i, j] f64>
  %C = ta.assign %s[i, j] sizes() {zeros} : !ta.expr<[i, j] f64> -> tensor<300x200xf64, #CSR>
  return %C : tensor<300x200xf64, #CSR>
}

// -----

// One coordinate: the label is dropped, and so is a sum over it. The order-0
// tensor that is left of X has one element.
// CHECK-LABEL: func.func @units
// CHECK: %[[A:.*]] = tensor.collapse_shape %{{.*}} {{\[}}[0, 1, 2]] : tensor<1x5000x1xf64> into tensor<5000xf64>
// CHECK-NEXT: %[[AA:.*]] = ta.access %[[A]][i]
// CHECK-NEXT: %[[X:.*]] = tensor.collapse_shape %{{.*}} [] : tensor<1x1xf64> into tensor<f64>
// CHECK-NEXT: %[[XA:.*]] = ta.access %[[X]][]
// CHECK-NEXT: %[[P:.*]] = ta.mul %[[AA]], %[[XA]]
// CHECK-NEXT: %[[C:.*]] = ta.assign %[[P]][i] sizes()
// CHECK-NEXT: tensor.expand_shape %[[C]] {{\[}}[0, 1]] output_shape [5000, 1]
func.func @units(%A: tensor<1x5000x1xf64>, %X: tensor<1x1xf64>) -> tensor<5000x1xf64> {
  %a = ta.access %A[u, i, v] : tensor<1x5000x1xf64>
  %x = ta.access %X[v, u] : tensor<1x1xf64>
  %p = ta.mul %a, %x : <[u, i, v] f64>, <[v, u] f64> -> <[u, i, v] f64>
  %s = ta.sum %p over [u] : !ta.expr<[u, i, v] f64> -> !ta.expr<[i, v] f64>
  %C = ta.assign %s[i, v] sizes() : !ta.expr<[i, v] f64> -> tensor<5000x1xf64>
  return %C : tensor<5000x1xf64>
}

// -----

// A size that is known when the program runs is one factor of the new one, and
// what is the same along the labels is so along the new one.
// CHECK-LABEL: func.func @dynamic
// CHECK-SAME: %{{[^:]*}}: tensor<?x3xf64>, %[[N:[^:]*]]: index
// CHECK: tensor.collapse_shape %{{.*}} {{\[}}[0, 1]] : tensor<?x3xf64> into tensor<?xf64>
// CHECK: %[[M:.*]] = arith.muli %[[N]], %c3
// CHECK-NEXT: ta.repeat %{{.*}} along [i_j](%[[M]]) : !ta.expr<[] f64> -> !ta.expr<[i_j] f64>
// CHECK: %[[C:.*]] = ta.assign %{{.*}}[i_j] sizes(%[[M]])
// CHECK-NEXT: tensor.expand_shape %[[C]] {{\[}}[0, 1]] output_shape [%[[N]], 3]
func.func @dynamic(%A: tensor<?x3xf64>, %n: index) -> tensor<?x3xf64> {
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %a = ta.access %A[i, j] : tensor<?x3xf64>
  %z = ta.scalar %zero : f64 -> !ta.expr<[] f64>
  %r = ta.repeat %z along [i, j](%n, %c3) : !ta.expr<[] f64> -> !ta.expr<[i, j] f64>
  %m = ta.apply "max"(%a, %r) : !ta.expr<[i, j] f64>, !ta.expr<[i, j] f64> -> <[i, j] f64>
  %C = ta.assign %m[i, j] sizes(%n) : !ta.expr<[i, j] f64> -> tensor<?x3xf64>
  return %C : tensor<?x3xf64>
}

// -----

// Labels stay where a tensor has them in another order or has only one of them,
// where only one is summed, and where both are long.
// CHECK-LABEL: func.func @apart
// CHECK-NOT: collapse_shape
func.func @apart(%A: tensor<900x8xf64>, %D: tensor<100x400xf64>, %x: tensor<900xf64>) -> (tensor<8x900xf64>, tensor<900x8xf64>, tensor<900xf64>, tensor<100x400xf64>) {
  %a = ta.access %A[i, j] : tensor<900x8xf64>
  %T = ta.assign %a[j, i] sizes() : !ta.expr<[i, j] f64> -> tensor<8x900xf64>
  %b = ta.access %x[i] : tensor<900xf64>
  %p = ta.mul %a, %b : <[i, j] f64>, <[i] f64> -> <[i, j] f64>
  %P = ta.assign %p[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<900x8xf64>
  %s = ta.sum %a over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %y = ta.assign %s[i] sizes() : !ta.expr<[i] f64> -> tensor<900xf64>
  %d = ta.access %D[i, j] : tensor<100x400xf64>
  %n = ta.neg %d : !ta.expr<[i, j] f64>
  %N = ta.assign %n[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<100x400xf64>
  return %T, %P, %y, %N : tensor<8x900xf64>, tensor<900x8xf64>, tensor<900xf64>, tensor<100x400xf64>
}

// -----

// So few rounds of the outer loop could not be shared out to tasks.
// CHECK-LABEL: func.func @short_first
// CHECK: tensor.collapse_shape %{{.*}} {{\[}}[0, 1], [2]] : tensor<3x1000x400xf64> into tensor<3000x400xf64>
// CHECK: tensor.collapse_shape %{{.*}} {{\[}}[0, 1]] : tensor<3x1000xf64> into tensor<3000xf64>
// CHECK: ta.sum %{{.*}} over [c_d]
func.func @short_first(%A: tensor<3x1000x400xf64>, %x: tensor<3x1000xf64>) -> tensor<400xf64> {
  %a = ta.access %A[c, d, a] : tensor<3x1000x400xf64>
  %b = ta.access %x[c, d] : tensor<3x1000xf64>
  %p = ta.mul %a, %b : <[c, d, a] f64>, <[c, d] f64> -> <[c, d, a] f64>
  %s = ta.sum %p over [c, d] : !ta.expr<[c, d, a] f64> -> !ta.expr<[a] f64>
  %C = ta.assign %s[a] sizes() : !ta.expr<[a] f64> -> tensor<400xf64>
  return %C : tensor<400xf64>
}

// -----

// Two sizes of the result that are known when the program runs stay two; those of
// what is summed do not. (What the sizes are expected to be is said by the file.)
// CHECK-LABEL: func.func @two_sizes
// CHECK: ta.assign %{{.*}}[i, j]
// CHECK: tensor.collapse_shape
// CHECK: ta.sum %{{.*}} over [i_j]
func.func @two_sizes() -> (tensor<?x?xf64>, tensor<f64>) {
  %f = ta.file 0 at "f.ta:1:1" {encke.sizes = array<i64: 9000, 8>}
  %n = ta.size "i" from(%f) modes [0] orders [2] at ["f.ta:1:1"]
  %m = ta.size "j" from(%f) modes [1] orders [2] at ["f.ta:1:1"]
  %A = ta.read %f sizes(%n, %m) "full" at "f.ta:1:1" : tensor<?x?xf64>
  %a = ta.access %A[i, j] : tensor<?x?xf64>
  %e = ta.neg %a : !ta.expr<[i, j] f64>
  %C = ta.assign %e[i, j] sizes(%n, %m) : !ta.expr<[i, j] f64> -> tensor<?x?xf64>
  %s = ta.sum %a over [i, j] : !ta.expr<[i, j] f64> -> !ta.expr<[] f64>
  %t = ta.assign %s[] sizes() : !ta.expr<[] f64> -> tensor<f64>
  return %C, %t : tensor<?x?xf64>, tensor<f64>
}

// -----

// A small statement is not worth it.
// CHECK-LABEL: func.func @small
// CHECK-NOT: collapse_shape
func.func @small(%A: tensor<50x8xf64>) -> tensor<50x8xf64> {
  %a = ta.access %A[i, j] : tensor<50x8xf64>
  %n = ta.neg %a : !ta.expr<[i, j] f64>
  %N = ta.assign %n[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<50x8xf64>
  return %N : tensor<50x8xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// The second statement can become a part of the first one's loops, which have the
// rows of a sparse matrix: i and k stay apart in both. What the third one makes
// and the fourth reads has them together in both.
// CHECK-LABEL: func.func @parts
// CHECK: ta.assign %{{.*}}[i, k]
// CHECK: ta.assign %{{.*}}[i, k]
// CHECK: %[[T:.*]] = ta.assign %{{.*}}[i_k]
// CHECK-NOT: collapse_shape
// CHECK: ta.access %[[T]][i_k]
// CHECK: ta.assign %{{.*}}[i_k]
func.func @parts(%A: tensor<900x800xf64, #CSR>, %B: tensor<800x8xf64>) -> (tensor<900x8xf64>, tensor<800x8xf64>) {
  %a = ta.access %A[i, j] : tensor<900x800xf64, #CSR>
  %b = ta.access %B[j, k] : tensor<800x8xf64>
  %p = ta.mul %a, %b : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
  %s = ta.sum %p over [j] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i, k] f64>
  %Y = ta.assign %s[i, k] sizes() : !ta.expr<[i, k] f64> -> tensor<900x8xf64>
  %y = ta.access %Y[i, k] : tensor<900x8xf64>
  %n = ta.neg %y : !ta.expr<[i, k] f64>
  %N = ta.assign %n[i, k] sizes() : !ta.expr<[i, k] f64> -> tensor<900x8xf64>
  %c = ta.access %B[i, k] : tensor<800x8xf64>
  %m = ta.neg %c : !ta.expr<[i, k] f64>
  %T = ta.assign %m[i, k] sizes() : !ta.expr<[i, k] f64> -> tensor<800x8xf64>
  %t = ta.access %T[i, k] : tensor<800x8xf64>
  %r = ta.apply "abs"(%t) : !ta.expr<[i, k] f64> -> <[i, k] f64>
  %R = ta.assign %r[i, k] sizes() : !ta.expr<[i, k] f64> -> tensor<800x8xf64>
  return %N, %R : tensor<900x8xf64>, tensor<800x8xf64>
}

// Nothing to spare where there is no coordinate.
// CHECK-LABEL: func.func @none
// CHECK-NOT: tensor.collapse_shape
func.func @none(%A: tensor<?x0xf64>, %n: index) -> tensor<?x0xf64> {
  %a = ta.access %A[c, d] : tensor<?x0xf64>
  %B = ta.assign %a[c, d] sizes(%n) : !ta.expr<[c, d] f64> -> tensor<?x0xf64>
  return %B : tensor<?x0xf64>
}
