// The example of the pass's description.
// RUN: encke-opt --sync-device --canonicalize --cse %s | FileCheck %s

// CHECK-LABEL: func.func @f
// CHECK: gpu.launch_func @device::@run blocks in (%arg2, %c1, %c1) threads in (%arg3, %c1, %c1) args(%arg0 : memref<?xf64>)
// CHECK: %[[ADDRESS:.*]] = memref.extract_aligned_pointer_as_index %arg0 : memref<?xf64> -> index
// CHECK: %[[POINTER:.*]] = llvm.inttoptr
// CHECK: %[[BYTES:.*]] = arith.muli
// CHECK: call @encke_device_touch(%[[POINTER]], %[[BYTES]], %c0_i64) : (!llvm.ptr, i64, i64) -> ()
// CHECK-NEXT: %{{.*}} = memref.load %arg0[%c0] : memref<?xf64>
module attributes {gpu.container_module} {
  func.func @f(%x: memref<?xf64>, %y: memref<?xf64>, %b: index, %t: index) -> f64 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    gpu.launch_func @device::@run blocks in (%b, %c1, %c1) threads in (%t, %c1, %c1) args(%x : memref<?xf64>)
    %0 = memref.load %x[%c0] : memref<?xf64>
    return %0 : f64
  }
  gpu.module @device {
    gpu.func @run(%x: memref<?xf64>) kernel {
      gpu.return
    }
  }
}
