// Tensors that share levels: what is the same in each round is made once, and a result
// in the loop stores what the tensor from outside does whose levels it has.
// RUN: encke-opt --cin-hoist-invariants %s | FileCheck %s

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 32, crdWidth = 32 }>

// All of it goes out.
// CHECK-LABEL: func.func @once(
// CHECK-SAME: %[[X:[^ ]*]]: tensor<?xf64, #{{.*}}>, %[[Y:[^ ]*]]: tensor<?xf64, #{{.*}}>,
// CHECK-NEXT: %[[D:.*]] = call @doubled_once(%[[X]])
// CHECK-NEXT: scf.for {{.*}} iter_args(%[[Z:.*]] = %[[Y]])
// CHECK-NEXT: scf.yield %[[D]]
func.func @once(%x: tensor<?xf64, #V>, %y: tensor<?xf64, #V>, %lo: index, %hi: index, %step: index) -> tensor<?xf64, #V> {
  %r = scf.for %t = %lo to %hi step %step iter_args(%z = %y) -> (tensor<?xf64, #V>) {
    %d = func.call @doubled(%x) : (tensor<?xf64, #V>) -> tensor<?xf64, #V>
    scf.yield %d : tensor<?xf64, #V>
  }
  return %r : tensor<?xf64, #V>
}

// The values change with the factor, the pattern does not: the sum with another tensor
// is assembled once, of the pattern of %x.
// CHECK-LABEL: func.func @patterns(
// CHECK-SAME: %[[X:[^ ]*]]: tensor<?xf64, #{{.*}}>, %[[Y:[^ ]*]]: tensor<?xf64, #{{.*}}>,
// CHECK-NEXT: %[[P:.*]] = call @added{{.*}}_once({{.*}})
// CHECK-NEXT: scf.for
// CHECK-NEXT: %[[S:.*]] = func.call @scaled
// CHECK-NEXT: func.call @added{{[^(]*}}(%[[S]], %[[Y]]{{.*}}%[[P]])
func.func @patterns(%x: tensor<?xf64, #V>, %y: tensor<?xf64, #V>, %f: f64, %n: index, %lo: index, %hi: index, %step: index) -> f64 {
  %r = scf.for %t = %lo to %hi step %step iter_args(%g = %f) -> (f64) {
    %s = func.call @scaled(%x, %g) : (tensor<?xf64, #V>, f64) -> tensor<?xf64, #V>
    %a = func.call @added(%s, %y, %n) : (tensor<?xf64, #V>, tensor<?xf64, #V>, index) -> tensor<?xf64, #V>
    %h = func.call @use(%a, %g) : (tensor<?xf64, #V>, f64) -> f64
    scf.yield %h : f64
  }
  return %r : f64
}

func.func private @use(%a: tensor<?xf64, #V>, %g: f64) -> f64

// The loop carries what it scales, which stores in each round what it stored before.
// CHECK-LABEL: func.func @carried(
// CHECK-SAME: %[[X:[^ ]*]]: tensor<?xf64, #{{.*}}>, %[[Y:[^ ]*]]: tensor<?xf64, #{{.*}}>,
// CHECK-NEXT: %[[P:.*]] = call @added{{.*}}_once({{.*}}%[[X]]
// CHECK-NEXT: scf.for {{.*}} iter_args(%[[Z:.*]] = %[[X]],
// CHECK-NEXT: %[[S:.*]] = func.call @scaled{{.*}}(%[[Z]]
// CHECK-NEXT: func.call @added{{[^(]*}}(%[[S]], %[[Y]]{{.*}}%[[P]])
func.func @carried(%x: tensor<?xf64, #V>, %y: tensor<?xf64, #V>, %f: f64, %n: index, %lo: index, %hi: index, %step: index) -> f64 {
  %r:2 = scf.for %t = %lo to %hi step %step iter_args(%z = %x, %g = %f) -> (tensor<?xf64, #V>, f64) {
    %s = func.call @scaled(%z, %g) : (tensor<?xf64, #V>, f64) -> tensor<?xf64, #V>
    %a = func.call @added(%s, %y, %n) : (tensor<?xf64, #V>, tensor<?xf64, #V>, index) -> tensor<?xf64, #V>
    %h = func.call @use(%a, %g) : (tensor<?xf64, #V>, f64) -> f64
    scf.yield %s, %h : tensor<?xf64, #V>, f64
  }
  return %r#1 : f64
}

// It does not where it is another one, or a new one.
// CHECK-LABEL: func.func @exchanged(
// CHECK-NEXT: scf.for
func.func @exchanged(%x: tensor<?xf64, #V>, %y: tensor<?xf64, #V>, %f: f64, %n: index, %lo: index, %hi: index, %step: index) -> f64 {
  %r:3 = scf.for %t = %lo to %hi step %step iter_args(%z = %x, %w = %y, %g = %f) -> (tensor<?xf64, #V>, tensor<?xf64, #V>, f64) {
    %s = func.call @scaled(%z, %g) : (tensor<?xf64, #V>, f64) -> tensor<?xf64, #V>
    %a = func.call @added(%s, %y, %n) : (tensor<?xf64, #V>, tensor<?xf64, #V>, index) -> tensor<?xf64, #V>
    %h = func.call @use(%a, %g) : (tensor<?xf64, #V>, f64) -> f64
    scf.yield %w, %s, %h : tensor<?xf64, #V>, tensor<?xf64, #V>, f64
  }
  return %r#2 : f64
}

// CHECK-LABEL: func.func @grown(
// CHECK-NEXT: scf.for
func.func @grown(%x: tensor<?xf64, #V>, %y: tensor<?xf64, #V>, %f: f64, %n: index, %lo: index, %hi: index, %step: index) -> f64 {
  %r:2 = scf.for %t = %lo to %hi step %step iter_args(%z = %x, %g = %f) -> (tensor<?xf64, #V>, f64) {
    %s = func.call @scaled(%z, %g) : (tensor<?xf64, #V>, f64) -> tensor<?xf64, #V>
    %a = func.call @added(%s, %y, %n) : (tensor<?xf64, #V>, tensor<?xf64, #V>, index) -> tensor<?xf64, #V>
    %h = func.call @use(%a, %g) : (tensor<?xf64, #V>, f64) -> f64
    scf.yield %a, %h : tensor<?xf64, #V>, f64
  }
  return %r#1 : f64
}

// CHECK-LABEL: func.func private @doubled_once(
// CHECK: cin.merge_levels 1
// CHECK: cin.share_levels 1
// CHECK: cin.kernel
// CHECK: cin.with_values
func.func private @doubled(%x: tensor<?xf64, #V>) -> tensor<?xf64, #V> attributes {encke.kernel} {
  %c0 = arith.constant 0 : index
  %two = arith.constant 2.0 : f64
  %v = cin.merge_levels 1 of %x : tensor<?xf64, #V> -> tensor<?xf64>
  %p = tensor.dim %v, %c0 : tensor<?xf64>
  %e, %w = cin.share_levels 1 of %x : tensor<?xf64, #V> -> tensor<?xf64, #V>, tensor<?xf64>
  %r = cin.kernel ins(%a = %v : tensor<?xf64>) outs(%b = %w : tensor<?xf64>) {
    cin.forall %i in %p {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64>>
      %1 = arith.mulf %0, %two : f64
      cin.assign %b[%i] = %1 : !cin.place<tensor<?xf64>>
    }
  } -> tensor<?xf64>
  %y = cin.with_values %r in %e : tensor<?xf64> in tensor<?xf64, #V>
  return %y : tensor<?xf64, #V>
}

func.func private @scaled(%x: tensor<?xf64, #V>, %f: f64) -> tensor<?xf64, #V> attributes {encke.kernel} {
  %c0 = arith.constant 0 : index
  %v = cin.merge_levels 1 of %x : tensor<?xf64, #V> -> tensor<?xf64>
  %p = tensor.dim %v, %c0 : tensor<?xf64>
  %e, %w = cin.share_levels 1 of %x : tensor<?xf64, #V> -> tensor<?xf64, #V>, tensor<?xf64>
  %r = cin.kernel ins(%a = %v : tensor<?xf64>) outs(%b = %w : tensor<?xf64>) {
    cin.forall %i in %p {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64>>
      %1 = arith.mulf %0, %f : f64
      cin.assign %b[%i] = %1 : !cin.place<tensor<?xf64>>
    }
  } -> tensor<?xf64>
  %y = cin.with_values %r in %e : tensor<?xf64> in tensor<?xf64, #V>
  return %y : tensor<?xf64, #V>
}

// CHECK-LABEL: func.func private @added{{.*}}_once(
// CHECK: cin.kernel symbolic
func.func private @added(%x: tensor<?xf64, #V>, %y: tensor<?xf64, #V>, %n: index) -> tensor<?xf64, #V> attributes {encke.kernel} {
  %e = tensor.empty(%n) : tensor<?xf64, #V>
  %r = cin.kernel ins(%a = %x : tensor<?xf64, #V>, %b = %y : tensor<?xf64, #V>) outs(%c = %e : tensor<?xf64, #V>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %1 = cin.access %b[%i] : !cin.place<tensor<?xf64, #V>>
      %2 = arith.addf %0, %1 : f64
      cin.assign %c[%i] = %2 : !cin.place<tensor<?xf64, #V>>
    }
  } -> tensor<?xf64, #V>
  return %r : tensor<?xf64, #V>
}
