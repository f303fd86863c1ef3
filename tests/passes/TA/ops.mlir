// Every operation of the dialect is read back as it was printed, from its own
// syntax and from the generic one.
// RUN: encke-opt %s | encke-opt | FileCheck %s
// RUN: encke-opt -mlir-print-op-generic %s | encke-opt | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#CU = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#DIA = #ta.format<"C1-0 D0", 64>

// CHECK-LABEL: func.func @files
func.func @files() {
  // CHECK: ta.file 0 at "spmv.ta:9:3"
  // CHECK: ta.file "x.mtx" at "spmv.ta:10:3"
  // CHECK: ta.file 2 at "" {note = "further attributes stay"}
  %f = ta.file 0 at "spmv.ta:9:3"
  %g = ta.file "x.mtx" at "spmv.ta:10:3"
  %h = ta.file 2 at "" {note = "further attributes stay"}
  // CHECK: ta.file #ta.text<"input", "x.mtx"> at ""
  %i = ta.file #ta.text<"input", "x.mtx"> at ""
  return
}

// CHECK-LABEL: func.func @parameters
// CHECK-SAME: %[[Y:.*]]: tensor<?xf64>, %[[R:.*]]: f64, %[[N:.*]]: i64
func.func @parameters(%y: tensor<?xf64>, %r: f64, %n: i64) {
  // CHECK: %[[K:.*]] = ta.parameter "k" default 10 : i64
  // CHECK: ta.write %[[Y]] to #ta.text<"output", "y.mtx"> at "a.ta:9:3"
  // CHECK: %[[T:.*]] = ta.parameter "tol" default -1.000000e-08 : f64
  // CHECK: ta.parameter "fast" default true
  %k = ta.parameter "k" default 10 : i64
  ta.write %y to #ta.text<"output", "y.mtx"> at "a.ta:9:3" : tensor<?xf64>
  %t = ta.parameter "tol" default -1.0e-8 : f64
  %f = ta.parameter "fast" default true
  // CHECK: ta.print_line ["residual", unit](%[[R]]) : f64
  // CHECK: ta.print_line [unit, "and", unit](%[[K]], %[[T]]) : i64, f64
  // CHECK: ta.print_line ["text", #ta.text<"output", "y.mtx">]
  // CHECK: ta.fail ["no convergence after", unit, "rounds"](%[[N]]) : i64 at "a.ta:9:3"
  // CHECK: ta.fail ["stop"] at "a.ta:2:2"
  ta.print_line ["residual", unit](%r) : f64
  ta.print_line [unit, "and", unit](%k, %t) : i64, f64
  ta.print_line ["text", #ta.text<"output", "y.mtx">]
  ta.fail ["no convergence after", unit, "rounds"](%n) : i64 at "a.ta:9:3"
  ta.fail ["stop"] at "a.ta:2:2"
  return
}

// CHECK-LABEL: func.func @sizes
// CHECK-SAME: %[[F:.*]]: !ta.file, %[[G:.*]]: !ta.file
func.func @sizes(%f: !ta.file, %g: !ta.file) {
  %n = ta.size "i" from (%f, %g) modes [0, 1] orders [2, 2]
         at ["a.ta:8:3", "a.ta:9:3"]
  %k = ta.size "k" static 32 from (%g) modes [1] orders [2]
         at ["a.ta:4:3", "a.ta:9:3"]
  // CHECK: ta.size "i" from(%[[F]], %[[G]]) modes [0, 1] orders [2, 2] at ["a.ta:8:3", "a.ta:9:3"]
  // CHECK: ta.size "k" static 32 from(%[[G]]) modes [1] orders [2] at ["a.ta:4:3", "a.ta:9:3"]
  // CHECK: ta.size "l" static 7 from() modes [] orders [] at ["a.ta:4:3"]
  %l = ta.size "l" static 7 from () modes [] orders [] at ["a.ta:4:3"]
  // CHECK: ta.size "m" from() modes [] orders [] given(%{{.*}}, %{{.*}}) as ["one", "other"] at ["a.ta:3:3", "a.ta:3:9"]
  %m = ta.size "m" from () modes [] orders [] given(%n, %k) as ["one", "other"]
         at ["a.ta:3:3", "a.ta:3:9"]
  return
}

// CHECK-LABEL: func.func @orderings
func.func @orderings(%A: tensor<?x?xf64, #CSR>, %n: index) {
  // CHECK: %[[I:.*]] = ta.ordering "i"
  // CHECK: %[[J:.*]] = ta.ordering "j"
  %i = ta.ordering "i"
  %j = ta.ordering "j"
  // CHECK: ta.reorder %[[I]], %[[J]] by "lexi" 0 of %{{.*}} modes [0, 1] at "a.ta:9:3" : tensor<?x?xf64, #{{.*}}>
  ta.reorder %i, %j by "lexi" 0 of %A modes [0, 1] at "a.ta:9:3" : tensor<?x?xf64, #CSR>
  // CHECK: ta.reorder %[[I]] by "auto" 0 of %{{.*}} modes [0] beside %{{.*}} at "a.ta:9:3" : tensor<?x?xf64, #{{.*}}>
  ta.reorder %i by "auto" 0 of %A modes [0] beside %n at "a.ta:9:3" : tensor<?x?xf64, #CSR>
  // CHECK: ta.permute %{{.*}} "in" by %[[I]], %[[J]] modes [0, 1] at "a.ta:9:3" : tensor<?x?xf64, #{{.*}}>
  %B = ta.permute %A "in" by %i, %j modes [0, 1] at "a.ta:9:3" : tensor<?x?xf64, #CSR>
  // CHECK: ta.coordinates sizes(%{{.*}}) : tensor<?xi64>
  %p = ta.coordinates sizes(%n) : tensor<?xi64>
  return
}

// CHECK-LABEL: func.func @decompose
func.func @decompose(%A: tensor<?x?xf64, #CSR>) {
  // CHECK: ta.decompose %{{.*}} by ["count(d0/64,d1-d0)>=32"] at "a.ta:9:3" : tensor<?x?xf64, #[[CSR:.*]]> -> tensor<?x?xf64, #ta.format<"C1-0 D0", 64>>, tensor<?x?xf64, #[[CSR]]>
  %0:2 = ta.decompose %A by ["count(d0/64,d1-d0)>=32"] at "a.ta:9:3"
    : tensor<?x?xf64, #CSR> -> tensor<?x?xf64, #DIA>, tensor<?x?xf64, #CSR>
  return
}

// CHECK-LABEL: func.func @ask
func.func @ask(%A: tensor<?x?xf64, #CSR>) {
  // CHECK: ta.ask "uneven" %{{.*}} : tensor<?x?xf64, #{{.*}}>
  // CHECK: ta.ask "stored" %{{.*}} least 1000 : tensor<?x?xf64, #{{.*}}>
  %uneven = ta.ask "uneven" %A : tensor<?x?xf64, #CSR>
  %large = ta.ask "stored" %A least 1000 : tensor<?x?xf64, #CSR>
  // CHECK: ta.ask "alike" %{{.*}}, %{{.*}} : tensor<?x?xf64, #{{.*}}>, tensor<?x?xf64, #{{.*}}>
  %0 = ta.ask "alike" %A, %A : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>
  return
}

// CHECK-LABEL: func.func @slices
func.func @slices(%A: tensor<?x8xf64, #CSR>, %D: tensor<?x8xf64>, %n: index, %p: tensor<?xi64>) {
  // CHECK: ta.slice %{{.*}} by #{{.*}} sizes() at "a.ta:9:3" : tensor<?x8xf64, #{{.*}}> -> tensor<3x8xf64, #{{.*}}>
  %s = ta.slice %A by affine_map<(d0, d1) -> (d0 * 3 + 2, d1)> sizes() at "a.ta:9:3"
    : tensor<?x8xf64, #CSR> -> tensor<3x8xf64, #CSR>
  // CHECK: %[[T:.*]] = ta.slice %{{.*}} by #{{.*}} scalars(%[[N:.*]]) sizes(%{{.*}}) clipped [1] at "" : tensor<?x8xf64> -> tensor<?x4xf64>
  // CHECK: ta.insert %[[T]] into %{{.*}} by #{{.*}} scalars(%[[N]]) combine "add" at "" : tensor<?x4xf64> into tensor<?x8xf64>
  %t = ta.slice %D by affine_map<(d0, d1)[s0] -> (d0, d1 * s0)> scalars(%n) sizes(%n)
    clipped [1] at "" : tensor<?x8xf64> -> tensor<?x4xf64>
  %i = ta.insert %t into %D by affine_map<(d0, d1)[s0] -> (d0 + s0, d1)> scalars(%n)
    combine "add" at "" : tensor<?x4xf64> into tensor<?x8xf64>
  // CHECK: ta.slice %{{.*}} by #{{.*}} tables(%{{.*}} at [#{{.*}}] : tensor<?xi64>) sizes(%[[N]]) at "" : tensor<?x8xf64> -> tensor<?xf64>
  %g = ta.slice %D by affine_map<(d0)[s0] -> (d0, s0)>
    tables(%p at [affine_map<(d0) -> (d0)>] : tensor<?xi64>) sizes(%n) at ""
    : tensor<?x8xf64> -> tensor<?xf64>
  return
}

// CHECK-LABEL: func.func @loops
func.func @loops(%lo: i64, %hi: i64, %step: i64) {
  // CHECK: ta.rounds %{{.*}} to %{{.*}} step %{{.*}} at "a.ta:9:3"
  %n = ta.rounds %lo to %hi step %step at "a.ta:9:3"
  return
}

// CHECK-LABEL: func.func @tensors_from_outside
// CHECK-SAME: %[[F:.*]]: !ta.file, %[[N:.*]]: index, %[[M:.*]]: index
func.func @tensors_from_outside(%f: !ta.file, %n: index, %m: index) {
  // CHECK: ta.read %[[F]] sizes(%[[N]], %[[M]]) "full" at "a.ta:9:3" : tensor<?x?xf64, #{{.*}}>
  // CHECK: ta.read %[[F]] sizes() "strict_lower" at "a.ta:9:3" : tensor<4x5xf32>
  // CHECK: ta.random seed 7 sizes(%[[M]]) at "a.ta:9:3" : tensor<3x?xf64>
  // CHECK: ta.random sizes() at "a.ta:9:3" : tensor<3xf64>
  // CHECK: ta.random seed 8 density %{{.*}} sizes(%[[N]], %[[M]]) at "a.ta:9:3" : tensor<?x?xf64, #{{.*}}>
  %A = ta.read %f sizes(%n, %m) "full" at "a.ta:9:3" : tensor<?x?xf64, #CSR>
  %B = ta.read %f sizes() "strict_lower" at "a.ta:9:3" : tensor<4x5xf32>
  %R = ta.random seed 7 sizes(%m) at "a.ta:9:3" : tensor<3x?xf64>
  %Q = ta.random sizes() at "a.ta:9:3" : tensor<3xf64>
  %d = arith.constant 0.1 : f64
  %S = ta.random seed 8 density %d sizes(%n, %m) at "a.ta:9:3" : tensor<?x?xf64, #CSR>
  return
}

// CHECK-LABEL: func.func @leaves
// CHECK-SAME: %[[A:.*]]: tensor<?x?xf64, #{{.*}}>, %[[S:.*]]: f64, %[[T:.*]]: tensor<i64>
func.func @leaves(%A: tensor<?x?xf64, #CSR>, %s: f64, %t: tensor<i64>) {
  // CHECK: %[[X:.*]] = ta.access %[[A]][i, j] : tensor<?x?xf64, #{{.*}}>
  // CHECK: ta.neg %[[X]] : <[i, j] f64>
  %a = ta.access %A[i, j] : tensor<?x?xf64, #CSR>
  %0 = ta.neg %a : !ta.expr<[i, j] f64>
  // A diagonal has one label.
  // CHECK: %[[D:.*]] = ta.access %[[A]][i, i] : tensor<?x?xf64, #{{.*}}>
  // CHECK: ta.neg %[[D]] : <[i] f64>
  %d = ta.access %A[i, i] : tensor<?x?xf64, #CSR>
  %1 = ta.neg %d : !ta.expr<[i] f64>
  // CHECK: ta.access %[[T]][] : tensor<i64>
  %2 = ta.access %t[] : tensor<i64>
  // CHECK: ta.scalar %[[S]] : f64 -> <[] f64>
  %3 = ta.scalar %s : f64 -> !ta.expr<[] f64>
  return
}

// CHECK-LABEL: func.func @arithmetic
// CHECK-SAME: %[[P:.*]]: !ta.expr<[i, j] f64>, %[[Q:.*]]: !ta.expr<[j, i] f64>, %[[R:.*]]: !ta.expr<[k] f64>
func.func @arithmetic(%p: !ta.expr<[i, j] f64>, %q: !ta.expr<[j, i] f64>,
                      %r: !ta.expr<[k] f64>) {
  // The order of labels means nothing.
  // CHECK: ta.add %[[P]], %[[Q]] : <[i, j] f64>, <[j, i] f64> -> <[i, j] f64>
  // CHECK: ta.sub %[[P]], %[[Q]] : <[i, j] f64>, <[j, i] f64> -> <[i, j] f64>
  // CHECK: ta.mul %[[P]], %[[R]] : <[i, j] f64>, <[k] f64> -> <[i, j, k] f64>
  // CHECK: ta.div %[[R]], %[[P]] : <[k] f64>, <[i, j] f64> -> <[k, i, j] f64>
  %0 = ta.add %p, %q : <[i, j] f64>, <[j, i] f64> -> <[i, j] f64>
  %1 = ta.sub %p, %q : <[i, j] f64>, <[j, i] f64> -> <[i, j] f64>
  %2 = ta.mul %p, %r : <[i, j] f64>, <[k] f64> -> <[i, j, k] f64>
  %3 = ta.div %r, %p : <[k] f64>, <[i, j] f64> -> <[k, i, j] f64>
  return
}

// CHECK-LABEL: func.func @functions
// CHECK-SAME: %[[E:.*]]: !ta.expr<[i] f64>, %[[G:.*]]: !ta.expr<[j] f64>
func.func @functions(%e: !ta.expr<[i] f64>, %g: !ta.expr<[j] f64>) {
  // CHECK: ta.apply "relu"(%[[E]]) : !ta.expr<[i] f64> -> <[i] f64>
  // CHECK: ta.apply "lt"(%[[E]], %{{.*}}) : !ta.expr<[i] f64>, !ta.expr<[i] f64> -> <[i] i1>
  %r = ta.apply "relu"(%e) : !ta.expr<[i] f64> -> <[i] f64>
  %c = ta.apply "lt"(%e, %r) : !ta.expr<[i] f64>, !ta.expr<[i] f64> -> <[i] i1>
  // CHECK: ta.apply "max"(%[[E]], %[[G]]) : !ta.expr<[i] f64>, !ta.expr<[j] f64> -> <[i, j] f64>
  %m = ta.apply "max"(%e, %g) : !ta.expr<[i] f64>, !ta.expr<[j] f64> -> <[i, j] f64>
  return
}

// CHECK-LABEL: func.func @checks
// CHECK-SAME: %[[X:.*]]: f64, %[[FITS:.*]]: i1
func.func @checks(%x: f64, %fits: i1) -> f64 {
  // CHECK: ta.check %[[X]] if %[[FITS]], "the value does not fit 'int'" : f64
  %y = ta.check %x if %fits, "the value does not fit 'int'" : f64
  return %y : f64
}

// CHECK-LABEL: func.func @every_function
func.func @every_function(%e: !ta.expr<[i] f64>) {
  // CHECK: "abs"
  // CHECK: "cos"
  // CHECK: "exp"
  // CHECK: "log"
  // CHECK: "relu"
  // CHECK: "sigmoid"
  // CHECK: "sin"
  // CHECK: "sqrt"
  // CHECK: "tanh"
  // CHECK: "max"
  // CHECK: "min"
  // CHECK: "pow"
  %0 = ta.apply "abs"(%e) : !ta.expr<[i] f64> -> <[i] f64>
  %1 = ta.apply "cos"(%e) : !ta.expr<[i] f64> -> <[i] f64>
  %2 = ta.apply "exp"(%e) : !ta.expr<[i] f64> -> <[i] f64>
  %3 = ta.apply "log"(%e) : !ta.expr<[i] f64> -> <[i] f64>
  %4 = ta.apply "relu"(%e) : !ta.expr<[i] f64> -> <[i] f64>
  %5 = ta.apply "sigmoid"(%e) : !ta.expr<[i] f64> -> <[i] f64>
  %6 = ta.apply "sin"(%e) : !ta.expr<[i] f64> -> <[i] f64>
  %7 = ta.apply "sqrt"(%e) : !ta.expr<[i] f64> -> <[i] f64>
  %8 = ta.apply "tanh"(%e) : !ta.expr<[i] f64> -> <[i] f64>
  %9 = ta.apply "max"(%e, %e) : !ta.expr<[i] f64>, !ta.expr<[i] f64> -> <[i] f64>
  %10 = ta.apply "min"(%e, %e) : !ta.expr<[i] f64>, !ta.expr<[i] f64> -> <[i] f64>
  %11 = ta.apply "pow"(%e, %e) : !ta.expr<[i] f64>, !ta.expr<[i] f64> -> <[i] f64>
  return
}

// CHECK-LABEL: func.func @element_types
// CHECK-SAME: %[[N:.*]]: !ta.expr<[i] i32>, %[[Z:.*]]: !ta.expr<[i] complex<f64>>, %[[B:.*]]: !ta.expr<[i] i1>
func.func @element_types(%n: !ta.expr<[i] i32>, %z: !ta.expr<[i] complex<f64>>,
                         %b: !ta.expr<[i] i1>, %s: complex<f64>) {
  // CHECK: ta.cast %[[N]] : <[i] i32> -> <[i] f64>
  // CHECK: ta.cast %[[B]] : <[i] i1> -> <[i] complex<f64>>
  // CHECK: ta.neg %[[N]] : <[i] i32>
  // CHECK: ta.add %[[Z]], %[[Z]] : <[i] complex<f64>>, <[i] complex<f64>> -> <[i] complex<f64>>
  // CHECK: ta.apply "abs"(%[[Z]]) : !ta.expr<[i] complex<f64>> -> <[i] f64>
  // CHECK: ta.apply "max"(%[[N]], %[[N]]) : !ta.expr<[i] i32>, !ta.expr<[i] i32> -> <[i] i32>
  // CHECK: ta.apply "lt"(%[[N]], %[[N]]) : !ta.expr<[i] i32>, !ta.expr<[i] i32> -> <[i] i1>
  // CHECK: ta.apply "not"(%[[B]]) : !ta.expr<[i] i1> -> <[i] i1>
  // CHECK: ta.scalar %{{.*}} : complex<f64> -> <[] complex<f64>>
  %0 = ta.cast %n : <[i] i32> -> <[i] f64>
  %1 = ta.cast %b : <[i] i1> -> <[i] complex<f64>>
  %2 = ta.neg %n : !ta.expr<[i] i32>
  %3 = ta.add %z, %z : <[i] complex<f64>>, <[i] complex<f64>> -> <[i] complex<f64>>
  %4 = ta.apply "abs"(%z) : !ta.expr<[i] complex<f64>> -> <[i] f64>
  %5 = ta.apply "max"(%n, %n) : !ta.expr<[i] i32>, !ta.expr<[i] i32> -> <[i] i32>
  %6 = ta.apply "lt"(%n, %n) : !ta.expr<[i] i32>, !ta.expr<[i] i32> -> <[i] i1>
  %7 = ta.apply "not"(%b) : !ta.expr<[i] i1> -> <[i] i1>
  %8 = ta.scalar %s : complex<f64> -> !ta.expr<[] complex<f64>>
  return
}

// CHECK-LABEL: func.func @semirings
// CHECK-SAME: %[[E:.*]]: !ta.expr<[i, j] f64>, %[[X:.*]]: !ta.expr<[j] f64>
func.func @semirings(%e: !ta.expr<[i, j] f64>, %x: !ta.expr<[j] f64>) {
  // CHECK: ta.combine "add" intersection %[[E]], %[[X]] : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
  // CHECK: ta.combine "min" union %[[E]], %[[E]] : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  // CHECK: ta.reduce "max" %[[E]] over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  // CHECK: ta.reduce "mul" %[[E]] over [i, j] {note} : !ta.expr<[i, j] f64> -> !ta.expr<[] f64>
  // CHECK: ta.stored %[[E]] : <[i, j] f64> -> <[i, j] i64>
  %p = ta.combine "add" intersection %e, %x
         : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
  %y = ta.reduce "min" %p over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %1 = ta.combine "min" union %e, %e : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %m = ta.reduce "max" %e over [j]
         : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %3 = ta.reduce "mul" %e over [i, j] {note} : !ta.expr<[i, j] f64> -> !ta.expr<[] f64>
  %o = ta.stored %e : <[i, j] f64> -> <[i, j] i64>
  return
}

// CHECK-LABEL: func.func @filters
// CHECK-SAME: %[[E:.*]]: !ta.expr<[i, k] f64>, %[[C:.*]]: !ta.expr<[i] i1>
func.func @filters(%e: !ta.expr<[i, k] f64>, %large: !ta.expr<[i] i1>) {
  // CHECK: ta.filter %[[E]] if %[[C]] : <[i, k] f64>, <[i] i1> -> <[i, k] f64>
  %c = ta.filter %e if %large : <[i, k] f64>, <[i] i1> -> <[i, k] f64>
  return
}

// CHECK-LABEL: func.func @masks
// CHECK-SAME: %[[E:.*]]: !ta.expr<[i, k] f64>, %[[M:.*]]: !ta.expr<[i, k] f64>, %[[N:.*]]: !ta.expr<[k] i32>
func.func @masks(%e: !ta.expr<[i, k] f64>, %m: !ta.expr<[i, k] f64>, %n: !ta.expr<[k] i32>) {
  // CHECK: ta.mask %[[E]] by %[[M]] : <[i, k] f64>, <[i, k] f64> -> <[i, k] f64>
  // CHECK: ta.mask %[[E]] by not %[[M]] : <[i, k] f64>, <[i, k] f64> -> <[i, k] f64>
  %c = ta.mask %e by %m : <[i, k] f64>, <[i, k] f64> -> <[i, k] f64>
  %d = ta.mask %e by not %m : <[i, k] f64>, <[i, k] f64> -> <[i, k] f64>
  // The mask may have other elements, and fewer labels.
  // CHECK: ta.mask %[[E]] by %[[N]] : <[i, k] f64>, <[k] i32> -> <[i, k] f64>
  %g = ta.mask %e by %n : <[i, k] f64>, <[k] i32> -> <[i, k] f64>
  return
}

// CHECK-LABEL: func.func @sum_and_repeat
// CHECK-SAME: %[[E:.*]]: !ta.expr<[i, j] f64>, %[[B:.*]]: !ta.expr<[i] f64>, %[[M:.*]]: index
func.func @sum_and_repeat(%e: !ta.expr<[i, j] f64>, %b: !ta.expr<[i] f64>, %m: index) {
  // CHECK: ta.sum %[[E]] over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  // CHECK: ta.sum %[[E]] over [j, i] : !ta.expr<[i, j] f64> -> !ta.expr<[] f64>
  // CHECK: ta.repeat %[[B]] along [j](%[[M]]) : !ta.expr<[i] f64> -> !ta.expr<[i, j] f64>
  // CHECK: ta.repeat %[[B]] along [j, k](%[[M]], %[[M]]) {note} : !ta.expr<[i] f64> -> !ta.expr<[i, j, k] f64>
  %s = ta.sum %e over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %t = ta.sum %e over [j, i] : !ta.expr<[i, j] f64> -> !ta.expr<[] f64>
  %r = ta.repeat %b along [j](%m) : !ta.expr<[i] f64> -> !ta.expr<[i, j] f64>
  %q = ta.repeat %b along [j, k](%m, %m) {note} : !ta.expr<[i] f64> -> !ta.expr<[i, j, k] f64>
  return
}

// CHECK-LABEL: func.func @statements
// CHECK-SAME: %[[E:.*]]: !ta.expr<[i, k] f64>, %[[S:.*]]: f64, %[[N:.*]]: index
func.func @statements(%e: !ta.expr<[i, k] f64>, %s: f64, %n: index) {
  // CHECK: %[[C:.*]] = ta.assign %[[E]][i, k] sizes(%[[N]]) : !ta.expr<[i, k] f64> -> tensor<?x32xf64>
  // CHECK: ta.assign %[[E]][k, i] sizes() : !ta.expr<[i, k] f64> -> tensor<32x4xf64>
  %C = ta.assign %e[i, k] sizes(%n) : !ta.expr<[i, k] f64> -> tensor<?x32xf64>
  %D = ta.assign %e[k, i] sizes() : !ta.expr<[i, k] f64> -> tensor<32x4xf64>
  // CHECK: ta.print %[[C]] as "C" : tensor<?x32xf64>
  // CHECK: ta.print %[[S]] as "s" : f64
  // CHECK: ta.write %[[C]] to "c.mtx" at "a.ta:9:3" : tensor<?x32xf64>
  // CHECK: %[[T:.*]] = ta.time
  // CHECK: ta.print_elapsed %[[T]] to %[[T]]
  ta.print %C as "C" : tensor<?x32xf64>
  ta.print %s as "s" : f64
  ta.write %C to "c.mtx" at "a.ta:9:3" : tensor<?x32xf64>
  %t = ta.time
  ta.print_elapsed %t to %t
  return
}

// The examples of the operations' descriptions.
// CHECK-LABEL: func.func @examples
// CHECK: ta.size "i"
// CHECK-NEXT: ta.size "k" static 32
// CHECK-NEXT: ta.size "m" from() modes [] orders [] given(
// CHECK-NEXT: ta.random sizes(
// CHECK-NEXT: ta.random seed 7
// CHECK-NEXT: ta.slice
// CHECK-NEXT: ta.slice
// CHECK-NEXT: ta.slice
// CHECK-NEXT: ta.insert
// CHECK-NEXT: ta.whole "reshape"
func.func @examples(%f: !ta.file, %g: !ta.file, %a: index, %b: index, %S: tensor<?x?xf64, #CSR>, %D: tensor<?x?xf64>, %v: tensor<3x?xf64>, %x: tensor<?xf64>, %p: tensor<?xi64>, %d: f64) {
  %n = ta.size "i" from (%f, %g) modes [0, 1] orders [2, 2]
         at ["a.ta:8:3", "a.ta:9:3"]
  %k = ta.size "k" static 32 from (%g) modes [1] orders [2]
         at ["a.ta:4:3", "a.ta:9:3"]
  %m = ta.size "m" from() modes [] orders []
         given(%a, %b) as ["dimension 1 of 'A'", "dimension 1 of 'b'"]
         at ["a.ta:3:25", "a.ta:3:52"]
  %A = ta.random sizes(%n) at "a.ta:9:3" : tensor<?xf64>
  %B = ta.random seed 7 density %d sizes(%n, %n) at "a.ta:10:3"
    : tensor<?x?xf64, #CSR>
  %s = ta.slice %S by affine_map<(d0, d1) -> (d0 * 3 + 2, d1)> sizes(%n)
    at "a.ta:9:3" : tensor<?x?xf64, #CSR> -> tensor<3x?xf64, #CSR>
  %r = ta.slice %S by affine_map<(d0)[s0] -> (s0, d0)> scalars(%a) sizes(%n)
    at "a.ta:9:3" : tensor<?x?xf64, #CSR> -> tensor<?xf64, #CU>
  %h = ta.slice %x by affine_map<(d0)[s0] -> (s0)>
    tables(%p at [affine_map<(d0) -> (d0)>] : tensor<?xi64>) sizes(%n)
    at "a.ta:9:3" : tensor<?xf64> -> tensor<?xf64>
  %C = ta.insert %v into %D by affine_map<(d0, d1) -> (d0 * 3 + 2, d1)>
    at "a.ta:9:3" : tensor<3x?xf64> into tensor<?x?xf64>
  %w = ta.whole "reshape"(%D) sizes(%n) at "a.ta:9:3"
    : tensor<?x?xf64> -> tensor<?xf64>
  return
}
