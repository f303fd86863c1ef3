// A program that does not read the clock stays as it is.
// RUN: encke-opt --ta-mark-intervals=measured %s | FileCheck %s --implicit-check-not=encke.
// CHECK: ta.assign
func.func @f(%x: tensor<4xf64>) -> tensor<4xf64> {
  %a = ta.access %x[i] : tensor<4xf64>
  %y = ta.assign %a[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %y : tensor<4xf64>
}
