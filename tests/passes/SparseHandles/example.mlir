// The example of the pass's description: the parts of a tensor that was read,
// put together and handed to a kernel.
// RUN: encke-opt --sparse-handles %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// CHECK: func.func private @kernel_0(!llvm.ptr, tensor<?xf64>) -> tensor<?xf64>
func.func private @kernel_0(tensor<?x?xf64, #CSR>, tensor<?xf64>) -> tensor<?xf64>
func.func private @encke_positions_i32(!llvm.ptr, i64) -> memref<?xi32>
func.func private @encke_coordinates_i32(!llvm.ptr, i64) -> memref<?xi32>
func.func private @encke_values_f64(!llvm.ptr) -> memref<?xf64>

// CHECK: func.func @program(%[[handle:[^ ]*]]: !llvm.ptr, %{{.*}}, %[[x:[^ ]*]]: tensor<?xf64>)
// CHECK-NEXT: %[[y:.*]] = call @kernel_0(%[[handle]], %[[x]]) : (!llvm.ptr, tensor<?xf64>) -> tensor<?xf64>
// CHECK-NEXT: return %[[y]]
func.func @program(%handle: !llvm.ptr, %specifier: !sparse_tensor.storage_specifier<#CSR>, %x: tensor<?xf64>) -> tensor<?xf64> {
  %one = arith.constant 1 : i64
  %pos = call @encke_positions_i32(%handle, %one) : (!llvm.ptr, i64) -> memref<?xi32>
  %crd = call @encke_coordinates_i32(%handle, %one) : (!llvm.ptr, i64) -> memref<?xi32>
  %values = call @encke_values_f64(%handle) : (!llvm.ptr) -> memref<?xf64>
  %A = builtin.unrealized_conversion_cast %pos, %crd, %values, %specifier
    : memref<?xi32>, memref<?xi32>, memref<?xf64>, !sparse_tensor.storage_specifier<#CSR> to tensor<?x?xf64, #CSR>
  %y = call @kernel_0(%A, %x) : (tensor<?x?xf64, #CSR>, tensor<?xf64>) -> tensor<?xf64>
  return %y : tensor<?xf64>
}
