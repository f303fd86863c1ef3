// Clauses about nests of loops that cannot be had, at their places.
// RUN: encke-opt --cin-schedule="parallel" --split-input-file --verify-diagnostics %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @missing(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x5xf64>, %n: index, %m: index, %C: tensor<?x5xf64>) -> tensor<?x5xf64> {
  %c5 = arith.constant 5 : index
  // expected-error@below {{'order(i, j)' does not say where 'k' stands}}
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x5xf64>) outs(%c = %C : tensor<?x5xf64>) attributes {encke.schedule = #cin.schedule<order(i, j)>} {
    cin.forall %i in %n {
      cin.forall %k in %c5 {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x5xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<?x5xf64>>
        }
      }
    }
  } -> tensor<?x5xf64>
  return %r : tensor<?x5xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @twice(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x5xf64>, %n: index, %m: index, %C: tensor<?x5xf64>) -> tensor<?x5xf64> {
  %c5 = arith.constant 5 : index
  // expected-error@below {{'order(i, j, j)' names 'j' twice}}
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x5xf64>) outs(%c = %C : tensor<?x5xf64>) attributes {encke.schedule = #cin.schedule<order(i, j, j)>} {
    cin.forall %i in %n {
      cin.forall %k in %c5 {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x5xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<?x5xf64>>
        }
      }
    }
  } -> tensor<?x5xf64>
  return %r : tensor<?x5xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @unknown(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x5xf64>, %n: index, %m: index, %C: tensor<?x5xf64>) -> tensor<?x5xf64> {
  %c5 = arith.constant 5 : index
  // expected-error@below {{no loop goes along 'l'}}
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x5xf64>) outs(%c = %C : tensor<?x5xf64>) attributes {encke.schedule = #cin.schedule<order(i, j, l)>} {
    cin.forall %i in %n {
      cin.forall %k in %c5 {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x5xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<?x5xf64>>
        }
      }
    }
  } -> tensor<?x5xf64>
  return %r : tensor<?x5xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @stored(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x5xf64>, %n: index, %m: index, %C: tensor<?x5xf64>) -> tensor<?x5xf64> {
  %c5 = arith.constant 5 : index
  // expected-error@below {{'order(j, i, k)' needs an operand by columns}}
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x5xf64>) outs(%c = %C : tensor<?x5xf64>) attributes {encke.schedule = #cin.schedule<order(j, i, k)>} {
    cin.forall %i in %n {
      cin.forall %k in %c5 {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x5xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<?x5xf64>>
        }
      }
    }
  } -> tensor<?x5xf64>
  return %r : tensor<?x5xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @inner(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x5xf64>, %n: index, %m: index, %C: tensor<?x5xf64>) -> tensor<?x5xf64> {
  %c5 = arith.constant 5 : index
  // expected-error@below {{'vectorize(j)': vectors are made of the innermost loop, which is 'k': an 'order' can make it 'j'}}
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x5xf64>) outs(%c = %C : tensor<?x5xf64>) attributes {encke.schedule = #cin.schedule<vectorize(j)>} {
    cin.forall %i in %n {
      cin.forall %k in %c5 {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x5xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<?x5xf64>>
        }
      }
    }
  } -> tensor<?x5xf64>
  return %r : tensor<?x5xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @short(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x5xf64>, %n: index, %m: index, %C: tensor<?x5xf64>) -> tensor<?x5xf64> {
  %c5 = arith.constant 5 : index
  // expected-error@below {{'vectorize(k, 8)': k has 5 coordinates}}
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x5xf64>) outs(%c = %C : tensor<?x5xf64>) attributes {encke.schedule = #cin.schedule<vectorize(k, 8)>} {
    cin.forall %i in %n {
      cin.forall %k in %c5 {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x5xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<?x5xf64>>
        }
      }
    }
  } -> tensor<?x5xf64>
  return %r : tensor<?x5xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @wide(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x5xf64>, %n: index, %m: index, %C: tensor<?x5xf64>) -> tensor<?x5xf64> {
  %c5 = arith.constant 5 : index
  // expected-error@below {{'vectorize(k, 65)': a vector has 64 elements at most}}
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x5xf64>) outs(%c = %C : tensor<?x5xf64>) attributes {encke.schedule = #cin.schedule<vectorize(k, 65)>} {
    cin.forall %i in %n {
      cin.forall %k in %c5 {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x5xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<?x5xf64>>
        }
      }
    }
  } -> tensor<?x5xf64>
  return %r : tensor<?x5xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @no_vectors(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x5xf64>, %n: index, %m: index, %C: tensor<?x5xf64>) -> tensor<?x5xf64> {
  %c5 = arith.constant 5 : index
  // expected-error@below {{'registers(k, 2)': 'k' has no vectors: add 'vectorize(k)'}}
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x5xf64>) outs(%c = %C : tensor<?x5xf64>) attributes {encke.schedule = #cin.schedule<vectorize(k, 1), registers(k, 2)>} {
    cin.forall %i in %n {
      cin.forall %k in %c5 {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x5xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<?x5xf64>>
        }
      }
    }
  } -> tensor<?x5xf64>
  return %r : tensor<?x5xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @not_gathered(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x5xf64>, %n: index, %m: index, %C: tensor<?x5xf64>) -> tensor<?x5xf64> {
  %c5 = arith.constant 5 : index
  // expected-error@below {{'vectorize(j, 4)': 'an operand[j, k]' is not contiguous along j}}
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x5xf64>) outs(%c = %C : tensor<?x5xf64>) attributes {encke.schedule = #cin.schedule<order(k, i, j), vectorize(j, 4), registers(j, 2)>} {
    cin.forall %i in %n {
      cin.forall %k in %c5 {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x5xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<?x5xf64>>
        }
      }
    }
  } -> tensor<?x5xf64>
  return %r : tensor<?x5xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @in_workspace(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x5xf64>, %n: index, %m: index, %C: tensor<?x5xf64>) -> tensor<?x5xf64> {
  %c5 = arith.constant 5 : index
  // expected-error@below {{'parallel(k)': the loop is inside of a workspace, which one thread fills}}
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x5xf64>) outs(%c = %C : tensor<?x5xf64>) attributes {encke.schedule = #cin.schedule<workspace(k), parallel(k)>} {
    cin.forall %i in %n {
      cin.forall %k in %c5 {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x5xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<?x5xf64>>
        }
      }
    }
  } -> tensor<?x5xf64>
  return %r : tensor<?x5xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @not_of_result(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x5xf64>, %n: index, %m: index, %C: tensor<?x5xf64>) -> tensor<?x5xf64> {
  %c5 = arith.constant 5 : index
  // expected-error@below {{'workspace(j)': a workspace holds what goes into the result, which 'j' is no label of}}
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x5xf64>) outs(%c = %C : tensor<?x5xf64>) attributes {encke.schedule = #cin.schedule<workspace(j)>} {
    cin.forall %i in %n {
      cin.forall %k in %c5 {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x5xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<?x5xf64>>
        }
      }
    }
  } -> tensor<?x5xf64>
  return %r : tensor<?x5xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @other_inside(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x5xf64>, %n: index, %m: index, %C: tensor<?x5xf64>) -> tensor<?x5xf64> {
  %c5 = arith.constant 5 : index
  // expected-error@below {{'workspace(i)': the loop along 'k' is inside, and moves the element of the result, too}}
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x5xf64>) outs(%c = %C : tensor<?x5xf64>) attributes {encke.schedule = #cin.schedule<workspace(i)>} {
    cin.forall %i in %n {
      cin.forall %k in %c5 {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x5xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<?x5xf64>>
        }
      }
    }
  } -> tensor<?x5xf64>
  return %r : tensor<?x5xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @where_tiles(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x5xf64>, %n: index, %m: index, %C: tensor<?x5xf64>) -> tensor<?x5xf64> {
  %c5 = arith.constant 5 : index
  // expected-error@below {{'tile(k, 2)' needs an 'order' that says where 'k/2' and 'k%2' stand}}
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x5xf64>) outs(%c = %C : tensor<?x5xf64>) attributes {encke.schedule = #cin.schedule<tile(k, 2)>} {
    cin.forall %i in %n {
      cin.forall %k in %c5 {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x5xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<?x5xf64>>
        }
      }
    }
  } -> tensor<?x5xf64>
  return %r : tensor<?x5xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @tile_order(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x5xf64>, %n: index, %m: index, %C: tensor<?x5xf64>) -> tensor<?x5xf64> {
  %c5 = arith.constant 5 : index
  // expected-error@below {{'order(k%2, i, j, k/2)': the loop 'k%2' is inside of the one over its tiles}}
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x5xf64>) outs(%c = %C : tensor<?x5xf64>) attributes {encke.schedule = #cin.schedule<tile(k, 2), order("k%2", i, j, "k/2")>} {
    cin.forall %i in %n {
      cin.forall %k in %c5 {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x5xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<?x5xf64>>
        }
      }
    }
  } -> tensor<?x5xf64>
  return %r : tensor<?x5xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @tile_sparse(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x5xf64>, %n: index, %m: index, %C: tensor<?x5xf64>) -> tensor<?x5xf64> {
  %c5 = arith.constant 5 : index
  // expected-error@below {{'tile(j, 2)': a tensor does not store all coordinates of j}}
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x5xf64>) outs(%c = %C : tensor<?x5xf64>) attributes {encke.schedule = #cin.schedule<tile(j, 2), order(i, "j/2", "j%2", k)>} {
    cin.forall %i in %n {
      cin.forall %k in %c5 {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x5xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<?x5xf64>>
        }
      }
    }
  } -> tensor<?x5xf64>
  return %r : tensor<?x5xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @no_operand(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x5xf64>, %n: index, %m: index, %C: tensor<?x5xf64>) -> tensor<?x5xf64> {
  %c5 = arith.constant 5 : index
  // expected-error@below {{'convert(A, CSC)': no operand is known as 'A'}}
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x5xf64>) outs(%c = %C : tensor<?x5xf64>) attributes {encke.schedule = #cin.schedule<convert(A, CSC)>} {
    cin.forall %i in %n {
      cin.forall %k in %c5 {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x5xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<?x5xf64>>
        }
      }
    }
  } -> tensor<?x5xf64>
  return %r : tensor<?x5xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @append(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %n: index, %m: index, %p: index) -> tensor<?x?xf64, #CSR> {
  %C = tensor.empty(%n, %p) : tensor<?x?xf64, #CSR>
  // expected-error@below {{'order(j, k, i)': the result is sparse, and its elements cannot be appended in the order k, i}}
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x?xf64, #CSR>) outs(%c = %C : tensor<?x?xf64, #CSR>) attributes {encke.schedule = #cin.schedule<order(j, k, i)>} {
    cin.forall %i in %n {
      cin.forall %k in %p {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x?xf64, #CSR>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<?x?xf64, #CSR>>
        }
      }
    }
  } -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @shared(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %n: index, %m: index, %p: index) -> tensor<?x?xf64, #CSR> {
  %C = tensor.empty(%n, %p) : tensor<?x?xf64, #CSR>
  // expected-error@below {{'parallel(j)': a sparse result is shared by iterations of its outermost loop, 'i'}}
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x?xf64, #CSR>) outs(%c = %C : tensor<?x?xf64, #CSR>) attributes {encke.schedule = #cin.schedule<parallel(j)>} {
    cin.forall %i in %n {
      cin.forall %k in %p {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x?xf64, #CSR>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<?x?xf64, #CSR>>
        }
      }
    }
  } -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @long_row(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %n: index, %m: index, %p: index) -> tensor<?x?xf64, #CSR> {
  %C = tensor.empty(%n, %p) : tensor<?x?xf64, #CSR>
  // expected-error@below {{'workspace(i, k, dense)': of several labels, that for a sparse result is a hash table or a sorted list: write 'hash' or 'sorted'}}
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x?xf64, #CSR>) outs(%c = %C : tensor<?x?xf64, #CSR>) attributes {encke.schedule = #cin.schedule<workspace(i, k, dense)>} {
    cin.forall %i in %n {
      cin.forall %k in %p {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x?xf64, #CSR>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<?x?xf64, #CSR>>
        }
      }
    }
  } -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}

