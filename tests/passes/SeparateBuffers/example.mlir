// The example of the pass's description: a loop after whose rounds two tensors are
// the same.
// RUN: encke-opt --separate-buffers %s | FileCheck %s

// CHECK-LABEL: func.func @program
// CHECK: %[[r:.*]]:2 = scf.for %[[t:.*]] = %[[c0:.*]] to %[[n:.*]] step %[[c1:.*]] iter_args(%[[A:.*]] = %{{.*}}, %[[D:.*]] = %{{.*}}) -> (tensor<8xf64>, tensor<8xf64>) {
// CHECK-NEXT: %[[A1:.*]] = func.call @kernel_0(%[[A]]) : (tensor<8xf64>) -> tensor<8xf64>
// CHECK-NEXT: %[[D1:.*]] = linalg.copy ins(%[[A1]] : tensor<8xf64>) outs(%[[D]] : tensor<8xf64>) -> tensor<8xf64>
// CHECK-NEXT: scf.yield %[[A1]], %[[D1]] : tensor<8xf64>, tensor<8xf64>
// CHECK-NEXT: }
func.func private @kernel_0(tensor<8xf64>) -> tensor<8xf64>
func.func @program(%a: tensor<8xf64>, %d: tensor<8xf64>, %n: index) -> (tensor<8xf64>, tensor<8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %t = %c0 to %n step %c1 iter_args(%A = %a, %D = %d) -> (tensor<8xf64>, tensor<8xf64>) {
    %A1 = func.call @kernel_0(%A) : (tensor<8xf64>) -> tensor<8xf64>
    scf.yield %A1, %A1 : tensor<8xf64>, tensor<8xf64>
  }
  return %r#0, %r#1 : tensor<8xf64>, tensor<8xf64>
}
