// Loops over the blocks of a tensor and within them, and over slots.
// RUN: encke-opt --convert-cin-to-scf --canonicalize %s | FileCheck %s

#BCSR = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 4 : dense, j floordiv 2 : compressed, i mod 4 : dense, j mod 2 : dense), posWidth = 32, crdWidth = 32 }>
#Square = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense) }>
#CSB = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 4 : dense, j floordiv 2 : dense, i mod 4 : compressed(nonunique), j mod 2 : singleton(soa)), posWidth = 32, crdWidth = 32 }>
#ELL = #ta.format<"D0 D# S1", 32>

// Positions of stored blocks; in a block, rows and columns whose number is
// known, but in the last blocks, which may be cut off. Row i of block ib is row
// 4 ib + i of the matrix, at 4 p + i of the third level.
// CHECK-LABEL: func.func @blocks
// CHECK-SAME: %[[P:[^ ]*]]: index, %[[Q:[^ ]*]]: index, %[[N:[^ ]*]]: index, %[[M:[^ ]*]]: index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
// CHECK: scf.for %[[IB:.*]] = %{{.*}} to %[[P]] step
// CHECK: scf.for %[[AT:.*]] = %{{.*}} to %{{.*}} step
// CHECK: %[[JB32:.*]] = memref.load %{{.*}}[%[[AT]]] : memref<?xi32>
// CHECK: %[[JB:.*]] = arith.index_castui %[[JB32]]
// CHECK: %[[FIRST:.*]] = arith.muli %[[IB]], %[[C4]]
// CHECK: %[[REST:.*]] = arith.subi %[[N]], %[[FIRST]]
// CHECK: %[[WHOLE:.*]] = arith.cmpi uge, %[[REST]], %[[C4]]
// CHECK: scf.if %[[WHOLE]] {
// CHECK:   scf.for %[[I:.*]] = %{{.*}} to %[[C4]] step
// CHECK:     %[[ROW:.*]] = arith.addi %{{.*}}, %[[I]]
// CHECK:     %[[ABOVE:.*]] = arith.muli %[[AT]], %[[C4]]
// CHECK:     %[[UP:.*]] = arith.addi %[[ABOVE]], %{{.*}}
// CHECK:     scf.if
// CHECK:       scf.for %[[J:.*]] = %{{.*}} to %[[C2]] step
// CHECK:         %[[BASE:.*]] = arith.muli %[[UP]], %[[C2]]
// CHECK:         memref.store %{{.*}}, %{{.*}}[%[[ROW]], %
// CHECK: } else {
// CHECK:   scf.for %{{.*}} = %{{.*}} to %[[REST]] step
func.func @blocks(%A: !llvm.ptr, %y: memref<?x?xf64>, %p: index, %q: index, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #BCSR>) outs(%c = %y : memref<?x?xf64> as tensor<?x?xf64>) {
    cin.forall %ib in %p {
      cin.forall %jb in %q {
        cin.forall %i in %n within %ib(4) {
          cin.forall %j in %m within %jb(2) {
            %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #BCSR>>
            cin.assign %c[%i, %j] += %0 : !cin.place<tensor<?x?xf64>>
          }
        }
      }
    }
  }
  return
}

// Where blocks fit exactly, none is cut off.
// CHECK-LABEL: func.func @whole
// CHECK-NOT: scf.if
// CHECK: return
func.func @whole(%A: !llvm.ptr, %y: memref<8x6xf64>) {
  %n = arith.constant 8 : index
  %m = arith.constant 6 : index
  %p = arith.constant 2 : index
  %q = arith.constant 3 : index
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<8x6xf64, #BCSR>) outs(%c = %y : memref<8x6xf64> as tensor<8x6xf64>) {
    cin.forall %ib in %p {
      cin.forall %jb in %q {
        cin.forall %i in %n within %ib(4) {
          cin.forall %j in %m within %jb(2) {
            %0 = cin.access %a[%i, %j] : !cin.place<tensor<8x6xf64, #BCSR>>
            cin.assign %c[%i, %j] += %0 : !cin.place<tensor<8x6xf64>>
          }
        }
      }
    }
  }
  return
}

