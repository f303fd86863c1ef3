// The operations of the tasks dialect, printed and read back.
// RUN: encke-opt --allow-unregistered-dialect %s | encke-opt --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @take
func.func @take(%n: index, %lo: index, %hi: index, %c: index, %size: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %x: memref<?xf64>) -> (index, index) {
  %c0 = arith.constant 0 : index
  // CHECK: %[[P:.*]] = tasks.plan %c0 to %{{.*}} cost(%{{.*}}) weights(%{{.*}} : memref<?xi32>) chunks(16)
  %p = tasks.plan %c0 to %n cost(%c) weights(%pos : memref<?xi32>) chunks(16)
  // CHECK: tasks.plan deal %{{.*}} to %{{.*}} cost(%{{.*}}) extra(%{{.*}}) weights(%{{.*}} : memref<?xi32>) chunks(16)
  %q = tasks.plan deal %lo to %hi cost(%c) extra(%size) weights(%pos : memref<?xi32>) chunks(16)
  // CHECK: tasks.plan %{{.*}} to %{{.*}} cost(%{{.*}}) coordinates(%{{.*}} : memref<?xi32> to %{{.*}}) chunks(64) unit(4)
  %r = tasks.plan %lo to %hi cost(%c) coordinates(%crd : memref<?xi32> to %n) chunks(64) unit(4)
  // CHECK: tasks.number of %[[P]]
  %t = tasks.number of %p
  // CHECK: tasks.elements %c0 to %{{.*}} weights(%{{.*}} : memref<?xi32>)
  %e = tasks.elements %c0 to %n weights(%pos : memref<?xi32>)
  // CHECK: tasks.run %[[P]] {
  // CHECK-NEXT: tasks.chunks {
  // CHECK-NEXT: ^bb0(%[[FIRST:.*]]: index, %[[LAST:.*]]: index):
  tasks.run %p {
    tasks.chunks {
    ^bb0(%first: index, %last: index):
      "test.use"(%first, %last) : (index, index) -> ()
      tasks.yield
    }
    tasks.yield
  }
  return %t, %e : index, index
}

// CHECK-LABEL: func.func @sum
func.func @sum(%n: index, %c: index, %s0: f64, %b0: i1) -> (f64, i1) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %no = arith.constant false
  %p = tasks.plan deal %c0 to %n cost(%c) chunks(16)
  // CHECK: %[[S:.*]] = tasks.run %{{.*}} collect(%{{.*}} by ["add"] : f64) {
  // CHECK-NEXT: %[[T:.*]] = tasks.chunks init(%{{.*}} : f64) {
  // CHECK-NEXT: ^bb0(%{{.*}}: index, %{{.*}}: index, %[[BEFORE:.*]]: f64):
  // CHECK: tasks.yield %{{.*}} : f64
  // CHECK: } -> f64
  // CHECK: tasks.yield %[[T]] : f64
  // CHECK: } -> f64
  %s = tasks.run %p collect(%s0 by ["add"] : f64) {
    %t = tasks.chunks init(%zero : f64) {
    ^bb0(%first: index, %last: index, %before: f64):
      %after = "test.add"(%first, %last, %before) : (index, index, f64) -> f64
      tasks.yield %after : f64
    } -> f64
    tasks.yield %t : f64
  } -> f64
  // CHECK: tasks.run %{{.*}} collect(%{{.*}}, %{{.*}} by ["add", "or"] : f64, i1) {
  %u:2 = tasks.run %p collect(%s, %b0 by ["add", "or"] : f64, i1) {
    tasks.chunks {
    ^bb0(%first: index, %last: index):
      tasks.yield
    }
    tasks.yield %zero, %no : f64, i1
  } -> f64, i1
  return %u#0, %u#1 : f64, i1
}

