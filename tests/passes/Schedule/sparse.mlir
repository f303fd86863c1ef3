// Several sparse tensors: the order that visits the least coordinates; what does not
// fit it is converted (L28). Sparse results, and their workspaces.
// RUN: encke-opt --cin-schedule %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed), posWidth = 32, crdWidth = 32 }>
#CSF = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed), posWidth = 32, crdWidth = 32 }>
#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 32, crdWidth = 32 }>
#V8 = #sparse_tensor.encoding<{ map = (d0, d1, d2, d3, d4, d5, d6, d7) -> (d0 : compressed, d1 : compressed, d2 : compressed, d3 : compressed, d4 : compressed, d5 : compressed, d6 : compressed, d7 : compressed) }>

// CSR times CSR into CSR: by rows, through a row workspace.
// CHECK-LABEL: func.func @spgemm(
// CHECK: cin.forall %i in
// CHECK-NEXT: cin.where %[[W:.*]] : !cin.place<tensor<?xf64, #{{.*}}>> sizes(
// CHECK-NEXT: cin.forall %k in
// CHECK-NEXT: %[[S:.*]] = cin.access %[[W]][%k]
// CHECK-NEXT: cin.assign %{{.*}}[%i, %k] = %[[S]]
// CHECK: } producer {
// CHECK-NEXT: cin.forall %j in
// CHECK-NEXT: cin.forall %k in
// CHECK: cin.assign %[[W]][%k] +=
func.func @spgemm(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %n: index, %m: index, %l: index) -> tensor<?x?xf64, #CSR> {
  %empty = tensor.empty(%n, %l) : tensor<?x?xf64, #CSR>
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x?xf64, #CSR>) outs(%c = %empty : tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n {
      cin.forall %k in %l {
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

// What is subtracted is added up first, and negated on its way into the result, which
// starts empty.
// CHECK-LABEL: func.func @difference(
// CHECK: cin.forall %i in
// CHECK-NEXT: cin.where %[[W:.*]] : !cin.place<tensor<?xf64, #{{.*}}>> sizes(
// CHECK-NEXT: cin.forall %k in
// CHECK-NEXT: %[[S:.*]] = cin.access %[[W]][%k]
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[NEG:.*]] = arith.subf %[[ZERO]], %[[S]]
// CHECK-NEXT: cin.assign %{{.*}}[%i, %k] = %[[NEG]]
// CHECK: } producer {
// CHECK-NEXT: cin.forall %j in
// CHECK-NEXT: cin.forall %k in
// CHECK: cin.assign %[[W]][%k] +=
func.func @difference(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %n: index, %m: index, %l: index) -> tensor<?x?xf64, #CSR> {
  %empty = tensor.empty(%n, %l) : tensor<?x?xf64, #CSR>
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x?xf64, #CSR>) outs(%c = %empty : tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n {
      cin.forall %k in %l {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x?xf64, #CSR>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] -= %2 : !cin.place<tensor<?x?xf64, #CSR>>
        }
      }
    }
  } -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}

// The row takes the reduction; the result is set.
// CHECK-LABEL: func.func @minimum(
// CHECK: cin.forall %i in
// CHECK-NEXT: cin.where %[[W:.*]] : !cin.place<tensor<?xf64, #{{.*}}>> sizes(
// CHECK-NEXT: cin.forall %k in
// CHECK-NEXT: %[[S:.*]] = cin.access %[[W]][%k]
// CHECK-NEXT: cin.assign %{{.*}}[%i, %k] = %[[S]]
// CHECK: } producer {
// CHECK-NEXT: cin.forall %j in
// CHECK-NEXT: cin.forall %k in
// CHECK: cin.assign %[[W]][%k] min=
func.func @minimum(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %n: index, %m: index, %l: index) -> tensor<?x?xf64, #CSR> {
  %empty = tensor.empty(%n, %l) : tensor<?x?xf64, #CSR>
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x?xf64, #CSR>) outs(%c = %empty : tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n {
      cin.forall %k in %l {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x?xf64, #CSR>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] min= %2 : !cin.place<tensor<?x?xf64, #CSR>>
        }
      }
    }
  } -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}

