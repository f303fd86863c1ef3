// A quotient is in the term of its numerator; a divisor that sums is computed
// before it.
// RUN: encke-opt --ta-normalize --canonicalize --cse %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK-LABEL: func.func @dense_divisor
// CHECK: %[[A:.*]] = ta.access %{{.*}}[i, j]
// CHECK: %[[X:.*]] = ta.access %{{.*}}[j]
// CHECK: %[[Q:.*]] = ta.div %[[A]], %[[X]]
// CHECK: ta.assign %[[Q]][i, j]
// CHECK-NOT: ta.assign
func.func @dense_divisor(%A: tensor<4x5xf64, #CSR>, %x: tensor<5xf64>) -> tensor<4x5xf64> {
  %0 = ta.access %A[i, j] : tensor<4x5xf64, #CSR>
  %1 = ta.access %x[j] : tensor<5xf64>
  %2 = ta.div %0, %1 : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
  %y = ta.assign %2[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<4x5xf64>
  return %y : tensor<4x5xf64>
}

// (A + B) / x: each term has its own quotient.
// CHECK-LABEL: func.func @quotient_of_sum
// CHECK-DAG: %[[A:.*]] = ta.access %arg0
// CHECK-DAG: %[[B:.*]] = ta.access %arg1
// CHECK-DAG: %[[X:.*]] = ta.access %arg2
// CHECK-DAG: %[[P:.*]] = ta.div %[[A]], %[[X]]
// CHECK-DAG: %[[Q:.*]] = ta.div %[[B]], %[[X]]
// CHECK: %[[S:.*]] = ta.add %[[P]], %[[Q]]
// CHECK: ta.assign %[[S]][i, j]
func.func @quotient_of_sum(%A: tensor<4x5xf64, #CSR>, %B: tensor<4x5xf64>, %x: tensor<5xf64>) -> tensor<4x5xf64> {
  %0 = ta.access %A[i, j] : tensor<4x5xf64, #CSR>
  %1 = ta.access %B[i, j] : tensor<4x5xf64>
  %2 = ta.access %x[j] : tensor<5xf64>
  %3 = ta.add %0, %1 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %4 = ta.div %3, %2 : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
  %y = ta.assign %4[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<4x5xf64>
  return %y : tensor<4x5xf64>
}

// x[i] / sum over j of A[i,j].
// CHECK-LABEL: func.func @divisor_sums
// CHECK: %[[X:.*]] = ta.access %{{.*}}[i]
// CHECK: %[[S:.*]] = ta.sum %{{.*}} over [j]
// CHECK: %[[T:.*]] = ta.assign %[[S]][i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
// CHECK: %[[D:.*]] = ta.access %[[T]][i]
// CHECK: %[[Q:.*]] = ta.div %[[X]], %[[D]]
// CHECK: ta.assign %[[Q]][i]
func.func @divisor_sums(%A: tensor<4x5xf64, #CSR>, %x: tensor<4xf64>) -> tensor<4xf64> {
  %0 = ta.access %A[i, j] : tensor<4x5xf64, #CSR>
  %1 = ta.access %x[i] : tensor<4xf64>
  %2 = ta.sum %0 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %3 = ta.div %1, %2 : <[i] f64>, <[i] f64> -> <[i] f64>
  %y = ta.assign %3[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %y : tensor<4xf64>
}
