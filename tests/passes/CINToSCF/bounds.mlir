// How much a sparse result stores at most, where that is far easier to find than how
// much it does: then its arrays are as long, and cut once they are filled in.
// RUN: encke-opt --cin-decide --convert-cin-to-scf --lower-tasks --canonicalize --cse %s | FileCheck %s

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 32, crdWidth = 32 }>
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// A sum has at most as many elements as its operands have together.
// CHECK-LABEL: func.func @sum(
// CHECK: %[[MOST:.*]] = scf.for {{.*}} iter_args(%[[SO_FAR:.*]] = %c0) -> (index) {
// CHECK-NOT: scf.while
// CHECK: %[[A:.*]] = arith.subi
// CHECK: %[[B:.*]] = arith.subi
// CHECK: %[[BOTH:.*]] = arith.addi %[[A]], %[[B]]
// CHECK: %[[MORE:.*]] = arith.addi %[[SO_FAR]], %[[BOTH]]
// CHECK: scf.yield %[[MORE]]
// CHECK: %[[MOST64:.*]] = arith.index_cast %[[MOST]]
// CHECK: %[[MAY:.*]] = call @encke_result_may_reserve(%[[R:arg2]], %[[MOST64]])
// CHECK: %[[YES:.*]] = arith.cmpi ne, %[[MAY]], %c0_i64
// CHECK: %[[ROOM:.*]] = scf.if %[[YES]] -> (index) {
// CHECK: scf.yield %[[MOST]]
// CHECK: } else {
// CHECK: scf.while
// CHECK: %[[ROOM64:.*]] = arith.index_cast %[[ROOM]]
// CHECK: call @encke_result_allocate(%[[R]], %c1_i64, %{{.*}}, %[[ROOM64]])
// CHECK: %[[USED:.*]] = scf.for {{.*}} iter_args(
// CHECK: scf.while
// CHECK: %[[USED64:.*]] = arith.index_cast %[[USED]]
// CHECK: call @encke_result_cut(%[[R]], %c1_i64, %{{.*}}, %[[USED64]])
// CHECK: call @encke_result_cut_values(%[[R]], %[[USED64]])
// CHECK: call @encke_result_finish(%[[R]])
func.func @sum(%A: !llvm.ptr, %B: !llvm.ptr, %R: !llvm.ptr, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>,
                 %b = %B : !llvm.ptr as tensor<?x?xf64, #CSR>)
             outs(%r = %R : !llvm.ptr as tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %1 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %2 = arith.addf %0, %1 : f64
        cin.assign %r[%i, %j] = %2 : !cin.place<tensor<?x?xf64, #CSR>>
      }
    }
  }
  return
}

// An elementwise product, as many as the shorter one has.
// CHECK-LABEL: func.func @product(
// CHECK: scf.for
// CHECK: %[[A:.*]] = arith.subi
// CHECK: %[[B:.*]] = arith.subi
// CHECK: arith.minui %[[A]], %[[B]]
// CHECK: call @encke_result_may_reserve(
func.func @product(%A: !llvm.ptr, %B: !llvm.ptr, %R: !llvm.ptr, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>,
                 %b = %B : !llvm.ptr as tensor<?x?xf64, #CSR>)
             outs(%r = %R : !llvm.ptr as tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %1 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %r[%i, %j] = %2 : !cin.place<tensor<?x?xf64, #CSR>>
      }
    }
  }
  return
}

// a + b * c: as many as a has, and the shorter one of b and c.
// CHECK-LABEL: func.func @fused(
// CHECK: %[[PRODUCT:.*]] = arith.minui
// CHECK: %[[A:.*]] = arith.subi
// CHECK: arith.addi %[[PRODUCT]], %[[A]]
// CHECK: call @encke_result_may_reserve(
func.func @fused(%A: !llvm.ptr, %B: !llvm.ptr, %C: !llvm.ptr, %R: !llvm.ptr, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?xf64, #V>,
                 %b = %B : !llvm.ptr as tensor<?xf64, #V>,
                 %c = %C : !llvm.ptr as tensor<?xf64, #V>)
             outs(%r = %R : !llvm.ptr as tensor<?xf64, #V>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %1 = cin.access %b[%i] : !cin.place<tensor<?xf64, #V>>
      %2 = cin.access %c[%i] : !cin.place<tensor<?xf64, #V>>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %0, %3 : f64
      cin.assign %r[%i] = %4 : !cin.place<tensor<?xf64, #V>>
    }
  }
  return
}

