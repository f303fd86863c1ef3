// Rows in memory that begin anew, and those that are set as a whole.
// RUN: encke-opt --convert-cin-to-scf --canonicalize --cse %s | FileCheck %s

// Each element of the row is set once: it need not begin as anything.
// CHECK-LABEL: func.func @set
// CHECK: %[[ROW:.*]] = memref.alloc() {{.*}} : memref<7xf64>
// CHECK: scf.for
// CHECK-NEXT: scf.for
// CHECK-NEXT: memref.load
// CHECK-NEXT: math.exp
// CHECK-NEXT: memref.store %{{.*}}, %[[ROW]]
func.func @set(%A: memref<5x7xf64>, %y: memref<5x7xf64>) {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  cin.kernel ins(%a = %A : memref<5x7xf64> as tensor<5x7xf64>) outs(%b = %y : memref<5x7xf64> as tensor<5x7xf64>) {
    cin.forall %i in %c5 {
      cin.where %w : !cin.place<tensor<7xf64>> sizes() {
        cin.forall %j in %c7 {
          %1 = cin.access %w[%j] : !cin.place<tensor<7xf64>>
          %2 = arith.mulf %1, %1 : f64
          cin.assign %b[%i, %j] = %2 : !cin.place<tensor<5x7xf64>>
        }
      } producer {
        cin.forall %j in %c7 {
          %1 = cin.access %a[%i, %j] : !cin.place<tensor<5x7xf64>>
          %2 = math.exp %1 : f64
          cin.assign %w[%j] = %2 : !cin.place<tensor<7xf64>>
        }
      }
    }
  }
  return
}

// What is added up begins as zero.
// CHECK-LABEL: func.func @added
// CHECK: %[[ROW:.*]] = memref.alloc() {{.*}} : memref<7xf64>
// CHECK: scf.for
// CHECK-NEXT: scf.for
// CHECK-NEXT: memref.store %cst, %[[ROW]]
func.func @added(%A: memref<5x7xf64>, %y: memref<5x7xf64>) {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  cin.kernel ins(%a = %A : memref<5x7xf64> as tensor<5x7xf64>) outs(%b = %y : memref<5x7xf64> as tensor<5x7xf64>) {
    cin.forall %i in %c5 {
      cin.where %w : !cin.place<tensor<7xf64>> sizes() {
        cin.forall %j in %c7 {
          %1 = cin.access %w[%j] : !cin.place<tensor<7xf64>>
          cin.assign %b[%i, %j] = %1 : !cin.place<tensor<5x7xf64>>
        }
      } producer {
        cin.forall %j in %c7 {
          %1 = cin.access %a[%i, %j] : !cin.place<tensor<5x7xf64>>
          cin.assign %w[%j] += %1 : !cin.place<tensor<7xf64>>
        }
      }
    }
  }
  return
}
