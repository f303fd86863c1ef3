// Where the runtime's tensors come from: results of kernels, conversions, tensors that
// store nothing.
// RUN: encke-opt --sparse-handles %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed), posWidth = 32, crdWidth = 32 }>
#ELL = #ta.format<"D0 D# S1", 32>
#MG = #ta.format<"C0 D1", 32>
#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 64, crdWidth = 64 }>

// CHECK-DAG: "f64 4 4 D0 C1
// CHECK-DAG: "f64 4 4 D1 C0
// CHECK-DAG: "f64 8 8 C0

// A kernel fills a tensor of its own; the sizes of the empty one are its sizes.
// CHECK-LABEL: func.func @result(
// CHECK-SAME: %[[A:[^ ]*]]: !llvm.ptr, %[[N:[^ ]*]]: index) -> (!llvm.ptr, index)
// CHECK: %[[R:.*]] = call @encke_tensor_new(
// CHECK: %[[N64:.*]] = arith.index_cast %[[N]] : index to i64
// CHECK: call @encke_tensor_set_size(%[[R]], %{{.*}}, %[[N64]])
// CHECK: %[[SEVEN:.*]] = arith.constant 7 : i64
// CHECK: call @encke_tensor_set_size(%[[R]], %{{.*}}, %[[SEVEN]])
// CHECK: cin.kernel ins(%{{.*}} = %[[A]] : !llvm.ptr as tensor<?x7xf64, #{{.*}}>) outs(%{{.*}} = %[[R]] : !llvm.ptr as tensor<?x7xf64, #{{.*}}>) {
// CHECK-NOT: ->
// CHECK: return %[[R]], %[[N]]
func.func @result(%A: tensor<?x7xf64, #CSR>, %n: index) -> (tensor<?x7xf64, #CSR>, index) {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %empty = tensor.empty(%n) : tensor<?x7xf64, #CSR>
  %dim = tensor.dim %empty, %c0 : tensor<?x7xf64, #CSR>
  %r = cin.kernel ins(%a = %A : tensor<?x7xf64, #CSR>) outs(%c = %empty : tensor<?x7xf64, #CSR>) {
    cin.forall %i in %n {
      cin.forall %j in %c7 {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x7xf64, #CSR>>
        cin.assign %c[%i, %j] = %0 : !cin.place<tensor<?x7xf64, #CSR>>
      }
    }
  } -> tensor<?x7xf64, #CSR>
  return %r, %dim : tensor<?x7xf64, #CSR>, index
}

// One empty tensor in front of two kernels: each makes one.
// CHECK-LABEL: func.func @two_results(
// CHECK: call @encke_tensor_new(
// CHECK: cin.kernel
// CHECK: call @encke_tensor_new(
// CHECK: cin.kernel
// CHECK-NOT: call @encke_tensor_new(
// CHECK: return
func.func @two_results(%x: tensor<?xf64>, %n: index) -> (tensor<?xf64, #V>, tensor<?xf64, #V>) {
  %empty = tensor.empty(%n) : tensor<?xf64, #V>
  %r = cin.kernel ins(%a = %x : tensor<?xf64>) outs(%c = %empty : tensor<?xf64, #V>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64>>
      cin.assign %c[%i] = %0 : !cin.place<tensor<?xf64, #V>>
    }
  } -> tensor<?xf64, #V>
  %s = cin.kernel ins(%a = %x : tensor<?xf64>) outs(%c = %empty : tensor<?xf64, #V>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64>>
      cin.assign %c[%i] = %0 : !cin.place<tensor<?xf64, #V>>
    }
  } -> tensor<?xf64, #V>
  return %r, %s : tensor<?xf64, #V>, tensor<?xf64, #V>
}

// A tensor that stores nothing.
// CHECK-LABEL: func.func @nothing(
// CHECK: %[[R:.*]] = call @encke_tensor_new(
// CHECK: call @encke_result_clear(%[[R]])
// CHECK-NOT: tensor.empty
// CHECK: return %[[R]]
func.func @nothing(%n: index) -> tensor<?xf64, #V> {
  %empty = tensor.empty(%n) : tensor<?xf64, #V>
  return %empty : tensor<?xf64, #V>
}

// The runtime converts between sparse tensors, and from dense ones, of which it gets a
// view.
// CHECK-LABEL: func.func @conversions(
// CHECK-SAME: %[[A:[^ ]*]]: !llvm.ptr, %[[D:[^ ]*]]: tensor<?x?xf64>)
// CHECK: %[[B:.*]] = call @encke_convert(%[[A]],
// CHECK: %[[BUFFER:.*]] = bufferization.to_buffer %[[D]] read_only
// CHECK: %[[VIEW:.*]] = call @encke_view_f64(%{{.*}}) : ({{.*}}) -> !llvm.ptr
// CHECK: %[[C:.*]] = call @encke_convert(%[[VIEW]],
// CHECK: return %[[B]], %[[C]]
func.func @conversions(%A: tensor<?x?xf64, #CSR>, %D: tensor<?x?xf64>) -> (tensor<?x?xf64, #CSC>, tensor<?x?xf64, #CSC>) {
  %0 = sparse_tensor.convert %A : tensor<?x?xf64, #CSR> to tensor<?x?xf64, #CSC>
  %1 = sparse_tensor.convert %D : tensor<?x?xf64> to tensor<?x?xf64, #CSC>
  return %0, %1 : tensor<?x?xf64, #CSC>, tensor<?x?xf64, #CSC>
}

// Upstream makes a cast of a conversion between two formats that it cannot spell.
// CHECK-LABEL: func.func @conversion_as_cast(
// CHECK-SAME: %[[A:[^ ]*]]: !llvm.ptr)
// CHECK: %[[B:.*]] = call @encke_convert(%[[A]],
// CHECK: return %[[B]]
func.func @conversion_as_cast(%A: tensor<?x?xf64, #ELL>) -> tensor<?x?xf64, #MG> {
  %0 = tensor.cast %A : tensor<?x?xf64, #ELL> to tensor<?x?xf64, #MG>
  return %0 : tensor<?x?xf64, #MG>
}

// Of one tensor in two shapes there is one handle.
// CHECK-LABEL: func.func @cast(
// CHECK-SAME: %[[A:[^ ]*]]: !llvm.ptr)
// CHECK-NEXT: return %[[A]]
func.func @cast(%A: tensor<?x?xf64, #CSR>) -> tensor<?x7xf64, #CSR> {
  %0 = tensor.cast %A : tensor<?x?xf64, #CSR> to tensor<?x7xf64, #CSR>
  return %0 : tensor<?x7xf64, #CSR>
}
