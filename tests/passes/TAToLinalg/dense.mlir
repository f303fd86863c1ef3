// Statements that are one dense tree, and constants.
// RUN: encke-opt --convert-ta-to-linalg %s | FileCheck %s

// CHECK-DAG: #[[id2:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[t2:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-DAG: #[[row:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-DAG: #[[diag:.*]] = affine_map<(d0) -> (d0, d0)>
// CHECK-DAG: #[[id1:.*]] = affine_map<(d0) -> (d0)>

// A value for all elements.
// CHECK-LABEL: func.func @constant
// CHECK-SAME: %[[N:[^ ]*]]: index
// CHECK: %[[ONE:.*]] = arith.constant 1.0
// CHECK: %[[E:.*]] = tensor.empty(%[[N]]) : tensor<?x4xf64>
// CHECK: linalg.generic {indexing_maps = [#[[id2]]], iterator_types = ["parallel", "parallel"]} outs(%[[E]] : tensor<?x4xf64>)
// CHECK: linalg.yield %[[ONE]]
func.func @constant(%n: index) -> tensor<?x4xf64> {
  %one = arith.constant 1.0 : f64
  %four = arith.constant 4 : index
  %0 = ta.scalar %one : f64 -> <[] f64>
  %1 = ta.repeat %0 along [i, j](%n, %four) : !ta.expr<[] f64> -> !ta.expr<[i, j] f64>
  %z = ta.assign %1[i, j] sizes(%n) : !ta.expr<[i, j] f64> -> tensor<?x4xf64>
  return %z : tensor<?x4xf64>
}

// A transposition; loops follow the left side.
// CHECK-LABEL: func.func @transpose
// CHECK: linalg.generic {indexing_maps = [#[[t2]], #[[id2]]], iterator_types = ["parallel", "parallel"]}
// CHECK-SAME: encke.labels = ["j", "i"]
// CHECK: linalg.yield %in
func.func @transpose(%A: tensor<4x5xf64>) -> tensor<5x4xf64> {
  %0 = ta.access %A[i, j] : tensor<4x5xf64>
  %z = ta.assign %0[j, i] sizes() : !ta.expr<[i, j] f64> -> tensor<5x4xf64>
  return %z : tensor<5x4xf64>
}

