// The example of the pass's description, and sums that stay as they are.
// RUN: encke-opt --cin-take-out-factors %s | FileCheck %s
// RUN: encke-opt --cin-rewrite=rule=take-out-factors %s 2>&1 | FileCheck %s --check-prefix=WHY

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK-LABEL: func.func @sddmm
// CHECK: cin.where %[[W:.*]] : !cin.place<tensor<f64>> sizes() {
// CHECK-NEXT: %[[T:.*]] = cin.access %[[W]][] : !cin.place<tensor<f64>>
// CHECK-NEXT: %[[S:.*]] = cin.access %{{.*}}[%[[I:.*]], %[[J:.*]]] : !cin.place<tensor<?x?xf64, #{{.*}}>>
// CHECK-NEXT: %[[ST:.*]] = arith.mulf %[[S]], %[[T]] : f64
// CHECK-NEXT: cin.assign %{{.*}}[%[[I]], %[[J]]] = %[[ST]] : !cin.place<tensor<?x?xf64, #{{.*}}>>
// CHECK-NEXT: } producer {
// CHECK-NEXT: cin.forall %[[K:.*]] in %{{.*}} vector(8) {
// CHECK-NEXT: %[[Q:.*]] = cin.access %{{.*}}[%[[I]], %[[K]]] : !cin.place<tensor<?x32xf64>>
// CHECK-NEXT: %[[R:.*]] = cin.access %{{.*}}[%[[J]], %[[K]]] : !cin.place<tensor<?x32xf64>>
// CHECK-NEXT: %[[QR:.*]] = arith.mulf %[[Q]], %[[R]] : f64
// CHECK-NEXT: cin.assign %[[W]][] += %[[QR]] : !cin.place<tensor<f64>>
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @sddmm(%S: tensor<?x?xf64, #CSR>, %Q: tensor<?x32xf64>, %R: tensor<?x32xf64>, %n: index, %m: index) -> tensor<?x?xf64, #CSR> {
  %c32 = arith.constant 32 : index
  %e = tensor.empty(%n, %m) : tensor<?x?xf64, #CSR>
  %P = cin.kernel ins(%s = %S : tensor<?x?xf64, #CSR>, %q = %Q : tensor<?x32xf64>, %r = %R : tensor<?x32xf64>) outs(%p = %e : tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        cin.where %w : !cin.place<tensor<f64>> sizes() {
          %0 = cin.access %w[] : !cin.place<tensor<f64>>
          cin.assign %p[%i, %j] = %0 : !cin.place<tensor<?x?xf64, #CSR>>
        } producer {
          cin.forall %k in %c32 vector(8) {
            %0 = cin.access %s[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
            %1 = cin.access %q[%i, %k] : !cin.place<tensor<?x32xf64>>
            %2 = cin.access %r[%j, %k] : !cin.place<tensor<?x32xf64>>
            %3 = arith.mulf %0, %1 : f64
            %4 = arith.mulf %3, %2 : f64
            cin.assign %w[] += %4 : !cin.place<tensor<f64>>
          }
        }
      }
    }
  } -> tensor<?x?xf64, #CSR>
  return %P : tensor<?x?xf64, #CSR>
}

