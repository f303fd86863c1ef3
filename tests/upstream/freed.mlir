// bufferization.dealloc_tensor frees what nothing uses any more, and only that: two equal
// computations become one, whose result the second one still has.
// RUN: %modes %s | FileCheck %s --match-full-lines

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>

module {
  func.func @double(%a: tensor<3x4xf64, #CSR>) -> tensor<3x4xf64, #CSR> {
    %e = tensor.empty() : tensor<3x4xf64, #CSR>
    %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%a : tensor<3x4xf64, #CSR>) outs(%e : tensor<3x4xf64, #CSR>) {
    ^bb0(%x: f64, %y: f64):
      %z = arith.addf %x, %x : f64
      linalg.yield %z : f64
    } -> tensor<3x4xf64, #CSR>
    return %r : tensor<3x4xf64, #CSR>
  }

  func.func @main() {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %rounds = arith.constant 3 : index
    %d = arith.constant dense<[[0.0, 1.5, 0.0, 2.0], [0.0, 0.0, 0.0, 0.0], [-3.0, 0.0, 0.0, 0.0]]> : tensor<3x4xf64>
    %a = sparse_tensor.convert %d : tensor<3x4xf64> to tensor<3x4xf64, #CSR>
    %b = sparse_tensor.convert %a : tensor<3x4xf64, #CSR> to tensor<3x4xf64, #CSC>
    %c = sparse_tensor.convert %a : tensor<3x4xf64, #CSR> to tensor<3x4xf64, #CSC>
    %n = sparse_tensor.number_of_entries %b : tensor<3x4xf64, #CSC>
    vector.print %n : index
    bufferization.dealloc_tensor %b : tensor<3x4xf64, #CSC>
    sparse_tensor.print %c : tensor<3x4xf64, #CSC>
    bufferization.dealloc_tensor %c : tensor<3x4xf64, #CSC>
    scf.for %i = %zero to %rounds step %one {
      %r = func.call @double(%a) : (tensor<3x4xf64, #CSR>) -> tensor<3x4xf64, #CSR>
      %s = func.call @double(%r) : (tensor<3x4xf64, #CSR>) -> tensor<3x4xf64, #CSR>
      bufferization.dealloc_tensor %r : tensor<3x4xf64, #CSR>
      %v = sparse_tensor.values %s : tensor<3x4xf64, #CSR> to memref<?xf64>
      %x = memref.load %v[%i] : memref<?xf64>
      vector.print %x : f64
      bufferization.dealloc_tensor %s : tensor<3x4xf64, #CSR>
    }
    // Arrays of a tensor that is freed, which the module still has.
    %t = call @double(%a) : (tensor<3x4xf64, #CSR>) -> tensor<3x4xf64, #CSR>
    %w = sparse_tensor.values %t : tensor<3x4xf64, #CSR> to memref<?xf64>
    bufferization.dealloc_tensor %t : tensor<3x4xf64, #CSR>
    %u = call @double(%a) : (tensor<3x4xf64, #CSR>) -> tensor<3x4xf64, #CSR>
    %y = memref.load %w[%one] : memref<?xf64>
    vector.print %y : f64
    bufferization.dealloc_tensor %u : tensor<3x4xf64, #CSR>
    bufferization.dealloc_tensor %a : tensor<3x4xf64, #CSR>
    return
  }
}

// CHECK: 3
// CHECK-NEXT: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 3
// CHECK-NEXT: dim = ( 3, 4 )
// CHECK-NEXT: lvl = ( 4, 3 )
// CHECK-NEXT: pos[1] : ( 0, 1, 2, 2, 3 )
// CHECK-NEXT: crd[1] : ( 2, 0, 0 )
// CHECK-NEXT: values : ( -3, 1.5, 2 )
// CHECK-NEXT: ----
// CHECK-NEXT: 6
// CHECK-NEXT: 8
// CHECK-NEXT: -12
// CHECK-NEXT: 4
