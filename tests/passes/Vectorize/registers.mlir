// A loop marked with registers that accumulates inside loops which reduce: its
// sums stay in registers across them.
// RUN: encke-opt --vectorize-marked-loops --canonicalize --cse %s | FileCheck %s

// SpMM's row: blocks of 2 vectors of 4, then single vectors, then what is left.
// CHECK-LABEL: func.func @spmm
// CHECK-SAME: (%[[A:.*]]: memref<?xf64>, %[[CRD:.*]]: memref<?xindex>, %[[LO:.*]]: index, %[[HI:.*]]: index, %[[B:.*]]: memref<?x?xf64>, %[[C:.*]]: memref<?x?xf64>, %[[I:.*]]: index, %[[N:.*]]: index)
// CHECK: scf.for %[[K:.*]] = %c0 to %[[BLOCKS:.*]] step %c8 {
// CHECK: %[[C0:.*]] = vector.load %[[C]][%[[I]], %[[K]]]
// CHECK: %[[K4:.*]] = arith.addi %[[K]], %c4
// CHECK: %[[C1:.*]] = vector.load %[[C]][%[[I]], %[[K4]]]
// CHECK: %[[R:.*]]:2 = scf.for %[[P:.*]] = %[[LO]] to %[[HI]] step %c1 iter_args(%[[S0:.*]] = %[[C0]], %[[S1:.*]] = %[[C1]]) -> (vector<4xf64>, vector<4xf64>) {
// CHECK: %[[J:.*]] = memref.load %[[CRD]][%[[P]]]
// CHECK: %[[a:.*]] = memref.load %[[A]][%[[P]]]
// CHECK: vector.load %[[B]][%[[J]], %[[K]]]
// CHECK: %[[T0:.*]] = arith.addf %[[S0]], %{{.*}} : vector<4xf64>
// CHECK: vector.load %[[B]][%[[J]], %[[K4]]]
// CHECK: %[[T1:.*]] = arith.addf %[[S1]], %{{.*}} : vector<4xf64>
// CHECK: scf.yield %[[T0]], %[[T1]]
// CHECK: }
// CHECK: vector.store %[[R]]#0, %[[C]][%[[I]], %[[K]]]
// CHECK: vector.store %[[R]]#1, %[[C]][%[[I]], %[[K4]]]
// CHECK: }
// CHECK: scf.for %{{.*}} = %[[BLOCKS]] to %[[VECTORS:.*]] step %c4 {
// CHECK: scf.for %{{.*}} = %[[LO]] to %[[HI]] step %c1 iter_args(%{{.*}} = %{{.*}}) -> (vector<4xf64>) {
// CHECK: %[[LEFT:.*]] = arith.cmpi slt, %[[VECTORS]], %[[N]]
// CHECK: scf.if %[[LEFT]] {
// CHECK: scf.for %{{.*}} = %[[LO]] to %[[HI]] step %c1 {
// CHECK: scf.for %{{.*}} = %[[VECTORS]] to %[[N]] step %c1 {
// CHECK: memref.store
func.func @spmm(%A: memref<?xf64>, %crd: memref<?xindex>, %lo: index, %hi: index, %B: memref<?x?xf64>, %C: memref<?x?xf64>, %i: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %p = %lo to %hi step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %a = memref.load %A[%p] : memref<?xf64>
    scf.for %k = %c0 to %n step %c1 {
      %0 = memref.load %B[%j, %k] : memref<?x?xf64>
      %1 = arith.mulf %a, %0 : f64
      %2 = memref.load %C[%i, %k] : memref<?x?xf64>
      %3 = arith.addf %2, %1 : f64
      memref.store %3, %C[%i, %k] : memref<?x?xf64>
    } {encke.vector = 4, encke.registers = 2}
  }
  return
}

// Two loops that reduce are both inside the block.
// CHECK-LABEL: func.func @two_reductions
// CHECK: scf.for %{{.*}} step %c4 {
// CHECK: vector.load
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (vector<4xf64>) {
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (vector<4xf64>) {
// CHECK: vector.store
func.func @two_reductions(%B: memref<?x?x?xf64>, %C: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      scf.for %k = %c0 to %n step %c1 {
        %0 = memref.load %B[%i, %j, %k] : memref<?x?x?xf64>
        %1 = memref.load %C[%k] : memref<?xf64>
        %2 = arith.subf %1, %0 : f64
        memref.store %2, %C[%k] : memref<?xf64>
      } {encke.vector = 4, encke.registers = 1}
    }
  }
  return
}

// The element moves with the loop around, or the loop around stores something
// else: a plain vector loop.
// CHECK-LABEL: func.func @element_moves
// CHECK: scf.for %[[I:.*]] = %c0 to
// CHECK: scf.for %{{.*}} = %c0 to %{{.*}} step %c4 {
// CHECK: vector.store
// CHECK: scf.for
// CHECK-NOT: scf.if
// CHECK: return
func.func @element_moves(%B: memref<?x?xf64>, %C: memref<?x?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %k = %c0 to %n step %c1 {
      %0 = memref.load %B[%i, %k] : memref<?x?xf64>
      %1 = memref.load %C[%i, %k] : memref<?x?xf64>
      %2 = arith.addf %1, %0 : f64
      memref.store %2, %C[%i, %k] : memref<?x?xf64>
    } {encke.vector = 4, encke.registers = 2}
  }
  return
}

// CHECK-LABEL: func.func @other_store
// CHECK: scf.for %[[I:.*]] = %c0 to
// CHECK: memref.store
// CHECK: scf.for %{{.*}} = %c0 to %{{.*}} step %c4 {
// CHECK-NOT: scf.if
// CHECK: return
func.func @other_store(%B: memref<?x?xf64>, %C: memref<?xf64>, %D: memref<?xf64>, %v: f64, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %v, %D[%i] : memref<?xf64>
    scf.for %k = %c0 to %n step %c1 {
      %0 = memref.load %B[%i, %k] : memref<?x?xf64>
      %1 = memref.load %C[%k] : memref<?xf64>
      %2 = arith.addf %1, %0 : f64
      memref.store %2, %C[%k] : memref<?xf64>
    } {encke.vector = 4, encke.registers = 2}
  }
  return
}

// The loop around reads what the inner loop writes.
// CHECK-LABEL: func.func @reads_result
// CHECK: scf.for %[[I:.*]] = %c0 to
// CHECK: memref.load
// CHECK: scf.for %{{.*}} = %c0 to %{{.*}} step %c4 {
// CHECK-NOT: scf.if
// CHECK: return
func.func @reads_result(%C: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %C[%i] : memref<?xf64>
    scf.for %k = %c0 to %n step %c1 {
      %1 = memref.load %C[%k] : memref<?xf64>
      %2 = arith.addf %1, %0 : f64
      memref.store %2, %C[%k] : memref<?xf64>
    } {encke.vector = 4, encke.registers = 2}
  }
  return
}
