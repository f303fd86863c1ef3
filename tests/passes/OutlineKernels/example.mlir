// The example of the pass's description: SpMV with its files.
// RUN: encke-opt --ta-outline-kernels %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK: func.func @encke_program() {
// CHECK: %[[N:.*]] = ta.size "i"
// CHECK: %[[A:.*]] = ta.read
// CHECK: %[[X:.*]] = ta.read
// CHECK-NEXT: %[[Y:.*]] = call @kernel_0(%[[A]], %[[X]], %[[N]]) : (tensor<?x?xf64, #{{.*}}>, tensor<?xf64>, index) -> tensor<?xf64>
// CHECK-NEXT: ta.print %[[Y]] as "y" : tensor<?xf64>
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @kernel_0(%[[A:[^ ]*]]: tensor<?x?xf64, #{{.*}}>, %[[X:[^ ]*]]: tensor<?xf64>, %[[N:[^ ]*]]: index) -> tensor<?xf64> attributes {encke.kernel, llvm.emit_c_interface} {
// CHECK-NEXT: %[[EA:.*]] = ta.access %[[A]][i, j]
// CHECK-NEXT: %[[EX:.*]] = ta.access %[[X]][j]
// CHECK-NEXT: %[[P:.*]] = ta.mul %[[EA]], %[[EX]]
// CHECK-NEXT: %[[S:.*]] = ta.sum %[[P]] over [j]
// CHECK-NEXT: %[[Y:.*]] = ta.assign %[[S]][i] sizes(%[[N]]) : !ta.expr<[i] f64> -> tensor<?xf64>
// CHECK-NEXT: return %[[Y]] : tensor<?xf64>
// CHECK-NEXT: }

func.func @encke_program() {
  %f = ta.file 0 at "spmv.ta:1:1"
  %g = ta.file 1 at "spmv.ta:2:1"
  %n = ta.size "i" from (%f) modes [0] orders [2] at ["spmv.ta:1:1"]
  %m = ta.size "j" from (%f, %g) modes [1, 0] orders [2, 1] at ["spmv.ta:1:1", "spmv.ta:2:1"]
  %A = ta.read %f sizes(%n, %m) "full" at "spmv.ta:1:1" : tensor<?x?xf64, #CSR>
  %x = ta.read %g sizes(%m) "full" at "spmv.ta:2:1" : tensor<?xf64>
  %0 = ta.access %A[i, j] : tensor<?x?xf64, #CSR>
  %1 = ta.access %x[j] : tensor<?xf64>
  %2 = ta.mul %0, %1 : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
  %3 = ta.sum %2 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %y = ta.assign %3[i] sizes(%n) : !ta.expr<[i] f64> -> tensor<?xf64>
  ta.print %y as "y" : tensor<?xf64>
  return
}
