// What a row of a sparse factor multiplies is added up first, where the loop goes along the
// columns of factors of a tensor. A matrix may be a graph: its rows are looked up in.
// RUN: encke-opt --cin-schedule %s | FileCheck %s

#CSF = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed) }>
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK-LABEL: func.func @tensor
// CHECK: cin.forall %i in
// CHECK-NEXT: cin.forall %k in
// CHECK-NEXT: cin.where %[[W:.*]] : !cin.place<tensor<?xf64, #{{.*}}>> sizes(%{{.*}}) {
// CHECK-NEXT: cin.forall %j in
// CHECK-DAG: %[[SUM:.*]] = cin.access %[[W]][%j]
// CHECK-DAG: %[[C:.*]] = cin.access %{{.*}}[%k, %j]
// CHECK: %[[PRODUCT:.*]] = arith.mulf %[[SUM]], %[[C]]
// CHECK-NEXT: cin.assign %{{.*}}[%i, %j] += %[[PRODUCT]]
// CHECK: } producer {
// CHECK-NEXT: cin.forall %l in
// CHECK-NEXT: cin.forall %j in
// CHECK: cin.access %{{.*}}[%i, %k, %l]
// CHECK: cin.access %{{.*}}[%l, %j]
// CHECK: cin.assign %[[W]][%j] +=
func.func @tensor(%T: tensor<?x?x?xf64, #CSF>, %D: tensor<?x?xf64, #CSR>, %C: tensor<?x?xf64, #CSR>, %A: tensor<?x?xf64>, %n: index) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%t = %T : tensor<?x?x?xf64, #CSF>, %d = %D : tensor<?x?xf64, #CSR>, %c = %C : tensor<?x?xf64, #CSR>) outs(%a = %A : tensor<?x?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %n {
        cin.forall %k in %n {
          cin.forall %l in %n {
            %0 = cin.access %t[%i, %k, %l] : !cin.place<tensor<?x?x?xf64, #CSF>>
            %1 = cin.access %d[%l, %j] : !cin.place<tensor<?x?xf64, #CSR>>
            %2 = cin.access %c[%k, %j] : !cin.place<tensor<?x?xf64, #CSR>>
            %3 = arith.mulf %0, %1 : f64
            %4 = arith.mulf %3, %2 : f64
            cin.assign %a[%i, %j] += %4 : !cin.place<tensor<?x?xf64>>
          }
        }
      }
    }
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// CHECK-LABEL: func.func @graph
// CHECK: cin.forall %i in
// CHECK-NEXT: cin.where %[[W:.*]] : !cin.place<tensor<?xf64, #{{.*}}>> sizes(%{{.*}}) {
// CHECK-NEXT: cin.forall %k in
// CHECK-NEXT: cin.forall %j in
// CHECK: cin.access %[[W]][%j]
// CHECK: } producer {
// CHECK-NEXT: cin.forall %j in
// CHECK-NEXT: cin.access %{{.*}}[%i, %j]
// CHECK-NEXT: cin.assign %[[W]][%j] =
func.func @graph(%B: tensor<?x?xf64, #CSR>, %D: tensor<?x?xf64, #CSR>, %C: tensor<?x?xf64, #CSR>, %A: tensor<?x?xf64>, %n: index) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%b = %B : tensor<?x?xf64, #CSR>, %d = %D : tensor<?x?xf64, #CSR>, %c = %C : tensor<?x?xf64, #CSR>) outs(%a = %A : tensor<?x?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %n {
        cin.forall %k in %n {
          %0 = cin.access %b[%i, %k] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %d[%k, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %2 = cin.access %c[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %3 = arith.mulf %0, %1 : f64
          %4 = arith.mulf %3, %2 : f64
          cin.assign %a[%i, %j] += %4 : !cin.place<tensor<?x?xf64>>
        }
      }
    }
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
