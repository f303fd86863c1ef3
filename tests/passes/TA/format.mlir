// #ta.format: the encoding of formats that upstream cannot spell.
// RUN: encke-opt %s -split-input-file -verify-diagnostics | FileCheck %s

// CHECK: @ell(tensor<?x?xf64, #ta.format<"D0 D# S1", 32>>)
func.func private @ell(tensor<?x?xf64, #ta.format<"D0 D# S1", 32>>)

// -----

// expected-error @+1 {{"D0 X1" is no format}}
func.func private @f(tensor<?x?xf64, #ta.format<"D0 X1", 32>>)

// -----

// expected-error @+1 {{positions and coordinates have 32 or 64 bits}}
func.func private @f(tensor<?x?xf64, #ta.format<"C1-0 D0", 16>>)

// -----

// expected-error @+1 {{the format is for tensors of order 2}}
func.func private @f(tensor<?xf64, #ta.format<"C1-0 D0", 32>>)
