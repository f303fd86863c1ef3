// The examples of the pass's description, TTV and a matrix whose rows are scaled; all
// levels, for a sparse result and for sums; and kernels whose result stores something
// else.
// RUN: encke-opt --cin-merge-levels --split-input-file %s | FileCheck %s

#CSF = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed), posWidth = 32, crdWidth = 32 }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// CHECK-DAG: #[[CSR:.*]] = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>
// CHECK-DAG: #[[CSF:.*]] = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed), posWidth = 32, crdWidth = 32 }>
// CHECK-DAG: #[[DCSR:.*]] = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// CHECK-LABEL: func.func @ttv
// CHECK-SAME: %[[X:[^ ]*]]: tensor<?x?x?xf64, #[[CSF]]>, %[[V:[^ ]*]]: tensor<?xf64>, %[[N:[^ ]*]]: index, %[[M:[^ ]*]]: index, %[[L:[^ ]*]]: index
// CHECK-NOT: tensor.empty
// CHECK: %[[MERGED:.*]] = cin.merge_levels 2 of %[[X]] : tensor<?x?x?xf64, #[[CSF]]> -> tensor<?x?xf64, #[[CSR]]>
// CHECK: %[[P:.*]] = tensor.dim %[[MERGED]], %{{.*}} : tensor<?x?xf64, #[[CSR]]>
// CHECK: %[[E:.*]], %[[Y:.*]] = cin.share_levels 2 of %[[X]] : tensor<?x?x?xf64, #[[CSF]]> -> tensor<?x?xf64, #[[DCSR]]>, tensor<?xf64>
// CHECK: %[[W:.*]] = cin.kernel ins(%[[a:.*]] = %[[MERGED]] : tensor<?x?xf64, #[[CSR]]>, %[[b:.*]] = %[[V]] : tensor<?xf64>) outs(%[[c:.*]] = %[[Y]] : tensor<?xf64>) {
// CHECK-NEXT: cin.forall %[[IJ:.*]] in %[[P]] {
// CHECK-NEXT: cin.where %[[w:.*]] : !cin.place<tensor<f64>> sizes() {
// CHECK-NEXT: %[[SUM:.*]] = cin.access %[[w]][] : !cin.place<tensor<f64>>
// CHECK-NEXT: cin.assign %[[c]][%[[IJ]]] = %[[SUM]] : !cin.place<tensor<?xf64>>
// CHECK-NEXT: } producer {
// CHECK-NEXT: cin.forall %[[K:.*]] in %[[L]] vector(4) {
// CHECK-NEXT: %[[A0:.*]] = cin.access %[[a]][%[[IJ]], %[[K]]] : !cin.place<tensor<?x?xf64, #[[CSR]]>>
// CHECK-NEXT: %[[B0:.*]] = cin.access %[[b]][%[[K]]] : !cin.place<tensor<?xf64>>
// CHECK-NEXT: %[[PRODUCT:.*]] = arith.mulf %[[A0]], %[[B0]] : f64
// CHECK-NEXT: cin.assign %[[w]][] += %[[PRODUCT]] : !cin.place<tensor<f64>>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: } -> tensor<?xf64>
// CHECK: %[[R:.*]] = cin.with_values %[[W]] in %[[E]] : tensor<?xf64> in tensor<?x?xf64, #[[DCSR]]>
// CHECK: return %[[R]]
func.func @ttv(%X: tensor<?x?x?xf64, #CSF>, %v: tensor<?xf64>, %n: index, %m: index, %l: index) -> tensor<?x?xf64, #DCSR> {
  %e = tensor.empty(%n, %m) : tensor<?x?xf64, #DCSR>
  %Y = cin.kernel ins(%a = %X : tensor<?x?x?xf64, #CSF>, %b = %v : tensor<?xf64>)
                  outs(%c = %e : tensor<?x?xf64, #DCSR>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        cin.where %w : !cin.place<tensor<f64>> sizes() {
          %0 = cin.access %w[] : !cin.place<tensor<f64>>
          cin.assign %c[%i, %j] = %0 : !cin.place<tensor<?x?xf64, #DCSR>>
        } producer {
          cin.forall %k in %l {
            %0 = cin.access %a[%i, %j, %k] : !cin.place<tensor<?x?x?xf64, #CSF>>
            %1 = cin.access %b[%k] : !cin.place<tensor<?xf64>>
            %2 = arith.mulf %0, %1 : f64
            cin.assign %w[] += %2 : !cin.place<tensor<f64>>
          }
        }
      }
    }
  } -> tensor<?x?xf64, #DCSR>
  return %Y : tensor<?x?xf64, #DCSR>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// The values in one loop, of a result of another element type, too.
