// Sparse factors: what stays one loop nest, what becomes a sparse temporary, and
// what the headers of files change.
// RUN: encke-opt --ta-contraction-order --canonicalize --cse %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#CSF = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed) }>

// SDDMM, written so that the dense product comes first: never formed.
// CHECK-LABEL: func.func @sddmm
// CHECK-COUNT-1: ta.assign {{.*}} {encke.order = "[i,k]*[k,j]*[i,j]"}
// CHECK-NOT: ta.assign
func.func @sddmm(%S: tensor<500x600xf64, #CSR>, %A: tensor<500x32xf64>, %B: tensor<32x600xf64>) -> tensor<500x600xf64, #CSR> {
  %s = ta.access %S[i, j] : tensor<500x600xf64, #CSR>
  %a = ta.access %A[i, k] : tensor<500x32xf64>
  %b = ta.access %B[k, j] : tensor<32x600xf64>
  %p = ta.mul %a, %b : <[i, k] f64>, <[k, j] f64> -> <[i, k, j] f64>
  %q = ta.sum %p over [k] : !ta.expr<[i, k, j] f64> -> !ta.expr<[i, j] f64>
  %r = ta.mul %q, %s : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %y = ta.assign %r[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<500x600xf64, #CSR>
  return %y : tensor<500x600xf64, #CSR>
}

// MTTKRP: the Khatri-Rao product is never formed, nor a tensor times a matrix.
// CHECK-LABEL: func.func @mttkrp
// CHECK-COUNT-1: ta.assign {{.*}} {encke.order = "[i,j,k]*[j,r]*[k,r]"}
// CHECK-NOT: ta.assign
func.func @mttkrp(%T: tensor<500x600x700xf64, #CSF>, %B: tensor<600x32xf64>, %C: tensor<700x32xf64>) -> tensor<500x32xf64> {
  %t = ta.access %T[i, j, k] : tensor<500x600x700xf64, #CSF>
  %b = ta.access %B[j, r] : tensor<600x32xf64>
  %c = ta.access %C[k, r] : tensor<700x32xf64>
  %p = ta.mul %t, %b : <[i, j, k] f64>, <[j, r] f64> -> <[i, j, k, r] f64>
  %s = ta.sum %p over [j] : !ta.expr<[i, j, k, r] f64> -> !ta.expr<[i, k, r] f64>
  %q = ta.mul %s, %c : <[i, k, r] f64>, <[k, r] f64> -> <[i, k, r] f64>
  %u = ta.sum %q over [k] : !ta.expr<[i, k, r] f64> -> !ta.expr<[i, r] f64>
  %y = ta.assign %u[i, r] sizes() : !ta.expr<[i, r] f64> -> tensor<500x32xf64>
  return %y : tensor<500x32xf64>
}

// Many products of elements of the first two matrices fall on the same element:
// they are added up first, in a temporary that is nearly full and so dense.
// CHECK-LABEL: func.func @chain
// CHECK: ta.assign {{.*}} {encke.order = "[i,j]*[j,k]"} : !ta.expr<[i, k] f64> -> tensor<900x40xf64>{{$}}
// CHECK: ta.assign {{.*}} {encke.order = "([i,j]*[j,k])*[k,l]"} : !ta.expr<[i, l] f64> -> tensor<900x20000xf64>
func.func @chain(%A: tensor<900x800xf64, #CSR>, %B: tensor<800x40xf64, #CSR>, %C: tensor<40x20000xf64, #CSR>) -> tensor<900x20000xf64> {
  %a = ta.access %A[i, j] : tensor<900x800xf64, #CSR>
  %b = ta.access %B[j, k] : tensor<800x40xf64, #CSR>
  %c = ta.access %C[k, l] : tensor<40x20000xf64, #CSR>
  %p = ta.mul %a, %b : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
  %q = ta.mul %p, %c : <[i, j, k] f64>, <[k, l] f64> -> <[i, j, k, l] f64>
  %s = ta.sum %q over [j, k] : !ta.expr<[i, j, k, l] f64> -> !ta.expr<[i, l] f64>
  %y = ta.assign %s[i, l] sizes() : !ta.expr<[i, l] f64> -> tensor<900x20000xf64>
  return %y : tensor<900x20000xf64>
}

// The headers of the files decide: A is nearly empty, and one loop nest visits
// only those rows of B that it asks for.
// CHECK-LABEL: func.func @headers
// CHECK: ta.assign {{.*}} {encke.order = "[i,j]*[j,k]*[k,r]"}
func.func @headers(%n: index, %m: index, %C: tensor<?x40xf64>) -> tensor<?x40xf64> {
  %f = ta.file 0 at "a.ta:1:1" {encke.sizes = array<i64: 1000, 1000>, encke.entries = 50 : i64}
  %g = ta.file 1 at "a.ta:2:1" {encke.sizes = array<i64: 1000, 1000>, encke.entries = 500000 : i64}
  %i = ta.size "i" from(%f) modes [0] orders [2] at ["a.ta:1:1"]
  %j = ta.size "j" from(%f, %g) modes [1, 0] orders [2, 2] at ["a.ta:1:1", "a.ta:2:1"]
  %k = ta.size "k" from(%g) modes [1] orders [2] at ["a.ta:2:1"]
  %A = ta.read %f sizes(%i, %j) "full" at "a.ta:1:1" : tensor<?x?xf64, #CSR>
  %B = ta.read %g sizes(%j, %k) "full" at "a.ta:2:1" : tensor<?x?xf64, #CSR>
  %a = ta.access %A[i, j] : tensor<?x?xf64, #CSR>
  %b = ta.access %B[j, k] : tensor<?x?xf64, #CSR>
  %c = ta.access %C[k, r] : tensor<?x40xf64>
  %p = ta.mul %a, %b : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
  %q = ta.mul %p, %c : <[i, j, k] f64>, <[k, r] f64> -> <[i, j, k, r] f64>
  %s = ta.sum %q over [j, k] : !ta.expr<[i, j, k, r] f64> -> !ta.expr<[i, r] f64>
  %y = ta.assign %s[i, r] sizes(%i) : !ta.expr<[i, r] f64> -> tensor<?x40xf64>
  return %y : tensor<?x40xf64>
}

// With a full A the whole product of B comes first.
// CHECK-LABEL: func.func @other_headers
// CHECK: ta.assign {{.*}} {encke.order = "[j,k]*[k,r]"}
// CHECK: ta.assign {{.*}} {encke.order = "[i,j]*([j,k]*[k,r])"}
func.func @other_headers(%n: index, %m: index, %C: tensor<?x40xf64>) -> tensor<?x40xf64> {
  %f = ta.file 0 at "a.ta:1:1" {encke.sizes = array<i64: 1000, 1000>, encke.entries = 500000 : i64}
  %g = ta.file 1 at "a.ta:2:1" {encke.sizes = array<i64: 1000, 1000>, encke.entries = 500000 : i64}
  %i = ta.size "i" from(%f) modes [0] orders [2] at ["a.ta:1:1"]
  %j = ta.size "j" from(%f, %g) modes [1, 0] orders [2, 2] at ["a.ta:1:1", "a.ta:2:1"]
  %k = ta.size "k" from(%g) modes [1] orders [2] at ["a.ta:2:1"]
  %A = ta.read %f sizes(%i, %j) "full" at "a.ta:1:1" : tensor<?x?xf64, #CSR>
  %B = ta.read %g sizes(%j, %k) "full" at "a.ta:2:1" : tensor<?x?xf64, #CSR>
  %a = ta.access %A[i, j] : tensor<?x?xf64, #CSR>
  %b = ta.access %B[j, k] : tensor<?x?xf64, #CSR>
  %c = ta.access %C[k, r] : tensor<?x40xf64>
  %p = ta.mul %a, %b : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
  %q = ta.mul %p, %c : <[i, j, k] f64>, <[k, r] f64> -> <[i, j, k, r] f64>
  %s = ta.sum %q over [j, k] : !ta.expr<[i, j, k, r] f64> -> !ta.expr<[i, r] f64>
  %y = ta.assign %s[i, r] sizes(%i) : !ta.expr<[i, r] f64> -> tensor<?x40xf64>
  return %y : tensor<?x40xf64>
}

// Where the result is sparse, so is each temporary of a sparse factor, also if it
// is nearly full: its pattern is a part of the result's (L27).
// CHECK-LABEL: func.func @pattern
// CHECK: ta.assign {{.*}} -> tensor<40x50xf64, #{{.*}}>
// CHECK: ta.assign {{.*}} -> tensor<40x600xf64, #{{.*}}>
func.func @pattern(%A: tensor<40x30xf64, #CSR>, %B: tensor<30x50xf64>, %C: tensor<50x600xf64, #CSR>) -> tensor<40x600xf64, #CSR> {
  %a = ta.access %A[i, j] : tensor<40x30xf64, #CSR>
  %b = ta.access %B[j, k] : tensor<30x50xf64>
  %c = ta.access %C[k, l] : tensor<50x600xf64, #CSR>
  %p = ta.mul %a, %b : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
  %q = ta.mul %p, %c : <[i, j, k] f64>, <[k, l] f64> -> <[i, j, k, l] f64>
  %s = ta.sum %q over [j, k] : !ta.expr<[i, j, k, l] f64> -> !ta.expr<[i, l] f64>
  %y = ta.assign %s[i, l] sizes() : !ta.expr<[i, l] f64> -> tensor<40x600xf64, #CSR>
  return %y : tensor<40x600xf64, #CSR>
}

// A mask on the product stays on its last step, which it makes the cheap one.
// CHECK-LABEL: func.func @masked
// CHECK: %[[T:.*]] = ta.assign {{.*}} {encke.order = "[i,j]*[j,k]"} {{.*}} -> tensor<300x300xf64>
// CHECK: %[[P:.*]] = ta.sum %{{.*}} over [k]
// CHECK: %[[M:.*]] = ta.mask %[[P]] by %{{.*}}
// CHECK: ta.assign %[[M]]{{.*}} {encke.order = "([i,j]*[j,k])*[k,l]"}
func.func @masked(%A: tensor<300x300xf64>, %B: tensor<300x300xf64>, %C: tensor<300x300xf64>, %M: tensor<300x300xf64, #CSR>) -> tensor<300x300xf64, #CSR> {
  %a = ta.access %A[i, j] : tensor<300x300xf64>
  %b = ta.access %B[j, k] : tensor<300x300xf64>
  %c = ta.access %C[k, l] : tensor<300x300xf64>
  %m = ta.access %M[i, l] : tensor<300x300xf64, #CSR>
  %p = ta.mul %a, %b : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
  %q = ta.mul %p, %c : <[i, j, k] f64>, <[k, l] f64> -> <[i, j, k, l] f64>
  %s = ta.sum %q over [j, k] : !ta.expr<[i, j, k, l] f64> -> !ta.expr<[i, l] f64>
  %r = ta.mask %s by %m : <[i, l] f64>, <[i, l] f64> -> <[i, l] f64>
  %y = ta.assign %r[i, l] sizes() : !ta.expr<[i, l] f64> -> tensor<300x300xf64, #CSR>
  return %y : tensor<300x300xf64, #CSR>
}
