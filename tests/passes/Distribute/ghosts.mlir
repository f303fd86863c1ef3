// A vector that is distributed, accessed by another label that the matrix confines:
// its ghosts are found once, before the loop, and exchanged in each round. The sum of
// its elements is combined, and the condition agreed upon.
// RUN: encke-opt --ta-distribute --canonicalize --cse %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// To the letter what one process computes: the sum is of the whole vector.
// RUN: encke-opt --ta-distribute=reproducible --canonicalize --cse %s | FileCheck %s --check-prefix=SAME
// SAME: scf.while (%[[X:.*]] = %{{.*}})
// SAME: %[[W:.*]] = dist.gather %[[X]] by %{{.*}} mode 0 at
// SAME: ta.access %[[W]][i]
// SAME-NOT: dist.all_reduce
// SAME: dist.exchange

// CHECK-LABEL: func.func @encke_program
// CHECK: %[[D:.*]] = dist.cut_file %{{.*}} "full" mode 0
// CHECK: %[[M:.*]] = dist.extent %[[D]]
// CHECK: %[[B:.*]] = dist.read_part %{{.*}} "full" by %[[D]] mode 0
// CHECK: %[[G:.*]] = dist.ghosts %[[D]] of %[[B]] mode 1
// CHECK: %[[C:.*]] = dist.restrict %[[B]] by %[[G]] mode 1
// CHECK: %[[X0:.*]] = dist.restrict %{{.*}} by %[[D]] mode 0
// CHECK: %[[R:.*]] = scf.while (%[[X:.*]] = %[[X0]])
// CHECK: %[[S:.*]] = ta.assign %{{.*}}[] sizes()
// CHECK: %[[T:.*]] = dist.all_reduce "add" %[[S]]
// CHECK: tensor.extract %[[T]][]
// CHECK: %[[GO:.*]] = dist.agree %{{.*}} : i1
// CHECK: scf.condition(%[[GO]]) %[[X]]
// CHECK: ^bb0(%[[P:.*]]: tensor<?xf64>):
// CHECK: %[[E:.*]] = dist.exchange %[[P]] by %[[G]] mode 0
// CHECK: ta.access %[[C]][i, j]
// CHECK: ta.access %[[E]][j]
// CHECK: %[[Q:.*]] = ta.assign %{{.*}}[i] sizes(%[[M]])
// CHECK: scf.yield %[[Q]]
// CHECK: %[[W:.*]] = dist.gather %[[R]] by %[[D]] mode 0 first
// CHECK: ta.print %[[W]]
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