// CHECK-LABEL: func.func @result
func.func @result(%n: index, %c: index, %tensor: !llvm.ptr, %r: i1) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %p = tasks.plan %c0 to %n cost(%c) chunks(16)
  // CHECK: %[[COUNTS:.*]] = tasks.counts %[[P:.*]] : memref<?x2xindex>
  %counts = tasks.counts %p : memref<?x2xindex>
  tasks.run %p {
    // CHECK: tasks.chunks count in %[[COUNTS]] : memref<?x2xindex> {
    tasks.chunks count in %counts : memref<?x2xindex> {
    ^bb0(%first: index, %last: index):
      %rows, %elements = "test.count"(%first, %last) : (index, index) -> (index, index)
      tasks.yield %rows, %elements : index, index
    }
    tasks.yield
  }
  // CHECK: tasks.scan %[[P]], %[[COUNTS]] : memref<?x2xindex> -> index, index
  %rows, %elements = tasks.scan %p, %counts : memref<?x2xindex> -> index, index
  tasks.run %p {
    // CHECK: tasks.chunks fill in %[[COUNTS]] : memref<?x2xindex> {
    // CHECK-NEXT: ^bb0(%{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
    tasks.chunks fill in %counts : memref<?x2xindex> {
    ^bb0(%first: index, %last: index, %row: index, %element: index):
      tasks.yield
    }
    tasks.yield
  }
  // CHECK: %[[PARTS:.*]] = tasks.counts %[[P]] : memref<?x5xindex>
  %parts = tasks.counts %p : memref<?x5xindex>
  tasks.run %p {
    // CHECK: %[[MINE:.*]] = tasks.part of %{{.*}} in %[[PARTS]] room(%{{.*}}) : memref<?x5xindex>
    %mine = tasks.part of %tensor in %parts room(%r) : memref<?x5xindex>
    // CHECK: tasks.chunks part in %[[MINE]] : !llvm.ptr {
    // CHECK: tasks.yield %{{.*}} : index
    tasks.chunks part in %mine : !llvm.ptr {
    ^bb0(%first: index, %last: index, %begin: index, %shift: index):
      %end = arith.addi %begin, %shift : index
      tasks.yield %end : index
    }
    tasks.yield
  }
  // CHECK: tasks.join %[[P]] of %{{.*}} in %[[PARTS]] : memref<?x5xindex>
  %stored = tasks.join %p of %tensor in %parts : memref<?x5xindex>
  return %rows, %elements, %stored : index, index, index
}

// CHECK-LABEL: func.func @own
func.func @own(%n: index, %c: index, %size: index, %condition: i1, %crd: memref<?xi32>, %y: memref<?xf64>, %pos: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %p = tasks.plan deal %c0 to %n cost(%c) chunks(16)
  tasks.run %p {
    // CHECK: tasks.copy %{{.*}} by "add" : memref<?xf64> as memref<?xf64, strided<[1], offset: ?>>
    %mine = tasks.copy %y by "add" : memref<?xf64> as memref<?xf64, strided<[1], offset: ?>>
    tasks.chunks {
    ^bb0(%first: index, %last: index):
      tasks.yield
    }
    tasks.yield
  }
  tasks.run %p {
    // CHECK: tasks.copy %{{.*}} by "add" unless %{{.*}} : memref<?xf64> as
    %mine = tasks.copy %y by "add" unless %condition : memref<?xf64> as memref<?xf64, strided<[1], offset: ?>>
    // CHECK: tasks.own %{{.*}} if %{{.*}} coordinates(%{{.*}} : memref<?xi32>)
    %lo, %hi = tasks.own %size if %condition coordinates(%crd : memref<?xi32>)
    tasks.chunks {
    ^bb0(%first: index, %last: index):
      tasks.yield
    }
    tasks.yield
  }
  %q = tasks.plan %c0 to %n cost(%c) weights(%pos : memref<?xi32>) chunks(16)
  tasks.run %q {
    // CHECK: tasks.pieces %{{.*}}, %{{.*}} by "add" : memref<?xi32>, memref<?xf64> {
    // CHECK-NEXT: ^bb0(%{{.*}}: index, %{{.*}}: index, %{{.*}}: memref<?xi32, strided<[1], offset: ?>>, %{{.*}}: memref<?xf64, strided<[1], offset: ?>>):
    tasks.pieces %pos, %y by "add" : memref<?xi32>, memref<?xf64> {
    ^bb0(%first: index, %last: index, %ends: memref<?xi32, strided<[1], offset: ?>>,
         %into: memref<?xf64, strided<[1], offset: ?>>):
      tasks.yield
    }
    tasks.yield
  }
  tasks.run %q {
    // CHECK: tasks.pieces %{{.*}}, %{{.*}} by "add" : memref<?xi32>, memref<?xf64> coordinates(%{{.*}} : memref<?xi32>) {
    tasks.pieces %pos, %y by "add" : memref<?xi32>, memref<?xf64> coordinates(%crd : memref<?xi32>) {
    ^bb0(%first: index, %last: index, %ends: memref<?xi32, strided<[1], offset: ?>>,
         %into: memref<?xf64, strided<[1], offset: ?>>):
      tasks.yield
    }
    tasks.yield
  }
  return
}
