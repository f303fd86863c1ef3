// Parallel loops over rows that are sums: rows that are longer than a chunk are summed in
// pieces.
// RUN: encke-opt --cin-decide --convert-cin-to-scf --lower-tasks --canonicalize --cse %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32}>
#DCSR = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : compressed, d1 : compressed), posWidth = 32, crdWidth = 32}>

// CHECK-LABEL: func.func private @rows
// CHECK-DAG: %[[c0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[c1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[NONE:.*]] = arith.constant -1 : i64
// CHECK-DAG: %[[c3:.*]] = arith.constant 3 : index
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f64
// CHECK: %[[Y:.*]]:2 = memref.distinct_objects
// CHECK: call @encke_loop_tasks
// CHECK: %[[SUMS:.*]] = memref.alloc(%[[CHUNKS:.*]]) {{.*}} : memref<?xf64>
// CHECK: %[[ROUNDS:.*]] = memref.alloca(%[[TASKS:.*]]) : memref<?x8xi64>
// CHECK: %[[ENDS:.*]] = memref.alloca(%[[TASKS]]) : memref<?x8xi32>
// CHECK: %[[ROWS:.*]] = memref.alloca(%[[CHUNKS]]) : memref<?xi64>
// CHECK: scf.parallel (%[[TASK:.*]]) =
// CHECK:   ^bb0(%[[CHUNK:.*]]: index):
// CHECK:     memref.store %[[NONE]], %[[ROWS]][%[[CHUNK]]]
// CHECK:     scf.for %[[PART:.*]] = %[[c0]] to %[[c3]]
// CHECK:       %[[CUT:.*]] = func.call @encke_loop_part
// CHECK:       memref.load %[[ROUNDS]][%[[TASK]], %[[c0]]]
// CHECK:       memref.load %[[ROUNDS]][%[[TASK]], %[[c1]]]
// CHECK:       %[[PIECE:.*]] = arith.cmpi ne, %[[CUT]]
// CHECK:       %[[FIRST:.*]] = arith.cmpi eq, %[[PART]], %[[c0]]
// CHECK:       %[[REST:.*]] = arith.andi %[[FIRST]], %[[PIECE]]

// The segment of a piece ends elsewhere; the sum of the rest of a row begins with 0, and is
// not part of the result yet.
// CHECK:       %[[OWN:.*]] = memref.reinterpret_cast %[[ENDS]]
// CHECK:       %[[SEGMENTS:.*]] = arith.select %[[PIECE]], %[[OWN]], %{{.*}} : memref<?xi32, strided<[1], offset: ?>>
// CHECK:       scf.if %[[REST]]
// CHECK:         memref.store %{{.*}}, %[[ROWS]][%[[CHUNK]]]
// CHECK:         memref.store %[[ZERO]]
// CHECK:       %[[SUM:.*]] = memref.reinterpret_cast %[[SUMS]]
// CHECK:       %[[WHERE:.*]] = arith.select %[[REST]], %[[SUM]], %{{.*}} : memref<?xf64, strided<[1], offset: ?>>
// CHECK:       %[[APART:.*]]:2 = memref.distinct_objects %[[WHERE]],
// CHECK:       %[[RESULT:.*]]:2 = memref.distinct_objects %[[APART]]#0,
// CHECK:       scf.for %[[I:.*]] =
// CHECK:         memref.load %[[SEGMENTS]][%[[I]]]
// CHECK:         memref.store %{{.*}}, %[[RESULT]]#0[%[[I]]]

// CHECK: scf.while (%[[FROM:.*]] = %{{.*}}) : (i64) -> i64
// CHECK:   %[[NEXT:.*]] = func.call @encke_loop_next_rest(%{{.*}}, %[[FROM]], %[[COUNT:[^)]*]])
// CHECK:   %[[LEFT:.*]] = arith.cmpi slt, %[[NEXT]], %[[COUNT]]
// CHECK:   scf.condition(%[[LEFT]]) %[[NEXT]]
// CHECK:   memref.load %[[ROWS]]
// CHECK:   arith.addf
func.func private @rows(%A: !llvm.ptr, %x: memref<?xf64>, %y: memref<?xf64>, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>, %b = %x : memref<?xf64> as tensor<?xf64>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n parallel {
      cin.where %w : !cin.place<tensor<f64>> sizes() {
        %0 = cin.access %w[] : !cin.place<tensor<f64>>
        cin.assign %c[%i] = %0 : !cin.place<tensor<?xf64>>
      } producer {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j] : !cin.place<tensor<?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %w[] += %2 : !cin.place<tensor<f64>>
        }
      }
    }
  }
  return
}

// By position, with a row of elements for each row.
// CHECK-LABEL: func.func private @products
// CHECK: memref.alloc(%{{.*}}) {{.*}} : memref<?x32xf64>
// CHECK: func.call @encke_loop_part
// CHECK: arith.select {{.*}} : memref<?x32xf64, strided<[32, 1], offset: ?>>
func.func private @products(%A: !llvm.ptr, %x: memref<?x32xf64>, %y: memref<?x32xf64>, %n: index, %m: index) {
  %p = arith.constant 32 : index
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #DCSR>, %b = %x : memref<?x32xf64> as tensor<?x32xf64>) outs(%c = %y : memref<?x32xf64> as tensor<?x32xf64>) {
    cin.forall %i in %n parallel {
      cin.forall %j in %m {
        cin.forall %k in %p {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DCSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x32xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<?x32xf64>>
        }
      }
    }
  }
  return
}

// Each piece would add what does not come from the row.
// CHECK-LABEL: func.func private @beside
// CHECK-NOT: encke_loop_part
// CHECK: return
func.func private @beside(%A: !llvm.ptr, %x: memref<?xf64>, %y: memref<?xf64>, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>, %b = %x : memref<?xf64> as tensor<?xf64>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n parallel {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %1 = cin.access %b[%j] : !cin.place<tensor<?xf64>>
        %2 = arith.addf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
      }
    }
  }
  return
}

// A function of the sum is not one of its pieces.
// CHECK-LABEL: func.func private @norms
// CHECK-NOT: encke_loop_part
// CHECK: return
func.func private @norms(%A: !llvm.ptr, %y: memref<?xf64>, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n parallel {
      cin.where %w : !cin.place<tensor<f64>> sizes() {
        %0 = cin.access %w[] : !cin.place<tensor<f64>>
        %1 = math.sqrt %0 : f64
        cin.assign %c[%i] = %1 : !cin.place<tensor<?xf64>>
      } producer {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = arith.mulf %0, %0 : f64
          cin.assign %w[] += %1 : !cin.place<tensor<f64>>
        }
      }
    }
  }
  return
}

// The other access looks at whole rows.
// CHECK-LABEL: func.func private @twice
// CHECK-NOT: encke_loop_part
// CHECK: return
func.func private @twice(%A: !llvm.ptr, %y: memref<?xf64>, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n parallel {
      cin.forall %j in %m {
        cin.forall %k in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %a[%j, %k] : !cin.place<tensor<?x?xf64, #CSR>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
        }
      }
    }
  }
  return
}
