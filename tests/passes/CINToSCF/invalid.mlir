// What the generator cannot follow, it says.
// RUN: encke-opt --convert-cin-to-scf %s -split-input-file -verify-diagnostics

func.func @f(%y: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error @+1 {{must be bufferised first}}
  %r = cin.kernel ins() outs(%c = %y : tensor<4xf64>) {
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// -----

// Sparse tensors are handles, as operands and as results.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @f(%A: memref<?x?xf64>) {
  // expected-error @+1 {{must have its sparse tensors as handles}}
  cin.kernel ins() outs(%c = %A : memref<?x?xf64> as tensor<?x?xf64, #CSR>) {
  }
  return
}

// -----

#Unordered = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed(nonordered)) }>
func.func @f(%A: !llvm.ptr) {
  // expected-error @+1 {{not supported yet: the storage of 'tensor<?x?xf64, #sparse_tensor.encoding}}
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #Unordered>) outs() {
  }
  return
}

// -----

// Columns and rows are the other way round.
#DIA = #ta.format<"C1-0 D0", 32>
#column = affine_map<(d0, d1)[s0] -> (d0 + d1 - s0 + 1)>
func.func @f(%A: !llvm.ptr, %y: memref<?xf64>, %diagonals: index, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #DIA>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %d in %diagonals {
      cin.forall %i in %n {
        cin.forall %j in %n at #column(%d, %i)[%n] {
          // expected-error @+1 {{stands in loops over other blocks or diagonals than those in which the tensor is stored}}
          %0 = cin.access %a[%j, %i] : !cin.place<tensor<?x?xf64, #DIA>>
          cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
        }
      }
    }
  }
  return
}

// -----

#DIA = #ta.format<"C1-0 D0", 32>
#column = affine_map<(d0, d1)[s0] -> (d0 + d1 - s0 + 1)>
#V = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
func.func @f(%A: !llvm.ptr, %X: !llvm.ptr, %y: memref<?xf64>, %diagonals: index, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #DIA>, %b = %X : !llvm.ptr as tensor<?xf64, #V>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %d in %diagonals {
      cin.forall %i in %n {
        cin.forall %j in %n at #column(%d, %i)[%n] {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DIA>>
          // expected-error @+1 {{stands in loops over other blocks or diagonals than those in which the tensor is stored}}
          %1 = cin.access %b[%i] : !cin.place<tensor<?xf64, #V>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
        }
      }
    }
  }
  return
}

// -----

// The number of rows is another.
#DIA = #ta.format<"C1-0 D0", 32>
#column = affine_map<(d0, d1)[s0] -> (d0 + d1 - s0 + 1)>
func.func @f(%A: !llvm.ptr, %s: memref<?xf64>, %diagonals: index, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #DIA>) outs(%c = %s : memref<?xf64> as tensor<?xf64>) {
    cin.forall %d in %diagonals {
      cin.forall %i in %n {
        cin.forall %j in %m at #column(%d, %i)[%m] {
          // expected-error @+1 {{stands in loops over other blocks or diagonals than those in which the tensor is stored}}
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DIA>>
          cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
        }
      }
    }
  }
  return
}

// -----

#Blocks = #sparse_tensor.encoding<{ map = (i) -> (i floordiv 2 : compressed, i mod 2 : dense) }>
func.func @f(%A: !llvm.ptr, %y: memref<f64>, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?xf64, #Blocks>) outs(%c = %y : memref<f64> as tensor<f64>) {
    cin.forall %ib in %n {
      cin.forall %i in %n within %ib(3) {
        // expected-error @+1 {{stands in loops over other blocks or diagonals than those in which the tensor is stored}}
        %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #Blocks>>
        cin.assign %c[] += %0 : !cin.place<tensor<f64>>
      }
    }
  }
  return
}

// -----

