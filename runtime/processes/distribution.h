//===- distribution.h - which coordinates a process has ---------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_PROCESSES_DISTRIBUTION_H
#define ENCKE_RUNTIME_PROCESSES_DISTRIBUTION_H

#include "encke/runtime.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/// Coordinates of one mode. Those of a process are numbered in their order:
/// ghosts below its own range, the range, ghosts above it. So a row of a matrix
/// has its elements in the same order as in one process, and adds them up in
/// it.
struct encke_distribution {
  size_t rank = 0;
  std::string source;        ///< what the caller has brought it with, or empty
  std::vector<int64_t> cuts; ///< Process p owns cuts[p] ... cuts[p + 1] - 1.
  std::vector<int64_t> below, above; ///< ghosts, sorted
  /// By process: which of the own coordinates it has as ghosts, counted from
  /// the first own one.
  std::vector<std::vector<int64_t>> wanted;

  int64_t begin() const { return cuts[rank]; }
  int64_t end() const { return cuts[rank + 1]; }
  int64_t own() const { return end() - begin(); }
  int64_t total() const { return cuts.back(); }
  int64_t ghosts() const { return int64_t(below.size() + above.size()); }
  int64_t extent() const { return own() + ghosts(); }

  /// The number of a coordinate here, or -1.
  int64_t numberOf(int64_t coordinate) const {
    auto find = [&](const std::vector<int64_t> &ghosts) -> int64_t {
      auto at = std::lower_bound(ghosts.begin(), ghosts.end(), coordinate);
      return at != ghosts.end() && *at == coordinate ? at - ghosts.begin() : -1;
    };
    int64_t before = int64_t(below.size());
    if (coordinate < begin())
      return find(below);
    if (coordinate < end())
      return before + coordinate - begin();
    int64_t number = find(above);
    return number < 0 ? number : before + own() + number;
  }
  /// The coordinate with a number here.
  int64_t coordinateOf(int64_t number) const {
    int64_t before = int64_t(below.size());
    if (number < before)
      return below[size_t(number)];
    if (number < before + own())
      return begin() + number - before;
    return above[size_t(number - before - own())];
  }
  /// The ghosts of a process, of which the numbers here follow each other: the
  /// first of these, and how many.
  std::pair<int64_t, int64_t> ghostsOf(size_t process) const {
    const std::vector<int64_t> &ghosts = process < rank ? below : above;
    auto first = std::lower_bound(ghosts.begin(), ghosts.end(), cuts[process]);
    auto last = std::lower_bound(first, ghosts.end(), cuts[process + 1]);
    int64_t base = process < rank ? 0 : int64_t(below.size()) + own();
    return {base + (first - ghosts.begin()), last - first};
  }
};

namespace encke::rt {

/// all * p / count, without a product that is too large: what the first `p` of
/// `count` ranges have together.
inline int64_t weightBefore(int64_t all, int64_t p, int64_t count) {
  return all / count * p + all % count * p / count;
}

/// An object that the running program owns, until it is freed.
encke_distribution *keepDistribution(encke_distribution distribution);

/// Where each of `count` ranges begins, and the last one ends, that have about
/// the same weight: weights[c] is that of coordinate c.
std::vector<int64_t> cutByWeight(const std::vector<int64_t> &weights,
                                 size_t count);

/// Ghosts of the range of process `rank` in sorted lists: those of
/// `coordinates` that lie outside of it, each once.
encke_distribution withGhosts(const std::vector<int64_t> &cuts, size_t rank,
                              std::vector<int64_t> coordinates);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_PROCESSES_DISTRIBUTION_H
