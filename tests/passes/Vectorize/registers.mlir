// A loop marked with registers that accumulates inside loops which reduce: its
// sums stay in registers across them.
// RUN: encke-opt --vectorize --canonicalize --cse %s | FileCheck %s

// SpMM's row: blocks of 2 vectors of 4, then single vectors, then single elements.
// CHECK-LABEL: func.func @spmm
// CHECK-SAME: (%[[A:.*]]: memref<?xf64>, %[[CRD:.*]]: memref<?xindex>, %[[LO:.*]]: index, %[[HI:.*]]: index, %[[B:.*]]: memref<?x?xf64>, %[[C:.*]]: memref<?x?xf64>, %[[I:.*]]: index, %[[N:.*]]: index)
// CHECK: scf.for %[[K:.*]] = %c0 to %[[BLOCKS:.*]] step %c8 {
// CHECK: %[[K4:.*]] = arith.addi %[[K]], %c4
// CHECK: %[[C0:.*]] = vector.load %[[C]][%[[I]], %[[K]]]
// CHECK: %[[C1:.*]] = vector.load %[[C]][%[[I]], %[[K4]]]
// CHECK: %[[R:.*]]:2 = scf.for %[[P:.*]] = %[[LO]] to %[[HI]] step %c1 iter_args(%[[S0:.*]] = %[[C0]], %[[S1:.*]] = %[[C1]]) -> (vector<4xf64>, vector<4xf64>) {
// CHECK: %[[J:.*]] = memref.load %[[CRD]][%[[P]]]
// CHECK: %[[a:.*]] = memref.load %[[A]][%[[P]]]
// CHECK: vector.load %[[B]][%[[J]], %[[K]]]
// CHECK: %[[T0:.*]] = arith.addf %[[S0]], %{{.*}} : vector<4xf64>
// CHECK: vector.load %[[B]][%[[J]], %[[K4]]]
// CHECK: %[[T1:.*]] = arith.addf %[[S1]], %{{.*}} : vector<4xf64>
// CHECK: scf.yield %[[T0]], %[[T1]]
// CHECK: }
// CHECK: vector.store %[[R]]#0, %[[C]][%[[I]], %[[K]]]
// CHECK: vector.store %[[R]]#1, %[[C]][%[[I]], %[[K4]]]
// CHECK: }
// CHECK: scf.for %{{.*}} = %[[BLOCKS]] to %[[VECTORS:.*]] step %c4 {
// CHECK: scf.for %{{.*}} = %[[LO]] to %[[HI]] step %c1 iter_args(%{{.*}} = %{{.*}}) -> (vector<4xf64>) {
// CHECK: scf.for %[[E:.*]] = %[[VECTORS]] to %[[N]] step %c1 {
// CHECK: %[[CE:.*]] = memref.load %[[C]][%[[I]], %[[E]]]
// CHECK: %[[SUM:.*]] = scf.for %{{.*}} = %[[LO]] to %[[HI]] step %c1 iter_args(%{{.*}} = %[[CE]]) -> (f64) {
// CHECK: memref.store %[[SUM]], %[[C]][%[[I]], %[[E]]]
func.func @spmm(%A: memref<?xf64>, %crd: memref<?xindex>, %lo: index, %hi: index, %B: memref<?x?xf64>, %C: memref<?x?xf64>, %i: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %p = %lo to %hi step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %a = memref.load %A[%p] : memref<?xf64>
    scf.for %k = %c0 to %n step %c1 {
      %0 = memref.load %B[%j, %k] : memref<?x?xf64>
      %1 = arith.mulf %a, %0 : f64
      %2 = memref.load %C[%i, %k] : memref<?x?xf64>
      %3 = arith.addf %2, %1 : f64
      memref.store %3, %C[%i, %k] : memref<?x?xf64>
    } {cin.loop = #cin.loop<vector(4) registers(2)>}
  }
  return
}

