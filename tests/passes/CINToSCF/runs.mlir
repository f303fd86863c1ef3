// Two vectors of which one may be far longer than the other: then the loop runs over the
// short one, and what the long one has up to its next coordinate is found by a search.
// RUN: encke-opt --cin-decide --convert-cin-to-scf --canonicalize --cse %s | FileCheck %s

#V = #sparse_tensor.encoding<{map = (d0) -> (d0 : compressed), posWidth = 32, crdWidth = 32}>
#CSR = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32}>

// Counting, which is done only where memory is scarce, steps through both; filling
// copies runs.
// CHECK-LABEL: func.func private @sum
// CHECK: call @encke_result_may_reserve(
// CHECK-NOT: scf.for
// CHECK: call @encke_result_allocate(
// CHECK: %[[NEAR:.*]] = arith.andi
// CHECK: scf.if %[[NEAR]] -> (index) {
// CHECK:   scf.while
// CHECK: } else {
// CHECK:   scf.if %{{.*}} -> (index) {
// CHECK:     scf.for
// CHECK:       scf.while
// CHECK:       scf.while
// CHECK:       scf.for %[[P:.*]] = %{{.*}} to %{{.*}} step %c1 iter_args(
// CHECK:         %[[CRD:.*]] = memref.load %{{.*}}[%[[P]]] : memref<?xi32>
// CHECK:         %[[VALUE:.*]] = memref.load %{{.*}}[%[[P]]] : memref<?xf64>
// CHECK:         memref.store %[[VALUE]]
// CHECK:         memref.store %[[CRD]]
// CHECK:       } {cin.loop = #cin.loop<rolled>}
// CHECK:       arith.addf
func.func private @sum(%A: !llvm.ptr, %B: !llvm.ptr, %C: !llvm.ptr, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?xf64, #V>, %b = %B : !llvm.ptr as tensor<?xf64, #V>)
             outs(%c = %C : !llvm.ptr as tensor<?xf64, #V>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %1 = cin.access %b[%i] : !cin.place<tensor<?xf64, #V>>
      %2 = arith.addf %0, %1 : f64
      cin.assign %c[%i] = %2 : !cin.place<tensor<?xf64, #V>>
    }
  }
  return
}

// Under a complemented mask there are no runs of the mask's own: it is only searched, and
// only where it is the longer one.
// CHECK-LABEL: func.func private @masked
// CHECK: call @encke_result_allocate(
// CHECK: %[[NEAR:.*]] = arith.andi
// CHECK: %[[IS_LESS:.*]] = arith.cmpi ult
// CHECK: %[[IS_FAR:.*]] = arith.xori %[[NEAR]], %true
// CHECK: %[[SEARCHES:.*]] = arith.andi %[[IS_FAR]], %[[IS_LESS]]
// CHECK: scf.if %[[SEARCHES]] -> (index) {
// CHECK:   scf.for
// CHECK-NOT: scf.for
// CHECK: } else {
// CHECK:   scf.while
func.func private @masked(%A: !llvm.ptr, %M: !llvm.ptr, %C: !llvm.ptr, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?xf64, #V>, %m = %M : !llvm.ptr as tensor<?xf64, #V>)
             outs(%c = %C : !llvm.ptr as tensor<?xf64, #V>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %1 = cin.access %m[%i] : !cin.place<tensor<?xf64, #V>>
      %2 = sparse_tensor.binary %0, %1 : f64, f64 to f64
        overlap = {}
        left = identity
        right = {}
      cin.assign %c[%i] = %2 : !cin.place<tensor<?xf64, #V>>
    }
  }
  return
}

// Rows seldom differ as much: they are stepped through.
// CHECK-LABEL: func.func private @rows
// CHECK-NOT: arith.shrui
// CHECK: return
func.func private @rows(%A: !llvm.ptr, %B: !llvm.ptr, %C: !llvm.ptr, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>, %b = %B : !llvm.ptr as tensor<?x?xf64, #CSR>)
             outs(%c = %C : !llvm.ptr as tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %1 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %2 = arith.addf %0, %1 : f64
        cin.assign %c[%i, %j] = %2 : !cin.place<tensor<?x?xf64, #CSR>>
      }
    }
  }
  return
}

// A list of what was collected is merged with the mask in order, also to be counted.
// CHECK-LABEL: func.func private @collected
// CHECK: call @encke_sort_coordinates(
// CHECK: call @encke_result_allocate(
// CHECK: call @encke_sort_coordinates(
func.func private @collected(%A: !llvm.ptr, %M: !llvm.ptr, %C: !llvm.ptr, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>, %mask = %M : !llvm.ptr as tensor<?xf64, #V>)
             outs(%c = %C : !llvm.ptr as tensor<?xf64, #V>) {
    cin.where %w : !cin.place<tensor<?xf64, #V>> sizes(%m) {
      cin.forall %j in %m {
        %0 = cin.access %w[%j] : !cin.place<tensor<?xf64, #V>>
        %1 = cin.access %mask[%j] : !cin.place<tensor<?xf64, #V>>
        %2 = sparse_tensor.binary %0, %1 : f64, f64 to f64
          overlap = {}
          left = identity
          right = {}
        cin.assign %c[%j] = %2 : !cin.place<tensor<?xf64, #V>>
      }
    } producer {
      cin.forall %i in %n {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          cin.assign %w[%j] += %0 : !cin.place<tensor<?xf64, #V>>
        }
      }
    }
  }
  return
}
