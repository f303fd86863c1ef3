// The elements of the tensor in between become larger in two ways: no workspace
// starts as both want it.
// RUN: encke-opt --cin-fuse-kernels %s | FileCheck %s

// CHECK-LABEL: func.func @added_and_largest
// CHECK: call @first
// CHECK: call @second
func.func @added_and_largest(%A: tensor<5x7xf64>) -> tensor<5xf64> {
  %b = bufferization.alloc_tensor() : tensor<5xf64>
  %y = call @first(%A, %b) : (tensor<5x7xf64>, tensor<5xf64>) -> tensor<5xf64>
  %c = bufferization.alloc_tensor() : tensor<5xf64>
  %z = call @second(%y, %c) : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
  return %z : tensor<5xf64>
}
func.func private @first(%A: tensor<5x7xf64>, %b: tensor<5xf64>) -> tensor<5xf64> attributes {encke.kernel} {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %one = arith.constant 1.0 : f64
  %0 = cin.kernel ins() outs(%s = %b : tensor<5xf64>) {
    cin.forall %i in %c5 {
      cin.assign %s[%i] = %one : !cin.place<tensor<5xf64>>
    }
  } -> tensor<5xf64>
  %y = cin.kernel ins(%p_A = %A : tensor<5x7xf64>) outs(%o = %0 : tensor<5xf64>) {
    cin.forall %i in %c5 {
      cin.forall %j in %c7 {
        %1 = cin.access %p_A[%i, %j] : !cin.place<tensor<5x7xf64>>
        cin.assign %o[%i] max= %1 : !cin.place<tensor<5xf64>>
        cin.assign %o[%i] += %1 : !cin.place<tensor<5xf64>>
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
