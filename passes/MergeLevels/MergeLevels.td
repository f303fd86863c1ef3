//===- MergeLevels.td - declares cin-merge-levels ----------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def MergeLevels : Pass<"cin-merge-levels", "::mlir::ModuleOp"> {
  let summary = "loop over positions where nobody asks for coordinates";
  let description = [{
    A kernel reads one sparse tensor, and some of its outermost levels only to get
    to what is below: their coordinates are those of the result, which stores what
    the tensor stores, or nobody's. Then their loops become one, over the positions
    of the innermost of these levels (the `fuse` and `pos` of Senanayake et al., "A
    Sparse Iteration Space Transformation Framework for Sparse Tensor Algebra",
    OOPSLA 2020), and the result shares the tensor's arrays. The new kernel is
    scheduled as others are (`cin-schedule`). `Y[i, j] = X[i, j, k] * v[k]`, before:

    ```mlir
    %e = tensor.empty(%n, %m) : tensor<?x?xf64, #DCSR>
    %Y = cin.kernel ins(%a = %X : tensor<?x?x?xf64, #CSF>, %b = %v : tensor<?xf64>)
                    outs(%c = %e : tensor<?x?xf64, #DCSR>) {
      cin.forall %i in %n {
        cin.forall %j in %m {
          cin.where %w : !cin.place<tensor<f64>> sizes() {
            %0 = cin.access %w[] : !cin.place<tensor<f64>>
            cin.assign %c[%i, %j] = %0 : !cin.place<tensor<?x?xf64, #DCSR>>
          } producer {
            cin.forall %k in %l {
              %0 = cin.access %a[%i, %j, %k] : !cin.place<tensor<?x?x?xf64, #CSF>>
              %1 = cin.access %b[%k] : !cin.place<tensor<?xf64>>
              %2 = arith.mulf %0, %1 : f64
              cin.assign %w[] += %2 : !cin.place<tensor<f64>>
            }
          }
        }
      }
    } -> tensor<?x?xf64, #DCSR>
    ```

    and after:

    ```mlir
    %x = cin.merge_levels 2 of %X : tensor<?x?x?xf64, #CSF> -> tensor<?x?xf64, #CSR>
    %p = tensor.dim %x, %c0 : tensor<?x?xf64, #CSR>
    %e, %y = cin.share_levels 2 of %X : tensor<?x?x?xf64, #CSF> -> tensor<?x?xf64, #DCSR>, tensor<?xf64>
    %v1 = cin.kernel ins(%a = %x : tensor<?x?xf64, #CSR>, %b = %v : tensor<?xf64>)
                     outs(%c = %y : tensor<?xf64>) {
      cin.forall %i_j in %p {
        cin.where %w : !cin.place<tensor<f64>> sizes() {
          %0 = cin.access %w[] : !cin.place<tensor<f64>>
          cin.assign %c[%i_j] = %0 : !cin.place<tensor<?xf64>>
        } producer {
          cin.forall %k in %l vector(4) {
            %0 = cin.access %a[%i_j, %k] : !cin.place<tensor<?x?xf64, #CSR>>
            %1 = cin.access %b[%k] : !cin.place<tensor<?xf64>>
            %2 = arith.mulf %0, %1 : f64
            cin.assign %w[] += %2 : !cin.place<tensor<f64>>
          }
        }
      }
    } -> tensor<?xf64>
    %Y = cin.with_values %v1 in %e : tensor<?xf64> in tensor<?x?xf64, #DCSR>
    ```

    Where those are all levels, as in `B[i, j] = 2 * A[i, j]` or the sum of the
    squares of A, the loop is one over an array of values. It may then be over
    those of several tensors that are known to store the same places, since
    kernels before made one with the pattern of the other.

    If somebody asks for coordinates, a result that stores what the tensor stores,
    in the same format, has that pattern from the start: the kernel is a numeric
    one. So is `B[i, j] = A[i, j] * x[i]`:

    ```mlir
    %B = cin.kernel numeric ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %x : tensor<?xf64>)
                            outs(%c = %A : tensor<?x?xf64, #CSR>) {
    ```
  }];
  let dependentDialects = [
    "::encke::cin::CINDialect", "::mlir::arith::ArithDialect",
    "::mlir::complex::ComplexDialect", "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"vectorBits", "vector-bits", "unsigned", "256",
           "Bits of a SIMD register; 0 leaves loops scalar">,
    Option<"parallel", "parallel", "bool", "false",
           "Mark loops that may run in parallel">
  ];
  let statistics = [
    Statistic<"numMerged", "merged", "Kernels over positions">,
    Statistic<"numShared", "shared", "Results with the pattern of an operand">
  ];
}
