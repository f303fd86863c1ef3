// What a numeric kernel copies into its result is read at the coordinates of the row that the
// loops around are at. Such a row has values alone: nothing is noted, sorted or looked up.
// RUN: encke-opt --convert-cin-to-scf --canonicalize --cse %s | FileCheck %s

#ROW = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 32, crdWidth = 32 }>
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// CHECK-LABEL: func.func @gathers(
// CHECK: %[[NOTHING:.*]] = arith.constant -0.000000e+00 : f64
// CHECK: call @encke_get_positions({{[^,]*}}, %arg2, %c1_i64, %c4_i64)
// CHECK: %[[ENDS:.*]] = builtin.unrealized_conversion_cast {{.*}} to memref<?xi32>
// CHECK: call @encke_get_coordinates({{[^,]*}}, %arg2, %c1_i64, %c4_i64)
// CHECK: %[[COORDINATES:.*]] = builtin.unrealized_conversion_cast {{.*}} to memref<?xi32>
// CHECK: %[[W:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xf64>
// CHECK: memref.store %[[NOTHING]], %[[W]]
// CHECK-NOT: encke_check_row
// CHECK: scf.for %[[I:.*]] = %c0 to
// CHECK: %[[PRODUCT:.*]] = arith.mulf
// CHECK: %[[OLD:.*]] = memref.load %[[W]][%[[K:.*]]]
// CHECK: %[[SUM:.*]] = arith.addf %[[OLD]], %[[PRODUCT]]
// CHECK: memref.store %[[SUM]], %[[W]][%[[K]]]
// CHECK: memref.load %[[ENDS]][%[[I]]]
// CHECK: scf.for %[[P:.*]] = %[[LO:.*]] to %[[HI:.*]] step %c1
// CHECK: memref.load %[[COORDINATES]][%[[P]]]
// CHECK: memref.load %[[W]]
// CHECK: scf.for %[[Q:.*]] = %[[LO]] to %[[HI]] step %c1
// CHECK: memref.load %[[COORDINATES]][%[[Q]]]
// CHECK: memref.store %[[NOTHING]], %[[W]]
// CHECK-NOT: encke_sort_coordinates
// CHECK: memref.dealloc %[[W]]
func.func @gathers(%A: !llvm.ptr, %B: !llvm.ptr, %C: !llvm.ptr, %n: index, %m: index) {
  cin.kernel numeric ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>, %b = %B : !llvm.ptr as tensor<?x?xf64, #CSR>) outs(%c = %C : !llvm.ptr as tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n {
      cin.where %w : !cin.place<tensor<?xf64, #ROW>> sizes(%m) marks(gather) {
        cin.forall %k in %m {
          %0 = cin.access %w[%k] : !cin.place<tensor<?xf64, #ROW>>
          cin.assign %c[%i, %k] = %0 : !cin.place<tensor<?x?xf64, #CSR>>
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
