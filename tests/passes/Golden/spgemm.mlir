// C = A B, all in CSR: Gustavson's algorithm. For each row of C the rows of B that a row
// of A names are added up in a row workspace, whose elements are then appended in order.
// RUN: encke --mcpu=x86-64-v3 --emit=cin %S/Inputs/spgemm.ta | FileCheck %s --check-prefix=CIN
// RUN: encke --mcpu=x86-64-v3 --emit=scf %S/Inputs/spgemm.ta | FileCheck %s --check-prefix=SCF

// CIN: cin.forall %i in
// CIN:   cin.where %[[W:.*]] : !cin.place<tensor<?xf64, #{{.*}}>> sizes(
// CIN:     cin.forall %k in
// CIN:       %[[S:.*]] = cin.access %[[W]][%k]
// CIN:       cin.assign %{{.*}}[%i, %k] = %[[S]]
// CIN:   } producer {
// CIN:     cin.forall %j in
// CIN:       cin.forall %k in
// CIN:         cin.access %{{.*}}[%i, %j]
// CIN:         cin.access %{{.*}}[%j, %k]
// CIN:         cin.assign %[[W]][%k] +=

// SCF-LABEL: func.func private @kernel_0(
// SCF: %[[W:.*]] = memref.alloc({{.*}} : memref<?xf64>
// SCF: %[[MARKS:.*]] = memref.alloc({{.*}} : memref<?xi1>
// SCF: %[[LIST:.*]] = memref.alloc({{.*}} : memref<?xi32>

// What the rows so far tell of the next one.
// SCF: %[[HISTORY:.*]] = memref.alloc({{.*}} : memref<2xindex>

// At most there is an element for each product.
// SCF: %[[MOST:.*]] = scf.for %[[I:[^ ]*]] = {{.*}} iter_args(
// SCF:   %[[IS_SMALL:.*]] = arith.cmpi ult, %{{.*}}, %c65537
// SCF:   %[[ROW:.*]] = scf.if %[[IS_SMALL]] -> (index) {
// SCF:   } else {
// SCF:     %[[SUM:.*]] = scf.for {{.*}} iter_args(%[[SO_FAR:.*]] = %c0) -> (index) {
// SCF-NOT: scf.for
// SCF:       %[[LENGTH:.*]] = arith.subi
// SCF:       arith.addi %[[SO_FAR]], %[[LENGTH]]
// SCF:     scf.yield %[[SUM]]
// SCF:   arith.minui %[[ROW]],
// SCF: %[[MOST64:.*]] = arith.index_cast %[[MOST]]
// SCF: call @encke_result_may_reserve(%{{.*}}, %[[MOST64]])
// SCF: %[[COUNT:.*]] = scf.if %{{.*}} -> (index) {
// SCF:   scf.yield %[[MOST]]
// SCF: } else {

// Else they are counted: marks only, with branches where these can be foreseen.
// SCF: scf.for %[[I:[^ ]*]] = {{.*}} iter_args(
// SCF:   %[[SCORE:.*]] = memref.load %[[HISTORY]][%c1]
// SCF:   %[[FORESEEN:.*]] = arith.cmpi sge, %[[SCORE]], %c0
// SCF:   scf.if %[[FORESEEN]] -> (index, index) {
// SCF:     scf.for %[[P:[^ ]*]] =
// SCF:       scf.for %[[Q:[^ ]*]] =
// SCF-NOT: %[[W]][
// SCF:         scf.if
// SCF:         memref.store %true, %[[MARKS]]
// SCF:   } else {
// SCF:     scf.for %[[P:[^ ]*]] =
// SCF:       scf.for %[[Q:[^ ]*]] =
// SCF-NOT: scf.if
// SCF-NOT: %[[W]][
// SCF:         %[[MARK:.*]] = memref.load %[[MARKS]][
// SCF:         memref.store %true, %[[MARKS]]
// SCF:         memref.store %{{.*}}, %[[LIST]][%[[AT:.*]]]
// SCF:         %[[NEXT:.*]] = arith.addi %[[AT]], %c1
// SCF:         arith.select %[[MARK]], %[[AT]], %[[NEXT]]
// SCF:   memref.store %{{.*}}, %[[HISTORY]][%c0]
// SCF:   memref.store %{{.*}}, %[[HISTORY]][%c1]
// SCF:     memref.store %false, %[[MARKS]]

// Arrays of that size.
// SCF: %[[N:.*]] = arith.index_cast %[[COUNT]]
// SCF: call @encke_result_allocate(%{{.*}}, %{{.*}}, %{{.*}}, %[[N]])
// SCF: call @encke_result_allocate_values(%{{.*}}, %[[N]])

// The last run fills them in.
// SCF: %[[USED:.*]] = scf.for %[[I:[^ ]*]] =
// SCF:   scf.if %{{.*}} -> (index, index) {
// SCF:   scf.for %[[P:[^ ]*]] =
// SCF:     scf.for %[[Q:[^ ]*]] =
// SCF:       %[[K32:.*]] = memref.load %{{.*}}[%[[Q]]] : memref<?xi32>
// SCF:       %[[K:.*]] = arith.index_castui %[[K32]]
// SCF:       %[[AB:.*]] = arith.mulf
// SCF:       %[[MARK:.*]] = memref.load %[[MARKS]][%[[K]]]
// SCF:       scf.if %[[MARK]] -> (index) {
// SCF:         %[[OLD:.*]] = memref.load %[[W]][%[[K]]]
// SCF:         %[[NEW:.*]] = arith.addf %[[OLD]], %[[AB]]
// SCF:         memref.store %[[NEW]], %[[W]][%[[K]]]
// SCF:       } else {
// SCF:         memref.store %true, %[[MARKS]][%[[K]]]
// SCF:         memref.store %[[K32]], %[[LIST]]
// SCF:         memref.store %[[AB]], %[[W]][%[[K]]]
// SCF:   } else {
// SCF:   scf.for %[[P:[^ ]*]] =
// SCF:     scf.for %[[Q:[^ ]*]] =
// SCF-NOT: scf.if
// SCF:       %[[AB:.*]] = arith.mulf
// SCF:       %[[MARK:.*]] = memref.load %[[MARKS]][%[[K:.*]]]
// SCF:       %[[FROM:.*]] = arith.select %[[MARK]], %[[K]], %{{.*}} {cin.unpredictable} : index
// SCF:       %[[OLD:.*]] = memref.load %[[W]][%[[FROM]]]
// SCF:       %[[SUM:.*]] = arith.addf %[[OLD]], %[[AB]]
// SCF:       memref.store %[[SUM]], %[[W]][%[[K]]]
// SCF:   call @encke_sort_coordinates(
// SCF:   scf.for %{{.*}} iter_args(%[[AT:.*]] = %{{.*}}) -> (index) {
// SCF:     %[[K32:.*]] = memref.load %[[LIST]]
// SCF:     %[[SUM:.*]] = memref.load %[[W]]
// SCF:     memref.store %[[SUM]], %{{.*}}[%[[AT]]] : memref<?xf64>
// SCF:     memref.store %[[K32]], %{{.*}}[%[[AT]]] : memref<?xi32>
// SCF:   memref.store %false, %[[MARKS]]
// SCF: %[[USED64:.*]] = arith.index_cast %[[USED]]
// SCF: call @encke_result_cut(%{{.*}}, %c1_i64, %{{.*}}, %[[USED64]])
// SCF: call @encke_result_finish(
