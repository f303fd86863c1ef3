// Parallel loops whose iterations accumulate into the same elements: a copy for each
// task but the first, combined in the order of the tasks.
// RUN: encke-opt --cin-decide --convert-cin-to-scf --lower-tasks --canonicalize --cse %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32}>

// The runtime weighs the elements that are copied.
// CHECK-LABEL: func.func private @scatter
// CHECK-SAME: %{{.*}}: !llvm.ptr, %{{.*}}: memref<?xf64>, %{{.*}}: memref<?xf64>, %[[N:.*]]: index, %{{.*}}: index)
// CHECK-DAG: %[[c0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[c1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f64
// CHECK: %[[SIZE:.*]] = memref.dim %[[Y:.*]], %[[c0]]
// CHECK: %[[COPIED:.*]] = arith.index_cast %[[SIZE]] : index to i64
// CHECK: %[[TASKS64:.*]] = call @encke_loop_tasks({{.*}}, %c24_i64, %c262144_i64, %[[COPIED]], %c64_i64, %c1048576_i64)
// CHECK: %[[TASKS:.*]] = arith.index_cast %[[TASKS64]]
// CHECK: %[[SEVERAL:.*]] = arith.cmpi ne, %[[TASKS]], %[[c1]]
// No more chunks than rounds.
// CHECK: %[[SOME:.*]] = arith.select %[[SEVERAL]], %{{.*}}, %[[c1]]
// CHECK: %[[ROUNDS:.*]] = arith.maxsi %[[N]], %[[c1]]
// CHECK: %[[CHUNKS:.*]] = arith.minsi %[[SOME]], %[[ROUNDS]]
// CHECK: scf.if %[[SEVERAL]]
// CHECK: %[[OTHERS:.*]] = arith.subi %[[TASKS]], %[[c1]]
// CHECK: %[[COPIES:.*]] = memref.alloc(%[[OTHERS]], %[[SIZE]]) {alignment = 64 : i64, {{.*}}} : memref<?x?xf64>

// The first task has the buffer itself; a task clears its own copy.
// CHECK: scf.parallel (%[[TASK:.*]]) = (%[[c0]]) to (%[[TASKS]])
// CHECK:   %[[FIRST:.*]] = arith.cmpi eq, %[[TASK]], %[[c0]]
// CHECK:   %[[MINE:.*]] = scf.if %[[FIRST]]
// CHECK:     %[[SAME:.*]] = memref.cast %[[Y]]
// CHECK:     scf.yield %[[SAME]]
// CHECK:   } else {
// CHECK:     %[[NUMBER:.*]] = arith.subi %[[TASK]], %[[c1]]
// CHECK:     %[[COPY:.*]] = memref.subview %[[COPIES]][%[[NUMBER]], 0] [1, %[[SIZE]]] [1, 1]
// CHECK:     scf.for %[[AT:.*]] = %[[c0]] to %[[SIZE]]
// CHECK:       memref.store %[[ZERO]], %[[COPY]][%[[AT]]]
// CHECK:     scf.yield %[[COPY]]
// CHECK:   %[[APART:.*]]:2 = memref.distinct_objects %[[MINE]],
// CHECK:   %[[ALONE:.*]]:2 = memref.distinct_objects %[[APART]]#0,
// Chunks are dealt out in turn, which begins with another task each time.
// CHECK:   scf.for %[[BEGIN:.*]] = %[[c0]] to %[[CHUNKS]] step %[[TASKS]]
// CHECK:     %[[TURN:.*]] = arith.divui %[[BEGIN]], %[[TASKS]]
// CHECK:     %[[LATER:.*]] = arith.addi %[[TASK]], %[[TURN]]
// CHECK:     %[[PLACE:.*]] = arith.remui %[[LATER]], %[[TASKS]]
// CHECK:     %[[CHUNK:.*]] = arith.addi %[[BEGIN]], %[[PLACE]]
// CHECK:     func.call @encke_loop_split
// CHECK:     scf.for
// CHECK:       scf.for
// CHECK:         memref.store %{{.*}}, %[[ALONE]]#0[

