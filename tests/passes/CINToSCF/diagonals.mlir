// Loops over a matrix that is stored by diagonals.
// RUN: encke-opt --convert-cin-to-scf --canonicalize %s | FileCheck %s

#DIA = #ta.format<"C1-0 D0", 32>
#column = affine_map<(d0, d1)[s0] -> (d0 + d1 - s0 + 1)>

// A row's column is as far from it as the diagonal says: of n + m - 1 diagonals,
// number n - 1 begins in row 0. The loop over the rows begins and ends where the
// columns do. What is not added in memory is not added together.
// CHECK-LABEL: func.func @sum
// CHECK-SAME: %[[A:[^ ]*]]: !llvm.ptr, %[[S:[^ ]*]]: memref<f64>, %{{[^ ]*}}: index, %[[N:[^ ]*]]: index, %[[M:[^ ]*]]: index
// CHECK: builtin.unrealized_conversion_cast %{{.*}} to memref<?xi32>
// CHECK: %[[CRD:.*]] = builtin.unrealized_conversion_cast %{{.*}} to memref<?xi32>
// CHECK: %[[SIZE:.*]] = arith.index_cast %{{.*}} : i64 to index
// CHECK: scf.for %[[P:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args
// CHECK: %[[D32:.*]] = memref.load %[[CRD]][%[[P]]]
// CHECK: %[[D:.*]] = arith.index_castui %[[D32]]
// CHECK: %[[BELOW:.*]] = arith.subi %[[D]], %[[N]]
// CHECK: %[[FIRST:.*]] = arith.subi %c-1, %[[BELOW]]
// CHECK: %[[END:.*]] = arith.addi %[[FIRST]], %[[M]]
// CHECK: %[[LO:.*]] = arith.maxsi %[[FIRST]], %c0
// CHECK: %[[HI:.*]] = arith.minsi %[[N]], %[[END]]
// CHECK: scf.for %[[I:.*]] = %[[LO]] to %[[HI]] step
// CHECK: %[[BASE:.*]] = arith.muli %[[P]], %[[SIZE]]
// CHECK: %[[AT:.*]] = arith.addi %[[BASE]], %[[I]]
// CHECK-NOT: scf.if
// CHECK: memref.load %{{.*}}[%[[AT]]] : memref<?xf64>
func.func @sum(%A: !llvm.ptr, %s: memref<f64>, %diagonals: index, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #DIA>) outs(%c = %s : memref<f64> as tensor<f64>) {
    cin.where %w : !cin.place<tensor<f64>> sizes() {
      %0 = cin.access %w[] : !cin.place<tensor<f64>>
      cin.assign %c[] += %0 : !cin.place<tensor<f64>>
    } producer {
      cin.forall %d in %diagonals {
        cin.forall %i in %n {
          cin.forall %j in %m at #column(%d, %i)[%n] {
            %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DIA>>
            cin.assign %w[] += %0 : !cin.place<tensor<f64>>
          }
        }
      }
    }
  }
  return
}

