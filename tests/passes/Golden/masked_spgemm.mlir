// C<M> = A B (L23): Gustavson's algorithm again; what is not in the row of the mask does
// not get into the workspace.
// RUN: encke --mcpu=x86-64-v3 --emit=cin %S/Inputs/masked_spgemm.ta | FileCheck %s --check-prefix=CIN
// RUN: encke --mcpu=x86-64-v3 --emit=scf %S/Inputs/masked_spgemm.ta | FileCheck %s --check-prefix=SCF

// CIN: cin.forall %i in
// CIN:   cin.where %[[W:.*]] : !cin.place<tensor<?xf64, #{{.*}}>> sizes(
// CIN:   } producer {
// CIN:     cin.forall %j in
// CIN:       cin.forall %k in
// CIN:         cin.access %{{.*}}[%i, %j]
// CIN:         cin.access %{{.*}}[%j, %k]
// CIN:         %[[M:.*]] = cin.access %{{.*}}[%i, %k]
// CIN:         %[[AB:.*]] = arith.mulf
// CIN:         %[[MASKED:.*]] = sparse_tensor.binary %[[AB]], %[[M]]
// CIN:         cin.assign %[[W]][%k] += %[[MASKED]]

// SCF-LABEL: func.func private @kernel_0(
// SCF: call @encke_result_allocate_values(
// SCF: scf.for %[[I:[^ ]*]] =
// SCF:   scf.for %[[P:[^ ]*]] =
// The rows of B and of the mask, where both store an element.
// SCF:     scf.while (%[[Q:[^ ]*]] = %{{.*}}, %[[S:.*]] = %{{.*}}, %{{.*}}) :
// SCF:       %[[K:.*]] = arith.minui
// SCF:       %[[ISB:.*]] = arith.cmpi eq, %{{.*}}, %[[K]]
// SCF:       %[[ISM:.*]] = arith.cmpi eq, %{{.*}}, %[[K]]
// SCF:       %[[BOTH:.*]] = arith.andi %[[ISB]], %[[ISM]]
// SCF:       scf.if %[[BOTH]] -> (index) {
// SCF:         arith.mulf
// SCF:   call @encke_sort_coordinates(
