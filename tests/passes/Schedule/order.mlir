// The order of loops: index variables of sparse tensors in storage order, then
// the dense ones with the most contiguous accesses innermost.
// RUN: encke-opt --cin-schedule %s | FileCheck %s

#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>
#CSF = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed) }>
#CSF201 = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d2 : compressed, d0 : compressed, d1 : compressed) }>

// Columns first; y[i] is scattered into, so there is no register.
// CHECK-LABEL: func.func @csc
// CHECK-SAME: %[[N:[^ ]*]]: index, %[[M:[^ ]*]]: index
// CHECK: cin.forall %[[J:.*]] in %[[M]] {
// CHECK-NEXT: cin.forall %[[I:.*]] in %[[N]] {
// CHECK-NEXT: cin.access %{{.*}}[%[[I]], %[[J]]]
// CHECK-NEXT: cin.access %{{.*}}[%[[J]]]
// CHECK: cin.assign %{{.*}}[%[[I]]] +=
// CHECK-NOT: cin.where
func.func @csc(%A: tensor<?x?xf64, #CSC>, %x: tensor<?xf64>, %y: tensor<?xf64>, %n: index, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSC>, %b = %x : tensor<?xf64>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSC>>
        %1 = cin.access %b[%j] : !cin.place<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// C[j,i] = A[i,j]: the storage of A decides, not the naive order.
// CHECK-LABEL: func.func @dcsr_transposed
// CHECK-SAME: %[[N:[^ ]*]]: index, %[[M:[^ ]*]]: index
// CHECK: cin.forall %[[I:.*]] in %[[N]] {
// CHECK-NEXT: cin.forall %[[J:.*]] in %[[M]] {
// CHECK-NEXT: cin.access %{{.*}}[%[[I]], %[[J]]]
// CHECK-NEXT: cin.assign %{{.*}}[%[[J]], %[[I]]] +=
func.func @dcsr_transposed(%A: tensor<?x?xf64, #DCSR>, %C: tensor<?x?xf64>, %n: index, %m: index) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #DCSR>) outs(%c = %C : tensor<?x?xf64>) {
    cin.forall %j in %m {
      cin.forall %i in %n {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DCSR>>
        cin.assign %c[%j, %i] += %0 : !cin.place<tensor<?x?xf64>>
      }
    }
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// Each of MTTKRP's loops has an extent of its own, so the order can be read off.
// CHECK-LABEL: func.func @csf
// CHECK-SAME: %[[N:[^ ]*]]: index, %[[M:[^ ]*]]: index, %[[L:[^ ]*]]: index, %[[R:[^ ]*]]: index
// CHECK: cin.forall %{{.*}} in %[[N]]
// CHECK-NEXT: cin.forall %{{.*}} in %[[M]]
// CHECK-NEXT: cin.forall %{{.*}} in %[[L]]
// CHECK-NEXT: cin.forall %{{.*}} in %[[R]]
func.func @csf(%T: tensor<?x?x?xf64, #CSF>, %B: tensor<?x?xf64>, %D: tensor<?x?xf64>, %y: tensor<?x?xf64>, %n: index, %m: index, %l: index, %rank: index) -> tensor<?x?xf64> {
  %out = cin.kernel ins(%t = %T : tensor<?x?x?xf64, #CSF>, %b = %B : tensor<?x?xf64>, %d = %D : tensor<?x?xf64>) outs(%c = %y : tensor<?x?xf64>) {
    cin.forall %i in %n {
      cin.forall %r in %rank {
        cin.forall %j in %m {
          cin.forall %k in %l {
            %0 = cin.access %t[%i, %j, %k] : !cin.place<tensor<?x?x?xf64, #CSF>>
            %1 = cin.access %b[%j, %r] : !cin.place<tensor<?x?xf64>>
            %2 = cin.access %d[%k, %r] : !cin.place<tensor<?x?xf64>>
            %3 = arith.mulf %0, %1 : f64
            %4 = arith.mulf %3, %2 : f64
            cin.assign %c[%i, %r] += %4 : !cin.place<tensor<?x?xf64>>
          }
        }
      }
    }
  } -> tensor<?x?xf64>
  return %out : tensor<?x?xf64>
}

// CHECK-LABEL: func.func @csf_permuted
// CHECK-SAME: %[[N:[^ ]*]]: index, %[[M:[^ ]*]]: index, %[[L:[^ ]*]]: index, %[[R:[^ ]*]]: index
// CHECK: cin.forall %{{.*}} in %[[L]]
// CHECK-NEXT: cin.forall %{{.*}} in %[[N]]
// CHECK-NEXT: cin.forall %{{.*}} in %[[M]]
// CHECK-NEXT: cin.forall %{{.*}} in %[[R]]
func.func @csf_permuted(%T: tensor<?x?x?xf64, #CSF201>, %B: tensor<?x?xf64>, %D: tensor<?x?xf64>, %y: tensor<?x?xf64>, %n: index, %m: index, %l: index, %rank: index) -> tensor<?x?xf64> {
  %out = cin.kernel ins(%t = %T : tensor<?x?x?xf64, #CSF201>, %b = %B : tensor<?x?xf64>, %d = %D : tensor<?x?xf64>) outs(%c = %y : tensor<?x?xf64>) {
    cin.forall %i in %n {
      cin.forall %r in %rank {
        cin.forall %j in %m {
          cin.forall %k in %l {
            %0 = cin.access %t[%i, %j, %k] : !cin.place<tensor<?x?x?xf64, #CSF201>>
            %1 = cin.access %b[%j, %r] : !cin.place<tensor<?x?xf64>>
            %2 = cin.access %d[%k, %r] : !cin.place<tensor<?x?xf64>>
            %3 = arith.mulf %0, %1 : f64
            %4 = arith.mulf %3, %2 : f64
            cin.assign %c[%i, %r] += %4 : !cin.place<tensor<?x?xf64>>
          }
        }
      }
    }
  } -> tensor<?x?xf64>
  return %out : tensor<?x?xf64>
}

// C[i,j] += A[i,k] * B[k,j]: along j two accesses are contiguous and none jumps,
// along k one is and one jumps.
// CHECK-LABEL: func.func @gemm
// CHECK-SAME: %[[N:[^ ]*]]: index, %[[M:[^ ]*]]: index, %[[L:[^ ]*]]: index
// CHECK: cin.forall %{{.*}} in %[[N]]
// CHECK-NEXT: cin.forall %{{.*}} in %[[L]]
// CHECK-NEXT: cin.forall %{{.*}} in %[[M]]
func.func @gemm(%A: tensor<?x?xf64>, %B: tensor<?x?xf64>, %C: tensor<?x?xf64>, %n: index, %m: index, %l: index) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64>, %b = %B : tensor<?x?xf64>) outs(%c = %C : tensor<?x?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        cin.forall %k in %l {
          %0 = cin.access %a[%i, %k] : !cin.place<tensor<?x?xf64>>
          %1 = cin.access %b[%k, %j] : !cin.place<tensor<?x?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %j] += %2 : !cin.place<tensor<?x?xf64>>
        }
      }
    }
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// C[i,j] += A[i,k] * B[j,k]: both inputs are contiguous along k.
// CHECK-LABEL: func.func @gemm_transposed
// CHECK-SAME: %[[N:[^ ]*]]: index, %[[M:[^ ]*]]: index, %[[L:[^ ]*]]: index
// CHECK: cin.forall %{{.*}} in %[[N]]
// CHECK: cin.forall %{{.*}} in %[[M]]
// CHECK: cin.forall %{{.*}} in %[[L]]
func.func @gemm_transposed(%A: tensor<?x?xf64>, %B: tensor<?x?xf64>, %C: tensor<?x?xf64>, %n: index, %m: index, %l: index) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64>, %b = %B : tensor<?x?xf64>) outs(%c = %C : tensor<?x?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        cin.forall %k in %l {
          %0 = cin.access %a[%i, %k] : !cin.place<tensor<?x?xf64>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %j] += %2 : !cin.place<tensor<?x?xf64>>
        }
      }
    }
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// What combines with the old value by no reduction stays in its order (no rewrite may
// exchange the loops), though by columns the sums would be contiguous.
// CHECK-LABEL: func.func @no_reduction(
// CHECK: cin.forall %i in
// CHECK-NEXT: cin.forall %j in
// CHECK-NOT: cin.where
func.func @no_reduction(%n: index, %m: index, %A: tensor<?x?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%j, %i] : !cin.place<tensor<?x?xf64>>
        %1 = cin.access %c[%i] : !cin.place<tensor<?xf64>>
        %2 = arith.divf %0, %1 : f64
        cin.assign %c[%i] = %2 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}
