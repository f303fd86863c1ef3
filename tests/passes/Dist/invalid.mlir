// What the verifiers of the dist dialect reject.
// RUN: encke-opt %s -split-input-file -verify-diagnostics

func.func @mode(%A: tensor<?x?xf64>) {
  // expected-error@+1 {{names mode 2 of 'tensor<?x?xf64>'}}
  %d = dist.cut %A mode 2 at "-" : tensor<?x?xf64>
  return
}

// -----

func.func @negative(%A: tensor<?x?xf64>) {
  // expected-error@+1 {{names mode 18446744073709551615 of}}
  %d = dist.cut %A mode -1 at "-" : tensor<?x?xf64>
  return
}

// -----

func.func @ghosts(%d: !dist.rows, %A: tensor<?xf64>) {
  // expected-error@+1 {{names mode 1 of}}
  %g = dist.ghosts %d of %A mode 1 at "-" : tensor<?xf64>
  return
}

// -----

func.func @rank(%d: !dist.rows, %A: tensor<?x?xf64>) {
  // expected-error@+1 {{makes 'tensor<?xf64>' of 'tensor<?x?xf64>' along mode 0}}
  %B = dist.restrict %A by %d mode 0 at "-" : tensor<?x?xf64> -> tensor<?xf64>
  return
}

// -----

func.func @sizes(%d: !dist.rows, %A: tensor<?x3xf64>) {
  // expected-error@+1 {{makes 'tensor<?x4xf64>' of 'tensor<?x3xf64>' along mode 0}}
  %B = dist.gather %A by %d mode 0 at "-" : tensor<?x3xf64> -> tensor<?x4xf64>
  return
}

// -----

func.func @elements(%d: !dist.rows, %A: tensor<?xf64>) {
  // expected-error@+1 {{along mode 0}}
  %B = dist.exchange %A by %d mode 0 at "-" : tensor<?xf64> -> tensor<?xf32>
  return
}

// -----

#CU = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

func.func @sparse(%A: tensor<?xf64, #CU>) {
  // expected-error@+1 {{combines dense tensors}}
  %B = dist.all_reduce "add" %A at "-" : tensor<?xf64, #CU>
  return
}

// -----

func.func @function(%A: tensor<?xcomplex<f64>>) {
  // expected-error@+1 {{has no function "min" of 'complex<f64>'}}
  %B = dist.all_reduce "min" %A at "-" : tensor<?xcomplex<f64>>
  return
}

// -----

func.func @truths(%A: tensor<?xi1>) {
  // expected-error@+1 {{has no function "add" of 'i1'}}
  %B = dist.all_reduce "add" %A at "-" : tensor<?xi1>
  return
}

// -----

func.func @cut_file(%n: index) {
  %f = ta.file 0 at "-"
  // expected-error@+1 {{names mode 1 of 'tensor<?xf64>'}}
  %d = dist.cut_file %f "full" mode 1 size %n at "-" : tensor<?xf64>
  return
}

// -----

func.func @known(%d: !dist.rows) {
  %f = ta.file 0 at "-"
  // expected-error@+1 {{knows the size of mode 0 of 'tensor<3x?xf64>'}}
  %A = dist.read_part %f "full" by %d mode 0 sizes() at "-" : tensor<3x?xf64>
  return
}

// -----

func.func @sizes_of_part(%d: !dist.rows, %n: index) {
  %f = ta.file 0 at "-"
  // expected-error@+1 {{has 2 sizes for 'tensor<?x?xf64>'}}
  %A = dist.read_part %f "full" by %d mode 0 sizes(%n, %n) at "-" : tensor<?x?xf64>
  return
}

// -----

func.func @join(%n: index) {
  // expected-error@+1 {{has 2 names for 1 sizes}}
  %d = dist.join(%n) as ["a", "b"] at "-"
  return
}

// -----

func.func @nothing() {
  // expected-error@+1 {{has no part to tell ranges by}}
  %d = dist.join() as [] at "-"
  return
}

// -----

func.func @write(%A: tensor<?xf64>, %d: !dist.rows) {
  // expected-error@+1 {{names mode 1 of}}
  dist.write %A by %d mode 1 to "a.mtx" at "-" : tensor<?xf64>
  return
}

// -----

func.func @inner(%A: tensor<?x?xf64>, %d: !dist.rows) {
  // expected-error@+1 {{names mode 2 of}}
  %a, %b, %c = dist.inner %A by %d mode 0 along 2 at "-" : tensor<?x?xf64>
  return
}

// -----

#CU = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

func.func @begin(%A: tensor<?xf64, #CU>, %d: !dist.rows) {
  // expected-error@+1 {{sends rows of dense tensors}}
  dist.begin %A by %d mode 0 at "-" : tensor<?xf64, #CU>
  return
}

// -----

func.func @stack(%A: tensor<?xf64>) {
  // expected-error@+1 {{makes 'tensor<?x?xf64>' of 'tensor<?xf64>'}}
  %y = dist.stack(%A) mode 0 : tensor<?xf64> -> tensor<?x?xf64>
  return
}
