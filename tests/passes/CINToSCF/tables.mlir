// A workspace that is a hash table: the runtime has it, and its consumer reads a sparse
// tensor.
// RUN: encke-opt --convert-cin-to-scf --canonicalize --cse %s | FileCheck %s

#TABLE = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed), posWidth = 64, crdWidth = 64 }>
#CSF = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed), posWidth = 32, crdWidth = 32 }>

// An element is the number of its place among all.
// CHECK-LABEL: func.func @table(
// CHECK: memref.store %cst, %[[START:.*]][%c0]
// CHECK: %[[TABLE:.*]] = call @encke_workspace_new(%c2_i64, %c0_i64, %
// CHECK: call @encke_workspace_set_size(%[[TABLE]], %c0_i64, %
// CHECK: call @encke_workspace_set_size(%[[TABLE]], %c1_i64, %c7_i64)
// CHECK: scf.for
// CHECK: %[[ROW:.*]] = arith.muli %{{.*}}, %c7 : index
// CHECK: %[[PLACE:.*]] = arith.addi %[[ROW]], %
// CHECK: %[[NUMBER:.*]] = arith.index_cast %[[PLACE]]
// CHECK: %[[ELEMENT:.*]] = {{.*}}call @encke_workspace_element(%[[TABLE]], %[[NUMBER]])
// CHECK: %[[OLD:.*]] = llvm.load %[[ELEMENT]] : !llvm.ptr -> f64
// CHECK: %[[NEW:.*]] = arith.addf %[[OLD]], %
// CHECK: llvm.store %[[NEW]], %[[ELEMENT]]
// CHECK: %[[SORTED:.*]] = {{.*}}call @encke_workspace_sort(%[[TABLE]])
// CHECK: call @encke_get_positions(%{{.*}}, %[[SORTED]], %c0_i64, %c8_i64)
// CHECK: call @encke_get_coordinates(%{{.*}}, %[[SORTED]], %c1_i64, %c8_i64)
// CHECK: call @encke_get_values(%{{.*}}, %[[SORTED]], %c0_i64)
// CHECK: memref.store %{{.*}} : memref<?x7xf64>
// CHECK: call @encke_workspace_clear(%[[TABLE]])
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
