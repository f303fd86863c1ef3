// Rows of a matrix, behind each of which lie others: of the first ones, where they are of
// different lengths, as one look at the positions tells before all loops, what does not fill
// a vector is added up as a whole one, of which lanes are dropped. Rows of up to four
// elements are one vector, of up to eight two, and the rest of longer ones another one. Rows
// that end less than a vector before an array does, and all where lengths are even, are as in
// sparse_sums.mlir.
// RUN: encke-opt --vectorize --canonicalize --cse %s | FileCheck %s

// CHECK-LABEL: func.func @spmv
// CHECK-SAME: %[[POS:[^ ]*]]: memref<?xi32>, %[[CRD:[^ ]*]]: memref<?xi32>, %[[A:[^ ]*]]: memref<?xf64>, %[[X:[^ ]*]]: memref<?xf64>, %[[Y:[^ ]*]]: memref<?xf64>, %[[N:[^ ]*]]: index
// CHECK-DAG: %[[LANES:.*]] = arith.constant dense<[0, 1, 2, 3]> : vector<4xi64>
// CHECK-DAG: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<4xf64>
// CHECK: %[[CRDS:.*]] = memref.dim %[[CRD]]
// CHECK: %[[VALUES:.*]] = memref.dim %[[A]]
// CHECK: %[[ENDS:.*]] = arith.minsi %[[CRDS]], %[[VALUES]]
// CHECK: %[[LAST:.*]] = arith.subi %[[ENDS]], %c8
// CHECK: %[[COUNT:.*]] = memref.dim %[[POS]]
// CHECK: %[[COUNT64:.*]] = arith.index_cast %[[COUNT]] : index to i64
// CHECK: %[[LAST64:.*]] = arith.index_cast %[[LAST]] : index to i64
// CHECK: %[[ANSWER:.*]] = call @encke_loop_uneven_rows(%{{.*}}, %c4_i64, %[[COUNT64]], %[[LAST64]], %c1000_i64, %c16_i64)
// CHECK: %[[UNEVEN:.*]] = arith.index_cast %[[ANSWER]] : i64 to index
// CHECK: %[[FROM:.*]] = arith.maxsi %[[UNEVEN]], %c0
// CHECK: %[[MIDDLE:.*]] = arith.minsi %[[N]], %[[FROM]]
// CHECK: scf.for %[[I:.*]] = %c0 to %[[MIDDLE]] step %c1 {
// CHECK:   %[[LO:.*]] = arith.index_castui
// CHECK:   %[[HI:.*]] = arith.index_castui
// CHECK:   %[[LENGTH:.*]] = arith.subi %[[HI]], %[[LO]]
// CHECK:   %[[ISLONG:.*]] = arith.cmpi ugt, %[[LENGTH]], %c4
// CHECK:   scf.if %[[ISLONG]] -> (f64) {
// CHECK:     %[[ISLONGER:.*]] = arith.cmpi ugt, %[[LENGTH]], %c8
// CHECK:     scf.if %[[ISLONGER]] -> (f64) {

// Vectors of eight lanes, one at a time also where they are gathered, and one for the rest.
// CHECK:       %[[WHOLE:.*]]:2 = scf.if %{{.*}} -> (vector<8xf64>, index) {
// CHECK:         arith.remui %[[LENGTH]], %c8
// CHECK:         vector.gather
// CHECK-NOT:     vector.gather
// CHECK:       } else {
// CHECK:       %[[LEFT:.*]] = arith.subi %[[HI]], %[[WHOLE]]#1
// CHECK:       vector.load %[[A]][%[[WHOLE]]#1] : memref<?xf64>, vector<8xf64>
// CHECK:       arith.select %{{.*}}, %{{.*}}, %[[WHOLE]]#0 : vector<8xi1>, vector<8xf64>
// CHECK:       vector.reduction <add>

// Two of four lanes.
// CHECK:     } else {
// CHECK:       vector.load %[[A]][%[[LO]]] : memref<?xf64>, vector<4xf64>
// CHECK:       %[[NEXT:.*]] = arith.addi %[[LO]], %c4
// CHECK:       vector.load %[[A]][%[[NEXT]]] : memref<?xf64>, vector<4xf64>
// CHECK:       arith.select %{{.*}} : vector<4xi1>, vector<4xf64>
// CHECK:       vector.reduction <add>

// One.
// CHECK:   } else {
// CHECK:     vector.load %[[A]][%[[LO]]] : memref<?xf64>, vector<4xf64>
// CHECK:     %[[ALL:.*]] = arith.addf %{{.*}}, %[[ZERO]] fastmath<contract>
// CHECK:     %[[LENGTH64:.*]] = arith.index_cast %[[LENGTH]] : index to i64
// CHECK:     %[[LEFTS:.*]] = vector.broadcast %[[LENGTH64]] : i64 to vector<4xi64>
// CHECK:     %[[INSIDE:.*]] = arith.cmpi sgt, %[[LEFTS]], %[[LANES]]
// CHECK:     %[[KEPT:.*]] = arith.select %[[INSIDE]], %[[ALL]], %[[ZERO]]
// CHECK:     vector.reduction <add>, %[[KEPT]]

