// Sparse results: the loops run twice, to count the coordinates of each level and,
// with arrays of that size, to fill them in.
// RUN: encke-opt --cin-decide --convert-cin-to-scf --canonicalize --cse %s | FileCheck %s

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 32, crdWidth = 32 }>
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed), posWidth = 32, crdWidth = 32 }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)), posWidth = 32, crdWidth = 32 }>
#CD = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : dense), posWidth = 32, crdWidth = 32 }>
#CSF = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed), posWidth = 32, crdWidth = 32 }>
#CDC = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed, d1 : dense, d2 : compressed), posWidth = 32, crdWidth = 32 }>

// Every element of A gives one: counting needs only the lengths of the rows. While
// filling, each row ends where its last element was put.
// CHECK-LABEL: func.func @csr(
// CHECK: %[[ROWS:.*]] = call @encke_tensor_size(%[[R:arg2]], %c0_i64)
// CHECK: %[[COUNT:.*]] = scf.for %[[I:[^ ]*]] = {{.*}} iter_args(%[[SO_FAR:.*]] = %c0) -> (index) {
// CHECK-NOT: scf.for
// CHECK: %[[LENGTH:.*]] = arith.subi
// CHECK-NEXT: %[[MORE:.*]] = arith.addi %[[SO_FAR]], %[[LENGTH]]
// CHECK-NEXT: scf.yield %[[MORE]]
// CHECK: %[[COUNT64:.*]] = arith.index_cast %[[COUNT]]
// CHECK: call @encke_result_allocate(%[[R]], %c1_i64, %{{.*}}, %[[COUNT64]])
// CHECK: %[[POS:.*]] = builtin.unrealized_conversion_cast %{{.*}} to memref<?xi32>
// CHECK: call @encke_result_allocate_values(%[[R]], %[[COUNT64]])
// CHECK: %[[CRD:.*]] = builtin.unrealized_conversion_cast %{{.*}} to memref<?xi32>
// CHECK: %[[VALS:.*]] = builtin.unrealized_conversion_cast %{{.*}} to memref<?xf64>
// CHECK: scf.for %[[I:[^ ]*]] = {{.*}} iter_args(%[[AT:.*]] = %c0) -> (index) {
// CHECK: %[[NEXT:.*]] = arith.addi %[[I]], %c1
// CHECK: %[[END:.*]] = scf.for %[[P:[^ ]*]] = {{.*}} iter_args(%[[Q:.*]] = %[[AT]]) -> (index) {
// CHECK: %[[J:.*]] = memref.load %{{.*}}[%[[P]]] : memref<?xi32>
// CHECK: %[[V:.*]] = arith.mulf
// CHECK: memref.store %[[V]], %[[VALS]][%[[Q]]]
// CHECK: memref.store %[[J]], %[[CRD]][%[[Q]]]
// CHECK: %[[AFTER:.*]] = arith.addi %[[Q]], %c1
// CHECK: scf.yield %[[AFTER]]
// CHECK: %[[END32:.*]] = arith.index_castui %[[END]]
// CHECK: memref.store %[[END32]], %[[POS]][%[[NEXT]]]
// CHECK: scf.yield %[[END]]
// CHECK: call @encke_result_finish(%[[R]])
func.func @csr(%A: !llvm.ptr, %v: f64, %R: !llvm.ptr, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>)
             outs(%r = %R : !llvm.ptr as tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %1 = arith.mulf %0, %v : f64
        cin.assign %r[%i, %j] = %1 : !cin.place<tensor<?x?xf64, #CSR>>
      }
    }
  }
  return
}

