//===- Normalize.td - declares ta-normalize ----------------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def Normalize : Pass<"ta-normalize", "::mlir::ModuleOp"> {
  let summary = "bring every statement into a sum of terms";
  let description = [{
    Rewrites the value of each `ta.assign` into a sum of terms. A term is a
    tree without reductions, summed over its labels at its root. A product is
    distributed over sums only where a sparse operand or a summation stands
    inside. A product of two sides with the same labels is not distributed, since
    its terms could cancel (L21): its loop merges what the sums add, or a sum that
    reduces is computed first. A product of others is not where the terms together
    would be much longer than it: its sums are computed first. Nor is a quotient
    of a sum. What cannot be a
    part of a term (the argument of a function or a divisor that sums, a summed
    factor that would be computed again along another label, what is widened
    after it was summed) becomes a statement of its own, into a dense tensor;
    into a sparse one where what it does not store must be left out, as inside a
    reduction (L22). What is missing must be, too, where it would be divided,
    multiplied with the infinite minimum of nothing, or an operand of `@`: where a
    sparse factor has no element, but not where only a minimum reduces nothing.
    Inside of something with an element everywhere nothing is
    left out, and the tensor is dense for the identity of the reduction in it
    (L43). In a sum, or a function, of two that has an element where either has
    one, the reduction goes into both: the values are those over the dense
    tensor, under a mask of the expression over the sparse one.

    A reduction other than the sum is the whole value of a statement of its
    own, and so is its accumulation into the old value. A mask on a sum
    becomes one on what is summed, and so does one on any reduction whose result
    is sparse; a dense result is zero outside of a mask, not the identity.

    The value of a sparse tensor stays one expression, from which the pattern
    follows (L27). Only its reductions are taken out, where they are not the
    whole value, into sparse tensors; and parts of a sum of more operands than a
    loop can well merge.

    `y[i] = relu(A[i,j] * x[j] + b[i])` before:

    ```mlir
    %s = ta.sum %p over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
    %e = ta.add %s, %b : <[i] f64>, <[i] f64> -> <[i] f64>
    %r = ta.apply "relu"(%e) : !ta.expr<[i] f64> -> <[i] f64>
    %y = ta.assign %r[i] sizes(%n) : !ta.expr<[i] f64> -> tensor<?xf64>
    ```

    and after:

    ```mlir
    %s = ta.sum %p over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
    %e = ta.add %s, %b : <[i] f64>, <[i] f64> -> <[i] f64>
    %t = ta.assign %e[i] sizes(%m) : !ta.expr<[i] f64> -> tensor<?xf64>
    %a = ta.access %t[i] : tensor<?xf64>
    %r = ta.apply "relu"(%a) : !ta.expr<[i] f64> -> <[i] f64>
    %y = ta.assign %r[i] sizes(%n) : !ta.expr<[i] f64> -> tensor<?xf64>
    ```

    Where a sparse factor, dividend or mask guards the part, it is computed only
    where that one has elements, and is as sparse. Of a function's argument only
    the sums then become statements, so that nothing dense is made for a value
    that is needed at few points. `P[i,j] = A[i,j] * exp(X[i,f] * Y[j,f])`
    before:

    ```mlir
    %s = ta.sum %p over [f] : !ta.expr<[i, f, j] f64> -> !ta.expr<[i, j] f64>
    %e = ta.apply "exp"(%s) : !ta.expr<[i, j] f64> -> <[i, j] f64>
    %m = ta.mul %a, %e : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
    %P = ta.assign %m[i, j] sizes(%n, %k) : !ta.expr<[i, j] f64> -> tensor<?x?xf64, #CSR>
    ```

    and after:

    ```mlir
    %m = ta.mask %p by %a : <[i, f, j] f64>, <[i, j] f64> -> <[i, f, j] f64>
    %s = ta.sum %m over [f] : !ta.expr<[i, f, j] f64> -> !ta.expr<[i, j] f64>
    %T = ta.assign %s[i, j] sizes(%i, %j) : !ta.expr<[i, j] f64> -> tensor<?x?xf64, #CSR>
    %t = ta.access %T[i, j] : tensor<?x?xf64, #CSR>
    %e = ta.apply "exp"(%t) : !ta.expr<[i, j] f64> -> <[i, j] f64>
    %q = ta.mul %a, %e : <[i, j] f64>, <[i, j] f64> -> <[i, j] f64>
    %P = ta.assign %q[i, j] sizes(%n, %k) : !ta.expr<[i, j] f64> -> tensor<?x?xf64, #CSR>
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
  let statistics = [
    Statistic<"numTemporaries", "temporaries",
              "Statements made for parts of others">
  ];
}
