// A sum that would be computed again along further labels is computed once.
// RUN: encke-opt --ta-normalize --canonicalize --cse %s | FileCheck %s

// C[i,k] = (sum over j of A[i,j]) * b[k].
// CHECK-LABEL: func.func @factor
// CHECK: %[[B:.*]] = ta.access %{{.*}}[k]
// CHECK: %[[S:.*]] = ta.sum %{{.*}} over [j]
// CHECK: %[[T:.*]] = ta.assign %[[S]][i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
// CHECK: %[[A:.*]] = ta.access %[[T]][i]
// CHECK: %[[P:.*]] = ta.mul %[[A]], %[[B]]
// CHECK: ta.assign %[[P]][i, k]
func.func @factor(%A: tensor<4x5xf64>, %b: tensor<6xf64>) -> tensor<4x6xf64> {
  %0 = ta.access %A[i, j] : tensor<4x5xf64>
  %1 = ta.sum %0 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %2 = ta.access %b[k] : tensor<6xf64>
  %3 = ta.mul %1, %2 : <[i] f64>, <[k] f64> -> <[i, k] f64>
  %y = ta.assign %3[i, k] sizes() : !ta.expr<[i, k] f64> -> tensor<4x6xf64>
  return %y : tensor<4x6xf64>
}

// y[i] = sum over j of A[i,j] * (sum over j of x[j]): the inner j is another
// variable than the outer one.
// CHECK-LABEL: func.func @inner_sum
// CHECK: %[[S:.*]] = ta.sum %{{.*}} over [j] : !ta.expr<[j] f64> -> !ta.expr<[] f64>
// CHECK: %[[T:.*]] = ta.assign %[[S]][] sizes() : !ta.expr<[] f64> -> tensor<f64>
// CHECK: %[[X:.*]] = ta.access %[[T]][]
// CHECK: %[[P:.*]] = ta.mul %{{.*}}, %[[X]] : <[i, j] f64>, <[] f64> -> <[i, j] f64>
// CHECK: %[[Q:.*]] = ta.sum %[[P]] over [j]
// CHECK: ta.assign %[[Q]][i]
func.func @inner_sum(%A: tensor<4x5xf64>, %x: tensor<5xf64>) -> tensor<4xf64> {
  %0 = ta.access %A[i, j] : tensor<4x5xf64>
  %1 = ta.access %x[j] : tensor<5xf64>
  %2 = ta.sum %1 over [j] : !ta.expr<[j] f64> -> !ta.expr<[] f64>
  %3 = ta.mul %0, %2 : <[i, j] f64>, <[] f64> -> <[i, j] f64>
  %4 = ta.sum %3 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %y = ta.assign %4[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %y : tensor<4xf64>
}

// A repeated sum.
// CHECK-LABEL: func.func @repeated
// CHECK: %[[S:.*]] = ta.sum %{{.*}} over [j]
// CHECK: %[[T:.*]] = ta.assign %[[S]][i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
// CHECK: %[[A:.*]] = ta.access %[[T]][i]
// CHECK: %[[R:.*]] = ta.repeat %[[A]] along [k]
// CHECK: ta.assign %[[R]][i, k]
func.func @repeated(%A: tensor<4x5xf64>, %m: index) -> tensor<4x?xf64> {
  %0 = ta.access %A[i, j] : tensor<4x5xf64>
  %1 = ta.sum %0 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %2 = ta.repeat %1 along [k](%m) : !ta.expr<[i] f64> -> !ta.expr<[i, k] f64>
  %y = ta.assign %2[i, k] sizes(%m) : !ta.expr<[i, k] f64> -> tensor<4x?xf64>
  return %y : tensor<4x?xf64>
}
