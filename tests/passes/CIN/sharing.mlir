// How tasks share a parallel loop, printed and read back. What has its plain form is
// not printed.
// RUN: encke-opt %s | encke-opt | FileCheck %s

// CHECK-LABEL: func.func @words
// CHECK: cin.forall %{{.*}} in %{{.*}} parallel {
// CHECK: cin.forall %{{.*}} in %{{.*}} parallel(share = own) vector(4) {
// CHECK: cin.forall %{{.*}} in %{{.*}} parallel(deal, chunks = 3, unit = 8, extra = 5) {
// CHECK: cin.forall %{{.*}} in %{{.*}} parallel {
// CHECK: cin.forall %{{.*}} in %{{.*}} parallel(share = own, deal, unit = 1) {
// CHECK: cin.forall %{{.*}} in %{{.*}} parallel(share = own, chunks = 1) {
func.func @words(%n: index) {
  cin.forall %i in %n parallel {
  }
  cin.forall %i in %n parallel(share = own) vector(4) {
  }
  cin.forall %i in %n parallel(extra = 5, unit = 8, chunks = 3, deal, by = count) {
  }
  cin.forall %i in %n parallel(by = count, chunks = 16, unit = 4, extra = 0) {
  }
  cin.forall %i in %n parallel(share = own, deal, unit = 1) {
  }
  cin.forall %i in %n parallel attributes {sharing = #cin.sharing<share = own, chunks = 1>} {
  }
  return
}
