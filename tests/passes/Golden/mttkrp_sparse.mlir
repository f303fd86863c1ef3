// MTTKRP into {CU, D}: a row of the result is full or not there at all, so it is collected in
// a full workspace, whose producer says first, without values, whether it has any. The
// memory of the workspace is the row's place in the result. The dense level has no padding
// (L47).
// RUN: encke --mcpu=x86-64-v3 --emit=cin %S/Inputs/mttkrp.ta | FileCheck %s --check-prefix=CIN
// RUN: encke --mcpu=x86-64-v3 --emit=scf %S/Inputs/mttkrp.ta | FileCheck %s --check-prefix=SCF

// CIN-LABEL: func.func private @kernel_2(
// CIN: cin.forall %i in
// CIN:   cin.where %[[W:.*]] : !cin.place<tensor<4xf64>> sizes() full {
// CIN:     cin.forall %r in
// CIN:       cin.assign %{{.*}}[%i, %r] =
// CIN:   } producer {
// CIN:     cin.forall %j in
// CIN:       cin.forall %k in
// CIN:         cin.forall %r in %{{.*}} vector(4) registers(8) factored {
// CIN:           cin.assign %[[W]][%r] +=

// SCF-LABEL: func.func private @kernel_2(
// SCF: call @encke_result_is_full(
// SCF: %[[ROWS:.*]] = scf.for %{{.*}} iter_args(
// SCF: call @encke_result_allocate(
// SCF: call @encke_result_allocate_values(
// SCF: scf.for %{{.*}} iter_args(%[[AT:.*]] = %{{.*}}) -> (index) {
// SCF:   %[[SOME:.*]] = scf.for %{{.*}} -> (i1) {
// SCF:   scf.if %[[SOME]] -> (index) {
// SCF:     %[[OFFSET:.*]] = arith.muli %[[AT]],
// SCF:     %[[ROW:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%[[OFFSET]]], sizes: [4], strides: [1]
// SCF:     scf.for
// SCF:       memref.store %{{.*}}, %[[ROW]][
// SCF:     scf.for
// SCF:       scf.for
// SCF:         scf.for
// SCF:           arith.mulf
// SCF:           arith.mulf
// SCF:           memref.store %{{.*}}, %[[ROW]][
// SCF-NOT: memref<?xf64>
// SCF:     memref.store %{{.*}}, %{{.*}}[%[[AT]]] : memref<?xi32>
// SCF: call @encke_result_finish(
// SCF-NOT: call @encke_convert(
