// The example of the pass's description: SpMV from its naive form.
// RUN: encke-opt --cin-schedule=parallel %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK: func.func @spmv(%{{.*}}, %[[n:[^ ]*]]: index, %[[m:[^ ]*]]: index)
// CHECK: cin.kernel ins(%[[a:.*]] = %{{.*}} : tensor<?x?xf64, #{{[a-z]*}}>, %[[b:.*]] = %{{.*}} : tensor<?xf64>) outs(%[[c:.*]] = %{{.*}} : tensor<?xf64>) {
// CHECK-NEXT: cin.forall %[[i:.*]] in %[[n]] parallel {
// CHECK-NEXT: cin.where %[[w:.*]] : !cin.place<tensor<f64>> sizes() {
// CHECK-NEXT: %[[s:.*]] = cin.access %[[w]][] : !cin.place<tensor<f64>>
// CHECK-NEXT: cin.assign %[[c]][%[[i]]] += %[[s]] : !cin.place<tensor<?xf64>>
// CHECK-NEXT: } producer {
// CHECK-NEXT: cin.forall %[[j:.*]] in %[[m]] vector(4) {
// CHECK-NEXT: %[[v0:.*]] = cin.access %[[a]][%[[i]], %[[j]]] : !cin.place<tensor<?x?xf64, #{{[a-z]*}}>>
// CHECK-NEXT: %[[v1:.*]] = cin.access %[[b]][%[[j]]] : !cin.place<tensor<?xf64>>
// CHECK-NEXT: %[[v2:.*]] = arith.mulf %[[v0]], %[[v1]] : f64
// CHECK-NEXT: cin.assign %[[w]][] += %[[v2]] : !cin.place<tensor<f64>>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: } -> tensor<?xf64>
func.func @spmv(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %zero: tensor<?xf64>, %n: index, %m: index) -> tensor<?xf64> {
  %y = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %x : tensor<?xf64>)
                  outs(%c = %zero : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %1 = cin.access %b[%j] : !cin.place<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %y : tensor<?xf64>
}
