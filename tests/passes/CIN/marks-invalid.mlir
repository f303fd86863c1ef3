// Marks that no loop can have, as far as the notation alone tells.
// RUN: encke-opt %s -split-input-file -verify-diagnostics

func.func @f(%n: index) {
  // expected-error @+1 {{vector width must be positive}}
  cin.forall %i in %n vector(0) {
  }
  return
}

// -----

// Vectors are of one computation.

func.func @f(%n: index) {
  // expected-error @+1 {{has no vectors, for it is around another loop}}
  cin.forall %i in %n vector(8) {
    // expected-note @+1 {{the loop inside}}
    cin.forall %j in %n {
    }
  }
  return
}

// -----

func.func @f(%y: memref<5xf64>, %v: f64) {
  %c5 = arith.constant 5 : index
  cin.kernel ins() outs(%c = %y : memref<5xf64> as tensor<5xf64>) {
    // expected-error @+1 {{has vectors of 8 elements, but 5 coordinates}}
    cin.forall %i in %c5 vector(8) {
      cin.assign %c[%i] = %v : !cin.place<tensor<5xf64>>
    }
  }
  return
}

// -----

// Of blocks of three, a sum may leave lanes out.

func.func @f(%y: memref<?xf64>, %v: f64, %n: index, %p: index) {
  cin.kernel ins() outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %ib in %p {
      cin.forall %i in %n within %ib(3) vector(4) {
        cin.assign %c[%i] = %v : !cin.place<tensor<?xf64>>
      }
      // expected-error @+1 {{has vectors of 8 elements, but 4 coordinates}}
      cin.forall %i in %n within %ib(3) vector(8) {
        cin.assign %c[%i] = %v : !cin.place<tensor<?xf64>>
      }
    }
  }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{registers are a positive number of vectors}}
  cin.forall %i in %n vector(8) registers(0) {
  }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{registers are a positive number of vectors}}
  cin.forall %i in %n registers(4) {
  }
  return
}

// -----

// No loop reduces.

func.func @f(%y: memref<?x?xf64>, %v: f64, %n: index) {
  cin.kernel ins() outs(%c = %y : memref<?x?xf64> as tensor<?x?xf64>) {
    cin.forall %i in %n {
      // expected-error @+1 {{keeps nothing in registers: no loop around adds to the same elements again}}
      cin.forall %j in %n vector(4) registers(4) {
        cin.assign %c[%i, %j] += %v : !cin.place<tensor<?x?xf64>>
      }
    }
  }
  return
}

// -----

// Nor one around the workspace.

func.func @f(%y: memref<?xf64>, %v: f64, %n: index) {
  cin.kernel ins() outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      cin.where %w : !cin.place<tensor<?xf64>> sizes(%n) {
        cin.forall %j in %n {
          %0 = cin.access %w[%j] : !cin.place<tensor<?xf64>>
          cin.assign %c[%j] += %0 : !cin.place<tensor<?xf64>>
        }
      } producer {
        // expected-error @+1 {{keeps nothing in registers}}
        cin.forall %j in %n vector(4) registers(4) {
          cin.assign %w[%j] += %v : !cin.place<tensor<?xf64>>
        }
      }
    }
  }
  return
}

// -----

// Tasks cannot tell together whether anything was assigned.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @f(%A: tensor<?x?xf64, #CSR>, %C: tensor<?x?xf64, #CSR>, %n: index, %m: index) -> tensor<?x?xf64, #CSR> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>) outs(%c = %C : tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n {
      cin.where %w : !cin.place<tensor<?xf64>> sizes(%m) full {
        cin.forall %k in %m {
          %0 = cin.access %w[%k] : !cin.place<tensor<?xf64>>
          cin.assign %c[%i, %k] = %0 : !cin.place<tensor<?x?xf64, #CSR>>
        }
      } producer {
        // expected-note @+1 {{the parallel forall}}
        cin.forall %j in %m parallel {
          cin.forall %k in %m {
            %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
            // expected-error @+1 {{writes to a workspace that remembers what was assigned, which iterations of a parallel forall cannot do together}}
            cin.assign %w[%k] += %0 : !cin.place<tensor<?xf64>>
          }
        }
      }
    }
  } -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}

// -----

// Nor can they add to one list, also where each has elements of its own.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%A: tensor<?x?xf64, #CSR>, %y: tensor<?xf64, #V>, %n: index, %m: index) -> tensor<?xf64, #V> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>) outs(%c = %y : tensor<?xf64, #V>) {
    cin.where %w : !cin.place<tensor<?xf64, #V>> sizes(%m) {
      cin.forall %k in %m {
        %0 = cin.access %w[%k] : !cin.place<tensor<?xf64, #V>>
        cin.assign %c[%k] = %0 : !cin.place<tensor<?xf64, #V>>
      }
    } producer {
      cin.forall %i in %n {
        // expected-note @+1 {{the parallel forall}}
        cin.forall %k in %m parallel {
          %0 = cin.access %a[%i, %k] : !cin.place<tensor<?x?xf64, #CSR>>
          // expected-error @+1 {{writes to a workspace that remembers what was assigned}}
          cin.assign %w[%k] += %0 : !cin.place<tensor<?xf64, #V>>
        }
      }
    }
  } -> tensor<?xf64, #V>
  return %r : tensor<?xf64, #V>
}
