// A function of what varies over some labels of a product is computed once for these, not along the others again.
// RUN: encke-opt --ta-contraction-order --canonicalize --cse %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// Beside a sparse factor with the same labels: where that one has elements.
// CHECK-LABEL: func.func @edges
func.func @edges(%A: tensor<3000x3000xf64, #CSR>, %u: tensor<3000xf64>, %X: tensor<3000x32xf64>) -> tensor<3000x32xf64> {
  %a = ta.access %A[i, j] : tensor<3000x3000xf64, #CSR>
  %l = ta.access %u[i] : tensor<3000xf64>
  %r = ta.access %u[j] : tensor<3000xf64>
  %x = ta.access %X[j, f] : tensor<3000x32xf64>
  %n = arith.constant 3000 : index
  %l2 = ta.repeat %l along [j](%n) : !ta.expr<[i] f64> -> !ta.expr<[i, j] f64>
  %r2 = ta.repeat %r along [i](%n) : !ta.expr<[j] f64> -> !ta.expr<[j, i] f64>
  %d = ta.sub %l2, %r2 : <[i, j] f64>, <[j, i] f64> -> <[i, j] f64>
  %e = ta.apply "relu"(%d) : !ta.expr<[i, j] f64> -> <[i, j] f64>
  %p = ta.mul %a, %e : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %q = ta.mul %p, %x : <[i, j] f64>, <[j, f] f64> -> <[i, j, f] f64>
  %s = ta.sum %q over [j] : !ta.expr<[i, j, f] f64> -> !ta.expr<[i, f] f64>
  // CHECK: %[[E:.*]] = ta.apply "relu"
  // CHECK: %[[P:.*]] = ta.mul %{{.*}}, %[[E]] : <[i, j] f64>, <[i, j] f64>
  // CHECK-NEXT: %[[T:.*]] = ta.assign %[[P]][i, j] {{.*}} -> tensor<3000x3000xf64, #
  // CHECK-NEXT: %[[A:.*]] = ta.access %[[T]][i, j]
  // CHECK: ta.mul {{.*}} -> <[i, j, f] f64>
  %Y = ta.assign %s[i, f] sizes() : !ta.expr<[i, f] f64> -> tensor<3000x32xf64>
  return %Y : tensor<3000x32xf64>
}

// With a label more than the sparse factor, it has far more points than the
// product has steps: it is computed in them.
// CHECK-LABEL: func.func @heads
func.func @heads(%A: tensor<3000x3000xf64, #CSR>, %U: tensor<3000x4xf64>, %X: tensor<3000x32xf64>) -> tensor<3000x4x32xf64> {
  %a = ta.access %A[i, j] : tensor<3000x3000xf64, #CSR>
  %l = ta.access %U[i, g] : tensor<3000x4xf64>
  %r = ta.access %U[j, g] : tensor<3000x4xf64>
  %x = ta.access %X[j, f] : tensor<3000x32xf64>
  %d = ta.mul %l, %r : <[i, g] f64>, <[j, g] f64> -> <[i, g, j] f64>
  %e = ta.apply "exp"(%d) : !ta.expr<[i, g, j] f64> -> <[i, g, j] f64>
  %p = ta.mul %a, %e : <[i, j] f64>, <[i, g, j] f64> -> <[i, j, g] f64>
  %q = ta.mul %p, %x : <[i, j, g] f64>, <[j, f] f64> -> <[i, j, g, f] f64>
  %s = ta.sum %q over [j] : !ta.expr<[i, j, g, f] f64> -> !ta.expr<[i, g, f] f64>
  // CHECK-NOT: ta.assign {{.*}} -> tensor<3000x4x3000xf64>
  // CHECK: ta.assign {{.*}} -> tensor<3000x4x32xf64>
  %Y = ta.assign %s[i, g, f] sizes() : !ta.expr<[i, g, f] f64> -> tensor<3000x4x32xf64>
  return %Y : tensor<3000x4x32xf64>
}

// A vector's function is computed once for each of its elements.
// CHECK-LABEL: func.func @vector
func.func @vector(%A: tensor<3000x3000xf64, #CSR>, %u: tensor<3000xf64>) -> tensor<3000xf64> {
  %a = ta.access %A[i, j] : tensor<3000x3000xf64, #CSR>
  %x = ta.access %u[j] : tensor<3000xf64>
  %e = ta.apply "exp"(%x) : !ta.expr<[j] f64> -> <[j] f64>
  %p = ta.mul %a, %e : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
  %s = ta.sum %p over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  // CHECK: ta.apply "exp"
  // CHECK-NEXT: ta.assign {{.*}} -> tensor<3000xf64>
  %Y = ta.assign %s[i] sizes() : !ta.expr<[i] f64> -> tensor<3000xf64>
  return %Y : tensor<3000xf64>
}

// A sparse temporary would not have what the function makes of the minus infinity
// that a maximum of nothing is: it is left in the product.
// CHECK-LABEL: func.func @identity
// CHECK-COUNT-1: ta.assign
// CHECK-NOT: ta.assign
func.func @identity(%S: tensor<500x600xf64, #CSR>, %T: tensor<500x70xf64>) -> tensor<500x70xf64> {
  %s = ta.access %S[i, j] : tensor<500x600xf64, #CSR>
  %m = ta.reduce "max" %s over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %f = ta.apply "abs"(%m) : !ta.expr<[i] f64> -> <[i] f64>
  %t = ta.access %T[i, k] : tensor<500x70xf64>
  %p = ta.mul %f, %t : <[i] f64>, <[i, k] f64> -> <[i, k] f64>
  %y = ta.assign %p[i, k] sizes() : !ta.expr<[i, k] f64> -> tensor<500x70xf64>
  return %y : tensor<500x70xf64>
}
