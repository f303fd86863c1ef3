// sparse_tensor.reinterpret_map: the same arrays, read with another map.
// RUN: %modes %s | FileCheck %s --match-full-lines

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>
#BSR = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, j floordiv 3 : compressed, i mod 2 : dense, j mod 3 : dense) }>
#DSDD = #sparse_tensor.encoding<{ map = (i, j, k, l) -> (i : dense, j : compressed, k : dense, l : dense) }>

module {
  // The transposed matrix, without a copy of any element's place.
  func.func @turned(%a: tensor<?x?xf64, #CSC>) -> tensor<?x?xf64, #CSR> {
    %b = sparse_tensor.reinterpret_map %a : tensor<?x?xf64, #CSC> to tensor<?x?xf64, #CSR>
    return %b : tensor<?x?xf64, #CSR>
  }

  func.func @main() {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %f0 = arith.constant 0.0 : f64
    %m = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %a = sparse_tensor.convert %m : tensor<4x5xf64> to tensor<4x5xf64, #CSC>
    %c = tensor.cast %a : tensor<4x5xf64, #CSC> to tensor<?x?xf64, #CSC>
    %b = call @turned(%c) : (tensor<?x?xf64, #CSC>) -> tensor<?x?xf64, #CSR>
    %rows = tensor.dim %b, %c0 : tensor<?x?xf64, #CSR>
    %columns = tensor.dim %b, %c1 : tensor<?x?xf64, #CSR>
    vector.print %rows : index
    vector.print %columns : index
    %d = sparse_tensor.convert %b : tensor<?x?xf64, #CSR> to tensor<?x?xf64>
    %e = tensor.cast %d : tensor<?x?xf64> to tensor<5x4xf64>
    %v = vector.transfer_read %e[%c0, %c0], %f0 : tensor<5x4xf64>, vector<5x4xf64>
    vector.print %v : vector<5x4xf64>

    // Blocks of 2 x 3 are the last two dimensions of a tensor of order 4.
    %n = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0, 0.0], [0.0, 0.0, 3.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 4.0, -5.0], [0.0, 0.0, 0.0, 6.0, 0.0, 7.5]]> : tensor<4x6xf64>
    %g = sparse_tensor.convert %n : tensor<4x6xf64> to tensor<4x6xf64, #BSR>
    %h = sparse_tensor.reinterpret_map %g : tensor<4x6xf64, #BSR> to tensor<2x2x2x3xf64, #DSDD>
    sparse_tensor.foreach in %h : tensor<2x2x2x3xf64, #DSDD> do {
    ^bb0(%i: index, %j: index, %k: index, %l: index, %x: f64):
      %some = arith.cmpf une, %x, %f0 : f64
      scf.if %some {
        vector.print %i : index
        vector.print %j : index
        vector.print %k : index
        vector.print %l : index
        vector.print %x : f64
      }
    }
    // And back.
    %o = sparse_tensor.reinterpret_map %h : tensor<2x2x2x3xf64, #DSDD> to tensor<4x6xf64, #BSR>
    %p = sparse_tensor.convert %o : tensor<4x6xf64, #BSR> to tensor<4x6xf64>
    %q = vector.transfer_read %p[%c0, %c0], %f0 : tensor<4x6xf64>, vector<4x6xf64>
    vector.print %q : vector<4x6xf64>
    return
  }
}

// CHECK: 5
// CHECK-NEXT: 4
// CHECK-NEXT: ( ( 1, 0, 0, 5 ), ( 0, 0, 3, 0 ), ( 2, 0, 0, 0 ), ( 0, 0, -4, 0 ), ( 0, 0, 0, 6.5 ) )
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 1
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 2
// CHECK-NEXT: 2
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 1
// CHECK-NEXT: 2
// CHECK-NEXT: 3
// CHECK-NEXT: 1
// CHECK-NEXT: 1
// CHECK-NEXT: 0
// CHECK-NEXT: 1
// CHECK-NEXT: 4
// CHECK-NEXT: 1
// CHECK-NEXT: 1
// CHECK-NEXT: 0
// CHECK-NEXT: 2
// CHECK-NEXT: -5
// CHECK-NEXT: 1
// CHECK-NEXT: 1
// CHECK-NEXT: 1
// CHECK-NEXT: 0
// CHECK-NEXT: 6
// CHECK-NEXT: 1
// CHECK-NEXT: 1
// CHECK-NEXT: 1
// CHECK-NEXT: 2
// CHECK-NEXT: 7.5
// CHECK-NEXT: ( ( 1, 0, 2, 0, 0, 0 ), ( 0, 0, 3, 0, 0, 0 ), ( 0, 0, 0, 0, 4, -5 ), ( 0, 0, 0, 6, 0, 7.5 ) )
