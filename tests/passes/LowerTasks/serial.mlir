// One task: the regions stand where the operations stood, and nobody copies.
// RUN: encke-opt --allow-unregistered-dialect --lower-tasks=to=serial --canonicalize --cse %s | FileCheck %s

// CHECK-LABEL: func.func private @sum
// CHECK-SAME: %[[N:[^:]*]]: index, %{{.*}}: index, %[[S0:[^:]*]]: f64)
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.0{{.*}} : f64
// CHECK: %[[AFTER:.*]] = "test.add"(%[[C0]], %[[N]], %[[ZERO]])
// CHECK-NEXT: %[[SUM:.*]] = arith.addf %[[S0]], %[[AFTER]]
// CHECK-NEXT: return %[[SUM]]
func.func private @sum(%n: index, %c: index, %s0: f64) -> f64 attributes {encke.kernel} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %p = tasks.plan deal %c0 to %n cost(%c) chunks(16)
  %s = tasks.run %p collect(%s0 by ["add"] : f64) {
    %t = tasks.chunks init(%zero : f64) {
    ^bb0(%first: index, %last: index, %before: f64):
      %after = "test.add"(%first, %last, %before) : (index, index, f64) -> f64
      tasks.yield %after : f64
    } -> f64
    tasks.yield %t : f64
  } -> f64
  return %s : f64
}

// CHECK-LABEL: func.func private @copy
// CHECK-SAME: %[[N:[^:]*]]: index, %{{.*}}: index, %[[Y:[^:]*]]: memref<?xf64>,
// CHECK-NOT: memref.alloc
// CHECK: %[[MINE:.*]] = memref.cast %[[Y]]
// CHECK: "test.own"(%[[MINE]], %{{.*}}, %[[N]])
// CHECK-NOT: scf
// CHECK: return
func.func private @copy(%n: index, %c: index, %y: memref<?xf64>, %owned: i1) attributes {encke.kernel} {
  %c0 = arith.constant 0 : index
  %p = tasks.plan deal %c0 to %n cost(%c) chunks(16)
  tasks.run %p {
    %mine = tasks.copy %y by "add" unless %owned : memref<?xf64> as memref<?xf64, strided<[1], offset: ?>>
    %lo, %hi = tasks.own %n if %owned
    tasks.chunks {
    ^bb0(%first: index, %last: index):
      "test.own"(%mine, %lo, %hi) : (memref<?xf64, strided<[1], offset: ?>>, index, index) -> ()
      tasks.yield
    }
    tasks.yield
  }
  return
}

// Rows have no pieces, and a merge has all coordinates.
// CHECK-LABEL: func.func private @rows
// CHECK-SAME: %[[N:[^:]*]]: index, %{{.*}}: index, %[[POS:[^:]*]]: memref<?xi32>, %[[Y:[^:]*]]: memref<?xf64>, %{{.*}}: memref<?xi32>, %[[M:[^:]*]]: index)
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[ENDS:.*]] = memref.cast %[[POS]]
// CHECK-DAG: %[[INTO:.*]] = memref.cast %[[Y]]
// CHECK: "test.rows"(%[[C0]], %[[N]], %[[ENDS]], %[[INTO]])
// CHECK: "test.merge"(%[[C0]], %[[M]])
func.func private @rows(%n: index, %c: index, %pos: memref<?xi32>, %y: memref<?xf64>, %crd: memref<?xi32>, %m: index) attributes {encke.kernel} {
  %c0 = arith.constant 0 : index
  %p = tasks.plan %c0 to %n cost(%c) weights(%pos : memref<?xi32>) chunks(16)
  tasks.run %p {
    tasks.pieces %pos, %y by "add" : memref<?xi32>, memref<?xf64> {
    ^bb0(%first: index, %last: index, %ends: memref<?xi32, strided<[1], offset: ?>>,
         %into: memref<?xf64, strided<[1], offset: ?>>):
      "test.rows"(%first, %last, %ends, %into) : (index, index, memref<?xi32, strided<[1], offset: ?>>, memref<?xf64, strided<[1], offset: ?>>) -> ()
      tasks.yield
    }
    tasks.yield
  }
  %q = tasks.plan %c0 to %n cost(%c) coordinates(%crd : memref<?xi32> to %m) chunks(16)
  tasks.run %q {
    tasks.chunks {
    ^bb0(%first: index, %last: index):
      "test.merge"(%first, %last) : (index, index) -> ()
      tasks.yield
    }
    tasks.yield
  }
  return
}

// CHECK-LABEL: func.func private @result
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK: %[[COUNTS:.*]] = memref.alloc() {{{.*}}bufferization.manual_deallocation} : memref<1x5xindex>
// CHECK: %[[COUNT:.*]] = "test.count"
// CHECK: memref.store %[[COUNT]], %[[COUNTS]][%[[C0]], %[[C0]]]
// CHECK: encke_parts_open
// CHECK: %[[MINE:.*]] = call @encke_parts_enter(%[[TENSOR:[^,]*]], %c1_i64,
// CHECK: %[[SHIFT64:.*]] = call @encke_part_begin(%[[TENSOR]], %[[MINE]],
// CHECK: %[[SHIFT:.*]] = arith.index_cast %[[SHIFT64]]
// CHECK: %[[BEGIN:.*]] = memref.load
// CHECK: %[[END:.*]] = "test.append"(%[[BEGIN]], %[[SHIFT]])
// CHECK: %[[END64:.*]] = arith.index_cast %[[END]]
// CHECK: call @encke_part_end(%[[TENSOR]], %[[MINE]], %{{.*}}, %{{.*}}, %[[END64]])
// CHECK: call @encke_parts_leave(%[[TENSOR]], %[[MINE]])
// CHECK: call @encke_parts_close(
// CHECK: call @encke_parts_elements(
func.func private @result(%n: index, %c: index, %tensor: !llvm.ptr, %r: i1) -> (index, index) attributes {encke.kernel} {
  %c0 = arith.constant 0 : index
  %p = tasks.plan %c0 to %n cost(%c) chunks(64)
  %counts = tasks.counts %p : memref<?x5xindex>
  tasks.run %p {
    tasks.chunks count in %counts : memref<?x5xindex> {
    ^bb0(%first: index, %last: index):
      %count = "test.count"(%first, %last) : (index, index) -> index
      tasks.yield %count : index
    }
    tasks.yield
  }
  %most = tasks.scan %p, %counts : memref<?x5xindex> -> index
  tasks.run %p {
    %mine = tasks.part of %tensor in %counts room(%r) : memref<?x5xindex>
    tasks.chunks part in %mine : !llvm.ptr {
    ^bb0(%first: index, %last: index, %begin: index, %shift: index):
      %end = "test.append"(%begin, %shift) : (index, index) -> index
      tasks.yield %end : index
    }
    tasks.yield
  }
  %stored = tasks.join %p of %tensor in %counts : memref<?x5xindex>
  memref.dealloc %counts {bufferization.manual_deallocation} : memref<?x5xindex>
  return %most, %stored : index, index
}