// CHECK-LABEL: func.func @scale
// CHECK-SAME: %[[A:[^ ]*]]: tensor<?x?xf64, #{{.*}}>
// CHECK: %[[V:.*]] = cin.merge_levels 2 of %[[A]] : tensor<?x?xf64, #{{.*}}> -> tensor<?xf64>
// CHECK: %[[E:.*]], %[[Y:.*]] = cin.share_levels 2 of %[[A]] : tensor<?x?xf64, #{{.*}}> -> tensor<?x?xf32, #{{.*}}>, tensor<?xf32>
// CHECK: %[[W:.*]] = cin.kernel ins(%[[a:.*]] = %[[V]] : tensor<?xf64>) outs(%[[b:.*]] = %[[Y]] : tensor<?xf32>) {
// CHECK-NEXT: cin.forall %[[P:.*]] in %{{.*}} vector(8) {
// CHECK-NEXT: cin.access %[[a]][%[[P]]]
// CHECK: cin.assign %[[b]][%[[P]]] = %{{.*}} : !cin.place<tensor<?xf32>>
// CHECK: cin.with_values %[[W]] in %[[E]]
func.func @scale(%A: tensor<?x?xf64, #CSR>, %n: index, %m: index, %s: f64) -> tensor<?x?xf32, #CSR> {
  %e = tensor.empty(%n, %m) : tensor<?x?xf32, #CSR>
  %B = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>) outs(%b = %e : tensor<?x?xf32, #CSR>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %1 = arith.mulf %0, %s : f64
        %2 = arith.addf %0, %1 : f64
        %3 = arith.truncf %2 : f64 to f32
        cin.assign %b[%i, %j] = %3 : !cin.place<tensor<?x?xf32, #CSR>>
      }
    }
  } -> tensor<?x?xf32, #CSR>
  return %B : tensor<?x?xf32, #CSR>
}

// What the schedule had dropped, zeros to add to, is not written anew; a maximum starts
// from what is there.
// CHECK-LABEL: func.func @squares
// CHECK: %[[V:.*]] = cin.merge_levels 2 of
// CHECK-NOT: ins()
// CHECK: cin.kernel ins(%[[a:.*]] = %[[V]] : tensor<?xf64>, %[[b:.*]] = %[[V]] : tensor<?xf64>) outs(%[[c:.*]] = %{{.*}} : tensor<f64>) {
// CHECK-NEXT: cin.where %[[w:.*]] : {{.*}} {
// CHECK-NEXT: %[[SUM:.*]] = cin.access %[[w]][]
// CHECK-NEXT: cin.assign %[[c]][] = %[[SUM]]
// CHECK-NEXT: } producer {
// CHECK-NEXT: cin.forall %[[P:.*]] in %{{.*}} vector(4) {
// CHECK-NEXT: cin.access %[[a]][%[[P]]]
// CHECK-NEXT: cin.access %[[b]][%[[P]]]
// CHECK: cin.assign %[[w]][] += %{{.*}} : !cin.place<tensor<f64>>
func.func @squares(%A: tensor<?x?xf64, #CSR>, %n: index, %m: index, %s: tensor<f64>) -> tensor<f64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %A : tensor<?x?xf64, #CSR>) outs(%c = %s : tensor<f64>) {
    cin.where %w : !cin.place<tensor<f64>> sizes() {
      %0 = cin.access %w[] : !cin.place<tensor<f64>>
      cin.assign %c[] = %0 : !cin.place<tensor<f64>>
    } producer {
      cin.forall %i in %n parallel {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %w[] += %2 : !cin.place<tensor<f64>>
        }
      }
    }
  } -> tensor<f64>
  return %r : tensor<f64>
}

// CHECK-LABEL: func.func @maximum
// CHECK: cin.merge_levels 2 of
// CHECK: cin.kernel
// CHECK: cin.assign %{{.*}}[] max= %{{.*}} : !cin.place<tensor<f64>>
// CHECK: cin.assign %{{.*}}[] max= %{{.*}} : !cin.place<tensor<f64>>
func.func @maximum(%A: tensor<?x?xf64, #CSR>, %n: index, %m: index, %s: tensor<f64>) -> tensor<f64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>) outs(%c = %s : tensor<f64>) {
    cin.where %w : !cin.place<tensor<f64>> sizes() {
      %0 = cin.access %w[] : !cin.place<tensor<f64>>
      cin.assign %c[] max= %0 : !cin.place<tensor<f64>>
    } producer {
      cin.forall %i in %n {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          cin.assign %w[] max= %0 : !cin.place<tensor<f64>>
        }
      }
    }
  } -> tensor<f64>
  return %r : tensor<f64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed), posWidth = 32, crdWidth = 32 }>
#CUD = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : dense), posWidth = 32, crdWidth = 32 }>

// CHECK-NOT: cin.merge_levels

