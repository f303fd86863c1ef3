// The example of the pass's description: c and d are neighbours everywhere.
// RUN: encke-opt --ta-collapse-labels --canonicalize %s | FileCheck %s

// CHECK-LABEL: func.func @f(
// CHECK-SAME: %[[A:[^:]*]]: tensor<90x70x40x5xf64>, %[[B:[^:]*]]:
// CHECK: %[[AC:.*]] = tensor.collapse_shape %[[A]] {{\[}}[0], [1], [2, 3]] : tensor<90x70x40x5xf64> into tensor<90x70x200xf64>
// CHECK-NEXT: %[[AA:.*]] = ta.access %[[AC]][a, b, c_d] : tensor<90x70x200xf64>
// CHECK-NEXT: %[[BA:.*]] = ta.access %[[B]][a, b] : tensor<90x70xf64>
// CHECK-NEXT: %[[P:.*]] = ta.mul %[[AA]], %[[BA]] : <[a, b, c_d] f64>, <[a, b] f64> -> <[a, b, c_d] f64>
// CHECK-NEXT: %[[S:.*]] = ta.sum %[[P]] over [a, b] : !ta.expr<[a, b, c_d] f64> -> !ta.expr<[c_d] f64>
// CHECK-NEXT: %[[T:.*]] = ta.assign %[[S]][c_d] sizes() : !ta.expr<[c_d] f64> -> tensor<200xf64>
// CHECK-NEXT: %[[C:.*]] = tensor.expand_shape %[[T]] {{\[}}[0, 1]] output_shape [40, 5] : tensor<200xf64> into tensor<40x5xf64>
// CHECK-NEXT: return %[[C]]
func.func @f(%A: tensor<90x70x40x5xf64>, %B: tensor<90x70xf64>) -> tensor<40x5xf64> {
  %a = ta.access %A[a, b, c, d] : tensor<90x70x40x5xf64>
  %b = ta.access %B[a, b] : tensor<90x70xf64>
  %p = ta.mul %a, %b : <[a, b, c, d] f64>, <[a, b] f64> -> <[a, b, c, d] f64>
  %s = ta.sum %p over [a, b] : !ta.expr<[a, b, c, d] f64> -> !ta.expr<[c, d] f64>
  %C = ta.assign %s[c, d] sizes() : !ta.expr<[c, d] f64> -> tensor<40x5xf64>
  return %C : tensor<40x5xf64>
}

// Which leaves nothing more to do.
// CHECK-LABEL: func.func @after
// CHECK-COUNT-1: tensor.collapse_shape
// CHECK-NOT: tensor.collapse_shape
func.func @after(%A: tensor<90x70x40x5xf64>, %B: tensor<90x70xf64>) -> tensor<40x5xf64> {
  %0 = tensor.collapse_shape %A [[0], [1], [2, 3]] : tensor<90x70x40x5xf64> into tensor<90x70x200xf64>
  %a = ta.access %0[a, b, c_d] : tensor<90x70x200xf64>
  %b = ta.access %B[a, b] : tensor<90x70xf64>
  %p = ta.mul %a, %b : <[a, b, c_d] f64>, <[a, b] f64> -> <[a, b, c_d] f64>
  %s = ta.sum %p over [a, b] : !ta.expr<[a, b, c_d] f64> -> !ta.expr<[c_d] f64>
  %1 = ta.assign %s[c_d] sizes() : !ta.expr<[c_d] f64> -> tensor<200xf64>
  %C = tensor.expand_shape %1 [[0, 1]] output_shape [40, 5] : tensor<200xf64> into tensor<40x5xf64>
  return %C : tensor<40x5xf64>
}
