// Which loops over rows stay as they are, and which do not.
// RUN: encke-opt --split-input-file --jam-rows %s | FileCheck %s

// The sums are the result itself: nothing else is in the loop.
// CHECK-LABEL: func.func @plain
// CHECK: registers(4)
// CHECK: } {cin.loop = #cin.loop<jammed>}
// CHECK: } {cin.loop = #cin.loop<vector(8) registers(8)
func.func @plain(%H: memref<?x32xf64>, %W: memref<32x16xf64>, %Z: memref<?x16xf64>, %y: memref<16xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %c0 to %n step %c1 {
    scf.for %k = %c0 to %c32 step %c1 {
      scf.for %l = %c0 to %c16 step %c1 {
        %h = memref.load %H[%i, %k] : memref<?x32xf64>
        %w = memref.load %W[%k, %l] : memref<32x16xf64>
        %p = arith.mulf %h, %w : f64
        %old = memref.load %Z[%i, %l] : memref<?x16xf64>
        %new = arith.addf %old, %p : f64
        memref.store %new, %Z[%i, %l] : memref<?x16xf64>
      } {cin.loop = #cin.loop<vector(8) registers(8) product(registers = 16)>}
    }
  } {cin.loop = #cin.loop<jam(rows = 4)>}
  return
}

// -----

// Half as many registers as long: two of each row.
// CHECK-LABEL: func.func @short_vectors
// CHECK: registers(2)
// CHECK: } {cin.loop = #cin.loop<jammed>}
func.func @short_vectors(%H: memref<?x32xf64>, %W: memref<32x16xf64>, %Z: memref<?x16xf64>, %y: memref<16xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %c0 to %n step %c1 {
    scf.for %k = %c0 to %c32 step %c1 {
      scf.for %l = %c0 to %c16 step %c1 {
        %h = memref.load %H[%i, %k] : memref<?x32xf64>
        %w = memref.load %W[%k, %l] : memref<32x16xf64>
        %p = arith.mulf %h, %w : f64
        %old = memref.load %Z[%i, %l] : memref<?x16xf64>
        %new = arith.addf %old, %p : f64
        memref.store %new, %Z[%i, %l] : memref<?x16xf64>
      } {cin.loop = #cin.loop<vector(4) registers(8) product(registers = 8)>}
    }
  } {cin.loop = #cin.loop<jam(rows = 4)>}
  return
}

// -----

// All rows add to the same sums.
// CHECK-LABEL: func.func @same_sums
// CHECK-NOT: #cin.loop<jammed>
// CHECK: return
func.func @same_sums(%H: memref<?x32xf64>, %W: memref<32x16xf64>, %Z: memref<?x16xf64>, %y: memref<16xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %c0 to %n step %c1 {
    scf.for %k = %c0 to %c32 step %c1 {
      scf.for %l = %c0 to %c16 step %c1 {
        %h = memref.load %H[%i, %k] : memref<?x32xf64>
        %w = memref.load %W[%k, %l] : memref<32x16xf64>
        %p = arith.mulf %h, %w : f64
        %old = memref.load %y[%l] : memref<16xf64>
        %new = arith.addf %old, %p : f64
        memref.store %new, %y[%l] : memref<16xf64>
      } {cin.loop = #cin.loop<vector(8) registers(8) product(registers = 16)>}
    }
  } {cin.loop = #cin.loop<jam(rows = 4)>}
  return
}

// -----

// No product is marked.
// CHECK-LABEL: func.func @no_registers
// CHECK-NOT: #cin.loop<jammed>
// CHECK: return
func.func @no_registers(%H: memref<?x32xf64>, %W: memref<32x16xf64>, %Z: memref<?x16xf64>, %y: memref<16xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %c0 to %n step %c1 {
    scf.for %k = %c0 to %c32 step %c1 {
      scf.for %l = %c0 to %c16 step %c1 {
        %h = memref.load %H[%i, %k] : memref<?x32xf64>
        %w = memref.load %W[%k, %l] : memref<32x16xf64>
        %p = arith.mulf %h, %w : f64
        %old = memref.load %Z[%i, %l] : memref<?x16xf64>
        %new = arith.addf %old, %p : f64
        memref.store %new, %Z[%i, %l] : memref<?x16xf64>
      } {cin.loop = #cin.loop<vector(8)>}
    }
  } {cin.loop = #cin.loop<jam(rows = 4)>}
  return
}

// -----

// What a row leaves in memory is read by the next one.
// CHECK-LABEL: func.func @carried
// CHECK-NOT: #cin.loop<jammed>
// CHECK: return
func.func @carried(%H: memref<?x32xf64>, %W: memref<32x16xf64>, %Z: memref<?x16xf64>, %y: memref<16xf64>, %n: index, %s: memref<f64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %c0 to %n step %c1 {
    %b = memref.load %s[] : memref<f64>
    scf.for %k = %c0 to %c32 step %c1 {
      scf.for %l = %c0 to %c16 step %c1 {
        %h = memref.load %H[%i, %k] : memref<?x32xf64>
        %w = memref.load %W[%k, %l] : memref<32x16xf64>
        %p = arith.mulf %h, %w : f64
        %old = memref.load %Z[%i, %l] : memref<?x16xf64>
        %new = arith.addf %old, %p : f64
        memref.store %new, %Z[%i, %l] : memref<?x16xf64>
      } {cin.loop = #cin.loop<vector(8) registers(8) product(registers = 16)>}
    }
    %c = memref.load %Z[%i, %c0] : memref<?x16xf64>
    %d = arith.addf %b, %c : f64
    memref.store %d, %s[] : memref<f64>
  } {cin.loop = #cin.loop<jam(rows = 4)>}
  return
}

// -----

// Nobody knows what a call does.
// CHECK-LABEL: func.func @calls
// CHECK-NOT: #cin.loop<jammed>
// CHECK: return
func.func @calls(%H: memref<?x32xf64>, %W: memref<32x16xf64>, %Z: memref<?x16xf64>, %y: memref<16xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %c0 to %n step %c1 {
    func.call @unknown() : () -> ()
    scf.for %k = %c0 to %c32 step %c1 {
      scf.for %l = %c0 to %c16 step %c1 {
        %h = memref.load %H[%i, %k] : memref<?x32xf64>
        %w = memref.load %W[%k, %l] : memref<32x16xf64>
        %p = arith.mulf %h, %w : f64
        %old = memref.load %Z[%i, %l] : memref<?x16xf64>
        %new = arith.addf %old, %p : f64
        memref.store %new, %Z[%i, %l] : memref<?x16xf64>
      } {cin.loop = #cin.loop<vector(8) registers(8) product(registers = 16)>}
    }
  } {cin.loop = #cin.loop<jam(rows = 4)>}
  return
}
func.func private @unknown()

// -----

// A row is looked at after the loop: it is no workspace.
// CHECK-LABEL: func.func @last_row
// CHECK-NOT: #cin.loop<jammed>
// CHECK: return
func.func @last_row(%H: memref<?x32xf64>, %W: memref<32x16xf64>, %Z: memref<?x16xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f64
  %t = memref.alloc() : memref<16xf64>
  scf.for %i = %c0 to %n step %c1 {
    scf.for %k = %c0 to %c32 step %c1 {
      scf.for %l = %c0 to %c16 step %c1 {
        %h = memref.load %H[%i, %k] : memref<?x32xf64>
        %w = memref.load %W[%k, %l] : memref<32x16xf64>
        %p = arith.mulf %h, %w : f64
        %old = memref.load %t[%l] : memref<16xf64>
        %new = arith.addf %old, %p : f64
        memref.store %new, %t[%l] : memref<16xf64>
      } {cin.loop = #cin.loop<vector(8) registers(8) product(registers = 16)>}
    }
    %v = memref.load %t[%c0] : memref<16xf64>
    memref.store %v, %Z[%i, %c0] : memref<?x16xf64>
  } {cin.loop = #cin.loop<jam(rows = 4)>}
  %u = memref.load %t[%c1] : memref<16xf64>
  memref.store %u, %Z[%c0, %c1] : memref<?x16xf64>
  return
}

// -----

// A number of the row is needed in two parts: it is loaded again, for it does not
// change.
// CHECK-LABEL: func.func @again
// CHECK: memref.load %[[D:.*]][%
// CHECK: } {cin.loop = #cin.loop<jammed>}
// CHECK: memref.load %[[D]][%
func.func @again(%H: memref<?x32xf64>, %W: memref<32x16xf64>, %Z: memref<?x16xf64>, %d: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f64
  %t = memref.alloc() : memref<32xf64>
  %u = memref.alloc() : memref<16xf64>
  scf.for %i = %c0 to %n step %c1 {
    %f = memref.load %d[%i] : memref<?xf64>
    scf.for %k = %c0 to %c32 step %c1 {
      %a = memref.load %H[%i, %k] : memref<?x32xf64>
      %b = arith.mulf %a, %f : f64
      memref.store %b, %t[%k] : memref<32xf64>
    }
    scf.for %k = %c0 to %c32 step %c1 {
      scf.for %l = %c0 to %c16 step %c1 {
        %h = memref.load %t[%k] : memref<32xf64>
        %w = memref.load %W[%k, %l] : memref<32x16xf64>
        %p = arith.mulf %h, %w : f64
        %old = memref.load %u[%l] : memref<16xf64>
        %new = arith.addf %old, %p : f64
        memref.store %new, %u[%l] : memref<16xf64>
      } {cin.loop = #cin.loop<vector(8) registers(8) product(registers = 16)>}
    }
    scf.for %l = %c0 to %c16 step %c1 {
      %v = memref.load %u[%l] : memref<16xf64>
      %b = arith.mulf %v, %f : f64
      memref.store %b, %Z[%i, %l] : memref<?x16xf64>
    }
  } {cin.loop = #cin.loop<jam(rows = 4)>}
  return
}

// -----

// Two labels are summed: the rows are inside of both loops.
// CHECK-LABEL: func.func @two_sums
// CHECK: scf.for %{{.*}} = %c0 to %c32 step %c1 {
// CHECK-NEXT: scf.for %{{.*}} = %c0 to %c16 step %c1 {
// CHECK-NOT: to %c16
// CHECK: scf.for %[[R:.*]] = %{{.*}} to %c4
// CHECK: scf.for %{{.*}} = %c0 to %c16
// CHECK: } {cin.loop = #cin.loop<jammed>}
func.func @two_sums(%H: memref<?x32x16xf64>, %W: memref<32x16x16xf64>, %Z: memref<?x16xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %c32 step %c1 {
      scf.for %k = %c0 to %c16 step %c1 {
        %h = memref.load %H[%i, %j, %k] : memref<?x32x16xf64>
        scf.for %l = %c0 to %c16 step %c1 {
          %w = memref.load %W[%j, %k, %l] : memref<32x16x16xf64>
          %p = arith.mulf %h, %w : f64
          %old = memref.load %Z[%i, %l] : memref<?x16xf64>
          %new = arith.addf %old, %p : f64
          memref.store %new, %Z[%i, %l] : memref<?x16xf64>
        } {cin.loop = #cin.loop<vector(8) registers(8) product(registers = 16)>}
      }
    }
  } {cin.loop = #cin.loop<jam(rows = 4)>}
  return
}
