// Which kernels go to a device, and what is said of the others.
// RUN: encke-opt --cin-decide=device=true %s | FileCheck %s
// What is written stays.
// RUN: encke-opt --cin-decide=device=true --cin-decide %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed)}>
#V = #sparse_tensor.encoding<{map = (d0) -> (d0 : compressed)}>

// A thread for each row. What is for processors is not.
// CHECK-LABEL: func.func @rows
// CHECK: cin.kernel device ins(
// CHECK-NEXT: cin.forall %{{.*}} in %{{.*}} parallel {
// CHECK-NEXT: cin.forall %{{.*}} in %{{.*}} {
func.func @rows(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %y: tensor<?xf64>, %n: index, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %x : tensor<?xf64>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n parallel {
      cin.forall %j in %m vector(4) {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %1 = cin.access %b[%j] : !cin.place<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// CHECK-LABEL: func.func @scatter
// CHECK: cin.kernel ins({{.*}} attributes {encke.host = "the iterations of its outermost loop add to the same elements"}
func.func @scatter(%A: tensor<?x?xf64, #CSR>, %y: tensor<?xf64>, %n: index, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n parallel {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        cin.assign %c[%j] += %0 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// CHECK-LABEL: func.func @sparse
// CHECK: attributes {encke.host = "its result is sparse"}
func.func @sparse(%x: tensor<?xf64, #V>, %y: tensor<?xf64, #V>, %n: index) -> tensor<?xf64, #V> {
  %r = cin.kernel ins(%a = %x : tensor<?xf64, #V>) outs(%c = %y : tensor<?xf64, #V>) {
    cin.forall %i in %n parallel {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      cin.assign %c[%i] = %0 : !cin.place<tensor<?xf64, #V>>
    }
  } -> tensor<?xf64, #V>
  return %r : tensor<?xf64, #V>
}

// CHECK-LABEL: func.func @sum
// CHECK: attributes {encke.host = "its result is a scalar"}
func.func @sum(%x: tensor<?xf64>, %y: tensor<f64>, %n: index) -> tensor<f64> {
  %r = cin.kernel ins(%a = %x : tensor<?xf64>) outs(%c = %y : tensor<f64>) {
    cin.forall %i in %n parallel {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64>>
      cin.assign %c[] += %0 : !cin.place<tensor<f64>>
    }
  } -> tensor<f64>
  return %r : tensor<f64>
}

// CHECK-LABEL: func.func @serial
// CHECK: attributes {encke.host = "its outermost loop is not parallel"}
func.func @serial(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %x : tensor<?xf64>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64>>
      cin.assign %c[%i] = %0 : !cin.place<tensor<?xf64>>
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// CHECK-LABEL: func.func @complex
// CHECK: attributes {encke.host = "no device has elements of type complex<f64>"}
func.func @complex(%x: tensor<?xcomplex<f64>>, %y: tensor<?xcomplex<f64>>, %n: index) -> tensor<?xcomplex<f64>> {
  %r = cin.kernel ins(%a = %x : tensor<?xcomplex<f64>>) outs(%c = %y : tensor<?xcomplex<f64>>) {
    cin.forall %i in %n parallel {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xcomplex<f64>>>
      cin.assign %c[%i] = %0 : !cin.place<tensor<?xcomplex<f64>>>
    }
  } -> tensor<?xcomplex<f64>>
  return %r : tensor<?xcomplex<f64>>
}

// Its angles may be large, which only a library takes.
// CHECK-LABEL: func.func @sine
// CHECK: attributes {encke.host = "no device computes math.sin"}
func.func @sine(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %x : tensor<?xf64>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n parallel {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64>>
      %1 = math.sin %0 : f64
      cin.assign %c[%i] = %1 : !cin.place<tensor<?xf64>>
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// CHECK-LABEL: func.func @exponential
// CHECK: cin.kernel device
func.func @exponential(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %x : tensor<?xf64>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n parallel {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64>>
      %1 = math.exp %0 : f64
      cin.assign %c[%i] = %1 : !cin.place<tensor<?xf64>>
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}
