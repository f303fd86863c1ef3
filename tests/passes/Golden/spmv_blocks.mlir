// y[i] = A[i,j] * x[j], A in blocks of 4 x 4. A row in them is summed up along all
// blocks; where these are not cut off, with vectors, for four rows at once.
// RUN: encke --mcpu=x86-64-v3 --emit=scf %S/Inputs/spmv_blocks.ta | FileCheck %s
// RUN: encke --mcpu=x86-64-v3 --emit=asm %S/Inputs/spmv_blocks.ta | FileCheck %s --check-prefix=ASM

// CHECK-LABEL: func.func private @kernel_1(
// CHECK-SAME: %[[A:[^ ]*]]: !llvm.ptr, %[[x:[^ ]*]]: memref<?xf64>, %{{[^ ]*}}: index, %[[y:[^ ]*]]: memref<?xf64>)
// CHECK-DAG: %[[c0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[c1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[c4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[zero:.*]] = arith.constant 0.0
// CHECK: %[[m:.*]] = memref.dim %[[x]], %[[c0]]
// CHECK: %[[n:.*]] = memref.dim %[[y]], %[[c0]]
// CHECK: %[[rows:.*]] = arith.ceildivui %[[n]], %[[c4]]
// CHECK: %[[pos:.*]] = builtin.unrealized_conversion_cast {{.*}} to memref<?xi32>
// CHECK: %[[crd:.*]] = builtin.unrealized_conversion_cast {{.*}} to memref<?xi32>
// CHECK: %[[vals:.*]] = builtin.unrealized_conversion_cast {{.*}} to memref<?xf64>
// CHECK: %[[D1:.*]]:2 = memref.distinct_objects %[[y]], %[[vals]]
// CHECK: %[[D2:.*]]:2 = memref.distinct_objects %[[D1]]#0, %[[x]]

// CHECK-NEXT: scf.for %[[ib:.*]] = %[[c0]] to %[[rows]] step %[[c1]] {
// CHECK-NEXT:   %[[i0:.*]] = arith.muli %[[ib]], %[[c4]]
// CHECK-NEXT:   %[[left:.*]] = arith.subi %[[n]], %[[i0]]
// CHECK-NEXT:   %[[whole:.*]] = arith.cmpi uge, %[[left]], %[[c4]]
// CHECK-NEXT:   scf.if %[[whole]] {
// CHECK-NEXT:     scf.for %[[r:.*]] = %[[c0]] to %[[c4]] step %[[c1]] {
// CHECK-NEXT:       %[[i:.*]] = arith.addi %[[i0]], %[[r]]
// CHECK:            %[[row:.*]] = scf.for %[[at:.*]] = %{{.*}} to %{{.*}} step %[[c1]] iter_args(%[[sum:.*]] = %[[zero]]) -> (f64) {
// CHECK-NEXT:         %[[jb32:.*]] = memref.load %[[crd]][%[[at]]]
// CHECK-NEXT:         %[[jb:.*]] = arith.index_castui %[[jb32]]
// CHECK-NEXT:         %[[above:.*]] = arith.muli %[[at]], %[[c4]]
// CHECK-NEXT:         %[[in:.*]] = arith.addi %[[above]], %[[r]]
// CHECK-NEXT:         %[[j0:.*]] = arith.muli %[[jb]], %[[c4]]
// CHECK-NEXT:         %[[right:.*]] = arith.subi %[[m]], %[[j0]]
// CHECK-NEXT:         %[[all:.*]] = arith.cmpi uge, %[[right]], %[[c4]]
// CHECK-NEXT:         %[[added:.*]] = scf.if %[[all]] -> (f64) {
// CHECK-NEXT:           %[[dot:.*]] = scf.for %[[c:.*]] = %[[c0]] to %[[c4]] step %[[c1]] iter_args(%[[s:.*]] = %[[sum]]) -> (f64) {
// CHECK-NEXT:             %[[j:.*]] = arith.addi %[[j0]], %[[c]]
// CHECK-NEXT:             %[[base:.*]] = arith.muli %[[in]], %[[c4]]
// CHECK-NEXT:             %[[p:.*]] = arith.addi %[[base]], %[[c]]
// CHECK-NEXT:             %[[a:.*]] = memref.load %[[D1]]#1[%[[p]]]
// CHECK-NEXT:             %[[b:.*]] = memref.load %[[D2]]#1[%[[j]]]
// CHECK-NEXT:             %[[ab:.*]] = arith.mulf %[[a]], %[[b]] fastmath<contract>
// CHECK-NEXT:             %[[t:.*]] = arith.addf %[[s]], %[[ab]] fastmath<contract>
// CHECK-NEXT:             scf.yield %[[t]]
// CHECK-NEXT:           } {cin.loop = #cin.loop<vector(4) registers(1)>}
// CHECK:                scf.for %{{.*}} = %[[c0]] to %[[right]] step %[[c1]]
// CHECK:            memref.store %[[row]], %[[D2]]#0[%[[i]]]
// CHECK:          } else {
// CHECK-NEXT:       scf.for %{{.*}} = %[[c0]] to %[[left]] step %[[c1]] {

// Four rows at once, no store for a block, nothing across lanes.
// ASM-LABEL: kernel_1:
// ASM:       vmovupd (%{{.*}}), %[[X:ymm[0-9]+]]
// ASM:       vfmadd231pd (%{{.*}}), %[[X]], %[[S0:ymm[0-9]+]]
// ASM-NOT:   {{vmovupd|vhadd|vextract}}
// ASM:       vfmadd231pd (%{{.*}}), %[[X]], %[[S1:ymm[0-9]+]]
// ASM-NOT:   {{vmovupd|vhadd|vextract}}
// ASM:       vfmadd231pd (%{{.*}}), %[[X]], %[[S2:ymm[0-9]+]]
// ASM-NOT:   {{vmovupd|vhadd|vextract}}
// ASM:       vfmadd231pd (%{{.*}}), %[[X]], %[[S3:ymm[0-9]+]]
