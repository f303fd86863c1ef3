// A tensor in CSF times a vector, into DCSR: the result stores what the first two levels of the
// tensor do, and shares them. What is left is a product of a matrix in CSR, with a row for each
// fibre, and the vector: no coordinate is stored, nothing counted.
// RUN: encke --mcpu=x86-64-v3 --emit=cin %S/Inputs/ttv.ta | FileCheck %s --check-prefix=CIN
// RUN: encke --mcpu=x86-64-v3 --threads 1 --emit=scf %S/Inputs/ttv.ta | FileCheck %s --check-prefix=SCF

// CIN-LABEL: func.func private @kernel_1(
// CIN: cin.forall %i_j in %{{.*}} {
// CIN-NEXT: cin.where %[[W:.*]] : !cin.place<tensor<f64>> sizes() {
// CIN-NEXT: %[[S:.*]] = cin.access %[[W]][]
// CIN-NEXT: cin.assign %{{.*}}[%i_j] = %[[S]]
// CIN-NEXT: } producer {
// CIN-NEXT: cin.forall %k in

// SCF-LABEL: func.func private @kernel_1(
// SCF-SAME: %[[T:.*]]: !llvm.ptr, %[[X:.*]]: memref<?xf64>
// SCF: %[[ROWS:.*]] = call @encke_tensor_new(
// SCF: call @encke_tensor_merge_levels(%[[ROWS]], %[[T]], %c2_i64)
// SCF: %[[S:.*]] = call @encke_tensor_new(
// SCF: call @encke_tensor_share_levels(%[[S]], %[[T]], %c2_i64)
// SCF-NOT: encke_result_allocate
// SCF: scf.for %[[P:[^ ]*]] = {{.*}} {
// SCF:   %[[SUM:.*]] = scf.for %[[Q:[^ ]*]] = {{.*}} -> (f64) {
// SCF:   memref.store %[[SUM]], %{{.*}}[%[[P]]]
// SCF-NEXT: }
// SCF-NOT: memref.copy
// SCF: call @encke_tensor_free(%[[ROWS]])
// SCF-NEXT: return %[[S]]
