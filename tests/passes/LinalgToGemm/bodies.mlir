// Scalars and signs become the factor; the operand with the rows comes first; a
// value that is there is added to. What is no product stays.
// RUN: encke-opt --convert-linalg-to-gemm %s | FileCheck %s

#ik = affine_map<(i, j, k) -> (i, k)>
#jk = affine_map<(i, j, k) -> (j, k)>
#ij = affine_map<(i, j, k) -> (i, j)>

// CHECK-LABEL: func.func @scaled
// CHECK-SAME: (%[[A:.*]]: tensor<3x5xf32>, %[[B:.*]]: tensor<4x5xf32>, %[[C:.*]]: tensor<3x4xf32>, %[[X:.*]]: f32)
// CHECK: %[[M:.*]] = arith.constant -1.000000e+00 : f32
// CHECK: %[[S:.*]] = arith.mulf %[[M]], %[[X]]
// CHECK: cin.gemm rows ["i"] columns ["j"] inner ["k"] loops [] ins(%[[A]] ["i", "k"], %[[B]] ["j", "k"] : tensor<3x5xf32>, tensor<4x5xf32>) outs(%[[C]] ["i", "j"] : tensor<3x4xf32>) scaled %[[S]] : f32 accumulate
func.func @scaled(%a: tensor<3x5xf32>, %b: tensor<4x5xf32>, %old: tensor<3x4xf32>, %x: f32) -> tensor<3x4xf32> {
  %c = linalg.generic {indexing_maps = [#jk, #ik, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%b, %a : tensor<4x5xf32>, tensor<3x5xf32>) outs(%old : tensor<3x4xf32>)
      attrs = {encke.gemm = {columns = ["j"], inner = ["k"], loops = [],
               rows = ["i"]}, encke.labels = ["i", "j", "k"]} {
  ^bb0(%y: f32, %z: f32, %out: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.mulf %0, %z : f32
    %2 = arith.subf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<3x4xf32>
  return %c : tensor<3x4xf32>
}

#id = affine_map<(i, j, k) -> (i, j, k)>
#kij = affine_map<(i, j, k) -> (k, i, j)>

// Mode 0 of the result is i, which is mode 1 of the operand.
// CHECK-LABEL: func.func @transposition
// CHECK: cin.transpose modes [1, 2, 0] ins(%{{.*}} : tensor<5x3x4xi32>) outs(%{{.*}} : tensor<3x4x5xi32>) -> tensor<3x4x5xi32>
func.func @transposition(%a: tensor<5x3x4xi32>, %empty: tensor<3x4x5xi32>) -> tensor<3x4x5xi32> {
  %c = linalg.generic {indexing_maps = [#kij, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : tensor<5x3x4xi32>) outs(%empty : tensor<3x4x5xi32>) {
  ^bb0(%x: i32, %out: i32):
    linalg.yield %x : i32
  } -> tensor<3x4x5xi32>
  return %c : tensor<3x4x5xi32>
}

// A copy, a diagonal, and a function of the elements.
// CHECK-LABEL: func.func @others
// CHECK-COUNT-3: linalg.generic
#d = affine_map<(i) -> (i, i)>
#i = affine_map<(i) -> (i)>
#p = affine_map<(i, j) -> (i, j)>
#t = affine_map<(i, j) -> (j, i)>
func.func @others(%a: tensor<5x5xf64>, %v: tensor<5xf64>, %m: tensor<5x5xf64>) -> (tensor<5x5xf64>, tensor<5xf64>, tensor<5x5xf64>) {
  %0 = linalg.generic {indexing_maps = [#p, #p], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<5x5xf64>) outs(%m : tensor<5x5xf64>) {
  ^bb0(%x: f64, %out: f64):
    linalg.yield %x : f64
  } -> tensor<5x5xf64>
  %1 = linalg.generic {indexing_maps = [#d, #i], iterator_types = ["parallel"]}
      ins(%a : tensor<5x5xf64>) outs(%v : tensor<5xf64>) {
  ^bb0(%x: f64, %out: f64):
    linalg.yield %x : f64
  } -> tensor<5xf64>
  %2 = linalg.generic {indexing_maps = [#t, #p], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<5x5xf64>) outs(%m : tensor<5x5xf64>) {
  ^bb0(%x: f64, %out: f64):
    %y = arith.negf %x : f64
    linalg.yield %y : f64
  } -> tensor<5x5xf64>
  return %0, %1, %2 : tensor<5x5xf64>, tensor<5xf64>, tensor<5x5xf64>
}
