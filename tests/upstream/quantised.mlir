// A product of 8-bit numbers summed in 32 bits, with zero points.
// RUN: %modes %s | FileCheck %s --match-full-lines

#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>

module {
  func.func @main() {
    %c1 = arith.constant dense<[[1, 0, 3], [0, 0, 0], [-5, 7, 0]]> : tensor<3x3xi8>
    %c2 = arith.constant dense<[[2, 0], [0, -1], [4, 100]]> : tensor<3x2xi8>
    %s3 = sparse_tensor.convert %c2 : tensor<3x2xi8> to tensor<3x2xi8, #DCSR>
    %c4 = arith.constant dense<[[1, 1], [1, 1], [1, 1]]> : tensor<3x2xi32>
    %z5 = arith.constant 2 : i32
    %z6 = arith.constant 0 : i32
    %r7 = linalg.quantized_matmul ins(%c1, %s3, %z5, %z6 : tensor<3x3xi8>, tensor<3x2xi8, #DCSR>, i32, i32) outs(%c4 : tensor<3x2xi32>) -> tensor<3x2xi32>
    %z8 = arith.constant 0 : i32
    %x9 = arith.constant 0 : index
    %w10 = vector.transfer_read %r7[%x9, %x9], %z8 : tensor<3x2xi32>, vector<3x2xi32>
    vector.print %w10 : vector<3x2xi32>
    return
  }
}

// CHECK: ( ( 3, 103 ), ( -11, -197 ), ( -21, -204 ) )
