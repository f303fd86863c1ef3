// The example of the pass's description.
// RUN: encke-opt --cin-widen-sums %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK-LABEL: func.func @spmv
// CHECK: cin.where %[[W:.*]] : !cin.place<tensor<f64>> sizes() {
// CHECK-NEXT: %[[S:.*]] = cin.access %[[W]][] : !cin.place<tensor<f64>>
// CHECK-NEXT: %[[T:.*]] = arith.truncf %[[S]] : f64 to f32
// CHECK-NEXT: cin.assign %{{.*}}[%[[I:.*]]] = %[[T]] : !cin.place<tensor<?xf32>>
// CHECK-NEXT: } producer {
// CHECK-NEXT: cin.forall %[[J:.*]] in %{{.*}} {
// CHECK-NEXT: %[[A:.*]] = cin.access %{{.*}}[%[[I]], %[[J]]] : !cin.place<tensor<?x?xf32, #{{.*}}>>
// CHECK-NEXT: %[[X:.*]] = cin.access %{{.*}}[%[[J]]] : !cin.place<tensor<?xf32>>
// CHECK-NEXT: %[[WIDE_A:.*]] = arith.extf %[[A]] : f32 to f64
// CHECK-NEXT: %[[WIDE_X:.*]] = arith.extf %[[X]] : f32 to f64
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[WIDE_A]], %[[WIDE_X]] : f64
// CHECK-NEXT: cin.assign %[[W]][] += %[[P]] : !cin.place<tensor<f64>>
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @spmv(%A: tensor<?x?xf32, #CSR>, %X: tensor<?xf32>, %Y: tensor<?xf32>, %n: index, %m: index) -> tensor<?xf32> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf32, #CSR>, %x = %X : tensor<?xf32>) outs(%y = %Y : tensor<?xf32>) {
    cin.forall %i in %n {
      cin.where %w : !cin.place<tensor<f32>> sizes() {
        %0 = cin.access %w[] : !cin.place<tensor<f32>>
        cin.assign %y[%i] = %0 : !cin.place<tensor<?xf32>>
      } producer {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf32, #CSR>>
          %1 = cin.access %x[%j] : !cin.place<tensor<?xf32>>
          %2 = arith.mulf %0, %1 : f32
          cin.assign %w[] += %2 : !cin.place<tensor<f32>>
        }
      }
    }
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// A loop that adds to a result again, of products in vectors.
// CHECK-LABEL: func.func @columns
// CHECK: cin.where %[[W:.*]] : !cin.place<tensor<?xf64>> sizes(%{{.*}}) {
// CHECK-NEXT: cin.forall %[[K:.*]] in %{{.*}} vector(8) {
// CHECK-NEXT: %[[S:.*]] = cin.access %[[W]][%[[K]]] : !cin.place<tensor<?xf64>>
// CHECK-NEXT: %[[T:.*]] = arith.truncf %[[S]] : f64 to f32
// CHECK-NEXT: cin.assign %{{.*}}[%[[K]]] += %[[T]] : !cin.place<tensor<?xf32>>
// CHECK-NEXT: }
// CHECK-NEXT: } producer {
// CHECK: arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK-NEXT: arith.extf %{{.*}} {encke.float_sum} : f32 to f64
// CHECK-NEXT: cin.assign %[[W]][%{{.*}}] += %{{.*}} : !cin.place<tensor<?xf64>>
func.func @columns(%A: tensor<?x?xf32>, %X: tensor<?xf32>, %Y: tensor<?xf32>, %n: index, %m: index) -> tensor<?xf32> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf32>, %x = %X : tensor<?xf32>) outs(%y = %Y : tensor<?xf32>) {
    cin.forall %j in %n {
      cin.forall %k in %m vector(8) {
        %0 = cin.access %a[%j, %k] : !cin.place<tensor<?x?xf32>>
        %1 = cin.access %x[%j] : !cin.place<tensor<?xf32>>
        %2 = arith.mulf %0, %1 : f32
        cin.assign %y[%k] += %2 : !cin.place<tensor<?xf32>>
      }
    }
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// The vectorizer sees to what stays in registers, and one sum a row needs none.
// CHECK-LABEL: func.func @registers
// CHECK-NOT: f64
// CHECK: return
func.func @registers(%A: tensor<?x?xf32>, %B: tensor<?x?xf32>, %C: tensor<?x?xf32>, %D: tensor<?xf32>, %l: index, %n: index, %m: index) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf32>, %b = %B : tensor<?x?xf32>) outs(%c = %C : tensor<?x?xf32>) {
    cin.forall %i in %l {
      cin.forall %j in %n {
        cin.forall %k in %m vector(8) registers(8) {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf32>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x?xf32>>
          %2 = arith.mulf %0, %1 : f32
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<?x?xf32>>
        }
      }
    }
  } -> tensor<?x?xf32>
  %s = cin.kernel ins(%d = %D : tensor<?xf32>) outs(%e = %D : tensor<?xf32>) {
    cin.forall %i in %l {
      %0 = cin.access %d[%i] : !cin.place<tensor<?xf32>>
      cin.assign %e[%i] += %0 : !cin.place<tensor<?xf32>>
    }
  } -> tensor<?xf32>
  return %r, %s : tensor<?x?xf32>, tensor<?xf32>
}

