//===- Directories.h - directories of levels that are searched --*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where an inner loop looks coordinates up in the outermost level of a tensor,
// halving takes a dozen steps or more for each, few of them foreseen. A
// directory of the level says at once where a coordinate can only be. It is
// made in front of all loops, in one pass over the level; the runtime makes one
// of a single bucket, which leaves all to halving, where too little is looked
// up.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_CINTOSCF_LOOPS_DIRECTORIES_H
#define ENCKE_PASSES_CINTOSCF_LOOPS_DIRECTORIES_H

#include "passes/CINToSCF/Scope.h"

namespace encke::generator {

class Places;

/// Makes and frees the directories that loops are marked with.
class Directories : Part {
public:
  Directories(Context &context, Places &places)
      : Part(context), places(places) {}

  /// In the order in which the loops are generated, behind `last`, the last
  /// operation in front of all loops.
  mlir::LogicalResult open(mlir::Operation *last);
  void close();

private:
  mlir::LogicalResult open(mlir::Block &block);
  mlir::LogicalResult open(cin::ForallOp forall);
  void open(Level &level, mlir::Value below, mlir::Value visited,
            int64_t entries);

  Places &places;
  mlir::Operation *lastOpened = nullptr;
  llvm::SmallVector<mlir::Value> opened;
};

} // namespace encke::generator

#endif // ENCKE_PASSES_CINTOSCF_LOOPS_DIRECTORIES_H
