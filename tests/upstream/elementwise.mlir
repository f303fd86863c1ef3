// Sums, products and functions of matrices, element by element; dense and sparse results.
// RUN: %modes %s | FileCheck %s --match-full-lines

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>

module {
  func.func @main() {
    %c1 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %s2 = sparse_tensor.convert %c1 : tensor<4x5xf64> to tensor<4x5xf64, #CSR>
    %c3 = arith.constant dense<[[0.0, 7.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [1.0, -3.0, 0.0, 0.0, 8.0], [0.0, 0.0, 0.0, 0.0, 6.0]]> : tensor<4x5xf64>
    %s4 = sparse_tensor.convert %c3 : tensor<4x5xf64> to tensor<4x5xf64, #CSR>
    %c5 = arith.constant dense<[[0.0, 7.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [1.0, -3.0, 0.0, 0.0, 8.0], [0.0, 0.0, 0.0, 0.0, 6.0]]> : tensor<4x5xf64>
    %s6 = sparse_tensor.convert %c5 : tensor<4x5xf64> to tensor<4x5xf64, #CSC>
    %c7 = arith.constant dense<[[-9.0, -8.0, -7.0, -6.0, -5.0], [-4.0, -3.0, -2.0, -1.0, 0.0], [1.0, 2.0, 3.0, 4.0, 5.0], [6.0, 7.0, 8.0, 9.0, 10.0]]> : tensor<4x5xf64>
    %o8 = tensor.empty() : tensor<4x5xf64, #CSR>
    %r9 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s2, %s4 : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSR>) outs(%o8 : tensor<4x5xf64, #CSR>) {
      ^bb0(%a: f64, %b: f64, %o: f64):
      %0 = arith.addf %a, %b : f64
      linalg.yield %0 : f64
    } -> tensor<4x5xf64, #CSR>
    %d10 = sparse_tensor.convert %r9 : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
    %z11 = arith.constant 0.0 : f64
    %x12 = arith.constant 0 : index
    %w13 = vector.transfer_read %d10[%x12, %x12], %z11 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w13 : vector<4x5xf64>
    %o14 = tensor.empty() : tensor<4x5xf64, #CSR>
    %r15 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s2, %s4 : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSR>) outs(%o14 : tensor<4x5xf64, #CSR>) {
      ^bb0(%a: f64, %b: f64, %o: f64):
      %0 = arith.mulf %a, %b : f64
      linalg.yield %0 : f64
    } -> tensor<4x5xf64, #CSR>
    %d16 = sparse_tensor.convert %r15 : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
    %z17 = arith.constant 0.0 : f64
    %x18 = arith.constant 0 : index
    %w19 = vector.transfer_read %d16[%x18, %x18], %z17 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w19 : vector<4x5xf64>
    %o20 = tensor.empty() : tensor<4x5xf64, #CSR>
    %r21 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s2, %s4 : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSR>) outs(%o20 : tensor<4x5xf64, #CSR>) {
      ^bb0(%a: f64, %b: f64, %o: f64):
      %0 = arith.subf %a, %b : f64
      linalg.yield %0 : f64
    } -> tensor<4x5xf64, #CSR>
    %d22 = sparse_tensor.convert %r21 : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
    %z23 = arith.constant 0.0 : f64
    %x24 = arith.constant 0 : index
    %w25 = vector.transfer_read %d22[%x24, %x24], %z23 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w25 : vector<4x5xf64>
    %o26 = tensor.empty() : tensor<4x5xf64, #CSR>
    %r27 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s2, %s6 : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSC>) outs(%o26 : tensor<4x5xf64, #CSR>) {
      ^bb0(%a: f64, %b: f64, %o: f64):
      %0 = arith.addf %a, %b : f64
      linalg.yield %0 : f64
    } -> tensor<4x5xf64, #CSR>
    %d28 = sparse_tensor.convert %r27 : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
    %z29 = arith.constant 0.0 : f64
    %x30 = arith.constant 0 : index
    %w31 = vector.transfer_read %d28[%x30, %x30], %z29 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w31 : vector<4x5xf64>
    %o32 = tensor.empty() : tensor<4x5xf64, #CSR>
    %r33 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s2, %c7 : tensor<4x5xf64, #CSR>, tensor<4x5xf64>) outs(%o32 : tensor<4x5xf64, #CSR>) {
      ^bb0(%a: f64, %b: f64, %o: f64):
      %0 = arith.mulf %a, %b : f64
      linalg.yield %0 : f64
    } -> tensor<4x5xf64, #CSR>
    %d34 = sparse_tensor.convert %r33 : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
    %z35 = arith.constant 0.0 : f64
    %x36 = arith.constant 0 : index
    %w37 = vector.transfer_read %d34[%x36, %x36], %z35 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w37 : vector<4x5xf64>
    %o38 = tensor.empty() : tensor<4x5xf64, #CSR>
    %r39 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s2, %s4 : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSR>) outs(%o38 : tensor<4x5xf64, #CSR>) {
      ^bb0(%a: f64, %b: f64, %o: f64):
      %0 = arith.maximumf %a, %b : f64
      linalg.yield %0 : f64
    } -> tensor<4x5xf64, #CSR>
    %d40 = sparse_tensor.convert %r39 : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
    %z41 = arith.constant 0.0 : f64
    %x42 = arith.constant 0 : index
    %w43 = vector.transfer_read %d40[%x42, %x42], %z41 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w43 : vector<4x5xf64>
    %c44 = arith.constant dense<[[1.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0]]> : tensor<4x5xf64>
    %r45 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s2, %c7 : tensor<4x5xf64, #CSR>, tensor<4x5xf64>) outs(%c44 : tensor<4x5xf64>) {
      ^bb0(%a: f64, %b: f64, %o: f64):
      %0 = arith.addf %a, %b : f64
      linalg.yield %0 : f64
    } -> tensor<4x5xf64>
    %z46 = arith.constant 0.0 : f64
    %x47 = arith.constant 0 : index
    %w48 = vector.transfer_read %r45[%x47, %x47], %z46 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w48 : vector<4x5xf64>
    %o49 = tensor.empty() : tensor<4x5xf64, #CSR>
    %r50 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s2 : tensor<4x5xf64, #CSR>) outs(%o49 : tensor<4x5xf64, #CSR>) {
      ^bb0(%a: f64, %o: f64):
      %0 = math.absf %a : f64
      linalg.yield %0 : f64
    } -> tensor<4x5xf64, #CSR>
    %d51 = sparse_tensor.convert %r50 : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
    %z52 = arith.constant 0.0 : f64
    %x53 = arith.constant 0 : index
    %w54 = vector.transfer_read %d51[%x53, %x53], %z52 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w54 : vector<4x5xf64>
    %o55 = tensor.empty() : tensor<4x5xf64, #CSR>
    %r56 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s2 : tensor<4x5xf64, #CSR>) outs(%o55 : tensor<4x5xf64, #CSR>) {
      ^bb0(%a: f64, %o: f64):
      %0 = arith.negf %a : f64
      linalg.yield %0 : f64
    } -> tensor<4x5xf64, #CSR>
    %d57 = sparse_tensor.convert %r56 : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
    %z58 = arith.constant 0.0 : f64
    %x59 = arith.constant 0 : index
    %w60 = vector.transfer_read %d57[%x59, %x59], %z58 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w60 : vector<4x5xf64>
    %o61 = tensor.empty() : tensor<4x5xf64, #CSR>
    %r62 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s2 : tensor<4x5xf64, #CSR>) outs(%o61 : tensor<4x5xf64, #CSR>) {
      ^bb0(%a: f64, %o: f64):
      %0 = math.ceil %a : f64
      linalg.yield %0 : f64
    } -> tensor<4x5xf64, #CSR>
    %d63 = sparse_tensor.convert %r62 : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
    %z64 = arith.constant 0.0 : f64
    %x65 = arith.constant 0 : index
    %w66 = vector.transfer_read %d63[%x65, %x65], %z64 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w66 : vector<4x5xf64>
    %o67 = tensor.empty() : tensor<4x5xf64, #CSR>
    %r68 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s2 : tensor<4x5xf64, #CSR>) outs(%o67 : tensor<4x5xf64, #CSR>) {
      ^bb0(%a: f64, %o: f64):
      %0 = math.floor %a : f64
      linalg.yield %0 : f64
    } -> tensor<4x5xf64, #CSR>
    %d69 = sparse_tensor.convert %r68 : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
    %z70 = arith.constant 0.0 : f64
    %x71 = arith.constant 0 : index
    %w72 = vector.transfer_read %d69[%x71, %x71], %z70 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w72 : vector<4x5xf64>
    %o73 = tensor.empty() : tensor<4x5xf64, #CSR>
    %r74 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s2 : tensor<4x5xf64, #CSR>) outs(%o73 : tensor<4x5xf64, #CSR>) {
      ^bb0(%a: f64, %o: f64):
      %0 = math.tanh %a : f64
      linalg.yield %0 : f64
    } -> tensor<4x5xf64, #CSR>
    %d75 = sparse_tensor.convert %r74 : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
    %z76 = arith.constant 0.0 : f64
    %x77 = arith.constant 0 : index
    %w78 = vector.transfer_read %d75[%x77, %x77], %z76 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w78 : vector<4x5xf64>
    %o79 = tensor.empty() : tensor<4x5xf64, #CSR>
    %r80 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s2 : tensor<4x5xf64, #CSR>) outs(%o79 : tensor<4x5xf64, #CSR>) {
      ^bb0(%a: f64, %o: f64):
      %0 = math.expm1 %a : f64
      linalg.yield %0 : f64
    } -> tensor<4x5xf64, #CSR>
    %d81 = sparse_tensor.convert %r80 : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
    %z82 = arith.constant 0.0 : f64
    %x83 = arith.constant 0 : index
    %w84 = vector.transfer_read %d81[%x83, %x83], %z82 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w84 : vector<4x5xf64>
    %o85 = tensor.empty() : tensor<4x5xf64, #CSR>
    %r86 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s2 : tensor<4x5xf64, #CSR>) outs(%o85 : tensor<4x5xf64, #CSR>) {
      ^bb0(%a: f64, %o: f64):
      %0 = math.sin %a : f64
      linalg.yield %0 : f64
    } -> tensor<4x5xf64, #CSR>
    %d87 = sparse_tensor.convert %r86 : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
    %z88 = arith.constant 0.0 : f64
    %x89 = arith.constant 0 : index
    %w90 = vector.transfer_read %d87[%x89, %x89], %z88 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w90 : vector<4x5xf64>
    %c91 = arith.constant dense<[[1.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0]]> : tensor<4x5xf64>
    %r92 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s2 : tensor<4x5xf64, #CSR>) outs(%c91 : tensor<4x5xf64>) {
      ^bb0(%a: f64, %o: f64):
      %0 = math.exp %a : f64
      linalg.yield %0 : f64
    } -> tensor<4x5xf64>
    %z93 = arith.constant 0.0 : f64
    %x94 = arith.constant 0 : index
    %w95 = vector.transfer_read %r92[%x94, %x94], %z93 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w95 : vector<4x5xf64>
    %o96 = tensor.empty() : tensor<4x5xf64, #CSR>
    %r97 = linalg.add ins(%s2, %s4 : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSR>) outs(%o96 : tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR>
    %d98 = sparse_tensor.convert %r97 : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
    %z99 = arith.constant 0.0 : f64
    %x100 = arith.constant 0 : index
    %w101 = vector.transfer_read %d98[%x100, %x100], %z99 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w101 : vector<4x5xf64>
    %o102 = tensor.empty() : tensor<4x5xf64, #CSR>
    %r103 = linalg.mul ins(%s2, %s4 : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSR>) outs(%o102 : tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR>
    %d104 = sparse_tensor.convert %r103 : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
    %z105 = arith.constant 0.0 : f64
    %x106 = arith.constant 0 : index
    %w107 = vector.transfer_read %d104[%x106, %x106], %z105 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w107 : vector<4x5xf64>
    %o108 = tensor.empty() : tensor<4x5xf64, #CSR>
    %r109 = linalg.sub ins(%s2, %s4 : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSR>) outs(%o108 : tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR>
    %d110 = sparse_tensor.convert %r109 : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
    %z111 = arith.constant 0.0 : f64
    %x112 = arith.constant 0 : index
    %w113 = vector.transfer_read %d110[%x112, %x112], %z111 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w113 : vector<4x5xf64>
    return
  }
}

// CHECK: ( ( 1, 7, 4, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 1, 0, 0, -4, 8 ), ( 5, 0, 0, 0, 12.5 ) )
// CHECK-NEXT: ( ( 0, 0, 4, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, -9, 0, 0, 0 ), ( 0, 0, 0, 0, 39 ) )
// CHECK-NEXT: ( ( 1, -7, 0, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( -1, 6, 0, -4, -8 ), ( 5, 0, 0, 0, 0.5 ) )
// CHECK-NEXT: ( ( 1, 7, 4, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 1, 0, 0, -4, 8 ), ( 5, 0, 0, 0, 12.5 ) )
// CHECK-NEXT: ( ( -9, 0, -14, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, 6, 0, -16, 0 ), ( 30, 0, 0, 0, 65 ) )
// CHECK-NEXT: ( ( 1, 7, 2, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 1, 3, 0, 0, 8 ), ( 5, 0, 0, 0, 6.5 ) )
// CHECK-NEXT: ( ( -8, -8, -5, -6, -5 ), ( -4, -3, -2, -1, 0 ), ( 1, 5, 3, 0, 5 ), ( 11, 7, 8, 9, 16.5 ) )
// CHECK-NEXT: ( ( 1, 0, 2, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, 3, 0, 4, 0 ), ( 5, 0, 0, 0, 6.5 ) )
// CHECK-NEXT: ( ( -1, 0, -2, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, -3, 0, 4, 0 ), ( -5, 0, 0, 0, -6.5 ) )
// CHECK-NEXT: ( ( 1, 0, 2, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, 3, 0, -4, 0 ), ( 5, 0, 0, 0, 7 ) )
// CHECK-NEXT: ( ( 1, 0, 2, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, 3, 0, -4, 0 ), ( 5, 0, 0, 0, 6 ) )
// CHECK-NEXT: ( ( 0.761594, 0, 0.964028, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, 0.995055, 0, -0.999329, 0 ), ( 0.999909, 0, 0, 0, 0.999995 ) )
// CHECK-NEXT: ( ( 1.71828, 0, 6.38906, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, 19.0855, 0, -0.981684, 0 ), ( 147.413, 0, 0, 0, 664.142 ) )
// CHECK-NEXT: ( ( 0.841471, 0, 0.909297, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, 0.14112, 0, 0.756802, 0 ), ( -0.958924, 0, 0, 0, 0.21512 ) )
// CHECK-NEXT: ( ( 2.71828, 1, 7.38906, 1, 1 ), ( 1, 1, 1, 1, 1 ), ( 1, 20.0855, 1, 0.0183156, 1 ), ( 148.413, 1, 1, 1, 665.142 ) )
// CHECK-NEXT: ( ( 1, 7, 4, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 1, 0, 0, -4, 8 ), ( 5, 0, 0, 0, 12.5 ) )
// CHECK-NEXT: ( ( 0, 0, 4, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, -9, 0, 0, 0 ), ( 0, 0, 0, 0, 39 ) )
// CHECK-NEXT: ( ( 1, -7, 0, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( -1, 6, 0, -4, -8 ), ( 5, 0, 0, 0, 0.5 ) )
