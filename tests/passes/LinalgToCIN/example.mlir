// The example of the pass's description: SpMV in its naive form.
// RUN: encke-opt --convert-linalg-to-cin --canonicalize --cse %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK: func.func @spmv(%[[A:[^ ]*]]: tensor<?x?xf64, #{{.*}}>, %[[x:[^ ]*]]: tensor<?xf64>, %[[zero:[^ ]*]]: tensor<?xf64>)
// CHECK-DAG: %[[m:.*]] = tensor.dim %[[x]], %{{.*}} : tensor<?xf64>
// CHECK-DAG: %[[n:.*]] = tensor.dim %[[zero]], %{{.*}} : tensor<?xf64>
// CHECK: %[[y:.*]] = cin.kernel ins(%[[a:.*]] = %[[A]] : tensor<?x?xf64, #{{[a-z]*}}>, %[[b:.*]] = %[[x]] : tensor<?xf64>) outs(%[[c:.*]] = %[[zero]] : tensor<?xf64>) {
// CHECK-NEXT: cin.forall %[[i:.*]] in %[[n]] {
// CHECK-NEXT: cin.forall %[[j:.*]] in %[[m]] {
// CHECK-NEXT: %[[v0:.*]] = cin.access %[[a]][%[[i]], %[[j]]] : !cin.place<tensor<?x?xf64, #{{[a-z]*}}>>
// CHECK-NEXT: %[[v1:.*]] = cin.access %[[b]][%[[j]]] : !cin.place<tensor<?xf64>>
// CHECK-NEXT: %[[v2:.*]] = arith.mulf %[[v0]], %[[v1]] : f64
// CHECK-NEXT: cin.assign %[[c]][%[[i]]] += %[[v2]] : !cin.place<tensor<?xf64>>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: } -> tensor<?xf64>
// CHECK-NEXT: return %[[y]]

#ij = affine_map<(i, j) -> (i, j)>
#j = affine_map<(i, j) -> (j)>
#i = affine_map<(i, j) -> (i)>
func.func @spmv(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %zero: tensor<?xf64>) -> tensor<?xf64> {
  %y = linalg.generic {
      indexing_maps = [#ij, #j, #i], iterator_types = ["parallel", "reduction"]}
      ins(%A, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>)
      outs(%zero : tensor<?xf64>) attrs = {encke.labels = ["i", "j"]} {
  ^bb0(%a: f64, %b: f64, %out: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %out, %p : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  return %y : tensor<?xf64>
}
