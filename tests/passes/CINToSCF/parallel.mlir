// Parallel loops: tasks that take chunks of about the same number of elements.
// RUN: encke-opt --cin-decide --convert-cin-to-scf --lower-tasks --canonicalize --cse %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32}>
#ROW = #sparse_tensor.encoding<{map = (d0) -> (d0 : compressed), posWidth = 32, crdWidth = 32}>
#DCSR = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : compressed, d1 : compressed), posWidth = 32, crdWidth = 32}>

// A sparse result: chunks are counted, the counts scanned, the chunks filled in.
// CHECK-LABEL: func.func private @scale
// CHECK-SAME: %[[A:.*]]: !llvm.ptr, %[[B:.*]]: !llvm.ptr, %[[N:.*]]: index, %{{.*}}: index)
// CHECK: call @encke_get_positions(%[[PLACE:.*]], %[[A]],
// CHECK-NEXT: %[[LOADED:.*]] = llvm.load %[[PLACE]]
// CHECK-NEXT: %[[POS:.*]] = builtin.unrealized_conversion_cast %[[LOADED]]
// CHECK: %[[ADDRESS:.*]] = memref.extract_aligned_pointer_as_index %[[POS]]
// CHECK: %[[TASKS64:.*]] = call @encke_loop_tasks(
// CHECK: %[[TASKS:.*]] = arith.index_cast %[[TASKS64]]
// CHECK: %[[SEVERAL:.*]] = arith.cmpi ne, %[[TASKS]], %[[c1:.*]] : index
// CHECK: %[[CHUNKS:.*]] = arith.select %[[SEVERAL]]
// CHECK: %[[CURSORS:.*]] = memref.alloc(%[[CHUNKS]]) {{.*}} : memref<?x1xindex>
// CHECK: %[[NEXT:.*]] = memref.alloca() : memref<1xi64>
// CHECK: scf.parallel (%{{.*}}) = (%[[c0:.*]]) to (%[[TASKS]])
// CHECK:   scf.while
// CHECK:     %[[TAKEN64:.*]] = memref.atomic_rmw addi %{{.*}}, %[[NEXT]]
// CHECK:     %[[TAKEN:.*]] = arith.index_cast %[[TAKEN64]]
// CHECK:     %[[LEFT:.*]] = arith.cmpi ult, %[[TAKEN]], %[[CHUNKS]]
// CHECK:     scf.condition(%[[LEFT]]) %[[TAKEN]]
// CHECK:   ^bb0(%[[CHUNK:.*]]: index):
// CHECK:     func.call @encke_loop_split
// CHECK:     func.call @encke_loop_split
// CHECK:     %[[COUNTED:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[c0]])
// CHECK:     memref.store %[[COUNTED]], %[[CURSORS]][%[[CHUNK]], %[[c0]]]
// CHECK: %[[TOTAL:.*]] = scf.for %[[AT:.*]] = %[[c0]] to %[[CHUNKS]] {{.*}} iter_args(%[[BEFORE:.*]] = %[[c0]])
// CHECK:   %[[COUNT:.*]] = memref.load %[[CURSORS]][%[[AT]], %[[c0]]]
// CHECK:   memref.store %[[BEFORE]], %[[CURSORS]][%[[AT]], %[[c0]]]
// CHECK:   %[[BEHIND:.*]] = arith.addi %[[BEFORE]], %[[COUNT]]
// CHECK:   scf.yield %[[BEHIND]]
// CHECK: call @encke_result_allocate
// CHECK: scf.parallel
// CHECK:   ^bb0(%[[CHUNK:.*]]: index):
// CHECK:     %[[BEGIN:.*]] = memref.load %[[CURSORS]][%[[CHUNK]], %[[c0]]]
// CHECK:     scf.for {{.*}} iter_args(%{{.*}} = %[[BEGIN]])
// CHECK: call @encke_result_finish
func.func private @scale(%A: !llvm.ptr, %B: !llvm.ptr, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>) outs(%b = %B : !llvm.ptr as tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n parallel {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        cin.assign %b[%i, %j] = %0 : !cin.place<tensor<?x?xf64, #CSR>>
      }
    }
  }
  return
}

// A result that has its pattern says where each chunk begins.
// CHECK-LABEL: func.func private @numeric
// CHECK-SAME: %{{.*}}: !llvm.ptr, %[[B:.*]]: !llvm.ptr, %{{.*}}: index, %{{.*}}: index)
// CHECK-NOT: call @encke_result_allocate
// CHECK: scf.parallel
// CHECK-NOT: scf.parallel
// CHECK:   ^bb0(%[[CHUNK:.*]]: index):
// CHECK:     %[[FIRST:.*]] = func.call @encke_loop_split
// CHECK:     %[[BEGIN64:.*]] = func.call @encke_result_seek(%[[B]], %c1_i64, %[[FIRST]])
// CHECK:     %[[BEGIN:.*]] = arith.index_cast %[[BEGIN64]]
// CHECK:     scf.for {{.*}} iter_args(%[[AT:.*]] = %[[BEGIN]])
// CHECK:     memref.store
// CHECK: return
func.func private @numeric(%A: !llvm.ptr, %B: !llvm.ptr, %n: index, %m: index) {
  cin.kernel numeric ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>) outs(%b = %B : !llvm.ptr as tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n parallel {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        cin.assign %b[%i, %j] = %0 : !cin.place<tensor<?x?xf64, #CSR>>
      }
    }
  }
  return
}