#V = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
func.func @f(%A: !llvm.ptr, %x: memref<?xf64>, %n: index) {
  cin.kernel ins(%a = %x : memref<?xf64> as tensor<?xf64>) outs(%c = %A : !llvm.ptr as tensor<?xf64, #V>) {
    cin.forall %ib in %n {
      cin.forall %i in %n within %ib(3) {
        %0 = cin.access %a[%i] : !cin.place<tensor<?xf64>>
        // expected-error @+1 {{stands in loops over other blocks or diagonals than those in which the tensor is stored}}
        cin.assign %c[%i] = %0 : !cin.place<tensor<?xf64, #V>>
      }
    }
  }
  return
}

// -----

#Diagonals = #ta.format<"C1-0 D0", 32>
func.func @f(%A: !llvm.ptr) {
  // expected-error @+1 {{not supported yet: the storage of 'tensor<?x?xf64, #ta.format}}
  cin.kernel ins() outs(%a = %A : !llvm.ptr as tensor<?x?xf64, #Diagonals>) {
  }
  return
}

// -----

func.func @f(%y: memref<?xf64>, %b: i1, %v: f64, %n: index) {
  cin.kernel ins() outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      // expected-error @+1 {{not supported yet: inside a kernel}}
      scf.if %b {
        cin.assign %c[%i] += %v : !cin.place<tensor<?xf64>>
      }
    }
  }
  return
}

// -----

// An index variable from outside the kernel.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @f(%A: !llvm.ptr, %y: memref<?xf64>, %n: index) {
  cin.forall %j in %n {
    cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
      cin.forall %i in %n {
        // expected-error @+1 {{stands outside the loops of its indices}}
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
      }
    }
  }
  return
}

// -----

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%A: !llvm.ptr, %B: !llvm.ptr) {
  // expected-error @+1 {{not supported yet: several sparse results}}
  cin.kernel ins() outs(%a = %A : !llvm.ptr as tensor<?xf64, #V>, %b = %B : !llvm.ptr as tensor<?xf64, #V>) {
  }
  return
}

// -----

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%A: !llvm.ptr, %y: memref<?xf64>) {
  // expected-error @+1 {{not supported yet: a sparse result beside others}}
  cin.kernel ins() outs(%a = %A : !llvm.ptr as tensor<?xf64, #V>, %b = %y : memref<?xf64> as tensor<?xf64>) {
  }
  return
}

// -----

// Elements of a sparse result come in the order of its levels.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @f(%x: memref<?x?xf64>, %R: !llvm.ptr, %n: index) {
  cin.kernel ins(%a = %x : memref<?x?xf64> as tensor<?x?xf64>) outs(%r = %R : !llvm.ptr as tensor<?x?xf64, #CSR>) {
    cin.forall %j in %n {
      cin.forall %i in %n {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64>>
        // expected-error @+1 {{not supported yet: a loop order that does not follow the storage order of the sparse result}}
        cin.assign %r[%i, %j] = %0 : !cin.place<tensor<?x?xf64, #CSR>>
      }
    }
  }
  return
}

// -----

// Each element comes once.

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%x: memref<?x?xf64>, %R: !llvm.ptr, %n: index) {
  cin.kernel ins(%a = %x : memref<?x?xf64> as tensor<?x?xf64>) outs(%r = %R : !llvm.ptr as tensor<?xf64, #V>) {
    cin.forall %i in %n {
      // expected-note @+1 {{the loop}}
      cin.forall %j in %n {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64>>
        // expected-error @+1 {{appends to a sparse result in a loop that does not move its element: it needs a workspace}}
        cin.assign %r[%i] += %0 : !cin.place<tensor<?xf64, #V>>
      }
    }
  }
  return
}

// -----

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%x: memref<?xf64>, %R: !llvm.ptr, %n: index) {
  cin.kernel ins(%a = %x : memref<?xf64> as tensor<?xf64>) outs(%r = %R : !llvm.ptr as tensor<?xf64, #V>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64>>
      // expected-error @+1 {{accumulates into a sparse result: it needs a workspace}}
      cin.assign %r[%i] += %0 : !cin.place<tensor<?xf64, #V>>
    }
  }
  return
}

