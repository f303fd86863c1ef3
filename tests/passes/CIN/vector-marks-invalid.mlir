// Marks of what is done in vectors that no loop can have.
// RUN: encke-opt %s -split-input-file -verify-diagnostics

func.func @f(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %x : tensor<?xf64>) outs(%c = %y : tensor<?xf64>) {
    // expected-error @+1 {{has sums, but adds up nothing in vectors}}
    cin.forall %i in %n vector(4) sums(4) {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64>>
      cin.assign %c[%i] = %0 : !cin.place<tensor<?xf64>>
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{sums are a power of two}}
  cin.forall %i in %n vector(4) sums(3) {
  }
  return
}

// -----

func.func @f(%x: tensor<9x?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c9 = arith.constant 9 : index
  %r = cin.kernel ins(%a = %x : tensor<9x?xf64>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %c9 {
      // expected-error @+1 {{has sets of sums, of which the iterations of the loop around are no known multiple}}
      cin.forall %k in %n vector(4) registers(8) sums(2) {
        %0 = cin.access %a[%i, %k] : !cin.place<tensor<9x?xf64>>
        cin.assign %c[%k] += %0 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{unrolls a positive number of iterations}}
  cin.forall %i in %n unroll(0) {
  }
  return
}

// -----

func.func @f(%x: tensor<?x?xf64>, %y: tensor<?x?xf64>, %n: index) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%a = %x : tensor<?x?xf64>) outs(%c = %y : tensor<?x?xf64>) {
    // expected-error @+1 {{can only be unrolled if it has neither vectors nor a loop inside, or around one loop with vectors and without registers, which adds to the same elements in each iteration}}
    cin.forall %i in %n unroll(4) {
      cin.forall %k in %n vector(4) {
        %0 = cin.access %a[%i, %k] : !cin.place<tensor<?x?xf64>>
        cin.assign %c[%i, %k] += %0 : !cin.place<tensor<?x?xf64>>
      }
    }
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// -----

// Rows of blocks are added up at once, or one by one.

func.func @f(%x: tensor<?x?xf64>, %y: tensor<?xf64>, %n: index, %p: index) -> tensor<?xf64> {
  %c8 = arith.constant 8 : index
  %r = cin.kernel ins(%a = %x : tensor<?x?xf64>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %b in %p {
      // expected-error @+1 {{over rows that are added up in registers is unrolled for all rows, or not at all}}
      cin.forall %i in %n within %b(4) unroll(2) {
        cin.where %s : !cin.place<tensor<f64>> sizes() {
          %0 = cin.access %s[] : !cin.place<tensor<f64>>
          cin.assign %c[%i] = %0 : !cin.place<tensor<?xf64>>
        } producer {
          cin.forall %d in %p {
            cin.forall %j in %c8 vector(4) registers(1) {
              %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64>>
              cin.assign %s[] += %0 : !cin.place<tensor<f64>>
            }
          }
        }
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

func.func @f(%x: tensor<?xf64>, %y: tensor<f64>, %n: index) -> tensor<f64> {
  %r = cin.kernel ins(%a = %x : tensor<?xf64>) outs(%c = %y : tensor<f64>) {
    // expected-error @+1 {{is no loop with vectors that adds up, along a row of a sparse tensor, what a dense one has at its coordinates}}
    cin.forall %i in %n vector(4) few(8) {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64>>
      cin.assign %c[] += %0 : !cin.place<tensor<f64>>
    }
  } -> tensor<f64>
  return %r : tensor<f64>
}

// -----

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%x: tensor<?xf64>, %A: tensor<?xf64, #V>, %y: tensor<f64>, %n: index) -> tensor<f64> {
  %r = cin.kernel ins(%a = %x : tensor<?xf64>, %b = %A : tensor<?xf64, #V>) outs(%c = %y : tensor<f64>) {
    // expected-error @+1 {{few elements are one at least}}
    cin.forall %i in %n vector(4) few(0) {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64>>
      %1 = cin.access %b[%i] : !cin.place<tensor<?xf64, #V>>
      %2 = arith.mulf %0, %1 : f64
      cin.assign %c[] += %2 : !cin.place<tensor<f64>>
    }
  } -> tensor<f64>
  return %r : tensor<f64>
}

// -----

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%x: tensor<?xf64>, %A: tensor<?xf64, #V>, %y: tensor<f64>, %n: index) -> tensor<f64> {
  %r = cin.kernel ins(%a = %x : tensor<?xf64>, %b = %A : tensor<?xf64, #V>) outs(%c = %y : tensor<f64>) {
    // expected-error @+1 {{has no loop over rows around it that could be uneven}}
    cin.forall %i in %n vector(4) uneven(rows = 1000, length = 16, lanes = 4) {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64>>
      %1 = cin.access %b[%i] : !cin.place<tensor<?xf64, #V>>
      %2 = arith.mulf %0, %1 : f64
      cin.assign %c[] += %2 : !cin.place<tensor<f64>>
    }
  } -> tensor<f64>
  return %r : tensor<f64>
}

// -----

func.func @f(%x: tensor<?xf64>, %y: tensor<f64>, %n: index) -> tensor<f64> {
  %r = cin.kernel ins(%a = %x : tensor<?xf64>) outs(%c = %y : tensor<f64>) {
    cin.forall %i in %n {
      // expected-error @+1 {{asks for a row before its turn, but is of no dense tensor with rows}}
      %0 = cin.access %a[%i] prefetch(ahead = 16, lines = 8) : !cin.place<tensor<?xf64>>
      cin.assign %c[] += %0 : !cin.place<tensor<f64>>
    }
  } -> tensor<f64>
  return %r : tensor<f64>
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'far' are 0 at least}}
  cin.forall %i in %n vector(4) far(row = -1, all = 1, vectors = 1, ahead = 1) {
  }
  return
}

// -----

func.func @f(%x: !cin.place<tensor<?x?xf64>>, %n: index) {
  // expected-error @+1 {{'prefetch' asks whether rows come from far away with 'few', 'near' and 'far'}}
  %0 = cin.access %x[%n, %n] prefetch(ahead = 16, lines = 8, near = 5) : !cin.place<tensor<?x?xf64>>
  return
}

// -----

func.func @f(%x: !cin.place<tensor<?x?xf64>>, %n: index) {
  // expected-error @+1 {{'next' is for the cache 1 or 2}}
  %0 = cin.access %x[%n, %n] next(cache = 3) : !cin.place<tensor<?x?xf64>>
  return
}

// -----

func.func @f(%A: tensor<?x?xf64>, %B: tensor<?x8xf64>, %y: tensor<?x8xf64>, %n: index, %m: index) -> tensor<?x8xf64> {
  %c8 = arith.constant 8 : index
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64>, %b = %B : tensor<?x8xf64>) outs(%c = %y : tensor<?x8xf64>) {
    cin.forall %i in %n {
      cin.forall %k in %m {
        // expected-error @+1 {{says more of what stays in registers, but has none}}
        cin.forall %l in %c8 vector(4, tail = overlap) {
          %0 = cin.access %a[%i, %k] : !cin.place<tensor<?x?xf64>>
          %1 = cin.access %b[%k, %l] : !cin.place<tensor<?x8xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %l] += %2 : !cin.place<tensor<?x8xf64>>
        }
      }
    }
  } -> tensor<?x8xf64>
  return %r : tensor<?x8xf64>
}

