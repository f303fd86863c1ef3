// Loops along which an operand is stored in blocks are split, where all sparse
// tensors fit to that and padding does not matter; else it is converted.
// RUN: encke-opt --cin-schedule=parallel %s | FileCheck %s

#BCSR = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 4 : dense, j floordiv 2 : compressed, i mod 4 : dense, j mod 2 : dense) }>
#Square = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense) }>
#CSB = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 4 : dense, j floordiv 2 : dense, i mod 4 : compressed(nonunique), j mod 2 : singleton(soa)) }>
#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
#ELL = #ta.format<"D0 D# S1", 32>

// As many blocks as there are, the last one cut off; the rows of blocks may run
// at once, and each row in them is collected in a register, along all blocks.
// CHECK-LABEL: func.func @blocks
// CHECK-SAME: %[[N:[^ ]*]]: index, %[[M:[^ ]*]]: index
// CHECK-DAG: %[[P:.*]] = arith.ceildivui %[[N]], %c4
// CHECK-DAG: %[[Q:.*]] = arith.ceildivui %[[M]], %c2
// CHECK: cin.forall %[[IB:.*]] in %[[P]] parallel {
// CHECK-NEXT: cin.forall %[[I:.*]] in %[[N]] within %[[IB]](4) {
// CHECK-NEXT: cin.where %[[W:.*]] : !cin.place<tensor<f64>>
// CHECK: cin.assign %{{.*}}[%[[I]]] +=
// CHECK: } producer {
// CHECK-NEXT: cin.forall %[[JB:.*]] in %[[Q]] {
// CHECK-NEXT: cin.forall %[[J:.*]] in %[[M]] within %[[JB]](2) vector(2) {
// CHECK-NEXT: cin.access %{{.*}}[%[[I]], %[[J]]]
// CHECK-NEXT: cin.access %{{.*}}[%[[J]]]
func.func @blocks(%A: tensor<?x?xf64, #BCSR>, %x: tensor<?xf64>, %y: tensor<?xf64>, %n: index, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #BCSR>, %b = %x : tensor<?xf64>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #BCSR>>
        %1 = cin.access %b[%j] : !cin.place<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// Two operands in the same blocks, and sizes that are known.
// CHECK-LABEL: func.func @same_blocks
// CHECK-NOT: sparse_tensor.convert
// CHECK: cin.forall %[[IB:.*]] in %c3
// CHECK-NEXT: cin.forall %[[JB:.*]] in %c5
// CHECK-NEXT: cin.forall %{{.*}} in %c9{{.*}} within %[[IB]](4) {
// CHECK: cin.forall %{{.*}} in %c10{{.*}} within %[[JB]](2) {
func.func @same_blocks(%A: tensor<9x10xf64, #BCSR>, %B: tensor<9x10xf64, #CSB>, %y: tensor<9xf64>) -> tensor<9xf64> {
  %n = arith.constant 9 : index
  %m = arith.constant 10 : index
  %r = cin.kernel ins(%a = %A : tensor<9x10xf64, #BCSR>, %b = %B : tensor<9x10xf64, #CSB>) outs(%c = %y : tensor<9xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<9x10xf64, #BCSR>>
        %1 = cin.access %b[%i, %j] : !cin.place<tensor<9x10xf64, #CSB>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<9xf64>>
      }
    }
  } -> tensor<9xf64>
  return %r : tensor<9xf64>
}

