// The examples of the pass's description.
// RUN: encke-opt --ta-dense-layout --canonicalize --cse %s | FileCheck %s

// c and d are neighbours everywhere.
// CHECK-LABEL: func.func @labels(
// CHECK-SAME: %[[A:[^:]*]]: tensor<90x70x40x5xf64>, %[[B:[^:]*]]:
// CHECK: %[[AC:.*]] = tensor.collapse_shape %[[A]] {{\[}}[0], [1], [2, 3]] : tensor<90x70x40x5xf64> into tensor<90x70x200xf64>
// CHECK-NEXT: %[[AA:.*]] = ta.access %[[AC]][a, b, c_d] : tensor<90x70x200xf64>
// CHECK-NEXT: %[[BA:.*]] = ta.access %[[B]][a, b] : tensor<90x70xf64>
// CHECK-NEXT: %[[P:.*]] = ta.mul %[[AA]], %[[BA]] : <[a, b, c_d] f64>, <[a, b] f64> -> <[a, b, c_d] f64>
// CHECK-NEXT: %[[S:.*]] = ta.sum %[[P]] over [a, b] : !ta.expr<[a, b, c_d] f64> -> !ta.expr<[c_d] f64>
// CHECK-NEXT: %[[T:.*]] = ta.assign %[[S]][c_d] sizes() : !ta.expr<[c_d] f64> -> tensor<200xf64>
// CHECK-NEXT: %[[C:.*]] = tensor.expand_shape %[[T]] {{\[}}[0, 1]] output_shape [40, 5] : tensor<200xf64> into tensor<40x5xf64>
// CHECK-NEXT: return %[[C]]
func.func @labels(%A: tensor<90x70x40x5xf64>, %B: tensor<90x70xf64>) -> tensor<40x5xf64> {
  %a = ta.access %A[a, b, c, d] : tensor<90x70x40x5xf64>
  %b = ta.access %B[a, b] : tensor<90x70xf64>
  %p = ta.mul %a, %b : <[a, b, c, d] f64>, <[a, b] f64> -> <[a, b, c, d] f64>
  %s = ta.sum %p over [a, b] : !ta.expr<[a, b, c, d] f64> -> !ta.expr<[c, d] f64>
  %C = ta.assign %s[c, d] sizes() : !ta.expr<[c, d] f64> -> tensor<40x5xf64>
  return %C : tensor<40x5xf64>
}

// Which leaves nothing more to do.
// CHECK-LABEL: func.func @one_loop
// CHECK-COUNT-1: tensor.collapse_shape
// CHECK-NOT: tensor.collapse_shape
func.func @one_loop(%A: tensor<90x70x40x5xf64>, %B: tensor<90x70xf64>) -> tensor<40x5xf64> {
  %0 = tensor.collapse_shape %A [[0], [1], [2, 3]] : tensor<90x70x40x5xf64> into tensor<90x70x200xf64>
  %a = ta.access %0[a, b, c_d] : tensor<90x70x200xf64>
  %b = ta.access %B[a, b] : tensor<90x70xf64>
  %p = ta.mul %a, %b : <[a, b, c_d] f64>, <[a, b] f64> -> <[a, b, c_d] f64>
  %s = ta.sum %p over [a, b] : !ta.expr<[a, b, c_d] f64> -> !ta.expr<[c_d] f64>
  %1 = ta.assign %s[c_d] sizes() : !ta.expr<[c_d] f64> -> tensor<200xf64>
  %C = tensor.expand_shape %1 [[0, 1]] output_shape [40, 5] : tensor<200xf64> into tensor<40x5xf64>
  return %C : tensor<40x5xf64>
}

// The loops go through A as it is stored.
// CHECK-LABEL: func.func @loops
// CHECK: %[[A:.*]] = ta.access %{{.*}}[a, d, e] : tensor<16x31x64xf64>
// CHECK-NEXT: %[[X:.*]] = ta.access %{{.*}}[e, a] : tensor<64x16xf64>
// CHECK-NEXT: %[[Y:.*]] = ta.assign %[[X]][a, e] sizes() : !ta.expr<[e, a] f64> -> tensor<16x64xf64>
// CHECK-NEXT: %[[YA:.*]] = ta.access %[[Y]][a, e] : tensor<16x64xf64>
// CHECK-NEXT: %[[P:.*]] = ta.mul %[[A]], %[[YA]] : <[a, d, e] f64>, <[a, e] f64> -> <[a, d, e] f64>
// CHECK-NEXT: %[[S:.*]] = ta.sum %[[P]] over [a] : !ta.expr<[a, d, e] f64> -> !ta.expr<[d, e] f64>
// CHECK-NEXT: %[[T:.*]] = ta.assign %[[S]][d, e] sizes() : !ta.expr<[d, e] f64> -> tensor<31x64xf64>
// CHECK-NEXT: %[[TA:.*]] = ta.access %[[T]][d, e] : tensor<31x64xf64>
// CHECK-NEXT: %[[C:.*]] = ta.assign %[[TA]][e, d] sizes() : !ta.expr<[d, e] f64> -> tensor<64x31xf64>
// CHECK-NEXT: return %[[C]]
func.func @loops(%A: tensor<16x31x64xf64>, %X: tensor<64x16xf64>) -> tensor<64x31xf64> {
  %a = ta.access %A[a, d, e] : tensor<16x31x64xf64>
  %x = ta.access %X[e, a] : tensor<64x16xf64>
  %p = ta.mul %a, %x : <[a, d, e] f64>, <[e, a] f64> -> <[a, d, e] f64>
  %s = ta.sum %p over [a] : !ta.expr<[a, d, e] f64> -> !ta.expr<[d, e] f64>
  %C = ta.assign %s[e, d] sizes() : !ta.expr<[d, e] f64> -> tensor<64x31xf64>
  return %C : tensor<64x31xf64>
}

// b and c are contiguous where BLAS needs it, so there is a product for each a, and
// nothing is transposed.
// CHECK-LABEL: func.func @products
// CHECK-NOT: ta.assign
// CHECK: %[[P:.*]] = ta.mul
// CHECK: %[[S:.*]] = ta.sum %[[P]] over [e] : !ta.expr<[a, e, b, c] f64> -> !ta.expr<[a, b, c] f64>
// CHECK-NEXT: %[[C:.*]] = ta.assign %[[S]][a, b, c] sizes() {gemm = {columns = ["c"], inner = ["e"], loops = ["a"], rows = ["b"]}} : !ta.expr<[a, b, c] f64> -> tensor<640x640x640xf64>
// CHECK-NEXT: return %[[C]]
func.func @products(%A: tensor<640x640x640xf64>, %B: tensor<640x640xf64>) -> tensor<640x640x640xf64> {
  %a = ta.access %A[a, e, b] : tensor<640x640x640xf64>
  %b = ta.access %B[e, c] : tensor<640x640xf64>
  %p = ta.mul %a, %b : <[a, e, b] f64>, <[e, c] f64> -> <[a, e, b, c] f64>
  %s = ta.sum %p over [e] : !ta.expr<[a, e, b, c] f64> -> !ta.expr<[a, b, c] f64>
  %C = ta.assign %s[a, b, c] sizes() : !ta.expr<[a, b, c] f64> -> tensor<640x640x640xf64>
  return %C : tensor<640x640x640xf64>
}
