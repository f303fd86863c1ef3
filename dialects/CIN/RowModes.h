//===- RowModes.h - what lies along a row workspace -------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_CIN_ROWMODES_H
#define ENCKE_DIALECTS_CIN_ROWMODES_H

#include "dialects/CIN/CINDialect.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace encke::cin {

/// What row workspaces run along together: their index variables, and the mode
/// of each place that these access.
struct RowModes {
  llvm::SmallSetVector<WhereOp, 2> wheres;
  llvm::SmallSetVector<mlir::Value, 4> variables;
  llvm::MapVector<mlir::Value, unsigned> modes; ///< By place.
  mlir::BlockArgument result;                   ///< One of these places.

  /// Those of coordinates that can be numbered anew: all along the row is
  /// stored by coordinates, the result and something that the kernel reads.
  /// None: something has all of them anyway, or needs their true values.
  static std::optional<RowModes> find(WhereOp where);
};

/// The workspace is an array with a list of coordinates.
bool isRow(WhereOp where);

} // namespace encke::cin

#endif // ENCKE_DIALECTS_CIN_ROWMODES_H
