// How sums in registers are divided, and how they end; what is written stays.
// RUN: encke-opt --cin-decide --split-input-file %s | FileCheck %s

// Up to half as many vectors again are one block if that is all; the last one ends with the
// last element.

// CHECK-LABEL: func.func @known
// CHECK: vector(4, tail = overlap) registers(11) {
// CHECK: vector(4) registers(8) {
// CHECK: vector(4, tail = overlap) registers(8) {
func.func @known(%A: tensor<?x42xf64>, %B: tensor<?x32xf64>, %D: tensor<?x50xf64>, %x: tensor<42xf64>, %y: tensor<32xf64>, %z: tensor<50xf64>, %n: index) -> (tensor<42xf64>, tensor<32xf64>, tensor<50xf64>) {
  %c42 = arith.constant 42 : index
  %r = cin.kernel ins(%a = %A : tensor<?x42xf64>) outs(%c = %x : tensor<42xf64>) {
    cin.forall %j in %n {
      cin.forall %k in %c42 vector(4) registers(8) {
        %0 = cin.access %a[%j, %k] : !cin.place<tensor<?x42xf64>>
        cin.assign %c[%k] += %0 : !cin.place<tensor<42xf64>>
      }
    }
  } -> tensor<42xf64>
  %c32 = arith.constant 32 : index
  %s = cin.kernel ins(%a = %B : tensor<?x32xf64>) outs(%c = %y : tensor<32xf64>) {
    cin.forall %j in %n {
      cin.forall %k in %c32 vector(4) registers(8) {
        %0 = cin.access %a[%j, %k] : !cin.place<tensor<?x32xf64>>
        cin.assign %c[%k] += %0 : !cin.place<tensor<32xf64>>
      }
    }
  } -> tensor<32xf64>
  %c50 = arith.constant 50 : index
  %t = cin.kernel ins(%a = %D : tensor<?x50xf64>) outs(%c = %z : tensor<50xf64>) {
    cin.forall %j in %n {
      cin.forall %k in %c50 vector(4) registers(8) {
        %0 = cin.access %a[%j, %k] : !cin.place<tensor<?x50xf64>>
        cin.assign %c[%k] += %0 : !cin.place<tensor<50xf64>>
      }
    }
  } -> tensor<50xf64>
  return %r, %s, %t : tensor<42xf64>, tensor<32xf64>, tensor<50xf64>
}

// -----

// Of a row whose length is not known what is left of blocks of eight vectors goes in blocks
// of two. A vector can end with the last element where sums begin as zero: where they are
// set to that before, or in a workspace.

