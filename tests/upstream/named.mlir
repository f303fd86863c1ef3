// Named linalg operations on sparse tensors: map, reduce, broadcast, elementwise, unary and binary ones.
// RUN: %modes %s | FileCheck %s --match-full-lines

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#T3 = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed) }>

module {
  func.func @main() {
    %c1 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %s2 = sparse_tensor.convert %c1 : tensor<4x5xf64> to tensor<4x5xf64, #CSR>
    %c3 = arith.constant dense<[[0.0, 7.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [1.0, -3.0, 0.0, 0.0, 8.0], [0.0, 0.0, 0.0, 0.0, 6.0]]> : tensor<4x5xf64>
    %s4 = sparse_tensor.convert %c3 : tensor<4x5xf64> to tensor<4x5xf64, #CSR>
    %c5 = arith.constant dense<[[1.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0]]> : tensor<4x5xf64>
    %r6 = linalg.map ins(%s2, %s4 : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSR>) outs(%c5 : tensor<4x5xf64>)
      (%x1: f64, %y1: f64, %out1: f64) {
        %m1 = arith.maximumf %x1, %y1 : f64
        linalg.yield %m1 : f64
      }
    %z7 = arith.constant 0.0 : f64
    %x8 = arith.constant 0 : index
    %w9 = vector.transfer_read %r6[%x8, %x8], %z7 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w9 : vector<4x5xf64>
    %c10 = arith.constant dense<[1.0, 1.0, 1.0, 1.0]> : tensor<4xf64>
    %r11 = linalg.reduce { arith.addf } ins(%s2 : tensor<4x5xf64, #CSR>) outs(%c10 : tensor<4xf64>) dimensions = [1]
    %z12 = arith.constant 0.0 : f64
    %x13 = arith.constant 0 : index
    %w14 = vector.transfer_read %r11[%x13], %z12 : tensor<4xf64>, vector<4xf64>
    vector.print %w14 : vector<4xf64>
    %c15 = arith.constant dense<[-9.0, -9.0, -9.0, -9.0, -9.0]> : tensor<5xf64>
    %r16 = linalg.reduce { arith.maximumf } ins(%s2 : tensor<4x5xf64, #CSR>) outs(%c15 : tensor<5xf64>) dimensions = [0]
    %z17 = arith.constant 0.0 : f64
    %x18 = arith.constant 0 : index
    %w19 = vector.transfer_read %r16[%x18], %z17 : tensor<5xf64>, vector<5xf64>
    vector.print %w19 : vector<5xf64>
    %c20 = arith.constant dense<[0.0, 2.0, 0.0, -1.0, 3.0]> : tensor<5xf64>
    %s21 = sparse_tensor.convert %c20 : tensor<5xf64> to tensor<5xf64, #SV>
    %c22 = arith.constant dense<[[0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<4x5xf64>
    %r23 = linalg.broadcast ins(%s21 : tensor<5xf64, #SV>) outs(%c22 : tensor<4x5xf64>) dimensions = [0]
    %z24 = arith.constant 0.0 : f64
    %x25 = arith.constant 0 : index
    %w26 = vector.transfer_read %r23[%x25, %x25], %z24 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w26 : vector<4x5xf64>
    %c27 = arith.constant dense<[[0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<4x5xf64>
    %r28 = linalg.abs ins(%s2 : tensor<4x5xf64, #CSR>) outs(%c27 : tensor<4x5xf64>) -> tensor<4x5xf64>
    %z29 = arith.constant 0.0 : f64
    %x30 = arith.constant 0 : index
    %w31 = vector.transfer_read %r28[%x30, %x30], %z29 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w31 : vector<4x5xf64>
    %c32 = arith.constant dense<[[0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<4x5xf64>
    %r33 = linalg.exp ins(%s2 : tensor<4x5xf64, #CSR>) outs(%c32 : tensor<4x5xf64>) -> tensor<4x5xf64>
    %z34 = arith.constant 0.0 : f64
    %x35 = arith.constant 0 : index
    %w36 = vector.transfer_read %r33[%x35, %x35], %z34 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w36 : vector<4x5xf64>
    %c37 = arith.constant dense<[[0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<4x5xf64>
    %r38 = linalg.negf ins(%s2 : tensor<4x5xf64, #CSR>) outs(%c37 : tensor<4x5xf64>) -> tensor<4x5xf64>
    %z39 = arith.constant 0.0 : f64
    %x40 = arith.constant 0 : index
    %w41 = vector.transfer_read %r38[%x40, %x40], %z39 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w41 : vector<4x5xf64>
    %c42 = arith.constant dense<[[0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<4x5xf64>
    %r43 = linalg.square ins(%s2 : tensor<4x5xf64, #CSR>) outs(%c42 : tensor<4x5xf64>) -> tensor<4x5xf64>
    %z44 = arith.constant 0.0 : f64
    %x45 = arith.constant 0 : index
    %w46 = vector.transfer_read %r43[%x45, %x45], %z44 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w46 : vector<4x5xf64>
    %c47 = arith.constant dense<[[0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<4x5xf64>
    %r48 = linalg.floor ins(%s2 : tensor<4x5xf64, #CSR>) outs(%c47 : tensor<4x5xf64>) -> tensor<4x5xf64>
    %z49 = arith.constant 0.0 : f64
    %x50 = arith.constant 0 : index
    %w51 = vector.transfer_read %r48[%x50, %x50], %z49 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w51 : vector<4x5xf64>
    %o52 = tensor.empty() : tensor<4x5xf64, #CSR>
    %r53 = linalg.max ins(%s2, %s4 : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSR>) outs(%o52 : tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR>
    %d54 = sparse_tensor.convert %r53 : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
    %z55 = arith.constant 0.0 : f64
    %x56 = arith.constant 0 : index
    %w57 = vector.transfer_read %d54[%x56, %x56], %z55 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w57 : vector<4x5xf64>
    %o58 = tensor.empty() : tensor<4x5xf64, #CSR>
    %r59 = linalg.min ins(%s2, %s4 : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSR>) outs(%o58 : tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR>
    %d60 = sparse_tensor.convert %r59 : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
    %z61 = arith.constant 0.0 : f64
    %x62 = arith.constant 0 : index
    %w63 = vector.transfer_read %d60[%x62, %x62], %z61 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w63 : vector<4x5xf64>
    %o64 = tensor.empty() : tensor<4x5xf64, #CSR>
    %r65 = linalg.mul ins(%s2, %s4 : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSR>) outs(%o64 : tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR>
    %d66 = sparse_tensor.convert %r65 : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
    %z67 = arith.constant 0.0 : f64
    %x68 = arith.constant 0 : index
    %w69 = vector.transfer_read %d66[%x68, %x68], %z67 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %w69 : vector<4x5xf64>
    %c70 = arith.constant 2.5 : f64
    %o71 = tensor.empty() : tensor<3xf64>
    %r72 = linalg.fill ins(%c70 : f64) outs(%o71 : tensor<3xf64>) -> tensor<3xf64>
    %z73 = arith.constant 0.0 : f64
    %x74 = arith.constant 0 : index
    %w75 = vector.transfer_read %r72[%x74], %z73 : tensor<3xf64>, vector<3xf64>
    vector.print %w75 : vector<3xf64>
    %c76 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %z77 = arith.constant 0.0 : f64
    %q78 = tensor.pad %c76 low[1, 0] high[0, 2] {
    ^bb0(%i9: index, %j9: index):
      tensor.yield %z77 : f64
    } : tensor<4x5xf64> to tensor<5x7xf64>
    %s79 = sparse_tensor.convert %q78 : tensor<5x7xf64> to tensor<5x7xf64, #CSR>
    %d80 = sparse_tensor.convert %s79 : tensor<5x7xf64, #CSR> to tensor<5x7xf64>
    %z81 = arith.constant 0.0 : f64
    %x82 = arith.constant 0 : index
    %w83 = vector.transfer_read %d80[%x82, %x82], %z81 : tensor<5x7xf64>, vector<5x7xf64>
    vector.print %w83 : vector<5x7xf64>
    %n84 = sparse_tensor.number_of_entries %s79 : tensor<5x7xf64, #CSR>
    vector.print %n84 : index
    return
  }
}

// CHECK: ( ( 1, 7, 2, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 1, 3, 0, 0, 8 ), ( 5, 0, 0, 0, 6.5 ) )
// CHECK-NEXT: ( 4, 1, 0, 12.5 )
// CHECK-NEXT: ( 5, 3, 2, 0, 6.5 )
// CHECK-NEXT: ( ( 0, 2, 0, -1, 3 ), ( 0, 2, 0, -1, 3 ), ( 0, 2, 0, -1, 3 ), ( 0, 2, 0, -1, 3 ) )
// CHECK-NEXT: ( ( 1, 0, 2, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, 3, 0, 4, 0 ), ( 5, 0, 0, 0, 6.5 ) )
// CHECK-NEXT: ( ( 2.71828, 1, 7.38906, 1, 1 ), ( 1, 1, 1, 1, 1 ), ( 1, 20.0855, 1, 0.0183156, 1 ), ( 148.413, 1, 1, 1, 665.142 ) )
// CHECK-NEXT: ( ( -1, 0, -2, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, -3, 0, 4, 0 ), ( -5, 0, 0, 0, -6.5 ) )
// CHECK-NEXT: ( ( 1, 0, 4, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, 9, 0, 16, 0 ), ( 25, 0, 0, 0, 42.25 ) )
// CHECK-NEXT: ( ( 1, 0, 2, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, 3, 0, -4, 0 ), ( 5, 0, 0, 0, 6 ) )
// CHECK-NEXT: ( ( 1, 7, 2, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 1, 3, 0, 0, 8 ), ( 5, 0, 0, 0, 6.5 ) )
// CHECK-NEXT: ( ( 0, 0, 2, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, -3, 0, -4, 0 ), ( 0, 0, 0, 0, 6 ) )
// CHECK-NEXT: ( ( 0, 0, 4, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, -9, 0, 0, 0 ), ( 0, 0, 0, 0, 39 ) )
// CHECK-NEXT: ( 2.5, 2.5, 2.5 )
// CHECK-NEXT: ( ( 0, 0, 0, 0, 0, 0, 0 ), ( 1, 0, 2, 0, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0, 0 ), ( 0, 3, 0, -4, 0, 0, 0 ), ( 5, 0, 0, 0, 6.5, 0, 0 ) )
// CHECK-NEXT: 6
