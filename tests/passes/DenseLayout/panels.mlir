// Products with a matrix that stays in a cache while rows are multiplied by it are left to
// loops, which multiply several rows at a time (passes/JamRows).
// RUN: encke-opt --ta-dense-layout --split-input-file %s | FileCheck %s
// RUN: encke-opt --ta-dense-layout=fuse=false --split-input-file %s | FileCheck %s --check-prefix=APART

// CHECK-LABEL: func.func @panel
// CHECK-NOT: gemm =
func.func @panel(%H: tensor<900x128xf64>, %W: tensor<128x96xf64>) -> tensor<900x96xf64> {
  %h = ta.access %H[i, k] : tensor<900x128xf64>
  %w = ta.access %W[k, l] : tensor<128x96xf64>
  %q = ta.mul %h, %w : <[i, k] f64>, <[k, l] f64> -> <[i, k, l] f64>
  %t = ta.sum %q over [k] : !ta.expr<[i, k, l] f64> -> !ta.expr<[i, l] f64>
  %Y = ta.assign %t[i, l] sizes() : !ta.expr<[i, l] f64> -> tensor<900x96xf64>
  return %Y : tensor<900x96xf64>
}

// -----

// It is transposed for them (ta-dense-layout).
// CHECK-LABEL: func.func @turned
// CHECK-NOT: gemm =
func.func @turned(%H: tensor<900x128xf64>, %W: tensor<96x128xf64>) -> tensor<900x96xf64> {
  %h = ta.access %H[i, k] : tensor<900x128xf64>
  %w = ta.access %W[l, k] : tensor<96x128xf64>
  %q = ta.mul %h, %w : <[i, k] f64>, <[l, k] f64> -> <[i, k, l] f64>
  %t = ta.sum %q over [k] : !ta.expr<[i, k, l] f64> -> !ta.expr<[i, l] f64>
  %Y = ta.assign %t[i, l] sizes() : !ta.expr<[i, l] f64> -> tensor<900x96xf64>
  return %Y : tensor<900x96xf64>
}

// -----

// Of the four labels of W, two stand still while the rows, j and k, are gone through.
// CHECK-LABEL: func.func @part
// CHECK-NOT: gemm =
func.func @part(%A: tensor<40x40x40xf64>, %W: tensor<40x40x40x40xf64>) -> tensor<40x40x40x40x40xf64> {
  %a = ta.access %A[j, k, m] : tensor<40x40x40xf64>
  %w = ta.access %W[b, c, m, l] : tensor<40x40x40x40xf64>
  %q = ta.mul %a, %w : <[j, k, m] f64>, <[b, c, m, l] f64> -> <[j, k, m, b, c, l] f64>
  %t = ta.sum %q over [m] : !ta.expr<[j, k, m, b, c, l] f64> -> !ta.expr<[j, k, b, c, l] f64>
  %Y = ta.assign %t[b, c, j, k, l] sizes() : !ta.expr<[j, k, b, c, l] f64> -> tensor<40x40x40x40x40xf64>
  return %Y : tensor<40x40x40x40x40xf64>
}

// -----

// W is larger than the caches.
// CHECK-LABEL: func.func @large
// CHECK: gemm =
func.func @large(%H: tensor<900x800xf64>, %W: tensor<800x900xf64>) -> tensor<900x900xf64> {
  %h = ta.access %H[i, k] : tensor<900x800xf64>
  %w = ta.access %W[k, l] : tensor<800x900xf64>
  %q = ta.mul %h, %w : <[i, k] f64>, <[k, l] f64> -> <[i, k, l] f64>
  %t = ta.sum %q over [k] : !ta.expr<[i, k, l] f64> -> !ta.expr<[i, l] f64>
  %Y = ta.assign %t[i, l] sizes() : !ta.expr<[i, l] f64> -> tensor<900x900xf64>
  return %Y : tensor<900x900xf64>
}

// -----

// A library does the products a little faster; but their matrix, which is read row by row,
// need not be there where kernels become one.
// CHECK-LABEL: func.func @read_by_rows
// CHECK-NOT: gemm =
// APART-LABEL: func.func @read_by_rows
// APART: gemm =
func.func @read_by_rows(%Q: tensor<4000x64xf64>, %K: tensor<4000x64xf64>) -> tensor<4000xf64> {
  %q = ta.access %Q[n, f] : tensor<4000x64xf64>
  %k = ta.access %K[m, f] : tensor<4000x64xf64>
  %p = ta.mul %q, %k : <[n, f] f64>, <[m, f] f64> -> <[n, f, m] f64>
  %s = ta.sum %p over [f] : !ta.expr<[n, f, m] f64> -> !ta.expr<[n, m] f64>
  %S = ta.assign %s[n, m] sizes() : !ta.expr<[n, m] f64> -> tensor<4000x4000xf64>
  %a = ta.access %S[n, m] : tensor<4000x4000xf64>
  %e = ta.apply "exp"(%a) : !ta.expr<[n, m] f64> -> <[n, m] f64>
  %t = ta.sum %e over [m] : !ta.expr<[n, m] f64> -> !ta.expr<[n] f64>
  %r = ta.assign %t[n] sizes() : !ta.expr<[n] f64> -> tensor<4000xf64>
  return %r : tensor<4000xf64>
}