// CSR times CSC: rows of A and columns of B meet along j. Converting B and going by rows
// visits less.
// CHECK-LABEL: func.func @inner(
// CHECK: %[[B:.*]] = sparse_tensor.convert %arg1 : tensor<?x?xf64, #{{.*}}> to tensor<?x?xf64, #[[CSR:.*]]>
// CHECK: cin.kernel ins(%{{.*}} = %arg0 : {{.*}}, %[[P:[^ ]*]] = %[[B]] : tensor<?x?xf64, #[[CSR]]>)
// CHECK: cin.forall %i in
// CHECK: cin.forall %j in
// CHECK: cin.forall %k in
// CHECK: cin.access %[[P]][%j, %k] : !cin.place<tensor<?x?xf64, #[[CSR]]>>
func.func @inner(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSC>, %n: index, %m: index, %l: index) -> tensor<?x?xf64, #CSR> {
  %empty = tensor.empty(%n, %l) : tensor<?x?xf64, #CSR>
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x?xf64, #CSC>) outs(%c = %empty : tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n {
      cin.forall %k in %l {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x?xf64, #CSC>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<?x?xf64, #CSR>>
        }
      }
    }
  } -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}

// All by columns: the same, transposed.
// CHECK-LABEL: func.func @columns(
// CHECK-NOT: sparse_tensor.convert
// CHECK: cin.forall %k in
// CHECK: cin.where %[[W:.*]] :
// CHECK: cin.forall %i in
// CHECK: cin.assign %{{.*}}[%i, %k] =
// CHECK: } producer {
// CHECK: cin.forall %j in
// CHECK: cin.forall %i in
// CHECK: cin.assign %[[W]][%i] +=
func.func @columns(%A: tensor<?x?xf64, #CSC>, %B: tensor<?x?xf64, #CSC>, %n: index, %m: index, %l: index) -> tensor<?x?xf64, #CSC> {
  %empty = tensor.empty(%n, %l) : tensor<?x?xf64, #CSC>
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSC>, %b = %B : tensor<?x?xf64, #CSC>) outs(%c = %empty : tensor<?x?xf64, #CSC>) {
    cin.forall %i in %n {
      cin.forall %k in %l {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSC>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x?xf64, #CSC>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<?x?xf64, #CSC>>
        }
      }
    }
  } -> tensor<?x?xf64, #CSC>
  return %r : tensor<?x?xf64, #CSC>
}

// By rows into a result by columns: it is made by rows and converted.
// CHECK-LABEL: func.func @result(
// CHECK: tensor.dim
// CHECK: %[[EMPTY:.*]] = tensor.empty(%{{.*}}, %{{.*}}) : tensor<?x?xf64, #[[CSR:.*]]>
// CHECK: %[[R:.*]] = cin.kernel ins({{.*}}) outs(%{{.*}} = %[[EMPTY]] : tensor<?x?xf64, #[[CSR]]>) {
// CHECK: cin.forall %i in
// CHECK: cin.forall %j in
// CHECK: cin.assign %{{.*}}[%i, %j] = %{{.*}} : !cin.place<tensor<?x?xf64, #[[CSR]]>>
// CHECK: %[[C:.*]] = sparse_tensor.convert %[[R]] : tensor<?x?xf64, #[[CSR]]> to tensor<?x?xf64, #{{.*}}>
// CHECK: return %[[C]]
func.func @result(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %n: index, %m: index) -> tensor<?x?xf64, #CSC> {
  %empty = tensor.empty(%n, %m) : tensor<?x?xf64, #CSC>
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x?xf64, #CSR>) outs(%c = %empty : tensor<?x?xf64, #CSC>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %1 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %2 = arith.addf %0, %1 : f64
        cin.assign %c[%i, %j] = %2 : !cin.place<tensor<?x?xf64, #CSC>>
      }
    }
  } -> tensor<?x?xf64, #CSC>
  return %r : tensor<?x?xf64, #CSC>
}