// Another operand is stored whole.
// CHECK-LABEL: func.func @other_storage
// CHECK: sparse_tensor.convert %arg0
// CHECK-NOT: within
func.func @other_storage(%A: tensor<?x?xf64, #BCSR>, %B: tensor<?x?xf64, #CSR>, %y: tensor<?xf64>, %n: index, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #BCSR>, %b = %B : tensor<?x?xf64, #CSR>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #BCSR>>
        %1 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// The smallest of what is stored: padding is not (L47). Each position is asked.
// CHECK-LABEL: func.func @padding
// CHECK-NOT: sparse_tensor.convert
// CHECK: within
// CHECK: within
// CHECK-NOT: vector
// CHECK: cin.access %{{.*}} stored
func.func @padding(%A: tensor<?x?xf64, #BCSR>, %y: tensor<?xf64>, %n: index, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #BCSR>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #BCSR>>
        cin.assign %c[%i] min= %0 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// Slots have no loop of their own.
// CHECK-LABEL: func.func @slots
// CHECK-NOT: sparse_tensor.convert
// CHECK: cin.forall %[[I:.*]] in %{{.*}} parallel {
// CHECK: cin.forall %[[J:.*]] in %
// CHECK-NEXT: cin.access %{{.*}}[%[[I]], %[[J]]]
func.func @slots(%A: tensor<?x?xf64, #ELL>, %x: tensor<?xf64>, %y: tensor<?xf64>, %n: index, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #ELL>, %b = %x : tensor<?xf64>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #ELL>>
        %1 = cin.access %b[%j] : !cin.place<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// Strips of rows, the diagonals, the rows of a strip, and the column there. The
// matrix may have more columns than rows.
#DIA = #ta.format<"C1-0 D0", 32>
// CHECK-LABEL: func.func @diagonals
// CHECK-SAME: %[[N:[^ ]*]]: index, %[[M:[^ ]*]]: index
// CHECK-DAG: %[[P:.*]] = arith.ceildivui %[[N]], %c2048
// CHECK-DAG: %[[BOTH:.*]] = arith.addi %[[N]], %[[M]]
// CHECK-DAG: %[[DIAGONALS:.*]] = arith.subi %[[BOTH]], %c1
// CHECK-NOT: sparse_tensor.convert
// CHECK: cin.forall %[[IB:.*]] in %[[P]] parallel {
// CHECK-NEXT: cin.forall %[[D:.*]] in %[[DIAGONALS]] {
// CHECK-NEXT: cin.forall %[[I:.*]] in %[[N]] within %[[IB]](2048) {
// CHECK-NEXT: cin.forall %[[J:.*]] in %[[M]] at #map{{.*}}(%[[D]], %[[I]])[%{{.*}}] {
// CHECK-NEXT: cin.access %{{.*}}[%[[I]], %[[J]]]
// CHECK-NEXT: cin.access %{{.*}}[%[[J]]]
// CHECK: cin.assign %{{.*}}[%[[I]]] +=
func.func @diagonals(%A: tensor<?x?xf64, #DIA>, %x: tensor<?xf64>, %y: tensor<?xf64>, %n: index, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #DIA>, %b = %x : tensor<?xf64>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DIA>>
        %1 = cin.access %b[%j] : !cin.place<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// The naive loops are the other way round, and rows are added up: the strips
// are of rows all the same.
// CHECK-LABEL: func.func @columns
// CHECK-NOT: sparse_tensor.convert
// CHECK: cin.forall %[[IB:.*]] in %{{.*}} parallel {
// CHECK-NEXT: cin.forall %[[D:.*]] in %
// CHECK-NEXT: cin.forall %[[I:.*]] in %{{.*}} within %[[IB]](2048) {
// CHECK-NEXT: cin.forall %[[J:.*]] in %{{.*}} at #map{{.*}}(%[[D]], %[[I]])[%{{.*}}] {
// CHECK: cin.assign %{{.*}}[%[[J]]] +=
func.func @columns(%A: tensor<?x?xf64, #DIA>, %x: tensor<?xf64>, %y: tensor<?xf64>, %n: index, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #DIA>, %b = %x : tensor<?xf64>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %j in %m {
      cin.forall %i in %n {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DIA>>
        %1 = cin.access %b[%i] : !cin.place<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%j] += %2 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// With a dense loop inside, rows of matrices are in the cache: strips are thin.
// CHECK-LABEL: func.func @thin_strips
// CHECK-NOT: sparse_tensor.convert
// CHECK: cin.forall %[[IB:.*]] in %{{.*}} parallel {
// CHECK-NEXT: cin.forall %[[D:.*]] in %
// CHECK-NEXT: cin.forall %[[I:.*]] in %{{.*}} within %[[IB]](64) {
// CHECK-NEXT: cin.forall %[[J:.*]] in %{{.*}} at #map{{.*}}(%[[D]], %[[I]])[%{{.*}}] {
// CHECK-NEXT: cin.forall %{{.*}} in %{{.*}} vector({{[0-9]+}}) {
func.func @thin_strips(%A: tensor<?x?xf64, #DIA>, %B: tensor<?x?xf64>, %C: tensor<?x?xf64>, %n: index, %m: index, %r: index) -> tensor<?x?xf64> {
  %s = cin.kernel ins(%a = %A : tensor<?x?xf64, #DIA>, %b = %B : tensor<?x?xf64>) outs(%c = %C : tensor<?x?xf64>) {
    cin.forall %i in %n {
      cin.forall %k in %r {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DIA>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<?x?xf64>>
        }
      }
    }
  } -> tensor<?x?xf64>
  return %s : tensor<?x?xf64>
}

// A register inside of the loop over the column, which stays where it is.
// CHECK-LABEL: func.func @sum_of_row
// CHECK-NOT: sparse_tensor.convert
// CHECK: cin.forall %[[I:.*]] in %{{.*}} within %{{.*}}(64) {
// CHECK-NEXT: cin.forall %{{.*}} in %{{.*}} at #map{{.*}}(%{{.*}}, %[[I]])[%{{.*}}] {
// CHECK-NEXT: cin.where
// CHECK: cin.assign %{{.*}}[%[[I]]] +=
// CHECK: } producer {
// CHECK-NEXT: cin.forall %k
func.func @sum_of_row(%A: tensor<?x?xf64, #DIA>, %B: tensor<?x?xf64>, %y: tensor<?xf64>, %n: index, %m: index, %r: index) -> tensor<?xf64> {
  %s = cin.kernel ins(%a = %A : tensor<?x?xf64, #DIA>, %b = %B : tensor<?x?xf64>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %k in %r {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DIA>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
        }
      }
    }
  } -> tensor<?xf64>
  return %s : tensor<?xf64>
}

// A sum of all goes into a register outside of all loops.
// CHECK-LABEL: func.func @sum_of_all
// CHECK-NOT: sparse_tensor.convert
// CHECK: cin.where
// CHECK: } producer {
// CHECK-NEXT: cin.forall %[[IB:.*]] in %
// CHECK-NEXT: cin.forall %[[D:.*]] in %
// CHECK-NEXT: cin.forall %[[I:.*]] in %{{.*}} within %[[IB]](2048) {
// CHECK-NEXT: cin.forall %{{.*}} in %{{.*}} at #map{{.*}}(%[[D]], %[[I]])[%{{.*}}] {
func.func @sum_of_all(%A: tensor<?x?xf64, #DIA>, %s: tensor<f64>, %n: index, %m: index) -> tensor<f64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #DIA>) outs(%c = %s : tensor<f64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DIA>>
        cin.assign %c[] += %0 : !cin.place<tensor<f64>>
      }
    }
  } -> tensor<f64>
  return %r : tensor<f64>
}

