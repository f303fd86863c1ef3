//===- parts.cpp - results that several tasks fill in ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where only bounds of a result's lengths are known, tasks fill in parts of it
// that begin where they do at most:
//
//   | part 0 | part 1 | part 2 ...    | part 3 ...       | part 4 ...  |
//
// What is missing before a part is closed up afterwards. That takes less time
// than to count beforehand where the parts begin.
//
//===----------------------------------------------------------------------===//

#include "core/context.h"
#include "core/threads.h"
#include "storage/tensor.h"

#include <cstring>
#include <vector>

namespace encke::rt {
namespace {

/// An array with `bytes` for each element of the result.
struct Column {
  char *begin;
  int64_t bytes;

  void move(int64_t from, int64_t to, int64_t count) const {
    std::memmove(begin + to * bytes, begin + from * bytes,
                 size_t(count * bytes));
  }
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

/// What is missing before each part.
static std::vector<int64_t> gapsBefore(const encke_part *parts, int64_t count) {
  std::vector<int64_t> gaps(size_t(count), 0);
  for (int64_t part = 1; part < count; ++part)
    gaps[size_t(part)] =
        gaps[size_t(part) - 1] + parts[part].begin - parts[part - 1].end;
  return gaps;
}

/// Of the moves, what one of several tasks does. Where nothing is moved over
/// what is still to be moved, each part is cut among them, else each of them
/// takes columns of its own.
static void moveParts(const std::vector<Column> &columns,
                      const encke_part *parts, const std::vector<int64_t> &gaps,
                      int32_t task, int32_t tasks) {
  size_t first = 0; // that is moved
  while (gaps[first] == 0)
    ++first;
  size_t last = gaps.size() - 1;
  bool isApart = parts[last].end - gaps[last] <= parts[first].begin;
  for (size_t part = first; part <= last; ++part) {
    int64_t begin = parts[part].begin, count = parts[part].end - begin;
    int64_t lo = isApart ? partBegin(count, tasks, task) : 0;
    int64_t hi = isApart ? partBegin(count, tasks, task + 1) : count;
    for (size_t column = 0; column != columns.size(); ++column)
      if (isApart || int32_t(column % size_t(tasks)) == task)
        columns[column].move(begin + lo, begin + lo - gaps[part], hi - lo);
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

int64_t encke_result_elements(const encke_part *parts, int64_t count) {
  return parts[count - 1].end - gapsBefore(parts, count).back();
}

void encke_result_close(encke_tensor *tensor, const encke_part *parts,
                        int64_t count, int64_t task, int64_t tasks) {
  guarded(nullptr, [&] {
    std::vector<int64_t> gaps = gapsBefore(parts, count);
    if (gaps.back() == 0)
      return;
    moveParts(columnsOf(*tensor), parts, gaps, int32_t(task), int32_t(tasks));
    auto part = [&](const encke_level &level, int64_t number) {
      return partBegin(level.pos_count, int32_t(tasks), int32_t(number));
    };
    for (int32_t l = 0; l != tensor->level_count; ++l) {
      const encke_level &level = tensor->levels[l];
      if (!level.pos)
        continue;
      int64_t begin = part(level, task), end = part(level, task + 1);
      if (tensor->pos_bytes == 4)
        shiftPositions(static_cast<int32_t *>(level.pos) + begin, end - begin,
                       parts, gaps);
      else
        shiftPositions(static_cast<int64_t *>(level.pos) + begin, end - begin,
                       parts, gaps);
    }
  });
}
