// What the pass cannot lower, it says.
// RUN: encke-opt --convert-ta-to-linalg %s -split-input-file -verify-diagnostics

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @f(%A: tensor<4x4xf64, #CSR>) -> tensor<4x4xf64, #CSR> {
  %0 = ta.access %A[i, j] : tensor<4x4xf64, #CSR>
  // expected-error @+1 {{not supported yet: a sparse result}}
  %y = ta.assign %0[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<4x4xf64, #CSR>
  return %y : tensor<4x4xf64, #CSR>
}

// -----

func.func @f(%A: tensor<4xi64>) -> tensor<4xi64> {
  %0 = ta.access %A[i] : tensor<4xi64>
  // expected-error @+1 {{not supported yet: element type 'i64'}}
  %y = ta.assign %0[i] sizes() : !ta.expr<[i] i64> -> tensor<4xi64>
  return %y : tensor<4xi64>
}

// -----

// exp(sum) needs ta-normalize's temporary.

func.func @f(%A: tensor<4x4xf64>) -> tensor<4xf64> {
  %0 = ta.access %A[i, j] : tensor<4x4xf64>
  %1 = ta.sum %0 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %2 = ta.apply "exp"(%1) : !ta.expr<[i] f64> -> <[i] f64>
  // expected-error @+1 {{is not in normal form (a sum inside a term): run ta-normalize first}}
  %y = ta.assign %2[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %y : tensor<4xf64>
}

// -----

func.func @f(%A: tensor<4xf64>) -> !ta.expr<[i] f64> {
  // expected-error @+1 {{is outside every statement}}
  %0 = ta.access %A[i] : tensor<4xf64>
  return %0 : !ta.expr<[i] f64>
}

// -----

#Loose = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : loose_compressed) }>
func.func @f() {
  %f = ta.file 0 at "a:1:1"
  // expected-error @+1 {{not supported yet: reading into 'tensor<4x4xf64, #sparse_tensor.encoding}}
  %A = ta.read %f sizes() "full" at "a:1:1" : tensor<4x4xf64, #Loose>
  return
}

// -----

func.func @f() {
  %f = ta.file 0 at "a:1:1"
  // expected-error @+1 {{not supported yet: reading into 'tensor<4xf16>'}}
  %A = ta.read %f sizes() "full" at "a:1:1" : tensor<4xf16>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{not supported yet: random numbers of this type}}
  %A = ta.random seed 1 sizes() : tensor<4xf16>
  return
}

// -----

func.func @f(%A: tensor<4xf16>) {
  // expected-error @+1 {{not supported yet: output of 'tensor<4xf16>'}}
  ta.print %A as "A" : tensor<4xf16>
  return
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @f(%A: tensor<4x4xf64, #CSR>) {
  // expected-error @+1 {{not supported yet: output of a sparse tensor that was not read}}
  ta.print %A as "A" : tensor<4x4xf64, #CSR>
  return
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @f(%A: tensor<4x4xf64, #CSR>) {
  // expected-error @+1 {{not supported yet: output of a sparse tensor that was not read}}
  ta.write %A to "a.mtx" at "a:1:1" : tensor<4x4xf64, #CSR>
  return
}

// -----

func.func @f(%s: f32) {
  // expected-error @+1 {{not supported yet: printing a scalar of type 'f32'}}
  ta.print %s as "s" : f32
  return
}
