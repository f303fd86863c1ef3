// Dense tensors that are stored in different orders: the loops go so that few
// lines come from memory, and come once.
// RUN: encke-opt --cin-schedule %s | FileCheck %s

// Rows along c are contiguous in both operands; the usual order, c outermost,
// would jump through both.
// CHECK-LABEL: func.func @rows_in_common
// CHECK: cin.forall %[[A:.*]] in %c129
// CHECK-NEXT: cin.forall %[[B:.*]] in %c294
// CHECK-NEXT: cin.forall %[[C:.*]] in %c33 {
// CHECK-NEXT: cin.access %{{.*}}[%[[A]], %[[B]], %[[C]]]
// CHECK-NEXT: cin.access %{{.*}}[%[[B]], %[[A]], %[[C]]]
// CHECK: cin.assign %{{.*}}[%[[C]], %[[A]]] +=
func.func @rows_in_common(%X: tensor<129x294x33xf64>, %Y: tensor<294x129x33xf64>, %r: tensor<33x129xf64>) -> tensor<33x129xf64> {
  %c33 = arith.constant 33 : index
  %c129 = arith.constant 129 : index
  %c294 = arith.constant 294 : index
  %0 = cin.kernel ins(%x = %X : tensor<129x294x33xf64>, %y = %Y : tensor<294x129x33xf64>) outs(%o = %r : tensor<33x129xf64>) {
    cin.forall %c in %c33 {
      cin.forall %a in %c129 {
        cin.forall %b in %c294 {
          %1 = cin.access %x[%a, %b, %c] : !cin.place<tensor<129x294x33xf64>>
          %2 = cin.access %y[%b, %a, %c] : !cin.place<tensor<294x129x33xf64>>
          %3 = arith.mulf %1, %2 : f64
          cin.assign %o[%c, %a] += %3 : !cin.place<tensor<33x129xf64>>
        }
      }
    }
  } -> tensor<33x129xf64>
  return %0 : tensor<33x129xf64>
}

// b outermost: what the others touch of a slice of each fits into a cache.
// CHECK-LABEL: func.func @slices
// CHECK: cin.forall %[[B:.*]] in %c128
// CHECK-NEXT: cin.forall %[[C:.*]] in %c300
// CHECK-NEXT: cin.forall %[[A:.*]] in %c50 {
func.func @slices(%X: tensor<300x128x50xf64>, %Y: tensor<128x50x300xf64>, %r: tensor<300x50xf64>) -> tensor<300x50xf64> {
  %c300 = arith.constant 300 : index
  %c128 = arith.constant 128 : index
  %c50 = arith.constant 50 : index
  %0 = cin.kernel ins(%x = %X : tensor<300x128x50xf64>, %y = %Y : tensor<128x50x300xf64>) outs(%o = %r : tensor<300x50xf64>) {
    cin.forall %c in %c300 {
      cin.forall %a in %c50 {
        cin.forall %b in %c128 {
          %1 = cin.access %x[%c, %b, %a] : !cin.place<tensor<300x128x50xf64>>
          %2 = cin.access %y[%b, %a, %c] : !cin.place<tensor<128x50x300xf64>>
          %3 = arith.mulf %1, %2 : f64
          cin.assign %o[%c, %a] += %3 : !cin.place<tensor<300x50xf64>>
        }
      }
    }
  } -> tensor<300x50xf64>
  return %0 : tensor<300x50xf64>
}

// Rows 4096 bytes apart share a few sets of a cache: 64 of them cannot wait there
// for their next element, as rows of 520 elements can.
// CHECK-LABEL: func.func @crowded
// CHECK: cin.forall %{{.*}} in %c64
// CHECK-NEXT: cin.forall %{{.*}} in %c512
// CHECK-LABEL: func.func @spread
// CHECK: cin.forall %{{.*}} in %c520
// CHECK-NEXT: cin.forall %{{.*}} in %c64
func.func @crowded(%X: tensor<64x512xf64>, %Y: tensor<64x512xf64>, %r: tensor<512x64xf64>) -> tensor<512x64xf64> {
  %c64 = arith.constant 64 : index
  %c512 = arith.constant 512 : index
  %0 = cin.kernel ins(%x = %X : tensor<64x512xf64>, %y = %Y : tensor<64x512xf64>) outs(%o = %r : tensor<512x64xf64>) {
    cin.forall %i in %c512 {
      cin.forall %j in %c64 {
        %1 = cin.access %x[%j, %i] : !cin.place<tensor<64x512xf64>>
        %2 = cin.access %y[%j, %i] : !cin.place<tensor<64x512xf64>>
        %3 = arith.mulf %1, %2 : f64
        cin.assign %o[%i, %j] = %3 : !cin.place<tensor<512x64xf64>>
      }
    }
  } -> tensor<512x64xf64>
  return %0 : tensor<512x64xf64>
}
func.func @spread(%X: tensor<64x520xf64>, %Y: tensor<64x520xf64>, %r: tensor<520x64xf64>) -> tensor<520x64xf64> {
  %c64 = arith.constant 64 : index
  %c520 = arith.constant 520 : index
  %0 = cin.kernel ins(%x = %X : tensor<64x520xf64>, %y = %Y : tensor<64x520xf64>) outs(%o = %r : tensor<520x64xf64>) {
    cin.forall %i in %c520 {
      cin.forall %j in %c64 {
        %1 = cin.access %x[%j, %i] : !cin.place<tensor<64x520xf64>>
        %2 = cin.access %y[%j, %i] : !cin.place<tensor<64x520xf64>>
        %3 = arith.mulf %1, %2 : f64
        cin.assign %o[%i, %j] = %3 : !cin.place<tensor<520x64xf64>>
      }
    }
  } -> tensor<520x64xf64>
  return %0 : tensor<520x64xf64>
}
