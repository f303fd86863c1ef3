// What the pass cannot convert, it says.
// RUN: encke-opt --convert-linalg-to-cin %s -split-input-file -verify-diagnostics

func.func @f(%v: f64, %y: memref<4xf64>) {
  // expected-error @+1 {{not supported yet: anything but one tensor result}}
  linalg.fill ins(%v : f64) outs(%y : memref<4xf64>)
  return
}

// -----

#i = affine_map<(i) -> (i)>
func.func @f(%y: tensor<4xf64>, %z: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  // expected-error @+1 {{not supported yet: anything but one tensor result}}
  %r:2 = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]}
      outs(%y, %z : tensor<4xf64>, tensor<4xf64>) {
  ^bb0(%a: f64, %b: f64):
    linalg.yield %b, %a : f64, f64
  } -> (tensor<4xf64>, tensor<4xf64>)
  return %r#0, %r#1 : tensor<4xf64>, tensor<4xf64>
}

// -----

#sum = affine_map<(i, j) -> (i + j)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>
func.func @f(%x: tensor<7xf64>, %w: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error @+1 {{not supported yet: an index that is not a plain loop dimension}}
  %r = linalg.generic {indexing_maps = [#sum, #j, #i], iterator_types = ["parallel", "reduction"]}
      ins(%x, %w : tensor<7xf64>, tensor<4xf64>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %b: f64, %out: f64):
    %s = arith.addf %out, %a : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// -----

// What the output holds would be lost.

#i = affine_map<(i) -> (i)>
#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%x: tensor<?xf64, #V>, %y: tensor<?xf64, #V>) -> tensor<?xf64, #V> {
  // expected-error @+1 {{not supported yet: a sparse result that does not start empty}}
  %r = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf64, #V>) outs(%y : tensor<?xf64, #V>) {
  ^bb0(%a: f64, %out: f64):
    %s = arith.addf %out, %a : f64
    linalg.yield %s : f64
  } -> tensor<?xf64, #V>
  return %r : tensor<?xf64, #V>
}

// -----

// Beside a sparse operand the coordinate of an element is no value.

#i = affine_map<(i) -> (i)>
#CU = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
func.func @f(%x: tensor<4xi64, #CU>, %y: tensor<4xi64>) -> tensor<4xi64> {
  %r = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]}
      ins(%x : tensor<4xi64, #CU>) outs(%y : tensor<4xi64>) {
  ^bb0(%a: i64, %out: i64):
    // expected-error @+1 {{not supported yet: the coordinate of an element as a value}}
    %k = linalg.index 0 : index
    %n = arith.index_cast %k : index to i64
    %s = arith.addi %n, %a : i64
    linalg.yield %s : i64
  } -> tensor<4xi64>
  return %r : tensor<4xi64>
}

// -----

// What a comparison chooses may be a minimum, but for numbers that are none.

#V = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
#i = affine_map<(i) -> (i)>
#n = affine_map<(i) -> ()>
func.func @f(%x: tensor<4xf64, #V>, %y: tensor<f64>) -> tensor<f64> {
  %inf = arith.constant 0x7FF0000000000000 : f64
  %r = linalg.generic {indexing_maps = [#i, #n], iterator_types = ["reduction"]}
      ins(%x : tensor<4xf64, #V>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %out: f64):
    // expected-error @+1 {{not supported yet: a reduction that is not one operation of the two arguments, such as arith.minnumf}}
    %s = sparse_tensor.reduce %a, %out, %inf : f64 {
    ^bb0(%p: f64, %q: f64):
      %less = arith.cmpf olt, %p, %q : f64
      %m = arith.select %less, %p, %q : f64
      sparse_tensor.yield %m : f64
    }
    linalg.yield %s : f64
  } -> tensor<f64>
  return %r : tensor<f64>
}
