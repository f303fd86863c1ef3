// What is asked about: the other factors of products with padding, as far as their
// values can be told from the largest ones of tensors. Where nothing is multiplied,
// or padding is converted anyway, nothing is asked.
// RUN: encke-opt --cin-guard-padding --split-input-file %s | FileCheck %s

#BCSR = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 4 : dense, j floordiv 2 : compressed, i mod 4 : dense, j mod 2 : dense) }>

// A sum of dense tensors, times an exponential, of halves of what is stored: what is
// finite itself may be too large together.
// CHECK-LABEL: @expression_finite(
// CHECK-SAME: %{{[^:]*}}: tensor<?x?xf64, #{{[^:]*}}>, %[[X:[^:]*]]: tensor<?xf64>, %[[Z:[^:]*]]: tensor<?xf64>
// CHECK-DAG: %[[MX:.*]] = cin.largest %[[X]]
// CHECK-DAG: %[[MZ:.*]] = cin.largest %[[Z]]
// CHECK-DAG: %[[SUM:.*]] = arith.addf %[[MX]], %[[MZ]]
// CHECK-DAG: %[[EXP:.*]] = math.exp %[[MZ]]
// CHECK-DAG: %[[BOTH:.*]] = arith.mulf %[[SUM]], %[[EXP]]
// CHECK: arith.cmpf ole, %[[BOTH]], %
func.func @caller(%A: tensor<?x?xf64, #BCSR>, %x: tensor<?xf64>, %z: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = call @expression(%A, %x, %z, %y, %n) : (tensor<?x?xf64, #BCSR>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, index) -> tensor<?xf64>
  return %r : tensor<?xf64>
}
func.func private @expression(%A: tensor<?x?xf64, #BCSR>, %x: tensor<?xf64>, %z: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> attributes {encke.kernel} {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #BCSR>, %b = %x : tensor<?xf64>, %d = %z : tensor<?xf64>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %n {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #BCSR>>
        %1 = cin.access %b[%j] : !cin.place<tensor<?xf64>>
        %2 = cin.access %d[%j] : !cin.place<tensor<?xf64>>
        %3 = arith.subf %1, %2 : f64
        %4 = math.exp %2 : f64
        %5 = arith.mulf %3, %4 : f64
        %6 = arith.mulf %0, %5 : f64
        cin.assign %c[%i] += %6 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

#BCSR = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 4 : dense, j floordiv 2 : compressed, i mod 4 : dense, j mod 2 : dense) }>

// Nothing is known of a logarithm: the kernel goes without padding.
// CHECK-LABEL: func.func @caller
// CHECK: call @logarithm(%{{[^{]*}}) :
// CHECK: @logarithm(
// CHECK-SAME: encke.exact
// CHECK-NOT: func.func
func.func @caller(%A: tensor<?x?xf64, #BCSR>, %x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = call @logarithm(%A, %x, %y, %n) : (tensor<?x?xf64, #BCSR>, tensor<?xf64>, tensor<?xf64>, index) -> tensor<?xf64>
  return %r : tensor<?xf64>
}
func.func private @logarithm(%A: tensor<?x?xf64, #BCSR>, %x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> attributes {encke.kernel} {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #BCSR>, %b = %x : tensor<?xf64>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %n {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #BCSR>>
        %1 = cin.access %b[%j] : !cin.place<tensor<?xf64>>
        %2 = math.log %1 : f64
        %3 = arith.mulf %0, %2 : f64
        cin.assign %c[%i] += %3 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

#BCSR = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 4 : dense, j floordiv 2 : compressed, i mod 4 : dense, j mod 2 : dense) }>

// Squares, multiples and sums.
// CHECK-LABEL: func.func @caller
// CHECK: call @harmless(%{{[^{]*}}) :
// CHECK: @harmless(
// CHECK-NOT: encke.exact
// CHECK-NOT: func.func
func.func @caller(%A: tensor<?x?xf64, #BCSR>, %x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = call @harmless(%A, %x, %y, %n) : (tensor<?x?xf64, #BCSR>, tensor<?xf64>, tensor<?xf64>, index) -> tensor<?xf64>
  return %r : tensor<?xf64>
}
func.func private @harmless(%A: tensor<?x?xf64, #BCSR>, %x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> attributes {encke.kernel} {
  %half = arith.constant 5.000000e-01 : f64
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #BCSR>, %b = %x : tensor<?xf64>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %n {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #BCSR>>
        %1 = cin.access %b[%j] : !cin.place<tensor<?xf64>>
        %2 = arith.mulf %0, %0 : f64
        %3 = arith.mulf %2, %half : f64
        %4 = arith.addf %3, %1 : f64
        cin.assign %c[%i] += %4 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

#BCSR = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 4 : dense, j floordiv 2 : compressed, i mod 4 : dense, j mod 2 : dense) }>

// A kernel that others may call, too, goes without padding.
// CHECK-LABEL: func.func @public
// CHECK-SAME: encke.exact
func.func @public(%A: tensor<?x?xf64, #BCSR>, %x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> attributes {encke.kernel} {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #BCSR>, %b = %x : tensor<?xf64>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %n {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #BCSR>>
        %1 = cin.access %b[%j] : !cin.place<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}
