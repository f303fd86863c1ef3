//===- choose.h - the order that pays (L66) ---------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_REORDER_CHOOSE_H
#define ENCKE_RUNTIME_REORDER_CHOOSE_H

#include "reorder/orderings.h"

#include <optional>

struct encke_tensor;

namespace encke::rt {

/// The numbers that encke_reorder_auto takes, by name. Times are in ps.
struct OrderCosts {
  static constexpr int caches = 3;

  explicit OrderCosts(const int32_t *numbers);

  double cacheBytes[caches];
  double element, line, slice;
  double miss[caches], missLine[caches];
  double rcm; ///< to find that order, for each element
  double products;
  double leastGain;
};

/// How products go through a tensor.
struct Walk {
  explicit Walk(const encke_tensor &tensor);

  std::vector<size_t> modes; ///< by loop, the outermost one first
  double bytesOfElement;     ///< that the tensor has for each
  int64_t leastBytes = 8;    ///< that a coordinate has in dense tensors
  int64_t mostBytes = 8;
};

/// By reverse Cuthill-McKee, or none: what the other methods find is rarely
/// faster, and takes longer to find.
struct Choice {
  /// The new numbers, by family; none when all stays as it is.
  Permutations numbers;
  /// How many times as fast the product is that gains least: in the best order
  /// that there could be, and in the one that was tried, if any was.
  double bound = 1;
  std::optional<double> rcm;

  /// "rcm, estimated 2.31 times as fast".
  std::string describe() const;
};

/// `what.pattern` has its elements in the order of the tensor's levels.
Choice chooseOrder(const Renumbering &what, const Walk &walk,
                   const OrderCosts &costs);

/// The same of a tensor, whatever its size.
Choice chooseOrder(const encke_tensor &tensor,
                   const std::vector<int32_t> &families, int32_t count,
                   const Walk &walk, const OrderCosts &costs);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_REORDER_CHOOSE_H
