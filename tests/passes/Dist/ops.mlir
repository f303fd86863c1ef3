// The operations of the dist dialect, printed and read back.
// RUN: encke-opt %s | encke-opt | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// CHECK-LABEL: func.func @parts
func.func @parts(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>) -> (tensor<?xf64>, tensor<30xf64>, index, index) {
  // CHECK: %[[D:.*]] = dist.cut %{{.*}} mode 0 at "a.ta:9:3" : tensor<?x?xf64, #[[CSR:.*]]>
  %d = dist.cut %A mode 0 at "a.ta:9:3" : tensor<?x?xf64, #CSR>
  // CHECK: %[[B:.*]] = dist.restrict %{{.*}} by %[[D]] mode 0 at "a.ta:9:3" : tensor<?x?xf64, #[[CSR]]> -> tensor<?x?xf64, #[[CSR]]>
  %B = dist.restrict %A by %d mode 0 at "a.ta:9:3"
    : tensor<?x?xf64, #CSR> -> tensor<?x?xf64, #CSR>
  // CHECK: %[[G:.*]] = dist.ghosts %[[D]] of %[[B]] mode 1 at "a.ta:9:3" : tensor<?x?xf64, #[[CSR]]>
  %g = dist.ghosts %d of %B mode 1 at "a.ta:9:3" : tensor<?x?xf64, #CSR>
  // CHECK: dist.extent %[[G]]
  %n = dist.extent %g
  // CHECK: dist.total %[[D]]
  %m = dist.total %d
  // CHECK: dist.exchange %{{.*}} by %[[G]] mode 0 at "a.ta:9:3" : tensor<?xf64> -> tensor<?xf64>
  %y = dist.exchange %x by %g mode 0 at "a.ta:9:3" : tensor<?xf64> -> tensor<?xf64>
  // CHECK: dist.gather %{{.*}} by %[[D]] mode 0 at "a.ta:9:3" : tensor<?xf64> -> tensor<30xf64>
  // CHECK: dist.gather %{{.*}} by %[[D]] mode 0 first at "a.ta:9:3" : tensor<?xf64> -> tensor<30xf64>
  %z = dist.gather %x by %d mode 0 at "a.ta:9:3" : tensor<?xf64> -> tensor<30xf64>
  %p = dist.gather %x by %d mode 0 first at "a.ta:9:3" : tensor<?xf64> -> tensor<30xf64>
  return %y, %z, %n, %m : tensor<?xf64>, tensor<30xf64>, index, index
}

// CHECK-LABEL: func.func @files
func.func @files(%x: tensor<?xf64>, %n: index) -> (tensor<?x?xf64, #CSR>, tensor<?xf64>) {
  %f = ta.file 0 at "a.ta:9:3"
  // CHECK: dist.label "i" size %{{.*}} at "a.ta:9:3"
  dist.label "i" size %n at "a.ta:9:3"
  // CHECK: %[[D:.*]] = dist.cut_file %{{.*}} "full" mode 0 size %{{.*}} at "a.ta:9:3" : tensor<?x?xf64, #[[CSR]]>
  %d = dist.cut_file %f "full" mode 0 size %n at "a.ta:9:3" : tensor<?x?xf64, #CSR>
  // CHECK: dist.read_part %{{.*}} "full" by %[[D]] mode 0 sizes(%{{.*}}) at "a.ta:9:3" : tensor<?x?xf64, #[[CSR]]>
  %A = dist.read_part %f "full" by %d mode 0 sizes(%n) at "a.ta:9:3" : tensor<?x?xf64, #CSR>
  // CHECK: dist.gather %{{.*}} by %[[D]] mode 0 first at "a.ta:9:3" : tensor<?xf64> -> tensor<?xf64>
  %z = dist.gather %x by %d mode 0 first at "a.ta:9:3" : tensor<?xf64> -> tensor<?xf64>
  return %A, %z : tensor<?x?xf64, #CSR>, tensor<?xf64>
}

// CHECK-LABEL: func.func @callers
func.func @callers(%n: index, %m: index, %x: tensor<?xf64>, %A: tensor<?x?xf64, #CSR>) {
  // CHECK: %[[D:.*]] = dist.join(%{{.*}}, %{{.*}}) as ["dimension 1 of 'A'", "dimension 1 of 'x'"] at "a.ta:1:5"
  %d = dist.join(%n, %m) as ["dimension 1 of 'A'", "dimension 1 of 'x'"] at "a.ta:1:5"
  // CHECK: dist.write %{{.*}} by %[[D]] mode 0 to "y.mtx" at "a.ta:9:3" : tensor<?xf64>
  dist.write %x by %d mode 0 to "y.mtx" at "a.ta:9:3" : tensor<?xf64>
  // CHECK: dist.write %{{.*}} by %[[D]] mode 0 to "a.mtx" at "a.ta:9:3" : tensor<?x?xf64, #[[CSR]]>
  dist.write %A by %d mode 0 to "a.mtx" at "a.ta:9:3" : tensor<?x?xf64, #CSR>
  return
}

// CHECK-LABEL: func.func @overlap
func.func @overlap(%d: !dist.rows, %x: tensor<?xf64>, %A: tensor<?x?xf64, #CSR>) -> (tensor<?xf64>, index) {
  // CHECK: dist.begin %{{.*}} by %{{.*}} mode 0 at "a.ta:9:3" : tensor<?xf64>
  dist.begin %x by %d mode 0 at "a.ta:9:3" : tensor<?xf64>
  // CHECK: %{{.*}}, %[[I:.*]], %{{.*}} = dist.inner %{{.*}} by %{{.*}} mode 0 along 1 at "a.ta:9:3" : tensor<?x?xf64, #[[CSR]]>
  %a, %i, %b = dist.inner %A by %d mode 0 along 1 at "a.ta:9:3" : tensor<?x?xf64, #CSR>
  // CHECK: dist.extent %[[I]]
  %n = dist.extent %i
  // CHECK: dist.stack(%{{.*}}, %{{.*}}) mode 0 : tensor<?xf64>, tensor<?xf64> -> tensor<?xf64>
  %y = dist.stack(%x, %x) mode 0 : tensor<?xf64>, tensor<?xf64> -> tensor<?xf64>
  return %y, %n : tensor<?xf64>, index
}

// CHECK-LABEL: func.func @together
func.func @together(%t: tensor<f64>, %c: i1, %k: i64, %i: index) -> (tensor<f64>, i1, i64, index) {
  // CHECK: dist.all_reduce "add" %{{.*}} at "a.ta:9:3" : tensor<f64>
  %s = dist.all_reduce "add" %t at "a.ta:9:3" : tensor<f64>
  // CHECK: dist.agree %{{.*}} : i1
  %b = dist.agree %c : i1
  // CHECK: dist.agree %{{.*}} : i64
  %l = dist.agree %k : i64
  // CHECK: dist.agree %{{.*}} : index
  %j = dist.agree %i : index
  return %s, %b, %l, %j : tensor<f64>, i1, i64, index
}