// -----

func.func @jumps(%A: tensor<?x?xf64>, %n: index, %m: index, %C: tensor<?x?xf64>) -> tensor<?x?xf64> {
  // expected-error@below {{'vectorize(j, 4)': 'an operand[j, i]' is not contiguous along j}}
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64>) outs(%c = %C : tensor<?x?xf64>) attributes {encke.schedule = #cin.schedule<order(i, j), vectorize(j, 4)>} {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%j, %i] : !cin.place<tensor<?x?xf64>>
        cin.assign %c[%i, %j] = %0 : !cin.place<tensor<?x?xf64>>
      }
    }
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// -----

func.func @truth(%A: tensor<?x?xi1>, %n: index, %m: index, %C: tensor<?x?xi1>) -> tensor<?x?xi1> {
  // expected-error@below {{'vectorize(j, 4)': truth values and complex numbers have no vectors}}
  %r = cin.kernel ins(%a = %A : tensor<?x?xi1>) outs(%c = %C : tensor<?x?xi1>) attributes {encke.schedule = #cin.schedule<order(i, j), vectorize(j, 4)>} {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%j, %i] : !cin.place<tensor<?x?xi1>>
        cin.assign %c[%i, %j] = %0 : !cin.place<tensor<?x?xi1>>
      }
    }
  } -> tensor<?x?xi1>
  return %r : tensor<?x?xi1>
}

// -----

func.func @no_sums(%A: tensor<?x?xf64>, %n: index, %m: index, %C: tensor<?x?xf64>) -> tensor<?x?xf64> {
  // expected-error@below {{'workspace(j)': nothing is summed inside of it}}
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64>) outs(%c = %C : tensor<?x?xf64>) attributes {encke.schedule = #cin.schedule<workspace(j)>} {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%j, %i] : !cin.place<tensor<?x?xf64>>
        cin.assign %c[%i, %j] = %0 : !cin.place<tensor<?x?xf64>>
      }
    }
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// -----

func.func @no_sum(%A: tensor<?x?xf64>, %n: index, %m: index, %C: tensor<?x?xf64>) -> tensor<?x?xf64> {
  // expected-error@below {{'registers(j, 2)': no loop around 'j' adds to the same elements again}}
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64>) outs(%c = %C : tensor<?x?xf64>) attributes {encke.schedule = #cin.schedule<vectorize(j, 4), registers(j, 2)>} {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64>>
        cin.assign %c[%i, %j] = %0 : !cin.place<tensor<?x?xf64>>
      }
    }
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
