// How the body's last operation becomes an assignment; reductions.mlir has the
// operations that reduce.
// RUN: encke-opt --convert-linalg-to-cin %s | FileCheck %s

#i = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>

// CHECK-LABEL: func.func @set
// CHECK: cin.assign %{{.*}}[%{{.*}}] = %{{.*}} :
func.func @set(%x: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %r = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf64>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %out: f64):
    %n = arith.negf %a : f64
    linalg.yield %n : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// out + v.
// CHECK-LABEL: func.func @add
// CHECK: %[[V:.*]] = cin.access
// CHECK-NEXT: cin.assign %{{.*}}[] += %[[V]] : !cin.place<tensor<f64>>
func.func @add(%x: tensor<4xf64>, %y: tensor<f64>) -> tensor<f64> {
  %r = linalg.generic {indexing_maps = [#i, #none], iterator_types = ["reduction"]}
      ins(%x : tensor<4xf64>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %out: f64):
    %s = arith.addf %out, %a : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  return %r : tensor<f64>
}

// v + out, of integers.
// CHECK-LABEL: func.func @add_flipped
// CHECK: %[[V:.*]] = cin.access
// CHECK-NEXT: cin.assign %{{.*}}[] += %[[V]] : !cin.place<tensor<i64>>
func.func @add_flipped(%x: tensor<4xi64>, %y: tensor<i64>) -> tensor<i64> {
  %r = linalg.generic {indexing_maps = [#i, #none], iterator_types = ["reduction"]}
      ins(%x : tensor<4xi64>) outs(%y : tensor<i64>) {
  ^bb0(%a: i64, %out: i64):
    %s = arith.addi %a, %out : i64
    linalg.yield %s : i64
  } -> tensor<i64>
  return %r : tensor<i64>
}

// out - v.
// CHECK-LABEL: func.func @sub
// CHECK: %[[V:.*]] = cin.access
// CHECK-NEXT: cin.assign %{{.*}}[%{{.*}}] -= %[[V]]
func.func @sub(%x: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %r = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf64>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %out: f64):
    %s = arith.subf %out, %a : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// v - out is no accumulation: the element is read, computed with, and set.
// CHECK-LABEL: func.func @sub_flipped
// CHECK: cin.forall %[[I:.*]] in
// CHECK-NEXT: %[[V:.*]] = cin.access
// CHECK-NEXT: %[[OLD:.*]] = cin.access %[[C:.*]][%[[I]]]
// CHECK-NEXT: %[[S:.*]] = arith.subf %[[V]], %[[OLD]]
// CHECK-NEXT: cin.assign %[[C]][%[[I]]] = %[[S]]
func.func @sub_flipped(%x: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %r = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf64>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %out: f64):
    %s = arith.subf %a, %out : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// Neither is out + v * out.
// CHECK-LABEL: func.func @output_used_twice
// CHECK: %[[V:.*]] = cin.access
// CHECK: %[[OLD:.*]] = cin.access
// CHECK: %[[P:.*]] = arith.mulf %[[V]], %[[OLD]]
// CHECK: %[[S:.*]] = arith.addf %[[OLD]], %[[P]]
// CHECK: cin.assign %{{.*}}[] = %[[S]]
func.func @output_used_twice(%x: tensor<4xf64>, %y: tensor<f64>) -> tensor<f64> {
  %r = linalg.generic {indexing_maps = [#i, #none], iterator_types = ["reduction"]}
      ins(%x : tensor<4xf64>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %out: f64):
    %p = arith.mulf %a, %out : f64
    %s = arith.addf %out, %p : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  return %r : tensor<f64>
}

// What reduces without saying how may take any of the values: an assignment would set an
// element several times.
// CHECK-LABEL: func.func @last
// CHECK: cin.assign %{{.*}}[] any= %{{.*}}
func.func @last(%x: tensor<4xf64>, %y: tensor<f64>) -> tensor<f64> {
  %r = linalg.generic {indexing_maps = [#i, #none], iterator_types = ["reduction"]}
      ins(%x : tensor<4xf64>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %out: f64):
    linalg.yield %a : f64
  } -> tensor<f64>
  return %r : tensor<f64>
}
