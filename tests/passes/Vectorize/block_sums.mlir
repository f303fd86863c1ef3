// Sums along rows of blocks stay in vectors until the row ends, those of all
// rows of a block at once.
// RUN: encke-opt --vectorize --canonicalize --cse %s | FileCheck %s

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
        } {cin.loop = #cin.loop<vector(4) registers(1)>}
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
  } {cin.loop = #cin.loop<unroll(2)>}
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
      } {cin.loop = #cin.loop<vector(4) registers(1)>}
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
      } {cin.loop = #cin.loop<vector(4) registers(1)>}
      scf.yield %s : f64
    }
    memref.store %row, %x[%i] : memref<?xf64>
  } {cin.loop = #cin.loop<unroll(2)>}
  return
}

// A vector has a lane more than the block has columns, which is left out at the
// end. It loads what comes next, unless the last row's vector ends after the
// memory: x and A may be as long as they need to be.
// CHECK-LABEL: func.func @odd
// CHECK-SAME: (%[[A:.*]]: memref<?xf64>, %{{.*}}: memref<?xindex>, %{{.*}}: index, %{{.*}}: index, %[[X:.*]]: memref<?xf64>, %{{.*}}: memref<?xf64>)
// CHECK: %[[R:.*]]:2 = scf.for %[[P:.*]] = {{.*}} iter_args(%[[V0:.*]] = %[[ZERO:.*]], %[[V1:.*]] = %[[ZERO]])
// CHECK: %[[UP:.*]] = arith.muli %[[P]], %c2
// CHECK: %[[AT:.*]] = arith.addi %[[UP]], %c1
// CHECK: %[[J0:.*]] = arith.muli %{{.*}}, %c3
// CHECK: %[[Q:.*]] = arith.muli %[[AT]], %c3
// CHECK: %[[AS:.*]] = memref.dim %[[A]]
// CHECK: %[[AE:.*]] = arith.addi %[[Q]], %c4
// CHECK: %[[AF:.*]] = arith.cmpi ule, %[[AE]], %[[AS]]
// CHECK: %[[XS:.*]] = memref.dim %[[X]]
// CHECK: %[[XE:.*]] = arith.addi %[[J0]], %c4
// CHECK: %[[XF:.*]] = arith.cmpi ule, %[[XE]], %[[XS]]
// CHECK: %[[FITS:.*]] = arith.andi %[[AF]], %[[XF]]
// CHECK: scf.if %[[FITS]] -> (vector<4xf64>, vector<4xf64>) {
// CHECK: vector.load %[[A]]
// CHECK: vector.load %[[X]]
// CHECK: %[[T0:.*]] = arith.addf %[[V0]]
// CHECK: vector.load %[[A]]
// CHECK: %[[T1:.*]] = arith.addf %[[V1]]
// CHECK-NEXT: scf.yield %[[T0]], %[[T1]]
// CHECK: } else {
// CHECK: %[[MASK:.*]] = vector.constant_mask [3] : vector<4xi1>
// CHECK: vector.maskedload %[[A]][%{{.*}}], %[[MASK]], %[[ZERO]]
// CHECK: vector.maskedload %[[X]][%{{.*}}], %[[MASK]], %[[ZERO]]
// CHECK: vector.maskedload %[[A]][%{{.*}}], %[[MASK]], %[[ZERO]]
// CHECK: }
// CHECK: %[[LAST:.*]] = vector.constant_mask [3] : vector<4xi1>
// CHECK: %[[L0:.*]] = arith.select %[[LAST]], %[[R]]#0, %[[ZERO]]
// CHECK: vector.reduction <add>, %[[L0]], %[[Z:.*]] fast
// CHECK: %[[L1:.*]] = arith.select %[[LAST]], %[[R]]#1, %[[ZERO]]
// CHECK: vector.reduction <add>, %[[L1]], %[[Z]] fast
func.func @odd(%A: memref<?xf64>, %crd: memref<?xindex>, %lo: index, %hi: index, %x: memref<?xf64>, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %c0 to %c2 step %c1 {
    %row = scf.for %p = %lo to %hi step %c1 iter_args(%sum = %zero) -> (f64) {
      %jb = memref.load %crd[%p] : memref<?xindex>
      %up = arith.muli %p, %c2 : index
      %at = arith.addi %up, %i : index
      %j0 = arith.muli %jb, %c3 : index
      %s = scf.for %j = %c0 to %c3 step %c1 iter_args(%t = %sum) -> (f64) {
        %jj = arith.addi %j0, %j : index
        %base = arith.muli %at, %c3 : index
        %q = arith.addi %base, %j : index
        %0 = memref.load %A[%q] : memref<?xf64>
        %1 = memref.load %x[%jj] : memref<?xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = arith.addf %t, %2 : f64
        scf.yield %3 : f64
      } {cin.loop = #cin.loop<vector(4) registers(1)>}
      scf.yield %s : f64
    }
    memref.store %row, %y[%i] : memref<?xf64>
  } {cin.loop = #cin.loop<unroll(2)>}
  return
}

// Five columns are a vector and one lane of the next: the others keep what they
// have.
// CHECK-LABEL: func.func @five
// CHECK: scf.for %{{.*}} iter_args(%[[V:.*]] = %{{.*}}) -> (vector<4xi64>) {
// CHECK: scf.if
// CHECK-COUNT-4: vector.load
// CHECK: } else {
// CHECK: vector.load
// CHECK: vector.load
// CHECK: %[[T:.*]] = arith.addi %[[V]], %{{.*}} : vector<4xi64>
// CHECK: %[[MASK:.*]] = vector.constant_mask [1] : vector<4xi1>
// CHECK: vector.maskedload
// CHECK: vector.maskedload
// CHECK: %[[U:.*]] = arith.addi %[[T]], %{{.*}} : vector<4xi64>
// CHECK: arith.select %[[MASK]], %[[U]], %[[T]]
// CHECK: vector.reduction <add>
func.func @five(%A: memref<?xi64>, %crd: memref<?xindex>, %lo: index, %hi: index, %x: memref<?xi64>, %y: memref<?xi64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0 : i64
  scf.for %i = %c0 to %n step %c1 {
    %row = scf.for %p = %lo to %hi step %c1 iter_args(%sum = %zero) -> (i64) {
      %jb = memref.load %crd[%p] : memref<?xindex>
      %j0 = arith.muli %jb, %c5 : index
      %s = scf.for %j = %c0 to %c5 step %c1 iter_args(%t = %sum) -> (i64) {
        %jj = arith.addi %j0, %j : index
        %base = arith.muli %p, %c5 : index
        %q = arith.addi %base, %j : index
        %0 = memref.load %A[%q] : memref<?xi64>
        %1 = memref.load %x[%jj] : memref<?xi64>
        %2 = arith.muli %0, %1 : i64
        %3 = arith.addi %t, %2 : i64
        scf.yield %3 : i64
      } {cin.loop = #cin.loop<vector(4) registers(1)>}
      scf.yield %s : i64
    }
    memref.store %row, %y[%i] : memref<?xi64>
  }
  return
}

// A quotient of what is not there might trap.
// CHECK-LABEL: func.func @quotients
// CHECK-NOT: vector.maskedload
// CHECK: return
func.func @quotients(%A: memref<?xi64>, %crd: memref<?xindex>, %lo: index, %hi: index, %x: memref<?xi64>, %y: memref<?xi64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i64
  scf.for %i = %c0 to %n step %c1 {
    %row = scf.for %p = %lo to %hi step %c1 iter_args(%sum = %zero) -> (i64) {
      %j0 = memref.load %crd[%p] : memref<?xindex>
      %s = scf.for %j = %c0 to %c3 step %c1 iter_args(%t = %sum) -> (i64) {
        %jj = arith.addi %j0, %j : index
        %0 = memref.load %A[%jj] : memref<?xi64>
        %1 = memref.load %x[%jj] : memref<?xi64>
        %2 = arith.divsi %0, %1 : i64
        %3 = arith.addi %t, %2 : i64
        scf.yield %3 : i64
      } {cin.loop = #cin.loop<vector(4) registers(1)>}
      scf.yield %s : i64
    }
    memref.store %row, %y[%i] : memref<?xi64>
  }
  return
}

// Where the rows of a block are stored backwards, the last one does not end last.
// CHECK-LABEL: func.func @backwards
// CHECK-NOT: vector.maskedload
// CHECK: return
func.func @backwards(%A: memref<?xf64>, %crd: memref<?xindex>, %lo: index, %hi: index, %x: memref<?xf64>, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %c0 to %c2 step %c1 {
    %row = scf.for %p = %lo to %hi step %c1 iter_args(%sum = %zero) -> (f64) {
      %jb = memref.load %crd[%p] : memref<?xindex>
      %up = arith.muli %p, %c2 : index
      %at = arith.subi %up, %i : index
      %j0 = arith.muli %jb, %c3 : index
      %s = scf.for %j = %c0 to %c3 step %c1 iter_args(%t = %sum) -> (f64) {
        %jj = arith.addi %j0, %j : index
        %base = arith.muli %at, %c3 : index
        %q = arith.addi %base, %j : index
        %0 = memref.load %A[%q] : memref<?xf64>
        %1 = memref.load %x[%jj] : memref<?xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = arith.addf %t, %2 : f64
        scf.yield %3 : f64
      } {cin.loop = #cin.loop<vector(4) registers(1)>}
      scf.yield %s : f64
    }
    memref.store %row, %y[%i] : memref<?xf64>
  } {cin.loop = #cin.loop<unroll(2)>}
  return
}
