// C<M> = A B (L23): Gustavson's algorithm again. The row of the mask is marked once, and
// what is not marked does not get into the workspace; what got there is found in the order
// of the mask's row, so nothing is sorted.
// RUN: encke --mcpu=x86-64-v3 --emit=cin %S/Inputs/masked_spgemm.ta | FileCheck %s --check-prefix=CIN
// RUN: encke --mcpu=x86-64-v3 --emit=scf %S/Inputs/masked_spgemm.ta | FileCheck %s --check-prefix=SCF

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
// SCF:   scf.if %{{.*}} -> (index, index) {
// SCF:   scf.for %[[P:[^ ]*]] = {{.*}} -> (index, index) {
// SCF:     scf.for %[[Q:[^ ]*]] = {{.*}} -> (index, index) {
// SCF:       %[[IN:.*]] = memref.load [[MARKED]][
// SCF:       scf.if %[[IN]] -> (index, index) {
// SCF:         arith.mulf
// SCF:         %[[AGAIN:.*]] = memref.load [[FOUND:%[a-z_0-9]*]][
// SCF:         scf.if %[[AGAIN]]
// SCF-NOT: call @encke_sort_coordinates(
// The row of the mask again.
// SCF:   scf.for %[[S:[^ ]*]] = {{.*}} -> (index) {
// SCF:     %[[K32:.*]] = memref.load %{{.*}}[%[[S]]] : memref<?xi32>
// SCF:     %[[HAS:.*]] = memref.load [[FOUND]][
// SCF:     scf.if %[[HAS]] -> (index) {
// SCF:       memref.store %[[K32]],
