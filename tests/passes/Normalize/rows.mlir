// A sum of five sparse terms or more is collected in rows where all are rows below dense
// levels, so it stays whole; elsewhere, and where the terms are integers that are
// subtracted, what a loop would merge is bounded by temporaries.
// RUN: encke-opt --ta-normalize %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>

// CHECK-LABEL: func.func @rows
// CHECK-COUNT-1: ta.assign
// CHECK-NOT: ta.assign
// CHECK: return
func.func @rows(%A: tensor<4x4xf64, #CSR>) -> tensor<4x4xf64, #CSR> {
  %0 = ta.access %A[i, j] : tensor<4x4xf64, #CSR>
  %1 = ta.access %A[j, i] : tensor<4x4xf64, #CSR>
  %2 = ta.add %0, %1 : <[i, j] f64>, <[j, i] f64> -> <[i, j] f64>
  %3 = ta.sub %2, %1 : <[i, j] f64>, <[j, i] f64> -> <[i, j] f64>
  %4 = ta.add %3, %0 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %5 = ta.add %4, %1 : <[i, j] f64>, <[j, i] f64> -> <[i, j] f64>
  %y = ta.assign %5[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<4x4xf64, #CSR>
  return %y : tensor<4x4xf64, #CSR>
}

// CHECK-LABEL: func.func @compressed_rows
// CHECK-COUNT-2: ta.assign
// CHECK: return
func.func @compressed_rows(%A: tensor<4x4xf64, #DCSR>) -> tensor<4x4xf64, #DCSR> {
  %0 = ta.access %A[i, j] : tensor<4x4xf64, #DCSR>
  %1 = ta.access %A[j, i] : tensor<4x4xf64, #DCSR>
  %2 = ta.add %0, %1 : <[i, j] f64>, <[j, i] f64> -> <[i, j] f64>
  %3 = ta.sub %2, %1 : <[i, j] f64>, <[j, i] f64> -> <[i, j] f64>
  %4 = ta.add %3, %0 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %5 = ta.add %4, %1 : <[i, j] f64>, <[j, i] f64> -> <[i, j] f64>
  %y = ta.assign %5[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<4x4xf64, #DCSR>
  return %y : tensor<4x4xf64, #DCSR>
}

// CHECK-LABEL: func.func @integer_differences
// CHECK-COUNT-2: ta.assign
// CHECK: return
func.func @integer_differences(%A: tensor<4x4xi32, #CSR>) -> tensor<4x4xi32, #CSR> {
  %0 = ta.access %A[i, j] : tensor<4x4xi32, #CSR>
  %1 = ta.access %A[j, i] : tensor<4x4xi32, #CSR>
  %2 = ta.sub %0, %1 : <[i, j] i32>, <[j, i] i32> -> <[i, j] i32>
  %3 = ta.sub %2, %1 : <[i, j] i32>, <[j, i] i32> -> <[i, j] i32>
  %4 = ta.sub %3, %0 : <[i, j] i32>, <[i, j] i32> -> <[i, j] i32>
  %5 = ta.sub %4, %1 : <[i, j] i32>, <[j, i] i32> -> <[i, j] i32>
  %y = ta.assign %5[i, j] sizes() : !ta.expr<[i, j] i32> -> tensor<4x4xi32, #CSR>
  return %y : tensor<4x4xi32, #CSR>
}
