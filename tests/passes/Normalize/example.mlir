// The example of the pass's description: y[i] = relu(A[i,j] * x[j] + b[i]).
// RUN: encke-opt --ta-normalize --canonicalize --cse %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK-LABEL: func.func @example
// CHECK-SAME: %[[N:[^ ]*]]: index
func.func @example(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %c: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %0 = ta.access %A[i, j] : tensor<?x?xf64, #CSR>
  %1 = ta.access %x[j] : tensor<?xf64>
  %b = ta.access %c[i] : tensor<?xf64>
  %p = ta.mul %0, %1 : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
  %s = ta.sum %p over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %e = ta.add %s, %b : <[i] f64>, <[i] f64> -> <[i] f64>
  %r = ta.apply "relu"(%e) : !ta.expr<[i] f64> -> <[i] f64>
  %y = ta.assign %r[i] sizes(%n) : !ta.expr<[i] f64> -> tensor<?xf64>

  // CHECK: %[[P:.*]] = ta.mul
  // CHECK-NEXT: %[[S:.*]] = ta.sum %[[P]] over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  // CHECK-NEXT: %[[E:.*]] = ta.add %[[S]], %{{.*}} : <[i] f64>, <[i] f64> -> <[i] f64>
  // CHECK-NEXT: %[[T:.*]] = ta.assign %[[E]][i] sizes(%{{.*}}) : !ta.expr<[i] f64> -> tensor<?xf64>
  // CHECK-NEXT: %[[A:.*]] = ta.access %[[T]][i] : tensor<?xf64>
  // CHECK-NEXT: %[[R:.*]] = ta.apply "relu"(%[[A]]) : !ta.expr<[i] f64> -> <[i] f64>
  // CHECK-NEXT: %[[Y:.*]] = ta.assign %[[R]][i] sizes(%[[N]]) : !ta.expr<[i] f64> -> tensor<?xf64>
  // CHECK-NEXT: return %[[Y]]
  return %y : tensor<?xf64>
}

// The second example: P[i,j] = A[i,j] * exp(X[i,f] * Y[j,f]).
// CHECK-LABEL: func.func @guarded
// CHECK-SAME: %[[N:[^ ]*]]: index, %[[K:[^ ]*]]: index
func.func @guarded(%A: tensor<?x?xf64, #CSR>, %X: tensor<?x8xf64>, %Y: tensor<?x8xf64>, %n: index, %k: index) -> tensor<?x?xf64, #CSR> {
  %a = ta.access %A[i, j] : tensor<?x?xf64, #CSR>
  %x = ta.access %X[i, f] : tensor<?x8xf64>
  %y = ta.access %Y[j, f] : tensor<?x8xf64>
  %p = ta.mul %x, %y : <[i, f] f64>, <[j, f] f64> -> <[i, f, j] f64>
  %s = ta.sum %p over [f] : !ta.expr<[i, f, j] f64> -> !ta.expr<[i, j] f64>
  %e = ta.apply "exp"(%s) : !ta.expr<[i, j] f64> -> <[i, j] f64>
  %m = ta.mul %a, %e : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %P = ta.assign %m[i, j] sizes(%n, %k) : !ta.expr<[i, j] f64> -> tensor<?x?xf64, #CSR>

  // CHECK: %[[A:.*]] = ta.access
  // CHECK: %[[P:.*]] = ta.mul
  // CHECK: %[[M:.*]] = ta.mask %[[P]] by %[[A]] : <[i, f, j] f64>, <[i, j] f64> -> <[i, f, j] f64>
  // CHECK-NEXT: %[[S:.*]] = ta.sum %[[M]] over [f] : !ta.expr<[i, f, j] f64> -> !ta.expr<[i, j] f64>
  // CHECK-NEXT: %[[T:.*]] = ta.assign %[[S]][i, j] sizes(%{{.*}}, %{{.*}}) : !ta.expr<[i, j] f64> -> tensor<?x?xf64, #CSR>
  // CHECK-NEXT: %[[B:.*]] = ta.access %[[T]][i, j] : tensor<?x?xf64, #CSR>
  // CHECK-NEXT: %[[E:.*]] = ta.apply "exp"(%[[B]]) : !ta.expr<[i, j] f64> -> <[i, j] f64>
  // CHECK-NEXT: %[[Q:.*]] = ta.mul %[[A]], %[[E]] : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  // CHECK-NEXT: %[[R:.*]] = ta.assign %[[Q]][i, j] sizes(%[[N]], %[[K]]) : !ta.expr<[i, j] f64> -> tensor<?x?xf64, #CSR>
  // CHECK-NEXT: return %[[R]]
  return %P : tensor<?x?xf64, #CSR>
}
