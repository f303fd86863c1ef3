// The outermost loop is parallel when each iteration writes elements of its own or
// adds to what it does not read, and when that is asked for.
// RUN: encke-opt --cin-schedule=parallel %s | FileCheck %s
// RUN: encke-opt --cin-schedule %s | FileCheck %s --check-prefix=SERIAL

// SERIAL-NOT: parallel {
// SERIAL-NOT: parallel vector

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>

// CHECK-LABEL: func.func @rows
// CHECK: cin.forall %{{.*}} in %{{.*}} parallel {
// CHECK: cin.forall %{{[^ ]*}} in %{{[^ ]*}} {
func.func @rows(%A: tensor<4x4xf64, #CSR>, %y: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %r = cin.kernel ins(%a = %A : tensor<4x4xf64, #CSR>) outs(%c = %y : tensor<4xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %n {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<4x4xf64, #CSR>>
        cin.assign %c[%i] += %0 : !cin.place<tensor<4xf64>>
      }
    }
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// Two columns may write the same row: each task has a copy.
// CHECK-LABEL: func.func @columns
// CHECK: cin.forall %{{.*}} in %{{.*}} parallel {
// CHECK: cin.forall %[[I:.*]] in %{{[^ ]*}} {
// CHECK: cin.assign %{{.*}}[%[[I]]] +=
func.func @columns(%A: tensor<4x4xf64, #CSC>, %y: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %r = cin.kernel ins(%a = %A : tensor<4x4xf64, #CSC>) outs(%c = %y : tensor<4xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %n {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<4x4xf64, #CSC>>
        cin.assign %c[%i] += %0 : !cin.place<tensor<4xf64>>
      }
    }
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// So do the parts of a sum.
// CHECK-LABEL: func.func @total
// CHECK: cin.where %[[SUM:.*]] : !cin.place<tensor<f64>> sizes()
// CHECK: producer
// CHECK: cin.forall %{{.*}} in %{{.*}} parallel vector(4)
// CHECK: cin.assign %[[SUM]][] +=
func.func @total(%x: tensor<4xf64>, %y: tensor<f64>, %n: index) -> tensor<f64> {
  %r = cin.kernel ins(%a = %x : tensor<4xf64>) outs(%c = %y : tensor<f64>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<4xf64>>
      cin.assign %c[] += %0 : !cin.place<tensor<f64>>
    }
  } -> tensor<f64>
  return %r : tensor<f64>
}

// What is read as well is not copied.
// CHECK-LABEL: func.func @powers
// CHECK-NOT: parallel
// CHECK: return
func.func @powers(%x: tensor<4xf64>, %y: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %r = cin.kernel ins(%a = %x : tensor<4xf64>) outs(%c = %y : tensor<4xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %n {
        %0 = cin.access %a[%i] : !cin.place<tensor<4xf64>>
        %1 = cin.access %c[%j] : !cin.place<tensor<4xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%j] += %2 : !cin.place<tensor<4xf64>>
      }
    }
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// Tasks would not agree on the one that comes first.
// CHECK-LABEL: func.func @some
// CHECK-NOT: parallel
// CHECK: return
func.func @some(%x: tensor<4xf64>, %y: tensor<f64>, %n: index) -> tensor<f64> {
  %r = cin.kernel ins(%a = %x : tensor<4xf64>) outs(%c = %y : tensor<f64>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<4xf64>>
      cin.assign %c[] any= %0 : !cin.place<tensor<f64>>
    }
  } -> tensor<f64>
  return %r : tensor<f64>
}
