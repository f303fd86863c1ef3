// A kernel that collects a number from all its loops shares these with the one
// that makes what it reads.
// RUN: encke-opt --cin-fuse-kernels %s | FileCheck %s

// CHECK-LABEL: func.func @sum
// CHECK-NOT: call @first
// CHECK: call @second
// CHECK-LABEL: func.func private @second
// CHECK: cin.where %[[SUM:.*]] : !cin.place<tensor<f64>> sizes() {
// CHECK-NEXT: cin.access %[[SUM]][]
// CHECK-NEXT: cin.assign %{{.*}}[] =
// CHECK-NEXT: } producer {
// CHECK-NEXT: cin.forall %[[I:.*]] in %{{.*}} parallel {
// CHECK-NEXT: cin.forall %[[J:.*]] in %{{.*}} vector(4) {
// CHECK-NEXT: cin.where %[[ELEMENT:.*]] : !cin.place<tensor<f64>> sizes() {
// CHECK-NEXT: %[[READ:.*]] = cin.access %[[ELEMENT]][]
// CHECK-NEXT: cin.assign %[[SUM]][] += %[[READ]]
// CHECK-NEXT: } producer {
// CHECK: cin.assign %[[ELEMENT]][] =
func.func @sum(%x: tensor<5xf64>, %y: tensor<7xf64>) -> tensor<f64> {
  %b = bufferization.alloc_tensor() : tensor<5x7xf64>
  %p = call @first(%x, %y, %b) : (tensor<5xf64>, tensor<7xf64>, tensor<5x7xf64>) -> tensor<5x7xf64>
  %c = bufferization.alloc_tensor() : tensor<f64>
  %z = call @second(%p, %c) : (tensor<5x7xf64>, tensor<f64>) -> tensor<f64>
  return %z : tensor<f64>
}
func.func private @first(%x: tensor<5xf64>, %y: tensor<7xf64>, %b: tensor<5x7xf64>) -> tensor<5x7xf64> attributes {encke.kernel} {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %p = cin.kernel ins(%p_x = %x : tensor<5xf64>, %p_y = %y : tensor<7xf64>) outs(%o = %b : tensor<5x7xf64>) {
    cin.forall %i in %c5 parallel {
      cin.forall %j in %c7 vector(4) {
        %1 = cin.access %p_x[%i] : !cin.place<tensor<5xf64>>
        %2 = cin.access %p_y[%j] : !cin.place<tensor<7xf64>>
        %3 = arith.mulf %1, %2 : f64
        cin.assign %o[%i, %j] = %3 : !cin.place<tensor<5x7xf64>>
      }
    }
  } -> tensor<5x7xf64>
  return %p : tensor<5x7xf64>
}
func.func private @second(%p: tensor<5x7xf64>, %b: tensor<f64>) -> tensor<f64> attributes {encke.kernel} {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %s = cin.kernel ins(%p_p = %p : tensor<5x7xf64>) outs(%o = %b : tensor<f64>) {
    cin.where %w : !cin.place<tensor<f64>> sizes() {
      %1 = cin.access %w[] : !cin.place<tensor<f64>>
      cin.assign %o[] = %1 : !cin.place<tensor<f64>>
    } producer {
      cin.forall %i in %c5 parallel {
        cin.forall %j in %c7 vector(4) {
          %1 = cin.access %p_p[%i, %j] : !cin.place<tensor<5x7xf64>>
          cin.assign %w[] += %1 : !cin.place<tensor<f64>>
        }
      }
    }
  } -> tensor<f64>
  return %s : tensor<f64>
}
