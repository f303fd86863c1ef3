//===- Fusion.h - one kernel of two -----------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_FUSEKERNELS_FUSION_H
#define ENCKE_PASSES_FUSEKERNELS_FUSION_H

#include "dialects/CIN/CINDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace encke {

/// A kernel that makes a tensor: `nest` assigns to it and, where it
/// accumulates, `fill` has set what that starts from before.
struct Producer {
  mlir::func::CallOp call;
  mlir::func::FuncOp function;
  cin::KernelOp fill; ///< may be null
  cin::KernelOp nest;
  /// How the nest accumulates into what its elements start as, where that is
  /// not what a workspace starts as; `none` otherwise.
  cin::Reduction intoStart = cin::Reduction::none;
  mlir::Value start; ///< what is filled: a parameter, or an empty tensor
  /// The workspace stands for a dense tensor, all of which the consumer sees.
  bool isFilled = false;
  llvm::SmallVector<cin::ForallOp> loops;
};

/// A kernel that reads that tensor in one nest.
struct Consumer {
  mlir::func::CallOp call;
  mlir::func::FuncOp function;
  cin::KernelOp nest;
  mlir::BlockArgument parameter; ///< of the function
  mlir::BlockArgument place;     ///< of the nest
  /// Around the loops, outermost first: what collects from all of them.
  llvm::SmallVector<cin::WhereOp> collectors;
  llvm::SmallVector<cin::ForallOp> loops;
};

/// What became of both.
struct FusedKernel {
  mlir::func::CallOp call;
  mlir::func::FuncOp function;
};

/// Makes one kernel of two that share their `shared` outermost loops, with what
/// is left of the tensor in between as a workspace inside of them. It has the
/// name of the second; both functions, their calls, and the buffer of that
/// tensor are erased.
FusedKernel fuseKernels(const Producer &producer, const Consumer &consumer,
                        unsigned shared);

} // namespace encke

#endif // ENCKE_PASSES_FUSEKERNELS_FUSION_H
