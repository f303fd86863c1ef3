// One loop a level: dense levels are located, compressed ones iterated.
// RUN: encke-opt --convert-cin-to-scf --canonicalize --cse %s | FileCheck %s

#CC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>
#CD = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : dense) }>
#ColumnMajor = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : dense) }>
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 64, crdWidth = 32 }>

// (CU, CU): the first level's only segment is that of parent 0, and its
// positions are the parents of the second. The extents are not needed.
// CHECK-LABEL: func.func @compressed_compressed
// CHECK-DAG: %[[c0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[c1:.*]] = arith.constant 1 : index
// CHECK: %[[pos0:.*]] = builtin.unrealized_conversion_cast %{{.*}} to memref<?xi64>
// CHECK: %[[crd0:.*]] = builtin.unrealized_conversion_cast %{{.*}} to memref<?xi64>
// CHECK: %[[pos1:.*]] = builtin.unrealized_conversion_cast %{{.*}} to memref<?xi64>
// CHECK: %[[crd1:.*]] = builtin.unrealized_conversion_cast %{{.*}} to memref<?xi64>
// CHECK: %[[l64:.*]] = memref.load %[[pos0]][%[[c0]]]
// CHECK: %[[lo:.*]] = arith.index_castui %[[l64]]
// CHECK: %[[h64:.*]] = memref.load %[[pos0]][%[[c1]]]
// CHECK: %[[hi:.*]] = arith.index_castui %[[h64]]
// CHECK: scf.for %[[p:.*]] = %[[lo]] to %[[hi]]
// CHECK: %[[i64:.*]] = memref.load %[[crd0]][%[[p]]]
// CHECK: %[[i:.*]] = arith.index_castui %[[i64]]
// CHECK: %[[p1:.*]] = arith.addi %[[p]], %[[c1]]
// CHECK: memref.load %[[pos1]][%[[p]]]
// CHECK: memref.load %[[pos1]][%[[p1]]]
// CHECK: scf.for %[[q:.*]] = %{{.*}} to %{{.*}} step
// CHECK: %[[j64:.*]] = memref.load %[[crd1]][%[[q]]]
// CHECK: %[[j:.*]] = arith.index_castui %[[j64]]
// CHECK: memref.load %{{.*}}[%[[q]]] : memref<?xf64>
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[i]], %[[j]]] : memref<?x?xf64>
func.func @compressed_compressed(%A: !llvm.ptr, %y: memref<?x?xf64>, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CC>) outs(%c = %y : memref<?x?xf64> as tensor<?x?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CC>>
        cin.assign %c[%i, %j] += %0 : !cin.place<tensor<?x?xf64>>
      }
    }
  }
  return
}

// (CU, D): each stored row is dense; element (p, j) is at p * columns + j.
// CHECK-LABEL: func.func @compressed_dense
// CHECK-SAME: %[[N:[^ ]*]]: index, %[[M:[^ ]*]]: index
// CHECK: %[[SIZE64:.*]] = call @encke_level_size(%{{.*}}, %c1_i64)
// CHECK: %[[SIZE:.*]] = arith.index_cast %[[SIZE64]]
// CHECK: scf.for %[[P:.*]] = %{{.*}} to %{{.*}} step
// CHECK: scf.for %[[J:.*]] = %{{.*}} to %[[M]] step
// CHECK: %[[BASE:.*]] = arith.muli %[[P]], %[[SIZE]]
// CHECK: %[[Q:.*]] = arith.addi %[[BASE]], %[[J]]
// CHECK: memref.load %{{.*}}[%[[Q]]] : memref<?xf64>
func.func @compressed_dense(%A: !llvm.ptr, %y: memref<?xf64>, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CD>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CD>>
        cin.assign %c[%j] += %0 : !cin.place<tensor<?xf64>>
      }
    }
  }
  return
}

