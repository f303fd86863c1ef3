// What counts as one product, and what does not.
// RUN: encke-opt --ta-contraction-order --canonicalize --cse %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// Signs, scalars and divisors without labels are applied once, at the end.
// CHECK-LABEL: func.func @scalars
// CHECK: %[[S:.*]] = ta.sum %{{.*}} over [j]
// CHECK: %[[M:.*]] = ta.mul %{{.*}}, %[[S]] : <[] f64>, <[i] f64> -> <[i] f64>
// CHECK: %[[D:.*]] = ta.div %[[M]], %{{.*}} : <[i] f64>, <[] f64> -> <[i] f64>
// CHECK: %[[N:.*]] = ta.neg %[[D]]
// CHECK: ta.assign %[[N]][i]
func.func @scalars(%A: tensor<4x5xf64>, %x: tensor<5xf64>, %s: f64) -> tensor<4xf64> {
  %0 = ta.access %A[i, j] : tensor<4x5xf64>
  %1 = ta.access %x[j] : tensor<5xf64>
  %2 = ta.scalar %s : f64 -> <[] f64>
  %3 = ta.mul %2, %0 : <[] f64>, <[i, j] f64> -> <[i, j] f64>
  %4 = ta.div %3, %2 : <[i, j] f64>, <[] f64> -> <[i, j] f64>
  %5 = ta.mul %4, %1 : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
  %6 = ta.sum %5 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %7 = ta.neg %6 : !ta.expr<[i] f64>
  %8 = ta.assign %7[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %8 : tensor<4xf64>
}

// A label that is closed twice is two labels.
// CHECK-LABEL: func.func @bound_twice
// CHECK: ta.access %{{.*}}[i, j_1] : tensor<4x5xf64>
func.func @bound_twice(%A: tensor<4x5xf64>, %x: tensor<5xf64>) -> tensor<4xf64> {
  %0 = ta.access %A[i, j] : tensor<4x5xf64>
  %1 = ta.access %x[j] : tensor<5xf64>
  %2 = ta.sum %0 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %3 = ta.mul %0, %2 : <[i, j] f64>, <[i] f64> -> <[i, j] f64>
  %4 = ta.mul %3, %1 : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
  %5 = ta.sum %4 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %y = ta.assign %5[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %y : tensor<4xf64>
}

// A sum to a single number is a scalar factor: it is there also when there is
// nothing to sum.
// CHECK-LABEL: func.func @number
// CHECK: %[[N:.*]] = ta.sum %{{.*}} over [j] : !ta.expr<[j] f64> -> !ta.expr<[] f64>
// CHECK: ta.mul %[[N]], %{{.*}} : <[] f64>, <[i] f64> -> <[i] f64>
// CHECK-NEXT: ta.assign
func.func @number(%A: tensor<4x5xf64>, %x: tensor<5xf64>) -> tensor<4xf64> {
  %0 = ta.access %A[i, j] : tensor<4x5xf64>
  %1 = ta.access %x[j] : tensor<5xf64>
  %2 = ta.sum %1 over [j] : !ta.expr<[j] f64> -> !ta.expr<[] f64>
  %3 = ta.mul %0, %2 : <[i, j] f64>, <[] f64> -> <[i, j] f64>
  %4 = ta.mul %3, %1 : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
  %5 = ta.sum %4 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %y = ta.assign %5[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %y : tensor<4xf64>
}

// A factor that is summed over a label of its own is summed first.
// CHECK-LABEL: func.func @own_label
// CHECK: ta.assign {{.*}}[k] sizes() {encke.order = "sum [k,l]"}
// CHECK: ta.assign {{.*}} {encke.order = "[i,k]*(sum [k,l])"}
func.func @own_label(%A: tensor<40x50xf64>, %B: tensor<50x60xf64>) -> tensor<40xf64> {
  %0 = ta.access %A[i, k] : tensor<40x50xf64>
  %1 = ta.access %B[k, l] : tensor<50x60xf64>
  %2 = ta.mul %0, %1 : <[i, k] f64>, <[k, l] f64> -> <[i, k, l] f64>
  %3 = ta.sum %2 over [k, l] : !ta.expr<[i, k, l] f64> -> !ta.expr<[i] f64>
  %y = ta.assign %3[i] sizes() : !ta.expr<[i] f64> -> tensor<40xf64>
  return %y : tensor<40xf64>
}

// A function of a tensor is not computed again along another label.
// CHECK-LABEL: func.func @function
// CHECK: %[[E:.*]] = ta.apply "exp"
// CHECK: %[[T:.*]] = ta.assign %[[E]][i, j]
// CHECK: %[[A:.*]] = ta.access %[[T]][i, j]
// CHECK: ta.mul %[[A]], %{{.*}} : <[i, j] f64>, <[j, k] f64>
func.func @function(%A: tensor<40x50xf64>, %B: tensor<50x60xf64>) -> tensor<40x60xf64> {
  %0 = ta.access %A[i, j] : tensor<40x50xf64>
  %1 = ta.access %B[j, k] : tensor<50x60xf64>
  %2 = ta.apply "exp"(%0) : !ta.expr<[i, j] f64> -> <[i, j] f64>
  %3 = ta.mul %2, %1 : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
  %4 = ta.sum %3 over [j] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i, k] f64>
  %y = ta.assign %4[i, k] sizes() : !ta.expr<[i, k] f64> -> tensor<40x60xf64>
  return %y : tensor<40x60xf64>
}

// Shortest paths: + distributes over min, and what a sparse matrix does not store
// takes no part, so that the temporary is sparse.
// CHECK-LABEL: func.func @min_plus
// CHECK: %[[P:.*]] = ta.combine "add" intersection %{{.*}}, %{{.*}} : <[j, k] f64>, <[k] f64>
// CHECK: %[[R:.*]] = ta.reduce "min" %[[P]] over [k]
// CHECK: %[[T:.*]] = ta.assign %[[R]][j] {{.*}} -> tensor<200xf64, #{{.*}}>
// CHECK: ta.combine "add" intersection %{{.*}}, %{{.*}} : <[i, j] f64>, <[j] f64>
// CHECK: ta.reduce "min"
func.func @min_plus(%A: tensor<300x200xf64, #CSR>, %B: tensor<200x100xf64, #CSR>, %x: tensor<100xf64>) -> tensor<300xf64> {
  %0 = ta.access %A[i, j] : tensor<300x200xf64, #CSR>
  %1 = ta.access %B[j, k] : tensor<200x100xf64, #CSR>
  %2 = ta.access %x[k] : tensor<100xf64>
  %3 = ta.combine "add" intersection %0, %1 : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
  %4 = ta.reduce "min" %3 over [j] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i, k] f64>
  %5 = ta.combine "add" intersection %4, %2 : <[i, k] f64>, <[k] f64> -> <[i, k] f64>
  %6 = ta.reduce "min" %5 over [k] : !ta.expr<[i, k] f64> -> !ta.expr<[i] f64>
  %y = ta.assign %6[i] sizes() : !ta.expr<[i] f64> -> tensor<300xf64>
  return %y : tensor<300xf64>
}

// + counts in +, pair: two counts do not make one.
// CHECK-LABEL: func.func @plus_pair
// CHECK-NOT: encke.order
// CHECK-COUNT-1: ta.assign
// CHECK-NOT: ta.assign
func.func @plus_pair(%A: tensor<300x200xf64, #CSR>, %B: tensor<200x100xf64, #CSR>, %x: tensor<100xf64>) -> tensor<300xf64> {
  %0 = ta.access %A[i, j] : tensor<300x200xf64, #CSR>
  %1 = ta.access %B[j, k] : tensor<200x100xf64, #CSR>
  %2 = ta.access %x[k] : tensor<100xf64>
  %3 = ta.combine "pair" intersection %0, %1 : <[i, j] f64>, <[j, k] f64> -> <[i, j, k] f64>
  %4 = ta.sum %3 over [j] : !ta.expr<[i, j, k] f64> -> !ta.expr<[i, k] f64>
  %5 = ta.combine "pair" intersection %4, %2 : <[i, k] f64>, <[k] f64> -> <[i, k] f64>
  %6 = ta.sum %5 over [k] : !ta.expr<[i, k] f64> -> !ta.expr<[i] f64>
  %y = ta.assign %6[i] sizes() : !ta.expr<[i] f64> -> tensor<300xf64>
  return %y : tensor<300xf64>
}

// min and + of integers stay as they are: a reduction of nothing leaves the
// largest one, to which nothing can be added.
// CHECK-LABEL: func.func @integers
// CHECK-NOT: encke.order
func.func @integers(%A: tensor<30x20xi64>, %B: tensor<20x10xi64>, %x: tensor<10xi64>) -> tensor<30xi64> {
  %0 = ta.access %A[i, j] : tensor<30x20xi64>
  %1 = ta.access %B[j, k] : tensor<20x10xi64>
  %2 = ta.access %x[k] : tensor<10xi64>
  %3 = ta.combine "add" intersection %0, %1 : <[i, j] i64>, <[j, k] i64> -> <[i, j, k] i64>
  %4 = ta.reduce "min" %3 over [j] : !ta.expr<[i, j, k] i64> -> !ta.expr<[i, k] i64>
  %5 = ta.combine "add" intersection %4, %2 : <[i, k] i64>, <[k] i64> -> <[i, k] i64>
  %6 = ta.reduce "min" %5 over [k] : !ta.expr<[i, k] i64> -> !ta.expr<[i] i64>
  %y = ta.assign %6[i] sizes() : !ta.expr<[i] i64> -> tensor<30xi64>
  return %y : tensor<30xi64>
}

// What is outermost reduces nothing: where the sparse tensor has nothing, a
// dense result is 0, and would be -inf if the reduction came last.
// CHECK-LABEL: func.func @reduced_inside
// CHECK-NOT: encke.order
// CHECK: ta.reduce "max"
// CHECK: ta.combine "min"
// CHECK-NOT: ta.reduce
func.func @reduced_inside(%A: tensor<30x20xf64>, %B: tensor<20x30xf64>, %S: tensor<10x20xf64, #CSR>) -> tensor<10x20xf64> {
  %0 = ta.access %A[d, j] : tensor<30x20xf64>
  %1 = ta.access %B[j, d] : tensor<20x30xf64>
  %2 = ta.access %S[i, j] : tensor<10x20xf64, #CSR>
  %3 = ta.combine "min" intersection %0, %1 : <[d, j] f64>, <[j, d] f64> -> <[d, j] f64>
  %4 = ta.reduce "max" %3 over [d] : !ta.expr<[d, j] f64> -> !ta.expr<[j] f64>
  %5 = ta.combine "min" intersection %4, %2 : <[j] f64>, <[i, j] f64> -> <[j, i] f64>
  %C = ta.assign %5[i, j] sizes() : !ta.expr<[j, i] f64> -> tensor<10x20xf64>
  return %C : tensor<10x20xf64>
}

// PROD[j](B[i,j]) * SUM[j](A[i,j]): where B stores nothing the product is the sum, so
// that it is no factor inside of the sum.
// CHECK-LABEL: func.func @identity
// CHECK: %[[P:.*]] = ta.reduce "mul"
// CHECK: %[[S:.*]] = ta.sum
// CHECK: %[[M:.*]] = ta.mul %[[P]], %[[S]] : <[i] f64>, <[i] f64> -> <[i] f64>
// CHECK-NEXT: ta.assign %[[M]][i]
func.func @identity(%A: tensor<4x5xf64, #CSR>, %B: tensor<4x5xf64, #CSR>) -> tensor<4xf64> {
  %0 = ta.access %B[i, j] : tensor<4x5xf64, #CSR>
  %1 = ta.reduce "mul" %0 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %2 = ta.access %A[i, j] : tensor<4x5xf64, #CSR>
  %3 = ta.sum %2 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %4 = ta.mul %1, %3 : <[i] f64>, <[i] f64> -> <[i] f64>
  %y = ta.assign %4[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %y : tensor<4xf64>
}

// SUM[j](PROD[k](B[i,k]) * A[i,j] * x[j]): where B stores nothing there is nothing to
// sum, so that it is no factor outside of the sum.
// CHECK-LABEL: func.func @inner_identity
// CHECK: %[[S:.*]] = ta.sum %{{.*}} over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
// CHECK-NEXT: ta.assign %[[S]][i]
func.func @inner_identity(%A: tensor<4x5xf64, #CSR>, %B: tensor<4x5xf64, #CSR>, %x: tensor<5xf64>) -> tensor<4xf64> {
  %0 = ta.access %B[i, k] : tensor<4x5xf64, #CSR>
  %1 = ta.reduce "mul" %0 over [k] : !ta.expr<[i, k] f64> -> !ta.expr<[i] f64>
  %2 = ta.access %A[i, j] : tensor<4x5xf64, #CSR>
  %3 = ta.mul %1, %2 : <[i] f64>, <[i, j] f64> -> <[i, j] f64>
  %4 = ta.access %x[j] : tensor<5xf64>
  %5 = ta.mul %3, %4 : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
  %6 = ta.sum %5 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %y = ta.assign %6[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %y : tensor<4xf64>
}

// MAX[k](A[i,k]) * SUM[j](A[i,j] * x[j]): where A stores nothing both are, so that they
// may be one sum.
// CHECK-LABEL: func.func @own_identity
// CHECK: ta.assign {{.*}} {encke.order = {{.*}}}
func.func @own_identity(%A: tensor<4x5xf64, #CSR>, %x: tensor<5xf64>) -> tensor<4xf64> {
  %0 = ta.access %A[i, k] : tensor<4x5xf64, #CSR>
  %1 = ta.reduce "max" %0 over [k] : !ta.expr<[i, k] f64> -> !ta.expr<[i] f64>
  %2 = ta.access %A[i, j] : tensor<4x5xf64, #CSR>
  %3 = ta.access %x[j] : tensor<5xf64>
  %4 = ta.mul %2, %3 : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
  %5 = ta.sum %4 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %6 = ta.mul %1, %5 : <[i] f64>, <[i] f64> -> <[i] f64>
  %y = ta.assign %6[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %y : tensor<4xf64>
}
