// The example of the pass's description.
// RUN: encke-opt --mark-places %s | FileCheck %s

// CHECK-DAG: llvm.mlir.global internal constant @encke_text_0("p.ta:4:3\00")
// CHECK-DAG: llvm.mlir.global internal constant @encke_text_1("p.ta:5:3\00")

// CHECK-LABEL: func.func @encke_program
// CHECK-NEXT: %[[at0:.*]] = llvm.mlir.addressof @encke_text_0 : !llvm.ptr
// CHECK-NEXT: call @encke_mark_place(%[[at0]]) : (!llvm.ptr) -> ()
// CHECK-NEXT: %[[A:.*]] = memref.alloc() : memref<9xf64>
// CHECK-NEXT: call @kernel_0(%[[A]]) : (memref<9xf64>) -> ()
// CHECK-NEXT: %[[at1:.*]] = llvm.mlir.addressof @encke_text_1 : !llvm.ptr
// CHECK-NEXT: call @encke_mark_place(%[[at1]]) : (!llvm.ptr) -> ()
// CHECK-NEXT: call @kernel_1(%[[A]]) : (memref<9xf64>) -> ()
// CHECK-NEXT: return
func.func @encke_program() {
  %A = memref.alloc() : memref<9xf64> loc("p.ta":4:3)
  call @kernel_0(%A) : (memref<9xf64>) -> () loc("p.ta":4:3)
  call @kernel_1(%A) : (memref<9xf64>) -> () loc("p.ta":5:3)
  return
}
func.func private @kernel_0(memref<9xf64>)
func.func private @kernel_1(memref<9xf64>)
