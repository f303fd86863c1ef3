// A tensor that is read is in shares only where nothing needs it as a whole: not where
// it is printed, too, where a file may be written before parts of it are asked, or where
// parts along two modes are. Two reads of one size come from shares each.
// RUN: encke-opt --ta-distribute --canonicalize --cse -split-input-file %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// CHECK-LABEL: func.func @encke_program
// CHECK-NOT: ta.read
// CHECK: %[[D:.*]] = dist.cut_file
// CHECK-NOT: ta.read
// CHECK: dist.read_part %{{.*}} "full" by %[[D]] mode 0
// CHECK-NOT: ta.read
// CHECK: dist.read_part %{{.*}} "full" by %[[D]] mode 0 sizes() at "a.ta:10:3" : tensor<?xf64>
// CHECK-NOT: ta.read
// CHECK: dist.gather
func.func @encke_program() {
  %f = ta.file 0 at "a.ta:9:3"
  %g = ta.file 1 at "a.ta:10:3"
  %n = ta.size "i" from(%f, %g) modes [0, 0] orders [2, 1] at ["a.ta:9:3", "a.ta:10:3"]
  %m = ta.size "j" from(%f) modes [1] orders [2] at ["a.ta:9:3"]
  %A = ta.read %f sizes(%n, %m) "full" at "a.ta:9:3" : tensor<?x?xf64, #CSR>
  %x = ta.read %g sizes(%n) "full" at "a.ta:10:3" : tensor<?xf64>
  %a = ta.access %A[i, j] : tensor<?x?xf64, #CSR>
  %b = ta.access %x[i] : tensor<?xf64>
  %p = ta.mul %a, %b : <[i, j] f64>, <[i] f64> -> <[i, j] f64>
  %s = ta.sum %p over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %y = ta.assign %s[i] sizes(%n) : !ta.expr<[i] f64> -> tensor<?xf64>
  ta.print %y as "y" : tensor<?xf64>
  return
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// CHECK-LABEL: func.func @encke_program
// CHECK: %[[A:.*]] = ta.read
// CHECK: %[[D:.*]] = dist.cut %[[A]]
// CHECK: dist.restrict %[[A]] by %[[D]]
// CHECK: ta.print %[[A]]
func.func @encke_program() {
  %f = ta.file 0 at "a.ta:9:3"
  %n = ta.size "i" from(%f) modes [0] orders [2] at ["a.ta:9:3"]
  %m = ta.size "j" from(%f) modes [1] orders [2] at ["a.ta:9:3"]
  %A = ta.read %f sizes(%n, %m) "full" at "a.ta:9:3" : tensor<?x?xf64, #CSR>
  %a = ta.access %A[i, j] : tensor<?x?xf64, #CSR>
  %s = ta.sum %a over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %y = ta.assign %s[i] sizes(%n) : !ta.expr<[i] f64> -> tensor<?xf64>
  ta.print %A as "A" : tensor<?x?xf64, #CSR>
  ta.print %y as "y" : tensor<?xf64>
  return
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// The vector is read before the matrix that says how it is cut, and a file is written
// between: its whole is read where it stands.
// CHECK-LABEL: func.func @encke_program
// CHECK: %[[X:.*]] = ta.read
// CHECK: ta.write
// CHECK: %[[D:.*]] = dist.cut_file
// CHECK: dist.restrict %[[X]] by %[[D]] mode 0
func.func @encke_program() {
  %f = ta.file 0 at "a.ta:9:3"
  %g = ta.file 1 at "a.ta:10:3"
  %n = ta.size "i" from(%f, %g) modes [0, 0] orders [2, 1] at ["a.ta:9:3", "a.ta:10:3"]
  %m = ta.size "j" from(%f) modes [1] orders [2] at ["a.ta:9:3"]
  %x = ta.read %g sizes(%n) "full" at "a.ta:10:3" : tensor<?xf64>
  %t = ta.random sizes(%m) at "a.ta:11:3" : tensor<?xf64>
  ta.write %t to "x.mtx" at "a.ta:12:3" : tensor<?xf64>
  %A = ta.read %f sizes(%n, %m) "full" at "a.ta:9:3" : tensor<?x?xf64, #CSR>
  %a = ta.access %A[i, j] : tensor<?x?xf64, #CSR>
  %b = ta.access %x[i] : tensor<?xf64>
  %p = ta.mul %a, %b : <[i, j] f64>, <[i] f64> -> <[i, j] f64>
  %s = ta.sum %p over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %y = ta.assign %s[i] sizes(%n) : !ta.expr<[i] f64> -> tensor<?xf64>
  ta.print %y as "y" : tensor<?xf64>
  return
}
