// The triangles of a graph: row i is stamped once, and for each edge (i, k) the stamps are
// looked up at row k, into one register.
// RUN: encke --mcpu=x86-64-v3 --emit=cin %S/Inputs/triangles.ta | FileCheck %s --check-prefix=CIN
// RUN: encke --mcpu=x86-64-v3 --emit=scf %S/Inputs/triangles.ta | FileCheck %s --check-prefix=SCF

// CIN-LABEL: func.func private @kernel_0(
// CIN: cin.where %[[W:.*]] : !cin.place<tensor<f64>> sizes() {
// CIN: } producer {
// CIN-NEXT: cin.forall %i in
// CIN-NEXT: cin.where %[[ROW:.*]] : !cin.place<tensor<?xf64, #{{.*}}>> sizes(
// CIN-NEXT: cin.forall %k in
// CIN-NEXT: cin.forall %j in
// CIN-NEXT: cin.access %{{.*}}[%i, %k]
// CIN-NEXT: cin.access %{{.*}}[%k, %j]
// CIN-NEXT: cin.access %[[ROW]][%j]
// CIN:      } producer {
// CIN-NEXT: cin.forall %j in
// CIN-NEXT: cin.access %{{.*}}[%i, %j]
// CIN-NEXT: cin.assign %[[ROW]][%j] =

// SCF-LABEL: func.func private @kernel_0(
// SCF: %[[TOTAL:.*]] = scf.for %[[I:[^ ]*]] = {{.*}} -> (f64) {
// SCF:   %[[ROUND:.*]] = arith.maxui
// SCF:   scf.for
// SCF:     memref.store %[[ROUND]], [[MARKED:%[a-z_0-9]*]][%{{.*}}] : memref<?xi32>
// SCF:   scf.for %[[P:[^ ]*]] = {{.*}} -> (f64) {
// SCF:     %[[SUM:.*]] = scf.for %[[Q:[^ ]*]] = {{.*}} -> (f64) {
// SCF:       %[[STAMP:.*]] = memref.load [[MARKED]][
// SCF:       %[[IN:.*]] = arith.cmpi eq, %[[STAMP]], %[[ROUND]] : i32
// SCF:       scf.if %[[IN]] -> (f64) {
// SCF:         arith.mulf
// SCF:         arith.mulf
// SCF:         arith.addf
// SCF:     scf.yield %[[SUM]]
