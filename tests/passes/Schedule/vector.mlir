// The innermost loop is a vector loop when every access is contiguous along it,
// or does not depend on it, or not on the one around. The width is that of the registers.
// RUN: encke-opt --cin-schedule %s | FileCheck %s --check-prefixes=CHECK,W256
// RUN: encke-opt --cin-schedule="vector-bits=512" %s | FileCheck %s --check-prefixes=CHECK,W512
// RUN: encke-opt --cin-schedule="vector-bits=0" %s | FileCheck %s --check-prefix=SCALAR
// RUN: encke-opt --cin-schedule="vector-bits=64" %s | FileCheck %s --check-prefix=NARROW

// SCALAR-NOT: vector(
// SCALAR-NOT: registers(
// 64 bits hold one f64, which is no vector, and two f32.
// NARROW-NOT: vector(
// NARROW: func.func @single_precision
// NARROW: vector(2)
// NARROW-NOT: vector(

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK-LABEL: func.func @scaled
// CHECK: cin.forall %{{.*}} in %{{.*}} {
// W256: cin.forall %{{.*}} in %{{.*}} vector(4) {
// W512: cin.forall %{{.*}} in %{{.*}} vector(8) {
func.func @scaled(%x: tensor<4xf64>, %B: tensor<4x4xf64>, %C: tensor<4x4xf64>, %n: index) -> tensor<4x4xf64> {
  %r = cin.kernel ins(%a = %x : tensor<4xf64>, %b = %B : tensor<4x4xf64>) outs(%c = %C : tensor<4x4xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %n {
        %0 = cin.access %a[%i] : !cin.place<tensor<4xf64>>
        %1 = cin.access %b[%i, %j] : !cin.place<tensor<4x4xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i, %j] = %2 : !cin.place<tensor<4x4xf64>>
      }
    }
  } -> tensor<4x4xf64>
  return %r : tensor<4x4xf64>
}

// CHECK-LABEL: func.func @single_precision
// W256: cin.forall %{{.*}} in %{{.*}} vector(8) {
// W512: cin.forall %{{.*}} in %{{.*}} vector(16) {
func.func @single_precision(%x: tensor<4xf32>, %y: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %r = cin.kernel ins(%a = %x : tensor<4xf32>) outs(%c = %y : tensor<4xf32>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<4xf32>>
      cin.assign %c[%i] = %0 : !cin.place<tensor<4xf32>>
    }
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// A sum in a register is a vector of sums.
// CHECK-LABEL: func.func @dot
// CHECK: cin.where
// CHECK: } producer {
// W256-NEXT: cin.forall %{{.*}} in %{{.*}} vector(4) {
// W512-NEXT: cin.forall %{{.*}} in %{{.*}} vector(8) {
func.func @dot(%x: tensor<4xf64>, %z: tensor<4xf64>, %y: tensor<f64>, %n: index) -> tensor<f64> {
  %r = cin.kernel ins(%a = %x : tensor<4xf64>, %b = %z : tensor<4xf64>) outs(%c = %y : tensor<f64>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<4xf64>>
      %1 = cin.access %b[%i] : !cin.place<tensor<4xf64>>
      %2 = arith.mulf %0, %1 : f64
      cin.assign %c[] += %2 : !cin.place<tensor<f64>>
    }
  } -> tensor<f64>
  return %r : tensor<f64>
}

// A transposition jumps on one side or the other.
// A strided operand that the loop around does not move is put together outside of it.
// CHECK-LABEL: func.func @outer_product
// W256: cin.forall %{{.*}} in %{{.*}} vector(4) {
func.func @outer_product(%A: tensor<4x4xf64>, %B: tensor<4x4xf64>, %C: tensor<4x4x4xf64>, %n: index) -> tensor<4x4x4xf64> {
  %r = cin.kernel ins(%a = %A : tensor<4x4xf64>, %b = %B : tensor<4x4xf64>) outs(%c = %C : tensor<4x4x4xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %n {
        cin.forall %k in %n {
          %0 = cin.access %a[%k, %i] : !cin.place<tensor<4x4xf64>>
          %1 = cin.access %b[%i, %j] : !cin.place<tensor<4x4xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %j, %k] += %2 : !cin.place<tensor<4x4x4xf64>>
        }
      }
    }
  } -> tensor<4x4x4xf64>
  return %r : tensor<4x4x4xf64>
}

// CHECK-LABEL: func.func @strided
// CHECK-NOT: vector(
// CHECK: return
func.func @strided(%A: tensor<4x4xf64>, %C: tensor<4x4xf64>, %n: index) -> tensor<4x4xf64> {
  %r = cin.kernel ins(%a = %A : tensor<4x4xf64>) outs(%c = %C : tensor<4x4xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %n {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<4x4xf64>>
        cin.assign %c[%j, %i] = %0 : !cin.place<tensor<4x4xf64>>
      }
    }
  } -> tensor<4x4xf64>
  return %r : tensor<4x4xf64>
}

