// The example of the pass's description, a row of a sum times a matrix, and its square:
// four rows at a time.
// RUN: encke-opt --jam-rows --canonicalize --cse %s | FileCheck %s

// CHECK: func.func @layer
// CHECK-DAG: %[[c0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[c1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[c4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[zero:.*]] = arith.constant 0.000000e+00 : f64
// CHECK-DAG: %[[H:.*]] = memref.alloc() {alignment = 64 : i64, encke.note} : memref<4x32xf64>
// CHECK-DAG: %[[y:.*]] = memref.alloc() : memref<4x16xf64>
// CHECK: %[[rest:.*]] = arith.remsi
// CHECK: %[[whole:.*]] = arith.subi %{{.*}}, %[[rest]] : index
// CHECK-NEXT: scf.for %[[i:.*]] = %[[c0]] to %[[whole]] step %[[c4]] {
// CHECK-NEXT: scf.for %[[r:.*]] = %[[c0]] to %[[c4]] step %[[c1]] {
// CHECK-NEXT: %[[row:.*]] = arith.addi %[[i]], %[[r]] : index
// CHECK-NEXT: scf.for
// CHECK-NEXT: memref.load %{{.*}}[%[[row]], %
// CHECK-NEXT: memref.store %{{.*}}, %[[H]][%[[r]], %
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %[[r:.*]] = %[[c0]] to %[[c4]] step %[[c1]] {
// CHECK-NEXT: scf.for %[[l:.*]] = %[[c0]] to %[[c16:.*]] step %[[c1]] {
// CHECK-NEXT: memref.store %[[zero]], %[[y]][%[[r]], %[[l]]] : memref<4x16xf64>
// CHECK-NEXT: } {cin.loop = #cin.loop<vector(8)>}
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %[[k:.*]] = %[[c0]] to %[[c32:.*]] step %[[c1]] {
// CHECK-NEXT: scf.for %[[r:.*]] = %[[c0]] to %[[c4]] step %[[c1]] {
// CHECK-NEXT: scf.for %[[l:.*]] = %[[c0]] to %[[c16]] step %[[c1]] {
// CHECK-NEXT: %[[h:.*]] = memref.load %[[H]][%[[r]], %[[k]]] : memref<4x32xf64>
// CHECK-NEXT: %[[w:.*]] = memref.load %[[W:.*]][%[[k]], %[[l]]] : memref<32x16xf64>
// CHECK-NEXT: %[[p:.*]] = arith.mulf %[[h]], %[[w]] : f64
// CHECK-NEXT: %[[old:.*]] = memref.load %[[y]][%[[r]], %[[l]]] : memref<4x16xf64>
// CHECK-NEXT: %[[new:.*]] = arith.addf %[[old]], %[[p]] : f64
// CHECK-NEXT: memref.store %[[new]], %[[y]][%[[r]], %[[l]]] : memref<4x16xf64>
// CHECK-NEXT: } {cin.loop = #cin.loop<vector(8) registers(4)>}
// CHECK-NEXT: } {cin.loop = #cin.loop<jammed>}
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %[[r:.*]] = %[[c0]] to %[[c4]] step %[[c1]] {
// CHECK-NEXT: %[[row:.*]] = arith.addi %[[i]], %[[r]] : index
// CHECK-NEXT: scf.for
// CHECK-NEXT: memref.load %[[y]][%[[r]], %
// CHECK-NEXT: arith.mulf
// CHECK-NEXT: memref.store %{{.*}}, %{{.*}}[%[[row]], %
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// What is left, row by row.
// CHECK-NEXT: scf.for %{{.*}} = %[[whole]] to %{{.*}} step %[[c1]] {
// CHECK-COUNT-2: memref.dealloc
// CHECK-COUNT-2: memref.dealloc
func.func @layer(%A: memref<?x32xf64>, %W: memref<32x16xf64>, %Z: memref<?x16xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f64
  %H = memref.alloc() {alignment = 64 : i64, encke.note} : memref<32xf64>
  %y = memref.alloc() : memref<16xf64>
  scf.for %i = %c0 to %n step %c1 {
    scf.for %l = %c0 to %c16 step %c1 {
      memref.store %zero, %y[%l] : memref<16xf64>
    } {cin.loop = #cin.loop<vector(8)>}
    scf.for %k = %c0 to %c32 step %c1 {
      %a = memref.load %A[%i, %k] : memref<?x32xf64>
      memref.store %a, %H[%k] : memref<32xf64>
    }
    scf.for %k = %c0 to %c32 step %c1 {
      scf.for %l = %c0 to %c16 step %c1 {
        %h = memref.load %H[%k] : memref<32xf64>
        %w = memref.load %W[%k, %l] : memref<32x16xf64>
        %p = arith.mulf %h, %w : f64
        %old = memref.load %y[%l] : memref<16xf64>
        %new = arith.addf %old, %p : f64
        memref.store %new, %y[%l] : memref<16xf64>
      } {cin.loop = #cin.loop<vector(8) registers(8) product(registers = 16)>}
    }
    scf.for %l = %c0 to %c16 step %c1 {
      %v = memref.load %y[%l] : memref<16xf64>
      %s = arith.mulf %v, %v : f64
      memref.store %s, %Z[%i, %l] : memref<?x16xf64>
    }
  } {cin.loop = #cin.loop<jam(rows = 4)>}
  memref.dealloc %H : memref<32xf64>
  memref.dealloc %y : memref<16xf64>
  return
}

// A matrix that no cache close by holds: a block of up to 64 rows times each panel of it,
// four rows at a time.
// CHECK: func.func @large
// CHECK-DAG: %[[c0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[c1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[c4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[c16:.*]] = arith.constant 16 : index
// CHECK-DAG: %[[c64:.*]] = arith.constant 64 : index
// CHECK-DAG: %[[c2048:.*]] = arith.constant 2048 : index
// CHECK-DAG: %[[c8000:.*]] = arith.constant 8000 : index
// CHECK-DAG: %[[zero:.*]] = arith.constant 0.000000e+00 : f64
// CHECK: %[[rest:.*]] = arith.remsi
// CHECK: %[[whole:.*]] = arith.subi %{{.*}}, %[[rest]] : index
// CHECK-NEXT: scf.for %[[i:.*]] = %[[c0]] to %[[whole]] step %[[c64]] {
// CHECK-NEXT: %[[left:.*]] = arith.subi %[[whole]], %[[i]] : index
// CHECK-NEXT: %[[atmost:.*]] = arith.minsi %[[left]], %[[c64]] : index
// CHECK-NEXT: %[[groups:.*]] = arith.divsi %[[atmost]], %[[c4]] : index
// CHECK-NEXT: %[[count:.*]] = arith.muli %[[groups]], %[[c4]] : index
// Panels have parts of the sums, which begin as zero in memory.
// CHECK-NEXT: scf.for %[[r:.*]] = %[[c0]] to %[[count]] step %[[c1]] {
// CHECK-NEXT: %[[row:.*]] = arith.addi %[[i]], %[[r]] : index
// CHECK-NEXT: scf.for %[[l:.*]] = %[[c0]] to %[[c16]] step %[[c1]] {
// CHECK-NEXT: memref.store %[[zero]], %{{.*}}[%[[row]], %[[l]]] : memref<?x16xf64>
// CHECK-NEXT: } {cin.loop = #cin.loop<vector(8)>}
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %[[k0:.*]] = %[[c0]] to %[[c8000]] step %[[c2048]] {
// CHECK-NEXT: %[[end:.*]] = arith.addi %[[k0]], %[[c2048]] : index
// CHECK-NEXT: %[[k1:.*]] = arith.minsi %[[end]], %[[c8000]] : index
// CHECK-NEXT: scf.for %[[q:.*]] = %[[c0]] to %[[count]] step %[[c4]] {
// CHECK-NEXT: scf.for %[[k:.*]] = %[[k0]] to %[[k1]] step %[[c1]] {
// CHECK-NEXT: scf.for %[[r:.*]] = %[[c0]] to %[[c4]] step %[[c1]] {
// CHECK-NEXT: %[[group:.*]] = arith.addi %[[q]], %[[r]] : index
// CHECK-NEXT: %[[row:.*]] = arith.addi %[[i]], %[[group]] : index
// CHECK-NEXT: scf.for %[[l:.*]] = %[[c0]] to %[[c16]] step %[[c1]] {
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[row]], %[[l]]] : memref<?x16xf64>
// CHECK-NEXT: } {cin.loop = #cin.loop<vector(8) registers(4)>}
// CHECK-NEXT: } {cin.loop = #cin.loop<jammed>}
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %{{.*}} = %[[whole]] to %{{.*}} step %[[c1]] {
func.func @large(%H: memref<?x8000xf64>, %W: memref<8000x16xf64>, %Z: memref<?x16xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c8000 = arith.constant 8000 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %c0 to %n step %c1 {
    scf.for %l = %c0 to %c16 step %c1 {
      memref.store %zero, %Z[%i, %l] : memref<?x16xf64>
    } {cin.loop = #cin.loop<vector(8)>}
    scf.for %k = %c0 to %c8000 step %c1 {
      scf.for %l = %c0 to %c16 step %c1 {
        %h = memref.load %H[%i, %k] : memref<?x8000xf64>
        %w = memref.load %W[%k, %l] : memref<8000x16xf64>
        %p = arith.mulf %h, %w : f64
        %old = memref.load %Z[%i, %l] : memref<?x16xf64>
        %new = arith.addf %old, %p : f64
        memref.store %new, %Z[%i, %l] : memref<?x16xf64>
      } {cin.loop = #cin.loop<vector(8) registers(8) product(registers = 16, elements = 32768, width = 512)>}
    }
  } {cin.loop = #cin.loop<jam(rows = 4, block = 64, kept = 67108864)>}
  return
}
