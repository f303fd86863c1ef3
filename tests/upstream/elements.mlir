// A sparse vector of each element type, doubled.
// RUN: %modes %s | FileCheck %s --match-full-lines

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#each = { indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"] }

module {
  func.func @main() {
    %c1 = arith.constant dense<[0.0, 3.0, 0.0, 0.0, -7.0, 1.0]> : tensor<6xf64>
    %s2 = sparse_tensor.convert %c1 : tensor<6xf64> to tensor<6xf64, #SV>
    %o3 = tensor.empty() : tensor<6xf64, #SV>
    %r4 = linalg.generic #each ins(%s2 : tensor<6xf64, #SV>) outs(%o3 : tensor<6xf64, #SV>) {
    ^bb0(%a: f64, %b: f64):
      %t = arith.addf %a, %a : f64
      linalg.yield %t : f64
    } -> tensor<6xf64, #SV>
    %d5 = sparse_tensor.convert %r4 : tensor<6xf64, #SV> to tensor<6xf64>
    %z6 = arith.constant 0.0 : f64
    %x7 = arith.constant 0 : index
    %w8 = vector.transfer_read %d5[%x7], %z6 : tensor<6xf64>, vector<6xf64>
    vector.print %w8 : vector<6xf64>
    %c9 = arith.constant dense<[0.0, 3.0, 0.0, 0.0, -7.0, 1.0]> : tensor<6xf32>
    %s10 = sparse_tensor.convert %c9 : tensor<6xf32> to tensor<6xf32, #SV>
    %o11 = tensor.empty() : tensor<6xf32, #SV>
    %r12 = linalg.generic #each ins(%s10 : tensor<6xf32, #SV>) outs(%o11 : tensor<6xf32, #SV>) {
    ^bb0(%a: f32, %b: f32):
      %t = arith.addf %a, %a : f32
      linalg.yield %t : f32
    } -> tensor<6xf32, #SV>
    %d13 = sparse_tensor.convert %r12 : tensor<6xf32, #SV> to tensor<6xf32>
    %z14 = arith.constant 0.0 : f32
    %x15 = arith.constant 0 : index
    %w16 = vector.transfer_read %d13[%x15], %z14 : tensor<6xf32>, vector<6xf32>
    vector.print %w16 : vector<6xf32>
    %c17 = arith.constant dense<[0.0, 3.0, 0.0, 0.0, -7.0, 1.0]> : tensor<6xf16>
    %s18 = sparse_tensor.convert %c17 : tensor<6xf16> to tensor<6xf16, #SV>
    %o19 = tensor.empty() : tensor<6xf16, #SV>
    %r20 = linalg.generic #each ins(%s18 : tensor<6xf16, #SV>) outs(%o19 : tensor<6xf16, #SV>) {
    ^bb0(%a: f16, %b: f16):
      %t = arith.addf %a, %a : f16
      linalg.yield %t : f16
    } -> tensor<6xf16, #SV>
    %d21 = sparse_tensor.convert %r20 : tensor<6xf16, #SV> to tensor<6xf16>
    %z22 = arith.constant 0.0 : f16
    %x23 = arith.constant 0 : index
    %w24 = vector.transfer_read %d21[%x23], %z22 : tensor<6xf16>, vector<6xf16>
    vector.print %w24 : vector<6xf16>
    %c25 = arith.constant dense<[0.0, 3.0, 0.0, 0.0, -7.0, 1.0]> : tensor<6xbf16>
    %s26 = sparse_tensor.convert %c25 : tensor<6xbf16> to tensor<6xbf16, #SV>
    %o27 = tensor.empty() : tensor<6xbf16, #SV>
    %r28 = linalg.generic #each ins(%s26 : tensor<6xbf16, #SV>) outs(%o27 : tensor<6xbf16, #SV>) {
    ^bb0(%a: bf16, %b: bf16):
      %t = arith.addf %a, %a : bf16
      linalg.yield %t : bf16
    } -> tensor<6xbf16, #SV>
    %d29 = sparse_tensor.convert %r28 : tensor<6xbf16, #SV> to tensor<6xbf16>
    %z30 = arith.constant 0.0 : bf16
    %x31 = arith.constant 0 : index
    %w32 = vector.transfer_read %d29[%x31], %z30 : tensor<6xbf16>, vector<6xbf16>
    vector.print %w32 : vector<6xbf16>
    %c33 = arith.constant dense<[0, 3, 0, 0, -7, 1]> : tensor<6xi64>
    %s34 = sparse_tensor.convert %c33 : tensor<6xi64> to tensor<6xi64, #SV>
    %o35 = tensor.empty() : tensor<6xi64, #SV>
    %r36 = linalg.generic #each ins(%s34 : tensor<6xi64, #SV>) outs(%o35 : tensor<6xi64, #SV>) {
    ^bb0(%a: i64, %b: i64):
      %t = arith.addi %a, %a : i64
      linalg.yield %t : i64
    } -> tensor<6xi64, #SV>
    %d37 = sparse_tensor.convert %r36 : tensor<6xi64, #SV> to tensor<6xi64>
    %z38 = arith.constant 0 : i64
    %x39 = arith.constant 0 : index
    %w40 = vector.transfer_read %d37[%x39], %z38 : tensor<6xi64>, vector<6xi64>
    vector.print %w40 : vector<6xi64>
    %c41 = arith.constant dense<[0, 3, 0, 0, -7, 1]> : tensor<6xi32>
    %s42 = sparse_tensor.convert %c41 : tensor<6xi32> to tensor<6xi32, #SV>
    %o43 = tensor.empty() : tensor<6xi32, #SV>
    %r44 = linalg.generic #each ins(%s42 : tensor<6xi32, #SV>) outs(%o43 : tensor<6xi32, #SV>) {
    ^bb0(%a: i32, %b: i32):
      %t = arith.addi %a, %a : i32
      linalg.yield %t : i32
    } -> tensor<6xi32, #SV>
    %d45 = sparse_tensor.convert %r44 : tensor<6xi32, #SV> to tensor<6xi32>
    %z46 = arith.constant 0 : i32
    %x47 = arith.constant 0 : index
    %w48 = vector.transfer_read %d45[%x47], %z46 : tensor<6xi32>, vector<6xi32>
    vector.print %w48 : vector<6xi32>
    %c49 = arith.constant dense<[0, 3, 0, 0, -7, 1]> : tensor<6xi16>
    %s50 = sparse_tensor.convert %c49 : tensor<6xi16> to tensor<6xi16, #SV>
    %o51 = tensor.empty() : tensor<6xi16, #SV>
    %r52 = linalg.generic #each ins(%s50 : tensor<6xi16, #SV>) outs(%o51 : tensor<6xi16, #SV>) {
    ^bb0(%a: i16, %b: i16):
      %t = arith.addi %a, %a : i16
      linalg.yield %t : i16
    } -> tensor<6xi16, #SV>
    %d53 = sparse_tensor.convert %r52 : tensor<6xi16, #SV> to tensor<6xi16>
    %z54 = arith.constant 0 : i16
    %x55 = arith.constant 0 : index
    %w56 = vector.transfer_read %d53[%x55], %z54 : tensor<6xi16>, vector<6xi16>
    vector.print %w56 : vector<6xi16>
    %c57 = arith.constant dense<[0, 3, 0, 0, -7, 1]> : tensor<6xi8>
    %s58 = sparse_tensor.convert %c57 : tensor<6xi8> to tensor<6xi8, #SV>
    %o59 = tensor.empty() : tensor<6xi8, #SV>
    %r60 = linalg.generic #each ins(%s58 : tensor<6xi8, #SV>) outs(%o59 : tensor<6xi8, #SV>) {
    ^bb0(%a: i8, %b: i8):
      %t = arith.addi %a, %a : i8
      linalg.yield %t : i8
    } -> tensor<6xi8, #SV>
    %d61 = sparse_tensor.convert %r60 : tensor<6xi8, #SV> to tensor<6xi8>
    %z62 = arith.constant 0 : i8
    %x63 = arith.constant 0 : index
    %w64 = vector.transfer_read %d61[%x63], %z62 : tensor<6xi8>, vector<6xi8>
    vector.print %w64 : vector<6xi8>
    %c65 = arith.constant dense<[(0.0, 0.0), (1.0, 2.0), (0.0, 0.0), (0.0, -3.0)]> : tensor<4xcomplex<f64>>
    %s66 = sparse_tensor.convert %c65 : tensor<4xcomplex<f64>> to tensor<4xcomplex<f64>, #SV>
    %o67 = tensor.empty() : tensor<4xcomplex<f64>, #SV>
    %r68 = linalg.generic #each ins(%s66 : tensor<4xcomplex<f64>, #SV>) outs(%o67 : tensor<4xcomplex<f64>, #SV>) {
    ^bb0(%a: complex<f64>, %b: complex<f64>):
      %t = complex.mul %a, %a : complex<f64>
      linalg.yield %t : complex<f64>
    } -> tensor<4xcomplex<f64>, #SV>
    %d69 = sparse_tensor.convert %r68 : tensor<4xcomplex<f64>, #SV> to tensor<4xcomplex<f64>>
    %x70 = arith.constant 0 : index
    %e71 = tensor.extract %d69[%x70] : tensor<4xcomplex<f64>>
    %r72 = complex.re %e71 : complex<f64>
    %i73 = complex.im %e71 : complex<f64>
    vector.print %r72 : f64
    vector.print %i73 : f64
    %x74 = arith.constant 1 : index
    %e75 = tensor.extract %d69[%x74] : tensor<4xcomplex<f64>>
    %r76 = complex.re %e75 : complex<f64>
    %i77 = complex.im %e75 : complex<f64>
    vector.print %r76 : f64
    vector.print %i77 : f64
    %x78 = arith.constant 2 : index
    %e79 = tensor.extract %d69[%x78] : tensor<4xcomplex<f64>>
    %r80 = complex.re %e79 : complex<f64>
    %i81 = complex.im %e79 : complex<f64>
    vector.print %r80 : f64
    vector.print %i81 : f64
    %x82 = arith.constant 3 : index
    %e83 = tensor.extract %d69[%x82] : tensor<4xcomplex<f64>>
    %r84 = complex.re %e83 : complex<f64>
    %i85 = complex.im %e83 : complex<f64>
    vector.print %r84 : f64
    vector.print %i85 : f64
    %c86 = arith.constant dense<[(0.0, 0.0), (1.0, 2.0), (0.0, 0.0), (0.0, -3.0)]> : tensor<4xcomplex<f32>>
    %s87 = sparse_tensor.convert %c86 : tensor<4xcomplex<f32>> to tensor<4xcomplex<f32>, #SV>
    %o88 = tensor.empty() : tensor<4xcomplex<f32>, #SV>
    %r89 = linalg.generic #each ins(%s87 : tensor<4xcomplex<f32>, #SV>) outs(%o88 : tensor<4xcomplex<f32>, #SV>) {
    ^bb0(%a: complex<f32>, %b: complex<f32>):
      %t = complex.mul %a, %a : complex<f32>
      linalg.yield %t : complex<f32>
    } -> tensor<4xcomplex<f32>, #SV>
    %d90 = sparse_tensor.convert %r89 : tensor<4xcomplex<f32>, #SV> to tensor<4xcomplex<f32>>
    %x91 = arith.constant 0 : index
    %e92 = tensor.extract %d90[%x91] : tensor<4xcomplex<f32>>
    %r93 = complex.re %e92 : complex<f32>
    %i94 = complex.im %e92 : complex<f32>
    vector.print %r93 : f32
    vector.print %i94 : f32
    %x95 = arith.constant 1 : index
    %e96 = tensor.extract %d90[%x95] : tensor<4xcomplex<f32>>
    %r97 = complex.re %e96 : complex<f32>
    %i98 = complex.im %e96 : complex<f32>
    vector.print %r97 : f32
    vector.print %i98 : f32
    %x99 = arith.constant 2 : index
    %e100 = tensor.extract %d90[%x99] : tensor<4xcomplex<f32>>
    %r101 = complex.re %e100 : complex<f32>
    %i102 = complex.im %e100 : complex<f32>
    vector.print %r101 : f32
    vector.print %i102 : f32
    %x103 = arith.constant 3 : index
    %e104 = tensor.extract %d90[%x103] : tensor<4xcomplex<f32>>
    %r105 = complex.re %e104 : complex<f32>
    %i106 = complex.im %e104 : complex<f32>
    vector.print %r105 : f32
    vector.print %i106 : f32
    return
  }
}

// CHECK: ( 0, 6, 0, 0, -14, 2 )
// CHECK-NEXT: ( 0, 6, 0, 0, -14, 2 )
// CHECK-NEXT: ( 0, 6, 0, 0, -14, 2 )
// CHECK-NEXT: ( 0, 6, 0, 0, -14, 2 )
// CHECK-NEXT: ( 0, 6, 0, 0, -14, 2 )
// CHECK-NEXT: ( 0, 6, 0, 0, -14, 2 )
// CHECK-NEXT: ( 0, 6, 0, 0, -14, 2 )
// CHECK-NEXT: ( 0, 6, 0, 0, -14, 2 )
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: -3
// CHECK-NEXT: 4
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: -9
// CHECK-NEXT: -0
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: -3
// CHECK-NEXT: 4
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: -9
// CHECK-NEXT: -0
