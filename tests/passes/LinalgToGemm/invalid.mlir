// A mark that does not fit is an error, not a wrong result.
// RUN: encke-opt --convert-linalg-to-gemm %s -split-input-file -verify-diagnostics

#ik = affine_map<(i, j, k) -> (i, k)>
#kj = affine_map<(i, j, k) -> (k, j)>
#ij = affine_map<(i, j, k) -> (i, j)>
func.func @max(%a: tensor<3x5xf64>, %b: tensor<5x4xf64>, %old: tensor<3x4xf64>) -> tensor<3x4xf64> {
  // expected-error @+1 {{marked as a matrix product, but it is not one of two dense tensors}}
  %c = linalg.generic {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<3x5xf64>, tensor<5x4xf64>) outs(%old : tensor<3x4xf64>)
      attrs = {encke.gemm = {columns = ["j"], inner = ["k"], loops = [], rows = ["i"]}, encke.labels = ["i", "j", "k"]} {
  ^bb0(%x: f64, %y: f64, %out: f64):
    %1 = arith.mulf %x, %y : f64
    %2 = arith.maximumf %out, %1 : f64
    linalg.yield %2 : f64
  } -> tensor<3x4xf64>
  return %c : tensor<3x4xf64>
}

// -----

#ik = affine_map<(i, j, k) -> (i, k)>
#kj = affine_map<(i, j, k) -> (k, j)>
#ij = affine_map<(i, j, k) -> (i, j)>
func.func @labels(%a: tensor<3x5xf64>, %b: tensor<5x4xf64>, %old: tensor<3x4xf64>) -> tensor<3x4xf64> {
  // expected-error @+1 {{marked as a matrix product, but an index has no label}}
  %c = linalg.generic {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<3x5xf64>, tensor<5x4xf64>) outs(%old : tensor<3x4xf64>)
      attrs = {encke.gemm = {columns = ["j"], inner = ["k"], loops = [], rows = ["i"]}, encke.labels = ["i", "j"]} {
  ^bb0(%x: f64, %y: f64, %out: f64):
    %1 = arith.mulf %x, %y : f64
    %2 = arith.addf %out, %1 : f64
    linalg.yield %2 : f64
  } -> tensor<3x4xf64>
  return %c : tensor<3x4xf64>
}

// -----

#ik = affine_map<(i, j, k) -> (i, k)>
#kj = affine_map<(i, j, k) -> (k, j)>
#ij = affine_map<(i, j, k) -> (i, j)>
func.func @roles(%a: tensor<3x5xf64>, %b: tensor<5x4xf64>, %old: tensor<3x4xf64>) -> tensor<3x4xf64> {
  // expected-error @+1 {{labels of columns must be neighbours in just the two tensors that they are for}}
  %c = linalg.generic {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<3x5xf64>, tensor<5x4xf64>) outs(%old : tensor<3x4xf64>)
      attrs = {encke.gemm = {columns = ["k"], inner = ["j"], loops = [], rows = ["i"]}, encke.labels = ["i", "j", "k"]} {
  ^bb0(%x: f64, %y: f64, %out: f64):
    %1 = arith.mulf %x, %y : f64
    %2 = arith.addf %out, %1 : f64
    linalg.yield %2 : f64
  } -> tensor<3x4xf64>
  return %c : tensor<3x4xf64>
}
