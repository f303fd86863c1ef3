// S = A + B, all in CSR. The rows of both are merged: what is in both, in A alone, in B
// alone; then what is left of either.
// RUN: encke --mcpu=x86-64-v3 --emit=cin %S/Inputs/spadd.ta | FileCheck %s --check-prefix=CIN
// RUN: encke --mcpu=x86-64-v3 --emit=scf %S/Inputs/spadd.ta | FileCheck %s --check-prefix=SCF

// CIN: cin.forall %i in
// CIN-NEXT: cin.forall %j in
// CIN-NEXT: %[[A:.*]] = cin.access %{{.*}}[%i, %j]
// CIN-NEXT: %[[B:.*]] = cin.access %{{.*}}[%i, %j]
// CIN-NEXT: %[[S:.*]] = arith.addf %[[A]], %[[B]]
// CIN-NEXT: cin.assign %{{.*}}[%i, %j] = %[[S]]

// SCF-LABEL: func.func private @kernel_0(
// Counting: each coordinate of a merge is one element, and there are no branches.
// SCF: scf.for
// SCF:   scf.while
// SCF:     arith.select
// SCF:     arith.select
// SCF:   scf.while
// SCF:   scf.while
// SCF: call @encke_result_allocate_values(
// Filling: the branch that is taken says which rows go on.
// SCF: scf.for %[[I:[^ ]*]] =
// SCF:   %[[BOTH:.*]]:3 = scf.while (%[[P:[^ ]*]] = %{{.*}}, %[[Q:.*]] = %{{.*}}, %[[AT:.*]] = %{{.*}}) :
// SCF:     %[[J:.*]] = arith.minui
// SCF:     %[[ISA:.*]] = arith.cmpi eq, %{{.*}}, %[[J]]
// SCF:     %[[ISB:.*]] = arith.cmpi eq, %{{.*}}, %[[J]]
// SCF:     %[[ISBOTH:.*]] = arith.andi %[[ISA]], %[[ISB]]
// SCF:     %[[NEXT:.*]]:3 = scf.if %[[ISBOTH]] -> (index, index, index) {
// SCF:       %[[SUM:.*]] = arith.addf
// SCF:       memref.store %[[SUM]]
// SCF:     } else {
// SCF:       arith.select %[[ISA]]
// SCF:       arith.select %[[ISA]]
// SCF:       scf.if %[[ISA]] -> (index) {
// SCF-NOT: arith.addf
// SCF:         memref.store
// SCF:       } else {
// SCF-NOT: arith.addf
// SCF:         memref.store
// SCF:     scf.yield %[[NEXT]]#0, %[[NEXT]]#1, %[[NEXT]]#2
// SCF:   %[[REST:.*]]:2 = scf.while (%{{.*}} = %[[BOTH]]#0, %{{.*}} = %[[BOTH]]#2) :
// SCF:   scf.while (%{{.*}} = %[[BOTH]]#1, %{{.*}} = %[[REST]]#1) :
// SCF: call @encke_result_finish(
