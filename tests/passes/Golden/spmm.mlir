// The kernel that examples/spmm.ta becomes: C[i,k] = A[i,j] * B[j,k], A in CSR, B and
// C with 32 columns. Rows of B are read and rows of C are summed up along k, in
// contiguous vectors, and the sums stay in registers over the elements of a row of A.
// RUN: encke --mcpu=x86-64-v3 --emit=scf %examples/spmm.ta | FileCheck %s --check-prefix=SCF
// RUN: encke --mcpu=x86-64-v3 --emit=vector %examples/spmm.ta | FileCheck %s --check-prefix=VECTOR

// SCF-LABEL: func.func private @kernel_1(
// SCF-DAG: %[[c0:.*]] = arith.constant 0 : index
// SCF-DAG: %[[c32:.*]] = arith.constant 32 : index
// SCF: memref.distinct_objects
// SCF: scf.for %[[i:.*]] = %[[c0]] to
// SCF:   scf.for %[[z:.*]] = %[[c0]] to %[[c32]] step
// SCF:     memref.store %{{.*}}[%[[i]], %[[z]]] : memref<?x32xf64>
// SCF:   scf.for %[[p:.*]] = %{{.*}} to %{{.*}} step
// SCF:     %[[j32:.*]] = memref.load %{{.*}}[%[[p]]] : memref<?xi32>
// SCF:     %[[j:.*]] = arith.index_castui %[[j32]]
// SCF:     scf.for %[[k:.*]] = %[[c0]] to %[[c32]] step
// SCF-DAG:   memref.load %{{.*}}[%[[p]]] : memref<?xf64>
// SCF-DAG:   memref.load %{{.*}}[%[[j]], %[[k]]] {cin.prefetch = #cin<prefetch({{.*}})>} : memref<?x32xf64>
// SCF:       arith.mulf
// SCF:       arith.addf
// SCF-NOT:   scf.for
// SCF:       memref.store %{{.*}}[%[[i]], %[[k]]] : memref<?x32xf64>
// SCF:     } {cin.loop = #cin.loop<vector(4) registers({{[0-9]+}})>}

// Per row: go through the row of A with sums that begin as zero, and store them. No
// load of C, and no store of it inside the loop over the row. Where A's coordinates are
// scattered, the loop fetches rows of B before their turn; that is asked once.
// VECTOR-LABEL: func.func private @kernel_1(
// VECTOR: memref.distinct_objects
// VECTOR: call @encke_loop_is_scattered
// VECTOR: scf.for %[[i:.*]] =
// VECTOR-NOT: vector.load
// VECTOR-NOT: vector.store
// VECTOR:   %[[SUMS:.*]]:8 = scf.if
// VECTOR:   scf.for {{.*}} iter_args({{.*}} -> (vector<4xf64>
// VECTOR-COUNT-4: memref.prefetch
// VECTOR-NOT: store
// VECTOR:   } else {
// VECTOR:   scf.for %[[p:.*]] = {{.*}} iter_args({{.*}} -> (vector<4xf64>
// VECTOR:     %[[a:.*]] = memref.load %{{.*}}[%[[p]]] : memref<?xf64>
// VECTOR:     vector.load %{{.*}} : memref<?x32xf64>, vector<4xf64>
// VECTOR:     vector.broadcast %[[a]] : f64 to vector<4xf64>
// VECTOR-NOT: store
// VECTOR:     scf.yield {{.*}}vector<4xf64>
// VECTOR-COUNT-8: vector.store %[[SUMS]]#{{[0-7]}}, %{{.*}}[%[[i]], %{{.*}}] : memref<?x32xf64>, vector<4xf64>
