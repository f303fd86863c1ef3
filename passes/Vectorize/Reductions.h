//===- Reductions.h - what a loop reduces, by lanes -------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_VECTORIZE_REDUCTIONS_H
#define ENCKE_PASSES_VECTORIZE_REDUCTIONS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"

namespace encke {

/// What becomes of each value that a loop carries: a sum, a product, a minimum
/// or a maximum of numbers, which may be reduced in any order. Values of
/// several vectors come one vector after the other.
class Reductions {
public:
  /// Those of the loop, or nothing where it carries other values.
  static std::optional<Reductions> find(mlir::scf::ForOp loop);

  bool empty() const { return operations.empty(); }
  /// All are sums.
  bool areSums() const;

  /// So many vectors of `width` elements for each, which change nothing.
  llvm::SmallVector<mlir::Value>
  emitNeutral(mlir::OpBuilder &builder, int64_t width, int64_t vectors) const;
  /// One vector for each, of the `vectors` that there are of it.
  llvm::SmallVector<mlir::Value> reduceVectors(mlir::OpBuilder &builder,
                                               mlir::ValueRange all,
                                               int64_t vectors) const;
  /// The lanes, and a value that is reduced with them.
  llvm::SmallVector<mlir::Value> reduceLanes(mlir::OpBuilder &builder,
                                             mlir::ValueRange vectors,
                                             mlir::ValueRange initial) const;

private:
  llvm::SmallVector<mlir::Operation *> operations; ///< in the loop
};

} // namespace encke

#endif // ENCKE_PASSES_VECTORIZE_REDUCTIONS_H
