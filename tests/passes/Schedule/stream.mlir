// Sums that go through an operand from memory: in the order in which that is
// stored, without registers for parts of its rows.
// RUN: encke-opt --cin-schedule %s | FileCheck %s

// CHECK-LABEL: func.func @stored_order
// CHECK: cin.forall %[[A:.*]] in %c30
// CHECK-NEXT: cin.forall %[[B:.*]] in %c100
// CHECK-NEXT: cin.forall %[[C:.*]] in %c101
// CHECK-NEXT: cin.forall %[[D:.*]] in %c50 vector(4) {
// CHECK-NEXT: cin.access %{{.*}}[%[[A]], %[[B]], %[[C]], %[[D]]]
// CHECK: cin.assign %{{.*}}[%[[C]], %[[D]]] +=
func.func @stored_order(%X: tensor<30x100x101x50xf64>, %y: tensor<101x50xf64>) -> tensor<101x50xf64> {
  %c30 = arith.constant 30 : index
  %c100 = arith.constant 100 : index
  %c101 = arith.constant 101 : index
  %c50 = arith.constant 50 : index
  %r = cin.kernel ins(%x = %X : tensor<30x100x101x50xf64>) outs(%o = %y : tensor<101x50xf64>) {
    cin.forall %c in %c101 {
      cin.forall %d in %c50 {
        cin.forall %a in %c30 {
          cin.forall %b in %c100 {
            %0 = cin.access %x[%a, %b, %c, %d] : !cin.place<tensor<30x100x101x50xf64>>
            cin.assign %o[%c, %d] += %0 : !cin.place<tensor<101x50xf64>>
          }
        }
      }
    }
  } -> tensor<101x50xf64>
  return %r : tensor<101x50xf64>
}

// What the loops come back to is 300 x 2000 numbers: d goes further out.
// CHECK-LABEL: func.func @large_result
// CHECK: cin.forall %[[D:.*]] in %c300
// CHECK-NEXT: cin.forall %[[A:.*]] in %c20
// CHECK-NEXT: cin.forall %[[E:.*]] in %c2000 vector(4) {
// CHECK-NEXT: cin.access %{{.*}}[%[[A]], %[[D]], %[[E]]]
func.func @large_result(%X: tensor<20x300x2000xf64>, %y: tensor<300x2000xf64>) -> tensor<300x2000xf64> {
  %c20 = arith.constant 20 : index
  %c300 = arith.constant 300 : index
  %c2000 = arith.constant 2000 : index
  %r = cin.kernel ins(%x = %X : tensor<20x300x2000xf64>) outs(%o = %y : tensor<300x2000xf64>) {
    cin.forall %d in %c300 {
      cin.forall %e in %c2000 {
        cin.forall %a in %c20 {
          %0 = cin.access %x[%a, %d, %e] : !cin.place<tensor<20x300x2000xf64>>
          cin.assign %o[%d, %e] += %0 : !cin.place<tensor<300x2000xf64>>
        }
      }
    }
  } -> tensor<300x2000xf64>
  return %r : tensor<300x2000xf64>
}

// An operand that a cache holds: sums in registers instead.
// CHECK-LABEL: func.func @in_cache
// CHECK: cin.forall %[[C:.*]] in %c10
// CHECK-NEXT: cin.forall %[[A:.*]] in %c30
// CHECK-NEXT: cin.forall %[[D:.*]] in %c50 vector(4) registers(8) {
func.func @in_cache(%X: tensor<30x10x50xf64>, %y: tensor<10x50xf64>) -> tensor<10x50xf64> {
  %c10 = arith.constant 10 : index
  %c30 = arith.constant 30 : index
  %c50 = arith.constant 50 : index
  %r = cin.kernel ins(%x = %X : tensor<30x10x50xf64>) outs(%o = %y : tensor<10x50xf64>) {
    cin.forall %c in %c10 {
      cin.forall %d in %c50 {
        cin.forall %a in %c30 {
          %0 = cin.access %x[%a, %c, %d] : !cin.place<tensor<30x10x50xf64>>
          cin.assign %o[%c, %d] += %0 : !cin.place<tensor<10x50xf64>>
        }
      }
    }
  } -> tensor<10x50xf64>
  return %r : tensor<10x50xf64>
}
