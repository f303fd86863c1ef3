// A sum is done in its own type, and then widened.
// RUN: encke-opt --ta-normalize --canonicalize --cse %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK-LABEL: func.func @sum
// CHECK: %[[SUM:.*]] = ta.sum %{{.*}} over [j] : !ta.expr<[i, j] i32> -> !ta.expr<[i] i32>
// CHECK-NEXT: %[[T:.*]] = ta.assign %[[SUM]][i] sizes() : !ta.expr<[i] i32> -> tensor<4xi32>
// CHECK-NEXT: %[[A:.*]] = ta.access %[[T]][i]
// CHECK-NEXT: %[[C:.*]] = ta.cast %[[A]] : <[i] i32> -> <[i] f64>
// CHECK-NEXT: ta.assign %[[C]][i]
func.func @sum(%A: tensor<4x5xi32>) -> tensor<4xf64> {
  %0 = ta.access %A[i, j] : tensor<4x5xi32>
  %1 = ta.sum %0 over [j] : !ta.expr<[i, j] i32> -> !ta.expr<[i] i32>
  %2 = ta.cast %1 : <[i] i32> -> <[i] f64>
  %y = ta.assign %2[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %y : tensor<4xf64>
}

// What is widened before it is summed stays in its term.
// CHECK-LABEL: func.func @term
// CHECK: %[[C:.*]] = ta.cast %{{.*}} : <[i, j] i32> -> <[i, j] f64>
// CHECK: %[[P:.*]] = ta.mul %[[C]], %{{.*}}
// CHECK: %[[SUM:.*]] = ta.sum %[[P]] over [j]
// CHECK-NEXT: ta.assign %[[SUM]][i]
func.func @term(%A: tensor<4x5xi32, #CSR>, %x: tensor<5xf64>) -> tensor<4xf64> {
  %0 = ta.access %A[i, j] : tensor<4x5xi32, #CSR>
  %1 = ta.cast %0 : <[i, j] i32> -> <[i, j] f64>
  %2 = ta.access %x[j] : tensor<5xf64>
  %3 = ta.mul %1, %2 : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
  %4 = ta.sum %3 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %y = ta.assign %4[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %y : tensor<4xf64>
}