// CHECK:   call @encke_loop_tasks
// CHECK:   scf.parallel
// CHECK:     scf.for %[[NEXT:.*]] = %[[c0]] to %[[OTHERS]]
// CHECK:       %[[FROM:.*]] = memref.subview %{{.*}}[%[[NEXT]], 0]
// CHECK:       scf.for %[[AT:.*]] =
// CHECK:         %[[OLD:.*]] = memref.load %[[INTO:.*]][%[[AT]]]
// CHECK:         %[[MORE:.*]] = memref.load %[[FROM]][%[[AT]]]
// CHECK:         %[[SUM:.*]] = arith.addf %[[OLD]], %[[MORE]]
// CHECK:         memref.store %[[SUM]], %[[INTO]][%[[AT]]]
// CHECK: memref.dealloc %[[COPIES]]

// One task goes without all that.
// CHECK: } else {
// CHECK-NOT: encke_loop_split
// CHECK:   scf.for %{{.*}} = %[[c0]] to %[[N]]
// CHECK:     memref.store %{{.*}}, %[[Y]][
// CHECK: return
func.func private @scatter(%A: !llvm.ptr, %x: memref<?xf64>, %y: memref<?xf64>, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>, %b = %x : memref<?xf64> as tensor<?xf64>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n parallel {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %1 = cin.access %b[%i] : !cin.place<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%j] += %2 : !cin.place<tensor<?xf64>>
      }
    }
  }
  return
}

// What is subtracted is collected and then subtracted at once.
// CHECK-LABEL: func.func private @difference
// CHECK: scf.parallel
// CHECK: arith.subf
// CHECK: scf.parallel
// CHECK: arith.addf
func.func private @difference(%A: !llvm.ptr, %y: memref<?xf64>, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n parallel {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        cin.assign %c[%j] -= %0 : !cin.place<tensor<?xf64>>
      }
    }
  }
  return
}

// A register: each task leaves its part, nothing is weighed.
// CHECK-LABEL: func.func private @greatest
// CHECK-DAG: %[[c0_i64:.*]] = arith.constant 0 : i64
// CHECK-DAG: %[[LEAST:.*]] = arith.constant 0xFFF0000000000000 : f64
// CHECK: call @encke_loop_tasks({{.*}}, %[[c0_i64]], %c64_i64, %c1048576_i64)
// CHECK: %[[PARTS:.*]] = memref.alloc(%[[TASKS:.*]]) {{.*}} : memref<?xf64>
// CHECK: scf.parallel (%[[TASK:.*]]) =
// CHECK:   %[[PART:.*]] = scf.for {{.*}} step %[[TASKS]] iter_args(%[[BEFORE:.*]] = %[[LEAST]])
// CHECK:     scf.for {{.*}} iter_args(%{{.*}} = %[[BEFORE]])
// CHECK:   memref.store %[[PART]], %[[PARTS]][%[[TASK]]]
// CHECK: %[[ALL:.*]] = scf.for %[[AT:.*]] = %{{.*}} to %[[TASKS]] {{.*}} iter_args(%[[SOFAR:.*]] = %[[LEAST]])
// CHECK:   %[[NEXT:.*]] = memref.load %[[PARTS]][%[[AT]]]
// CHECK:   %[[GREATER:.*]] = arith.{{max.*}} %[[SOFAR]], %[[NEXT]]
// CHECK:   scf.yield %[[GREATER]]
// CHECK: memref.dealloc %[[PARTS]]
func.func private @greatest(%x: memref<?xf64>, %y: memref<f64>, %n: index) {
  cin.kernel ins(%b = %x : memref<?xf64> as tensor<?xf64>) outs(%c = %y : memref<f64> as tensor<f64>) {
    cin.where %w : !cin.place<tensor<f64>> sizes() {
      %0 = cin.access %w[] : !cin.place<tensor<f64>>
      cin.assign %c[] = %0 : !cin.place<tensor<f64>>
    } producer {
      cin.forall %i in %n parallel {
        %0 = cin.access %b[%i] : !cin.place<tensor<?xf64>>
        cin.assign %w[] max= %0 : !cin.place<tensor<f64>>
      }
    }
  }
  return
}

// Of a result that is known to have no elements there are no copies, of which no view
// would be valid.
// CHECK-LABEL: func.func private @empty
// CHECK-NOT: memref.subview
// CHECK: return
func.func private @empty(%A: !llvm.ptr, %y: memref<0xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x0xf64, #CSR>) outs(%c = %y : memref<0xf64> as tensor<0xf64>) {
    cin.forall %i in %n parallel {
      cin.forall %j in %c0 {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x0xf64, #CSR>>
        cin.assign %c[%j] += %0 : !cin.place<tensor<0xf64>>
      }
    }
  }
  return
}
