// With strict marks, rows that cannot be multiplied at once are errors.
// RUN: encke-opt --jam-rows="strict-marks" %s -split-input-file -verify-diagnostics

// All rows add to the same sums.
func.func @same_sums(%H: memref<?x200xf64>, %W: memref<200x8xf64>, %z: memref<8xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c200 = arith.constant 200 : index
  // expected-error @+1 {{'jam' cannot be carried out: no loop does for each row what can be taken apart before and after its product with one matrix}}
  scf.for %i = %c0 to %n step %c1 {
    scf.for %k = %c0 to %c200 step %c1 {
      // expected-error @+1 {{'product' cannot be carried out: no loop around multiplies its rows at once}}
      scf.for %l = %c0 to %c8 step %c1 {
        // expected-error @+1 {{'next' cannot be carried out: no loop multiplies a few of these rows at once}}
        %h = memref.load %H[%i, %k] {cin.next = #cin<next(cache = 1)>} : memref<?x200xf64>
        %w = memref.load %W[%k, %l] : memref<200x8xf64>
        %p = arith.mulf %h, %w : f64
        %old = memref.load %z[%l] : memref<8xf64>
        %new = arith.addf %old, %p : f64
        memref.store %new, %z[%l] : memref<8xf64>
      } {cin.loop = #cin.loop<vector(8) registers(8) product(registers = 16)>}
    }
  } {cin.loop = #cin.loop<jam(rows = 4)>}
  return
}
