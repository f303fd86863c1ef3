// The example of the pass's description, SpMM, and results that stay as they are.
// RUN: encke-opt --cin-start-results --canonicalize %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>

// CHECK-LABEL: func.func @spmm
// CHECK-SAME: %[[N:[^ ]*]]: index, %[[M:[^ ]*]]: index, %[[C:[^ ]*]]: tensor<?x32xf64>
// CHECK: cin.kernel ins(%[[a:.*]] = %{{.*}} : tensor<?x?xf64, #{{.*}}>, %[[b:.*]] = %{{.*}} : tensor<?x32xf64>) outs(%[[c:.*]] = %[[C]] : tensor<?x32xf64>) {
// CHECK-NEXT: cin.forall %[[I:.*]] in %[[N]] parallel {
// CHECK-NEXT: cin.forall %[[K:.*]] in %{{.*}} vector(4) {
// CHECK-NEXT: cin.assign %[[c]][%[[I]], %[[K]]] = %{{.*}} : !cin.place<tensor<?x32xf64>>
// CHECK-NEXT: }
// CHECK-NEXT: cin.forall %{{.*}} in %[[M]] {
// CHECK: cin.assign %[[c]][%[[I]], %{{.*}}] +=
// CHECK-NOT: cin.kernel
// CHECK: return
func.func @spmm(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x32xf64>, %n: index, %m: index, %C: tensor<?x32xf64>) -> tensor<?x32xf64> {
  %c32 = arith.constant 32 : index
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x32xf64>) outs(%c = %C : tensor<?x32xf64>) from identity {
    cin.forall %i in %n parallel {
      cin.forall %j in %m {
        cin.forall %k in %c32 vector(4) registers(8) {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x32xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<?x32xf64>>
        }
      }
    }
  } -> tensor<?x32xf64>
  return %r : tensor<?x32xf64>
}

// The result's own columns are those of B: the fill goes through the same ones.
// CHECK-LABEL: func.func @same_extent
// CHECK-SAME: %[[N:[^ ]*]]: index, %[[M:[^ ]*]]: index, %[[K:[^ ]*]]: index, %[[O:[^ ]*]]: index
// CHECK: cin.forall %{{.*}} in %[[N]] {
// CHECK-NEXT: cin.forall %{{.*}} in %[[K]] vector(4) {
// CHECK-NOT: %[[O]]
// CHECK: return
func.func @same_extent(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64>, %n: index, %m: index, %columns: index, %own: index, %C: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x?xf64>) outs(%c = %C : tensor<?x?xf64>) from identity {
    cin.forall %i in %n {
      cin.forall %j in %m {
        cin.forall %k in %columns vector(4) registers(8) {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<?x?xf64>>
        }
      }
    }
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// What was sunk stays where it is.
// CHECK-LABEL: func.func @sunk
// CHECK-COUNT-1: cin.kernel
// CHECK-NOT: cin.kernel
func.func @sunk(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x32xf64>, %n: index, %m: index, %C: tensor<?x32xf64>) -> tensor<?x32xf64> {
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f64
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x32xf64>) outs(%c = %C : tensor<?x32xf64>) {
    cin.forall %i in %n parallel {
      cin.forall %k in %c32 vector(4) {
        cin.assign %c[%i, %k] = %zero : !cin.place<tensor<?x32xf64>>
      }
      cin.forall %j in %m {
        cin.forall %k in %c32 vector(4) registers(8) {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x32xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<?x32xf64>>
        }
      }
    }
  } -> tensor<?x32xf64>
  return %r : tensor<?x32xf64>
}

// A loop over stored rows does not reach each row.
// CHECK-LABEL: func.func @stored_rows
// CHECK-COUNT-2: cin.kernel
func.func @stored_rows(%A: tensor<?x?xf64, #DCSR>, %B: tensor<?x32xf64>, %n: index, %m: index, %C: tensor<?x32xf64>) -> tensor<?x32xf64> {
  %c32 = arith.constant 32 : index
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #DCSR>, %b = %B : tensor<?x32xf64>) outs(%c = %C : tensor<?x32xf64>) from identity {
    cin.forall %i in %n {
      cin.forall %j in %m {
        cin.forall %k in %c32 {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DCSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x32xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<?x32xf64>>
        }
      }
    }
  } -> tensor<?x32xf64>
  return %r : tensor<?x32xf64>
}

// Each iteration of the outermost loop adds to all rows.
// CHECK-LABEL: func.func @all_rows
// CHECK-COUNT-2: cin.kernel
func.func @all_rows(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x32xf64>, %n: index, %m: index, %C: tensor<?x32xf64>) -> tensor<?x32xf64> {
  %c32 = arith.constant 32 : index
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x32xf64>) outs(%c = %C : tensor<?x32xf64>) from identity {
    cin.forall %i in %n {
      cin.forall %j in %m {
        cin.forall %k in %c32 {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%i, %k] : !cin.place<tensor<?x32xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%j, %k] += %2 : !cin.place<tensor<?x32xf64>>
        }
      }
    }
  } -> tensor<?x32xf64>
  return %r : tensor<?x32xf64>
}

// It is set to one, not to zero.
// CHECK-LABEL: func.func @ones
// CHECK-COUNT-2: cin.kernel
func.func @ones(%n: index, %C: tensor<?xf64>) -> tensor<?xf64> {
  %one = arith.constant 1.0 : f64
  %z = cin.kernel ins() outs(%a = %C : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.assign %a[%i] = %one : !cin.place<tensor<?xf64>>
    }
  } -> tensor<?xf64>
  %r = cin.kernel ins() outs(%c = %z : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.assign %c[%i] += %one : !cin.place<tensor<?xf64>>
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}
