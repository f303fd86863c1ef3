// In a function that a library has, callers bring parts of what is of the size that is
// cut, and get such parts.
// RUN: encke-opt --ta-distribute %s -split-input-file | FileCheck %s
// RUN: encke-opt --ta-distribute %s -split-input-file --mlir-print-debuginfo | FileCheck %s --check-prefix=NAMES

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// CHECK-LABEL: func.func private @def_product(
// CHECK-SAME: %[[A:.*]]: tensor<?x?xf64, #{{.*}}>, %[[X:.*]]: tensor<?xf64>, %[[W:.*]]: tensor<?xf64>)
// CHECK-SAME: encke.parts = array<i64: 0, 0, -1, 0>
// CHECK-DAG: %[[N:.*]] = tensor.dim %[[A]], %{{.*}}
// CHECK-DAG: %[[M:.*]] = tensor.dim %[[X]], %{{.*}}
// CHECK: %[[D:.*]] = dist.join(%[[N]], %[[M]])
// CHECK: %[[OWN:.*]] = dist.extent %[[D]]
// CHECK: %[[G:.*]] = dist.ghosts %[[D]] of %[[A]] mode 1
// CHECK: dist.exchange %[[X]] by %[[G]] mode 0
// CHECK: %[[Y:.*]] = ta.assign {{.*}} sizes(%[[OWN]])
// CHECK: return %[[Y]]
// NAMES: dist.join({{.*}}) as ["dimension 1 of 'A'", "dimension 1 of 'x'"] at "k.ta:1:5"
func.func private @def_product(
    %A: tensor<?x?xf64, #CSR> loc("A"("k.ta":1:5)), %x: tensor<?xf64> loc("x"("k.ta":1:5)),
    %w: tensor<?xf64> loc("w"("k.ta":1:5))) -> tensor<?xf64> attributes {encke.export = "product"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %A, %c0 : tensor<?x?xf64, #CSR>
  %m = tensor.dim %A, %c1 : tensor<?x?xf64, #CSR>
  %l = tensor.dim %x, %c0 : tensor<?xf64>
  %s = ta.size "n" from() modes [] orders [] given(%n, %m, %l) as ["dimension 1 of 'A'", "dimension 2 of 'A'", "dimension 1 of 'x'"] at ["k.ta:1:5", "k.ta:1:6", "k.ta:1:7"]
  %a = ta.access %A[i, j] : tensor<?x?xf64, #CSR>
  %b = ta.access %x[j] : tensor<?xf64>
  %p = ta.mul %a, %b : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
  %q = ta.sum %p over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %v = ta.access %w[k] : tensor<?xf64>
  %u = ta.sum %v over [k] : !ta.expr<[k] f64> -> !ta.expr<[] f64>
  %z = ta.mul %q, %u : <[i] f64>, <[] f64> -> <[i] f64>
  %y = ta.assign %z[i] sizes(%n) : !ta.expr<[i] f64> -> tensor<?xf64>
  return %y : tensor<?xf64>
}

// -----

// What a function makes of a file is cut as in a program, and what can be a part is
// given as one, though all have computed it.
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// CHECK-LABEL: func.func private @def_load(
// CHECK-SAME: encke.parts = array<i64: 0>
// CHECK: %[[D:.*]] = dist.cut_file
// CHECK: %[[B:.*]] = dist.read_part %{{.*}} "full" by %[[D]] mode 0
// CHECK: return %[[B]]
func.func private @def_load() -> tensor<?x?xf64, #CSR> attributes {encke.export = "load"} {
  %f = ta.file 0 at "a.ta:9:3"
  %n = ta.size "i" from(%f) modes [0] orders [2] at ["a.ta:9:3"]
  %m = ta.size "j" from(%f) modes [1] orders [2] at ["a.ta:9:3"]
  %A = ta.read %f sizes(%n, %m) "full" at "a.ta:9:3" : tensor<?x?xf64, #CSR>
  return %A : tensor<?x?xf64, #CSR>
}

// -----

// A program writes parts.
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// CHECK-LABEL: func.func @encke_program
// CHECK: %[[D:.*]] = dist.cut_file
// CHECK: dist.read_part
// CHECK-NOT: dist.gather
// CHECK: %[[B:.*]] = ta.assign
// CHECK: dist.write %[[B]] by %[[D]] mode 0 to "out.mtx" at "a.ta:10:3"
func.func @encke_program() {
  %f = ta.file 0 at "a.ta:9:3"
  %n = ta.size "i" from(%f) modes [0] orders [2] at ["a.ta:9:3"]
  %m = ta.size "j" from(%f) modes [1] orders [2] at ["a.ta:9:3"]
  %A = ta.read %f sizes(%n, %m) "full" at "a.ta:9:3" : tensor<?x?xf64, #CSR>
  %a = ta.access %A[i, j] : tensor<?x?xf64, #CSR>
  %B = ta.assign %a[i, j] sizes(%n, %m) : !ta.expr<[i, j] f64> -> tensor<?x?xf64, #CSR>
  ta.write %B to "out.mtx" at "a.ta:10:3" : tensor<?x?xf64, #CSR>
  return
}
