//===- collect.cpp - the elements among a tensor's values -----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "storage/collect.h"
#include "core/threads.h"
#include "storage/level_columns.h"

#include <algorithm>
#include <numeric>
#include <type_traits>

namespace encke::rt {

std::vector<int32_t> modesInOrder(const encke_tensor &tensor,
                                  const std::vector<int32_t> &levels) {
  std::vector<int32_t> modes;
  const encke_level *blocks = nullptr; // whose inside has to come next
  for (int32_t l : levels) {
    const encke_level &level = tensor.levels[l];
    if (isSlot(level))
      continue;
    bool isInside = level.map == ENCKE_INSIDE;
    if (isInside != (blocks && blocks->mode == level.mode))
      return {};
    if (level.map == ENCKE_DIAGONAL &&
        std::find(modes.begin(), modes.end(), level.other) == modes.end())
      return {};
    blocks = level.map == ENCKE_BLOCK ? &level : nullptr;
    if (!blocks)
      modes.push_back(level.mode);
  }
  return modes;
}

namespace {

/// A coordinate in a mode is a sum over those in the levels, each times a
/// weight. What the dense levels at the end add is the same below each position
/// of the last other level: it is in a table.
template <typename Index, typename T>
class Collector {
public:
  explicit Collector(const encke_tensor &tensor);

  void run(Expanded<Index> &result);

private:
  /// Sums are right if they fit, whatever parts of them do not.
  using Word = std::make_unsigned_t<Index>;

  /// What the parts of a coordinate are, which are added up; without elements
  /// where they are 0.
  struct Mode {
    std::vector<int64_t> weights; ///< by level
    int64_t offset = 0;
    Array<Index> outer;       ///< of the outer levels, by position
    std::vector<Index> inner; ///< of the others, by place below it
    int64_t slope = 0;        ///< instead of that: so much for each place
  };

  void findWeights();
  void findRows();
  void addOuter();
  void addInner();
  bool isElement(int64_t position) const;
  int64_t keep(int64_t position, int64_t begin, int64_t end,
               int64_t *kept) const;
  void append(int64_t position, const int64_t *kept, int64_t count,
              int64_t next, Expanded<Index> &result) const;
  template <typename Run>
  void forEachRun(int64_t begin, int64_t end, Run run) const;
  template <typename Use>
  void forEachInRow(int64_t row, Use use) const;

  /// Positions that are looked at together where each has one value.
  static constexpr int64_t runLength = 4096;
  /// Elements in the table of a dense tensor, unless one level has more.
  static constexpr int64_t mostInner = 1 << 16;