// The coordinate of the row is that of another tensor, too.
// CHECK-LABEL: func.func @rows
// CHECK-SAME: %[[A:[^ ]*]]: tensor<?x?xf64, #{{.*}}>, %[[X:[^ ]*]]: tensor<?xf64>
// CHECK-NOT: tensor.empty
// CHECK: %{{.*}} = cin.kernel numeric ins(%[[a:.*]] = %[[A]] : tensor<?x?xf64, #{{.*}}>, %[[b:.*]] = %[[X]] : tensor<?xf64>) outs(%[[c:.*]] = %[[A]] : tensor<?x?xf64, #{{.*}}>) {
func.func @rows(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %n: index, %m: index) -> tensor<?x?xf64, #CSR> {
  %e = tensor.empty(%n, %m) : tensor<?x?xf64, #CSR>
  %B = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %y = %x : tensor<?xf64>) outs(%b = %e : tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %1 = cin.access %y[%i] : !cin.place<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %b[%i, %j] = %2 : !cin.place<tensor<?x?xf64, #CSR>>
      }
    }
  } -> tensor<?x?xf64, #CSR>
  return %B : tensor<?x?xf64, #CSR>
}

// A dot product at each element, of vectors that are not empty.
// CHECK-LABEL: func.func @sampled
// CHECK: cin.kernel numeric
func.func @sampled(%A: tensor<?x?xf64, #CSR>, %U: tensor<?x8xf64>, %V: tensor<?x8xf64>, %n: index, %m: index) -> tensor<?x?xf64, #CSR> {
  %c8 = arith.constant 8 : index
  %e = tensor.empty(%n, %m) : tensor<?x?xf64, #CSR>
  %B = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %u = %U : tensor<?x8xf64>, %v = %V : tensor<?x8xf64>) outs(%b = %e : tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        cin.where %w : !cin.place<tensor<f64>> sizes() {
          %0 = cin.access %w[] : !cin.place<tensor<f64>>
          cin.assign %b[%i, %j] = %0 : !cin.place<tensor<?x?xf64, #CSR>>
        } producer {
          cin.forall %k in %c8 vector(4) {
            %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
            %1 = cin.access %u[%i, %k] : !cin.place<tensor<?x8xf64>>
            %2 = cin.access %v[%j, %k] : !cin.place<tensor<?x8xf64>>
            %3 = arith.mulf %1, %2 : f64
            %4 = arith.mulf %0, %3 : f64
            cin.assign %w[] += %4 : !cin.place<tensor<f64>>
          }
        }
      }
    }
  } -> tensor<?x?xf64, #CSR>
  return %B : tensor<?x?xf64, #CSR>
}

// CHECK-NOT: numeric

// The result stores more.
func.func @everywhere(%A: tensor<?x?xf64, #CSR>, %n: index, %m: index) -> tensor<?x?xf64, #CSR> {
  %one = arith.constant 1.0 : f64
  %e = tensor.empty(%n, %m) : tensor<?x?xf64, #CSR>
  %B = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>) outs(%b = %e : tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %1 = arith.addf %0, %one : f64
        cin.assign %b[%i, %j] = %1 : !cin.place<tensor<?x?xf64, #CSR>>
      }
    }
  } -> tensor<?x?xf64, #CSR>
  return %B : tensor<?x?xf64, #CSR>
}

// The result is stored in another order, or transposed.
func.func @by_columns(%A: tensor<?x?xf64, #CSR>, %n: index, %m: index) -> tensor<?x?xf64, #CSC> {
  %e = tensor.empty(%n, %m) : tensor<?x?xf64, #CSC>
  %B = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>) outs(%b = %e : tensor<?x?xf64, #CSC>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        cin.assign %b[%i, %j] = %0 : !cin.place<tensor<?x?xf64, #CSC>>
      }
    }
  } -> tensor<?x?xf64, #CSC>
  return %B : tensor<?x?xf64, #CSC>
}
func.func @transposed(%A: tensor<?x?xf64, #CSR>, %n: index, %m: index) -> tensor<?x?xf64, #CSR> {
  %e = tensor.empty(%m, %n) : tensor<?x?xf64, #CSR>
  %B = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>) outs(%b = %e : tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        cin.assign %b[%j, %i] = %0 : !cin.place<tensor<?x?xf64, #CSR>>
      }
    }
  } -> tensor<?x?xf64, #CSR>
  return %B : tensor<?x?xf64, #CSR>
}

// Values of a dense level below another one may be padding.
func.func @padding(%A: tensor<?x?xf64, #CUD>, %n: index, %m: index, %s: tensor<f64>) -> tensor<f64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CUD>) outs(%c = %s : tensor<f64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CUD>>
        cin.assign %c[] += %0 : !cin.place<tensor<f64>>
      }
    }
  } -> tensor<f64>
  return %r : tensor<f64>
}

// The row's sum runs over a label that the tensor lacks: of none the result would
// store nothing.
func.func @another_label(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %n: index, %m: index, %l: index) -> tensor<?x?xf64, #CSR> {
  %e = tensor.empty(%n, %m) : tensor<?x?xf64, #CSR>
  %B = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %y = %x : tensor<?xf64>) outs(%b = %e : tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        cin.forall %k in %l {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %y[%k] : !cin.place<tensor<?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %b[%i, %j] += %2 : !cin.place<tensor<?x?xf64, #CSR>>
        }
      }
    }
  } -> tensor<?x?xf64, #CSR>
  return %B : tensor<?x?xf64, #CSR>
}