// Another sparse tensor is stored otherwise along these loops: then the matrix
// is converted, to rows, though the store would be contiguous along i.
// CHECK-LABEL: func.func @diagonals_and_rows
// CHECK: %[[A:.*]] = sparse_tensor.convert %arg0 : tensor<?x?xf64, #{{.*}}> to tensor<?x?xf64, #[[ROWS:.*]]>
// CHECK: cin.kernel ins({{.*}} = %[[A]] : tensor<?x?xf64, #[[ROWS]]>
// CHECK-NOT: within
// CHECK: cin.forall %i
// CHECK: cin.forall %j
func.func @diagonals_and_rows(%A: tensor<?x?xf64, #DIA>, %B: tensor<?x?xf64, #CSR>, %y: tensor<?xf64>, %n: index, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #DIA>, %b = %B : tensor<?x?xf64, #CSR>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DIA>>
        %1 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// The rows of the other one are all there, wherever the loop comes from.
// CHECK-LABEL: func.func @diagonals_times_rows
// CHECK-NOT: sparse_tensor.convert
// CHECK: cin.forall %[[J:.*]] in %{{.*}} at #map{{.*}}(%{{.*}}, %{{.*}})[%{{.*}}] {
// CHECK-NEXT: cin.forall %[[K:.*]] in %{{.*}} {
// CHECK: cin.access %{{.*}}[%[[J]], %[[K]]]
func.func @diagonals_times_rows(%A: tensor<?x?xf64, #DIA>, %B: tensor<?x?xf64, #CSR>, %C: tensor<?x?xf64>, %n: index, %m: index, %r: index) -> tensor<?x?xf64> {
  %s = cin.kernel ins(%a = %A : tensor<?x?xf64, #DIA>, %b = %B : tensor<?x?xf64, #CSR>) outs(%c = %C : tensor<?x?xf64>) {
    cin.forall %i in %n {
      cin.forall %k in %r {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DIA>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x?xf64, #CSR>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<?x?xf64>>
        }
      }
    }
  } -> tensor<?x?xf64>
  return %s : tensor<?x?xf64>
}

