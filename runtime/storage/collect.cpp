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
    if (isExpression(level))
      return {};
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

  /// Elements of a part that are appended together: the places of their values,
  /// and the position that each is below; a place is its own position where a
  /// position has one value.
  struct Batch {
    static constexpr int64_t size = 1024;
    int64_t count = 0;
    int64_t values[size], positions[size];
  };

  void findWeights();
  void findRows();
  void addOuter();
  void addInner();
  bool isElement(int64_t place) const;
  int64_t countIn(int64_t begin, int64_t end) const;
  int64_t countOf(int64_t begin, int64_t end) const;
  template <typename Use>
  void forEachBlock(int64_t row, Use use) const;
  void keep(int64_t position, int64_t begin, int64_t end, Batch &batch) const;
  int64_t append(const Batch &batch, int64_t next,
                 Expanded<Index> &result) const;
  int64_t appendAll(int64_t begin, int64_t end, int64_t next,
                    Expanded<Index> &result) const;

  /// Elements in the table of a dense tensor, unless one level has more.
  static constexpr int64_t mostInner = 1 << 16;

  const encke_tensor &tensor;
  const T *values;
  bool dense, padded, keepsZeros;
  int32_t outerLevels;
  bool mapped;       ///< the coordinates are those in the levels, as they are
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
      outerLevels(tensor.level_count), mapped(isMapped(tensor)),
      modes(size_t(mapped ? tensor.level_count : tensor.order)) {
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
  for (size_t l = 0; mapped && l != modes.size(); ++l)
    modes[l].weights[l] = 1;
  if (mapped)
    return;
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
    if (mapped || !isSlot(level))
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
void Collector<Index, T>::findRows() {
  if (outerLevels == tensor.level_count || positions == 0)
    return;
  const encke_level &last = tensor.levels[outerLevels - 1];
  std::vector<int32_t> levels(size_t(tensor.level_count));
  std::iota(levels.begin(), levels.end(), 0);
  bool isInOrder = !modesInOrder(tensor, levels).empty();
  std::swap(levels[size_t(outerLevels) - 1], levels[size_t(outerLevels)]);
  if (isInOrder || !format::typeOf(last).isCompressed())
    return;
  rowModes = modesInOrder(tensor, levels);
  if (rowModes.empty())
    return;
  height = tensor.levels[outerLevels].size;
  length = width / height;
  rows = (last.pos_count - 1) * height;
}

template <typename Index, typename T>
bool Collector<Index, T>::isElement(int64_t place) const {
  return values[place] != T(0) ||
         (keepsZeros && (!padded || isStoredZero(tensor, place)));
}

/// How many of the values at these places are elements.
template <typename Index, typename T>
int64_t Collector<Index, T>::countIn(int64_t begin, int64_t end) const {
  if (!keepsZeros)
    return std::count_if(values + begin, values + end,
                         [](const T &value) { return value != T(0); });
  int64_t count = 0;
  for (; begin != end; ++begin)
    count += isElement(begin);
  return count;
}

/// Calls use(position, place in it of the row's first value) for each position
/// with values in the row.
template <typename Index, typename T>
template <typename Use>
void Collector<Index, T>::forEachBlock(int64_t row, Use use) const {
  const encke_level &last = tensor.levels[outerLevels - 1];
  int64_t parent = row / height, place = row % height * length;
  int64_t q = integerAt(last.pos, tensor.pos_bytes, parent);
  int64_t end = integerAt(last.pos, tensor.pos_bytes, parent + 1);
  for (; q != end; ++q)
    use(q, place);
}

/// How many elements these rows have or, where values are not taken by rows,
/// what is below these positions.
template <typename Index, typename T>
int64_t Collector<Index, T>::countOf(int64_t begin, int64_t end) const {
  if (rows == 0)
    return countIn(begin * width, end * width);
  int64_t count = 0;
  while (begin != end) { // the rows of one parent, from each of its blocks
    int64_t last = std::min(end, begin + height - begin % height);
    forEachBlock(begin, [&](int64_t position, int64_t place) {
      int64_t first = position * width + place;
      count += countIn(first, first + (last - begin) * length);
    });
    begin = last;
  }
  return count;
}

/// Adds those that are elements among `begin` to `end` - 1 of the values below
/// a position to the batch, which has room for all of them. Which ones are
/// zeros nobody foresees: no branches.
template <typename Index, typename T>
void Collector<Index, T>::keep(int64_t position, int64_t begin, int64_t end,
                               Batch &batch) const {
  int64_t first = position * width, count = batch.count;
  auto keepThose = [&](auto isKept) {
    for (int64_t place = first + begin; place != first + end; ++place) {
      batch.values[count] = place;
      batch.positions[count] = position;
      count += int64_t(isKept(place));
    }
  };
  if (keepsZeros)
    keepThose([&](int64_t place) { return isElement(place); });
  else
    keepThose([&](int64_t place) { return values[place] != T(0); });
  batch.count = count;
}

/// A batch, as the elements from `next` on. Returns what comes after them.
template <typename Index, typename T>
int64_t Collector<Index, T>::append(const Batch &batch, int64_t next,
                                    Expanded<Index> &result) const {
  int64_t count = batch.count;
  const int64_t *kept = batch.values;
  const int64_t *positions = width == 1 ? kept : batch.positions;
  for (size_t number = 0; number != modes.size(); ++number) {
    const Mode &mode = modes[number];
    Index *to = result.modes[number].data() + next;
    auto offset = Word(mode.offset), slope = Word(mode.slope);
    if (mode.inner.empty())
      for (int64_t n = 0; n != count; ++n)
        to[n] = Index(offset + slope * Word(kept[n] - positions[n] * width));
    else
      for (int64_t n = 0; n != count; ++n)
        to[n] = Index(offset +
                      Word(mode.inner[size_t(kept[n] - positions[n] * width)]));
    if (mode.outer.size() != 0)
      for (int64_t n = 0; n != count; ++n)
        to[n] = Index(Word(to[n]) + Word(mode.outer[positions[n]]));
  }
  T *to = result.values.template data<T>() + next;
  for (int64_t n = 0; n != count; ++n)
    to[n] = values[kept[n]];
  return next + count;
}

/// The elements of these rows or below these positions, as those from `next`
/// on. Returns what comes after them.
template <typename Index, typename T>
int64_t Collector<Index, T>::appendAll(int64_t begin, int64_t end, int64_t next,
                                       Expanded<Index> &result) const {
  Batch batch;
  auto appendBatch = [&] {
    next = append(batch, next, result);
    batch.count = 0;
  };
  auto appendFrom = [&](int64_t position, int64_t place, int64_t count) {
    while (count != 0) {
      if (count > Batch::size - batch.count && batch.count != 0)
        appendBatch();
      int64_t some = std::min(count, +Batch::size);
      keep(position, place, place + some, batch);
      place += some;
      count -= some;
    }
  };
  if (rows)
    for (; begin != end; ++begin)
      forEachBlock(begin, [&](int64_t position, int64_t place) {
        appendFrom(position, place, length);
      });
  else if (width == 1)
    appendFrom(begin, 0, end - begin);
  else
    for (; begin != end; ++begin)
      appendFrom(begin, 0, width);
  appendBatch();
  return next;
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
    begins[part + 1] = countOf(begin, end);
  });
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  for (size_t mode = 0; mode != modes.size(); ++mode)
    result.modes.emplace_back(begins.back());
  result.values = Elements(tensor.type, begins.back());
  forEachPart([&](size_t part, int64_t begin, int64_t end) {
    appendAll(begin, end, begins[part], result);
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
