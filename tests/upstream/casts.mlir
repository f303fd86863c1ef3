// Elements of other types in a body: integers to floats and back, wider, narrower, bits.
// RUN: %modes %s | FileCheck %s --match-full-lines

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

module {
  func.func @main() {
    %c1 = arith.constant dense<[0, 3, 0, -2, 5, 0, 100]> : tensor<7xi32>
    %s2 = sparse_tensor.convert %c1 : tensor<7xi32> to tensor<7xi32, #SV>
    %o3 = tensor.empty() : tensor<7xf32, #SV>
    %r4 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%s2 : tensor<7xi32, #SV>) outs(%o3 : tensor<7xf32, #SV>) {
      ^bb0(%a: i32, %x: f32):
      %0 = arith.sitofp %a : i32 to f32
      linalg.yield %0 : f32
    } -> tensor<7xf32, #SV>
    %d5 = sparse_tensor.convert %r4 : tensor<7xf32, #SV> to tensor<7xf32>
    %z6 = arith.constant 0.0 : f32
    %x7 = arith.constant 0 : index
    %w8 = vector.transfer_read %d5[%x7], %z6 : tensor<7xf32>, vector<7xf32>
    vector.print %w8 : vector<7xf32>
    %c9 = arith.constant dense<[0.0, 3.0, 0.0, -2.5, 5.0, 0.0, 100.0]> : tensor<7xf64>
    %s10 = sparse_tensor.convert %c9 : tensor<7xf64> to tensor<7xf64, #SV>
    %o11 = tensor.empty() : tensor<7xi32, #SV>
    %r12 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%s10 : tensor<7xf64, #SV>) outs(%o11 : tensor<7xi32, #SV>) {
      ^bb0(%a: f64, %x: i32):
      %0 = arith.fptosi %a : f64 to i32
      linalg.yield %0 : i32
    } -> tensor<7xi32, #SV>
    %d13 = sparse_tensor.convert %r12 : tensor<7xi32, #SV> to tensor<7xi32>
    %z14 = arith.constant 0 : i32
    %x15 = arith.constant 0 : index
    %w16 = vector.transfer_read %d13[%x15], %z14 : tensor<7xi32>, vector<7xi32>
    vector.print %w16 : vector<7xi32>
    %c17 = arith.constant dense<[0.0, 3.0, 0.0, -2.5, 5.0, 0.0, 100.0]> : tensor<7xf64>
    %s18 = sparse_tensor.convert %c17 : tensor<7xf64> to tensor<7xf64, #SV>
    %o19 = tensor.empty() : tensor<7xf32, #SV>
    %r20 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%s18 : tensor<7xf64, #SV>) outs(%o19 : tensor<7xf32, #SV>) {
      ^bb0(%a: f64, %x: f32):
      %0 = arith.truncf %a : f64 to f32
      linalg.yield %0 : f32
    } -> tensor<7xf32, #SV>
    %d21 = sparse_tensor.convert %r20 : tensor<7xf32, #SV> to tensor<7xf32>
    %z22 = arith.constant 0.0 : f32
    %x23 = arith.constant 0 : index
    %w24 = vector.transfer_read %d21[%x23], %z22 : tensor<7xf32>, vector<7xf32>
    vector.print %w24 : vector<7xf32>
    %c25 = arith.constant dense<[0.0, 3.0, 0.0, -2.5, 5.0, 0.0, 100.0]> : tensor<7xf32>
    %s26 = sparse_tensor.convert %c25 : tensor<7xf32> to tensor<7xf32, #SV>
    %o27 = tensor.empty() : tensor<7xf64, #SV>
    %r28 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%s26 : tensor<7xf32, #SV>) outs(%o27 : tensor<7xf64, #SV>) {
      ^bb0(%a: f32, %x: f64):
      %0 = arith.extf %a : f32 to f64
      linalg.yield %0 : f64
    } -> tensor<7xf64, #SV>
    %d29 = sparse_tensor.convert %r28 : tensor<7xf64, #SV> to tensor<7xf64>
    %z30 = arith.constant 0.0 : f64
    %x31 = arith.constant 0 : index
    %w32 = vector.transfer_read %d29[%x31], %z30 : tensor<7xf64>, vector<7xf64>
    vector.print %w32 : vector<7xf64>
    %c33 = arith.constant dense<[0, 3, 0, -2, 5, 0, 100]> : tensor<7xi32>
    %s34 = sparse_tensor.convert %c33 : tensor<7xi32> to tensor<7xi32, #SV>
    %o35 = tensor.empty() : tensor<7xi64, #SV>
    %r36 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%s34 : tensor<7xi32, #SV>) outs(%o35 : tensor<7xi64, #SV>) {
      ^bb0(%a: i32, %x: i64):
      %0 = arith.extsi %a : i32 to i64
      linalg.yield %0 : i64
    } -> tensor<7xi64, #SV>
    %d37 = sparse_tensor.convert %r36 : tensor<7xi64, #SV> to tensor<7xi64>
    %z38 = arith.constant 0 : i64
    %x39 = arith.constant 0 : index
    %w40 = vector.transfer_read %d37[%x39], %z38 : tensor<7xi64>, vector<7xi64>
    vector.print %w40 : vector<7xi64>
    %c41 = arith.constant dense<[0, 3, 0, -2, 5, 0, 300]> : tensor<7xi32>
    %s42 = sparse_tensor.convert %c41 : tensor<7xi32> to tensor<7xi32, #SV>
    %o43 = tensor.empty() : tensor<7xi8, #SV>
    %r44 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%s42 : tensor<7xi32, #SV>) outs(%o43 : tensor<7xi8, #SV>) {
      ^bb0(%a: i32, %x: i8):
      %0 = arith.trunci %a : i32 to i8
      linalg.yield %0 : i8
    } -> tensor<7xi8, #SV>
    %d45 = sparse_tensor.convert %r44 : tensor<7xi8, #SV> to tensor<7xi8>
    %z46 = arith.constant 0 : i8
    %x47 = arith.constant 0 : index
    %w48 = vector.transfer_read %d45[%x47], %z46 : tensor<7xi8>, vector<7xi8>
    vector.print %w48 : vector<7xi8>
    %c49 = arith.constant dense<[0, 3, 0, -2, 5, 0, 100]> : tensor<7xi32>
    %s50 = sparse_tensor.convert %c49 : tensor<7xi32> to tensor<7xi32, #SV>
    %o51 = tensor.empty() : tensor<7xi64, #SV>
    %r52 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%s50 : tensor<7xi32, #SV>) outs(%o51 : tensor<7xi64, #SV>) {
      ^bb0(%a: i32, %x: i64):
      %0 = arith.extui %a : i32 to i64
      linalg.yield %0 : i64
    } -> tensor<7xi64, #SV>
    %d53 = sparse_tensor.convert %r52 : tensor<7xi64, #SV> to tensor<7xi64>
    %z54 = arith.constant 0 : i64
    %x55 = arith.constant 0 : index
    %w56 = vector.transfer_read %d53[%x55], %z54 : tensor<7xi64>, vector<7xi64>
    vector.print %w56 : vector<7xi64>
    %c57 = arith.constant dense<[0.0, 1.0, 0.0, 2.0, 0.0, 0.0, 0.5]> : tensor<7xf32>
    %s58 = sparse_tensor.convert %c57 : tensor<7xf32> to tensor<7xf32, #SV>
    %o59 = tensor.empty() : tensor<7xi32, #SV>
    %r60 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%s58 : tensor<7xf32, #SV>) outs(%o59 : tensor<7xi32, #SV>) {
      ^bb0(%a: f32, %x: i32):
      %0 = arith.bitcast %a : f32 to i32
      linalg.yield %0 : i32
    } -> tensor<7xi32, #SV>
    %d61 = sparse_tensor.convert %r60 : tensor<7xi32, #SV> to tensor<7xi32>
    %z62 = arith.constant 0 : i32
    %x63 = arith.constant 0 : index
    %w64 = vector.transfer_read %d61[%x63], %z62 : tensor<7xi32>, vector<7xi32>
    vector.print %w64 : vector<7xi32>
    return
  }
}

// CHECK: ( 0, 3, 0, -2, 5, 0, 100 )
// CHECK-NEXT: ( 0, 3, 0, -2, 5, 0, 100 )
// CHECK-NEXT: ( 0, 3, 0, -2.5, 5, 0, 100 )
// CHECK-NEXT: ( 0, 3, 0, -2.5, 5, 0, 100 )
// CHECK-NEXT: ( 0, 3, 0, -2, 5, 0, 100 )
// CHECK-NEXT: ( 0, 3, 0, -2, 5, 0, 44 )
// CHECK-NEXT: ( 0, 3, 0, 4294967294, 5, 0, 100 )
// CHECK-NEXT: ( 0, 1065353216, 0, 1073741824, 0, 0, 1056964608 )
