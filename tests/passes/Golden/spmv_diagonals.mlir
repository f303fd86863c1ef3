// y[i] = A[i,j] * x[j], A by diagonals. In a strip of rows, nine diagonals are
// added together, or three: each is a product of two vectors, element by element, which
// LLVM makes of loops without coordinates; y is loaded and stored once for them.
// RUN: encke --mcpu=x86-64-v3 --emit=scf %S/Inputs/spmv_diagonals.ta | FileCheck %s
// RUN: encke --mcpu=x86-64-v3 --emit=asm %S/Inputs/spmv_diagonals.ta | FileCheck %s --check-prefix=ASM
// RUN: encke --mcpu=x86-64-v3 --threads=2 --emit=llvm-ir %S/Inputs/spmv_diagonals.ta | FileCheck %s --check-prefix=TEAM

// CHECK-LABEL: func.func private @kernel_1(
// CHECK-SAME: %[[A:[^ ]*]]: !llvm.ptr, %[[x:[^ ]*]]: memref<?xf64>, %{{[^ ]*}}: index, %[[y:[^ ]*]]: memref<?xf64>)
// CHECK: %[[m:.*]] = memref.dim %[[x]]
// CHECK: %[[n:.*]] = memref.dim %[[y]]
// CHECK: %[[strips:.*]] = arith.ceildivui %[[n]], %c2048
// CHECK: %[[D1:.*]]:2 = memref.distinct_objects %[[y]], %{{.*}}
// CHECK: %[[D2:.*]]:2 = memref.distinct_objects %[[D1]]#0, %[[x]]
// CHECK: scf.for %[[ib:.*]] = %c0 to %[[strips]] step %c1 {
// CHECK:   %[[first:.*]] = arith.muli %[[ib]], %c2048
// CHECK:   %[[left:.*]] = arith.subi %[[n]], %[[first]]
// CHECK:   %[[rows:.*]] = arith.minui %[[left]], %c2048
// CHECK:   scf.while
// CHECK:     scf.if
// CHECK:     scf.if
// CHECK:       scf.for %[[r:.*]] = %c0 to %[[rows]] step %c1 {
// CHECK-NEXT:    %[[i:.*]] = arith.addi %[[first]], %[[r]]
// CHECK-NEXT:    %[[base:.*]] = arith.muli
// CHECK-NEXT:    %[[p:.*]] = arith.addi %[[base]], %[[i]]
// CHECK:         %[[sum:.*]] = arith.addi %{{.*}}, %[[i]]
// CHECK-NEXT:    %[[below:.*]] = arith.subi %[[sum]], %[[n]]
// CHECK-NEXT:    %[[j:.*]] = arith.addi %[[below]], %c1
// CHECK-NEXT:    %[[a:.*]] = memref.load %[[D1]]#1[%[[p]]]
// CHECK-NEXT:    %[[b:.*]] = memref.load %[[D2]]#1[%[[j]]]
// CHECK-NEXT:    %[[ab:.*]] = arith.mulf %[[a]], %[[b]] fastmath<contract>
// CHECK-NEXT:    %[[old:.*]] = memref.load %[[D2]]#0[%[[i]]]
// CHECK-NEXT:    %[[new:.*]] = arith.addf %[[old]], %[[ab]] fastmath<contract>
// CHECK-NEXT:    memref.store %[[new]], %[[D2]]#0[%[[i]]]
// CHECK-COUNT-8: memref.store
// CHECK:       } else {

// Products and one store; no branch on what may overlap in between.
// ASM-LABEL: kernel_1:
// ASM:      vfmadd{{[0-9]+}}pd {{.*}}(%{{.*}}), %ymm{{[0-9]+}}, %ymm
// ASM:      vmovupd {{.*}}, %ymm8
// ASM-NOT:  vmovupd %ymm
// ASM-COUNT-9: vfmadd{{[0-9]+}}pd
// ASM-NOT:  vfmadd
// ASM:      vmovupd %ymm{{[0-9]+}}, (%{{[a-z0-9]+}},%[[I:[a-z0-9]+]],8)
// ASM-NEXT: addq $4, %[[I]]
// ASM-NEXT: cmpq
// ASM-NEXT: jne

// Neither where tasks share the strips: that the buffers are separate is known
// in the task, too (driver/Assumptions.h), which LLVM would otherwise check.
// TEAM-LABEL: define internal void @kernel_1..omp_par.1(
// TEAM-COUNT-2: call void @llvm.assume(i1 true) [ "separate_storage"(
// TEAM-NOT: memcheck
// TEAM: {{^}}}
