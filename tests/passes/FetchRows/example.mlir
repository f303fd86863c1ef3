// The example of the pass's description: rows of B at the coordinates of A's elements. The
// loop stands there twice; what is asked before all loops chooses.
// RUN: encke-opt --fetch-rows --canonicalize --cse %s | FileCheck %s

// CHECK-LABEL: func.func @rows
// CHECK-SAME: %[[POS:[^ ]*]]: memref<?xindex>, %[[CRD:[^ ]*]]: memref<?xi32>, %[[A:[^ ]*]]: memref<?xf64>, %[[B:[^ ]*]]: memref<?x8xf64>
// CHECK: %[[COUNT:.*]] = memref.dim %[[CRD]], %c0
// CHECK: %[[ROWS:.*]] = memref.dim %[[B]], %c0
// CHECK: %[[BYTES:.*]] = arith.muli %[[ROWS]], %c64
// CHECK: %[[ANSWER:.*]] = call @encke_loop_is_scattered(%{{.*}}, %c4_i64, %{{.*}}, %{{.*}}, %c16384_i64, %c1048576_i64, %c8388608_i64)
// CHECK: %[[YES:.*]] = arith.cmpi ne, %[[ANSWER]], %c0_i64
// CHECK: scf.for %[[I:.*]] = %c0 to
// CHECK:   scf.if %[[YES]] {
// CHECK:     %[[LAST:.*]] = arith.subi %[[COUNT]], %c1 : index
// CHECK:     scf.for %[[P:.*]] = %{{.*}} to %{{.*}} step %c1 {
// CHECK-NEXT:  %[[P16:.*]] = arith.addi %[[P]], %c16 : index
// CHECK-NEXT:  %[[NEXT:.*]] = arith.minui %[[P16]], %[[LAST]] : index
// CHECK-NEXT:  %[[J:.*]] = memref.load %[[CRD]][%[[NEXT]]] : memref<?xi32>
// CHECK-NEXT:  %[[AT:.*]] = arith.index_castui %[[J]] : i32 to index
// CHECK-NEXT:  memref.prefetch %[[B]][%[[AT]], %c0], read, locality<3>, data : memref<?x8xf64>
// CHECK-NEXT:  memref.load %[[CRD]][%[[P]]]
// CHECK-NOT:   memref.prefetch
// CHECK:   } else {
// CHECK:     scf.for
// CHECK-NOT:   memref.prefetch
// CHECK: return
func.func @rows(%pos: memref<?xindex>, %crd: memref<?xi32>, %A: memref<?xf64>, %B: memref<?x8xf64>, %C: memref<?x8xf64>, %m: index) {
  %k = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %row = %k to %m step %c1 {
    %row1 = arith.addi %row, %c1 : index
    %lo = memref.load %pos[%row] : memref<?xindex>
    %hi = memref.load %pos[%row1] : memref<?xindex>
    scf.for %p = %lo to %hi step %c1 {
      %j = memref.load %crd[%p] : memref<?xi32>
      %i = arith.index_castui %j : i32 to index
      %b = vector.load %B[%i, %k] {cin.prefetch = #cin<prefetch(ahead = 16, lines = 8, few = 16384, near = 1048576, far = 8388608)>} : memref<?x8xf64>, vector<8xf64>
      %a = memref.load %A[%p] : memref<?xf64>
      %v = vector.broadcast %a : f64 to vector<8xf64>
      %t = arith.mulf %v, %b : vector<8xf64>
      vector.store %t, %C[%p, %k] : memref<?x8xf64>, vector<8xf64>
    }
  }
  return
}

// What the description says comes of the loop.
func.func @fetching(%crd: memref<?xi32>, %B: memref<?x8xf64>, %C: memref<?x8xf64>, %lo: index, %hi: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %n = memref.dim %crd, %c0 : memref<?xi32>
  %last = arith.subi %n, %c1 : index
  scf.for %p = %lo to %hi step %c1 {
    %p16 = arith.addi %p, %c16 : index
    %next = arith.minui %p16, %last : index
    %c = memref.load %crd[%next] : memref<?xi32>
    %ci = arith.index_castui %c : i32 to index
    memref.prefetch %B[%ci, %k], read, locality<3>, data : memref<?x8xf64>
    %j = memref.load %crd[%p] : memref<?xi32>
    %i = arith.index_castui %j : i32 to index
    %b = vector.load %B[%i, %k] : memref<?x8xf64>, vector<8xf64>
    vector.store %b, %C[%p, %k] : memref<?x8xf64>, vector<8xf64>
  }
  return
}
