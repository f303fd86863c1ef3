// Kernels are compiled apart: no inliner sees the call later.
// RUN: encke-opt --inline-kernels %s --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @example
// CHECK: scf.for %[[T:.*]] = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK-NEXT: %[[A:.*]] = memref.load %{{.*}}[%[[T]]] : memref<?xf64>
// CHECK-NEXT: memref.store %[[A]], %{{.*}}[] : memref<f64>
// CHECK-NEXT: }
func.func @example(%x: memref<?xf64>, %y: memref<f64>, %c0: index, %c1: index, %n: index) {
  scf.for %t = %c0 to %n step %c1 {
    %a = memref.load %x[%t] : memref<?xf64>
    func.call @kernel(%a, %y) : (f64, memref<f64>) -> ()
  }
  return
}

// CHECK-NOT: @kernel
func.func private @kernel(%a: f64, %y: memref<f64>) attributes {encke.kernel} {
  memref.store %a, %y[] : memref<f64>
  return
}

// -----

// CHECK-LABEL: func.func @program
func.func @program(%a: f64, %y: memref<f64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // A call that is not in a loop stays.
  // CHECK: call @twice
  call @twice(%a, %y) : (f64, memref<f64>) -> ()
  scf.for %t = %c0 to %n step %c1 {
    // CHECK: func.call @stack
    // CHECK-NEXT: func.call @parallel
    // CHECK-NEXT: func.call @marked
    // CHECK-NEXT: memref.store
    // CHECK-NOT: call
    func.call @stack(%a, %y) : (f64, memref<f64>) -> ()
    func.call @parallel(%a, %y) : (f64, memref<f64>) -> ()
    func.call @marked(%a, %y) : (f64, memref<f64>) -> ()
    func.call @twice(%a, %y) : (f64, memref<f64>) -> ()
  }
  return
}

// CHECK: func.func private @twice
func.func private @twice(%a: f64, %y: memref<f64>) attributes {encke.kernel} {
  memref.store %a, %y[] : memref<f64>
  return
}

func.func private @stack(%a: f64, %y: memref<f64>) attributes {encke.kernel} {
  %one = llvm.mlir.constant(1 : i64) : i64
  %s = llvm.alloca %one x f64 : (i64) -> !llvm.ptr
  llvm.store %a, %s : f64, !llvm.ptr
  return
}

func.func private @parallel(%a: f64, %y: memref<f64>) attributes {encke.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%c1) step (%c1) {
    memref.store %a, %y[] : memref<f64>
  }
  return
}

func.func private @marked(%a: f64, %y: memref<f64>) attributes {encke.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %t = %c0 to %c1 step %c1 {
    memref.store %a, %y[] : memref<f64>
  } {cin.loop = #cin.loop<vector(8)>}
  return
}
