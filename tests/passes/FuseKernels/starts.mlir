// What the elements of the tensor in between start as is not what a workspace
// starts as.
// RUN: encke-opt --split-input-file --cin-fuse-kernels %s | FileCheck %s

// It is taken into the workspace before the row is read.
// CHECK-LABEL: func.func @constant
// CHECK-NOT: call @first
// CHECK: call @second
// CHECK-LABEL: func.func private @second
// CHECK: cin.forall %[[I:.*]] in %{{.*}} parallel {
// CHECK-NEXT: cin.where %[[W:.*]] : !cin.place<tensor<7xf64>> sizes() {
// CHECK: cin.access %[[W]]
// CHECK: } producer {
// CHECK-NEXT: cin.where %[[V:.*]] : !cin.place<tensor<7xf64>> sizes() {
// CHECK-NEXT: cin.forall %[[J:.*]] in %{{.*}} vector(4) {
// CHECK-NEXT: %[[ADDED:.*]] = cin.access %[[V]][%[[J]]]
// CHECK-NEXT: %[[BOTH:.*]] = arith.addf
// CHECK-SAME: %[[ADDED]]
// CHECK-NEXT: cin.assign %[[W]][%[[J]]] = %[[BOTH]]
// CHECK: } producer {
// CHECK: cin.assign %[[V]][%{{.*}}] +=
func.func @constant(%A: tensor<5x3xf64>, %B: tensor<3x7xf64>) -> tensor<5xf64> {
  %b = bufferization.alloc_tensor() : tensor<5x7xf64>
  %y = call @first(%A, %B, %b) : (tensor<5x3xf64>, tensor<3x7xf64>, tensor<5x7xf64>) -> tensor<5x7xf64>
  %c = bufferization.alloc_tensor() : tensor<5xf64>
  %z = call @second(%y, %c) : (tensor<5x7xf64>, tensor<5xf64>) -> tensor<5xf64>
  return %z : tensor<5xf64>
}
func.func private @first(%A: tensor<5x3xf64>, %B: tensor<3x7xf64>, %b: tensor<5x7xf64>) -> tensor<5x7xf64> attributes {encke.kernel} {
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %one = arith.constant 1.0 : f64
  %0 = cin.kernel ins() outs(%c = %b : tensor<5x7xf64>) {
    cin.forall %i in %c5 parallel {
      cin.forall %j in %c7 vector(4) {
        cin.assign %c[%i, %j] = %one : !cin.place<tensor<5x7xf64>>
      }
    }
  } -> tensor<5x7xf64>
  %y = cin.kernel ins(%p_A = %A : tensor<5x3xf64>, %p_B = %B : tensor<3x7xf64>) outs(%o = %0 : tensor<5x7xf64>) {
    cin.forall %i in %c5 parallel {
      cin.forall %k in %c3 {
        cin.forall %j in %c7 vector(4) {
          %1 = cin.access %p_A[%i, %k] : !cin.place<tensor<5x3xf64>>
          %2 = cin.access %p_B[%k, %j] : !cin.place<tensor<3x7xf64>>
          %3 = arith.mulf %1, %2 : f64
          cin.assign %o[%i, %j] += %3 : !cin.place<tensor<5x7xf64>>
        }
      }
    }
  } -> tensor<5x7xf64>
  return %y : tensor<5x7xf64>
}
func.func private @second(%x: tensor<5x7xf64>, %b: tensor<5xf64>) -> tensor<5xf64> attributes {encke.kernel} {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %y = cin.kernel ins(%p_x = %x : tensor<5x7xf64>) outs(%o = %b : tensor<5xf64>) {
    cin.forall %i in %c5 parallel {
      cin.where %w : !cin.place<tensor<f64>> sizes() {
        %1 = cin.access %w[] : !cin.place<tensor<f64>>
        cin.assign %o[%i] = %1 : !cin.place<tensor<5xf64>>
      } producer {
        cin.forall %j in %c7 vector(4) {
          %1 = cin.access %p_x[%i, %j] : !cin.place<tensor<5x7xf64>>
          %2 = math.sqrt %1 : f64
          cin.assign %w[] += %2 : !cin.place<tensor<f64>>
        }
      }
    }
  } -> tensor<5xf64>
  return %y : tensor<5xf64>
}

// -----

