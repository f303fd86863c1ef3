// What a program says takes the place of what the policy would choose.
// RUN: encke-opt --cin-schedule="parallel vector-bits=256" %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK-LABEL: func.func @order
// CHECK: cin.forall %k in %{{.*}} parallel {
// CHECK-NEXT: cin.forall %i in %{{.*}} {
// CHECK-NEXT: cin.where
// CHECK: cin.forall %j in %{{.*}} {
func.func @order(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64>, %n: index, %m: index, %p: index, %C: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x?xf64>) outs(%c = %C : tensor<?x?xf64>) attributes {encke.schedule = #cin.schedule<parallel(k), order(k, i, j)>} {
    cin.forall %i in %n {
      cin.forall %k in %p {
        cin.forall %j in %m {
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

// A row is filled, and then added to the result.
// CHECK-LABEL: func.func @workspace
// CHECK: cin.forall %i in %{{.*}} {
// CHECK-NEXT: cin.where %[[W:.*]] : !cin.place<tensor<?xf64>> sizes(%{{.*}}) {
// CHECK-NEXT: cin.forall %k in %{{.*}} {
// CHECK: cin.assign %{{.*}}[%i, %k] += %{{.*}}
// CHECK: } producer {
// CHECK-NEXT: cin.forall %j in %{{.*}} {
// CHECK-NEXT: cin.forall %k in %{{.*}} vector(4) registers(2) {
// CHECK: cin.assign %[[W]][%k] +=
func.func @workspace(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64>, %n: index, %m: index, %p: index, %C: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x?xf64>) outs(%c = %C : tensor<?x?xf64>) attributes {encke.schedule = #cin.schedule<serial, workspace(k, dense), vectorize(k), registers(k, 2)>} {
    cin.forall %i in %n {
      cin.forall %k in %p {
        cin.forall %j in %m {
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

// CHECK-LABEL: func.func @tile
// CHECK: cin.forall %[[B:.*]] in %{{.*}} parallel attributes {label = "k/8"} {
// CHECK-NEXT: cin.forall %i in %{{.*}} {
// CHECK-NEXT: cin.forall %j in %{{.*}} {
// CHECK-NEXT: cin.forall %{{.*}} in %{{.*}} within %[[B]](8) vector(8) attributes {label = "k%8"} {
func.func @tile(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64>, %n: index, %m: index, %p: index, %C: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x?xf64>) outs(%c = %C : tensor<?x?xf64>) attributes {encke.schedule = #cin.schedule<tile(k, 8), order("k/8", i, j, "k%8"), vectorize("k%8", 8)>} {
    cin.forall %i in %n {
      cin.forall %k in %p {
        cin.forall %j in %m {
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

// Elements of a vector are gathered at the coordinates of a row.
// CHECK-LABEL: func.func @gathered
// CHECK: cin.forall %i in %{{.*}} {
// CHECK-NEXT: cin.where
// CHECK: cin.forall %j in %{{.*}} vector(8) {
func.func @gathered(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %n: index, %m: index, %C: tensor<?xf64>) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %x : tensor<?xf64>) outs(%c = %C : tensor<?xf64>) attributes {encke.schedule = #cin.schedule<vectorize(j, 8), serial>} {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %1 = cin.access %b[%j] : !cin.place<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}
