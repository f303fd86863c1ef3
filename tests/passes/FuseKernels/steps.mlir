// Which SIMD loops two kernels share.
// RUN: encke-opt --split-input-file --cin-fuse-kernels %s | FileCheck %s

// Both have the same steps: one loop with them, and a vector in between.
// CHECK-LABEL: func.func @elementwise
// CHECK-NOT: call @first
// CHECK: call @second
// CHECK-LABEL: func.func private @second
// CHECK: cin.forall %{{.*}} in %{{.*}} vector(4) {
// CHECK-NEXT: cin.where %{{.*}} : !cin.place<tensor<f64>> sizes() {
func.func @elementwise(%x: tensor<5xf64>) -> tensor<5xf64> {
  %b = bufferization.alloc_tensor() : tensor<5xf64>
  %y = call @first(%x, %b) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
  %c = bufferization.alloc_tensor() : tensor<5xf64>
  %z = call @second(%y, %c) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
  return %z : tensor<5xf64>
}
func.func private @first(%x: tensor<5xf64>, %b: tensor<5xf64>) -> tensor<5xf64> attributes {encke.kernel} {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %y = cin.kernel ins(%p_x = %x : tensor<5xf64>) outs(%o = %b : tensor<5xf64>) {
    cin.forall %i in %c5 vector(4) {
      %1 = cin.access %p_x[%i] : !cin.place<tensor<5xf64>>
      %2 = arith.addf %1, %1 : f64
      cin.assign %o[%i] = %2 : !cin.place<tensor<5xf64>>
    }
  } -> tensor<5xf64>
  return %y : tensor<5xf64>
}
func.func private @second(%x: tensor<5xf64>, %b: tensor<5xf64>) -> tensor<5xf64> attributes {encke.kernel} {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %y = cin.kernel ins(%p_x = %x : tensor<5xf64>) outs(%o = %b : tensor<5xf64>) {
    cin.forall %i in %c5 vector(4) {
      %1 = cin.access %p_x[%i] : !cin.place<tensor<5xf64>>
      %2 = arith.addf %1, %1 : f64
      cin.assign %o[%i] = %2 : !cin.place<tensor<5xf64>>
    }
  } -> tensor<5xf64>
  return %y : tensor<5xf64>
}

// -----

// A loop over rows with steps of its own inside: the other one gives up its steps.
// CHECK-LABEL: func.func @sum_first
// CHECK-NOT: call @first
// CHECK: call @second
// CHECK-LABEL: func.func private @second
// CHECK: cin.forall %{{.*}} in %c5 {
// CHECK-NEXT: cin.where %{{.*}} : !cin.place<tensor<f64>> sizes() {
func.func @sum_first(%A: tensor<5x7xf64>) -> tensor<5xf64> {
  %b = bufferization.alloc_tensor() : tensor<5xf64>
  %y = call @first(%A, %b) : (tensor<5x7xf64>, tensor<5xf64>) -> tensor<5xf64>
  %c = bufferization.alloc_tensor() : tensor<5xf64>
  %z = call @second(%y, %c) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
  return %z : tensor<5xf64>
}
func.func private @first(%A: tensor<5x7xf64>, %b: tensor<5xf64>) -> tensor<5xf64> attributes {encke.kernel} {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %y = cin.kernel ins(%p_A = %A : tensor<5x7xf64>) outs(%o = %b : tensor<5xf64>) from identity {
    cin.forall %i in %c5 {
      cin.forall %j in %c7 vector(4) {
        %1 = cin.access %p_A[%i, %j] : !cin.place<tensor<5x7xf64>>
        cin.assign %o[%i] += %1 : !cin.place<tensor<5xf64>>
      }
    }
  } -> tensor<5xf64>
  return %y : tensor<5xf64>
}
func.func private @second(%x: tensor<5xf64>, %b: tensor<5xf64>) -> tensor<5xf64> attributes {encke.kernel} {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %y = cin.kernel ins(%p_x = %x : tensor<5xf64>) outs(%o = %b : tensor<5xf64>) {
    cin.forall %i in %c5 vector(4) {
      %1 = cin.access %p_x[%i] : !cin.place<tensor<5xf64>>
      %2 = arith.addf %1, %1 : f64
      cin.assign %o[%i] = %2 : !cin.place<tensor<5xf64>>
    }
  } -> tensor<5xf64>
  return %y : tensor<5xf64>
}

