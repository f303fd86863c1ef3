// A tensor is freed where the module says so if it is made there and nothing has it behind that.
// RUN: encke-opt --sparse-handles %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed), posWidth = 32, crdWidth = 32 }>

func.func private @encke_position_total(!llvm.ptr) -> i64
func.func private @encke_tensor_keep(!llvm.ptr)
func.func private @foreign(!llvm.ptr)

func.func private @rows(%A: tensor<4x5xf64, #CSR>) -> index {
  %zero = arith.constant 0 : index
  %n = tensor.dim %A, %zero : tensor<4x5xf64, #CSR>
  return %n : index
}

// CHECK-LABEL: func.func @last_use
// CHECK: %[[made:.*]] = call @encke_convert
// CHECK: call @rows(%[[made]])
// CHECK: call @encke_tensor_free(%[[made]])
// CHECK-NEXT: return
func.func @last_use(%A: tensor<4x5xf64, #CSC>) -> index {
  %B = sparse_tensor.convert %A : tensor<4x5xf64, #CSC> to tensor<4x5xf64, #CSR>
  %n = call @rows(%B) : (tensor<4x5xf64, #CSR>) -> index
  bufferization.dealloc_tensor %B : tensor<4x5xf64, #CSR>
  return %n : index
}

// CHECK-LABEL: func.func @in_a_loop
// CHECK: scf.for
// CHECK: %[[made:.*]] = func.call @encke_convert
// CHECK: func.call @encke_tensor_free(%[[made]])
func.func @in_a_loop(%A: tensor<4x5xf64, #CSC>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    %B = sparse_tensor.convert %A : tensor<4x5xf64, #CSC> to tensor<4x5xf64, #CSR>
    %m = func.call @rows(%B) : (tensor<4x5xf64, #CSR>) -> index
    bufferization.dealloc_tensor %B : tensor<4x5xf64, #CSR>
  }
  return
}

// What is used later, made elsewhere, given away or kept is not.
// CHECK-LABEL: func.func @others
// CHECK-NOT: encke_tensor_free
// CHECK-NOT: dealloc_tensor
func.func @others(%A: tensor<4x5xf64, #CSC>, %C: tensor<4x5xf64, #CSR>, %n: index) -> index {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %B = sparse_tensor.convert %A : tensor<4x5xf64, #CSC> to tensor<4x5xf64, #CSR>
  bufferization.dealloc_tensor %B : tensor<4x5xf64, #CSR>
  %m = call @rows(%B) : (tensor<4x5xf64, #CSR>) -> index
  bufferization.dealloc_tensor %C : tensor<4x5xf64, #CSR>
  %D = sparse_tensor.convert %A : tensor<4x5xf64, #CSC> to tensor<4x5xf64, #CSR>
  scf.for %i = %zero to %n step %one {
    bufferization.dealloc_tensor %D : tensor<4x5xf64, #CSR>
  }
  %E = sparse_tensor.convert %A : tensor<4x5xf64, #CSC> to tensor<4x5xf64, #CSR>
  %e = builtin.unrealized_conversion_cast %E : tensor<4x5xf64, #CSR> to !llvm.ptr
  call @foreign(%e) : (!llvm.ptr) -> ()
  bufferization.dealloc_tensor %E : tensor<4x5xf64, #CSR>
  %F = sparse_tensor.convert %A : tensor<4x5xf64, #CSC> to tensor<4x5xf64, #CSR>
  %f = builtin.unrealized_conversion_cast %F : tensor<4x5xf64, #CSR> to !llvm.ptr
  call @encke_tensor_keep(%f) : (!llvm.ptr) -> ()
  bufferization.dealloc_tensor %F : tensor<4x5xf64, #CSR>
  return %m : index
}
// CHECK: return

// CHECK-LABEL: func.func @twice
// CHECK: %[[made:.*]] = call @encke_convert
// CHECK-NEXT: call @encke_tensor_free(%[[made]])
// CHECK-NEXT: return
func.func @twice(%A: tensor<4x5xf64, #CSC>) {
  %B = sparse_tensor.convert %A : tensor<4x5xf64, #CSC> to tensor<4x5xf64, #CSR>
  bufferization.dealloc_tensor %B : tensor<4x5xf64, #CSR>
  bufferization.dealloc_tensor %B : tensor<4x5xf64, #CSR>
  return
}
