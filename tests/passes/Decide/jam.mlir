// Which rows are multiplied by a matrix at once.
// RUN: encke-opt --cin-decide --split-input-file %s | FileCheck %s

// Four rows, where the matrix is small; of long rows that may be far away those that come
// next are asked for. In front of it, and after, each row is a row alone.

// CHECK-LABEL: func.func @small
// CHECK: cin.forall %i in %{{[^ ]*}} parallel{{.*}} jam(rows = 4) {
// CHECK: cin.access %{{.*}}[%i, %k] next(cache = 1) :
func.func @small(%H: tensor<?x200xf64>, %W: tensor<200x8xf64>, %y: tensor<?x8xf64>, %n: index) -> tensor<?x8xf64> {
  %c8 = arith.constant 8 : index
  %c200 = arith.constant 200 : index
  %r = cin.kernel ins(%h = %H : tensor<?x200xf64>, %w = %W : tensor<200x8xf64>) outs(%c = %y : tensor<?x8xf64>) {
    cin.forall %i in %n parallel {
      cin.forall %k in %c200 {
        cin.forall %l in %c8 vector(8) registers(8) {
          %0 = cin.access %h[%i, %k] : !cin.place<tensor<?x200xf64>>
          %1 = cin.access %w[%k, %l] : !cin.place<tensor<200x8xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %l] += %2 : !cin.place<tensor<?x8xf64>>
        }
      }
    }
  } -> tensor<?x8xf64>
  return %r : tensor<?x8xf64>
}

// -----

// A matrix of which nobody knows: in panels, for blocks of rows. Three rows have none.

// CHECK-LABEL: func.func @unknown
// CHECK: jam(rows = 4, block = 64, kept = 67108864, elements = 32768, width = 512) {
// CHECK-NOT: next
// CHECK: cin.forall %i in %{{[^ ]*}} jam(rows = 3) {
func.func @unknown(%H: tensor<?x?xf64>, %W: tensor<?x?xf64>, %y: tensor<?x?xf64>, %G: tensor<3x?xf64>, %z: tensor<3x?xf64>, %n: index, %m: index, %p: index) -> (tensor<?x?xf64>, tensor<3x?xf64>) {
  %c3 = arith.constant 3 : index
  %r = cin.kernel ins(%h = %H : tensor<?x?xf64>, %w = %W : tensor<?x?xf64>) outs(%c = %y : tensor<?x?xf64>) {
    cin.forall %i in %n {
      cin.forall %k in %m {
        cin.forall %l in %p vector(8) registers(8) {
          %0 = cin.access %h[%i, %k] : !cin.place<tensor<?x?xf64>>
          %1 = cin.access %w[%k, %l] : !cin.place<tensor<?x?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %l] += %2 : !cin.place<tensor<?x?xf64>>
        }
      }
    }
  } -> tensor<?x?xf64>
  %s = cin.kernel ins(%h = %G : tensor<3x?xf64>, %w = %W : tensor<?x?xf64>) outs(%c = %z : tensor<3x?xf64>) {
    cin.forall %i in %c3 {
      cin.forall %k in %m {
        cin.forall %l in %p vector(8) registers(8) {
          %0 = cin.access %h[%i, %k] : !cin.place<tensor<3x?xf64>>
          %1 = cin.access %w[%k, %l] : !cin.place<tensor<?x?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %l] += %2 : !cin.place<tensor<3x?xf64>>
        }
      }
    }
  } -> tensor<3x?xf64>
  return %r, %s : tensor<?x?xf64>, tensor<3x?xf64>
}

// -----

// Each row has a matrix of its own; all rows add to the same elements.

// CHECK-LABEL: func.func @others
// CHECK-NOT: jam
// CHECK: return
func.func @others(%H: tensor<?x?xf64>, %W: tensor<?x?x?xf64>, %V: tensor<?x?xf64>, %y: tensor<?x?xf64>, %z: tensor<?xf64>, %n: index, %m: index, %p: index) -> (tensor<?x?xf64>, tensor<?xf64>) {
  %r = cin.kernel ins(%h = %H : tensor<?x?xf64>, %w = %W : tensor<?x?x?xf64>) outs(%c = %y : tensor<?x?xf64>) {
    cin.forall %i in %n {
      cin.forall %k in %m {
        cin.forall %l in %p vector(8) registers(8) {
          %0 = cin.access %h[%i, %k] : !cin.place<tensor<?x?xf64>>
          %1 = cin.access %w[%i, %k, %l] : !cin.place<tensor<?x?x?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %l] += %2 : !cin.place<tensor<?x?xf64>>
        }
      }
    }
  } -> tensor<?x?xf64>
  %s = cin.kernel ins(%h = %H : tensor<?x?xf64>, %w = %V : tensor<?x?xf64>) outs(%c = %z : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %k in %m {
        cin.forall %l in %p vector(8) registers(8) {
          %0 = cin.access %h[%i, %k] : !cin.place<tensor<?x?xf64>>
          %1 = cin.access %w[%k, %l] : !cin.place<tensor<?x?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%l] += %2 : !cin.place<tensor<?xf64>>
        }
      }
    }
  } -> tensor<?xf64>
  return %r, %s : tensor<?x?xf64>, tensor<?xf64>
}
