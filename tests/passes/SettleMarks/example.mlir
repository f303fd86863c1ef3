// The example of the pass's description, and what else cannot be carried out; marks
// that can, or of which only the loops tell, stay.
// RUN: encke-opt --cin-settle-marks %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

// The largest of many is kept in registers, ...
// CHECK-LABEL: func.func @largest
// CHECK: vector(4) registers(8) {
func.func @largest(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x32xf64>, %n: index, %m: index, %C: tensor<?x32xf64>) -> tensor<?x32xf64> {
  %c32 = arith.constant 32 : index
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x32xf64>) outs(%c = %C : tensor<?x32xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        cin.forall %k in %c32 vector(4) registers(8) {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x32xf64>>
          %p = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] max= %p : !cin.place<tensor<?x32xf64>>
        }
      }
    }
  } -> tensor<?x32xf64>
  return %r : tensor<?x32xf64>
}

// ... as a sum is.
// CHECK-LABEL: func.func @sum
// CHECK: vector(4) registers(8) {
func.func @sum(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x32xf64>, %n: index, %m: index, %C: tensor<?x32xf64>) -> tensor<?x32xf64> {
  %c32 = arith.constant 32 : index
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x32xf64>) outs(%c = %C : tensor<?x32xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        cin.forall %k in %c32 vector(4) registers(8) {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x32xf64>>
          %p = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %p : !cin.place<tensor<?x32xf64>>
        }
      }
    }
  } -> tensor<?x32xf64>
  return %r : tensor<?x32xf64>
}

// The loop around merges.
// CHECK-LABEL: func.func @merged
// CHECK: cin.forall %{{.*}} in %{{.*}} {
// CHECK-NEXT: cin.forall %{{.*}} in %{{.*}} vector(4) {
// CHECK-NEXT: cin.access
// CHECK-NEXT: cin.access
func.func @merged(%x: tensor<?xf64, #V>, %y: tensor<?xf64, #V>, %B: tensor<?x32xf64>, %m: index, %C: tensor<32xf64>) -> tensor<32xf64> {
  %c32 = arith.constant 32 : index
  %r = cin.kernel ins(%a = %x : tensor<?xf64, #V>, %d = %y : tensor<?xf64, #V>, %b = %B : tensor<?x32xf64>) outs(%c = %C : tensor<32xf64>) {
    cin.forall %j in %m {
      cin.forall %k in %c32 vector(4) registers(8) {
        %0 = cin.access %a[%j] : !cin.place<tensor<?xf64, #V>>
        %1 = cin.access %d[%j] : !cin.place<tensor<?xf64, #V>>
        %2 = cin.access %b[%j, %k] : !cin.place<tensor<?x32xf64>>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.mulf %3, %2 : f64
        cin.assign %c[%k] += %4 : !cin.place<tensor<32xf64>>
      }
    }
  } -> tensor<32xf64>
  return %r : tensor<32xf64>
}

// One that runs once merges, too: the row may be empty.
// CHECK-LABEL: func.func @row_of_one
// CHECK: cin.forall %{{.*}} in %{{.*}} vector(2) {
func.func @row_of_one(%A: tensor<?x1xf64, #CSR>, %B: tensor<?x1x3xf64>, %n: index, %C: tensor<3xf64>) -> tensor<3xf64> {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = cin.kernel ins(%a = %A : tensor<?x1xf64, #CSR>, %b = %B : tensor<?x1x3xf64>) outs(%c = %C : tensor<3xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %c1 {
        cin.forall %k in %c3 vector(2) registers(8) {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x1xf64, #CSR>>
          %1 = cin.access %b[%i, %j, %k] : !cin.place<tensor<?x1x3xf64>>
          %2 = arith.subf %0, %1 : f64
          cin.assign %c[%k] += %2 : !cin.place<tensor<3xf64>>
        }
      }
    }
  } -> tensor<3xf64>
  return %r : tensor<3xf64>
}

