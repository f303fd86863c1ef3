// The example of the pass's description, and one in a loop, whose place nobody
// knows.
// RUN: encke-opt --lower-checks %s | FileCheck %s

// CHECK-DAG: llvm.mlir.global internal constant @encke_text_0("p.ta:4:3\00")
// CHECK-DAG: llvm.mlir.global internal constant @encke_text_1("the value does not fit 'int'\00")

// CHECK-LABEL: func.func @single
// CHECK-SAME: (%[[x:.*]]: f64, %[[fits:.*]]: i1)
// CHECK-NEXT: %[[true:.*]] = arith.constant true
// CHECK-NEXT: %[[fails:.*]] = arith.xori %[[fits]], %[[true]] : i1
// CHECK-NEXT: scf.if %[[fails]] {
// CHECK-NEXT:   %[[place:.*]] = llvm.mlir.addressof @encke_text_0 : !llvm.ptr
// CHECK-NEXT:   %[[text:.*]] = llvm.mlir.addressof @encke_text_1 : !llvm.ptr
// CHECK-NEXT:   func.call @encke_fail(%[[place]], %[[text]]) : (!llvm.ptr, !llvm.ptr) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return %[[x]] : f64
func.func @single(%x: f64, %fits: i1) -> f64 {
  %y = ta.check %x if %fits, "the value does not fit 'int'" : f64 loc("p.ta":4:3)
  return %y : f64
}

// CHECK-LABEL: func.func @loop
// CHECK: scf.for
// CHECK: scf.if
// CHECK-NEXT:   %[[none:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT:   %[[text:.*]] = llvm.mlir.addressof
// CHECK-NEXT:   func.call @encke_fail(%[[none]], %[[text]])
func.func @loop(%A: memref<9xi64>, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c0 to %c9 step %c1 {
    %x = memref.load %A[%i] : memref<9xi64>
    %y = ta.check %x if %c, "division by zero" : i64 loc(unknown)
    memref.store %y, %A[%i] : memref<9xi64>
  }
  return
}
