// Which rows are multiplied by a matrix at once.
// RUN: encke-opt --cin-decide --split-input-file %s | FileCheck %s

// Four rows, where the matrix is small; of long rows that may be far away those that come
// next are asked for. In front of it, and after, each row is a row alone.

// CHECK-LABEL: func.func @small
// CHECK: cin.forall %i in %{{[^ ]*}} parallel{{.*}} jam(rows = 4) {
// CHECK: vector(8) registers(8){{.*}} product(registers = 8) {
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
// CHECK: jam(rows = 4, block = 64, kept = 67108864) {
// CHECK: product(registers = 8, elements = 32768, width = 512) {
// CHECK-NOT: next
// CHECK: cin.forall %i in %{{[^ ]*}} jam(rows = 3) {
// CHECK: product(registers = 8) {
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

// -----

// Of rows of 16 times two vectors a processor computes several by itself. A factor that the
// innermost sum leaves as it is can be taken out of that.

// CHECK-LABEL: func.func @alone
// CHECK-NOT: jam
// CHECK: vector(8) registers(8) factored {
// CHECK-NOT: jam
// CHECK: return
func.func @alone(%H: tensor<?x16xf64>, %W: tensor<16x12xf64>, %y: tensor<?x12xf64>, %T: tensor<?x32x16xf64>, %B: tensor<32x16xf64>, %C: tensor<16x16xf64>, %z: tensor<?x16xf64>, %n: index) -> (tensor<?x12xf64>, tensor<?x16xf64>) {
  %c12 = arith.constant 12 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %r = cin.kernel ins(%h = %H : tensor<?x16xf64>, %w = %W : tensor<16x12xf64>) outs(%c = %y : tensor<?x12xf64>) {
    cin.forall %i in %n {
      cin.forall %k in %c16 {
        cin.forall %l in %c12 vector(8) registers(8) {
          %0 = cin.access %h[%i, %k] : !cin.place<tensor<?x16xf64>>
          %1 = cin.access %w[%k, %l] : !cin.place<tensor<16x12xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %l] += %2 : !cin.place<tensor<?x12xf64>>
        }
      }
    }
  } -> tensor<?x12xf64>
  %s = cin.kernel ins(%t = %T : tensor<?x32x16xf64>, %b = %B : tensor<32x16xf64>, %w = %C : tensor<16x16xf64>) outs(%c = %z : tensor<?x16xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %c32 {
        cin.forall %k in %c16 {
          cin.forall %l in %c16 vector(8) registers(8) {
            %0 = cin.access %t[%i, %j, %k] : !cin.place<tensor<?x32x16xf64>>
            %1 = cin.access %b[%j, %l] : !cin.place<tensor<32x16xf64>>
            %2 = cin.access %w[%k, %l] : !cin.place<tensor<16x16xf64>>
            %3 = arith.mulf %0, %1 : f64
            %4 = arith.mulf %3, %2 : f64
            cin.assign %c[%i, %l] += %4 : !cin.place<tensor<?x16xf64>>
          }
        }
      }
    }
  } -> tensor<?x16xf64>
  return %r, %s : tensor<?x12xf64>, tensor<?x16xf64>
}

// -----

// Panels that have all of a few iterations go along the row as far as they may; of floats no
// more than 64 add to one element. Three vectors of each of four rows are one block.

// CHECK-LABEL: func.func @panels
// CHECK: vector(8) registers(8){{.*}} product(registers = 8, elements = 32768, width = 1600) {
// CHECK: vector(8, tail = overlap) registers(8){{.*}} terms(16) product(registers = 12, elements = 65536, width = 512, most = 64) {
func.func @panels(%H: tensor<?x20xf64>, %W: tensor<20x9000xf64>, %y: tensor<?x9000xf64>, %F: tensor<?x8000xf32>, %V: tensor<8000x20xf32>, %z: tensor<?x20xf32>, %n: index) -> (tensor<?x9000xf64>, tensor<?x20xf32>) {
  %c20 = arith.constant 20 : index
  %c8000 = arith.constant 8000 : index
  %c9000 = arith.constant 9000 : index
  %r = cin.kernel ins(%h = %H : tensor<?x20xf64>, %w = %W : tensor<20x9000xf64>) outs(%c = %y : tensor<?x9000xf64>) {
    cin.forall %i in %n {
      cin.forall %k in %c20 {
        cin.forall %l in %c9000 vector(8) registers(8) {
          %0 = cin.access %h[%i, %k] : !cin.place<tensor<?x20xf64>>
          %1 = cin.access %w[%k, %l] : !cin.place<tensor<20x9000xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %l] += %2 : !cin.place<tensor<?x9000xf64>>
        }
      }
    }
  } -> tensor<?x9000xf64>
  %s = cin.kernel ins(%h = %F : tensor<?x8000xf32>, %w = %V : tensor<8000x20xf32>) outs(%c = %z : tensor<?x20xf32>) {
    cin.forall %i in %n {
      cin.forall %k in %c8000 {
        cin.forall %l in %c20 vector(8) registers(8) {
          %0 = cin.access %h[%i, %k] : !cin.place<tensor<?x8000xf32>>
          %1 = cin.access %w[%k, %l] : !cin.place<tensor<8000x20xf32>>
          %2 = arith.mulf %0, %1 : f32
          cin.assign %c[%i, %l] += %2 : !cin.place<tensor<?x20xf32>>
        }
      }
    }
  } -> tensor<?x20xf32>
  return %r, %s : tensor<?x9000xf64>, tensor<?x20xf32>
}