// Two loops that reduce are both inside the block.
// CHECK-LABEL: func.func @two_reductions
// CHECK: scf.for %{{.*}} step %c4 {
// CHECK: vector.load
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (vector<4xf64>) {
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (vector<4xf64>) {
// CHECK: vector.store
func.func @two_reductions(%B: memref<?x?x?xf64>, %C: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      scf.for %k = %c0 to %n step %c1 {
        %0 = memref.load %B[%i, %j, %k] : memref<?x?x?xf64>
        %1 = memref.load %C[%k] : memref<?xf64>
        %2 = arith.subf %1, %0 : f64
        memref.store %2, %C[%k] : memref<?xf64>
      } {cin.loop = #cin.loop<vector(4) registers(1)>}
    }
  }
  return
}

// The element moves with the loop around, or the loop around stores something
// else: a plain vector loop.
// CHECK-LABEL: func.func @element_moves
// CHECK: scf.for %[[I:.*]] = %c0 to
// CHECK: scf.for %{{.*}} = %c0 to %{{.*}} step %c4 {
// CHECK: vector.store
// CHECK: scf.for
// CHECK-NOT: scf.if
// CHECK: return
func.func @element_moves(%B: memref<?x?xf64>, %C: memref<?x?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %k = %c0 to %n step %c1 {
      %0 = memref.load %B[%i, %k] : memref<?x?xf64>
      %1 = memref.load %C[%i, %k] : memref<?x?xf64>
      %2 = arith.addf %1, %0 : f64
      memref.store %2, %C[%i, %k] : memref<?x?xf64>
    } {cin.loop = #cin.loop<vector(4) registers(2)>}
  }
  return
}

// CHECK-LABEL: func.func @other_store
// CHECK: scf.for %[[I:.*]] = %c0 to
// CHECK: memref.store
// CHECK: scf.for %{{.*}} = %c0 to %{{.*}} step %c4 {
// CHECK-NOT: scf.if
// CHECK: return
func.func @other_store(%B: memref<?x?xf64>, %C: memref<?xf64>, %D: memref<?xf64>, %v: f64, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %v, %D[%i] : memref<?xf64>
    scf.for %k = %c0 to %n step %c1 {
      %0 = memref.load %B[%i, %k] : memref<?x?xf64>
      %1 = memref.load %C[%k] : memref<?xf64>
      %2 = arith.addf %1, %0 : f64
      memref.store %2, %C[%k] : memref<?xf64>
    } {cin.loop = #cin.loop<vector(4) registers(2)>}
  }
  return
}

// The loop around reads what the inner loop writes.
// CHECK-LABEL: func.func @reads_result
// CHECK: scf.for %[[I:.*]] = %c0 to
// CHECK: memref.load
// CHECK: scf.for %{{.*}} = %c0 to %{{.*}} step %c4 {
// CHECK-NOT: scf.if
// CHECK: return
func.func @reads_result(%C: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %C[%i] : memref<?xf64>
    scf.for %k = %c0 to %n step %c1 {
      %1 = memref.load %C[%k] : memref<?xf64>
      %2 = arith.addf %1, %0 : f64
      memref.store %2, %C[%k] : memref<?xf64>
    } {cin.loop = #cin.loop<vector(4) registers(2)>}
  }
  return
}

// Five vectors are known to be all: three blocks, of one, two, and two, not two and then
// single ones; nothing is left.
// CHECK-LABEL: func.func @known
// CHECK: vector.load %{{.*}}[%{{.*}}, %c0]
// CHECK: %[[FIRST:.*]] = scf.for {{.*}} -> (vector<4xf64>) {
// CHECK: vector.store %[[FIRST]], %{{.*}}[%{{.*}}, %c0]
// CHECK: scf.for %{{.*}} = %c4 to %c20 step %c8 {
// CHECK: scf.for {{.*}} -> (vector<4xf64>, vector<4xf64>) {
// CHECK-NOT: scf.for
// CHECK: return
func.func @known(%A: memref<?xf64>, %lo: index, %hi: index, %B: memref<?x20xf64>, %C: memref<?x20xf64>, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c20 = arith.constant 20 : index
  scf.for %p = %lo to %hi step %c1 {
    %a = memref.load %A[%p] : memref<?xf64>
    scf.for %k = %c0 to %c20 step %c1 {
      %0 = memref.load %B[%p, %k] : memref<?x20xf64>
      %1 = arith.mulf %a, %0 : f64
      %2 = memref.load %C[%i, %k] : memref<?x20xf64>
      %3 = arith.addf %2, %1 : f64
      memref.store %3, %C[%i, %k] : memref<?x20xf64>
    } {cin.loop = #cin.loop<vector(4) registers(2)>}
  }
  return
}

// Minima stay in registers as sums do, but not in several sets, of which one would
// begin as something else than is there.
// CHECK-LABEL: func.func @least
// CHECK: %[[OLD:.*]] = vector.load %{{.*}}[%{{.*}}, %c0] : memref<?x4xf64>, vector<4xf64>
// CHECK: %[[LEAST:.*]] = scf.for %{{.*}} = %c0 to %c16 step %c1 iter_args(%[[SO_FAR:.*]] = %[[OLD]]) -> (vector<4xf64>) {
// CHECK: %[[NEXT:.*]] = arith.minnumf %[[SO_FAR]], %{{.*}} : vector<4xf64>
// CHECK: scf.yield %[[NEXT]]
// CHECK: vector.store %[[LEAST]], %{{.*}}[%{{.*}}, %c0]
// CHECK-NOT: scf.for
// CHECK: return
func.func @least(%A: memref<16xf64>, %B: memref<16x4xf64>, %C: memref<?x4xf64>, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  scf.for %j = %c0 to %c16 step %c1 {
    %a = memref.load %A[%j] : memref<16xf64>
    scf.for %k = %c0 to %c4 step %c1 {
      %0 = memref.load %B[%j, %k] : memref<16x4xf64>
      %1 = arith.addf %a, %0 : f64
      %2 = memref.load %C[%i, %k] : memref<?x4xf64>
      %3 = arith.minnumf %2, %1 : f64
      memref.store %3, %C[%i, %k] : memref<?x4xf64>
    } {cin.loop = #cin.loop<vector(4) registers(2)>}
  }
  return
}

// The loop around does other work, here a sum (attention): one block has all elements, so
// that it is done once.
// CHECK-LABEL: func.func @other_work
// CHECK-NOT: vector.store
// CHECK: %[[SUMS:.*]]:2 = scf.for %[[P:.*]] = {{.*}} -> (vector<4xf64>, vector<4xf64>) {
// CHECK: %[[DOT:.*]] = vector.reduction <add>
// CHECK: vector.broadcast %[[DOT]]
// CHECK-NOT: store
// CHECK: scf.yield
// CHECK: vector.store %[[SUMS]]#0, %{{.*}}[%{{.*}}, %c0]
// CHECK: vector.store %[[SUMS]]#1, %{{.*}}[%{{.*}}, %c4]
// CHECK-NOT: scf.for
// CHECK: return
func.func @other_work(%lo: index, %hi: index, %Q: memref<8xf64>, %K: memref<?x8xf64>, %V: memref<?x8xf64>, %O: memref<?x8xf64>, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f64
  scf.for %p = %lo to %hi step %c1 {
    %dot = scf.for %k = %c0 to %c8 step %c1 iter_args(%s = %zero) -> f64 {
      %0 = memref.load %Q[%k] : memref<8xf64>
      %1 = memref.load %K[%p, %k] : memref<?x8xf64>
      %2 = arith.mulf %0, %1 : f64
      %3 = arith.addf %s, %2 : f64
      scf.yield %3 : f64
    } {cin.loop = #cin.loop<vector(4)>}
    scf.for %d = %c0 to %c8 step %c1 {
      %0 = memref.load %V[%p, %d] : memref<?x8xf64>
      %1 = arith.mulf %dot, %0 : f64
      %2 = memref.load %O[%i, %d] : memref<?x8xf64>
      %3 = arith.addf %2, %1 : f64
      memref.store %3, %O[%i, %d] : memref<?x8xf64>
    } {cin.loop = #cin.loop<vector(4) registers(2)>}
  }
  return
}

// The same work, but more elements than registers hold, or it reads what is added to.
// CHECK-LABEL: func.func @too_much_work
// CHECK: vector.reduction
// CHECK-NEXT: scf.for %{{.*}} = %c0 to %c8 step %c4 {
// CHECK: vector.store
// CHECK: vector.reduction
// CHECK-NEXT: scf.for %{{.*}} = %c0 to %c8 step %c4 {
// CHECK: vector.store
func.func @too_much_work(%lo: index, %hi: index, %K: memref<?x8xf64>, %V: memref<?x8xf64>, %O: memref<8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f64
  scf.for %p = %lo to %hi step %c1 {
    %dot = scf.for %k = %c0 to %c8 step %c1 iter_args(%s = %zero) -> f64 {
      %0 = memref.load %K[%p, %k] : memref<?x8xf64>
      %1 = arith.addf %s, %0 : f64
      scf.yield %1 : f64
    } {cin.loop = #cin.loop<vector(4)>}
    scf.for %d = %c0 to %c8 step %c1 {
      %0 = memref.load %V[%p, %d] : memref<?x8xf64>
      %1 = arith.mulf %dot, %0 : f64
      %2 = memref.load %O[%d] : memref<8xf64>
      %3 = arith.addf %2, %1 : f64
      memref.store %3, %O[%d] : memref<8xf64>
    } {cin.loop = #cin.loop<vector(4) registers(1)>}
  }
  scf.for %p = %lo to %hi step %c1 {
    %dot = scf.for %k = %c0 to %c8 step %c1 iter_args(%s = %zero) -> f64 {
      %0 = memref.load %O[%k] : memref<8xf64>
      %1 = arith.addf %s, %0 : f64
      scf.yield %1 : f64
    } {cin.loop = #cin.loop<vector(4)>}
    scf.for %d = %c0 to %c8 step %c1 {
      %0 = memref.load %V[%p, %d] : memref<?x8xf64>
      %1 = arith.mulf %dot, %0 : f64
      %2 = memref.load %O[%d] : memref<8xf64>
      %3 = arith.addf %2, %1 : f64
      memref.store %3, %O[%d] : memref<8xf64>
    } {cin.loop = #cin.loop<vector(4) registers(2)>}
  }
  return
}

// A loop before sets the elements to zero: the sums begin as that. What is written in
// between is other memory.
// CHECK-LABEL: func.func @zeros
// CHECK-SAME: %{{[^ ]*}}: memref<?x8xf64>, %[[C:[^ ]*]]: memref<?x8xf64>
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.0{{.*}}> : vector<4xf64>
// CHECK: memref.alloc
// CHECK-NOT: %[[C]]
// CHECK: %[[SUMS:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %[[ZERO]], %{{.*}} = %[[ZERO]])
// CHECK: vector.store %[[SUMS]]#0, %[[C]]
// CHECK: vector.store %[[SUMS]]#1, %[[C]]
func.func @zeros(%A: memref<?xf64>, %lo: index, %hi: index, %B: memref<?x8xf64>, %C: memref<?x8xf64>, %i: index) -> memref<8xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f64
  %other = memref.alloc() : memref<8xf64>
  scf.for %k = %c0 to %c8 step %c1 {
    memref.store %zero, %C[%i, %k] : memref<?x8xf64>
  } {cin.loop = #cin.loop<vector(4)>}
  memref.store %zero, %other[%i] : memref<8xf64>
  scf.for %p = %lo to %hi step %c1 {
    %a = memref.load %A[%p] : memref<?xf64>
    scf.for %k = %c0 to %c8 step %c1 {
      %0 = memref.load %B[%p, %k] : memref<?x8xf64>
      %1 = arith.mulf %a, %0 : f64
      %2 = memref.load %C[%i, %k] : memref<?x8xf64>
      %3 = arith.addf %2, %1 : f64
      memref.store %3, %C[%i, %k] : memref<?x8xf64>
    } {cin.loop = #cin.loop<vector(4) registers(2)>}
  }
  return %other : memref<8xf64>
}

// How many there are is not known: what is left of vectors is computed by one that
// ends with it, partly for a second time, if there are enough elements; if there are
// not, one by one.
// CHECK-LABEL: func.func @zeros_of_the_rest
// CHECK-SAME: %[[N:[^ ]*]]: index) {
// CHECK: scf.for %{{.*}} = %c0 to %[[BLOCKS:.*]] step %c8 {
// CHECK: scf.for %{{.*}} = %[[BLOCKS]] to %[[VECTORS:.*]] step %c4 {
// CHECK: %[[LEFT:.*]] = arith.cmpi slt, %[[VECTORS]], %[[N]]
// CHECK-NEXT: scf.if %[[LEFT]] {
// CHECK-NEXT: %[[LAST:.*]] = arith.subi %[[N]], %c4
// CHECK-NEXT: %[[FEW:.*]] = arith.cmpi slt, %[[LAST]], %c0
// CHECK-NEXT: scf.if %[[FEW]] {
// CHECK-NEXT: scf.for %[[K:.*]] = %[[VECTORS]] to %[[N]] step %c1 {
// CHECK-NEXT: %[[E:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %cst{{.*}}) -> (f64) {
// CHECK: memref.store %[[E]], %{{.*}}[%[[K]]]
// CHECK: } else {
// CHECK-NEXT: %[[SUM:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %cst{{.*}}) -> (vector<4xf64>) {
// CHECK: vector.store %[[SUM]], %{{.*}}[%[[LAST]]]
func.func @zeros_of_the_rest(%lo: index, %hi: index, %B: memref<?x?xf64>, %C: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  scf.for %k = %c0 to %n step %c1 {
    memref.store %zero, %C[%k] : memref<?xf64>
  }
  scf.for %p = %lo to %hi step %c1 {
    scf.for %k = %c0 to %n step %c1 {
      %0 = memref.load %B[%p, %k] : memref<?x?xf64>
      %2 = memref.load %C[%k] : memref<?xf64>
      %3 = arith.addf %2, %0 : f64
      memref.store %3, %C[%k] : memref<?xf64>
    } {cin.loop = #cin.loop<vector(4) overlap registers(2)>}
  }
  return
}

// Something else is written, or read, in between, or other elements are set.
// CHECK-LABEL: func.func @no_zeros
// CHECK-COUNT-3: vector.load %arg3
func.func @no_zeros(%lo: index, %hi: index, %B: memref<?x4xf64>, %C: memref<?x4xf64>, %D: memref<?x4xf64>, %i: index, %j: index, %v: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f64
  scf.for %k = %c0 to %c4 step %c1 {
    memref.store %zero, %C[%i, %k] : memref<?x4xf64>
  }
  memref.store %v, %D[%i, %c0] : memref<?x4xf64>
  scf.for %p = %lo to %hi step %c1 {
    scf.for %k = %c0 to %c4 step %c1 {
      %0 = memref.load %B[%p, %k] : memref<?x4xf64>
      %2 = memref.load %C[%i, %k] : memref<?x4xf64>
      %3 = arith.addf %2, %0 : f64
      memref.store %3, %C[%i, %k] : memref<?x4xf64>
    } {cin.loop = #cin.loop<vector(4) registers(2)>}
  }
  scf.for %k = %c0 to %c4 step %c1 {
    memref.store %zero, %C[%i, %k] : memref<?x4xf64>
  }
  memref.store %v, %C[%i, %c0] : memref<?x4xf64>
  scf.for %p = %lo to %hi step %c1 {
    scf.for %k = %c0 to %c4 step %c1 {
      %0 = memref.load %B[%p, %k] : memref<?x4xf64>
      %2 = memref.load %C[%i, %k] : memref<?x4xf64>
      %3 = arith.addf %2, %0 : f64
      memref.store %3, %C[%i, %k] : memref<?x4xf64>
    } {cin.loop = #cin.loop<vector(4) registers(2)>}
  }
  scf.for %k = %c0 to %c4 step %c1 {
    memref.store %zero, %C[%j, %k] : memref<?x4xf64>
  }
  scf.for %p = %lo to %hi step %c1 {
    scf.for %k = %c0 to %c4 step %c1 {
      %0 = memref.load %B[%p, %k] : memref<?x4xf64>
      %2 = memref.load %C[%i, %k] : memref<?x4xf64>
      %3 = arith.addf %2, %0 : f64
      memref.store %3, %C[%i, %k] : memref<?x4xf64>
    } {cin.loop = #cin.loop<vector(4) registers(2)>}
  }
  return
}

// The loop around adds to memory that is allocated here, which two blocks would do twice.
// CHECK-LABEL: func.func @writes_elsewhere
// CHECK: memref.alloc
// CHECK: scf.for
// CHECK: memref.store
// CHECK-NOT: memref.store
// CHECK: return
func.func @writes_elsewhere(%A: memref<?xf64>, %lo: index, %hi: index, %B: memref<?x16xf64>, %C: memref<16xf64>) -> memref<8xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %other = memref.alloc() : memref<8xf64>
  scf.for %p = %lo to %hi step %c1 {
    %a = memref.load %A[%p] : memref<?xf64>
    %o = memref.load %other[%c1] : memref<8xf64>
    %b = arith.addf %o, %a : f64
    memref.store %b, %other[%c1] : memref<8xf64>
    scf.for %k = %c0 to %c16 step %c1 {
      %0 = memref.load %B[%p, %k] : memref<?x16xf64>
      %1 = arith.mulf %a, %0 : f64
      %2 = memref.load %C[%k] : memref<16xf64>
      %3 = arith.addf %2, %1 : f64
      memref.store %3, %C[%k] : memref<16xf64>
    } {cin.loop = #cin.loop<vector(4) registers(2)>}
  }
  return %other : memref<8xf64>
}

// MTTKRP: a fibre's row of B is multiplied with the sum over the fibre, as it is marked. An empty one adds
// nothing, whatever B has. What is left over does it one by one.
// CHECK-LABEL: func.func @fibres
// CHECK-SAME: (%[[POS:.*]]: memref<?xindex>, %[[CRD:.*]]: memref<?xindex>, %[[X:[^ ]*]]: memref<?xf64>, %{{.*}}: index, %{{.*}}: index, %[[B:[^ ]*]]: memref<?x4xf64>, %[[D:[^ ]*]]: memref<?x4xf64>, %[[C:[^ ]*]]: memref<4xf64>)
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.0{{.*}}> : vector<4xf64>
// CHECK: %[[TOTAL:.*]] = scf.for %[[F:[^ ]*]] = {{.*}} iter_args(%[[SO_FAR:[^ ]*]] = %{{.*}}) -> (vector<4xf64>) {
// CHECK: %[[RUNS:.*]] = arith.cmpi slt, %[[LO:.*]], %[[HI:.*]] : index
// CHECK: %[[NEXT:.*]] = scf.if %[[RUNS]] -> (vector<4xf64>) {
// CHECK: %[[SUM:.*]] = scf.for %{{.*}} = %[[LO]] to %[[HI]] step %c1 iter_args(%[[S:.*]] = %[[ZERO]])
// CHECK-NOT: vector.load %[[B]]
// CHECK: %[[ROW:.*]] = vector.load %[[D]]
// CHECK: %[[P:.*]] = arith.mulf %{{.*}}, %[[ROW]] fastmath<contract>
// CHECK-NOT: arith.mulf
// CHECK: %[[T:.*]] = arith.addf %[[S]], %[[P]]
// CHECK: scf.yield %[[T]]
// CHECK: %[[FIXED:.*]] = vector.load %[[B]][%[[F]], %c0]
// CHECK: %[[MORE:.*]] = arith.mulf %[[FIXED]], %[[SUM]] fastmath<contract>
// CHECK: %[[NEW:.*]] = arith.addf %[[SO_FAR]], %[[MORE]] fastmath<contract>
// CHECK: scf.yield %[[NEW]]
// CHECK: } else {
// CHECK-NEXT: scf.yield %[[SO_FAR]]
// CHECK: vector.store %[[TOTAL]], %[[C]]
func.func @fibres(%pos: memref<?xindex>, %crd: memref<?xindex>, %X: memref<?xf64>, %first: index, %last: index, %B: memref<?x4xf64>, %D: memref<?x4xf64>, %C: memref<4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %f = %first to %last step %c1 {
    %next = arith.addi %f, %c1 : index
    %lo = memref.load %pos[%f] : memref<?xindex>
    %hi = memref.load %pos[%next] : memref<?xindex>
    scf.for %p = %lo to %hi step %c1 {
      %k = memref.load %crd[%p] : memref<?xindex>
      %x = memref.load %X[%p] : memref<?xf64>
      scf.for %r = %c0 to %c4 step %c1 {
        %0 = memref.load %B[%f, %r] : memref<?x4xf64>
        %1 = arith.mulf %x, %0 fastmath<contract> : f64
        %2 = memref.load %D[%k, %r] : memref<?x4xf64>
        %3 = arith.mulf %1, %2 fastmath<contract> : f64
        %4 = memref.load %C[%r] : memref<4xf64>
        %5 = arith.addf %4, %3 fastmath<contract> : f64
        memref.store %5, %C[%r] : memref<4xf64>
      } {cin.loop = #cin.loop<vector(4) registers(2) factored>}
    }
  }
  return
}

// Nothing to be gained: a factor that is one number for all elements; a row that is written
// to in the loop; a product whose factors all change.
// CHECK-LABEL: func.func @no_fixed_factor
// CHECK-NOT: arith.cmpi slt
// CHECK: return
func.func @no_fixed_factor(%X: memref<?xf64>, %lo: index, %hi: index, %a: f64, %D: memref<?x4xf64>, %C: memref<4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %B = memref.alloc() : memref<4xf64>
  scf.for %p = %lo to %hi step %c1 {
    %x = memref.load %X[%p] : memref<?xf64>
    scf.for %r = %c0 to %c4 step %c1 {
      %0 = arith.mulf %x, %a : f64
      %1 = memref.load %D[%p, %r] : memref<?x4xf64>
      %2 = arith.mulf %0, %1 : f64
      %3 = memref.load %C[%r] : memref<4xf64>
      %4 = arith.addf %3, %2 : f64
      memref.store %4, %C[%r] : memref<4xf64>
    } {cin.loop = #cin.loop<vector(4) registers(2) factored>}
  }
  scf.for %p = %lo to %hi step %c1 {
    %x = memref.load %X[%p] : memref<?xf64>
    memref.store %x, %B[%c1] : memref<4xf64>
    scf.for %r = %c0 to %c4 step %c1 {
      %0 = memref.load %B[%r] : memref<4xf64>
      %1 = arith.mulf %x, %0 : f64
      %2 = memref.load %C[%r] : memref<4xf64>
      %3 = arith.addf %2, %1 : f64
      memref.store %3, %C[%r] : memref<4xf64>
    } {cin.loop = #cin.loop<vector(4) registers(2) factored>}
  }
  return
}

// Sixteen elements and two: the last vector begins early enough to be a whole one. It
// is in one block with the one that it shares elements with, which are loaded for both
// before they are stored.
// CHECK-LABEL: func.func @shared_elements
// CHECK-SAME: %[[C:[^ ]*]]: memref<18xf64>
// CHECK: vector.load %[[C]][%c0]
// CHECK: scf.for {{.*}} -> (vector<4xf64>) {
// CHECK: vector.load %[[C]][%c4]
// CHECK: vector.load %[[C]][%c8]
// CHECK: scf.for {{.*}} -> (vector<4xf64>, vector<4xf64>)
// CHECK: %[[C0:.*]] = vector.load %[[C]][%c12]
// CHECK: %[[C1:.*]] = vector.load %[[C]][%c14]
// CHECK: %[[R:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %[[C0]], %{{.*}} = %[[C1]])
// CHECK: vector.store %[[R]]#0, %[[C]][%c12]
// CHECK: vector.store %[[R]]#1, %[[C]][%c14]
// CHECK-NEXT: return
func.func @shared_elements(%C: memref<18xf64>, %B: memref<?x18xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c18 = arith.constant 18 : index
  scf.for %j = %c0 to %n step %c1 {
    scf.for %k = %c0 to %c18 step %c1 {
      %0 = memref.load %B[%j, %k] : memref<?x18xf64>
      %1 = memref.load %C[%k] : memref<18xf64>
      %2 = arith.addf %1, %0 : f64
      memref.store %2, %C[%k] : memref<18xf64>
    } {cin.loop = #cin.loop<vector(4) overlap registers(2)>}
  }
  return
}

// A block holds all.
// CHECK-LABEL: func.func @one_block
// CHECK-COUNT-3: vector.load
// CHECK: scf.for {{.*}} -> (vector<4xf64>, vector<4xf64>, vector<4xf64>) {
// CHECK-COUNT-3: vector.store
// CHECK-NEXT: return
func.func @one_block(%C: memref<11xf64>, %B: memref<?x11xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c11 = arith.constant 11 : index
  scf.for %j = %c0 to %n step %c1 {
    scf.for %k = %c0 to %c11 step %c1 {
      %0 = memref.load %B[%j, %k] : memref<?x11xf64>
      %1 = memref.load %C[%k] : memref<11xf64>
      %2 = arith.addf %1, %0 : f64
      memref.store %2, %C[%k] : memref<11xf64>
    } {cin.loop = #cin.loop<vector(4) overlap registers(3)>}
  }
  return
}

// The iterations are known: four sets of two sums, for every fourth iteration each, are added
// afterwards, so that an addition need not wait for the one of the iteration before.
// CHECK-LABEL: func.func @sets
// CHECK-SAME: (%[[A:.*]]: memref<12xf64>, %[[B:.*]]: memref<12x8xf64>, %[[C:.*]]: memref<8xf64>)
// CHECK: %[[R:.*]]:8 = scf.for %[[J:.*]] = %c0 to %c12 step %c4 iter_args(%[[S0:[^ ]*]] = %{{[^ ,]*}}, %{{[^ ]*}} = %{{[^ ,]*}}, %[[S2:[^ ]*]] = %[[ZERO:cst[_0-9]*]],
// CHECK: memref.load %[[A]][%[[J]]]
// CHECK: arith.addf %[[S0]],
// CHECK: %[[NEXT:.*]] = arith.addi %[[J]], %c1
// CHECK: memref.load %[[A]][%[[NEXT]]]
// CHECK: arith.addf %[[S2]],
// CHECK: scf.yield
// CHECK-COUNT-6: arith.addf %{{.*}}, %[[R]]#{{[2-7]}} : vector<4xf64>
// CHECK-COUNT-2: vector.store
func.func @sets(%A: memref<12xf64>, %B: memref<12x8xf64>, %C: memref<8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c12 = arith.constant 12 : index
  scf.for %j = %c0 to %c12 step %c1 {
    %a = memref.load %A[%j] : memref<12xf64>
    scf.for %k = %c0 to %c8 step %c1 {
      %0 = memref.load %B[%j, %k] : memref<12x8xf64>
      %1 = arith.mulf %a, %0 : f64
      %2 = memref.load %C[%k] : memref<8xf64>
      %3 = arith.addf %2, %1 : f64
      memref.store %3, %C[%k] : memref<8xf64>
    } {cin.loop = #cin.loop<vector(4) registers(8) sums(4)>}
  }
  return
}

// Without a mark, what is left of eighteen elements comes one by one. Nothing is known of
// how many there are in the second loop: blocks of four vectors, of two, and single ones.
// CHECK-LABEL: func.func @plainest
// CHECK: scf.for %{{.*}} = %c0 to %c16 step %c8 {
// CHECK: scf.for %{{.*}} = %c16 to %c18 step %c1 {
// CHECK: scf.for {{.*}} -> (f64)
// CHECK: scf.for %{{.*}} = %c0 to %[[FOUR:.*]] step %c16 {
// CHECK: scf.for %{{.*}} = %[[FOUR]] to %[[TWO:.*]] step %c8 {
// CHECK: scf.for %{{.*}} = %[[TWO]] to %[[ONE:.*]] step %c4 {
// CHECK: scf.for %{{.*}} = %[[ONE]] to %{{.*}} step %c1 {
func.func @plainest(%C: memref<?xf64>, %B: memref<?x?xf64>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c18 = arith.constant 18 : index
  scf.for %j = %c0 to %n step %c1 {
    scf.for %k = %c0 to %c18 step %c1 {
      %0 = memref.load %B[%j, %k] : memref<?x?xf64>
      %1 = memref.load %C[%k] : memref<?xf64>
      %2 = arith.addf %1, %0 : f64
      memref.store %2, %C[%k] : memref<?xf64>
    } {cin.loop = #cin.loop<vector(4) registers(2)>}
  }
  scf.for %j = %c0 to %n step %c1 {
    scf.for %k = %c0 to %m step %c1 {
      %0 = memref.load %B[%j, %k] : memref<?x?xf64>
      %1 = memref.load %C[%k] : memref<?xf64>
      %2 = arith.addf %1, %0 : f64
      memref.store %2, %C[%k] : memref<?xf64>
    } {cin.loop = #cin.loop<vector(4) registers(4) then(2)>}
  }
  return
}

// Nine iterations are no whole sets.
// CHECK-LABEL: func.func @odd_iterations
// CHECK: scf.for %{{.*}} = %c0 to %c9 step %c1 iter_args({{.*}}) -> (vector<4xf64>, vector<4xf64>) {
func.func @odd_iterations(%A: memref<9xf64>, %B: memref<9x8xf64>, %C: memref<8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  scf.for %j = %c0 to %c9 step %c1 {
    %a = memref.load %A[%j] : memref<9xf64>
    scf.for %k = %c0 to %c8 step %c1 {
      %0 = memref.load %B[%j, %k] : memref<9x8xf64>
      %1 = arith.mulf %a, %0 : f64
      %2 = memref.load %C[%k] : memref<8xf64>
      %3 = arith.addf %2, %1 : f64
      memref.store %3, %C[%k] : memref<8xf64>
    } {cin.loop = #cin.loop<vector(4) registers(2) sums(2)>}
  }
  return
}
