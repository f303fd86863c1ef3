// What is accessed, and where the extents of the loops come from.
// RUN: encke-opt --convert-linalg-to-cin --canonicalize %s | FileCheck %s

#i = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
#ij = affine_map<(i, j) -> (i, j)>
#ji = affine_map<(i, j) -> (j, i)>
#row = affine_map<(i, j) -> (i)>
#col = affine_map<(i, j) -> (j)>

// CHECK-LABEL: func.func @fill
// CHECK-SAME: %[[V:[^ ]*]]: f64, %[[Y:[^ ]*]]: tensor<?xf64>
// CHECK: %[[N:.*]] = tensor.dim %[[Y]]
// CHECK: cin.kernel ins() outs(%[[C:.*]] = %[[Y]] : tensor<?xf64>) {
// CHECK-NEXT: cin.forall %[[I:.*]] in %[[N]] {
// CHECK-NEXT: cin.assign %[[C]][%[[I]]] = %[[V]] : !cin.place<tensor<?xf64>>
func.func @fill(%v: f64, %y: tensor<?xf64>) -> tensor<?xf64> {
  %r = linalg.fill ins(%v : f64) outs(%y : tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// Scalars, and values from outside the body, are used as they are.
// CHECK-LABEL: func.func @scalars
// CHECK-SAME: %[[V:[^ ]*]]: f64, %[[W:[^ ]*]]: f64
// CHECK: cin.kernel ins() outs(
// CHECK: %[[P:.*]] = arith.mulf %[[V]], %[[W]]
// CHECK: cin.assign %{{.*}}[%{{.*}}] = %[[P]]
func.func @scalars(%v: f64, %w: f64, %y: tensor<4xf64>) -> tensor<4xf64> {
  %r = linalg.generic {indexing_maps = [#none, #i], iterator_types = ["parallel"]}
      ins(%v : f64) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %out: f64):
    %p = arith.mulf %a, %w : f64
    linalg.yield %p : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// An operand that is never read gives a size and is no input of the kernel.
// CHECK-LABEL: func.func @size_only
// CHECK-SAME: %[[B:[^ ]*]]: tensor<4xf64>, %[[S:[^ ]*]]: tensor<?xf64>
// CHECK: %[[M:.*]] = tensor.dim %[[S]]
// CHECK: cin.kernel ins(%{{.*}} = %[[B]] : tensor<4xf64>) outs(
// CHECK: cin.forall %{{.*}} in %{{.*}} {
// CHECK: cin.forall %{{.*}} in %[[M]] {
func.func @size_only(%b: tensor<4xf64>, %size: tensor<?xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %r = linalg.generic {indexing_maps = [#row, #col, #row], iterator_types = ["parallel", "reduction"]}
      ins(%b, %size : tensor<4xf64>, tensor<?xf64>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %unused: f64, %out: f64):
    %s = arith.addf %out, %a : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// A loop that only a sparse tensor sizes.
// CHECK-LABEL: func.func @sparse_size
// CHECK-SAME: %[[A:[^ ]*]]: tensor<4x?xf64, #{{.*}}>
// CHECK: %[[M:.*]] = tensor.dim %[[A]]
// CHECK: cin.forall %{{.*}} in %[[M]] {
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @sparse_size(%A: tensor<4x?xf64, #CSR>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %r = linalg.generic {indexing_maps = [#ij, #row], iterator_types = ["parallel", "reduction"]}
      ins(%A : tensor<4x?xf64, #CSR>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %out: f64):
    %s = arith.addf %out, %a : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// One tensor twice is two inputs, each accessed in its way.
// CHECK-LABEL: func.func @twice
// CHECK-SAME: %[[A:[^ ]*]]: tensor<4x4xf64>
// CHECK: cin.kernel ins(%[[P:.*]] = %[[A]] : tensor<4x4xf64>, %[[Q:.*]] = %[[A]] : tensor<4x4xf64>)
// CHECK: cin.forall %[[I:.*]] in
// CHECK: cin.forall %[[J:.*]] in
// CHECK: cin.access %[[P]][%[[I]], %[[J]]]
// CHECK: cin.access %[[Q]][%[[J]], %[[I]]]
func.func @twice(%A: tensor<4x4xf64>, %y: tensor<4x4xf64>) -> tensor<4x4xf64> {
  %r = linalg.generic {indexing_maps = [#ij, #ji, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%A, %A : tensor<4x4xf64>, tensor<4x4xf64>) outs(%y : tensor<4x4xf64>) {
  ^bb0(%a: f64, %b: f64, %out: f64):
    %p = arith.mulf %a, %b : f64
    linalg.yield %p : f64
  } -> tensor<4x4xf64>
  return %r : tensor<4x4xf64>
}

// No loops: a statement over scalars.
// CHECK-LABEL: func.func @order0
// CHECK: cin.kernel ins(%[[A:.*]] = %{{.*}} : tensor<f64>) outs(%[[C:.*]] = %{{.*}} : tensor<f64>) {
// CHECK-NEXT: %[[V:.*]] = cin.access %[[A]][] : !cin.place<tensor<f64>>
// CHECK-NEXT: cin.assign %[[C]][] = %[[V]] : !cin.place<tensor<f64>>
// CHECK-NEXT: }
#scalar = affine_map<() -> ()>
func.func @order0(%x: tensor<f64>, %y: tensor<f64>) -> tensor<f64> {
  %r = linalg.generic {indexing_maps = [#scalar, #scalar], iterator_types = []}
      ins(%x : tensor<f64>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %out: f64):
    linalg.yield %a : f64
  } -> tensor<f64>
  return %r : tensor<f64>
}

// Named operations of linalg enter like generic ones, in the order of their
// dimensions, and the index variables have the names of the labels.
// CHECK-LABEL: func.func @matmul
// CHECK: cin.forall %[[M:[^ ]*]] in
// CHECK: cin.forall %[[N:[^ ]*]] in
// CHECK: cin.forall %[[K:[^ ]*]] in
// CHECK: cin.access %{{.*}}[%[[M]], %[[K]]]
// CHECK: cin.access %{{.*}}[%[[K]], %[[N]]]
// CHECK: cin.assign %{{.*}}[%[[M]], %[[N]]] +=
func.func @matmul(%A: tensor<4x5xf64>, %B: tensor<5x6xf64>, %C: tensor<4x6xf64>) -> tensor<4x6xf64> {
  %r = linalg.matmul ins(%A, %B : tensor<4x5xf64>, tensor<5x6xf64>) outs(%C : tensor<4x6xf64>) -> tensor<4x6xf64>
  return %r : tensor<4x6xf64>
}

// CHECK-LABEL: func.func @labels
// CHECK: cin.forall %row in
// CHECK: cin.forall %k_2 in
// CHECK: cin.assign %{{.*}}[%row, %k_2]
func.func @labels(%v: f64, %y: tensor<4x4xf64>) -> tensor<4x4xf64> {
  %r = linalg.fill {encke.labels = ["row", "k_2"]} ins(%v : f64) outs(%y : tensor<4x4xf64>) -> tensor<4x4xf64>
  return %r : tensor<4x4xf64>
}
