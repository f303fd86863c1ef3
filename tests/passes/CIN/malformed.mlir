// Text that is not the dialect's syntax is an error, wherever it stops.
// RUN: encke-opt %s -split-input-file -verify-diagnostics

func.func @f(%m: memref<4xf64>) {
  // expected-error @+1 {{an operand that is not a tensor needs 'as' and the tensor type}}
  cin.kernel ins(%a = %m : memref<4xf64>) outs() {
  }
}

// -----

func.func @f(%m: memref<4xf64>) {
  // expected-error @+1 {{invalid kind of type specified}}
  cin.kernel ins(%a = %m : memref<4xf64> as f64) outs() {
  }
}

// -----

func.func @f(%m: tensor<*xf64>) {
  // expected-error @+1 {{an operand that is not a tensor needs 'as' and the tensor type}}
  cin.kernel ins(%a = %m : tensor<*xf64>) outs() {
  }
}

// -----

func.func @f() {
  // expected-error @+1 {{expected 'outs'}}
  cin.kernel ins() {
  }
}

// -----

func.func @f(%m: memref<4xf64>) {
  // expected-error @+1 {{expected '='}}
  cin.kernel ins(%m : memref<4xf64>) outs() {
  }
}

// -----

func.func @f() {
  // expected-error @+1 {{expects region #0 to have 0 or 1 blocks}}
  cin.kernel ins() outs() {
  ^bb0:
    cf.br ^bb1
  ^bb1:
    cf.br ^bb0
  }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{expected 'in'}}
  cin.forall %i %n {
  }
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{expected '('}}
  cin.forall %i in %n vector 4 {
  }
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{integer value too large}}
  cin.forall %i in %n vector(99999999999999999999) {
  }
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{attribute 'parallel' occurs more than once}}
  cin.forall %i in %n parallel attributes {parallel} {
  }
}

// -----

// expected-note @+1 {{prior use here}}
func.func @f(%n: i64) {
  // expected-error @+1 {{expects different type than prior uses: 'index' vs 'i64'}}
  cin.forall %i in %n {
  }
}

// -----

func.func @f() {
  // expected-error @+1 {{expected ':'}}
  cin.where %w sizes() {
  } producer {
  }
}

// -----

func.func @f() {
  // expected-error @+3 {{expected 'producer'}}
  cin.where %w : !cin.place<tensor<f64>> sizes() {
  }
  return
}

// -----

func.func @f(%t: tensor<f64>) {
  // expected-error @+1 {{invalid kind of type specified}}
  %0 = cin.access %t[] : tensor<f64>
}

// -----

func.func @f(%p: !cin.place<tensor<f64>>) {
  // expected-error @+1 {{expected '['}}
  %0 = cin.access %p : !cin.place<tensor<f64>>
}

// -----

func.func @f(%p: !cin.place<tensor<f64>>, %v: f64) {
  // expected-error @+1 {{no reduction 'times='}}
  cin.assign %p[] times= %v : !cin.place<tensor<f64>>
}

// -----

func.func @f(%p: !cin.place<tensor<f64>>, %v: f64) {
  // expected-error @+1 {{attribute 'reduction' occurs more than once}}
  cin.assign %p[] += %v {reduction = 1 : i32} : !cin.place<tensor<f64>>
}

// -----

// expected-error @+2 {{invalid kind of type specified}}
// expected-error @+1 {{failed to parse CIN_PlaceType parameter 'tensor'}}
func.func private @f(!cin.place<f64>)

// -----

// expected-error @+1 {{expected '<'}}
func.func private @f(!cin.place)

// -----

// expected-error @+1 {{unknown  type `spot` in dialect `cin`}}
func.func private @f(!cin.spot)

// -----

func.func @f(%n: index) {
  // expected-error @+2 {{expected integer value}}
  cin.forall %i in %n vector(
