// Every operation of the dialect is read back as it was printed, from its own
// syntax and from the generic one.
// RUN: encke-opt %s | encke-opt | FileCheck %s
// RUN: encke-opt -mlir-print-op-generic %s | encke-opt | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#CSR_i32 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>
#DCSR_i32 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed), posWidth = 32, crdWidth = 32 }>
#CSF_i32 = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed), posWidth = 32, crdWidth = 32 }>

// CHECK: @types(!cin.place<tensor<f64>>, !cin.place<tensor<?x4xf32>>, !cin.place<tensor<?x?xf64, #{{.*}}>>)
func.func private @types(!cin.place<tensor<f64>>, !cin.place<tensor<?x4xf32>>,
                         !cin.place<tensor<?x?xf64, #CSR>>)

// CHECK-LABEL: func.func @tensors
// CHECK-SAME: %[[A:.*]]: tensor<?x?xf64, #{{.*}}>, %[[X:.*]]: tensor<?xf64>, %[[Y:.*]]: tensor<?xf64>, %[[N:.*]]: index, %[[M:.*]]: index
func.func @tensors(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>,
                   %y: tensor<?xf64>, %n: index, %m: index) -> tensor<?xf64> {
  // CHECK: %[[R:.*]] = cin.kernel ins(%[[a:.*]] = %[[A]] : tensor<?x?xf64, #{{.*}}>, %[[b:.*]] = %[[X]] : tensor<?xf64>) outs(%[[c:.*]] = %[[Y]] : tensor<?xf64>) {
  // CHECK-NEXT: cin.forall %[[i:.*]] in %[[N]] {
  // CHECK-NEXT: cin.forall %[[j:.*]] in %[[M]] {
  // CHECK-NEXT: %[[v:.*]] = cin.access %[[a]][%[[i]], %[[j]]] : !cin.place<tensor<?x?xf64, #{{.*}}>>
  // CHECK-NEXT: %[[w:.*]] = cin.access %[[b]][%[[j]]] : !cin.place<tensor<?xf64>>
  // CHECK-NEXT: %[[p:.*]] = arith.mulf %[[v]], %[[w]] : f64
  // CHECK-NEXT: cin.assign %[[c]][%[[i]]] += %[[p]] : !cin.place<tensor<?xf64>>
  // CHECK: } -> tensor<?xf64>
  // CHECK: return %[[R]]
  %y1 = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>,
                       %b = %x : tensor<?xf64>)
                   outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %1 = cin.access %b[%j] : !cin.place<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %y1 : tensor<?xf64>
}

// Operands that are buffers or handles say which tensor they hold.
// CHECK-LABEL: func.func @buffers
// CHECK-SAME: %[[A:.*]]: !llvm.ptr, %[[Y:.*]]: memref<?xf64>, %[[N:.*]]: index
func.func @buffers(%A: !llvm.ptr, %y: memref<?xf64>, %n: index) {
  // CHECK: cin.kernel ins(%{{.*}} = %[[A]] : !llvm.ptr as tensor<?x?xf64, #{{.*}}>) outs(%{{.*}} = %[[Y]] : memref<?xf64> as tensor<?xf64>) attributes {note} {
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>)
             outs(%c = %y : memref<?xf64> as tensor<?xf64>) attributes {note} {
  }
  return
}

