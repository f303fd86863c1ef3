// With strict marks, those that no loop can have are errors at the forall.
// RUN: encke-opt --convert-cin-to-scf="strict-marks" %s -split-input-file -verify-diagnostics
// RUN: grep -v expected-error %s | encke-opt --convert-cin-to-scf -split-input-file

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @merge(%x: !llvm.ptr, %y: !llvm.ptr, %s: memref<f64>, %n: index) {
  cin.kernel ins(%a = %x : !llvm.ptr as tensor<?xf64, #V>, %b = %y : !llvm.ptr as tensor<?xf64, #V>) outs(%c = %s : memref<f64> as tensor<f64>) {
    cin.where %w : !cin.place<tensor<f64>> sizes() {
      %0 = cin.access %w[] : !cin.place<tensor<f64>>
      cin.assign %c[] += %0 : !cin.place<tensor<f64>>
    } producer {
      // expected-error @+1 {{'vector' cannot be carried out: the loop merges what several sparse tensors store}}
      cin.forall %i in %n vector(4) {
        %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
        %1 = cin.access %b[%i] : !cin.place<tensor<?xf64, #V>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %w[] += %2 : !cin.place<tensor<f64>>
      }
    }
  }
  return
}

// -----

// Nothing is added to twice.

func.func @once(%B: memref<1x32xf64>, %y: memref<32xf64>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  cin.kernel ins(%b = %B : memref<1x32xf64> as tensor<1x32xf64>) outs(%c = %y : memref<32xf64> as tensor<32xf64>) {
    cin.forall %j in %c1 {
      // expected-error @+1 {{'registers' cannot be carried out: no loop around adds to the same elements again}}
      cin.forall %k in %c32 vector(4) registers(8) {
        %0 = cin.access %b[%j, %k] : !cin.place<tensor<1x32xf64>>
        cin.assign %c[%k] += %0 : !cin.place<tensor<32xf64>>
      }
    }
  }
  return
}

// -----

// Only the outermost loop can append in parallel.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @append(%A: !llvm.ptr, %C: !llvm.ptr, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>) outs(%c = %C : !llvm.ptr as tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n {
      // expected-error @+1 {{'parallel' cannot be carried out: a sparse result is appended to by iterations of the outermost loop of its kernel}}
      cin.forall %j in %n parallel {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        cin.assign %c[%i, %j] = %0 : !cin.place<tensor<?x?xf64, #CSR>>
      }
    }
  }
  return
}
