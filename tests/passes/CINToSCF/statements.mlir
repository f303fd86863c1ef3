// Assignments, workspaces and marks over dense buffers.
// RUN: encke-opt --cin-decide --convert-cin-to-scf --lower-tasks --canonicalize --cse %s | FileCheck %s

// CHECK-LABEL: func.func @reductions
// CHECK: scf.for %[[I:.*]] =
// CHECK-NEXT: %[[X:.*]] = memref.load
// CHECK-NEXT: memref.store %[[X]], %[[C:.*]][%[[I]]]
// CHECK-NEXT: %[[OLD1:.*]] = memref.load %[[C]][%[[I]]]
// CHECK-NEXT: %[[SUM:.*]] = arith.addf %[[OLD1]], %[[X]] fastmath<contract>
// CHECK-NEXT: memref.store %[[SUM]], %[[C]][%[[I]]]
// CHECK-NEXT: %[[OLD2:.*]] = memref.load %[[C]][%[[I]]]
// CHECK-NEXT: %[[DIFF:.*]] = arith.subf %[[OLD2]], %[[X]] fastmath<contract>
// CHECK-NEXT: memref.store %[[DIFF]], %[[C]][%[[I]]]
func.func @reductions(%x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%a = %x : memref<?xf64> as tensor<?xf64>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64>>
      cin.assign %c[%i] = %0 : !cin.place<tensor<?xf64>>
      cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
      cin.assign %c[%i] -= %0 : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// Integers, too.
// CHECK-LABEL: func.func @integers
// CHECK: arith.addi %{{.*}}, %{{.*}} : i64
// CHECK: arith.subi %{{.*}}, %{{.*}} : i64
func.func @integers(%x: memref<?xi64>, %y: memref<?xi64>, %n: index) {
  cin.kernel ins(%a = %x : memref<?xi64> as tensor<?xi64>) outs(%c = %y : memref<?xi64> as tensor<?xi64>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xi64>>
      cin.assign %c[%i] += %0 : !cin.place<tensor<?xi64>>
      cin.assign %c[%i] -= %0 : !cin.place<tensor<?xi64>>
    }
  }
  return
}

// A register goes through every loop that adds to it, and the consumer sees the
// sum.
// CHECK-LABEL: func.func @register
// CHECK-SAME: (%[[X:.*]]: memref<?x?xf64>, %[[Y:.*]]: memref<f64>
// CHECK: %[[ZERO:.*]] = arith.constant 0.0
// CHECK: %[[OUTER:.*]] = scf.for %[[I:.*]] = {{.*}} iter_args(%[[S:.*]] = %[[ZERO]]) -> (f64) {
// CHECK-NEXT: %[[INNER:.*]] = scf.for %[[J:.*]] = {{.*}} iter_args(%[[T:.*]] = %[[S]]) -> (f64) {
// CHECK-NEXT: %[[V:.*]] = memref.load %{{.*}}[%[[I]], %[[J]]]
// CHECK-NEXT: %[[U:.*]] = arith.addf %[[T]], %[[V]]
// CHECK-NEXT: scf.yield %[[U]]
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[INNER]]
// CHECK-NEXT: }
// CHECK: memref.store %[[OUTER]], %{{.*}}[]
func.func @register(%x: memref<?x?xf64>, %y: memref<f64>, %n: index) {
  cin.kernel ins(%a = %x : memref<?x?xf64> as tensor<?x?xf64>) outs(%c = %y : memref<f64> as tensor<f64>) {
    cin.where %w : !cin.place<tensor<f64>> sizes() {
      %s = cin.access %w[] : !cin.place<tensor<f64>>
      cin.assign %c[] = %s : !cin.place<tensor<f64>>
    } producer {
      cin.forall %i in %n {
        cin.forall %j in %n {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64>>
          cin.assign %w[] += %0 : !cin.place<tensor<f64>>
        }
      }
    }
  }
  return
}

