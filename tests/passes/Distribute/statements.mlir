// What becomes of statements, one a function.
// RUN: encke-opt --split-input-file --ta-distribute --canonicalize --cse %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// The distributed label is summed: parts are added up. So is a sum that is one term of
// a statement, which all compute then; but the next statement has the label again.
// CHECK-LABEL: func.func @encke_program
// CHECK: %[[D:.*]] = dist.cut
// CHECK: %[[P:.*]] = ta.assign %{{.*}}[j] sizes(%{{.*}})
// CHECK: %[[S:.*]] = dist.all_reduce "add" %[[P]]
// CHECK: %[[T:.*]] = ta.access %[[S]][j]
// CHECK: ta.sub %{{.*}}, %[[T]]
func.func @encke_program(%old: tensor<?xf64>) {
  %f = ta.file 0 at "a.ta:9:3"
  %n = ta.size "i" from(%f) modes [0] orders [2] at ["a.ta:9:3"]
  %m = ta.size "j" from(%f) modes [1] orders [2] at ["a.ta:9:3"]
  %A = ta.read %f sizes(%n, %m) "full" at "a.ta:9:3" : tensor<?x?xf64, #CSR>
  %x = ta.random sizes(%n) at "a.ta:10:3" : tensor<?xf64>
  %a = ta.access %A[i, j] : tensor<?x?xf64, #CSR>
  %b = ta.access %x[i] : tensor<?xf64>
  %p = ta.mul %a, %b : <[i, j] f64>, <[i] f64> -> <[i, j] f64>
  %s = ta.sum %p over [i] : !ta.expr<[i, j] f64> -> !ta.expr<[j] f64>
  %o = ta.access %old[j] : tensor<?xf64>
  %d = ta.sub %o, %s : <[j] f64>, <[j] f64> -> <[j] f64>
  %y = ta.assign %d[j] sizes(%m) : !ta.expr<[j] f64> -> tensor<?xf64>
  ta.print %y as "y" : tensor<?xf64>
  return
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// A function of the elements has one where the matrix has none: no tensor confines `j`,
// and the vector is gathered.
// CHECK-LABEL: func.func @encke_program
// CHECK: %[[D:.*]] = dist.cut
// CHECK: dist.read_part %{{.*}} "full" by %[[D]] mode 0
// CHECK: %[[X:.*]] = ta.assign %{{.*}}[i]
// CHECK: %[[W:.*]] = dist.gather %[[X]] by %[[D]] mode 0
// CHECK-NOT: dist.exchange
// CHECK: ta.access %[[W]][j]
func.func @encke_program() {
  %f = ta.file 0 at "a.ta:9:3"
  %n = ta.size "i" from(%f, %f) modes [0, 1] orders [2, 2] at ["a.ta:9:3", "a.ta:9:3"]
  %A = ta.read %f sizes(%n, %n) "full" at "a.ta:9:3" : tensor<?x?xf64, #CSR>
  %a = ta.access %A[i, j] : tensor<?x?xf64, #CSR>
  %r = ta.sum %a over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %x = ta.assign %r[i] sizes(%n) : !ta.expr<[i] f64> -> tensor<?xf64>
  %b = ta.access %x[j] : tensor<?xf64>
  %e = ta.apply "exp"(%a) : !ta.expr<[i, j] f64> -> <[i, j] f64>
  %p = ta.mul %e, %b : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
  %s = ta.sum %p over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %y = ta.assign %s[i] sizes(%n) : !ta.expr<[i] f64> -> tensor<?xf64>
  ta.print %y as "y" : tensor<?xf64>
  return
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// A diagonal has the label in both modes: all compute it.
// CHECK-LABEL: func.func @encke_program
// CHECK: %[[A:.*]] = ta.read
// CHECK-NOT: dist.
// CHECK: ta.access %[[A]][i, i]
// CHECK-NOT: dist.
// CHECK: ta.print
func.func @encke_program() {
  %f = ta.file 0 at "a.ta:9:3"
  %n = ta.size "i" from(%f, %f) modes [0, 1] orders [2, 2] at ["a.ta:9:3", "a.ta:9:3"]
  %A = ta.read %f sizes(%n, %n) "full" at "a.ta:9:3" : tensor<?x?xf64, #CSR>
  %a = ta.access %A[i, i] : tensor<?x?xf64, #CSR>
  %y = ta.assign %a[i] sizes(%n) : !ta.expr<[i] f64> -> tensor<?xf64>
  ta.print %y as "y" : tensor<?xf64>
  return
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// Sizes that are known become those of parts; what asks for the size gets the whole one.
// Two labels that only have the same size in two files are not one.
// CHECK-LABEL: func.func @encke_program
// CHECK: %[[D:.*]] = dist.cut
// CHECK: %[[M:.*]] = dist.extent %[[D]]
// CHECK: dist.read_part %{{.*}} "full" by %[[D]] mode 0 sizes(%{{.*}}) at "{{.*}}" : tensor<?x?xf64, #{{.*}}>
// CHECK: %[[Y:.*]] = ta.assign %{{.*}}[i] sizes(%[[M]]) : !ta.expr<[i] f64> -> tensor<?xf64>
// CHECK: dist.gather %[[Y]] by %[[D]] mode 0 first at "{{.*}}" : tensor<?xf64> -> tensor<30xf64>
func.func @encke_program() {
  %f = ta.file 0 at "a.ta:9:3"
  %g = ta.file 1 at "a.ta:10:3"
  %m = ta.size "j" from(%f) modes [1] orders [2] at ["a.ta:9:3"]
  %A = ta.read %f sizes(%m) "full" at "a.ta:9:3" : tensor<30x?xf64, #CSR>
  %a = ta.access %A[i, j] : tensor<30x?xf64, #CSR>
  %s = ta.sum %a over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %y = ta.assign %s[i] sizes() : !ta.expr<[i] f64> -> tensor<30xf64>
  ta.print %y as "y" : tensor<30xf64>
  return
}

// -----

// Without a tensor that is read or drawn there is nothing to distribute.
// CHECK-LABEL: func.func @encke_program
// CHECK-NOT: dist
func.func @encke_program() {
  %c = arith.constant 3 : i64
  ta.print %c as "c" : i64
  return
}

// -----

// Calls are their bodies; a function that calls itself stays one, of whole tensors.
// CHECK-LABEL: func.func @encke_program
// CHECK: dist.cut
// CHECK: ta.assign
// CHECK: dist.all_reduce
// CHECK: call @again
// CHECK-NOT: @total
func.func @encke_program() {
  %f = ta.file 0 at "a.ta:9:3"
  %n = ta.size "i" from(%f) modes [0] orders [1] at ["a.ta:9:3"]
  %x = ta.read %f sizes(%n) "full" at "a.ta:9:3" : tensor<?xf64>
  %a = ta.access %x[i] : tensor<?xf64>
  %y = ta.assign %a[i] sizes(%n) : !ta.expr<[i] f64> -> tensor<?xf64>
  %t = call @total(%y) : (tensor<?xf64>) -> f64
  ta.print %t as "t" : f64
  call @again(%y) : (tensor<?xf64>) -> ()
  return
}
func.func private @total(%x: tensor<?xf64>) -> f64 {
  %a = ta.access %x[k] : tensor<?xf64>
  %s = ta.sum %a over [k] : !ta.expr<[k] f64> -> !ta.expr<[] f64>
  %t = ta.assign %s[] sizes() : !ta.expr<[] f64> -> tensor<f64>
  %r = tensor.extract %t[] : tensor<f64>
  return %r : f64
}
func.func private @again(%x: tensor<?xf64>) {
  call @again(%x) : (tensor<?xf64>) -> ()
  return
}