// A product where a mask has elements has no more of them in a row than the mask, whatever
// the loops inside would add to the row.
// CHECK-LABEL: func.func @masked_product(
// CHECK: call @encke_get_positions(%[[POSITIONS:.*]], %arg2, %c1_i64, %c4_i64)
// CHECK: %[[LOADED:.*]] = llvm.load %[[POSITIONS]]
// CHECK: %[[MASK:.*]] = builtin.unrealized_conversion_cast %[[LOADED]]
// CHECK: %[[MOST:.*]] = scf.for %[[I:.*]] = {{.*}} iter_args(%[[SO_FAR:.*]] = %c0) -> (index) {
// CHECK-NOT: scf.for
// CHECK: memref.load %[[MASK]][%[[I]]]
// CHECK: %[[LENGTH:.*]] = arith.subi
// CHECK: %[[LEAST:.*]] = arith.minui %[[LENGTH]], %c60
// CHECK: %[[MORE:.*]] = arith.addi %[[SO_FAR]], %[[LEAST]]
// CHECK: scf.yield %[[MORE]]
// CHECK: %[[MOST64:.*]] = arith.index_cast %[[MOST]]
// CHECK: call @encke_result_may_reserve(%arg3, %[[MOST64]])
func.func @masked_product(%A: !llvm.ptr, %B: !llvm.ptr, %M: !llvm.ptr, %R: !llvm.ptr,
                          %n: index) {
  %m = arith.constant 60 : index
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>,
                 %b = %B : !llvm.ptr as tensor<?x60xf64, #CSR>,
                 %mask = %M : !llvm.ptr as tensor<?x60xf64, #CSR>)
             outs(%r = %R : !llvm.ptr as tensor<?x60xf64, #CSR>) {
    cin.forall %i in %n {
      cin.where %c : !cin.place<tensor<60xf64, #V>> sizes() {
        cin.where %w : !cin.place<tensor<60xf64, #V>> sizes() {
          cin.forall %k in %m {
            %0 = cin.access %w[%k] : !cin.place<tensor<60xf64, #V>>
            %1 = cin.access %c[%k] : !cin.place<tensor<60xf64, #V>>
            %2 = arith.mulf %0, %1 : f64
            cin.assign %r[%i, %k] = %2 : !cin.place<tensor<?x60xf64, #CSR>>
          }
        } producer {
          cin.forall %j in %n {
            cin.forall %k in %m {
              %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
              %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x60xf64, #CSR>>
              %2 = cin.access %c[%k] : !cin.place<tensor<60xf64, #V>>
              %3 = arith.mulf %0, %1 : f64
              %4 = arith.mulf %3, %2 : f64
              cin.assign %w[%k] += %4 : !cin.place<tensor<60xf64, #V>>
            }
          }
        }
      } producer {
        cin.forall %k in %m {
          %0 = cin.access %mask[%i, %k] : !cin.place<tensor<?x60xf64, #CSR>>
          cin.assign %c[%k] = %0 : !cin.place<tensor<60xf64, #V>>
        }
      }
    }
  }
  return
}

