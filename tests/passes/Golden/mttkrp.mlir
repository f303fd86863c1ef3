// The kernel that examples/mttkrp.ta becomes: one loop for each level of the tensor in
// CSF, in storage order, and the loop over the columns of the factors inside, along
// which every matrix is contiguous.
// RUN: encke --mcpu=x86-64-v3 --emit=scf %examples/mttkrp.ta | FileCheck %s

// CHECK-LABEL: func.func private @kernel_0(
// CHECK-DAG: %[[c0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[c1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[columns:.*]] = arith.constant 5 : index
// CHECK: %[[pos0:.*]] = builtin.unrealized_conversion_cast {{.*}} to memref<?xi32>
// CHECK: %[[crd0:.*]] = builtin.unrealized_conversion_cast {{.*}} to memref<?xi32>
// CHECK: %[[pos1:.*]] = builtin.unrealized_conversion_cast {{.*}} to memref<?xi32>
// CHECK: %[[crd1:.*]] = builtin.unrealized_conversion_cast {{.*}} to memref<?xi32>
// CHECK: %[[pos2:.*]] = builtin.unrealized_conversion_cast {{.*}} to memref<?xi32>
// CHECK: %[[crd2:.*]] = builtin.unrealized_conversion_cast {{.*}} to memref<?xi32>
// CHECK: memref.load %[[pos0]][%[[c0]]]
// CHECK: memref.load %[[pos0]][%[[c1]]]
// CHECK: scf.for %[[p:.*]] = %{{.*}} to %{{.*}} step
// CHECK:   %[[i32:.*]] = memref.load %[[crd0]][%[[p]]]
// CHECK:   %[[i:.*]] = arith.index_castui %[[i32]]
// CHECK:   memref.load %[[pos1]][%[[p]]]
// CHECK:   scf.for %[[q:.*]] = %{{.*}} to %{{.*}} step
// CHECK:     %[[j32:.*]] = memref.load %[[crd1]][%[[q]]]
// CHECK:     %[[j:.*]] = arith.index_castui %[[j32]]
// CHECK:     memref.load %[[pos2]][%[[q]]]
// CHECK:     scf.for %[[s:.*]] = %{{.*}} to %{{.*}} step
// CHECK:       %[[k32:.*]] = memref.load %[[crd2]][%[[s]]]
// CHECK:       %[[k:.*]] = arith.index_castui %[[k32]]
// CHECK:       scf.for %[[r:.*]] = %[[c0]] to %[[columns]] step
// CHECK-DAG:     memref.load %{{.*}}[%[[s]]] : memref<?xf64>
// CHECK-DAG:     memref.load %{{.*}}[%[[j]], %[[r]]] : memref<?x5xf64>
// CHECK-DAG:     memref.load %{{.*}}[%[[k]], %[[r]]] {cin.prefetch = #cin<prefetch({{.*}})>} : memref<?x5xf64>
// CHECK:         memref.store %{{.*}}[%[[i]], %[[r]]] : memref<?x5xf64>
// CHECK:       } {cin.loop = #cin.loop<vector(4){{.*}}>}
