// The example of the pass's description (Rewrite.td).
// RUN: encke-opt --cin-rewrite=rule=precompute %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// CHECK-LABEL: func.func @spgemm(
// CHECK-SAME: %[[n:[^ ]*]]: index, %[[l:[^ ]*]]: index, %[[m:[^ ]*]]: index
// CHECK: cin.kernel ins(%[[a:.*]] = %{{.*}} : tensor<?x?xf64, #{{.*}}>, %[[b:.*]] = %{{.*}} : tensor<?x?xf64, #{{.*}}>) outs(%[[c:.*]] = %{{.*}} : tensor<?x?xf64>) {
// CHECK-NEXT: cin.forall %[[i:.*]] in %[[n]] {
// CHECK-NEXT:   cin.where %[[w:.*]] : !cin.place<tensor<?xf64>> sizes(%[[m]]) {
// CHECK-NEXT:     cin.forall %[[j:.*]] in %[[m]] {
// CHECK-NEXT:       %[[v0:.*]] = cin.access %[[w]][%[[j]]] : !cin.place<tensor<?xf64>>
// CHECK-NEXT:       cin.assign %[[c]][%[[i]], %[[j]]] += %[[v0]] : !cin.place<tensor<?x?xf64>>
// CHECK-NEXT:     }
// CHECK-NEXT:   } producer {
// CHECK-NEXT:     cin.forall %[[k:.*]] in %[[l]] {
// CHECK-NEXT:       cin.forall %[[j:.*]] in %[[m]] {
// CHECK-NEXT:         %[[v0:.*]] = cin.access %[[a]][%[[i]], %[[k]]] : !cin.place<tensor<?x?xf64, #{{[a-z]*}}>>
// CHECK-NEXT:         %[[v1:.*]] = cin.access %[[b]][%[[k]], %[[j]]] : !cin.place<tensor<?x?xf64, #{{[a-z]*}}>>
// CHECK-NEXT:         %[[v2:.*]] = arith.mulf %[[v0]], %[[v1]] : f64
// CHECK-NEXT:         cin.assign %[[w]][%[[j]]] += %[[v2]] : !cin.place<tensor<?xf64>>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
func.func @spgemm(%n: index, %l: index, %m: index, %A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %C: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x?xf64, #CSR>) outs(%c = %C : tensor<?x?xf64>) {
    cin.forall %i in %n {
      cin.forall %k in %l {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %k] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%k, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %j] += %2 {encke.precompute = ["j"]} : !cin.place<tensor<?x?xf64>>
        }
      }
    }
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
