// A sum that goes through a register into each element of a result is set, and
// the zeros that the result had before are not written.
// RUN: encke-opt --cin-schedule %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
#DCSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : compressed, j : compressed) }>

// CHECK-LABEL: func.func @each_row
// CHECK-SAME: %[[Y:[^ ]*]]: tensor<?xf64>, %[[N:[^ ]*]]: index
// CHECK-NOT: cin.kernel ins()
// CHECK: tensor.dim %[[Y]]
// CHECK: cin.kernel ins({{.*}}) outs(%[[C:.*]] = %[[Y]] : tensor<?xf64>)
// CHECK: cin.assign %[[C]][%{{.*}}] = %
func.func @each_row(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %y: tensor<?xf64>, %n: index, %m: index) -> (tensor<?xf64>, index) {
  %c0 = arith.constant 0 : index
  %size = tensor.dim %y, %c0 : tensor<?xf64>
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %x : tensor<?xf64>) outs(%c = %y : tensor<?xf64>) from identity {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %1 = cin.access %b[%j] : !cin.place<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r, %size : tensor<?xf64>, index
}

// Only the rows that are stored are visited.
// CHECK-LABEL: func.func @stored_rows
// CHECK: outs({{.*}}) from identity {
// CHECK: cin.assign %{{.*}}[%{{.*}}] +=
func.func @stored_rows(%A: tensor<?x?xf64, #DCSR>, %y: tensor<?xf64>, %n: index, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #DCSR>) outs(%c = %y : tensor<?xf64>) from identity {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DCSR>>
        cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// What is added to is no zero, or the sum is taken from it.
// CHECK-LABEL: func.func @others
// CHECK: cin.kernel ins() outs(
// CHECK: cin.assign %{{.*}}[%{{.*}}] +=
// CHECK: outs({{.*}}) from identity {
// CHECK: cin.assign %{{.*}}[%{{.*}}] -=
func.func @others(%A: tensor<?x?xf64, #CSR>, %y: tensor<?xf64>, %w: tensor<?xf64>, %n: index, %m: index) -> (tensor<?xf64>, tensor<?xf64>) {
  %one = arith.constant 1.0 : f64
  %o = cin.kernel ins() outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.assign %c[%i] = %one : !cin.place<tensor<?xf64>>
    }
  } -> tensor<?xf64>
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>) outs(%c = %o : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  %s = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>) outs(%c = %w : tensor<?xf64>) from identity {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        cin.assign %c[%i] -= %0 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r, %s : tensor<?xf64>, tensor<?xf64>
}
