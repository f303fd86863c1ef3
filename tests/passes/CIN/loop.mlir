// What is decided about a generated loop prints and is read back.
// RUN: encke-opt %s | encke-opt | FileCheck %s
// RUN: encke-opt %s -mlir-print-op-generic | encke-opt | FileCheck %s

// CHECK-LABEL: func.func @f
func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    // CHECK: } {cin.loop = #cin.loop<vector(4)>}
  } {cin.loop = #cin.loop<vector(4)>}
  scf.for %i = %c0 to %n step %c1 {
    // CHECK: } {cin.loop = #cin.loop<vector(8) registers(2) segment>}
  } {cin.loop = #cin.loop<vector(8) registers(2) segment>}
  scf.for %i = %c0 to %n step %c1 {
    // CHECK: } {cin.loop = #cin.loop<vector(8) rolled>}
  } {cin.loop = #cin.loop<vector(8) rolled>}
  scf.for %i = %c0 to %n step %c1 {
    // CHECK: } {cin.loop = #cin.loop<vector(4) few(8) far(row = 128, all = 1000, vectors = 2, ahead = 64) uneven(rows = 1000, length = 16, lanes = 2) segment>}
  } {cin.loop = #cin.loop<vector(4) few(8) far(row = 128, all = 1000, vectors = 2, ahead = 64) uneven(rows = 1000, length = 16, lanes = 2) segment>}
  scf.for %i = %c0 to %n step %c1 {
    // CHECK: } {cin.loop = #cin.loop<vector(4) sums(2)>}
  } {cin.loop = #cin.loop<vector(4) sums(2)>}
  scf.for %i = %c0 to %n step %c1 {
    // CHECK: } {cin.loop = #cin.loop<unroll(4) jam(rows = 4) twice>}
  } {cin.loop = #cin.loop<unroll(4) jam(rows = 4) twice>}
  scf.for %i = %c0 to %n step %c1 {
    // CHECK: } {cin.loop = #cin.loop<jammed>}
  } {cin.loop = #cin.loop<jammed>}
  scf.for %i = %c0 to %n step %c1 {
    // CHECK: } {cin.loop = #cin.loop<short>}
  } {cin.loop = #cin.loop<short>}
  return
}
