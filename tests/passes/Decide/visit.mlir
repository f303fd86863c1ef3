// What loops along sparse tensors look up, and how they merge.
// RUN: encke-opt --cin-decide %s | FileCheck %s
// RUN: encke-opt --cin-decide=few-stored %s | FileCheck %s --check-prefix=FEW

// Data that caches hold are merged in one form.
// FEW: visit(
// FEW-NOT: {{(gallop|runs|scatter)[(]16}}

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>

// Vectors differ in length by orders of magnitude. One stream needs no mark.
// CHECK-LABEL: func.func @vectors(
// CHECK: cin.forall %i in %{{.*}} visit(gallop(16)) {
// CHECK: cin.forall %i in %{{.*}} visit(merge = branch, runs(16)) {
// CHECK: cin.forall %i in %{{[^ ]*}} {
func.func @vectors(%v: !llvm.ptr, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%x = %v : !llvm.ptr as tensor<?xf64, #V>, %w = %v : !llvm.ptr as tensor<?xf64, #V>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      %0 = cin.access %x[%i] : !cin.place<tensor<?xf64, #V>>
      %1 = cin.access %w[%i] : !cin.place<tensor<?xf64, #V>>
      %2 = arith.mulf %0, %1 : f64
      cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
    }
    cin.forall %i in %n {
      %0 = cin.access %x[%i] : !cin.place<tensor<?xf64, #V>>
      %1 = cin.access %w[%i] : !cin.place<tensor<?xf64, #V>>
      %2 = arith.addf %0, %1 : f64
      cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
    }
    cin.forall %i in %n {
      %0 = cin.access %x[%i] : !cin.place<tensor<?xf64, #V>>
      cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// An outermost level is not visited for each iteration of a loop around: three streams are no
// gallop, and of a directory is known how much it is used.
// CHECK-LABEL: func.func @inside(
// CHECK: cin.forall %i in %{{[^ ]*}} {
// CHECK: cin.forall %j in %{{[^ ]*}} visit(lookup = [0 by directory(8)], scatter(16, most = 1048576, short = 24)) {
func.func @inside(%A: !llvm.ptr, %v: !llvm.ptr, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>, %b = %A : !llvm.ptr as tensor<?x?xf64, #CSR>, %x = %v : !llvm.ptr as tensor<?xf64, #V>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %n {
        %0 = cin.access %x[%j] : !cin.place<tensor<?xf64, #V>>
        %1 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %2 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.mulf %3, %2 : f64
        cin.assign %c[%i] += %4 : !cin.place<tensor<?xf64>>
      }
    }
  }
  return
}

// Three streams, of which two remain where a row is absent.
// CHECK-LABEL: func.func @rows(
// CHECK: cin.forall %i in %{{[^ ]*}} {
// CHECK: cin.forall %j in %{{[^ ]*}} visit(scatter(16, most = 1048576, short = 24)) {
func.func @rows(%A: !llvm.ptr, %D: !llvm.ptr, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>, %b = %A : !llvm.ptr as tensor<?x?xf64, #CSR>, %d = %D : !llvm.ptr as tensor<?x?xf64, #DCSR>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %n {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %1 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %2 = cin.access %d[%i, %j] : !cin.place<tensor<?x?xf64, #DCSR>>
        %3 = arith.addf %1, %2 : f64
        %4 = arith.mulf %3, %0 : f64
        cin.assign %c[%i] += %4 : !cin.place<tensor<?xf64>>
      }
    }
  }
  return
}

// What is written stays.
// CHECK-LABEL: func.func @written(
// CHECK: cin.forall %i in %{{.*}} visit(runs(2)) {
func.func @written(%v: !llvm.ptr, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%x = %v : !llvm.ptr as tensor<?xf64, #V>, %w = %v : !llvm.ptr as tensor<?xf64, #V>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n visit(runs(2)) {
      %0 = cin.access %x[%i] : !cin.place<tensor<?xf64, #V>>
      %1 = cin.access %w[%i] : !cin.place<tensor<?xf64, #V>>
      %2 = arith.addf %0, %1 : f64
      cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
    }
  }
  return
}
