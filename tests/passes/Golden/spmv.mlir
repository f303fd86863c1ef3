// The kernel that examples/spmv.ta becomes: y[i] = A[i,j] * x[j], A in CSR. The
// loop nest stands here in full. When it changes, it must be for the better.
// RUN: encke --mcpu=x86-64-v3 --emit=scf %examples/spmv.ta | FileCheck %s

// CHECK-LABEL: func.func private @kernel_0(
// CHECK-SAME: %[[A:[^ ]*]]: !llvm.ptr, %[[x:[^ ]*]]: memref<?xf64>, %{{[^ ]*}}: index, %[[y:[^ ]*]]: memref<?xf64>)
// CHECK-DAG: %[[zero:.*]] = arith.constant 0.0
// CHECK-DAG: %[[c0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[c1:.*]] = arith.constant 1 : index
// CHECK: %[[n:.*]] = memref.dim %[[y]], %[[c0]]

// y is the caller's; each element is set, so it need not be zero at first.
// CHECK-NOT: scf.for
// The arrays of A; y overlaps none of them.
// CHECK: call @encke_get_positions(%{{.*}}, %[[A]],
// CHECK: %[[pos:.*]] = builtin.unrealized_conversion_cast {{.*}} to memref<?xi32>
// CHECK: call @encke_get_coordinates(%{{.*}}, %[[A]],
// CHECK: %[[crd:.*]] = builtin.unrealized_conversion_cast {{.*}} to memref<?xi32>
// CHECK: call @encke_get_values(%{{.*}}, %[[A]],
// CHECK: %[[vals:.*]] = builtin.unrealized_conversion_cast {{.*}} to memref<?xf64>
// CHECK: %[[D1:.*]]:2 = memref.distinct_objects %[[y]], %[[vals]]
// CHECK: %[[D2:.*]]:2 = memref.distinct_objects %[[D1]]#0, %[[x]]

// CHECK-NEXT: scf.for %[[i:.*]] = %[[c0]] to %[[n]] step %[[c1]] {
// CHECK-NEXT:   %[[next:.*]] = arith.addi %[[i]], %[[c1]]
// CHECK-NEXT:   %[[lo32:.*]] = memref.load %[[pos]][%[[i]]]
// CHECK-NEXT:   %[[lo:.*]] = arith.index_castui %[[lo32]]
// CHECK-NEXT:   %[[hi32:.*]] = memref.load %[[pos]][%[[next]]]
// CHECK-NEXT:   %[[hi:.*]] = arith.index_castui %[[hi32]]
// CHECK-NEXT:   %[[sum:.*]] = scf.for %[[p:.*]] = %[[lo]] to %[[hi]] step %[[c1]] iter_args(%[[s:.*]] = %[[zero]]) -> (f64) {
// CHECK-NEXT:     %[[j32:.*]] = memref.load %[[crd]][%[[p]]]
// CHECK-NEXT:     %[[j:.*]] = arith.index_castui %[[j32]]
// CHECK-NEXT:     %[[a:.*]] = memref.load %[[D1]]#1[%[[p]]]
// CHECK-NEXT:     %[[b:.*]] = memref.load %[[D2]]#1[%[[j]]]
// CHECK-NEXT:     %[[ab:.*]] = arith.mulf %[[a]], %[[b]] fastmath<contract>
// CHECK-NEXT:     %[[t:.*]] = arith.addf %[[s]], %[[ab]] fastmath<contract>
// CHECK-NEXT:     scf.yield %[[t]]
// CHECK-NEXT:   } {cin.loop = #cin.loop<vector(4) few(8) far(row = 128, all = 1048576, vectors = 2, ahead = 128) uneven(rows = 1000, length = 16, lanes = 4) segment>}
// CHECK-NEXT:   memref.store %[[sum]], %[[D2]]#0[%[[i]]]
// CHECK-NEXT: }
// CHECK-NEXT: return