// A product stores more than its operands, which are converted instead.
// CHECK-LABEL: func.func @product(
// CHECK: %[[A:.*]] = sparse_tensor.convert
// CHECK: %[[B:.*]] = sparse_tensor.convert
// CHECK: %[[C:.*]] = cin.kernel ins(%A = %[[A]] : {{.*}}, %B = %[[B]]
// CHECK: cin.forall %k in
// CHECK: return %[[C]]
func.func @product(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %n: index, %m: index, %l: index) -> tensor<?x?xf64, #CSC> {
  %empty = tensor.empty(%n, %l) : tensor<?x?xf64, #CSC>
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x?xf64, #CSR>) outs(%c = %empty : tensor<?x?xf64, #CSC>) {
    cin.forall %i in %n {
      cin.forall %k in %l {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x?xf64, #CSR>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<?x?xf64, #CSC>>
        }
      }
    }
  } -> tensor<?x?xf64, #CSC>
  return %r : tensor<?x?xf64, #CSC>
}

// A dense result may be reached in any order: no workspace.
// CHECK-LABEL: func.func @into_dense(
// CHECK-NOT: cin.where
// CHECK: cin.forall %i in
// CHECK: cin.forall %j in
// CHECK: cin.forall %k in
// CHECK: cin.assign %{{.*}}[%i, %k] +=
// CHECK-NOT: cin.where
// CHECK: return
func.func @into_dense(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %C: tensor<?x?xf64>, %n: index, %m: index, %l: index) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x?xf64, #CSR>) outs(%c = %C : tensor<?x?xf64>) {
    cin.forall %i in %n {
      cin.forall %k in %l {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x?xf64, #CSR>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<?x?xf64>>
        }
      }
    }
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// A loop that reduces inside all others: a register.
// CHECK-LABEL: func.func @row_sums(
// CHECK: cin.forall %i in
// CHECK-NEXT: cin.where %[[W:.*]] : !cin.place<tensor<f64>> sizes() {
// CHECK: cin.assign %{{.*}}[%i] =
// CHECK: } producer {
// CHECK-NEXT: cin.forall %j in
// CHECK: cin.assign %[[W]][] +=
func.func @row_sums(%A: tensor<?x?xf64, #CSR>, %n: index, %m: index) -> tensor<?xf64, #V> {
  %empty = tensor.empty(%n) : tensor<?xf64, #V>
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>) outs(%c = %empty : tensor<?xf64, #V>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64, #V>>
      }
    }
  } -> tensor<?xf64, #V>
  return %r : tensor<?xf64, #V>
}

// Any of the values.
// CHECK-LABEL: func.func @any(
// CHECK: cin.assign %{{.*}}[] any=
func.func @any(%A: tensor<?x?xf64, #CSR>, %n: index, %m: index) -> tensor<?xf64, #V> {
  %empty = tensor.empty(%n) : tensor<?xf64, #V>
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>) outs(%c = %empty : tensor<?xf64, #V>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        cin.assign %c[%i] any= %0 : !cin.place<tensor<?xf64, #V>>
      }
    }
  } -> tensor<?xf64, #V>
  return %r : tensor<?xf64, #V>
}

// A workspace of order 2 is not made: the sum over i of a tensor of order 3 goes by j, with
// a row along k, and the tensor is converted for that.
// CHECK-LABEL: func.func @outermost(
// CHECK: %[[T:.*]] = sparse_tensor.convert
// CHECK: cin.kernel
// CHECK: cin.forall %j in
// CHECK-NEXT: cin.where %[[W:.*]] :
// CHECK: cin.assign %{{.*}}[%j, %k] =
// CHECK: } producer {
// CHECK-NEXT: cin.forall %i in
// CHECK-NEXT: cin.forall %k in
// CHECK: cin.assign %[[W]][%k] +=
func.func @outermost(%T: tensor<?x?x?xf64, #CSF>, %n: index, %m: index, %l: index) -> tensor<?x?xf64, #CSR> {
  %empty = tensor.empty(%m, %l) : tensor<?x?xf64, #CSR>
  %r = cin.kernel ins(%a = %T : tensor<?x?x?xf64, #CSF>) outs(%c = %empty : tensor<?x?xf64, #CSR>) {
    cin.forall %j in %m {
      cin.forall %k in %l {
        cin.forall %i in %n {
          %0 = cin.access %a[%i, %j, %k] : !cin.place<tensor<?x?x?xf64, #CSF>>
          cin.assign %c[%j, %k] += %0 : !cin.place<tensor<?x?xf64, #CSR>>
        }
      }
    }
  } -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}

