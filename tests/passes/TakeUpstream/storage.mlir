// What no kernel computes becomes calls of the runtime, and loops over what they list.
// RUN: encke-opt --take-upstream -split-input-file %s | FileCheck %s

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

// CHECK-LABEL: func.func @foreach
// CHECK: %[[LIST:.*]] = call @encke_list_positions
// CHECK: call @encke_get_coordinates
// CHECK: call @encke_get_values
// CHECK: %[[N:.*]] = call @encke_position_total(%[[LIST]])
// CHECK: scf.for
// CHECK: memref.load
// CHECK: memref.load
// CHECK: arith.addf
// CHECK: scf.yield
// CHECK: call @encke_tensor_free(%[[LIST]])
func.func @foreach(%x: tensor<9xf64, #SV>, %zero: f64) -> f64 {
  %s = sparse_tensor.foreach in %x init(%zero) : tensor<9xf64, #SV>, f64 -> f64 do {
  ^bb0(%i: index, %v: f64, %acc: f64):
    %t = arith.addf %acc, %v : f64
    sparse_tensor.yield %t : f64
  }
  return %s : f64
}

// -----

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

// CHECK-LABEL: func.func @insert
// CHECK: call @encke_tensor_new
// CHECK: call @encke_result_clear
// CHECK: call @encke_put_coordinate
// CHECK: call @encke_put_f64
// CHECK: call @encke_finish
func.func @insert(%i: index, %v: f64) -> tensor<9xf64, #SV> {
  %e = tensor.empty() : tensor<9xf64, #SV>
  %t = tensor.insert %v into %e[%i] : tensor<9xf64, #SV>
  %l = sparse_tensor.load %t hasInserts : tensor<9xf64, #SV>
  return %l : tensor<9xf64, #SV>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 16 }>

// Narrow positions are copied.
// CHECK-LABEL: func.func @arrays
// CHECK: memref.alloc(%{{.*}}) : memref<?xi16>
// CHECK: call @encke_copy_positions
// CHECK: call @encke_level_size
func.func @arrays(%a: tensor<4x4xf64, #CSR>, %n: index) -> (memref<?xi16>, index) {
  %p = sparse_tensor.positions %a {level = 1 : index} : tensor<4x4xf64, #CSR> to memref<?xi16>
  %s = sparse_tensor.lvl %a, %n : tensor<4x4xf64, #CSR>
  return %p, %s : memref<?xi16>, index
}