// Statements in a block run in order; the kernel may have no operands.
// CHECK-LABEL: func.func @sequence
func.func @sequence(%y: memref<?xf64>, %v: f64, %n: index) {
  // CHECK: cin.kernel ins() outs()
  cin.kernel ins() outs() {
  }
  cin.kernel ins() outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    // CHECK: cin.forall
    // CHECK-NEXT: cin.assign %[[c:.*]][%[[i:.*]]] = %[[v:.*]] : !cin.place<tensor<?xf64>>
    // CHECK-NEXT: cin.assign %[[c]][%[[i]]] += %[[v]] : !cin.place<tensor<?xf64>>
    // CHECK-NEXT: cin.assign %[[c]][%[[i]]] -= %[[v]] {note} : !cin.place<tensor<?xf64>>
    cin.forall %i in %n {
      cin.assign %c[%i] = %v : !cin.place<tensor<?xf64>>
      cin.assign %c[%i] += %v : !cin.place<tensor<?xf64>>
      cin.assign %c[%i] -= %v {note} : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// CHECK-LABEL: func.func @marks
// CHECK-SAME: %[[N:.*]]: index
func.func @marks(%n: index) {
  // CHECK: cin.forall %{{.*}} in %[[N]] parallel {
  // CHECK: cin.forall %{{.*}} in %[[N]] vector(8) {
  // CHECK: cin.forall %{{.*}} in %[[N]] parallel vector(4) attributes {note} {
  cin.kernel ins() outs() {
    cin.forall %i in %n parallel {
    }
    cin.forall %i in %n vector(8) {
    }
    cin.forall %i in %n parallel vector(4) attributes {note} {
    }
  }
  return
}

// Both regions of a where name the workspace alike.
// CHECK-LABEL: func.func @where
// CHECK-SAME: %[[X:.*]]: memref<?x?xf64>, %[[Y:.*]]: memref<?xf64>, %[[N:.*]]: index, %[[M:.*]]: index
func.func @where(%x: memref<?x?xf64>, %yBuffer: memref<?xf64>, %n: index, %m: index) {
  cin.kernel ins(%a = %x : memref<?x?xf64> as tensor<?x?xf64>)
             outs(%y = %yBuffer : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      // CHECK: cin.where %[[w:.*]] : !cin.place<tensor<f64>> sizes() {
      // CHECK-NEXT: %[[s:.*]] = cin.access %[[w]][] : !cin.place<tensor<f64>>
      // CHECK-NEXT: cin.assign %{{.*}}[%{{.*}}] += %[[s]] : !cin.place<tensor<?xf64>>
      // CHECK-NEXT: } producer {
      // CHECK-NEXT: cin.forall %{{.*}} in %[[M]] {
      // CHECK: cin.assign %[[w]][] += %{{.*}} : !cin.place<tensor<f64>>
      cin.where %w : !cin.place<tensor<f64>> sizes() {
        %s = cin.access %w[] : !cin.place<tensor<f64>>
        cin.assign %y[%i] += %s : !cin.place<tensor<?xf64>>
      } producer {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64>>
          cin.assign %w[] += %0 : !cin.place<tensor<f64>>
        }
      }
      // CHECK: cin.where %{{.*}} : !cin.place<tensor<?x8xf64>> sizes(%[[N]]) attributes {note} {
      cin.where %w : !cin.place<tensor<?x8xf64>> sizes(%n) attributes {note} {
      } producer {
      }
      // CHECK: cin.where %{{.*}} : !cin.place<tensor<?xf64>> sizes(%[[N]]) full {
      cin.where %w : !cin.place<tensor<?xf64>> sizes(%n) full {
      } producer {
      }
    }
  }
  return
}

// The phases of a sparse result apart.
#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 32, crdWidth = 32 }>

