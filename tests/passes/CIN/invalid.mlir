// Every rule that the dialect's verifiers enforce, broken once.
// RUN: encke-opt %s -split-input-file -verify-diagnostics

// Kernels.

func.func @f(%m: memref<4xf64>) {
  // expected-error @+1 {{needs one body argument for each operand}}
  "cin.kernel"(%m) <{operandSegmentSizes = array<i32: 1, 0>}> ({
  ^bb0:
  }) : (memref<4xf64>) -> ()
  return
}

// -----

func.func @f(%m: memref<4xf64>) {
  // expected-error @+1 {{body arguments must be !cin.place}}
  "cin.kernel"(%m) <{operandSegmentSizes = array<i32: 1, 0>}> ({
  ^bb0(%a: f64):
  }) : (memref<4xf64>) -> ()
  return
}

// -----

func.func @f(%t: tensor<4xf64>) {
  // expected-error @+1 {{operand of type 'tensor<4xf64>' is seen as 'tensor<?xf64>'}}
  cin.kernel ins(%a = %t : tensor<4xf64> as tensor<?xf64>) outs() {
  }
  return
}

// -----

func.func @f(%m: memref<4xf64>) {
  // expected-error @+1 {{buffer of type 'memref<4xf64>' cannot hold 'tensor<4x4xf64>'}}
  cin.kernel ins(%a = %m : memref<4xf64> as tensor<4x4xf64>) outs() {
  }
  return
}

// -----

func.func @f(%m: memref<4xf64>) {
  // expected-error @+1 {{buffer of type 'memref<4xf64>' cannot hold 'tensor<4xf32>'}}
  cin.kernel ins(%a = %m : memref<4xf64> as tensor<4xf32>) outs() {
  }
  return
}

// -----

func.func @f(%t: tensor<4xf64>) {
  // expected-error @+1 {{expected the number of tensor results (0) to be equal to the number of output tensors (1)}}
  cin.kernel ins() outs(%a = %t : tensor<4xf64>) {
  }
  return
}

// -----

func.func @f(%t: tensor<4xf64>) {
  // expected-error @+1 {{expected type of operand #0 ('tensor<4xf64>') to match type of corresponding result ('tensor<4xf32>')}}
  %0 = cin.kernel ins() outs(%a = %t : tensor<4xf64>) {
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf64>, %v: f64, %n: index) {
  cin.kernel ins(%a = %m : memref<4xf64> as tensor<4xf64>) outs() {
    cin.forall %i in %n {
      // expected-error @+1 {{assigns to an input of the kernel}}
      cin.assign %a[%i] = %v : !cin.place<tensor<4xf64>>
    }
  }
  return
}

// -----

// Foralls.

func.func @f(%n: index) {
  // expected-error @+1 {{binds exactly one index variable}}
  "cin.forall"(%n) ({
  ^bb0(%i: index, %j: index):
  }) {operandSegmentSizes = array<i32: 1, 0, 0>} : (index) -> ()
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{binds exactly one index variable}}
  "cin.forall"(%n) ({
  ^bb0(%i: i64):
  }) {operandSegmentSizes = array<i32: 1, 0, 0>} : (index) -> ()
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{region with 1 blocks}}
  "cin.forall"(%n) ({
  }) {operandSegmentSizes = array<i32: 1, 0, 0>} : (index) -> ()
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{within blocks needs their variable and width}}
  "cin.forall"(%n) ({
  ^bb0(%i: index):
  }) {operandSegmentSizes = array<i32: 1, 0, 0>, width = 4 : i64} : (index) -> ()
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{the blocks must be the index variable of a cin.forall}}
  cin.forall %i in %n within %n(4) {
  }
  return
}

// -----

func.func @f(%n: index) {
  cin.forall %ib in %n {
    // expected-error @+1 {{the width of blocks must be positive}}
    cin.forall %i in %n within %ib(0) {
    }
  }
  return
}

// -----

func.func @f(%n: index) {
  cin.forall %ib in %n {
    // expected-error @+1 {{within a block cannot be parallel}}
    cin.forall %i in %n within %ib(4) parallel {
    }
  }
  return
}

// -----

// Iterations may share what they accumulate into, ...

func.func @f(%y: memref<4xf64>, %v: f64, %n: index) {
  cin.kernel ins() outs(%c = %y : memref<4xf64> as tensor<4xf64>) {
    cin.forall %j in %n parallel {
      cin.forall %i in %n {
        cin.assign %c[%i] += %v : !cin.place<tensor<4xf64>>
      }
    }
  }
  return
}

// -----

// ... not what they set, ...

