// On request it is noted what is known of tensors, and the functions of kernels keep it.
// RUN: encke-opt --ta-estimate-costs=note-data %s | FileCheck %s
// RUN: encke-opt --ta-estimate-costs=note-data --ta-outline-kernels %s | FileCheck %s --check-prefix=KERNEL

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK-LABEL: func.func @main
// KERNEL-LABEL: func.func @main
func.func @main() -> tensor<40xf64> {
  %f = ta.file "A.mtx" at "a.ta:1:1" {encke.sizes = array<i64: 40, 30>, encke.entries = 90 : i64}
  %A = ta.read %f sizes() "full" at "a.ta:1:1" : tensor<40x30xf64, #CSR>
  // CHECK: ta.access %{{.*}}[i, j] {encke.data = {bytes = {{.*}} : f64, exact = true, file = "A.mtx", sizes = array<f64: 4.000000e+01, 3.000000e+01>, stored = 9.000000e+01 : f64}}
  %a = ta.access %A[i, j] : tensor<40x30xf64, #CSR>
  %s = ta.sum %a over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  // CHECK: ta.assign %{{.*}}[i] sizes() {encke.data = {bytes = 3.200000e+02 : f64, exact = true, sizes = array<f64: 4.000000e+01>, stored = 4.000000e+01 : f64}
  %y = ta.assign %s[i] sizes() : !ta.expr<[i] f64> -> tensor<40xf64>
  return %y : tensor<40xf64>
}

// KERNEL: func.func private @kernel_0(%{{.*}}: tensor<40x30xf64, #CSR> {encke.data = {{{.*}}file = "A.mtx"
// KERNEL-SAME: -> (tensor<40xf64> {encke.data = {

// Of what is not known nothing is noted.
// CHECK-LABEL: func.func @unknown
func.func @unknown(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  // CHECK: ta.access %{{.*}}[i] :
  %a = ta.access %x[i] : tensor<?xf64>
  %y = ta.assign %a[i] sizes(%n) : !ta.expr<[i] f64> -> tensor<?xf64>
  return %y : tensor<?xf64>
}