// CHECK-LABEL: func.func @filters
func.func @filters(%A: tensor<?xf64, #V>, %y: tensor<?xf64>, %n: index, %s: f64) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?xf64, #V>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      %x = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %large = arith.cmpf ogt, %x, %s : f64
      // CHECK: %[[Y:.*]] = cin.filter %{{.*}} if %{{.*}} : f64
      // CHECK: cin.assign %{{.*}}[%{{.*}}] += %[[Y]]
      %y0 = cin.filter %x if %large : f64
      cin.assign %c[%i] += %y0 : !cin.place<tensor<?xf64>>
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// CHECK-LABEL: func.func @device
// CHECK: cin.kernel device ins(%{{.*}} = %{{.*}} : tensor<?x?xf64, #{{.*}}>) outs(%{{.*}} = %{{.*}} : tensor<?xf64>) {
// CHECK-NEXT: cin.forall %{{.*}} in %{{.*}} parallel {
func.func @device(%A: tensor<?x?xf64, #CSR>, %y: tensor<?xf64>, %n: index, %m: index) -> tensor<?xf64> {
  %y2 = cin.kernel device ins(%a = %A : tensor<?x?xf64, #CSR>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n parallel {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %y2 : tensor<?xf64>
}

// CHECK-LABEL: func.func @phases
// CHECK: %[[X:.*]] = cin.unknown : f64
// CHECK: %[[P:.*]] = cin.kernel symbolic ins(%{{.*}} = %{{.*}} : tensor<?xf64, #{{.*}}>) outs(%{{.*}} = %{{.*}} : tensor<?xf64, #{{.*}}>) {
// CHECK: cin.kernel numeric ins(%{{.*}} = %{{.*}} : tensor<?xf64, #{{.*}}>) outs(%{{.*}} = %[[P]] : tensor<?xf64, #{{.*}}>) {
func.func @phases(%A: tensor<?xf64, #V>, %n: index, %s: f64) -> tensor<?xf64, #V> {
  %x = cin.unknown : f64
  %empty = tensor.empty(%n) : tensor<?xf64, #V>
  %p = cin.kernel symbolic ins(%a = %A : tensor<?xf64, #V>) outs(%c = %empty : tensor<?xf64, #V>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %1 = arith.mulf %0, %x : f64
      cin.assign %c[%i] = %1 : !cin.place<tensor<?xf64, #V>>
    }
  } -> tensor<?xf64, #V>
  %y = cin.kernel numeric ins(%a = %A : tensor<?xf64, #V>) outs(%c = %p : tensor<?xf64, #V>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %1 = arith.mulf %0, %s : f64
      cin.assign %c[%i] = %1 : !cin.place<tensor<?xf64, #V>>
    }
  } -> tensor<?xf64, #V>
  return %y : tensor<?xf64, #V>
}

// Loops over blocks, and within one.
#BCSR = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 4 : dense, j floordiv 2 : compressed, i mod 4 : dense, j mod 2 : dense) }>

