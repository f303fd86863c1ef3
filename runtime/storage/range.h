//===- range.h - coordinates at equal distances -----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_RANGE_H
#define ENCKE_RUNTIME_STORAGE_RANGE_H

#include <cstdint>
#include <type_traits>

namespace encke::rt {

/// lo, lo + step, ... below hi (L39), of the coordinates of a mode.
struct Range {
  int64_t lo = 0, hi = 0, step = 1;
  bool whole = false; ///< all coordinates that the mode has

  int64_t count() const { return hi > lo ? (hi - lo - 1) / step + 1 : 0; }
};

/// Which coordinates are in a range, and the how manieth of it. Crd is their
/// type; what a range has of them, it can hold.
template <typename Crd>
class RangeFilter {
  using Word = std::make_unsigned_t<Crd>;

public:
  explicit RangeFilter(const Range &range)
      : lo(Word(range.lo)),
        length(range.hi > range.lo ? Word(range.hi - range.lo) : 0),
        step(Word(range.step)),
        inverse(range.step > 1 ? UINT64_MAX / uint64_t(range.step) + 1 : 0) {}

  bool contains(Crd coordinate) const {
    return (Word(coordinate) - lo < length) & isStep(coordinate);
  }
  /// Of a coordinate between the ends.
  bool isStep(Crd coordinate) const {
    Word distance = Word(coordinate) - lo;
    return step == 1 || Word(quotient(distance) * step) == distance;
  }
  Crd numberOf(Crd coordinate) const {
    Word distance = Word(coordinate) - lo;
    return Crd(step == 1 ? distance : quotient(distance));
  }

private:
  // As in LevelMap.
  Word quotient(Word distance) const {
    if constexpr (sizeof(Word) == 4)
      return Word(static_cast<unsigned __int128>(inverse) * distance >> 64);
    else
      return distance / step;
  }

  Word lo, length, step;
  uint64_t inverse;
};

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_RANGE_H