// What was settled stays.
// CHECK-LABEL: func.func @settled
// CHECK: cin.forall %{{.*}} in %{{.*}} vector(4) {
func.func @settled(%x: tensor<?xf64, #V>, %y: tensor<?xf64, #V>, %B: tensor<?x32xf64>, %m: index, %C: tensor<32xf64>) -> tensor<32xf64> {
  %c32 = arith.constant 32 : index
  %r = cin.kernel ins(%a = %x : tensor<?xf64, #V>, %d = %y : tensor<?xf64, #V>, %b = %B : tensor<?x32xf64>) outs(%c = %C : tensor<32xf64>) {
    cin.forall %j in %m {
      cin.forall %k in %c32 vector(4) {
        %0 = cin.access %a[%j] : !cin.place<tensor<?xf64, #V>>
        %1 = cin.access %d[%j] : !cin.place<tensor<?xf64, #V>>
        %2 = cin.access %b[%j, %k] : !cin.place<tensor<?x32xf64>>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.mulf %3, %2 : f64
        cin.assign %c[%k] += %4 : !cin.place<tensor<32xf64>>
      }
    }
  } -> tensor<32xf64>
  return %r : tensor<32xf64>
}

// The only loop around is none.
// CHECK-LABEL: func.func @once
// CHECK: vector(4) {
func.func @once(%B: tensor<1x32xf64>, %C: tensor<32xf64>) -> tensor<32xf64> {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %r = cin.kernel ins(%b = %B : tensor<1x32xf64>) outs(%c = %C : tensor<32xf64>) {
    cin.forall %j in %c1 {
      cin.forall %k in %c32 vector(4) registers(8) {
        %0 = cin.access %b[%j, %k] : !cin.place<tensor<1x32xf64>>
        cin.assign %c[%k] += %0 : !cin.place<tensor<32xf64>>
      }
    }
  } -> tensor<32xf64>
  return %r : tensor<32xf64>
}

// The loop around computes a sum for each round: eight vectors stay in registers
// beside that, of as many elements as there are here ...
// CHECK-LABEL: func.func @beside
// CHECK: vector(4) registers(8) {
// CHECK: producer
// ... and not of any number.
// CHECK: vector(4) {
// CHECK: producer
func.func @beside(%B: tensor<?x?xf64>, %D: tensor<?x32xf64>, %m: index, %n: index, %C: tensor<32xf64>, %E: tensor<?xf64>) -> (tensor<32xf64>, tensor<?xf64>) {
  %c32 = arith.constant 32 : index
  %r = cin.kernel ins(%b = %B : tensor<?x?xf64>, %d = %D : tensor<?x32xf64>) outs(%c = %C : tensor<32xf64>) {
    cin.forall %j in %m {
      cin.where %s : !cin.place<tensor<f64>> sizes() {
        cin.forall %k in %c32 vector(4) registers(8) {
          %0 = cin.access %s[] : !cin.place<tensor<f64>>
          %1 = cin.access %d[%j, %k] : !cin.place<tensor<?x32xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%k] += %2 : !cin.place<tensor<32xf64>>
        }
      } producer {
        cin.forall %l in %n vector(4) {
          %0 = cin.access %b[%j, %l] : !cin.place<tensor<?x?xf64>>
          cin.assign %s[] += %0 : !cin.place<tensor<f64>>
        }
      }
    }
  } -> tensor<32xf64>
  %q = cin.kernel ins(%b = %B : tensor<?x?xf64>) outs(%e = %E : tensor<?xf64>) {
    cin.forall %j in %m {
      cin.where %s : !cin.place<tensor<f64>> sizes() {
        cin.forall %k in %n vector(4) registers(8) {
          %0 = cin.access %s[] : !cin.place<tensor<f64>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %e[%k] += %2 : !cin.place<tensor<?xf64>>
        }
      } producer {
        cin.forall %l in %n vector(4) {
          %0 = cin.access %b[%j, %l] : !cin.place<tensor<?x?xf64>>
          cin.assign %s[] += %0 : !cin.place<tensor<f64>>
        }
      }
    }
  } -> tensor<?xf64>
  return %r, %q : tensor<32xf64>, tensor<?xf64>
}

