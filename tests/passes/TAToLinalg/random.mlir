// Random tensors and lists of elements are made by the runtime (L15, L57).
// RUN: encke-opt --convert-ta-to-linalg --canonicalize %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// CHECK-LABEL: func.func @sparse
// CHECK-SAME: %[[D:.*]]: f64, %[[N:.*]]: index
func.func @sparse(%d: f64, %n: index) {
  // CHECK: %[[S:.*]] = call @encke_tensor_new(
  // CHECK: call @encke_random_sparse(%[[S]], %[[D]], %c7_i64, %{{.*}})
  %s = ta.random seed 7 density %d sizes(%n, %n) at "a.ta:9:3" : tensor<?x?xf64, #CSR>
  // CHECK: %[[T:.*]] = call @encke_tensor_new(
  // CHECK: call @encke_random_sparse_next(%[[T]], %[[D]], %{{.*}})
  %t = ta.random density %d sizes(%n, %n) at "a.ta:9:3" : tensor<?x?xf64, #CSR>
  return
}

// CHECK-LABEL: func.func @elements
// CHECK-SAME: %[[AT:.*]]: tensor<2x2xi64>, %[[V:.*]]: tensor<2xf64>
func.func @elements(%at: tensor<2x2xi64>, %v: tensor<2xf64>, %n: index) -> index {
  // CHECK: %[[E:.*]] = call @encke_tensor_new(
  // CHECK: llvm.call @encke_whole({{.*}}, %[[E]], %{{.*}}, %{{.*}})
  %e = ta.whole "elements"(%at, %v) sizes(%n, %n) at "a.ta:9:3"
    : tensor<2x2xi64>, tensor<2xf64> -> tensor<?x?xf64, #CSR>
  %count = sparse_tensor.number_of_entries %e : tensor<?x?xf64, #CSR>
  return %count : index
}
