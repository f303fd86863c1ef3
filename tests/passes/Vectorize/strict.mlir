// With strict marks, vectors and registers that no loop at a place has are errors
// there; without, nothing is said.
// RUN: encke-opt --vectorize="strict-marks" %s -split-input-file -verify-diagnostics
// RUN: grep -v expected-error %s | encke-opt --vectorize -split-input-file > %t 2>&1
// RUN: FileCheck %s < %t --implicit-check-not=error: --implicit-check-not=cin.loop

// CHECK: func.func @strided
func.func @strided(%v: f64, %y: memref<?x?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'vector' cannot be carried out: what it writes has no vectors, or is not side by side along the loop}}
  scf.for %k = %c0 to %n step %c1 {
    memref.store %v, %y[%k, %c0] : memref<?x?xf64>
  } {cin.loop = #cin.loop<vector(4)>}
  return
}

// -----

// CHECK: func.func @read
func.func @read(%x: memref<?xcomplex<f64>>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'vector' cannot be carried out: what it reads along the loop has no vectors, or is not side by side}}
  scf.for %k = %c0 to %n step %c1 {
    %0 = memref.load %x[%k] : memref<?xcomplex<f64>>
    %1 = complex.re %0 : complex<f64>
    memref.store %1, %y[%k] : memref<?xf64>
  } {cin.loop = #cin.loop<vector(4)>}
  return
}

// -----

// A loop around another.

// CHECK: func.func @around
func.func @around(%v: f64, %y: memref<?x?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'vector' cannot be carried out: another loop is inside of it}}
  scf.for %i = %c0 to %n step %c1 {
    scf.for %k = %c0 to %n step %c1 {
      memref.store %v, %y[%i, %k] : memref<?x?xf64>
    } {cin.loop = #cin.loop<vector(4)>}
  } {cin.loop = #cin.loop<vector(4)>}
  return
}

// -----

// CHECK: func.func @types
func.func @types(%x: memref<?xi64>, %y: memref<?xi64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'vector' cannot be carried out: it computes with coordinates, or holds what is not done element by element}}
  scf.for %k = %c0 to %n step %c1 {
    %0 = arith.index_cast %k : index to i64
    memref.store %0, %y[%k] : memref<?xi64>
  } {cin.loop = #cin.loop<vector(4)>}
  return
}

// -----

// CHECK: func.func @carried
func.func @carried(%x: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // expected-error @+1 {{'vector' cannot be carried out: what it adds up, or otherwise carries along, has no vectors}}
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zero) -> (f64) {
    %0 = memref.load %x[%k] : memref<?xf64>
    %1 = arith.divf %0, %s : f64
    scf.yield %1 : f64
  } {cin.loop = #cin.loop<vector(4)>}
  return %r : f64
}

// -----

// A row of which one element is added to the others.

// CHECK: func.func @registers
func.func @registers(%x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'registers' cannot be carried out: the loops around do not only add to the same elements}}
  scf.for %k = %c0 to %n step %c1 {
    %0 = memref.load %x[%k] : memref<?xf64>
    %1 = memref.load %y[%k] : memref<?xf64>
    %2 = arith.addf %1, %0 : f64
    memref.store %2, %y[%k] : memref<?xf64>
  } {cin.loop = #cin.loop<vector(4) registers(2)>}
  return
}

// -----

// The loop around goes where the one inside gets sums in vectors.

// CHECK: func.func @sums
func.func @sums(%x: memref<?x9xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %zero = arith.constant 0.0 : f64
  // expected-error @+1 {{'vector' cannot be carried out: another loop is inside of it}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f64) {
    %q = scf.for %k = %c0 to %c9 step %c1 iter_args(%t = %s) -> (f64) {
      %0 = memref.load %x[%i, %k] : memref<?x9xf64>
      %1 = arith.addf %t, %0 : f64
      scf.yield %1 : f64
    } {cin.loop = #cin.loop<vector(4)>}
    scf.yield %q : f64
  } {cin.loop = #cin.loop<vector(8)>}
  return %r : f64
}

// -----

// Nothing is added up.

// CHECK: func.func @copied
func.func @copied(%x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'sums' cannot be carried out: the loop adds nothing up}}
  scf.for %k = %c0 to %n step %c1 {
    %0 = memref.load %x[%k] : memref<?xf64>
    memref.store %0, %y[%k] : memref<?xf64>
  } {cin.loop = #cin.loop<vector(4) sums(4)>}
  return
}

