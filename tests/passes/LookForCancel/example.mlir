// The example of the pass's description.
// RUN: encke-opt --look-for-cancel %s | FileCheck %s

module attributes {encke.library} {

// CHECK-LABEL: func.func @kernel_0
// CHECK-SAME: (%[[lo:.*]]: index, %[[hi:.*]]: index)
// CHECK: %[[c1:.*]] = arith.constant 1 : index
// CHECK: %[[c16:.*]] = arith.constant 16 : index
// CHECK-NEXT: %[[piece:.*]] = arith.muli %[[c1]], %[[c16]] : index
// CHECK-NEXT: scf.for %[[first:.*]] = %[[lo]] to %[[hi]] step %[[piece]] {
// CHECK-NEXT: func.call @encke_look_for_cancel() : () -> ()
// CHECK-NEXT: %[[next:.*]] = arith.addi %[[first]], %[[piece]] : index
// CHECK-NEXT: %[[last:.*]] = arith.minsi %[[next]], %[[hi]] : index
// CHECK-NEXT: scf.for %[[i:.*]] = %[[first]] to %[[last]] step %[[c1]] {
// CHECK-NEXT: scf.for %[[j:.*]] = %[[lo]] to %[[hi]] step %[[c1]] {
// CHECK-NEXT: scf.for %[[k:.*]] = %[[lo]] to %[[hi]] step %[[c1]] {
// CHECK-NEXT: func.call @body(%[[i]], %[[j]], %[[k]]) : (index, index, index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @kernel_0(%lo: index, %hi: index) attributes {encke.kernel} {
  %c1 = arith.constant 1 : index
  scf.for %i = %lo to %hi step %c1 {
    scf.for %j = %lo to %hi step %c1 {
      scf.for %k = %lo to %hi step %c1 {
        func.call @body(%i, %j, %k) : (index, index, index) -> ()
      }
    }
  }
  return
}
func.func private @body(index, index, index)
}
