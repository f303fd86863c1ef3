// What stands beside a product in its statement: scalars become a factor of it,
// the old value is added to, and other terms are a statement in front. Lost or
// computed twice, the result is wrong.
// RUN: encke-opt --ta-dense-layout --cse %s | FileCheck %s

// CHECK-LABEL: func.func @accumulate
// CHECK-SAME: %[[OLD:[^ ]*]]: tensor<1000x1000xf64>)
// CHECK: %[[E:.*]] = ta.access %[[OLD]][i, j]
// CHECK: %[[V:.*]] = ta.sub %[[E]], %{{.*}}
// CHECK-NEXT: %[[C:.*]] = ta.assign %[[V]][i, j] sizes() {gemm =
// CHECK-NEXT: return %[[C]]
func.func @accumulate(%A: tensor<1000x1000xf64>, %B: tensor<1000x1000xf64>, %x: f64, %C: tensor<1000x1000xf64>) -> tensor<1000x1000xf64> {
  %a = ta.access %A[i, k] : tensor<1000x1000xf64>
  %b = ta.access %B[k, j] : tensor<1000x1000xf64>
  %c = ta.access %C[i, j] : tensor<1000x1000xf64>
  %f = ta.scalar %x : f64 -> <[] f64>
  %p = ta.mul %a, %b : <[i, k] f64>, <[k, j] f64> -> <[i, k, j] f64>
  %q = ta.mul %f, %p : <[] f64>, <[i, k, j] f64> -> <[i, k, j] f64>
  %s = ta.sum %q over [k] : !ta.expr<[i, k, j] f64> -> !ta.expr<[i, j] f64>
  %d = ta.sub %c, %s : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %r = ta.assign %d[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<1000x1000xf64>
  return %r : tensor<1000x1000xf64>
}

// CHECK-LABEL: func.func @two_products
// CHECK: %[[V1:.*]] = ta.assign %{{.*}}[i, j] sizes() :
// CHECK: ta.access %[[V1]][i, j]
// CHECK: %[[V2:.*]] = ta.assign %{{.*}}[i, j] sizes() {gemm = {columns = ["j"]
// CHECK: ta.access %[[V2]][i, j]
// CHECK: %[[V3:.*]] = ta.assign %{{.*}}[i, j] sizes() {gemm = {columns = ["j"]
// CHECK-NEXT: return %[[V3]]
func.func @two_products(%A: tensor<1000x1000xf64>, %B: tensor<1000x1000xf64>, %D: tensor<1000x1000xf64>) -> tensor<1000x1000xf64> {
  %a = ta.access %A[i, k] : tensor<1000x1000xf64>
  %b = ta.access %B[k, j] : tensor<1000x1000xf64>
  %d = ta.access %D[j, i] : tensor<1000x1000xf64>
  %p = ta.mul %a, %b : <[i, k] f64>, <[k, j] f64> -> <[i, k, j] f64>
  %s = ta.sum %p over [k] : !ta.expr<[i, k, j] f64> -> !ta.expr<[i, j] f64>
  %e = ta.access %B[i, l] : tensor<1000x1000xf64>
  %f = ta.access %A[j, l] : tensor<1000x1000xf64>
  %q = ta.mul %e, %f : <[i, l] f64>, <[j, l] f64> -> <[i, l, j] f64>
  %t = ta.sum %q over [l] : !ta.expr<[i, l, j] f64> -> !ta.expr<[i, j] f64>
  %u = ta.add %s, %d : <[i, j] f64>, <[j, i] f64> -> <[i, j] f64>
  %v = ta.add %u, %t : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %r = ta.assign %v[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<1000x1000xf64>
  return %r : tensor<1000x1000xf64>
}
