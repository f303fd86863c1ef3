// A statement over dense tensors that does not sum is one tree already:
// (A + c) * b would only cost more when distributed.
// RUN: encke-opt --ta-normalize %s | FileCheck %s

// CHECK-LABEL: func.func @dense
// CHECK: %[[A:.*]] = ta.access %{{.*}}[i, j]
// CHECK-NEXT: %[[C:.*]] = ta.access %{{.*}}[i]
// CHECK-NEXT: %[[B:.*]] = ta.access %{{.*}}[j]
// CHECK-NEXT: %[[R:.*]] = ta.repeat %[[C]] along [j]
// CHECK-NEXT: %[[S:.*]] = ta.add %[[A]], %[[R]]
// CHECK-NEXT: %[[P:.*]] = ta.mul %[[S]], %[[B]]
// CHECK-NEXT: %[[E:.*]] = ta.apply "exp"(%[[P]])
// CHECK-NEXT: %[[Y:.*]] = ta.assign %[[E]][i, j]
// CHECK-NEXT: return %[[Y]]
func.func @dense(%A: tensor<4x4xf64>, %c: tensor<4xf64>, %b: tensor<4xf64>, %m: index) -> tensor<4x4xf64> {
  %0 = ta.access %A[i, j] : tensor<4x4xf64>
  %1 = ta.access %c[i] : tensor<4xf64>
  %2 = ta.access %b[j] : tensor<4xf64>
  %3 = ta.repeat %1 along [j](%m) : !ta.expr<[i] f64> -> !ta.expr<[i, j] f64>
  %4 = ta.add %0, %3 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %5 = ta.mul %4, %2 : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
  %6 = ta.apply "exp"(%5) : !ta.expr<[i, j] f64> -> <[i, j] f64>
  %y = ta.assign %6[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<4x4xf64>
  return %y : tensor<4x4xf64>
}

// What is already a sum of terms stays as it is when the pass runs again.
// CHECK-LABEL: func.func @normal
// CHECK: %[[P:.*]] = ta.mul
// CHECK-NOT: ta.mul
// CHECK: %[[S:.*]] = ta.sum %[[P]] over [j]
// CHECK: %[[Y:.*]] = ta.assign %{{.*}}[i]
// CHECK-NEXT: return %[[Y]]
func.func @normal(%A: tensor<4x4xf64>, %x: tensor<4xf64>) -> tensor<4xf64> {
  %0 = ta.access %A[i, j] : tensor<4x4xf64>
  %1 = ta.access %x[j] : tensor<4xf64>
  %2 = ta.mul %0, %1 : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
  %3 = ta.sum %2 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %y = ta.assign %3[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %y : tensor<4xf64>
}
