// What only counts the elements of a sparse result reads no rows, so that it need not be
// there twice.
// RUN: encke-opt --encke-pipeline='from=cin to=scf' %s | FileCheck %s

#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>

// CHECK-LABEL: func.func @sampled
// CHECK-NOT: loop<twice>
// CHECK: call @encke_result_allocate_values(
// CHECK-NOT: loop<twice>
// CHECK: memref.load {{.*}} {cin.prefetch
// CHECK: {cin.loop = #cin.loop<twice>}
func.func @sampled(%A: tensor<?x?xf64>, %B: tensor<?x?xf64>, %C: tensor<?x?xf64, #DCSR>, %n: index, %m: index, %l: index) -> tensor<?x?xf64, #DCSR> {
  %e = tensor.empty(%n, %m) : tensor<?x?xf64, #DCSR>
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64>, %b = %B : tensor<?x?xf64>, %c = %C : tensor<?x?xf64, #DCSR>) outs(%d = %e : tensor<?x?xf64, #DCSR>) {
    cin.forall %i in %n twice {
      cin.forall %j in %m {
        cin.where %w : !cin.place<tensor<f64>> sizes() {
          %0 = cin.access %w[] : !cin.place<tensor<f64>>
          cin.assign %d[%i, %j] = %0 : !cin.place<tensor<?x?xf64, #DCSR>>
        } producer {
          cin.forall %k in %l vector(4) {
            %0 = cin.access %a[%i, %k] : !cin.place<tensor<?x?xf64>>
            %1 = cin.access %b[%j, %k] prefetch(ahead = 16, lines = 8, few = 16384, near = 1048576, far = 8388608) : !cin.place<tensor<?x?xf64>>
            %2 = cin.access %c[%i, %j] : !cin.place<tensor<?x?xf64, #DCSR>>
            %3 = arith.mulf %0, %1 : f64
            %4 = sparse_tensor.unary %2 : f64 to f64
              present = {
              ^bb0(%x: f64):
                sparse_tensor.yield %3 : f64
              }
              absent = {}
            cin.assign %w[] += %4 : !cin.place<tensor<f64>>
          }
        }
      }
    }
  } -> tensor<?x?xf64, #DCSR>
  return %r : tensor<?x?xf64, #DCSR>
}
