// A loop does what `visit(..)` says, and without it no more than to step through all
// streams.
// RUN: encke-opt --convert-cin-to-scf --canonicalize --cse %s -split-input-file -verify-diagnostics | FileCheck %s

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 32, crdWidth = 32 }>

// CHECK-LABEL: func.func @plain(
// CHECK-NOT: scf.if
// CHECK: scf.while
// CHECK: scf.if
// CHECK: arith.select
// CHECK: arith.select
// CHECK-NOT: scf.while
// CHECK: return
func.func @plain(%v: !llvm.ptr, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%x = %v : !llvm.ptr as tensor<?xf64, #V>, %w = %v : !llvm.ptr as tensor<?xf64, #V>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      %0 = cin.access %x[%i] : !cin.place<tensor<?xf64, #V>>
      %1 = cin.access %w[%i] : !cin.place<tensor<?xf64, #V>>
      %2 = arith.mulf %0, %1 : f64
      cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// The ratio is a number of the mark.
// CHECK-LABEL: func.func @gallops(
// CHECK: arith.shrui %{{.*}}, %c2
// CHECK: scf.if
func.func @gallops(%v: !llvm.ptr, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%x = %v : !llvm.ptr as tensor<?xf64, #V>, %w = %v : !llvm.ptr as tensor<?xf64, #V>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n visit(gallop(4)) {
      %0 = cin.access %x[%i] : !cin.place<tensor<?xf64, #V>>
      %1 = cin.access %w[%i] : !cin.place<tensor<?xf64, #V>>
      %2 = arith.mulf %0, %1 : f64
      cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// Rows of about the same length: where they do not begin and end alike, and there are no
// more coordinates than the mark says, one of them is scattered, and the other one looks
// there. An array from the row before, whatever it holds, does no harm.
// CHECK-LABEL: func.func @scatters(
// CHECK: %[[NARROW:.*]] = arith.cmpi ule, %[[N:.*]], %c100
// CHECK: %[[LENGTH:.*]] = arith.select %[[NARROW]], %[[N]], %c0
// CHECK: %[[AT:.*]] = memref.alloc(%[[LENGTH]]) {{.*}}memref<?xi32>
// CHECK: scf.for
// CHECK: scf.if
// CHECK: arith.cmpi eq, %[[LENGTH]], %c0
// CHECK: scf.while
// CHECK: } else {
// CHECK: scf.for %[[P:.*]] = %[[LO:.*]] to %[[HI:.*]] step %c1 {
// CHECK: memref.store %{{.*}}, %[[AT]]
// CHECK: scf.for
// CHECK: %[[FOUND:.*]] = memref.load %[[AT]]
// CHECK: %[[POSITION:.*]] = arith.index_castui %[[FOUND]]
// CHECK: %[[OFFSET:.*]] = arith.subi %[[POSITION]], %[[LO]]
// CHECK: arith.cmpi ult, %[[OFFSET]]
// CHECK: return
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>
func.func @scatters(%A: !llvm.ptr, %y: memref<?xf64>, %m: index, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>, %b = %A : !llvm.ptr as tensor<?x?xf64, #CSR>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %m {
      cin.forall %j in %n visit(scatter(4, most = 100)) {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %1 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
      }
    }
  }
  return
}

// Whether rows are stepped through is asked once, in front of the loops, of which there is
// a version without another way for that.
// CHECK-LABEL: func.func @looks_at_rows(
// CHECK: %[[ALIKE:.*]] = call @encke_loop_rows_are_alike(
// CHECK: %[[STEPS:.*]] = arith.cmpi ne, %[[ALIKE]], %c0_i64
// CHECK: %[[AT:.*]] = memref.alloc
// CHECK: scf.if %[[STEPS]] {
// CHECK: scf.for
// CHECK-NOT: scf.if
// CHECK: scf.while
// CHECK-NOT: scf.while
// CHECK: } else {
// CHECK: memref.store %{{.*}}, %[[AT]]
// CHECK: return
func.func @looks_at_rows(%A: !llvm.ptr, %B: !llvm.ptr, %y: memref<?xf64>, %m: index, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>, %b = %B : !llvm.ptr as tensor<?x?xf64, #CSR>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %m {
      cin.forall %j in %n visit(scatter(16, short = 24)) {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %1 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
      }
    }
  }
  return
}

// Rows that are not of one iteration say nothing about each other.
// CHECK-LABEL: func.func @has_no_pairs(
// CHECK-NOT: encke_loop_rows_are_alike
// CHECK: return
func.func @has_no_pairs(%A: !llvm.ptr, %v: !llvm.ptr, %y: memref<?xf64>, %m: index, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>, %b = %v : !llvm.ptr as tensor<?xf64, #V>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %m {
      cin.forall %j in %n visit(scatter(16, short = 24)) {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %1 = cin.access %b[%j] : !cin.place<tensor<?xf64, #V>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
      }
    }
  }
  return
}

