// The example of the pass's description: how a product of sparse matrices is made.
// RUN: encke-opt --cin-decide %s | FileCheck %s

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK: %[[C:.*]] = cin.kernel ins({{.*}}) outs(%{{.*}} = %{{.*}} : tensor<?x?xf64, #{{.*}}>) assemble(bound) {
// CHECK: cin.forall %{{.*}} in %{{.*}} {
// CHECK: cin.where %{{.*}} : !cin.place<tensor<?xf64, #{{.*}}>> sizes(%{{.*}}) marks(learn) renumber(size = 65536, ratio = 8) {
func.func @spgemm(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %C: tensor<?x?xf64, #CSR>, %n: index, %m: index) -> tensor<?x?xf64, #CSR> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x?xf64, #CSR>) outs(%c = %C : tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n {
      cin.where %w : !cin.place<tensor<?xf64, #V>> sizes(%m) {
        cin.forall %k in %m {
          %0 = cin.access %w[%k] : !cin.place<tensor<?xf64, #V>>
          cin.assign %c[%i, %k] = %0 : !cin.place<tensor<?x?xf64, #CSR>>
        }
      } producer {
        cin.forall %j in %n {
          cin.forall %k in %m {
            %1 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
            %2 = cin.access %b[%j, %k] : !cin.place<tensor<?x?xf64, #CSR>>
            %3 = arith.mulf %1, %2 : f64
            cin.assign %w[%k] += %3 : !cin.place<tensor<?xf64, #V>>
          }
        }
      }
    }
  } -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}