// A diagonal jumps by a row and one.
// CHECK-LABEL: func.func @diagonal
// CHECK-NOT: vector(
// CHECK: return
func.func @diagonal(%A: tensor<4x4xf64>, %y: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %r = cin.kernel ins(%a = %A : tensor<4x4xf64>) outs(%c = %y : tensor<4xf64>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i, %i] : !cin.place<tensor<4x4xf64>>
      cin.assign %c[%i] = %0 : !cin.place<tensor<4xf64>>
    }
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// A sum along the stored elements of one sparse tensor takes those of dense ones, 256
// bits of them.
// CHECK-LABEL: func.func @sparse(
// CHECK: } producer {
// CHECK-NEXT: cin.forall %{{.*}} in %{{.*}} vector(4) {
func.func @sparse(%A: tensor<4x4xf64, #CSR>, %x: tensor<4xf64>, %y: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %r = cin.kernel ins(%a = %A : tensor<4x4xf64, #CSR>, %b = %x : tensor<4xf64>) outs(%c = %y : tensor<4xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %n {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<4x4xf64, #CSR>>
        %1 = cin.access %b[%j] : !cin.place<tensor<4xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<4xf64>>
      }
    }
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// Two sparse tensors are merged, not gathered from.
// CHECK-LABEL: func.func @two_sparse(
// CHECK-NOT: vector(
// CHECK: return
func.func @two_sparse(%A: tensor<4x4xf64, #CSR>, %B: tensor<4x4xf64, #CSR>, %x: tensor<4xf64>, %y: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %r = cin.kernel ins(%a = %A : tensor<4x4xf64, #CSR>, %b = %B : tensor<4x4xf64, #CSR>, %d = %x : tensor<4xf64>) outs(%c = %y : tensor<4xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %n {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<4x4xf64, #CSR>>
        %1 = cin.access %b[%i, %j] : !cin.place<tensor<4x4xf64, #CSR>>
        %2 = cin.access %d[%j] : !cin.place<tensor<4xf64>>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.mulf %3, %2 : f64
        cin.assign %c[%i] += %4 : !cin.place<tensor<4xf64>>
      }
    }
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// Nor is a column of a dense matrix: it is not contiguous.
// CHECK-LABEL: func.func @column(
// CHECK: } producer {
// CHECK-NEXT: cin.forall %{{.*}} in %{{.*}} {
func.func @column(%A: tensor<4x4xf64, #CSR>, %x: tensor<4x4xf64>, %y: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %r = cin.kernel ins(%a = %A : tensor<4x4xf64, #CSR>, %b = %x : tensor<4x4xf64>) outs(%c = %y : tensor<4xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %n {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<4x4xf64, #CSR>>
        %1 = cin.access %b[%j, %i] : !cin.place<tensor<4x4xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<4xf64>>
      }
    }
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// Where the vector loop accumulates inside a loop that reduces, as in SpMM, the
// sums stay in registers across it; where every loop around moves the element,
// they do not.
// CHECK-LABEL: func.func @spmm
// CHECK: cin.forall
// CHECK: cin.forall
// W256: cin.forall %{{.*}} in %{{.*}} vector(4) registers({{[0-9]+}}) {
// W512: cin.forall %{{.*}} in %{{.*}} vector(8) registers({{[0-9]+}}) {
func.func @spmm(%A: tensor<4x4xf64, #CSR>, %B: tensor<4x8xf64>, %C: tensor<4x8xf64>, %n: index, %m: index) -> tensor<4x8xf64> {
  %r = cin.kernel ins(%a = %A : tensor<4x4xf64, #CSR>, %b = %B : tensor<4x8xf64>) outs(%c = %C : tensor<4x8xf64>) {
    cin.forall %i in %n {
      cin.forall %k in %m {
        cin.forall %j in %n {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<4x4xf64, #CSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<4x8xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<4x8xf64>>
        }
      }
    }
  } -> tensor<4x8xf64>
  return %r : tensor<4x8xf64>
}

// CHECK-LABEL: func.func @no_reduction_around
// CHECK: vector(
// CHECK-NOT: registers(
// CHECK: return
func.func @no_reduction_around(%A: tensor<4x4xf64>, %C: tensor<4x4xf64>, %n: index) -> tensor<4x4xf64> {
  %r = cin.kernel ins(%a = %A : tensor<4x4xf64>) outs(%c = %C : tensor<4x4xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %n {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<4x4xf64>>
        cin.assign %c[%i, %j] += %0 : !cin.place<tensor<4x4xf64>>
      }
    }
  } -> tensor<4x4xf64>
  return %r : tensor<4x4xf64>
}
