//===- assemble.cpp - the arrays of a tensor that a program makes ---------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Generated code counts what each level of a sparse result will hold, has the
// arrays allocated here, and fills them in.
//
//===----------------------------------------------------------------------===//

#include "core/array.h"
#include "core/context.h"
#include "storage/tensor.h"

#include <algorithm>
#include <limits>

namespace encke::rt {

static void checkFits(int64_t count, int32_t bytes, const char *what) {
  if (bytes == 4 && count > std::numeric_limits<int32_t>::max())
    throw Error("the result has " + std::to_string(count) + " " + what +
                ", more than 32-bit positions can count; the program was "
                "compiled for small files");
}

/// Positions that were not written belong to parents without children: each
/// takes the end of the one before.
template <typename T>
static void closeGaps(T *positions, int64_t count) {
  T end = 0;
  for (int64_t p = 0; p != count; ++p)
    positions[p] = end = std::max(end, positions[p]);
}

//===----------------------------------------------------------------------===//
// Sorting the coordinates of a row
//===----------------------------------------------------------------------===//

/// Up to this many coordinates an insertion sort beats all others.
static constexpr int64_t shortRow = 24;
/// From this many on the histograms of a radix sort are worth their clearing.
static constexpr int64_t longRow = 512;
/// Up to this many words for each coordinate, a sweep over a bit set beats
/// sorting.
static constexpr int64_t denseRow = 2;

static void sortShort(uint32_t *coordinates, int64_t count) {
  for (int64_t k = 1; k < count; ++k) {
    uint32_t moving = coordinates[k];
    int64_t at = k;
    for (; at != 0 && coordinates[at - 1] > moving; --at)
      coordinates[at] = coordinates[at - 1];
    coordinates[at] = moving;
  }
}

/// One stable pass over eight bits.
static void countingPass(const uint32_t *from, uint32_t *to, int64_t count,
                         unsigned shift) {
  int64_t starts[257] = {};
  for (int64_t k = 0; k != count; ++k)
    ++starts[(from[k] >> shift & 255) + 1];
  for (int digit = 0; digit != 256; ++digit)
    starts[digit + 1] += starts[digit];
  for (int64_t k = 0; k != count; ++k)
    to[starts[from[k] >> shift & 255]++] = from[k];
}

/// Radix sort by the digits that are in `differs`.
static void sortLong(uint32_t *coordinates, int64_t count, uint32_t differs) {
  static thread_local Array<uint32_t> spare;
  spare.reserve(count);
  uint32_t *from = coordinates, *to = spare.data();
  for (unsigned shift = 0; shift != 32; shift += 8)
    if (differs >> shift & 255) {
      countingPass(from, to, count, shift);
      std::swap(from, to);
    }
  if (from != coordinates)
    std::copy(from, from + count, coordinates);
}

/// Distinct coordinates from `least` on, put into a bit set of `words` words
/// and read back from it.
static void sortDense(uint32_t *coordinates, int64_t count, uint32_t least,
                      int64_t words) {
  // All zero between calls.
  static thread_local Array<uint64_t> set;
  if (set.capacity() < words) {
    set.reserve(std::max(words, 2 * set.capacity()));
    std::fill_n(set.data(), set.capacity(), 0);
  }
  uint64_t *bits = set.data();
  for (int64_t k = 0; k != count; ++k) {
    uint32_t bit = coordinates[k] - least;
    bits[bit / 64] |= uint64_t(1) << bit % 64;
  }
  uint32_t *to = coordinates;
  for (int64_t word = 0; word != words; ++word) {
    uint32_t first = least + static_cast<uint32_t>(word) * 64;
    for (uint64_t rest = bits[word]; rest; rest &= rest - 1)
      *to++ = first + static_cast<uint32_t>(__builtin_ctzll(rest));
    bits[word] = 0;
  }
}

/// Sorts distinct coordinates by what suits their number and their range.
static void sortRow(uint32_t *coordinates, int64_t count) {
  if (count <= shortRow)
    return sortShort(coordinates, count);
  uint32_t least = ~uint32_t(0), greatest = 0, all = 0, common = ~uint32_t(0);
  for (int64_t k = 0; k != count; ++k) {
    least = std::min(least, coordinates[k]);
    greatest = std::max(greatest, coordinates[k]);
    all |= coordinates[k];
    common &= coordinates[k];
  }
  int64_t words = int64_t((greatest - least) / 64) + 1;
  if (words <= count * denseRow)
    sortDense(coordinates, count, least, words);
  else if (count < longRow)
    std::sort(coordinates, coordinates + count);
  else
    sortLong(coordinates, count, all & ~common);
}

/// The first position of an outermost level whose coordinate is not smaller.
static int64_t lowerBound(const encke_tensor &tensor, const encke_level &level,
                          uint64_t wanted) {
  auto find = [&](auto *coordinates) {
    return std::lower_bound(coordinates, coordinates + level.crd_count,
                            wanted) -
           coordinates;
  };
  return tensor.crd_bytes == 4 ? find(static_cast<const uint32_t *>(level.crd))
                               : find(static_cast<const uint64_t *>(level.crd));
}

} // namespace encke::rt

