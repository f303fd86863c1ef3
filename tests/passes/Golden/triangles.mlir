// The triangles of a graph: for each edge (i, k) the rows i and k are intersected, into
// one register.
// RUN: encke --mcpu=x86-64-v3 --emit=cin %S/Inputs/triangles.ta | FileCheck %s --check-prefix=CIN
// RUN: encke --mcpu=x86-64-v3 --emit=scf %S/Inputs/triangles.ta | FileCheck %s --check-prefix=SCF

// CIN-LABEL: func.func private @kernel_0(
// CIN: cin.where %[[W:.*]] : !cin.place<tensor<f64>> sizes() {
// CIN: } producer {
// CIN-NEXT: cin.forall %i in
// CIN-NEXT: cin.forall %k in
// CIN-NEXT: cin.forall %j in
// CIN-NEXT: cin.access %{{.*}}[%i, %k]
// CIN-NEXT: cin.access %{{.*}}[%k, %j]
// CIN-NEXT: cin.access %{{.*}}[%i, %j]

// SCF-LABEL: func.func private @kernel_0(
// SCF: %[[TOTAL:.*]] = scf.for %[[I:[^ ]*]] = {{.*}} -> (f64) {
// SCF:   scf.for %[[P:[^ ]*]] = {{.*}} -> (f64) {
// SCF:     %[[SUM:.*]]:3 = scf.while (%[[Q:[^ ]*]] = %{{.*}}, %[[S:.*]] = %{{.*}}, %[[SO_FAR:.*]] = %{{.*}}) : (index, index, f64)
// SCF:       %[[BOTH:.*]] = arith.andi
// SCF:       scf.if %{{.*}} -> (f64) {
// SCF:         arith.mulf
// SCF:         arith.mulf
// SCF:         arith.addf
// SCF:     scf.yield %[[SUM]]#2