// Which elements there will be depends on the values, so they are looked at twice.
// CHECK-LABEL: func.func @selected(
// CHECK: scf.for
// CHECK: arith.cmpf ogt
// CHECK: scf.if
// CHECK: call @encke_result_allocate(
// CHECK: scf.for
// CHECK: arith.cmpf ogt
// CHECK: scf.if
// CHECK: memref.store %{{.*}}, %{{.*}}[%{{.*}}] : memref<?xf64>
func.func @selected(%A: !llvm.ptr, %v: f64, %R: !llvm.ptr, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?xf64, #V>)
             outs(%r = %R : !llvm.ptr as tensor<?xf64, #V>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %keep = arith.cmpf ogt, %0, %v : f64
      %1 = cin.filter %0 if %keep : f64
      cin.assign %r[%i] = %1 : !cin.place<tensor<?xf64, #V>>
    }
  }
  return
}

// A row is stored when something was put into it: the columns' cursor has moved. (Before
// elements are counted, a bound of their number is tried: bounds.mlir.)
// CHECK-LABEL: func.func @dcsr(
// CHECK: %[[STORED:.*]]:2 = scf.if %{{.*}} -> (index, index) {
// CHECK: } else {
// CHECK: %[[COUNTS:.*]]:2 = scf.for %{{.*}} iter_args(%[[ROWS:.*]] = %c0, %[[ELEMENTS:.*]] = %c0) -> (index, index) {
// CHECK: %[[INNER:.*]]:3 = scf.while (%{{.*}}, %{{.*}} = %[[ELEMENTS]]) :
// CHECK: %[[ANY:.*]] = arith.cmpi ne, %[[INNER]]#2, %[[ELEMENTS]]
// CHECK: %[[ONE:.*]] = arith.extui %[[ANY]]
// CHECK: %[[STEP:.*]] = arith.index_cast %[[ONE]]
// CHECK: %[[MORE:.*]] = arith.addi %[[ROWS]], %[[STEP]]
// CHECK: scf.yield %[[MORE]], %[[INNER]]#2
// CHECK: scf.yield %[[COUNTS]]#0, %[[COUNTS]]#1
// CHECK: %[[N0:.*]] = arith.index_cast %[[STORED]]#0
// CHECK: call @encke_result_allocate(%{{.*}}, %c0_i64, %c1_i64, %[[N0]])
// CHECK: %[[POS0:.*]] = builtin.unrealized_conversion_cast
// CHECK: %[[N1:.*]] = arith.index_cast %[[STORED]]#1
// CHECK: call @encke_result_allocate(%{{.*}}, %c1_i64, %[[N0]], %[[N1]])
// CHECK: %[[POS1:.*]] = builtin.unrealized_conversion_cast
// CHECK: call @encke_result_allocate_values(%{{.*}}, %[[N1]])
// CHECK: %[[CRD0:.*]] = builtin.unrealized_conversion_cast
// CHECK: %[[TOTAL:.*]]:2 = scf.for %{{.*}} iter_args(%[[ROW:.*]] = %c0, %[[AT:.*]] = %c0) -> (index, index) {
// CHECK: %[[I:.*]] = memref.load
// CHECK: %[[FILLED:.*]] = scf.if %{{.*}} -> (index) {
// CHECK: scf.while
// CHECK: %[[SOME:.*]] = arith.cmpi ne, %[[FILLED]], %[[AT]]
// CHECK: scf.if %[[SOME]] -> (index) {
// CHECK: memref.store %[[I]], %[[CRD0]][%[[ROW]]]
// CHECK: %[[NEXT:.*]] = arith.addi %[[ROW]], %c1
// CHECK: %[[END:.*]] = arith.index_castui %[[FILLED]]
// CHECK: memref.store %[[END]], %[[POS1]][%[[NEXT]]]
// CHECK: } else {
// CHECK-NEXT: scf.yield %[[ROW]]
// CHECK: %[[LAST:.*]] = arith.index_castui %[[TOTAL]]#0
// CHECK: memref.store %[[LAST]], %[[POS0]][%c1]
func.func @dcsr(%A: !llvm.ptr, %B: !llvm.ptr, %R: !llvm.ptr, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #DCSR>, %b = %B : !llvm.ptr as tensor<?xf64, #V>)
             outs(%r = %R : !llvm.ptr as tensor<?x?xf64, #DCSR>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DCSR>>
        %1 = cin.access %b[%j] : !cin.place<tensor<?xf64, #V>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %r[%i, %j] = %2 : !cin.place<tensor<?x?xf64, #DCSR>>
      }
    }
  }
  return
}

