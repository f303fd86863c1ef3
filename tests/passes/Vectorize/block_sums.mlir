// Sums along rows of blocks stay in vectors until the row ends, those of all
// rows of a block at once.
// RUN: encke-opt --vectorize-marked-loops --canonicalize --cse %s | FileCheck %s

// Two rows of blocks of 2 x 4. Only a block at the end is cut off: what is there
// goes into sums of its own.
// CHECK-LABEL: func.func @rows
// CHECK-SAME: (%[[A:.*]]: memref<?xf64>, %[[CRD:.*]]: memref<?xindex>, %[[LO:.*]]: index, %[[HI:.*]]: index, %[[X:.*]]: memref<?xf64>, %[[Y:.*]]: memref<?xf64>, %[[M:.*]]: index)
// CHECK: %[[R:.*]]:4 = scf.for %[[P:.*]] = %[[LO]] to %[[HI]] step %c1 iter_args(%[[V0:.*]] = %[[ZERO:.*]], %[[V1:.*]] = %[[ZERO]], %[[S0:.*]] = %[[Z:.*]], %[[S1:.*]] = %[[Z]]) -> (vector<4xf64>, vector<4xf64>, f64, f64) {
// CHECK-NEXT: %[[JB:.*]] = memref.load %[[CRD]][%[[P]]]
// CHECK-NOT: memref.load
// CHECK: %[[WHOLE:.*]] = arith.cmpi uge
// CHECK-NOT: scf.for
// CHECK: scf.if %[[WHOLE]] -> (vector<4xf64>, vector<4xf64>, f64, f64) {
// CHECK: %[[A0:.*]] = vector.load %[[A]]
// CHECK: %[[XV:.*]] = vector.load %[[X]]
// CHECK: %[[P0:.*]] = arith.mulf %[[A0]], %[[XV]]
// CHECK: %[[T0:.*]] = arith.addf %[[V0]], %[[P0]]
// CHECK: %[[A1:.*]] = vector.load %[[A]]
// CHECK-NOT: vector.load %[[X]]
// CHECK: %[[P1:.*]] = arith.mulf %[[A1]], %[[XV]]
// CHECK: %[[T1:.*]] = arith.addf %[[V1]], %[[P1]]
// CHECK: scf.yield %[[T0]], %[[T1]], %[[S0]], %[[S1]]
// CHECK: } else {
// CHECK: %[[C:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %[[S0]], %{{.*}} = %[[S1]]) -> (f64, f64)
// CHECK-NOT: scf.for
// CHECK: scf.yield %[[V0]], %[[V1]], %[[C]]#0, %[[C]]#1
// CHECK: %[[Y0:.*]] = vector.reduction <add>, %[[R]]#0, %[[R]]#2
// CHECK: %[[Y1:.*]] = vector.reduction <add>, %[[R]]#1, %[[R]]#3
// CHECK: memref.store %[[Y0]], %[[Y]][%c0]
// CHECK: memref.store %[[Y1]], %[[Y]][%c1]
// CHECK-NOT: scf.for
// CHECK: return
func.func @rows(%A: memref<?xf64>, %crd: memref<?xindex>, %lo: index, %hi: index, %x: memref<?xf64>, %y: memref<?xf64>, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %c0 to %c2 step %c1 {
    %row = scf.for %p = %lo to %hi step %c1 iter_args(%sum = %zero) -> (f64) {
      %jb = memref.load %crd[%p] : memref<?xindex>
      %up = arith.muli %p, %c2 : index
      %at = arith.addi %up, %i : index
      %j0 = arith.muli %jb, %c4 : index
      %rest = arith.subi %m, %j0 : index
      %whole = arith.cmpi uge, %rest, %c4 : index
      %added = scf.if %whole -> (f64) {
        %s = scf.for %j = %c0 to %c4 step %c1 iter_args(%t = %sum) -> (f64) {
          %jj = arith.addi %j0, %j : index
          %base = arith.muli %at, %c4 : index
          %q = arith.addi %base, %j : index
          %0 = memref.load %A[%q] : memref<?xf64>
          %1 = memref.load %x[%jj] : memref<?xf64>
          %2 = arith.mulf %0, %1 : f64
          %3 = arith.addf %t, %2 : f64
          scf.yield %3 : f64
        } {encke.vector = 4 : i64}
        scf.yield %s : f64
      } else {
        %s = scf.for %j = %c0 to %rest step %c1 iter_args(%t = %sum) -> (f64) {
          %jj = arith.addi %j0, %j : index
          %base = arith.muli %at, %c4 : index
          %q = arith.addi %base, %j : index
          %0 = memref.load %A[%q] : memref<?xf64>
          %1 = memref.load %x[%jj] : memref<?xf64>
          %2 = arith.mulf %0, %1 : f64
          %3 = arith.addf %t, %2 : f64
          scf.yield %3 : f64
        }
        scf.yield %s : f64
      }
      scf.yield %added : f64
    }
    memref.store %row, %y[%i] : memref<?xf64>
  }
  return
}