// -----

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%v: f64, %R: !llvm.ptr, %n: index) {
  cin.forall %i in %n {
    cin.kernel ins() outs(%r = %R : !llvm.ptr as tensor<?xf64, #V>) {
      // expected-error @+1 {{appends to a sparse result outside of the loops of its indices}}
      cin.assign %r[%i] = %v : !cin.place<tensor<?xf64, #V>>
    }
  }
  return
}

// -----

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%R: !llvm.ptr, %n: index) {
  cin.kernel ins() outs(%r = %R : !llvm.ptr as tensor<?xf64, #V>) {
    cin.forall %i in %n {
      // expected-error @+1 {{not supported yet: reading a sparse result}}
      %0 = cin.access %r[%i] : !cin.place<tensor<?xf64, #V>>
      %1 = arith.addf %0, %0 : f64
      cin.assign %r[%i] = %1 : !cin.place<tensor<?xf64, #V>>
    }
  }
  return
}

// -----

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%x: memref<?xf64>, %R: !llvm.ptr, %n: index) {
  cin.kernel ins(%a = %x : memref<?xf64> as tensor<?xf64>) outs(%r = %R : !llvm.ptr as tensor<?xf64, #V>) {
    cin.where %w : !cin.place<tensor<?xf64, #V>> sizes(%n) {
      cin.forall %i in %n {
        %s = cin.access %w[%i] : !cin.place<tensor<?xf64, #V>>
        cin.assign %r[%i] = %s : !cin.place<tensor<?xf64, #V>>
      }
    } producer {
      cin.forall %i in %n {
        // expected-error @+1 {{not supported yet: reading a row workspace while it is filled}}
        %0 = cin.access %w[%i] : !cin.place<tensor<?xf64, #V>>
        cin.assign %w[%i] += %0 : !cin.place<tensor<?xf64, #V>>
      }
    }
  }
  return
}

// -----

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%x: memref<?xf64>, %R: !llvm.ptr, %n: index) {
  cin.kernel ins(%a = %x : memref<?xf64> as tensor<?xf64>) outs(%r = %R : !llvm.ptr as tensor<?xf64, #V>) {
    %m = arith.addi %n, %n : index
    // expected-error @+1 {{not supported yet: a workspace whose size is computed in the kernel}}
    cin.where %w : !cin.place<tensor<?xf64, #V>> sizes(%m) {
      cin.forall %i in %n {
        %s = cin.access %w[%i] : !cin.place<tensor<?xf64, #V>>
        cin.assign %r[%i] = %s : !cin.place<tensor<?xf64, #V>>
      }
    } producer {
      cin.forall %i in %n {
        %0 = cin.access %a[%i] : !cin.place<tensor<?xf64>>
        cin.assign %w[%i] += %0 : !cin.place<tensor<?xf64, #V>>
      }
    }
  }
  return
}

// -----

// An operation with regions needs to know which of them applies.

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%A: !llvm.ptr, %y: memref<?xf64>, %v: f64, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?xf64, #V>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %keep = arith.cmpf ogt, %0, %v : f64
      %1 = cin.filter %0 if %keep : f64
      // expected-error @+1 {{not supported yet: on a value whose presence is known only when the program runs}}
      %2 = sparse_tensor.unary %1 : f64 to f64
        present={
        ^bb0(%x: f64):
          sparse_tensor.yield %x : f64
        }
        absent={}
      cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// -----

// Whatever else has an effect is not lost.

func.func @f(%y: memref<?xf64>, %v: f64, %n: index) {
  cin.kernel ins() outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      // expected-error @+1 {{not supported yet: inside a kernel}}
      memref.store %v, %y[%i] : memref<?xf64>
    }
  }
  return
}

// -----

// Nor is what is computed by loops of its own.

