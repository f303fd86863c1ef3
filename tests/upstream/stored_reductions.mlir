// sparse_tensor.reduce reduces what is stored alone.
// RUN: %modes %s | FileCheck %s --match-full-lines

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

module {
  func.func @main() {
    %c1 = arith.constant dense<[0.0, 3.0, 0.0, -2.0, 5.0, 0.0, 0.0, 4.0]> : tensor<8xf64>
    %s2 = sparse_tensor.convert %c1 : tensor<8xf64> to tensor<8xf64, #SV>
    %o3 = arith.constant dense<2.0> : tensor<f64>
    %r4 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%s2 : tensor<8xf64, #SV>) outs(%o3 : tensor<f64>) {
      ^bb0(%a: f64, %x: f64):
      %id = arith.constant 1.0 : f64
      %r = sparse_tensor.reduce %a, %x, %id : f64 {
      ^bb0(%p: f64, %q: f64):
      %z = arith.mulf %p, %q : f64
      sparse_tensor.yield %z : f64
      }
      linalg.yield %r : f64
    } -> tensor<f64>
    %e5 = tensor.extract %r4[] : tensor<f64>
    vector.print %e5 : f64
    %c6 = arith.constant dense<[0, 3, 0, -2, 5, 0, 0, 4]> : tensor<8xi32>
    %s7 = sparse_tensor.convert %c6 : tensor<8xi32> to tensor<8xi32, #SV>
    %o8 = arith.constant dense<2> : tensor<i32>
    %r9 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%s7 : tensor<8xi32, #SV>) outs(%o8 : tensor<i32>) {
      ^bb0(%a: i32, %x: i32):
      %id = arith.constant 1 : i32
      %r = sparse_tensor.reduce %a, %x, %id : i32 {
      ^bb0(%p: i32, %q: i32):
      %z = arith.muli %p, %q : i32
      sparse_tensor.yield %z : i32
      }
      linalg.yield %r : i32
    } -> tensor<i32>
    %e10 = tensor.extract %r9[] : tensor<i32>
    vector.print %e10 : i32
    %c11 = arith.constant dense<[0.0, 3.0, 0.0, -2.0, 5.0, 0.0, 0.0, 4.0]> : tensor<8xf64>
    %s12 = sparse_tensor.convert %c11 : tensor<8xf64> to tensor<8xf64, #SV>
    %o13 = arith.constant dense<50.0> : tensor<f64>
    %r14 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%s12 : tensor<8xf64, #SV>) outs(%o13 : tensor<f64>) {
      ^bb0(%a: f64, %x: f64):
      %id = arith.constant 100.0 : f64
      %r = sparse_tensor.reduce %a, %x, %id : f64 {
      ^bb0(%p: f64, %q: f64):
      %z = arith.minimumf %p, %q : f64
      sparse_tensor.yield %z : f64
      }
      linalg.yield %r : f64
    } -> tensor<f64>
    %e15 = tensor.extract %r14[] : tensor<f64>
    vector.print %e15 : f64
    %c16 = arith.constant dense<[0.0, 3.0, 0.0, -2.0, 5.0, 0.0, 0.0, 4.0]> : tensor<8xf64>
    %s17 = sparse_tensor.convert %c16 : tensor<8xf64> to tensor<8xf64, #SV>
    %o18 = arith.constant dense<-50.0> : tensor<f64>
    %r19 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%s17 : tensor<8xf64, #SV>) outs(%o18 : tensor<f64>) {
      ^bb0(%a: f64, %x: f64):
      %id = arith.constant -100.0 : f64
      %r = sparse_tensor.reduce %a, %x, %id : f64 {
      ^bb0(%p: f64, %q: f64):
      %z = arith.maximumf %p, %q : f64
      sparse_tensor.yield %z : f64
      }
      linalg.yield %r : f64
    } -> tensor<f64>
    %e20 = tensor.extract %r19[] : tensor<f64>
    vector.print %e20 : f64
    %c21 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %s22 = sparse_tensor.convert %c21 : tensor<4x5xf64> to tensor<4x5xf64, #CSR>
    %o23 = tensor.empty() : tensor<4xf64, #SV>
    %r24 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%s22 : tensor<4x5xf64, #CSR>) outs(%o23 : tensor<4xf64, #SV>) {
      ^bb0(%a: f64, %x: f64):
      %id = arith.constant 1.0 : f64
      %r = sparse_tensor.reduce %a, %x, %id : f64 {
      ^bb0(%p: f64, %q: f64):
      %z = arith.mulf %p, %q : f64
      sparse_tensor.yield %z : f64
      }
      linalg.yield %r : f64
    } -> tensor<4xf64, #SV>
    %d25 = sparse_tensor.convert %r24 : tensor<4xf64, #SV> to tensor<4xf64>
    %z26 = arith.constant 0.0 : f64
    %x27 = arith.constant 0 : index
    %w28 = vector.transfer_read %d25[%x27], %z26 : tensor<4xf64>, vector<4xf64>
    vector.print %w28 : vector<4xf64>
    %n29 = sparse_tensor.number_of_entries %r24 : tensor<4xf64, #SV>
    vector.print %n29 : index
    return
  }
}

// CHECK: -240
// CHECK-NEXT: -240
// CHECK-NEXT: -2
// CHECK-NEXT: 5
// CHECK-NEXT: ( 2, 0, -12, 32.5 )
// CHECK-NEXT: 3
