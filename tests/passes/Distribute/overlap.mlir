// Rows that need no ghosts are computed while these are under way: the matrix is cut in
// three pieces before the loop, of which the one in the middle has own columns only.
// RUN: encke-opt --ta-distribute=overlap --canonicalize --cse %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// CHECK-LABEL: func.func @encke_program
// CHECK: %[[D:.*]] = dist.cut_file %{{.*}} "full" mode 0
// CHECK: %[[B:.*]] = dist.read_part %{{.*}} "full" by %[[D]] mode 0
// CHECK: %[[G:.*]] = dist.ghosts %[[D]] of %[[B]] mode 1
// CHECK: %[[BEFORE:.*]], %[[INNER:.*]], %[[BEHIND:.*]] = dist.inner %[[B]] by %[[G]] mode 0 along 1
// CHECK-DAG: %[[N0:.*]] = dist.extent %[[BEFORE]]
// CHECK-DAG: %[[N1:.*]] = dist.extent %[[INNER]]
// CHECK-DAG: %[[N2:.*]] = dist.extent %[[BEHIND]]
// CHECK-DAG: %[[R0:.*]] = dist.restrict %[[B]] by %[[BEFORE]] mode 0
// CHECK-DAG: %[[R1:.*]] = dist.restrict %[[B]] by %[[INNER]] mode 0
// CHECK-DAG: %[[R2:.*]] = dist.restrict %[[B]] by %[[BEHIND]] mode 0
// CHECK-DAG: %[[A0:.*]] = dist.restrict %[[R0]] by %[[G]] mode 1
// CHECK-DAG: %[[A1:.*]] = dist.restrict %[[R1]] by %[[D]] mode 1
// CHECK-DAG: %[[A2:.*]] = dist.restrict %[[R2]] by %[[G]] mode 1
// CHECK: scf.while
// CHECK: ^bb0(%[[X:.*]]: tensor<?xf64>):
// CHECK: %[[OWN:.*]] = ta.access %[[X]][j]
// CHECK: dist.begin %[[X]] by %[[G]] mode 0
// CHECK: %[[M:.*]] = ta.access %[[A1]][i, j]
// CHECK: ta.mul %[[M]], %[[OWN]]
// CHECK: %[[Y1:.*]] = ta.assign %{{.*}}[i] sizes(%[[N1]])
// CHECK: %[[E:.*]] = dist.exchange %[[X]] by %[[G]] mode 0
// CHECK: ta.access %[[A0]][i, j]
// CHECK: ta.access %[[E]][j]
// CHECK: %[[Y0:.*]] = ta.assign %{{.*}}[i] sizes(%[[N0]])
// CHECK: ta.access %[[A2]][i, j]
// CHECK: %[[Y2:.*]] = ta.assign %{{.*}}[i] sizes(%[[N2]])
// CHECK: %[[Y:.*]] = dist.stack(%[[Y0]], %[[Y1]], %[[Y2]]) mode 0
// CHECK: scf.yield %[[Y]]
func.func @encke_program() {
  %f = ta.file 0 at "a.ta:9:3"
  %n = ta.size "i" from(%f, %f) modes [0, 1] orders [2, 2] at ["a.ta:9:3", "a.ta:9:3"]
  %A = ta.read %f sizes(%n, %n) "full" at "a.ta:9:3" : tensor<?x?xf64, #CSR>
  %start = ta.random sizes(%n) at "a.ta:10:3" : tensor<?xf64>
  %goal = arith.constant 1.0 : f64
  %r = scf.while (%x = %start) : (tensor<?xf64>) -> tensor<?xf64> {
    %a = ta.access %x[i] : tensor<?xf64>
    %s = ta.sum %a over [i] : !ta.expr<[i] f64> -> !ta.expr<[] f64>
    %t = ta.assign %s[] sizes() : !ta.expr<[] f64> -> tensor<f64>
    %sum = tensor.extract %t[] : tensor<f64>
    %more = arith.cmpf ogt, %sum, %goal : f64
    scf.condition(%more) %x : tensor<?xf64>
  } do {
  ^bb0(%x: tensor<?xf64>):
    %a = ta.access %A[i, j] : tensor<?x?xf64, #CSR>
    %b = ta.access %x[j] : tensor<?xf64>
    %p = ta.mul %a, %b : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
    %s = ta.sum %p over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
    %y = ta.assign %s[i] sizes(%n) : !ta.expr<[i] f64> -> tensor<?xf64>
    scf.yield %y : tensor<?xf64>
  }
  ta.print %r as "x" : tensor<?xf64>
  return
}
