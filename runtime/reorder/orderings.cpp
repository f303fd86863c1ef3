//===- orderings.cpp - the simple orderings, and all by name --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reorder/orderings.h"

#include "core/error.h"

#include <numeric>

using namespace encke::rt;

int64_t Renumbering::sizeOf(int32_t family) const {
  for (size_t mode = 0; mode != families.size(); ++mode)
    if (families[mode] == family)
      return pattern.sizes[mode];
  return 0;
}

Permutation encke::rt::identity(int64_t size) {
  Permutation numbers(size);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

Permutation encke::rt::inverse(const Permutation &permutation) {
  Permutation result(permutation.size());
  for (int64_t old = 0; old != permutation.size(); ++old)
    result[permutation[old]] = int32_t(old);
  return result;
}

/// Slices with as many elements stay in their order.
Permutations encke::rt::degreeOrder(const Renumbering &what) {
  Permutations result;
  for (int32_t family = 0; family != what.count; ++family) {
    int64_t size = what.sizeOf(family);
    std::vector<int64_t> degrees(static_cast<size_t>(size));
    for (size_t mode = 0; mode != what.families.size(); ++mode)
      if (what.families[mode] == family)
        for (int64_t e = 0; e != what.pattern.count; ++e)
          ++degrees[size_t(what.pattern.modes[mode][e])];
    Permutation order = identity(size);
    std::stable_sort(order.begin(), order.end(), [&](int32_t a, int32_t b) {
      return degrees[size_t(a)] > degrees[size_t(b)];
    });
    result.push_back(inverse(order));
  }
  return result;
}

static Permutations noOrder(const Renumbering &what) {
  Permutations result;
  for (int32_t family = 0; family != what.count; ++family)
    result.push_back(identity(what.sizeOf(family)));
  return result;
}

Permutations encke::rt::orderBy(const std::string &method,
                                const Renumbering &what, int64_t number) {
  constexpr int64_t usualRounds = 5; // as in the paper
  if (method == "lexi")
    return lexiOrder(what, number ? number : usualRounds);
  if (method == "rcm")
    return reverseCuthillMcKee(what);
  if (method == "degree")
    return degreeOrder(what);
  if (method == "partition")
    return partitionOrder(what, number);
  if (method == "none")
    return noOrder(what);
  throw Error("unknown reordering '" + method +
              "': choose lexi, rcm, degree, partition or none");
}