// A number for each element, computed of another tensor, which the fused kernel
// reads, too; the largest of it and of the row.
// CHECK-LABEL: func.func private @second
// CHECK: cin.kernel ins(%[[A:[A-Z]+]] = %{{[a-z0-9]+}} : tensor<5x7xf64>, %[[X:[A-Z]+]] = %{{[a-z0-9]+}} : tensor<5xf64>)
// CHECK-NEXT: cin.forall %[[I:.*]] in %{{.*}} {
// CHECK-NEXT: cin.where %[[W:.*]] : !cin.place<tensor<f64>> sizes() {
// CHECK: } producer {
// CHECK-NEXT: cin.where %[[V:.*]] : !cin.place<tensor<f64>> sizes() {
// CHECK-NEXT: %[[START:.*]] = cin.access %[[X]][%[[I]]]
// CHECK-NEXT: %[[FOUND:.*]] = cin.access %[[V]][]
// CHECK-NEXT: %[[BOTH:.*]] = arith.maximumf %[[START]], %[[FOUND]]
// CHECK-NEXT: cin.assign %[[W]][] = %[[BOTH]]
// CHECK-NEXT: } producer {
// CHECK-NEXT: cin.forall %{{.*}} in %{{.*}} vector(4) {
// CHECK-NEXT: cin.access %[[A]]
func.func @largest(%A: tensor<5x7xf64>, %x: tensor<5xf64>) -> tensor<5xf64> {
  %b = bufferization.alloc_tensor() : tensor<5xf64>
  %y = call @first(%A, %x, %b) : (tensor<5x7xf64>, tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
  %c = bufferization.alloc_tensor() : tensor<5xf64>
  %z = call @second(%y, %c) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
  return %z : tensor<5xf64>
}
func.func private @first(%A: tensor<5x7xf64>, %x: tensor<5xf64>, %b: tensor<5xf64>) -> tensor<5xf64> attributes {encke.kernel} {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %0 = cin.kernel ins(%p_x = %x : tensor<5xf64>) outs(%c = %b : tensor<5xf64>) {
    cin.forall %i in %c5 vector(4) {
      %1 = cin.access %p_x[%i] : !cin.place<tensor<5xf64>>
      cin.assign %c[%i] = %1 : !cin.place<tensor<5xf64>>
    }
  } -> tensor<5xf64>
  %y = cin.kernel ins(%p_A = %A : tensor<5x7xf64>) outs(%o = %0 : tensor<5xf64>) {
    cin.forall %i in %c5 {
      cin.forall %j in %c7 vector(4) {
        %1 = cin.access %p_A[%i, %j] : !cin.place<tensor<5x7xf64>>
        cin.assign %o[%i] max= %1 : !cin.place<tensor<5xf64>>
      }
    }
  } -> tensor<5xf64>
  return %y : tensor<5xf64>
}
func.func private @second(%x: tensor<5xf64>, %b: tensor<5xf64>) -> tensor<5xf64> attributes {encke.kernel} {
  %c5 = arith.constant 5 : index
  %y = cin.kernel ins(%p_x = %x : tensor<5xf64>) outs(%o = %b : tensor<5xf64>) {
    cin.forall %i in %c5 {
      %1 = cin.access %p_x[%i] : !cin.place<tensor<5xf64>>
      %2 = arith.mulf %1, %1 : f64
      cin.assign %o[%i] = %2 : !cin.place<tensor<5xf64>>
    }
  } -> tensor<5xf64>
  return %y : tensor<5xf64>
}

// -----

// What the elements start as is found in the order of another loop: no.
// CHECK-LABEL: func.func @transposed
// CHECK: call @first
// CHECK: call @second
func.func @transposed(%A: tensor<5x7xf64>, %x: tensor<5x7xf64>) -> tensor<5x7xf64> {
  %b = bufferization.alloc_tensor() : tensor<5x7xf64>
  %y = call @first(%A, %x, %b) : (tensor<5x7xf64>, tensor<5x7xf64>, tensor<5x7xf64>) -> tensor<5x7xf64>
  %c = bufferization.alloc_tensor() : tensor<5x7xf64>
  %z = call @second(%y, %c) : (tensor<5x7xf64>, tensor<5x7xf64>) -> tensor<5x7xf64>
  return %z : tensor<5x7xf64>
}
func.func private @first(%A: tensor<5x7xf64>, %x: tensor<5x7xf64>, %b: tensor<5x7xf64>) -> tensor<5x7xf64> attributes {encke.kernel} {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %0 = cin.kernel ins(%p_x = %x : tensor<5x7xf64>) outs(%c = %b : tensor<5x7xf64>) {
    cin.forall %j in %c7 {
      cin.forall %i in %c5 {
        %1 = cin.access %p_x[%i, %j] : !cin.place<tensor<5x7xf64>>
        cin.assign %c[%i, %j] = %1 : !cin.place<tensor<5x7xf64>>
      }
    }
  } -> tensor<5x7xf64>
  %y = cin.kernel ins(%p_A = %A : tensor<5x7xf64>) outs(%o = %0 : tensor<5x7xf64>) {
    cin.forall %i in %c5 {
      cin.forall %j in %c7 {
        %1 = cin.access %p_A[%i, %j] : !cin.place<tensor<5x7xf64>>
        cin.assign %o[%i, %j] += %1 : !cin.place<tensor<5x7xf64>>
      }
    }
  } -> tensor<5x7xf64>
  return %y : tensor<5x7xf64>
}
func.func private @second(%x: tensor<5x7xf64>, %b: tensor<5x7xf64>) -> tensor<5x7xf64> attributes {encke.kernel} {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %y = cin.kernel ins(%p_x = %x : tensor<5x7xf64>) outs(%o = %b : tensor<5x7xf64>) {
    cin.forall %i in %c5 {
      cin.forall %j in %c7 {
        %1 = cin.access %p_x[%i, %j] : !cin.place<tensor<5x7xf64>>
        cin.assign %o[%i, %j] = %1 : !cin.place<tensor<5x7xf64>>
      }
    }
  } -> tensor<5x7xf64>
  return %y : tensor<5x7xf64>
}
