// With strict marks, rows that no loop fetches are errors.
// RUN: encke-opt --fetch-rows="strict-marks" %s -split-input-file -verify-diagnostics
// RUN: grep -v expected-error %s | encke-opt --fetch-rows -split-input-file | FileCheck %s --implicit-check-not=cin.

// Elements of rows one by one.
// CHECK: func.func @elements
func.func @elements(%crd: memref<?xi32>, %B: memref<?x8xf64>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %p = %c0 to %n step %c1 {
    %j = memref.load %crd[%p] : memref<?xi32>
    %i = arith.index_castui %j : i32 to index
    // expected-error @+1 {{'prefetch' cannot be carried out: no loop goes through the coordinates of rows that are read in vectors}}
    %b = memref.load %B[%i, %c0] {cin.prefetch = #cin<prefetch(ahead = 16, lines = 8)>} : memref<?x8xf64>
    memref.store %b, %y[%p] : memref<?xf64>
  }
  return
}

// -----

// Rows one after the other.
// CHECK: func.func @dense
func.func @dense(%B: memref<?x8xf64>, %C: memref<?x8xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'twice' cannot be carried out: no loop inside asks whether rows are far away that are there before}}
  scf.for %p = %c0 to %n step %c1 {
    // expected-error @+1 {{'prefetch' cannot be carried out}}
    %b = vector.load %B[%p, %c0] {cin.prefetch = #cin<prefetch(ahead = 16, lines = 8)>} : memref<?x8xf64>, vector<8xf64>
    vector.store %b, %C[%p, %c0] : memref<?x8xf64>, vector<8xf64>
  } {cin.loop = #cin.loop<twice>}
  return
}
