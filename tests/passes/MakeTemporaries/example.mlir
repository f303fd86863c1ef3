// RUN: encke-opt --ta-make-temporaries --canonicalize --cse --split-input-file %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// Some factors of a product, wherever they stand in it, with the sum over what nothing
// else has. The statement has loops of its own then, and the rest of its schedule.
// CHECK-LABEL: func.func @factors
// CHECK: %[[P:.*]] = ta.mul %{{.*}}, %{{.*}} : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
// CHECK: %[[S:.*]] = ta.sum %[[P]] over [j] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i, k] f64>
// CHECK: %[[T:.*]] = ta.assign %[[S]][i, k] sizes(){{.*}} -> tensor<4x6xf64, #{{.*}}>
// CHECK: %[[U:.*]] = ta.access %[[T]][i, k]
// CHECK: %[[Q:.*]] = ta.mul %{{.*}}, %[[U]] : <[k] f64>, <[i, k] f64> -> <{{\[}}k, i] f64>
// CHECK: ta.assign %{{.*}}[i] sizes() {encke.schedule = #cin.schedule<serial{{.*}}, separate{{.*}}>}
func.func @factors(%A: tensor<4x5xf64, #CSR>, %B: tensor<5x6xf64, #CSR>, %x: tensor<6xf64>) -> tensor<4xf64> {
  %0 = ta.access %A[i, j] : tensor<4x5xf64, #CSR> loc("A")
  %1 = ta.access %B[j, k] : tensor<5x6xf64, #CSR> loc("B")
  %2 = ta.access %x[k] : tensor<6xf64> loc("x")
  %3 = ta.mul %0, %2 : <[i, j] f64>, <[k] f64> -> <[i, j, k] f64>
  %4 = ta.mul %3, %1 : <[i, j, k] f64>, <[j, k] f64> -> <[i, j, k] f64>
  %5 = ta.sum %4 over [j, k] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i] f64>
  %y = ta.assign %5[i] sizes() {encke.schedule = #cin.schedule<serial, temporary("A[i, j]*B[j, k]", CSR)>} : !ta.expr<[i] f64> -> tensor<4xf64>
  return %y : tensor<4xf64>
}

// -----

// All of an operand of something else.
// CHECK-LABEL: func.func @operand
// CHECK: %[[S:.*]] = ta.add
// CHECK: %[[E:.*]] = ta.apply "exp"(%[[S]])
// CHECK: %[[T:.*]] = ta.assign %[[E]][i] sizes(){{.*}} -> tensor<4xf64>
// CHECK: ta.access %[[T]][i]
// CHECK: ta.div
func.func @operand(%x: tensor<4xf64>, %z: tensor<4xf64>) -> tensor<4xf64> {
  %0 = ta.access %x[i] : tensor<4xf64> loc("x")
  %1 = ta.access %z[i] : tensor<4xf64> loc("z")
  %2 = ta.add %1, %0 : <[i] f64>, <[i] f64> -> <[i] f64>
  %3 = ta.apply "exp"(%2) : !ta.expr<[i] f64> -> <[i] f64>
  %4 = ta.div %3, %0 : <[i] f64>, <[i] f64> -> <[i] f64>
  %y = ta.assign %4[i] sizes() {encke.schedule = #cin.schedule<temporary("exp(x[i] + z[i])", Dense)>} : !ta.expr<[i] f64> -> tensor<4xf64>
  return %y : tensor<4xf64>
}