// (D, D) by columns: element (i, j) is at j * rows + i. Nothing restricts the
// loops, so a value that is not zero may be set.
// CHECK-LABEL: func.func @column_major
// CHECK-SAME: %[[N:[^ ]*]]: index, %[[M:[^ ]*]]: index
// CHECK: call @encke_level_size(%{{.*}}, %c0_i64)
// CHECK: %[[ROWS64:.*]] = call @encke_level_size(%{{.*}}, %c1_i64)
// CHECK: %[[ROWS:.*]] = arith.index_cast %[[ROWS64]]
// CHECK: scf.for %[[J:.*]] = %{{.*}} to %[[M]] step
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[N]] step
// CHECK: %[[BASE:.*]] = arith.muli %[[J]], %[[ROWS]]
// CHECK: %[[Q:.*]] = arith.addi %[[BASE]], %[[I]]
// CHECK: %[[V:.*]] = memref.load %{{.*}}[%[[Q]]] : memref<?xf64>
// CHECK: memref.store %[[V]], %{{.*}}[%[[I]], %[[J]]]
func.func @column_major(%A: !llvm.ptr, %y: memref<?x?xf64>, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #ColumnMajor>) outs(%c = %y : memref<?x?xf64> as tensor<?x?xf64>) {
    cin.forall %j in %m {
      cin.forall %i in %n {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #ColumnMajor>>
        cin.assign %c[%i, %j] = %0 : !cin.place<tensor<?x?xf64>>
      }
    }
  }
  return
}

// The diagonal of dense levels is located: i * rows + i.
// CHECK-LABEL: func.func @diagonal
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step
// CHECK: %[[BASE:.*]] = arith.muli %[[I]], %{{.*}}
// CHECK: %[[Q:.*]] = arith.addi %[[BASE]], %[[I]]
// CHECK: memref.load %{{.*}}[%[[Q]]]
func.func @diagonal(%A: !llvm.ptr, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #ColumnMajor>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i, %i] : !cin.place<tensor<?x?xf64, #ColumnMajor>>
      cin.assign %c[%i] = %0 : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// Positions of 64 bits and coordinates of 32, as the type says.
// CHECK-LABEL: func.func @widths
// CHECK-DAG: %[[LEVEL:.*]] = arith.constant 1 : i64
// CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : i64
// CHECK-DAG: %[[EIGHT:.*]] = arith.constant 8 : i64
// CHECK: call @encke_get_positions(%{{.*}}, %{{.*}}, %[[LEVEL]], %[[EIGHT]])
// CHECK: to memref<?xi64>
// CHECK: call @encke_get_coordinates(%{{.*}}, %{{.*}}, %[[LEVEL]], %[[FOUR]])
// CHECK: to memref<?xi32>
// CHECK: memref.load %{{.*}}[%{{.*}}] : memref<?xi64>
// CHECK: memref.load %{{.*}}[%{{.*}}] : memref<?xi32>
func.func @widths(%A: !llvm.ptr, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %n {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        cin.assign %c[%j] += %0 : !cin.place<tensor<?xf64>>
      }
    }
  }
  return
}

// A[i,j] * A[i,j] * B[i,j], B dense by columns in j: one loop over A's level
// serves both accesses of A, and B is located at the coordinate.
// CHECK-LABEL: func.func @shared_loop
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step
// CHECK: scf.for %[[P:.*]] = %{{.*}} to %{{.*}} step
// CHECK: %[[J:.*]] = arith.index_castui
// CHECK: %[[V:.*]] = memref.load %{{.*}}[%[[P]]]
// CHECK: %[[B:.*]] = memref.load %{{.*}}[%[[I]], %[[J]]] : memref<?x?xf64>
// CHECK-NOT: scf.for
// CHECK: return
func.func @shared_loop(%A: !llvm.ptr, %B: memref<?x?xf64>, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>, %b = %B : memref<?x?xf64> as tensor<?x?xf64>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %n {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %1 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %2 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64>>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.mulf %3, %2 : f64
        cin.assign %c[%i] += %4 : !cin.place<tensor<?xf64>>
      }
    }
  }
  return
}
