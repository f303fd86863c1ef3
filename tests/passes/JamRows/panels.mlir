// The panels of matrices that no cache close by holds, by what is known of their sizes.
// RUN: encke-opt --split-input-file --jam-rows --canonicalize --cse %s | FileCheck %s

// Few rows that are long: panels have all of them, so that sums begin as zero in each.
// CHECK-LABEL: func.func @long_rows
// CHECK: memref.alloc() : memref<64x9000xf64>
// CHECK: scf.for %[[l0:.*]] = %c0 to %c9000 step %c1600 {
// CHECK: %[[l1:.*]] = arith.minsi %{{.*}}, %c9000 : index
// CHECK-NEXT: scf.for %[[q:.*]] = %c0 to %{{.*}} step %c4 {
// CHECK-NEXT: scf.for %{{.*}} = %c0 to %c4 step %c1 {
// CHECK: scf.for %{{.*}} = %[[l0]] to %[[l1]] step %c1 {
// CHECK-NEXT: memref.store %cst, %
// CHECK: scf.for %{{.*}} = %c0 to %c20 step %c1 {
// CHECK-NEXT: scf.for %{{.*}} = %c0 to %c4 step %c1 {
// CHECK: scf.for %{{.*}} = %[[l0]] to %[[l1]] step %c1 {
// CHECK: } {cin.loop = #cin.loop<jammed>}
func.func @long_rows(%H: memref<?x20xf64>, %W: memref<20x9000xf64>, %z: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c20 = arith.constant 20 : index
  %c9000 = arith.constant 9000 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc() : memref<9000xf64>
  scf.for %i = %c0 to %n step %c1 {
    scf.for %l = %c0 to %c9000 step %c1 {
      memref.store %zero, %y[%l] : memref<9000xf64>
    } {cin.loop = #cin.loop<vector(8)>}
    scf.for %k = %c0 to %c20 step %c1 {
      scf.for %l = %c0 to %c9000 step %c1 {
        %h = memref.load %H[%i, %k] : memref<?x20xf64>
        %w = memref.load %W[%k, %l] : memref<20x9000xf64>
        %p = arith.mulf %h, %w : f64
        %old = memref.load %y[%l] : memref<9000xf64>
        %new = arith.addf %old, %p : f64
        memref.store %new, %y[%l] : memref<9000xf64>
      } {cin.loop = #cin.loop<vector(8) registers(8) product(registers = 16, elements = 32768, width = 1600)>}
    }
    %v = memref.load %y[%c0] : memref<9000xf64>
    memref.store %v, %z[%i] : memref<?xf64>
  } {cin.loop = #cin.loop<jam(rows = 4, block = 64, kept = 67108864)>}
  memref.dealloc %y : memref<9000xf64>
  return
}

// -----

// Nobody knows the sizes, and two labels are summed: panels are split along both, the inner
// sum whole. Two products follow each other: the second one sees that its rows are whole
// groups of four, and has no loop for what is left.
// CHECK-LABEL: func.func @unknown
// CHECK-SAME: %[[n:[a-z0-9]+]]: index, %[[m:[a-z0-9]+]]: index)
// As many rows are kept as 64 MB hold, up to 64.
// CHECK: %[[bytes:.*]] = arith.muli %[[m]], %c8 : index
// CHECK-NEXT: %[[more:.*]] = arith.addi %[[bytes]], %c1 : index
// CHECK-NEXT: %[[fit:.*]] = arith.divsi %c16777216, %[[more]] : index
// CHECK-NEXT: %[[most:.*]] = arith.minsi %[[fit]], %c16 : index
// CHECK-NEXT: %[[some:.*]] = arith.maxsi %[[most]], %c1 : index
// CHECK-NEXT: %[[kept:.*]] = arith.muli %[[some]], %c4 : index
// CHECK-NEXT: memref.alloc(%[[kept]], %[[m]]) : memref<?x?xf64>
// CHECK: %[[whole:.*]] = arith.subi %[[n]], %
// CHECK: scf.for %{{.*}} = %c0 to %[[whole]] step %[[kept]] {
// CHECK: %[[groups:.*]] = arith.divsi
// CHECK-NEXT: %[[count:.*]] = arith.muli %[[groups]], %c4 : index
// CHECK: arith.maxsi %[[m]], %c1 : index
// CHECK: arith.divsi %c64, %
// CHECK: scf.for %{{.*}} = %c0 to %[[m]] step %c512 {
// CHECK: scf.for %{{.*}} = %c0 to %[[m]] step %
// CHECK: scf.for %{{.*}} = %c0 to %[[count]] step %c4 {
// CHECK: } {cin.loop = #cin.loop<jammed>}
// CHECK: scf.for %{{.*}} = %c0 to %[[count]] step %c64 {
// CHECK: } {cin.loop = #cin.loop<jammed>}
// CHECK-NOT: registers(
// CHECK: scf.for %{{.*}} = %[[whole]] to %[[n]] step %c1 {
// CHECK-COUNT-2: registers(
// CHECK-NOT: registers(
// CHECK: return
func.func @unknown(%H: memref<?x?x?xf64>, %W: memref<?x?x?xf64>, %V: memref<?x?xf64>, %Z: memref<?x?xf64>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    scf.for %l = %c0 to %m step %c1 {
      memref.store %zero, %y[%l] : memref<?xf64>
    } {cin.loop = #cin.loop<vector(8)>}
    scf.for %j = %c0 to %m step %c1 {
      scf.for %k = %c0 to %m step %c1 {
        scf.for %l = %c0 to %m step %c1 {
          %h = memref.load %H[%i, %j, %k] : memref<?x?x?xf64>
          %w = memref.load %W[%j, %k, %l] : memref<?x?x?xf64>
          %p = arith.mulf %h, %w : f64
          %old = memref.load %y[%l] : memref<?xf64>
          %new = arith.addf %old, %p : f64
          memref.store %new, %y[%l] : memref<?xf64>
        } {cin.loop = #cin.loop<vector(8) registers(8) product(registers = 16, elements = 32768, width = 512)>}
      }
    }
    scf.for %k = %c0 to %m step %c1 {
      scf.for %l = %c0 to %m step %c1 {
        %h = memref.load %y[%k] : memref<?xf64>
        %w = memref.load %V[%k, %l] : memref<?x?xf64>
        %p = arith.mulf %h, %w : f64
        %old = memref.load %Z[%i, %l] : memref<?x?xf64>
        %new = arith.addf %old, %p : f64
        memref.store %new, %Z[%i, %l] : memref<?x?xf64>
      } {cin.loop = #cin.loop<vector(8) registers(8) product(registers = 16, elements = 32768, width = 512)>}
    }
  } {cin.loop = #cin.loop<jam(rows = 4, block = 64, kept = 67108864)>}
  memref.dealloc %y : memref<?xf64>
  return
}

// -----

// No more rows are kept than there are.
// CHECK-LABEL: func.func @few_rows
// CHECK: memref.alloc() : memref<8x600xf64>
// CHECK: } {cin.loop = #cin.loop<jammed>}
func.func @few_rows(%H: memref<11x200xf64>, %W: memref<200x600xf64>, %z: memref<11xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c11 = arith.constant 11 : index
  %c200 = arith.constant 200 : index
  %c600 = arith.constant 600 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc() : memref<600xf64>
  scf.for %i = %c0 to %c11 step %c1 {
    scf.for %l = %c0 to %c600 step %c1 {
      memref.store %zero, %y[%l] : memref<600xf64>
    } {cin.loop = #cin.loop<vector(8)>}
    scf.for %k = %c0 to %c200 step %c1 {
      scf.for %l = %c0 to %c600 step %c1 {
        %h = memref.load %H[%i, %k] : memref<11x200xf64>
        %w = memref.load %W[%k, %l] : memref<200x600xf64>
        %p = arith.mulf %h, %w : f64
        %old = memref.load %y[%l] : memref<600xf64>
        %new = arith.addf %old, %p : f64
        memref.store %new, %y[%l] : memref<600xf64>
      } {cin.loop = #cin.loop<vector(8) registers(8) product(registers = 16, elements = 32768, width = 128)>}
    }
    %v = memref.load %y[%c0] : memref<600xf64>
    memref.store %v, %z[%i] : memref<11xf64>
  } {cin.loop = #cin.loop<jam(rows = 4, block = 64, kept = 67108864)>}
  memref.dealloc %y : memref<600xf64>
  return
}

// -----

// No more than 64 MB hold, ...
// CHECK-LABEL: func.func @huge_rows
// CHECK: memref.alloc() : memref<20x400000xf64>
// CHECK: } {cin.loop = #cin.loop<jammed>}
func.func @huge_rows(%H: memref<110x10xf64>, %W: memref<10x400000xf64>, %z: memref<110xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c110 = arith.constant 110 : index
  %c10 = arith.constant 10 : index
  %c400000 = arith.constant 400000 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc() : memref<400000xf64>
  scf.for %i = %c0 to %c110 step %c1 {
    scf.for %l = %c0 to %c400000 step %c1 {
      memref.store %zero, %y[%l] : memref<400000xf64>
    } {cin.loop = #cin.loop<vector(8)>}
    scf.for %k = %c0 to %c10 step %c1 {
      scf.for %l = %c0 to %c400000 step %c1 {
        %h = memref.load %H[%i, %k] : memref<110x10xf64>
        %w = memref.load %W[%k, %l] : memref<10x400000xf64>
        %p = arith.mulf %h, %w : f64
        %old = memref.load %y[%l] : memref<400000xf64>
        %new = arith.addf %old, %p : f64
        memref.store %new, %y[%l] : memref<400000xf64>
      } {cin.loop = #cin.loop<vector(8) registers(8) product(registers = 16, elements = 32768, width = 3264)>}
    }
    %v = memref.load %y[%c0] : memref<400000xf64>
    memref.store %v, %z[%i] : memref<110xf64>
  } {cin.loop = #cin.loop<jam(rows = 4, block = 64, kept = 67108864)>}
  memref.dealloc %y : memref<400000xf64>
  return
}

// -----

// ... or the matrix has, in whole groups of four.
// CHECK-LABEL: func.func @larger_rows
// CHECK: memref.alloc() : memref<8x4000000xf64>
// CHECK: } {cin.loop = #cin.loop<jammed>}
func.func @larger_rows(%H: memref<110x10xf64>, %W: memref<10x4000000xf64>, %z: memref<110xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c110 = arith.constant 110 : index
  %c10 = arith.constant 10 : index
  %c4000000 = arith.constant 4000000 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc() : memref<4000000xf64>
  scf.for %i = %c0 to %c110 step %c1 {
    scf.for %l = %c0 to %c4000000 step %c1 {
      memref.store %zero, %y[%l] : memref<4000000xf64>
    } {cin.loop = #cin.loop<vector(8)>}
    scf.for %k = %c0 to %c10 step %c1 {
      scf.for %l = %c0 to %c4000000 step %c1 {
        %h = memref.load %H[%i, %k] : memref<110x10xf64>
        %w = memref.load %W[%k, %l] : memref<10x4000000xf64>
        %p = arith.mulf %h, %w : f64
        %old = memref.load %y[%l] : memref<4000000xf64>
        %new = arith.addf %old, %p : f64
        memref.store %new, %y[%l] : memref<4000000xf64>
      } {cin.loop = #cin.loop<vector(8) registers(8) product(registers = 16, elements = 32768, width = 3264)>}
    }
    %v = memref.load %y[%c0] : memref<4000000xf64>
    memref.store %v, %z[%i] : memref<110xf64>
  } {cin.loop = #cin.loop<jam(rows = 4, block = 64, kept = 67108864)>}
  memref.dealloc %y : memref<4000000xf64>
  return
}
