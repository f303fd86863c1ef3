// Workspaces that are rows of blocks.
// RUN: encke-opt -verify-diagnostics -split-input-file %s

#BCSR = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense) }>

// The loop over the rows of a block is outside, that over blocks inside.
func.func @f(%A: tensor<?x?xf64, #BCSR>, %C: tensor<?x?xf64, #BCSR>, %n: index, %p: index) -> tensor<?x?xf64, #BCSR> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #BCSR>) outs(%c = %C : tensor<?x?xf64, #BCSR>) {
    cin.forall %ib in %p {
      cin.forall %i in %n within %ib(2) {
        // expected-error @+1 {{has a workspace in blocks that is no row of them}}
        cin.where %w : !cin.place<tensor<?x?xf64, #BCSR>> sizes(%n, %n) {
          cin.forall %jb in %p {
            cin.forall %j in %n within %jb(2) {
              %0 = cin.access %w[%i, %j] stored : !cin.place<tensor<?x?xf64, #BCSR>>
              cin.assign %c[%i, %j] = %0 : !cin.place<tensor<?x?xf64, #BCSR>>
            }
          }
        } producer {
          cin.forall %jb in %p {
            cin.forall %j in %n within %jb(2) {
              %0 = cin.access %a[%i, %j] stored : !cin.place<tensor<?x?xf64, #BCSR>>
              cin.assign %w[%i, %j] += %0 : !cin.place<tensor<?x?xf64, #BCSR>>
            }
          }
        }
      }
    }
  } -> tensor<?x?xf64, #BCSR>
  return %r : tensor<?x?xf64, #BCSR>
}

// -----

#BCSR = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense) }>

// Other blocks.
func.func @f(%A: tensor<?x?xf64, #BCSR>, %C: tensor<?x?xf64, #BCSR>, %n: index, %p: index) -> tensor<?x?xf64, #BCSR> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #BCSR>) outs(%c = %C : tensor<?x?xf64, #BCSR>) {
    cin.forall %ib in %p {
      // expected-error @+1 {{has a workspace in blocks that is no row of them}}
      cin.where %w : !cin.place<tensor<?x?xf64, #BCSR>> sizes(%n, %n) {
        cin.forall %jb in %p {
          cin.forall %i in %n within %ib(2) {
            cin.forall %j in %n within %jb(2) {
              %0 = cin.access %w[%i, %j] stored : !cin.place<tensor<?x?xf64, #BCSR>>
              cin.assign %c[%i, %j] = %0 : !cin.place<tensor<?x?xf64, #BCSR>>
            }
          }
        }
      } producer {
        cin.forall %jb in %p {
          cin.forall %i in %n within %ib(2) {
            cin.forall %j in %n within %jb(3) {
              %0 = arith.constant 1.0 : f64
              cin.assign %w[%i, %j] += %0 : !cin.place<tensor<?x?xf64, #BCSR>>
            }
          }
        }
      }
    }
  } -> tensor<?x?xf64, #BCSR>
  return %r : tensor<?x?xf64, #BCSR>
}

// -----

#BCSR = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense) }>

func.func @f(%A: tensor<?x?xf64, #BCSR>, %C: tensor<?x?xf64, #BCSR>, %n: index, %p: index) -> tensor<?x?xf64, #BCSR> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #BCSR>) outs(%c = %C : tensor<?x?xf64, #BCSR>) {
    cin.forall %ib in %p {
      cin.where %w : !cin.place<tensor<?x?xf64, #BCSR>> sizes(%n, %n) {
        cin.forall %jb in %p {
          cin.forall %i in %n within %ib(2) {
            cin.forall %j in %n within %jb(2) {
              // expected-error @+1 {{of a row of blocks must be 'stored'}}
              %0 = cin.access %w[%i, %j] : !cin.place<tensor<?x?xf64, #BCSR>>
              cin.assign %c[%i, %j] = %0 : !cin.place<tensor<?x?xf64, #BCSR>>
            }
          }
        }
      } producer {
        cin.forall %jb in %p {
          cin.forall %i in %n within %ib(2) {
            cin.forall %j in %n within %jb(2) {
              %0 = cin.access %a[%i, %j] stored : !cin.place<tensor<?x?xf64, #BCSR>>
              cin.assign %w[%i, %j] += %0 : !cin.place<tensor<?x?xf64, #BCSR>>
            }
          }
        }
      }
    }
  } -> tensor<?x?xf64, #BCSR>
  return %r : tensor<?x?xf64, #BCSR>
}

// -----

#BCSR = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense) }>

func.func @f(%A: tensor<?x?xf64, #BCSR>, %C: tensor<?x?xf64, #BCSR>, %n: index, %p: index) -> tensor<?x?xf64, #BCSR> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #BCSR>) outs(%c = %C : tensor<?x?xf64, #BCSR>) {
    cin.forall %ib in %p {
      // expected-error @+1 {{only a compressed workspace has a list with marks}}
      cin.where %w : !cin.place<tensor<?x?xf64, #BCSR>> sizes(%n, %n) marks(select) {
        cin.forall %jb in %p {
          cin.forall %i in %n within %ib(2) {
            cin.forall %j in %n within %jb(2) {
              %0 = cin.access %w[%i, %j] stored : !cin.place<tensor<?x?xf64, #BCSR>>
              cin.assign %c[%i, %j] = %0 : !cin.place<tensor<?x?xf64, #BCSR>>
            }
          }
        }
      } producer {
        cin.forall %jb in %p {
          cin.forall %i in %n within %ib(2) {
            cin.forall %j in %n within %jb(2) {
              %0 = cin.access %a[%i, %j] stored : !cin.place<tensor<?x?xf64, #BCSR>>
              cin.assign %w[%i, %j] += %0 : !cin.place<tensor<?x?xf64, #BCSR>>
            }
          }
        }
      }
    }
  } -> tensor<?x?xf64, #BCSR>
  return %r : tensor<?x?xf64, #BCSR>
}
