// Kernels that differ in names, labels and constants become one; the others
// stay.
// RUN: encke-opt --cin-merge-kernels %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>

// CHECK-LABEL: func.func @encke_program
// CHECK: %[[FIRST:.*]] = arith.constant 2.500000e+00 : f64
// CHECK: call @scaled(%{{.*}}, %{{.*}}, %{{.*}}, %[[FIRST]])
// CHECK: %[[SECOND:.*]] = arith.constant 3.500000e+00 : f64
// CHECK: call @scaled(%{{.*}}, %{{.*}}, %{{.*}}, %[[SECOND]])
// CHECK: call @squared(
// CHECK: call @by_columns(
// CHECK: call @cubed(
// CHECK: call @plus_one(
// CHECK: call @public(
// CHECK: call @at_most(
// CHECK: call @at_most_less(
func.func @encke_program(%A: tensor<8x8xf64, #CSR>, %T: tensor<8x8xf64, #CSC>, %x: tensor<8xf64>) -> (tensor<8xf64>, tensor<8xf64>, tensor<8xf64>, tensor<8xf64>, tensor<8xf64>, tensor<8xf64>, tensor<8xf64>) {
  %0 = call @scaled(%A, %x, %x) : (tensor<8x8xf64, #CSR>, tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
  %1 = call @scaled_alike(%A, %x, %0) : (tensor<8x8xf64, #CSR>, tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
  %2 = call @squared(%x, %1) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
  %3 = call @by_columns(%T, %x, %2) : (tensor<8x8xf64, #CSC>, tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
  %4 = call @cubed(%x, %3) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
  %5 = call @plus_one(%A, %x, %4) : (tensor<8x8xf64, #CSR>, tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
  %6 = call @public(%A, %x, %5) : (tensor<8x8xf64, #CSR>, tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
  %7 = call @at_most(%A, %6) : (tensor<8x8xf64, #CSR>, tensor<8xf64>) -> tensor<8xf64>
  %8 = call @at_most_less(%A, %7) : (tensor<8x8xf64, #CSR>, tensor<8xf64>) -> tensor<8xf64>
  return %0, %1, %2, %3, %4, %5, %8 : tensor<8xf64>, tensor<8xf64>, tensor<8xf64>, tensor<8xf64>, tensor<8xf64>, tensor<8xf64>, tensor<8xf64>
}

// A constant that both have is no parameter.
// CHECK-LABEL: func.func private @scaled(
// CHECK-SAME: %[[A:[^ ]*]]: tensor<8x8xf64, #{{[a-z]*}}>, %[[X:[^ ]*]]: tensor<8xf64>, %[[OUT:[^ ]*]]: tensor<8xf64>, %[[C:[^ ]*]]: f64) -> tensor<8xf64> attributes {encke.kernel} {
// CHECK-NOT: 2.500000e+00
// CHECK: %[[SEVEN:.*]] = arith.constant 7.000000e+00 : f64
// CHECK: arith.addf %{{.*}}, %[[C]] : f64
// CHECK: arith.mulf %{{.*}}, %[[SEVEN]] : f64
func.func private @scaled(%A: tensor<8x8xf64, #CSR>, %x: tensor<8xf64>, %out: tensor<8xf64>) -> tensor<8xf64> attributes {encke.kernel} {
  %c8 = arith.constant 8 : index
  %c = arith.constant 2.5 : f64
  %d = arith.constant 7.0 : f64
  %r = cin.kernel ins(%a = %A : tensor<8x8xf64, #CSR>, %b = %x : tensor<8xf64>) outs(%y = %out : tensor<8xf64>) {
    cin.forall %i in %c8 {
      cin.forall %j in %c8 {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<8x8xf64, #CSR>>
        %1 = cin.access %b[%j] : !cin.place<tensor<8xf64>>
        %2 = arith.addf %1, %c : f64
        %3 = arith.mulf %0, %2 : f64
        %4 = arith.mulf %3, %d : f64
        cin.assign %y[%i] += %4 : !cin.place<tensor<8xf64>>
      }
    }
  } -> tensor<8xf64>
  return %r : tensor<8xf64>
}

// CHECK-NOT: @scaled_alike
func.func private @scaled_alike(%A: tensor<8x8xf64, #CSR>, %x: tensor<8xf64>, %out: tensor<8xf64>) -> tensor<8xf64> attributes {encke.kernel} {
  %c8 = arith.constant 8 : index
  %c = arith.constant 3.5 : f64
  %d = arith.constant 7.0 : f64
  %r = cin.kernel ins(%s = %A : tensor<8x8xf64, #CSR>, %t = %x : tensor<8xf64>) outs(%u = %out : tensor<8xf64>) {
    cin.forall %p in %c8 {
      cin.forall %q in %c8 {
        %0 = cin.access %s[%p, %q] : !cin.place<tensor<8x8xf64, #CSR>>
        %1 = cin.access %t[%q] : !cin.place<tensor<8xf64>>
        %2 = arith.addf %1, %c : f64
        %3 = arith.mulf %0, %2 : f64
        %4 = arith.mulf %3, %d : f64
        cin.assign %u[%p] += %4 : !cin.place<tensor<8xf64>>
      }
    }
  } -> tensor<8xf64>
  return %r : tensor<8xf64>
}

// A whole power is code of its own.
// CHECK-LABEL: func.func private @squared
func.func private @squared(%x: tensor<8xf64>, %out: tensor<8xf64>) -> tensor<8xf64> attributes {encke.kernel} {
  %c8 = arith.constant 8 : index
  %c = arith.constant 2.0 : f64
  %r = cin.kernel ins(%b = %x : tensor<8xf64>) outs(%y = %out : tensor<8xf64>) {
    cin.forall %i in %c8 {
      %0 = cin.access %b[%i] : !cin.place<tensor<8xf64>>
      %1 = math.powf %0, %c : f64
      cin.assign %y[%i] = %1 : !cin.place<tensor<8xf64>>
    }
  } -> tensor<8xf64>
  return %r : tensor<8xf64>
}

// CHECK-LABEL: func.func private @cubed
func.func private @cubed(%x: tensor<8xf64>, %out: tensor<8xf64>) -> tensor<8xf64> attributes {encke.kernel} {
  %c8 = arith.constant 8 : index
  %c = arith.constant 3.0 : f64
  %r = cin.kernel ins(%b = %x : tensor<8xf64>) outs(%y = %out : tensor<8xf64>) {
    cin.forall %i in %c8 {
      %0 = cin.access %b[%i] : !cin.place<tensor<8xf64>>
      %1 = math.powf %0, %c : f64
      cin.assign %y[%i] = %1 : !cin.place<tensor<8xf64>>
    }
  } -> tensor<8xf64>
  return %r : tensor<8xf64>
}

// Another storage.
// CHECK-LABEL: func.func private @by_columns
func.func private @by_columns(%A: tensor<8x8xf64, #CSC>, %x: tensor<8xf64>, %out: tensor<8xf64>) -> tensor<8xf64> attributes {encke.kernel} {
  %c8 = arith.constant 8 : index
  %c = arith.constant 2.5 : f64
  %d = arith.constant 7.0 : f64
  %r = cin.kernel ins(%a = %A : tensor<8x8xf64, #CSC>, %b = %x : tensor<8xf64>) outs(%y = %out : tensor<8xf64>) {
    cin.forall %i in %c8 {
      cin.forall %j in %c8 {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<8x8xf64, #CSC>>
        %1 = cin.access %b[%j] : !cin.place<tensor<8xf64>>
        %2 = arith.addf %1, %c : f64
        %3 = arith.mulf %0, %2 : f64
        %4 = arith.mulf %3, %d : f64
        cin.assign %y[%i] += %4 : !cin.place<tensor<8xf64>>
      }
    }
  } -> tensor<8xf64>
  return %r : tensor<8xf64>
}

// 1 is the identity of products.
// CHECK-LABEL: func.func private @plus_one
func.func private @plus_one(%A: tensor<8x8xf64, #CSR>, %x: tensor<8xf64>, %out: tensor<8xf64>) -> tensor<8xf64> attributes {encke.kernel} {
  %c8 = arith.constant 8 : index
  %c = arith.constant 1.0 : f64
  %d = arith.constant 7.0 : f64
  %r = cin.kernel ins(%a = %A : tensor<8x8xf64, #CSR>, %b = %x : tensor<8xf64>) outs(%y = %out : tensor<8xf64>) {
    cin.forall %i in %c8 {
      cin.forall %j in %c8 {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<8x8xf64, #CSR>>
        %1 = cin.access %b[%j] : !cin.place<tensor<8xf64>>
        %2 = arith.addf %1, %c : f64
        %3 = arith.mulf %0, %2 : f64
        %4 = arith.mulf %3, %d : f64
        cin.assign %y[%i] += %4 : !cin.place<tensor<8xf64>>
      }
    }
  } -> tensor<8xf64>
  return %r : tensor<8xf64>
}

// Others may call it.
// CHECK-LABEL: func.func @public
func.func @public(%A: tensor<8x8xf64, #CSR>, %x: tensor<8xf64>, %out: tensor<8xf64>) -> tensor<8xf64> attributes {encke.kernel} {
  %c8 = arith.constant 8 : index
  %c = arith.constant 4.5 : f64
  %d = arith.constant 7.0 : f64
  %r = cin.kernel ins(%a = %A : tensor<8x8xf64, #CSR>, %b = %x : tensor<8xf64>) outs(%y = %out : tensor<8xf64>) {
    cin.forall %i in %c8 {
      cin.forall %j in %c8 {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<8x8xf64, #CSR>>
        %1 = cin.access %b[%j] : !cin.place<tensor<8xf64>>
        %2 = arith.addf %1, %c : f64
        %3 = arith.mulf %0, %2 : f64
        %4 = arith.mulf %3, %d : f64
        cin.assign %y[%i] += %4 : !cin.place<tensor<8xf64>>
      }
    }
  } -> tensor<8xf64>
  return %r : tensor<8xf64>
}

// The least of 2.5 and what is absent is absent, the one of -4.5 is not.
// CHECK-LABEL: func.func private @at_most(
func.func private @at_most(%A: tensor<8x8xf64, #CSR>, %out: tensor<8xf64>) -> tensor<8xf64> attributes {encke.kernel} {
  %c8 = arith.constant 8 : index
  %c = arith.constant 2.5 : f64
  %r = cin.kernel ins(%a = %A : tensor<8x8xf64, #CSR>) outs(%y = %out : tensor<8xf64>) {
    cin.forall %i in %c8 {
      cin.forall %j in %c8 {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<8x8xf64, #CSR>>
        %1 = arith.minimumf %0, %c : f64
        cin.assign %y[%i] *= %1 : !cin.place<tensor<8xf64>>
      }
    }
  } -> tensor<8xf64>
  return %r : tensor<8xf64>
}

// CHECK-LABEL: func.func private @at_most_less(
func.func private @at_most_less(%A: tensor<8x8xf64, #CSR>, %out: tensor<8xf64>) -> tensor<8xf64> attributes {encke.kernel} {
  %c8 = arith.constant 8 : index
  %c = arith.constant -4.5 : f64
  %r = cin.kernel ins(%a = %A : tensor<8x8xf64, #CSR>) outs(%y = %out : tensor<8xf64>) {
    cin.forall %i in %c8 {
      cin.forall %j in %c8 {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<8x8xf64, #CSR>>
        %1 = arith.minimumf %0, %c : f64
        cin.assign %y[%i] *= %1 : !cin.place<tensor<8xf64>>
      }
    }
  } -> tensor<8xf64>
  return %r : tensor<8xf64>
}
