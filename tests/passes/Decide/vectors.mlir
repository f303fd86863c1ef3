// How loops with vectors add up: what is written stays, and what is left open is
// decided.
// RUN: encke-opt --cin-decide --split-input-file %s | FileCheck %s
// RUN: encke-opt --cin-decide=few-stored --split-input-file %s | FileCheck %s \
// RUN:   --check-prefix=FEW

// Sums along rows of a sparse matrix. Where the loop around goes from row to row, rows
// may be uneven.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>

// CHECK-LABEL: func.func @rows
// CHECK: cin.forall %j in %{{.*}} vector(4) few(8) far(row = 128, all = 1048576, vectors = 2, ahead = 128) uneven(rows = 1000, length = 16, lanes = 4) {
// Not in data that caches hold.
// FEW-LABEL: func.func @rows
// FEW: cin.forall %j in %{{.*}} vector(4) few(8) {
func.func @rows(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %y: tensor<?xf64>, %n: index, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %x : tensor<?xf64>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n parallel {
      cin.where %s : !cin.place<tensor<f64>> sizes() {
        %0 = cin.access %s[] : !cin.place<tensor<f64>>
        cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
      } producer {
        cin.forall %j in %m vector(4) {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j] : !cin.place<tensor<?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %s[] += %2 : !cin.place<tensor<f64>>
        }
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// A vector has one row; what was written stays.
// CHECK-LABEL: func.func @vector
// CHECK: cin.forall %j in %{{.*}} vector(4) few(3) far(row = 128, all = 1048576, vectors = 2, ahead = 128) {
#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @vector(%A: tensor<?xf64, #V>, %x: tensor<?xf64>, %y: tensor<f64>, %m: index) -> tensor<f64> {
  %r = cin.kernel ins(%a = %A : tensor<?xf64, #V>, %b = %x : tensor<?xf64>) outs(%c = %y : tensor<f64>) {
    cin.where %s : !cin.place<tensor<f64>> sizes() {
      %0 = cin.access %s[] : !cin.place<tensor<f64>>
      cin.assign %c[] += %0 : !cin.place<tensor<f64>>
    } producer {
      cin.forall %j in %m vector(4) few(3) {
        %0 = cin.access %a[%j] : !cin.place<tensor<?xf64, #V>>
        %1 = cin.access %b[%j] : !cin.place<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %s[] += %2 : !cin.place<tensor<f64>>
      }
    }
  } -> tensor<f64>
  return %r : tensor<f64>
}

// -----

// A sum along a dense row has four sums. One of floats in doubles has two, of four
// vectors each, or one where there are only so many.

// CHECK-LABEL: func.func @sums
// CHECK: cin.forall %j in %{{.*}} vector(4) sums(4) {
// CHECK: cin.forall %j in %{{.*}} vector(4) sums(2) terms(4) {
// CHECK: cin.forall %j in %{{.*}} vector(4) terms(4) {
func.func @sums(%A: tensor<?xf64>, %F: tensor<?xf32>, %G: tensor<24xf32>, %y: tensor<f64>, %m: index) -> tensor<f64> {
  %c24 = arith.constant 24 : index
  %r = cin.kernel ins(%a = %A : tensor<?xf64>, %f = %F : tensor<?xf32>, %g = %G : tensor<24xf32>) outs(%c = %y : tensor<f64>) {
    cin.where %s : !cin.place<tensor<f64>> sizes() {
      %0 = cin.access %s[] : !cin.place<tensor<f64>>
      cin.assign %c[] += %0 : !cin.place<tensor<f64>>
    } producer {
      cin.forall %j in %m vector(4) {
        %0 = cin.access %a[%j] : !cin.place<tensor<?xf64>>
        cin.assign %s[] += %0 : !cin.place<tensor<f64>>
      }
    }
    cin.where %s : !cin.place<tensor<f64>> sizes() {
      %0 = cin.access %s[] : !cin.place<tensor<f64>>
      cin.assign %c[] += %0 : !cin.place<tensor<f64>>
    } producer {
      cin.forall %j in %m vector(4) {
        %0 = cin.access %f[%j] : !cin.place<tensor<?xf32>>
        %1 = arith.extf %0 {encke.float_sum} : f32 to f64
        cin.assign %s[] += %1 : !cin.place<tensor<f64>>
      }
    }
    cin.where %s : !cin.place<tensor<f64>> sizes() {
      %0 = cin.access %s[] : !cin.place<tensor<f64>>
      cin.assign %c[] += %0 : !cin.place<tensor<f64>>
    } producer {
      cin.forall %j in %c24 vector(4) {
        %0 = cin.access %g[%j] : !cin.place<tensor<24xf32>>
        %1 = arith.extf %0 {encke.float_sum} : f32 to f64
        cin.assign %s[] += %1 : !cin.place<tensor<f64>>
      }
    }
  } -> tensor<f64>
  return %r : tensor<f64>
}

// -----

// Rows of blocks are carried across the blocks, all rows of a block at once.

#BCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 floordiv 4 : dense, d1 floordiv 4 : compressed, d0 mod 4 : dense, d1 mod 4 : dense) }>

// CHECK-LABEL: func.func @blocks
// CHECK: cin.forall %i in %{{.*}} within %ib(4) unroll(4) {
// CHECK: cin.forall %jb
// CHECK: cin.forall %j in %{{.*}} within %jb(4) vector(4) registers(1) {
func.func @blocks(%A: tensor<?x?xf64, #BCSR>, %x: tensor<?xf64>, %y: tensor<?xf64>, %n: index, %m: index, %p: index, %q: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #BCSR>, %b = %x : tensor<?xf64>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %ib in %p {
      cin.forall %i in %n within %ib(4) {
        cin.where %s : !cin.place<tensor<f64>> sizes() {
          %0 = cin.access %s[] : !cin.place<tensor<f64>>
          cin.assign %c[%i] = %0 : !cin.place<tensor<?xf64>>
        } producer {
          cin.forall %jb in %q {
            cin.forall %j in %m within %jb(4) vector(4) {
              %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #BCSR>>
              %1 = cin.access %b[%j] : !cin.place<tensor<?xf64>>
              %2 = arith.mulf %0, %1 : f64
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

// A row of 4096 doubles is added to in four iterations at a time, one of 512 in each; rows
// that stay in registers have several sums where the iterations are known.

// CHECK-LABEL: func.func @iterations
// CHECK: cin.forall %j in %{{.*}} unroll(4) {
// CHECK: cin.forall %j in %c12{{.*}} {
// CHECK-NEXT: cin.forall %k in %{{.*}} vector(4) {
// CHECK: cin.forall %k in %{{.*}} vector(4) registers(8) sums(4) {
func.func @iterations(%A: tensor<12x4096xf64>, %B: tensor<12x512xf64>, %x: tensor<4096xf64>, %y: tensor<512xf64>) -> (tensor<4096xf64>, tensor<512xf64>, tensor<512xf64>) {
  %c12 = arith.constant 12 : index
  %c512 = arith.constant 512 : index
  %c4096 = arith.constant 4096 : index
  %r = cin.kernel ins(%a = %A : tensor<12x4096xf64>) outs(%c = %x : tensor<4096xf64>) {
    cin.forall %j in %c12 {
      cin.forall %k in %c4096 vector(4) {
        %0 = cin.access %a[%j, %k] : !cin.place<tensor<12x4096xf64>>
        cin.assign %c[%k] += %0 : !cin.place<tensor<4096xf64>>
      }
    }
  } -> tensor<4096xf64>
  %s = cin.kernel ins(%a = %B : tensor<12x512xf64>) outs(%c = %y : tensor<512xf64>) {
    cin.forall %j in %c12 {
      cin.forall %k in %c512 vector(4) {
        %0 = cin.access %a[%j, %k] : !cin.place<tensor<12x512xf64>>
        cin.assign %c[%k] += %0 : !cin.place<tensor<512xf64>>
      }
    }
  } -> tensor<512xf64>
  %t = cin.kernel ins(%a = %B : tensor<12x512xf64>) outs(%c = %s : tensor<512xf64>) {
    cin.forall %j in %c12 {
      cin.forall %k in %c512 vector(4) registers(8) {
        %0 = cin.access %a[%j, %k] : !cin.place<tensor<12x512xf64>>
        cin.assign %c[%k] += %0 : !cin.place<tensor<512xf64>>
      }
    }
  } -> tensor<512xf64>
  return %r, %s, %t : tensor<4096xf64>, tensor<512xf64>, tensor<512xf64>
}
