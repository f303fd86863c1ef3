// Which tensors are transposed, and which are not.
// RUN: encke-opt --ta-dense-layout --canonicalize --split-input-file %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// Loops along the rows of a sparse matrix, with the dense label inside: B and C
// are wanted by rows.
// CHECK-LABEL: func.func @spmm
// CHECK: %[[A:.*]] = ta.access %{{.*}}[i, j] : tensor<300x200xf64, #
// CHECK-NEXT: %[[B:.*]] = ta.access %{{.*}}[k, j] : tensor<32x200xf64>
// CHECK-NEXT: %[[U:.*]] = ta.assign %[[B]][j, k] sizes() : {{.*}} -> tensor<200x32xf64>
// CHECK-NEXT: %[[V:.*]] = ta.access %[[U]][j, k]
// CHECK-NEXT: %[[P:.*]] = ta.mul %[[A]], %[[V]]
// CHECK-NEXT: %[[S:.*]] = ta.sum %[[P]] over [j]
// CHECK-NEXT: %[[T:.*]] = ta.assign %[[S]][i, k] sizes() {encke.order = "A*B"} : {{.*}} -> tensor<300x32xf64>
// CHECK-NEXT: %[[W:.*]] = ta.access %[[T]][i, k]
// CHECK-NEXT: %[[C:.*]] = ta.assign %[[W]][k, i] sizes() {encke.order = "A*B"} : {{.*}} -> tensor<32x300xf64>
// CHECK-NEXT: return %[[C]]
func.func @spmm(%A: tensor<300x200xf64, #CSR>, %B: tensor<32x200xf64>) -> tensor<32x300xf64> {
  %a = ta.access %A[i, j] : tensor<300x200xf64, #CSR>
  %b = ta.access %B[k, j] : tensor<32x200xf64>
  %p = ta.mul %a, %b : <[i, j] f64>, <[k, j] f64> -> <[i, j, k] f64>
  %s = ta.sum %p over [j] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i, k] f64>
  %C = ta.assign %s[k, i] sizes() {encke.order = "A*B"} : !ta.expr<[i, k] f64> -> tensor<32x300xf64>
  return %C : tensor<32x300xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// A sparse result stays in its order.
// CHECK-LABEL: func.func @sddmm
// CHECK: ta.assign %{{.*}}[i, k] sizes() : {{.*}} -> tensor<300x32xf64>
// CHECK-NOT: ta.assign
// CHECK: ta.sum %{{.*}} over [k]
// CHECK-NEXT: %[[C:.*]] = ta.assign %{{.*}}[i, j] sizes() : {{.*}} -> tensor<300x200xf64, #
// CHECK-NEXT: return %[[C]]
func.func @sddmm(%A: tensor<300x200xf64, #CSR>, %U: tensor<32x300xf64>, %V: tensor<200x32xf64>) -> tensor<300x200xf64, #CSR> {
  %a = ta.access %A[i, j] : tensor<300x200xf64, #CSR>
  %u = ta.access %U[k, i] : tensor<32x300xf64>
  %v = ta.access %V[j, k] : tensor<200x32xf64>
  %p = ta.mul %a, %u : <[i, j] f64>, <[k, i] f64> -> <[i, j, k] f64>
  %q = ta.mul %p, %v : <[i, j, k] f64>, <[j, k] f64> -> <[i, j, k] f64>
  %s = ta.sum %q over [k] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i, j] f64>
  %C = ta.assign %s[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<300x200xf64, #CSR>
  return %C : tensor<300x200xf64, #CSR>
}

// -----