//===----------------------------------------------------------------------===//
// The C ABI
//===----------------------------------------------------------------------===//

using namespace encke::rt;

void encke_result_allocate(encke_tensor *tensor, int64_t number,
                           int64_t parents, int64_t elements) {
  guarded(nullptr, [&] {
    encke_level &level = tensor->levels[number];
    checkFits(elements, tensor->pos_bytes, "elements");
    if (level.type != ENCKE_SINGLETON) {
      level.pos_count = parents + 1;
      level.pos = allocateZeroed(level.pos_count, tensor->pos_bytes);
    }
    level.crd = allocate(elements, tensor->crd_bytes);
    level.crd_count = elements;
  });
}

/// Below a dense level an element may be left out: it is zero.
void encke_result_allocate_values(encke_tensor *tensor, int64_t count) {
  guarded(nullptr, [&] {
    int64_t bytes = elementBytes(tensor->type);
    int32_t levels = tensor->level_count;
    bool inDense =
        !tensor->full && (levels == 0 || isDense(tensor->levels[levels - 1]));
    tensor->values =
        inDense ? allocateZeroed(count, bytes) : allocate(count, bytes);
    tensor->value_count = count;
    tensor->owns_values = 1;
  });
}

void encke_result_is_full(encke_tensor *tensor) { tensor->full = 1; }

void encke_result_count_values(encke_tensor *tensor, int64_t count) {
  tensor->value_count = count;
}

void encke_result_finish(encke_tensor *tensor) {
  for (int32_t l = 0; l != tensor->level_count; ++l) {
    const encke_level &level = tensor->levels[l];
    if (!level.pos)
      continue;
    if (tensor->pos_bytes == 4)
      closeGaps(static_cast<int32_t *>(level.pos), level.pos_count);
    else
      closeGaps(static_cast<int64_t *>(level.pos), level.pos_count);
  }
}

int64_t encke_result_seek(const encke_tensor *tensor, int64_t number,
                          int64_t coordinate) {
  // A coordinate past all others may come as -1.
  uint64_t wanted = static_cast<uint64_t>(coordinate);
  int64_t at = 0;
  for (int64_t l = 0; l <= number; ++l) {
    const encke_level &level = tensor->levels[l];
    if (isDense(level)) {
      at = l == 0 ? static_cast<int64_t>(std::min<uint64_t>(wanted, level.size))
                  : at * level.size;
    } else if (level.pos) {
      int64_t first = integerAt(level.pos, tensor->pos_bytes, at);
      at = l == 0 ? lowerBound(*tensor, level, wanted) : first;
    }
  }
  return at;
}

encke_tensor *encke_tensor_like(const encke_tensor *pattern) {
  return guarded(nullptr, [&] {
    encke_tensor *tensor =
        newTensor(pattern->order, pattern->level_count, pattern->type);
    tensor->pos_bytes = pattern->pos_bytes;
    tensor->crd_bytes = pattern->crd_bytes;
    std::copy_n(pattern->sizes, pattern->order, tensor->sizes);
    for (int32_t l = 0; l != pattern->level_count; ++l) {
      const encke_level &from = pattern->levels[l];
      encke_level &level = tensor->levels[l];
      level = from;
      level.pos = level.crd = nullptr;
      level.pos = shareArray(from.pos);
      level.crd = shareArray(from.crd);
    }
    tensor->full = pattern->full;
    encke_result_allocate_values(tensor, pattern->value_count);
    return tensor;
  });
}

void encke_check_row(int64_t size) {
  constexpr int64_t limit = int64_t(1) << 32;
  if (size > limit)
    guarded(nullptr, [&] {
      throw Error("the result has rows of " + std::to_string(size) +
                  " elements; more than 2^32 cannot be collected yet");
    });
}

void encke_sort_coordinates(void *coordinates, int64_t count) {
  guarded(nullptr,
          [&] { sortRow(static_cast<uint32_t *>(coordinates), count); });
}

void encke_result_clear(encke_tensor *tensor) {
  int64_t parents = 1;
  for (int32_t l = 0; l != tensor->level_count; ++l) {
    if (isDense(tensor->levels[l])) {
      parents = guarded(nullptr, [&] {
        int64_t product;
        if (__builtin_mul_overflow(parents, tensor->levels[l].size, &product))
          throw MemoryError(UINT64_MAX);
        return product;
      });
      continue;
    }
    encke_result_allocate(tensor, l, parents, 0);
    parents = 0;
  }
  encke_result_allocate_values(tensor, parents);
}
