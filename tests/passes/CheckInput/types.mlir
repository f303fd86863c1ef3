// Each property of an encoding that would be ignored, and each type of elements that
// is not stored, is an error; once a type, where it occurs first.
// RUN: encke-opt --check-input="stage=linalg" %s -split-input-file -verify-diagnostics

#E = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), explicitVal = 3.0 : f64 }>
func.func private @explicit(%a: tensor<?xf64, #E>) -> tensor<?xf64, #E>

// -----

#E = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : dense), explicitVal = 3.0 : f64 }>
// expected-error @+1 {{'func.func' op not supported yet: an explicitVal where values tell what is padding, in 'tensor<?x?xf64, #sparse_tensor.encoding}}
func.func private @padded(%a: tensor<?x?xf64, #E>) -> tensor<?x?xf64, #E>

// -----

#E = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), explicitVal = 9007199254740993 : i64 }>
// expected-error @+1 {{an explicitVal that is no real number, or beyond 2^53}}
func.func private @whole(tensor<?xi64, #E>)

// -----

// Upstream has no other implicit value than 0, which says nothing.

#E = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), implicitVal = 0.0 : f64 }>
func.func private @implicit(tensor<?xf64, #E>)
#I = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), implicitVal = 0 : i32 }>
func.func private @integer(tensor<?xi32, #I>)

// -----

#E = #sparse_tensor.encoding<{ map = (d0 : #sparse_tensor<slice(1, 5, 2)>) -> (d0 : compressed) }>
// expected-error @+1 {{not supported yet: slices of dimensions, in}}
func.func private @slice(tensor<?xf64, #E>)

// -----

#E = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 8, crdWidth = 32 }>
// expected-error @+1 {{not supported yet: posWidth 8 (it is 32, 64 or 0), in}}
func.func private @positions(tensor<?xf64, #E>)

// -----

#E = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), crdWidth = 16 }>
// expected-error @+1 {{not supported yet: crdWidth 16 (it is 32, 64 or 0), in}}
func.func private @coordinates(tensor<?xf64, #E>)

// -----

// L50: below a batch level others than compressed ones have no arrays yet.
#E = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : batch, d1 : loose_compressed) }>
// expected-error @+1 {{not supported yet: levels with these maps, in}}
func.func private @batch(tensor<?x?xf64, #E>)

// -----

#E = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed(nonordered)) }>
// expected-error @+1 {{not supported yet: the level type compressed(nonordered), in}}
func.func private @order(tensor<?xf64, #E>)

// -----

// expected-error @+1 {{not supported yet: an encoding that is no format, in 'tensor<?xf64, "CSR">'}}
func.func private @other(tensor<?xf64, "CSR">)

// -----

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
// expected-error @+1 {{not supported yet: elements of type f80, in}}
func.func private @extended(tensor<?xf80, #V>)
// expected-error @+1 {{not supported yet: elements of type i4, in}}
func.func private @nibble(tensor<?xi4, #V>)
// expected-error @+1 {{not supported yet: elements of type index, in}}
func.func private @index(tensor<?xindex, #V>)
// expected-error @+1 {{not supported yet: elements of type complex<f16>, in}}
func.func private @complex(tensor<?xcomplex<f16>, #V>)
// expected-error @+1 {{not supported yet: elements with a sign in their type, in 'tensor<?xui32>'}}
func.func private @dense(tensor<?xui32>)

// -----

// expected-error @+1 {{not supported yet: a tensor without an order, 'tensor<*xf64>'}}
func.func private @unranked(tensor<*xf64>)

// -----

// What is in a body counts, and in an attribute.

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed(nonordered)) }>
func.func @body(%n: index) {
  // expected-error @+1 {{'tensor.empty' op not supported yet: the level type compressed(nonordered), in}}
  %0 = tensor.empty(%n) : tensor<?xf64, #V>
  return
}

// -----

// All that is stored.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 64, crdWidth = 32 }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
#BSR = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, j floordiv 3 : compressed, i mod 2 : dense, j mod 3 : dense) }>
func.func private @stored(tensor<?x?xf64, #CSR>, tensor<?x?xf32, #CSC>, tensor<?x?xi64, #COO>, tensor<4x6xi32, #BSR>)
func.func private @more(tensor<?x?xi1, #CSR>, tensor<?x?xcomplex<f64>, #CSR>, tensor<?x?xf64, #ta.format<"C1-0 D0", 32>>)
// Dense tensors of other elements may be, as long as they stay in kernels.
func.func private @dense(tensor<?xf16>, tensor<f64>, tensor<3xindex>, tensor<2x2xcomplex<f32>>)
