// A layer of a graph neural network, relu((A X) W), from three statements: one loop over
// the nodes with a row of A X and a row of the product in between, both in a cache. The
// sums of either stay in registers.
// RUN: encke --mcpu=x86-64-v3 --emit=cin %S/Inputs/gnn_layer.ta | FileCheck %s --check-prefix=CIN
// RUN: encke --mcpu=x86-64-v3 --emit=vector %S/Inputs/gnn_layer.ta | FileCheck %s --check-prefix=VECTOR

// CIN: cin.forall %i in
// CIN:   cin.where %[[Y:.*]] : !cin.place<tensor<8xf64>> sizes() filled {
// CIN:     cin.forall %l in %{{.*}} vector(4)
// CIN:       arith.maximumf
// CIN:       cin.assign %{{.*}}[%i, %l] =
// CIN:   } producer {
// CIN:     cin.where %[[H:.*]] : !cin.place<tensor<16xf64>> sizes() filled {
// CIN:       cin.forall %k in
// CIN:         cin.forall %l in
// CIN:           cin.access %[[H]][%k]
// CIN:           cin.assign %[[Y]][%l] +=
// CIN:     } producer {
// CIN:       cin.forall %j in
// CIN:         cin.forall %k in
// CIN:           cin.assign %[[H]][%k] +=

// VECTOR-DAG: %[[H:.*]] = memref.alloc() {{.*}} : memref<4x16xf64>
// VECTOR-DAG: %[[Y:.*]] = memref.alloc() {{.*}} : memref<4x8xf64>
// Four nodes at a time.
// VECTOR: scf.for %[[I:[^ ]*]] = {{.*}} step %c4 {
// VECTOR:   scf.for %[[R:[^ ]*]] = %c0 to %c4 step %c1 {
// The sums of the neighbours' features: four vectors, stored after the row.
// VECTOR:     %[[SUMS:.*]]:4 = scf.if {{.*}} -> (vector<4xf64>, vector<4xf64>, vector<4xf64>, vector<4xf64>) {
// VECTOR-NOT: store
// VECTOR:     } else {
// VECTOR-NOT: store
// VECTOR:     scf.yield
// VECTOR-COUNT-4: vector.store %[[SUMS]]#{{[0-3]}}, %[[H]][%[[R]], %
// Times the weights: two sums of each of the four rows.
// VECTOR:   %[[PRODUCT:.*]]:8 = scf.for %[[K:.*]] = %c0 to %c16 step %c1 iter_args
// VECTOR:     memref.load %[[H]][%c0, %[[K]]]
// VECTOR-COUNT-2: vector.load %[[W:.*]][%[[K]], %
// VECTOR:     memref.load %[[H]][%c1, %[[K]]]
// VECTOR:     memref.load %[[H]][%c2, %[[K]]]
// VECTOR:     memref.load %[[H]][%c3, %[[K]]]
// VECTOR-NOT: load
// VECTOR-NOT: store
// VECTOR:     scf.yield
// VECTOR-COUNT-8: vector.store %[[PRODUCT]]#{{[0-7]}}, %[[Y]][%c{{[0-3]}}, %
// The function of each element.
// VECTOR:   scf.for %[[R:[^ ]*]] = %c0 to %c4 step %c1 {
// VECTOR:     %[[ROW:.*]] = arith.addi %[[I]], %[[R]]
// VECTOR:     scf.for
// VECTOR:     vector.load %[[Y]][%[[R]], %
// VECTOR:     arith.maximumf
// VECTOR:     vector.store %{{.*}}, %{{.*}}[%[[ROW]], %{{.*}}] : memref<?x8xf64>
