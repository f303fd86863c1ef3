//===- entries.h - the entries of a file, before they are packed -*- C++
//-*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_ENTRIES_H
#define ENCKE_RUNTIME_STORAGE_ENTRIES_H

#include "core/array.h"
#include "encke/tensor.h"

#include <limits>
#include <variant>
#include <vector>

namespace encke::rt {

/// A value as read: a real one for the floating-point, complex and bool
/// tensors, an integer for the integer ones, so that no integer goes through a
/// double.
union Value {
  double real;
  int64_t integer;
};

/// True when values for a tensor of this element type are read as integers.
inline bool readsIntegers(int32_t type) {
  return type == ENCKE_I64 || type == ENCKE_I32;
}

/// A coordinate list, one array a mode: what every reader produces and the one
/// form that the packer takes. Coordinates count from 0.
template <typename Index>
struct Entries {
  explicit Entries(int64_t order) : coordinates(size_t(order)) {}

  int64_t order() const { return int64_t(coordinates.size()); }
  int64_t size() const { return values.size(); }
  void reserve(int64_t room) {
    for (auto &mode : coordinates)
      mode.reserve(room);
    values.reserve(room);
  }
  /// As reserve; grows at least by half.
  void grow(int64_t room) {
    if (room > values.capacity())
      reserve(std::max(room, values.capacity() + values.capacity() / 2));
  }
  void setSize(int64_t size) {
    for (auto &mode : coordinates)
      mode.setSize(size);
    values.setSize(size);
  }
  /// Appends the first `count` entries of `other`, which has the same order.
  void append(const Entries &other, int64_t count) {
    for (size_t mode = 0; mode != coordinates.size(); ++mode)
      coordinates[mode].append(other.coordinates[mode].data(), count);
    values.append(other.values.data(), count);
    if (other.imaginary.capacity() != 0)
      imaginary.append(other.imaginary.data(), count);
  }
  void dropFirst() {
    for (auto &mode : coordinates)
      mode.dropFirst();
    values.dropFirst();
  }

  std::vector<Array<Index>> coordinates;
  Array<Value> values;
  /// The imaginary parts where the values are the real ones; else empty.
  Array<double> imaginary;
};

/// Coordinates are 32 bits wide wherever the sizes allow.
using AnyEntries = std::variant<Entries<int32_t>, Entries<int64_t>>;

inline bool fitsNarrow(int64_t size) {
  return size <= std::numeric_limits<int32_t>::max();
}

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_ENTRIES_H
