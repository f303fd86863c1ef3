//===- entries.h - the entries of a file, before packing --------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_ENTRIES_H
#define ENCKE_RUNTIME_STORAGE_ENTRIES_H

#include "core/array.h"
#include "storage/elements.h"

#include <cstring>
#include <limits>
#include <variant>
#include <vector>

namespace encke::rt {

/// A value as parsed: a real one for the floating-point, complex and bool
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

/// Entries as they are parsed, a part of a file at a time. The sizes of the
/// arrays are not used; whoever fills them counts.
template <typename Index>
struct ParsedEntries {
  explicit ParsedEntries(int64_t order) : coordinates(size_t(order)) {}

  void reserve(int64_t room) {
    for (auto &mode : coordinates)
      mode.reserve(room);
    values.reserve(room);
  }

  std::vector<Array<Index>> coordinates;
  Array<Value> values;
  /// The imaginary parts where the values are the real ones.
  Array<double> imaginary;
};

/// The values of entries, as an array of a tensor's elements; of a complex
/// tensor doubles, the real parts.
class EntryValues {
public:
  EntryValues() = default;
  explicit EntryValues(int32_t tensorType)
      : elementType(tensorType == ENCKE_C128 ? int32_t(ENCKE_F64) : tensorType),
        width(elementBytes(elementType)) {}

  int32_t type() const { return elementType; }
  int64_t size() const { return bytes.size() / width; }
  int64_t capacity() const { return bytes.capacity() / width; }
  void reserve(int64_t room);
  void setSize(int64_t size) { bytes.setSize(size * width); }
  void trim() { bytes.trim(); }
  void append(const Value *values, int64_t count);
  /// Sets those from e on, for which there is room.
  void put(int64_t e, const Value *values, int64_t count);
  /// Sets those from e on to what is in memory as they are.
  void copy(int64_t e, const char *values, int64_t count) {
    std::memcpy(bytes.data() + e * width, values, size_t(count * width));
  }
  Value operator[](int64_t e) const;
  /// All of them; T is what holds a value of `type`.
  template <typename T>
  const T *data() const {
    return reinterpret_cast<const T *>(bytes.data());
  }
  void set(int64_t e, Value value);
  void dropFirst();
  Elements release() { return Elements(elementType, std::move(bytes)); }

private:
  int32_t elementType = ENCKE_F64;
  int64_t width = 8;
  Array<char> bytes;
};

/// What is known of entries whose coordinates are given by mode.
struct KnownOrder {
  std::vector<int32_t> sortedBy; ///< modes, the most significant one first
  /// Where the entries of each coordinate begin, and where the last ones end;
  /// stands for the column of the first of these modes, or is empty.
  Array<int64_t> starts;
  bool distinct = false; ///< no element occurs twice
};

/// A coordinate list, one array a mode: what every reader produces and the one
/// form that the packer takes. Coordinates count from 0.
template <typename Index>
struct Entries {
  /// Of a tensor of that element type.
  Entries(int64_t order, int32_t type)
      : coordinates(size_t(order)), values(type) {}

  int64_t order() const { return int64_t(coordinates.size()); }
  int64_t size() const { return values.size(); }
  void reserve(int64_t room) {
    for (auto &mode : coordinates)
      mode.reserve(room);
    values.reserve(room);
  }
  void setSize(int64_t size) {
    for (auto &mode : coordinates)
      mode.setSize(size);
    values.setSize(size);
  }
  /// Gives up the room that is left: the arrays are as long as a tensor's. If
  /// that is much, the tensor gets copies instead, which take no more memory
  /// than they need.
  void trim() {
    if (values.capacity() - size() > size() / 8)
      return;
    for (auto &mode : coordinates)
      mode.trim();
    values.trim();
    imaginary.trim();
  }
  /// Appends the first `count` entries of `other`, which has the same order.
  void append(const ParsedEntries<Index> &other, int64_t count) {
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
  EntryValues values;
  /// The imaginary parts where the values are the real ones; else empty.
  Array<double> imaginary;
  KnownOrder known;
};

/// Coordinates are 32 bits wide wherever the sizes allow.
using AnyEntries = std::variant<Entries<int32_t>, Entries<int64_t>>;

inline bool fitsNarrow(int64_t size) {
  return size <= std::numeric_limits<int32_t>::max();
}

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_ENTRIES_H
