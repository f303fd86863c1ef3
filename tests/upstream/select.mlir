// sparse_tensor.select by value, and by the place of an element.
// RUN: %modes %s | FileCheck %s --match-full-lines

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

module {
  func.func @main() {
    %c1 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %s2 = sparse_tensor.convert %c1 : tensor<4x5xf64> to tensor<4x5xf64, #CSR>
    %o3 = tensor.empty() : tensor<4x5xf64, #CSR>
    %r4 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s2 : tensor<4x5xf64, #CSR>) outs(%o3 : tensor<4x5xf64, #CSR>) {
      ^bb0(%a: f64, %o: f64):
      %s = sparse_tensor.select %a : f64 {
      ^bb0(%x: f64):
      %two = arith.constant 2.0 : f64
      %k = arith.cmpf "oge", %x, %two : f64
      sparse_tensor.yield %k : i1
      }
      linalg.yield %s : f64
    } -> tensor<4x5xf64, #CSR>
    %d5 = sparse_tensor.convert %r4 : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
    %z6 = arith.constant 0.0 : f64
    %x7 = arith.constant 0 : index
    %w8 = vector.transfer_read %d5[%x7, %x7], %z6 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w8 : vector<4x5xf64>
    %n9 = sparse_tensor.number_of_entries %r4 : tensor<4x5xf64, #CSR>
    vector.print %n9 : index
    %o10 = tensor.empty() : tensor<4x5xf64, #CSR>
    %r11 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s2 : tensor<4x5xf64, #CSR>) outs(%o10 : tensor<4x5xf64, #CSR>) {
      ^bb0(%a: f64, %o: f64):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %s = sparse_tensor.select %a : f64 {
      ^bb0(%x: f64):
      %k = arith.cmpi ugt, %j, %i : index
      sparse_tensor.yield %k : i1
      }
      linalg.yield %s : f64
    } -> tensor<4x5xf64, #CSR>
    %d12 = sparse_tensor.convert %r11 : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
    %z13 = arith.constant 0.0 : f64
    %x14 = arith.constant 0 : index
    %w15 = vector.transfer_read %d12[%x14, %x14], %z13 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w15 : vector<4x5xf64>
    %n16 = sparse_tensor.number_of_entries %r11 : tensor<4x5xf64, #CSR>
    vector.print %n16 : index
    return
  }
}

// CHECK: ( ( 0, 0, 2, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 0 ), ( 5, 0, 0, 0, 6.5 ) )
// CHECK-NEXT: 4
// CHECK-NEXT: ( ( 0, 0, 2, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, 0, 0, -4, 0 ), ( 0, 0, 0, 0, 6.5 ) )
// CHECK-NEXT: 3
