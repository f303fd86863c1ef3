//===- ordering.h - the numbers of a reordered label ------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_REORDER_ORDERING_H
#define ENCKE_RUNTIME_REORDER_ORDERING_H

#include "reorder/orderings.h"

#include <utility>

/// How the coordinates of a label, and of those that index the same dimensions,
/// are numbered in memory. Until a `reorder` has set it: as in the files.
struct encke_ordering {
  bool isSet = false;
  bool isFresh = false; ///< the last `reorder` with it has set it
  /// Empty where nothing changes.
  encke::rt::Permutation numbers;
  encke::rt::Permutation inverse;
};

#endif // ENCKE_RUNTIME_REORDER_ORDERING_H
