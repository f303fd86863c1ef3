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

#include "storage/assemble.h"
#include "core/array.h"
#include "core/context.h"
#include "core/pages.h"
#include "storage/entries.h"
#include "storage/pack.h"
#include "storage/sort_row.h"
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

/// Each takes the end of the one before.
template <typename T>
static void closeGaps(T *positions, int64_t count) {
  T end = 0;
  for (int64_t p = 0; p != count; ++p)
    positions[p] = end = std::max(end, positions[p]);
}

void closeGaps(encke_tensor &tensor) {
  for (int32_t l = 0; l != tensor.level_count; ++l) {
    const encke_level &level = tensor.levels[l];
    if (!level.pos)
      continue;
    if (tensor.pos_bytes == 4)
      closeGaps(static_cast<int32_t *>(level.pos), level.pos_count);
    else
      closeGaps(static_cast<int64_t *>(level.pos), level.pos_count);
  }
}

void setEnd(const encke_tensor &tensor, const encke_level &level,
            int64_t parent, int64_t end) {
  if (tensor.pos_bytes == 4)
    static_cast<int32_t *>(level.pos)[parent + 1] = int32_t(end);
  else
    static_cast<int64_t *>(level.pos)[parent + 1] = end;
}

void allocateLevel(encke_tensor &tensor, int64_t number, int64_t parents,
                   int64_t elements) {
  encke_level &level = tensor.levels[number];
  checkFits(elements, tensor.pos_bytes, "elements");
  if (hasPositions(level)) {
    level.pos_count = parents + 1;
    level.pos = allocateZeroed(level.pos_count, tensor.pos_bytes);
  }
  level.crd = allocate(elements, tensor.crd_bytes, !tensor.bounded);
  level.crd_count = elements;
}

/// Below a dense level an element may be left out: it is zero.
void allocateValues(encke_tensor &tensor, int64_t count) {
  int64_t bytes = elementBytes(tensor.type);
  int32_t levels = tensor.level_count;
  bool inDense =
      !tensor.full && (levels == 0 || isDense(tensor.levels[levels - 1]));
  tensor.values = inDense ? allocateZeroed(count, bytes)
                          : allocate(count, bytes, !tensor.bounded);
  tensor.value_count = count;
  tensor.owns_values = 1;
}

/// A level takes over the arrays of another tensor's, and what says how long
/// they are; which mode it stores is its own business.
static void shareLevel(encke_level &level, const encke_level &from) {
  int32_t mode = level.mode;
  level = from;
  level.mode = mode;
  level.pos = level.crd = nullptr;
  level.pos = shareArray(from.pos);
  level.crd = shareArray(from.crd);
}

/// The positions of a level of a tensor without index maps.
static int64_t countPositions(const encke_tensor &tensor, int64_t levels) {
  int64_t positions = 1;
  for (int64_t l = 0; l != levels; ++l) {
    const encke_level &level = tensor.levels[l];
    positions = isDense(level) ? positions * level.size : level.crd_count;
  }
  return positions;
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
  guarded(nullptr, [&] { allocateLevel(*tensor, number, parents, elements); });
}

void encke_result_allocate_values(encke_tensor *tensor, int64_t count) {
  guarded(nullptr, [&] { allocateValues(*tensor, count); });
}

int64_t encke_result_may_reserve(encke_tensor *tensor, int64_t elements) {
  // A coordinate in each level that is not dense, and a position in those below
  // another one, which has at most as many.
  int64_t each = elementBytes(tensor->type);
  bool isBelow = false;
  for (int32_t l = 0; l != tensor->level_count; ++l)
    if (const encke_level &level = tensor->levels[l]; !isDense(level)) {
      each += tensor->crd_bytes;
      if (isBelow && hasPositions(level))
        each += tensor->pos_bytes;
      isBelow = true;
    }
  int64_t bytes;
  tensor->bounded =
      elements >= 0 && (tensor->pos_bytes == 8 || fitsNarrow(elements)) &&
      !__builtin_mul_overflow(elements, each, &bytes) && mayReserve(bytes);
  return tensor->bounded;
}

void encke_result_cut(encke_tensor *tensor, int64_t number, int64_t parents,
                      int64_t elements) {
  encke_level &level = tensor->levels[number];
  if (hasPositions(level)) {
    releaseTail(level.pos, (parents + 1) * tensor->pos_bytes,
                level.pos_count * tensor->pos_bytes);
    level.pos_count = parents + 1;
  }
  releaseTail(level.crd, elements * tensor->crd_bytes,
              level.crd_count * tensor->crd_bytes);
  level.crd_count = elements;
}

