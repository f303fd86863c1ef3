//===- LevelParts.h - the level arrays of a sparse tensor -------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SUPPORT_LEVELPARTS_H
#define ENCKE_PASSES_SUPPORT_LEVELPARTS_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"

namespace encke {

/// What the runtime tells of a tensor, level by level, the outermost first.
struct LevelParts {
  struct Level {
    mlir::Value size;                   ///< index
    mlir::Value positions, coordinates; ///< memref<?xiN>, or null
  };
  llvm::SmallVector<Level> levels;
  mlir::Value values;                ///< memref<?xT>
  mlir::Operation *handle = nullptr; ///< The cast of the tensor asked.
};

/// Asks for the arrays of tensors where these are made, once each: loops that
/// read them ask for nothing.
class LevelPartsFinder {
public:
  explicit LevelPartsFinder(mlir::ModuleOp module) : module(module) {}

  /// `tensor` has a sparse type that the runtime knows.
  const LevelParts &find(mlir::Value tensor);

private:
  mlir::ModuleOp module;
  llvm::MapVector<mlir::Value, LevelParts> known;
};

} // namespace encke

#endif // ENCKE_PASSES_SUPPORT_LEVELPARTS_H
