// What is asked for, and where.
// RUN: encke-opt --sync-device --canonicalize --cse %s | FileCheck %s

module attributes {gpu.container_module} {
  func.func private @encke_print(!llvm.ptr, !llvm.ptr)
  func.func private @encke_read(!llvm.ptr)
  func.func private @encke_view_f64(memref<*xf64>) -> !llvm.ptr
  func.func private @encke_gemm(!llvm.ptr)

  // A program that starts kernels by another function. A loop without any is one
  // thing; a function that only reads does not write.
  // CHECK-LABEL: func.func @program
  // CHECK: scf.for
  // CHECK-NOT: encke_device_touch
  // CHECK: func.call @starts(%arg0)
  // CHECK: func.call @encke_device_touch(%{{.*}}, %{{.*}}, %c0_i64)
  // CHECK-NEXT: func.call @reads(%arg0)
  // CHECK: func.call @encke_device_touch(%{{.*}}, %{{.*}}, %c1_i64)
  // CHECK-NEXT: func.call @writes(%arg0)
  // CHECK: call @encke_device_touch(%{{.*}}, %{{.*}}, %c1_i64)
  // CHECK-NEXT: scf.for
  // CHECK-NEXT: memref.store
  // CHECK-NEXT: }
  // CHECK-NEXT: memref.dealloc %arg0
  func.func @program(%x: memref<?xf64>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f64
    scf.for %i = %c0 to %n step %c1 {
      func.call @starts(%x) : (memref<?xf64>) -> ()
      %s = func.call @reads(%x) : (memref<?xf64>) -> f64
      func.call @writes(%x) : (memref<?xf64>) -> ()
    }
    scf.for %i = %c0 to %n step %c1 {
      memref.store %zero, %x[%i] : memref<?xf64>
    }
    memref.dealloc %x : memref<?xf64>
    return
  }

  func.func private @starts(%x: memref<?xf64>) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @device::@run blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<?xf64>)
    return
  }
  // A function without kernels is asked for by its callers.
  // CHECK-LABEL: func.func private @reads
  // CHECK-NOT: encke_device_touch
  // CHECK: return
  func.func private @reads(%x: memref<?xf64>) -> f64 {
    %c0 = arith.constant 0 : index
    %y:2 = memref.distinct_objects %x, %x : memref<?xf64>, memref<?xf64>
    %0 = memref.load %y#0[%c0] : memref<?xf64>
    return %0 : f64
  }
  func.func private @writes(%x: memref<?xf64>) {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f64
    memref.store %zero, %x[%c0] : memref<?xf64>
    return
  }

  // Tensors of the runtime: printing leaves them alone, others may not. A view is
  // asked for where it is used, and so is a buffer behind a pointer.
  // CHECK-LABEL: func.func @tensors
  // CHECK: %[[VIEW:.*]] = call @encke_view_f64
  // CHECK-NEXT: call @starts
  // CHECK: call @encke_device_touch(%[[VIEW]], %c-1_i64, %c0_i64)
  // CHECK-NEXT: call @encke_print(%[[VIEW]]
  // CHECK-NEXT: call @encke_device_touch(%arg1, %c-1_i64, %c1_i64)
  // CHECK-NEXT: call @encke_read(%arg1)
  // CHECK: call @encke_device_touch(%[[POINTER:.*]], %{{.*}}, %c1_i64)
  // CHECK-NEXT: call @encke_gemm(%[[POINTER]])
  llvm.mlir.global internal constant @text("x\00") {addr_space = 0 : i32}
  func.func @tensors(%x: memref<4x?xf64>, %t: !llvm.ptr, %y: memref<?xf64>) {
    %name = llvm.mlir.addressof @text : !llvm.ptr
    %cast = memref.cast %x : memref<4x?xf64> to memref<*xf64>
    %v = call @encke_view_f64(%cast) : (memref<*xf64>) -> !llvm.ptr
    call @starts(%y) : (memref<?xf64>) -> ()
    call @encke_print(%v, %name) : (!llvm.ptr, !llvm.ptr) -> ()
    call @encke_read(%t) : (!llvm.ptr) -> ()
    %address = memref.extract_aligned_pointer_as_index %x : memref<4x?xf64> -> index
    %i = arith.index_cast %address : index to i64
    %p = llvm.inttoptr %i : i64 to !llvm.ptr
    call @encke_gemm(%p) : (!llvm.ptr) -> ()
    return
  }

  gpu.module @device {
    gpu.func @run(%x: memref<?xf64>) kernel {
      gpu.return
    }
  }
}