void encke_result_cut_values(encke_tensor *tensor, int64_t count) {
  if (tensor->values) {
    int64_t each = elementBytes(tensor->type);
    releaseTail(tensor->values, count * each, tensor->value_count * each);
  }
  tensor->value_count = count;
}

void encke_result_is_full(encke_tensor *tensor) { tensor->full = 1; }

void encke_result_mark_zero(encke_tensor *tensor, int64_t position) {
  uint64_t *zeros = __atomic_load_n(&tensor->zeros, __ATOMIC_ACQUIRE);
  if (!zeros) {
    auto *made = guarded(nullptr, [&] {
      return static_cast<uint64_t *>(
          allocateZeroed((tensor->value_count + 63) / 64, sizeof(uint64_t)));
    });
    // Another thread may have been faster.
    if (__atomic_compare_exchange_n(&tensor->zeros, &zeros, made,
                                    /*weak=*/false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE))
      zeros = made;
    else
      deallocate(made);
  }
  __atomic_fetch_or(&zeros[position / 64], uint64_t(1) << (position % 64),
                    __ATOMIC_RELAXED);
}

int64_t encke_may_store_zeros(const encke_tensor *tensor) {
  return tensor->full || tensor->zeros;
}

int64_t encke_is_stored_zero(const encke_tensor *tensor, int64_t position) {
  return isStoredZero(*tensor, position);
}

void encke_result_count_values(encke_tensor *tensor, int64_t count) {
  tensor->value_count = count;
}

void encke_result_finish(encke_tensor *tensor) { closeGaps(*tensor); }

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
      tensor->levels[l].mode = pattern->levels[l].mode;
      shareLevel(tensor->levels[l], pattern->levels[l]);
    }
    tensor->full = pattern->full;
    allocateValues(*tensor, pattern->value_count);
    return tensor;
  });
}

void encke_tensor_share_levels(encke_tensor *tensor, const encke_tensor *source,
                               int64_t levels) {
  guarded(nullptr, [&] {
    for (int64_t l = 0; l != levels; ++l) {
      const encke_level &from = source->levels[l];
      tensor->sizes[tensor->levels[l].mode] = source->sizes[from.mode];
      shareLevel(tensor->levels[l], from);
    }
    allocateValues(*tensor, countPositions(*source, levels));
  });
}

int64_t encke_position_count(const encke_tensor *tensor, int64_t levels) {
  return guarded(nullptr, [&] {
    if (levels < 0 || levels > tensor->level_count)
      throw Error("a tensor of " + std::to_string(tensor->level_count) +
                  " levels has no " + std::to_string(levels));
    return countPositions(*tensor, levels);
  });
}

void encke_tensor_merge_levels(encke_tensor *view, const encke_tensor *source,
                               int64_t levels) {
  guarded(nullptr, [&] {
    encke_level &merged = view->levels[0];
    merged.size = view->sizes[0] = countPositions(*source, levels);
    for (int32_t l = 1; l != view->level_count; ++l) {
      const encke_level &from = source->levels[levels + l - 1];
      view->sizes[view->levels[l].mode] = source->sizes[from.mode];
      shareLevel(view->levels[l], from);
    }
    view->values = source->values;
    view->value_count = source->value_count;
    view->owns_values = 0;
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

/// Below a compressed level there are no positions where nothing is stored; in
/// a singleton level that is below dense ones alone there are.
static bool isEmptyWithoutEntries(const encke_tensor &tensor) {
  bool isBelow = false;
  for (int32_t l = 0; l != tensor.level_count; ++l) {
    encke::format::LevelType type = encke::format::typeOf(tensor.levels[l]);
    isBelow |= type.hasPositions();
    if (!type.isAppendable() || tensor.levels[l].layout != 0 ||
        (type.isSingle() && !isBelow))
      return false;
  }
  return true;
}

void encke_result_clear(encke_tensor *tensor) {
  if (!isEmptyWithoutEntries(*tensor)) {
    guarded(nullptr, [&] {
      std::vector<Array<int64_t>> none(size_t(tensor->order));
      pack(*tensor, std::move(none), Elements(tensor->type, 0));
    });
    return;
  }
  int64_t parents = 1;
  for (int32_t l = 0; l != tensor->level_count; ++l) {
    if (isDense(tensor->levels[l])) {
      parents = guarded(nullptr, [&] {
        int64_t product;
        if (__builtin_mul_overflow(parents, tensor->levels[l].size, &product))
          throw MemoryError(MemoryError::uncounted);
        return product;
      });
      continue;
    }
    encke_result_allocate(tensor, l, parents, 0);
    parents = 0;
  }
  encke_result_allocate_values(tensor, parents);
}