// One cursor for both levels: each element has a row and a column.
// CHECK-LABEL: func.func @coo(
// CHECK: %[[COUNT:.*]] = scf.for
// CHECK: %[[N:.*]] = arith.index_cast %[[COUNT]]
// CHECK: call @encke_result_allocate(%{{.*}}, %c0_i64, %c1_i64, %[[N]])
// CHECK: %[[POS:.*]] = builtin.unrealized_conversion_cast
// CHECK: call @encke_result_allocate(%{{.*}}, %c1_i64, %[[N]], %[[N]])
// CHECK: %[[ROWS:.*]] = builtin.unrealized_conversion_cast
// CHECK: %[[COLUMNS:.*]] = builtin.unrealized_conversion_cast
// CHECK: scf.for %[[I:[^ ]*]] = {{.*}} iter_args(
// CHECK: scf.for %{{.*}} iter_args(%[[Q:.*]] = %{{.*}})
// CHECK: %[[J:.*]] = memref.load
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[Q]]] : memref<?xf64>
// CHECK: %[[I32:.*]] = arith.index_castui %[[I]]
// CHECK: memref.store %[[I32]], %[[ROWS]][%[[Q]]]
// CHECK: memref.store %[[J]], %[[COLUMNS]][%[[Q]]]
// CHECK: memref.store %{{.*}}, %[[POS]][%c1]
func.func @coo(%A: !llvm.ptr, %R: !llvm.ptr, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>)
             outs(%r = %R : !llvm.ptr as tensor<?x?xf64, #COO>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        cin.assign %r[%i, %j] = %0 : !cin.place<tensor<?x?xf64, #COO>>
      }
    }
  }
  return
}

// A cursor for each level.
// CHECK-LABEL: func.func @csf(
// CHECK: %[[N:.*]]:3 = scf.for %{{.*}} -> (index, index, index) {
// CHECK: scf.for %{{.*}} -> (index, index) {
// CHECK-NOT: scf.for
// CHECK: call @encke_result_allocate(%{{.*}}, %c0_i64,
// CHECK: call @encke_result_allocate(%{{.*}}, %c1_i64,
// CHECK: call @encke_result_allocate(%{{.*}}, %c2_i64,
// CHECK: scf.for %{{.*}} -> (index, index, index) {
// CHECK: scf.for %{{.*}} -> (index, index) {
// CHECK: scf.for %{{.*}} -> (index) {
// CHECK: memref.store %{{.*}} : memref<?xf64>
// CHECK: scf.if %{{.*}} -> (index) {
// CHECK: scf.if %{{.*}} -> (index) {
// CHECK: call @encke_result_finish
func.func @csf(%A: !llvm.ptr, %x: memref<?xf64>, %R: !llvm.ptr, %n: index, %m: index, %l: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?x?xf64, #CSF>, %b = %x : memref<?xf64> as tensor<?xf64>)
             outs(%r = %R : !llvm.ptr as tensor<?x?x?xf64, #CSF>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        cin.forall %k in %l {
          %0 = cin.access %a[%i, %j, %k] : !cin.place<tensor<?x?x?xf64, #CSF>>
          %1 = cin.access %b[%k] : !cin.place<tensor<?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %r[%i, %j, %k] = %2 : !cin.place<tensor<?x?x?xf64, #CSF>>
        }
      }
    }
  }
  return
}

