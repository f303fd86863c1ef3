// S = A + B - C + 2 D + E, all in CSR. A merge would have a case for each set of tensors
// that store an element; instead each tensor's row is added to a workspace in turn.
// RUN: encke --mcpu=x86-64-v3 --emit=cin %S/Inputs/spadd5.ta | FileCheck %s --check-prefix=CIN
// RUN: encke --mcpu=x86-64-v3 --emit=scf %S/Inputs/spadd5.ta | FileCheck %s --check-prefix=SCF

// CIN: cin.forall %i in
// CIN-NEXT: cin.where %[[W:.*]] : !cin.place<tensor<?xf64, #{{.*}}>> sizes(
// CIN-NEXT:   cin.forall %j in
// CIN-NEXT:     %[[ALL:.*]] = cin.access %[[W]][%j]
// CIN-NEXT:     cin.assign %{{.*}}[%i, %j] = %[[ALL]]
// CIN:      } producer {
// CIN-NEXT:   cin.forall %j in
// CIN-NEXT:     %[[A:.*]] = cin.access %A[%i, %j]
// CIN-NEXT:     cin.assign %[[W]][%j] += %[[A]]
// CIN:        cin.forall %j in
// CIN-NEXT:     %[[B:.*]] = cin.access %B[%i, %j]
// CIN-NEXT:     cin.assign %[[W]][%j] += %[[B]]
// CIN:        cin.forall %j in
// CIN-NEXT:     %[[C:.*]] = cin.access %C[%i, %j]
// CIN-NEXT:     %[[N:.*]] = arith.subf %{{.*}}, %[[C]]
// CIN-NEXT:     cin.assign %[[W]][%j] += %[[N]]
// CIN:        cin.forall %j in
// CIN:          %[[D:.*]] = arith.mulf
// CIN-NEXT:     cin.assign %[[W]][%j] += %[[D]]
// CIN:        cin.forall %j in
// CIN-NEXT:     %[[E:.*]] = cin.access %E[%i, %j]
// CIN-NEXT:     cin.assign %[[W]][%j] += %[[E]]

// SCF-LABEL: func.func private @kernel_0(
// SCF: call @encke_result_allocate_values(
// SCF-NOT: scf.while
// SCF: scf.for %[[I:[^ ]*]] =
// SCF-COUNT-5: scf.for {{.*}} -> (index) {
// SCF: call @encke_sort_coordinates(
// SCF-NOT: scf.while
