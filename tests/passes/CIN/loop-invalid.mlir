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
  // expected-error @+1 {{registers and segments are of a loop with vectors}}
  } {cin.loop = #cin.loop<registers(4)>}
  return
}

// -----

func.func @f(%n: index) {
  scf.for %i = %n to %n step %n {
  // expected-error @+1 {{a loop over rows that are jammed has no vectors}}
  } {cin.loop = #cin.loop<vector(4) jam>}
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