// A sum that is added to something goes in its own order; what it is added to is
// read in the order of the statement, of sizes that are known when it runs.
// CHECK-LABEL: func.func @added
// CHECK-SAME: %[[A:[^ ]*]]: tensor<?x?x?xf64>, %[[C:[^ ]*]]: tensor<?x?xf64>, %[[N:[^ ]*]]: index, %[[M:[^ ]*]]: index
// CHECK: %[[S:.*]] = ta.sum %{{.*}} over [a]
// CHECK: %[[T:.*]] = ta.assign %[[S]][d, e] sizes(%[[M]], %[[N]]) : {{.*}} -> tensor<?x?xf64>
// CHECK: %[[U:.*]] = ta.assign %{{.*}}[e, d] sizes(%{{.*}}, %{{.*}}) : !ta.expr<[d, e] f64> -> tensor<?x?xf64>
// CHECK: %[[V:.*]] = ta.access %[[U]][e, d]
// CHECK: %[[D:.*]] = ta.sub %{{.*}}, %[[V]] : <[e, d] f64>
// CHECK: ta.assign %[[D]][e, d] sizes(%[[N]], %[[M]])
func.func @added(%A: tensor<?x?x?xf64>, %C: tensor<?x?xf64>, %n: index, %m: index) -> tensor<?x?xf64> {
  %a = ta.access %A[a, d, e] : tensor<?x?x?xf64>
  %s = ta.sum %a over [a] : !ta.expr<[a, d, e] f64> -> !ta.expr<[d, e] f64>
  %c = ta.access %C[e, d] : tensor<?x?xf64>
  %v = ta.sub %c, %s : <[e, d] f64>, <[d, e] f64> -> <[e, d] f64>
  %D = ta.assign %v[e, d] sizes(%n, %m) : !ta.expr<[e, d] f64> -> tensor<?x?xf64>
  return %D : tensor<?x?xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// Left alone: what is small beside what it would save, ...
// CHECK-LABEL: func.func @few_points
// CHECK-COUNT-1: ta.assign
// CHECK-NOT: ta.assign
func.func @few_points(%A: tensor<4x31x8xf64>) -> tensor<8x31xf64> {
  %a = ta.access %A[a, d, e] : tensor<4x31x8xf64>
  %s = ta.sum %a over [a] : !ta.expr<[a, d, e] f64> -> !ta.expr<[d, e] f64>
  %C = ta.assign %s[e, d] sizes() : !ta.expr<[d, e] f64> -> tensor<8x31xf64>
  return %C : tensor<8x31xf64>
}

// CHECK-LABEL: func.func @large_result
// CHECK-COUNT-1: ta.assign
// CHECK-NOT: ta.assign
func.func @large_result(%A: tensor<3x310x80xf64>) -> tensor<80x310xf64> {
  %a = ta.access %A[a, d, e] : tensor<3x310x80xf64>
  %s = ta.sum %a over [a] : !ta.expr<[a, d, e] f64> -> !ta.expr<[d, e] f64>
  %C = ta.assign %s[e, d] sizes() : !ta.expr<[d, e] f64> -> tensor<80x310xf64>
  return %C : tensor<80x310xf64>
}

// ... loops that find two large operands in different orders, ...
// CHECK-LABEL: func.func @two_orders
// CHECK-COUNT-1: ta.assign
// CHECK-NOT: ta.assign
func.func @two_orders(%A: tensor<90x31x80xf64>, %B: tensor<80x31x90xf64>) -> tensor<80x31xf64> {
  %a = ta.access %A[a, d, e] : tensor<90x31x80xf64>
  %b = ta.access %B[e, d, a] : tensor<80x31x90xf64>
  %p = ta.mul %a, %b : <[a, d, e] f64>, <[e, d, a] f64> -> <[a, d, e] f64>
  %s = ta.sum %p over [a] : !ta.expr<[a, d, e] f64> -> !ta.expr<[d, e] f64>
  %C = ta.assign %s[e, d] sizes() : !ta.expr<[d, e] f64> -> tensor<80x31xf64>
  return %C : tensor<80x31xf64>
}

// ... a diagonal, and what goes along all tensors as it is.
// CHECK-LABEL: func.func @diagonal
// CHECK-COUNT-1: ta.assign
// CHECK-NOT: ta.assign
func.func @diagonal(%A: tensor<90x40x31x90xf64>) -> tensor<90x31xf64> {
  %a = ta.access %A[e, a, d, e] : tensor<90x40x31x90xf64>
  %s = ta.sum %a over [a] : !ta.expr<[e, a, d] f64> -> !ta.expr<[e, d] f64>
  %C = ta.assign %s[e, d] sizes() : !ta.expr<[e, d] f64> -> tensor<90x31xf64>
  return %C : tensor<90x31xf64>
}

// CHECK-LABEL: func.func @diagonal_factor
// CHECK-COUNT-1: ta.assign
// CHECK-NOT: ta.assign
func.func @diagonal_factor(%A: tensor<30000x20xf64, #CSR>, %B: tensor<32x20x20xf64>) -> tensor<30000x32xf64> {
  %a = ta.access %A[i, j] : tensor<30000x20xf64, #CSR>
  %b = ta.access %B[k, j, j] : tensor<32x20x20xf64>
  %p = ta.mul %a, %b : <[i, j] f64>, <[k, j] f64> -> <[i, j, k] f64>
  %s = ta.sum %p over [j] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i, k] f64>
  %C = ta.assign %s[i, k] sizes() : !ta.expr<[i, k] f64> -> tensor<30000x32xf64>
  return %C : tensor<30000x32xf64>
}

