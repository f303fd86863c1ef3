// Before a dense buffer is made the runtime is asked whether there is memory for
// it, and told what it is for, unless it is known to be small.
// RUN: encke-opt --convert-cin-to-scf %s | FileCheck %s

// CHECK-DAG: llvm.mlir.global internal constant @[[A:.*]]("the dense tensor 'A'\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[TEMPORARY:.*]]("a dense temporary\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[WORKSPACE:.*]]("a workspace\00")
// CHECK-DAG: llvm.func @encke_buffer_check(!llvm.ptr, i64, i64, ...)

// CHECK-LABEL: func.func @program
func.func @program(%n: index) {
  // CHECK-NOT: encke_buffer_check
  // CHECK: memref.alloc() {alignment = 64 : i64} : memref<9x5xf64>
  %small = memref.alloc() : memref<9x5xf64>
  // CHECK: %[[WHAT:.*]] = llvm.mlir.addressof @[[A]]
  // CHECK: %[[BYTES:.*]] = arith.constant 8 : i64
  // CHECK: %[[ORDER:.*]] = arith.constant 2 : i64
  // CHECK: llvm.call @encke_buffer_check(%[[WHAT]], %[[BYTES]], %[[ORDER]], %{{.*}}, %{{.*}}) vararg
  // CHECK-NEXT: memref.alloc(%{{.*}}) {alignment = 64 : i64} : memref<?x3xf64>
  %A = memref.alloc(%n) : memref<?x3xf64> loc("A"("p.ta":3:1))
  // CHECK: llvm.mlir.addressof @[[TEMPORARY]]
  // CHECK: llvm.call @encke_buffer_check
  // CHECK-NEXT: memref.alloc() {alignment = 64 : i64} : memref<4194304xi32>
  %B = memref.alloc() : memref<4194304xi32> loc("p.ta":3:1)
  return
}

// CHECK-LABEL: func.func @kernel
func.func @kernel(%n: index) attributes {encke.kernel} {
  // CHECK: llvm.mlir.addressof @[[WORKSPACE]]
  // CHECK: llvm.call @encke_buffer_check
  // CHECK-NEXT: memref.alloc
  %row = memref.alloc(%n) : memref<?xf64> loc("A"("p.ta":3:1))
  return
}
