// A function stays in the term of a sparse tensor; of an argument that sums it
// needs the whole, from a temporary.
// RUN: encke-opt --ta-normalize --canonicalize --cse %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// y[i] = sin(-A[i,j]) * x[j].
// CHECK-LABEL: func.func @keeps_zero
// CHECK: %[[A:.*]] = ta.access
// CHECK: %[[N:.*]] = ta.neg %[[A]]
// CHECK: %[[F:.*]] = ta.apply "sin"(%[[N]])
// CHECK: %[[P:.*]] = ta.mul %[[F]], %{{.*}}
// CHECK: %[[S:.*]] = ta.sum %[[P]] over [j]
// CHECK: ta.assign %[[S]][i]
// CHECK-NOT: ta.assign
func.func @keeps_zero(%A: tensor<4x4xf64, #CSR>, %x: tensor<4xf64>) -> tensor<4xf64> {
  %0 = ta.access %A[i, j] : tensor<4x4xf64, #CSR>
  %1 = ta.neg %0 : !ta.expr<[i, j] f64>
  %2 = ta.apply "sin"(%1) : !ta.expr<[i, j] f64> -> <[i, j] f64>
  %3 = ta.access %x[j] : tensor<4xf64>
  %4 = ta.mul %2, %3 : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
  %5 = ta.sum %4 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %y = ta.assign %5[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %y : tensor<4xf64>
}

// cos(0) = 1 where A stores nothing: the next stages know that.
// CHECK-LABEL: func.func @loses_zero
// CHECK: %[[A:.*]] = ta.access %{{.*}}[i, j] : tensor<4x?xf64, #{{.*}}>
// CHECK: %[[F:.*]] = ta.apply "cos"(%[[A]])
// CHECK: ta.assign %[[F]][i, j]
// CHECK-NOT: ta.assign
func.func @loses_zero(%A: tensor<4x?xf64, #CSR>, %m: index) -> tensor<4x?xf64> {
  %0 = ta.access %A[i, j] : tensor<4x?xf64, #CSR>
  %1 = ta.apply "cos"(%0) : !ta.expr<[i, j] f64> -> <[i, j] f64>
  %y = ta.assign %1[i, j] sizes(%m) : !ta.expr<[i, j] f64> -> tensor<4x?xf64>
  return %y : tensor<4x?xf64>
}

// |A - B| is not |A| - |B|.
// CHECK-LABEL: func.func @function_of_sum
// CHECK: %[[D:.*]] = ta.sub
// CHECK: %[[F:.*]] = ta.apply "abs"(%[[D]])
// CHECK: ta.assign %[[F]][i, j]
// CHECK-NOT: ta.assign
func.func @function_of_sum(%A: tensor<4x4xf64, #CSR>, %B: tensor<4x4xf64, #CSR>) -> tensor<4x4xf64> {
  %0 = ta.access %A[i, j] : tensor<4x4xf64, #CSR>
  %1 = ta.access %B[i, j] : tensor<4x4xf64, #CSR>
  %2 = ta.sub %0, %1 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %3 = ta.apply "abs"(%2) : !ta.expr<[i, j] f64> -> <[i, j] f64>
  %y = ta.assign %3[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<4x4xf64>
  return %y : tensor<4x4xf64>
}

// pow(0, 0) = 1: where neither A nor B stores an element no loop over one of them
// would see it.
// CHECK-LABEL: func.func @two_sparse
// CHECK: %[[A:.*]] = ta.access %arg0[i, j] : tensor<4x4xf64, #{{.*}}>
// CHECK: %[[T:.*]] = ta.assign %[[A]][i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<4x4xf64>
// CHECK: %[[U:.*]] = ta.assign %{{.*}}[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<4x4xf64>
// CHECK: ta.apply "pow"
func.func @two_sparse(%A: tensor<4x4xf64, #CSR>, %B: tensor<4x4xf64, #CSR>) -> tensor<4x4xf64> {
  %0 = ta.access %A[i, j] : tensor<4x4xf64, #CSR>
  %1 = ta.access %B[i, j] : tensor<4x4xf64, #CSR>
  %2 = ta.apply "pow"(%0, %1) : !ta.expr<[i, j] f64>, !ta.expr<[i, j] f64> -> <[i, j] f64>
  %y = ta.assign %2[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<4x4xf64>
  return %y : tensor<4x4xf64>
}

// max(sum(x), b) needs a temporary for the sum; b is dense and used as it is.
// CHECK-LABEL: func.func @two_arguments
// CHECK: %[[B:.*]] = ta.access %{{.*}}[k]
// CHECK: %[[S:.*]] = ta.sum
// CHECK: %[[T:.*]] = ta.assign %[[S]][] sizes() : !ta.expr<[] f64> -> tensor<f64>
// CHECK: %[[A:.*]] = ta.access %[[T]][] : tensor<f64>
// CHECK: %[[M:.*]] = ta.apply "max"(%[[A]], %[[B]])
// CHECK: ta.assign %[[M]][k]
// CHECK-NOT: ta.assign
func.func @two_arguments(%x: tensor<4xf64>, %b: tensor<5xf64>) -> tensor<5xf64> {
  %0 = ta.access %x[i] : tensor<4xf64>
  %1 = ta.sum %0 over [i] : !ta.expr<[i] f64> -> !ta.expr<[] f64>
  %2 = ta.access %b[k] : tensor<5xf64>
  %3 = ta.apply "max"(%1, %2) : !ta.expr<[] f64>, !ta.expr<[k] f64> -> <[k] f64>
  %y = ta.assign %3[k] sizes() : !ta.expr<[k] f64> -> tensor<5xf64>
  return %y : tensor<5xf64>
}

// A function of a function of a sum: a temporary in a temporary.
// CHECK-LABEL: func.func @nested
// CHECK: %[[S:.*]] = ta.sum
// CHECK: %[[T1:.*]] = ta.assign %[[S]][i]
// CHECK: %[[A1:.*]] = ta.access %[[T1]][i]
// CHECK: %[[E:.*]] = ta.apply "exp"(%[[A1]])
// CHECK: %[[T2:.*]] = ta.assign %[[E]][i]
// CHECK: %[[A2:.*]] = ta.access %[[T2]][i]
// CHECK: %[[L:.*]] = ta.apply "log"(%[[A2]])
// CHECK: ta.assign %[[L]][i]
func.func @nested(%A: tensor<4x4xf64>) -> tensor<4xf64> {
  %0 = ta.access %A[i, j] : tensor<4x4xf64>
  %1 = ta.sum %0 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %2 = ta.apply "exp"(%1) : !ta.expr<[i] f64> -> <[i] f64>
  %3 = ta.apply "log"(%2) : !ta.expr<[i] f64> -> <[i] f64>
  %y = ta.assign %3[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %y : tensor<4xf64>
}
