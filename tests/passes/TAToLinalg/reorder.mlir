// An ordering is an object of the runtime's, which each use announces first;
// what is permuted is a new tensor (L36).
// RUN: encke-opt --convert-ta-to-linalg %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// CHECK-LABEL: func.func @orderings
// CHECK-SAME: %[[A:.*]]: tensor<?x8xf64, #{{.*}}>, %[[X:.*]]: tensor<8xf64>
func.func @orderings(%A: tensor<?x8xf64, #CSR>, %x: tensor<8xf64>, %a: index,
                     %b: index) {
  // CHECK: %[[I:.*]] = call @encke_ordering_new()
  // CHECK: %[[J:.*]] = call @encke_ordering_new()
  %i = ta.ordering "i"
  %j = ta.ordering "j"

  // CHECK: %[[HANDLE:.*]] = builtin.unrealized_conversion_cast %[[A]]
  // CHECK: call @encke_ordering_use(%[[I]], %{{.*}})
  // CHECK: call @encke_ordering_use(%[[J]], %{{.*}})
  // CHECK: call @encke_reorder(%[[HANDLE]], %{{.*}}, %{{.*}}, %{{.*}})
  ta.reorder %i, %j by "lexi" 0 of %A modes [0, 1] at "a.ta:9:3"
    : tensor<?x8xf64, #CSR>

  // Between what the vector and the rows beside it have.
  // CHECK: call @encke_ordering_use(%[[I]], %{{.*}})
  // CHECK: %[[A8:.*]] = arith.index_cast %{{.*}} : index to i64
  // CHECK: %[[A256:.*]] = arith.index_cast %{{.*}} : index to i64
  // CHECK: %[[LEAST:.*]] = arith.minsi %[[A8]], %[[A256]] : i64
  // CHECK: %[[MOST:.*]] = arith.maxsi %[[A8]], %[[A256]] : i64
  // CHECK: call @encke_reorder_auto(%{{.*}}, %[[LEAST]], %[[MOST]], %{{.*}}, %{{.*}})
  ta.reorder %i by "auto" 0 of %A modes [0] beside %a, %b at "a.ta:9:3"
    : tensor<?x8xf64, #CSR>
  // Of nothing beside it a vector and rows of 32.
  // CHECK: call @encke_ordering_use(%[[I]], %{{.*}})
  // CHECK: call @encke_reorder_auto(%{{.*}}, %c8_i64, %c256_i64, %{{.*}}, %{{.*}})
  ta.reorder %i by "auto" 0 of %A modes [0] at "a.ta:9:3"
    : tensor<?x8xf64, #CSR>

  // CHECK: %[[SOURCE:.*]] = builtin.unrealized_conversion_cast %[[A]]
  // CHECK: %[[NEW:.*]] = call @encke_tensor_new
  // CHECK: call @encke_ordering_use(%[[I]], %{{.*}})
  // CHECK: call @encke_ordering_use(%[[J]], %{{.*}})
  // CHECK: call @encke_permute(%[[NEW]], %[[SOURCE]], %{{.*}}, %{{.*}})
  %B = ta.permute %A "again" by %i, %j modes [0, 1] at "a.ta:9:3"
    : tensor<?x8xf64, #CSR>

  // CHECK: bufferization.to_buffer %[[X]]
  // CHECK: memref.alloc() {{.*}} : memref<8xf64>
  // CHECK: call @encke_ordering_use(%[[J]], %{{.*}})
  // CHECK: call @encke_permute
  // CHECK: bufferization.to_tensor
  %y = ta.permute %x "again" by %j modes [0] at "a.ta:9:3" : tensor<8xf64>

  // CHECK: memref.alloc() {{.*}} : memref<8xi64>
  // CHECK: call @encke_permutation
  %p = ta.coordinates sizes() : tensor<8xi64>
  call @use(%B, %y, %p) : (tensor<?x8xf64, #CSR>, tensor<8xf64>, tensor<8xi64>) -> ()
  // CHECK-DAG: call @encke_ordering_free(%[[I]])
  // CHECK-DAG: call @encke_ordering_free(%[[J]])
  // CHECK: return
  return
}

func.func private @use(tensor<?x8xf64, #CSR>, tensor<8xf64>, tensor<8xi64>)