// -----

// Read by columns.
// CHECK-LABEL: func.func @read_by_columns
// CHECK: gemm =
func.func @read_by_columns(%Q: tensor<4000x64xf64>, %K: tensor<4000x64xf64>) -> tensor<4000xf64> {
  %q = ta.access %Q[n, f] : tensor<4000x64xf64>
  %k = ta.access %K[m, f] : tensor<4000x64xf64>
  %p = ta.mul %q, %k : <[n, f] f64>, <[m, f] f64> -> <[n, f, m] f64>
  %s = ta.sum %p over [f] : !ta.expr<[n, f, m] f64> -> !ta.expr<[n, m] f64>
  %S = ta.assign %s[n, m] sizes() : !ta.expr<[n, m] f64> -> tensor<4000x4000xf64>
  %a = ta.access %S[n, m] : tensor<4000x4000xf64>
  %e = ta.apply "exp"(%a) : !ta.expr<[n, m] f64> -> <[n, m] f64>
  %t = ta.sum %e over [n] : !ta.expr<[n, m] f64> -> !ta.expr<[m] f64>
  %r = ta.assign %t[m] sizes() : !ta.expr<[m] f64> -> tensor<4000xf64>
  return %r : tensor<4000xf64>
}

// -----

// Nobody knows how large W is.
// CHECK-LABEL: func.func @unknown
// CHECK: gemm =
func.func @unknown(%H: tensor<?x?xf64>, %W: tensor<?x?xf64>, %n: index, %m: index) -> tensor<?x?xf64> {
  %h = ta.access %H[i, k] : tensor<?x?xf64>
  %w = ta.access %W[k, l] : tensor<?x?xf64>
  %q = ta.mul %h, %w : <[i, k] f64>, <[k, l] f64> -> <[i, k, l] f64>
  %t = ta.sum %q over [k] : !ta.expr<[i, k, l] f64> -> !ta.expr<[i, l] f64>
  %Y = ta.assign %t[i, l] sizes(%n, %m) : !ta.expr<[i, l] f64> -> tensor<?x?xf64>
  return %Y : tensor<?x?xf64>
}

// -----

// Only the rows are unknown.
// CHECK-LABEL: func.func @unknown_rows
// CHECK-NOT: gemm =
func.func @unknown_rows(%H: tensor<?x128xf64>, %W: tensor<128x96xf64>, %n: index) -> tensor<?x96xf64> {
  %h = ta.access %H[i, k] : tensor<?x128xf64>
  %w = ta.access %W[k, l] : tensor<128x96xf64>
  %q = ta.mul %h, %w : <[i, k] f64>, <[k, l] f64> -> <[i, k, l] f64>
  %t = ta.sum %q over [k] : !ta.expr<[i, k, l] f64> -> !ta.expr<[i, l] f64>
  %Y = ta.assign %t[i, l] sizes(%n) : !ta.expr<[i, l] f64> -> tensor<?x96xf64>
  return %Y : tensor<?x96xf64>
}

// -----

// A panel that may be large is as good for loops if they save a tensor between two
// statements: a block of rows goes through it part by part.
// CHECK-LABEL: func.func @unknown_fused
// CHECK-NOT: gemm =
// APART-LABEL: func.func @unknown_fused
// APART: gemm =
func.func @unknown_fused(%H: tensor<?x?xf64>, %W: tensor<?x?xf64>, %n: index, %m: index) -> tensor<?x?xf64> {
  %h = ta.access %H[i, k] : tensor<?x?xf64>
  %w = ta.access %W[k, l] : tensor<?x?xf64>
  %q = ta.mul %h, %w : <[i, k] f64>, <[k, l] f64> -> <[i, k, l] f64>
  %t = ta.sum %q over [k] : !ta.expr<[i, k, l] f64> -> !ta.expr<[i, l] f64>
  %Y = ta.assign %t[i, l] sizes(%n, %m) : !ta.expr<[i, l] f64> -> tensor<?x?xf64>
  %y = ta.access %Y[i, l] : tensor<?x?xf64>
  %s = ta.mul %y, %y : <[i, l] f64>, <[i, l] f64> -> <[i, l] f64>
  %Z = ta.assign %s[i, l] sizes(%n, %m) : !ta.expr<[i, l] f64> -> tensor<?x?xf64>
  return %Z : tensor<?x?xf64>
}