// No element twice on one diagonal of itself; A[i, i] is converted.
// CHECK-LABEL: func.func @main_diagonal
// CHECK: sparse_tensor.convert %arg0
// CHECK-NOT: within
func.func @main_diagonal(%A: tensor<?x?xf64, #DIA>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #DIA>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i, %i] : !cin.place<tensor<?x?xf64, #DIA>>
      cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// B's rows are met again for each column, but nothing may come between the rows
// and the columns on a diagonal: no row workspace there.
// CHECK-LABEL: func.func @rows_met_again
// CHECK: cin.forall %[[I:.*]] in %{{.*}} within %{{.*}}(64) {
// CHECK-NEXT: cin.forall %{{.*}} in %{{.*}} at #map{{.*}}(%{{.*}}, %[[I]])[%{{.*}}] {
func.func @rows_met_again(%A: tensor<?x?xf64, #DIA>, %S: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %y: tensor<?xf64>, %n: index, %m: index, %r: index) -> tensor<?xf64> {
  %s = cin.kernel ins(%a = %A : tensor<?x?xf64, #DIA>, %b = %S : tensor<?x?xf64, #CSR>, %d = %B : tensor<?x?xf64, #CSR>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        cin.forall %k in %r {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DIA>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x?xf64, #CSR>>
          %2 = cin.access %d[%i, %k] : !cin.place<tensor<?x?xf64, #CSR>>
          %3 = arith.mulf %0, %1 : f64
          %4 = arith.mulf %3, %2 : f64
          cin.assign %c[%i] += %4 : !cin.place<tensor<?xf64>>
        }
      }
    }
  } -> tensor<?xf64>
  return %s : tensor<?xf64>
}

// A result is appended to along its levels, and these are whole.
// CHECK-LABEL: func.func @whole_result
// CHECK: sparse_tensor.convert %arg0
// CHECK-NOT: within
#V = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
#DDC = #sparse_tensor.encoding<{ map = (i, j, k) -> (i : dense, j : dense, k : compressed) }>
func.func @whole_result(%A: tensor<?x?xf64, #CSB>, %v: tensor<?xf64, #V>, %C: tensor<?x?x?xf64, #DDC>, %n: index, %m: index, %r: index) -> tensor<?x?x?xf64, #DDC> {
  %s = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSB>, %b = %v : tensor<?xf64, #V>) outs(%c = %C : tensor<?x?x?xf64, #DDC>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        cin.forall %k in %r {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSB>>
          %1 = cin.access %b[%k] : !cin.place<tensor<?xf64, #V>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %j, %k] = %2 : !cin.place<tensor<?x?x?xf64, #DDC>>
        }
      }
    }
  } -> tensor<?x?x?xf64, #DDC>
  return %s : tensor<?x?x?xf64, #DDC>
}

// A kernel in which padding may not be multiplied; one that is hardly ever called has
// no loops for vectors and threads.
// CHECK-LABEL: func.func @exact
// CHECK: %[[S:.*]] = sparse_tensor.convert %arg0 : tensor<?x?xf64, #{{.*}}> to tensor<?x?xf64, #[[ROWS:.*]]>
// CHECK: cin.kernel ins(%{{.*}} = %[[S]] : tensor<?x?xf64, #[[ROWS]]>
// CHECK-NOT: within
// CHECK-NOT: parallel
// CHECK-NOT: vector
// CHECK: return
func.func @exact(%A: tensor<?x?xf64, #BCSR>, %x: tensor<?xf64>, %y: tensor<?xf64>, %n: index, %m: index) -> tensor<?xf64> attributes {encke.exact, encke.seldom} {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #BCSR>, %b = %x : tensor<?xf64>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #BCSR>>
        %1 = cin.access %b[%j] : !cin.place<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// A result in the same blocks is appended to, block by block; operands say
// themselves what is padding.
// CHECK-LABEL: func.func @block_result
// CHECK-NOT: sparse_tensor.convert
// CHECK: cin.kernel {{.*}} outs(%[[C:[^ ]*]] = {{.*}} : tensor<?x?xf64, #[[BCSR:.*]]>)
// CHECK-NEXT: cin.forall %[[IB:.*]] in %{{.*}} parallel {
// CHECK-NEXT: cin.forall %[[JB:.*]] in %{{[^ ]*}} {
// CHECK-NEXT: cin.forall %[[I:.*]] in %{{[^ ]*}} within %[[IB]](4) {
// CHECK-NEXT: cin.forall %[[J:.*]] in %{{[^ ]*}} within %[[JB]](2) {
// CHECK-NEXT: cin.access %{{.*}}[%[[I]], %[[J]]] stored
// CHECK-NEXT: cin.access %{{.*}}[%[[I]], %[[J]]] : !cin.place<tensor<?x?xf64, #{{.*}}>>
// CHECK-NEXT: arith.addf
// CHECK-NEXT: cin.assign %[[C]][%[[I]], %[[J]]] =
func.func @block_result(%A: tensor<?x?xf64, #BCSR>, %B: tensor<?x?xf64, #CSB>, %n: index, %m: index) -> tensor<?x?xf64, #BCSR> {
  %y = tensor.empty(%n, %m) : tensor<?x?xf64, #BCSR>
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #BCSR>, %b = %B : tensor<?x?xf64, #CSB>) outs(%c = %y : tensor<?x?xf64, #BCSR>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #BCSR>>
        %1 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64, #CSB>>
        %2 = arith.addf %0, %1 : f64
        cin.assign %c[%i, %j] = %2 : !cin.place<tensor<?x?xf64, #BCSR>>
      }
    }
  } -> tensor<?x?xf64, #BCSR>
  return %r : tensor<?x?xf64, #BCSR>
}