// CHECK-LABEL: func.func @unknown
// CHECK: vector(4) registers(8) then(2) {
// CHECK: vector(4) registers(8) then(3) {
// CHECK: vector(4, tail = overlap) registers(8) then(2) {
// CHECK: vector(4, tail = overlap) registers(8) then(2) {
func.func @unknown(%A: tensor<?x?xf64>, %x: tensor<?xf64>, %y: tensor<?xf64>, %n: index, %m: index) -> (tensor<?xf64>, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64>) outs(%c = %x : tensor<?xf64>) {
    cin.forall %j in %n {
      cin.forall %k in %m vector(4) registers(8) {
        %0 = cin.access %a[%j, %k] : !cin.place<tensor<?x?xf64>>
        cin.assign %c[%k] += %0 : !cin.place<tensor<?xf64>>
      }
    }
    cin.forall %j in %n {
      cin.forall %k in %m vector(4) registers(8) then(3) {
        %0 = cin.access %a[%j, %k] : !cin.place<tensor<?x?xf64>>
        cin.assign %c[%k] += %0 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  %s = cin.kernel ins(%a = %A : tensor<?x?xf64>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %k in %m vector(4) {
      cin.assign %c[%k] = %zero : !cin.place<tensor<?xf64>>
    }
    cin.forall %j in %n {
      cin.forall %k in %m vector(4) registers(8) {
        %0 = cin.access %a[%j, %k] : !cin.place<tensor<?x?xf64>>
        cin.assign %c[%k] += %0 : !cin.place<tensor<?xf64>>
      }
    }
    cin.where %w : !cin.place<tensor<?xf64>> sizes(%m) {
      cin.forall %k in %m vector(4) {
        %0 = cin.access %w[%k] : !cin.place<tensor<?xf64>>
        cin.assign %c[%k] += %0 : !cin.place<tensor<?xf64>>
      }
    } producer {
      cin.forall %j in %n {
        cin.forall %k in %m vector(4) registers(8) {
          %0 = cin.access %a[%j, %k] : !cin.place<tensor<?x?xf64>>
          cin.assign %w[%k] += %0 : !cin.place<tensor<?xf64>>
        }
      }
    }
  } -> tensor<?xf64>
  return %r, %s : tensor<?xf64>, tensor<?xf64>
}

// -----

// Sixteen floats are added up before they are added to doubles, or 32 where that is known
// to be few.

// CHECK-LABEL: func.func @floats
// CHECK: vector(8) registers(8) then(2) terms(16) {
// CHECK: vector(8) registers(8) then(2) sums(4) terms(32) {
func.func @floats(%A: tensor<?x?xf32>, %B: tensor<100x?xf32>, %x: tensor<?xf32>, %n: index, %m: index) -> tensor<?xf32> {
  %c100 = arith.constant 100 : index
  %r = cin.kernel ins(%a = %A : tensor<?x?xf32>, %b = %B : tensor<100x?xf32>) outs(%c = %x : tensor<?xf32>) {
    cin.forall %j in %n {
      cin.forall %k in %m vector(8) registers(8) {
        %0 = cin.access %a[%j, %k] : !cin.place<tensor<?x?xf32>>
        cin.assign %c[%k] += %0 : !cin.place<tensor<?xf32>>
      }
    }
    cin.forall %j in %c100 {
      cin.forall %k in %m vector(8) registers(8) {
        %0 = cin.access %b[%j, %k] : !cin.place<tensor<100x?xf32>>
        cin.assign %c[%k] += %0 : !cin.place<tensor<?xf32>>
      }
    }
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// A row of a fibre is multiplied with the sum over the fibre; a factor that the loop around
// changes, or writes, is not, nor one number.

#CSF = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : dense, d1 : compressed, d2 : compressed) }>

// CHECK-LABEL: func.func @factors
// CHECK-COUNT-1: factored
// CHECK-NOT: factored
func.func @factors(%T: tensor<?x?x?xf64, #CSF>, %B: tensor<?x8xf64>, %D: tensor<?x8xf64>, %y: tensor<?x8xf64>, %s: f64, %n: index, %m: index, %p: index) -> tensor<?x8xf64> {
  %c8 = arith.constant 8 : index
  %r = cin.kernel ins(%t = %T : tensor<?x?x?xf64, #CSF>, %b = %B : tensor<?x8xf64>, %d = %D : tensor<?x8xf64>) outs(%c = %y : tensor<?x8xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        cin.forall %k in %p {
          cin.forall %r in %c8 vector(4) registers(8) {
            %0 = cin.access %t[%i, %j, %k] : !cin.place<tensor<?x?x?xf64, #CSF>>
            %1 = cin.access %b[%j, %r] : !cin.place<tensor<?x8xf64>>
            %2 = cin.access %d[%k, %r] : !cin.place<tensor<?x8xf64>>
            %3 = arith.mulf %0, %1 : f64
            %4 = arith.mulf %3, %2 : f64
            cin.assign %c[%i, %r] += %4 : !cin.place<tensor<?x8xf64>>
          }
        }
      }
    }
    cin.forall %i in %n {
      cin.forall %j in %m {
        cin.forall %k in %p {
          cin.forall %r in %c8 vector(4) registers(8) {
            %0 = cin.access %t[%i, %j, %k] : !cin.place<tensor<?x?x?xf64, #CSF>>
            %1 = cin.access %d[%k, %r] : !cin.place<tensor<?x8xf64>>
            %2 = arith.mulf %0, %s : f64
            %3 = arith.mulf %2, %1 : f64
            cin.assign %c[%i, %r] += %3 : !cin.place<tensor<?x8xf64>>
          }
        }
      }
    }
  } -> tensor<?x8xf64>
  return %r : tensor<?x8xf64>
}
