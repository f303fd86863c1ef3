// Accesses that ask for padding.
// RUN: encke-opt -verify-diagnostics -split-input-file %s

#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>

func.func @f(%A: tensor<?x?xf64, #CSR>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %n {
        // expected-error @+1 {{asks for padding, but has none: 'tensor<?x?xf64, #sparse_tensor.encoding}}
        %0 = cin.access %a[%i, %j] stored : !cin.place<tensor<?x?xf64, #CSR>>
        cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

#BCSR = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense) }>

func.func @f(%A: tensor<?x?xf64, #BCSR>, %y: tensor<?xf64>, %n: index, %p: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #BCSR>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %ib in %p {
      cin.forall %jb in %p {
        cin.forall %i in %n within %ib(2) {
          cin.forall %j in %n within %jb(2) {
            // expected-error @+1 {{and another access of the same element must both be 'stored'}}
            %0 = cin.access %a[%i, %j] stored : !cin.place<tensor<?x?xf64, #BCSR>>
            %1 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #BCSR>>
            %2 = arith.mulf %0, %1 : f64
            cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
          }
        }
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}
