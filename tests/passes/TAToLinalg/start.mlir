// What a statement starts from: the old value of the tensor, else a dense term,
// else zeros. Terms commute, so the one to start from goes first.
// RUN: encke-opt --convert-ta-to-linalg %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// y[i] = A[i,j] * x[j] + y[i]: onto the old y, without a copy of it.
// CHECK-LABEL: func.func @old_value
// CHECK-SAME: %[[Y:[^ ]*]]: tensor<4xf64>)
// CHECK-NOT: tensor.empty
// CHECK-NOT: linalg.fill
// CHECK: %[[Z:.*]] = linalg.generic {{.*}} outs(%[[Y]] : tensor<4xf64>)
// CHECK: arith.addf %out, %{{.*}}
// CHECK-NOT: linalg.generic
// CHECK: return %[[Z]]
func.func @old_value(%A: tensor<4x4xf64, #CSR>, %x: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = ta.access %A[i, j] : tensor<4x4xf64, #CSR>
  %1 = ta.access %x[j] : tensor<4xf64>
  %2 = ta.mul %0, %1 : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
  %3 = ta.sum %2 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %4 = ta.access %y[i] : tensor<4xf64>
  %5 = ta.add %3, %4 : <[i] f64>, <[i] f64> -> <[i] f64>
  %z = ta.assign %5[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %z : tensor<4xf64>
}

// C[j,i] on the right of C[i,j] is no value to start from.
// CHECK-LABEL: func.func @old_value_transposed
// CHECK-SAME: %[[C:[^ ]*]]: tensor<4x4xf64>)
// CHECK: %[[E:.*]] = tensor.empty
// CHECK: %[[T:.*]] = linalg.generic {{.*}} ins(%[[C]] : tensor<4x4xf64>) outs(%[[E]] : tensor<4x4xf64>)
// CHECK: linalg.yield %in
// CHECK: linalg.generic {{.*}} outs(%[[T]] : tensor<4x4xf64>)
func.func @old_value_transposed(%A: tensor<4x4xf64, #CSR>, %C: tensor<4x4xf64>) -> tensor<4x4xf64> {
  %0 = ta.access %A[i, j] : tensor<4x4xf64, #CSR>
  %1 = ta.access %C[j, i] : tensor<4x4xf64>
  %2 = ta.add %1, %0 : <[j, i] f64>, <[i, j] f64> -> <[j, i] f64>
  %z = ta.assign %2[i, j] sizes() : !ta.expr<[j, i] f64> -> tensor<4x4xf64>
  return %z : tensor<4x4xf64>
}

// Nor is -y.
// CHECK-LABEL: func.func @old_value_negated
// CHECK-SAME: %[[Y:[^ ]*]]: tensor<4xf64>)
// CHECK: %[[N:.*]] = linalg.generic {{.*}} ins(%[[Y]] : tensor<4xf64>) outs(%{{.*}} : tensor<4xf64>)
// CHECK: arith.negf %in
// CHECK: linalg.generic {{.*}} outs(%[[N]] : tensor<4xf64>)
func.func @old_value_negated(%A: tensor<4x4xf64, #CSR>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = ta.access %A[i, j] : tensor<4x4xf64, #CSR>
  %1 = ta.sum %0 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %2 = ta.access %y[i] : tensor<4xf64>
  %3 = ta.sub %1, %2 : <[i] f64>, <[i] f64> -> <[i] f64>
  %z = ta.assign %3[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %z : tensor<4xf64>
}

// y[i] = -(A[i,j] * x[j]) + 2 * b[i]: the dense term sets, the other subtracts.
// CHECK-LABEL: func.func @dense_term
// CHECK: %[[TWO:.*]] = arith.constant 2.0
// CHECK-NOT: linalg.fill
// CHECK: %[[E:.*]] = tensor.empty
// CHECK: %[[B:.*]] = linalg.generic {{.*}} iterator_types = ["parallel"]} {{.*}} outs(%[[E]] : tensor<4xf64>)
// CHECK: %[[P:.*]] = arith.mulf %in, %[[TWO]]
// CHECK: linalg.yield %[[P]]
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} {{.*}} outs(%[[B]] : tensor<4xf64>)
// CHECK: arith.subf %out, %{{.*}}
func.func @dense_term(%A: tensor<4x4xf64, #CSR>, %x: tensor<4xf64>, %b: tensor<4xf64>) -> tensor<4xf64> {
  %two = arith.constant 2.0 : f64
  %0 = ta.access %A[i, j] : tensor<4x4xf64, #CSR>
  %1 = ta.access %x[j] : tensor<4xf64>
  %2 = ta.mul %0, %1 : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
  %3 = ta.sum %2 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %4 = ta.neg %3 : !ta.expr<[i] f64>
  %5 = ta.scalar %two : f64 -> <[] f64>
  %6 = ta.access %b[i] : tensor<4xf64>
  %7 = ta.mul %6, %5 : <[i] f64>, <[] f64> -> <[i] f64>
  %8 = ta.add %4, %7 : <[i] f64>, <[i] f64> -> <[i] f64>
  %z = ta.assign %8[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %z : tensor<4xf64>
}

// C[i,j] = A[i,j] into a dense tensor: zeros first.
// CHECK-LABEL: func.func @zeros
// CHECK: %[[ZERO:.*]] = linalg.fill
// CHECK: linalg.generic {{.*}} outs(%[[ZERO]] : tensor<4x4xf64>)
// CHECK: arith.addf %out, %in
func.func @zeros(%A: tensor<4x4xf64, #CSR>) -> tensor<4x4xf64> {
  %0 = ta.access %A[i, j] : tensor<4x4xf64, #CSR>
  %z = ta.assign %0[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<4x4xf64>
  return %z : tensor<4x4xf64>
}
