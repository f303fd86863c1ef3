//===- arrays.cpp - tensors from arrays and back --------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/context.h"
#include "core/past_caches.h"
#include "encke/upstream.h"
#include "storage/layout.h"
#include "storage/levels.h"
#include "storage/list.h"
#include "storage/walk.h"

using namespace encke::rt;

//===----------------------------------------------------------------------===//
// Arrays of other widths
//===----------------------------------------------------------------------===//

/// Calls f with an integer type of so many bytes, without a sign: positions and
/// coordinates of narrow arrays go beyond half of their range.
template <typename F>
static auto withInteger(int64_t bytes, F f) {
  switch (bytes) {
  // NOLINTNEXTLINE(bugprone-branch-clone): each is of another type
  case 1:
    return f(uint8_t());
  case 2:
    return f(uint16_t());
  case 4:
    return f(uint32_t());
  default:
    return f(uint64_t());
  }
}

static int64_t readInteger(const void *array, int64_t bytes, int64_t at) {
  return withInteger(bytes, [&](auto integer) {
    return int64_t(static_cast<const decltype(integer) *>(array)[at]);
  });
}

static encke_level &levelAt(const encke_tensor &tensor, int64_t level) {
  if (level < 0 || level >= tensor.level_count)
    throw Error("a tensor of " + std::to_string(tensor.level_count) +
                " levels has no level " + std::to_string(level));
  return tensor.levels[level];
}

//===----------------------------------------------------------------------===//
// Into a tensor
//===----------------------------------------------------------------------===//

void encke_assemble_positions(encke_tensor *tensor, int64_t number,
                              const void *array, int64_t count, int64_t bytes) {
  guarded(nullptr, [&] {
    encke_level &level = levelAt(*tensor, number);
    level.pos = makeIntegers(tensor->pos_bytes, count, [&](int64_t n) {
      return readInteger(array, bytes, n);
    });
    level.pos_count = count;
  });
}

void encke_assemble_coordinates(encke_tensor *tensor, int64_t number,
                                const void *array, int64_t count, int64_t bytes,
                                int64_t stride) {
  guarded(nullptr, [&] {
    encke_level &level = levelAt(*tensor, number);
    level.crd = makeIntegers(tensor->crd_bytes, count, [&](int64_t n) {
      return readInteger(array, bytes, n * stride);
    });
    level.crd_count = count;
  });
}

void encke_assemble_values(encke_tensor *tensor, const void *array,
                           int64_t count) {
  guarded(nullptr, [&] {
    int64_t bytes = elementBytes(tensor->type);
    tensor->values = copyArray(allocate(count, bytes), array, count * bytes);
    tensor->value_count = count;
    tensor->owns_values = 1;
  });
}

namespace {
/// Asks whether the arrays of a tensor are what its levels need, so that
/// nothing reads beyond them.
class ArrayCheck {
public:
  ArrayCheck(encke_tensor &tensor, bool isOrdered)
      : tensor(tensor), isOrdered(isOrdered) {}

  /// Arrays may be longer than what is used; they are cut. Returns whether the
  /// coordinates are in order.
  bool run();

private:
  int64_t checkLevel(int32_t number, int64_t parents);
  int64_t checkPositions(int32_t number, int64_t parents, int64_t apart);
  void checkCoordinates(int32_t number, int64_t parents, int64_t count);
  void need(int32_t number, const char *what, int64_t have, int64_t wanted) {
    if (have < wanted)
      throw Error(name(number) + " has " + std::to_string(have) + " " + what +
                  ", " + std::to_string(wanted) + " are needed");
  }
  static std::string name(int32_t number) {
    return "level " + std::to_string(number);
  }

  encke_tensor &tensor;
  bool isOrdered;
};
} // namespace

/// Returns how many coordinates the level has.
int64_t ArrayCheck::checkPositions(int32_t number, int64_t parents,
                                   int64_t apart) {
  encke_level &level = tensor.levels[number];
  int64_t wanted = apart == 2 ? 2 * parents : parents + 1, last = 0;
  need(number, "positions", level.pos_count, wanted);
  level.pos_count = wanted;
  auto at = [&](int64_t n) {
    return integerAt(level.pos, tensor.pos_bytes, n);
  };
  for (int64_t p = 0; p != parents; ++p) {
    int64_t begin = at(apart * p), end = at(apart * p + 1);
    if (begin < 0 || end < begin || (apart == 1 && p == 0 && begin != 0))
      throw Error("the positions of " + name(number) + " go from " +
                  std::to_string(begin) + " to " + std::to_string(end));
    last = std::max(last, end);
  }
  return last;
}

void ArrayCheck::checkCoordinates(int32_t number, int64_t parents,
                                  int64_t count) {
  encke_level &level = tensor.levels[number];
  need(number, "coordinates", level.crd_count, count);
  level.crd_count = count;
  for (int64_t q = 0; q != count; ++q) {
    int64_t coordinate = integerAt(level.crd, tensor.crd_bytes, q);
    if (coordinate < 0 || coordinate >= level.size)
      throw Error("coordinate " + std::to_string(coordinate) + " of " +
                  name(number) + ", which has size " +
                  std::to_string(level.size));
  }
  if (!encke::format::typeOf(level).hasPositionArray())
    return;
  for (int64_t p = 0; isOrdered && p != parents; ++p) {
    auto [begin, end] = positionsBelow(tensor, level, p);
    for (int64_t q = begin; q + 1 < end; ++q)
      isOrdered &=
          coordinateAt(tensor, level, q) <= coordinateAt(tensor, level, q + 1);
  }
}

