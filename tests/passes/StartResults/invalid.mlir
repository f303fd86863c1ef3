// A buffer is too late: what fills it would not be seen to come first.
// RUN: encke-opt --cin-start-results %s -verify-diagnostics

func.func @f(%y: memref<4xf64>) {
  // expected-error @+1 {{must start its result before it is bufferised}}
  cin.kernel ins() outs(%c = %y : memref<4xf64> as tensor<4xf64>) from identity {
  }
  return
}
