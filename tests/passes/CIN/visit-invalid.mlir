// What the mark `visit(..)` cannot say of a loop, as far as the notation alone tells.
// RUN: encke-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{nothing is said about the loop}}
#mark = #cin.visit<lookup = []>

// -----

// expected-error @+1 {{a stream is looked up in one way, and has a number from 0 on}}
#mark = #cin.visit<lookup = [1 by marks, 1 by search]>

// -----

// expected-error @+1 {{a directory has a positive number of places}}
#mark = #cin.visit<lookup = [1 by directory(0)]>

// -----

// expected-error @+1 {{coordinates are looked up by 'marks', 'search' or 'directory'}}
#mark = #cin.visit<lookup = [1 by chance]>

// -----

// expected-error @+1 {{'gallop' needs a power of two}}
#mark = #cin.visit<gallop(12)>

// -----

// expected-error @+1 {{a merge has one second form}}
#mark = #cin.visit<gallop(16), runs(16)>

// -----

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%v: !llvm.ptr, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%x = %v : !llvm.ptr as tensor<?xf64, #V>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    // expected-error @+1 {{cannot look stream 1 up: there are 1 along the loop}}
    cin.forall %j in %n visit(lookup = [1 by search]) {
      %0 = cin.access %x[%j] : !cin.place<tensor<?xf64, #V>>
      cin.assign %c[%j] += %0 : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// -----

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%v: !llvm.ptr, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%x = %v : !llvm.ptr as tensor<?xf64, #V>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    // expected-error @+1 {{looks everything up that it would visit}}
    cin.forall %j in %n visit(lookup = [0 by search]) {
      %0 = cin.access %x[%j] : !cin.place<tensor<?xf64, #V>>
      cin.assign %c[%j] += %0 : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// -----

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%v: !llvm.ptr, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%x = %v : !llvm.ptr as tensor<?xf64, #V>, %w = %v : !llvm.ptr as tensor<?xf64, #V>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    // expected-error @+1 {{cannot look stream 0 up: only a row workspace has marks}}
    cin.forall %j in %n visit(lookup = [0 by marks]) {
      %0 = cin.access %x[%j] : !cin.place<tensor<?xf64, #V>>
      %1 = cin.access %w[%j] : !cin.place<tensor<?xf64, #V>>
      %2 = arith.mulf %0, %1 : f64
      cin.assign %c[%j] += %2 : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// -----

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%v: !llvm.ptr, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%x = %v : !llvm.ptr as tensor<?xf64, #V>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.where %w : !cin.place<tensor<?xf64, #V>> sizes(%n) {
      // expected-error @+1 {{cannot look stream 1 up: a row workspace has marks for that}}
      cin.forall %j in %n visit(lookup = [1 by search]) {
        %0 = cin.access %x[%j] : !cin.place<tensor<?xf64, #V>>
        %1 = cin.access %w[%j] : !cin.place<tensor<?xf64, #V>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%j] += %2 : !cin.place<tensor<?xf64>>
      }
    } producer {
      cin.forall %j in %n {
        %0 = cin.access %x[%j] : !cin.place<tensor<?xf64, #V>>
        cin.assign %w[%j] += %0 : !cin.place<tensor<?xf64, #V>>
      }
    }
  }
  return
}

// -----

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @f(%A: !llvm.ptr, %v: !llvm.ptr, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>, %x = %v : !llvm.ptr as tensor<?xf64, #V>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      // expected-error @+1 {{a directory is of the outermost level of a tensor, a compressed one}}
      cin.forall %j in %n visit(lookup = [0 by directory(8)]) {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %1 = cin.access %x[%j] : !cin.place<tensor<?xf64, #V>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
      }
    }
  }
  return
}

// -----

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%v: !llvm.ptr, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%x = %v : !llvm.ptr as tensor<?xf64, #V>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    // expected-error @+1 {{how often it is looked up is not known in front of the loops}}
    cin.forall %j in %n visit(lookup = [0 by directory(8)]) {
      %0 = cin.access %x[%j] : !cin.place<tensor<?xf64, #V>>
      cin.assign %c[%j] = %0 : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// -----

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%v: !llvm.ptr, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%x = %v : !llvm.ptr as tensor<?xf64, #V>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    // expected-error @+1 {{merges nothing, and has no other form for that}}
    cin.forall %j in %n visit(gallop(16)) {
      %0 = cin.access %x[%j] : !cin.place<tensor<?xf64, #V>>
      cin.assign %c[%j] += %0 : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// -----

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%v: !llvm.ptr, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%x = %v : !llvm.ptr as tensor<?xf64, #V>, %w = %v : !llvm.ptr as tensor<?xf64, #V>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    // expected-error @+1 {{has no cases that tell which streams go on}}
    cin.forall %j in %n visit(merge = branch) {
      %0 = cin.access %x[%j] : !cin.place<tensor<?xf64, #V>>
      %1 = cin.access %w[%j] : !cin.place<tensor<?xf64, #V>>
      %2 = arith.mulf %0, %1 : f64
      cin.assign %c[%j] += %2 : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// -----

// expected-error @+1 {{a form has 'most' and 'short' besides}}
func.func @f() attributes {test.mark = #cin.visit<scatter(16, least = 4)>} {
  return
}

// -----

// expected-error @+1 {{rows of a form are short by a positive number}}
func.func @f() attributes {test.mark = #cin.visit<scatter(16, short = -4)>} {
  return
}