// An operand that is not in these blocks would have to be converted: then the
// result is, too.
// CHECK-LABEL: func.func @other_blocks
// CHECK: cin.kernel {{.*}} outs({{.*}} : tensor<?x?xf64, #[[CSR:.*]]>)
// CHECK: sparse_tensor.convert %{{.*}} : tensor<?x?xf64, #[[CSR]]> to tensor<?x?xf64, #{{.*}}>
func.func @other_blocks(%A: tensor<?x?xf64, #BCSR>, %B: tensor<?x?xf64, #CSR>, %n: index, %m: index) -> tensor<?x?xf64, #BCSR> {
  %y = tensor.empty(%n, %m) : tensor<?x?xf64, #BCSR>
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #BCSR>, %b = %B : tensor<?x?xf64, #CSR>) outs(%c = %y : tensor<?x?xf64, #BCSR>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #BCSR>>
        %1 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %2 = arith.addf %0, %1 : f64
        cin.assign %c[%i, %j] = %2 : !cin.place<tensor<?x?xf64, #BCSR>>
      }
    }
  } -> tensor<?x?xf64, #BCSR>
  return %r : tensor<?x?xf64, #BCSR>
}

// A product goes into a row of the result's blocks.
// CHECK-LABEL: func.func @block_product
// CHECK-NOT: sparse_tensor.convert
// CHECK: cin.kernel {{.*}} outs(%[[C:[^ ]*]] = {{.*}} : tensor<?x?xf64, #[[BCSR:.*]]>)
// CHECK-NEXT: cin.forall %[[IB:.*]] in %{{.*}} parallel {
// CHECK-NEXT: cin.where %[[W:.*]] : !cin.place<tensor<?x?xf64, #[[BCSR]]>> sizes(%{{.*}}, %{{.*}}) {
// CHECK-NEXT: cin.forall %[[KB:.*]] in %{{[^ ]*}} {
// CHECK-NEXT: cin.forall %[[I:.*]] in %{{[^ ]*}} within %[[IB]](4) {
// CHECK-NEXT: cin.forall %[[K:.*]] in %{{[^ ]*}} within %[[KB]](2) {
// CHECK-NEXT: %[[SUM:.*]] = cin.access %[[W]][%[[I]], %[[K]]] stored
// CHECK-NEXT: cin.assign %[[C]][%[[I]], %[[K]]] = %[[SUM]]
// CHECK: } producer {
// CHECK-NEXT: cin.forall %[[JB:.*]] in %{{[^ ]*}} {
// CHECK-NEXT: cin.forall %[[KB:.*]] in %{{[^ ]*}} {
// CHECK-NEXT: cin.forall %[[I:.*]] in %{{[^ ]*}} within %[[IB]](4) {
// CHECK-NEXT: cin.forall %[[J:.*]] in %{{[^ ]*}} within %[[JB]](2) {
// CHECK-NEXT: cin.forall %[[K:.*]] in %{{[^ ]*}} within %[[KB]](2) {
// CHECK-NEXT: cin.access %{{.*}}[%[[I]], %[[J]]] stored
// CHECK-NEXT: cin.access %{{.*}}[%[[J]], %[[K]]] stored
// CHECK-NEXT: arith.mulf
// CHECK-NEXT: cin.assign %[[W]][%[[I]], %[[K]]] +=
func.func @block_product(%A: tensor<?x?xf64, #BCSR>, %B: tensor<?x?xf64, #Square>, %n: index, %m: index, %p: index) -> tensor<?x?xf64, #BCSR> {
  %y = tensor.empty(%n, %p) : tensor<?x?xf64, #BCSR>
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #BCSR>, %b = %B : tensor<?x?xf64, #Square>) outs(%c = %y : tensor<?x?xf64, #BCSR>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        cin.forall %k in %p {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #BCSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x?xf64, #Square>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<?x?xf64, #BCSR>>
        }
      }
    }
  } -> tensor<?x?xf64, #BCSR>
  return %r : tensor<?x?xf64, #BCSR>
}
