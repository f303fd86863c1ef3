// The example of the pass's description (ExportFunctions.td), and functions whose
// results cannot be computed where they stay.
// RUN: %encke-opt %s --export-functions --split-input-file | FileCheck %s

func.func private @kernel_0(!llvm.ptr, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>

// CHECK-LABEL: func.func @encke_entry_f(
// CHECK-SAME: %[[A:.*]]: !llvm.ptr, %[[X:.*]]: tensor<?xf64> {bufferization.writable = false}, %[[N:.*]]: index) attributes {llvm.emit_c_interface}
// CHECK: %[[MODE:.*]] = arith.constant 0 : i64
// CHECK: %[[SIZE:.*]] = arith.index_cast %[[N]] : index to i64
// CHECK: call @encke_give_size(%[[MODE]], %[[SIZE]])
// CHECK: call @encke_give_values
// CHECK: %[[BUFFER:.*]] = memref.reinterpret_cast
// CHECK: %[[NEW:.*]] = bufferization.to_tensor %{{.*}} restrict writable
// CHECK: %[[Y:.*]] = call @kernel_0(%[[A]], %[[X]], %[[NEW]])
// CHECK: bufferization.materialize_in_destination %[[Y]] in restrict writable
// CHECK: return{{$}}
func.func private @def_f(%A: !llvm.ptr, %x: tensor<?xf64>, %n: index) -> tensor<?xf64> attributes {encke.export = "f"} {
  %new = bufferization.alloc_tensor(%n) : tensor<?xf64>
  %y = call @kernel_0(%A, %x, %new) : (!llvm.ptr, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %y : tensor<?xf64>
}

// -----

// What others of the program call stays, and an entry stands beside it.
// CHECK-LABEL: func.func private @def_same(%{{.*}}: tensor<?xf64>) -> tensor<?xf64> {
// CHECK-LABEL: func.func @other
// CHECK-LABEL: func.func @encke_entry_same
// CHECK-SAME: %[[X:.*]]: tensor<?xf64> {bufferization.writable = false})
// CHECK: %[[DIM:.*]] = tensor.dim %[[X]]
// CHECK: bufferization.materialize_in_destination %[[X]]
func.func private @def_same(%x: tensor<?xf64>) -> tensor<?xf64> attributes {encke.export = "same"} {
  return %x : tensor<?xf64>
}
func.func @other(%x: tensor<?xf64>) -> tensor<?xf64> {
  %y = call @def_same(%x) : (tensor<?xf64>) -> tensor<?xf64>
  return %y : tensor<?xf64>
}

// -----

// CHECK-LABEL: func.func @encke_entry_sparse
// CHECK-SAME: %[[A:.*]]: !llvm.ptr)
// CHECK: call @encke_give_tensor(%[[A]])
func.func private @def_sparse(%A: !llvm.ptr) -> !llvm.ptr attributes {encke.export = "sparse"} {
  return %A : !llvm.ptr
}

// -----

// CHECK-LABEL: func.func @encke_entry_scalar
// CHECK-SAME: %[[A:.*]]: f64)
// CHECK: call @encke_give_values
// CHECK: memref.store %[[A]]
func.func private @def_scalar(%a: f64) -> f64 attributes {encke.export = "scalar"} {
  return %a : f64
}
