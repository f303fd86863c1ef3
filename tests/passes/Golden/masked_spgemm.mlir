// C<M> = A B (L23): Gustavson's algorithm again. The row of the mask is marked once, and
// what is not marked does not get into the workspace; what got there is found in the order
// of the mask's row, so nothing is sorted.
// RUN: encke --mcpu=x86-64-v3 --emit=cin %S/Inputs/masked_spgemm.ta | FileCheck %s --check-prefix=CIN
// RUN: encke --mcpu=x86-64-v3 --emit=scf %S/Inputs/masked_spgemm.ta | FileCheck %s --check-prefix=SCF
// RUN: encke --mcpu=x86-64-v3 --emit=llvm-ir %S/Inputs/masked_spgemm.ta | FileCheck %s --check-prefix=LLVM

// CIN: cin.forall %i in
// CIN:   cin.where %[[ROW:.*]] : !cin.place<tensor<?xf64, #{{.*}}>> sizes(
// CIN:     cin.where %[[W:.*]] : !cin.place<tensor<?xf64, #{{.*}}>> sizes(
// CIN:       cin.forall %k in
// CIN:         %[[C:.*]] = cin.access %[[W]][%k]
// CIN:         %[[M:.*]] = cin.access %[[ROW]][%k]
// CIN:         sparse_tensor.binary %[[C]], %[[M]]
// CIN:     } producer {
// CIN:       cin.forall %j in
// CIN:         cin.forall %k in
// CIN:           cin.access %{{.*}}[%i, %j]
// CIN:           cin.access %{{.*}}[%j, %k]
// CIN:           %[[M:.*]] = cin.access %[[ROW]][%k]
// CIN:           %[[AB:.*]] = arith.mulf
// CIN:           %[[MASKED:.*]] = sparse_tensor.binary %[[AB]], %[[M]]
// CIN:           cin.assign %[[W]][%k] += %[[MASKED]]
// CIN:   } producer {
// CIN:     cin.forall %k in
// CIN:       %[[M:.*]] = cin.access %{{.*}}[%i, %k]
// CIN:       cin.assign %[[ROW]][%k] = %[[M]]

// SCF-LABEL: func.func private @kernel_0(
// SCF: call @encke_result_allocate_values(
// SCF: scf.for %[[I:[^ ]*]] =
// The row of the mask.
// SCF:   scf.for %[[R:[^ ]*]] = {{.*}} -> (index) {
// SCF:     memref.store %true, [[MARKED:%[a-z_0-9]*]][
// SCF:   %[[ROUND:.*]] = arith.maxui
// SCF:   scf.for
// SCF:     scf.for
// SCF:       %[[IN:.*]] = memref.load [[MARKED]][
// SCF:       scf.if %[[IN]]
// SCF:         arith.mulf
// SCF:         %[[STAMP:.*]] = memref.load [[FOUND:%[a-z_0-9]*]][
// SCF:         %[[AGAIN:.*]] = arith.cmpi eq, %[[STAMP]], %[[ROUND]] : i32
// SCF:         %[[FROM:.*]] = arith.select %[[AGAIN]], %{{.*}} {cin.unpredictable} : index
// SCF:         memref.load %{{.*}}[%[[FROM]]]
// SCF:         memref.store %[[ROUND]], [[FOUND]][
// SCF-NOT: call @encke_sort_coordinates(
// The row of the mask again.
// SCF:   scf.for %[[S:[^ ]*]] = {{.*}} -> (index) {
// SCF:     %[[K32:.*]] = memref.load %{{.*}}[%[[S]]] : memref<?xi32>
// SCF:     %[[LAST:.*]] = memref.load [[FOUND]][
// SCF:     %[[HAS:.*]] = arith.cmpi eq, %[[LAST]], %[[ROUND]] : i32
// SCF:     scf.if %[[HAS]] -> (index) {
// SCF:       memref.store %[[K32]],

// LLVM makes no branch of what cannot be foreseen.
// LLVM: select i1 %{{.*}}, i64 %{{.*}}, i64 %{{.*}}, !unpredictable
