// What the generator cannot follow, it says.
// RUN: encke-opt --convert-cin-to-scf %s -split-input-file -verify-diagnostics

func.func @f(%y: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error @+1 {{must be bufferised first}}
  %r = cin.kernel ins() outs(%c = %y : tensor<4xf64>) {
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @f(%A: memref<?x?xf64>) {
  // expected-error @+1 {{not supported yet: a sparse result}}
  cin.kernel ins() outs(%c = %A : memref<?x?xf64> as tensor<?x?xf64, #CSR>) {
  }
  return
}

// -----

#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>
func.func @f(%A: !llvm.ptr) {
  // expected-error @+1 {{not supported yet: the storage of 'tensor<?x?xf64, #sparse_tensor.encoding}}
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #COO>) outs() {
  }
  return
}

// -----

#Blocks = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense) }>
func.func @f(%A: !llvm.ptr) {
  // expected-error @+1 {{not supported yet: the storage of 'tensor<?x?xf64, #sparse_tensor.encoding}}
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #Blocks>) outs() {
  }
  return
}

// -----

// Columns outside, rows inside, over rows.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @f(%A: !llvm.ptr, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %j in %n {
      cin.forall %i in %n {
        // expected-error @+1 {{not supported yet: a loop order that does not follow the storage order of the tensor}}
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
      }
    }
  }
  return
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @f(%A: !llvm.ptr, %B: !llvm.ptr, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>, %b = %B : !llvm.ptr as tensor<?x?xf64, #CSR>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %n {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        // expected-error @+1 {{not supported yet: several sparse tensors along one index variable}}
        %1 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
      }
    }
  }
  return
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @f(%A: !llvm.ptr, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      // expected-error @+1 {{not supported yet: the diagonal of a sparse tensor}}
      %0 = cin.access %a[%i, %i] : !cin.place<tensor<?x?xf64, #CSR>>
      cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
    }
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