// CHECK-LABEL: func.func @along
// CHECK-COUNT-1: ta.assign
// CHECK-NOT: ta.assign
func.func @along(%A: tensor<90x31x80xf64>, %x: tensor<90xf64>) -> tensor<31x80xf64> {
  %a = ta.access %A[a, d, e] : tensor<90x31x80xf64>
  %b = ta.access %x[a] : tensor<90xf64>
  %p = ta.mul %a, %b : <[a, d, e] f64>, <[a] f64> -> <[a, d, e] f64>
  %s = ta.sum %p over [a] : !ta.expr<[a, d, e] f64> -> !ta.expr<[d, e] f64>
  %C = ta.assign %s[d, e] sizes() : !ta.expr<[d, e] f64> -> tensor<31x80xf64>
  return %C : tensor<31x80xf64>
}

// All are dense, and none has all labels: the loops go along the result's last label,
// also where the operands are no factors.
// CHECK-LABEL: func.func @distances
// CHECK-SAME: (%[[X:.*]]: tensor<64x8xf64>, %[[Y:.*]]: tensor<32x8xf64>)
// CHECK: %[[TURNED:.*]] = ta.assign %{{.*}}[f, m] sizes() : !ta.expr<[m, f] f64> -> tensor<8x32xf64>
// CHECK: ta.access %[[TURNED]][f, m]
func.func @distances(%X: tensor<64x8xf64>, %Y: tensor<32x8xf64>) -> tensor<64x32xf64> {
  %x = ta.access %X[n, f] : tensor<64x8xf64>
  %y = ta.access %Y[m, f] : tensor<32x8xf64>
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %xr = ta.repeat %x along [m](%c32) : !ta.expr<[n, f] f64> -> !ta.expr<[n, f, m] f64>
  %yr = ta.repeat %y along [n](%c64) : !ta.expr<[m, f] f64> -> !ta.expr<[n, f, m] f64>
  %d = ta.sub %xr, %yr : <[n, f, m] f64>, <[n, f, m] f64> -> <[n, f, m] f64>
  %a = ta.apply "abs"(%d) : !ta.expr<[n, f, m] f64> -> <[n, f, m] f64>
  %s = ta.sum %a over [f] : !ta.expr<[n, f, m] f64> -> !ta.expr<[n, m] f64>
  %D = ta.assign %s[n, m] sizes() : !ta.expr<[n, m] f64> -> tensor<64x32xf64>
  return %D : tensor<64x32xf64>
}

// Too few coordinates to go along.
// CHECK-LABEL: func.func @few
// CHECK-COUNT-1: ta.assign
// CHECK-NOT: ta.assign
// CHECK: return
func.func @few(%X: tensor<640x80xf64>, %Y: tensor<3x80xf64>) -> tensor<640x3xf64> {
  %x = ta.access %X[n, f] : tensor<640x80xf64>
  %y = ta.access %Y[m, f] : tensor<3x80xf64>
  %p = ta.mul %x, %y : <[n, f] f64>, <[m, f] f64> -> <[n, f, m] f64>
  %s = ta.sum %p over [f] : !ta.expr<[n, f, m] f64> -> !ta.expr<[n, m] f64>
  %D = ta.assign %s[n, m] sizes() : !ta.expr<[n, m] f64> -> tensor<640x3xf64>
  return %D : tensor<640x3xf64>
}

// One of the operands along m is too large to be transposed for what is done with it.
// CHECK-LABEL: func.func @half
// CHECK-COUNT-1: ta.assign
// CHECK-NOT: ta.assign
// CHECK: return
func.func @half(%X: tensor<8x32x80xf64>, %Y: tensor<32x4xf64>) -> tensor<8x32xf64> {
  %x = ta.access %X[n, m, f] : tensor<8x32x80xf64>
  %y = ta.access %Y[m, g] : tensor<32x4xf64>
  %p = ta.mul %x, %y : <[n, m, f] f64>, <[m, g] f64> -> <[n, m, f, g] f64>
  %s = ta.sum %p over [f, g] : !ta.expr<[n, m, f, g] f64> -> !ta.expr<[n, m] f64>
  %D = ta.assign %s[n, m] sizes() : !ta.expr<[n, m] f64> -> tensor<8x32xf64>
  return %D : tensor<8x32xf64>
}

// -----

