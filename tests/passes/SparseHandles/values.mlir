// Sparse values in functions, control flow and kernels become pointers; dense
// ones do not.
// RUN: encke-opt --sparse-handles %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK-LABEL: func.func @control_flow
// CHECK-SAME: (%[[C:.*]]: i1, %[[A:.*]]: !llvm.ptr, %[[B:.*]]: !llvm.ptr, %[[N:.*]]: index) -> (!llvm.ptr, !llvm.ptr)
func.func @control_flow(%c: i1, %A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %n: index) -> (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[IF:.*]] = scf.if %[[C]] -> (!llvm.ptr) {
  // CHECK-NEXT: scf.yield %[[A]] : !llvm.ptr
  %0 = scf.if %c -> tensor<?x?xf64, #CSR> {
    scf.yield %A : tensor<?x?xf64, #CSR>
  } else {
    scf.yield %B : tensor<?x?xf64, #CSR>
  }
  // CHECK: %[[FOR:.*]] = scf.for {{.*}} iter_args(%[[X:.*]] = %[[IF]]) -> (!llvm.ptr) {
  // CHECK-NEXT: arith.select %[[C]], %[[X]], %[[B]] : !llvm.ptr
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%X = %0) -> tensor<?x?xf64, #CSR> {
    %2 = arith.select %c, %X, %B : tensor<?x?xf64, #CSR>
    scf.yield %2 : tensor<?x?xf64, #CSR>
  }
  // CHECK: return %[[IF]], %[[FOR]] : !llvm.ptr, !llvm.ptr
  return %0, %1 : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>
}

// The runtime knows the sizes.
// CHECK-LABEL: func.func @size
// CHECK-SAME: (%[[A:.*]]: !llvm.ptr) -> index
// CHECK: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: %[[MODE:.*]] = arith.index_cast %[[ONE]] : index to i64
// CHECK: %[[SIZE:.*]] = call @encke_tensor_size(%[[A]], %[[MODE]]) : (!llvm.ptr, i64) -> i64
// CHECK: %[[INDEX:.*]] = arith.index_cast %[[SIZE]] : i64 to index
// CHECK: return %[[INDEX]]
func.func @size(%A: tensor<?x?xf64, #CSR>) -> index {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %A, %c1 : tensor<?x?xf64, #CSR>
  return %n : index
}

// A kernel keeps the storage in its places.
// CHECK-LABEL: func.func @kernel
// CHECK-SAME: (%[[A:.*]]: !llvm.ptr, %[[Y:.*]]: tensor<?xf64>, %{{.*}}: index)
// CHECK: cin.kernel ins(%[[P:.*]] = %[[A]] : !llvm.ptr as tensor<?x?xf64, #{{.*}}>) outs(%{{.*}} = %[[Y]] : tensor<?xf64>) {
// CHECK: cin.access %[[P]][%{{.*}}, %{{.*}}] : !cin.place<tensor<?x?xf64, #{{.*}}>>
func.func @kernel(%A: tensor<?x?xf64, #CSR>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %n {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}
