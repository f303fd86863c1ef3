// Products that are summed are distributed over sums with a sparse operand, and
// signs go to the terms.
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

// (A + B) * (A - B), element by element: the difference is computed as it is
// written, and one loop merges both.
// CHECK-LABEL: func.func @product_of_sums
// CHECK-DAG: %[[A:.*]] = ta.access %arg0
// CHECK-DAG: %[[B:.*]] = ta.access %arg1
// CHECK-DAG: %[[S:.*]] = ta.add %[[A]], %[[B]]
// CHECK-DAG: %[[D:.*]] = ta.sub %[[A]], %[[B]]
// CHECK: %[[P:.*]] = ta.mul %[[S]], %[[D]]
// CHECK-NEXT: ta.assign %[[P]][i, j]
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

// -(B - A) * C: so is this.
// CHECK-LABEL: func.func @sign_of_product
// CHECK-DAG: %[[A:.*]] = ta.access %arg0
// CHECK-DAG: %[[B:.*]] = ta.access %arg1
// CHECK-DAG: %[[C:.*]] = ta.access %arg2
// CHECK-DAG: %[[D:.*]] = ta.sub %[[B]], %[[A]]
// CHECK: %[[NEG:.*]] = ta.neg %[[D]]
// CHECK: %[[P:.*]] = ta.mul %[[NEG]], %[[C]]
// CHECK-NEXT: ta.assign %[[P]][i, j]
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

// Four factors would have sixteen terms: one loop merges their elements, of sums
// that are stored where they are too many to merge.
// CHECK-LABEL: func.func @many_factors
// CHECK-COUNT-4: ta.add
// CHECK-NOT: ta.add
// CHECK: ta.mul {{.*}} : <[i, j] f64>, <[i, j] f64>
// CHECK: ta.assign {{.*}} -> tensor<?x?xf64, #DCSR
// CHECK: ta.mul {{.*}} : <[i, j] f64>, <[i, j] f64>
// CHECK: ta.assign {{.*}} -> tensor<?x?xf64, #DCSR
// CHECK: ta.mul {{.*}} : <[i, j] f64>, <[i, j] f64>
// CHECK-NOT: ta.mul
// CHECK: ta.assign {{.*}} -> tensor<?x?xf64>
// CHECK: return
func.func @many_factors(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %C: tensor<?x?xf64, #CSR>, %D: tensor<?x?xf64, #CSR>, %E: tensor<?x?xf64, #CSR>, %F: tensor<?x?xf64, #CSR>, %G: tensor<?x?xf64, #CSR>, %H: tensor<?x?xf64, #CSR>, %n: index) -> tensor<?x?xf64> {
  %a0 = ta.access %A[i, j] : tensor<?x?xf64, #CSR>
  %b0 = ta.access %B[i, j] : tensor<?x?xf64, #CSR>
  %s0 = ta.add %a0, %b0 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %a1 = ta.access %C[i, j] : tensor<?x?xf64, #CSR>
  %b1 = ta.access %D[i, j] : tensor<?x?xf64, #CSR>
  %s1 = ta.add %a1, %b1 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %a2 = ta.access %E[i, j] : tensor<?x?xf64, #CSR>
  %b2 = ta.access %F[i, j] : tensor<?x?xf64, #CSR>
  %s2 = ta.add %a2, %b2 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %a3 = ta.access %G[i, j] : tensor<?x?xf64, #CSR>
  %b3 = ta.access %H[i, j] : tensor<?x?xf64, #CSR>
  %s3 = ta.add %a3, %b3 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %p1 = ta.mul %s0, %s1 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %p2 = ta.mul %p1, %s2 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %p3 = ta.mul %p2, %s3 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %y = ta.assign %p3[i, j] sizes(%n, %n) : !ta.expr<[i, j] f64> -> tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}

// With other labels the sums are stored, so that a loop follows each.
// CHECK-LABEL: func.func @many_contracted
// CHECK-COUNT-3: ta.add
// CHECK-NOT: ta.add
// CHECK: ta.assign {{.*}}[i, k] {{.*}} -> tensor<?x?xf64, #DCSR
// CHECK: ta.assign {{.*}}[k, j] {{.*}} -> tensor<?x?xf64, #DCSR
// CHECK: ta.assign {{.*}}[k, j] {{.*}} -> tensor<?x?xf64, #DCSR
// CHECK: ta.sum {{.*}} over [k]
// CHECK-NEXT: ta.assign {{.*}}[i, j] {{.*}} -> tensor<?x?xf64>
// CHECK-NEXT: return
func.func @many_contracted(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %C: tensor<?x?xf64, #CSR>, %D: tensor<?x?xf64, #CSR>, %E: tensor<?x?xf64, #CSR>, %F: tensor<?x?xf64, #CSR>, %G: tensor<?x?xf64, #CSR>, %H: tensor<?x?xf64, #CSR>, %n: index) -> tensor<?x?xf64> {
  %a0 = ta.access %A[i, k] : tensor<?x?xf64, #CSR>
  %b0 = ta.access %B[i, k] : tensor<?x?xf64, #CSR>
  %s0 = ta.add %a0, %b0 : <[i, k] f64>, <[i, k] f64> -> <[i, k] f64>
  %a1 = ta.access %C[k, j] : tensor<?x?xf64, #CSR>
  %b1 = ta.access %D[k, j] : tensor<?x?xf64, #CSR>
  %s1 = ta.add %a1, %b1 : <[k, j] f64>, <[k, j] f64> -> <[k, j] f64>
  %a2 = ta.access %E[k, j] : tensor<?x?xf64, #CSR>
  %b2 = ta.access %F[k, j] : tensor<?x?xf64, #CSR>
  %s2 = ta.add %a2, %b2 : <[k, j] f64>, <[k, j] f64> -> <[k, j] f64>
  %p1 = ta.mul %s0, %s1 : <[i, k] f64>, <[k, j] f64> -> <[i, k, j] f64>
  %p2 = ta.mul %p1, %s2 : <[i, k, j] f64>, <[k, j] f64> -> <[i, k, j] f64>
  %s = ta.sum %p2 over [k] : !ta.expr<[i, k, j] f64> -> !ta.expr<[i, j] f64>
  %y = ta.assign %s[i, j] sizes(%n, %n) : !ta.expr<[i, j] f64> -> tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}
