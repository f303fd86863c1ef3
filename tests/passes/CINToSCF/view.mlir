// A view begins below a position of the matrix that it is a row of.
// RUN: encke-opt --convert-cin-to-scf %s --split-input-file --verify-diagnostics | FileCheck %s

#CSF = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 32, crdWidth = 32 }>

// CHECK-LABEL: func.func @row
// CHECK-SAME: (%[[P:.*]]: index, %[[N:.*]]: index, %[[POS:.*]]: memref<?xi32>, %[[CRD:.*]]: memref<?xi32>, %[[VAL:.*]]: memref<?xf64>, %{{.*}}: memref<f64>)
// CHECK-NOT: encke_get
// CHECK: %[[Q:.*]] = arith.addi %[[P]], %{{.*}}
// CHECK: memref.load %[[POS]][%[[P]]]
// CHECK: memref.load %[[POS]][%[[Q]]]
// CHECK: scf.for
func.func @row(%p: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?xf64>, %y: memref<f64>) {
  %r = cin.view below(%p) sizes(%n) arrays(%pos, %crd, %val : memref<?xi32>, memref<?xi32>, memref<?xf64>) : !llvm.ptr
  cin.kernel ins(%R = %r : !llvm.ptr as tensor<?xf64, #CSF>) outs(%Y = %y : memref<f64> as tensor<f64>) {
    cin.forall %j in %n {
      %a = cin.access %R[%j] : !cin.place<tensor<?xf64, #CSF>>
      cin.assign %Y[] += %a : !cin.place<tensor<f64>>
    }
  }
  return
}

// -----

#CSF = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 32, crdWidth = 32 }>
func.func @lacks(%p: index, %n: index, %pos: memref<?xi32>, %val: memref<?xf64>, %y: memref<f64>) {
  // expected-error @+1 {{does not have the sizes and arrays of 'tensor<?xf64, #sparse_tensor.encoding}}
  %r = cin.view below(%p) sizes(%n) arrays(%pos, %val : memref<?xi32>, memref<?xf64>) : !llvm.ptr
  cin.kernel ins(%R = %r : !llvm.ptr as tensor<?xf64, #CSF>) outs(%Y = %y : memref<f64> as tensor<f64>) {
    cin.forall %j in %n {
      %a = cin.access %R[%j] : !cin.place<tensor<?xf64, #CSF>>
      cin.assign %Y[] += %a : !cin.place<tensor<f64>>
    }
  }
  return
}
