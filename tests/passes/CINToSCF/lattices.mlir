// Several sparse vectors along one loop: a loop for each point of the iteration
// lattice, and in it a case for each set of vectors that may be present. (Where one of two
// is far longer there are other loops, which runs.mlir tests.)
// RUN: encke-opt --cin-decide --convert-cin-to-scf --canonicalize --cse %s | FileCheck %s

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 32, crdWidth = 32 }>
#Matrix = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)), posWidth = 32, crdWidth = 32 }>

// Both go on as long as neither is exhausted; something happens where both stand at
// one coordinate. Where one has more than sixteen times as many positions as the other,
// both skip to the larger coordinate (past it, if they meet there): steps of doubled
// length, then halving.
// CHECK-LABEL: func.func @intersection(
// CHECK: %[[ALENGTH:.*]] = arith.subi
// CHECK: %[[ASHARE:.*]] = arith.shrui %[[ALENGTH]], %c4
// CHECK: %[[BLENGTH:.*]] = arith.subi
// CHECK: %[[BSHARE:.*]] = arith.shrui %[[BLENGTH]], %c4
// CHECK-DAG: %[[ANEAR:.*]] = arith.cmpi ule, %[[ASHARE]], %[[BLENGTH]]
// CHECK-DAG: %[[BNEAR:.*]] = arith.cmpi ule, %[[BSHARE]], %[[ALENGTH]]
// CHECK: %[[NEAR:.*]] = arith.andi %[[ANEAR]], %[[BNEAR]]
// CHECK: scf.if %[[NEAR]] {
// CHECK: scf.while (%[[P:[^ ]*]] = %{{.*}}, %[[Q:.*]] = %{{.*}}) :
// CHECK: %[[INP:.*]] = arith.cmpi ult, %[[P]], %[[AEND:.*]] :
// CHECK: %[[INQ:.*]] = arith.cmpi ult, %[[Q]], %[[BEND:.*]] :
// CHECK: %[[GO:.*]] = arith.andi %[[INP]], %[[INQ]]
// CHECK: scf.condition(%[[GO]])
// CHECK: %[[AI32:.*]] = memref.load
// CHECK: %[[AI:.*]] = arith.index_castui %[[AI32]]
// CHECK: %[[BI32:.*]] = memref.load
// CHECK: %[[BI:.*]] = arith.index_castui %[[BI32]]
// CHECK: %[[I:.*]] = arith.minui %[[AI]], %[[BI]]
// CHECK: %[[ISA:.*]] = arith.cmpi eq, %[[AI]], %[[I]]
// CHECK: %[[ISB:.*]] = arith.cmpi eq, %[[BI]], %[[I]]
// CHECK: %[[BOTH:.*]] = arith.andi %[[ISA]], %[[ISB]]
// CHECK: scf.if %[[BOTH]] {
// CHECK: arith.mulf
// CHECK-NOT: else
// CHECK: arith.select %[[ISA]]
// CHECK-NEXT: arith.select %[[ISB]]
// CHECK: } else {
// CHECK: scf.while (%[[P:[^ ]*]] = %{{.*}}, %[[Q:.*]] = %{{.*}}) :
// CHECK: arith.minui
// CHECK: %[[MEET:.*]] = arith.andi %{{.*}}, %{{.*}} : i1
// CHECK: scf.if %[[MEET]] {
// CHECK: arith.mulf
// CHECK: %[[LARGER:.*]] = arith.maxui
// CHECK: %[[ONE:.*]] = arith.index_castui %[[MEET]]
// CHECK: %[[TARGET:.*]] = arith.addi %[[LARGER]], %[[ONE]]
// CHECK: %[[FAR:.*]]:2 = scf.while (%[[AT:[^ ]*]] = %{{[^ ]*}}, %[[STEP:[^ ]*]] = %c1) :
// CHECK: %[[NEXT:.*]] = arith.addi %[[AT]], %[[STEP]]
// CHECK: arith.cmpi ult, %[[NEXT]], %[[AEND]]
// CHECK: arith.cmpi ult, %{{.*}}, %[[TARGET]]
// CHECK: arith.shli
// CHECK: %[[HERE:.*]]:2 = scf.while (%{{.*}} = %[[FAR]]#0,
// CHECK: arith.cmpi ult, %{{.*}}, %[[TARGET]]
// CHECK: %[[FAR:.*]]:2 = scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %c1) :
// CHECK: %[[THERE:.*]]:2 = scf.while (%{{.*}} = %[[FAR]]#0,
// CHECK: scf.yield %[[HERE]]#0, %[[THERE]]#0
// CHECK: return
func.func @intersection(%A: !llvm.ptr, %B: !llvm.ptr, %Y: memref<?xf64>, %v: f64, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?xf64, #V>, %b = %B : !llvm.ptr as tensor<?xf64, #V>)
             outs(%y = %Y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      %ai = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %bi = cin.access %b[%i] : !cin.place<tensor<?xf64, #V>>
      %s = arith.mulf %ai, %bi : f64
      cin.assign %y[%i] += %s : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// Three loops: both, then what is left of A, then what is left of B. In the first, the
// smallest coordinate is that of both, of A or of B, so the third case needs no test; and
// each case knows which of them go on.
// CHECK-LABEL: func.func @union(
// CHECK: scf.while (%[[P:[^ ]*]] = %{{.*}}, %[[Q:.*]] = %{{.*}}) :
// CHECK: %[[INP:.*]] = arith.cmpi ult, %[[P]], %[[AEND:.*]] :
// CHECK: %[[INQ:.*]] = arith.cmpi ult, %[[Q]], %[[BEND:.*]] :
// CHECK: %[[GO:.*]] = arith.andi %[[INP]], %[[INQ]]
// CHECK: scf.condition(%[[GO]])
// CHECK: %[[AI32:.*]] = memref.load
// CHECK: %[[AI:.*]] = arith.index_castui %[[AI32]]
// CHECK: %[[BI32:.*]] = memref.load
// CHECK: %[[BI:.*]] = arith.index_castui %[[BI32]]
// CHECK: %[[I:.*]] = arith.minui %[[AI]], %[[BI]]
// CHECK: %[[ISA:.*]] = arith.cmpi eq, %[[AI]], %[[I]]
// CHECK: %[[ISB:.*]] = arith.cmpi eq, %[[BI]], %[[I]]
// CHECK: %[[BOTH:.*]] = arith.andi %[[ISA]], %[[ISB]]
// CHECK: %[[NEXT:.*]]:2 = scf.if %[[BOTH]] -> (index, index) {
// CHECK: arith.subf
// CHECK: scf.yield %[[PASTA:.*]], %[[PASTB:.*]] : index, index
// CHECK: } else {
// CHECK-NEXT: %[[NEXTA:.*]] = arith.select %[[ISA]], %[[PASTA]],
// CHECK-NEXT: %[[NEXTB:.*]] = arith.select %[[ISA]], %{{.*}}, %[[PASTB]]
// CHECK-NEXT: scf.if %[[ISA]] {
// CHECK-NOT: arith.subf
// CHECK: } else {
// CHECK-NOT: scf.if
// CHECK: arith.subf %cst
// CHECK: scf.yield %[[NEXTA]], %[[NEXTB]] :
// CHECK: scf.yield %[[NEXT]]#0, %[[NEXT]]#1 :
// CHECK: scf.while (%[[P:[^ ]*]] = %{{.*}}) : (index) -> index {
// CHECK-NEXT: arith.cmpi ult, %[[P]], %[[AEND]]
// CHECK-NOT: arith.subf
// CHECK: scf.while (%[[Q:[^ ]*]] = %{{.*}}) : (index) -> index {
// CHECK-NEXT: arith.cmpi ult, %[[Q]], %[[BEND]]
// CHECK: arith.subf %cst
// CHECK-NOT: scf.while
// CHECK: } else {
// CHECK: return
func.func @union(%A: !llvm.ptr, %B: !llvm.ptr, %Y: memref<?xf64>, %v: f64, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?xf64, #V>, %b = %B : !llvm.ptr as tensor<?xf64, #V>)
             outs(%y = %Y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      %ai = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %bi = cin.access %b[%i] : !cin.place<tensor<?xf64, #V>>
      %s = arith.subf %ai, %bi : f64
      cin.assign %y[%i] += %s : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// A where B is not: B is watched, and has no loop of its own.
// CHECK-LABEL: func.func @complement(
// CHECK: memref.store
// CHECK: } else {
// CHECK: scf.while (%[[P:[^ ]*]] = %{{.*}}, %[[Q:.*]] = %{{.*}}) :
// CHECK: %[[INP:.*]] = arith.cmpi ult, %[[P]], %[[AEND:.*]] :
// CHECK: %[[INQ:.*]] = arith.cmpi ult, %[[Q]], %[[BEND:.*]] :
// CHECK: %[[GO:.*]] = arith.andi %[[INP]], %[[INQ]]
// CHECK: scf.condition(%[[GO]])
// CHECK: %[[AI32:.*]] = memref.load
// CHECK: %[[AI:.*]] = arith.index_castui %[[AI32]]
// CHECK: %[[BI32:.*]] = memref.load
// CHECK: %[[BI:.*]] = arith.index_castui %[[BI32]]
// CHECK: %[[I:.*]] = arith.minui %[[AI]], %[[BI]]
// CHECK: %[[ISA:.*]] = arith.cmpi eq, %[[AI]], %[[I]]
// CHECK: %[[ISB:.*]] = arith.cmpi eq, %[[BI]], %[[I]]
// CHECK: %[[BOTH:.*]] = arith.andi %[[ISA]], %[[ISB]]
// CHECK: scf.if %[[BOTH]] {
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.if %[[ISA]] {
// CHECK: memref.store
// CHECK-NOT: else
// CHECK: arith.select %[[ISA]]
// CHECK-NEXT: arith.select %[[ISB]]
// CHECK: scf.while (%[[P:[^ ]*]] = %{{.*}}) : (index) -> index {
// CHECK-NEXT: arith.cmpi ult, %[[P]], %[[AEND]]
// CHECK: memref.store
// CHECK-NOT: scf.while
// CHECK: return
func.func @complement(%A: !llvm.ptr, %B: !llvm.ptr, %Y: memref<?xf64>, %v: f64, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?xf64, #V>, %b = %B : !llvm.ptr as tensor<?xf64, #V>)
             outs(%y = %Y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      %ai = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %bi = cin.access %b[%i] : !cin.place<tensor<?xf64, #V>>
      %s = sparse_tensor.binary %ai, %bi : f64, f64 to f64
        overlap = {}
        left = identity
        right = {}
      cin.assign %y[%i] += %s : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// A where B is, too.
// CHECK-LABEL: func.func @mask(
// CHECK: scf.while (%[[P:[^ ]*]] = %{{.*}}, %[[Q:.*]] = %{{.*}}) :
// CHECK: %[[INP:.*]] = arith.cmpi ult, %[[P]], %[[AEND:.*]] :
// CHECK: %[[INQ:.*]] = arith.cmpi ult, %[[Q]], %[[BEND:.*]] :
// CHECK: %[[GO:.*]] = arith.andi %[[INP]], %[[INQ]]
// CHECK: scf.condition(%[[GO]])
// CHECK: %[[AI32:.*]] = memref.load
// CHECK: %[[AI:.*]] = arith.index_castui %[[AI32]]
// CHECK: %[[BI32:.*]] = memref.load
// CHECK: %[[BI:.*]] = arith.index_castui %[[BI32]]
// CHECK: %[[I:.*]] = arith.minui %[[AI]], %[[BI]]
// CHECK: %[[ISA:.*]] = arith.cmpi eq, %[[AI]], %[[I]]
// CHECK: %[[ISB:.*]] = arith.cmpi eq, %[[BI]], %[[I]]
// CHECK: %[[BOTH:.*]] = arith.andi %[[ISA]], %[[ISB]]
// CHECK: scf.if %[[BOTH]] {
// CHECK: %[[A:.*]] = memref.load %{{.*}}[%{{.*}}] : memref<?xf64>
// CHECK-NEXT: %[[OLD:.*]] = memref.load %{{.*}}[%[[I]]]
// CHECK-NEXT: arith.addf %[[OLD]], %[[A]]
// CHECK-NOT: else
// CHECK: arith.select %[[ISA]]
// CHECK-NEXT: arith.select %[[ISB]]
// CHECK: } else {
// CHECK: return
func.func @mask(%A: !llvm.ptr, %B: !llvm.ptr, %Y: memref<?xf64>, %v: f64, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?xf64, #V>, %b = %B : !llvm.ptr as tensor<?xf64, #V>)
             outs(%y = %Y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      %ai = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %bi = cin.access %b[%i] : !cin.place<tensor<?xf64, #V>>
      %s = sparse_tensor.binary %ai, %bi : f64, f64 to f64
        overlap = {
        ^bb0(%l: f64, %r: f64):
          sparse_tensor.yield %l : f64
        }
        left = {}
        right = {}
      cin.assign %y[%i] += %s : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// Regions for what is only on one side, and none for both.
// CHECK-LABEL: func.func @each_alone(
// CHECK: scf.while (%[[P:[^ ]*]] = %{{.*}}, %[[Q:.*]] = %{{.*}}) :
// CHECK: %[[INP:.*]] = arith.cmpi ult, %[[P]], %[[AEND:.*]] :
// CHECK: %[[INQ:.*]] = arith.cmpi ult, %[[Q]], %[[BEND:.*]] :
// CHECK: %[[GO:.*]] = arith.andi %[[INP]], %[[INQ]]
// CHECK: scf.condition(%[[GO]])
// CHECK: %[[AI32:.*]] = memref.load
// CHECK: %[[AI:.*]] = arith.index_castui %[[AI32]]
// CHECK: %[[BI32:.*]] = memref.load
// CHECK: %[[BI:.*]] = arith.index_castui %[[BI32]]
// CHECK: %[[I:.*]] = arith.minui %[[AI]], %[[BI]]
// CHECK: %[[ISA:.*]] = arith.cmpi eq, %[[AI]], %[[I]]
// CHECK: %[[ISB:.*]] = arith.cmpi eq, %[[BI]], %[[I]]
// CHECK: %[[BOTH:.*]] = arith.andi %[[ISA]], %[[ISB]]
// CHECK: scf.if %[[BOTH]] -> (index, index) {
// CHECK-NEXT: scf.yield
// CHECK-NEXT: } else {
// CHECK-NEXT: arith.select %[[ISA]]
// CHECK-NEXT: arith.select %[[ISA]]
// CHECK-NEXT: scf.if %[[ISA]] {
// CHECK: arith.mulf
// CHECK: } else {
// CHECK-NOT: arith.mulf
// CHECK: scf.while
// CHECK: arith.mulf
// CHECK: scf.while
// CHECK-NOT: arith.mulf
// CHECK: } else {
// CHECK: return
func.func @each_alone(%A: !llvm.ptr, %B: !llvm.ptr, %Y: memref<?xf64>, %v: f64, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?xf64, #V>, %b = %B : !llvm.ptr as tensor<?xf64, #V>)
             outs(%y = %Y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      %ai = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %bi = cin.access %b[%i] : !cin.place<tensor<?xf64, #V>>
      %s = sparse_tensor.binary %ai, %bi : f64, f64 to f64
        overlap = {}
        left = {
        ^bb0(%e: f64):
          %p = arith.mulf %e, %v : f64
          sparse_tensor.yield %p : f64
        }
        right = identity
      cin.assign %y[%i] += %s : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// A sum with a dense vector visits every coordinate; A and B come along.
// CHECK-LABEL: func.func @union_with_dense(
// CHECK-SAME: %[[N:[^ ]*]]: index)
// CHECK: scf.for %[[I:[^ ]*]] = %{{.*}} to %[[N]] step %{{.*}} iter_args(%[[P:.*]] = %{{.*}}, %[[Q:.*]] = %{{.*}}) -> (index, index) {
// CHECK: %[[ISA:.*]] = arith.cmpi eq, %{{.*}}, %[[I]]
// CHECK: %[[ISB:.*]] = arith.cmpi eq, %{{.*}}, %[[I]]
// CHECK: %[[BOTH:.*]] = arith.andi %[[ISA]], %[[ISB]]
// CHECK: scf.if %[[BOTH]] {
// CHECK: scf.if %[[ISA]] {
// CHECK: scf.if %[[ISB]] {
// CHECK: } else {
// CHECK-NEXT: memref.load %{{.*}}[%[[I]]]
// CHECK: arith.select %[[ISA]]
// CHECK-NEXT: arith.select %[[ISB]]
func.func @union_with_dense(%A: !llvm.ptr, %B: !llvm.ptr, %D: memref<?xf64>, %Y: memref<?xf64>, %v: f64, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?xf64, #V>, %b = %B : !llvm.ptr as tensor<?xf64, #V>, %d = %D : memref<?xf64> as tensor<?xf64>)
             outs(%y = %Y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      %ai = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %bi = cin.access %b[%i] : !cin.place<tensor<?xf64, #V>>
      %di = cin.access %d[%i] : !cin.place<tensor<?xf64>>
      %s = arith.addf %ai, %bi : f64
      %t = arith.addf %s, %di : f64
      cin.assign %y[%i] += %t : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// (A + B) * D: the points are ABD, AD and BD.
// CHECK-LABEL: func.func @sum_of_products(
// CHECK: scf.while (%{{.*}}) : (index, index, index)
// CHECK: %[[ISA:.*]] = arith.cmpi eq
// CHECK: %[[ISB:.*]] = arith.cmpi eq
// CHECK: %[[ISD:.*]] = arith.cmpi eq
// CHECK: %[[AB:.*]] = arith.andi %[[ISA]], %[[ISB]]
// CHECK: %[[ABD:.*]] = arith.andi %[[AB]], %[[ISD]]
// CHECK: scf.if %[[ABD]] {
// CHECK: %[[AD:.*]] = arith.andi %[[ISA]], %[[ISD]]
// CHECK: scf.if %[[AD]] {
// CHECK: %[[BD:.*]] = arith.andi %[[ISB]], %[[ISD]]
// CHECK: scf.if %[[BD]] {
// CHECK: scf.while (%{{.*}}) : (index, index)
// CHECK: scf.while (%{{.*}}) : (index, index)
// CHECK-NOT: scf.while
// CHECK: return
func.func @sum_of_products(%A: !llvm.ptr, %B: !llvm.ptr, %D: !llvm.ptr, %Y: memref<?xf64>, %v: f64, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?xf64, #V>, %b = %B : !llvm.ptr as tensor<?xf64, #V>, %d = %D : !llvm.ptr as tensor<?xf64, #V>)
             outs(%y = %Y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      %ai = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %bi = cin.access %b[%i] : !cin.place<tensor<?xf64, #V>>
      %di = cin.access %d[%i] : !cin.place<tensor<?xf64, #V>>
      %s = arith.addf %ai, %bi : f64
      %t = arith.mulf %s, %di : f64
      cin.assign %y[%i] += %t : !cin.place<tensor<?xf64>>
    }
  }
  return
}


// CHECK-LABEL: func.func @product_of_three(
// CHECK: scf.while (%{{.*}}) : (index, index, index)
// CHECK: scf.if
// CHECK: arith.mulf
// CHECK: arith.mulf
// CHECK-NOT: scf.if
// CHECK-NOT: scf.while
// CHECK: return
func.func @product_of_three(%A: !llvm.ptr, %B: !llvm.ptr, %D: !llvm.ptr, %Y: memref<?xf64>, %v: f64, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?xf64, #V>, %b = %B : !llvm.ptr as tensor<?xf64, #V>, %d = %D : !llvm.ptr as tensor<?xf64, #V>)
             outs(%y = %Y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      %ai = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %bi = cin.access %b[%i] : !cin.place<tensor<?xf64, #V>>
      %di = cin.access %d[%i] : !cin.place<tensor<?xf64, #V>>
      %s = arith.mulf %ai, %bi : f64
      %t = arith.mulf %s, %di : f64
      cin.assign %y[%i] += %t : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// One access written twice is one iterator.
// CHECK-LABEL: func.func @same_twice(
// CHECK: scf.for %[[P:[^ ]*]] =
// CHECK-NOT: scf.while
// CHECK: %[[A:.*]] = memref.load %{{.*}}[%[[P]]] : memref<?xf64>
// CHECK-NEXT: arith.mulf %[[A]], %[[A]]
func.func @same_twice(%A: !llvm.ptr, %Y: memref<?xf64>, %v: f64, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?xf64, #V>)
             outs(%y = %Y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      %ai = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %again = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %s = arith.mulf %ai, %again : f64
      cin.assign %y[%i] += %s : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// The rows of COO repeat: one step takes all elements of a row, whose columns are the
// positions of that segment.
// CHECK-LABEL: func.func @repeated(
// CHECK: scf.while (%[[P:[^ ]*]] = %{{.*}}) : (index) -> index {
// CHECK: %[[I32:.*]] = memref.load %[[ROWS:.*]][%[[P]]]
// CHECK: %[[I:.*]] = arith.index_castui %[[I32]]
// CHECK: %[[NEXT:.*]] = arith.addi %[[P]]
// CHECK: %[[END:.*]] = scf.while (%[[Q:[^ ]*]] = %[[NEXT]]) : (index) -> index {
// CHECK: memref.load %[[ROWS]][%[[Q]]]
// CHECK: arith.cmpi eq, %{{.*}}, %[[I]]
// CHECK: scf.for %[[S:[^ ]*]] = %[[P]] to %[[END]] step
// CHECK: memref.load %{{.*}}[%[[S]]] : memref<?xf64>
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[I]]]
// CHECK: scf.yield %[[END]]
func.func @repeated(%A: !llvm.ptr, %Y: memref<?xf64>, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #Matrix>)
             outs(%y = %Y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %aij = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #Matrix>>
        cin.assign %y[%i] += %aij : !cin.place<tensor<?xf64>>
      }
    }
  }
  return
}
