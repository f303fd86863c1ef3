// A tensor in CSF times vectors, into DCSR, one of which wants to know the row: the levels of the result are those of the
// tensor without the last, which is summed up in a register. Below what is stored there is
// something to sum up, so each coordinate of the second level is an element, and the sum is not
// run to count.
// RUN: encke --mcpu=x86-64-v3 --emit=cin %S/Inputs/ttv_scaled.ta | FileCheck %s --check-prefix=CIN
// RUN: encke --mcpu=x86-64-v3 --emit=scf %S/Inputs/ttv_scaled.ta | FileCheck %s --check-prefix=SCF

// CIN-LABEL: func.func private @kernel_2(
// CIN: cin.forall %i in
// CIN-NEXT: cin.forall %j in
// CIN-NEXT: cin.where %[[W:.*]] : !cin.place<tensor<f64>> sizes() {
// CIN-NEXT: %[[S:.*]] = cin.access %[[W]][]
// CIN-NEXT: cin.assign %{{.*}}[%i, %j] = %[[S]]
// CIN-NEXT: } producer {
// CIN-NEXT: cin.forall %k in

// SCF-LABEL: func.func private @kernel_2(
// SCF: %[[N:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[COUNT:.*]] = %{{.*}}) -> (index, index) {
// SCF-NOT: scf.for
// SCF:   %[[LENGTH:.*]] = arith.subi
// SCF:   arith.addi %[[COUNT]], %[[LENGTH]]
// SCF: %[[ROWS:.*]] = arith.index_cast %[[N]]#0
// SCF: call @encke_result_allocate(%{{.*}}, %c0_i64, %c1_i64, %[[ROWS]])
// SCF: %[[ELEMENTS:.*]] = arith.index_cast %[[N]]#1
// SCF: call @encke_result_allocate(%{{.*}}, %c1_i64, %[[ROWS]], %[[ELEMENTS]])
// SCF: call @encke_result_allocate_values(%{{.*}}, %[[ELEMENTS]])
// SCF: scf.for %[[P:[^ ]*]] = {{.*}} iter_args(%[[ROW:.*]] = %{{.*}}, %[[AT:.*]] = %{{.*}}) -> (index, index) {
// SCF:   %[[END:.*]] = scf.for %[[Q:[^ ]*]] = {{.*}} iter_args(%[[E:.*]] = %[[AT]]) -> (index) {
// SCF:     %[[SUM:.*]] = scf.for %[[S:[^ ]*]] = {{.*}} -> (f64) {
// SCF-NOT: scf.if
// SCF:     memref.store %[[SUM]], %{{.*}}[%[[E]]]
// A row, if something was put into it.
// SCF:   %[[SOME:.*]] = arith.cmpi ne, %[[END]], %[[AT]]
// SCF:   scf.if %[[SOME]] -> (index) {
// SCF:     memref.store %{{.*}}, %{{.*}}[%[[ROW]]] : memref<?xi32>
