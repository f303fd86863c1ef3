// Ways to share a loop that it cannot have.
// RUN: encke-opt %s -split-input-file -verify-diagnostics

func.func @f(%n: index) {
  // expected-error @+1 {{share is own, copy, owner or pieces}}
  cin.forall %i in %n parallel(share = all) {
  }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{expected share, by, deal, chunks, unit or extra}}
  cin.forall %i in %n parallel(size = 3) {
  }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{says 'chunks' twice}}
  cin.forall %i in %n parallel(chunks = 3, chunks = 4) {
  }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{there are a positive number of chunks, of iterations}}
  cin.forall %i in %n parallel(chunks = 0) {
  }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{extra elements are not fewer than none}}
  cin.forall %i in %n parallel(extra = -1) {
  }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{an owner has coordinates of a mode}}
  cin.forall %i in %n parallel(share = owner(-1)) {
  }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{pieces are of chunks that are taken, not dealt out}}
  cin.forall %i in %n parallel(share = pieces, deal) {
  }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{chunks that accumulate into copies are dealt out anyway}}
  cin.forall %i in %n parallel(share = copy, deal) {
  }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{the elements that tasks copy are counted}}
  cin.forall %i in %n parallel(share = copy, extra = 3) {
  }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{says how tasks share a loop that is not parallel}}
  cin.forall %i in %n attributes {sharing = #cin.sharing<chunks = 3>} {
  }
  return
}

// -----

func.func @f(%x: tensor<?xf64>, %y: tensor<f64>, %n: index) -> tensor<f64> {
  %r = cin.kernel ins(%a = %x : tensor<?xf64>) outs(%c = %y : tensor<f64>) {
    // expected-error @+1 {{cannot be shared so: iterations accumulate into the same elements, of which tasks have copies}}
    cin.forall %i in %n parallel(share = own) {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64>>
      cin.assign %c[] += %0 : !cin.place<tensor<f64>>
    }
  } -> tensor<f64>
  return %r : tensor<f64>
}

// -----

func.func @f(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %x : tensor<?xf64>) outs(%c = %y : tensor<?xf64>) {
    // expected-error @+1 {{cannot be shared so: each iteration writes elements of its own: there is nothing to copy}}
    cin.forall %i in %n parallel(share = copy) {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64>>
      cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// The assignment in front is done by every task.

func.func @f(%x: tensor<?x?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %x : tensor<?x?xf64>) outs(%c = %y : tensor<?xf64>) {
    // expected-error @+1 {{cannot be shared so: no loop inside, in which all is done, goes along mode 0 of the result}}
    cin.forall %i in %n parallel(share = owner(0)) {
      cin.forall %j in %n {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64>>
        cin.assign %c[%j] += %0 : !cin.place<tensor<?xf64>>
      }
      cin.forall %k in %n {
        %0 = cin.access %a[%k, %i] : !cin.place<tensor<?x?xf64>>
        cin.assign %c[%k] += %0 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

func.func @f(%x: tensor<?x?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %x : tensor<?x?xf64>) outs(%c = %y : tensor<?xf64>) {
    // expected-error @+1 {{cannot be shared so: no loop inside, in which all is done, goes along mode 1 of the result}}
    cin.forall %i in %n parallel(share = owner(1)) {
      cin.forall %j in %n {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64>>
        cin.assign %c[%j] += %0 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed)}>
func.func @f(%x: tensor<?x?xf64, #CSR>, %y: tensor<?x?xf64, #CSR>, %n: index) -> tensor<?x?xf64, #CSR> {
  %r = cin.kernel ins(%a = %x : tensor<?x?xf64, #CSR>) outs(%c = %y : tensor<?x?xf64, #CSR>) {
    // expected-error @+1 {{cannot be shared so: iterations append to a sparse result, so that chunks are taken in order}}
    cin.forall %i in %n parallel(deal) {
      cin.forall %j in %n {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        cin.assign %c[%i, %j] = %0 : !cin.place<tensor<?x?xf64, #CSR>>
      }
    }
  } -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}

// -----

func.func @f(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %x : tensor<?xf64>) outs(%c = %y : tensor<?xf64>) {
    // expected-error @+1 {{cannot be shared so: the loop does not run over rows of a sparse tensor, whose elements could be counted}}
    cin.forall %i in %n parallel(by = nnz) {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64>>
      cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed)}>
func.func @f(%x: tensor<?x?xf64, #CSR>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %x : tensor<?x?xf64, #CSR>) outs(%c = %y : tensor<?xf64>) {
    // expected-error @+1 {{cannot be shared so: rows are cut by their elements: 'by = nnz'}}
    cin.forall %i in %n parallel(share = pieces) {
      cin.forall %j in %n {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// What is no part of the sum cannot be summed in pieces.

#CSR = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed)}>
func.func @f(%x: tensor<?x?xf64, #CSR>, %y: tensor<?x?xf64>, %n: index) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%a = %x : tensor<?x?xf64, #CSR>) outs(%c = %y : tensor<?x?xf64>) {
    // expected-error @+1 {{cannot be shared so: the loop does not sum rows of a sparse tensor, each into a row of the result}}
    cin.forall %i in %n parallel(share = pieces, by = nnz) {
      cin.forall %j in %n {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        cin.assign %c[%i, %j] += %0 : !cin.place<tensor<?x?xf64>>
      }
    }
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
