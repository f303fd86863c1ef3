// An operation of a stage before the module's would be left; so would one that no
// step lowers.
// RUN: encke-opt --check-input="stage=scf" %s -verify-diagnostics

func.func @earlier(%a: tensor<4xf64>, %c: f64) -> tensor<4xf64> {
  // expected-error @+1 {{'linalg.fill' op is of stage 'linalg' at the latest, but the module's encke.stage is 'scf'}}
  %0 = linalg.fill ins(%c : f64) outs(%a : tensor<4xf64>) -> tensor<4xf64>
  // expected-error @+1 {{'tensor.splat' op is of stage 'cin' at the latest, but the module's encke.stage is 'scf'}}
  %1 = tensor.splat %c : tensor<4xf64>
  // expected-error @+1 {{'ta.time' op is of stage 'ta-opt' at the latest, but the module's encke.stage is 'scf'}}
  %2 = ta.time
  return %0 : tensor<4xf64>
}

func.func @never(%a: f64, %b: i1) {
  // expected-error @+1 {{'cf.assert' op not supported yet: an assertion, which ends the process}}
  cf.assert %b, "b"
  return
}

// Memory is freed from here on; the first stages see memory that is only used.
func.func @free(%a: memref<4xf64>) {
  memref.dealloc %a : memref<4xf64>
  return
}