func.func @f(%y: memref<4xf64>, %v: f64, %n: index) {
  cin.kernel ins() outs(%c = %y : memref<4xf64> as tensor<4xf64>) {
    // expected-note @+1 {{the parallel forall}}
    cin.forall %j in %n parallel {
      cin.forall %i in %n {
        // expected-error @+1 {{is reached by several iterations of a parallel forall}}
        cin.assign %c[%i] any= %v : !cin.place<tensor<4xf64>>
      }
    }
  }
  return
}

// -----

// ... accumulate in several ways, ...

func.func @f(%y: memref<4xf64>, %v: f64, %n: index) {
  cin.kernel ins() outs(%c = %y : memref<4xf64> as tensor<4xf64>) {
    // expected-note @+1 {{the parallel forall}}
    cin.forall %j in %n parallel {
      cin.forall %i in %n {
        cin.assign %c[%i] += %v : !cin.place<tensor<4xf64>>
        cin.assign %c[%i] -= %v : !cin.place<tensor<4xf64>>
        // expected-error @+1 {{is reached by several iterations of a parallel forall}}
        cin.assign %c[%i] max= %v : !cin.place<tensor<4xf64>>
      }
    }
  }
  return
}

// -----

// ... or read.

func.func @f(%y: memref<f64>, %n: index) {
  cin.kernel ins() outs(%c = %y : memref<f64> as tensor<f64>) {
    // expected-note @+1 {{the parallel forall}}
    cin.forall %j in %n parallel {
      // expected-error @+1 {{reads what the iterations of a parallel forall share}}
      %0 = cin.access %c[] : !cin.place<tensor<f64>>
      cin.assign %c[] += %0 : !cin.place<tensor<f64>>
    }
  }
  return
}

// -----

// A workspace outside the loop is shared by its iterations, ...

func.func @f(%v: f64, %n: index) {
  cin.kernel ins() outs() {
    cin.where %w : !cin.place<tensor<f64>> sizes() {
    } producer {
      // expected-note @+1 {{the parallel forall}}
      cin.forall %j in %n parallel {
        // expected-error @+1 {{is reached by several iterations of a parallel forall}}
        cin.assign %w[] any= %v : !cin.place<tensor<f64>>
      }
    }
  }
  return
}

// -----

// ... one inside the loop is each iteration's own.

func.func @f(%y: memref<4xf64>, %v: f64, %n: index) {
  cin.kernel ins() outs(%c = %y : memref<4xf64> as tensor<4xf64>) {
    cin.forall %i in %n parallel {
      cin.where %w : !cin.place<tensor<f64>> sizes() {
        %s = cin.access %w[] : !cin.place<tensor<f64>>
        cin.assign %c[%i] += %s : !cin.place<tensor<4xf64>>
      } producer {
        cin.forall %j in %n {
          cin.assign %w[] += %v : !cin.place<tensor<f64>>
        }
      }
    }
  }
  return
}

// -----

// Wheres.

func.func @f() {
  // expected-error @+1 {{each region has one argument, the workspace}}
  "cin.where"() ({
  ^bb0:
  }, {
  ^bb0(%w: !cin.place<tensor<f64>>):
  }) : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{both regions see the same workspace, a !cin.place}}
  cin.where %w : f64 sizes() {
  } producer {
  }
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{both regions see the same workspace, a !cin.place}}
  "cin.where"() ({
  ^bb0(%w: !cin.place<tensor<f64>>):
  }, {
  ^bb0(%w: !cin.place<tensor<f32>>):
  }) : () -> ()
  return
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @f(%n: index) {
  // expected-error @+1 {{the workspace must be dense}}
  cin.where %w : !cin.place<tensor<?x?xf64, #CSR>> sizes(%n, %n) {
  } producer {
  }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{needs one size for each dynamic dimension}}
  cin.where %w : !cin.place<tensor<?x?xf64>> sizes(%n) {
  } producer {
  }
  return
}

// -----

func.func @f(%v: f64) {
  cin.where %w : !cin.place<tensor<f64>> sizes() {
    // expected-error @+1 {{assigns to the workspace in the consumer}}
    cin.assign %w[] = %v : !cin.place<tensor<f64>>
  } producer {
  }
  return
}

// -----

// Accesses and assignments.

func.func @f(%n: index) {
  cin.where %w : !cin.place<tensor<?xf64>> sizes(%n) {
    // expected-error @+1 {{has 0 indices, but 'tensor<?xf64>' has 1 dimensions}}
    %0 = cin.access %w[] : !cin.place<tensor<?xf64>>
  } producer {
  }
  return
}

// -----

