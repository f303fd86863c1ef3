// The example of the pass's description: a call of a kernel that multiplies padding
// gets a guard, and the kernel a version without padding.
// RUN: encke-opt --cin-guard-padding %s | FileCheck %s

#BCSR = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 4 : dense, j floordiv 2 : compressed, i mod 4 : dense, j mod 2 : dense) }>

// CHECK-LABEL: func.func @program
// CHECK-SAME: (%[[A:.*]]: tensor<?x?xf64, #{{.*}}>, %[[X:.*]]: tensor<?xf64>, %[[B:.*]]: tensor<?xf64>)
// CHECK: %[[Y:.*]] = call @kernel_0(%[[A]], %[[X]], %[[B]]) {encke.finite = @kernel_0_finite, encke.otherwise = @kernel_0_exact} : (tensor<?x?xf64, #{{.*}}>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
func.func @program(%A: tensor<?x?xf64, #BCSR>, %x: tensor<?xf64>, %b: tensor<?xf64>) -> tensor<?xf64> {
  %y = call @kernel_0(%A, %x, %b) : (tensor<?x?xf64, #BCSR>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %y : tensor<?xf64>
}

// CHECK: func.func private @kernel_0(
// CHECK-NOT: encke.exact
// CHECK: cin.kernel
func.func private @kernel_0(%A: tensor<?x?xf64, #BCSR>, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> attributes {encke.kernel, llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %y, %c0 : tensor<?xf64>
  %m = tensor.dim %x, %c0 : tensor<?xf64>
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #BCSR>, %b = %x : tensor<?xf64>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #BCSR>>
        %1 = cin.access %b[%j] : !cin.place<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// CHECK: func.func private @kernel_0_finite(%{{.*}}: tensor<?x?xf64, #{{.*}}>, %[[V:.*]]: tensor<?xf64>, %{{.*}}: tensor<?xf64>) -> i1 {
// CHECK-NEXT: %[[M:.*]] = cin.largest %[[V]] : tensor<?xf64>
// CHECK-NEXT: %[[MOST:.*]] = arith.constant 1.7976931348623157E+308 : f64
// CHECK-NEXT: %[[FINITE:.*]] = arith.cmpf ole, %[[M]], %[[MOST]] : f64
// CHECK-NEXT: return %[[FINITE]] : i1
// CHECK-NEXT: }

// CHECK: func.func private @kernel_0_exact(
// CHECK-SAME: attributes {encke.exact, encke.kernel, encke.seldom} {
// CHECK: cin.kernel
