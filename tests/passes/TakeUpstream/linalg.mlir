// What of linalg operations is rewritten before they become kernels.
// RUN: encke-opt --take-upstream -split-input-file %s | FileCheck %s

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#i = affine_map<(i) -> (i)>

// A coordinate as a value is an element of a vector.
// CHECK-LABEL: func.func @index
// CHECK: %[[ALL:.*]] = linalg.generic {{.*}}{encke.loops}
// CHECK: linalg.index 0
// CHECK: call @kernel_0(%{{.*}}, %[[ALL]])
// CHECK: func.func private @kernel_0
// CHECK-NOT: linalg.index
// CHECK: arith.index_cast
func.func @index(%x: tensor<6xi64, #SV>) -> tensor<6xi64, #SV> {
  %e = tensor.empty() : tensor<6xi64, #SV>
  %r = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]}
      ins(%x : tensor<6xi64, #SV>) outs(%e : tensor<6xi64, #SV>) {
  ^bb0(%a: i64, %o: i64):
    %n = linalg.index 0 : index
    %k = arith.index_cast %n : index to i64
    %s = arith.muli %a, %k : i64
    linalg.yield %s : i64
  } -> tensor<6xi64, #SV>
  return %r : tensor<6xi64, #SV>
}

// -----

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#i = affine_map<(i) -> (i)>

// A result that is not empty is one more operand.
// CHECK-LABEL: func.func @in_place
// CHECK: call @kernel_0(%arg0, %{{.*}}) : (tensor<?xf64, #{{.*}}>, index)
// CHECK: func.func private @kernel_0
// CHECK: %[[E:.*]] = tensor.empty
// CHECK: linalg.generic {{.*}} ins(%arg0 : tensor<?xf64, #{{.*}}>) outs(%[[E]] :
func.func @in_place(%x: tensor<?xf64, #SV>) -> tensor<?xf64, #SV> {
  %two = arith.constant 2.0 : f64
  %r = linalg.generic {indexing_maps = [#i], iterator_types = ["parallel"]} outs(%x : tensor<?xf64, #SV>) {
  ^bb0(%o: f64):
    %s = arith.mulf %o, %two : f64
    linalg.yield %s : f64
  } -> tensor<?xf64, #SV>
  return %r : tensor<?xf64, #SV>
}

// -----

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// Where indices are sums of loop dimensions, little that is stored is so once for
// each window, or dense tensors are computed with.
// CHECK-LABEL: func.func @convolution
// CHECK: %[[LITTLE:.*]] = arith.cmpf ule
// CHECK: scf.if %[[LITTLE]]
// CHECK: call @encke_select
// CHECK: call @kernel_0(%{{.*}}, %arg1, %arg2) : (tensor<6x6x3x3xf64, #{{.*}}>, tensor<3x3xf64>, tensor<6x6xf64>)
// CHECK: } else {
// CHECK: call @encke_slice
// CHECK: linalg.generic {{.*}}{encke.loops}
// CHECK: func.func private @kernel_0
func.func @convolution(%x: tensor<8x8xf64, #CSR>, %f: tensor<3x3xf64>, %o: tensor<6x6xf64>) -> tensor<6x6xf64> {
  %r = linalg.conv_2d ins(%x, %f : tensor<8x8xf64, #CSR>, tensor<3x3xf64>) outs(%o : tensor<6x6xf64>) -> tensor<6x6xf64>
  return %r : tensor<6x6xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// Other indices are none of a kernel.
// CHECK-LABEL: func.func @halves
// CHECK-NOT: encke_select
// CHECK: linalg.generic {{.*}}{encke.loops}
// CHECK-NOT: encke.kernel
func.func @halves(%x: tensor<4x8xf64, #CSR>, %o: tensor<8xf64>) -> tensor<8xf64> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i floordiv 2, i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<4x8xf64, #CSR>) outs(%o : tensor<8xf64>) {
  ^bb0(%a: f64, %b: f64):
    %s = arith.addf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<8xf64>
  return %r : tensor<8xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// The least of a row may be a zero that is not stored: how much is stored says so.
// CHECK-LABEL: func.func @least
// CHECK: %[[R:.*]] = call @kernel_{{[0-9]}}(%arg0, %arg1)
// CHECK: %[[N:.*]] = call @kernel_{{[0-9]}}(%arg0, %{{.*}}) : (tensor<?x?xf64, #{{.*}}>, {{.*}}) -> tensor<?xi64>
// CHECK: call @kernel_{{[0-9]}}(%[[R]], %[[N]]
// CHECK-DAG: sparse_tensor.reduce
// CHECK-DAG: sparse_tensor.unary
// CHECK-DAG: arith.select
func.func @least(%x: tensor<?x?xf64, #CSR>, %o: tensor<?xf64>) -> tensor<?xf64> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf64, #CSR>) outs(%o : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64):
    %s = arith.minimumf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

#H = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed(nonordered)), posWidth = 8, crdWidth = 16 }>
#i = affine_map<(i) -> (i)>

// Elements are stored, and computed with, as they are.
// CHECK: #[[S:.*]] = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 32, crdWidth = 32 }>
// CHECK: func.func @half(%arg0: tensor<4xf16, #[[S]]>) -> tensor<4xf16, #[[S]]>
// CHECK: func.func private @kernel_0
// CHECK: ^bb0(%[[A:.*]]: f16, %{{.*}}: f16):
// CHECK-NEXT: %[[R:.*]] = arith.mulf %[[A]], %[[A]] : f16
// CHECK-NEXT: linalg.yield %[[R]] : f16
func.func @half(%x: tensor<4xf16, #H>) -> tensor<4xf16, #H> {
  %e = tensor.empty() : tensor<4xf16, #H>
  %r = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%x : tensor<4xf16, #H>) outs(%e : tensor<4xf16, #H>) {
  ^bb0(%a: f16, %o: f16):
    %s = arith.mulf %a, %a : f16
    linalg.yield %s : f16
  } -> tensor<4xf16, #H>
  return %r : tensor<4xf16, #H>
}
