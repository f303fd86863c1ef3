// A row that is only looked up has no list, and nothing is cleared: an element is there if
// it has the number of this execution.
// RUN: encke-opt --convert-cin-to-scf --canonicalize --cse %s | FileCheck %s

#ROW = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 32, crdWidth = 32 }>
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// Where the factor that decides has no element, nothing is done. Behind the values is what a
// new element is added to. Once all numbers are used up, the
// stamps are cleared.
// CHECK-LABEL: func.func @stamps(
// CHECK: %[[LONGER:.*]] = arith.addi %arg4, %c1
// CHECK: %[[W:.*]] = memref.alloc(%[[LONGER]]) {{.*}} : memref<?xf64>
// CHECK: memref.store %cst, %[[W]][%arg4]
// CHECK: %[[STAMPS:.*]] = memref.alloc(%arg4) {{.*}} : memref<?xi32>
// CHECK: %[[ROUNDS:.*]] = memref.alloc() {{.*}} : memref<1xi32>
// CHECK-NOT: encke_check_row
// CHECK: scf.for
// CHECK: %[[LO:.*]] = arith.index_castui
// CHECK: %[[HI:.*]] = arith.index_castui
// CHECK: %[[SOME:.*]] = arith.cmpi ult, %[[LO]], %[[HI]]
// CHECK: scf.if %[[SOME]] {
// CHECK: %[[LAST:.*]] = memref.load %[[ROUNDS]]
// CHECK: %[[NEXT:.*]] = arith.addi %[[LAST]], %c1_i32
// CHECK: %[[OVER:.*]] = arith.cmpi eq, %[[NEXT]], %c0_i32
// CHECK: scf.if %[[OVER]]
// CHECK: memref.store %c0_i32, %[[STAMPS]]
// CHECK: %[[ROUND:.*]] = arith.maxui %[[NEXT]], %c1_i32
// CHECK: memref.store %[[ROUND]], %[[ROUNDS]]
// CHECK: %[[PRODUCT:.*]] = arith.mulf
// CHECK: %[[STAMP:.*]] = memref.load %[[STAMPS]][%[[J:.*]]]
// CHECK: %[[IS:.*]] = arith.cmpi eq, %[[STAMP]], %[[ROUND]]
// CHECK: %[[FROM:.*]] = arith.select %[[IS]], %[[J]], %arg4 {cin.unpredictable}
// CHECK: %[[OLD:.*]] = memref.load %[[W]][%[[FROM]]]
// CHECK: %[[SUM:.*]] = arith.addf %[[OLD]], %[[PRODUCT]]
// CHECK: memref.store %[[ROUND]], %[[STAMPS]][%[[J]]]
// CHECK: memref.store %[[SUM]], %[[W]][%[[J]]]
// CHECK: %[[FOUND:.*]] = memref.load %[[STAMPS]]
// CHECK: arith.cmpi eq, %[[FOUND]], %[[ROUND]]
// CHECK-NOT: encke_sort_coordinates
// CHECK: memref.dealloc %[[STAMPS]]
// CHECK: memref.dealloc %[[ROUNDS]]
func.func @stamps(%A: !llvm.ptr, %B: !llvm.ptr, %y: memref<?xf64>, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>, %b = %B : !llvm.ptr as tensor<?x?xf64, #CSR>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      cin.where %w : !cin.place<tensor<?xf64, #ROW>> sizes(%m) marks(stamp) {
        cin.forall %k in %m visit(lookup = [0 by marks]) {
          %0 = cin.access %w[%k] : !cin.place<tensor<?xf64, #ROW>>
          %1 = cin.access %b[%i, %k] : !cin.place<tensor<?x?xf64, #CSR>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%k] += %2 : !cin.place<tensor<?xf64>>
        }
      } producer {
        cin.forall %j in %m {
          cin.forall %k in %m {
            %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
            %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x?xf64, #CSR>>
            %2 = arith.mulf %0, %1 : f64
            cin.assign %w[%k] += %2 : !cin.place<tensor<?xf64, #ROW>>
          }
        }
      }
    }
  }
  return
}

// The same where the factor fills the row: the consumer does nothing where it is empty.
// CHECK-LABEL: func.func @factor_is_looked_up(
// CHECK: scf.for
// CHECK: %[[LO:.*]] = arith.index_castui
// CHECK: %[[HI:.*]] = arith.index_castui
// CHECK: %[[SOME:.*]] = arith.cmpi ult, %[[LO]], %[[HI]]
// CHECK-NEXT: scf.if %[[SOME]] {
// CHECK: memref.load %{{.*}} : memref<1xi32>
func.func @factor_is_looked_up(%A: !llvm.ptr, %B: !llvm.ptr, %y: memref<?xf64>, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>, %b = %B : !llvm.ptr as tensor<?x?xf64, #CSR>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      cin.where %w : !cin.place<tensor<?xf64, #ROW>> sizes(%m) marks(stamp) {
        cin.forall %j in %m {
          cin.forall %k in %m visit(lookup = [1 by marks]) {
            %0 = cin.access %a[%j, %k] : !cin.place<tensor<?x?xf64, #CSR>>
            %1 = cin.access %w[%k] : !cin.place<tensor<?xf64, #ROW>>
            %2 = arith.mulf %0, %1 : f64
            cin.assign %c[%k] += %2 : !cin.place<tensor<?xf64>>
          }
        }
      } producer {
        cin.forall %k in %m {
          %0 = cin.access %b[%i, %k] : !cin.place<tensor<?x?xf64, #CSR>>
          cin.assign %w[%k] = %0 : !cin.place<tensor<?xf64, #ROW>>
        }
      }
    }
  }
  return
}

// One assignment of the consumer needs no element of the row: it is always made.
// CHECK-LABEL: func.func @not_all_need_the_row(
// CHECK: scf.for
// CHECK-NOT: scf.if
// CHECK: memref.load %{{.*}} : memref<1xi32>
func.func @not_all_need_the_row(%A: !llvm.ptr, %B: !llvm.ptr, %y: memref<?xf64>, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>, %b = %B : !llvm.ptr as tensor<?x?xf64, #CSR>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      cin.where %w : !cin.place<tensor<?xf64, #ROW>> sizes(%m) marks(stamp) {
        cin.forall %j in %m {
          cin.forall %k in %m visit(lookup = [1 by marks]) {
            %0 = cin.access %a[%j, %k] : !cin.place<tensor<?x?xf64, #CSR>>
            %1 = cin.access %w[%k] : !cin.place<tensor<?xf64, #ROW>>
            %2 = arith.mulf %0, %1 : f64
            cin.assign %c[%k] += %2 : !cin.place<tensor<?xf64>>
          }
          cin.forall %k in %m {
            %0 = cin.access %a[%j, %k] : !cin.place<tensor<?x?xf64, #CSR>>
            cin.assign %c[%k] += %0 : !cin.place<tensor<?xf64>>
          }
        }
      } producer {
        cin.forall %k in %m {
          %0 = cin.access %b[%i, %k] : !cin.place<tensor<?x?xf64, #CSR>>
          cin.assign %w[%k] = %0 : !cin.place<tensor<?xf64, #ROW>>
        }
      }
    }
  }
  return
}
