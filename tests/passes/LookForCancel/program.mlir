// A program has no callers.
// RUN: encke-opt --look-for-cancel %s | FileCheck %s --implicit-check-not=encke_look_for_cancel

// CHECK-LABEL: func.func @kernel_0
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