// More loops than are tried in every order: those of the tensors, one after the other.
// CHECK-LABEL: func.func @many(
// CHECK: cin.forall %p in
// CHECK-NEXT: cin.forall %q in
// CHECK-NEXT: cin.forall %r in
// CHECK-NEXT: cin.forall %s in
// CHECK-NEXT: cin.forall %u in
// CHECK-NEXT: cin.forall %v in
// CHECK-NEXT: cin.forall %w in
// CHECK-NEXT: cin.forall %x in
func.func @many(%T: tensor<?x?x?x?x?x?x?x?xf64, #V8>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%t = %T : tensor<?x?x?x?x?x?x?x?xf64, #V8>) outs(%o = %y : tensor<?xf64>) {
    cin.forall %x in %n {
      cin.forall %w in %n {
        cin.forall %v in %n {
          cin.forall %u in %n {
            cin.forall %s in %n {
              cin.forall %r in %n {
                cin.forall %q in %n {
                  cin.forall %p in %n {
                    %0 = cin.access %t[%p, %q, %r, %s, %u, %v, %w, %x] : !cin.place<tensor<?x?x?x?x?x?x?x?xf64, #V8>>
                    cin.assign %o[%x] += %0 : !cin.place<tensor<?xf64>>
                  }
                }
              }
            }
          }
        }
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// A vector under a complemented mask: the mask may be far longer than what is collected,
// which is compared with it afterwards.
// CHECK-LABEL: func.func @complement(
// CHECK: cin.where %[[W:.*]] : !cin.place<tensor<?xf64, #{{.*}}>> sizes(
// CHECK-NEXT: cin.forall %j in
// CHECK-NEXT: %[[S:.*]] = cin.access %[[W]][%j]
// CHECK-NEXT: %[[M:.*]] = cin.access %{{.*}}[%j]
// CHECK-NEXT: %[[LEFT:.*]] = sparse_tensor.binary %[[S]], %[[M]]
// CHECK: left = identity
// CHECK: cin.assign %{{.*}}[%j] = %[[LEFT]]
// CHECK: } producer {
// CHECK-NEXT: cin.forall %i in
// CHECK-NEXT: cin.forall %j in
// CHECK-NOT: sparse_tensor.binary
// CHECK: cin.assign %[[W]][%j] +=
func.func @complement(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64, #V>, %M: tensor<?xf64, #V>, %n: index, %m: index) -> tensor<?xf64, #V> {
  %empty = tensor.empty(%m) : tensor<?xf64, #V>
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %v = %x : tensor<?xf64, #V>, %mask = %M : tensor<?xf64, #V>) outs(%c = %empty : tensor<?xf64, #V>) {
    cin.forall %j in %m {
      cin.forall %i in %n {
        %0 = cin.access %v[%i] : !cin.place<tensor<?xf64, #V>>
        %1 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %2 = arith.mulf %0, %1 : f64
        %3 = cin.access %mask[%j] : !cin.place<tensor<?xf64, #V>>
        %4 = sparse_tensor.binary %2, %3 : f64, f64 to f64
          overlap = {}
          left = identity
          right = {}
        cin.assign %c[%j] += %4 : !cin.place<tensor<?xf64, #V>>
      }
    }
  } -> tensor<?xf64, #V>
  return %r : tensor<?xf64, #V>
}
