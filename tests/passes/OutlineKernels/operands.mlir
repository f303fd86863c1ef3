// What a kernel is given: each value from outside once, in order of first use;
// constants move inside.
// RUN: encke-opt --ta-outline-kernels %s | FileCheck %s

// B[i,j] = A[i,j] * A[j,i] * 4 * v.
// CHECK-LABEL: func.func @shared
// CHECK-SAME: %[[A:[^ ]*]]: tensor<?x?xf64>, %[[V:[^ ]*]]: f64, %[[N:[^ ]*]]: index
// CHECK-NEXT: %[[B:.*]] = call @kernel_0(%[[A]], %[[V]], %[[N]]) : (tensor<?x?xf64>, f64, index) -> tensor<?x?xf64>
// CHECK-NEXT: %[[C:.*]] = call @kernel_1(%[[A]], %[[B]], %[[N]])
// CHECK-NEXT: return %[[C]]
func.func @shared(%A: tensor<?x?xf64>, %v: f64, %n: index) -> tensor<?x?xf64> {
  %c4 = arith.constant 4.0 : f64
  %0 = ta.access %A[i, j] : tensor<?x?xf64>
  %1 = ta.access %A[j, i] : tensor<?x?xf64>
  %2 = ta.mul %0, %1 : <[i, j] f64>, <[j, i] f64> -> <[i, j] f64>
  %3 = ta.scalar %c4 : f64 -> <[] f64>
  %4 = ta.mul %2, %3 : <[i, j] f64>, <[] f64> -> <[i, j] f64>
  %5 = ta.scalar %v : f64 -> <[] f64>
  %6 = ta.mul %4, %5 : <[i, j] f64>, <[] f64> -> <[i, j] f64>
  %B = ta.assign %6[i, j] sizes(%n, %n) : !ta.expr<[i, j] f64> -> tensor<?x?xf64>
  // An expression that two statements use is in both kernels.
  %7 = ta.access %B[i, j] : tensor<?x?xf64>
  %8 = ta.add %0, %7 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %C = ta.assign %8[i, j] sizes(%n, %n) : !ta.expr<[i, j] f64> -> tensor<?x?xf64>
  return %C : tensor<?x?xf64>
}

// A statement in a loop is called in the loop.
// CHECK-LABEL: func.func @loop
// CHECK: scf.for {{.*}} iter_args(%[[Z:.*]] = %{{.*}})
// CHECK-NEXT: %[[W:.*]] = func.call @kernel_2(%[[Z]])
// CHECK-NEXT: scf.yield %[[W]]
func.func @loop(%y: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %t = %c0 to %n step %c1 iter_args(%z = %y) -> tensor<4xf64> {
    %0 = ta.access %z[i] : tensor<4xf64>
    %1 = ta.add %0, %0 : <[i] f64>, <[i] f64> -> <[i] f64>
    %w = ta.assign %1[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
    scf.yield %w : tensor<4xf64>
  }
  return %r : tensor<4xf64>
}

// CHECK: func.func private @kernel_0(%[[A:[^ ]*]]: tensor<?x?xf64>, %[[V:[^ ]*]]: f64, %[[N:[^ ]*]]: index)
// CHECK: ta.access %[[A]][i, j]
// CHECK: ta.access %[[A]][j, i]
// CHECK: %[[C4:.*]] = arith.constant 4.0
// CHECK: ta.scalar %[[C4]]
// CHECK: ta.scalar %[[V]]
// CHECK: ta.assign %{{.*}}[i, j] sizes(%[[N]], %[[N]])

// CHECK: func.func private @kernel_1(%[[A:[^ ]*]]: tensor<?x?xf64>, %[[B:[^ ]*]]: tensor<?x?xf64>, %[[N:[^ ]*]]: index)
// CHECK: ta.access %[[A]][i, j]
// CHECK: ta.access %[[B]][i, j]
