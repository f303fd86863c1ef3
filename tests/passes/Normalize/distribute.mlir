// Products are distributed over sums with a sparse operand, and signs go to the
// terms.
// RUN: encke-opt --ta-normalize --canonicalize --cse %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// (A[i,j] + c[i]) * b[j]: A's zeros annihilate the first term only, so each
// term is summed by itself.
// CHECK-LABEL: func.func @product_over_sum
// CHECK-DAG: %[[A:.*]] = ta.access %{{.*}}[i, j]
// CHECK-DAG: %[[C:.*]] = ta.access %{{.*}}[i]
// CHECK-DAG: %[[B:.*]] = ta.access %{{.*}}[j]
// CHECK-DAG: %[[R:.*]] = ta.repeat %[[C]] along [j]
// CHECK-DAG: %[[AB:.*]] = ta.mul %[[A]], %[[B]]
// CHECK-DAG: %[[RB:.*]] = ta.mul %[[R]], %[[B]]
// CHECK-DAG: %[[S1:.*]] = ta.sum %[[AB]] over [j]
// CHECK-DAG: %[[S2:.*]] = ta.sum %[[RB]] over [j]
// CHECK: %[[S:.*]] = ta.add %[[S1]], %[[S2]]
// CHECK: ta.assign %[[S]][i]
func.func @product_over_sum(%A: tensor<?x?xf64, #CSR>, %c: tensor<?xf64>, %b: tensor<?xf64>, %n: index, %m: index) -> tensor<?xf64> {
  %0 = ta.access %A[i, j] : tensor<?x?xf64, #CSR>
  %1 = ta.access %c[i] : tensor<?xf64>
  %2 = ta.access %b[j] : tensor<?xf64>
  %3 = ta.repeat %1 along [j](%m) : !ta.expr<[i] f64> -> !ta.expr<[i, j] f64>
  %4 = ta.add %0, %3 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %5 = ta.mul %4, %2 : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
  %6 = ta.sum %5 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %y = ta.assign %6[i] sizes(%n) : !ta.expr<[i] f64> -> tensor<?xf64>
  return %y : tensor<?xf64>
}

