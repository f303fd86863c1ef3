//===- Factors.h - factors that a loop does not change ----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_VECTORIZE_FACTORS_H
#define ENCKE_PASSES_VECTORIZE_FACTORS_H

#include "passes/Vectorize/LoopVectorizer.h"

#include "llvm/ADT/SetVector.h"

#include <optional>

namespace encke {

/// A product in the innermost of two loops, as those of its factors that change
/// along the loop around it and those that do not.
struct Factors {
  /// Some factors, and the operations of the inner loop that make them.
  struct Part {
    llvm::SmallVector<mlir::Value> factors;
    llvm::SetVector<mlir::Operation *> made;
  };
  Part changing, fixed;
  mlir::Operation *product = nullptr; // its last multiplication

  /// Makes the vector of the product of some factors, from the counters that
  /// `mapping` has.
  mlir::Value emit(mlir::OpBuilder &builder, LoopVectorizer &vectorizer,
                   mlir::IRMapping &mapping, const Part &part) const;
  /// `sum` and the product of `lhs` and `rhs`.
  mlir::Value emitSum(mlir::OpBuilder &builder, mlir::Value sum,
                      mlir::Value lhs, mlir::Value rhs) const;

private:
  mlir::Value multiply(mlir::OpBuilder &builder, mlir::Value lhs,
                       mlir::Value rhs) const;
};

/// Splits `value`, which `inner` computes, if a factor that varies along it
/// does not change along `around`, where only `written` is written to.
std::optional<Factors> splitFactors(mlir::Value value, mlir::scf::ForOp inner,
                                    mlir::scf::ForOp around,
                                    mlir::Value written,
                                    const LoopVectorizer &vectorizer);

} // namespace encke

#endif // ENCKE_PASSES_VECTORIZE_FACTORS_H
