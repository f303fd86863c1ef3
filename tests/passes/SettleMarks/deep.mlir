// A coordinate of which each part is used twice is looked at once, not 2^40 times.
// RUN: encke-opt --cin-settle-marks %s | FileCheck %s

// CHECK-LABEL: func.func @deep
// CHECK: cin.forall %{{.*}} in %{{.*}} vector(4) {
func.func @deep(%x: tensor<?xf64>, %p: tensor<?xindex>, %n: index, %y: tensor<?xf64>) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %p : tensor<?xindex>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n vector(4) {
      %a0 = cin.access %a[%i] : !cin.place<tensor<?xindex>>
      %a1 = arith.addi %a0, %a0 : index
      %a2 = arith.addi %a1, %a1 : index
      %a3 = arith.addi %a2, %a2 : index
      %a4 = arith.addi %a3, %a3 : index
      %a5 = arith.addi %a4, %a4 : index
      %a6 = arith.addi %a5, %a5 : index
      %a7 = arith.addi %a6, %a6 : index
      %a8 = arith.addi %a7, %a7 : index
      %a9 = arith.addi %a8, %a8 : index
      %a10 = arith.addi %a9, %a9 : index
      %a11 = arith.addi %a10, %a10 : index
      %a12 = arith.addi %a11, %a11 : index
      %a13 = arith.addi %a12, %a12 : index
      %a14 = arith.addi %a13, %a13 : index
      %a15 = arith.addi %a14, %a14 : index
      %a16 = arith.addi %a15, %a15 : index
      %a17 = arith.addi %a16, %a16 : index
      %a18 = arith.addi %a17, %a17 : index
      %a19 = arith.addi %a18, %a18 : index
      %a20 = arith.addi %a19, %a19 : index
      %a21 = arith.addi %a20, %a20 : index
      %a22 = arith.addi %a21, %a21 : index
      %a23 = arith.addi %a22, %a22 : index
      %a24 = arith.addi %a23, %a23 : index
      %a25 = arith.addi %a24, %a24 : index
      %a26 = arith.addi %a25, %a25 : index
      %a27 = arith.addi %a26, %a26 : index
      %a28 = arith.addi %a27, %a27 : index
      %a29 = arith.addi %a28, %a28 : index
      %a30 = arith.addi %a29, %a29 : index
      %a31 = arith.addi %a30, %a30 : index
      %a32 = arith.addi %a31, %a31 : index
      %a33 = arith.addi %a32, %a32 : index
      %a34 = arith.addi %a33, %a33 : index
      %a35 = arith.addi %a34, %a34 : index
      %a36 = arith.addi %a35, %a35 : index
      %a37 = arith.addi %a36, %a36 : index
      %a38 = arith.addi %a37, %a37 : index
      %a39 = arith.addi %a38, %a38 : index
      %a40 = arith.addi %a39, %a39 : index
      %v = tensor.extract %x[%a40] : tensor<?xf64>
      cin.assign %c[%i] = %v : !cin.place<tensor<?xf64>>
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}
