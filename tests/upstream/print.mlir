// sparse_tensor.print of several formats, printMemref and the functions that print numbers.
// RUN: %modes %s | FileCheck %s --match-full-lines

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>
#BSR = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>
#T3 = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed) }>

module {
  func.func private @printMemrefF64(memref<*xf64>) attributes {llvm.emit_c_interface}
  func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}
  func.func private @printF64(f64)
  func.func private @printI64(i64)
  func.func private @printComma()
  func.func private @printNewline()
  func.func @main() {
    %c1 = arith.constant dense<[[1.0, 0.0, 2.0], [0.0, 0.0, 0.0], [0.0, 3.0, 4.0], [5.0, 0.0, 0.0]]> : tensor<4x3xf64>
    %s2 = sparse_tensor.convert %c1 : tensor<4x3xf64> to tensor<4x3xf64, #CSR>
    sparse_tensor.print %s2 : tensor<4x3xf64, #CSR>
    %c3 = arith.constant dense<[[1.0, 0.0, 2.0], [0.0, 0.0, 0.0], [0.0, 3.0, 4.0], [5.0, 0.0, 0.0]]> : tensor<4x3xf64>
    %s4 = sparse_tensor.convert %c3 : tensor<4x3xf64> to tensor<4x3xf64, #DCSR>
    sparse_tensor.print %s4 : tensor<4x3xf64, #DCSR>
    %c5 = arith.constant dense<[[1.0, 0.0, 2.0], [0.0, 0.0, 0.0], [0.0, 3.0, 4.0], [5.0, 0.0, 0.0]]> : tensor<4x3xf64>
    %s6 = sparse_tensor.convert %c5 : tensor<4x3xf64> to tensor<4x3xf64, #COO>
    sparse_tensor.print %s6 : tensor<4x3xf64, #COO>
    %c7 = arith.constant dense<[[1.0, 2.0, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0], [0.0, 0.0, 4.0, 0.0], [0.0, 0.0, 0.0, 0.0]]> : tensor<4x4xf64>
    %s8 = sparse_tensor.convert %c7 : tensor<4x4xf64> to tensor<4x4xf64, #BSR>
    sparse_tensor.print %s8 : tensor<4x4xf64, #BSR>
    %c9 = arith.constant dense<[[1.0, 0.5], [-2.0, 3.0]]> : tensor<2x2xf64>
    %b10 = bufferization.to_buffer %c9 : tensor<2x2xf64> to memref<2x2xf64>
    %u11 = memref.cast %b10 : memref<2x2xf64> to memref<*xf64>
    call @printMemrefF64(%u11) : (memref<*xf64>) -> ()
    %c12 = arith.constant dense<[7, 8, 9]> : tensor<3xi32>
    %b13 = bufferization.to_buffer %c12 : tensor<3xi32> to memref<3xi32>
    %u14 = memref.cast %b13 : memref<3xi32> to memref<*xi32>
    call @printMemrefI32(%u14) : (memref<*xi32>) -> ()
    %f15 = arith.constant 2.5 : f64
    call @printF64(%f15) : (f64) -> ()
    call @printComma() : () -> ()
    %i16 = arith.constant -12 : i64
    call @printI64(%i16) : (i64) -> ()
    call @printNewline() : () -> ()
    vector.print str "done\n"
    return
  }
}

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 5
// CHECK-NEXT: dim = ( 4, 3 )
// CHECK-NEXT: lvl = ( 4, 3 )
// CHECK-NEXT: pos[1] : ( 0, 2, 2, 4, 5 )
// CHECK-NEXT: crd[1] : ( 0, 2, 1, 2, 0 )
// CHECK-NEXT: values : ( 1, 2, 3, 4, 5 )
// CHECK-NEXT: ----
// CHECK-NEXT: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 5
// CHECK-NEXT: dim = ( 4, 3 )
// CHECK-NEXT: lvl = ( 4, 3 )
// CHECK-NEXT: pos[0] : ( 0, 3 )
// CHECK-NEXT: crd[0] : ( 0, 2, 3 )
// CHECK-NEXT: pos[1] : ( 0, 2, 4, 5 )
// CHECK-NEXT: crd[1] : ( 0, 2, 1, 2, 0 )
// CHECK-NEXT: values : ( 1, 2, 3, 4, 5 )
// CHECK-NEXT: ----
// CHECK-NEXT: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 5
// CHECK-NEXT: dim = ( 4, 3 )
// CHECK-NEXT: lvl = ( 4, 3 )
// CHECK-NEXT: pos[0] : ( 0, 5 )
// CHECK-NEXT: crd[0] : ( 0, 0, 0, 2, 2, 1, 2, 2, 3, 0 )
// CHECK-NEXT: values : ( 1, 2, 3, 4, 5 )
// CHECK-NEXT: ----
// CHECK-NEXT: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 8
// CHECK-NEXT: dim = ( 4, 4 )
// CHECK-NEXT: lvl = ( 2, 2, 2, 2 )
// CHECK-NEXT: pos[1] : ( 0, 1, 2 )
// CHECK-NEXT: crd[1] : ( 0, 1 )
// CHECK-NEXT: values : ( 1, 2, 0, 3, 4, 0, 0, 0 )
// CHECK-NEXT: ----
// CHECK-NEXT: {{Unranked Memref base@ = 0x[0-9a-f]+}} rank = 2 offset = 0 sizes = [2, 2] strides = [2, 1] data =
// CHECK-NEXT: {{[[][[]}}1,   0.5],
// CHECK-NEXT:  [-2,   3]]
// CHECK-NEXT: {{Unranked Memref base@ = 0x[0-9a-f]+}} rank = 1 offset = 0 sizes = [3] strides = [1] data =
// CHECK-NEXT: [7,  8,  9]
// CHECK-NEXT: 2.5, -12
// CHECK-NEXT: done
