// What no device does runs on the host; with strict-marks that is an error.
// RUN: encke-opt --split-input-file --outline-device %s | FileCheck %s
// RUN: encke-opt --split-input-file --outline-device=strict-marks=true --verify-diagnostics %s

// CHECK-LABEL: func.func @call
// CHECK: scf.for %[[I:.*]] = %c0 to %arg1 step %c1 {
// CHECK-NEXT: func.call @encke_size(%[[I]])
// CHECK-NOT: gpu.
func.func private @encke_size(index) -> f64
func.func @call(%y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    // expected-error@below {{cannot run on a device: no device does this}}
    %0 = func.call @encke_size(%i) : (index) -> f64
    memref.store %0, %y[%i] : memref<?xf64>
    scf.reduce
  } {encke.device}
  return
}

// -----

// CHECK-LABEL: func.func @bytes
// CHECK: scf.for
// CHECK-NOT: gpu.
func.func @bytes(%x: memref<?xi1>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    // expected-error@below {{cannot run on a device: no device does this}}
    %0 = memref.load %x[%i] : memref<?xi1>
    %1 = arith.uitofp %0 : i1 to f64
    memref.store %1, %y[%i] : memref<?xf64>
    scf.reduce
  } {encke.device}
  return
}

// -----

// Others are left alone.
// CHECK-LABEL: func.func @tasks
// CHECK: scf.parallel
func.func @tasks(%y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %zero, %y[%i] : memref<?xf64>
    scf.reduce
  }
  return
}
