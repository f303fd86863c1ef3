// The rows of a softmax in one nest. The largest element starts from minus infinity, the
// sum from zero, as workspaces do; what two kernels read is one argument of the kernel
// that both become, and a row of it is made there.
// RUN: encke-opt --cin-fuse-kernels %s | FileCheck %s

// CHECK-LABEL: func.func @softmax
// CHECK-SAME: %[[X:.*]]: tensor<5x7xf64>
// CHECK-NEXT: %[[BUFFER:.*]] = bufferization.alloc_tensor() : tensor<5x7xf64>
// CHECK-NEXT: %[[Z:.*]] = call @divide(%[[X]], %[[BUFFER]])
// CHECK-NEXT: return %[[Z]]
func.func @softmax(%X: tensor<5x7xf64>) -> tensor<5x7xf64> {
  %0 = bufferization.alloc_tensor() : tensor<5xf64>
  %m = call @largest(%X, %0) : (tensor<5x7xf64>, tensor<5xf64>) -> tensor<5xf64>
  %1 = bufferization.alloc_tensor() : tensor<5x7xf64>
  %Y = call @exponential(%X, %m, %1) : (tensor<5x7xf64>, tensor<5xf64>, tensor<5x7xf64>) -> tensor<5x7xf64>
  %2 = bufferization.alloc_tensor() : tensor<5xf64>
  %s = call @sum(%Y, %2) : (tensor<5x7xf64>, tensor<5xf64>) -> tensor<5xf64>
  %3 = bufferization.alloc_tensor() : tensor<5x7xf64>
  %Z = call @divide(%Y, %s, %3) : (tensor<5x7xf64>, tensor<5xf64>, tensor<5x7xf64>) -> tensor<5x7xf64>
  return %Z : tensor<5x7xf64>
}
func.func private @largest(%X: tensor<5x7xf64>, %b: tensor<5xf64>) -> tensor<5xf64> attributes {encke.kernel} {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %m = cin.kernel ins(%a = %X : tensor<5x7xf64>) outs(%c = %b : tensor<5xf64>) from identity {
    cin.forall %i in %c5 {
      cin.forall %j in %c7 {
        %1 = cin.access %a[%i, %j] : !cin.place<tensor<5x7xf64>>
        cin.assign %c[%i] max= %1 : !cin.place<tensor<5xf64>>
      }
    }
  } -> tensor<5xf64>
  return %m : tensor<5xf64>
}
func.func private @exponential(%X: tensor<5x7xf64>, %m: tensor<5xf64>, %b: tensor<5x7xf64>) -> tensor<5x7xf64> attributes {encke.kernel} {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %Y = cin.kernel ins(%a = %X : tensor<5x7xf64>, %c = %m : tensor<5xf64>) outs(%d = %b : tensor<5x7xf64>) {
    cin.forall %i in %c5 {
      cin.forall %j in %c7 {
        %1 = cin.access %a[%i, %j] : !cin.place<tensor<5x7xf64>>
        %2 = cin.access %c[%i] : !cin.place<tensor<5xf64>>
        %3 = arith.subf %1, %2 : f64
        %4 = math.exp %3 : f64
        cin.assign %d[%i, %j] = %4 : !cin.place<tensor<5x7xf64>>
      }
    }
  } -> tensor<5x7xf64>
  return %Y : tensor<5x7xf64>
}
func.func private @sum(%Y: tensor<5x7xf64>, %b: tensor<5xf64>) -> tensor<5xf64> attributes {encke.kernel} {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %s = cin.kernel ins(%a = %Y : tensor<5x7xf64>) outs(%c = %b : tensor<5xf64>) from identity {
    cin.forall %i in %c5 {
      cin.forall %j in %c7 {
        %1 = cin.access %a[%i, %j] : !cin.place<tensor<5x7xf64>>
        cin.assign %c[%i] += %1 : !cin.place<tensor<5xf64>>
      }
    }
  } -> tensor<5xf64>
  return %s : tensor<5xf64>
}

// CHECK-LABEL: func.func private @divide(
// CHECK-SAME: %[[A:.*]]: tensor<5x7xf64>, %[[OUT:.*]]: tensor<5x7xf64>)
// CHECK: cin.kernel ins(%[[X:.*]] = %[[A]] : tensor<5x7xf64>) outs(%[[Z:.*]] = %[[OUT]] : tensor<5x7xf64>) {
// CHECK-NEXT: cin.forall %[[I:.*]] in %{{.*}} {
// CHECK-NEXT: cin.where %[[ROW:.*]] : !cin.place<tensor<7xf64>> sizes() {
// CHECK-NEXT: cin.where %[[S:.*]] : !cin.place<tensor<f64>> sizes() {
// CHECK: cin.access %[[ROW]][%{{.*}}]
// CHECK-NEXT: cin.access %[[S]][]
// CHECK: } producer {
// CHECK: cin.access %[[ROW]][%{{.*}}]
// CHECK-NEXT: cin.assign %[[S]][] +=
// CHECK: } producer {
// CHECK-NEXT: cin.where %[[M:.*]] : !cin.place<tensor<f64>> sizes() {
// CHECK: cin.access %[[X]][%[[I]], %{{.*}}]
// CHECK-NEXT: cin.access %[[M]][]
// CHECK: cin.assign %[[ROW]][%{{.*}}] =
// CHECK: } producer {
// CHECK: cin.access %[[X]][%[[I]], %{{.*}}]
// CHECK-NEXT: cin.assign %[[M]][] max=
func.func private @divide(%Y: tensor<5x7xf64>, %s: tensor<5xf64>, %b: tensor<5x7xf64>) -> tensor<5x7xf64> attributes {encke.kernel} {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %Z = cin.kernel ins(%a = %Y : tensor<5x7xf64>, %c = %s : tensor<5xf64>) outs(%d = %b : tensor<5x7xf64>) {
    cin.forall %i in %c5 {
      cin.forall %j in %c7 {
        %1 = cin.access %a[%i, %j] : !cin.place<tensor<5x7xf64>>
        %2 = cin.access %c[%i] : !cin.place<tensor<5xf64>>
        %3 = arith.divf %1, %2 : f64
        cin.assign %d[%i, %j] = %3 : !cin.place<tensor<5x7xf64>>
      }
    }
  } -> tensor<5x7xf64>
  return %Z : tensor<5x7xf64>
}
