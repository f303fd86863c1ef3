// What a program says takes the place of what was decided; the record is gone then.
// RUN: encke-opt --cin-apply-schedule %s | FileCheck %s --implicit-check-not=encke.schedule

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK-LABEL: func.func @product
// CHECK: %{{.*}} = cin.kernel ins(%{{.*}} = %{{.*}} : tensor<?xf64, #{{.*}}>, %{{.*}} = %{{.*}} : tensor<?xf64, #{{.*}}>) outs(%{{.*}} = %{{.*}} : tensor<?xf64, #{{.*}}>) {
// CHECK-NEXT: cin.forall %i in %{{.*}} visit(gallop(16)) {
func.func @product(%A: tensor<?xf64, #V>, %B: tensor<?xf64, #V>, %n: index) -> tensor<?xf64, #V> {
  %C = tensor.empty(%n) : tensor<?xf64, #V>
  %r = cin.kernel ins(%a = %A : tensor<?xf64, #V>, %b = %B : tensor<?xf64, #V>) outs(%c = %C : tensor<?xf64, #V>) assemble(bound) attributes {encke.schedule = #cin.schedule<assemble(count), search(i, gallop)>} {
    cin.forall %i in %n visit(runs(16)) {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %1 = cin.access %b[%i] : !cin.place<tensor<?xf64, #V>>
      %2 = arith.mulf %0, %1 : f64
      cin.assign %c[%i] = %2 : !cin.place<tensor<?xf64, #V>>
    }
  } -> tensor<?xf64, #V>
  return %r : tensor<?xf64, #V>
}

// The same, in other ways.
// CHECK-LABEL: func.func @looked_up
// CHECK: cin.forall %i in %{{.*}} visit(lookup = [1 by search]) {
func.func @looked_up(%A: tensor<?xf64, #V>, %B: tensor<?xf64, #V>, %n: index) -> tensor<?xf64, #V> {
  %C = tensor.empty(%n) : tensor<?xf64, #V>
  %r = cin.kernel ins(%a = %A : tensor<?xf64, #V>, %b = %B : tensor<?xf64, #V>) outs(%c = %C : tensor<?xf64, #V>) attributes {encke.schedule = #cin.schedule<assemble(bound), search(i, lookup)>} {
    cin.forall %i in %n visit(runs(16)) {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %1 = cin.access %b[%i] : !cin.place<tensor<?xf64, #V>>
      %2 = arith.mulf %0, %1 : f64
      cin.assign %c[%i] = %2 : !cin.place<tensor<?xf64, #V>>
    }
  } -> tensor<?xf64, #V>
  return %r : tensor<?xf64, #V>
}

// CHECK-LABEL: func.func @rows
// CHECK: cin.forall %i in %{{.*}} parallel(share = own, deal) {
// CHECK-NEXT: cin.forall %j in %{{.*}} {
// CHECK-NEXT: cin.forall %k in %{{.*}} vector(8) registers(2) {
// CHECK: cin.access %{{.*}}[%j, %k] prefetch(ahead = 4, lines = 8) :
func.func @rows(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x32xf64>, %n: index, %m: index, %C: tensor<?x32xf64>) -> tensor<?x32xf64> {
  %c32 = arith.constant 32 : index
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x32xf64>) outs(%c = %C : tensor<?x32xf64>) attributes {encke.schedule = #cin.schedule<parallel(i, static), vectorize(k, 8), registers(k, 2), prefetch(j, 4)>} {
    cin.forall %i in %n parallel {
      cin.forall %j in %m twice {
        cin.forall %k in %c32 vector(8) registers(8) {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j, %k] prefetch(ahead = 16, lines = 8, few = 16384, near = 1048576, far = 8388608) : !cin.place<tensor<?x32xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<?x32xf64>>
        }
      }
    }
  } -> tensor<?x32xf64>
  return %r : tensor<?x32xf64>
}

// How often a loop is done at once, in vectors, and around them.
// CHECK-LABEL: func.func @sum
// CHECK: cin.forall %i in %{{.*}} {
// CHECK: cin.forall %j in %{{.*}} vector(4) sums(2) {
func.func @sum(%B: tensor<?x?xf64>, %n: index, %m: index, %C: tensor<?xf64>) -> tensor<?xf64> {
  %r = cin.kernel ins(%b = %B : tensor<?x?xf64>) outs(%c = %C : tensor<?xf64>) attributes {encke.schedule = #cin.schedule<sums(j, 2)>} {
    cin.forall %i in %n {
      cin.where %w : !cin.place<tensor<f64>> sizes() {
        %0 = cin.access %w[] : !cin.place<tensor<f64>>
        cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
      } producer {
        cin.forall %j in %m vector(4) sums(4) {
          %0 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64>>
          cin.assign %w[] += %0 : !cin.place<tensor<f64>>
        }
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// CHECK-LABEL: func.func @unrolled
// CHECK: cin.forall %j in %{{.*}} unroll(4) {
func.func @unrolled(%B: tensor<?x?xf64>, %n: index, %m: index, %C: tensor<?xf64>) -> tensor<?xf64> {
  %r = cin.kernel ins(%b = %B : tensor<?x?xf64>) outs(%c = %C : tensor<?xf64>) attributes {encke.schedule = #cin.schedule<unroll(j, 4)>} {
    cin.forall %j in %m {
      cin.forall %i in %n vector(4) {
        %0 = cin.access %b[%j, %i] : !cin.place<tensor<?x?xf64>>
        cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}
