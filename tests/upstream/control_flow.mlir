// Sparse tensors through functions, loops and branches.
// RUN: %modes %s | FileCheck %s --match-full-lines

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

module {
  func.func private @product(%a: tensor<3x3xf64, #CSR>, %b: tensor<3x3xf64, #CSR>) -> tensor<3x3xf64, #CSR> {
    %e = tensor.empty() : tensor<3x3xf64, #CSR>
    %0 = linalg.matmul ins(%a, %b : tensor<3x3xf64, #CSR>, tensor<3x3xf64, #CSR>) outs(%e : tensor<3x3xf64, #CSR>) -> tensor<3x3xf64, #CSR>
    return %0 : tensor<3x3xf64, #CSR>
  }
  func.func @main() {
    %c1 = arith.constant dense<[[1.0, 2.0, 0.0], [0.0, 0.0, 1.0], [3.0, 0.0, 0.0]]> : tensor<3x3xf64>
    %s2 = sparse_tensor.convert %c1 : tensor<3x3xf64> to tensor<3x3xf64, #CSR>
    %x3 = arith.constant 0 : index
    %x4 = arith.constant 1 : index
    %x5 = arith.constant 3 : index
    %r6 = scf.for %t = %x3 to %x5 step %x4 iter_args(%acc = %s2) -> (tensor<3x3xf64, #CSR>) {
      %y = func.call @product(%s2, %acc) : (tensor<3x3xf64, #CSR>, tensor<3x3xf64, #CSR>) -> tensor<3x3xf64, #CSR>
      scf.yield %y : tensor<3x3xf64, #CSR>
    }
    %d7 = sparse_tensor.convert %r6 : tensor<3x3xf64, #CSR> to tensor<3x3xf64>
    %z8 = arith.constant 0.0 : f64
    %x9 = arith.constant 0 : index
    %w10 = vector.transfer_read %d7[%x9, %x9], %z8 : tensor<3x3xf64>, vector<3x3xf64>
    vector.print %w10 : vector<3x3xf64>
    %n11 = sparse_tensor.number_of_entries %r6 : tensor<3x3xf64, #CSR>
    %k12 = arith.cmpi ugt, %n11, %x5 : index
    %r13 = scf.if %k12 -> (tensor<3x3xf64, #CSR>) {
      scf.yield %s2 : tensor<3x3xf64, #CSR>
    } else {
      scf.yield %r6 : tensor<3x3xf64, #CSR>
    }
    %d14 = sparse_tensor.convert %r13 : tensor<3x3xf64, #CSR> to tensor<3x3xf64>
    %z15 = arith.constant 0.0 : f64
    %x16 = arith.constant 0 : index
    %w17 = vector.transfer_read %d14[%x16, %x16], %z15 : tensor<3x3xf64>, vector<3x3xf64>
    vector.print %w17 : vector<3x3xf64>
    return
  }
}

// CHECK: ( ( 13, 14, 2 ), ( 3, 6, 6 ), ( 21, 6, 6 ) )
// CHECK-NEXT: ( ( 1, 2, 0 ), ( 0, 0, 1 ), ( 3, 0, 0 ) )
