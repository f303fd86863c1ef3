// Which coordinates a loop visits, with one sparse vector along it: those that the
// vector stores, where nothing happens at the others; else all of them.
// RUN: encke-opt --convert-cin-to-scf --canonicalize --cse %s | FileCheck %s

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 32, crdWidth = 32 }>

// Products, quotients, negation, functions with f(0) = 0, maximum and minimum with
// zero, and sums of such are absent where A is.
// CHECK-LABEL: func.func @keeps(
// CHECK: scf.for %[[P:[^ ]*]] = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK-NEXT: %[[I32:.*]] = memref.load %{{.*}}[%[[P]]] : memref<?xi32>
// CHECK-NEXT: %[[I:.*]] = arith.index_castui %[[I32]]
// CHECK-NOT: scf.if
// CHECK: %[[A:.*]] = memref.load %{{.*}}[%[[P]]] : memref<?xf64>
// CHECK-NOT: scf.if
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[I]]]
func.func @keeps(%A: !llvm.ptr, %B: memref<?xf64>, %Y: memref<?xf64>, %v: f64, %n: index) {
  %zero = arith.constant 0.0 : f64
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?xf64, #V>, %b = %B : memref<?xf64> as tensor<?xf64>)
             outs(%y = %Y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      %ai = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %bi = cin.access %b[%i] : !cin.place<tensor<?xf64>>
      %mul = arith.mulf %bi, %ai : f64
      %div = arith.divf %mul, %bi : f64
      %neg = arith.negf %div : f64
      %abs = math.absf %neg : f64
      %sqrt = math.sqrt %abs : f64
      %sin = math.sin %sqrt : f64
      %tanh = math.tanh %sin : f64
      %add = arith.addf %tanh, %ai : f64
      %max = arith.maximumf %add, %zero : f64
      %min = arith.minimumf %max, %ai : f64
      cin.assign %y[%i] += %min : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// A quotient exists only where its divisor does (L45).
// CHECK-LABEL: func.func @divisor(
// CHECK: scf.for %[[P:[^ ]*]] = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK-NEXT: %[[I32:.*]] = memref.load %{{.*}}[%[[P]]] : memref<?xi32>
// CHECK-NEXT: %[[I:.*]] = arith.index_castui %[[I32]]
// CHECK-NOT: scf.if
// CHECK: %[[B:.*]] = memref.load %{{.*}}[%[[I]]]
// CHECK: %[[A:.*]] = memref.load %{{.*}}[%[[P]]]
// CHECK: arith.divf %[[B]], %[[A]]
func.func @divisor(%A: !llvm.ptr, %B: memref<?xf64>, %Y: memref<?xf64>, %v: f64, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?xf64, #V>, %b = %B : memref<?xf64> as tensor<?xf64>)
             outs(%y = %Y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      %ai = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %bi = cin.access %b[%i] : !cin.place<tensor<?xf64>>
      %q = arith.divf %bi, %ai : f64
      cin.assign %y[%i] += %q : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// Where A is absent, the sum is B alone.
// CHECK-LABEL: func.func @sum(
// CHECK-SAME: %[[N:[^ ]*]]: index)
// CHECK: scf.for %[[I:[^ ]*]] = %{{.*}} to %[[N]] step %{{.*}} iter_args(%[[P:.*]] = %{{.*}}) -> (index) {
// CHECK: %[[HERE:.*]] = arith.cmpi eq, %{{.*}}, %[[I]]
// CHECK: scf.if %[[HERE]] {
// CHECK: %[[A:.*]] = memref.load %{{.*}}[%[[P]]]
// CHECK-NEXT: %[[B:.*]] = memref.load %{{.*}}[%[[I]]]
// CHECK-NEXT: arith.addf %[[A]], %[[B]]
// CHECK: } else {
// CHECK-NEXT: %[[ALONE:.*]] = memref.load
// CHECK-NEXT: %[[OLD:.*]] = memref.load
// CHECK-NEXT: arith.addf %[[OLD]], %[[ALONE]]
func.func @sum(%A: !llvm.ptr, %B: memref<?xf64>, %Y: memref<?xf64>, %v: f64, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?xf64, #V>, %b = %B : memref<?xf64> as tensor<?xf64>)
             outs(%y = %Y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      %ai = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %bi = cin.access %b[%i] : !cin.place<tensor<?xf64>>
      %s = arith.addf %ai, %bi : f64
      cin.assign %y[%i] += %s : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// Where A is absent, it is subtracted as zero; where only A is, nothing is left out.
// CHECK-LABEL: func.func @difference(
// CHECK-SAME: %[[N:[^ ]*]]: index)
// CHECK: scf.for %[[I:[^ ]*]] = %{{.*}} to %[[N]] step %{{.*}} iter_args(%[[P:.*]] = %{{.*}}) -> (index) {
// CHECK: %[[HERE:.*]] = arith.cmpi eq, %{{.*}}, %[[I]]
// CHECK: scf.if %[[HERE]] {
// CHECK: arith.subf
// CHECK: } else {
// CHECK-NEXT: %[[B:.*]] = memref.load %{{.*}}[%[[I]]]
// CHECK-NEXT: arith.subf %cst, %[[B]]
func.func @difference(%A: !llvm.ptr, %B: memref<?xf64>, %Y: memref<?xf64>, %v: f64, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?xf64, #V>, %b = %B : memref<?xf64> as tensor<?xf64>)
             outs(%y = %Y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      %ai = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %bi = cin.access %b[%i] : !cin.place<tensor<?xf64>>
      %s = arith.subf %ai, %bi : f64
      cin.assign %y[%i] += %s : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// cos(0) = 1: where A is absent, it counts as zero.
// CHECK-LABEL: func.func @cosine(
// CHECK-SAME: %[[N:[^ ]*]]: index)
// CHECK: scf.for %[[I:[^ ]*]] = %{{.*}} to %[[N]] step %{{.*}} iter_args(%[[P:.*]] = %{{.*}}) -> (index) {
// CHECK: %[[HERE:.*]] = arith.cmpi eq, %{{.*}}, %[[I]]
// CHECK: scf.if %[[HERE]] {
// CHECK: math.cos
// CHECK: } else {
// CHECK-NEXT: %[[OLD:.*]] = memref.load
// CHECK-NEXT: arith.addf %[[OLD]], %cst
func.func @cosine(%A: !llvm.ptr, %Y: memref<?xf64>, %v: f64, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?xf64, #V>)
             outs(%y = %Y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      %ai = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %s = math.cos %ai : f64
      cin.assign %y[%i] += %s : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// max(x, 1) is 1 where x is absent.
// CHECK-LABEL: func.func @maximum(
// CHECK-SAME: %[[N:[^ ]*]]: index)
// CHECK: scf.for %[[I:[^ ]*]] = %{{.*}} to %[[N]] step %{{.*}} iter_args(%[[P:.*]] = %{{.*}}) -> (index) {
// CHECK: %[[HERE:.*]] = arith.cmpi eq, %{{.*}}, %[[I]]
// CHECK: scf.if %[[HERE]] {
// CHECK: arith.maximumf
// CHECK: } else {
// CHECK-NEXT: %[[OLD:.*]] = memref.load
// CHECK-NEXT: arith.addf %[[OLD]], %cst
func.func @maximum(%A: !llvm.ptr, %Y: memref<?xf64>, %v: f64, %n: index) {
  %one = arith.constant 1.0 : f64
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?xf64, #V>)
             outs(%y = %Y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      %ai = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %s = arith.maximumf %ai, %one : f64
      cin.assign %y[%i] += %s : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// `=` reaches every element, and sets zero where A is absent.
// CHECK-LABEL: func.func @set(
// CHECK-SAME: %[[N:[^ ]*]]: index)
// CHECK: scf.for %[[I:[^ ]*]] = %{{.*}} to %[[N]] step %{{.*}} iter_args(%[[P:.*]] = %{{.*}}) -> (index) {
// CHECK: %[[HERE:.*]] = arith.cmpi eq, %{{.*}}, %[[I]]
// CHECK: scf.if %[[HERE]] {
// CHECK-NEXT: %[[A:.*]] = memref.load %{{.*}}[%[[P]]]
// CHECK-NEXT: memref.store %[[A]], %{{.*}}[%[[I]]]
// CHECK: } else {
// CHECK-NEXT: memref.store %cst, %{{.*}}[%[[I]]]
func.func @set(%A: !llvm.ptr, %Y: memref<?xf64>, %v: f64, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?xf64, #V>)
             outs(%y = %Y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      %ai = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      cin.assign %y[%i] = %ai : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// A zero adds nothing to the pattern.
// CHECK-LABEL: func.func @add_zero(
// CHECK: scf.for %[[P:[^ ]*]] = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK-NEXT: %[[I32:.*]] = memref.load %{{.*}}[%[[P]]] : memref<?xi32>
// CHECK-NEXT: %[[I:.*]] = arith.index_castui %[[I32]]
// CHECK-NOT: scf.if
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[I]]]
func.func @add_zero(%A: !llvm.ptr, %Y: memref<?xf64>, %v: f64, %n: index) {
  %zero = arith.constant 0.0 : f64
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?xf64, #V>)
             outs(%y = %Y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      %ai = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %s = arith.addf %ai, %zero : f64
      cin.assign %y[%i] += %s : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// One statement of two happens everywhere.
// CHECK-LABEL: func.func @two_statements(
// CHECK-SAME: %[[N:[^ ]*]]: index)
// CHECK: scf.for %[[I:[^ ]*]] = %{{.*}} to %[[N]] step %{{.*}} iter_args(%[[P:.*]] = %{{.*}}) -> (index) {
// CHECK: %[[HERE:.*]] = arith.cmpi eq, %{{.*}}, %[[I]]
// CHECK: scf.if %[[HERE]] {
// CHECK: memref.store
// CHECK: memref.store
// CHECK: } else {
// CHECK: memref.store
// CHECK-NOT: memref.store
// CHECK: }
func.func @two_statements(%A: !llvm.ptr, %Y: memref<?xf64>, %v: f64, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?xf64, #V>)
             outs(%y = %Y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      %ai = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      cin.assign %y[%i] += %ai : !cin.place<tensor<?xf64>>
      cin.assign %y[%i] += %v : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// A register that A alone goes into is filled, and read, where A is.
// CHECK-LABEL: func.func @workspace(
// CHECK: scf.for %[[P:[^ ]*]] = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK-NEXT: %[[I32:.*]] = memref.load %{{.*}}[%[[P]]] : memref<?xi32>
// CHECK-NEXT: %[[I:.*]] = arith.index_castui %[[I32]]
// CHECK-NOT: scf.if
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[I]]]
func.func @workspace(%A: !llvm.ptr, %Y: memref<?xf64>, %v: f64, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?xf64, #V>)
             outs(%y = %Y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      %ai = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      cin.where %w : !cin.place<tensor<f64>> sizes() {
        %s = cin.access %w[] : !cin.place<tensor<f64>>
        cin.assign %y[%i] += %s : !cin.place<tensor<?xf64>>
      } producer {
        cin.assign %w[] += %ai : !cin.place<tensor<f64>>
      }
    }
  }
  return
}

// Something else goes into it, everywhere.
// CHECK-LABEL: func.func @workspace_of_two(
// CHECK-SAME: %[[N:[^ ]*]]: index)
// CHECK: scf.for %[[I:[^ ]*]] = %{{.*}} to %[[N]] step %{{.*}} iter_args(%[[P:.*]] = %{{.*}}) -> (index) {
// CHECK: %[[HERE:.*]] = arith.cmpi eq, %{{.*}}, %[[I]]
// CHECK: scf.if %[[HERE]] {
// CHECK: arith.addf
// CHECK: arith.addf
// CHECK: memref.store
// CHECK: } else {
// CHECK: arith.addf %[[V:.*]], %cst
// CHECK: memref.store
func.func @workspace_of_two(%A: !llvm.ptr, %Y: memref<?xf64>, %v: f64, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?xf64, #V>)
             outs(%y = %Y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      %ai = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      cin.where %w : !cin.place<tensor<f64>> sizes() {
        %s = cin.access %w[] : !cin.place<tensor<f64>>
        cin.assign %y[%i] += %s : !cin.place<tensor<?xf64>>
      } producer {
        cin.assign %w[] += %ai : !cin.place<tensor<f64>>
        cin.assign %w[] += %v : !cin.place<tensor<f64>>
      }
    }
  }
  return
}

// Which elements a selection keeps is known when the program runs; the rest are
// not added.
// CHECK-LABEL: func.func @select(
// CHECK: scf.for %[[P:[^ ]*]] = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK-NEXT: %[[I32:.*]] = memref.load %{{.*}}[%[[P]]] : memref<?xi32>
// CHECK-NEXT: %[[I:.*]] = arith.index_castui %[[I32]]
// CHECK-NOT: scf.if
// CHECK: %[[A:.*]] = memref.load %{{.*}}[%[[P]]] : memref<?xf64>
// CHECK-NEXT: %[[KEEP:.*]] = arith.cmpf ogt, %[[A]]
// CHECK-NEXT: scf.if %[[KEEP]] {
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[I]]]
func.func @select(%A: !llvm.ptr, %Y: memref<?xf64>, %v: f64, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?xf64, #V>)
             outs(%y = %Y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      %ai = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %keep = arith.cmpf ogt, %ai, %v : f64
      %s = cin.filter %ai if %keep : f64
      cin.assign %y[%i] += %s : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// `=` sets zero where nothing is selected; so does a sum with it.
// CHECK-LABEL: func.func @set_selected(
// CHECK: %[[ZERO:.*]] = arith.constant 0.0
// CHECK: scf.for
// CHECK: %[[B:.*]] = memref.load
// CHECK: %[[KEEP:.*]] = arith.cmpf ogt, %[[B]]
// CHECK: %[[S:.*]] = arith.select %[[KEEP]], %[[B]], %[[ZERO]]
// CHECK: memref.store %[[S]]
// CHECK: arith.addf %[[S]]
func.func @set_selected(%B: memref<?xf64>, %Y: memref<?xf64>, %v: f64, %n: index) {
  cin.kernel ins(%b = %B : memref<?xf64> as tensor<?xf64>)
             outs(%y = %Y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      %bi = cin.access %b[%i] : !cin.place<tensor<?xf64>>
      %keep = arith.cmpf ogt, %bi, %v : f64
      %s = cin.filter %bi if %keep : f64
      %t = arith.addf %s, %v : f64
      cin.assign %y[%i] = %s : !cin.place<tensor<?xf64>>
      cin.assign %y[%i] += %t : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// A region for what is present: at the stored elements; one for what is absent: at the
// others, too.
// CHECK-LABEL: func.func @unary(
// CHECK: scf.for %[[P:[^ ]*]] = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK-NEXT: %[[I32:.*]] = memref.load %{{.*}}[%[[P]]] : memref<?xi32>
// CHECK-NEXT: %[[I:.*]] = arith.index_castui %[[I32]]
// CHECK-NOT: scf.if
// CHECK: math.exp
// CHECK-NOT: scf.if
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[I]]]
func.func @unary(%A: !llvm.ptr, %Y: memref<?xf64>, %v: f64, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?xf64, #V>)
             outs(%y = %Y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      %ai = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %s = sparse_tensor.unary %ai : f64 to f64
        present={
        ^bb0(%x: f64):
          %e = math.exp %x : f64
          sparse_tensor.yield %e : f64
        }
        absent = {}
      cin.assign %y[%i] += %s : !cin.place<tensor<?xf64>>
    }
  }
  return
}


// CHECK-LABEL: func.func @unary_absent(
// CHECK-SAME: %[[N:[^ ]*]]: index)
// CHECK: scf.for %[[I:[^ ]*]] = %{{.*}} to %[[N]] step %{{.*}} iter_args(%[[P:.*]] = %{{.*}}) -> (index) {
// CHECK: %[[HERE:.*]] = arith.cmpi eq, %{{.*}}, %[[I]]
// CHECK: scf.if %[[HERE]] {
// CHECK: math.exp
// CHECK: } else {
// CHECK-NOT: math.exp
// CHECK: memref.store
func.func @unary_absent(%A: !llvm.ptr, %Y: memref<?xf64>, %v: f64, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?xf64, #V>)
             outs(%y = %Y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      %ai = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %s = sparse_tensor.unary %ai : f64 to f64
        present={
        ^bb0(%x: f64):
          %e = math.exp %x : f64
          sparse_tensor.yield %e : f64
        }
        absent = {
          sparse_tensor.yield %v : f64
        }
      cin.assign %y[%i] += %s : !cin.place<tensor<?xf64>>
    }
  }
  return
}
