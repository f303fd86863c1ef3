// The example of the pass's description.
// RUN: encke-opt --finish-teams --split-input-file %s | FileCheck %s

// CHECK-LABEL: func.func @f
// CHECK-SAME: %[[tasks:.*]]: index
// CHECK: %[[threads:.*]] = arith.index_cast %[[tasks]] : index to i32
// CHECK-NEXT: omp.parallel num_threads(%[[threads]] : i32) {
// CHECK-NEXT: %[[number:.*]] = func.call @omp_get_thread_num() : () -> i32
// CHECK-NEXT: %[[first:.*]] = arith.index_cast %[[number]] : i32 to index
// CHECK-NEXT: %[[team:.*]] = func.call @omp_get_num_threads() : () -> i32
// CHECK-NEXT: %[[step:.*]] = arith.index_cast %[[team]] : i32 to index
// CHECK-NEXT: scf.for %[[task:.*]] = %[[first]] to %[[tasks]] step %[[step]] {
// CHECK-NEXT: memref.store %[[task]]
// CHECK-NEXT: }
// CHECK-NEXT: omp.terminator
func.func @f(%tasks: index, %x: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%task) : index = (%c0) to (%tasks) step (%c1) {
        memref.alloca_scope {
          memref.store %task, %x[%task] : memref<?xindex>
        }
        omp.yield
      }
    }
    omp.terminator
  }
  return
}

// -----

// Rounds that are not numbered from 0 on are not tasks of ours; what is on the
// stack stays in its scope.
// CHECK-LABEL: func.func @other
// CHECK: omp.parallel {
// CHECK: memref.alloca_scope
func.func @other(%lo: index, %hi: index) {
  %c1 = arith.constant 1 : index
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%lo) to (%hi) step (%c1) {
        memref.alloca_scope {
          %x = memref.alloca() : memref<1xindex>
          memref.store %i, %x[%lo] : memref<1xindex>
        }
        omp.yield
      }
    }
    omp.terminator
  }
  return
}

// -----

// What comes after the loop waits for all of it, so it stays one that is shared.
// CHECK-LABEL: func.func @waits
// CHECK: omp.wsloop {
// CHECK-NOT: omp_get_thread_num
func.func @waits(%tasks: index, %x: memref<?xindex>, %y: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%task) : index = (%c0) to (%tasks) step (%c1) {
        memref.store %task, %x[%task] : memref<?xindex>
        omp.yield
      }
    }
    %first = memref.load %x[%c0] : memref<?xindex>
    memref.store %first, %y[%c0] : memref<?xindex>
    omp.terminator
  }
  return
}