// -----

func.func @f(%A: tensor<?x?xf64>, %B: tensor<?x8xf64>, %y: tensor<?x8xf64>, %n: index, %m: index) -> tensor<?x8xf64> {
  %c8 = arith.constant 8 : index
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64>, %b = %B : tensor<?x8xf64>) outs(%c = %y : tensor<?x8xf64>) {
    cin.forall %i in %n {
      cin.forall %k in %m {
        // expected-error @+1 {{says more of what stays in registers, but has none}}
        cin.forall %l in %c8 vector(4) then(2) {
          %0 = cin.access %a[%i, %k] : !cin.place<tensor<?x?xf64>>
          %1 = cin.access %b[%k, %l] : !cin.place<tensor<?x8xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %l] += %2 : !cin.place<tensor<?x8xf64>>
        }
      }
    }
  } -> tensor<?x8xf64>
  return %r : tensor<?x8xf64>
}

// -----

func.func @f(%A: tensor<?x?xf64>, %B: tensor<?x8xf64>, %y: tensor<?x8xf64>, %n: index, %m: index) -> tensor<?x8xf64> {
  %c8 = arith.constant 8 : index
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64>, %b = %B : tensor<?x8xf64>) outs(%c = %y : tensor<?x8xf64>) {
    cin.forall %i in %n {
      cin.forall %k in %m {
        // expected-error @+1 {{is divided into blocks of registers, then smaller ones, of two vectors at least}}
        cin.forall %l in %c8 vector(4) registers(8) then(8) {
          %0 = cin.access %a[%i, %k] : !cin.place<tensor<?x?xf64>>
          %1 = cin.access %b[%k, %l] : !cin.place<tensor<?x8xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %l] += %2 : !cin.place<tensor<?x8xf64>>
        }
      }
    }
  } -> tensor<?x8xf64>
  return %r : tensor<?x8xf64>
}

// -----

func.func @f(%A: tensor<?x?xf64>, %B: tensor<?x8xf64>, %y: tensor<?x8xf64>, %n: index, %m: index) -> tensor<?x8xf64> {
  %c8 = arith.constant 8 : index
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64>, %b = %B : tensor<?x8xf64>) outs(%c = %y : tensor<?x8xf64>) {
    cin.forall %i in %n {
      cin.forall %k in %m {
        // expected-error @+1 {{adds no products with a factor that the loop around leaves as it is}}
        cin.forall %l in %c8 vector(4) registers(8) factored {
          %0 = cin.access %a[%i, %k] : !cin.place<tensor<?x?xf64>>
          %1 = cin.access %b[%k, %l] : !cin.place<tensor<?x8xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %l] += %2 : !cin.place<tensor<?x8xf64>>
        }
      }
    }
  } -> tensor<?x8xf64>
  return %r : tensor<?x8xf64>
}

