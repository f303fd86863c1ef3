// Parts that a sparse tensor guards are computed only where it has elements.
// RUN: encke-opt --split-input-file --ta-normalize --canonicalize --cse %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>

// A divisor, of a dividend by columns of a format with duplicates.
// CHECK-LABEL: func.func @divisor
func.func @divisor(%A: tensor<?x?xf64, #COO>, %X: tensor<?x8xf64>, %n: index) -> tensor<?x?xf64, #CSR> {
  %a = ta.access %A[j, i] : tensor<?x?xf64, #COO>
  %x = ta.access %X[i, f] : tensor<?x8xf64>
  %z = ta.access %X[j, f] : tensor<?x8xf64>
  %p = ta.mul %x, %z : <[i, f] f64>, <[j, f] f64> -> <[i, f, j] f64>
  %s = ta.sum %p over [f] : !ta.expr<[i, f, j] f64> -> !ta.expr<[i, j] f64>
  %q = ta.div %a, %s : <[j, i] f64>, <[i, j] f64> -> <[j, i] f64>
  // CHECK: ta.mask %{{.*}} by %{{.*}} : <[i, f, j] f64>, <[j, i] f64>
  // CHECK: ta.assign %{{.*}}[j, i] {{.*}} -> tensor<?x?xf64, #[[TREE:.*]]>
  // CHECK: ta.div
  %P = ta.assign %q[i, j] sizes(%n, %n) : !ta.expr<[j, i] f64> -> tensor<?x?xf64, #CSR>
  return %P : tensor<?x?xf64, #CSR>
}

// Labels that the guard lacks are there at each of its elements.
// CHECK-LABEL: func.func @heads
func.func @heads(%A: tensor<?x?xf64, #CSR>, %Q: tensor<?x4x8xf64>, %n: index) -> tensor<?x4xf64> {
  %a = ta.access %A[i, j] : tensor<?x?xf64, #CSR>
  %q = ta.access %Q[i, h, f] : tensor<?x4x8xf64>
  %k = ta.access %Q[j, h, f] : tensor<?x4x8xf64>
  %p = ta.mul %q, %k : <[i, h, f] f64>, <[j, h, f] f64> -> <[i, h, f, j] f64>
  %s = ta.sum %p over [f] : !ta.expr<[i, h, f, j] f64> -> !ta.expr<[i, h, j] f64>
  %e = ta.apply "exp"(%s) : !ta.expr<[i, h, j] f64> -> <[i, h, j] f64>
  %m = ta.mul %a, %e : <[i, j] f64>, <[i, h, j] f64> -> <[i, j, h] f64>
  %y = ta.sum %m over [j] : !ta.expr<[i, j, h] f64> -> !ta.expr<[i, h] f64>
  // CHECK: ta.mask %{{.*}} by %{{.*}} : <[i, h, f, j] f64>, <[i, j] f64>
  // CHECK: ta.assign %{{.*}}[i, j, h] {{.*}} -> tensor<?x?x4xf64, #
  // CHECK: ta.apply "exp"
  %Y = ta.assign %y[i, h] sizes(%n) : !ta.expr<[i, h] f64> -> tensor<?x4xf64>
  return %Y : tensor<?x4xf64>
}

// What sums over fewer labels than the function's argument has is computed
// apart, and not for all of these.
// CHECK-LABEL: func.func @edges
func.func @edges(%A: tensor<?x?xf64, #CSR>, %X: tensor<?x8xf64>, %W: tensor<8x4xf64>, %n: index) -> tensor<?x4xf64> {
  %a = ta.access %A[i, j] : tensor<?x?xf64, #CSR>
  %x = ta.access %X[i, f] : tensor<?x8xf64>
  %z = ta.access %X[j, f] : tensor<?x8xf64>
  %w = ta.access %W[f, g] : tensor<8x4xf64>
  %p = ta.mul %x, %w : <[i, f] f64>, <[f, g] f64> -> <[i, f, g] f64>
  %s = ta.sum %p over [f] : !ta.expr<[i, f, g] f64> -> !ta.expr<[i, g] f64>
  %q = ta.mul %z, %w : <[j, f] f64>, <[f, g] f64> -> <[j, f, g] f64>
  %t = ta.sum %q over [f] : !ta.expr<[j, f, g] f64> -> !ta.expr<[j, g] f64>
  %u = ta.repeat %s along [j](%n) : !ta.expr<[i, g] f64> -> !ta.expr<[i, g, j] f64>
  %v = ta.repeat %t along [i](%n) : !ta.expr<[j, g] f64> -> !ta.expr<[j, g, i] f64>
  %b = ta.add %u, %v : <[i, g, j] f64>, <[j, g, i] f64> -> <[i, g, j] f64>
  %r = ta.apply "relu"(%b) : !ta.expr<[i, g, j] f64> -> <[i, g, j] f64>
  %m = ta.mul %a, %r : <[i, j] f64>, <[i, g, j] f64> -> <[i, j, g] f64>
  %y = ta.sum %m over [j] : !ta.expr<[i, j, g] f64> -> !ta.expr<[i, g] f64>
  // CHECK-DAG: ta.assign %{{.*}}[i, g] {{.*}} -> tensor<?x4xf64>
  // CHECK-DAG: ta.assign %{{.*}}[j, g] {{.*}} -> tensor<?x4xf64>
  // CHECK: ta.add
  // CHECK-NEXT: ta.apply "relu"
  %Y = ta.assign %y[i, g] sizes(%n) : !ta.expr<[i, g] f64> -> tensor<?x4xf64>
  return %Y : tensor<?x4xf64>
}