// Truth values have no vectors, ...
// CHECK-LABEL: func.func @truths
// CHECK: cin.forall %{{.*}} in %{{.*}} {
func.func @truths(%x: tensor<?xi1>, %n: index, %y: tensor<?xi64>) -> tensor<?xi64> {
  %r = cin.kernel ins(%a = %x : tensor<?xi1>) outs(%c = %y : tensor<?xi64>) {
    cin.forall %i in %n vector(4) {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xi1>>
      %1 = arith.extui %0 : i1 to i64
      cin.assign %c[%i] = %1 : !cin.place<tensor<?xi64>>
    }
  } -> tensor<?xi64>
  return %r : tensor<?xi64>
}

// ... also where they are the same in all rounds; nor has a loop that writes one
// element in memory, ...
// CHECK-LABEL: func.func @element
// CHECK: cin.forall %{{.*}} in %{{.*}} {
func.func @element(%x: tensor<?xf64>, %n: index, %s: tensor<f64>) -> tensor<f64> {
  %r = cin.kernel ins(%a = %x : tensor<?xf64>) outs(%c = %s : tensor<f64>) {
    cin.forall %i in %n vector(4) {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64>>
      cin.assign %c[] += %0 : !cin.place<tensor<f64>>
    }
  } -> tensor<f64>
  return %r : tensor<f64>
}

// ... or that goes where a sparse tensor stores nothing, too, ...
// CHECK-LABEL: func.func @all
// CHECK: cin.forall %{{.*}} in %{{.*}} {
func.func @all(%x: tensor<?xf64, #V>, %y: tensor<?xf64>, %n: index, %s: tensor<f64>) -> tensor<f64> {
  %r = cin.kernel ins(%a = %x : tensor<?xf64, #V>, %b = %y : tensor<?xf64>) outs(%c = %s : tensor<f64>) {
    cin.where %w : !cin.place<tensor<f64>> sizes() {
      %0 = cin.access %w[] : !cin.place<tensor<f64>>
      cin.assign %c[] += %0 : !cin.place<tensor<f64>>
    } producer {
      cin.forall %i in %n vector(4) {
        %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
        %1 = cin.access %b[%i] : !cin.place<tensor<?xf64>>
        %2 = arith.subf %1, %0 : f64
        cin.assign %w[] += %2 : !cin.place<tensor<f64>>
      }
    }
  } -> tensor<f64>
  return %r : tensor<f64>
}

// ... or takes the largest of what it stores alone, ...
// CHECK-LABEL: func.func @greatest
// CHECK: cin.forall %{{.*}} in %{{.*}} {
// ... but not of products with what is gathered, ...
// CHECK: cin.forall %{{.*}} in %{{.*}} vector(4) {
func.func @greatest(%x: tensor<?xf64, #V>, %y: tensor<?xf64>, %n: index, %s: tensor<f64>) -> tensor<f64> {
  %r = cin.kernel ins(%a = %x : tensor<?xf64, #V>, %b = %y : tensor<?xf64>) outs(%c = %s : tensor<f64>) {
    cin.where %w : !cin.place<tensor<f64>> sizes() {
      %0 = cin.access %w[] : !cin.place<tensor<f64>>
      cin.assign %c[] max= %0 : !cin.place<tensor<f64>>
    } producer {
      cin.forall %i in %n vector(4) {
        %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
        cin.assign %w[] max= %0 : !cin.place<tensor<f64>>
      }
      cin.forall %i in %n vector(4) {
        %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
        %1 = cin.access %b[%i] : !cin.place<tensor<?xf64>>
        %2 = arith.mulf %1, %0 : f64
        cin.assign %w[] max= %2 : !cin.place<tensor<f64>>
      }
    }
  } -> tensor<f64>
  return %r : tensor<f64>
}

// ... or appends, ...
// CHECK-LABEL: func.func @appends
// CHECK: cin.forall %{{.*}} in %{{.*}} {
func.func @appends(%x: tensor<?xf64>, %n: index, %y: tensor<?xf64, #V>) -> tensor<?xf64, #V> {
  %r = cin.kernel ins(%a = %x : tensor<?xf64>) outs(%c = %y : tensor<?xf64, #V>) {
    cin.forall %i in %n vector(4) {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64>>
      cin.assign %c[%i] = %0 : !cin.place<tensor<?xf64, #V>>
    }
  } -> tensor<?xf64, #V>
  return %r : tensor<?xf64, #V>
}

