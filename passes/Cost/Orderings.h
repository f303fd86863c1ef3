//===- Orderings.h - whether another order pays -----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `reorder ... by auto` (L66) weighs. A product goes through the elements
// of a tensor and fetches, for each, what dense tensors have at its
// coordinates: lines of a cache, which an earlier element may have fetched. The
// runtime counts how long ago that was, and knows from it which cache has them.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_COST_ORDERINGS_H
#define ENCKE_PASSES_COST_ORDERINGS_H

#include "passes/Cost/Target.h"

#include <array>
#include <cstdint>

namespace encke::cost {

/// An element with a line that is in the first cache.
/// Unit: ps. Measured by: SpMV and SpMM of 32 columns of 40 matrices, each in 8
/// orders (Zen 4); least squares of relative errors, as for the next ones.
inline constexpr int32_t elementTime = 330;
/// Each further line of a row there.
/// Unit: ps. Measured by: the same.
inline constexpr int32_t lineTime = 380;
/// A slice of the outermost mode, such as a row.
/// Unit: ps. Measured by: the same.
inline constexpr int32_t sliceTime = 1300;
/// What it takes in addition to have lines that the first, the second, the last
/// cache has not, though the next one has: the first line, and each more.
/// Unit: ps. Measured by: the same.
inline constexpr std::array<int32_t, 3> missTimes = {340, 1000, 280};
inline constexpr std::array<int32_t, 3> missLineTimes = {520, 40, 3980};
/// To find an order by reverse Cuthill-McKee. LexiOrder takes four times as
/// long, and nowhere found one in which a product was 1.15 times as fast.
/// Unit: ps an element. Measured by: the same.
inline constexpr int32_t rcmTime = 80000;
/// How many products the order is used for: finding it may take as long as can
/// be saved by them.
/// Unit: products. Chosen, not measured.
inline constexpr int32_t productsInOrder = 1000;
/// An order is taken when every kind of product is at least so much faster.
/// Unit: percent. Measured by: the same; where less is estimated, some are in
/// fact slower.
inline constexpr int32_t leastGain = 115;

/// Where nothing dense is used with the tensor: a vector and rows of 32
/// elements.
/// Unit: bytes of a coordinate. Chosen, not measured.
inline constexpr int64_t vectorBytes = 8, rowBytes = 256;

/// As encke_reorder_auto takes them.
inline std::array<int32_t, 15> getOrderCosts(const Target &target) {
  auto kib = [](double bytes) { return int32_t(bytes / 1024); };
  return {kib(double(target.l1Bytes)),
          kib(getNearBytes(target)),
          kib(getFarBytes(target)),
          elementTime,
          lineTime,
          sliceTime,
          missTimes[0],
          missTimes[1],
          missTimes[2],
          missLineTimes[0],
          missLineTimes[1],
          missLineTimes[2],
          rcmTime,
          productsInOrder,
          leastGain};
}

} // namespace encke::cost

#endif // ENCKE_PASSES_COST_ORDERINGS_H
