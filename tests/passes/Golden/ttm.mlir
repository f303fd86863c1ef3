// TTM of a tensor in CSF into one in CSF, C[i,j,r] = T[i,j,k] U[k,r]. Each fibre (i,j)
// that T stores gives a full row along r: nothing is marked or sorted, and the row is
// added up in vectors, where the result has it.
// RUN: encke --mcpu=x86-64-v3 --emit=cin %S/Inputs/ttm.ta | FileCheck %s --check-prefix=CIN
// RUN: encke --mcpu=x86-64-v3 --emit=scf %S/Inputs/ttm.ta | FileCheck %s --check-prefix=SCF

// CIN: cin.forall %i in
// CIN:   cin.forall %j in
// CIN:     cin.where %[[W:.*]] : !cin.place<tensor<8xf64>> sizes() full {
// CIN:       cin.forall %r in
// CIN:         cin.assign %{{.*}}[%i, %j, %r] =
// CIN:     } producer {
// CIN:       cin.forall %k in
// CIN:         cin.forall %r in %{{.*}} vector(4) registers(8) {
// CIN:           cin.assign %[[W]][%r] +=

// Counting adds eight elements for each fibre, whatever their values.
// SCF-LABEL: func.func private @kernel_
// SCF-NOT: memref.alloc
// SCF: scf.for
// SCF:   scf.for
// SCF-NOT: arith.mulf
// SCF:     arith.addi %{{.*}}, %c8 : index
// SCF: call @encke_result_allocate_values(
// SCF: scf.for
// SCF:   scf.for
// SCF:     %[[ROW:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [8], strides: [1]
// SCF:     scf.for
// SCF:       scf.for
// SCF:         arith.mulf
// SCF:         memref.store %{{.*}}, %[[ROW]][
// SCF:       } {cin.loop = #cin.loop<vector(4) registers(8)>}
// SCF-NOT: call @encke_sort_coordinates(
// SCF-NOT: memref<?xf64>
// SCF:     scf.for
// SCF:       memref.store %{{.*}} : memref<?xi32>
// SCF: call @encke_result_finish(
