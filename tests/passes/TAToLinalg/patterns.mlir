// What happens to absent elements: plain arithmetic where it says it, the
// operations of sparse_tensor where it does not.
// RUN: encke-opt --convert-ta-to-linalg %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// A sparse result is made in the kernel, by one operation.
// CHECK-LABEL: func.func @sum
// CHECK: %[[E:.*]] = tensor.empty() : tensor<4x4xf64, #
// CHECK: linalg.generic {{.*}} ins(%arg0, %arg1 : {{.*}}) outs(%[[E]] :
// CHECK-SAME: encke.labels = ["i", "j"]
// CHECK: %[[S:.*]] = arith.addf %in, %in_{{[0-9]+}}
// CHECK-NEXT: linalg.yield %[[S]]
func.func @sum(%A: tensor<4x4xf64, #CSR>, %B: tensor<4x4xf64, #CSR>) -> tensor<4x4xf64, #CSR> {
  %0 = ta.access %A[i, j] : tensor<4x4xf64, #CSR>
  %1 = ta.access %B[i, j] : tensor<4x4xf64, #CSR>
  %2 = ta.add %0, %1 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %y = ta.assign %2[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<4x4xf64, #CSR>
  return %y : tensor<4x4xf64, #CSR>
}

// Operators over the intersection and the union.
// CHECK-LABEL: func.func @intersection
// CHECK: %[[B:.*]] = sparse_tensor.binary %in, %in_{{[0-9]+}} : f64, f64 to f64
// CHECK-NEXT: overlap = {
// CHECK-NEXT: ^bb0(%[[X:.*]]: f64, %[[Y:.*]]: f64):
// CHECK-NEXT: %[[M:.*]] = arith.minimumf %[[X]], %[[Y]]
// CHECK-NEXT: sparse_tensor.yield %[[M]]
// CHECK-NEXT: }
// CHECK-NEXT: left = {
// CHECK-NEXT: }
// CHECK-NEXT: right = {
// CHECK-NEXT: }
// CHECK-NEXT: linalg.yield %[[B]]
func.func @intersection(%A: tensor<4x4xf64, #CSR>, %B: tensor<4x4xf64, #CSR>) -> tensor<4x4xf64, #CSR> {
  %0 = ta.access %A[i, j] : tensor<4x4xf64, #CSR>
  %1 = ta.access %B[i, j] : tensor<4x4xf64, #CSR>
  %2 = ta.combine "min" intersection %0, %1 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %y = ta.assign %2[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<4x4xf64, #CSR>
  return %y : tensor<4x4xf64, #CSR>
}

// CHECK-LABEL: func.func @union
// CHECK: sparse_tensor.binary
// CHECK: arith.subf
// CHECK: left = identity
// CHECK-NEXT: right = identity
func.func @union(%A: tensor<4x4xf64, #CSR>, %B: tensor<4x4xf64, #CSR>) -> tensor<4x4xf64, #CSR> {
  %0 = ta.access %A[i, j] : tensor<4x4xf64, #CSR>
  %1 = ta.access %B[i, j] : tensor<4x4xf64, #CSR>
  %2 = ta.combine "sub" union %0, %1 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %y = ta.assign %2[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<4x4xf64, #CSR>
  return %y : tensor<4x4xf64, #CSR>
}

// Of dense operands an operator is plain arithmetic.
// CHECK-LABEL: func.func @dense
// CHECK-NOT: sparse_tensor
// CHECK: arith.maximumf
func.func @dense(%A: tensor<4xf64>, %B: tensor<4xf64>) -> tensor<4xf64> {
  %0 = ta.access %A[i] : tensor<4xf64>
  %1 = ta.access %B[i] : tensor<4xf64>
  %2 = ta.combine "max" intersection %0, %1 : <[i] f64>, <[i] f64> -> <[i] f64>
  %y = ta.assign %2[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %y : tensor<4xf64>
}

// A semiring over what is stored: the identity is what stays (L42).
// CHECK-LABEL: func.func @semiring
// CHECK: %[[INF:.*]] = arith.constant 0x7FF0000000000000 : f64
// CHECK: %[[F:.*]] = linalg.fill {{.*}} ins(%[[INF]] : f64)
// CHECK: linalg.generic {{.*}} outs(%[[F]] :
// CHECK: %[[P:.*]] = sparse_tensor.binary
// CHECK: arith.addf
// CHECK: sparse_tensor.reduce %out, %[[P]], %{{.*}} : f64 {
// CHECK-NEXT: ^bb0(%[[X:.*]]: f64, %[[Y:.*]]: f64):
// CHECK-NEXT: %[[M:.*]] = arith.minimumf %[[X]], %[[Y]]
// CHECK-NEXT: sparse_tensor.yield %[[M]]
func.func @semiring(%A: tensor<4x4xf64, #CSR>, %x: tensor<4xf64>) -> tensor<4xf64> {
  %0 = ta.access %A[i, j] : tensor<4x4xf64, #CSR>
  %1 = ta.access %x[j] : tensor<4xf64>
  %2 = ta.combine "add" intersection %0, %1 : <[i, j] f64>, <[j] f64> -> <[i, j] f64>
  %3 = ta.reduce "min" %2 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %y = ta.assign %3[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %y : tensor<4xf64>
}

// Of dense operands a reduction is plain arithmetic; integers start from the
// largest.
// CHECK-LABEL: func.func @dense_reduction
// CHECK: arith.constant 9223372036854775807 : i64
// CHECK: arith.minsi %out, %in : i64
func.func @dense_reduction(%A: tensor<4x4xi64>) -> tensor<4xi64> {
  %0 = ta.access %A[i, j] : tensor<4x4xi64>
  %1 = ta.reduce "min" %0 over [j] : !ta.expr<[i, j] i64> -> !ta.expr<[i] i64>
  %y = ta.assign %1[i] sizes() : !ta.expr<[i] i64> -> tensor<4xi64>
  return %y : tensor<4xi64>
}

// A mask, its complement, and a quotient that exists where its divisor does.
// CHECK-LABEL: func.func @mask
// CHECK: sparse_tensor.binary %{{.*}}, %{{.*}} : f64, i32 to f64
// CHECK-NEXT: overlap = {
// CHECK-NEXT: ^bb0(%[[X:.*]]: f64, %{{.*}}: i32):
// CHECK-NEXT: sparse_tensor.yield %[[X]]
// CHECK-LABEL: func.func @complement
// CHECK: sparse_tensor.binary
// CHECK-NEXT: overlap = {
// CHECK-NEXT: }
// CHECK-NEXT: left = identity
// CHECK-NEXT: right = {
// CHECK-LABEL: func.func @quotient
// CHECK: sparse_tensor.binary
// CHECK: arith.divf
// CHECK: left = {
// CHECK-NEXT: }
func.func @mask(%A: tensor<4x4xf64>, %M: tensor<4x4xi32, #CSR>) -> tensor<4x4xf64> {
  %0 = ta.access %A[i, j] : tensor<4x4xf64>
  %1 = ta.access %M[i, j] : tensor<4x4xi32, #CSR>
  %2 = ta.mask %0 by %1 : <[i, j] f64>, <[i, j] i32> -> <[i, j] f64>
  %y = ta.assign %2[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<4x4xf64>
  return %y : tensor<4x4xf64>
}
func.func @complement(%A: tensor<4x4xf64, #CSR>, %M: tensor<4x4xf64, #CSR>) -> tensor<4x4xf64, #CSR> {
  %0 = ta.access %A[i, j] : tensor<4x4xf64, #CSR>
  %1 = ta.access %M[i, j] : tensor<4x4xf64, #CSR>
  %2 = ta.mask %0 by not %1 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %y = ta.assign %2[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<4x4xf64, #CSR>
  return %y : tensor<4x4xf64, #CSR>
}
func.func @quotient(%A: tensor<4x4xf64>, %B: tensor<4x4xf64, #CSR>) -> tensor<4x4xf64> {
  %0 = ta.access %A[i, j] : tensor<4x4xf64>
  %1 = ta.access %B[i, j] : tensor<4x4xf64, #CSR>
  %2 = ta.div %0, %1 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %y = ta.assign %2[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<4x4xf64>
  return %y : tensor<4x4xf64>
}

// A function that is not 0 at 0 has a value, computed before the loop, where
// nothing is stored.
// CHECK-LABEL: func.func @function
// CHECK: %[[ZERO:.*]] = arith.constant 0.0
// CHECK: %[[AT:.*]] = math.exp %[[ZERO]]
// CHECK: sparse_tensor.unary %in : f64 to f64
// CHECK: present = {
// CHECK: math.exp
// CHECK: absent = {
// CHECK-NEXT: sparse_tensor.yield %[[AT]]
func.func @function(%A: tensor<4x4xf64, #CSR>) -> tensor<4xf64> {
  %0 = ta.access %A[i, j] : tensor<4x4xf64, #CSR>
  %1 = ta.apply "exp"(%0) : !ta.expr<[i, j] f64> -> <[i, j] f64>
  %2 = ta.reduce "max" %1 over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %y = ta.assign %2[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf64>
  return %y : tensor<4xf64>
}

// A positive power of a sparse tensor, and a function of two of them.
// CHECK-LABEL: func.func @power
// CHECK: sparse_tensor.unary
// CHECK: math.powf
// CHECK: absent = {
// CHECK-NEXT: }
// CHECK-LABEL: func.func @larger
// CHECK: sparse_tensor.binary
// CHECK: overlap = {
// CHECK: arith.maximumf
// CHECK: left = {
// CHECK: arith.maximumf
// CHECK: right = {
// CHECK: arith.maximumf
func.func @power(%A: tensor<4x4xf64, #CSR>) -> tensor<4x4xf64, #CSR> {
  %two = arith.constant 2.0 : f64
  %0 = ta.access %A[i, j] : tensor<4x4xf64, #CSR>
  %1 = ta.scalar %two : f64 -> <[] f64>
  %2 = ta.apply "pow"(%0, %1) : !ta.expr<[i, j] f64>, !ta.expr<[] f64> -> <[i, j] f64>
  %y = ta.assign %2[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<4x4xf64, #CSR>
  return %y : tensor<4x4xf64, #CSR>
}
func.func @larger(%A: tensor<4x4xf64, #CSR>, %B: tensor<4x4xf64, #CSR>) -> tensor<4x4xf64, #CSR> {
  %0 = ta.access %A[i, j] : tensor<4x4xf64, #CSR>
  %1 = ta.access %B[i, j] : tensor<4x4xf64, #CSR>
  %2 = ta.apply "max"(%0, %1) : !ta.expr<[i, j] f64>, !ta.expr<[i, j] f64> -> <[i, j] f64>
  %y = ta.assign %2[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<4x4xf64, #CSR>
  return %y : tensor<4x4xf64, #CSR>
}

// Counting what is stored.
// CHECK-LABEL: func.func @count
// CHECK: sparse_tensor.unary %in : f64 to i64
// CHECK: absent = {
// CHECK-NEXT: }
// CHECK: arith.addi
func.func @count(%A: tensor<4x4xf64, #CSR>) -> tensor<i64> {
  %0 = ta.access %A[i, j] : tensor<4x4xf64, #CSR>
  %1 = ta.stored %0 : <[i, j] f64> -> <[i, j] i64>
  %2 = ta.sum %1 over [i, j] : !ta.expr<[i, j] i64> -> !ta.expr<[] i64>
  %y = ta.assign %2[] sizes() : !ta.expr<[] i64> -> tensor<i64>
  return %y : tensor<i64>
}

// A dense tensor copied into a sparse one stores its nonzeros (L38); a zero
// empties it (L44).
// CHECK-LABEL: func.func @copy
// CHECK: sparse_tensor.select %in : f64 {
// CHECK: arith.cmpf une
// CHECK-LABEL: func.func @empty
// CHECK: %[[E:.*]] = tensor.empty
// CHECK-NOT: linalg
// CHECK: return %[[E]]
func.func @copy(%D: tensor<4x4xf64>) -> tensor<4x4xf64, #CSR> {
  %0 = ta.access %D[i, j] : tensor<4x4xf64>
  %y = ta.assign %0[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<4x4xf64, #CSR>
  return %y : tensor<4x4xf64, #CSR>
}
func.func @empty() -> tensor<4x4xf64, #CSR> {
  %zero = arith.constant 0.0 : f64
  %four = arith.constant 4 : index
  %0 = ta.scalar %zero : f64 -> <[] f64>
  %1 = ta.repeat %0 along [i, j](%four, %four) : !ta.expr<[] f64> -> !ta.expr<[i, j] f64>
  %y = ta.assign %1[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<4x4xf64, #CSR>
  return %y : tensor<4x4xf64, #CSR>
}

// A number times zero has the pattern of the number; where it is not finite, it is
// not a number.
// CHECK-LABEL: func.func @times_zero
// CHECK: %[[Z:.*]] = sparse_tensor.unary %in : i32 to i32
// CHECK-NEXT: present = {
// CHECK-NEXT: ^bb0(%[[X:.*]]: i32):
// CHECK-NEXT: %[[P:.*]] = arith.muli %[[X]], %c0_i32
// CHECK-NEXT: sparse_tensor.yield %[[P]]
// CHECK: linalg.yield %[[Z]]
func.func @times_zero(%A: tensor<4x4xi32, #CSR>) -> tensor<4x4xi32, #CSR> {
  %z = arith.constant 0 : i32
  %0 = ta.access %A[i, j] : tensor<4x4xi32, #CSR>
  %1 = ta.scalar %z : i32 -> !ta.expr<[] i32>
  %2 = ta.mul %0, %1 : <[i, j] i32>, <[] i32> -> <[i, j] i32>
  %y = ta.assign %2[i, j] sizes() : !ta.expr<[i, j] i32> -> tensor<4x4xi32, #CSR>
  return %y : tensor<4x4xi32, #CSR>
}

// x * (y - y) would be folded, too.
// CHECK-LABEL: func.func @times_difference
// CHECK: sparse_tensor.unary %in : i32 to i32
// CHECK-NEXT: present = {
// CHECK: arith.muli
func.func @times_difference(%A: tensor<4x4xi32, #CSR>, %s: tensor<i32>) -> tensor<4x4xi32, #CSR> {
  %0 = ta.access %A[i, j] : tensor<4x4xi32, #CSR>
  %1 = ta.access %s[] : tensor<i32>
  %2 = ta.sub %1, %1 : <[] i32>, <[] i32> -> <[] i32>
  %3 = ta.mul %0, %2 : <[i, j] i32>, <[] i32> -> <[i, j] i32>
  %y = ta.assign %3[i, j] sizes() : !ta.expr<[i, j] i32> -> tensor<4x4xi32, #CSR>
  return %y : tensor<4x4xi32, #CSR>
}

// And so would -x + x.
// CHECK-LABEL: func.func @minus_plus
// CHECK: %[[N:.*]] = sparse_tensor.unary %in : i32 to i32
// CHECK-NEXT: present = {
// CHECK: arith.subi
// CHECK: arith.addi %[[N]], %in
func.func @minus_plus(%A: tensor<4x4xi32, #CSR>) -> tensor<4x4xi32, #CSR> {
  %0 = ta.access %A[i, j] : tensor<4x4xi32, #CSR>
  %1 = ta.neg %0 : <[i, j] i32>
  %2 = ta.add %1, %0 : <[i, j] i32>, <[i, j] i32> -> <[i, j] i32>
  %y = ta.assign %2[i, j] sizes() : !ta.expr<[i, j] i32> -> tensor<4x4xi32, #CSR>
  return %y : tensor<4x4xi32, #CSR>
}

// What a mask leaves of a dense tensor goes to a sparse one by its nonzeros.
// CHECK-LABEL: func.func @copy_under_mask
// CHECK: %[[M:.*]] = sparse_tensor.binary %in, %in_{{[0-9]+}}
// CHECK: %[[V:.*]] = sparse_tensor.select %[[M]]
// CHECK: linalg.yield %[[V]]
func.func @copy_under_mask(%D: tensor<4x4xf64>, %A: tensor<4x4xf64, #CSR>) -> tensor<4x4xf64, #CSR> {
  %0 = ta.access %D[i, j] : tensor<4x4xf64>
  %1 = ta.access %A[i, j] : tensor<4x4xf64, #CSR>
  %2 = ta.mask %0 by %1 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %y = ta.assign %2[i, j] sizes() : !ta.expr<[i, j] f64> -> tensor<4x4xf64, #CSR>
  return %y : tensor<4x4xf64, #CSR>
}

// But what is computed is stored as it is, zeros too.
// CHECK-LABEL: func.func @zeros_under_mask
// CHECK-NOT: sparse_tensor.select
// CHECK: return
func.func @zeros_under_mask(%D: tensor<4x4xf64>, %A: tensor<4x4xf64, #CSR>) -> tensor<4x4xf64, #CSR> {
  %0 = ta.access %D[i, j] : tensor<4x4xf64>
  %1 = ta.access %A[i, j] : tensor<4x4xf64, #CSR>
  %2 = ta.mask %0 by %1 : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
  %y = ta.assign %2[i, j] sizes() {zeros} : !ta.expr<[i, j] f64> -> tensor<4x4xf64, #CSR>
  return %y : tensor<4x4xf64, #CSR>
}

// x - x, folded to a zero, is there outside of the mask.
// CHECK-LABEL: func.func @difference_outside
// CHECK: sparse_tensor.binary %{{.*}}, %in_{{[0-9]+}} : i32, i32 to i32
// CHECK-NEXT: overlap = {
// CHECK-NEXT: }
// CHECK-NEXT: left = {
// CHECK-NEXT: ^bb0
// CHECK-NEXT: sparse_tensor.yield
func.func @difference_outside(%s: tensor<i32>, %A: tensor<4x4xi32, #CSR>) -> tensor<4x4xi32, #CSR> {
  %c4 = arith.constant 4 : index
  %0 = ta.access %s[] : tensor<i32>
  %1 = ta.sub %0, %0 : <[] i32>, <[] i32> -> <[] i32>
  %2 = ta.repeat %1 along [i, j](%c4, %c4) : !ta.expr<[] i32> -> !ta.expr<[i, j] i32>
  %3 = ta.access %A[i, j] : tensor<4x4xi32, #CSR>
  %4 = ta.mask %2 by not %3 : <[i, j] i32>, <[i, j] i32> -> <[i, j] i32>
  %y = ta.assign %4[i, j] sizes() {zeros} : !ta.expr<[i, j] i32> -> tensor<4x4xi32, #CSR>
  return %y : tensor<4x4xi32, #CSR>
}
