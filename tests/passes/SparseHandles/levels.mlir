// Levels that tensors have in common: a view of them, the values, and a tensor that
// shares them, the values of which are computed in their place.
// RUN: encke-opt --sparse-handles %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>
#CSF = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed), posWidth = 32, crdWidth = 32 }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// CHECK-LABEL: func.func @merged
// CHECK-SAME: (%[[X:.*]]: !llvm.ptr, %[[S:.*]]: tensor<?xf64>)
// CHECK: %[[V:.*]] = call @encke_tensor_new(%{{.*}}) : (!llvm.ptr) -> !llvm.ptr
// CHECK: call @encke_tensor_merge_levels(%[[V]], %[[X]], %{{.*}}) : (!llvm.ptr, !llvm.ptr, i64) -> ()
// CHECK: call @encke_tensor_size(%[[V]],
// CHECK: cin.kernel ins(%{{.*}} = %[[V]] : !llvm.ptr as tensor<?x?xf64, #{{.*}}>)
// CHECK: call @encke_tensor_free(%[[V]])
// CHECK-NEXT: return
func.func @merged(%X: tensor<?x?x?xf64, #CSF>, %s: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = cin.merge_levels 2 of %X : tensor<?x?x?xf64, #CSF> -> tensor<?x?xf64, #CSR>
  %n = tensor.dim %f, %c0 : tensor<?x?xf64, #CSR>
  %m = tensor.dim %f, %c1 : tensor<?x?xf64, #CSR>
  %r = cin.kernel ins(%a = %f : tensor<?x?xf64, #CSR>) outs(%b = %s : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        cin.assign %b[%i] += %0 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// CHECK-LABEL: func.func @shared
// CHECK-SAME: (%[[A:.*]]: !llvm.ptr) -> !llvm.ptr
// CHECK: call @encke_get_values(%{{.*}}, %[[A]], %{{.*}}) : (!llvm.ptr, !llvm.ptr, i64) -> ()
// CHECK: %[[FROM:.*]] = builtin.unrealized_conversion_cast %{{.*}} to memref<?xf64>
// CHECK: %[[V:.*]] = bufferization.to_tensor %[[FROM]] restrict : memref<?xf64> to tensor<?xf64>
// CHECK: %[[B:.*]] = call @encke_tensor_new(%{{.*}}) : (!llvm.ptr) -> !llvm.ptr
// CHECK: call @encke_tensor_share_levels(%[[B]], %[[A]], %{{.*}}) : (!llvm.ptr, !llvm.ptr, i64) -> ()
// CHECK: call @encke_get_values(%{{.*}}, %[[B]], %{{.*}}) : (!llvm.ptr, !llvm.ptr, i64) -> ()
// CHECK: %[[TO:.*]] = builtin.unrealized_conversion_cast %{{.*}} to memref<?xf64>
// CHECK: %[[W:.*]] = bufferization.to_tensor %[[TO]] restrict writable : memref<?xf64> to tensor<?xf64>
// CHECK: %[[R:.*]] = cin.kernel ins(%{{.*}} = %[[V]] : tensor<?xf64>) outs(%{{.*}} = %[[W]] : tensor<?xf64>)
// CHECK: bufferization.materialize_in_destination %[[R]] in writable %[[TO]]
// CHECK: return %[[B]] : !llvm.ptr
func.func @shared(%A: tensor<?x?xf64, #DCSR>) -> tensor<?x?xf64, #DCSR> {
  %c0 = arith.constant 0 : index
  %v = cin.merge_levels 2 of %A : tensor<?x?xf64, #DCSR> -> tensor<?xf64>
  %n = tensor.dim %v, %c0 : tensor<?xf64>
  %e, %w = cin.share_levels 2 of %A : tensor<?x?xf64, #DCSR> -> tensor<?x?xf64, #DCSR>, tensor<?xf64>
  %r = cin.kernel ins(%a = %v : tensor<?xf64>) outs(%b = %w : tensor<?xf64>) {
    cin.forall %p in %n {
      %0 = cin.access %a[%p] : !cin.place<tensor<?xf64>>
      cin.assign %b[%p] = %0 : !cin.place<tensor<?xf64>>
    }
  } -> tensor<?xf64>
  %B = cin.with_values %r in %e : tensor<?xf64> in tensor<?x?xf64, #DCSR>
  return %B : tensor<?x?xf64, #DCSR>
}

// CHECK-LABEL: func.func @numbers
// CHECK-SAME: (%[[A:.*]]: !llvm.ptr)
// CHECK: %[[SIZE:.*]] = call @encke_level_size(%[[A]], %{{.*}}) : (!llvm.ptr, i64) -> i64
// CHECK: arith.index_cast %[[SIZE]] : i64 to index
// CHECK: %[[LEAST:.*]] = call @encke_level_least(%[[A]], %{{.*}}) : (!llvm.ptr, i64) -> i64
// CHECK: arith.index_cast %[[LEAST]] : i64 to index
func.func @numbers(%A: tensor<?x?xf64, #ta.format<"C1-0 D0", 32>>) -> (index, index) {
  %n = cin.level_size 0 of %A : tensor<?x?xf64, #ta.format<"C1-0 D0", 32>>
  %least = cin.level_least 0 of %A : tensor<?x?xf64, #ta.format<"C1-0 D0", 32>>
  return %n, %least : index, index
}
