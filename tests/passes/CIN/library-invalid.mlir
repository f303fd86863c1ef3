// The library operations say what is wrong with them: a wrong label would be read
// out of bounds.
// RUN: encke-opt %s -split-input-file -verify-diagnostics

func.func @f(%a: tensor<8x9xf64>, %b: tensor<9x8xf64>) -> tensor<9x8xf64> {
  // expected-error @+1 {{modes must be a permutation of 2 modes}}
  %c = cin.transpose modes [1, 1] ins(%a : tensor<8x9xf64>) outs(%b : tensor<9x8xf64>) -> tensor<9x8xf64>
  return %c : tensor<9x8xf64>
}

// -----

func.func @f(%a: tensor<8x9xf64>, %b: tensor<9x8xf32>) -> tensor<9x8xf32> {
  // expected-error @+1 {{operands differ in element type}}
  %c = cin.transpose modes [1, 0] ins(%a : tensor<8x9xf64>) outs(%b : tensor<9x8xf32>) -> tensor<9x8xf32>
  return %c : tensor<9x8xf32>
}

// -----

func.func @f(%a: tensor<8x9xf64>, %b: tensor<9x8xf64>) {
  // expected-error @+1 {{must yield the output's tensor}}
  cin.transpose modes [1, 0] ins(%a : tensor<8x9xf64>) outs(%b : tensor<9x8xf64>)
  return
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @f(%a: tensor<8x9xf64, #CSR>, %b: tensor<9x8xf64>) -> tensor<9x8xf64> {
  // expected-error @+1 {{needs dense tensors or buffers}}
  %c = cin.transpose modes [1, 0] ins(%a : tensor<8x9xf64, #CSR>) outs(%b : tensor<9x8xf64>) -> tensor<9x8xf64>
  return %c : tensor<9x8xf64>
}

// -----

func.func @f(%a: memref<8x9xi64>, %b: memref<9x7xi64>, %c: memref<8x7xi64>, %x: i64) {
  // expected-error @+1 {{multiplies f32, f64 and complex<f64>, not 'i64'}}
  cin.gemm rows ["i"] columns ["j"] inner ["k"] loops [] ins(%a ["i", "k"], %b ["k", "j"] : memref<8x9xi64>, memref<9x7xi64>) outs(%c ["i", "j"] : memref<8x7xi64>) scaled %x : i64
  return
}

// -----

func.func @f(%a: memref<8x9xf64>, %b: memref<9x7xf64>, %c: memref<8x7xf64>, %x: f32) {
  // expected-error @+1 {{must be scaled by a value of 'f64'}}
  cin.gemm rows ["i"] columns ["j"] inner ["k"] loops [] ins(%a ["i", "k"], %b ["k", "j"] : memref<8x9xf64>, memref<9x7xf64>) outs(%c ["i", "j"] : memref<8x7xf64>) scaled %x : f32
  return
}

// -----

func.func @f(%a: memref<8x9xf64>, %b: memref<9x7xf64>, %c: memref<8x7xf64>, %x: f64) {
  // expected-error @+1 {{needs a label of its own for each mode of 'memref<8x9xf64>'}}
  cin.gemm rows ["i"] columns ["j"] inner ["k"] loops [] ins(%a ["i"], %b ["k", "j"] : memref<8x9xf64>, memref<9x7xf64>) outs(%c ["i", "j"] : memref<8x7xf64>) scaled %x : f64
  return
}

// -----

func.func @f(%a: memref<8x5x9xf64>, %b: memref<9x7xf64>, %c: memref<5x8x7xf64>, %x: f64) {
  // expected-error @+1 {{labels of rows must be neighbours in just the two tensors that they are for}}
  cin.gemm rows ["h", "i"] columns ["j"] inner ["k"] loops [] ins(%a ["h", "i", "k"], %b ["k", "j"] : memref<8x5x9xf64>, memref<9x7xf64>) outs(%c ["i", "h", "j"] : memref<5x8x7xf64>) scaled %x : f64
  return
}

// -----

func.func @f(%a: memref<8x5x9xf64>, %b: memref<9x7xf64>, %c: memref<8x5x7xf64>, %x: f64) {
  // expected-error @+1 {{each label must stand in one group}}
  cin.gemm rows ["i"] columns ["j"] inner ["k"] loops [] ins(%a ["h", "i", "k"], %b ["k", "j"] : memref<8x5x9xf64>, memref<9x7xf64>) outs(%c ["h", "i", "j"] : memref<8x5x7xf64>) scaled %x : f64
  return
}

// -----

func.func @f(%a: tensor<8xi64>) -> f64 {
  // expected-error @+1 {{is of f32, f64 and complex<f64>, not 'i64'}}
  %m = cin.largest %a : tensor<8xi64>
  return %m : f64
}

// -----

func.func @f(%a: f64) -> f64 {
  // expected-error @+1 {{needs a tensor}}
  %m = cin.largest %a : f64
  return %m : f64
}

// -----

func.func @f(%u: memref<9xf64>, %p: memref<9xi64>, %q: memref<9xi32>, %w: memref<5xf64>, %x: memref<5xf32>, %a: i64) {
  // expected-error @+1 {{combines by "", "sub" or a reduction, not by 'div'}}
  cin.scatter "div" ins(%u : memref<9xf64>) tables(%p : memref<9xi64>) maps [affine_map<(d0) -> (d0)>] at(%a, %a, %a, %a) outs(%w : memref<5xf64>) place "f.ta:1:1"
  return
}

// -----

func.func @f(%u: memref<9xf64>, %p: memref<9xi64>, %q: memref<9xi32>, %w: memref<5xf64>, %x: memref<5xf32>, %a: i64) {
  // expected-error @+1 {{operands differ in element type}}
  cin.scatter "add" ins(%u : memref<9xf64>) tables(%p : memref<9xi64>) maps [affine_map<(d0) -> (d0)>] at(%a, %a, %a, %a) outs(%x : memref<5xf32>) place "f.ta:1:1"
  return
}

// -----

func.func @f(%u: memref<9xf64>, %p: memref<9xi64>, %q: memref<9xi32>, %w: memref<5xf64>, %x: memref<5xf32>, %a: i64) {
  // expected-error @+1 {{needs dense tables of i64}}
  cin.scatter "add" ins(%u : memref<9xf64>) tables(%q : memref<9xi32>) maps [affine_map<(d0) -> (d0)>] at(%a, %a, %a, %a) outs(%w : memref<5xf64>) place "f.ta:1:1"
  return
}

// -----

func.func @f(%u: memref<9xf64>, %p: memref<9xi64>, %q: memref<9xi32>, %w: memref<5xf64>, %x: memref<5xf32>, %a: i64) {
  // expected-error @+1 {{needs a map for each table}}
  cin.scatter "add" ins(%u : memref<9xf64>) tables(%p : memref<9xi64>) maps [] at(%a, %a, %a, %a) outs(%w : memref<5xf64>) place "f.ta:1:1"
  return
}

// -----

func.func @f(%u: memref<9xf64>, %p: memref<9xi64>, %q: memref<9xi32>, %w: memref<5xf64>, %x: memref<5xf32>, %a: i64) {
  // expected-error @+1 {{the map of a table must name a mode of the values for each mode of the table}}
  cin.scatter "add" ins(%u : memref<9xf64>) tables(%p : memref<9xi64>) maps [affine_map<(d0) -> ()>] at(%a, %a, %a, %a) outs(%w : memref<5xf64>) place "f.ta:1:1"
  return
}

// -----

func.func @f(%u: memref<9xf64>, %p: memref<9xi64>, %q: memref<9xi32>, %w: memref<5xf64>, %x: memref<5xf32>, %a: i64) {
  // expected-error @+1 {{needs 4 numbers for its places}}
  cin.scatter "add" ins(%u : memref<9xf64>) tables(%p : memref<9xi64>) maps [affine_map<(d0) -> (d0)>] at(%a, %a) outs(%w : memref<5xf64>) place "f.ta:1:1"
  return
}
