// Sums, products and parts of complex vectors.
// RUN: %modes %s | FileCheck %s --match-full-lines

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

module {
  func.func @main() {
    %c1 = arith.constant dense<[(0.0, 0.0), (1.0, 2.0), (0.0, 0.0), (0.0, -3.0), (4.0, 0.0)]> : tensor<5xcomplex<f64>>
    %s2 = sparse_tensor.convert %c1 : tensor<5xcomplex<f64>> to tensor<5xcomplex<f64>, #SV>
    %c3 = arith.constant dense<[(0.0, 1.0), (0.0, 0.0), (0.0, 0.0), (2.0, -1.0), (0.5, 0.5)]> : tensor<5xcomplex<f64>>
    %s4 = sparse_tensor.convert %c3 : tensor<5xcomplex<f64>> to tensor<5xcomplex<f64>, #SV>
    %o5 = tensor.empty() : tensor<5xcomplex<f64>, #SV>
    %r6 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%s2, %s4 : tensor<5xcomplex<f64>, #SV>, tensor<5xcomplex<f64>, #SV>) outs(%o5 : tensor<5xcomplex<f64>, #SV>) {
      ^bb0(%a: complex<f64>, %b: complex<f64>, %x: complex<f64>):
      %0 = complex.add %a, %b : complex<f64>
      linalg.yield %0 : complex<f64>
    } -> tensor<5xcomplex<f64>, #SV>
    %d7 = sparse_tensor.convert %r6 : tensor<5xcomplex<f64>, #SV> to tensor<5xcomplex<f64>>
    %x8 = arith.constant 0 : index
    %e9 = tensor.extract %d7[%x8] : tensor<5xcomplex<f64>>
    %r10 = complex.re %e9 : complex<f64>
    %i11 = complex.im %e9 : complex<f64>
    vector.print %r10 : f64
    vector.print %i11 : f64
    %x12 = arith.constant 1 : index
    %e13 = tensor.extract %d7[%x12] : tensor<5xcomplex<f64>>
    %r14 = complex.re %e13 : complex<f64>
    %i15 = complex.im %e13 : complex<f64>
    vector.print %r14 : f64
    vector.print %i15 : f64
    %x16 = arith.constant 2 : index
    %e17 = tensor.extract %d7[%x16] : tensor<5xcomplex<f64>>
    %r18 = complex.re %e17 : complex<f64>
    %i19 = complex.im %e17 : complex<f64>
    vector.print %r18 : f64
    vector.print %i19 : f64
    %x20 = arith.constant 3 : index
    %e21 = tensor.extract %d7[%x20] : tensor<5xcomplex<f64>>
    %r22 = complex.re %e21 : complex<f64>
    %i23 = complex.im %e21 : complex<f64>
    vector.print %r22 : f64
    vector.print %i23 : f64
    %x24 = arith.constant 4 : index
    %e25 = tensor.extract %d7[%x24] : tensor<5xcomplex<f64>>
    %r26 = complex.re %e25 : complex<f64>
    %i27 = complex.im %e25 : complex<f64>
    vector.print %r26 : f64
    vector.print %i27 : f64
    %o28 = tensor.empty() : tensor<5xcomplex<f64>, #SV>
    %r29 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%s2, %s4 : tensor<5xcomplex<f64>, #SV>, tensor<5xcomplex<f64>, #SV>) outs(%o28 : tensor<5xcomplex<f64>, #SV>) {
      ^bb0(%a: complex<f64>, %b: complex<f64>, %x: complex<f64>):
      %0 = complex.mul %a, %b : complex<f64>
      linalg.yield %0 : complex<f64>
    } -> tensor<5xcomplex<f64>, #SV>
    %d30 = sparse_tensor.convert %r29 : tensor<5xcomplex<f64>, #SV> to tensor<5xcomplex<f64>>
    %x31 = arith.constant 0 : index
    %e32 = tensor.extract %d30[%x31] : tensor<5xcomplex<f64>>
    %r33 = complex.re %e32 : complex<f64>
    %i34 = complex.im %e32 : complex<f64>
    vector.print %r33 : f64
    vector.print %i34 : f64
    %x35 = arith.constant 1 : index
    %e36 = tensor.extract %d30[%x35] : tensor<5xcomplex<f64>>
    %r37 = complex.re %e36 : complex<f64>
    %i38 = complex.im %e36 : complex<f64>
    vector.print %r37 : f64
    vector.print %i38 : f64
    %x39 = arith.constant 2 : index
    %e40 = tensor.extract %d30[%x39] : tensor<5xcomplex<f64>>
    %r41 = complex.re %e40 : complex<f64>
    %i42 = complex.im %e40 : complex<f64>
    vector.print %r41 : f64
    vector.print %i42 : f64
    %x43 = arith.constant 3 : index
    %e44 = tensor.extract %d30[%x43] : tensor<5xcomplex<f64>>
    %r45 = complex.re %e44 : complex<f64>
    %i46 = complex.im %e44 : complex<f64>
    vector.print %r45 : f64
    vector.print %i46 : f64
    %x47 = arith.constant 4 : index
    %e48 = tensor.extract %d30[%x47] : tensor<5xcomplex<f64>>
    %r49 = complex.re %e48 : complex<f64>
    %i50 = complex.im %e48 : complex<f64>
    vector.print %r49 : f64
    vector.print %i50 : f64
    %o51 = tensor.empty() : tensor<5xf64, #SV>
    %r52 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%s2 : tensor<5xcomplex<f64>, #SV>) outs(%o51 : tensor<5xf64, #SV>) {
      ^bb0(%a: complex<f64>, %x: f64):
      %0 = complex.re %a : complex<f64>
      linalg.yield %0 : f64
    } -> tensor<5xf64, #SV>
    %d53 = sparse_tensor.convert %r52 : tensor<5xf64, #SV> to tensor<5xf64>
    %z54 = arith.constant 0.0 : f64
    %x55 = arith.constant 0 : index
    %w56 = vector.transfer_read %d53[%x55], %z54 : tensor<5xf64>, vector<5xf64>
    vector.print %w56 : vector<5xf64>
    %o57 = tensor.empty() : tensor<5xf64, #SV>
    %r58 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%s2 : tensor<5xcomplex<f64>, #SV>) outs(%o57 : tensor<5xf64, #SV>) {
      ^bb0(%a: complex<f64>, %x: f64):
      %0 = complex.im %a : complex<f64>
      linalg.yield %0 : f64
    } -> tensor<5xf64, #SV>
    %d59 = sparse_tensor.convert %r58 : tensor<5xf64, #SV> to tensor<5xf64>
    %z60 = arith.constant 0.0 : f64
    %x61 = arith.constant 0 : index
    %w62 = vector.transfer_read %d59[%x61], %z60 : tensor<5xf64>, vector<5xf64>
    vector.print %w62 : vector<5xf64>
    %o63 = tensor.empty() : tensor<5xf64, #SV>
    %r64 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%s2 : tensor<5xcomplex<f64>, #SV>) outs(%o63 : tensor<5xf64, #SV>) {
      ^bb0(%a: complex<f64>, %x: f64):
      %0 = complex.abs %a : complex<f64>
      linalg.yield %0 : f64
    } -> tensor<5xf64, #SV>
    %d65 = sparse_tensor.convert %r64 : tensor<5xf64, #SV> to tensor<5xf64>
    %z66 = arith.constant 0.0 : f64
    %x67 = arith.constant 0 : index
    %w68 = vector.transfer_read %d65[%x67], %z66 : tensor<5xf64>, vector<5xf64>
    vector.print %w68 : vector<5xf64>
    %o69 = complex.constant [1.0 : f64, 1.0 : f64] : complex<f64>
    %o70 = tensor.from_elements %o69 : tensor<complex<f64>>
    %r71 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%s2 : tensor<5xcomplex<f64>, #SV>) outs(%o70 : tensor<complex<f64>>) {
      ^bb0(%a: complex<f64>, %x: complex<f64>):
      %0 = complex.add %x, %a : complex<f64>
      linalg.yield %0 : complex<f64>
    } -> tensor<complex<f64>>
    %e72 = tensor.extract %r71[] : tensor<complex<f64>>
    %q73 = complex.re %e72 : complex<f64>
    vector.print %q73 : f64
    %c74 = arith.constant dense<[(0.0, 0.0), (1.0, 2.0), (0.0, 0.0), (0.0, -3.0), (4.0, 0.0)]> : tensor<5xcomplex<f32>>
    %s75 = sparse_tensor.convert %c74 : tensor<5xcomplex<f32>> to tensor<5xcomplex<f32>, #SV>
    %c76 = arith.constant dense<[(0.0, 1.0), (0.0, 0.0), (0.0, 0.0), (2.0, -1.0), (0.5, 0.5)]> : tensor<5xcomplex<f32>>
    %s77 = sparse_tensor.convert %c76 : tensor<5xcomplex<f32>> to tensor<5xcomplex<f32>, #SV>
    %o78 = tensor.empty() : tensor<5xcomplex<f32>, #SV>
    %r79 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%s75, %s77 : tensor<5xcomplex<f32>, #SV>, tensor<5xcomplex<f32>, #SV>) outs(%o78 : tensor<5xcomplex<f32>, #SV>) {
      ^bb0(%a: complex<f32>, %b: complex<f32>, %x: complex<f32>):
      %0 = complex.add %a, %b : complex<f32>
      linalg.yield %0 : complex<f32>
    } -> tensor<5xcomplex<f32>, #SV>
    %d80 = sparse_tensor.convert %r79 : tensor<5xcomplex<f32>, #SV> to tensor<5xcomplex<f32>>
    %x81 = arith.constant 0 : index
    %e82 = tensor.extract %d80[%x81] : tensor<5xcomplex<f32>>
    %r83 = complex.re %e82 : complex<f32>
    %i84 = complex.im %e82 : complex<f32>
    vector.print %r83 : f32
    vector.print %i84 : f32
    %x85 = arith.constant 1 : index
    %e86 = tensor.extract %d80[%x85] : tensor<5xcomplex<f32>>
    %r87 = complex.re %e86 : complex<f32>
    %i88 = complex.im %e86 : complex<f32>
    vector.print %r87 : f32
    vector.print %i88 : f32
    %x89 = arith.constant 2 : index
    %e90 = tensor.extract %d80[%x89] : tensor<5xcomplex<f32>>
    %r91 = complex.re %e90 : complex<f32>
    %i92 = complex.im %e90 : complex<f32>
    vector.print %r91 : f32
    vector.print %i92 : f32
    %x93 = arith.constant 3 : index
    %e94 = tensor.extract %d80[%x93] : tensor<5xcomplex<f32>>
    %r95 = complex.re %e94 : complex<f32>
    %i96 = complex.im %e94 : complex<f32>
    vector.print %r95 : f32
    vector.print %i96 : f32
    %x97 = arith.constant 4 : index
    %e98 = tensor.extract %d80[%x97] : tensor<5xcomplex<f32>>
    %r99 = complex.re %e98 : complex<f32>
    %i100 = complex.im %e98 : complex<f32>
    vector.print %r99 : f32
    vector.print %i100 : f32
    %o101 = tensor.empty() : tensor<5xcomplex<f32>, #SV>
    %r102 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%s75, %s77 : tensor<5xcomplex<f32>, #SV>, tensor<5xcomplex<f32>, #SV>) outs(%o101 : tensor<5xcomplex<f32>, #SV>) {
      ^bb0(%a: complex<f32>, %b: complex<f32>, %x: complex<f32>):
      %0 = complex.mul %a, %b : complex<f32>
      linalg.yield %0 : complex<f32>
    } -> tensor<5xcomplex<f32>, #SV>
    %d103 = sparse_tensor.convert %r102 : tensor<5xcomplex<f32>, #SV> to tensor<5xcomplex<f32>>
    %x104 = arith.constant 0 : index
    %e105 = tensor.extract %d103[%x104] : tensor<5xcomplex<f32>>
    %r106 = complex.re %e105 : complex<f32>
    %i107 = complex.im %e105 : complex<f32>
    vector.print %r106 : f32
    vector.print %i107 : f32
    %x108 = arith.constant 1 : index
    %e109 = tensor.extract %d103[%x108] : tensor<5xcomplex<f32>>
    %r110 = complex.re %e109 : complex<f32>
    %i111 = complex.im %e109 : complex<f32>
    vector.print %r110 : f32
    vector.print %i111 : f32
    %x112 = arith.constant 2 : index
    %e113 = tensor.extract %d103[%x112] : tensor<5xcomplex<f32>>
    %r114 = complex.re %e113 : complex<f32>
    %i115 = complex.im %e113 : complex<f32>
    vector.print %r114 : f32
    vector.print %i115 : f32
    %x116 = arith.constant 3 : index
    %e117 = tensor.extract %d103[%x116] : tensor<5xcomplex<f32>>
    %r118 = complex.re %e117 : complex<f32>
    %i119 = complex.im %e117 : complex<f32>
    vector.print %r118 : f32
    vector.print %i119 : f32
    %x120 = arith.constant 4 : index
    %e121 = tensor.extract %d103[%x120] : tensor<5xcomplex<f32>>
    %r122 = complex.re %e121 : complex<f32>
    %i123 = complex.im %e121 : complex<f32>
    vector.print %r122 : f32
    vector.print %i123 : f32
    %o124 = tensor.empty() : tensor<5xf32, #SV>
    %r125 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%s75 : tensor<5xcomplex<f32>, #SV>) outs(%o124 : tensor<5xf32, #SV>) {
      ^bb0(%a: complex<f32>, %x: f32):
      %0 = complex.re %a : complex<f32>
      linalg.yield %0 : f32
    } -> tensor<5xf32, #SV>
    %d126 = sparse_tensor.convert %r125 : tensor<5xf32, #SV> to tensor<5xf32>
    %z127 = arith.constant 0.0 : f32
    %x128 = arith.constant 0 : index
    %w129 = vector.transfer_read %d126[%x128], %z127 : tensor<5xf32>, vector<5xf32>
    vector.print %w129 : vector<5xf32>
    %o130 = tensor.empty() : tensor<5xf32, #SV>
    %r131 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%s75 : tensor<5xcomplex<f32>, #SV>) outs(%o130 : tensor<5xf32, #SV>) {
      ^bb0(%a: complex<f32>, %x: f32):
      %0 = complex.im %a : complex<f32>
      linalg.yield %0 : f32
    } -> tensor<5xf32, #SV>
    %d132 = sparse_tensor.convert %r131 : tensor<5xf32, #SV> to tensor<5xf32>
    %z133 = arith.constant 0.0 : f32
    %x134 = arith.constant 0 : index
    %w135 = vector.transfer_read %d132[%x134], %z133 : tensor<5xf32>, vector<5xf32>
    vector.print %w135 : vector<5xf32>
    %o136 = tensor.empty() : tensor<5xf32, #SV>
    %r137 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%s75 : tensor<5xcomplex<f32>, #SV>) outs(%o136 : tensor<5xf32, #SV>) {
      ^bb0(%a: complex<f32>, %x: f32):
      %0 = complex.abs %a : complex<f32>
      linalg.yield %0 : f32
    } -> tensor<5xf32, #SV>
    %d138 = sparse_tensor.convert %r137 : tensor<5xf32, #SV> to tensor<5xf32>
    %z139 = arith.constant 0.0 : f32
    %x140 = arith.constant 0 : index
    %w141 = vector.transfer_read %d138[%x140], %z139 : tensor<5xf32>, vector<5xf32>
    vector.print %w141 : vector<5xf32>
    %o142 = complex.constant [1.0 : f32, 1.0 : f32] : complex<f32>
    %o143 = tensor.from_elements %o142 : tensor<complex<f32>>
    %r144 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%s75 : tensor<5xcomplex<f32>, #SV>) outs(%o143 : tensor<complex<f32>>) {
      ^bb0(%a: complex<f32>, %x: complex<f32>):
      %0 = complex.add %x, %a : complex<f32>
      linalg.yield %0 : complex<f32>
    } -> tensor<complex<f32>>
    %e145 = tensor.extract %r144[] : tensor<complex<f32>>
    %q146 = complex.re %e145 : complex<f32>
    vector.print %q146 : f32
    return
  }
}