// Below the rows everything has a place; a row is stored when one of its elements is,
// which is asked before it is written.
// CHECK-LABEL: func.func @compressed_dense(
// CHECK: scf.for
// CHECK: %[[TOUCHED:.*]] = scf.for %{{.*}} iter_args(%{{.*}} = %false) -> (i1) {
// CHECK-NEXT: scf.yield %true
// CHECK: arith.extui %[[TOUCHED]]
// CHECK: %[[PLACES:.*]] = call @encke_buffer_bytes(
// CHECK: call @encke_result_allocate_values(%{{.*}}, %[[PLACES]])
// CHECK: scf.for %{{.*}} iter_args(%[[ROW:.*]] = %c0) -> (index) {
// CHECK: %[[I:.*]] = memref.load
// CHECK: %[[TOUCHED:.*]] = scf.for %{{.*}} iter_args(%{{.*}} = %false) -> (i1) {
// CHECK-NOT: memref.store
// CHECK: scf.if %[[TOUCHED]] -> (index) {
// CHECK: scf.for
// CHECK: %[[J:.*]] = arith.index_castui
// CHECK: %[[BASE:.*]] = arith.muli %[[ROW]]
// CHECK: %[[AT:.*]] = arith.addi %[[BASE]], %[[J]]
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[AT]]] : memref<?xf64>
// CHECK: memref.store %[[I]], %{{.*}}[%[[ROW]]]
func.func @compressed_dense(%A: !llvm.ptr, %R: !llvm.ptr, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #DCSR>)
             outs(%r = %R : !llvm.ptr as tensor<?x?xf64, #CD>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DCSR>>
        cin.assign %r[%i, %j] = %0 : !cin.place<tensor<?x?xf64, #CD>>
      }
    }
  }
  return
}

// A row that got nothing is not kept, and has no place among the positions below it.
// CHECK-LABEL: func.func @compressed_dense_compressed(
// CHECK: call @encke_result_allocate(
// CHECK: call @encke_result_allocate(
// CHECK: scf.for %{{.*}} iter_args(%[[ROW:.*]] = %c0, %{{.*}} = %c0) -> (index, index) {
// CHECK: scf.for %[[K:[^ ]*]] = {{.*}} iter_args(%[[BEFORE:.*]] = %{{.*}}) -> (index) {
// CHECK: %[[BASE:.*]] = arith.muli %[[ROW]]
// CHECK: %[[AT:.*]] = arith.addi %[[BASE]], %[[K]]
// CHECK: %[[END:.*]] = scf.if %{{.*}} -> (index) {
// CHECK: scf.while
// CHECK: %[[SOME:.*]] = arith.cmpi ne, %[[END]], %[[BEFORE]]
// CHECK: scf.if %[[SOME]] {
// CHECK: %[[NEXT:.*]] = arith.addi %[[AT]], %c1
// CHECK: %[[END32:.*]] = arith.index_castui %[[END]]
// CHECK: memref.store %[[END32]], %{{.*}}[%[[NEXT]]]
func.func @compressed_dense_compressed(%A: !llvm.ptr, %x: memref<?xf64>, %B: !llvm.ptr, %R: !llvm.ptr, %n: index, %m: index, %l: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #DCSR>, %d = %x : memref<?xf64> as tensor<?xf64>, %b = %B : !llvm.ptr as tensor<?xf64, #V>)
             outs(%r = %R : !llvm.ptr as tensor<?x?x?xf64, #CDC>) {
    cin.forall %i in %n {
      cin.forall %k in %l {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DCSR>>
          %1 = cin.access %d[%k] : !cin.place<tensor<?xf64>>
          %2 = cin.access %b[%j] : !cin.place<tensor<?xf64, #V>>
          %3 = arith.mulf %0, %1 : f64
          %4 = arith.mulf %3, %2 : f64
          cin.assign %r[%i, %k, %j] = %4 : !cin.place<tensor<?x?x?xf64, #CDC>>
        }
      }
    }
  }
  return
}
