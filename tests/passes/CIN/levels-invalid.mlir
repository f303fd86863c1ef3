// Tensors that cannot have these levels in common.
// RUN: encke-opt -verify-diagnostics -split-input-file %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @f(%A: tensor<?x?xf64, #CSR>) {
  // expected-error @+1 {{cannot merge so many levels of}}
  %v = cin.merge_levels 3 of %A : tensor<?x?xf64, #CSR> -> tensor<?xf64>
  return
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @f(%A: tensor<?x?xf64, #CSR>) {
  // expected-error @+1 {{must yield 'tensor<?xf64>'}}
  %v = cin.merge_levels 2 of %A : tensor<?x?xf64, #CSR> -> tensor<?xf32>
  return
}

// -----

func.func @f(%A: tensor<?x?xf64>) {
  // expected-error @+1 {{cannot merge so many levels of}}
  %v = cin.merge_levels 1 of %A : tensor<?x?xf64> -> tensor<?xf64>
  return
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>

func.func @f(%A: tensor<?x?xf64, #CSR>) {
  // The levels are of the same types; what mode each stores may differ.
  %c, %u = cin.share_levels 2 of %A : tensor<?x?xf64, #CSR> -> tensor<?x?xf64, #CSC>, tensor<?xf64>
  // expected-error @+1 {{cannot give so many levels of}}
  %d, %v = cin.share_levels 2 of %A : tensor<?x?xf64, #CSR> -> tensor<?x?xf64, #DCSR>, tensor<?xf64>
  return
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @f(%A: tensor<?x?xf64, #CSR>) {
  // expected-error @+1 {{needs values of type 'tensor<?xf32>'}}
  %d, %v = cin.share_levels 2 of %A : tensor<?x?xf64, #CSR> -> tensor<?x?xf32, #CSR>, tensor<?xf64>
  return
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @f(%A: tensor<?x?xf64, #CSR>, %v: tensor<?xf64>) {
  // expected-error @+1 {{needs the tensor of a cin.share_levels}}
  %B = cin.with_values %v in %A : tensor<?xf64> in tensor<?x?xf64, #CSR>
  return
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @f(%A: tensor<?x?xf64, #CSR>) {
  // expected-error @+1 {{cannot merge so many levels of}}
  %v = cin.merge_levels 4294967298 of %A : tensor<?x?xf64, #CSR> -> tensor<?xf64>
  return
}

// -----

#DIA = #ta.format<"C1-0 D0", 32>

func.func @f(%A: tensor<?x?xf64, #DIA>) {
  // expected-error @+1 {{there is no level 2 in}}
  %n = cin.level_size 2 of %A : tensor<?x?xf64, #DIA>
  return
}

// -----

func.func @f(%A: tensor<?x?xf64>) {
  // expected-error @+1 {{there is no level 0 in}}
  %n = cin.level_least 0 of %A : tensor<?x?xf64>
  return
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>
#CSF = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 32, crdWidth = 32 }>
func.func @subtensor_of_two(%A: tensor<?x?xf64, #CSR>, %i: index) -> tensor<?xf64, #CSF> {
  // expected-error @+1 {{no position of 'tensor<?x?xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>>' is told by so many coordinates}}
  %r = cin.subtensor %A[%i, %i] : tensor<?x?xf64, #CSR> -> tensor<?xf64, #CSF>
  return %r : tensor<?xf64, #CSF>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>
#CSF = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 32, crdWidth = 32 }>
func.func @subtensor_type(%A: tensor<?x?xf64, #CSR>, %i: index) -> tensor<?xf32, #CSF> {
  // expected-error @+1 {{must yield}}
  %r = cin.subtensor %A[%i] : tensor<?x?xf64, #CSR> -> tensor<?xf32, #CSF>
  return %r : tensor<?xf32, #CSF>
}