// What one level alone decides is counted as fast.
// CHECK-LABEL: func.func @scaled(
// CHECK-NOT: encke_result_may_reserve
// CHECK: call @encke_result_allocate(
// CHECK-NOT: encke_result_cut
// CHECK: return
func.func @scaled(%A: !llvm.ptr, %v: f64, %R: !llvm.ptr, %n: index, %m: index) {
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

// With two compressed levels the rows are bounded, too: by those that may have an element.
// CHECK-LABEL: func.func @two_cursors(
// CHECK: scf.while {{.*}} -> (index, index, index, index)
// CHECK-NOT: scf.while
// CHECK: %[[OF_A:.*]] = arith.subi
// CHECK: %[[OF_B:.*]] = arith.subi
// CHECK: %[[BOTH:.*]] = arith.addi %[[OF_A]], %[[OF_B]]
// CHECK: %[[MORE:.*]] = arith.addi %[[SO_FAR:.*]], %[[BOTH]]
// CHECK: %[[ANY:.*]] = arith.cmpi ne, %[[MORE]], %[[SO_FAR]]
// CHECK: %[[ONE64:.*]] = arith.extui %[[ANY]]
// CHECK: %[[ONE:.*]] = arith.index_cast %[[ONE64]]
// CHECK: %[[ROWS:.*]] = arith.addi %{{.*}}, %[[ONE]]
// CHECK: scf.yield %[[ROWS]], %[[MORE]]
// CHECK: scf.while
// CHECK: %[[MOST:.*]]:3 = scf.while
// CHECK: %[[MOST64:.*]] = arith.index_cast %[[MOST]]#2
// CHECK: call @encke_result_may_reserve(%[[R:arg2]], %[[MOST64]])
// CHECK: %[[ROOM:.*]]:2 = scf.if %{{.*}} -> (index, index) {
// CHECK: scf.yield %[[MOST]]#1, %[[MOST]]#2
// CHECK: %[[ROOM0:.*]] = arith.index_cast %[[ROOM]]#0
// CHECK: call @encke_result_allocate(%[[R]], %c0_i64, %c1_i64, %[[ROOM0]])
// CHECK: %[[ROOM1:.*]] = arith.index_cast %[[ROOM]]#1
// CHECK: call @encke_result_allocate(%[[R]], %c1_i64, %[[ROOM0]], %[[ROOM1]])
// CHECK: %[[USED:.*]]:3 = scf.while
// CHECK: call @encke_result_cut(%[[R]], %c0_i64, %c1_i64, %[[USED0:[^)]*]])
// CHECK: call @encke_result_cut(%[[R]], %c1_i64, %[[USED0]], %[[USED1:[^)]*]])
// CHECK: call @encke_result_cut_values(%[[R]], %[[USED1]])
// CHECK: call @encke_result_finish(%[[R]])
func.func @two_cursors(%A: !llvm.ptr, %B: !llvm.ptr, %R: !llvm.ptr, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #DCSR>,
                 %b = %B : !llvm.ptr as tensor<?x?xf64, #DCSR>)
             outs(%r = %R : !llvm.ptr as tensor<?x?xf64, #DCSR>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DCSR>>
        %1 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64, #DCSR>>
        %2 = arith.addf %0, %1 : f64
        cin.assign %r[%i, %j] = %2 : !cin.place<tensor<?x?xf64, #DCSR>>
      }
    }
  }
  return
}

// Parts of several tasks have one cursor, and below each coordinate of a level a dense
// one would be as if all of them were stored: there elements are counted.
// CHECK-LABEL: func.func @two_cursors_of_tasks(
// CHECK-NOT: encke_result_may_reserve
// CHECK-LABEL: func.func @dense_between(
// CHECK-NOT: encke_result_may_reserve
// CHECK: return
func.func @two_cursors_of_tasks(%A: !llvm.ptr, %B: !llvm.ptr, %R: !llvm.ptr, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #DCSR>,
                 %b = %B : !llvm.ptr as tensor<?x?xf64, #DCSR>)
             outs(%r = %R : !llvm.ptr as tensor<?x?xf64, #DCSR>) {
    cin.forall %i in %n parallel {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DCSR>>
        %1 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64, #DCSR>>
        %2 = arith.addf %0, %1 : f64
        cin.assign %r[%i, %j] = %2 : !cin.place<tensor<?x?xf64, #DCSR>>
      }
    }
  }
  return
}
#CDC = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed, d1 : dense, d2 : compressed), posWidth = 32, crdWidth = 32 }>
func.func @dense_between(%A: !llvm.ptr, %B: !llvm.ptr, %R: !llvm.ptr, %n: index, %m: index, %l: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?x?xf64, #CDC>,
                 %b = %B : !llvm.ptr as tensor<?x?x?xf64, #CDC>)
             outs(%r = %R : !llvm.ptr as tensor<?x?x?xf64, #CDC>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        cin.forall %k in %l {
          %0 = cin.access %a[%i, %j, %k] : !cin.place<tensor<?x?x?xf64, #CDC>>
          %1 = cin.access %b[%i, %j, %k] : !cin.place<tensor<?x?x?xf64, #CDC>>
          %2 = arith.addf %0, %1 : f64
          cin.assign %r[%i, %j, %k] = %2 : !cin.place<tensor<?x?x?xf64, #CDC>>
        }
      }
    }
  }
  return
}

