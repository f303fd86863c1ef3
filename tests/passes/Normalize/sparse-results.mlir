// A sparse result takes its pattern from the whole expression: only sums go out
// of it, into sparse temporaries.
// RUN: encke-opt --ta-normalize --canonicalize --cse %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>

// CHECK-LABEL: func.func @elementwise
// CHECK: %[[S:.*]] = ta.add
// CHECK-NEXT: %[[P:.*]] = ta.mul %[[S]], %{{.*}}
// CHECK-NEXT: ta.assign %[[P]][i, j]
func.func @elementwise(%A: tensor<4x4xf64, #CSR>, %B: tensor<4x4xf64, #CSR>) -> tensor<4x4xf64, #CSR> {
  %0 = ta.access %A[i, j] : tensor<4x4xf64, #CSR>
  %1 = ta.access %B[i, j] : tensor<4x4xf64, #CSR>
  %2 = ta.add %0, %1 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %3 = ta.mul %2, %1 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %y = ta.assign %3[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<4x4xf64, #CSR>
  return %y : tensor<4x4xf64, #CSR>
}

// A product alone is one sum, also with a sign, a mask or a factor outside.
// CHECK-LABEL: func.func @product
// CHECK: %[[M:.*]] = ta.mask %{{.*}} by %{{.*}} : <[i, k, j] f64>, <[i, j] f64> -> <[i, k, j] f64>
// CHECK-NEXT: %[[N:.*]] = ta.neg %[[M]]
// CHECK-NEXT: %[[S:.*]] = ta.sum %[[N]] over [k]
// CHECK-NEXT: ta.assign %[[S]][i, j]
func.func @product(%A: tensor<4x4xf64, #CSR>, %M: tensor<4x4xf64, #CSR>) -> tensor<4x4xf64, #CSR> {
  %0 = ta.access %A[i, k] : tensor<4x4xf64, #CSR>
  %1 = ta.access %A[k, j] : tensor<4x4xf64, #CSR>
  %2 = ta.mul %0, %1 : <[i, k] f64>, <[k, j] f64> -> <[i, k, j] f64>
  %3 = ta.sum %2 over [k] : !ta.expr<[i, k, j] f64> -> !ta.expr<[i, j] f64>
  %4 = ta.neg %3 : !ta.expr<[i, j] f64>
  %5 = ta.access %M[i, j] : tensor<4x4xf64, #CSR>
  %6 = ta.mask %4 by %5 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %y = ta.assign %6[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<4x4xf64, #CSR>
  return %y : tensor<4x4xf64, #CSR>
}

// Beside another term the sum is a sparse temporary of the same format.
// CHECK-LABEL: func.func @sum_and_term
// CHECK: %[[S:.*]] = ta.sum %{{.*}} over [k]
// CHECK-NEXT: %[[T:.*]] = ta.assign %[[S]][i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<4x4xf64, #
// CHECK-NEXT: %[[X:.*]] = ta.access %[[T]][i, j]
// CHECK: %[[SUM:.*]] = ta.add %[[X]], %{{.*}}
// CHECK-NEXT: ta.assign %[[SUM]][i, j]
func.func @sum_and_term(%A: tensor<4x4xf64, #CSR>) -> tensor<4x4xf64, #CSR> {
  %0 = ta.access %A[i, k] : tensor<4x4xf64, #CSR>
  %1 = ta.access %A[k, j] : tensor<4x4xf64, #CSR>
  %2 = ta.mul %0, %1 : <[i, k] f64>, <[k, j] f64> -> <[i, k, j] f64>
  %3 = ta.sum %2 over [k] : !ta.expr<[i, k, j] f64> -> !ta.expr<[i, j] f64>
  %4 = ta.access %A[i, j] : tensor<4x4xf64, #CSR>
  %5 = ta.add %3, %4 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %y = ta.assign %5[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<4x4xf64, #CSR>
  return %y : tensor<4x4xf64, #CSR>
}

// What the sum is a part of keeps its pattern too: a sparse temporary of fewer
// dimensions has compressed levels.
// CHECK-LABEL: func.func @part
// CHECK: %[[S:.*]] = ta.sum %{{.*}} over [k]
// CHECK-NEXT: ta.assign %[[S]][i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64, #[[CU:.*]]>
// CHECK: ta.apply "relu"
func.func @part(%A: tensor<4x4xf64, #CSR>) -> tensor<4x4xf64, #CSR> {
  %0 = ta.access %A[i, k] : tensor<4x4xf64, #CSR>
  %1 = ta.sum %0 over [k] : !ta.expr<[i, k] f64> -> !ta.expr<[i] f64>
  %2 = ta.apply "relu"(%1) : !ta.expr<[i] f64> -> <[i] f64>
  %3 = ta.access %A[i, j] : tensor<4x4xf64, #CSR>
  %4 = ta.mul %2, %3 : <[i] f64>, <[i, j] f64> -> <[i, j] f64>
  %y = ta.assign %4[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<4x4xf64, #CSR>
  return %y : tensor<4x4xf64, #CSR>
}

// Five operands at once would merge at 31 points, each of which has a lattice of
// its own on the second level; three of them go first.
// CHECK-LABEL: func.func @merges
// CHECK: %[[SUM:.*]] = ta.assign %{{.*}}[i, j] sizes({{.*}}) : {{.*}} -> tensor<?x?xf64, #{{.*}}>
// CHECK: %[[A:.*]] = ta.access %[[SUM]][i, j]
// CHECK: %[[B:.*]] = ta.add %[[A]], %{{.*}}
// CHECK: %[[C:.*]] = ta.add %[[B]], %{{.*}}
// CHECK: ta.assign %[[C]][i, j]
// CHECK-NOT: ta.assign
func.func @merges(%A: tensor<?x?xf64, #DCSR>, %B: tensor<?x?xf64, #DCSR>, %C: tensor<?x?xf64, #DCSR>, %D: tensor<?x?xf64, #DCSR>, %E: tensor<?x?xf64, #DCSR>, %n: index) -> tensor<?x?xf64, #DCSR> {
  %0 = ta.access %A[i, j] : tensor<?x?xf64, #DCSR>
  %1 = ta.access %B[i, j] : tensor<?x?xf64, #DCSR>
  %2 = ta.access %C[i, j] : tensor<?x?xf64, #DCSR>
  %3 = ta.access %D[i, j] : tensor<?x?xf64, #DCSR>
  %4 = ta.access %E[i, j] : tensor<?x?xf64, #DCSR>
  %5 = ta.add %0, %1 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %6 = ta.add %5, %2 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %7 = ta.add %6, %3 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %8 = ta.add %7, %4 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %9 = ta.assign %8[i, j] sizes(%n, %n) : !ta.expr<[i, j] f64> -> tensor<?x?xf64, #DCSR>
  return %9 : tensor<?x?xf64, #DCSR>
}

// A dense result has a loop for each term of a sum, but one for a union by
// another operator, whose parts keep their patterns.
// CHECK-LABEL: func.func @dense_merges
// CHECK: %[[PART:.*]] = ta.assign %{{.*}}[i, j] sizes({{.*}}) : {{.*}} -> tensor<?x?xf64, #{{.*}}>
// CHECK: %[[A:.*]] = ta.access %[[PART]][i, j]
// CHECK: %[[B:.*]] = ta.combine "max" union %[[A]], %{{.*}}
// CHECK: ta.assign %[[B]][i, j] sizes({{.*}}) : {{.*}} -> tensor<?x?xf64>{{$}}
// CHECK-NOT: ta.assign
func.func @dense_merges(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %C: tensor<?x?xf64, #CSR>, %D: tensor<?x?xf64, #CSR>, %E: tensor<?x?xf64, #CSR>, %n: index) -> tensor<?x?xf64> {
  %0 = ta.access %A[i, j] : tensor<?x?xf64, #CSR>
  %1 = ta.access %B[i, j] : tensor<?x?xf64, #CSR>
  %2 = ta.access %C[i, j] : tensor<?x?xf64, #CSR>
  %3 = ta.access %D[i, j] : tensor<?x?xf64, #CSR>
  %4 = ta.access %E[i, j] : tensor<?x?xf64, #CSR>
  %5 = ta.combine "max" union %0, %1 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %6 = ta.combine "max" union %5, %2 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %7 = ta.combine "max" union %6, %3 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %8 = ta.combine "max" union %7, %4 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %9 = ta.assign %8[i, j] sizes(%n, %n) : !ta.expr<[i, j] f64> -> tensor<?x?xf64>
  return %9 : tensor<?x?xf64>
}
