// A layer of a graph neural network, relu((A X) W), from three statements: one loop over
// the nodes with a row of A X and a row of the product in between, both in a cache. The
// sums of either stay in registers.
// RUN: encke --mcpu=x86-64-v3 --emit=cin %S/Inputs/gnn_layer.ta | FileCheck %s --check-prefix=CIN
// RUN: encke --mcpu=x86-64-v3 --emit=vector %S/Inputs/gnn_layer.ta | FileCheck %s --check-prefix=VECTOR

// CIN: cin.forall %i in
// CIN:   cin.where %[[Y:.*]] : !cin.place<tensor<8xf64>> sizes() {
// CIN:     cin.forall %l in %{{.*}} vector(4)
// CIN:       arith.maximumf
// CIN:       cin.assign %{{.*}}[%i, %l] =
// CIN:   } producer {
// CIN:     cin.where %[[H:.*]] : !cin.place<tensor<16xf64>> sizes() {
// CIN:       cin.forall %k in
// CIN:         cin.forall %l in
// CIN:           cin.access %[[H]][%k]
// CIN:           cin.assign %[[Y]][%l] +=
// CIN:     } producer {
// CIN:       cin.forall %j in
// CIN:         cin.forall %k in
// CIN:           cin.assign %[[H]][%k] +=

// VECTOR-DAG: %[[H:.*]] = memref.alloc() {{.*}} : memref<16xf64>
// VECTOR-DAG: %[[Y:.*]] = memref.alloc() {{.*}} : memref<8xf64>
// VECTOR: scf.for %[[I:[^ ]*]] =
// The sums of the neighbours' features: four vectors, stored after the row.
// VECTOR:   %[[SUMS:.*]]:4 = scf.if {{.*}} -> (vector<4xf64>, vector<4xf64>, vector<4xf64>, vector<4xf64>) {
// VECTOR-NOT: store
// VECTOR:     } else {
// VECTOR-NOT: store
// VECTOR:     scf.yield
// VECTOR-COUNT-4: vector.store %[[SUMS]]#{{[0-3]}}, %[[H]][
// Times the weights: four sets of two sums, each for a fourth of the rounds, added
// afterwards.
// VECTOR:   %[[PRODUCT:.*]]:8 = scf.for %{{.*}} = %c0 to %c16 step %c4 iter_args
// VECTOR-COUNT-4: memref.load %[[H]][
// VECTOR-NOT: store
// VECTOR:     scf.yield
// VECTOR-COUNT-6: arith.addf %{{.*}}, %[[PRODUCT]]#{{[2-7]}}
// VECTOR-COUNT-2: vector.store %{{.*}}, %[[Y]][
// The function of each element.
// VECTOR:   scf.for
// VECTOR:     vector.load %[[Y]][
// VECTOR:     arith.maximumf
// VECTOR:     vector.store %{{.*}}, %{{.*}}[%[[I]], %{{.*}}] : memref<?x8xf64>
