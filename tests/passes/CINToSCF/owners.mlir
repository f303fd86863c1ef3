// Parallel loops whose iterations accumulate into elements that tasks own where copies of
// them would be larger than what is visited.
// RUN: encke-opt --cin-decide --convert-cin-to-scf --lower-tasks --canonicalize --cse %s | FileCheck %s

#CSF = #sparse_tensor.encoding<{map = (d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed), posWidth = 32, crdWidth = 32}>

// The fewer elements count for the number of tasks: those that each visits, or copies.
// CHECK-LABEL: func.func private @fibres
// CHECK-DAG: %[[c0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[c1:.*]] = arith.constant 1 : index
// CHECK: call @encke_get_coordinates(%[[AT:.*]], %arg0, %c1_i64
// CHECK: %[[LOADED:.*]] = llvm.load %[[AT]]
// CHECK: %[[CRD:.*]] = builtin.unrealized_conversion_cast %[[LOADED]] : {{.*}} to memref<?xi32>
// CHECK: %[[ROWS:.*]] = memref.dim %[[P:.*]], %[[c0]] : memref<?x?xf64>
// CHECK: %[[COPIED:.*]] = arith.muli %[[ROWS]], %{{.*}}
// CHECK: %[[VISITED64:.*]] = call @encke_loop_elements(%[[ENDS:[^,]*]], %c4_i64, %[[LO:[^,]*]], %[[HI:[^)]*]])
// CHECK: %[[VISITED:.*]] = arith.index_cast %[[VISITED64]]
// CHECK: %[[EXTRA:.*]] = arith.minui %[[VISITED]], %[[COPIED]]
// CHECK: %[[OWNED:.*]] = arith.cmpi ult, %[[VISITED]], %[[COPIED]]
// CHECK: %[[EXTRA64:.*]] = arith.index_cast %[[EXTRA]]
// CHECK: %[[TASKS64:.*]] = call @encke_loop_tasks(%[[ENDS]], %c4_i64, %[[LO]], %[[HI]], %{{.*}}, %[[EXTRA64]], %c64_i64, %c1048576_i64)
// CHECK: %[[TASKS:.*]] = arith.index_cast %[[TASKS64]]

// What the level has says where the tasks' coordinates begin; there are no copies.
// CHECK: %[[FIRST:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi64>
// CHECK: scf.if %[[OWNED]] {
// CHECK:   %[[POINTER:.*]] = memref.extract_aligned_pointer_as_index %[[CRD]]
// CHECK:   func.call @encke_loop_owners(%{{.*}}, %c4_i64, %{{.*}}, %{{.*}}, %[[TASKS64]], %{{.*}})
// CHECK: }
// CHECK: %[[OTHERS:.*]] = arith.subi %[[TASKS]], %[[c1]]
// CHECK: %[[COUNT:.*]] = arith.select %[[OWNED]], %[[c0]], %[[OTHERS]]
// CHECK: memref.alloc(%[[COUNT]],
// CHECK: scf.parallel (%[[TASK:.*]]) =
// CHECK:   %[[IS0:.*]] = arith.cmpi eq, %[[TASK]], %[[c0]]
// CHECK:   %[[ITSELF:.*]] = arith.ori %[[IS0]], %[[OWNED]]
// CHECK:   scf.if %[[ITSELF]]
// CHECK:   %[[OWN:.*]]:2 = scf.if %[[OWNED]] -> (index, index) {
// CHECK:     memref.load %[[FIRST]][%[[TASK]]]
// CHECK:     memref.load %[[FIRST]][
// CHECK:   } else {
// CHECK:     scf.yield %[[c0]], %[[ROWS]]
// CHECK:   }

