// Kernels are left alone when the pass runs again, and a kernel never takes the
// name of another function.
// RUN: encke-opt --ta-outline-kernels --ta-outline-kernels %s | FileCheck %s

// CHECK: func.func @f(%[[X:.*]]: tensor<4xf64>)
// CHECK-NEXT: %[[Y:.*]] = call @kernel_1(%[[X]])
// CHECK-NEXT: return %[[Y]]
func.func @f(%x: tensor<4xf64>) -> tensor<4xf64> {
  %0 = ta.access %x[i] : tensor<4xf64>
  %1 = ta.neg %0 : !ta.expr<[i] f64>
  %y = ta.assign %1[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %y : tensor<4xf64>
}

// CHECK: func.func private @kernel_0(tensor<4xf64>)
func.func private @kernel_0(tensor<4xf64>)

// CHECK: func.func private @kernel_1(%{{.*}}: tensor<4xf64>) -> tensor<4xf64>
// CHECK: ta.assign
// CHECK-NOT: @kernel_2