// Stored coordinates in a block count from its first one.
// CHECK-LABEL: func.func @coordinates
// CHECK: scf.for %[[IB:.*]] = %
// CHECK: scf.for %[[JB:.*]] = %
// CHECK: scf.while
// CHECK: %[[I:.*]] = arith.index_castui
// CHECK: %[[FIRST:.*]] = arith.muli %[[IB]], %c4
// CHECK: %[[ROW:.*]] = arith.addi %[[FIRST]], %[[I]]
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[ROW]], %
func.func @coordinates(%A: !llvm.ptr, %y: memref<?x?xf64>, %p: index, %q: index, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSB>) outs(%c = %y : memref<?x?xf64> as tensor<?x?xf64>) {
    cin.forall %ib in %p {
      cin.forall %jb in %q {
        cin.forall %i in %n within %ib(4) {
          cin.forall %j in %m within %jb(2) {
            %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSB>>
            cin.assign %c[%i, %j] += %0 : !cin.place<tensor<?x?xf64>>
          }
        }
      }
    }
  }
  return
}

// As many positions for each row as there are slots.
// CHECK-LABEL: func.func @slots
// CHECK: %[[SLOTS64:.*]] = call @encke_level_size(%{{.*}}, %c1_i64)
// CHECK: %[[SLOTS:.*]] = arith.index_cast %[[SLOTS64]]
// CHECK: call @encke_get_coordinates(%{{.*}}, %{{.*}}, %c2_i64,
// CHECK: scf.for %[[I:.*]] = %
// CHECK: %[[LO:.*]] = arith.muli %[[I]], %[[SLOTS]]
// CHECK: %[[HI:.*]] = arith.addi %[[LO]], %[[SLOTS]]
// CHECK: scf.for %[[P:.*]] = %[[LO]] to %[[HI]] step
// CHECK: %[[J32:.*]] = memref.load %{{.*}}[%[[P]]] : memref<?xi32>
// CHECK: %[[J:.*]] = arith.index_castui %[[J32]]
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]]
func.func @slots(%A: !llvm.ptr, %y: memref<?x?xf64>, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #ELL>) outs(%c = %y : memref<?x?xf64> as tensor<?x?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #ELL>>
        cin.assign %c[%i, %j] += %0 : !cin.place<tensor<?x?xf64>>
      }
    }
  }
  return
}

// What is appended block by block: a block is there if an element in it is, which is
// asked before it is filled, so that what is left out is written nowhere. Of a
// position whose value is zero, the operand is asked whether it is an element;
// a zero that is one is said of the result. Sums and products are computed of
// padding, too, which is stored again.
// CHECK-LABEL: func.func @result
// CHECK: %[[MAY64:.*]] = call @encke_may_store_zeros(%{{.*}})
// CHECK: %[[MAY:.*]] = arith.cmpi ne, %[[MAY64]], %c0_i64
// CHECK: call @encke_result_allocate_values
// CHECK: scf.for
// CHECK:   scf.for
// CHECK:     %[[THERE:.*]] = scf.for {{.*}} -> (i1) {
// CHECK-NOT: memref.store
// CHECK:     scf.if %[[THERE]]
// CHECK:     scf.for
// CHECK:       scf.for
// CHECK:         %[[ZERO:.*]] = arith.cmpf oeq, %[[VALUE:.*]], %cst
// CHECK:         %[[ASKS:.*]] = arith.andi %[[ZERO]], %[[MAY]]
// CHECK:         %[[IS:.*]] = scf.if %[[ASKS]] -> (i1) {
// CHECK:           func.call @encke_is_stored_zero(
// CHECK:         %[[NEW:.*]] = arith.mulf
// CHECK:         %[[STORED:.*]] = arith.select %[[IS]], %[[NEW]], %cst
// CHECK:         memref.store %[[STORED]], %{{.*}} : memref<?xf64>
// CHECK:         %[[NONE:.*]] = arith.cmpf oeq, %[[NEW]], %cst
// CHECK:         %[[MARKED:.*]] = arith.andi %[[NONE]], %[[IS]]
// CHECK:         scf.if %[[MARKED]] {
// CHECK:           func.call @encke_result_mark_zero(
func.func @result(%A: !llvm.ptr, %C: !llvm.ptr, %p: index, %q: index, %n: index, %m: index) {
  %two = arith.constant 2.0 : f64
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #BCSR>) outs(%c = %C : !llvm.ptr as tensor<?x?xf64, #BCSR>) {
    cin.forall %ib in %p {
      cin.forall %jb in %q {
        cin.forall %i in %n within %ib(4) {
          cin.forall %j in %m within %jb(2) {
            %0 = cin.access %a[%i, %j] stored : !cin.place<tensor<?x?xf64, #BCSR>>
            %1 = arith.mulf %0, %two : f64
            cin.assign %c[%i, %j] = %1 : !cin.place<tensor<?x?xf64, #BCSR>>
          }
        }
      }
    }
  }
  return
}

