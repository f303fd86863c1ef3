// The outermost loop of a device kernel is plain, over positions or coordinates.
// RUN: encke-opt --convert-cin-to-scf --canonicalize --cse %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32}>
#DCSR = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : compressed, d1 : compressed), posWidth = 32, crdWidth = 32}>

// CHECK-LABEL: func.func @rows
// CHECK: scf.parallel (%[[I:.*]]) = (%c0) to (%arg3) step (%c1) {
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[I]], %c1
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %c1
// CHECK: scf.reduce
// CHECK-NEXT: } {encke.device}
// CHECK-NOT: tasks.
func.func @rows(%A: !llvm.ptr, %x: memref<?xf64>, %y: memref<?xf64>, %n: index, %m: index) {
  cin.kernel device ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>, %b = %x : memref<?xf64> as tensor<?xf64>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n parallel {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %1 = cin.access %b[%j] : !cin.place<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
      }
    }
  }
  return
}

// CHECK-LABEL: func.func @positions
// CHECK: %[[LO:.*]] = arith.index_castui
// CHECK: %[[HI:.*]] = arith.index_castui
// CHECK: scf.parallel (%[[P:.*]]) = (%[[LO]]) to (%[[HI]]) step (%c1) {
// CHECK: } {encke.device}
func.func @positions(%A: !llvm.ptr, %x: memref<?xf64>, %y: memref<?xf64>, %n: index, %m: index) {
  cin.kernel device ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #DCSR>, %b = %x : memref<?xf64> as tensor<?xf64>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n parallel {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DCSR>>
        %1 = cin.access %b[%j] : !cin.place<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
      }
    }
  }
  return
}