func.func @f(%n: index, %v: f64) {
  cin.where %w : !cin.place<tensor<f64>> sizes() {
  } producer {
    cin.forall %i in %n {
      // expected-error @+1 {{has 1 indices, but 'tensor<f64>' has 0 dimensions}}
      cin.assign %w[%i] = %v : !cin.place<tensor<f64>>
    }
  }
  return
}

// -----

func.func @f() {
  cin.where %w : !cin.place<tensor<f64>> sizes() {
    // expected-error @+1 {{element type 'f32' is not that of 'tensor<f64>'}}
    %0 = "cin.access"(%w) {operandSegmentSizes = array<i32: 1, 0, 0>} : (!cin.place<tensor<f64>>) -> f32
  } producer {
  }
  return
}

// -----

func.func @f(%v: f32) {
  cin.where %w : !cin.place<tensor<f64>> sizes() {
  } producer {
    // expected-error @+1 {{element type 'f32' is not that of 'tensor<f64>'}}
    "cin.assign"(%w, %v) <{reduction = 0 : i32}> : (!cin.place<tensor<f64>>, f32) -> ()
  }
  return
}

// -----

func.func @f(%n: index) {
  cin.where %w : !cin.place<tensor<?xf64>> sizes(%n) {
    // expected-error @+1 {{indices must be index variables of a cin.forall}}
    %0 = cin.access %w[%n] : !cin.place<tensor<?xf64>>
  } producer {
  }
  return
}

// -----

// Well-formedness (Kjolstad et al., section 3.1).

func.func @f(%m: memref<4x4xf64>, %v: f64, %n: index) {
  cin.kernel ins() outs(%a = %m : memref<4x4xf64> as tensor<4x4xf64>) {
    cin.forall %i in %n {
      // expected-error @+1 {{has an index variable twice}}
      cin.assign %a[%i, %i] = %v : !cin.place<tensor<4x4xf64>>
    }
  }
  return
}

// -----

func.func @f(%m: memref<4xf64>, %v: f64) {
  %n = arith.constant 5 : index
  cin.kernel ins() outs(%a = %m : memref<4xf64> as tensor<4xf64>) {
    cin.forall %i in %n {
      // expected-error @+1 {{index variable of 5 coordinates accesses a dimension of 4}}
      cin.assign %a[%i] = %v : !cin.place<tensor<4xf64>>
    }
  }
  return
}

// -----

func.func @f(%m: memref<4x4xf64>, %n: index) {
  cin.kernel ins() outs(%a = %m : memref<4x4xf64> as tensor<4x4xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %n {
        %0 = cin.access %a[%j, %i] : !cin.place<tensor<4x4xf64>>
        %1 = arith.negf %0 : f64
        // expected-error @+1 {{reads other elements of the tensor that it modifies}}
        cin.assign %a[%i, %j] = %1 : !cin.place<tensor<4x4xf64>>
      }
    }
  }
  return
}

// -----

func.func @f(%m: memref<4xf64>, %v: f64, %n: index) {
  cin.kernel ins() outs(%a = %m : memref<4xf64> as tensor<4xf64>) {
    cin.forall %i in %n {
      // expected-note @+1 {{the forall}}
      cin.forall %j in %n {
        // expected-error @+1 {{sets an element in a forall that does not move it}}
        cin.assign %a[%i] = %v : !cin.place<tensor<4xf64>>
      }
    }
  }
  return
}

// -----

// A workspace lives in its where: the forall around it may not move it.
func.func @f(%m: memref<4xf64>, %v: f64, %n: index) {
  cin.kernel ins() outs(%a = %m : memref<4xf64> as tensor<4xf64>) {
    cin.forall %i in %n {
      cin.where %w : !cin.place<tensor<f64>> sizes() {
        %0 = cin.access %w[] : !cin.place<tensor<f64>>
        cin.assign %a[%i] = %0 : !cin.place<tensor<4xf64>>
      } producer {
        // expected-note @+1 {{the forall}}
        cin.forall %j in %n {
          // expected-error @+1 {{sets an element in a forall that does not move it}}
          cin.assign %w[] = %v : !cin.place<tensor<f64>>
        }
      }
    }
  }
  return
}

// -----

func.func @f(%m: memref<4xf64>, %l: memref<4xf64>, %v: f64, %n: index) {
  cin.kernel ins() outs(%a = %m : memref<4xf64> as tensor<4xf64>, %b = %l : memref<4xf64> as tensor<4xf64>) {
    cin.forall %i in %n {
      // expected-note @+1 {{the first one is modified here}}
      cin.assign %a[%i] = %v : !cin.place<tensor<4xf64>>
      // expected-error @+1 {{modifies a second tensor in one statement}}
      cin.assign %b[%i] = %v : !cin.place<tensor<4xf64>>
    }
  }
  return
}