// Jumps through a large result would go to memory: it is made in another order for half as
// many points as others have to save.
// CHECK-LABEL: func.func @far_result
// CHECK: %[[S:.*]] = ta.sum %{{.*}} over [a]
// CHECK: %[[T:.*]] = ta.assign %[[S]][d, e] sizes() : {{.*}} -> tensor<3000x800xf64>
// CHECK: ta.assign %{{.*}}[e, d] sizes() : {{.*}} -> tensor<800x3000xf64>
func.func @far_result(%A: tensor<3x3000x800xf64>) -> tensor<800x3000xf64> {
  %a = ta.access %A[a, d, e] : tensor<3x3000x800xf64>
  %s = ta.sum %a over [a] : !ta.expr<[a, d, e] f64> -> !ta.expr<[d, e] f64>
  %C = ta.assign %s[e, d] sizes() : !ta.expr<[d, e] f64> -> tensor<800x3000xf64>
  return %C : tensor<800x3000xf64>
}

// -----

// Without a sum, the loops go along the result's last label, and the operands are wanted so.
// CHECK-LABEL: func.func @outer
// CHECK-SAME: (%[[X:.*]]: tensor<48x40xf64>, %[[Y:.*]]: tensor<50x48xf64>)
// CHECK-DAG: %[[x:.*]] = ta.access %[[X]][d, a] : tensor<48x40xf64>
// CHECK-DAG: %[[y:.*]] = ta.access %[[Y]][b, d] : tensor<50x48xf64>
// CHECK: %[[T:.*]] = ta.assign %[[x]][a, d] sizes() : !ta.expr<[d, a] f64> -> tensor<40x48xf64>
// CHECK-NEXT: %[[t:.*]] = ta.access %[[T]][a, d] : tensor<40x48xf64>
// CHECK-NEXT: %[[p:.*]] = ta.mul %[[t]], %[[y]]
// CHECK-NEXT: %[[C:.*]] = ta.assign %[[p]][a, b, d]
// CHECK-NEXT: return %[[C]]
func.func @outer(%X: tensor<48x40xf64>, %Y: tensor<50x48xf64>) -> tensor<40x50x48xf64> {
  %x = ta.access %X[d, a] : tensor<48x40xf64>
  %y = ta.access %Y[b, d] : tensor<50x48xf64>
  %p = ta.mul %x, %y : <[d, a] f64>, <[b, d] f64> -> <[d, a, b] f64>
  %C = ta.assign %p[a, b, d] sizes() : !ta.expr<[d, a, b] f64> -> tensor<40x50x48xf64>
  return %C : tensor<40x50x48xf64>
}

// -----

// A transposition is not done by another one, nor for few coordinates to go along.
// CHECK-LABEL: func.func @transposition
// CHECK-COUNT-1: ta.assign
// CHECK-NOT: ta.assign
// CHECK: return
func.func @transposition(%X: tensor<300x400xf64>) -> tensor<400x300xf64> {
  %x = ta.access %X[d, a] : tensor<300x400xf64>
  %C = ta.assign %x[a, d] sizes() : !ta.expr<[d, a] f64> -> tensor<400x300xf64>
  return %C : tensor<400x300xf64>
}
// CHECK-LABEL: func.func @few_to_go_along
// CHECK-COUNT-1: ta.assign
// CHECK-NOT: ta.assign
// CHECK: return
func.func @few_to_go_along(%X: tensor<5x400xf64>, %Y: tensor<300x5xf64>) -> tensor<400x300x5xf64> {
  %x = ta.access %X[d, a] : tensor<5x400xf64>
  %y = ta.access %Y[b, d] : tensor<300x5xf64>
  %p = ta.mul %x, %y : <[d, a] f64>, <[b, d] f64> -> <[d, a, b] f64>
  %C = ta.assign %p[a, b, d] sizes() : !ta.expr<[d, a, b] f64> -> tensor<400x300x5xf64>
  return %C : tensor<400x300x5xf64>
}

// -----

// The loops will go along the operand that has all labels.
// CHECK-LABEL: func.func @whole_operand
// CHECK-COUNT-1: ta.assign
// CHECK-NOT: ta.assign
// CHECK: return
func.func @whole_operand(%X: tensor<48x50x40xf64>, %Y: tensor<48x40xf64>) -> tensor<40x50x48xf64> {
  %x = ta.access %X[d, b, a] : tensor<48x50x40xf64>
  %y = ta.access %Y[d, a] : tensor<48x40xf64>
  %p = ta.mul %x, %y : <[d, b, a] f64>, <[d, a] f64> -> <[d, b, a] f64>
  %C = ta.assign %p[a, b, d] sizes() : !ta.expr<[d, b, a] f64> -> tensor<40x50x48xf64>
  return %C : tensor<40x50x48xf64>
}
