// A kernel takes the arrays of a matrix and the position of a row in place of
// the row: the runtime is asked where the matrix is made, not in the loop.
// RUN: encke-opt --sparse-handles %s --split-input-file | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>
#CSF = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 32, crdWidth = 32 }>

// CHECK-LABEL: func.func @program
// CHECK-SAME: %[[A:.*]]: !llvm.ptr,
// CHECK: call @encke_level_size(%[[A]]
// CHECK: call @encke_get_positions({{.*}}, %[[A]]
// CHECK: call @encke_get_coordinates({{.*}}, %[[A]]
// CHECK: call @encke_get_values({{.*}}, %[[A]]
// CHECK: scf.for %[[T:[^ ]*]] =
// CHECK-NEXT: func.call @kernel(%[[T]], {{.*}}) : (index, index, memref<?xi32>, memref<?xi32>, memref<?xf64>, tensor<f64>) -> tensor<f64>
// CHECK-NEXT: scf.yield
func.func @program(%A: tensor<?x?xf64, #CSR>, %n: index, %y: tensor<f64>) -> tensor<f64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = scf.for %t = %c0 to %n step %c1 iter_args(%z = %y) -> tensor<f64> {
    %r = cin.subtensor %A[%t] : tensor<?x?xf64, #CSR> -> tensor<?xf64, #CSF>
    %w = func.call @kernel(%r, %z) : (tensor<?xf64, #CSF>, tensor<f64>) -> tensor<f64>
    scf.yield %w : tensor<f64>
  }
  return %s : tensor<f64>
}

// CHECK-LABEL: func.func private @kernel
// CHECK-SAME: (%[[P:.*]]: index, %[[N:.*]]: index, %[[POS:.*]]: memref<?xi32>, %[[CRD:.*]]: memref<?xi32>, %[[VAL:.*]]: memref<?xf64>, %{{.*}}: tensor<f64>)
// CHECK-NEXT: %[[R:.*]] = cin.view below(%[[P]]) sizes(%[[N]]) arrays(%[[POS]], %[[CRD]], %[[VAL]] : memref<?xi32>, memref<?xi32>, memref<?xf64>) : !llvm.ptr
// CHECK: cin.kernel ins(%{{.*}} = %[[R]]
// CHECK: cin.forall %{{.*}} in %[[N]]
func.func private @kernel(%r: tensor<?xf64, #CSF>, %z: tensor<f64>) -> tensor<f64> attributes {encke.kernel} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %r, %c0 : tensor<?xf64, #CSF>
  %s = cin.kernel ins(%R = %r : tensor<?xf64, #CSF>) outs(%Y = %z : tensor<f64>) {
    cin.forall %j in %n {
      %a = cin.access %R[%j] : !cin.place<tensor<?xf64, #CSF>>
      cin.assign %Y[] += %a : !cin.place<tensor<f64>>
    }
  } -> tensor<f64>
  return %s : tensor<f64>
}

// -----

// What is converted is a tensor: a copy, which is freed behind the kernel.
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>
#CSF = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 32, crdWidth = 32 }>
#COO = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed(nonunique)), posWidth = 32, crdWidth = 32 }>

// CHECK-LABEL: func.func @copied
// CHECK: %[[R:.*]] = call @encke_tensor_new
// CHECK: llvm.call @encke_select(%[[R]], %{{.*}}
// CHECK-NEXT: call @kernel(%[[R]], %{{.*}}) : (!llvm.ptr, tensor<f64>) -> tensor<f64>
// CHECK-NEXT: call @encke_tensor_free(%[[R]])
func.func @copied(%A: tensor<?x?xf64, #CSR>, %t: index, %y: tensor<f64>) -> tensor<f64> {
  %r = cin.subtensor %A[%t] : tensor<?x?xf64, #CSR> -> tensor<?xf64, #CSF>
  %w = func.call @kernel(%r, %y) : (tensor<?xf64, #CSF>, tensor<f64>) -> tensor<f64>
  return %w : tensor<f64>
}

func.func private @kernel(%r: tensor<?xf64, #CSF>, %z: tensor<f64>) -> tensor<f64> attributes {encke.kernel} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %r, %c0 : tensor<?xf64, #CSF>
  %q = sparse_tensor.convert %r : tensor<?xf64, #CSF> to tensor<?xf64, #COO>
  %s = cin.kernel ins(%R = %q : tensor<?xf64, #COO>) outs(%Y = %z : tensor<f64>) {
    cin.forall %j in %n {
      %a = cin.access %R[%j] : !cin.place<tensor<?xf64, #COO>>
      cin.assign %Y[] += %a : !cin.place<tensor<f64>>
    }
  } -> tensor<f64>
  return %s : tensor<f64>
}

// -----

// All that a row stores, without its coordinates: a part of the values.
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>
#CSF = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 32, crdWidth = 32 }>

// CHECK-LABEL: func.func @values
func.func @values(%A: tensor<?x?xf64, #CSR>, %t: index, %y: tensor<f64>) -> tensor<f64> {
  %r = cin.subtensor %A[%t] : tensor<?x?xf64, #CSR> -> tensor<?xf64, #CSF>
  %w = func.call @kernel(%r, %y) : (tensor<?xf64, #CSF>, tensor<f64>) -> tensor<f64>
  return %w : tensor<f64>
}

// CHECK-LABEL: func.func private @kernel
// CHECK-SAME: (%[[P:[^:]*]]: index, %{{[^:]*}}: index, %[[POS:[^:]*]]: memref<?xi32>, %{{[^:]*}}: memref<?xi32>, %[[VAL:[^:]*]]: memref<?xf64>,
// CHECK: %[[LO:.*]] = memref.load %[[POS]][%[[P]]]
// CHECK-NEXT: %[[BEGIN:.*]] = arith.index_castui %[[LO]]
// CHECK: %[[N:.*]] = arith.subi %{{.*}}, %[[BEGIN]]
// CHECK-NEXT: %[[PART:.*]] = memref.subview %[[VAL]][%[[BEGIN]]] [%[[N]]] [1]
// CHECK-NEXT: %[[T:.*]] = bufferization.to_tensor %[[PART]] restrict
// CHECK: cin.kernel ins(%{{.*}} = %[[T]]
func.func private @kernel(%r: tensor<?xf64, #CSF>, %z: tensor<f64>) -> tensor<f64> attributes {encke.kernel} {
  %c0 = arith.constant 0 : index
  %v = cin.merge_levels 1 of %r : tensor<?xf64, #CSF> -> tensor<?xf64>
  %n = tensor.dim %v, %c0 : tensor<?xf64>
  %s = cin.kernel ins(%V = %v : tensor<?xf64>) outs(%Y = %z : tensor<f64>) {
    cin.forall %j in %n {
      %a = cin.access %V[%j] : !cin.place<tensor<?xf64>>
      cin.assign %Y[] max= %a : !cin.place<tensor<f64>>
    }
  } -> tensor<f64>
  return %s : tensor<f64>
}
