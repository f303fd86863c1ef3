// Rows that cannot be read at the coordinates that a result stores, and workspaces that
// cannot have keys.
// RUN: encke-opt --verify-diagnostics --split-input-file %s

#ROW = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 32, crdWidth = 32 }>
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed), posWidth = 32, crdWidth = 32 }>
func.func @f(%A: tensor<?x?xf64, #CSR>, %C: tensor<?x?xf64, #CSR>, %n: index, %m: index) {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>) outs(%c = %C : tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n {
      // expected-error @+1 {{cannot be gathered: only in a numeric kernel it is known what the result stores}}
      cin.where %w : !cin.place<tensor<?xf64, #ROW>> sizes(%m) marks(gather) {
        cin.forall %k in %m {
          %0 = cin.access %w[%k] : !cin.place<tensor<?xf64, #ROW>>
          cin.assign %c[%i, %k] = %0 : !cin.place<tensor<?x?xf64, #CSR>>
        }
      } producer {
        cin.forall %k in %m {
          %0 = cin.access %a[%i, %k] : !cin.place<tensor<?x?xf64, #CSR>>
          cin.assign %w[%k] += %0 : !cin.place<tensor<?xf64, #ROW>>
        }
      }
    }
  } -> tensor<?x?xf64, #CSR>
  return
}

// -----

#ROW = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 32, crdWidth = 32 }>
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed), posWidth = 32, crdWidth = 32 }>
func.func @f(%A: tensor<?x?xf64, #CSR>, %C: tensor<?x?xf64, #CSR>, %n: index, %m: index) {
  %r = cin.kernel numeric ins(%a = %A : tensor<?x?xf64, #CSR>) outs(%c = %C : tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n {
      // expected-error @+1 {{cannot be gathered: its consumer does more than to copy what it has into the result}}
      cin.where %w : !cin.place<tensor<?xf64, #ROW>> sizes(%m) marks(gather) {
        cin.forall %k in %m {
          %0 = cin.access %w[%k] : !cin.place<tensor<?xf64, #ROW>>
          %1 = cin.access %a[%i, %k] : !cin.place<tensor<?x?xf64, #CSR>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] = %2 : !cin.place<tensor<?x?xf64, #CSR>>
        }
      } producer {
        cin.forall %k in %m {
          %0 = cin.access %a[%i, %k] : !cin.place<tensor<?x?xf64, #CSR>>
          cin.assign %w[%k] += %0 : !cin.place<tensor<?xf64, #ROW>>
        }
      }
    }
  } -> tensor<?x?xf64, #CSR>
  return
}

// -----

#ROW = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 32, crdWidth = 32 }>
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed), posWidth = 32, crdWidth = 32 }>
func.func @f(%A: tensor<?x?xf64, #CSR>, %C: tensor<?x?xf64, #DCSR>, %n: index, %m: index) {
  %r = cin.kernel numeric ins(%a = %A : tensor<?x?xf64, #CSR>) outs(%c = %C : tensor<?x?xf64, #DCSR>) {
    cin.forall %i in %n {
      // expected-error @+1 {{cannot be gathered: the result does not store the row as one of all rows}}
      cin.where %w : !cin.place<tensor<?xf64, #ROW>> sizes(%m) marks(gather) {
        cin.forall %k in %m {
          %0 = cin.access %w[%k] : !cin.place<tensor<?xf64, #ROW>>
          cin.assign %c[%i, %k] = %0 : !cin.place<tensor<?x?xf64, #DCSR>>
        }
      } producer {
        cin.forall %k in %m {
          %0 = cin.access %a[%i, %k] : !cin.place<tensor<?x?xf64, #CSR>>
          cin.assign %w[%k] += %0 : !cin.place<tensor<?xf64, #ROW>>
        }
      }
    }
  } -> tensor<?x?xf64, #DCSR>
  return
}

// -----

#ROW = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 32, crdWidth = 32 }>
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed), posWidth = 32, crdWidth = 32 }>
func.func @f(%A: tensor<?x?xf64, #CSR>, %C: tensor<?x?xf64, #CSR>, %n: index, %m: index) {
  %r = cin.kernel numeric ins(%a = %A : tensor<?x?xf64, #CSR>) outs(%c = %C : tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n {
      // expected-error @+1 {{cannot be gathered: its producer does not combine what it assigns}}
      cin.where %w : !cin.place<tensor<?xf64, #ROW>> sizes(%m) marks(gather) {
        cin.forall %k in %m {
          %0 = cin.access %w[%k] : !cin.place<tensor<?xf64, #ROW>>
          cin.assign %c[%i, %k] = %0 : !cin.place<tensor<?x?xf64, #CSR>>
        }
      } producer {
        cin.forall %k in %m {
          %0 = cin.access %a[%i, %k] : !cin.place<tensor<?x?xf64, #CSR>>
          cin.assign %w[%k] = %0 : !cin.place<tensor<?xf64, #ROW>>
        }
      }
    }
  } -> tensor<?x?xf64, #CSR>
  return
}

// -----

#COLUMN = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : compressed, d0 : compressed), posWidth = 32, crdWidth = 32 }>
func.func @f(%C: tensor<?xf64>, %n: index) {
  %r = cin.kernel ins() outs(%c = %C : tensor<?xf64>) {
    // expected-error @+1 {{a workspace that has keys has compressed levels}}
    cin.where %w : !cin.place<tensor<?x?xf64, #COLUMN>> sizes(%n, %n) marks(hash) {
    } producer {
    }
  } -> tensor<?xf64>
  return
}