// Each coordinate of one is searched for in the other.
// CHECK-LABEL: func.func @searches(
// CHECK-NOT: encke_directory
// CHECK: scf.for
// CHECK: scf.while
// CHECK: return
func.func @searches(%v: !llvm.ptr, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%x = %v : !llvm.ptr as tensor<?xf64, #V>, %w = %v : !llvm.ptr as tensor<?xf64, #V>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n visit(lookup = [0 by search]) {
      %0 = cin.access %x[%i] : !cin.place<tensor<?xf64, #V>>
      %1 = cin.access %w[%i] : !cin.place<tensor<?xf64, #V>>
      %2 = arith.mulf %0, %1 : f64
      cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// -----

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 32, crdWidth = 32 }>
func.func @name(%v: !llvm.ptr, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%x = %v : !llvm.ptr as tensor<?xf64, #V>, %w = %v : !llvm.ptr as tensor<?xf64, #V>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    // expected-error @+1 {{'leap' cannot be carried out: no form of a merge has that name}}
    cin.forall %i in %n visit(leap(16)) {
      %0 = cin.access %x[%i] : !cin.place<tensor<?xf64, #V>>
      %1 = cin.access %w[%i] : !cin.place<tensor<?xf64, #V>>
      %2 = arith.mulf %0, %1 : f64
      cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// -----

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 32, crdWidth = 32 }>
func.func @sum(%v: !llvm.ptr, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%x = %v : !llvm.ptr as tensor<?xf64, #V>, %w = %v : !llvm.ptr as tensor<?xf64, #V>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    // expected-error @+1 {{'gallop' cannot be carried out: it visits what one of the streams has alone}}
    cin.forall %i in %n visit(gallop(16)) {
      %0 = cin.access %x[%i] : !cin.place<tensor<?xf64, #V>>
      %1 = cin.access %w[%i] : !cin.place<tensor<?xf64, #V>>
      %2 = arith.addf %0, %1 : f64
      cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// -----

// Runs are of outermost loops, that look nothing up.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>
func.func @inside(%A: !llvm.ptr, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>, %b = %A : !llvm.ptr as tensor<?x?xf64, #CSR>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      // expected-error @+1 {{'runs' cannot be carried out: it is inside of another loop}}
      cin.forall %j in %n visit(runs(16)) {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %1 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %2 = arith.addf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
      }
    }
  }
  return
}

// -----

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 32, crdWidth = 32 }>
func.func @lookup(%v: !llvm.ptr, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%x = %v : !llvm.ptr as tensor<?xf64, #V>, %w = %v : !llvm.ptr as tensor<?xf64, #V>, %z = %v : !llvm.ptr as tensor<?xf64, #V>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    // expected-error @+1 {{'runs' cannot be carried out: it looks something up besides}}
    cin.forall %i in %n visit(lookup = [0 by search], runs(16)) {
      %0 = cin.access %x[%i] : !cin.place<tensor<?xf64, #V>>
      %1 = cin.access %w[%i] : !cin.place<tensor<?xf64, #V>>
      %2 = cin.access %z[%i] : !cin.place<tensor<?xf64, #V>>
      %3 = arith.mulf %0, %1 : f64
      %4 = arith.mulf %3, %2 : f64
      cin.assign %c[%i] += %4 : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// -----

#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton), posWidth = 32, crdWidth = 32 }>
func.func @repeated(%v: !llvm.ptr, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%x = %v : !llvm.ptr as tensor<?x?xf64, #COO>, %w = %v : !llvm.ptr as tensor<?x?xf64, #COO>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    // expected-error @+1 {{'gallop' cannot be carried out: coordinates of a stream stand there several times}}
    cin.forall %i in %n visit(gallop(16)) {
      cin.forall %j in %n {
        %0 = cin.access %x[%i, %j] : !cin.place<tensor<?x?xf64, #COO>>
        %1 = cin.access %w[%i, %j] : !cin.place<tensor<?x?xf64, #COO>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
      }
    }
  }
  return
}

// -----

#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed), posWidth = 32, crdWidth = 32 }>
func.func @around(%v: !llvm.ptr, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%x = %v : !llvm.ptr as tensor<?x?xf64, #DCSR>, %w = %v : !llvm.ptr as tensor<?x?xf64, #DCSR>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    // expected-error @+1 {{'runs' cannot be carried out: it is around another loop}}
    cin.forall %i in %n visit(runs(16)) {
      cin.forall %j in %n {
        %0 = cin.access %x[%i, %j] : !cin.place<tensor<?x?xf64, #DCSR>>
        %1 = cin.access %w[%i, %j] : !cin.place<tensor<?x?xf64, #DCSR>>
        %2 = arith.addf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
      }
    }
  }
  return
}

// -----

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @most(%v: !llvm.ptr, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%x = %v : !llvm.ptr as tensor<?xf64, #V>, %w = %v : !llvm.ptr as tensor<?xf64, #V>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    // expected-error @+1 {{'most' and 'short' are for 'scatter', not for 'gallop'}}
    cin.forall %i in %n visit(gallop(16, most = 5)) {
      %0 = cin.access %x[%i] : !cin.place<tensor<?xf64, #V>>
      %1 = cin.access %w[%i] : !cin.place<tensor<?xf64, #V>>
      %2 = arith.mulf %0, %1 : f64
      cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// -----

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @alone(%v: !llvm.ptr, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%x = %v : !llvm.ptr as tensor<?xf64, #V>, %w = %v : !llvm.ptr as tensor<?xf64, #V>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    // expected-error @+1 {{'scatter' cannot be carried out: it is not inside of another loop}}
    cin.forall %i in %n visit(scatter(16)) {
      %0 = cin.access %x[%i] : !cin.place<tensor<?xf64, #V>>
      %1 = cin.access %w[%i] : !cin.place<tensor<?xf64, #V>>
      %2 = arith.mulf %0, %1 : f64
      cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
    }
  }
  return
}
