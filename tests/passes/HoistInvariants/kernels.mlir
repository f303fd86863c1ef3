// What goes out of a loop, and what has to stay in it.
// RUN: encke-opt --cin-hoist-invariants %s | FileCheck %s

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 32, crdWidth = 32 }>
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed), posWidth = 32, crdWidth = 32 }>

// A conversion, out of both loops; the kernel in the loop takes what it made.
// CHECK-LABEL: func.func @conversion(
// CHECK-SAME: %[[A:[^ ]*]]: tensor<?x?xf64, #{{[a-z0-9]*}}>
// CHECK-NEXT: %[[B:.*]] = call @converting_once_once(%[[A]])
// CHECK-NEXT: scf.for
// CHECK-NEXT: scf.for
// CHECK-NEXT: func.call @converting(%[[A]], %{{.*}}, %[[B]])
func.func @conversion(%A: tensor<?x?xf64, #CSC>, %x: tensor<?xf64>, %lo: index, %hi: index, %step: index) -> tensor<?xf64> {
  %r = scf.for %t = %lo to %hi step %step iter_args(%y = %x) -> (tensor<?xf64>) {
    %s = scf.for %u = %lo to %hi step %step iter_args(%z = %y) -> (tensor<?xf64>) {
      %v = func.call @converting(%A, %z) : (tensor<?x?xf64, #CSC>, tensor<?xf64>) -> tensor<?xf64>
      scf.yield %v : tensor<?xf64>
    }
    scf.yield %s : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// The outer loop measures its rounds, so they do all of the work; the inner one has no clock.
// CHECK-LABEL: func.func @measuring(
// CHECK: scf.for
// CHECK-NEXT: func.call @encke_get_time
// CHECK-NEXT: func.call @[[ONCE:measured.*]](
// CHECK-NEXT: scf.for
// CHECK-NEXT: func.call @measured
func.func @measuring(%A: tensor<?x?xf64, #CSC>, %x: tensor<?xf64>, %lo: index, %hi: index, %step: index) -> tensor<?xf64> {
  %r = scf.for %t = %lo to %hi step %step iter_args(%y = %x) -> (tensor<?xf64>) {
    %time = func.call @encke_get_time() : () -> f64
    %s = scf.for %u = %lo to %hi step %step iter_args(%z = %y) -> (tensor<?xf64>) {
      %v = func.call @measured(%A, %z) : (tensor<?x?xf64, #CSC>, tensor<?xf64>) -> tensor<?xf64>
      scf.yield %v : tensor<?xf64>
    }
    scf.yield %s : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

func.func private @encke_get_time() -> f64
func.func private @measured(%A: tensor<?x?xf64, #CSC>, %x: tensor<?xf64>) -> tensor<?xf64> attributes {encke.kernel} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %B = sparse_tensor.convert %A : tensor<?x?xf64, #CSC> to tensor<?x?xf64, #CSR>
  %r = cin.kernel ins(%b = %B : tensor<?x?xf64, #CSR>) outs(%c = %x : tensor<?xf64>) {
    cin.forall %i in %n {
      %0 = cin.access %b[%i, %i] : !cin.place<tensor<?x?xf64, #CSR>>
      cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// The tensor is another one in each round: nothing goes out.
// CHECK-LABEL: func.func @changing(
// CHECK-NEXT: scf.for
// CHECK-NEXT: func.call @another(%{{[^,]*}}) :
func.func @changing(%A: tensor<?xf64, #V>, %lo: index, %hi: index, %step: index) -> tensor<?xf64, #V> {
  %r = scf.for %t = %lo to %hi step %step iter_args(%B = %A) -> (tensor<?xf64, #V>) {
    %C = func.call @another(%B) : (tensor<?xf64, #V>) -> tensor<?xf64, #V>
    scf.yield %C : tensor<?xf64, #V>
  }
  return %r : tensor<?xf64, #V>
}

// What a selection keeps depends on values.
// CHECK-LABEL: func.func @selecting(
// CHECK-NEXT: scf.for
// CHECK-NEXT: func.call @selection(%{{[^,]*}}, %{{[^,]*}}) :
func.func @selecting(%A: tensor<?xf64, #V>, %x: tensor<?xf64>, %lo: index, %hi: index, %step: index) -> tensor<?xf64> {
  %r = scf.for %t = %lo to %hi step %step iter_args(%y = %x) -> (tensor<?xf64>) {
    %C = func.call @selection(%A, %y) : (tensor<?xf64, #V>, tensor<?xf64>) -> tensor<?xf64, #V>
    %z = func.call @use(%C, %y) : (tensor<?xf64, #V>, tensor<?xf64>) -> tensor<?xf64>
    scf.yield %z : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// The second kernel's operand is the first one's result, the pattern of which is known: what
// it makes of that is known before the loop, too.
// CHECK-LABEL: func.func @chain(
// CHECK-SAME: %[[A:[^ ]*]]: tensor<?xf64, #{{[a-z0-9]*}}>
// CHECK: %[[P:.*]] = call @scaled_once
// CHECK: %[[Q:.*]] = call @squared_once(%[[P]])
// CHECK: scf.for
// CHECK: %[[C:.*]] = func.call @scaled{{.*}}%[[P]])
// CHECK: func.call @squared{{.*}}(%[[C]], %[[P]], %[[Q]])
func.func @chain(%A: tensor<?xf64, #V>, %x: tensor<?xf64>, %lo: index, %hi: index, %step: index) -> tensor<?xf64> {
  %r = scf.for %t = %lo to %hi step %step iter_args(%y = %x) -> (tensor<?xf64>) {
    %C = func.call @scaled(%A, %y) : (tensor<?xf64, #V>, tensor<?xf64>) -> tensor<?xf64, #V>
    %D = func.call @squared(%C) : (tensor<?xf64, #V>) -> tensor<?xf64, #V>
    %z = func.call @use(%D, %y) : (tensor<?xf64, #V>, tensor<?xf64>) -> tensor<?xf64>
    scf.yield %z : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

func.func private @converting(%A: tensor<?x?xf64, #CSC>, %x: tensor<?xf64>) -> tensor<?xf64> attributes {encke.kernel} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %B = sparse_tensor.convert %A : tensor<?x?xf64, #CSC> to tensor<?x?xf64, #CSR>
  %r = cin.kernel ins(%b = %B : tensor<?x?xf64, #CSR>) outs(%c = %x : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %n {
        %0 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

func.func private @another(%A: tensor<?xf64, #V>) -> tensor<?xf64, #V> attributes {encke.kernel} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %A, %c0 : tensor<?xf64, #V>
  %e = tensor.empty(%n) : tensor<?xf64, #V>
  %r = cin.kernel ins(%a = %A : tensor<?xf64, #V>) outs(%c = %e : tensor<?xf64, #V>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %1 = arith.negf %0 : f64
      cin.assign %c[%i] = %1 : !cin.place<tensor<?xf64, #V>>
    }
  } -> tensor<?xf64, #V>
  return %r : tensor<?xf64, #V>
}

func.func private @selection(%A: tensor<?xf64, #V>, %x: tensor<?xf64>) -> tensor<?xf64, #V> attributes {encke.kernel} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %A, %c0 : tensor<?xf64, #V>
  %e = tensor.empty(%n) : tensor<?xf64, #V>
  %r = cin.kernel ins(%a = %A : tensor<?xf64, #V>, %b = %x : tensor<?xf64>) outs(%c = %e : tensor<?xf64, #V>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %1 = cin.access %b[%i] : !cin.place<tensor<?xf64>>
      %2 = arith.mulf %0, %1 : f64
      %zero = arith.constant 0.0 : f64
      %keep = arith.cmpf ogt, %2, %zero : f64
      %3 = cin.filter %2 if %keep : f64
      cin.assign %c[%i] = %3 : !cin.place<tensor<?xf64, #V>>
    }
  } -> tensor<?xf64, #V>
  return %r : tensor<?xf64, #V>
}

func.func private @scaled(%A: tensor<?xf64, #V>, %x: tensor<?xf64>) -> tensor<?xf64, #V> attributes {encke.kernel} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %e = tensor.empty(%n) : tensor<?xf64, #V>
  %r = cin.kernel ins(%a = %A : tensor<?xf64, #V>, %b = %x : tensor<?xf64>) outs(%c = %e : tensor<?xf64, #V>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %1 = cin.access %b[%i] : !cin.place<tensor<?xf64>>
      %2 = arith.mulf %0, %1 : f64
      cin.assign %c[%i] = %2 : !cin.place<tensor<?xf64, #V>>
    }
  } -> tensor<?xf64, #V>
  return %r : tensor<?xf64, #V>
}

func.func private @squared(%A: tensor<?xf64, #V>) -> tensor<?xf64, #V> attributes {encke.kernel} {
  %c4 = arith.constant 4 : index
  %e = tensor.empty(%c4) : tensor<?xf64, #V>
  %r = cin.kernel ins(%a = %A : tensor<?xf64, #V>) outs(%c = %e : tensor<?xf64, #V>) {
    cin.forall %i in %c4 {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %1 = arith.mulf %0, %0 : f64
      cin.assign %c[%i] = %1 : !cin.place<tensor<?xf64, #V>>
    }
  } -> tensor<?xf64, #V>
  return %r : tensor<?xf64, #V>
}

func.func private @use(%A: tensor<?xf64, #V>, %y: tensor<?xf64>) -> tensor<?xf64> attributes {encke.kernel} {
  return %y : tensor<?xf64>
}
