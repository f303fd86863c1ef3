//===- reuse.h - how soon a walk uses lines again ---------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_REORDER_REUSE_H
#define ENCKE_RUNTIME_REORDER_REUSE_H

#include "core/array.h"

#include <array>

namespace encke::rt {

/// The times, in elements, between two uses of the same line while a product
/// goes through the elements of a tensor. What it uses first it has used last
/// one product ago.
///
/// From them follows how much it touches in a time, on average, and so what a
/// cache has forgotten: footprints as in Xiang, Ding, Luo, Bao: HOTL, a higher
/// order theory of locality, ASPLOS 2013.
class ReuseTimes {
public:
  explicit ReuseTimes(int64_t elements) : elements(elements) {}

  /// The uses along a mode of which `together` coordinates, or some fewer, are
  /// in a line.
  void addMode(const Array<int32_t> &coordinates, int64_t size,
               int64_t together);

  /// The same uses in an order in which each follows the one before it.
  ReuseTimes best() const;

  /// How many uses a cache of `bytes` does not serve when a line has
  /// `lineBytes`, and each element brings `elementBytes` of other data.
  double missesOf(double bytes, double lineBytes, double elementBytes) const;

private:
  /// Four to an octave.
  static constexpr int buckets = 4 * 32;
  static int bucketOf(int64_t time);
  static double endOf(int bucket);

  int64_t elements;
  double first = 0; ///< uses, here and below
  std::array<double, buckets> again{};
};

} // namespace encke::rt

#endif // ENCKE_RUNTIME_REORDER_REUSE_H
