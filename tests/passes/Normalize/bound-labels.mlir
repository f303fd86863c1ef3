// A label that one factor sums over is another variable than the same name in
// the other factor: (sum over i of x) * (sum over i of x), and so on. Whatever
// is done about it, nothing sums a product of x[i] with the same x[i], and no
// two variables of one name end up in one term.
// RUN: encke-opt --ta-normalize --canonicalize --cse %s | FileCheck %s

// CHECK-LABEL: func.func @square_of_sum
// CHECK-NOT: ta.mul {{.*}}<[i] f64>, <[i] f64>
// CHECK: ta.assign %{{.*}}[] sizes() : !ta.expr<[] f64> -> tensor<f64>
func.func @square_of_sum(%x: tensor<?xf64>) -> tensor<f64> {
  %0 = ta.access %x[i] : tensor<?xf64>
  %1 = ta.sum %0 over [i] : !ta.expr<[i] f64> -> !ta.expr<[] f64>
  %2 = ta.mul %1, %1 : <[] f64>, <[] f64> -> <[] f64>
  %y = ta.assign %2[] sizes() : !ta.expr<[] f64> -> tensor<f64>
  return %y : tensor<f64>
}

// y[j] = (sum over i, j of A[i,j]) / d[j].
// CHECK-LABEL: func.func @quotient_of_sum
// CHECK-NOT: ta.div {{.*}}, j] f64>, <[j] f64>
// CHECK: %[[Y:.*]] = ta.assign %{{.*}}[j] sizes(%{{.*}}) : !ta.expr<[j] f64> -> tensor<?xf64>
// CHECK-NEXT: return %[[Y]]
func.func @quotient_of_sum(%A: tensor<4x?xf64>, %d: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %0 = ta.access %A[i, j] : tensor<4x?xf64>
  %1 = ta.sum %0 over [i, j] : !ta.expr<[i, j] f64> -> !ta.expr<[] f64>
  %2 = ta.access %d[j] : tensor<?xf64>
  %3 = ta.div %1, %2 : <[] f64>, <[j] f64> -> <[j] f64>
  %y = ta.assign %3[j] sizes(%n) : !ta.expr<[j] f64> -> tensor<?xf64>
  return %y : tensor<?xf64>
}
