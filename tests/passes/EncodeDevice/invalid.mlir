// What no processor of a device has an instruction for.
// RUN: not encke-opt --encode-device %s 2>&1 | FileCheck %s --check-prefix=SPIRV
// RUN: not encke-opt --encode-device=to=ptx %s 2>&1 | FileCheck %s --check-prefix=PTX
// SPIRV: invalid.mlir:[[#@LINE+13]]:12: error: failed to legalize operation 'math.erf'
// PTX: error: not supported yet: __nv_erf in PTX

module attributes {gpu.container_module} {
  func.func @f(%x: memref<?xf64>, %b: index) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @device::@run blocks in (%b, %c1, %c1) threads in (%b, %c1, %c1) args(%x : memref<?xf64>)
    return
  }
  gpu.module @device {
    gpu.func @run(%x: memref<?xf64>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %i = gpu.thread_id x
      %0 = memref.load %x[%i] : memref<?xf64>
      %1 = math.erf %0 : f64
      memref.store %1, %x[%i] : memref<?xf64>
      gpu.return
    }
  }
}