// -----

func.func @f(%m: memref<f64>, %l: memref<f64>, %v: f64) {
  cin.kernel ins() outs(%a = %m : memref<f64> as tensor<f64>, %b = %l : memref<f64> as tensor<f64>) {
    cin.where %w : !cin.place<tensor<f64>> sizes() {
      %0 = cin.access %w[] : !cin.place<tensor<f64>>
      cin.assign %a[] = %0 : !cin.place<tensor<f64>>
    } producer {
      cin.assign %w[] = %v : !cin.place<tensor<f64>>
      // expected-error @+1 {{modifies something else than the workspace in its producer}}
      cin.assign %b[] = %v : !cin.place<tensor<f64>>
    }
  }
  return
}

// -----

func.func @f(%m: memref<f64>) {
  cin.kernel ins() outs(%a = %m : memref<f64> as tensor<f64>) {
    cin.where %w : !cin.place<tensor<f64>> sizes() {
      %0 = cin.access %w[] : !cin.place<tensor<f64>>
      cin.assign %a[] = %0 : !cin.place<tensor<f64>>
    } producer {
      // expected-error @+1 {{reads, in a producer, what the consumer modifies}}
      %0 = cin.access %a[] : !cin.place<tensor<f64>>
      cin.assign %w[] = %0 : !cin.place<tensor<f64>>
    }
  }
  return
}

// -----

// Which identity would it start from?
func.func @f(%m: memref<f64>, %v: f64) {
  cin.kernel ins() outs(%a = %m : memref<f64> as tensor<f64>) {
    cin.where %w : !cin.place<tensor<f64>> sizes() {
      %0 = cin.access %w[] : !cin.place<tensor<f64>>
      cin.assign %a[] = %0 : !cin.place<tensor<f64>>
    } producer {
      // expected-note @+1 {{the first one is here}}
      cin.assign %w[] += %v : !cin.place<tensor<f64>>
      // expected-error @+1 {{increments the workspace by another operator}}
      cin.assign %w[] max= %v : !cin.place<tensor<f64>>
    }
  }
  return
}

// -----

// Phases.

func.func @f(%m: memref<4xf64>) {
  // expected-error @+1 {{of one phase needs one sparse output}}
  cin.kernel symbolic ins() outs(%a = %m : memref<4xf64> as tensor<4xf64>) {
  }
  return
}

// -----

func.func @f(%m: memref<4xf64>) {
  // expected-error @+1 {{is either symbolic or numeric}}
  cin.kernel symbolic numeric ins() outs(%a = %m : memref<4xf64> as tensor<4xf64>) {
  }
  return
}

// -----

// Full workspaces.

func.func @f(%m: memref<f64>, %v: f64) {
  cin.kernel ins() outs(%a = %m : memref<f64> as tensor<f64>) {
    // expected-error @+1 {{only a dense workspace in memory can be full}}
    cin.where %w : !cin.place<tensor<f64>> sizes() full {
      %0 = cin.access %w[] : !cin.place<tensor<f64>>
      cin.assign %a[] = %0 : !cin.place<tensor<f64>>
    } producer {
      cin.assign %w[] += %v : !cin.place<tensor<f64>>
    }
  }
  return
}

// -----

// Filled workspaces.

func.func @f(%m: memref<f64>, %v: f64) {
  cin.kernel ins() outs(%a = %m : memref<f64> as tensor<f64>) {
    %c4 = arith.constant 4 : index
    // expected-error @+1 {{only a dense workspace can be filled, and a full one is absent where nothing was assigned}}
    cin.where %w : !cin.place<tensor<4xf64>> sizes() full filled {
      cin.forall %i in %c4 {
        %0 = cin.access %w[%i] : !cin.place<tensor<4xf64>>
        cin.assign %a[] += %0 : !cin.place<tensor<f64>>
      }
    } producer {
      cin.forall %i in %c4 {
        cin.assign %w[%i] = %v : !cin.place<tensor<4xf64>>
      }
    }
  }
  return
}

// -----