// A merge is cut at coordinates; each operand looks for its part of them.
// CHECK-LABEL: func.func private @sum
// CHECK: scf.parallel
// CHECK:   ^bb0(%[[CHUNK:.*]]: index):
// CHECK:     %[[FROM:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : index
// CHECK:     scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : (index, index) -> (index, index)
// CHECK:       arith.shrui
// CHECK:     scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : (index, index) -> (index, index)
// CHECK:       arith.shrui
// CHECK:     scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : (index, index) -> (index, index)
// CHECK:       arith.shrui
// CHECK:     scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : (index, index) -> (index, index)
// CHECK:       arith.shrui
// CHECK:     arith.minui
func.func private @sum(%A: !llvm.ptr, %B: !llvm.ptr, %C: !llvm.ptr, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #DCSR>, %b = %B : !llvm.ptr as tensor<?x?xf64, #DCSR>) outs(%c = %C : !llvm.ptr as tensor<?x?xf64, #DCSR>) {
    cin.forall %i in %n parallel {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DCSR>>
        %1 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64, #DCSR>>
        %2 = sparse_tensor.binary %0, %1 : f64, f64 to f64
          overlap = { ^bb0(%x: f64, %y: f64):
            %3 = arith.addf %x, %y : f64
            sparse_tensor.yield %3 : f64 }
          left = identity right = identity
        cin.assign %c[%i, %j] = %2 : !cin.place<tensor<?x?xf64, #DCSR>>
      }
    }
  }
  return
}

// Each task has a row workspace of its own.
// CHECK-LABEL: func.func private @product
// CHECK-NOT: memref<?xi1>
// CHECK: scf.parallel
// CHECK: memref.alloc(%{{.*}}) {{.*}} : memref<?xi1>
// CHECK: scf.while
// CHECK: memref.dealloc {{.*}} : memref<?xi1>
// CHECK: scf.reduce
// CHECK: scf.parallel
// CHECK: memref.alloc(%{{.*}}) {{.*}} : memref<?xf64>
// CHECK: memref.alloc(%{{.*}}) {{.*}} : memref<?xi1>
// CHECK: scf.while
// CHECK: memref.dealloc {{.*}} : memref<?xf64>
func.func private @product(%A: !llvm.ptr, %B: !llvm.ptr, %C: !llvm.ptr, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>, %b = %B : !llvm.ptr as tensor<?x?xf64, #CSR>) outs(%c = %C : !llvm.ptr as tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n parallel {
      cin.where %w : !cin.place<tensor<?xf64, #ROW>> sizes(%m) {
        cin.forall %k in %m {
          %0 = cin.access %w[%k] : !cin.place<tensor<?xf64, #ROW>>
          cin.assign %c[%i, %k] = %0 : !cin.place<tensor<?x?xf64, #CSR>>
        }
      } producer {
        cin.forall %j in %n {
          cin.forall %k in %m {
            %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
            %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x?xf64, #CSR>>
            %2 = arith.mulf %0, %1 : f64
            cin.assign %w[%k] += %2 : !cin.place<tensor<?xf64, #ROW>>
          }
        }
      }
    }
  }
  return
}

// Rounds that are all alike go to chunks of four at least, as many as are multiplied
// by a matrix at once.
// CHECK-LABEL: func.func private @dense
// CHECK-SAME: %[[N:[^:]*]]: index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[C16:.*]] = arith.constant 16 : index
// CHECK: %[[TASKS:.*]] = arith.index_cast %{{.*}} : i64 to index
// CHECK: %[[MOST:.*]] = arith.muli %[[TASKS]], %[[C16]]
// CHECK: %[[GROUPS:.*]] = arith.divui %[[N]], %[[C4]]
// CHECK: %[[SOME:.*]] = arith.maxui %[[GROUPS]], %[[TASKS]]
// CHECK: arith.minui %[[MOST]], %[[SOME]]
// CHECK: scf.parallel
func.func private @dense(%n: index, %m: index, %x: memref<?x?xf64>, %y: memref<?x?xf64>) {
  cin.kernel ins(%b = %x : memref<?x?xf64> as tensor<?x?xf64>) outs(%c = %y : memref<?x?xf64> as tensor<?x?xf64>) {
    cin.forall %i in %n parallel {
      cin.forall %j in %m {
        %0 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64>>
        cin.assign %c[%i, %j] = %0 : !cin.place<tensor<?x?xf64>>
      }
    }
  }
  return
}
