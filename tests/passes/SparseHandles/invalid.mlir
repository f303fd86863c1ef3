// What the pass cannot convert, it says.
// RUN: encke-opt --sparse-handles %s -split-input-file -verify-diagnostics

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @f(%pos: memref<?xindex>, %crd: memref<?xindex>, %values: memref<?xf64>, %specifier: !sparse_tensor.storage_specifier<#CSR>) -> tensor<?x?xf64, #CSR> {
  // expected-error @+1 {{not supported yet: a sparse tensor from parts that are not those of one runtime tensor}}
  %A = builtin.unrealized_conversion_cast %pos, %crd, %values, %specifier
    : memref<?xindex>, memref<?xindex>, memref<?xf64>, !sparse_tensor.storage_specifier<#CSR> to tensor<?x?xf64, #CSR>
  return %A : tensor<?x?xf64, #CSR>
}

// -----

// The values of one tensor with the positions of another.

#Vector = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func private @encke_positions_i64(!llvm.ptr, i64) -> memref<?xi64>
func.func private @encke_coordinates_i64(!llvm.ptr, i64) -> memref<?xi64>
func.func private @encke_values_f64(!llvm.ptr) -> memref<?xf64>
func.func @f(%a: !llvm.ptr, %b: !llvm.ptr, %specifier: !sparse_tensor.storage_specifier<#Vector>) -> tensor<?xf64, #Vector> {
  %zero = arith.constant 0 : i64
  %pos = call @encke_positions_i64(%a, %zero) : (!llvm.ptr, i64) -> memref<?xi64>
  %crd = call @encke_coordinates_i64(%a, %zero) : (!llvm.ptr, i64) -> memref<?xi64>
  %values = call @encke_values_f64(%b) : (!llvm.ptr) -> memref<?xf64>
  // expected-error @+1 {{not supported yet: a sparse tensor from parts that are not those of one runtime tensor}}
  %A = builtin.unrealized_conversion_cast %pos, %crd, %values, %specifier
    : memref<?xi64>, memref<?xi64>, memref<?xf64>, !sparse_tensor.storage_specifier<#Vector> to tensor<?xf64, #Vector>
  return %A : tensor<?xf64, #Vector>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @f() -> tensor<?x?xf64, #CSR> {
  // expected-error @+1 {{makes a sparse tensor of nothing}}
  %A = builtin.unrealized_conversion_cast to tensor<?x?xf64, #CSR>
  return %A : tensor<?x?xf64, #CSR>
}

// -----

// Levels that the runtime does not have.

#Unordered = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed(nonordered)) }>
func.func @f() -> tensor<4x4xf64, #Unordered> {
  // expected-error @+1 {{not supported yet: the storage of 'tensor<4x4xf64, #sparse_tensor.encoding}}
  %0 = tensor.empty() : tensor<4x4xf64, #Unordered>
  return %0 : tensor<4x4xf64, #Unordered>
}

// -----

#Unordered = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed(nonordered)) }>
func.func @f(%D: tensor<4x4xf64>) -> tensor<4x4xf64, #Unordered> {
  // expected-error @+1 {{not supported yet: a conversion to 'tensor<4x4xf64, #sparse_tensor.encoding}}
  %0 = sparse_tensor.convert %D : tensor<4x4xf64> to tensor<4x4xf64, #Unordered>
  return %0 : tensor<4x4xf64, #Unordered>
}

// -----

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%r: tensor<4xf64, #V>, %v: f64, %n: index) -> tensor<4xf64, #V> {
  // expected-error @+1 {{not supported yet: a sparse result that does not start empty}}
  %0 = cin.kernel ins() outs(%c = %r : tensor<4xf64, #V>) {
    cin.forall %i in %n {
      cin.assign %c[%i] = %v : !cin.place<tensor<4xf64, #V>>
    }
  } -> tensor<4xf64, #V>
  return %0 : tensor<4xf64, #V>
}

// -----

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 32, crdWidth = 32 }>

func.func @f(%A: tensor<?xf64, #V>) -> tensor<?xf64, #V> {
  %e, %v = cin.share_levels 1 of %A : tensor<?xf64, #V> -> tensor<?xf64, #V>, tensor<?xf64>
  // expected-error @+1 {{reads a tensor whose values are not set: it needs a cin.with_values}}
  return %e : tensor<?xf64, #V>
}

// -----

// What looks into a tensor that is a pointer from here on.

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%V: tensor<4xf64, #V>, %i: index) -> f64 {
  // expected-error @+1 {{not supported yet: 'tensor.extract' on a sparse tensor}}
  %0 = tensor.extract %V[%i] : tensor<4xf64, #V>
  return %0 : f64
}

// -----

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%D: tensor<4xf64>) -> index {
  %V = sparse_tensor.convert %D : tensor<4xf64> to tensor<4xf64, #V>
  // expected-error @+1 {{not supported yet: 'sparse_tensor.number_of_entries' on a sparse tensor}}
  %0 = sparse_tensor.number_of_entries %V : tensor<4xf64, #V>
  return %0 : index
}
