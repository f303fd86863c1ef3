// What cannot be said of a generated loop.
// RUN: encke-opt %s -split-input-file -verify-diagnostics

func.func @f(%n: index) {
  // expected-error @+1 {{has 'cin.loop', which is for loops}}
  %r = arith.addi %n, %n {cin.loop = #cin.loop<vector(4)>} : index
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'cin.loop' must be a #cin.loop}}
  scf.for %i = %n to %n step %n {
  } {cin.loop = "wide"}
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{the dialect cin has no attribute "cin.lop"}}
  scf.for %i = %n to %n step %n {
  } {cin.lop = #cin.loop<vector(4)>}
  return
}

// -----

func.func @f(%n: index) {
  scf.for %i = %n to %n step %n {
  // expected-error @+1 {{registers, sums and segments are of a loop with vectors}}
  } {cin.loop = #cin.loop<registers(4)>}
  return
}

// -----

func.func @f(%n: index) {
  scf.for %i = %n to %n step %n {
  // expected-error @+1 {{a loop over rows that are jammed has no vectors}}
  } {cin.loop = #cin.loop<vector(4) jammed>}
  return
}

// -----

func.func @f(%n: index) {
  scf.for %i = %n to %n step %n {
  // expected-error @+1 {{registers, sums and segments are of a loop with vectors}}
  } {cin.loop = #cin.loop<few(4)>}
  return
}

// -----

func.func @f(%n: index) {
  scf.for %i = %n to %n step %n {
  // expected-error @+1 {{the numbers of 'far' are 1 at least}}
  } {cin.loop = #cin.loop<vector(4) far(row = 128, all = 0, vectors = 0, ahead = 1)>}
  return
}

// -----

func.func @f(%n: index) {
  scf.for %i = %n to %n step %n {
  // expected-error @+1 {{the numbers of 'uneven' are 2 at least}}
  } {cin.loop = #cin.loop<vector(4) uneven(rows = 0, length = 16, lanes = 1)>}
  return
}

// -----

func.func @f(%n: index) {
  scf.for %i = %n to %n step %n {
  // expected-error @+1 {{the block of 'jam' is a multiple of its rows}}
  } {cin.loop = #cin.loop<jam(rows = 4, block = 6, kept = 100)>}
  return
}

// -----

func.func @f(%n: index) {
  scf.for %i = %n to %n step %n {
  // expected-error @+1 {{the numbers of 'product' are 1 at least}}
  } {cin.loop = #cin.loop<vector(4) registers(8) product(registers = 8, elements = 64)>}
  return
}

// -----

func.func @f(%n: index) {
  scf.for %i = %n to %n step %n {
  // expected-error @+1 {{blocks, products, tails and factors are of a loop with registers}}
  } {cin.loop = #cin.loop<vector(4) overlap>}
  return
}

// -----

func.func @f(%x: memref<?x?xf64>, %n: index) -> f64 {
  // expected-error @+1 {{cannot have "cin.prefetch"}}
  %0 = memref.load %x[%n, %n] {cin.prefetch = 16} : memref<?x?xf64>
  return %0 : f64
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{cannot have "cin.next"}}
  %0 = arith.addi %n, %n {cin.next = #cin<next(cache = 1)>} : index
  return
}

// -----

func.func @f(%n: index) {
  scf.for %i = %n to %n step %n {
  // expected-error @+1 {{a short loop is rolled anyway}}
  } {cin.loop = #cin.loop<short rolled>}
  return
}

// -----

func.func @f(%n: index) {
  scf.for %i = %n to %n step %n {
  // expected-error @+1 {{nothing is said about the loop}}
  } {cin.loop = #cin.loop<>}
  return
}

// -----

func.func @f(%n: index) {
  scf.for %i = %n to %n step %n {
  // expected-error @+1 {{vector needs a positive number}}
  } {cin.loop = #cin.loop<vector(-4)>}
  return
}

// -----

func.func @f(%n: index) {
  scf.for %i = %n to %n step %n {
  // expected-error @+1 {{expected '>'}}
  } {cin.loop = #cin.loop<registers(4) vector(4)>}
  return
}

// -----

func.func @f(%x: index, %y: index) -> index {
  // expected-error @+1 {{cannot have "cin.unpredictable"}}
  %0 = arith.minui %x, %y {cin.unpredictable} : index
  return %0 : index
}
