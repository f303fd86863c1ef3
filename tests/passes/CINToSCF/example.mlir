// The example of the pass's description: SpMV, its sum in a register.
// RUN: encke-opt --convert-cin-to-scf --canonicalize --cse %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// CHECK: func.func @spmv(%[[A:.*]]: !llvm.ptr, %[[x:.*]]: memref<?xf64>, %[[y:.*]]: memref<?xf64>, %[[n:.*]]: index, %{{.*}}: index)
// CHECK-DAG: %[[zero:.*]] = arith.constant 0.0
// CHECK-DAG: %[[c0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[c1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[level:.*]] = arith.constant 1 : i64
// CHECK-DAG: %[[bytes:.*]] = arith.constant 4 : i64

// The arrays of level 1 and the values.
// CHECK: call @encke_get_positions(%{{.*}}, %[[A]], %[[level]], %[[bytes]])
// CHECK: %[[pos:.*]] = builtin.unrealized_conversion_cast %{{.*}} to memref<?xi32>
// CHECK: call @encke_get_coordinates(%{{.*}}, %[[A]], %[[level]], %[[bytes]])
// CHECK: %[[crd:.*]] = builtin.unrealized_conversion_cast %{{.*}} to memref<?xi32>
// CHECK: call @encke_get_values(%{{.*}}, %[[A]], %{{.*}})
// CHECK: %[[vals:.*]] = builtin.unrealized_conversion_cast %{{.*}} to memref<?xf64>

// The output shares nothing with any input.
// CHECK: %[[D1:.*]]:2 = memref.distinct_objects %[[y]], %[[vals]]
// CHECK: %[[D2:.*]]:2 = memref.distinct_objects %[[D1]]#0, %[[x]]

// CHECK: scf.for %[[i:.*]] = %[[c0]] to %[[n]] step %[[c1]] {
// CHECK: %[[next:.*]] = arith.addi %[[i]], %[[c1]] : index
// CHECK: %[[lo32:.*]] = memref.load %[[pos]][%[[i]]] : memref<?xi32>
// CHECK: %[[lo:.*]] = arith.index_castui %[[lo32]] : i32 to index
// CHECK: %[[hi32:.*]] = memref.load %[[pos]][%[[next]]] : memref<?xi32>
// CHECK: %[[hi:.*]] = arith.index_castui %[[hi32]] : i32 to index
// CHECK: %[[w:.*]] = scf.for %[[p:.*]] = %[[lo]] to %[[hi]] step %[[c1]] iter_args(%[[s:.*]] = %[[zero]]) -> (f64) {
// CHECK: %[[j32:.*]] = memref.load %[[crd]][%[[p]]] : memref<?xi32>
// CHECK: %[[j:.*]] = arith.index_castui %[[j32]] : i32 to index
// CHECK: %[[a:.*]] = memref.load %[[D1]]#1[%[[p]]] : memref<?xf64>
// CHECK: %[[b:.*]] = memref.load %[[D2]]#1[%[[j]]] : memref<?xf64>
// CHECK: %[[ab:.*]] = arith.mulf %[[a]], %[[b]] fastmath<contract> : f64
// CHECK: %[[t:.*]] = arith.addf %[[s]], %[[ab]] fastmath<contract> : f64
// CHECK: scf.yield %[[t]] : f64
// CHECK: }
// CHECK: %[[old:.*]] = memref.load %[[D2]]#0[%[[i]]] : memref<?xf64>
// CHECK: %[[new:.*]] = arith.addf %[[old]], %[[w]] fastmath<contract> : f64
// CHECK: memref.store %[[new]], %[[D2]]#0[%[[i]]] : memref<?xf64>
func.func @spmv(%A: !llvm.ptr, %x: memref<?xf64>, %y: memref<?xf64>, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>,
                 %b = %x : memref<?xf64> as tensor<?xf64>)
             outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      cin.where %w : !cin.place<tensor<f64>> sizes() {
        %s = cin.access %w[] : !cin.place<tensor<f64>>
        cin.assign %c[%i] += %s : !cin.place<tensor<?xf64>>
      } producer {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j] : !cin.place<tensor<?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %w[] += %2 : !cin.place<tensor<f64>>
        }
      }
    }
  }
  return
}
