// Workspaces that have keys: the loops put these where they belong, the runtime puts in
// order what was assigned, and the consumer reads a sparse tensor.
// RUN: encke-opt --convert-cin-to-scf --canonicalize --cse %s | FileCheck %s

#TABLE = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed), posWidth = 64, crdWidth = 64 }>
#LIST = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 64, crdWidth = 64 }>
#CSF = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed), posWidth = 32, crdWidth = 32 }>
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// An element is the number of its place among all. No slot but that of another key is a
// branch.
// CHECK-LABEL: func.func @table(
// CHECK: memref.store %cst, %[[START:.*]][%c0]
// CHECK: %[[TABLE:.*]] = call @encke_workspace_new(%c2_i64, %c0_i64, %c0_i64, %
// CHECK: call @encke_workspace_set_size(%[[TABLE]], %c0_i64, %
// CHECK: call @encke_workspace_set_size(%[[TABLE]], %c1_i64, %c7_i64)
// CHECK: scf.for {{.*}} iter_args(%[[BEFORE:.*]] = %c0_i64
// CHECK: %[[ROW:.*]] = arith.muli %{{.*}}, %c7 : index
// CHECK: %[[PLACE:.*]] = arith.addi %[[ROW]], %
// CHECK: %[[KEY:.*]] = arith.index_cast %[[PLACE]]
// CHECK: %[[SPREAD:.*]] = arith.muli %[[KEY]], %c-7046029254386353131_i64
// CHECK: %[[FIRST:.*]] = arith.shrui %[[SPREAD]], %
// CHECK: %[[SLOT:.*]] = scf.while (%{{.*}} = %[[FIRST]])
// CHECK: %[[NEW:.*]] = arith.cmpi eq, %{{.*}}, %c-1_i64
// CHECK-NOT: scf.if
// CHECK: arith.select %[[NEW]], %c0_i64, %{{.*}} {cin.unpredictable}
// CHECK: %[[SUM:.*]] = arith.addf
// CHECK: llvm.store %[[SUM]]
// CHECK-NOT: scf.if
// CHECK: llvm.store %[[KEY]]
// CHECK: llvm.store %[[KEY]]
// CHECK: llvm.store %[[SLOT]]
// CHECK: %[[COUNT:.*]] = arith.select %[[NEW]]
// CHECK: %[[FULL:.*]] = arith.cmpi ugt, %[[COUNT]]
// CHECK: scf.if %[[FULL]]
// CHECK: call @encke_workspace_grow(%[[TABLE]], %[[COUNT]])
// CHECK: %[[SORTED:.*]] = {{.*}}call @encke_workspace_take(%[[TABLE]], %{{.*}}, %c0_i64)
// CHECK: call @encke_get_positions(%{{.*}}, %[[SORTED]], %c0_i64, %c8_i64)
// CHECK: call @encke_get_coordinates(%{{.*}}, %[[SORTED]], %c1_i64, %c8_i64)
// CHECK: memref.store %{{.*}} : memref<?x7xf64>
// CHECK: call @encke_workspace_free(%[[TABLE]])
func.func @table(%A: !llvm.ptr, %y: memref<?x7xf64>, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?x7xf64, #CSF>) outs(%c = %y : memref<?x7xf64> as tensor<?x7xf64>) {
    cin.where %w : !cin.place<tensor<?x7xf64, #TABLE>> sizes(%m) marks(hash) {
      cin.forall %j in %m {
        %k7 = arith.constant 7 : index
        cin.forall %k in %k7 {
          %0 = cin.access %w[%j, %k] : !cin.place<tensor<?x7xf64, #TABLE>>
          cin.assign %c[%j, %k] += %0 : !cin.place<tensor<?x7xf64>>
        }
      }
    } producer {
      cin.forall %i in %n {
        cin.forall %j in %m {
          %k7 = arith.constant 7 : index
          cin.forall %k in %k7 {
            %0 = cin.access %a[%i, %j, %k] : !cin.place<tensor<?x?x7xf64, #CSF>>
            cin.assign %w[%j, %k] += %0 : !cin.place<tensor<?x7xf64, #TABLE>>
          }
        }
      }
    }
  }
  return
}

// Of one mode no array is asked for. What is behind the place of a key moves.
// CHECK-LABEL: func.func @list(
// CHECK: %[[TABLE:.*]] = call @encke_workspace_new(%c1_i64, %c0_i64, %c1_i64, %
// CHECK: %[[PLACE:.*]] = scf.while (%[[END:.*]] = %[[COUNT:[a-z0-9]+]])
// CHECK: arith.cmpi uge, %{{.*}}, %[[KEY:.*]] : i64
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[PLACE]], %[[COUNT]]
// CHECK: %[[SAME:.*]] = arith.cmpi eq, %{{.*}}, %[[KEY]]
// CHECK: %[[THERE:.*]] = arith.andi %[[INSIDE]], %[[SAME]]
// CHECK: scf.if %[[THERE]]
// CHECK: arith.addf
// CHECK: } else {
// CHECK: scf.while (%{{.*}} = %[[COUNT]])
// CHECK: call @encke_workspace_grow(%[[TABLE]], %
// CHECK: call @encke_workspace_take(%[[TABLE]], %{{.*}}, %c1_i64)
// CHECK-NOT: call @encke_get_positions
// CHECK: call @encke_workspace_free(%[[TABLE]])
func.func @list(%A: !llvm.ptr, %y: memref<?xf64>, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.where %w : !cin.place<tensor<?xf64, #LIST>> sizes(%m) unsorted marks(sorted) {
      cin.forall %j in %m {
        %0 = cin.access %w[%j] : !cin.place<tensor<?xf64, #LIST>>
        cin.assign %c[%j] += %0 : !cin.place<tensor<?xf64>>
      }
    } producer {
      cin.forall %i in %n {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          cin.assign %w[%j] += %0 : !cin.place<tensor<?xf64, #LIST>>
        }
      }
    }
  }
  return
}