/// Returns how many positions the level has.
int64_t ArrayCheck::checkLevel(int32_t number, int64_t parents) {
  encke_level &level = tensor.levels[number];
  encke::format::LevelType type = encke::format::typeOf(level);
  if (type.isDense())
    return timesSize(parents, level.size);
  int64_t count = parents * std::max<int64_t>(type.fixedCount(), 1);
  if (type.hasPositionArray())
    count = checkPositions(number, parents, type.hasPositions() ? 1 : 2);
  checkCoordinates(number, parents, count);
  return count;
}

bool ArrayCheck::run() {
  int64_t positions = 1;
  for (int32_t l = 0; l != tensor.level_count; ++l)
    positions = checkLevel(l, positions);
  if (tensor.value_count < positions)
    throw Error("the tensor has " + std::to_string(tensor.value_count) +
                " values, " + std::to_string(positions) + " are needed");
  tensor.value_count = positions;
  return isOrdered;
}

/// Of one place the last element counts.
static bool hasCoordinatesTwice(const encke_tensor &tensor) {
  for (int32_t l = 0; l != tensor.level_count; ++l)
    if (encke::format::typeOf(tensor.levels[l]).mayRepeat())
      return true;
  return false;
}

void encke_assemble_finish(encke_tensor *tensor, int64_t isOrdered,
                           const char *where) {
  guarded(where, [&] {
    bool isSorted = ArrayCheck(*tensor, isOrdered != 0).run();
    if (isSorted && !hasCoordinatesTwice(*tensor))
      return;
    withElement(tensor->type, [&](auto element) {
      using T = decltype(element);
      List<T> list(size_t(tensor->order));
      walkPositions(*tensor, [&](const int64_t *at, int64_t position) {
        list.add(at, valueAt<T>(*tensor, position));
      });
      clearStorage(*tensor);
      fillFrom(*tensor, list);
    });
  });
}

//===----------------------------------------------------------------------===//
// Into another tensor
//===----------------------------------------------------------------------===//

static void *copyIntegers(int32_t bytes, const void *array, int32_t sourceBytes,
                          int64_t count) {
  return makeIntegers(bytes, count, [&](int64_t n) {
    return integerAt(array, sourceBytes, n);
  });
}

void encke_reinterpret(encke_tensor *tensor, const encke_tensor *source,
                       const char *where) {
  guarded(where, [&] {
    for (int32_t l = 0; l != tensor->level_count; ++l) {
      encke_level &level = tensor->levels[l];
      const encke_level &from = source->levels[l];
      if (level.size != from.size)
        throw Error("level " + std::to_string(l) + " has size " +
                    std::to_string(from.size) + ", and is taken for one of " +
                    "size " + std::to_string(level.size));
      if (from.pos)
        level.pos = copyIntegers(tensor->pos_bytes, from.pos, source->pos_bytes,
                                 from.pos_count);
      if (from.crd)
        level.crd = copyIntegers(tensor->crd_bytes, from.crd, source->crd_bytes,
                                 from.crd_count);
      level.pos_count = from.pos_count;
      level.crd_count = from.crd_count;
    }
    int64_t count = source->value_count;
    int64_t bytes = elementBytes(tensor->type);
    tensor->values =
        copyArray(allocate(count, bytes), source->values, count * bytes);
    tensor->value_count = count;
    tensor->owns_values = 1;
  });
}

//===----------------------------------------------------------------------===//
// Out of a tensor
//===----------------------------------------------------------------------===//

static void checkRoom(const char *what, int64_t count, int64_t room) {
  if (count > room)
    throw Error("there is room for " + std::to_string(room) + " " + what +
                ", and " + std::to_string(count) + " are copied");
}

static void copyInto(void *array, int64_t bytes, const void *source,
                     int32_t sourceBytes, int64_t count, int64_t stride) {
  withInteger(bytes, [&](auto integer) {
    auto *into = static_cast<decltype(integer) *>(array);
    for (int64_t n = 0; n != count; ++n)
      into[n * stride] = decltype(integer)(integerAt(source, sourceBytes, n));
  });
}

int64_t encke_copy_positions(const encke_tensor *tensor, int64_t number,
                             void *array, int64_t room, int64_t bytes) {
  return guarded(nullptr, [&] {
    const encke_level &level = levelAt(*tensor, number);
    checkRoom("positions", level.pos_count, room);
    copyInto(array, bytes, level.pos, tensor->pos_bytes, level.pos_count, 1);
    return level.pos_count;
  });
}

int64_t encke_copy_coordinates(const encke_tensor *tensor, int64_t number,
                               void *array, int64_t room, int64_t bytes,
                               int64_t stride) {
  return guarded(nullptr, [&] {
    const encke_level &level = levelAt(*tensor, number);
    checkRoom("coordinates", level.crd_count, room);
    copyInto(array, bytes, level.crd, tensor->crd_bytes, level.crd_count,
             stride);
    return level.crd_count;
  });
}

int64_t encke_copy_values(const encke_tensor *tensor, void *array,
                          int64_t room) {
  return guarded(nullptr, [&] {
    checkRoom("values", tensor->value_count, room);
    withElement(tensor->type, [&](auto element) {
      using T = decltype(element);
      auto *into = static_cast<T *>(array);
      for (int64_t n = 0; n != tensor->value_count; ++n)
        into[n] = valueAt<T>(*tensor, n);
    });
    return tensor->value_count;
  });
}
