// The example of the pass's description: a program of upstream's.
// RUN: encke-opt --take-upstream %s | FileCheck %s

func.func private @given() -> tensor<4xf64>
func.func private @taken(tensor<4xf64>)

// CHECK: func.func @encke_program() {
// CHECK-NEXT: %[[X:.*]] = call @given() : () -> tensor<4xf64>
// CHECK-NEXT: %[[Y:.*]] = call @kernel_0(%[[X]]) : (tensor<4xf64>) -> tensor<4xf64>
// CHECK-NEXT: call @taken(%[[Y]]) : (tensor<4xf64>) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: func.func private @kernel_0(%[[A:.*]]: tensor<4xf64>) -> tensor<4xf64> attributes {encke.kernel, llvm.emit_c_interface} {
// CHECK-NEXT: %[[C:.*]] = arith.constant 2.000000e+00 : f64
// CHECK-NEXT: %[[R:.*]] = linalg.fill ins(%[[C]] : f64) outs(%[[A]] : tensor<4xf64>) -> tensor<4xf64>
// CHECK-NEXT: return %[[R]] : tensor<4xf64>
// CHECK-NEXT: }
func.func @main() {
  %c = arith.constant 2.0 : f64
  %x = call @given() : () -> tensor<4xf64>
  %y = linalg.fill ins(%c : f64) outs(%x : tensor<4xf64>) -> tensor<4xf64>
  call @taken(%y) : (tensor<4xf64>) -> ()
  return
}