// A workspace is read only where its producer wrote, or was filled: the largest of
// what is stored is not the largest of all.

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%n: index, %V: tensor<?xf64, #V>, %m: tensor<f64>) -> tensor<f64> {
  %r = cin.kernel ins(%b = %V : tensor<?xf64, #V>) outs(%a = %m : tensor<f64>) {
    // expected-error @+1 {{reads elements of a workspace that its producer may not have written: it must be 'filled'}}
    cin.where %w : !cin.place<tensor<?xf64>> sizes(%n) {
      cin.forall %i in %n {
        %0 = cin.access %w[%i] : !cin.place<tensor<?xf64>>
        cin.assign %a[] max= %0 : !cin.place<tensor<f64>>
      }
    } producer {
      cin.forall %i in %n {
        %0 = cin.access %b[%i] : !cin.place<tensor<?xf64, #V>>
        cin.assign %w[%i] += %0 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<f64>
  return %r : tensor<f64>
}

// -----

// Zero times what may be infinite is no zero.

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%n: index, %V: tensor<?xf64, #V>, %X: tensor<?xf64>, %m: tensor<f64>) -> tensor<f64> {
  %r = cin.kernel ins(%b = %V : tensor<?xf64, #V>, %x = %X : tensor<?xf64>) outs(%a = %m : tensor<f64>) {
    // expected-error @+1 {{reads elements of a workspace that its producer may not have written}}
    cin.where %w : !cin.place<tensor<?xf64>> sizes(%n) {
      cin.forall %i in %n {
        %0 = cin.access %w[%i] : !cin.place<tensor<?xf64>>
        %1 = cin.access %x[%i] : !cin.place<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %a[] += %2 : !cin.place<tensor<f64>>
      }
    } producer {
      cin.forall %i in %n {
        %0 = cin.access %b[%i] : !cin.place<tensor<?xf64, #V>>
        cin.assign %w[%i] += %0 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<f64>
  return %r : tensor<f64>
}

// -----

// A row is visited by a loop of the consumer, which knows what it stores.

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%n: index, %V: tensor<?xf64, #V>, %m: tensor<f64>) -> tensor<f64> {
  %r = cin.kernel ins(%b = %V : tensor<?xf64, #V>) outs(%a = %m : tensor<f64>) {
    cin.forall %i in %n {
      // expected-note @+1 {{the cin.where}}
      cin.where %w : !cin.place<tensor<?xf64, #V>> sizes(%n) {
        // expected-error @+1 {{reads a row workspace at an index variable from outside of the cin.where: the row is visited by a loop of the consumer}}
        %0 = cin.access %w[%i] : !cin.place<tensor<?xf64, #V>>
        cin.assign %a[] += %0 : !cin.place<tensor<f64>>
      } producer {
        cin.forall %j in %n {
          %0 = cin.access %b[%j] : !cin.place<tensor<?xf64, #V>>
          cin.assign %w[%j] = %0 : !cin.place<tensor<?xf64, #V>>
        }
      }
    }
  } -> tensor<f64>
  return %r : tensor<f64>
}

// -----

// A dense workspace cannot tell what the result of a numeric kernel stores.

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%n: index, %V: tensor<?xf64, #V>, %R: tensor<?xf64, #V>) -> tensor<?xf64, #V> {
  %r = cin.kernel numeric ins(%b = %V : tensor<?xf64, #V>) outs(%a = %R : tensor<?xf64, #V>) {
    // expected-error @+1 {{has a dense workspace in a kernel of one phase: it cannot tell which elements the result stores}}
    cin.where %w : !cin.place<tensor<?xf64>> sizes(%n) filled {
      cin.forall %i in %n {
        %0 = cin.access %w[%i] : !cin.place<tensor<?xf64>>
        cin.assign %a[%i] = %0 : !cin.place<tensor<?xf64, #V>>
      }
    } producer {
      cin.forall %i in %n {
        %0 = cin.access %b[%i] : !cin.place<tensor<?xf64, #V>>
        cin.assign %w[%i] += %0 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64, #V>
  return %r : tensor<?xf64, #V>
}

// -----

// Complex numbers have no order, and so no identity of a maximum.

func.func @f(%m: tensor<complex<f64>>, %v: complex<f64>) -> tensor<complex<f64>> {
  %r = cin.kernel ins() outs(%a = %m : tensor<complex<f64>>) {
    // expected-error @+1 {{needs elements that have an order}}
    cin.assign %a[] max= %v : !cin.place<tensor<complex<f64>>>
  } -> tensor<complex<f64>>
  return %r : tensor<complex<f64>>
}

// -----

// Coordinates are compared as numbers without a sign.

func.func @f(%m: tensor<f64>, %v: f64) -> tensor<f64> {
  %r = cin.kernel ins() outs(%a = %m : tensor<f64>) {
    // expected-error @+1 {{needs elements that are integers}}
    cin.assign %a[] minu= %v : !cin.place<tensor<f64>>
  } -> tensor<f64>
  return %r : tensor<f64>
}
