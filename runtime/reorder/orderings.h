//===- orderings.h - ways to renumber a tensor's coordinates ----*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An ordering renumbers the coordinates of some modes of a tensor, so that
// elements which are used together lie together. Modes of the same *family*
// are renumbered alike: those of a matrix that is used as a symmetric one, say.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_REORDER_ORDERINGS_H
#define ENCKE_RUNTIME_REORDER_ORDERINGS_H

#include "reorder/pattern.h"

#include <string>

namespace encke::rt {

/// The new number of each old one.
using Permutation = Array<int32_t>;

/// What is to be renumbered.
struct Renumbering {
  /// The mode has no family: it stays as it is.
  static constexpr int32_t Fixed = -1;

  const Pattern &pattern;
  std::vector<int32_t> families; ///< by mode; families count from 0
  int32_t count = 0;             ///< of families
  /// The size of a family: that of all its modes.
  int64_t sizeOf(int32_t family) const;
};

/// Makes one permutation for each family.
using Permutations = std::vector<Permutation>;

/// 0, 1, ...
Permutation identity(int64_t size);
/// What undoes `permutation`.
Permutation inverse(const Permutation &permutation);

/// LexiOrder (Li, Uçar, Çatalyürek, Sun, Barker, Vuduc: Efficient and effective
/// sparse tensor reordering, ICS 2019): sorts the slices of one mode after the
/// other lexically, as it were the columns of a matrix whose rows are the
/// combinations of the other modes' coordinates, in their current order, until
/// nothing changes, or `rounds` times. Each sort takes time linear in elements
/// and sizes.
Permutations lexiOrder(const Renumbering &what, int64_t rounds);

/// Reverse Cuthill-McKee on the graph whose vertices are coordinates and whose
/// edges join those of an element.
Permutations reverseCuthillMcKee(const Renumbering &what);

/// The fullest slices first.
Permutations degreeOrder(const Renumbering &what);

/// Cuts the same graph into `parts` parts with METIS, 0 for as many as make the
/// parts fit a cache; each is ordered by reverse Cuthill-McKee inside. Fails
/// when METIS is not installed.
Permutations partitionOrder(const Renumbering &what, int64_t parts);

/// The ordering of that name (L36): lexi, with rounds; partition, with parts;
/// rcm, degree, none. `number` is 0 when the program leaves it open.
Permutations orderBy(const std::string &method, const Renumbering &what,
                     int64_t number);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_REORDER_ORDERINGS_H