  const encke_tensor &tensor;
  const T *values;
  bool dense, padded, keepsZeros;
  int32_t outerLevels;
  int64_t width = 1; ///< values below a position
  int64_t positions = 0;
  std::vector<Mode> modes;
  /// Where that is the order of the coordinates, as in BCSR and DIA, the values
  /// with the same coordinate in the first inner level are taken together: so
  /// many such rows, as many of them below each parent of the last outer level,
  /// with so many values at a position.
  int64_t rows = 0, height = 1, length = 1;
  std::vector<int32_t> rowModes; ///< by which the elements are sorted then
};

} // namespace

template <typename Index, typename T>
Collector<Index, T>::Collector(const encke_tensor &tensor)
    : tensor(tensor), values(static_cast<const T *>(tensor.values)),
      dense(isAllDense(tensor)), padded(hasPadding(tensor)),
      keepsZeros(!dense && (!padded || tensor.full || tensor.zeros)),
      outerLevels(tensor.level_count), modes(size_t(tensor.order)) {
  while (outerLevels > 1 && isDense(tensor.levels[outerLevels - 1])) {
    int64_t size = tensor.levels[outerLevels - 1].size;
    // All of a dense tensor could be inner ones, and a table as large.
    if (dense && width > 1 && size > mostInner / width)
      break;
    width *= size;
    --outerLevels;
  }
  positions = width == 0 ? 0 : tensor.value_count / width;
  findWeights();
  findRows();
  addOuter();
  addInner();
}

/// A diagonal's number is a column less a row, from the lower left corner on.
template <typename Index, typename T>
void Collector<Index, T>::findWeights() {
  for (Mode &mode : modes)
    mode.weights.assign(size_t(tensor.level_count), 0);
  auto add = [&](Mode &mode, int32_t number) {
    for (int32_t l = 0; l != tensor.level_count; ++l)
      if (const encke_level &level = tensor.levels[l];
          !isSlot(level) && level.mode == number)
        mode.weights[size_t(l)] += level.map == ENCKE_BLOCK ? level.block : 1;
  };
  for (int32_t number = 0; number != tensor.order; ++number)
    add(modes[size_t(number)], number);
  for (int32_t l = 0; l != tensor.level_count; ++l)
    if (const encke_level &level = tensor.levels[l];
        level.map == ENCKE_DIAGONAL) {
      Mode &mode = modes[size_t(level.mode)];
      add(mode, level.other);
      mode.offset -= tensor.sizes[level.other] - 1;
    }
}

template <typename Index, typename T>
void Collector<Index, T>::addOuter() {
  LevelColumns<Index> columns(tensor, positions);
  Below below;
  for (int32_t l = outerLevels; l-- != 0;) {
    const encke_level &level = tensor.levels[l];
    Array<Index> column;
    if (!isSlot(level))
      column = columns.columnOf(level, below);
    Mode *last = nullptr; // to which the column is added as it is
    for (Mode &mode : modes) {
      auto weight = Word(mode.weights[size_t(l)]);
      if (weight == 1 && mode.outer.size() == 0 && !last)
        last = &mode;
      else if (weight != 0)
        mode.outer = makeColumn<Index>(positions, [&](int64_t q) {
          Word before = mode.outer.size() == 0 ? 0 : Word(mode.outer[q]);
          return before + weight * Word(column[q]);
        });
    }
    if (last)
      last->outer = std::move(column);
    if (l != 0)
      below = columns.aboveOf(level, std::move(below));
  }
}

template <typename Index, typename T>
void Collector<Index, T>::addInner() {
  if (width == 1) // all of them are 0
    return;
  if (outerLevels + 1 == tensor.level_count) {
    for (Mode &mode : modes)
      mode.slope = mode.weights.back();
    return;
  }
  int64_t step = width; // between coordinates of a level
  for (int32_t l = outerLevels; l != tensor.level_count; ++l) {
    int64_t size = tensor.levels[l].size;
    if (size == 0)
      return;
    step /= size;
    for (Mode &mode : modes) {
      int64_t weight = mode.weights[size_t(l)];
      if (weight == 0)
        continue;
      mode.inner.resize(size_t(width));
      int64_t place = 0;
      while (place != width)
        for (int64_t coordinate = 0; coordinate != size; ++coordinate)
          for (int64_t n = 0; n != step; ++n)
            mode.inner[size_t(place++)] += Index(weight * coordinate);
    }
  }
}

template <typename Index, typename T>
bool Collector<Index, T>::isElement(int64_t position) const {
  return values[position] != T(0) ||
         (keepsZeros && (!padded || isStoredZero(tensor, position)));
}

template <typename Index, typename T>
void Collector<Index, T>::findRows() {
  if (outerLevels == tensor.level_count || positions == 0)
    return;
  const encke_level &last = tensor.levels[outerLevels - 1];
  std::vector<int32_t> levels(size_t(tensor.level_count));
  std::iota(levels.begin(), levels.end(), 0);
  bool isInOrder = !modesInOrder(tensor, levels).empty();
  std::swap(levels[size_t(outerLevels) - 1], levels[size_t(outerLevels)]);
  if (isInOrder || last.type != ENCKE_COMPRESSED)
    return;
  rowModes = modesInOrder(tensor, levels);
  if (rowModes.empty())
    return;
  height = tensor.levels[outerLevels].size;
  length = width / height;
  rows = (last.pos_count - 1) * height;
}

/// Calls use(position, first and past the last of its values in the row).
template <typename Index, typename T>
template <typename Use>
void Collector<Index, T>::forEachInRow(int64_t row, Use use) const {
  const encke_level &last = tensor.levels[outerLevels - 1];
  int64_t parent = row / height, place = row % height * length;
  int64_t q = integerAt(last.pos, tensor.pos_bytes, parent);
  int64_t end = integerAt(last.pos, tensor.pos_bytes, parent + 1);
  for (; q != end; ++q)
    use(q, place, place + length);
}

/// Which of the values are elements, counted from the position's first one.
/// Returns how many.
template <typename Index, typename T>
int64_t Collector<Index, T>::keep(int64_t position, int64_t begin, int64_t end,
                                  int64_t *kept) const {
  const T *at = values + position * width;
  int64_t count = 0;
  if (keepsZeros) {
    for (int64_t n = begin; n != end; ++n) {
      kept[count] = n;
      count += isElement(position * width + n);
    }
    return count;
  }
  // Which ones are zeros nobody foresees: no branches.
  for (int64_t n = begin; n != end; ++n) {
    kept[count] = n;
    count += int64_t(at[n] != T(0));
  }
  return count;
}

/// Calls run(position, first and past the last of the values from there on):
/// what is below one position, or several positions with one value each.
template <typename Index, typename T>
template <typename Run>
void Collector<Index, T>::forEachRun(int64_t begin, int64_t end,
                                     Run run) const {
  if (rows)
    for (int64_t row = begin; row != end; ++row)
      forEachInRow(row, run);
  else if (width == 1)
    for (int64_t q = begin; q < end; q += runLength)
      run(q, int64_t(0), std::min(+runLength, end - q));
  else
    for (int64_t q = begin; q != end; ++q)
      for (int64_t n = 0; n < width; n += runLength)
        run(q, n, std::min(width, n + runLength));
}

/// The elements among the values from the position on, as those from `next` on.
template <typename Index, typename T>
void Collector<Index, T>::append(int64_t position, const int64_t *kept,
                                 int64_t count, int64_t next,
                                 Expanded<Index> &result) const {
  for (size_t number = 0; number != modes.size(); ++number) {
    const Mode &mode = modes[number];
    Index *to = result.modes[number].data() + next;
    const Index *outer =
        mode.outer.size() == 0 ? nullptr : mode.outer.data() + position;
    auto offset = Word(mode.offset);
    if (outer && width != 1)
      offset += Word(*outer);
    if (outer && width == 1)
      for (int64_t n = 0; n != count; ++n)
        to[n] = Index(offset + Word(outer[kept[n]]));
    else if (mode.inner.empty())
      for (int64_t n = 0; n != count; ++n)
        to[n] = Index(offset + Word(mode.slope) * Word(kept[n]));
    else
      for (int64_t n = 0; n != count; ++n)
        to[n] = Index(offset + Word(mode.inner[size_t(kept[n])]));
  }
  T *to = result.values.template data<T>() + next;
  for (int64_t n = 0; n != count; ++n)
    to[n] = values[position * width + kept[n]];
}

/// Counted in parts first, so that each part knows where it begins.
template <typename Index, typename T>
void Collector<Index, T>::run(Expanded<Index> &result) {
  int64_t units = rows ? rows : positions;
  int32_t parts = int32_t(std::min<int64_t>(units, 64));
  std::vector<int64_t> begins(size_t(parts) + 1, 0);
  auto forEachPart = [&](auto body) {
    parallelFor(parts, tensor.value_count / copiesAnElement,
                [&](int64_t part, int64_t end) {
                  for (; part != end; ++part)
                    body(size_t(part), partBegin(units, parts, int32_t(part)),
                         partBegin(units, parts, int32_t(part) + 1));
                });
  };
  forEachPart([&](size_t part, int64_t begin, int64_t end) {
    int64_t count = 0;
    forEachRun(begin, end, [&](int64_t position, int64_t n, int64_t last) {
      const T *at = values + position * width;
      if (!keepsZeros)
        count += std::count_if(at + n, at + last,
                               [](const T &value) { return value != T(0); });
      else
        for (; n != last; ++n)
          count += isElement(position * width + n);
    });
    begins[part + 1] = count;
  });
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  for (size_t mode = 0; mode != modes.size(); ++mode)
    result.modes.emplace_back(begins.back());
  result.values = Elements(tensor.type, begins.back());
  forEachPart([&](size_t part, int64_t begin, int64_t end) {
    int64_t next = begins[part];
    Array<int64_t> kept(rows ? length : runLength);
    forEachRun(begin, end, [&](int64_t position, int64_t first, int64_t last) {
      int64_t count = keep(position, first, last, kept.data());
      append(position, kept.data(), count, next, result);
      next += count;
    });
  });
  if (rows)
    result.known.sortedBy = rowModes;
}

template <typename Index>
void collect(const encke_tensor &tensor, Expanded<Index> &result) {
  withElement(tensor.type, [&](auto element) {
    Collector<Index, decltype(element)>(tensor).run(result);
  });
}

template void collect(const encke_tensor &, Expanded<int32_t> &);
template void collect(const encke_tensor &, Expanded<int64_t> &);

} // namespace encke::rt