// A function is computed where there is an element only.
// CHECK-LABEL: func.func @function
// CHECK: call @encke_result_allocate_values
// CHECK: %[[THERE:.*]] = scf.for {{.*}} -> (i1) {
// CHECK: scf.if %[[THERE]]
// CHECK: %[[IS:.*]] = scf.if %{{.*}} -> (i1) {
// CHECK:   func.call @encke_is_stored_zero(
// CHECK: scf.if %[[IS]]
// CHECK:   math.sqrt
func.func @function(%A: !llvm.ptr, %C: !llvm.ptr, %p: index, %q: index, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #BCSR>) outs(%c = %C : !llvm.ptr as tensor<?x?xf64, #BCSR>) {
    cin.forall %ib in %p {
      cin.forall %jb in %q {
        cin.forall %i in %n within %ib(4) {
          cin.forall %j in %m within %jb(2) {
            %0 = cin.access %a[%i, %j] stored : !cin.place<tensor<?x?xf64, #BCSR>>
            %1 = math.sqrt %0 : f64
            cin.assign %c[%i, %j] = %1 : !cin.place<tensor<?x?xf64, #BCSR>>
          }
        }
      }
    }
  }
  return
}

// A row of blocks: each is listed once. While they are counted, none is looked at
// that is listed already; then elements are marked, without a branch where no operand
// stores zeros.
// CHECK-LABEL: func.func @row
// CHECK: %[[VALUES:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xf64>
// CHECK: %[[MARKS:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi8>
// CHECK: %[[LISTED:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi1>
// CHECK: %[[LIST:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi32>
// CHECK: %[[IS:.*]] = memref.load %[[LISTED]][
// CHECK: scf.if %[[IS]]
// CHECK-NOT: memref<?xi8>
// CHECK: memref.store %{{.*}}, %[[LISTED]][
// CHECK: memref.store %{{.*}}, %[[LIST]][
// CHECK: call @encke_result_allocate_values
// CHECK: %[[ZEROS:.*]] = arith.ori %{{.*}}, %{{.*}} : i1
// CHECK: scf.if %[[ZEROS]]
// CHECK: @encke_is_stored_zero(
// CHECK: %[[NEW:.*]] = arith.select %[[SOME:.*]], %{{.*}}, %{{.*}} : f64
// CHECK: %[[SUM:.*]] = arith.addf %{{.*}}, %[[NEW]]
// CHECK: memref.store %[[SUM]], %{{.*}} : memref<?xf64>
// CHECK: %[[MARK:.*]] = arith.extui %[[SOME]] : i1 to i8
// CHECK: memref.store %{{.*}}, %{{.*}} : memref<?xi8>
// CHECK-NOT: @encke_is_stored_zero(
// CHECK: call @encke_sort_coordinates
// CHECK: %[[ANY:.*]] = scf.for {{.*}} -> (i1) {
// CHECK:   memref.load %{{.*}} : memref<?xi8>
// CHECK: scf.if %[[ANY]]
func.func @row(%A: !llvm.ptr, %B: !llvm.ptr, %C: !llvm.ptr, %p: index, %q: index, %s: index, %n: index, %m: index, %k: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #BCSR>, %b = %B : !llvm.ptr as tensor<?x?xf64, #Square>) outs(%c = %C : !llvm.ptr as tensor<?x?xf64, #BCSR>) {
    cin.forall %ib in %p {
      cin.where %w : !cin.place<tensor<?x?xf64, #BCSR>> sizes(%n, %k) {
        cin.forall %kb in %s {
          cin.forall %i in %n within %ib(4) {
            cin.forall %l in %k within %kb(2) {
              %0 = cin.access %w[%i, %l] stored : !cin.place<tensor<?x?xf64, #BCSR>>
              cin.assign %c[%i, %l] = %0 : !cin.place<tensor<?x?xf64, #BCSR>>
            }
          }
        }
      } producer {
        cin.forall %jb in %q {
          cin.forall %kb in %s {
            cin.forall %i in %n within %ib(4) {
              cin.forall %j in %m within %jb(2) {
                cin.forall %l in %k within %kb(2) {
                  %0 = cin.access %a[%i, %j] stored : !cin.place<tensor<?x?xf64, #BCSR>>
                  %1 = cin.access %b[%j, %l] stored : !cin.place<tensor<?x?xf64, #Square>>
                  %2 = arith.mulf %0, %1 : f64
                  cin.assign %w[%i, %l] += %2 : !cin.place<tensor<?x?xf64, #BCSR>>
                }
              }
            }
          }
        }
      }
    }
  }
  return
}
