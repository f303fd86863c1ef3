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

// -----

// How sparse results are made.

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%m: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  // expected-error @+1 {{cannot bound what its result stores: it is not one sparse tensor}}
  %r = cin.kernel ins() outs(%c = %m : tensor<4xf64>) assemble(bound) {
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// -----

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%m: tensor<4xf64, #V>) -> tensor<4xf64, #V> {
  // expected-error @+1 {{cannot bound what its result stores: it is there already}}
  %r = cin.kernel numeric ins() outs(%c = %m : tensor<4xf64, #V>) assemble(bound) {
  } -> tensor<4xf64, #V>
  return %r : tensor<4xf64, #V>
}

// -----

#CD = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : dense) }>
func.func @f(%m: tensor<4x4xf64, #CD>) -> tensor<4x4xf64, #CD> {
  // expected-error @+1 {{cannot bound what its result stores: its last level is dense}}
  %r = cin.kernel ins() outs(%c = %m : tensor<4x4xf64, #CD>) assemble(bound) {
  } -> tensor<4x4xf64, #CD>
  return %r : tensor<4x4xf64, #CD>
}

// -----

#CDC = #sparse_tensor.encoding<{ map = (d0, d1, d2, d3) -> (d0 : compressed, d1 : dense, d2 : dense, d3 : compressed) }>
func.func @f(%m: tensor<4x4x4x4xf64, #CDC>) -> tensor<4x4x4x4xf64, #CDC> {
  // A bound would be one for each coordinate of the dense level.
  %ok = cin.kernel ins() outs(%c = %m : tensor<4x4x4x4xf64, #CDC>) {
  } -> tensor<4x4x4x4xf64, #CDC>
  // expected-error @+1 {{cannot bound what its result stores: a dense level is below another one}}
  %r = cin.kernel ins() outs(%c = %m : tensor<4x4x4x4xf64, #CDC>) assemble(bound) {
  } -> tensor<4x4x4x4xf64, #CDC>
  return %r : tensor<4x4x4x4xf64, #CDC>
}

// -----

func.func @f(%m: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error @+1 {{expected one of [count, bound] for how the length of a sparse result is found, got: guess}}
  %r = cin.kernel ins() outs(%c = %m : tensor<4xf64>) assemble(guess) {
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// -----

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%x: tensor<?xf64, #V>, %y: tensor<?xf64, #V>, %n: index) -> tensor<?xf64, #V> {
  // expected-error @+1 {{cannot bound what its result stores: a loop around an assignment to it runs over a list}}
  %r = cin.kernel ins(%a = %x : tensor<?xf64, #V>) outs(%c = %y : tensor<?xf64, #V>) assemble(bound) {
    cin.where %w : !cin.place<tensor<?xf64, #V>> sizes(%n) {
      cin.where %s : !cin.place<tensor<?xf64, #V>> sizes(%n) {
        cin.forall %i in %n {
          %0 = cin.access %s[%i] : !cin.place<tensor<?xf64, #V>>
          cin.assign %c[%i] = %0 : !cin.place<tensor<?xf64, #V>>
        }
      } producer {
        cin.forall %k in %n {
          cin.forall %i in %n {
            %0 = cin.access %w[%k] : !cin.place<tensor<?xf64, #V>>
            %1 = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
            %2 = arith.mulf %0, %1 : f64
            cin.assign %s[%i] += %2 : !cin.place<tensor<?xf64, #V>>
          }
        }
      }
    } producer {
      cin.forall %k in %n {
        %0 = cin.access %a[%k] : !cin.place<tensor<?xf64, #V>>
        cin.assign %w[%k] += %0 : !cin.place<tensor<?xf64, #V>>
      }
    }
  } -> tensor<?xf64, #V>
  return %r : tensor<?xf64, #V>
}

// -----

func.func @f(%x: tensor<?xf64>, %y: tensor<f64>, %n: index) -> tensor<f64> {
  %r = cin.kernel ins(%a = %x : tensor<?xf64>) outs(%c = %y : tensor<f64>) {
    // expected-error @+1 {{only a compressed workspace has a list with marks}}
    cin.where %w : !cin.place<tensor<f64>> sizes() marks(select) {
      %0 = cin.access %w[] : !cin.place<tensor<f64>>
      cin.assign %c[] += %0 : !cin.place<tensor<f64>>
    } producer {
      cin.forall %k in %n {
        %0 = cin.access %a[%k] : !cin.place<tensor<?xf64>>
        cin.assign %w[] += %0 : !cin.place<tensor<f64>>
      }
    }
  } -> tensor<f64>
  return %r : tensor<f64>
}

// -----

