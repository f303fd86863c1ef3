// The example of the pass's description (ExportFunctions.td), and functions whose
// results cannot be computed where they stay.
// RUN: %encke-opt %s --export-functions --split-input-file | FileCheck %s

func.func private @kernel_0(!llvm.ptr, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>

// CHECK-LABEL: func.func @encke_entry_f(
// CHECK-SAME: %[[A:.*]]: !llvm.ptr, %[[x:.*]]: tensor<?xf64> {bufferization.writable = false}, %[[n:.*]]: index) attributes {llvm.emit_c_interface} {
// CHECK: %[[mode:.*]] = arith.constant 0 : i64
// CHECK: %[[size:.*]] = arith.index_cast %[[n]] : index to i64
// CHECK: call @encke_give_size(%[[mode]], %[[size]]) : (i64, i64) -> ()
// CHECK: %[[slot:.*]] = llvm.alloca
// CHECK: call @encke_give_values(%[[slot]], %[[type:.*]]) : (!llvm.ptr, i64) -> ()
// CHECK: %[[memory:.*]] = memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [%[[n]]], strides: [1]
// CHECK: %[[buffer:.*]] = memref.cast %[[memory]] : memref<?xf64, strided<[1]>> to memref<?xf64>
// CHECK: %[[new:.*]] = bufferization.to_tensor %[[buffer]] restrict writable : memref<?xf64> to tensor<?xf64>
// CHECK: %[[y:.*]] = call @kernel_0(%[[A]], %[[x]], %[[new]]) : (!llvm.ptr, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
// CHECK: bufferization.materialize_in_destination %[[y]] in restrict writable %[[buffer]] : (tensor<?xf64>, memref<?xf64>) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
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
