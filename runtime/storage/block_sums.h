//===- block_sums.h - adding entries up in blocks ---------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the packer. The places of a block hold 0 before an entry comes,
// and nothing tells whether one did. So a -0 that meets a 0 replaces it, as if
// it were the first one; where it is not, the sum of zeros is made 0 again
// afterwards.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_BLOCK_SUMS_H
#define ENCKE_RUNTIME_STORAGE_BLOCK_SUMS_H

#include "storage/narrow.h"

#include <algorithm>
#include <complex>
#include <cstdint>
#include <cstring>
#include <map>
#include <type_traits>
#include <vector>

namespace encke::rt {

/// Places where the sum of integer entries has left its type's range on the
/// way. It wraps around there, and is right in the end if the whole sum fits.
class Overflows {
public:
  /// An entry of that place is among them.
  void add(int64_t place, int64_t entry) { sums.try_emplace(place, entry); }
  bool empty() const { return sums.empty(); }
  /// Sums the entries from `begin` to `end`, all of these places, again, and
  /// forgets the places. Returns an entry whose sum does not fit, or -1.
  template <typename T, typename Place>
  int64_t findTooLarge(const T *values, int64_t begin, int64_t end,
                       Place place) {
    for (int64_t e = begin; e != end; ++e)
      if (auto found = sums.find(place(e)); found != sums.end())
        found->second.sum += values[e];
    auto doesNotFit = [](const auto &one) {
      return one.second.sum != int64_t(T(int64_t(one.second.sum)));
    };
    auto wrong = std::find_if(sums.begin(), sums.end(), doesNotFit);
    int64_t entry = wrong == sums.end() ? -1 : wrong->second.entry;
    sums.clear();
    return entry;
  }

private:
  struct Sum {
    explicit Sum(int64_t entry) : entry(entry) {}
    int64_t entry;
    __int128 sum = 0;
  };
  std::map<int64_t, Sum> sums; ///< by place
};

/// Adds an entry's value to those of its place. True when the sum has left the
/// type's range.
template <typename T>
bool addDuplicate(T &sum, T value) {
  if constexpr (std::is_same_v<T, uint8_t>)
    sum |= value;
  else if constexpr (std::is_integral_v<T>)
    return __builtin_add_overflow(sum, value, &sum);
  else
    sum += value;
  if constexpr (std::is_same_v<T, UInt8>)
    return sum < value; // it has wrapped around
  return false;
}

/// Puts an entry's value where there is none, or adds it to those that are.
/// True when the sum has left the type's range.
template <typename T>
bool addTo(T &sum, T value) {
  if (sum != T(0))
    return addDuplicate(sum, value);
  sum = value; // 0 + -0 would lose the sign
  return false;
}

template <typename T>
using BitsOf =
    std::conditional_t<sizeof(T) == 2, uint16_t,
                       std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>;

/// The sign bit of a -0, and 0 for all else: without a branch, for it is asked
/// of every entry.
template <typename T>
BitsOf<T> negativeZero(T value) {
  BitsOf<T> bits = 0;
  if constexpr (!std::is_integral_v<T> && !isIntegerType<T>)
    std::memcpy(&bits, &value, sizeof(bits));
  return value == 0 ? bits : 0;
}

/// What one thread adds up.
template <typename T>
struct BlockSums {
  /// Adds the entries from `begin` to `end`, all that their places have.
  template <typename Place>
  void add(int64_t begin, int64_t end, Place place) {
    for (int64_t e = begin; e != end; ++e) {
      int64_t at = place(e);
      if (addTo(values[at], entries[e]))
        overflows.add(at, e);
      if (padding && values[at] == T(0))
        zeros.push_back(at);
    }
    if (!distinct && hasNegativeZero(begin, end))
      correctSigns(begin, end, place);
  }

  T *values;
  const T *entries;
  bool padding;
  bool distinct; ///< no place has two entries
  Overflows overflows = {};
  std::vector<int64_t> zeros = {}; ///< where elements are, if there is padding

private:
  using Part = typename PartOf<T>::Type;
  static constexpr int64_t parts = std::is_same_v<T, Part> ? 1 : 2;

  bool hasNegativeZero(int64_t begin, int64_t end) const {
    auto *from = reinterpret_cast<const Part *>(entries);
    BitsOf<Part> found = 0;
    for (int64_t n = begin * parts; n != end * parts; ++n)
      found |= negativeZero(from[n]);
    return found != 0;
  }

  template <typename Place>
  void correctSigns(int64_t begin, int64_t end, Place place) {
    auto *sums = reinterpret_cast<Part *>(values);
    auto *from = reinterpret_cast<const Part *>(entries);
    for (int64_t e = begin; e != end; ++e) {
      int64_t at = place(e);
      for (int64_t part = 0; part != parts; ++part)
        if (Part &sum = sums[at * parts + part];
            negativeZero(sum) && !negativeZero(from[e * parts + part]))
          sum = 0;
    }
  }
};

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_BLOCK_SUMS_H
