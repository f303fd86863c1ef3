// Parts of tensors become calls of the runtime. What is found in a loop is freed there,
// and a sparse tensor of which only parts are asked is freed behind the last of them.
// RUN: encke-opt --convert-ta-to-linalg %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// CHECK-LABEL: func.func @encke_program
// CHECK: %[[D:.*]] = call @encke_distribution_cut
// CHECK: call @encke_distribution_extent(%[[D]])
// CHECK: call @encke_restrict(%{{.*}}, %[[WHOLE:.*]], %[[D]]
// CHECK: call @encke_tensor_clear(%[[WHOLE]])
// CHECK: call @encke_restrict
// CHECK-NOT: call @encke_tensor_clear
// CHECK: scf.for
// CHECK: %[[G:.*]] = func.call @encke_distribution_ghosts(%[[D]]
// CHECK: call @encke_exchange(%{{.*}}, %{{.*}}, %[[G]]
// CHECK: call @encke_all_reduce
// CHECK: call @encke_agree
// CHECK: call @encke_distribution_free(%[[G]])
// CHECK: call @encke_distribution_total(%[[D]])
// CHECK: call @encke_gather
// CHECK: call @encke_print
func.func @encke_program() {
  %f = ta.file 0 at "a.ta:9:3"
  %n = ta.size "i" from(%f, %f) modes [0, 1] orders [2, 2] at ["a.ta:9:3", "a.ta:9:3"]
  %A = ta.read %f sizes(%n, %n) "full" at "a.ta:9:3" : tensor<?x?xf64, #CSR>
  %start = ta.read %f sizes(%n) "full" at "a.ta:10:3" : tensor<?xf64>
  %d = dist.cut %A mode 0 at "-" : tensor<?x?xf64, #CSR>
  %B = dist.restrict %A by %d mode 0 at "-" : tensor<?x?xf64, #CSR> -> tensor<?x?xf64, #CSR>
  %x0 = dist.restrict %start by %d mode 0 at "-" : tensor<?xf64> -> tensor<?xf64>
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %three = arith.constant 3 : i64
  %r = scf.for %t = %zero to %three step %one iter_args(%x = %x0) -> (tensor<?xf64>) : i64 {
    %g = dist.ghosts %d of %B mode 1 at "-" : tensor<?x?xf64, #CSR>
    %y = dist.exchange %x by %g mode 0 at "-" : tensor<?xf64> -> tensor<?xf64>
    %s = dist.all_reduce "add" %y at "-" : tensor<?xf64>
    ta.print %s as "s" : tensor<?xf64>
    %k = dist.agree %t : i64
    ta.print %k as "k" : i64
    scf.yield %x : tensor<?xf64>
  }
  %w = dist.gather %r by %d mode 0 at "-" : tensor<?xf64> -> tensor<?xf64>
  ta.print %w as "w" : tensor<?xf64>
  return
}
