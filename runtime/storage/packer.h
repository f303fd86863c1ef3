//===- packer.h - what builds a tensor from entries -------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to pack.cpp (order and levels), pack_values.cpp (values of sorted
// entries) and pack_unsorted.cpp (a last level and its values without sorting).
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_PACKER_H
#define ENCKE_RUNTIME_STORAGE_PACKER_H

#include "storage/block_sums.h"
#include "storage/columns.h"
#include "storage/level_map.h"
#include "storage/levels.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <vector>

namespace encke::rt {

/// Where values are zero though there are elements, found by several threads.
class ZeroPositions {
public:
  /// Adds those of `some` where the value, to which more was added since it was
  /// zero, still is.
  template <typename T>
  void append(const std::vector<int64_t> &some, const T *values) {
    std::lock_guard<std::mutex> lock(mutex);
    for (int64_t position : some)
      if (values[position] == T(0))
        positions.push_back(position);
  }
  const std::vector<int64_t> &get() const { return positions; }

private:
  std::mutex mutex;
  std::vector<int64_t> positions;
};

template <typename Index>
class Packer {
public:
  explicit Packer(encke_tensor &tensor)
      : tensor(tensor), depth(sparseDepth()) {}

  void setColumns(std::vector<Array<Index>> modes, Elements values,
                  KnownOrder known);
  void pack();

private:
  // Order and levels. `levels` is how many of them it is about.
  void clear();
  int32_t sparseDepth() const;
  int32_t lastKey() const;
  bool isComputed(int32_t l) const;
  /// Where the column of a mode is from which levels are computed.
  size_t modeKey(int32_t mode) const {
    return size_t(tensor.level_count) + size_t(mode);
  }
  void checkCoordinates(int32_t levels) const;
  std::vector<size_t> keysOf(int32_t levels) const;
  void sort(const std::vector<size_t> &keys);
  void computeLevels(int32_t levels);
  Segments buildLevels(int32_t levels);

  /// An entry's coordinate in a level, from the column that has it.
  struct EntryCoordinate {
    const Index *column = nullptr;
    LevelMap map;
    int64_t operator()(int64_t entry) const {
      return map.template coordinate<Index>(
          [&](int32_t) { return column[entry]; });
    }
  };
  EntryCoordinate coordinateIn(int32_t l) const;

  /// The dense levels below all others make an array of values, a block, for
  /// each position above them.
  struct InnerLevel {
    int64_t size = 0;
    EntryCoordinate coordinate;
  };
  std::vector<InnerLevel> innerLevels() const;
  int64_t blockSize() const;
  /// Calls body(place), where place(q, entry) is where the entry's value is
  /// when its block is at position q.
  template <typename Body>
  void withPlace(Body body) const {
    std::vector<InnerLevel> levels = innerLevels();
    auto call = [&](const auto &some) {
      body([&](int64_t q, int64_t entry) {
        for (const InnerLevel &level : some)
          q = q * level.size + level.coordinate(entry);
        return q;
      });
    };
    if (levels.size() == 1)
      call(std::array<InnerLevel, 1>{levels[0]});
    else if (levels.size() == 2)
      call(std::array<InnerLevel, 2>{levels[0], levels[1]});
    else
      call(levels);
  }

  // Values of entries that are sorted into segments.
  void fill(const Segments &segments);
  template <typename T>
  void fillValues(const Segments &segments);
  template <typename T>
  void fillBlocks(const Segments &segments);
  void makeBlocks(int64_t count);

  // The last level that is not dense, and its blocks, of entries that are in
  // no order under its parents.
  bool leavesUnsorted() const;
  void fillUnsorted(const Segments &parents);
  struct Part;
  std::vector<Part> findCoordinates(const Segments &parents,
                                    Array<int64_t> &positions) const;
  template <typename T>
  void fillPart(const Part &part, const Segments &parents,
                const Array<int64_t> &positions, ZeroPositions &zeros);

  /// Fails if a sum that left the type's range has not come back into it with
  /// the entries from `begin` to `end`, which are all that these places have.
  template <typename T, typename Place>
  void checkSums(Overflows &overflows, const T *entries, int64_t begin,
                 int64_t end, Place place) const {
    if constexpr (!isReal<T> && !isComplexNumber<T>) {
      if (overflows.empty())
        return;
      int64_t entry = overflows.findTooLarge(entries, begin, end, place);
      if (entry >= 0)
        failOverflow(entry);
    }
  }
  [[noreturn]] void failOverflow(int64_t entry) const;
  /// Records that the zeros at these positions are elements, not padding.
  void markZeros(const std::vector<int64_t> &positions);

  encke_tensor &tensor;
  int32_t depth; ///< of the last level that is not a plain array
  Columns<Index> columns;
};

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_PACKER_H
