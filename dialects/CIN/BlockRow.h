//===- BlockRow.h - workspaces that are rows of blocks ----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What goes into a sparse result in blocks, and is summed along several of
// them, is collected in a workspace in the same format. Loops around are at one
// coordinate of each of the format's outermost levels: the workspace has room
// for what is below, a list of blocks, and the elements of each.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_CIN_BLOCKROW_H
#define ENCKE_DIALECTS_CIN_BLOCKROW_H

#include "dialects/CIN/CINDialect.h"
#include "dialects/Format.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace encke::cin {

/// Which levels of a format the blocks of a row are.
struct BlockRow {
  unsigned listed;  ///< The level that lists blocks; those above are outside.
  int64_t elements; ///< Of a block: those of all levels below.

  /// `isInside`: the loop goes along the workspace. Nothing where the levels
  /// inside are not one with positions, and below it those inside of blocks.
  static std::optional<BlockRow>
  find(const Format &format, mlir::ValueRange indices,
       llvm::function_ref<bool(ForallOp loop)> isInside);
  /// The workspace of the statement, if it is one.
  static std::optional<BlockRow> find(WhereOp where);
};

} // namespace encke::cin

#endif // ENCKE_DIALECTS_CIN_BLOCKROW_H