// CHECK: 0
// CHECK-NEXT: 1
// CHECK-NEXT: 1
// CHECK-NEXT: 2
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 2
// CHECK-NEXT: -4
// CHECK-NEXT: 4.5
// CHECK-NEXT: 0.5
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: -3
// CHECK-NEXT: -6
// CHECK-NEXT: 2
// CHECK-NEXT: 2
// CHECK-NEXT: ( 0, 1, 0, 0, 4 )
// CHECK-NEXT: ( 0, 2, 0, -3, 0 )
// CHECK-NEXT: ( 0, 2.23607, 0, 3, 4 )
// CHECK-NEXT: 6
// CHECK-NEXT: 0
// CHECK-NEXT: 1
// CHECK-NEXT: 1
// CHECK-NEXT: 2
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 2
// CHECK-NEXT: -4
// CHECK-NEXT: 4.5
// CHECK-NEXT: 0.5
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: -3
// CHECK-NEXT: -6
// CHECK-NEXT: 2
// CHECK-NEXT: 2
// CHECK-NEXT: ( 0, 1, 0, 0, 4 )
// CHECK-NEXT: ( 0, 2, 0, -3, 0 )
// CHECK-NEXT: ( 0, 2.23607, 0, 3, 4 )
// CHECK-NEXT: 6
