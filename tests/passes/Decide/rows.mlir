// Rows are added up together only where each has the same blocks, and nothing but
// the sum to do.
// RUN: encke-opt --split-input-file --cin-decide %s | FileCheck %s

#BCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 floordiv 4 : dense, d1 floordiv 4 : compressed, d0 mod 4 : dense, d1 mod 4 : dense) }>

// Where a block is not stored, there are elements all the same: the sum of a row
// is not carried across what merges.
// CHECK-LABEL: func.func @merged_blocks
// CHECK: cin.forall %i in %{{.*}} within %ib(4) {
// CHECK: cin.forall %j in %{{.*}} within %jb(4) vector(4) sums(4) {
func.func @merged_blocks(%A: tensor<?x?xf64, #BCSR>, %x: tensor<?xf64>, %y: tensor<?xf64>, %n: index, %m: index, %p: index, %q: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #BCSR>, %b = %x : tensor<?xf64>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %ib in %p {
      cin.forall %i in %n within %ib(4) {
        cin.where %s : !cin.place<tensor<f64>> sizes() {
          %0 = cin.access %s[] : !cin.place<tensor<f64>>
          cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
        } producer {
          cin.forall %jb in %q {
            cin.forall %j in %m within %jb(4) vector(4) {
              %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #BCSR>>
              %1 = cin.access %b[%j] : !cin.place<tensor<?xf64>>
              %2 = arith.maximumf %0, %1 : f64
              cin.assign %s[] += %2 : !cin.place<tensor<f64>>
            }
          }
        }
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// A loop that runs once is none across which a sum could be carried.

// CHECK-LABEL: func.func @once
// CHECK: cin.forall %k in %{{.*}} vector(4) sums(4) {
func.func @once(%A: tensor<1x12xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c12 = arith.constant 12 : index
  %r = cin.kernel ins(%a = %A : tensor<1x12xf64>) outs(%c = %y : tensor<3xf64>) {
    cin.forall %i in %c3 {
      cin.where %s : !cin.place<tensor<f64>> sizes() {
        %0 = cin.access %s[] : !cin.place<tensor<f64>>
        cin.assign %c[%i] += %0 : !cin.place<tensor<3xf64>>
      } producer {
        cin.forall %j in %c1 {
          cin.forall %k in %c12 vector(4) {
            %0 = cin.access %a[%j, %k] : !cin.place<tensor<1x12xf64>>
            cin.assign %s[] += %0 : !cin.place<tensor<f64>>
          }
        }
      }
    }
  } -> tensor<3xf64>
  return %r : tensor<3xf64>
}

// -----

// Three rows of a dense tensor: together, unless tasks share them, ...

// CHECK-LABEL: func.func @dense
// CHECK: cin.forall %i in %{{.*}} unroll(3) {
// CHECK: vector(4) registers(1) {
func.func @dense(%A: tensor<5x4xf64>, %x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %r = cin.kernel ins(%a = %A : tensor<5x4xf64>, %b = %x : tensor<3xf64>) outs(%c = %y : tensor<3xf64>) {
    cin.forall %i in %c3 {
      cin.where %s : !cin.place<tensor<f64>> sizes() {
        %0 = cin.access %s[] : !cin.place<tensor<f64>>
        cin.assign %c[%i] += %0 : !cin.place<tensor<3xf64>>
      } producer {
        cin.forall %j in %c5 {
          cin.forall %k in %c4 vector(4) {
            %0 = cin.access %a[%j, %k] : !cin.place<tensor<5x4xf64>>
            %1 = cin.access %b[%i] : !cin.place<tensor<3xf64>>
            %2 = arith.maximumf %0, %1 : f64
            cin.assign %s[] += %2 : !cin.place<tensor<f64>>
          }
        }
      }
    }
  } -> tensor<3xf64>
  return %r : tensor<3xf64>
}

// CHECK-LABEL: func.func @shared
// CHECK: cin.forall %i in %{{.*}} parallel
// CHECK-NOT: unroll
// CHECK: vector(4) registers(1) {
func.func @shared(%A: tensor<5x4xf64>, %x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %r = cin.kernel ins(%a = %A : tensor<5x4xf64>, %b = %x : tensor<3xf64>) outs(%c = %y : tensor<3xf64>) {
    cin.forall %i in %c3 parallel {
      cin.where %s : !cin.place<tensor<f64>> sizes() {
        %0 = cin.access %s[] : !cin.place<tensor<f64>>
        cin.assign %c[%i] += %0 : !cin.place<tensor<3xf64>>
      } producer {
        cin.forall %j in %c5 {
          cin.forall %k in %c4 vector(4) {
            %0 = cin.access %a[%j, %k] : !cin.place<tensor<5x4xf64>>
            %1 = cin.access %b[%i] : !cin.place<tensor<3xf64>>
            %2 = arith.maximumf %0, %1 : f64
            cin.assign %s[] += %2 : !cin.place<tensor<f64>>
          }
        }
      }
    }
  } -> tensor<3xf64>
  return %r : tensor<3xf64>
}

// -----

// ... or a sparse tensor says which there are, ...

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

// CHECK-LABEL: func.func @stored
// CHECK-NOT: unroll
// CHECK: vector(4) registers(1) {
func.func @stored(%A: tensor<5x4xf64>, %x: tensor<3xf64, #V>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %r = cin.kernel ins(%a = %A : tensor<5x4xf64>, %b = %x : tensor<3xf64, #V>) outs(%c = %y : tensor<3xf64>) {
    cin.forall %i in %c3 {
      cin.where %s : !cin.place<tensor<f64>> sizes() {
        %0 = cin.access %s[] : !cin.place<tensor<f64>>
        cin.assign %c[%i] += %0 : !cin.place<tensor<3xf64>>
      } producer {
        cin.forall %j in %c5 {
          cin.forall %k in %c4 vector(4) {
            %0 = cin.access %a[%j, %k] : !cin.place<tensor<5x4xf64>>
            %1 = cin.access %b[%i] : !cin.place<tensor<3xf64, #V>>
            %2 = arith.maximumf %0, %1 : f64
            cin.assign %s[] += %2 : !cin.place<tensor<f64>>
          }
        }
      }
    }
  } -> tensor<3xf64>
  return %r : tensor<3xf64>
}

// ... or the sums are appended to one.

// CHECK-LABEL: func.func @appended
// CHECK-NOT: unroll
// CHECK: vector(4) registers(1) {
func.func @appended(%A: tensor<5x4xf64>, %x: tensor<3xf64>, %y: tensor<3xf64, #V>) -> tensor<3xf64, #V> {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %r = cin.kernel ins(%a = %A : tensor<5x4xf64>, %b = %x : tensor<3xf64>) outs(%c = %y : tensor<3xf64, #V>) {
    cin.forall %i in %c3 {
      cin.where %s : !cin.place<tensor<f64>> sizes() {
        %0 = cin.access %s[] : !cin.place<tensor<f64>>
        cin.assign %c[%i] = %0 : !cin.place<tensor<3xf64, #V>>
      } producer {
        cin.forall %j in %c5 {
          cin.forall %k in %c4 vector(4) {
            %0 = cin.access %a[%j, %k] : !cin.place<tensor<5x4xf64>>
            %1 = cin.access %b[%i] : !cin.place<tensor<3xf64>>
            %2 = arith.maximumf %0, %1 : f64
            cin.assign %s[] += %2 : !cin.place<tensor<f64>>
          }
        }
      }
    }
  } -> tensor<3xf64, #V>
  return %r : tensor<3xf64, #V>
}

// -----

// A loop that visits every coordinate asks for no rows at the stored ones.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK-LABEL: func.func @everywhere
// CHECK-NOT: prefetch
// CHECK: return
func.func @everywhere(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x8xf64>, %y: tensor<?x?xf64, #CSR>, %n: index, %m: index) -> tensor<?x?xf64, #CSR> {
  %c8 = arith.constant 8 : index
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x8xf64>) outs(%c = %y : tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        cin.where %s : !cin.place<tensor<f64>> sizes() {
          %0 = cin.access %s[] : !cin.place<tensor<f64>>
          cin.assign %c[%i, %j] = %0 : !cin.place<tensor<?x?xf64, #CSR>>
        } producer {
          cin.forall %k in %c8 vector(4) {
            %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
            %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x8xf64>>
            %2 = arith.maximumf %0, %1 : f64
            cin.assign %s[] += %2 : !cin.place<tensor<f64>>
          }
        }
      }
    }
  } -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}
