// The example of the pass's description: the loops go through A as it is stored.
// RUN: encke-opt --ta-stream-order --canonicalize %s | FileCheck %s

// CHECK-LABEL: func.func @f
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
func.func @f(%A: tensor<16x31x64xf64>, %X: tensor<64x16xf64>) -> tensor<64x31xf64> {
  %a = ta.access %A[a, d, e] : tensor<16x31x64xf64>
  %x = ta.access %X[e, a] : tensor<64x16xf64>
  %p = ta.mul %a, %x : <[a, d, e] f64>, <[e, a] f64> -> <[a, d, e] f64>
  %s = ta.sum %p over [a] : !ta.expr<[a, d, e] f64> -> !ta.expr<[d, e] f64>
  %C = ta.assign %s[e, d] sizes() : !ta.expr<[d, e] f64> -> tensor<64x31xf64>
  return %C : tensor<64x31xf64>
}