// The complement of a mask, and a summand, guard nothing.
// CHECK-LABEL: func.func @none
// CHECK-NOT: ta.mask {{.*}} by %
func.func @none(%A: tensor<?x?xf64, #CSR>, %X: tensor<?x8xf64>, %n: index) -> (tensor<?x?xf64>, tensor<?x?xf64>) {
  %a = ta.access %A[i, j] : tensor<?x?xf64, #CSR>
  %x = ta.access %X[i, f] : tensor<?x8xf64>
  %z = ta.access %X[j, f] : tensor<?x8xf64>
  %p = ta.mul %x, %z : <[i, f] f64>, <[j, f] f64> -> <[i, f, j] f64>
  %s = ta.sum %p over [f] : !ta.expr<[i, f, j] f64> -> !ta.expr<[i, j] f64>
  %e = ta.apply "exp"(%s) : !ta.expr<[i, j] f64> -> <[i, j] f64>
  %c = ta.mask %e by not %a : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  // CHECK: ta.assign %{{.*}}[i, j] {{.*}} -> tensor<?x?xf64>{{$}}
  %P = ta.assign %c[i, j] sizes(%n, %n) : !ta.expr<[i, j] f64> -> tensor<?x?xf64>
  %b = ta.add %a, %e : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %R = ta.assign %b[i, j] sizes(%n, %n) : !ta.expr<[i, j] f64> -> tensor<?x?xf64>
  return %P, %R : tensor<?x?xf64>, tensor<?x?xf64>
}

// A vector does not guard the rows of a matrix. Nor does a tensor guard a sum over
// a label of its own: there it is another one.
// CHECK-LABEL: func.func @others
// CHECK-NOT: ta.mask
func.func @others(%S: tensor<?xf64, #V>, %A: tensor<?x?xf64, #CSR>, %X: tensor<?x8xf64>, %n: index) -> (tensor<?xf64>, tensor<?x?xf64, #CSR>) {
  %s = ta.access %S[i] : tensor<?xf64, #V>
  %a = ta.access %A[i, j] : tensor<?x?xf64, #CSR>
  %x = ta.access %X[i, f] : tensor<?x8xf64>
  %z = ta.access %X[j, f] : tensor<?x8xf64>
  %p = ta.mul %x, %z : <[i, f] f64>, <[j, f] f64> -> <[i, f, j] f64>
  %d = ta.sum %p over [f] : !ta.expr<[i, f, j] f64> -> !ta.expr<[i, j] f64>
  %e = ta.apply "exp"(%d) : !ta.expr<[i, j] f64> -> <[i, j] f64>
  %q = ta.mul %s, %e : <[i] f64>, <[i, j] f64> -> <[i, j] f64>
  %t = ta.sum %q over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %y = ta.assign %t[i] sizes(%n) : !ta.expr<[i] f64> -> tensor<?xf64>
  %u = ta.sum %e over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %m = ta.mul %a, %u : <[i, j] f64>, <[i] f64> -> <[i, j] f64>
  %P = ta.assign %m[i, j] sizes(%n, %n) : !ta.expr<[i, j] f64> -> tensor<?x?xf64, #CSR>
  return %y, %P : tensor<?xf64>, tensor<?x?xf64, #CSR>
}
