// Which loops are taken in pieces.
// RUN: encke-opt --look-for-cancel --canonicalize %s | FileCheck %s

module attributes {encke.library} {
func.func private @body(index, index)
func.func private @value(index, f64) -> f64

// What a loop carries goes through its pieces. Steps stay.
// CHECK-LABEL: func.func @carried
// CHECK: %[[sum:.*]] = scf.for %[[first:.*]] = %{{.*}} to %[[hi:.*]] step %c64 iter_args(%[[before:.*]] = %{{.*}}) -> (f64) {
// CHECK-NEXT: func.call @encke_look_for_cancel()
// CHECK-NEXT: %[[next:.*]] = arith.addi %[[first]], %c64
// CHECK-NEXT: %[[last:.*]] = arith.minsi %[[next]], %[[hi]]
// CHECK-NEXT: %[[piece:.*]] = scf.for %{{.*}} = %[[first]] to %[[last]] step %c4 iter_args(%{{.*}} = %[[before]]) -> (f64) {
// CHECK: scf.yield %[[piece]] : f64
// CHECK: return %[[sum]]
func.func @carried(%hi: index) -> f64 attributes {encke.kernel} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f64
  %sum = scf.for %i = %c0 to %hi step %c4 iter_args(%a = %zero) -> (f64) {
    %b = scf.for %j = %c0 to %hi step %c4 iter_args(%c = %a) -> (f64) {
      %d = scf.for %k = %c0 to %hi step %c4 iter_args(%e = %c) -> (f64) {
        %f = func.call @value(%k, %e) : (index, f64) -> f64
        scf.yield %f : f64
      }
      scf.yield %d : f64
    }
    scf.yield %b : f64
  }
  return %sum : f64
}

// Within parallel loops, and those of few rounds, the first long one is taken.
// CHECK-LABEL: func.func @nests
// CHECK: scf.parallel
// CHECK: scf.for %{{.*}} = %c0 to %c3 step %c1 {
// CHECK-NEXT: scf.for %{{.*}} step %c16 {
// CHECK-NEXT: func.call @encke_look_for_cancel()
// CHECK-NOT: encke_look_for_cancel
// CHECK: scf.while
// CHECK: scf.for %{{.*}} step %c16 {
// CHECK-NEXT: func.call @encke_look_for_cancel()
// CHECK-NOT: encke_look_for_cancel
func.func @nests(%hi: index, %more: i1) attributes {encke.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.parallel (%t) = (%c0) to (%hi) step (%c1) {
    scf.for %part = %c0 to %c3 step %c1 {
      scf.for %i = %c0 to %hi step %c1 {
        scf.for %j = %c0 to %hi step %c1 {
          scf.if %more {
            scf.for %k = %c0 to %hi step %c1 {
              scf.for %l = %c0 to %c3 step %c1 {
                func.call @body(%j, %k) : (index, index) -> ()
              }
            }
          }
        }
      }
    }
  }
  scf.while : () -> () {
    scf.condition(%more)
  } do {
    scf.for %i = %c0 to %hi step %c1 {
      scf.for %j = %c0 to %hi step %c1 {
        scf.for %k = %c0 to %hi step %c1 {
          scf.while : () -> () {
            scf.condition(%more)
          } do {
            func.call @body(%j, %k) : (index, index) -> ()
            scf.yield
          }
        }
      }
    }
    scf.yield
  }
  return
}

// Rows and their elements alone are left as they are, and so are functions of the
// program.
// CHECK-LABEL: func.func @rows
// CHECK-NOT: encke_look_for_cancel()
// CHECK-LABEL: func.func @statements
// CHECK-NOT: encke_look_for_cancel()
func.func @rows(%hi: index) attributes {encke.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %hi step %c1 {
    scf.for %l = %c0 to %hi step %c1 {
      scf.for %m = %c0 to %c3 step %c1 {
        func.call @body(%i, %l) : (index, index) -> ()
      }
    }
  }
  return
}
func.func @statements(%hi: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %hi step %c1 {
    scf.for %j = %c0 to %hi step %c1 {
      scf.for %k = %c0 to %hi step %c1 {
        func.call @body(%i, %j) : (index, index) -> ()
      }
    }
  }
  return
}
}
