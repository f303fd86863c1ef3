// L43: a reduction to which nothing contributes is its identity where the expression
// around it has an element, and is left out elsewhere.
// RUN: encke-opt --ta-normalize --canonicalize --cse %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

// SUM[i](exp(MAX[j](A[i,j]))): exp(-inf) of an empty row.
// CHECK-LABEL: func.func @function
// CHECK: %[[R:.*]] = ta.reduce "max"
// CHECK-NEXT: %[[T:.*]] = ta.assign %[[R]][i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
// CHECK-NEXT: %[[M:.*]] = ta.access %[[T]][i] : tensor<4xf64>
// CHECK-NEXT: %[[E:.*]] = ta.apply "exp"(%[[M]])
// CHECK-NEXT: ta.sum %[[E]] over [i]
func.func @function(%A: tensor<4x5xf64, #CSR>) -> tensor<f64> {
  %0 = ta.access %A[i, j] : tensor<4x5xf64, #CSR>
  %1 = ta.reduce "max" %0 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %2 = ta.apply "exp"(%1) : !ta.expr<[i] f64> -> <[i] f64>
  %3 = ta.sum %2 over [i] : !ta.expr<[i] f64> -> !ta.expr<[] f64>
  %y = ta.assign %3[] sizes() : !ta.expr<[] f64> -> tensor<f64>
  return %y : tensor<f64>
}

// MIN[i](exp(MAX[j](A[i,j]))), too.
// CHECK-LABEL: func.func @reduced
// CHECK: ta.reduce "max"
// CHECK: ta.assign %{{.*}}[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
// CHECK: ta.apply "exp"
// CHECK: ta.reduce "min"
func.func @reduced(%A: tensor<4x5xf64, #CSR>) -> tensor<f64> {
  %0 = ta.access %A[i, j] : tensor<4x5xf64, #CSR>
  %1 = ta.reduce "max" %0 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %2 = ta.apply "exp"(%1) : !ta.expr<[i] f64> -> <[i] f64>
  %3 = ta.reduce "min" %2 over [i] : !ta.expr<[i] f64> -> !ta.expr<[] f64>
  %y = ta.assign %3[] sizes() : !ta.expr<[] f64> -> tensor<f64>
  return %y : tensor<f64>
}

// SUM[i](abs(MAX[j](A[i,j]))): what has no element is left out.
// CHECK-LABEL: func.func @left_out
// CHECK: ta.reduce "max"
// CHECK: ta.assign %{{.*}}[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64, #{{.*}}>
// CHECK: ta.apply "abs"
func.func @left_out(%A: tensor<4x5xf64, #CSR>) -> tensor<f64> {
  %0 = ta.access %A[i, j] : tensor<4x5xf64, #CSR>
  %1 = ta.reduce "max" %0 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %2 = ta.apply "abs"(%1) : !ta.expr<[i] f64> -> <[i] f64>
  %3 = ta.sum %2 over [i] : !ta.expr<[i] f64> -> !ta.expr<[] f64>
  %y = ta.assign %3[] sizes() : !ta.expr<[] f64> -> tensor<f64>
  return %y : tensor<f64>
}

// w[i] = PROD[j](A[i,j]) + v[i] into a sparse w: 1 + v[i] in an empty row.
// CHECK-LABEL: func.func @sum
// CHECK: %[[V:.*]] = ta.access %arg1[i]
// CHECK: %[[R:.*]] = ta.reduce "mul"
// CHECK-DAG: %[[D:.*]] = ta.assign %[[R]][i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
// CHECK-DAG: %[[S:.*]] = ta.assign %[[R]][i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64, #{{.*}}>
// CHECK-DAG: %[[DA:.*]] = ta.access %[[D]][i]
// CHECK-DAG: %[[SA:.*]] = ta.access %[[S]][i]
// CHECK-DAG: %[[X:.*]] = ta.add %[[DA]], %[[V]]
// CHECK-DAG: %[[Y:.*]] = ta.add %[[SA]], %[[V]]
// CHECK: %[[M:.*]] = ta.mask %[[X]] by %[[Y]]
// CHECK: ta.assign %[[M]][i]
func.func @sum(%A: tensor<4x5xf64, #CSR>, %v: tensor<4xf64, #V>) -> tensor<4xf64, #V> {
  %0 = ta.access %A[i, j] : tensor<4x5xf64, #CSR>
  %1 = ta.reduce "mul" %0 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %2 = ta.access %v[i] : tensor<4xf64, #V>
  %3 = ta.add %1, %2 : <[i] f64>, <[i] f64> -> <[i] f64>
  %w = ta.assign %3[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64, #V>
  return %w : tensor<4xf64, #V>
}

// Sums of nothing are 0, so that one sparse tensor does.
// CHECK-LABEL: func.func @zero
// CHECK: ta.assign %{{.*}}[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64, #{{.*}}>
// CHECK-NOT: ta.mask
// CHECK: return
func.func @zero(%A: tensor<4x5xf64, #CSR>, %v: tensor<4xf64, #V>) -> tensor<4xf64, #V> {
  %0 = ta.access %A[i, j] : tensor<4x5xf64, #CSR>
  %1 = ta.sum %0 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %2 = ta.access %v[i] : tensor<4xf64, #V>
  %3 = ta.add %1, %2 : <[i] f64>, <[i] f64> -> <[i] f64>
  %w = ta.assign %3[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64, #V>
  return %w : tensor<4xf64, #V>
}
