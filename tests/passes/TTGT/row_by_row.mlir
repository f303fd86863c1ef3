// Products of rows that another statement makes for them alone, with a matrix that stays
// in a cache, are left to loops where kernels become one, and else to a library.
// RUN: encke-opt --ta-ttgt %s | FileCheck %s
// RUN: encke-opt --ta-ttgt=fuse=false %s | FileCheck %s --check-prefix=APART

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>

// CHECK-LABEL: func.func @layer
// CHECK-NOT: gemm =
// APART-LABEL: func.func @layer
// APART: gemm =
func.func @layer(%A: tensor<900x900xf64, #CSR>, %X: tensor<900x128xf64>, %W: tensor<128x96xf64>) -> tensor<900x96xf64> {
  %a = ta.access %A[i, j] : tensor<900x900xf64, #CSR>
  %x = ta.access %X[j, k] : tensor<900x128xf64>
  %p = ta.mul %a, %x : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
  %s = ta.sum %p over [j] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i, k] f64>
  %H = ta.assign %s[i, k] sizes() : !ta.expr<[i, k] f64> -> tensor<900x128xf64>
  %h = ta.access %H[i, k] : tensor<900x128xf64>
  %w = ta.access %W[k, l] : tensor<128x96xf64>
  %q = ta.mul %h, %w : <[i, k] f64>, <[k, l] f64> -> <[i, k, l] f64>
  %t = ta.sum %q over [k] : !ta.expr<[i, k, l] f64> -> !ta.expr<[i, l] f64>
  %Y = ta.assign %t[i, l] sizes() : !ta.expr<[i, l] f64> -> tensor<900x96xf64>
  return %Y : tensor<900x96xf64>
}

// The matrix is stored by columns: H is not made row by row.
// CHECK-LABEL: func.func @columns
// CHECK: gemm =
func.func @columns(%A: tensor<900x900xf64, #CSC>, %X: tensor<900x128xf64>, %W: tensor<128x96xf64>) -> tensor<900x96xf64> {
  %a = ta.access %A[i, j] : tensor<900x900xf64, #CSC>
  %x = ta.access %X[j, k] : tensor<900x128xf64>
  %p = ta.mul %a, %x : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
  %s = ta.sum %p over [j] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i, k] f64>
  %H = ta.assign %s[i, k] sizes() : !ta.expr<[i, k] f64> -> tensor<900x128xf64>
  %h = ta.access %H[i, k] : tensor<900x128xf64>
  %w = ta.access %W[k, l] : tensor<128x96xf64>
  %q = ta.mul %h, %w : <[i, k] f64>, <[k, l] f64> -> <[i, k, l] f64>
  %t = ta.sum %q over [k] : !ta.expr<[i, k, l] f64> -> !ta.expr<[i, l] f64>
  %Y = ta.assign %t[i, l] sizes() : !ta.expr<[i, l] f64> -> tensor<900x96xf64>
  return %Y : tensor<900x96xf64>
}

// H is needed, too.
// CHECK-LABEL: func.func @needed
// CHECK: gemm =
func.func @needed(%A: tensor<900x900xf64, #CSR>, %X: tensor<900x128xf64>, %W: tensor<128x96xf64>) -> (tensor<900x128xf64>, tensor<900x96xf64>) {
  %a = ta.access %A[i, j] : tensor<900x900xf64, #CSR>
  %x = ta.access %X[j, k] : tensor<900x128xf64>
  %p = ta.mul %a, %x : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
  %s = ta.sum %p over [j] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i, k] f64>
  %H = ta.assign %s[i, k] sizes() : !ta.expr<[i, k] f64> -> tensor<900x128xf64>
  %h = ta.access %H[i, k] : tensor<900x128xf64>
  %w = ta.access %W[k, l] : tensor<128x96xf64>
  %q = ta.mul %h, %w : <[i, k] f64>, <[k, l] f64> -> <[i, k, l] f64>
  %t = ta.sum %q over [k] : !ta.expr<[i, k, l] f64> -> !ta.expr<[i, l] f64>
  %Y = ta.assign %t[i, l] sizes() : !ta.expr<[i, l] f64> -> tensor<900x96xf64>
  return %H, %Y : tensor<900x128xf64>, tensor<900x96xf64>
}

// W has more columns than a row's product should have.
// CHECK-LABEL: func.func @wide
// CHECK: gemm =
func.func @wide(%A: tensor<900x900xf64, #CSR>, %X: tensor<900x128xf64>, %W: tensor<128x400xf64>) -> tensor<900x400xf64> {
  %a = ta.access %A[i, j] : tensor<900x900xf64, #CSR>
  %x = ta.access %X[j, k] : tensor<900x128xf64>
  %p = ta.mul %a, %x : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
  %s = ta.sum %p over [j] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i, k] f64>
  %H = ta.assign %s[i, k] sizes() : !ta.expr<[i, k] f64> -> tensor<900x128xf64>
  %h = ta.access %H[i, k] : tensor<900x128xf64>
  %w = ta.access %W[k, l] : tensor<128x400xf64>
  %q = ta.mul %h, %w : <[i, k] f64>, <[k, l] f64> -> <[i, k, l] f64>
  %t = ta.sum %q over [k] : !ta.expr<[i, k, l] f64> -> !ta.expr<[i, l] f64>
  %Y = ta.assign %t[i, l] sizes() : !ta.expr<[i, l] f64> -> tensor<900x400xf64>
  return %Y : tensor<900x400xf64>
}

// All are dense: apart they take as long.
// CHECK-LABEL: func.func @dense
// CHECK: gemm =
func.func @dense(%X: tensor<900x128xf64>, %W: tensor<128x96xf64>) -> tensor<900x96xf64> {
  %x = ta.access %X[i, k] : tensor<900x128xf64>
  %p = ta.mul %x, %x : <[i, k] f64>, <[i, k] f64> -> <[i, k] f64>
  %H = ta.assign %p[i, k] sizes() : !ta.expr<[i, k] f64> -> tensor<900x128xf64>
  %h = ta.access %H[i, k] : tensor<900x128xf64>
  %w = ta.access %W[k, l] : tensor<128x96xf64>
  %q = ta.mul %h, %w : <[i, k] f64>, <[k, l] f64> -> <[i, k, l] f64>
  %t = ta.sum %q over [k] : !ta.expr<[i, k, l] f64> -> !ta.expr<[i, l] f64>
  %Y = ta.assign %t[i, l] sizes() : !ta.expr<[i, l] f64> -> tensor<900x96xf64>
  return %Y : tensor<900x96xf64>
}
