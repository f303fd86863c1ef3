// Which rows are asked for before their turn.
// RUN: encke-opt --cin-decide --split-input-file %s | FileCheck %s

// Rows at the coordinates of a sparse matrix, in vectors; elements are not rows, and
// where the loop around them goes is no coordinate.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK-LABEL: func.func @rows
// CHECK: cin.forall %i
// CHECK-NOT: twice
// CHECK: cin.forall %k in %{{.*}} vector(4)
// CHECK-NOT: prefetch
// CHECK: cin.access %{{.*}}[%j, %k] prefetch(ahead = 16, lines = 8, few = 16384, near = 1048576, far = 8388608) :
// CHECK-NOT: prefetch
// CHECK: return
func.func @rows(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x8xf64>, %x: tensor<?xf64>, %y: tensor<?x8xf64>, %n: index, %m: index) -> tensor<?x8xf64> {
  %c8 = arith.constant 8 : index
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x8xf64>, %u = %x : tensor<?xf64>) outs(%c = %y : tensor<?x8xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        cin.forall %k in %c8 vector(4) registers(8) {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x8xf64>>
          %2 = cin.access %u[%j] : !cin.place<tensor<?xf64>>
          %3 = arith.mulf %0, %1 : f64
          %4 = arith.mulf %3, %2 : f64
          cin.assign %c[%i, %k] += %4 : !cin.place<tensor<?x8xf64>>
        }
      }
    }
  } -> tensor<?x8xf64>
  return %r : tensor<?x8xf64>
}

// -----

// Rows that are added to; what is written stays.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK-LABEL: func.func @added
// CHECK: cin.access %{{.*}}[%i, %k] :
// CHECK: cin.assign %{{.*}}[%j, %k] += %{{.*}} prefetch(ahead = 3, lines = 1) :
func.func @added(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x8xf64>, %y: tensor<?x8xf64>, %n: index, %m: index) -> tensor<?x8xf64> {
  %c8 = arith.constant 8 : index
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x8xf64>) outs(%c = %y : tensor<?x8xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        cin.forall %k in %c8 vector(4) {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%i, %k] : !cin.place<tensor<?x8xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%j, %k] += %2 prefetch(ahead = 3, lines = 1) : !cin.place<tensor<?x8xf64>>
        }
      }
    }
  } -> tensor<?x8xf64>
  return %r : tensor<?x8xf64>
}

// -----

// Of nested loops the innermost one; the loop around the fibres stands there twice.

#CSF = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed) }>

// CHECK-LABEL: func.func @fibres
// CHECK: cin.forall %i in %{{[^ ]*}} twice {
// CHECK: cin.access %{{.*}}[%j, %r] :
// CHECK: cin.access %{{.*}}[%k, %r] prefetch(ahead = 16,
func.func @fibres(%X: tensor<?x?x?xf64, #CSF>, %B: tensor<?x8xf64>, %C: tensor<?x8xf64>, %y: tensor<?x8xf64>, %n: index, %m: index, %l: index) -> tensor<?x8xf64> {
  %c8 = arith.constant 8 : index
  %r = cin.kernel ins(%x = %X : tensor<?x?x?xf64, #CSF>, %b = %B : tensor<?x8xf64>, %c = %C : tensor<?x8xf64>) outs(%d = %y : tensor<?x8xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        cin.forall %k in %l {
          cin.forall %r in %c8 vector(4) registers(8) {
            %0 = cin.access %x[%i, %j, %k] : !cin.place<tensor<?x?x?xf64, #CSF>>
            %1 = cin.access %b[%j, %r] : !cin.place<tensor<?x8xf64>>
            %2 = cin.access %c[%k, %r] : !cin.place<tensor<?x8xf64>>
            %3 = arith.mulf %0, %1 : f64
            %4 = arith.mulf %3, %2 : f64
            cin.assign %d[%i, %r] += %4 : !cin.place<tensor<?x8xf64>>
          }
        }
      }
    }
  } -> tensor<?x8xf64>
  return %r : tensor<?x8xf64>
}