// -----

// Also where it comes first.
// CHECK-LABEL: func.func @sum_second
// CHECK-NOT: call @first
// CHECK: call @second
// CHECK-LABEL: func.func private @second
// CHECK: cin.forall %{{.*}} in %c5 {
// CHECK-NEXT: cin.where %{{.*}} : !cin.place<tensor<f64>> sizes() {
func.func @sum_second(%A: tensor<5x7xf64>, %x: tensor<5xf64>) -> tensor<5xf64> {
  %b = bufferization.alloc_tensor() : tensor<5xf64>
  %y = call @first(%x, %b) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
  %c = bufferization.alloc_tensor() : tensor<5xf64>
  %z = call @second(%A, %y, %c) : (tensor<5x7xf64>, tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
  return %z : tensor<5xf64>
}
func.func private @first(%x: tensor<5xf64>, %b: tensor<5xf64>) -> tensor<5xf64> attributes {encke.kernel} {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %y = cin.kernel ins(%p_x = %x : tensor<5xf64>) outs(%o = %b : tensor<5xf64>) {
    cin.forall %i in %c5 vector(4) {
      %1 = cin.access %p_x[%i] : !cin.place<tensor<5xf64>>
      %2 = arith.addf %1, %1 : f64
      cin.assign %o[%i] = %2 : !cin.place<tensor<5xf64>>
    }
  } -> tensor<5xf64>
  return %y : tensor<5xf64>
}
func.func private @second(%A: tensor<5x7xf64>, %x: tensor<5xf64>, %b: tensor<5xf64>) -> tensor<5xf64> attributes {encke.kernel} {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %y = cin.kernel ins(%p_A = %A : tensor<5x7xf64>, %p_x = %x : tensor<5xf64>) outs(%o = %b : tensor<5xf64>) from identity {
    cin.forall %i in %c5 {
      cin.forall %j in %c7 vector(4) {
        %1 = cin.access %p_A[%i, %j] : !cin.place<tensor<5x7xf64>>
        %2 = cin.access %p_x[%i] : !cin.place<tensor<5xf64>>
        %3 = arith.mulf %1, %2 : f64
        cin.assign %o[%i] += %3 : !cin.place<tensor<5xf64>>
      }
    }
  } -> tensor<5xf64>
  return %y : tensor<5xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// Rows of a sparse matrix are left to the loops that are made for them.
// CHECK-LABEL: func.func @sparse
// CHECK: call @first
// CHECK: call @second
func.func @sparse(%A: tensor<5x7xf64, #CSR>) -> tensor<5xf64> {
  %b = bufferization.alloc_tensor() : tensor<5xf64>
  %y = call @first(%A, %b) : (tensor<5x7xf64, #CSR>, tensor<5xf64>) -> tensor<5xf64>
  %c = bufferization.alloc_tensor() : tensor<5xf64>
  %z = call @second(%y, %c) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
  return %z : tensor<5xf64>
}
func.func private @first(%A: tensor<5x7xf64, #CSR>, %b: tensor<5xf64>) -> tensor<5xf64> attributes {encke.kernel} {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %y = cin.kernel ins(%p_A = %A : tensor<5x7xf64, #CSR>) outs(%o = %b : tensor<5xf64>) from identity {
    cin.forall %i in %c5 {
      cin.forall %j in %c7 vector(4) {
        %1 = cin.access %p_A[%i, %j] : !cin.place<tensor<5x7xf64, #CSR>>
        cin.assign %o[%i] += %1 : !cin.place<tensor<5xf64>>
      }
    }
  } -> tensor<5xf64>
  return %y : tensor<5xf64>
}
func.func private @second(%x: tensor<5xf64>, %b: tensor<5xf64>) -> tensor<5xf64> attributes {encke.kernel} {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %y = cin.kernel ins(%p_x = %x : tensor<5xf64>) outs(%o = %b : tensor<5xf64>) {
    cin.forall %i in %c5 vector(4) {
      %1 = cin.access %p_x[%i] : !cin.place<tensor<5xf64>>
      %2 = arith.addf %1, %1 : f64
      cin.assign %o[%i] = %2 : !cin.place<tensor<5xf64>>
    }
  } -> tensor<5xf64>
  return %y : tensor<5xf64>
}

// -----

// Steps of different lengths, as of float and double.
// CHECK-LABEL: func.func @widths
// CHECK: call @first
// CHECK: call @second
func.func @widths(%x: tensor<9xf64>) -> tensor<9xf64> {
  %b = bufferization.alloc_tensor() : tensor<9xf64>
  %y = call @first(%x, %b) : (tensor<9xf64>, tensor<9xf64>) -> tensor<9xf64>
  %c = bufferization.alloc_tensor() : tensor<9xf64>
  %z = call @second(%y, %c) : (tensor<9xf64>, tensor<9xf64>) -> tensor<9xf64>
  return %z : tensor<9xf64>
}
func.func private @first(%x: tensor<9xf64>, %b: tensor<9xf64>) -> tensor<9xf64> attributes {encke.kernel} {
  %c9 = arith.constant 9 : index
  %y = cin.kernel ins(%p_x = %x : tensor<9xf64>) outs(%o = %b : tensor<9xf64>) {
    cin.forall %i in %c9 vector(4) {
      %1 = cin.access %p_x[%i] : !cin.place<tensor<9xf64>>
      %2 = arith.addf %1, %1 : f64
      cin.assign %o[%i] = %2 : !cin.place<tensor<9xf64>>
    }
  } -> tensor<9xf64>
  return %y : tensor<9xf64>
}
func.func private @second(%x: tensor<9xf64>, %b: tensor<9xf64>) -> tensor<9xf64> attributes {encke.kernel} {
  %c9 = arith.constant 9 : index
  %y = cin.kernel ins(%p_x = %x : tensor<9xf64>) outs(%o = %b : tensor<9xf64>) {
    cin.forall %i in %c9 vector(8) {
      %1 = cin.access %p_x[%i] : !cin.place<tensor<9xf64>>
      %2 = arith.addf %1, %1 : f64
      cin.assign %o[%i] = %2 : !cin.place<tensor<9xf64>>
    }
  } -> tensor<9xf64>
  return %y : tensor<9xf64>
}

// -----

// A loop that has no steps, and nothing inside that would be worth them.
// CHECK-LABEL: func.func @single
// CHECK: call @first
// CHECK: call @second
func.func @single(%x: tensor<5xf64>) -> tensor<5xf64> {
  %b = bufferization.alloc_tensor() : tensor<5xf64>
  %y = call @first(%x, %b) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
  %c = bufferization.alloc_tensor() : tensor<5xf64>
  %z = call @second(%y, %c) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
  return %z : tensor<5xf64>
}
func.func private @first(%x: tensor<5xf64>, %b: tensor<5xf64>) -> tensor<5xf64> attributes {encke.kernel} {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %y = cin.kernel ins(%p_x = %x : tensor<5xf64>) outs(%o = %b : tensor<5xf64>) {
    cin.forall %i in %c5 vector(4) {
      %1 = cin.access %p_x[%i] : !cin.place<tensor<5xf64>>
      %2 = arith.addf %1, %1 : f64
      cin.assign %o[%i] = %2 : !cin.place<tensor<5xf64>>
    }
  } -> tensor<5xf64>
  return %y : tensor<5xf64>
}
func.func private @second(%x: tensor<5xf64>, %b: tensor<5xf64>) -> tensor<5xf64> attributes {encke.kernel} {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %y = cin.kernel ins(%p_x = %x : tensor<5xf64>) outs(%o = %b : tensor<5xf64>) {
    cin.forall %i in %c5 {
      %1 = cin.access %p_x[%i] : !cin.place<tensor<5xf64>>
      %2 = arith.addf %1, %1 : f64
      cin.assign %o[%i] = %2 : !cin.place<tensor<5xf64>>
    }
  } -> tensor<5xf64>
  return %y : tensor<5xf64>
}
