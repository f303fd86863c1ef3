//===- parts.cpp - results that several tasks fill in ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where only bounds of a result's lengths are known, it has room for as many
// elements as there are at most. Tasks append parts of it, each to memory of
// its own. Where a part belongs is known when all parts before it are done,
// which others do at about the same time. Then the task copies it there, out of
// its caches, and uses its memory for the next part. So hardly more memory is
// touched than there are elements. That takes less time than to count
// beforehand where the parts begin.
//
// Positions are those of a result whose parts are all as long as they can be,
//
//   | part 0 | part 1 | part 2 ...    | part 3 ...       | part 4 ...  |
//
// and corrected in the end.
//
//===----------------------------------------------------------------------===//

#include "core/array.h"
#include "core/context.h"
#include "core/past_caches.h"
#include "core/threads.h"
#include "storage/tensor.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace encke::rt {
namespace {

/// What a task appends: parts that wait for those before them, in order.
struct Appended : encke_tensor {
  std::vector<encke_part *> waiting;
  int64_t most = 0; ///< elements there at once

  /// Behind the parts that wait there is room.
  int64_t end() const {
    return waiting.empty() ? 0
                           : waiting.back()->at + waiting.back()->end -
                                 waiting.back()->begin;
  }
};

/// An array with `bytes` for each element of the result.
struct Column {
  char *begin;
  int64_t bytes;
};

} // namespace

static std::vector<Column> columnsOf(const encke_tensor &tensor) {
  std::vector<Column> columns;
  for (int32_t l = 0; l != tensor.level_count; ++l)
    if (const encke_level &level = tensor.levels[l]; !isDense(level))
      columns.push_back({static_cast<char *>(level.crd), tensor.crd_bytes});
  if (tensor.values)
    columns.push_back(
        {static_cast<char *>(tensor.values), elementBytes(tensor.type)});
  return columns;
}

static void freeAppended(void *what) {
  auto *elements = static_cast<Appended *>(what);
  if (Context *context = Context::find())
    context->disown(elements);
  for (const Column &column : columnsOf(*elements))
    giveBack(column.begin, elements->most * column.bytes);
  delete[] elements->levels;
  delete elements;
}

/// Arrays like the result's, of which only what is written to becomes memory.
static Appended *newAppended(const encke_tensor &result) {
  auto *elements = new Appended();
  static_cast<encke_tensor &>(*elements) = result;
  elements->values = nullptr;
  elements->levels = new encke_level[size_t(result.level_count)];
  for (int32_t l = 0; l != result.level_count; ++l) {
    elements->levels[l] = result.levels[l];
    elements->levels[l].pos = elements->levels[l].crd = nullptr;
  }
  if (Context *context = Context::find())
    context->own(elements, freeAppended);
  for (int32_t l = 0; l != result.level_count; ++l)
    if (result.levels[l].crd)
      elements->levels[l].crd =
          reserve(result.levels[l].crd_count, result.crd_bytes);
  if (result.values)
    elements->values = reserve(result.value_count, elementBytes(result.type));
  return elements;
}

/// What is missing before each part.
static std::vector<int64_t> gapsBefore(const encke_part *parts, int64_t count) {
  std::vector<int64_t> gaps(size_t(count), 0);
  for (int64_t part = 1; part < count; ++part)
    gaps[size_t(part)] =
        gaps[size_t(part) - 1] + parts[part].begin - parts[part - 1].end;
  return gaps;
}

/// The place of a part, or -1 while one before it is not done. Several tasks
/// may find the same at once.
static int64_t placeOf(encke_part *parts, int64_t number) {
  int64_t known = number, place;
  while ((place = __atomic_load_n(&parts[known].place, __ATOMIC_RELAXED)) < 0)
    --known;
  for (; known != number; ++known) {
    int64_t end = __atomic_load_n(&parts[known].end, __ATOMIC_ACQUIRE);
    if (end < 0)
      return -1;
    place += end - parts[known].begin;
    __atomic_store_n(&parts[known + 1].place, place, __ATOMIC_RELAXED);
  }
  return place;
}

/// Bytes that no cache holds all of.
static constexpr int64_t beyondCaches = int64_t(32) << 20;

/// The bytes of what was reserved for the result.
static int64_t bytesOf(const encke_tensor &result) {
  int64_t bytes = 0;
  for (const Column &column : columnsOf(result))
    bytes += column.bytes;
  return bytes * result.value_count;
}

