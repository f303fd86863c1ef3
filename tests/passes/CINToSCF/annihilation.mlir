// A loop over the stored elements of A is right when everything in it adds
// nothing where A stores nothing.
// RUN: encke-opt --convert-cin-to-scf %s -split-input-file -verify-diagnostics

// Through products, quotients, negation, sums of such, functions with f(0) = 0,
// maximum and minimum with zero, and workspaces.

#Vector = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%x: !llvm.ptr, %z: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %zero = arith.constant 0.0 : f64
  cin.kernel ins(%a = %x : !llvm.ptr as tensor<?xf64, #Vector>, %b = %z : memref<?xf64> as tensor<?xf64>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #Vector>>
      %1 = cin.access %b[%i] : !cin.place<tensor<?xf64>>
      %mul = arith.mulf %1, %0 : f64
      %div = arith.divf %mul, %1 : f64
      %neg = arith.negf %div : f64
      %abs = math.absf %neg : f64
      %sqrt = math.sqrt %abs : f64
      %sin = math.sin %sqrt : f64
      %tanh = math.tanh %sin : f64
      %add = arith.addf %tanh, %0 : f64
      %sub = arith.subf %add, %0 : f64
      %max = arith.maximumf %sub, %zero : f64
      %min = arith.minimumf %max, %0 : f64
      cin.where %w : !cin.place<tensor<f64>> sizes() {
        %s = cin.access %w[] : !cin.place<tensor<f64>>
        cin.assign %c[%i] += %s : !cin.place<tensor<?xf64>>
      } producer {
        cin.assign %w[] += %min : !cin.place<tensor<f64>>
      }
    }
  }
  return
}

// -----

#Vector = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%x: !llvm.ptr, %z: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%a = %x : !llvm.ptr as tensor<?xf64, #Vector>, %b = %z : memref<?xf64> as tensor<?xf64>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #Vector>>
      %1 = cin.access %b[%i] : !cin.place<tensor<?xf64>>
      %2 = arith.addf %0, %1 : f64
      // expected-error @+1 {{not supported yet: a value that is not zero where the sparse tensor of its loop stores nothing}}
      cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// -----

// cos(0) = 1.

#Vector = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%x: !llvm.ptr, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%a = %x : !llvm.ptr as tensor<?xf64, #Vector>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #Vector>>
      %1 = math.cos %0 : f64
      // expected-error @+1 {{not supported yet: a value that is not zero}}
      cin.assign %c[%i] += %1 : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// -----

// A dividend of zero is zero, a divisor is not.

#Vector = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%x: !llvm.ptr, %z: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%a = %x : !llvm.ptr as tensor<?xf64, #Vector>, %b = %z : memref<?xf64> as tensor<?xf64>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #Vector>>
      %1 = cin.access %b[%i] : !cin.place<tensor<?xf64>>
      %2 = arith.divf %1, %0 : f64
      // expected-error @+1 {{not supported yet: a value that is not zero}}
      cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// -----

// max(x, 1) is 1 where x is not stored.

#Vector = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%x: !llvm.ptr, %y: memref<?xf64>, %n: index) {
  %one = arith.constant 1.0 : f64
  cin.kernel ins(%a = %x : !llvm.ptr as tensor<?xf64, #Vector>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #Vector>>
      %1 = arith.maximumf %0, %one : f64
      // expected-error @+1 {{not supported yet: a value that is not zero}}
      cin.assign %c[%i] += %1 : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// -----

// `=` must reach every element, also where x stores nothing.

#Vector = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%x: !llvm.ptr, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%a = %x : !llvm.ptr as tensor<?xf64, #Vector>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #Vector>>
      // expected-error @+1 {{not supported yet: a value that is not zero}}
      cin.assign %c[%i] = %0 : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// -----

// One statement of two does not multiply with x.

#Vector = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%x: !llvm.ptr, %v: f64, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%a = %x : !llvm.ptr as tensor<?xf64, #Vector>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #Vector>>
      cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
      // expected-error @+1 {{not supported yet: a value that is not zero}}
      cin.assign %c[%i] += %v : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// -----

// A workspace that something else goes into, too.

#Vector = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%x: !llvm.ptr, %v: f64, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%a = %x : !llvm.ptr as tensor<?xf64, #Vector>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      cin.where %w : !cin.place<tensor<f64>> sizes() {
        %s = cin.access %w[] : !cin.place<tensor<f64>>
        // expected-error @+1 {{not supported yet: a value that is not zero}}
        cin.assign %c[%i] += %s : !cin.place<tensor<?xf64>>
      } producer {
        %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #Vector>>
        cin.assign %w[] += %0 : !cin.place<tensor<f64>>
        cin.assign %w[] += %v : !cin.place<tensor<f64>>
      }
    }
  }
  return
}
