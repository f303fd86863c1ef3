// sparse_tensor.new of files of the command line or the environment, and sparse_tensor.out.
// RUN: %modes %s %S/Inputs/a.mtx %S/Inputs/t.tns %S/Inputs/symmetric.mtx | FileCheck %s --match-full-lines

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>
#T3 = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed) }>
!File = !llvm.ptr

module {
  func.func private @getTensorFilename(index) -> !File
  llvm.mlir.global internal constant @to_stdout("\00")
  func.func @main() {
    %x1 = arith.constant 0 : index
    %f2 = call @getTensorFilename(%x1) : (index) -> !File
    %s3 = sparse_tensor.new %f2 : !File to tensor<?x?xf64, #CSR>
    %x4 = arith.constant 0 : index
    %n5 = tensor.dim %s3, %x4 : tensor<?x?xf64, #CSR>
    vector.print %n5 : index
    %x6 = arith.constant 1 : index
    %n7 = tensor.dim %s3, %x6 : tensor<?x?xf64, #CSR>
    vector.print %n7 : index
    %c8 = arith.constant dense<[1.0, -2.0, 3.0, 0.5, 4.0]> : tensor<5xf64>
    %x9 = tensor.cast %c8 : tensor<5xf64> to tensor<?xf64>
    %c10 = arith.constant dense<[0.0, 0.0, 0.0, 0.0]> : tensor<4xf64>
    %o11 = tensor.cast %c10 : tensor<4xf64> to tensor<?xf64>
    %r12 = linalg.matvec ins(%s3, %x9 : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%o11 : tensor<?xf64>) -> tensor<?xf64>
    %r13 = tensor.cast %r12 : tensor<?xf64> to tensor<4xf64>
    %z14 = arith.constant 0.0 : f64
    %x15 = arith.constant 0 : index
    %w16 = vector.transfer_read %r13[%x15], %z14 : tensor<4xf64>, vector<4xf64>
    vector.print %w16 : vector<4xf64>
    %x17 = arith.constant 1 : index
    %f18 = call @getTensorFilename(%x17) : (index) -> !File
    %s19 = sparse_tensor.new %f18 : !File to tensor<2x3x4xf64, #T3>
    %d20 = sparse_tensor.convert %s19 : tensor<2x3x4xf64, #T3> to tensor<2x3x4xf64>
    %z21 = arith.constant 0.0 : f64
    %x22 = arith.constant 0 : index
    %w23 = vector.transfer_read %d20[%x22, %x22, %x22], %z21 : tensor<2x3x4xf64>, vector<2x3x4xf64>
    vector.print %w23 : vector<2x3x4xf64>
    %x24 = arith.constant 2 : index
    %f25 = call @getTensorFilename(%x24) : (index) -> !File
    %s26 = sparse_tensor.new %f25 : !File to tensor<3x3xf64, #DCSR>
    %d27 = sparse_tensor.convert %s26 : tensor<3x3xf64, #DCSR> to tensor<3x3xf64>
    %z28 = arith.constant 0.0 : f64
    %x29 = arith.constant 0 : index
    %w30 = vector.transfer_read %d27[%x29, %x29], %z28 : tensor<3x3xf64>, vector<3x3xf64>
    vector.print %w30 : vector<3x3xf64>
    %f31 = llvm.mlir.addressof @to_stdout : !File
    sparse_tensor.out %s26, %f31 : tensor<3x3xf64, #DCSR>, !File
    return
  }
}

// CHECK: 4
// CHECK-NEXT: 5
// CHECK-NEXT: ( 7, 0, -8, 31 )
// CHECK-NEXT: ( ( ( 0, 2, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, -1 ) ), ( ( 0, 0, 0, 0 ), ( 3, 0, 4, 0 ), ( 0, 0.5, 0, 0 ) ) )
// CHECK-NEXT: ( ( 2, 1, 0 ), ( 1, 3, -4 ), ( 0, -4, 0 ) )
// CHECK-NEXT: ; extended FROSTT format
// CHECK-NEXT: 2 6
// CHECK-NEXT: 3 3
// CHECK-NEXT: 1 1 2
// CHECK-NEXT: 1 2 1
// CHECK-NEXT: 2 1 1
// CHECK-NEXT: 2 2 3
// CHECK-NEXT: 2 3 -4
// CHECK-NEXT: 3 2 -4