// Blocks that fit, of twice as many columns as a vector has; the loop around
// has no end that is known, so its rows are added up one by one.
// CHECK-LABEL: func.func @one_row
// CHECK: scf.for %{{.*}} = %c0 to %{{.*}} step
// CHECK: scf.for %{{.*}} iter_args(%[[V:.*]] = %{{.*}}) -> (vector<4xf32>) {
// CHECK: vector.load
// CHECK: %[[T:.*]] = arith.addf %[[V]], %{{.*}} : vector<4xf32>
// CHECK: vector.load
// CHECK: %[[U:.*]] = arith.addf %[[T]], %{{.*}} : vector<4xf32>
// CHECK: scf.yield %[[U]]
// CHECK: vector.reduction <add>
func.func @one_row(%A: memref<?xf32>, %crd: memref<?xindex>, %lo: index, %hi: index, %x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    %row = scf.for %p = %lo to %hi step %c1 iter_args(%sum = %zero) -> (f32) {
      %jb = memref.load %crd[%p] : memref<?xindex>
      %up = arith.muli %p, %n : index
      %at = arith.addi %up, %i : index
      %j0 = arith.muli %jb, %c8 : index
      %s = scf.for %j = %c0 to %c8 step %c1 iter_args(%t = %sum) -> (f32) {
        %jj = arith.addi %j0, %j : index
        %base = arith.muli %at, %c8 : index
        %q = arith.addi %base, %j : index
        %0 = memref.load %A[%q] : memref<?xf32>
        %1 = memref.load %x[%jj] : memref<?xf32>
        %2 = arith.mulf %0, %1 : f32
        %3 = arith.addf %t, %2 : f32
        scf.yield %3 : f32
      } {encke.vector = 4 : i64}
      scf.yield %s : f32
    }
    memref.store %row, %y[%i] : memref<?xf32>
  }
  return
}

// The rows are read where they are written: each is added up by itself.
// CHECK-LABEL: func.func @in_place
// CHECK: scf.for %{{.*}} = %c0 to %c2 step
// CHECK: scf.for {{.*}} -> (vector<4xf64>)
// CHECK: memref.store
func.func @in_place(%A: memref<?xf64>, %crd: memref<?xindex>, %lo: index, %hi: index, %x: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %c0 to %c2 step %c1 {
    %row = scf.for %p = %lo to %hi step %c1 iter_args(%sum = %zero) -> (f64) {
      %jb = memref.load %crd[%p] : memref<?xindex>
      %j0 = arith.muli %jb, %c4 : index
      %s = scf.for %j = %c0 to %c4 step %c1 iter_args(%t = %sum) -> (f64) {
        %jj = arith.addi %j0, %j : index
        %0 = memref.load %A[%jj] : memref<?xf64>
        %1 = memref.load %x[%jj] : memref<?xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = arith.addf %t, %2 : f64
        scf.yield %3 : f64
      } {encke.vector = 4 : i64}
      scf.yield %s : f64
    }
    memref.store %row, %x[%i] : memref<?xf64>
  }
  return
}