/// Copies elements first ... last - 1 of a part to their place.
static void copyPart(const encke_tensor &result, const encke_part &part,
                     int64_t place, int64_t first, int64_t last) {
  std::vector<Column> targets = columnsOf(result);
  std::vector<Column> sources = columnsOf(*part.elements);
  bool isLarge = bytesOf(result) >= beyondCaches;
  for (size_t column = 0; column != targets.size(); ++column) {
    int64_t bytes = targets[column].bytes;
    char *to = targets[column].begin + (place + first) * bytes;
    const char *from = sources[column].begin + (part.at + first) * bytes;
    auto length = size_t((last - first) * bytes);
    if (isLarge)
      copyPastCaches(to, from, length);
    else
      std::memcpy(to, from, length);
  }
}

/// A position is one of the last part that begins before it, or at it: at the
/// end of a part that is as long as it could be, there is no gap. Those that
/// are not set are 0.
template <typename T>
static void shiftPositions(T *positions, int64_t count, const encke_part *parts,
                           const std::vector<int64_t> &gaps) {
  size_t part = 0;
  for (int64_t p = 0; p != count; ++p) {
    if (positions[p] == 0)
      continue;
    while (part + 1 != gaps.size() && parts[part + 1].begin <= positions[p])
      ++part;
    positions[p] -= T(gaps[part]);
  }
}

} // namespace encke::rt

//===----------------------------------------------------------------------===//
// The C ABI
//===----------------------------------------------------------------------===//

using namespace encke::rt;

void encke_parts_open(encke_part *parts, int64_t count) {
  for (encke_part *part = parts; part != parts + count; ++part) {
    part->end = part->place = -1;
    part->elements = nullptr;
  }
  parts->place = 0;
}

encke_tensor *encke_parts_enter(encke_tensor *result, int64_t tasks,
                                int64_t room) {
  if (tasks == 1 || !room)
    return result;
  return guarded(nullptr,
                 [&]() -> encke_tensor * { return newAppended(*result); });
}

void encke_parts_leave(encke_tensor *result, encke_tensor *elements) {
  if (elements != result && static_cast<Appended *>(elements)->waiting.empty())
    freeAppended(static_cast<Appended *>(elements));
}

int64_t encke_part_begin(encke_tensor *result, encke_tensor *elements,
                         encke_part *parts, int64_t number) {
  if (elements == result)
    return 0;
  encke_part &part = parts[number];
  part.elements = elements;
  part.at = static_cast<Appended *>(elements)->end();
  return part.at - part.begin;
}

void encke_part_end(encke_tensor *result, encke_tensor *elements,
                    encke_part *parts, int64_t number, int64_t end) {
  __atomic_store_n(&parts[number].end, end, __ATOMIC_RELEASE);
  if (elements == result)
    return;
  guarded(nullptr, [&] {
    auto *appended = static_cast<Appended *>(elements);
    auto &waiting = appended->waiting;
    waiting.push_back(parts + number);
    appended->most = std::max(appended->most, appended->end());
    auto next = waiting.begin();
    for (; next != waiting.end(); ++next) {
      encke_part &part = **next;
      int64_t place = placeOf(parts, &part - parts);
      if (place < 0)
        break;
      copyPart(*result, part, place, 0, part.end - part.begin);
      part.elements = nullptr;
    }
    waiting.erase(waiting.begin(), next);
  });
}

void encke_parts_close(encke_tensor *result, const encke_part *parts,
                       int64_t count, int64_t task, int64_t tasks) {
  guarded(nullptr, [&] {
    std::vector<int64_t> gaps = gapsBefore(parts, count);
    auto begin = [&](int64_t length, int64_t number) {
      return partBegin(length, int32_t(tasks), int32_t(number));
    };
    for (int64_t number = 0; number != count; ++number)
      if (const encke_part &part = parts[number]; part.elements) {
        int64_t length = part.end - part.begin;
        copyPart(*result, part, part.begin - gaps[size_t(number)],
                 begin(length, task), begin(length, task + 1));
      }
    if (gaps.back() == 0)
      return;
    for (int32_t l = 0; l != result->level_count; ++l) {
      const encke_level &level = result->levels[l];
      if (!level.pos)
        continue;
      int64_t first = begin(level.pos_count, task);
      int64_t length = begin(level.pos_count, task + 1) - first;
      if (result->pos_bytes == 4)
        shiftPositions(static_cast<int32_t *>(level.pos) + first, length, parts,
                       gaps);
      else
        shiftPositions(static_cast<int64_t *>(level.pos) + first, length, parts,
                       gaps);
    }
  });
}

int64_t encke_parts_elements(encke_part *parts, int64_t count) {
  for (encke_part *part = parts; part != parts + count; ++part)
    if (encke_tensor *elements = part->elements;
        elements && static_cast<Appended *>(elements)->waiting.back() == part)
      freeAppended(static_cast<Appended *>(elements));
  return parts[count - 1].end - gapsBefore(parts, count).back();
}
