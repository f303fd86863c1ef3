// A matrix whose labels are reordered is cut in the new order.
// RUN: encke-opt --ta-distribute %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// CHECK-LABEL: func.func @encke_program
// CHECK: ta.reorder
// CHECK: %[[B:.*]] = ta.permute %{{.*}} "again"
// CHECK: %[[D:.*]] = dist.cut %[[B]] mode 0
// CHECK: dist.restrict %[[B]] by %[[D]] mode 0
// CHECK: dist.gather %{{.*}} by %[[D]] mode 0
func.func @encke_program() {
  %o = ta.ordering "i"
  %f = ta.file 0 at "a.ta:9:3"
  %n = ta.size "i" from(%f, %f) modes [0, 1] orders [2, 2] at ["a.ta:9:3", "a.ta:9:3"]
  %A = ta.read %f sizes(%n, %n) "full" at "a.ta:9:3" : tensor<?x?xf64, #CSR>
  %B = ta.permute %A "in" by %o, %o modes [0, 1] at "a.ta:9:3" : tensor<?x?xf64, #CSR>
  ta.reorder %o, %o by "partition" 4 of %B modes [0, 1] at "a.ta:10:3" : tensor<?x?xf64, #CSR>
  %C = ta.permute %B "again" by %o, %o modes [0, 1] at "a.ta:10:3" : tensor<?x?xf64, #CSR>
  %a = ta.access %C[i, j] : tensor<?x?xf64, #CSR>
  %s = ta.sum %a over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %y = ta.assign %s[i] sizes(%n) : !ta.expr<[i] f64> -> tensor<?xf64>
  %z = ta.permute %y "out" by %o modes [0] at "a.ta:11:3" : tensor<?xf64>
  ta.print %z as "y" : tensor<?xf64>
  return
}
