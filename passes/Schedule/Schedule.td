//===- Schedule.td - declares cin-schedule -----------------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def Schedule : Pass<"cin-schedule", "::mlir::ModuleOp"> {
  let summary = "choose loop order, workspaces, vector and parallel loops";
  let description = [{
    The policy: the one place where these decisions are made.

    - Order: the index variables of sparse tensors first, in storage order; then
      the dense ones, innermost the one along which the most accesses are
      contiguous. Where several sparse tensors disagree, the order that visits
      the least coordinates, and the others are converted (L28). Loops along
      which an operand is stored in blocks are split into one over blocks and one
      within a block. Where a matrix is stored by diagonals, they become loops
      over strips of rows, over the diagonals, over the rows of a strip, and the
      column there: 2048 rows, so that the strips of vectors stay in a cache, or
      64 where another loop is inside.
    - Order of loops over dense tensors only: these cannot all be gone through as
      they are stored, if they are stored in different orders. So another order
      is taken, if three quarters of the time or less are expected of it, by what
      the innermost loop does and by the lines that come from each cache and from
      memory. A sum through one large operand goes in the order of that.
    - Workspace: where the innermost loops only reduce, their sum goes through a
      workspace of order 0, a register (Kjolstad et al., section 4.1). Where a
      loop that reduces is outside of one that moves the element of a sparse
      result, as in Gustavson's matrix product, a row collects the elements; a
      full one, if no sparse operand runs along it: then all elements of the row
      are there, or none. A sparse operand that all these loops meet anew, such as
      a mask, is put into a row of its own first, in which its coordinates are
      looked up. Of sparse factors of a tensor, as in `T[i,k,l] * D[l,j] * C[k,j]`,
      products are added up in a row, which that of the last factor is multiplied
      with once; where the program runs, what is stored says whether this pays,
      or whether a kernel that looks up is called (`cost::getGainOfSumming`): calls
      have a guard for that (`cin-guard-padding`). A complemented mask of a vector is not: what was collected is
      looked up in it.
    - Fill: a result that is zero at first, and to each element of which one sum
      is added from a register, is set instead, and needs no zeros.
    - Vector: the innermost loop, when each access is contiguous along it or
      does not depend on it. Where it accumulates into the result inside loops
      that reduce, vectors of the result stay in registers across them. Or
      where it sums along the last level of one sparse operand, whose
      coordinates are taken from dense ones.
    - Parallel: the outermost loop, when each iteration writes elements of its
      own.

    The naive kernel of `convert-linalg-to-cin` becomes:

    ```mlir
    cin.forall %i in %n parallel {
      cin.where %w : !cin.place<tensor<f64>> sizes() {
        %s = cin.access %w[] : !cin.place<tensor<f64>>
        cin.assign %c[%i] += %s : !cin.place<tensor<?xf64>>
      } producer {
        cin.forall %j in %m vector(4) {
          ...
          cin.assign %w[] += %2 : !cin.place<tensor<f64>>
        }
      }
    }
    ```
  }];
  let dependentDialects = [
    "::encke::cin::CINDialect", "::mlir::arith::ArithDialect",
    "::mlir::complex::ComplexDialect", "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect",
    "::mlir::sparse_tensor::SparseTensorDialect", "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"vectorBits", "vector-bits", "unsigned", "256",
           "Bits of a SIMD register; 0 leaves loops scalar">,
    Option<"parallel", "parallel", "bool", "false",
           "Mark loops that may run in parallel">,
    Option<"noteOrders", "note-orders", "bool", "false",
           "Note on kernels which orders of loops are best, and what they cost">
  ];
  let statistics = [
    Statistic<"numWorkspaces", "workspaces", "Workspaces introduced">,
    Statistic<"numConversions", "conversions", "Tensors converted to fit">,
    Statistic<"numFills", "fills", "Fills with zeros that were dropped">,
    Statistic<"numVector", "vector-loops", "Loops marked as vector">,
    Statistic<"numParallel", "parallel-loops", "Loops marked as parallel">
  ];
}