// Several tasks append chunks to arrays of their own, from which the runtime copies them to
// their places. Positions are as if all chunks before were as long as they are at most.
// That must be worth more than waking a thread.
// CHECK-LABEL: func.func @tasks(
// CHECK-SAME: %[[A:[^ ]*]]: !llvm.ptr, %[[B:[^ ]*]]: !llvm.ptr, %[[R:[^ ]*]]: !llvm.ptr
// CHECK: %[[TASKS64:.*]] = call @encke_loop_tasks({{.*}}, %c24_i64, %c262144_i64, %c50000_i64, %c64_i64, %c1048576_i64)
// CHECK: %[[TASKS:.*]] = arith.index_cast %[[TASKS64]]
// CHECK: %[[CHUNKS:.*]] = arith.select %{{.*}}, %{{.*}}, %c1 : index
// CHECK: %[[PARTS:.*]] = memref.alloc(%[[CHUNKS]]) {{.*}} : memref<?x5xindex>
// CHECK: scf.parallel
// CHECK: %[[BOUND:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %c0) -> (index) {
// CHECK-NOT: scf.while
// CHECK: memref.store %[[BOUND]], %[[PARTS]][%{{.*}}, %c0]
// CHECK: %[[MOST:.*]] = scf.for
// CHECK: %[[ROOM:.*]] = call @encke_result_may_reserve(
// CHECK: %[[MAY:.*]] = arith.cmpi ne, %[[ROOM]]
// CHECK: scf.if %[[MAY]] -> (index) {
// CHECK: scf.yield %[[MOST]]
// CHECK: } else {
// CHECK: scf.parallel
// CHECK: call @encke_result_allocate(
// CHECK: %[[POS:.*]] = builtin.unrealized_conversion_cast %{{.*}} to memref<?xi32>
// CHECK: %[[ADDRESS:.*]] = llvm.inttoptr
// CHECK: call @encke_parts_open(%[[ADDRESS]], %[[CHUNKS64:.*]]) :
// CHECK: scf.parallel (%{{.*}}) = (%c0) to (%[[TASKS]])
// CHECK: %[[ROOM64:.*]] = arith.extui %[[MAY]]
// CHECK: %[[OWN:.*]] = func.call @encke_parts_enter(%[[R]], %[[TASKS64]], %[[ROOM64]])
// CHECK: func.call @encke_get_coordinates(%{{.*}}, %[[OWN]],
// CHECK: %[[CRD:.*]] = builtin.unrealized_conversion_cast
// CHECK: func.call @encke_get_values(%{{.*}}, %[[OWN]],
// CHECK: %[[VALS:.*]] = builtin.unrealized_conversion_cast
// CHECK: ^bb0(%[[CHUNK:[^:]*]]: index):
// CHECK: %[[CHUNK64:.*]] = arith.index_cast %[[CHUNK]]
// CHECK: %[[SHIFT64:.*]] = func.call @encke_part_begin(%[[R]], %[[OWN]], %[[ADDRESS]], %[[CHUNK64]])
// CHECK: %[[SHIFT:.*]] = arith.index_cast %[[SHIFT64]]
// CHECK: %[[BEGIN:.*]] = memref.load %[[PARTS]][%[[CHUNK]], %c0]
// CHECK: %[[END:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[BEGIN]])
// CHECK: %[[AT:.*]] = arith.addi %{{.*}}, %[[SHIFT]]
// CHECK: memref.store %{{.*}}, %[[VALS]][%[[AT]]]
// CHECK: memref.store %{{.*}}, %[[CRD]][%[[AT]]]
// CHECK: memref.store %{{.*}}, %[[POS]]
// CHECK: %[[END64:.*]] = arith.index_cast %[[END]]
// CHECK: func.call @encke_part_end(%[[R]], %[[OWN]], %[[ADDRESS]], %[[CHUNK64]], %[[END64]])
// CHECK: func.call @encke_parts_leave(%[[R]], %[[OWN]])
// CHECK: scf.parallel (%[[MOVER:.*]]) = (%c0) to (%[[TASKS]])
// CHECK: %[[MOVER64:.*]] = arith.index_cast %[[MOVER]]
// CHECK: call @encke_parts_close(%[[R]], %[[ADDRESS]], %[[CHUNKS64]], %[[MOVER64]], %[[TASKS64]])
// CHECK: %[[USED:.*]] = call @encke_parts_elements(%[[ADDRESS]], %[[CHUNKS64]])
// CHECK: call @encke_result_cut(%[[R]], %c1_i64, %{{.*}}, %[[USED]])
func.func @tasks(%A: !llvm.ptr, %B: !llvm.ptr, %R: !llvm.ptr, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>,
                 %b = %B : !llvm.ptr as tensor<?x?xf64, #CSR>)
             outs(%r = %R : !llvm.ptr as tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n parallel {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %1 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %2 = arith.addf %0, %1 : f64
        cin.assign %r[%i, %j] = %2 : !cin.place<tensor<?x?xf64, #CSR>>
      }
    }
  }
  return
}