// A larger workspace is a buffer for the whole kernel: in each round made zero, filled and
// read.
// CHECK-LABEL: func.func @workspace
// CHECK-SAME: %[[N:[^ ]*]]: index)
// CHECK: %[[W:.*]] = memref.alloc(%[[N]]) {{.*}} : memref<?xf64>
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[N]]
// CHECK: scf.for %[[Z:.*]] =
// CHECK: memref.store %cst, %[[W]][%[[Z]]]
// CHECK: scf.for %[[J:.*]] =
// CHECK: scf.for %[[K:.*]] =
// CHECK: %[[OLD:.*]] = memref.load %[[W]][%[[K]]]
// CHECK: %[[SUM:.*]] = arith.addf %[[OLD]], %{{.*}}
// CHECK: memref.store %[[SUM]], %[[W]][%[[K]]]
// CHECK: scf.for %[[R:.*]] =
// CHECK: %[[V:.*]] = memref.load %[[W]][%[[R]]]
// CHECK: memref.store %[[V]], %{{.*}}[%[[I]], %[[R]]]
// CHECK: memref.dealloc %[[W]]
func.func @workspace(%x: memref<?x?xf64>, %y: memref<?x?xf64>, %n: index) {
  cin.kernel ins(%a = %x : memref<?x?xf64> as tensor<?x?xf64>) outs(%c = %y : memref<?x?xf64> as tensor<?x?xf64>) {
    cin.forall %i in %n {
      cin.where %w : !cin.place<tensor<?xf64>> sizes(%n) {
        cin.forall %k in %n {
          %s = cin.access %w[%k] : !cin.place<tensor<?xf64>>
          cin.assign %c[%i, %k] = %s : !cin.place<tensor<?x?xf64>>
        }
      } producer {
        cin.forall %j in %n {
          cin.forall %k in %n {
            %0 = cin.access %a[%j, %k] : !cin.place<tensor<?x?xf64>>
            cin.assign %w[%k] += %0 : !cin.place<tensor<?xf64>>
          }
        }
      }
    }
  }
  return
}

// Marks: a parallel loop, and attributes on a vector loop.
// CHECK-LABEL: func.func @marks
// CHECK: scf.parallel (%{{.*}}) = (%{{.*}}) to (%{{.*}}) step (%{{.*}}) {
// CHECK: scf.for
// CHECK: scf.for
// CHECK: memref.store
// CHECK: } {cin.loop = #cin.loop<vector(4) registers(2) product(
// CHECK: scf.reduce
func.func @marks(%x: memref<?x?xf64>, %y: memref<?x?xf64>, %n: index) {
  cin.kernel ins(%a = %x : memref<?x?xf64> as tensor<?x?xf64>) outs(%c = %y : memref<?x?xf64> as tensor<?x?xf64>) {
    cin.forall %i in %n parallel {
      cin.forall %k in %n {
        cin.forall %j in %n vector(4) registers(2) {
          %0 = cin.access %a[%k, %j] : !cin.place<tensor<?x?xf64>>
          cin.assign %c[%i, %j] += %0 : !cin.place<tensor<?x?xf64>>
        }
      }
    }
  }
  return
}

// Several kernels, several statements, no loop: in the order written.
// CHECK-LABEL: func.func @sequence
// CHECK-SAME: (%[[Y:.*]]: memref<f64>, %[[V:.*]]: f64, %[[W:.*]]: f64)
// CHECK: memref.store %[[V]], %[[Y]][]
// CHECK: memref.store %[[W]], %[[Y]][]
// CHECK: %[[OLD:.*]] = memref.load %[[Y]][]
// CHECK: %[[SUM:.*]] = arith.addf %[[OLD]], %[[V]]
// CHECK: memref.store %[[SUM]], %[[Y]][]
func.func @sequence(%y: memref<f64>, %v: f64, %w: f64) {
  cin.kernel ins() outs(%c = %y : memref<f64> as tensor<f64>) {
    cin.assign %c[] = %v : !cin.place<tensor<f64>>
    cin.assign %c[] = %w : !cin.place<tensor<f64>>
  }
  cin.kernel ins() outs(%c = %y : memref<f64> as tensor<f64>) {
    cin.assign %c[] += %v : !cin.place<tensor<f64>>
  }
  return
}

// A constant zero adds nothing, but it is a factor and a least value like others.
// CHECK-LABEL: func.func @zero
// CHECK: scf.for
// CHECK-NOT: arith.addf
// CHECK: arith.mulf
// CHECK: arith.minimumf
func.func @zero(%y: memref<?xf64>, %n: index) {
  %zero = arith.constant 0.0 : f64
  cin.kernel ins() outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      cin.assign %c[%i] += %zero : !cin.place<tensor<?xf64>>
      cin.assign %c[%i] *= %zero : !cin.place<tensor<?xf64>>
      cin.assign %c[%i] min= %zero : !cin.place<tensor<?xf64>>
    }
  }
  return
}
