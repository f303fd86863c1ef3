// Runs of equal values: a loop over the runs, and in each one over its coordinates.
// RUN: encke-opt --convert-cin-to-scf --canonicalize %s | FileCheck %s

#Runs = #ta.format<"D0 R1", 32>
#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), posWidth = 32, crdWidth = 32 }>

// CHECK-LABEL: func.func @sum
// CHECK: scf.for %[[I:.*]] = %c0 to
// CHECK: %[[FIRST:.*]] = arith.index_castui
// CHECK: %[[LAST:.*]] = arith.index_castui
// CHECK-NOT: scf.while
// CHECK: scf.for %[[AT:.*]] = %[[FIRST]] to %[[LAST]] step %c1 iter_args({{.*}}, %[[BEGIN:.*]] = %c0)
// CHECK:   %[[STORED:.*]] = memref.load %{{.*}}[%[[AT]]] : memref<?xi32>
// CHECK:   %[[BEHIND:.*]] = arith.index_castui %[[STORED]]
// CHECK:   %[[END:.*]] = arith.minui %[[BEHIND]], %
// CHECK:   scf.for %[[J:.*]] = %[[BEGIN]] to %[[END]] step %c1
// CHECK:     memref.load %{{.*}}[%[[AT]]] : memref<?xf64>
// CHECK:     memref.load %{{.*}}[%[[J]]] : memref<?xf64>
// CHECK:   } {cin.loop = #cin.loop<vector(8)>}
// CHECK:   scf.yield %{{.*}}, %[[END]]
func.func @sum(%A: !llvm.ptr, %x: memref<?xf64>, %y: memref<?xf64>, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #Runs>, %b = %x : memref<?xf64> as tensor<?xf64>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      cin.where %w : !cin.place<tensor<f64>> sizes() {
        %0 = cin.access %w[] : !cin.place<tensor<f64>>
        cin.assign %c[%i] = %0 : !cin.place<tensor<?xf64>>
      } producer {
        cin.forall %j in %m vector(8) {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #Runs>>
          %1 = cin.access %b[%j] : !cin.place<tensor<?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %w[] += %2 : !cin.place<tensor<f64>>
        }
      }
    }
  }
  return
}

// Beside a tensor with coordinates, the run of each is searched.
// CHECK-LABEL: func.func @beside
// CHECK: scf.for
// CHECK: scf.for
// CHECK: scf.while
func.func @beside(%A: !llvm.ptr, %B: !llvm.ptr, %y: memref<?xf64>, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #Runs>, %b = %B : !llvm.ptr as tensor<?x?xf64, #CSR>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #Runs>>
        %1 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
      }
    }
  }
  return
}
