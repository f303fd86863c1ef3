// What the pass cannot lower, it says.
// RUN: encke-opt --convert-ta-to-linalg %s -split-input-file -verify-diagnostics

// exp(sum) needs ta-normalize's temporary.

func.func @f(%A: tensor<4x4xf64>) -> tensor<4xf64> {
  %0 = ta.access %A[i, j] : tensor<4x4xf64>
  %1 = ta.sum %0 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %2 = ta.apply "exp"(%1) : !ta.expr<[i] f64> -> <[i] f64>
  // expected-error @+1 {{is not in normal form (a reduction inside a term): run ta-normalize first}}
  %y = ta.assign %2[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %y : tensor<4xf64>
}

// -----

// So does a reduction beside another term.

func.func @f(%A: tensor<4x4xf64>, %b: tensor<4xf64>) -> tensor<4xf64> {
  %0 = ta.access %A[i, j] : tensor<4x4xf64>
  %1 = ta.reduce "max" %0 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %2 = ta.access %b[i] : tensor<4xf64>
  %3 = ta.add %1, %2 : <[i] f64>, <[i] f64> -> <[i] f64>
  // expected-error @+1 {{is not in normal form (a reduction inside a term): run ta-normalize first}}
  %y = ta.assign %3[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %y : tensor<4xf64>
}

// -----

// A sparse result needs it for a sum beside another term.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @f(%A: tensor<4x4xf64, #CSR>) -> tensor<4x4xf64, #CSR> {
  %0 = ta.access %A[i, k] : tensor<4x4xf64, #CSR>
  %1 = ta.access %A[k, j] : tensor<4x4xf64, #CSR>
  %2 = ta.mul %0, %1 : <[i, k] f64>, <[k, j] f64> -> <[i, k, j] f64>
  %3 = ta.sum %2 over [k] : !ta.expr<[i, k, j] f64> -> !ta.expr<[i, j] f64>
  %4 = ta.access %A[i, j] : tensor<4x4xf64, #CSR>
  %5 = ta.add %3, %4 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  // expected-error @+1 {{is not in normal form (a reduction inside a term): run ta-normalize first}}
  %y = ta.assign %5[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<4x4xf64, #CSR>
  return %y : tensor<4x4xf64, #CSR>
}

// -----

func.func @f(%A: tensor<4xf64>) -> !ta.expr<[i] f64> {
  // expected-error @+1 {{is outside every statement}}
  %0 = ta.access %A[i] : tensor<4xf64>
  return %0 : !ta.expr<[i] f64>
}

// -----

#Unordered = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed(nonordered)) }>
func.func @f() {
  %f = ta.file 0 at "a:1:1"
  // expected-error @+1 {{not supported yet: reading into 'tensor<4x4xf64, #sparse_tensor.encoding}}
  %A = ta.read %f sizes() "full" at "a:1:1" : tensor<4x4xf64, #Unordered>
  return
}

// -----

func.func @f() {
  %f = ta.file 0 at "a:1:1"
  // expected-error @+1 {{not supported yet: reading into 'tensor<4xf80>'}}
  %A = ta.read %f sizes() "full" at "a:1:1" : tensor<4xf80>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{not supported yet: random numbers of this type}}
  %A = ta.random seed 1 sizes() at "a.ta:9:3" : tensor<4xf80>
  return
}

// -----

func.func @f(%A: tensor<4xf80>) {
  // expected-error @+1 {{not supported yet: output of 'tensor<4xf80>'}}
  ta.print %A as "A" : tensor<4xf80>
  return
}

// -----

func.func @f(%s: f16) {
  // expected-error @+1 {{not supported yet: printing a scalar of type 'f16'}}
  ta.print %s as "s" : f16
  return
}
