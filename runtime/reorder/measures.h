//===- measures.h - how good an order is ------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_REORDER_MEASURES_H
#define ENCKE_RUNTIME_REORDER_MEASURES_H

#include "reorder/orderings.h"

namespace encke::rt {

/// What tells how near to each other the elements of a matrix are.
struct OrderMeasures {
  int64_t bandwidth = 0; ///< the farthest element from the diagonal
  /// In each row, the columns from its first element to the diagonal; of all
  /// rows that have their first element left of it.
  int64_t profile = 0;
  /// When the rows are walked through as y = A x does: how many elements lie
  /// between two uses of the same eight values of x, on average. 0 when none
  /// is used twice.
  double reuseDistance = 0;
};

/// Those of a matrix with its rows and columns renumbered.
OrderMeasures measureOrder(const Pattern &matrix, const Permutation &rows,
                           const Permutation &columns);

/// The usual families of a file's tensor: rows and columns of a matrix with a
/// symmetric pattern are renumbered alike, other modes apart.
Renumbering usualRenumbering(const Pattern &pattern);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_REORDER_MEASURES_H
