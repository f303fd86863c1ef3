// A loop in which only values change: B is converted and the arrays of C are made before it
// (L28, L30). In the loop is the numeric phase, in which nothing is counted and no position
// or coordinate of C is stored: a row is read at the coordinates that C has already.
// RUN: encke --emit=scf %S/Inputs/loop.ta | FileCheck %s

// CHECK-LABEL: func.func @encke_program(
// CHECK: %[[ONCE:.*]]:2 = call @kernel_2_once(%{{.*}}, %[[A:[^,]*]], %[[B:[^,]*]]) :
// CHECK-NEXT: %[[MADE:.*]] = call @encke_tensors_made()
// CHECK: scf.for
// CHECK: func.call @kernel_2(%[[A]], %{{.*}}, %[[B]], {{.*}}%[[ONCE]]#0, %[[ONCE]]#1)
// CHECK: func.call @encke_tensors_free(%[[MADE]])

// The symbolic phase.
// CHECK-LABEL: func.func private @kernel_2_once(
// CHECK: call @encke_convert(
// CHECK: scf.for
// CHECK: call @encke_result_allocate(
// CHECK: call @encke_result_count_values(
// CHECK: scf.for
// CHECK: call @encke_sort_coordinates(
// CHECK: memref.store %{{.*}} : memref<?xi32>
// CHECK-NOT: memref.store %{{.*}} : memref<?xf64>
// CHECK: call @encke_result_finish(

// The numeric phase: one run.
// CHECK-LABEL: func.func private @kernel_2(
// CHECK: call @encke_tensor_like(
// CHECK-NOT: encke_result
// CHECK: scf.for %[[I:[^ ]*]] = %c0 to
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK-NOT: encke_sort_coordinates
// CHECK: scf.for
// CHECK: %[[V:.*]] = memref.load %{{.*}} : memref<?xf64>
// CHECK-NEXT: memref.store %[[V]], %{{.*}} : memref<?xf64>
// CHECK-NOT: arith.mulf
// CHECK-NOT: encke_result
// CHECK: return
