// A quotient is in the term of its numerator; a divisor that sums is computed
// before it.
// RUN: encke-opt --ta-normalize --canonicalize --cse %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

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

// (A + B) / x is one quotient: those of A and B could cancel, or be infinite.
// CHECK-LABEL: func.func @quotient_of_sum
// CHECK-DAG: %[[A:.*]] = ta.access %arg0
// CHECK-DAG: %[[B:.*]] = ta.access %arg1
// CHECK-DAG: %[[X:.*]] = ta.access %arg2
// CHECK: %[[S:.*]] = ta.add %[[A]], %[[B]]
// CHECK: %[[Q:.*]] = ta.div %[[S]], %[[X]]
// CHECK: ta.assign %[[Q]][i, j]
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

// SUM[i](d[i] / SUM[j](A[i,j])): rows without elements are left out, and do not divide
// by the 0 of their sum.
// CHECK-LABEL: func.func @summed
// CHECK: ta.assign %{{.*}}[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64, #{{.*}}>
// CHECK: ta.div
// CHECK: return
func.func @summed(%A: tensor<4x4xf64, #CSR>, %d: tensor<4xf64>) -> tensor<f64> {
  %0 = ta.access %A[i, j] : tensor<4x4xf64, #CSR>
  %1 = ta.sum %0 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %2 = ta.access %d[i] : tensor<4xf64>
  %3 = ta.div %2, %1 : <[i] f64>, <[i] f64> -> <[i] f64>
  %4 = ta.sum %3 over [i] : !ta.expr<[i] f64> -> !ta.expr<[] f64>
  %y = ta.assign %4[] sizes() : !ta.expr<[] f64> -> tensor<f64>
  return %y : tensor<f64>
}

// SUM[i,j](A[i,j] / SUM[k](A[i,k])): a row of which an element is divided has a sum.
// CHECK-LABEL: func.func @own_sum
// CHECK: ta.assign %{{.*}}[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
// CHECK: ta.div
// CHECK: return
func.func @own_sum(%A: tensor<4x4xf64, #CSR>) -> tensor<f64> {
  %0 = ta.access %A[i, k] : tensor<4x4xf64, #CSR>
  %1 = ta.sum %0 over [k] : !ta.expr<[i, k] f64> -> !ta.expr<[i] f64>
  %2 = ta.access %A[i, j] : tensor<4x4xf64, #CSR>
  %3 = ta.div %2, %1 : <[i, j] f64>, <[i] f64> -> <[i, j] f64>
  %4 = ta.sum %3 over [i, j] : !ta.expr<[i, j] f64> -> !ta.expr<[] f64>
  %y = ta.assign %4[] sizes() : !ta.expr<[] f64> -> tensor<f64>
  return %y : tensor<f64>
}

// (MIN[j](A[i,j]) * u[i]) / u[i] into a dense tensor: what is divided is there where u
// is, the minimum of nothing with it.
// CHECK-LABEL: func.func @divided_identity
// CHECK: %[[R:.*]] = ta.reduce "min"
// CHECK: %[[T:.*]] = ta.assign %[[R]][i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
// CHECK: %[[M:.*]] = ta.access %[[T]][i]
// CHECK: %[[P:.*]] = ta.mul %[[M]], %{{.*}}
// CHECK: ta.assign %[[P]][i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64, #{{.*}}>
// CHECK: ta.div
func.func @divided_identity(%A: tensor<4x4xf64, #CSR>, %u: tensor<4xf64, #V>) -> tensor<4xf64> {
  %0 = ta.access %A[i, j] : tensor<4x4xf64, #CSR>
  %1 = ta.reduce "min" %0 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %2 = ta.access %u[i] : tensor<4xf64, #V>
  %3 = ta.mul %1, %2 : <[i] f64>, <[i] f64> -> <[i] f64>
  %4 = ta.div %3, %2 : <[i] f64>, <[i] f64> -> <[i] f64>
  %y = ta.assign %4[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %y : tensor<4xf64>
}