// -----

// Three iterations are not four.

// CHECK: func.func @few_rounds
func.func @few_rounds(%A: memref<3x?xf64>, %C: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0:2 = memref.distinct_objects %C, %A : memref<?xf64>, memref<3x?xf64>
  // expected-error @+1 {{'unroll' cannot be carried out: its iterations do more than to add to the same elements, in memory that is nobody else's, or they are too few}}
  scf.for %a = %c0 to %c3 step %c1 {
    scf.for %c = %c0 to %n step %c1 {
      %v = memref.load %0#1[%a, %c] : memref<3x?xf64>
      %e = memref.load %0#0[%c] : memref<?xf64>
      %s = arith.addf %e, %v : f64
      memref.store %s, %0#0[%c] : memref<?xf64>
    } {cin.loop = #cin.loop<vector(8)>}
  } {cin.loop = #cin.loop<unroll(4)>}
  return
}

// -----

// A sum along a row of a dense tensor.

// CHECK: func.func @dense
func.func @dense(%x: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // expected-error @+1 {{'few' cannot be carried out: the loop does not add up along a row of a sparse tensor}}
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zero) -> (f64) {
    %0 = memref.load %x[%k] : memref<?xf64>
    %1 = arith.addf %s, %0 : f64
    scf.yield %1 : f64
  } {cin.loop = #cin.loop<vector(4) few(8)>}
  return %r : f64
}

// -----

// One row: there are no others that could be longer.

// CHECK: func.func @one_row
func.func @one_row(%crd: memref<?xi32>, %x: memref<?xf64>, %lo: index, %hi: index) -> f64 {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // expected-error @+1 {{'uneven' cannot be carried out: the loop around does not go from row to row of a level that lies inside of an array}}
  %r = scf.for %p = %lo to %hi step %c1 iter_args(%s = %zero) -> (f64) {
    %0 = memref.load %crd[%p] : memref<?xi32>
    %1 = arith.index_castui %0 : i32 to index
    %2 = memref.load %x[%1] : memref<?xf64>
    %3 = arith.addf %s, %2 : f64
    scf.yield %3 : f64
  } {cin.loop = #cin.loop<vector(4) uneven(rows = 1000, length = 16, lanes = 4) segment>}
  return %r : f64
}

// -----

// Elements would be added to twice.

// CHECK: func.func @tail
func.func @tail(%B: memref<?x?xf64>, %y: memref<?xf64>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %j = %c0 to %n step %c1 {
    // expected-error @+1 {{'tail' cannot be carried out: elements would be added to twice, for it is not known how many there are, or they do not begin as zero}}
    scf.for %k = %c0 to %m step %c1 {
      %0 = memref.load %B[%j, %k] : memref<?x?xf64>
      %1 = memref.load %y[%k] : memref<?xf64>
      %2 = arith.addf %1, %0 : f64
      memref.store %2, %y[%k] : memref<?xf64>
    } {cin.loop = #cin.loop<vector(4) overlap registers(8)>}
  }
  return
}

// -----

// CHECK: func.func @factors
func.func @factors(%B: memref<?x8xf64>, %y: memref<8xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %j = %c0 to %n step %c1 {
    // expected-error @+1 {{'factored' cannot be carried out: no factor of what it adds changes along it, and not along the loop around}}
    scf.for %k = %c0 to %c8 step %c1 {
      %0 = memref.load %B[%j, %k] : memref<?x8xf64>
      %1 = memref.load %y[%k] : memref<8xf64>
      %2 = arith.addf %1, %0 : f64
      memref.store %2, %y[%k] : memref<8xf64>
    } {cin.loop = #cin.loop<vector(4) registers(8) factored>}
  }
  return
}

// -----

// CHECK: func.func @terms
func.func @terms(%x: memref<?xf64>, %n: index, %zero: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'terms' cannot be carried out: the loop adds up no floats}}
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%old = %zero) -> f64 {
    %0 = memref.load %x[%k] : memref<?xf64>
    %1 = arith.addf %old, %0 : f64
    scf.yield %1 : f64
  } {cin.loop = #cin.loop<vector(4) terms(4)>}
  return %s : f64
}
