//===- runs.cpp - runs of equal values ------------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "storage/runs.h"
#include "storage/levels.h"
#include "storage/tensor.h"

#include <cstring>
#include <utility>
#include <vector>

namespace encke::rt {

bool hasRuns(const encke_tensor &tensor) {
  return tensor.level_count != 0 &&
         format::typeOf(tensor.levels[tensor.level_count - 1]).isRun();
}

namespace {

/// Makes runs of what a compressed level has.
template <typename T>
class Runs {
public:
  explicit Runs(encke_tensor &tensor)
      : tensor(tensor), level(tensor.levels[tensor.level_count - 1]) {}

  void run() {
    const auto *stored = static_cast<const T *>(tensor.values);
    positions.push_back(0);
    for (int64_t p = 0; p + 1 < level.pos_count; ++p) {
      int64_t next = 0; // the first coordinate that no run has yet
      int64_t q = integerAt(level.pos, tensor.pos_bytes, p);
      int64_t end = integerAt(level.pos, tensor.pos_bytes, p + 1);
      for (; q != end; ++q) {
        int64_t coordinate = integerAt(level.crd, tensor.crd_bytes, q);
        add(T(0), false, next, coordinate);
        add(stored[q], true, coordinate, coordinate + 1);
        next = coordinate + 1;
      }
      add(T(0), false, next, level.size);
      positions.push_back(int64_t(ends.size()));
    }
    store();
  }

private:
  /// Zeros with different signs are not the same.
  static bool isSame(const T &a, const T &b) {
    // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): that is meant
    return std::memcmp(&a, &b, sizeof(T)) == 0;
  }

  /// The coordinates `begin` to `end` - 1 have the value.
  void add(T value, bool isElement, int64_t begin, int64_t end) {
    if (begin == end)
      return;
    if (begin != 0 && isElement == isElementOf.back() &&
        isSame(value, values.back())) {
      ends.back() = end;
      return;
    }
    values.push_back(value);
    isElementOf.push_back(isElement);
    ends.push_back(end);
  }

  void store() {
    auto count = int64_t(ends.size());
    checkPositions(tensor, count);
    deallocate(level.pos);
    deallocate(level.crd);
    level.pos = makeIntegers(tensor.pos_bytes, level.pos_count,
                             [&](int64_t p) { return positions[size_t(p)]; });
    level.crd_count = count;
    level.crd = makeIntegers(tensor.crd_bytes, count,
                             [&](int64_t q) { return ends[size_t(q)]; });
    deallocate(tensor.values);
    tensor.values = allocate(count, sizeof(T));
    tensor.value_count = count;
    tensor.owns_values = 1;
    for (int64_t q = 0; q != count; ++q) {
      static_cast<T *>(tensor.values)[q] = values[size_t(q)];
      if (values[size_t(q)] != T(0) || !isElementOf[size_t(q)])
        continue;
      if (!tensor.zeros)
        tensor.zeros =
            static_cast<uint64_t *>(allocateZeroed((count + 63) / 64, 8));
      tensor.zeros[q / 64] |= uint64_t(1) << (q % 64);
    }
  }

  encke_tensor &tensor;
  encke_level &level;
  std::vector<T> values;
  std::vector<bool> isElementOf;
  std::vector<int64_t> positions, ends;
};

} // namespace

template <typename Index>
void packRuns(encke_tensor &tensor, std::vector<Array<Index>> modes,
              Elements values, KnownOrder known) {
  int32_t &type = tensor.levels[tensor.level_count - 1].type;
  int32_t runs = std::exchange(type, ENCKE_COMPRESSED);
  try {
    pack(tensor, std::move(modes), std::move(values), std::move(known));
  } catch (...) {
    type = runs;
    throw;
  }
  type = runs;
  withElement(tensor.type,
              [&](auto element) { Runs<decltype(element)>(tensor).run(); });
}

template void packRuns(encke_tensor &, std::vector<Array<int32_t>>, Elements,
                       KnownOrder);
template void packRuns(encke_tensor &, std::vector<Array<int64_t>>, Elements,
                       KnownOrder);

} // namespace encke::rt