// CHECK-LABEL: func.func @blocks
// CHECK: cin.forall %[[IB:.*]] in %{{.*}} parallel {
// CHECK-NEXT: cin.forall %[[JB:.*]] in %{{.*}} {
// CHECK-NEXT: cin.forall %[[I:.*]] in %{{.*}} within %[[IB]](4) {
// CHECK-NEXT: cin.forall %[[J:.*]] in %{{.*}} within %[[JB]](2) vector(2) attributes {note} {
// CHECK-NEXT: cin.access %{{.*}}[%[[I]], %[[J]]]
func.func @blocks(%A: tensor<?x?xf64, #BCSR>, %y: tensor<?xf64>, %p: index, %q: index, %n: index, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #BCSR>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %ib in %p parallel {
      cin.forall %jb in %q {
        cin.forall %i in %n within %ib(4) {
          cin.forall %j in %m within %jb(2) vector(2) attributes {note} {
            %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #BCSR>>
            cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
          }
        }
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// Loops over the diagonals of a matrix, in strips of rows.
#DIA = #ta.format<"C1-0 D0", 32>
#column = affine_map<(d0, d1)[s0] -> (d0 + d1 - s0 + 1)>

// CHECK-LABEL: func.func @diagonals
// CHECK: cin.forall %[[IB:.*]] in %{{.*}} parallel {
// CHECK-NEXT: cin.forall %[[D:.*]] in %{{.*}} {
// CHECK-NEXT: cin.forall %[[I:.*]] in %{{.*}} within %[[IB]](64) {
// CHECK-NEXT: cin.forall %[[J:.*]] in %{{.*}} at #map{{.*}}(%[[D]], %[[I]])[%{{.*}}] {
// CHECK-NEXT: cin.access %{{.*}}[%[[I]], %[[J]]]
func.func @diagonals(%A: tensor<?x?xf64, #DIA>, %y: tensor<?xf64>, %p: index, %diagonals: index, %n: index, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #DIA>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %ib in %p parallel {
      cin.forall %d in %diagonals {
        cin.forall %i in %n within %ib(64) {
          cin.forall %j in %m at #column(%d, %i)[%n] {
            %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DIA>>
            cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
          }
        }
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// The form that the description shows.
func.func @rows_on_diagonals(%A: tensor<?x?xf64, #DIA>, %y: tensor<?xf64>, %diagonals: index, %n: index, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #DIA>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %d in %diagonals {
      cin.forall %i in %n {
        cin.forall %j in %m at #column(%d, %i)[%n] {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DIA>>
          cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
        }
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// The form that the description shows.
func.func @rows_of_blocks(%A: tensor<?x?xf64, #BCSR>, %y: tensor<?xf64>, %p: index, %q: index, %n: index, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #BCSR>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %ib in %p {
      cin.forall %jb in %q {
        cin.forall %i in %n within %ib(4) {
          cin.forall %j in %m within %jb(2) {
            %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #BCSR>>
            cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
          }
        }
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// Loops over levels, and the mode that they tell.
#Skew = #ta.format<"D(d0+d1) C1", 32>

// CHECK-LABEL: func.func @other_levels
// CHECK: cin.level_size 0 of %{{.*}} : tensor<?x?xf64, #{{.*}}>
// CHECK: cin.forall %[[L:.*]] in %{{.*}} {
// CHECK-NEXT: cin.forall %[[J:.*]] in %{{.*}} {
// CHECK-NEXT: cin.forall %[[I:.*]] in %{{.*}} at #{{.*}}(%[[L]], %[[J]]) {
// CHECK-NEXT: cin.access %{{.*}}[%[[I]], %[[J]]] levels(%[[L]], %[[J]]) :
// CHECK: cin.forall %{{.*}} in %{{.*}} at #{{.*}}(%{{.*}}, %{{.*}})[%{{.*}}] {
func.func @other_levels(%A: tensor<?x?xf64, #Skew>, %B: tensor<?x?xf64, #ta.format<"C(d1-d0) D1", 32>>, %y: tensor<?xf64>, %n: index, %m: index) -> tensor<?xf64> {
  %skews = cin.level_size 0 of %A : tensor<?x?xf64, #Skew>
  %q = cin.kernel ins(%a = %A : tensor<?x?xf64, #Skew>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %l0 in %skews {
      cin.forall %j in %m {
        cin.forall %i in %n at affine_map<(d0, d1) -> (d0 - d1)>(%l0, %j) {
          %0 = cin.access %a[%i, %j] levels(%l0, %j) : !cin.place<tensor<?x?xf64, #Skew>>
          cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
        }
      }
    }
  } -> tensor<?xf64>
  %diagonals = cin.level_size 0 of %B : tensor<?x?xf64, #ta.format<"C(d1-d0) D1", 32>>
  %least = cin.level_least 0 of %B : tensor<?x?xf64, #ta.format<"C(d1-d0) D1", 32>>
  %r = cin.kernel ins(%a = %B : tensor<?x?xf64, #ta.format<"C(d1-d0) D1", 32>>) outs(%c = %q : tensor<?xf64>) {
    cin.forall %l0 in %diagonals {
      cin.forall %j in %m {
        cin.forall %i in %n at affine_map<(d0, d1)[s0] -> (-d0 + d1 - s0)>(%l0, %j)[%least] {
          %0 = cin.access %a[%i, %j] levels(%l0, %j) : !cin.place<tensor<?x?xf64, #ta.format<"C(d1-d0) D1", 32>>>
          cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
        }
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// The forms that the descriptions show.
func.func @level_numbers(%A: tensor<?x?xf64, #DIA>) -> (index, index) {
  %n = cin.level_size 0 of %A : tensor<?x?xf64, #DIA>
  %least = cin.level_least 0 of %A : tensor<?x?xf64, #DIA>
  return %n, %least : index, index
}

// CHECK-LABEL: func.func @levels
// CHECK: cin.merge_levels 2 of %{{.*}} : tensor<?x?x?xf64, #{{.*}}> -> tensor<?x?xf64, #{{.*}}>
// CHECK: cin.merge_levels 3 of %{{.*}} : tensor<?x?x?xf64, #{{.*}}> -> tensor<?xf64>
// CHECK: %[[E:.*]], %[[V:.*]] = cin.share_levels 2 of %{{.*}} : tensor<?x?x?xf64, #{{.*}}> -> tensor<?x?xf64, #{{.*}}>, tensor<?xf64>
// CHECK: %{{.*}} = cin.with_values %{{.*}} in %[[E]] : tensor<?xf64> in tensor<?x?xf64, #{{.*}}>
func.func @levels(%X: tensor<?x?x?xf64, #CSF_i32>, %n: index) -> (tensor<?x?xf64, #CSR_i32>, tensor<?xf64>, tensor<?x?xf64, #DCSR_i32>) {
  %zero = arith.constant 0.0 : f64
  %f = cin.merge_levels 2 of %X : tensor<?x?x?xf64, #CSF_i32> -> tensor<?x?xf64, #CSR_i32>
  %v = cin.merge_levels 3 of %X : tensor<?x?x?xf64, #CSF_i32> -> tensor<?xf64>
  %e, %w = cin.share_levels 2 of %X : tensor<?x?x?xf64, #CSF_i32> -> tensor<?x?xf64, #DCSR_i32>, tensor<?xf64>
  %v1 = cin.kernel ins() outs(%a = %w : tensor<?xf64>) {
    cin.forall %p in %n {
      cin.assign %a[%p] = %zero : !cin.place<tensor<?xf64>>
    }
  } -> tensor<?xf64>
  %Y = cin.with_values %v1 in %e : tensor<?xf64> in tensor<?x?xf64, #DCSR_i32>
  return %f, %v, %Y : tensor<?x?xf64, #CSR_i32>, tensor<?xf64>, tensor<?x?xf64, #DCSR_i32>
}

// The label of a loop is its variable's name, or is printed where that is another
// one, since a place or a loop around has it; without a label there is none.
// CHECK-LABEL: func.func @labels
func.func @labels(%n: index, %yBuffer: memref<?x?x?x?xf64>) {
  %v = arith.constant 1.0 : f64
  // CHECK: outs(%A = %
  cin.kernel ins() outs(%y = %yBuffer : memref<?x?x?x?xf64> as tensor<?x?x?x?xf64>) {
    // CHECK-NEXT: cin.forall %a in %{{[^ ]*}} {
    cin.forall %a in %n {
      // CHECK-NEXT: cin.forall %[[A0:[^ ]*]] in %{{.*}} vector(4) attributes {label = "A"} {
      cin.forall %0 in %n vector(4) attributes {label = "A"} {
      }
      // CHECK: cin.forall %{{arg[0-9]+}} in %{{[^ ]*}} {
      cin.forall %0 in %n {
        // CHECK-NEXT: cin.forall %[[AGAIN:a_[0-9]+]] in %{{.*}} attributes {label = "a"} {
        cin.forall %again in %n attributes {label = "a"} {
          // CHECK-NEXT: cin.forall %arg in
          cin.forall %arg in %n {
            // CHECK-NEXT: cin.assign %A[%a, %{{arg[0-9]+}}, %[[AGAIN]], %arg]
            cin.assign %y[%a, %0, %again, %arg] = %v : !cin.place<tensor<?x?x?x?xf64>>
          }
        }
      }
    }
  }
  return
}