// (A + B) * (A - B), all sparse: four terms.
// CHECK-LABEL: func.func @product_of_sums
// CHECK-DAG: %[[A:.*]] = ta.access %arg0
// CHECK-DAG: %[[B:.*]] = ta.access %arg1
// CHECK-DAG: %[[AA:.*]] = ta.mul %[[A]], %[[A]]
// CHECK-DAG: %[[AB:.*]] = ta.mul %[[A]], %[[B]]
// CHECK-DAG: %[[BA:.*]] = ta.mul %[[B]], %[[A]]
// CHECK-DAG: %[[BB:.*]] = ta.mul %[[B]], %[[B]]
// CHECK: %[[S1:.*]] = ta.sub %[[AA]], %[[AB]]
// CHECK: %[[S2:.*]] = ta.add %[[S1]], %[[BA]]
// CHECK: %[[S3:.*]] = ta.sub %[[S2]], %[[BB]]
// CHECK: ta.assign %[[S3]][i, j]
func.func @product_of_sums(%A: tensor<4x4xf64, #CSR>, %B: tensor<4x4xf64, #CSR>) -> tensor<4x4xf64> {
  %0 = ta.access %A[i, j] : tensor<4x4xf64, #CSR>
  %1 = ta.access %B[i, j] : tensor<4x4xf64, #CSR>
  %2 = ta.add %0, %1 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %3 = ta.sub %0, %1 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %4 = ta.mul %2, %3 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %y = ta.assign %4[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<4x4xf64>
  return %y : tensor<4x4xf64>
}

// -(A - (B - C)) = -A + B - C.
// CHECK-LABEL: func.func @signs
// CHECK-DAG: %[[A:.*]] = ta.access %arg0
// CHECK-DAG: %[[B:.*]] = ta.access %arg1
// CHECK-DAG: %[[C:.*]] = ta.access %arg2
// CHECK: %[[NEG:.*]] = ta.neg %[[A]]
// CHECK: %[[SUM:.*]] = ta.add %[[NEG]], %[[B]]
// CHECK: %[[DIFF:.*]] = ta.sub %[[SUM]], %[[C]]
// CHECK: ta.assign %[[DIFF]][i, j]
func.func @signs(%A: tensor<4x4xf64, #CSR>, %B: tensor<4x4xf64, #CSR>, %C: tensor<4x4xf64, #CSR>) -> tensor<4x4xf64> {
  %0 = ta.access %A[i, j] : tensor<4x4xf64, #CSR>
  %1 = ta.access %B[i, j] : tensor<4x4xf64, #CSR>
  %2 = ta.access %C[i, j] : tensor<4x4xf64, #CSR>
  %3 = ta.sub %1, %2 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %4 = ta.sub %0, %3 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %5 = ta.neg %4 : !ta.expr<[i, j] f64>
  %y = ta.assign %5[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<4x4xf64>
  return %y : tensor<4x4xf64>
}

// -(B - A) * C = -B*C + A*C.
// CHECK-LABEL: func.func @sign_of_product
// CHECK-DAG: %[[A:.*]] = ta.access %arg0
// CHECK-DAG: %[[B:.*]] = ta.access %arg1
// CHECK-DAG: %[[C:.*]] = ta.access %arg2
// CHECK-DAG: %[[BC:.*]] = ta.mul %[[B]], %[[C]]
// CHECK-DAG: %[[AC:.*]] = ta.mul %[[A]], %[[C]]
// CHECK: %[[NEG:.*]] = ta.neg %[[BC]]
// CHECK: %[[SUM:.*]] = ta.add %[[NEG]], %[[AC]]
// CHECK: ta.assign %[[SUM]][i, j]
func.func @sign_of_product(%A: tensor<4x4xf64, #CSR>, %B: tensor<4x4xf64>, %C: tensor<4x4xf64>) -> tensor<4x4xf64> {
  %0 = ta.access %A[i, j] : tensor<4x4xf64, #CSR>
  %1 = ta.access %B[i, j] : tensor<4x4xf64>
  %2 = ta.access %C[i, j] : tensor<4x4xf64>
  %3 = ta.sub %1, %0 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %4 = ta.neg %3 : !ta.expr<[i, j] f64>
  %5 = ta.mul %4, %2 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %y = ta.assign %5[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<4x4xf64>
  return %y : tensor<4x4xf64>
}

// D[i] = A[i,j] * B[j] + C[i]: the sum stays where it is.
// CHECK-LABEL: func.func @sum_of_terms
// CHECK: %[[P:.*]] = ta.mul
// CHECK: %[[S:.*]] = ta.sum %[[P]] over [j]
// CHECK: %[[T:.*]] = ta.add %[[S]], %{{.*}}
// CHECK: ta.assign %[[T]][i]
func.func @sum_of_terms(%A: tensor<4x4xf64, #CSR>, %B: tensor<4xf64>, %C: tensor<4xf64>) -> tensor<4xf64> {
  %0 = ta.access %A[i, j] : tensor<4x4xf64, #CSR>
  %1 = ta.access %B[j] : tensor<4xf64>
  %2 = ta.access %C[i] : tensor<4xf64>
  %3 = ta.mul %0, %1 : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
  %4 = ta.sum %3 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %5 = ta.add %4, %2 : <[i] f64>, <[i] f64> -> <[i] f64>
  %y = ta.assign %5[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %y : tensor<4xf64>
}

// A sparse tensor repeated stays in its term.
// CHECK-LABEL: func.func @repeated_sparse
// CHECK: %[[A:.*]] = ta.access
// CHECK-NEXT: %[[R:.*]] = ta.repeat %[[A]] along [k]
// CHECK-NEXT: %[[Y:.*]] = ta.assign %[[R]][i, j, k]
// CHECK-NEXT: return %[[Y]]
func.func @repeated_sparse(%A: tensor<4x4xf64, #CSR>, %m: index) -> tensor<4x4x?xf64> {
  %0 = ta.access %A[i, j] : tensor<4x4xf64, #CSR>
  %1 = ta.repeat %0 along [k](%m) : !ta.expr<[i, j] f64> -> !ta.expr<[i, j, k] f64>
  %y = ta.assign %1[i, j, k] sizes(%m) : !ta.expr<[i, j, k] f64> -> tensor<4x4x?xf64>
  return %y : tensor<4x4x?xf64>
}
