//===- Magnitudes.h - bounds of what a kernel computes ----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_GUARDPADDING_MAGNITUDES_H
#define ENCKE_PASSES_GUARDPADDING_MAGNITUDES_H

#include "dialects/CIN/CINDialect.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseMap.h"

namespace encke {

/// Emits code that says whether values in the kernels of a function can be
/// infinite or not a number, from the largest magnitudes of their operands. It
/// stands outside of the function, where `mapping` says what its arguments are.
class Magnitudes {
public:
  Magnitudes(mlir::OpBuilder &builder, mlir::IRMapping &mapping)
      : builder(builder), mapping(mapping) {}

  /// Asks whether `value`, of a kernel, is finite everywhere.
  void ask(mlir::Value value);

  /// True when all that was asked about is finite, as far as one sees without
  /// going through elements; null when nothing can be said.
  mlir::Value getAnswer();

private:
  mlir::Value getBound(mlir::Value value);
  mlir::Value computeBound(mlir::Value value);
  mlir::Value getBoundOfElements(cin::AccessOp access);
  mlir::Value getBoundOfResult(mlir::Operation *op);
  mlir::Value getOutside(mlir::Value value);
  void require(mlir::Value value, mlir::Value bound);

  mlir::OpBuilder &builder;
  mlir::IRMapping &mapping;
  llvm::DenseMap<mlir::Value, mlir::Value> bounds;
  mlir::Value answer; ///< null as long as nothing was asked
  bool isUnknown = false;
};

} // namespace encke

#endif // ENCKE_PASSES_GUARDPADDING_MAGNITUDES_H
