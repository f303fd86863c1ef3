// Reductions other than sums are the root of a statement of their own.
// RUN: encke-opt --ta-normalize --canonicalize --cse %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// A reduction alone stays as it is.
// CHECK-LABEL: func.func @alone
// CHECK: %[[A:.*]] = ta.access %arg0[i, j]
// CHECK-NEXT: %[[R:.*]] = ta.reduce "max" %[[A]] over [j]
// CHECK-NEXT: %[[Y:.*]] = ta.assign %[[R]][i]
// CHECK-NEXT: return %[[Y]]
func.func @alone(%A: tensor<4x5xf64, #CSR>) -> tensor<4xf64> {
  %0 = ta.access %A[i, j] : tensor<4x5xf64, #CSR>
  %1 = ta.reduce "max" %0 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %y = ta.assign %1[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %y : tensor<4xf64>
}

// Beside another term it goes through a dense temporary.
// CHECK-LABEL: func.func @beside
// CHECK: %[[R:.*]] = ta.reduce "max"
// CHECK-NEXT: %[[T:.*]] = ta.assign %[[R]][i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
// CHECK-NEXT: %[[M:.*]] = ta.access %[[T]][i]
// CHECK: %[[S:.*]] = ta.add %{{.*}}, %[[M]]
// CHECK: ta.assign %[[S]][i]
func.func @beside(%A: tensor<4x5xf64>, %b: tensor<4xf64>) -> tensor<4xf64> {
  %0 = ta.access %A[i, j] : tensor<4x5xf64>
  %1 = ta.reduce "max" %0 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %2 = ta.access %b[i] : tensor<4xf64>
  %3 = ta.add %2, %1 : <[i] f64>, <[i] f64> -> <[i] f64>
  %y = ta.assign %3[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %y : tensor<4xf64>
}

// What it reduces keeps its pattern: nothing is distributed, and only a sum
// inside becomes a temporary, a sparse one.
// CHECK-LABEL: func.func @operand
// CHECK: %[[SUM:.*]] = ta.sum
// CHECK: %[[T:.*]] = ta.assign %[[SUM]][i, k] sizes() : !ta.expr<[i, k] f64> -> tensor<4x4xf64, #{{.*}}>
// CHECK: %[[M:.*]] = ta.access %[[T]][i, k]
// CHECK: %[[C:.*]] = ta.combine "min" intersection %[[M]], %{{.*}}
// CHECK: %[[R:.*]] = ta.reduce "max" %[[C]] over [k]
// CHECK: ta.assign %[[R]][i]
func.func @operand(%A: tensor<4x4xf64, #CSR>) -> tensor<4xf64> {
  %0 = ta.access %A[i, j] : tensor<4x4xf64, #CSR>
  %1 = ta.access %A[j, k] : tensor<4x4xf64, #CSR>
  %2 = ta.mul %0, %1 : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
  %3 = ta.sum %2 over [j] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i, k] f64>
  %4 = ta.access %A[i, k] : tensor<4x4xf64, #CSR>
  %5 = ta.combine "min" intersection %3, %4 : <[i, k] f64>, <[i, k] f64> -> <[i, k] f64>
  %6 = ta.reduce "max" %5 over [k] : !ta.expr<[i, k] f64> -> !ta.expr<[i] f64>
  %y = ta.assign %6[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %y : tensor<4xf64>
}

// A mask on a sum is one on what is summed. On another reduction it stays where
// it is: a dense result is zero outside, not the identity.
// CHECK-LABEL: func.func @masked
// CHECK: %[[R:.*]] = ta.reduce "min"
// CHECK: %[[T:.*]] = ta.assign %[[R]][i]
// CHECK: %[[A:.*]] = ta.access %[[T]][i]
// CHECK: ta.mask %[[A]] by %{{.*}} : <[i] f64>, <[i] f64> -> <[i] f64>
// CHECK: %[[N:.*]] = ta.mask %{{.*}} by not %{{.*}} : <[i, j] f64>, <[i] f64> -> <[i, j] f64>
// CHECK: ta.sum %[[N]] over [j]
func.func @masked(%A: tensor<4x5xf64, #CSR>, %m: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  %0 = ta.access %A[i, j] : tensor<4x5xf64, #CSR>
  %1 = ta.access %m[i] : tensor<4xf64>
  %2 = ta.reduce "min" %0 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %3 = ta.mask %2 by %1 : <[i] f64>, <[i] f64> -> <[i] f64>
  %y = ta.assign %3[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  %4 = ta.sum %0 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %5 = ta.mask %4 by not %1 : <[i] f64>, <[i] f64> -> <[i] f64>
  %z = ta.assign %5[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %y, %z : tensor<4xf64>, tensor<4xf64>
}

// y @(min)= A @(min,+) x: of dense operands in one go, of a sparse one through a
// temporary, since a reduction over stored elements starts from its identity.
// CHECK-LABEL: func.func @accumulate
// CHECK: %[[R:.*]] = ta.reduce "min"
// CHECK-NEXT: %[[C:.*]] = ta.combine "min" union %{{.*}}, %[[R]]
// CHECK-NEXT: ta.assign %[[C]][i]
// CHECK: %[[R:.*]] = ta.reduce "min"
// CHECK-NEXT: %[[T:.*]] = ta.assign %[[R]][i]
// CHECK-NEXT: %[[M:.*]] = ta.access %[[T]][i]
// CHECK: %[[C:.*]] = ta.combine "min" union %{{.*}}, %[[M]]
// CHECK-NEXT: ta.assign %[[C]][i]
func.func @accumulate(%A: tensor<4x5xf64>, %S: tensor<4x5xf64, #CSR>, %y: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  %0 = ta.access %y[i] : tensor<4xf64>
  %1 = ta.access %A[i, j] : tensor<4x5xf64>
  %2 = ta.reduce "min" %1 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %3 = ta.combine "min" union %0, %2 : <[i] f64>, <[i] f64> -> <[i] f64>
  %r = ta.assign %3[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  %4 = ta.access %S[i, j] : tensor<4x5xf64, #CSR>
  %5 = ta.reduce "min" %4 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %6 = ta.combine "min" union %0, %5 : <[i] f64>, <[i] f64> -> <[i] f64>
  %s = ta.assign %6[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %r, %s : tensor<4xf64>, tensor<4xf64>
}
