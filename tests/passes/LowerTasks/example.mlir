// The example of the pass's description.
// RUN: encke-opt --allow-unregistered-dialect --lower-tasks --canonicalize --cse %s | FileCheck %s
// RUN: encke-opt --allow-unregistered-dialect --lower-tasks=to=serial --canonicalize --cse %s | FileCheck %s --check-prefix=SERIAL

// CHECK-LABEL: func.func private @f
// CHECK-DAG: %[[c0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[c1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[c1_i64:.*]] = arith.constant 1 : i64
// CHECK: %[[TASKS64:.*]] = call @encke_loop_tasks(
// CHECK: %[[TASKS:.*]] = arith.index_cast %[[TASKS64]]
// CHECK: %[[SEVERAL:.*]] = arith.cmpi ne, %[[TASKS]], %[[c1]] : index
// CHECK: %[[CHUNKS:.*]] = arith.select %[[SEVERAL]]
// CHECK: %[[TAKEN:.*]] = memref.alloca() : memref<1xi64>
// CHECK: scf.parallel (%[[TASK:.*]]) = (%[[c0]]) to (%[[TASKS]]) step (%[[c1]]) {
// CHECK-NEXT: %[[DONE:.*]] = scf.while : () -> index {
// CHECK-NEXT: %[[TAKEN64:.*]] = memref.atomic_rmw addi %[[c1_i64]], %[[TAKEN]][%[[c0]]] : (i64, memref<1xi64>) -> i64
// CHECK-NEXT: %[[CHUNK:.*]] = arith.index_cast %[[TAKEN64]] : i64 to index
// CHECK-NEXT: %[[LEFT:.*]] = arith.cmpi ult, %[[CHUNK]], %[[CHUNKS]] : index
// CHECK-NEXT: scf.condition(%[[LEFT]]) %[[CHUNK]] : index
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%[[CHUNK:.*]]: index):
// CHECK: %[[FIRST64:.*]] = func.call @encke_loop_split(
// CHECK: %[[FIRST:.*]] = arith.index_cast %[[FIRST64]]
// CHECK: %[[LAST64:.*]] = func.call @encke_loop_split(
// CHECK: %[[LAST:.*]] = arith.index_cast %[[LAST64]]
// CHECK: "test.chunk"(%[[FIRST]], %[[LAST]])
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }

// SERIAL-LABEL: func.func private @f
// SERIAL-SAME: %[[N:[^:]*]]: index
// SERIAL-NEXT: %[[C0:.*]] = arith.constant 0 : index
// SERIAL-NEXT: "test.chunk"(%[[C0]], %[[N]])
// SERIAL-NEXT: return
func.func private @f(%n: index, %c: index) attributes {encke.kernel} {
  %c0 = arith.constant 0 : index
  %p = tasks.plan %c0 to %n cost(%c) chunks(16)
  tasks.run %p {
    tasks.chunks {
    ^bb0(%first: index, %last: index):
      "test.chunk"(%first, %last) : (index, index) -> ()
      tasks.yield
    }
    tasks.yield
  }
  return
}
