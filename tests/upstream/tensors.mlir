// Sampled products, MTTKRP, and products of tensors of order three with matrices and vectors.
// RUN: %modes %s | FileCheck %s --match-full-lines

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>
#T3 = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed) }>
#CCDp = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d2 : compressed, d0 : compressed, d1 : dense) }>

module {
  func.func @main() {
    %c1 = arith.constant dense<[[2.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 2.0, 0.0, 2.0, 0.0], [2.0, 0.0, 0.0, 0.0, 2.0]]> : tensor<4x5xf64>
    %s2 = sparse_tensor.convert %c1 : tensor<4x5xf64> to tensor<4x5xf64, #CSR>
    %c3 = arith.constant dense<[[-3.0, -2.0], [-1.0, 0.0], [1.0, 2.0], [3.0, 4.0]]> : tensor<4x2xf64>
    %c4 = arith.constant dense<[[0.0, 0.5, 1.0, 1.5, 2.0], [2.5, 3.0, 3.5, 4.0, 4.5]]> : tensor<2x5xf64>
    %c5 = arith.constant dense<[[0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<4x5xf64>
    %r6 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%s2, %c3, %c4 : tensor<4x5xf64, #CSR>, tensor<4x2xf64>, tensor<2x5xf64>) outs(%c5 : tensor<4x5xf64>) {
      ^bb0(%s: f64, %a: f64, %b: f64, %x: f64):
      %0 = arith.mulf %a, %b : f64
      %1 = arith.mulf %s, %0 : f64
      %2 = arith.addf %x, %1 : f64
      linalg.yield %2 : f64
    } -> tensor<4x5xf64>
    %z7 = arith.constant 0.0 : f64
    %x8 = arith.constant 0 : index
    %w9 = vector.transfer_read %r6[%x8, %x8], %z7 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w9 : vector<4x5xf64>
    %o10 = tensor.empty() : tensor<4x5xf64, #CSR>
    %r11 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%s2, %c3, %c4 : tensor<4x5xf64, #CSR>, tensor<4x2xf64>, tensor<2x5xf64>) outs(%o10 : tensor<4x5xf64, #CSR>) {
      ^bb0(%s: f64, %a: f64, %b: f64, %x: f64):
      %0 = arith.mulf %a, %b : f64
      %1 = arith.mulf %s, %0 : f64
      %2 = arith.addf %x, %1 : f64
      linalg.yield %2 : f64
    } -> tensor<4x5xf64, #CSR>
    %d12 = sparse_tensor.convert %r11 : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
    %z13 = arith.constant 0.0 : f64
    %x14 = arith.constant 0 : index
    %w15 = vector.transfer_read %d12[%x14, %x14], %z13 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w15 : vector<4x5xf64>
    %n16 = sparse_tensor.number_of_entries %r11 : tensor<4x5xf64, #CSR>
    vector.print %n16 : index
    %c17 = arith.constant dense<[[[0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, -1.0]], [[0.0, 0.0, 0.0, 0.0], [3.0, 0.0, 4.0, 0.0], [0.0, 0.5, 0.0, 0.0]]]> : tensor<2x3x4xf64>
    %s18 = sparse_tensor.convert %c17 : tensor<2x3x4xf64> to tensor<2x3x4xf64, #T3>
    %c19 = arith.constant dense<[[-2.0, -1.0], [0.0, 1.0], [2.0, 3.0]]> : tensor<3x2xf64>
    %c20 = arith.constant dense<[[0.0, 0.5], [1.0, 1.5], [2.0, 2.5], [3.0, 3.5]]> : tensor<4x2xf64>
    %c21 = arith.constant dense<[[0.0, 0.0], [0.0, 0.0]]> : tensor<2x2xf64>
    %r22 = linalg.generic {indexing_maps = [affine_map<(i, j, k, l) -> (i, k, l)>, affine_map<(i, j, k, l) -> (k, j)>, affine_map<(i, j, k, l) -> (l, j)>, affine_map<(i, j, k, l) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%s18, %c19, %c20 : tensor<2x3x4xf64, #T3>, tensor<3x2xf64>, tensor<4x2xf64>) outs(%c21 : tensor<2x2xf64>) {
      ^bb0(%s: f64, %a: f64, %b: f64, %x: f64):
      %0 = arith.mulf %a, %b : f64
      %1 = arith.mulf %s, %0 : f64
      %2 = arith.addf %x, %1 : f64
      linalg.yield %2 : f64
    } -> tensor<2x2xf64>
    %z23 = arith.constant 0.0 : f64
    %x24 = arith.constant 0 : index
    %w25 = vector.transfer_read %r22[%x24, %x24], %z23 : tensor<2x2xf64>, vector<2x2xf64>
    vector.print %w25 : vector<2x2xf64>
    %c26 = arith.constant dense<[[[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]]> : tensor<2x3x2xf64>
    %r27 = linalg.generic {indexing_maps = [affine_map<(i, j, k, l) -> (i, j, l)>, affine_map<(i, j, k, l) -> (l, k)>, affine_map<(i, j, k, l) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%s18, %c20 : tensor<2x3x4xf64, #T3>, tensor<4x2xf64>) outs(%c26 : tensor<2x3x2xf64>) {
      ^bb0(%a: f64, %b: f64, %x: f64):
      %0 = arith.mulf %a, %b : f64
      %1 = arith.addf %x, %0 : f64
      linalg.yield %1 : f64
    } -> tensor<2x3x2xf64>
    %z28 = arith.constant 0.0 : f64
    %x29 = arith.constant 0 : index
    %w30 = vector.transfer_read %r27[%x29, %x29, %x29], %z28 : tensor<2x3x2xf64>, vector<2x3x2xf64>
    vector.print %w30 : vector<2x3x2xf64>
    %c31 = arith.constant dense<[1.0, -1.0, 2.0, 0.5]> : tensor<4xf64>
    %o32 = tensor.empty() : tensor<2x3xf64, #DCSR>
    %r33 = linalg.generic {indexing_maps = [affine_map<(i, j, l) -> (i, j, l)>, affine_map<(i, j, l) -> (l)>, affine_map<(i, j, l) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%s18, %c31 : tensor<2x3x4xf64, #T3>, tensor<4xf64>) outs(%o32 : tensor<2x3xf64, #DCSR>) {
      ^bb0(%a: f64, %b: f64, %x: f64):
      %0 = arith.mulf %a, %b : f64
      %1 = arith.addf %x, %0 : f64
      linalg.yield %1 : f64
    } -> tensor<2x3xf64, #DCSR>
    %d34 = sparse_tensor.convert %r33 : tensor<2x3xf64, #DCSR> to tensor<2x3xf64>
    %z35 = arith.constant 0.0 : f64
    %x36 = arith.constant 0 : index
    %w37 = vector.transfer_read %d34[%x36, %x36], %z35 : tensor<2x3xf64>, vector<2x3xf64>
    vector.print %w37 : vector<2x3xf64>
    %c38 = arith.constant dense<[[[0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, -1.0]], [[0.0, 0.0, 0.0, 0.0], [3.0, 0.0, 4.0, 0.0], [0.0, 0.5, 0.0, 0.0]]]> : tensor<2x3x4xf64>
    %s39 = sparse_tensor.convert %c38 : tensor<2x3x4xf64> to tensor<2x3x4xf64, #CCDp>
    %o40 = tensor.empty() : tensor<2x3x4xf64, #T3>
    %r41 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s18, %s39 : tensor<2x3x4xf64, #T3>, tensor<2x3x4xf64, #CCDp>) outs(%o40 : tensor<2x3x4xf64, #T3>) {
      ^bb0(%a: f64, %b: f64, %x: f64):
      %0 = arith.mulf %a, %b : f64
      linalg.yield %0 : f64
    } -> tensor<2x3x4xf64, #T3>
    %d42 = sparse_tensor.convert %r41 : tensor<2x3x4xf64, #T3> to tensor<2x3x4xf64>
    %z43 = arith.constant 0.0 : f64
    %x44 = arith.constant 0 : index
    %w45 = vector.transfer_read %d42[%x44, %x44, %x44], %z43 : tensor<2x3x4xf64>, vector<2x3x4xf64>
    vector.print %w45 : vector<2x3x4xf64>
    %o46 = arith.constant dense<0.0> : tensor<f64>
    %r47 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> ()>], iterator_types = ["reduction", "reduction", "reduction"]} ins(%s18 : tensor<2x3x4xf64, #T3>) outs(%o46 : tensor<f64>) {
      ^bb0(%a: f64, %x: f64):
      %0 = arith.addf %x, %a : f64
      linalg.yield %0 : f64
    } -> tensor<f64>
    %e48 = tensor.extract %r47[] : tensor<f64>
    vector.print %e48 : f64
    return
  }
}

// CHECK: ( ( -10, 0, -20, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, 13, 0, 19, 0 ), ( 20, 0, 0, 0, 48 ) )
// CHECK-NEXT: ( ( -10, 0, -20, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, 13, 0, 19, 0 ), ( 20, 0, 0, 0, 48 ) )
// CHECK-NEXT: 6
// CHECK-NEXT: ( ( -10, -13.5 ), ( 1, 13.75 ) )
// CHECK-NEXT: ( ( ( 2, 3 ), ( 0, 0 ), ( -3, -3.5 ) ), ( ( 0, 0 ), ( 8, 11.5 ), ( 0.5, 0.75 ) ) )
// CHECK-NEXT: ( ( -2, 0, -0.5 ), ( 0, 11, -0.5 ) )
// CHECK-NEXT: ( ( ( 0, 4, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 1 ) ), ( ( 0, 0, 0, 0 ), ( 9, 0, 16, 0 ), ( 0, 0.25, 0, 0 ) ) )
// CHECK-NEXT: 8.5
