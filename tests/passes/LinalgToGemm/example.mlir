// The example of the pass's description: zeros that are added to are not
// written.
// RUN: encke-opt --convert-linalg-to-gemm %s | FileCheck %s

#ik = affine_map<(i, j, k) -> (i, k)>
#kj = affine_map<(i, j, k) -> (k, j)>
#ij = affine_map<(i, j, k) -> (i, j)>

// CHECK-LABEL: func.func @f
// CHECK-SAME: (%[[A:.*]]: tensor<?x?xf64>, %[[B:.*]]: tensor<?x?xf64>, %[[E:.*]]: tensor<?x?xf64>)
// CHECK-NOT: linalg
// CHECK: %[[ONE:.*]] = arith.constant 1.000000e+00 : f64
// CHECK: %[[C:.*]] = cin.gemm rows ["i"] columns ["j"] inner ["k"] loops [] ins(%[[A]] ["i", "k"], %[[B]] ["k", "j"] : tensor<?x?xf64>, tensor<?x?xf64>) outs(%[[E]] ["i", "j"] : tensor<?x?xf64>) scaled %[[ONE]] : f64 -> tensor<?x?xf64>
// CHECK-NEXT: return %[[C]]
func.func @f(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %empty: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %0 = arith.constant 0.0 : f64
  %zero = linalg.fill ins(%0 : f64) outs(%empty : tensor<?x?xf64>) -> tensor<?x?xf64>
  %c = linalg.generic {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<?x?xf64>, tensor<?x?xf64>) outs(%zero : tensor<?x?xf64>)
      attrs = {encke.gemm = {columns = ["j"], inner = ["k"], loops = [],
               rows = ["i"]}, encke.labels = ["i", "j", "k"]} {
  ^bb0(%x: f64, %y: f64, %out: f64):
    %1 = arith.mulf %x, %y : f64
    %2 = arith.addf %out, %1 : f64
    linalg.yield %2 : f64
  } -> tensor<?x?xf64>
  return %c : tensor<?x?xf64>
}