// A factor that is computed, a constant, and two loops. The order of what stays
// is what it was.
// CHECK-LABEL: func.func @computed
// CHECK: cin.where %[[W:.*]] : !cin.place<tensor<f64>> sizes() {
// CHECK-NEXT: %[[T:.*]] = cin.access %[[W]][]
// CHECK-NEXT: %[[X:.*]] = cin.access %B[%[[I:.*]]]
// CHECK-NEXT: %[[Y:.*]] = arith.addf %[[X]], %[[HALF:[^ ]*]]
// CHECK-NEXT: %[[C:.*]] = arith.mulf %[[HALF]], %[[Y]]
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[C]], %[[T]]
// CHECK-NEXT: cin.assign %{{.*}}[%[[I]]] -= %[[P]]
// CHECK-NEXT: } producer {
// CHECK-NEXT: cin.forall %[[J:[^ ]*]]
// CHECK-NEXT: cin.forall %[[K:[^ ]*]]
// CHECK-NEXT: %[[A:.*]] = cin.access %{{.*}}[%[[I]], %[[J]]]
// CHECK-NEXT: %[[Z:.*]] = cin.access %{{.*}}[%[[K]]]
// CHECK-NEXT: %[[AZ:.*]] = arith.mulf %[[A]], %[[Z]]
// CHECK-NEXT: cin.assign %[[W]][] += %[[AZ]]
func.func @computed(%A: tensor<4x4xf64>, %x: tensor<4xf64>, %z: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %half = arith.constant 0.5 : f64
  %n = arith.constant 4 : index
  %r = cin.kernel ins(%a = %A : tensor<4x4xf64>, %b = %x : tensor<4xf64>, %c = %z : tensor<4xf64>) outs(%d = %y : tensor<4xf64>) {
    cin.forall %i in %n {
      cin.where %w : !cin.place<tensor<f64>> sizes() {
        %0 = cin.access %w[] : !cin.place<tensor<f64>>
        cin.assign %d[%i] -= %0 : !cin.place<tensor<4xf64>>
      } producer {
        cin.forall %j in %n {
          cin.forall %k in %n {
            %0 = cin.access %a[%i, %j] : !cin.place<tensor<4x4xf64>>
            %1 = cin.access %b[%i] : !cin.place<tensor<4xf64>>
            %2 = cin.access %c[%k] : !cin.place<tensor<4xf64>>
            %3 = arith.addf %1, %half : f64
            %4 = arith.mulf %half, %0 : f64
            %5 = arith.mulf %3, %2 : f64
            %6 = arith.mulf %4, %5 : f64
            cin.assign %w[] += %6 : !cin.place<tensor<f64>>
          }
        }
      }
    }
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// An empty row, or a mode without places, has a sum of nothing, which is zero also
// where x is infinite. A constant may go.
// CHECK-LABEL: func.func @no_term
// CHECK: %[[T:.*]] = cin.access %{{.*}}[] : !cin.place<tensor<f64>>
// CHECK-NEXT: %[[P:.*]] = arith.mulf %{{.*}}, %[[T]]
// CHECK-NEXT: cin.assign %{{.*}} = %[[P]]
// CHECK: %[[AX:.*]] = arith.mulf %{{.*}}, %{{.*}} : f64
// CHECK-NEXT: cin.assign %{{.*}}[] += %[[AX]]
// CHECK: %[[T:.*]] = cin.access %{{.*}}[] : !cin.place<tensor<f64>>
// CHECK-NEXT: cin.assign %{{.*}} = %[[T]]
// WHY: remark: {{.*}}its terms have no factor in common, or no other
func.func @no_term(%A: tensor<4x4xf64, #CSR>, %B: tensor<4x?xf64>, %x: tensor<4xf64>, %y: tensor<4xf64>, %m: index) -> (tensor<4xf64>, tensor<4xf64>) {
  %half = arith.constant 0.5 : f64
  %n = arith.constant 4 : index
  %r = cin.kernel ins(%a = %A : tensor<4x4xf64, #CSR>, %b = %x : tensor<4xf64>) outs(%d = %y : tensor<4xf64>) {
    cin.forall %i in %n {
      cin.where %w : !cin.place<tensor<f64>> sizes() {
        %0 = cin.access %w[] : !cin.place<tensor<f64>>
        cin.assign %d[%i] = %0 : !cin.place<tensor<4xf64>>
      } producer {
        cin.forall %j in %n {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<4x4xf64, #CSR>>
          %1 = cin.access %b[%i] : !cin.place<tensor<4xf64>>
          %2 = arith.mulf %half, %0 : f64
          %3 = arith.mulf %2, %1 : f64
          cin.assign %w[] += %3 : !cin.place<tensor<f64>>
        }
      }
    }
  } -> tensor<4xf64>
  %s = cin.kernel ins(%a = %B : tensor<4x?xf64>, %b = %x : tensor<4xf64>) outs(%d = %y : tensor<4xf64>) {
    cin.forall %i in %n {
      cin.where %w : !cin.place<tensor<f64>> sizes() {
        %0 = cin.access %w[] : !cin.place<tensor<f64>>
        cin.assign %d[%i] = %0 : !cin.place<tensor<4xf64>>
      } producer {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<4x?xf64>>
          %1 = cin.access %b[%i] : !cin.place<tensor<4xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %w[] += %2 : !cin.place<tensor<f64>>
        }
      }
    }
  } -> tensor<4xf64>
  return %r, %s : tensor<4xf64>, tensor<4xf64>
}

// What the least of products is depends on the sign of the factor.
// CHECK-LABEL: func.func @least
// CHECK: cin.access %[[W:.*]][]
// CHECK-NEXT: cin.assign %{{.*}} min=
// WHY: remark: {{.*}}its producer is no sum
func.func @least(%A: tensor<4x4xf64>, %x: tensor<4xf64>, %y: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %r = cin.kernel ins(%a = %A : tensor<4x4xf64>, %b = %x : tensor<4xf64>) outs(%d = %y : tensor<4xf64>) {
    cin.forall %i in %n {
      cin.where %w : !cin.place<tensor<f64>> sizes() {
        %0 = cin.access %w[] : !cin.place<tensor<f64>>
        cin.assign %d[%i] min= %0 : !cin.place<tensor<4xf64>>
      } producer {
        cin.forall %j in %n {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<4x4xf64>>
          %1 = cin.access %b[%i] : !cin.place<tensor<4xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %w[] min= %2 : !cin.place<tensor<f64>>
        }
      }
    }
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// No factor that all terms have; and all factors, of which as many as there are
// rounds are added up.
// CHECK-LABEL: func.func @none_or_all
// CHECK-COUNT-2: cin.access %{{.*}}[] : !cin.place<tensor<f64>>{{[[:space:]]*}}cin.assign
// WHY: remark: {{.*}}its terms have no factor in common, or no other
// WHY: remark: {{.*}}its terms have no factor in common, or no other
func.func @none_or_all(%A: tensor<4x4xf64>, %x: tensor<4xf64>, %y: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %r = cin.kernel ins(%a = %A : tensor<4x4xf64>, %b = %x : tensor<4xf64>) outs(%d = %y : tensor<4xf64>) {
    cin.forall %i in %n {
      cin.where %w : !cin.place<tensor<f64>> sizes() {
        %0 = cin.access %w[] : !cin.place<tensor<f64>>
        cin.assign %d[%i] += %0 : !cin.place<tensor<4xf64>>
      } producer {
        cin.forall %j in %n {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<4x4xf64>>
          %1 = cin.access %b[%j] : !cin.place<tensor<4xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %w[] += %2 : !cin.place<tensor<f64>>
        }
      }
    }
  } -> tensor<4xf64>
  %s = cin.kernel ins(%b = %x : tensor<4xf64>) outs(%d = %r : tensor<4xf64>) {
    cin.forall %i in %n {
      cin.where %w : !cin.place<tensor<f64>> sizes() {
        %0 = cin.access %w[] : !cin.place<tensor<f64>>
        cin.assign %d[%i] += %0 : !cin.place<tensor<4xf64>>
      } producer {
        cin.forall %j in %n {
          %0 = cin.access %b[%i] : !cin.place<tensor<4xf64>>
          %1 = arith.mulf %0, %0 : f64
          cin.assign %w[] += %1 : !cin.place<tensor<f64>>
        }
      }
    }
  } -> tensor<4xf64>
  return %s : tensor<4xf64>
}

// A loop of the consumer would multiply again and again.
// CHECK-LABEL: func.func @read_in_a_loop
// CHECK: cin.forall
// CHECK: %[[T:.*]] = cin.access %{{.*}}[] : !cin.place<tensor<f64>>
// CHECK-NEXT: cin.assign %{{.*}} = %[[T]]
// WHY: remark: {{.*}}its workspace is not one element that is read once
func.func @read_in_a_loop(%x: tensor<4xf64>, %y: tensor<4xf64>, %c: f64, %n: index) -> tensor<4xf64> {
  %r = cin.kernel ins(%a = %x : tensor<4xf64>) outs(%d = %y : tensor<4xf64>) {
    cin.where %w : !cin.place<tensor<f64>> sizes() {
      cin.forall %i in %n {
        %0 = cin.access %w[] : !cin.place<tensor<f64>>
        cin.assign %d[%i] = %0 : !cin.place<tensor<4xf64>>
      }
    } producer {
      cin.forall %j in %n {
        %0 = cin.access %a[%j] : !cin.place<tensor<4xf64>>
        %1 = arith.mulf %c, %0 : f64
        cin.assign %w[] += %1 : !cin.place<tensor<f64>>
      }
    }
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}
