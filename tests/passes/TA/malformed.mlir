// Text that is not the dialect's syntax is an error, wherever it stops.
// RUN: encke-opt %s -split-input-file -verify-diagnostics

func.func @f() {
  // expected-error @+1 {{invalid kind of attribute specified}}
  %f = ta.file 1.5 at "a"
}

// -----

func.func @f() {
  // expected-error @+1 {{integer value too large}}
  %f = ta.file 99999999999999999999 at "a"
}

// -----

func.func @f() {
  // expected-error @+2 {{expected 'at'}}
  %f = ta.file 1
}

// -----

func.func @f() {
  // expected-error @+1 {{attribute 'source' occurs more than once}}
  %f = ta.file 1 at "a" {source = "x"}
}

// -----

func.func @f(%x: tensor<?xf64>) {
  // expected-error @+1 {{expected valid keyword or string}}
  %0 = ta.access %x[1] : tensor<?xf64>
}

// -----

func.func @f(%x: tensor<?xf64>) {
  // expected-error @+1 {{expected valid keyword or string}}
  %0 = ta.access %x[i, ] : tensor<?xf64>
}

// -----

func.func @f(%x: tensor<*xf64>) {
  // expected-error @+1 {{invalid kind of type specified}}
  %0 = ta.access %x[i] : tensor<*xf64>
}

// -----

func.func @f(%x: tensor<?xf64>) {
  // expected-error @+1 {{attribute 'indices' occurs more than once}}
  %0 = ta.access %x[i] {indices = ["j"]} : tensor<?xf64>
}

// -----

func.func @f(%e: !ta.expr<[i] f64>) {
  // expected-error @+1 {{expected 'over'}}
  %0 = ta.sum %e along [i] : !ta.expr<[i] f64> -> !ta.expr<[] f64>
}

// -----

func.func @f(%e: !ta.expr<[i] f64>, %n: index) {
  // expected-error @+1 {{expected '('}}
  %0 = ta.repeat %e along [j] : !ta.expr<[i] f64> -> !ta.expr<[i, j] f64>
}

// -----

func.func @f(%e: !ta.expr<[i] f64>) {
  // expected-error @+1 {{expected 'sizes'}}
  %0 = ta.assign %e[i] : !ta.expr<[i] f64> -> tensor<4xf64>
}

// -----

func.func @f(%e: !ta.expr<[i] f64>) {
  // expected-error @+1 {{invalid kind of type specified}}
  %0 = ta.assign %e[i] sizes() : !ta.expr<[i] f64> -> tensor<*xf64>
}

// -----

// expected-error @+1 {{expected '<'}}
func.func private @f(!ta.expr)

// -----

// expected-error @+1 {{expected non-function type}}
func.func private @f(!ta.expr<[i]>)

// -----

// expected-error @+1 {{unbalanced '[' character}}
func.func private @f(!ta.expr<[i f64>)

// -----

// expected-error @+1 {{unknown  type `tensor` in dialect `ta`}}
func.func private @f(!ta.tensor)

// -----

func.func @f() {
  // expected-error @+1 {{custom op 'ta.loop' is unknown}}
  ta.loop
}

// -----

func.func @f(%x: tensor<?xf64>) {
  // expected-error @+1 {{expected SSA operand}}
  %0 = ta.access
