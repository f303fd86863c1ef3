// dist.label says what is cut, and is erased: here columns.
// RUN: encke-opt --ta-distribute %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// CHECK-LABEL: func.func @encke_program
// CHECK: %[[F:.*]] = ta.file 0
// CHECK: %[[M:.*]] = ta.size "j"
// CHECK: dist.cut_file %[[F]] "full" mode 1 size %[[M]]
// CHECK-NOT: dist.label
func.func @encke_program() {
  %f = ta.file 0 at "a.ta:9:3"
  %n = ta.size "i" from(%f) modes [0] orders [2] at ["a.ta:9:3"]
  %m = ta.size "j" from(%f) modes [1] orders [2] at ["a.ta:9:3"]
  %A = ta.read %f sizes(%n, %m) "full" at "a.ta:9:3" : tensor<?x?xf64, #CSR>
  %a = ta.access %A[i, j] : tensor<?x?xf64, #CSR>
  %s = ta.sum %a over [i] : !ta.expr<[i, j] f64> -> !ta.expr<[j] f64>
  %y = ta.assign %s[j] sizes(%m) : !ta.expr<[j] f64> -> tensor<?xf64>
  ta.print %y as "y" : tensor<?xf64>
  dist.label "j" size %m at "a.ta:11:15"
  return
}
