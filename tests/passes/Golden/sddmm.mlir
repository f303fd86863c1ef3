// S = M .* (D F): the dense product is computed only where M stores an element, in a
// register, and multiplied by that element once. The loop over k always puts something into it, so the result stores what M does:
// it has the arrays of M, and only values are computed.
// RUN: encke --mcpu=x86-64-v3 --emit=cin %S/Inputs/sddmm.ta | FileCheck %s --check-prefix=CIN
// RUN: encke --mcpu=x86-64-v3 --emit=scf %S/Inputs/sddmm.ta | FileCheck %s --check-prefix=SCF

// CIN-LABEL: func.func private @kernel_2(
// CIN: cin.forall %i in
// CIN-NEXT: cin.forall %j in
// CIN-NEXT: cin.where %[[W:.*]] : !cin.place<tensor<f64>> sizes() {
// CIN-NEXT: %[[S:.*]] = cin.access %[[W]][]
// CIN-NEXT: %[[M:.*]] = cin.access %{{.*}}[%i, %j]
// CIN-NEXT: %[[E:.*]] = arith.mulf %[[M]], %[[S]]
// CIN-NEXT: cin.assign %{{.*}}[%i, %j] = %[[E]]
// CIN-NEXT: } producer {
// CIN-NEXT: cin.forall %k in

// SCF-LABEL: func.func private @kernel_2(
// SCF-NOT: encke_result_allocate
// SCF: call @encke_tensor_like(
// SCF: scf.for %[[I:[^ ]*]] =
// SCF:   scf.for %[[P:[^ ]*]] = {{.*}} iter_args(%[[AT:.*]] = %{{.*}}) -> (index) {
// SCF:     %[[J32:.*]] = memref.load %{{.*}}[%[[P]]] : memref<?xi32>
// SCF:     %[[J:.*]] = arith.index_castui %[[J32]]
// SCF:     %[[SUM:.*]] = scf.for %[[K:[^ ]*]] = {{.*}} -> (f64) {
// SCF-DAG: memref.load %{{.*}}[%[[I]], %[[K]]] : memref<?x8xf64>
// SCF-DAG: memref.load %{{.*}}[%[[J]], %[[K]]] {cin.prefetch = #cin<prefetch({{.*}})>} : memref<?x8xf64>
// SCF:     %[[M:.*]] = memref.load %{{.*}}[%[[P]]] : memref<?xf64>
// SCF:     %[[E:.*]] = arith.mulf %[[M]], %[[SUM]]
// SCF:     memref.store %[[E]], %{{.*}}[%[[AT]]]
// SCF-NOT: memref.store
