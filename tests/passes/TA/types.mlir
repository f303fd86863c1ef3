// The types of the dialect, and labels that are not plain names.
// RUN: encke-opt %s | encke-opt | FileCheck %s

// CHECK: @types(!ta.file, !ta.expr<[] f64>, !ta.expr<[i] f32>, !ta.expr<[i, j, k] i32>, !ta.expr<[i] i1>)
func.func private @types(!ta.file, !ta.expr<[] f64>, !ta.expr<[i] f32>,
                         !ta.expr<[i, j, k] i32>, !ta.expr<[i] i1>)

// Labels are quoted where they must be.
// CHECK-LABEL: func.func @labels
func.func @labels(%x: tensor<?x?xf64>) {
  // CHECK: ta.access %{{.*}}["a b", loc] : tensor<?x?xf64>
  // CHECK: ta.sum %{{.*}} over ["a b"] : !ta.expr<["a b", loc] f64> -> !ta.expr<[loc] f64>
  %0 = ta.access %x["a b", "loc"] : tensor<?x?xf64>
  %1 = ta.sum %0 over ["a b"] : !ta.expr<["a b", loc] f64> -> !ta.expr<[loc] f64>
  return
}
