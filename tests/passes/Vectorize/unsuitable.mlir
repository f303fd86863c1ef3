// A loop that has no vector form stays as it is; only the mark goes.
// RUN: encke-opt --vectorize %s | FileCheck %s \
// RUN:   --implicit-check-not="vector." --implicit-check-not="vector<" \
// RUN:   --implicit-check-not=encke.

// What is stored is contiguous.
// CHECK: func.func @strided
func.func @strided(%x: memref<?x?xf64>, %y: memref<?xf64>, %i: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %0 = memref.load %y[%k] : memref<?xf64>
    memref.store %0, %x[%k, %i] : memref<?x?xf64>
  } {cin.loop = #cin.loop<vector(4)>}
  return
}

// CHECK: func.func @diagonal
func.func @diagonal(%x: memref<?x?xf64>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %0 = memref.load %y[%k] : memref<?xf64>
    memref.store %0, %x[%k, %k] : memref<?x?xf64>
  } {cin.loop = #cin.loop<vector(4)>}
  return
}

// An index computed from the counter.
// CHECK: func.func @computed_index
func.func @computed_index(%x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %0 = arith.muli %k, %k : index
    %1 = memref.load %x[%0] : memref<?xf64>
    memref.store %1, %y[%k] : memref<?xf64>
  } {cin.loop = #cin.loop<vector(4)>}
  return
}

// Every step stores into the same element.
// CHECK: func.func @one_element
func.func @one_element(%x: memref<?xf64>, %y: memref<f64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %0 = memref.load %x[%k] : memref<?xf64>
    memref.store %0, %y[] : memref<f64>
  } {cin.loop = #cin.loop<vector(4)>}
  return
}

// A layout of its own.
// CHECK: func.func @layout
func.func @layout(%x: memref<?xf64, strided<[2]>>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %0 = memref.load %x[%k] : memref<?xf64, strided<[2]>>
    memref.store %0, %y[%k] : memref<?xf64>
  } {cin.loop = #cin.loop<vector(4)>}
  return
}

// A call may do anything.
// CHECK: func.func @call
func.func private @g(f64)
func.func @call(%x: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %0 = memref.load %x[%k] : memref<?xf64>
    func.call @g(%0) : (f64) -> ()
  } {cin.loop = #cin.loop<vector(4)>}
  return
}

// A carried value that is no reduction: a quotient, a difference, a sum used again.
// CHECK: func.func @carried
func.func @carried(%x: memref<?xf64>, %y: memref<?xf64>, %z: f64, %n: index) -> (f64, f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = scf.for %k = %c0 to %n step %c1 iter_args(%s = %z) -> f64 {
    %0 = memref.load %x[%k] : memref<?xf64>
    %1 = arith.divf %s, %0 : f64
    scf.yield %1 : f64
  } {cin.loop = #cin.loop<vector(4)>}
  %d = scf.for %k = %c0 to %n step %c1 iter_args(%s = %z) -> f64 {
    %0 = memref.load %x[%k] : memref<?xf64>
    %1 = arith.subf %0, %s : f64
    scf.yield %1 : f64
  } {cin.loop = #cin.loop<vector(4)>}
  %p = scf.for %k = %c0 to %n step %c1 iter_args(%s = %z) -> f64 {
    %0 = memref.load %x[%k] : memref<?xf64>
    %1 = arith.addf %s, %0 : f64
    memref.store %1, %y[%k] : memref<?xf64>
    scf.yield %1 : f64
  } {cin.loop = #cin.loop<vector(4)>}
  return %m, %d, %p : f64, f64, f64
}

// Widths that are none.
// CHECK: func.func @width
func.func @width(%v: f64, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    memref.store %v, %y[%k] : memref<?xf64>
  } {cin.loop = #cin.loop<vector(1)>}
  scf.for %k = %c0 to %n step %c1 {
    memref.store %v, %y[%k] : memref<?xf64>
  } {cin.loop = #cin.loop<vector(1) registers(2)>}
  return
}

// No mark, no change.
// CHECK: func.func @unmarked
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: return
func.func @unmarked(%v: f64, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    memref.store %v, %y[%k] : memref<?xf64>
  }
  return
}

// Complex numbers have no vectors.
// CHECK: func.func @complex
func.func @complex(%x: memref<?xcomplex<f64>>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %0 = memref.load %x[%k] : memref<?xcomplex<f64>>
    %1 = complex.abs %0 : complex<f64>
    memref.store %1, %y[%k] : memref<?xf64>
  } {cin.loop = #cin.loop<vector(4)>}
  return
}

// A complex number that is the same for all elements.
// CHECK: func.func @complex_outside
func.func @complex_outside(%z: complex<f64>, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %0 = memref.load %x[%k] : memref<?xf64>
    %1 = complex.create %0, %0 : complex<f64>
    %2 = complex.mul %1, %z : complex<f64>
    %3 = complex.re %2 : complex<f64>
    memref.store %3, %y[%k] : memref<?xf64>
  } {cin.loop = #cin.loop<vector(4)>}
  return
}

// A bool in memory is a byte, an element of a vector of bools is a bit.
// CHECK: func.func @bools
func.func @bools(%x: memref<?xi1>, %y: memref<?xi64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %0 = memref.load %x[%k] : memref<?xi1>
    %1 = arith.extui %0 : i1 to i64
    memref.store %1, %y[%k] : memref<?xi64>
  } {cin.loop = #cin.loop<vector(4)>}
  return
}
