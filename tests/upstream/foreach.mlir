// sparse_tensor.foreach: in the order of the levels, with padding of blocks, over a dense tensor, in another order.
// RUN: %modes %s | FileCheck %s --match-full-lines

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>
#BSR = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>

module {
  func.func private @show(%i: index, %j: index, %v: f64) {
    vector.print %i : index
    vector.print %j : index
    vector.print %v : f64
    return
  }
  func.func @main() {
    %c1 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %s2 = sparse_tensor.convert %c1 : tensor<4x5xf64> to tensor<4x5xf64, #CSR>
    sparse_tensor.foreach in %s2 : tensor<4x5xf64, #CSR> do {
    ^bb0(%i: index, %j: index, %v: f64):
      func.call @show(%i, %j, %v) : (index, index, f64) -> ()
    }
    %c3 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %s4 = sparse_tensor.convert %c3 : tensor<4x5xf64> to tensor<4x5xf64, #CSC>
    sparse_tensor.foreach in %s4 : tensor<4x5xf64, #CSC> do {
    ^bb0(%i: index, %j: index, %v: f64):
      func.call @show(%i, %j, %v) : (index, index, f64) -> ()
    }
    %c5 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %s6 = sparse_tensor.convert %c5 : tensor<4x5xf64> to tensor<4x5xf64, #COO>
    sparse_tensor.foreach in %s6 : tensor<4x5xf64, #COO> do {
    ^bb0(%i: index, %j: index, %v: f64):
      func.call @show(%i, %j, %v) : (index, index, f64) -> ()
    }
    %c7 = arith.constant dense<[[0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 2.0]]> : tensor<2x4xf64>
    %s8 = sparse_tensor.convert %c7 : tensor<2x4xf64> to tensor<2x4xf64, #BSR>
    sparse_tensor.foreach in %s8 : tensor<2x4xf64, #BSR> do {
    ^bb0(%i: index, %j: index, %v: f64):
      func.call @show(%i, %j, %v) : (index, index, f64) -> ()
    }
    %c9 = arith.constant dense<[[0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 2.0]]> : tensor<2x4xf64>
    sparse_tensor.foreach in %c9 {order = affine_map<(i, j) -> (j, i)>} : tensor<2x4xf64> do {
    ^bb0(%i: index, %j: index, %v: f64):
      func.call @show(%i, %j, %v) : (index, index, f64) -> ()
    }
    %c10 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %s11 = sparse_tensor.convert %c10 : tensor<4x5xf64> to tensor<4x5xf64, #CSC>
    %z12 = arith.constant 1.0 : f64
    %x13 = arith.constant 0 : index
    %x14 = arith.constant 1 : index
    %r15:2 = sparse_tensor.foreach in %s11 init(%z12, %x13) : tensor<4x5xf64, #CSC>, f64, index -> f64, index do {
    ^bb0(%i: index, %j: index, %v: f64, %s: f64, %n: index):
      %t = arith.addf %s, %v : f64
      %h = arith.constant 0.5 : f64
      %u = arith.mulf %t, %h : f64
      %m = arith.addi %n, %x14 : index
      sparse_tensor.yield %u, %m : f64, index
    }
    vector.print %r15#0 : f64
    vector.print %r15#1 : index
    return
  }
}

// CHECK: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 1
// CHECK-NEXT: 0
// CHECK-NEXT: 2
// CHECK-NEXT: 2
// CHECK-NEXT: 2
// CHECK-NEXT: 1
// CHECK-NEXT: 3
// CHECK-NEXT: 2
// CHECK-NEXT: 3
// CHECK-NEXT: -4
// CHECK-NEXT: 3
// CHECK-NEXT: 0
// CHECK-NEXT: 5
// CHECK-NEXT: 3
// CHECK-NEXT: 4
// CHECK-NEXT: 6.5
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 1
// CHECK-NEXT: 3
// CHECK-NEXT: 0
// CHECK-NEXT: 5
// CHECK-NEXT: 2
// CHECK-NEXT: 1
// CHECK-NEXT: 3
// CHECK-NEXT: 0
// CHECK-NEXT: 2
// CHECK-NEXT: 2
// CHECK-NEXT: 2
// CHECK-NEXT: 3
// CHECK-NEXT: -4
// CHECK-NEXT: 3
// CHECK-NEXT: 4
// CHECK-NEXT: 6.5
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 1
// CHECK-NEXT: 0
// CHECK-NEXT: 2
// CHECK-NEXT: 2
// CHECK-NEXT: 2
// CHECK-NEXT: 1
// CHECK-NEXT: 3
// CHECK-NEXT: 2
// CHECK-NEXT: 3
// CHECK-NEXT: -4
// CHECK-NEXT: 3
// CHECK-NEXT: 0
// CHECK-NEXT: 5
// CHECK-NEXT: 3
// CHECK-NEXT: 4
// CHECK-NEXT: 6.5
// CHECK-NEXT: 0
// CHECK-NEXT: 2
// CHECK-NEXT: 1
// CHECK-NEXT: 0
// CHECK-NEXT: 3
// CHECK-NEXT: 0
// CHECK-NEXT: 1
// CHECK-NEXT: 2
// CHECK-NEXT: 0
// CHECK-NEXT: 1
// CHECK-NEXT: 3
// CHECK-NEXT: 2
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 1
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 1
// CHECK-NEXT: 0
// CHECK-NEXT: 1
// CHECK-NEXT: 1
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 2
// CHECK-NEXT: 1
// CHECK-NEXT: 1
// CHECK-NEXT: 2
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 3
// CHECK-NEXT: 0
// CHECK-NEXT: 1
// CHECK-NEXT: 3
// CHECK-NEXT: 2
// CHECK-NEXT: 2.875
// CHECK-NEXT: 6
