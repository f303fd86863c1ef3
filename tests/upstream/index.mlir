// linalg.index in bodies: of a sparse and of a dense result.
// RUN: %modes %s | FileCheck %s --match-full-lines

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

module {
  func.func @main() {
    %c1 = arith.constant dense<[[1, 0, 2, 0, 0], [0, 0, 0, 0, 0], [0, 3, 0, -4, 0], [5, 0, 0, 0, 6]]> : tensor<4x5xi64>
    %s2 = sparse_tensor.convert %c1 : tensor<4x5xi64> to tensor<4x5xi64, #CSR>
    %o3 = tensor.empty() : tensor<4x5xi64, #CSR>
    %r4 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s2 : tensor<4x5xi64, #CSR>) outs(%o3 : tensor<4x5xi64, #CSR>) {
      ^bb0(%a: i64, %o: i64):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %x = arith.index_cast %i : index to i64
      %y = arith.index_cast %j : index to i64
      %0 = arith.muli %x, %a : i64
      %1 = arith.muli %y, %a : i64
      %2 = arith.addi %0, %1 : i64
      linalg.yield %2 : i64
    } -> tensor<4x5xi64, #CSR>
    %d5 = sparse_tensor.convert %r4 : tensor<4x5xi64, #CSR> to tensor<4x5xi64>
    %z6 = arith.constant 0 : i64
    %x7 = arith.constant 0 : index
    %w8 = vector.transfer_read %d5[%x7, %x7], %z6 : tensor<4x5xi64>, vector<4x5xi64>
    vector.print %w8 : vector<4x5xi64>
    %n9 = sparse_tensor.number_of_entries %r4 : tensor<4x5xi64, #CSR>
    vector.print %n9 : index
    %c10 = arith.constant dense<[[0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]]> : tensor<4x5xi64>
    %r11 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s2 : tensor<4x5xi64, #CSR>) outs(%c10 : tensor<4x5xi64>) {
      ^bb0(%a: i64, %o: i64):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %x = arith.index_cast %i : index to i64
      %y = arith.index_cast %j : index to i64
      %0 = arith.addi %x, %a : i64
      %1 = arith.addi %y, %0 : i64
      linalg.yield %1 : i64
    } -> tensor<4x5xi64>
    %z12 = arith.constant 0 : i64
    %x13 = arith.constant 0 : index
    %w14 = vector.transfer_read %r11[%x13, %x13], %z12 : tensor<4x5xi64>, vector<4x5xi64>
    vector.print %w14 : vector<4x5xi64>
    return
  }
}

// CHECK: ( ( 0, 0, 4, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, 9, 0, -20, 0 ), ( 15, 0, 0, 0, 42 ) )
// CHECK-NEXT: 6
// CHECK-NEXT: ( ( 1, 1, 4, 3, 4 ), ( 1, 2, 3, 4, 5 ), ( 2, 6, 4, 1, 6 ), ( 8, 4, 5, 6, 13 ) )
