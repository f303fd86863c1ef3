// What BLAS cannot do, or not faster than loops, is left alone.
// RUN: encke-opt --ta-dense-layout %s | FileCheck %s
// CHECK-NOT: gemm =

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @small(%A: tensor<8x8xf64>, %B: tensor<8x8xf64>) -> tensor<8x8xf64> {
  %a = ta.access %A[i, k] : tensor<8x8xf64>
  %b = ta.access %B[k, j] : tensor<8x8xf64>
  %p = ta.mul %a, %b : <[i, k] f64>, <[k, j] f64> -> <[i, k, j] f64>
  %s = ta.sum %p over [k] : !ta.expr<[i, k, j] f64> -> !ta.expr<[i, j] f64>
  %C = ta.assign %s[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<8x8xf64>
  return %C : tensor<8x8xf64>
}

// Loops run along the small matrix again and again, and find it in a cache.
func.func @panel(%A: tensor<50000x32xf64>, %B: tensor<32x32xf64>) -> tensor<50000x32xf64> {
  %a = ta.access %A[i, k] : tensor<50000x32xf64>
  %b = ta.access %B[k, j] : tensor<32x32xf64>
  %p = ta.mul %a, %b : <[i, k] f64>, <[k, j] f64> -> <[i, k, j] f64>
  %s = ta.sum %p over [k] : !ta.expr<[i, k, j] f64> -> !ta.expr<[i, j] f64>
  %C = ta.assign %s[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<50000x32xf64>
  return %C : tensor<50000x32xf64>
}

// No columns: memory decides how fast it is.
func.func @matrix_vector(%A: tensor<900x900xf64>, %B: tensor<900xf64>) -> tensor<900xf64> {
  %a = ta.access %A[i, k] : tensor<900x900xf64>
  %b = ta.access %B[k] : tensor<900xf64>
  %p = ta.mul %a, %b : <[i, k] f64>, <[k] f64> -> <[i, k] f64>
  %s = ta.sum %p over [k] : !ta.expr<[i, k] f64> -> !ta.expr<[i] f64>
  %C = ta.assign %s[i] sizes() : !ta.expr<[i] f64> -> tensor<900xf64>
  return %C : tensor<900xf64>
}

func.func @outer(%A: tensor<900xf64>, %B: tensor<900xf64>) -> tensor<900x900xf64> {
  %a = ta.access %A[i] : tensor<900xf64>
  %b = ta.access %B[j] : tensor<900xf64>
  %p = ta.mul %a, %b : <[i] f64>, <[j] f64> -> <[i, j] f64>
  %C = ta.assign %p[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<900x900xf64>
  return %C : tensor<900x900xf64>
}

// The diagonal of A.
func.func @repeated(%A: tensor<100x100x100xf64>, %B: tensor<100x100xf64>) -> tensor<100x100xf64> {
  %a = ta.access %A[i, i, k] : tensor<100x100x100xf64>
  %b = ta.access %B[k, j] : tensor<100x100xf64>
  %p = ta.mul %a, %b : <[i, k] f64>, <[k, j] f64> -> <[i, k, j] f64>
  %s = ta.sum %p over [k] : !ta.expr<[i, k, j] f64> -> !ta.expr<[i, j] f64>
  %C = ta.assign %s[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<100x100xf64>
  return %C : tensor<100x100xf64>
}

// l is in A only.
func.func @lonely(%A: tensor<100x100x100xf64>, %B: tensor<100x100xf64>) -> tensor<100x100xf64> {
  %a = ta.access %A[i, l, k] : tensor<100x100x100xf64>
  %b = ta.access %B[k, j] : tensor<100x100xf64>
  %p = ta.mul %a, %b : <[i, l, k] f64>, <[k, j] f64> -> <[i, l, k, j] f64>
  %s = ta.sum %p over [k, l] : !ta.expr<[i, l, k, j] f64> -> !ta.expr<[i, j] f64>
  %C = ta.assign %s[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<100x100xf64>
  return %C : tensor<100x100xf64>
}

func.func @integers(%A: tensor<100x100xi64>, %B: tensor<100x100xi64>) -> tensor<100x100xi64> {
  %a = ta.access %A[i, k] : tensor<100x100xi64>
  %b = ta.access %B[k, j] : tensor<100x100xi64>
  %p = ta.mul %a, %b : <[i, k] i64>, <[k, j] i64> -> <[i, k, j] i64>
  %s = ta.sum %p over [k] : !ta.expr<[i, k, j] i64> -> !ta.expr<[i, j] i64>
  %C = ta.assign %s[i, j] sizes() : !ta.expr<[i, j] i64> -> tensor<100x100xi64>
  return %C : tensor<100x100xi64>
}

func.func @sparse(%A: tensor<100x100xf64, #CSR>, %B: tensor<100x100xf64>) -> tensor<100x100xf64> {
  %a = ta.access %A[i, k] : tensor<100x100xf64, #CSR>
  %b = ta.access %B[k, j] : tensor<100x100xf64>
  %p = ta.mul %a, %b : <[i, k] f64>, <[k, j] f64> -> <[i, k, j] f64>
  %s = ta.sum %p over [k] : !ta.expr<[i, k, j] f64> -> !ta.expr<[i, j] f64>
  %C = ta.assign %s[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<100x100xf64>
  return %C : tensor<100x100xf64>
}

func.func @semiring(%A: tensor<100x100xf64>, %B: tensor<100x100xf64>) -> tensor<100x100xf64> {
  %a = ta.access %A[i, k] : tensor<100x100xf64>
  %b = ta.access %B[k, j] : tensor<100x100xf64>
  %p = ta.mul %a, %b : <[i, k] f64>, <[k, j] f64> -> <[i, k, j] f64>
  %s = ta.reduce "max" %p over [k] : !ta.expr<[i, k, j] f64> -> !ta.expr<[i, j] f64>
  %C = ta.assign %s[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<100x100xf64>
  return %C : tensor<100x100xf64>
}
