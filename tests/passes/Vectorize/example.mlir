// The example of the pass's description: C[i,k] = B[j,k] * a.
// RUN: encke-opt --vectorize --canonicalize --cse %s | FileCheck %s

// CHECK: func.func @f(%[[B:.*]]: memref<?x?xf64>, %[[C:.*]]: memref<?x?xf64>, %[[a:.*]]: f64, %[[i:.*]]: index, %[[j:.*]]: index, %[[n:.*]]: index)
// CHECK-DAG: %[[c0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[c1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[c8:.*]] = arith.constant 8 : index
// CHECK: %[[rest:.*]] = arith.remsi %[[n]], %[[c8]] : index
// CHECK: %[[whole:.*]] = arith.subi %[[n]], %[[rest]] : index
// CHECK-NEXT: scf.for %[[k:.*]] = %[[c0]] to %[[whole]] step %[[c8]] {
// CHECK-NEXT: %[[b:.*]] = vector.load %[[B]][%[[j]], %[[k]]] : memref<?x?xf64>, vector<8xf64>
// CHECK-NEXT: %[[A:.*]] = vector.broadcast %[[a]] : f64 to vector<8xf64>
// CHECK-NEXT: %[[c:.*]] = arith.mulf %[[b]], %[[A]] : vector<8xf64>
// CHECK-NEXT: vector.store %[[c]], %[[C]][%[[i]], %[[k]]] : memref<?x?xf64>, vector<8xf64>
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %[[k:.*]] = %[[whole]] to %[[n]] step %[[c1]] {
// CHECK-NEXT: %[[b:.*]] = memref.load %[[B]][%[[j]], %[[k]]] : memref<?x?xf64>
// CHECK-NEXT: %[[c:.*]] = arith.mulf %[[b]], %[[a]] : f64
// CHECK-NEXT: memref.store %[[c]], %[[C]][%[[i]], %[[k]]] : memref<?x?xf64>
// CHECK-NEXT: }
// CHECK-NOT: cin.loop
func.func @f(%B: memref<?x?xf64>, %C: memref<?x?xf64>, %a: f64, %i: index, %j: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %b = memref.load %B[%j, %k] : memref<?x?xf64>
    %c = arith.mulf %b, %a : f64
    memref.store %c, %C[%i, %k] : memref<?x?xf64>
  } {cin.loop = #cin.loop<vector(8)>}
  return
}
