// The example of the pass's description: the result has `i`, of which each process has
// a part; x is known to all.
// RUN: encke-opt --ta-distribute --canonicalize %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// CHECK-LABEL: func.func @encke_program
// CHECK: %[[F:.*]] = ta.file 0
// CHECK: %[[N:.*]] = ta.size
// CHECK-NEXT: %[[D:.*]] = dist.cut_file %[[F]] "full" mode 0 size %[[N]] at "a.ta:9:3" : tensor<?x?xf64, #[[CSR:.*]]>
// CHECK-NEXT: %[[M:.*]] = dist.extent %[[D]]
// CHECK-NEXT: %[[B:.*]] = dist.read_part %[[F]] "full" by %[[D]] mode 0 sizes(%[[N]]) at "a.ta:9:3" : tensor<?x?xf64, #[[CSR]]>
// CHECK: %[[X:.*]] = ta.random
// CHECK-DAG: ta.access %[[B]][i, j]
// CHECK-DAG: ta.access %[[X]][j]
// CHECK: %[[Y:.*]] = ta.assign %{{.*}}[i] sizes(%[[M]]) : !ta.expr<[i] f64> -> tensor<?xf64>
// CHECK-NEXT: %[[Z:.*]] = dist.gather %[[Y]] by %[[D]] mode 0 first at "{{.*}}" : tensor<?xf64> -> tensor<?xf64>
// CHECK-NEXT: ta.print %[[Z]] as "y" : tensor<?xf64>
func.func @encke_program() {
  %f = ta.file 0 at "a.ta:9:3"
  %n = ta.size "i" from(%f, %f) modes [0, 1] orders [2, 2] at ["a.ta:9:3", "a.ta:9:3"]
  %A = ta.read %f sizes(%n, %n) "full" at "a.ta:9:3" : tensor<?x?xf64, #CSR>
  %x = ta.random sizes(%n) at "a.ta:10:3" : tensor<?xf64>
  %a = ta.access %A[i, j] : tensor<?x?xf64, #CSR>
  %b = ta.access %x[j] : tensor<?xf64>
  %p = ta.mul %a, %b : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
  %s = ta.sum %p over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %y = ta.assign %s[i] sizes(%n) : !ta.expr<[i] f64> -> tensor<?xf64>
  ta.print %y as "y" : tensor<?xf64>
  return
}
