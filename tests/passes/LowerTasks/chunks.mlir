// Which chunks tasks have; what is made in front of them, and combined behind.
// CINToSCF/parallel.mlir, copies.mlir, owners.mlir and pieces.mlir have whole loops.
// RUN: encke-opt --allow-unregistered-dialect --lower-tasks --canonicalize --cse %s | FileCheck %s

// In a loop, the counter of the chunks that are taken is no stack memory.
// CHECK-LABEL: func.func private @inner
// CHECK: scf.for
// CHECK: %[[TAKEN:.*]] = memref.alloc() {{.*}} : memref<1xi64>
// CHECK: scf.parallel
// CHECK: memref.dealloc %[[TAKEN]]
func.func private @inner(%n: index, %c: index) attributes {encke.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %p = tasks.plan %c0 to %n cost(%c) chunks(16)
    tasks.run %p {
      tasks.chunks {
      ^bb0(%first: index, %last: index):
        "test.chunk"(%first, %last) : (index, index) -> ()
        tasks.yield
      }
      tasks.yield
    }
  }
  return
}

// What a task does once stands around its chunks; tasks inside of tasks.
// CHECK-LABEL: func.func private @nested
// CHECK: scf.parallel
// CHECK-NEXT: "test.before"
// CHECK: scf.while
// CHECK: scf.parallel
// CHECK: scf.while
// CHECK: "test.inner"
// CHECK: scf.reduce
// CHECK: "test.after"
// CHECK: scf.reduce
func.func private @nested(%n: index, %c: index) attributes {encke.kernel} {
  %c0 = arith.constant 0 : index
  %p = tasks.plan %c0 to %n cost(%c) chunks(16)
  tasks.run %p {
    "test.before"() : () -> ()
    tasks.chunks {
    ^bb0(%first: index, %last: index):
      %q = tasks.plan %first to %last cost(%c) chunks(16)
      tasks.run %q {
        tasks.chunks {
        ^bb0(%lo: index, %hi: index):
          "test.inner"(%lo, %hi) : (index, index) -> ()
          tasks.yield
        }
        tasks.yield
      }
      tasks.yield
    }
    "test.after"() : () -> ()
    tasks.yield
  }
  return
}

// Positions: the coordinate at which a chunk begins.
// CHECK-LABEL: func.func private @merge
// CHECK-SAME: %[[LO:[^:]*]]: index, %[[HI:[^:]*]]: index, %{{.*}}: index, %[[CRD:[^:]*]]: memref<?xi32>, %[[M:[^:]*]]: index)
// CHECK: ^bb0(%[[CHUNK:.*]]: index):
// CHECK: %[[SPLIT:.*]] = func.call @encke_loop_split(
// CHECK: %[[AT:.*]] = arith.index_cast %[[SPLIT]]
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[AT]], %[[HI]]
// CHECK: scf.if %[[INSIDE]] -> (index) {
// CHECK: memref.load %[[CRD]][%[[AT]]]
// CHECK: %[[FROM:.*]] = arith.select %{{.*}}, %[[M]], %{{.*}} : index
// CHECK: %[[FIRST:.*]] = arith.select %{{.*}}, %{{.*}}, %[[FROM]] : index
// CHECK: "test.chunk"(%[[FIRST]],
func.func private @merge(%lo: index, %hi: index, %c: index, %crd: memref<?xi32>, %m: index) attributes {encke.kernel} {
  %p = tasks.plan %lo to %hi cost(%c) coordinates(%crd : memref<?xi32> to %m) chunks(16)
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

// Whether anything was assigned goes with what was.
// CHECK-LABEL: func.func private @collect
// CHECK: %[[SUMS:.*]] = memref.alloc(%[[TASKS:.*]]) {{.*}} : memref<?xf64>
// CHECK: %[[FLAGS:.*]] = memref.alloc(%[[TASKS]]) {{.*}} : memref<?xi1>
// CHECK: scf.parallel (%[[TASK:.*]]) =
// CHECK:   memref.store %{{.*}}, %[[SUMS]][%[[TASK]]]
// CHECK:   memref.store %{{.*}}, %[[FLAGS]][%[[TASK]]]
// CHECK: scf.for
// CHECK:   arith.addf
// CHECK:   arith.ori
// CHECK: memref.dealloc %[[SUMS]]
// CHECK: memref.dealloc %[[FLAGS]]
func.func private @collect(%n: index, %c: index, %s0: f64, %b0: i1) -> (f64, i1) attributes {encke.kernel} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %no = arith.constant false
  %p = tasks.plan deal %c0 to %n cost(%c) chunks(16)
  %r:2 = tasks.run %p collect(%s0, %b0 by ["add", "or"] : f64, i1) {
    %t:2 = tasks.chunks init(%zero, %no : f64, i1) {
    ^bb0(%first: index, %last: index, %s: f64, %b: i1):
      %u, %v = "test.add"(%first, %last, %s, %b) : (index, index, f64, i1) -> (f64, i1)
      tasks.yield %u, %v : f64, i1
    } -> f64, i1
    tasks.yield %t#0, %t#1 : f64, i1
  } -> f64, i1
  return %r#0, %r#1 : f64, i1
}