// A diagonal, and a value repeated along j.
// CHECK-LABEL: func.func @diagonal
// CHECK: linalg.generic {indexing_maps = [#[[diag]], #[[id1]]], iterator_types = ["parallel"]}
func.func @diagonal(%A: tensor<4x4xf64>) -> tensor<4xf64> {
  %0 = ta.access %A[i, i] : tensor<4x4xf64>
  %z = ta.assign %0[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %z : tensor<4xf64>
}

// CHECK-LABEL: func.func @repeat
// CHECK: linalg.generic {indexing_maps = [#[[row]], #[[id2]]], iterator_types = ["parallel", "parallel"]}
func.func @repeat(%b: tensor<4xf64>, %m: index) -> tensor<4x?xf64> {
  %0 = ta.access %b[i] : tensor<4xf64>
  %1 = ta.repeat %0 along [j](%m) : !ta.expr<[i] f64> -> !ta.expr<[i, j] f64>
  %z = ta.assign %1[i, j] sizes(%m) : !ta.expr<[i, j] f64> -> tensor<4x?xf64>
  return %z : tensor<4x?xf64>
}

// A label that only a repetition sizes: an operand that is never read.
// CHECK-LABEL: func.func @repeat_and_sum
// CHECK-SAME: %[[B:[^ ]*]]: tensor<4xf64>, %[[M:[^ ]*]]: index
// CHECK: %[[SIZE:.*]] = tensor.empty(%[[M]]) : tensor<?xf64>
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[B]], %[[SIZE]] :
// CHECK: ^bb0(%[[B:.*]]: f64, %{{.*}}: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: arith.addf %[[OUT]], %[[B]]
func.func @repeat_and_sum(%b: tensor<4xf64>, %m: index) -> tensor<4xf64> {
  %0 = ta.access %b[i] : tensor<4xf64>
  %1 = ta.repeat %0 along [j](%m) : !ta.expr<[i] f64> -> !ta.expr<[i, j] f64>
  %2 = ta.sum %1 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %z = ta.assign %2[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %z : tensor<4xf64>
}

// Arithmetic and functions, operand by operand.
// CHECK-LABEL: func.func @operations
// CHECK: ^bb0(%[[A:.*]]: f64, %[[B:.*]]: f64, %{{.*}}: f64):
// CHECK: %[[SUB:.*]] = arith.subf %[[A]], %[[B]]
// CHECK: %[[DIV:.*]] = arith.divf %[[SUB]], %[[B]]
// CHECK: %[[ADD:.*]] = arith.addf %[[DIV]], %[[A]]
// CHECK: %[[NEG:.*]] = arith.negf %[[ADD]]
// CHECK: %[[MUL:.*]] = arith.mulf %[[NEG]], %[[B]]
// CHECK: %[[POW:.*]] = math.powf %[[MUL]], %[[A]]
// CHECK: linalg.yield %[[POW]]
func.func @operations(%b: tensor<4xf64>, %c: tensor<4xf64>) -> tensor<4xf64> {
  %a = ta.access %b[i] : tensor<4xf64>
  %d = ta.access %c[i] : tensor<4xf64>
  %0 = ta.sub %a, %d : <[i] f64>, <[i] f64> -> <[i] f64>
  %1 = ta.div %0, %d : <[i] f64>, <[i] f64> -> <[i] f64>
  %2 = ta.add %1, %a : <[i] f64>, <[i] f64> -> <[i] f64>
  %3 = ta.neg %2 : !ta.expr<[i] f64>
  %4 = ta.mul %3, %d : <[i] f64>, <[i] f64> -> <[i] f64>
  %5 = ta.apply "pow"(%4, %a) : !ta.expr<[i] f64>, !ta.expr<[i] f64> -> <[i] f64>
  %z = ta.assign %5[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %z : tensor<4xf64>
}

// Each function on its own, in f32.
// CHECK-LABEL: func.func @functions
// CHECK: math.absf %{{.*}} : f32
// CHECK: math.cos %{{.*}} : f32
// CHECK: math.exp %{{.*}} : f32
// CHECK: math.log %{{.*}} : f32
// relu(x) = max(x, 0).
// CHECK: %[[ZERO:.*]] = arith.constant 0.0{{.*}} : f32
// CHECK: arith.maximumf %{{.*}}, %[[ZERO]] : f32
// sigmoid(x) = 1 / (1 + exp(-x)).
// CHECK: %[[ONE:.*]] = arith.constant 1.0{{.*}} : f32
// CHECK: %[[NEG:.*]] = arith.negf %{{.*}} : f32
// CHECK: %[[EXP:.*]] = math.exp %[[NEG]] : f32
// CHECK: %[[SUM:.*]] = arith.addf %[[ONE]], %[[EXP]] : f32
// CHECK: arith.divf %[[ONE]], %[[SUM]] : f32
// CHECK: math.sin %{{.*}} : f32
// CHECK: math.sqrt %{{.*}} : f32
// CHECK: math.tanh %{{.*}} : f32
// CHECK: arith.maximumf %{{.*}}, %{{.*}} : f32
// CHECK: arith.minimumf %{{.*}}, %{{.*}} : f32
func.func @functions(%b: tensor<4xf32>) -> tensor<4xf32> {
  %a = ta.access %b[i] : tensor<4xf32>
  %0 = ta.apply "abs"(%a) : !ta.expr<[i] f32> -> <[i] f32>
  %1 = ta.apply "cos"(%0) : !ta.expr<[i] f32> -> <[i] f32>
  %2 = ta.apply "exp"(%1) : !ta.expr<[i] f32> -> <[i] f32>
  %3 = ta.apply "log"(%2) : !ta.expr<[i] f32> -> <[i] f32>
  %4 = ta.apply "relu"(%3) : !ta.expr<[i] f32> -> <[i] f32>
  %5 = ta.apply "sigmoid"(%4) : !ta.expr<[i] f32> -> <[i] f32>
  %6 = ta.apply "sin"(%5) : !ta.expr<[i] f32> -> <[i] f32>
  %7 = ta.apply "sqrt"(%6) : !ta.expr<[i] f32> -> <[i] f32>
  %8 = ta.apply "tanh"(%7) : !ta.expr<[i] f32> -> <[i] f32>
  %9 = ta.apply "max"(%8, %a) : !ta.expr<[i] f32>, !ta.expr<[i] f32> -> <[i] f32>
  %10 = ta.apply "min"(%9, %a) : !ta.expr<[i] f32>, !ta.expr<[i] f32> -> <[i] f32>
  %z = ta.assign %10[i] sizes() : !ta.expr<[i] f32> -> tensor<4xf32>
  return %z : tensor<4xf32>
}
