// The example of the pass's description: the statement of SpMV.
// RUN: encke-opt --convert-ta-to-linalg %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK-DAG: #[[ij:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[j:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-DAG: #[[i:.*]] = affine_map<(d0, d1) -> (d0)>

// CHECK: func.func @kernel_0(%[[A:[^ ]*]]: tensor<?x?xf64, #{{.*}}>, %[[x:[^ ]*]]: tensor<?xf64>, %[[n:[^ ]*]]: index)
// CHECK: %[[c:.*]] = arith.constant 0.0
// CHECK: %[[empty:.*]] = tensor.empty(%[[n]]) : tensor<?xf64>
// CHECK: %[[zero:.*]] = linalg.fill {{.*}}ins(%[[c]] : f64) outs(%[[empty]] : tensor<?xf64>) -> tensor<?xf64>
// CHECK: %[[y:.*]] = linalg.generic {indexing_maps = [#[[ij]], #[[j]], #[[i]]], iterator_types = ["parallel", "reduction"]} ins(%[[A]], %[[x]] : tensor<?x?xf64, #{{.*}}>, tensor<?xf64>) outs(%[[zero]] : tensor<?xf64>) attrs = {encke.labels = ["i", "j"]} {
// CHECK: ^bb0(%[[a:.*]]: f64, %[[b:.*]]: f64, %[[out:.*]]: f64):
// CHECK: %[[p:.*]] = arith.mulf %[[a]], %[[b]] : f64
// CHECK: %[[s:.*]] = arith.addf %[[out]], %[[p]] : f64
// CHECK: linalg.yield %[[s]] : f64
// CHECK: } -> tensor<?xf64>
// CHECK: return %[[y]]
func.func @kernel_0(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %0 = ta.access %A[i, j] : tensor<?x?xf64, #CSR>
  %1 = ta.access %x[j] : tensor<?xf64>
  %2 = ta.mul %0, %1 : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
  %3 = ta.sum %2 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %y = ta.assign %3[i] sizes(%n) : !ta.expr<[i] f64> -> tensor<?xf64>
  return %y : tensor<?xf64>
}
