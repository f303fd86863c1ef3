// The example of the pass's description.
// RUN: encke-opt --outline-device --canonicalize --cse %s | FileCheck %s
// RUN: encke-opt --outline-device=strict-marks=true --canonicalize --cse %s | FileCheck %s

// CHECK-LABEL: func.func private @kernel_0
// CHECK-DAG: %[[A:.*]] = memref.collapse_shape %arg0 {{\[}}[0, 1]] : memref<?x?xf64> into memref<?xf64>
// CHECK-DAG: %[[WORDS:.*]] = memref.alloca() : memref<4xi64>
// CHECK-DAG: memref.store %{{.*}}, %[[WORDS]][%c0] : memref<4xi64>
// CHECK-DAG: memref.store %{{.*}}, %[[WORDS]][%c3] : memref<4xi64>
// CHECK-DAG: %[[NUMBERS:.*]] = memref.cast %[[WORDS]] : memref<4xi64> to memref<?xi64>
// CHECK-DAG: %[[MOST:.*]] = arith.ceildivui %{{.*}}, %c128
// CHECK-DAG: %[[BLOCKS:.*]] = arith.minui %[[MOST]], %c65535
// CHECK: gpu.launch_func @kernel_0_device_0::@run blocks in (%[[BLOCKS]], %c1, %c1) threads in (%c128, %c1, %c1) args({{.*}}%[[NUMBERS]] : memref<?xi64>)
// CHECK-NOT: scf.parallel
func.func private @kernel_0(%A: memref<?x?xf64>, %B: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %x = memref.load %A[%i, %c1] : memref<?x?xf64>
    memref.store %x, %B[%i] : memref<?xf64>
    scf.reduce
  } {encke.device}
  return
}

// CHECK: gpu.module @kernel_0_device_0 {
// CHECK-NEXT: gpu.func @run(%[[X:.*]]: memref<?xf64>, %[[Y:.*]]: memref<?xf64>, %[[N:.*]]: memref<?xi64>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
// CHECK-DAG: %[[BLOCK:.*]] = gpu.block_id x
// CHECK-DAG: %[[ALL:.*]] = gpu.grid_dim x
// CHECK-DAG: %[[THREAD:.*]] = gpu.thread_id x
// CHECK: %[[FIRST:.*]] = arith.addi %{{.*}}, %[[THREAD]]
// CHECK: %[[STEP:.*]] = arith.muli %[[ALL]], %c128
// CHECK: scf.for %{{.*}} = %[[FIRST]] to %{{.*}} step %[[STEP]] {
// CHECK: %[[ROW:.*]] = arith.muli
// CHECK: %[[AT:.*]] = arith.addi %[[ROW]], %c1
// CHECK: memref.load %{{.*}}[%[[AT]]] : memref<?xf64>
// CHECK: memref.store %{{.*}}, %{{.*}}[%{{.*}}] : memref<?xf64>