// -----

func.func @f(%A: tensor<?x?xf64>, %B: tensor<?x8xf64>, %y: tensor<?x8xf64>, %n: index, %m: index) -> tensor<?x8xf64> {
  %c8 = arith.constant 8 : index
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64>, %b = %B : tensor<?x8xf64>) outs(%c = %y : tensor<?x8xf64>) {
    cin.forall %i in %n {
      cin.forall %k in %m {
        // expected-error @+1 {{adds up no floats}}
        cin.forall %l in %c8 vector(4) registers(8) terms(16) {
          %0 = cin.access %a[%i, %k] : !cin.place<tensor<?x?xf64>>
          %1 = cin.access %b[%k, %l] : !cin.place<tensor<?x8xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %l] += %2 : !cin.place<tensor<?x8xf64>>
        }
      }
    }
  } -> tensor<?x8xf64>
  return %r : tensor<?x8xf64>
}

// -----

func.func @f(%A: tensor<?x?xf32>, %B: tensor<?x8xf32>, %y: tensor<?x8xf32>, %n: index, %m: index) -> tensor<?x8xf32> {
  %c8 = arith.constant 8 : index
  %r = cin.kernel ins(%a = %A : tensor<?x?xf32>, %b = %B : tensor<?x8xf32>) outs(%c = %y : tensor<?x8xf32>) {
    cin.forall %i in %n {
      cin.forall %k in %m {
        // expected-error @+1 {{terms are a positive number, of a loop with vectors}}
        cin.forall %l in %c8 vector(4) registers(8) terms(0) {
          %0 = cin.access %a[%i, %k] : !cin.place<tensor<?x?xf32>>
          %1 = cin.access %b[%k, %l] : !cin.place<tensor<?x8xf32>>
          %2 = arith.mulf %0, %1 : f32
          cin.assign %c[%i, %l] += %2 : !cin.place<tensor<?x8xf32>>
        }
      }
    }
  } -> tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}

// -----

func.func @f(%A: tensor<?x?xf64>, %B: tensor<?x8xf64>, %y: tensor<?x8xf64>, %n: index, %m: index) -> tensor<?x8xf64> {
  %c8 = arith.constant 8 : index
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64>, %b = %B : tensor<?x8xf64>) outs(%c = %y : tensor<?x8xf64>) {
    cin.forall %i in %n {
      cin.forall %k in %m {
        // expected-error @+1 {{is no product of rows of a loop with 'jam'}}
        cin.forall %l in %c8 vector(4) registers(8) product(registers = 8) {
          %0 = cin.access %a[%i, %k] : !cin.place<tensor<?x?xf64>>
          %1 = cin.access %b[%k, %l] : !cin.place<tensor<?x8xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %l] += %2 : !cin.place<tensor<?x8xf64>>
        }
      }
    }
  } -> tensor<?x8xf64>
  return %r : tensor<?x8xf64>
}

// -----

func.func @f(%A: tensor<?x?xf64>, %B: tensor<?x8xf64>, %y: tensor<?x8xf64>, %n: index, %m: index) -> tensor<?x8xf64> {
  %c8 = arith.constant 8 : index
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64>, %b = %B : tensor<?x8xf64>) outs(%c = %y : tensor<?x8xf64>) {
    cin.forall %i in %n jam(rows = 4) {
      cin.forall %k in %m {
        // expected-error @+1 {{has fewer registers than rows}}
        cin.forall %l in %c8 vector(4) registers(8) product(registers = 2) {
          %0 = cin.access %a[%i, %k] : !cin.place<tensor<?x?xf64>>
          %1 = cin.access %b[%k, %l] : !cin.place<tensor<?x8xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %l] += %2 : !cin.place<tensor<?x8xf64>>
        }
      }
    }
  } -> tensor<?x8xf64>
  return %r : tensor<?x8xf64>
}

// -----

func.func @f(%A: tensor<?x?xf64>, %B: tensor<?x8xf64>, %y: tensor<?x8xf64>, %n: index, %m: index) -> tensor<?x8xf64> {
  %c8 = arith.constant 8 : index
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64>, %b = %B : tensor<?x8xf64>) outs(%c = %y : tensor<?x8xf64>) {
    // expected-error @+1 {{multiplies rows at once, but no loop in it is a 'product'}}
    cin.forall %i in %n jam(rows = 4) {
      cin.forall %k in %m {
        cin.forall %l in %c8 vector(4) registers(8) {
          %0 = cin.access %a[%i, %k] : !cin.place<tensor<?x?xf64>>
          %1 = cin.access %b[%k, %l] : !cin.place<tensor<?x8xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %l] += %2 : !cin.place<tensor<?x8xf64>>
        }
      }
    }
  } -> tensor<?x8xf64>
  return %r : tensor<?x8xf64>
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{expected 'scalar' or 'overlap'}}
  cin.forall %i in %n vector(4, tail = mask) {
  }
  return
}
