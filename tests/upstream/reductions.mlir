// A sparse vector reduced to one number: sum, product of what is stored, least, greatest, and, or, xor.
// RUN: %modes %s | FileCheck %s --match-full-lines

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#toOne = { indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"] }

module {
  func.func @main() {
    %c1 = arith.constant dense<[0.0, 3.0, 0.0, -2.0, 5.0, 0.0, 0.0, 4.0]> : tensor<8xf64>
    %s2 = sparse_tensor.convert %c1 : tensor<8xf64> to tensor<8xf64, #SV>
    %o3 = arith.constant dense<1.5> : tensor<f64>
    %r4 = linalg.generic #toOne ins(%s2 : tensor<8xf64, #SV>) outs(%o3 : tensor<f64>) {
    ^bb0(%a: f64, %x: f64):
      %0 = arith.addf %x, %a : f64
      linalg.yield %0 : f64
    } -> tensor<f64>
    %e5 = tensor.extract %r4[] : tensor<f64>
    vector.print %e5 : f64
    %c6 = arith.constant dense<[0.0, 3.0, 0.0, -2.0, 5.0, 0.0, 0.0, 4.0]> : tensor<8xf32>
    %s7 = sparse_tensor.convert %c6 : tensor<8xf32> to tensor<8xf32, #SV>
    %o8 = arith.constant dense<0.0> : tensor<f32>
    %r9 = linalg.generic #toOne ins(%s7 : tensor<8xf32, #SV>) outs(%o8 : tensor<f32>) {
    ^bb0(%a: f32, %x: f32):
      %0 = arith.addf %x, %a : f32
      linalg.yield %0 : f32
    } -> tensor<f32>
    %e10 = tensor.extract %r9[] : tensor<f32>
    vector.print %e10 : f32
    %c11 = arith.constant dense<[0, 3, 0, -2, 5, 0, 0, 4]> : tensor<8xi32>
    %s12 = sparse_tensor.convert %c11 : tensor<8xi32> to tensor<8xi32, #SV>
    %o13 = arith.constant dense<7> : tensor<i32>
    %r14 = linalg.generic #toOne ins(%s12 : tensor<8xi32, #SV>) outs(%o13 : tensor<i32>) {
    ^bb0(%a: i32, %x: i32):
      %0 = arith.addi %x, %a : i32
      linalg.yield %0 : i32
    } -> tensor<i32>
    %e15 = tensor.extract %r14[] : tensor<i32>
    vector.print %e15 : i32
    %c16 = arith.constant dense<[0.0, 3.0, 0.0, -2.0, 5.0, 0.0, 0.0, 4.0]> : tensor<8xf16>
    %s17 = sparse_tensor.convert %c16 : tensor<8xf16> to tensor<8xf16, #SV>
    %o18 = arith.constant dense<0.0> : tensor<f16>
    %r19 = linalg.generic #toOne ins(%s17 : tensor<8xf16, #SV>) outs(%o18 : tensor<f16>) {
    ^bb0(%a: f16, %x: f16):
      %0 = arith.addf %x, %a : f16
      linalg.yield %0 : f16
    } -> tensor<f16>
    %e20 = tensor.extract %r19[] : tensor<f16>
    vector.print %e20 : f16
    %c21 = arith.constant dense<[0.0, 3.0, 0.0, -2.0, 5.0, 0.0, 0.0, 4.0]> : tensor<8xbf16>
    %s22 = sparse_tensor.convert %c21 : tensor<8xbf16> to tensor<8xbf16, #SV>
    %o23 = arith.constant dense<1.0> : tensor<bf16>
    %r24 = linalg.generic #toOne ins(%s22 : tensor<8xbf16, #SV>) outs(%o23 : tensor<bf16>) {
    ^bb0(%a: bf16, %x: bf16):
      %0 = arith.addf %x, %a : bf16
      linalg.yield %0 : bf16
    } -> tensor<bf16>
    %e25 = tensor.extract %r24[] : tensor<bf16>
    vector.print %e25 : bf16
    %c26 = arith.constant dense<[0, 3, 0, -2, 5, 0, 0, 4]> : tensor<8xi64>
    %s27 = sparse_tensor.convert %c26 : tensor<8xi64> to tensor<8xi64, #SV>
    %o28 = arith.constant dense<-1> : tensor<i64>
    %r29 = linalg.generic #toOne ins(%s27 : tensor<8xi64, #SV>) outs(%o28 : tensor<i64>) {
    ^bb0(%a: i64, %x: i64):
      %0 = arith.addi %x, %a : i64
      linalg.yield %0 : i64
    } -> tensor<i64>
    %e30 = tensor.extract %r29[] : tensor<i64>
    vector.print %e30 : i64
    %c31 = arith.constant dense<[0.0, 3.0, 0.0, -2.0, 5.0, 0.0, 0.0, 4.0]> : tensor<8xf64>
    %s32 = sparse_tensor.convert %c31 : tensor<8xf64> to tensor<8xf64, #SV>
    %o33 = arith.constant dense<2.0> : tensor<f64>
    %r34 = linalg.generic #toOne ins(%s32 : tensor<8xf64, #SV>) outs(%o33 : tensor<f64>) {
    ^bb0(%a: f64, %x: f64):
      %0 = arith.mulf %x, %a : f64
      linalg.yield %0 : f64
    } -> tensor<f64>
    %e35 = tensor.extract %r34[] : tensor<f64>
    vector.print %e35 : f64
    %c36 = arith.constant dense<[0.0, 3.0, 0.0, -2.0, 5.0, 0.0, 0.0, 4.0]> : tensor<8xf64>
    %s37 = sparse_tensor.convert %c36 : tensor<8xf64> to tensor<8xf64, #SV>
    %o38 = arith.constant dense<-1.0> : tensor<f64>
    %r39 = linalg.generic #toOne ins(%s37 : tensor<8xf64, #SV>) outs(%o38 : tensor<f64>) {
    ^bb0(%a: f64, %x: f64):
      %0 = arith.maximumf %x, %a : f64
      linalg.yield %0 : f64
    } -> tensor<f64>
    %e40 = tensor.extract %r39[] : tensor<f64>
    vector.print %e40 : f64
    %c41 = arith.constant dense<[0.0, 3.0, 0.0, -2.0, 5.0, 0.0, 0.0, 4.0]> : tensor<8xf64>
    %s42 = sparse_tensor.convert %c41 : tensor<8xf64> to tensor<8xf64, #SV>
    %o43 = arith.constant dense<10.0> : tensor<f64>
    %r44 = linalg.generic #toOne ins(%s42 : tensor<8xf64, #SV>) outs(%o43 : tensor<f64>) {
    ^bb0(%a: f64, %x: f64):
      %0 = arith.minimumf %x, %a : f64
      linalg.yield %0 : f64
    } -> tensor<f64>
    %e45 = tensor.extract %r44[] : tensor<f64>
    vector.print %e45 : f64
    %c46 = arith.constant dense<[0, 3, 0, -2, 5, 0, 0, 4]> : tensor<8xi32>
    %s47 = sparse_tensor.convert %c46 : tensor<8xi32> to tensor<8xi32, #SV>
    %o48 = arith.constant dense<0> : tensor<i32>
    %r49 = linalg.generic #toOne ins(%s47 : tensor<8xi32, #SV>) outs(%o48 : tensor<i32>) {
    ^bb0(%a: i32, %x: i32):
      %0 = arith.maxsi %x, %a : i32
      linalg.yield %0 : i32
    } -> tensor<i32>
    %e50 = tensor.extract %r49[] : tensor<i32>
    vector.print %e50 : i32
    %c51 = arith.constant dense<[0, 3, 0, -2, 5, 0, 0, 4]> : tensor<8xi32>
    %s52 = sparse_tensor.convert %c51 : tensor<8xi32> to tensor<8xi32, #SV>
    %o53 = arith.constant dense<1> : tensor<i32>
    %r54 = linalg.generic #toOne ins(%s52 : tensor<8xi32, #SV>) outs(%o53 : tensor<i32>) {
    ^bb0(%a: i32, %x: i32):
      %0 = arith.minsi %x, %a : i32
      linalg.yield %0 : i32
    } -> tensor<i32>
    %e55 = tensor.extract %r54[] : tensor<i32>
    vector.print %e55 : i32
    %c56 = arith.constant dense<[7, 0, 5, 0]> : tensor<4xi32>
    %s57 = sparse_tensor.convert %c56 : tensor<4xi32> to tensor<4xi32, #SV>
    %o58 = arith.constant dense<8> : tensor<i32>
    %r59 = linalg.generic #toOne ins(%s57 : tensor<4xi32, #SV>) outs(%o58 : tensor<i32>) {
    ^bb0(%a: i32, %x: i32):
      %0 = arith.ori %x, %a : i32
      linalg.yield %0 : i32
    } -> tensor<i32>
    %e60 = tensor.extract %r59[] : tensor<i32>
    vector.print %e60 : i32
    %c61 = arith.constant dense<[7, 0, 5, 0]> : tensor<4xi32>
    %s62 = sparse_tensor.convert %c61 : tensor<4xi32> to tensor<4xi32, #SV>
    %o63 = arith.constant dense<1> : tensor<i32>
    %r64 = linalg.generic #toOne ins(%s62 : tensor<4xi32, #SV>) outs(%o63 : tensor<i32>) {
    ^bb0(%a: i32, %x: i32):
      %0 = arith.xori %x, %a : i32
      linalg.yield %0 : i32
    } -> tensor<i32>
    %e65 = tensor.extract %r64[] : tensor<i32>
    vector.print %e65 : i32
    %c66 = arith.constant dense<[7, 0, 5, 0]> : tensor<4xi32>
    %s67 = sparse_tensor.convert %c66 : tensor<4xi32> to tensor<4xi32, #SV>
    %o68 = arith.constant dense<15> : tensor<i32>
    %r69 = linalg.generic #toOne ins(%s67 : tensor<4xi32, #SV>) outs(%o68 : tensor<i32>) {
    ^bb0(%a: i32, %x: i32):
      %0 = arith.andi %x, %a : i32
      linalg.yield %0 : i32
    } -> tensor<i32>
    %e70 = tensor.extract %r69[] : tensor<i32>
    vector.print %e70 : i32
    %c71 = arith.constant dense<[7, 5, 13]> : tensor<3xi32>
    %s72 = sparse_tensor.convert %c71 : tensor<3xi32> to tensor<3xi32, #SV>
    %o73 = arith.constant dense<15> : tensor<i32>
    %r74 = linalg.generic #toOne ins(%s72 : tensor<3xi32, #SV>) outs(%o73 : tensor<i32>) {
    ^bb0(%a: i32, %x: i32):
      %0 = arith.andi %x, %a : i32
      linalg.yield %0 : i32
    } -> tensor<i32>
    %e75 = tensor.extract %r74[] : tensor<i32>
    vector.print %e75 : i32
    %c76 = arith.constant dense<[7.0, 5.0, 13.0]> : tensor<3xf64>
    %s77 = sparse_tensor.convert %c76 : tensor<3xf64> to tensor<3xf64, #SV>
    %o78 = arith.constant dense<2.0> : tensor<f64>
    %r79 = linalg.generic #toOne ins(%s77 : tensor<3xf64, #SV>) outs(%o78 : tensor<f64>) {
    ^bb0(%a: f64, %x: f64):
      %0 = arith.mulf %x, %a : f64
      linalg.yield %0 : f64
    } -> tensor<f64>
    %e80 = tensor.extract %r79[] : tensor<f64>
    vector.print %e80 : f64
    return
  }
}

// CHECK: 11.5
// CHECK-NEXT: 10
// CHECK-NEXT: 17
// CHECK-NEXT: 10
// CHECK-NEXT: 11
// CHECK-NEXT: 9
// CHECK-NEXT: -0
// CHECK-NEXT: 5
// CHECK-NEXT: -2
// CHECK-NEXT: 5
// CHECK-NEXT: -2
// CHECK-NEXT: 15
// CHECK-NEXT: 3
// CHECK-NEXT: 0
// CHECK-NEXT: 5
// CHECK-NEXT: 910
