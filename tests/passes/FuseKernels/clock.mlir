// L17: what is computed before a reading of the clock is not taken into a kernel behind
// it. A call in between that reads nothing is no matter.
// RUN: encke-opt --cin-fuse-kernels %s | FileCheck %s

// CHECK-LABEL: func.func @read
// CHECK: call @first_0(
// CHECK-NEXT: call @encke_get_time
// CHECK: call @second_0(
func.func @read(%x: tensor<10xf64>) -> (tensor<10xf64>, f64) {
  %b = bufferization.alloc_tensor() : tensor<10xf64>
  %t = call @first_0(%x, %b) : (tensor<10xf64>, tensor<10xf64>) -> tensor<10xf64>
  %s = call @encke_get_time() : () -> f64
  %c = bufferization.alloc_tensor() : tensor<10xf64>
  %y = call @second_0(%t, %c) : (tensor<10xf64>, tensor<10xf64>) -> tensor<10xf64>
  return %y, %s : tensor<10xf64>, f64
}

// The function that is called reads it.
// CHECK-LABEL: func.func @reads_by_function
// CHECK: call @first_1(
// CHECK-NEXT: call @now
// CHECK: call @second_1(
func.func @reads_by_function(%x: tensor<10xf64>) -> (tensor<10xf64>, f64) {
  %b = bufferization.alloc_tensor() : tensor<10xf64>
  %t = call @first_1(%x, %b) : (tensor<10xf64>, tensor<10xf64>) -> tensor<10xf64>
  %s = call @now() : () -> f64
  %c = bufferization.alloc_tensor() : tensor<10xf64>
  %y = call @second_1(%t, %c) : (tensor<10xf64>, tensor<10xf64>) -> tensor<10xf64>
  return %y, %s : tensor<10xf64>, f64
}

// CHECK-LABEL: func.func @fused
// CHECK-NOT: call @first_2
// CHECK: call @second_2(
func.func @fused(%x: tensor<10xf64>, %s: f64) -> tensor<10xf64> {
  %b = bufferization.alloc_tensor() : tensor<10xf64>
  %t = call @first_2(%x, %b) : (tensor<10xf64>, tensor<10xf64>) -> tensor<10xf64>
  call @encke_print_f64(%s) : (f64) -> ()
  %c = bufferization.alloc_tensor() : tensor<10xf64>
  %y = call @second_2(%t, %c) : (tensor<10xf64>, tensor<10xf64>) -> tensor<10xf64>
  return %y : tensor<10xf64>
}

func.func @now() -> f64 {
  %s = call @encke_get_time() : () -> f64
  return %s : f64
}
func.func private @encke_get_time() -> f64
func.func private @encke_print_f64(f64)

func.func private @first_0(%t: tensor<10xf64>, %c: tensor<10xf64>) -> tensor<10xf64> attributes {encke.kernel} {
  %n = arith.constant 10 : index
  %y = cin.kernel ins(%a = %t : tensor<10xf64>) outs(%b = %c : tensor<10xf64>) {
    cin.forall %i in %n {
      %1 = cin.access %a[%i] : !cin.place<tensor<10xf64>>
      %2 = arith.addf %1, %1 : f64
      cin.assign %b[%i] = %2 : !cin.place<tensor<10xf64>>
    }
  } -> tensor<10xf64>
  return %y : tensor<10xf64>
}
func.func private @second_0(%t: tensor<10xf64>, %c: tensor<10xf64>) -> tensor<10xf64> attributes {encke.kernel} {
  %n = arith.constant 10 : index
  %y = cin.kernel ins(%a = %t : tensor<10xf64>) outs(%b = %c : tensor<10xf64>) {
    cin.forall %i in %n {
      %1 = cin.access %a[%i] : !cin.place<tensor<10xf64>>
      %2 = arith.mulf %1, %1 : f64
      cin.assign %b[%i] = %2 : !cin.place<tensor<10xf64>>
    }
  } -> tensor<10xf64>
  return %y : tensor<10xf64>
}
func.func private @first_1(%t: tensor<10xf64>, %c: tensor<10xf64>) -> tensor<10xf64> attributes {encke.kernel} {
  %n = arith.constant 10 : index
  %y = cin.kernel ins(%a = %t : tensor<10xf64>) outs(%b = %c : tensor<10xf64>) {
    cin.forall %i in %n {
      %1 = cin.access %a[%i] : !cin.place<tensor<10xf64>>
      %2 = arith.addf %1, %1 : f64
      cin.assign %b[%i] = %2 : !cin.place<tensor<10xf64>>
    }
  } -> tensor<10xf64>
  return %y : tensor<10xf64>
}
func.func private @second_1(%t: tensor<10xf64>, %c: tensor<10xf64>) -> tensor<10xf64> attributes {encke.kernel} {
  %n = arith.constant 10 : index
  %y = cin.kernel ins(%a = %t : tensor<10xf64>) outs(%b = %c : tensor<10xf64>) {
    cin.forall %i in %n {
      %1 = cin.access %a[%i] : !cin.place<tensor<10xf64>>
      %2 = arith.mulf %1, %1 : f64
      cin.assign %b[%i] = %2 : !cin.place<tensor<10xf64>>
    }
  } -> tensor<10xf64>
  return %y : tensor<10xf64>
}
func.func private @first_2(%t: tensor<10xf64>, %c: tensor<10xf64>) -> tensor<10xf64> attributes {encke.kernel} {
  %n = arith.constant 10 : index
  %y = cin.kernel ins(%a = %t : tensor<10xf64>) outs(%b = %c : tensor<10xf64>) {
    cin.forall %i in %n {
      %1 = cin.access %a[%i] : !cin.place<tensor<10xf64>>
      %2 = arith.addf %1, %1 : f64
      cin.assign %b[%i] = %2 : !cin.place<tensor<10xf64>>
    }
  } -> tensor<10xf64>
  return %y : tensor<10xf64>
}
func.func private @second_2(%t: tensor<10xf64>, %c: tensor<10xf64>) -> tensor<10xf64> attributes {encke.kernel} {
  %n = arith.constant 10 : index
  %y = cin.kernel ins(%a = %t : tensor<10xf64>) outs(%b = %c : tensor<10xf64>) {
    cin.forall %i in %n {
      %1 = cin.access %a[%i] : !cin.place<tensor<10xf64>>
      %2 = arith.mulf %1, %1 : f64
      cin.assign %b[%i] = %2 : !cin.place<tensor<10xf64>>
    }
  } -> tensor<10xf64>
  return %y : tensor<10xf64>
}
