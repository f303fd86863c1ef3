// The mark `visit(..)` is printed as it is read, and nothing of it that is no more than
// what a loop without it does.
// RUN: encke-opt %s | encke-opt | FileCheck %s

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK-LABEL: func.func @lookups(
// CHECK: cin.forall %i in %{{.*}} {
// CHECK: cin.forall %j in %{{.*}} visit(lookup = [0 by search, 2 by directory(8)]) vector(1) {
// CHECK: cin.forall %j in %{{.*}} visit(merge = branch, gallop(4)) {
func.func @lookups(%A: !llvm.ptr, %v: !llvm.ptr, %y: memref<?xf64>, %Y: memref<?x?xf64>, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>, %x = %v : !llvm.ptr as tensor<?xf64, #V>, %w = %v : !llvm.ptr as tensor<?xf64, #V>)
             outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m visit(lookup = [0 by search, 2 by directory(8)]) vector(1) {
        %0 = cin.access %x[%j] : !cin.place<tensor<?xf64, #V>>
        %1 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %2 = cin.access %w[%j] : !cin.place<tensor<?xf64, #V>>
        %3 = arith.mulf %1, %0 : f64
        %4 = arith.mulf %3, %2 : f64
        cin.assign %c[%i] += %4 : !cin.place<tensor<?xf64>>
      }
    }
    cin.forall %j in %m visit(merge = branch, gallop(4)) {
      %0 = cin.access %x[%j] : !cin.place<tensor<?xf64, #V>>
      %1 = cin.access %w[%j] : !cin.place<tensor<?xf64, #V>>
      %2 = arith.addf %1, %0 : f64
      cin.assign %c[%j] += %2 : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// CHECK-LABEL: func.func @attribute(
// CHECK-SAME: {test.mark = #cin.visit<lookup = [1 by marks], merge = branch, runs(16)>}
func.func @attribute() attributes {test.mark = #cin.visit<merge = branch, lookup = [1 by marks], runs(16)>} {
  return
}

// CHECK-LABEL: func.func @numbers(
// CHECK-SAME: {test.mark = #cin.visit<scatter(16, most = 100, short = 24)>}
func.func @numbers() attributes {test.mark = #cin.visit<scatter(16, short = 24, most = 100)>} {
  return
}
