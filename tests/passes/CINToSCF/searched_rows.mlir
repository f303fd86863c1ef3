// An outermost level inside of another loop is searched: stepping through it would take as
// long as it is, again and again.
// RUN: encke-opt --cin-decide --convert-cin-to-scf --canonicalize --cse %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32}>
#DCSR = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : compressed, d1 : compressed), posWidth = 32, crdWidth = 32}>
#COO = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton), posWidth = 32, crdWidth = 32}>

// CHECK-LABEL: func.func private @rows
// CHECK: scf.for %{{.*}} = %c0
// CHECK:   scf.for %[[P:.*]] = %{{.*}} to %{{.*}} step %c1 {
// CHECK:     memref.load %{{.*}}[%[[P]]] : memref<?xi32>
// CHECK:     %[[FOUND:.*]]:2 = scf.while (%[[LO:.*]] = %{{.*}}, %[[HI:.*]] = %{{.*}}) : (index, index) -> (index, index)
// CHECK:       arith.shrui
// CHECK:     %[[IS:.*]] = arith.cmpi eq
// CHECK:     scf.if %[[IS]]
// CHECK:       scf.for
// CHECK-NOT: scf.while
// CHECK: return
func.func private @rows(%A: !llvm.ptr, %B: !llvm.ptr, %y: memref<?x?xf64>, %n: index, %m: index, %p: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>, %b = %B : !llvm.ptr as tensor<?x?xf64, #DCSR>) outs(%c = %y : memref<?x?xf64> as tensor<?x?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        cin.forall %k in %p {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x?xf64, #DCSR>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<?x?xf64>>
        }
      }
    }
  }
  return
}

// A coordinate that stands there more than once: all of its elements, which are counted
// only where it was found.
// CHECK-LABEL: func.func private @triples
// CHECK: scf.for %{{.*}} = %c0
// CHECK:   scf.for
// CHECK:     scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : (index, index) -> (index, index)
// CHECK:       arith.shrui
// CHECK:     %[[IS:.*]] = arith.cmpi eq
// CHECK:     scf.if %[[IS]] {
// CHECK:       scf.while (%{{.*}} = %{{.*}}) : (index) -> index
// CHECK:       scf.for
func.func private @triples(%A: !llvm.ptr, %B: !llvm.ptr, %y: memref<?x?xf64>, %n: index, %m: index, %p: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>, %b = %B : !llvm.ptr as tensor<?x?xf64, #COO>) outs(%c = %y : memref<?x?xf64> as tensor<?x?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        cin.forall %k in %p {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x?xf64, #COO>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<?x?xf64>>
        }
      }
    }
  }
  return
}

// What is visited once is merged.
// CHECK-LABEL: func.func private @outermost
// CHECK-NOT: arith.shrui
// CHECK: return
func.func private @outermost(%A: !llvm.ptr, %B: !llvm.ptr, %y: memref<?x?xf64>, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #DCSR>, %b = %B : !llvm.ptr as tensor<?x?xf64, #DCSR>) outs(%c = %y : memref<?x?xf64> as tensor<?x?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DCSR>>
        %1 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64, #DCSR>>
        %2 = arith.addf %0, %1 : f64
        cin.assign %c[%i, %j] += %2 : !cin.place<tensor<?x?xf64>>
      }
    }
  }
  return
}
