// Tensors have no buffers to hand to the runtime.
// RUN: encke-opt --convert-gemm-to-calls %s -verify-diagnostics

func.func @f(%a: tensor<8x9xf64>, %b: tensor<9x8xf64>) -> tensor<9x8xf64> {
  // expected-error @+1 {{has tensors: bufferise them first}}
  %c = cin.transpose modes [1, 0] ins(%a : tensor<8x9xf64>) outs(%b : tensor<9x8xf64>) -> tensor<9x8xf64>
  return %c : tensor<9x8xf64>
}
