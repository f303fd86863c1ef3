// MTTKRP into {CU, D}: rows of a sparse matrix, collected in a row workspace. Dense levels
// below others hold padding (L47), so the result is made in CSR and converted.
// RUN: encke --mcpu=x86-64-v3 --emit=cin %S/Inputs/mttkrp.ta | FileCheck %s --check-prefix=CIN
// RUN: encke --mcpu=x86-64-v3 --emit=scf %S/Inputs/mttkrp.ta | FileCheck %s --check-prefix=SCF

// CIN-LABEL: func.func private @kernel_2(
// CIN: cin.forall %i in
// CIN:   cin.where %[[W:.*]] : !cin.place<tensor<4xf64, #{{.*}}>> sizes() {
// CIN:     cin.forall %r in
// CIN:       cin.assign %{{.*}}[%i, %r] =
// CIN:   } producer {
// CIN:     cin.forall %j in
// CIN:       cin.forall %k in
// CIN:         cin.forall %r in
// CIN:           cin.assign %[[W]][%r] +=

// SCF-LABEL: func.func private @kernel_2(
// SCF: %[[ROWS:.*]] = scf.for %{{.*}} iter_args(
// SCF: call @encke_result_allocate(
// SCF: call @encke_result_allocate_values(
// SCF: scf.for %[[P:[^ ]*]] = {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (index) {
// SCF:   scf.for
// SCF:     scf.for
// SCF:       scf.for
// SCF:         arith.mulf
// SCF:         arith.mulf
// SCF:   call @encke_sort_coordinates(
// SCF:   %[[END:.*]] = scf.for %{{.*}} iter_args(%[[AT:.*]] = %{{.*}}) -> (index) {
// SCF:     memref.store %{{.*}}, %{{.*}}[%[[AT]]] : memref<?xf64>
// SCF: call @encke_result_finish(
// SCF: call @encke_convert(