#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>
func.func @f(%x: tensor<?x?xf64, #DCSR>, %y: tensor<?x?xf64, #DCSR>, %n: index) -> tensor<?x?xf64, #DCSR> {
  // expected-error @+1 {{cannot bound what its result stores: tasks share it, and several levels have positions}}
  %r = cin.kernel ins(%a = %x : tensor<?x?xf64, #DCSR>) outs(%c = %y : tensor<?x?xf64, #DCSR>) assemble(bound) {
    cin.forall %i in %n parallel {
      cin.forall %j in %n {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DCSR>>
        cin.assign %c[%i, %j] = %0 : !cin.place<tensor<?x?xf64, #DCSR>>
      }
    }
  } -> tensor<?x?xf64, #DCSR>
  return %r : tensor<?x?xf64, #DCSR>
}

// -----

func.func @f(%x: tensor<?xf64>, %y: tensor<f64>, %n: index) -> tensor<f64> {
  // expected-error @+1 {{has no identity to start from: it is not one dense output, or is accumulated into in several ways}}
  %r = cin.kernel ins(%a = %x : tensor<?xf64>) outs(%c = %y : tensor<f64>) from identity {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64>>
      cin.assign %c[] += %0 : !cin.place<tensor<f64>>
      cin.assign %c[] *= %0 : !cin.place<tensor<f64>>
    }
  } -> tensor<f64>
  return %r : tensor<f64>
}

// -----

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%m: tensor<4xf64, #V>) -> tensor<4xf64, #V> {
  // expected-error @+1 {{has no identity to start from}}
  %r = cin.kernel ins() outs(%c = %m : tensor<4xf64, #V>) from identity {
  } -> tensor<4xf64, #V>
  return %r : tensor<4xf64, #V>
}

// -----

// What a marked loop holds is looked at only once it is right itself.
func.func @f(%n: index) {
  cin.forall %i in %n unroll(4) {
    // expected-error @+1 {{each region has one argument, the workspace}}
    "cin.where"() <{marks = 0 : i32}> ({
    ^bb0:
    }, {
    ^bb0:
    }) : () -> ()
  }
  return
}

// -----

#DIA = #ta.format<"C1-0 D0", 32>
#column = affine_map<(d0, d1)[s0] -> (d0 + d1 - s0 + 1)>
func.func @f(%A: tensor<?x?xf64, #DIA>, %y: tensor<?xf64>, %d: index, %n: index, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #DIA>) outs(%c = %y : tensor<?xf64>) {
    // expected-error @+1 {{adds up diagonals together by falling numbers, each two at least}}
    cin.forall %k in %d together(3, 9) {
      cin.forall %i in %n {
        cin.forall %j in %m at #column(%k, %i)[%n] {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DIA>>
          cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
        }
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

#DIA = #ta.format<"C1-0 D0", 32>
#column = affine_map<(d0, d1)[s0] -> (d0 + d1 - s0 + 1)>
func.func @f(%A: tensor<?x?xf64, #DIA>, %y: tensor<f64>, %d: index, %n: index, %m: index) -> tensor<f64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #DIA>) outs(%c = %y : tensor<f64>) {
    cin.where %s : !cin.place<tensor<f64>> sizes() {
      %0 = cin.access %s[] : !cin.place<tensor<f64>>
      cin.assign %c[] += %0 : !cin.place<tensor<f64>>
    } producer {
      // expected-error @+1 {{cannot add up diagonals together: it does something else than to add to elements in memory}}
      cin.forall %k in %d together(9) {
        cin.forall %i in %n {
          cin.forall %j in %m at #column(%k, %i)[%n] {
            %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DIA>>
            cin.assign %s[] += %0 : !cin.place<tensor<f64>>
          }
        }
      }
    }
  } -> tensor<f64>
  return %r : tensor<f64>
}

// -----

func.func @f(%A: tensor<?x?xf64>, %y: tensor<?xf64>, %n: index, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      // expected-error @+1 {{it is not over diagonals, and all that it holds over their rows}}
      cin.forall %j in %m together(4, 2) {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64>>
        cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// The matrix has all coordinates of the row's mode.
#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%B: tensor<?x?xf64>, %C: tensor<?xf64, #V>, %n: index, %m: index) -> tensor<?xf64, #V> {
  %r = cin.kernel ins(%b = %B : tensor<?x?xf64>) outs(%c = %C : tensor<?xf64, #V>) {
    // expected-error @+1 {{cannot have its coordinates numbered anew}}
    cin.where %w : !cin.place<tensor<?xf64, #V>> sizes(%m) renumber(size = 1, ratio = 1) {
      cin.forall %k in %m {
        %0 = cin.access %w[%k] : !cin.place<tensor<?xf64, #V>>
        cin.assign %c[%k] = %0 : !cin.place<tensor<?xf64, #V>>
      }
    } producer {
      cin.forall %j in %n {
        cin.forall %k in %m {
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x?xf64>>
          cin.assign %w[%k] += %1 : !cin.place<tensor<?xf64, #V>>
        }
      }
    }
  } -> tensor<?xf64, #V>
  return %r : tensor<?xf64, #V>
}