// ... or that writes where it stores something, ...
// CHECK-LABEL: func.func @scattered
// CHECK: cin.forall %{{.*}} in %{{.*}} {
func.func @scattered(%x: tensor<?xf64, #V>, %n: index, %y: tensor<?xf64>) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %x : tensor<?xf64, #V>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n vector(4) {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// ... but one that adds up what it stores.
// CHECK-LABEL: func.func @stored
// CHECK: vector(4) {
func.func @stored(%x: tensor<?xf64, #V>, %y: tensor<?xf64>, %n: index, %s: tensor<f64>) -> tensor<f64> {
  %r = cin.kernel ins(%a = %x : tensor<?xf64, #V>, %b = %y : tensor<?xf64>) outs(%c = %s : tensor<f64>) {
    cin.where %w : !cin.place<tensor<f64>> sizes() {
      %0 = cin.access %w[] : !cin.place<tensor<f64>>
      cin.assign %c[] += %0 : !cin.place<tensor<f64>>
    } producer {
      cin.forall %i in %n vector(4) {
        %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
        %1 = cin.access %b[%i] : !cin.place<tensor<?xf64>>
        %2 = arith.mulf %1, %0 : f64
        cin.assign %w[] += %2 : !cin.place<tensor<f64>>
      }
    }
  } -> tensor<f64>
  return %r : tensor<f64>
}

// Iterations of an inner loop cannot append at once.
// CHECK-LABEL: func.func @parallel
// CHECK: cin.forall %{{.*}} in %{{.*}} parallel {
// CHECK-NEXT: cin.forall %{{.*}} in %{{.*}} {
func.func @parallel(%A: tensor<?x?xf64, #CSR>, %n: index, %C: tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>) outs(%c = %C : tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n parallel {
      cin.forall %j in %n parallel {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        cin.assign %c[%i, %j] = %0 : !cin.place<tensor<?x?xf64, #CSR>>
      }
    }
  } -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}

// Elements at coordinates that are read have vectors where only the last one goes
// along, ...
// CHECK-LABEL: func.func @gathered
// CHECK: cin.forall %{{.*}} in %{{.*}} vector(4) {
func.func @gathered(%x: tensor<3x?xf64>, %p: tensor<?xindex>, %n: index, %y: tensor<?xf64>) -> tensor<?xf64> {
  %c1 = arith.constant 1 : index
  %r = cin.kernel ins(%a = %p : tensor<?xindex>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n vector(4) {
      %k = cin.access %a[%i] : !cin.place<tensor<?xindex>>
      %v = tensor.extract %x[%c1, %k] : tensor<3x?xf64>
      cin.assign %c[%i] = %v : !cin.place<tensor<?xf64>>
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// ... not where another one does, ...
// CHECK-LABEL: func.func @gathered_rows
// CHECK: cin.forall %{{.*}} in %{{.*}} {
func.func @gathered_rows(%x: tensor<?x3xf64>, %p: tensor<?xindex>, %n: index, %y: tensor<?xf64>) -> tensor<?xf64> {
  %c1 = arith.constant 1 : index
  %r = cin.kernel ins(%a = %p : tensor<?xindex>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n vector(4) {
      %k = cin.access %a[%i] : !cin.place<tensor<?xindex>>
      %v = tensor.extract %x[%k, %c1] : tensor<?x3xf64>
      cin.assign %c[%i] = %v : !cin.place<tensor<?xf64>>
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// ... nor where the loop's own coordinate is computed with.
// CHECK-LABEL: func.func @computed
// CHECK: cin.forall %{{.*}} in %{{.*}} {
func.func @computed(%x: tensor<?xf64>, %p: tensor<?xindex>, %n: index, %y: tensor<?xf64>) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %p : tensor<?xindex>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n vector(4) {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xindex>>
      %k = arith.addi %0, %i : index
      %v = tensor.extract %x[%k] : tensor<?xf64>
      cin.assign %c[%i] = %v : !cin.place<tensor<?xf64>>
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}