func.func @f(%y: memref<?xf64>, %b: i1, %v: f64, %n: index) {
  cin.kernel ins() outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      // expected-error @+1 {{not supported yet: inside a kernel}}
      %0 = scf.if %b -> f64 {
        scf.yield %v : f64
      } else {
        %1 = arith.addf %v, %v : f64
        scf.yield %1 : f64
      }
      cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// -----

// In the region of an operation, too.

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%A: !llvm.ptr, %y: memref<?xf64>, %b: i1, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?xf64, #V>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %1 = sparse_tensor.unary %0 : f64 to f64
        present={
        ^bb0(%x: f64):
          // expected-error @+1 {{not supported yet: inside a kernel}}
          %2 = scf.if %b -> f64 {
            scf.yield %x : f64
          } else {
            %3 = arith.addf %x, %x : f64
            scf.yield %3 : f64
          }
          sparse_tensor.yield %2 : f64
        }
        absent={}
      cin.assign %c[%i] += %1 : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// -----

// The places of another kernel.

func.func @f(%y: memref<f64>, %v: f64) {
  cin.kernel ins() outs(%c = %y : memref<f64> as tensor<f64>) {
    cin.kernel ins() outs(%d = %y : memref<f64> as tensor<f64>) {
      // expected-error @+1 {{writes a place of another kernel}}
      cin.assign %c[] = %v : !cin.place<tensor<f64>>
    }
  }
  return
}

// -----

// In loops that tasks would share.

#CSR = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32}>
func.func private @f(%A: !llvm.ptr, %y: memref<?xf64>, %z: memref<?xf64>, %n: index, %m: index) {
  cin.kernel ins() outs(%o = %z : memref<?xf64> as tensor<?xf64>) {
    cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
      cin.forall %i in %n parallel {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          // expected-error @+1 {{writes a place of another kernel}}
          cin.assign %o[%i] += %0 : !cin.place<tensor<?xf64>>
        }
      }
    }
  }
  return
}

// -----

#CSR = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32}>
func.func private @f(%A: !llvm.ptr, %y: memref<?xf64>, %z: memref<?xf64>, %n: index, %m: index) {
  cin.kernel ins() outs(%o = %z : memref<?xf64> as tensor<?xf64>) {
    cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
      cin.forall %i in %n parallel {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          // expected-error @+1 {{writes a place of another kernel}}
          cin.assign %o[%j] += %0 : !cin.place<tensor<?xf64>>
        }
      }
    }
  }
  return
}

// -----

func.func @f(%x: memref<f64>, %y: memref<f64>) {
  cin.kernel ins(%a = %x : memref<f64> as tensor<f64>) outs(%c = %y : memref<f64> as tensor<f64>) {
    cin.kernel ins() outs(%d = %y : memref<f64> as tensor<f64>) {
      // expected-error @+1 {{reads a place of another kernel}}
      %0 = cin.access %a[] : !cin.place<tensor<f64>>
      cin.assign %d[] = %0 : !cin.place<tensor<f64>>
    }
  }
  return
}

// -----

// Where a result is set to what it starts from is decided before.
func.func @f(%y: memref<4xf64>) {
  // expected-error @+1 {{must have its start written by cin-start-results}}
  cin.kernel ins() outs(%c = %y : memref<4xf64> as tensor<4xf64>) from identity {
  }
  return
}

// -----

// A row without a list cannot be visited.
#ROW = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 32, crdWidth = 32 }>
func.func @f(%A: !llvm.ptr, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?xf64, #ROW>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    // expected-error @+1 {{has no list of its elements (marks(stamp)), which a loop of its consumer would visit}}
    cin.where %w : !cin.place<tensor<?xf64, #ROW>> sizes(%n) marks(stamp) {
      cin.forall %k in %n {
        %0 = cin.access %w[%k] : !cin.place<tensor<?xf64, #ROW>>
        cin.assign %c[%k] += %0 : !cin.place<tensor<?xf64>>
      }
    } producer {
      cin.forall %k in %n {
        %0 = cin.access %a[%k] : !cin.place<tensor<?xf64, #ROW>>
        cin.assign %w[%k] += %0 : !cin.place<tensor<?xf64, #ROW>>
      }
    }
  }
  return
}
