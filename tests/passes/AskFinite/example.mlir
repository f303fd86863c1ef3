// The example of the pass's description, and questions that are asked once for all
// rounds of a loop.
// RUN: encke-opt --cin-ask-finite %s | FileCheck %s

#BCSR = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 4 : dense, j floordiv 2 : compressed, i mod 4 : dense, j mod 2 : dense) }>

// CHECK-LABEL: func.func @program
// CHECK-SAME: (%[[A:.*]]: tensor<?x?xf64, #{{.*}}>, %[[X:.*]]: tensor<?xf64>, %[[B:.*]]: tensor<?xf64>)
// CHECK: %[[M:.*]] = cin.largest %[[X]] : tensor<?xf64>
// CHECK-NEXT: %[[MOST:.*]] = arith.constant 1.7976931348623157E+308 : f64
// CHECK-NEXT: %[[FINITE:.*]] = arith.cmpf ole, %[[M]], %[[MOST]] : f64
// CHECK-NEXT: %[[Y:.*]] = scf.if %[[FINITE]] -> (tensor<?xf64>) {
// CHECK-NEXT: %[[Y0:.*]] = func.call @kernel_0(%[[A]], %[[X]], %[[B]]) : (tensor<?x?xf64, #{{.*}}>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
// CHECK-NEXT: scf.yield %[[Y0]] : tensor<?xf64>
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[Y1:.*]] = func.call @kernel_0_exact(%[[A]], %[[X]], %[[B]]) : (tensor<?x?xf64, #{{.*}}>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
// CHECK-NEXT: scf.yield %[[Y1]] : tensor<?xf64>
// CHECK-NEXT: }
// CHECK-NEXT: return %[[Y]]
func.func @program(%A: tensor<?x?xf64, #BCSR>, %x: tensor<?xf64>, %b: tensor<?xf64>) -> tensor<?xf64> {
  %y = call @kernel_0(%A, %x, %b) {encke.finite = @kernel_0_finite, encke.otherwise = @kernel_0_exact} : (tensor<?x?xf64, #BCSR>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %y : tensor<?xf64>
}

// Of x it is asked before the loop, of what a round makes in it. An operand that
// the kernel was given later is none of the other one's.
// CHECK-LABEL: func.func @loop
// CHECK-SAME: %[[X:[^:]*]]: tensor<?xf64>, %[[B:[^:]*]]: tensor<?xf64>, %{{[^:]*}}: index
// CHECK: cin.largest %[[X]]
// CHECK: scf.for {{.*}} iter_args(%[[Z:.*]] = %[[B]])
// CHECK-NOT: cin.largest %[[X]]
// CHECK: cin.largest %[[Z]]
// CHECK: scf.if
// CHECK-NEXT: func.call @kernel_1(%{{.*}}, %[[X]], %[[Z]], %[[X]])
// CHECK: func.call @kernel_1_exact(%{{.*}}, %[[X]], %[[Z]]) :
func.func @loop(%A: tensor<?x?xf64, #BCSR>, %x: tensor<?xf64>, %b: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %t = %c0 to %n step %c1 iter_args(%z = %b) -> tensor<?xf64> {
    %r = func.call @kernel_1(%A, %x, %z, %x) {encke.finite = @kernel_1_finite, encke.otherwise = @kernel_1_exact} : (tensor<?x?xf64, #BCSR>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    scf.yield %r : tensor<?xf64>
  }
  return %y : tensor<?xf64>
}

// The questions stand nowhere else.
// CHECK-NOT: _finite
func.func private @kernel_0(tensor<?x?xf64, #BCSR>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
func.func private @kernel_0_exact(tensor<?x?xf64, #BCSR>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
func.func private @kernel_0_finite(%A: tensor<?x?xf64, #BCSR>, %x: tensor<?xf64>, %b: tensor<?xf64>) -> i1 {
  %m = cin.largest %x : tensor<?xf64>
  %most = arith.constant 1.7976931348623157E+308 : f64
  %finite = arith.cmpf ole, %m, %most : f64
  return %finite : i1
}
func.func private @kernel_1(tensor<?x?xf64, #BCSR>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
func.func private @kernel_1_exact(tensor<?x?xf64, #BCSR>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
func.func private @kernel_1_finite(%A: tensor<?x?xf64, #BCSR>, %x: tensor<?xf64>, %z: tensor<?xf64>) -> i1 {
  %m = cin.largest %x : tensor<?xf64>
  %k = cin.largest %z : tensor<?xf64>
  %p = arith.mulf %m, %k : f64
  %most = arith.constant 1.7976931348623157E+308 : f64
  %finite = arith.cmpf ole, %p, %most : f64
  return %finite : i1
}