// Each task goes through all chunks, but of a fibre only through its own coordinates.
// CHECK:   %[[STEP:.*]] = arith.select %[[OWNED]], %[[c1]], %[[TASKS]]
// CHECK:   scf.for %{{.*}} = %[[c0]] to %{{.*}} step %[[STEP]]
// CHECK:     scf.for
// CHECK:       %[[PART:.*]]:2 = scf.if %[[OWNED]] -> (index, index) {
// CHECK-COUNT-2: scf.while
// CHECK:       } else {
// CHECK:         scf.yield
// CHECK:       }
// CHECK:       %[[SOME:.*]] = arith.cmpi ult, %[[PART]]#0, %[[PART]]#1
// CHECK:       scf.if %[[SOME]] {
// CHECK:         scf.for %[[AT:.*]] = %[[PART]]#0 to %[[PART]]#1
// CHECK:           memref.load %[[CRD]][%[[AT]]]
// CHECK:           scf.for
// CHECK:             scf.for
// CHECK:               memref.store
// CHECK: memref.dealloc %[[FIRST]]
func.func private @fibres(%X: !llvm.ptr, %C: memref<?x?xf64>, %P: memref<?x?xf64>, %n: index, %m: index, %l: index, %w: index) {
  cin.kernel ins(%x = %X : !llvm.ptr as tensor<?x?x?xf64, #CSF>, %c = %C : memref<?x?xf64> as tensor<?x?xf64>) outs(%p = %P : memref<?x?xf64> as tensor<?x?xf64>) {
    cin.forall %i in %n parallel {
      cin.forall %j in %m {
        cin.forall %k in %l {
          cin.forall %r in %w {
            %0 = cin.access %x[%i, %j, %k] : !cin.place<tensor<?x?x?xf64, #CSF>>
            %1 = cin.access %c[%k, %r] : !cin.place<tensor<?x?xf64>>
            %2 = arith.mulf %0, %1 : f64
            cin.assign %p[%j, %r] += %2 : !cin.place<tensor<?x?xf64>>
          }
        }
      }
    }
  }
  return
}

// Below the coordinates of k there are single elements, which are not worth it.
// CHECK-LABEL: func.func private @elements
// CHECK-NOT: encke_loop_owners
// CHECK: return
func.func private @elements(%X: !llvm.ptr, %C: memref<?x?xf64>, %P: memref<?x?xf64>, %n: index, %m: index, %l: index, %w: index) {
  cin.kernel ins(%x = %X : !llvm.ptr as tensor<?x?x?xf64, #CSF>, %c = %C : memref<?x?xf64> as tensor<?x?xf64>) outs(%p = %P : memref<?x?xf64> as tensor<?x?xf64>) {
    cin.forall %i in %n parallel {
      cin.forall %j in %m {
        cin.forall %k in %l {
          cin.forall %r in %w {
            %0 = cin.access %x[%i, %j, %k] : !cin.place<tensor<?x?x?xf64, #CSF>>
            %1 = cin.access %c[%j, %r] : !cin.place<tensor<?x?xf64>>
            %2 = arith.mulf %0, %1 : f64
            cin.assign %p[%k, %r] += %2 : !cin.place<tensor<?x?xf64>>
          }
        }
      }
    }
  }
  return
}

// A dense loop around the fibres tells tasks apart by equal shares.
// CHECK-LABEL: func.func private @dense
// CHECK: %[[NULL:.*]] = llvm.mlir.zero
// CHECK: func.call @encke_loop_owners(%[[NULL]], %c0_i64, %c0_i64,
// CHECK: scf.parallel
// CHECK:   %[[OWN:.*]]:2 = scf.if
// CHECK:   %[[LO:.*]] = arith.minui %[[OWN]]#0, %[[M:arg[0-9]]]
// CHECK:   %[[HI:.*]] = arith.minui %[[OWN]]#1, %[[M]]
// CHECK:   scf.for %{{.*}} = %[[LO]] to %[[HI]]
// CHECK: return
#CSR = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32}>
func.func private @dense(%X: !llvm.ptr, %C: memref<?x?xf64>, %P: memref<?x?xf64>, %n: index, %m: index, %l: index, %w: index) {
  cin.kernel ins(%x = %X : !llvm.ptr as tensor<?x?xf64, #CSR>, %c = %C : memref<?x?xf64> as tensor<?x?xf64>) outs(%p = %P : memref<?x?xf64> as tensor<?x?xf64>) {
    cin.forall %i in %n parallel {
      cin.forall %j in %m {
        cin.forall %k in %l {
          %0 = cin.access %x[%i, %k] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %c[%k, %j] : !cin.place<tensor<?x?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %p[%j, %k] += %2 : !cin.place<tensor<?x?xf64>>
        }
      }
    }
  }
  return
}