// A square: both operands of the multiplication are one value.
// CHECK-LABEL: func.func @squares
// CHECK: } producer {
// CHECK-NEXT: cin.forall %[[J:.*]] in %{{.*}} {
// CHECK-NEXT: %[[A:.*]] = cin.access %{{.*}}[%{{.*}}, %[[J]]] : !cin.place<tensor<?x?xf32>>
// CHECK-NEXT: %[[W1:.*]] = arith.extf %[[A]] : f32 to f64
// CHECK-NEXT: %[[N1:.*]] = arith.negf %[[W1]] : f64
// CHECK-NEXT: %[[W2:.*]] = arith.extf %[[A]] : f32 to f64
// CHECK-NEXT: %[[N2:.*]] = arith.negf %[[W2]] : f64
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[N1]], %[[N2]] : f64
// CHECK-NEXT: cin.assign %{{.*}}[] += %[[P]] : !cin.place<tensor<f64>>
func.func @squares(%A: tensor<?x?xf32>, %Y: tensor<?xf32>, %n: index, %m: index) -> tensor<?xf32> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf32>) outs(%y = %Y : tensor<?xf32>) {
    cin.forall %i in %n {
      cin.where %w : !cin.place<tensor<f32>> sizes() {
        %0 = cin.access %w[] : !cin.place<tensor<f32>>
        cin.assign %y[%i] = %0 : !cin.place<tensor<?xf32>>
      } producer {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf32>>
          %1 = arith.negf %0 : f32
          %2 = arith.mulf %1, %1 : f32
          cin.assign %w[] += %2 : !cin.place<tensor<f32>>
        }
      }
    }
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// What is read of a row of blocks still says what is padding.
// CHECK-LABEL: func.func @blocks
// CHECK: cin.where %[[W:.*]] : !cin.place<tensor<?x?xf64, #{{.*}}>>
// CHECK: %[[SUM:.*]] = cin.access %[[W]][%{{.*}}, %{{.*}}] stored : !cin.place<tensor<?x?xf64, #{{.*}}>>
// CHECK-NEXT: arith.truncf %[[SUM]] : f64 to f32
#BCSR = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense) }>
func.func @blocks(%A: tensor<?x?xf32, #BCSR>, %C: tensor<?x?xf32, #BCSR>, %n: index, %p: index) -> tensor<?x?xf32, #BCSR> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf32, #BCSR>) outs(%c = %C : tensor<?x?xf32, #BCSR>) {
    cin.forall %ib in %p {
      cin.where %w : !cin.place<tensor<?x?xf32, #BCSR>> sizes(%n, %n) {
        cin.forall %kb in %p {
          cin.forall %i in %n within %ib(2) {
            cin.forall %k in %n within %kb(2) {
              %0 = cin.access %w[%i, %k] stored : !cin.place<tensor<?x?xf32, #BCSR>>
              cin.assign %c[%i, %k] = %0 : !cin.place<tensor<?x?xf32, #BCSR>>
            }
          }
        }
      } producer {
        cin.forall %jb in %p {
          cin.forall %kb in %p {
            cin.forall %i in %n within %ib(2) {
              cin.forall %j in %n within %jb(2) {
                cin.forall %k in %n within %kb(2) {
                  %0 = cin.access %a[%i, %j] stored : !cin.place<tensor<?x?xf32, #BCSR>>
                  %1 = cin.access %a[%j, %k] stored : !cin.place<tensor<?x?xf32, #BCSR>>
                  %2 = arith.mulf %0, %1 : f32
                  cin.assign %w[%i, %k] += %2 : !cin.place<tensor<?x?xf32, #BCSR>>
                }
              }
            }
          }
        }
      }
    }
  } -> tensor<?x?xf32, #BCSR>
  return %r : tensor<?x?xf32, #BCSR>
}
