// A dense tensor in between stores everything, also where the first kernel skips what a
// sparse tensor lacks.
// RUN: encke-opt --split-input-file --cin-fuse-kernels %s | FileCheck %s

// The largest element of a row may be one that is not stored: the row is filled.
// CHECK-LABEL: func.func private @second
// CHECK: cin.forall %[[I:.*]] in
// CHECK-NEXT: cin.where %{{.*}} : !cin.place<tensor<7xf64>> sizes() filled {
// CHECK: } producer {
// CHECK: cin.access %{{.*}}[%[[I]], %{{.*}}] : !cin.place<tensor<5x7xf64, #{{.*}}>>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>
func.func @largest(%A: tensor<5x7xf64, #DCSR>) -> tensor<5xf64> {
  %b = bufferization.alloc_tensor() : tensor<5x7xf64>
  %d = call @first(%A, %b) : (tensor<5x7xf64, #DCSR>, tensor<5x7xf64>) -> tensor<5x7xf64>
  %c = bufferization.alloc_tensor() : tensor<5xf64>
  %y = call @second(%d, %c) : (tensor<5x7xf64>, tensor<5xf64>) -> tensor<5xf64>
  return %y : tensor<5xf64>
}
func.func private @first(%A: tensor<5x7xf64, #DCSR>, %b: tensor<5x7xf64>) -> tensor<5x7xf64> attributes {encke.kernel} {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %d = cin.kernel ins(%a = %A : tensor<5x7xf64, #DCSR>) outs(%c = %b : tensor<5x7xf64>) {
    cin.forall %i in %c5 {
      cin.forall %j in %c7 {
        %1 = cin.access %a[%i, %j] : !cin.place<tensor<5x7xf64, #DCSR>>
        cin.assign %c[%i, %j] = %1 : !cin.place<tensor<5x7xf64>>
      }
    }
  } -> tensor<5x7xf64>
  return %d : tensor<5x7xf64>
}
func.func private @second(%x: tensor<5x7xf64>, %b: tensor<5xf64>) -> tensor<5xf64> attributes {encke.kernel} {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %y = cin.kernel ins(%a = %x : tensor<5x7xf64>) outs(%c = %b : tensor<5xf64>) {
    cin.forall %i in %c5 {
      cin.where %w : !cin.place<tensor<f64>> sizes() {
        %1 = cin.access %w[] : !cin.place<tensor<f64>>
        cin.assign %c[%i] = %1 : !cin.place<tensor<5xf64>>
      } producer {
        cin.forall %j in %c7 vector(4) {
          %1 = cin.access %a[%i, %j] : !cin.place<tensor<5x7xf64>>
          cin.assign %w[] max= %1 : !cin.place<tensor<f64>>
        }
      }
    }
  } -> tensor<5xf64>
  return %y : tensor<5xf64>
}

// -----

// What is added up does not mind zeros, whatever finite number they are multiplied by: the
// loops visit what is stored.
// CHECK-LABEL: func.func private @second
// CHECK: cin.where %{{.*}} : !cin.place<tensor<7xf64>> sizes() {
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>
func.func @sum(%A: tensor<5x7xf64, #DCSR>, %y: tensor<f64>) -> tensor<f64> {
  %b = bufferization.alloc_tensor() : tensor<5x7xf64>
  %d = call @first(%A, %b) : (tensor<5x7xf64, #DCSR>, tensor<5x7xf64>) -> tensor<5x7xf64>
  %s = call @second(%d, %y) : (tensor<5x7xf64>, tensor<f64>) -> tensor<f64>
  return %s : tensor<f64>
}
func.func private @first(%A: tensor<5x7xf64, #DCSR>, %b: tensor<5x7xf64>) -> tensor<5x7xf64> attributes {encke.kernel} {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %d = cin.kernel ins(%a = %A : tensor<5x7xf64, #DCSR>) outs(%c = %b : tensor<5x7xf64>) {
    cin.forall %i in %c5 {
      cin.forall %j in %c7 {
        %1 = cin.access %a[%i, %j] : !cin.place<tensor<5x7xf64, #DCSR>>
        cin.assign %c[%i, %j] = %1 : !cin.place<tensor<5x7xf64>>
      }
    }
  } -> tensor<5x7xf64>
  return %d : tensor<5x7xf64>
}
func.func private @second(%x: tensor<5x7xf64>, %y: tensor<f64>) -> tensor<f64> attributes {encke.kernel} {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %three = arith.constant -3.0 : f64
  %s = cin.kernel ins(%a = %x : tensor<5x7xf64>) outs(%c = %y : tensor<f64>) {
    cin.forall %i in %c5 {
      cin.forall %j in %c7 vector(4) {
        %1 = cin.access %a[%i, %j] : !cin.place<tensor<5x7xf64>>
        %2 = arith.mulf %1, %three : f64
        cin.assign %c[] += %2 : !cin.place<tensor<f64>>
      }
    }
  } -> tensor<f64>
  return %s : tensor<f64>
}

// -----

// One number at a time would be read at each coordinate, stored or not: to make the tensor
// takes less.
// CHECK-LABEL: func.func @product
// CHECK: call @first
// CHECK: call @second
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @product(%A: tensor<5x7xf64, #CSR>, %x: tensor<7xf64>) -> tensor<5x7xf64> {
  %b = bufferization.alloc_tensor() : tensor<5x7xf64>
  %d = call @first(%A, %b) : (tensor<5x7xf64, #CSR>, tensor<5x7xf64>) -> tensor<5x7xf64>
  %c = bufferization.alloc_tensor() : tensor<5x7xf64>
  %y = call @second(%d, %x, %c) : (tensor<5x7xf64>, tensor<7xf64>, tensor<5x7xf64>) -> tensor<5x7xf64>
  return %y : tensor<5x7xf64>
}
func.func private @first(%A: tensor<5x7xf64, #CSR>, %b: tensor<5x7xf64>) -> tensor<5x7xf64> attributes {encke.kernel} {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %d = cin.kernel ins(%a = %A : tensor<5x7xf64, #CSR>) outs(%c = %b : tensor<5x7xf64>) {
    cin.forall %i in %c5 {
      cin.forall %j in %c7 {
        %1 = cin.access %a[%i, %j] : !cin.place<tensor<5x7xf64, #CSR>>
        cin.assign %c[%i, %j] = %1 : !cin.place<tensor<5x7xf64>>
      }
    }
  } -> tensor<5x7xf64>
  return %d : tensor<5x7xf64>
}
func.func private @second(%x: tensor<5x7xf64>, %v: tensor<7xf64>, %b: tensor<5x7xf64>) -> tensor<5x7xf64> attributes {encke.kernel} {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %y = cin.kernel ins(%a = %x : tensor<5x7xf64>, %u = %v : tensor<7xf64>) outs(%c = %b : tensor<5x7xf64>) {
    cin.forall %i in %c5 {
      cin.forall %j in %c7 {
        %1 = cin.access %a[%i, %j] : !cin.place<tensor<5x7xf64>>
        %2 = cin.access %u[%j] : !cin.place<tensor<7xf64>>
        %3 = arith.mulf %1, %2 : f64
        cin.assign %c[%i, %j] = %3 : !cin.place<tensor<5x7xf64>>
      }
    }
  } -> tensor<5x7xf64>
  return %y : tensor<5x7xf64>
}
