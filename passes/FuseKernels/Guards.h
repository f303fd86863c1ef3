//===- Guards.h - guards of kernels that are fused --------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_FUSEKERNELS_GUARDS_H
#define ENCKE_PASSES_FUSEKERNELS_GUARDS_H

#include "passes/FuseKernels/Fusion.h"
#include "passes/GuardPadding/Exact.h"

namespace encke {

/// What the second kernel is asked about must not be the tensor in between: it
/// is not there before the fused kernel runs.
bool canFuseGuards(const Producer &producer, const Consumer &consumer);

/// What is needed of two kernels for the guard of the fused one, which is made
/// before these are gone.
class FusedGuard {
public:
  FusedGuard(const Producer &producer, const Consumer &consumer);

  /// Gives the call of the fused kernel a guard, if one of the two had one: it
  /// asks both questions, and calls the two one after the other otherwise.
  void giveTo(mlir::func::CallOp fused);

private:
  struct Part {
    std::optional<Guard> guard;
    mlir::func::FuncOp otherwise; ///< what computes the part
    llvm::SmallVector<mlir::Value> operands;
  };
  Part keep(mlir::func::CallOp call, mlir::func::FuncOp function);
  mlir::func::FuncOp makeQuestion(mlir::func::CallOp fused);
  mlir::func::FuncOp makeExact(mlir::func::CallOp fused);

  bool isGuarded;
  Part first, second;
  mlir::Type between;
  unsigned place; ///< of the tensor in between, in the second call
  /// The buffer that the first call was given for it, as its operand; its
  /// sizes.
  std::optional<unsigned> buffer;
  llvm::SmallVector<mlir::Value> sizes;
};

} // namespace encke

#endif // ENCKE_PASSES_FUSEKERNELS_GUARDS_H