// In strips of 64 rows, nine diagonals together where there are so many left,
// and the first and the last of them have a place in each row of the strip; else
// three; else one, in the rows that it has.
// CHECK-LABEL: func.func @strips
// CHECK-SAME: %[[A:[^ ]*]]: !llvm.ptr, %[[Y:[^ ]*]]: memref<?xf64>, %[[STRIPS:[^ ]*]]: index, %[[COUNT:[^ ]*]]: index, %[[N:[^ ]*]]: index, %[[M:[^ ]*]]: index
// CHECK: scf.for %[[IB:.*]] = %{{.*}} to %[[STRIPS]] step
// CHECK: %[[ROW:.*]] = arith.muli %[[IB]], %c64
// CHECK: %[[REST:.*]] = arith.subi %[[N]], %[[ROW]]
// CHECK: %[[LENGTH:.*]] = arith.minui %[[REST]], %c64
// CHECK: scf.while (%[[P:.*]] = %{{.*}}) : (index) -> index {
// CHECK: } do {
// CHECK: %[[P8:.*]] = arith.addi %[[AT:.*]], %c8
// CHECK: %[[ENOUGH:.*]] = arith.cmpi ult, %[[P8]], %[[HI:.*]] : index
// CHECK: %[[NINE:.*]] = scf.if %[[ENOUGH]] -> (i1) {
// CHECK:   memref.load %{{.*}}[%[[AT]]]
// CHECK:   memref.load %{{.*}}[%[[P8]]]
// CHECK:   arith.cmpi sle
// CHECK:   arith.cmpi sge
// CHECK:   arith.andi
// CHECK: %[[P2:.*]] = arith.addi %[[AT]], %c2
// CHECK: %[[THREE:.*]] = scf.if
// CHECK:   memref.load %{{.*}}[%[[P2]]]
// CHECK: scf.if %[[NINE]] {
// CHECK:   scf.for %{{.*}} = %c0 to %[[LENGTH]] step
// CHECK-COUNT-9: memref.store %{{.*}}, %{{.*}}[%{{.*}}] : memref<?xf64>
// CHECK-NOT: memref.store
// CHECK: } else {
// CHECK:   scf.if %[[THREE]] {
// CHECK:     scf.for %{{.*}} = %c0 to %[[LENGTH]] step
// CHECK-COUNT-3: memref.store %{{.*}}, %{{.*}}[%{{.*}}] : memref<?xf64>
// CHECK-NOT: memref.store
// CHECK:   } else {
// CHECK:     arith.maxsi
// CHECK:     arith.minsi
// CHECK:     scf.for
// CHECK-COUNT-1: memref.store
// CHECK: %[[FEW:.*]] = arith.select %[[THREE]], %c3, %c1
// CHECK: %[[STEP:.*]] = arith.select %[[NINE]], %c9, %[[FEW]]
// CHECK: %[[NEXT:.*]] = arith.addi %[[AT]], %[[STEP]]
// CHECK: scf.yield %[[NEXT]]
func.func @strips(%A: !llvm.ptr, %y: memref<?xf64>, %strips: index, %diagonals: index, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #DIA>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %ib in %strips {
      cin.forall %d in %diagonals together(9, 3) {
        cin.forall %i in %n within %ib(64) {
          cin.forall %j in %m at #column(%d, %i)[%n] {
            %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DIA>>
            cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
          }
        }
      }
    }
  }
  return
}

// Two matrices with other diagonals: these are merged.
// CHECK-LABEL: func.func @two
// CHECK: scf.while
// CHECK: arith.minui
// CHECK-NOT: %c9
// CHECK: return
func.func @two(%A: !llvm.ptr, %B: !llvm.ptr, %y: memref<?xf64>, %diagonals: index, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #DIA>, %b = %B : !llvm.ptr as tensor<?x?xf64, #DIA>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %d in %diagonals {
      cin.forall %i in %n {
        cin.forall %j in %m at #column(%d, %i)[%n] {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DIA>>
          %1 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64, #DIA>>
          %2 = arith.addf %0, %1 : f64
          cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
        }
      }
    }
  }
  return
}

// A loop over rows that holds something else does not end with the columns: each
// row is asked whether it has one.
// CHECK-LABEL: func.func @more_than_the_column
// CHECK: scf.for %[[I:.*]] = %c0 to
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult
// CHECK: scf.if %[[INSIDE]]
func.func @more_than_the_column(%A: !llvm.ptr, %s: memref<?xf64>, %diagonals: index, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #DIA>) outs(%c = %s : memref<?xf64> as tensor<?xf64>) {
    cin.forall %d in %diagonals {
      cin.forall %i in %n {
        cin.where %w : !cin.place<tensor<f64>> sizes() {
          %0 = cin.access %w[] : !cin.place<tensor<f64>>
          cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
        } producer {
          cin.forall %j in %m at #column(%d, %i)[%n] {
            %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DIA>>
            cin.assign %w[] += %0 : !cin.place<tensor<f64>>
          }
        }
      }
    }
  }
  return
}

// So it is where the rows are visited first.
// CHECK-LABEL: func.func @rows_first
// CHECK: scf.for %[[I:.*]] = %c0 to
// CHECK: scf.for %[[P:.*]] =
// CHECK: %[[D:.*]] = arith.index_castui
// CHECK: %[[SUM:.*]] = arith.addi %[[D]], %[[I]]
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult
// CHECK: scf.if %[[INSIDE]]
func.func @rows_first(%A: !llvm.ptr, %s: memref<?xf64>, %diagonals: index, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #DIA>) outs(%c = %s : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %d in %diagonals {
        cin.forall %j in %m at #column(%d, %i)[%n] {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DIA>>
          cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
        }
      }
    }
  }
  return
}