// The other rows.
// CHECK: scf.for %{{.*}} = %[[MIDDLE]] to %[[N]] step %c1 {
// CHECK-NOT: arith.select
// CHECK: return
func.func @spmv(%pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xf64>, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %c0 to %n step %c1 {
    %next = arith.addi %i, %c1 : index
    %lo32 = memref.load %pos[%i] : memref<?xi32>
    %lo = arith.index_castui %lo32 : i32 to index
    %hi32 = memref.load %pos[%next] : memref<?xi32>
    %hi = arith.index_castui %hi32 : i32 to index
    %r = scf.for %p = %lo to %hi step %c1 iter_args(%s = %zero) -> (f64) {
      %0 = memref.load %crd[%p] : memref<?xi32>
      %1 = arith.index_castui %0 : i32 to index
      %2 = memref.load %a[%p] : memref<?xf64>
      %3 = memref.load %x[%1] : memref<?xf64>
      %4 = arith.mulf %2, %3 fastmath<contract> : f64
      %5 = arith.addf %s, %4 fastmath<contract> : f64
      scf.yield %5 : f64
    } {cin.loop = #cin.loop<vector(8) few(16) far(row = 128, all = 1048576, vectors = 2, ahead = 128) uneven(rows = 1000, length = 16, lanes = 4) segment>}
    memref.store %r, %y[%i] : memref<?xf64>
  }
  return
}

// Not: elements behind the row may have places outside of x; or what bounds the loop is not
// known to be of rows that lie behind each other; or nothing says so.
// CHECK-LABEL: func.func @shifted
// CHECK-NOT: encke_loop_uneven_rows
// CHECK: return
func.func @shifted(%pos: memref<?xi32>, %crd: memref<?xi32>, %x: memref<?xf64>, %y: memref<?xf64>, %n: index, %lo: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %c0 to %n step %c1 {
    %next = arith.addi %i, %c1 : index
    %lo32 = memref.load %pos[%i] : memref<?xi32>
    %first = arith.index_castui %lo32 : i32 to index
    %hi32 = memref.load %pos[%next] : memref<?xi32>
    %hi = arith.index_castui %hi32 : i32 to index
    %r = scf.for %p = %first to %hi step %c1 iter_args(%s = %zero) -> (f64) {
      %0 = memref.load %crd[%p] : memref<?xi32>
      %1 = arith.index_castui %0 : i32 to index
      %2 = arith.subi %1, %lo : index
      %3 = memref.load %x[%2] : memref<?xf64>
      %4 = arith.addf %s, %3 fastmath<contract> : f64
      scf.yield %4 : f64
    } {cin.loop = #cin.loop<vector(8) few(16) far(row = 128, all = 1048576, vectors = 2, ahead = 128) uneven(rows = 1000, length = 16, lanes = 4) segment>}
    %t = scf.for %p = %c0 to %hi step %c1 iter_args(%s = %r) -> (f64) {
      %0 = memref.load %crd[%p] : memref<?xi32>
      %1 = arith.index_castui %0 : i32 to index
      %2 = memref.load %x[%1] : memref<?xf64>
      %3 = arith.addf %s, %2 fastmath<contract> : f64
      scf.yield %3 : f64
    } {cin.loop = #cin.loop<vector(8) few(16) far(row = 128, all = 1048576, vectors = 2, ahead = 128) uneven(rows = 1000, length = 16, lanes = 4) segment>}
    %u = scf.for %p = %first to %hi step %c1 iter_args(%s = %t) -> (f64) {
      %0 = memref.load %crd[%p] : memref<?xi32>
      %1 = arith.index_castui %0 : i32 to index
      %2 = memref.load %x[%1] : memref<?xf64>
      %3 = arith.addf %s, %2 fastmath<contract> : f64
      scf.yield %3 : f64
    } {cin.loop = #cin.loop<vector(8) few(16) far(row = 128, all = 1048576, vectors = 2, ahead = 128) uneven(rows = 1000, length = 16, lanes = 4)>}
    memref.store %u, %y[%i] : memref<?xf64>
  }
  return
}

// Nor where an array is made for each row, or positions are of no width that the runtime
// knows.
// CHECK-LABEL: func.func @made_inside
// CHECK-NOT: encke_loop_uneven_rows
// CHECK: return
func.func @made_inside(%pos: memref<?xi32>, %places: memref<?xindex>, %crd: memref<?xi32>, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc(%n) : memref<?xf64>
    %next = arith.addi %i, %c1 : index
    %lo32 = memref.load %pos[%i] : memref<?xi32>
    %lo = arith.index_castui %lo32 : i32 to index
    %hi32 = memref.load %pos[%next] : memref<?xi32>
    %hi = arith.index_castui %hi32 : i32 to index
    %r = scf.for %p = %lo to %hi step %c1 iter_args(%s = %zero) -> (f64) {
      %0 = memref.load %crd[%p] : memref<?xi32>
      %1 = arith.index_castui %0 : i32 to index
      %2 = memref.load %a[%p] : memref<?xf64>
      %3 = memref.load %x[%1] : memref<?xf64>
      %4 = arith.mulf %2, %3 fastmath<contract> : f64
      %5 = arith.addf %s, %4 fastmath<contract> : f64
      scf.yield %5 : f64
    } {cin.loop = #cin.loop<vector(8) few(16) far(row = 128, all = 1048576, vectors = 2, ahead = 128) uneven(rows = 1000, length = 16, lanes = 4) segment>}
    %from = memref.load %places[%i] : memref<?xindex>
    %to = memref.load %places[%next] : memref<?xindex>
    %t = scf.for %p = %from to %to step %c1 iter_args(%s = %r) -> (f64) {
      %0 = memref.load %crd[%p] : memref<?xi32>
      %1 = arith.index_castui %0 : i32 to index
      %2 = memref.load %x[%1] : memref<?xf64>
      %3 = arith.addf %s, %2 fastmath<contract> : f64
      scf.yield %3 : f64
    } {cin.loop = #cin.loop<vector(8) few(16) far(row = 128, all = 1048576, vectors = 2, ahead = 128) uneven(rows = 1000, length = 16, lanes = 4) segment>}
    memref.store %t, %y[%i] : memref<?xf64>
    memref.dealloc %a : memref<?xf64>
  }
  return
}
