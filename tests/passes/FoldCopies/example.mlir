// The example of the pass's description, and what stays a copy.
// RUN: encke-opt --ta-fold-copies --canonicalize %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK-LABEL: func.func @example
// CHECK: %[[A:.*]]: tensor<4x5xf64>
func.func @example(%A: tensor<4x5xf64>) -> tensor<5xf64> {
  %a = ta.access %A[i, j] : tensor<4x5xf64>
  %T = ta.assign %a[j, i] sizes() : !ta.expr<[i, j] f64> -> tensor<5x4xf64>
  %t = ta.access %T[k, l] : tensor<5x4xf64>
  // CHECK-NEXT: %[[T:.*]] = ta.access %[[A]][l, k] : tensor<4x5xf64>
  // CHECK-NEXT: ta.sum %[[T]] over [l] : !ta.expr<[l, k] f64> -> !ta.expr<[k] f64>
  %s = ta.sum %t over [l] : !ta.expr<[k, l] f64> -> !ta.expr<[k] f64>
  %y = ta.assign %s[k] sizes() : !ta.expr<[k] f64> -> tensor<5xf64>
  return %y : tensor<5xf64>
}

// Its sizes are those of the tensor, the other way round.
// CHECK-LABEL: func.func @sizes
// CHECK-SAME: %[[A:.*]]: tensor<?x?xf64>, %[[N:.*]]: index
// CHECK-DAG: %[[M:.*]] = tensor.dim %[[A]], %c1
// CHECK-DAG: %[[T:.*]] = ta.access %[[A]][l, k] : tensor<?x?xf64>
// CHECK-DAG: %[[E:.*]] = ta.neg %[[T]] : <[l, k] f64>
// CHECK: ta.assign %{{.*}}[k] sizes(%[[M]])
func.func @sizes(%A: tensor<?x?xf64>, %n: index, %m: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %a = ta.access %A[i, j] : tensor<?x?xf64>
  %T = ta.assign %a[j, i] sizes(%m, %n) : !ta.expr<[i, j] f64> -> tensor<?x?xf64>
  %t = ta.access %T[k, l] : tensor<?x?xf64>
  %e = ta.neg %t : !ta.expr<[k, l] f64>
  %s = ta.sum %e over [l] : !ta.expr<[k, l] f64> -> !ta.expr<[k] f64>
  %d = tensor.dim %T, %c0 : tensor<?x?xf64>
  %y = ta.assign %s[k] sizes(%d) : !ta.expr<[k] f64> -> tensor<?xf64>
  return %y : tensor<?xf64>
}

// A copy that is printed is made. So is a conversion, which the program asks for,
// and a diagonal is no copy.
// CHECK-LABEL: func.func @copies
// CHECK-COUNT-4: ta.assign
func.func @copies(%A: tensor<4x4xf64>, %S: tensor<4x4xf64, #CSR>) -> (tensor<4xf64>, tensor<4xf64>) {
  %a = ta.access %A[i, j] : tensor<4x4xf64>
  %T = ta.assign %a[j, i] sizes() : !ta.expr<[i, j] f64> -> tensor<4x4xf64>
  ta.print %T as "T" : tensor<4x4xf64>
  %s = ta.access %S[i, j] : tensor<4x4xf64, #CSR>
  %D = ta.assign %s[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<4x4xf64>
  %d = ta.access %D[k, l] : tensor<4x4xf64>
  %t = ta.access %T[k, l] : tensor<4x4xf64>
  %e = ta.mul %d, %t : <[k, l] f64>, <[k, l] f64> -> <[k, l] f64>
  %r = ta.sum %e over [l] : !ta.expr<[k, l] f64> -> !ta.expr<[k] f64>
  %y = ta.assign %r[k] sizes() : !ta.expr<[k] f64> -> tensor<4xf64>
  %b = ta.access %A[i, i] : tensor<4x4xf64>
  %z = ta.assign %b[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %y, %z : tensor<4xf64>, tensor<4xf64>
}

// L17: a copy is made between the readings of the clock between which it stands; one
// that is read there only is none.
// CHECK-LABEL: func.func @measured
// CHECK-SAME: %[[A:.*]]: tensor<4x5xf64>
// CHECK: %[[T:.*]] = ta.assign %{{.*}}[j, i]
// CHECK: ta.time
// CHECK-NEXT: ta.access %[[T]][k, l] {encke.interval = 2 : i64}
// CHECK: ta.time
// CHECK-NEXT: ta.access %[[A]][l, k] {encke.interval = 3 : i64}
// CHECK-NOT: ta.assign %{{.*}}[j, i]
// CHECK: return
func.func @measured(%A: tensor<4x5xf64>) -> (tensor<5xf64>, tensor<5xf64>) {
  %t0 = ta.time
  %a = ta.access %A[i, j] {encke.interval = 1 : i64} : tensor<4x5xf64>
  %T = ta.assign %a[j, i] sizes() {encke.interval = 1 : i64, encke.measured} : !ta.expr<[i, j] f64> -> tensor<5x4xf64>
  %t1 = ta.time
  %t = ta.access %T[k, l] {encke.interval = 2 : i64} : tensor<5x4xf64>
  %s = ta.sum %t over [l] : !ta.expr<[k, l] f64> -> !ta.expr<[k] f64>
  %y = ta.assign %s[k] sizes() {encke.interval = 2 : i64, encke.measured} : !ta.expr<[k] f64> -> tensor<5xf64>
  %t2 = ta.time
  %b = ta.access %A[i, j] {encke.interval = 3 : i64} : tensor<4x5xf64>
  %U = ta.assign %b[j, i] sizes() {encke.interval = 3 : i64, encke.measured} : !ta.expr<[i, j] f64> -> tensor<5x4xf64>
  %u = ta.access %U[k, l] {encke.interval = 3 : i64} : tensor<5x4xf64>
  %v = ta.sum %u over [l] : !ta.expr<[k, l] f64> -> !ta.expr<[k] f64>
  %z = ta.assign %v[k] sizes() {encke.interval = 3 : i64, encke.measured} : !ta.expr<[k] f64> -> tensor<5xf64>
  %t3 = ta.time
  return %y, %z : tensor<5xf64>, tensor<5xf64>
}

// A negation of a negation has its labels in the new order, too.
// CHECK-LABEL: func.func @negated_twice
// CHECK: %[[T:.*]] = ta.access %{{.*}}[l, k]
// CHECK-NEXT: %[[N:.*]] = ta.neg %[[T]] : <[l, k] f64>
// CHECK-NEXT: %[[P:.*]] = ta.neg %[[N]] : <[l, k] f64>
// CHECK-NEXT: ta.assign %[[P]][k, l]
func.func @negated_twice(%A: tensor<4x5xf64>) -> tensor<5x4xf64> {
  %a = ta.access %A[i, j] : tensor<4x5xf64>
  %T = ta.assign %a[j, i] sizes() : !ta.expr<[i, j] f64> -> tensor<5x4xf64>
  %t = ta.access %T[k, l] : tensor<5x4xf64>
  %n = ta.neg %t : !ta.expr<[k, l] f64>
  %p = ta.neg %n : !ta.expr<[k, l] f64>
  %y = ta.assign %p[k, l] sizes() : !ta.expr<[k, l] f64> -> tensor<5x4xf64>
  return %y : tensor<5x4xf64>
}
