//===- mapped.cpp - tensors whose levels are general expressions ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "storage/mapped.h"
#include "core/error.h"
#include "core/timing.h"
#include "format/inverse.h"
#include "storage/expand.h"
#include "storage/format_text.h"
#include "storage/levels.h"
#include "storage/pack.h"
#include "storage/queries.h"

#include <algorithm>
#include <memory>

namespace encke::rt {

using format::Expression;
using format::Level;
using Kind = Expression::Kind;

std::vector<Level> levelsOf(const encke_tensor &tensor) {
  std::string text;
  for (int32_t l = 0; l != tensor.level_count; ++l)
    text += (l ? " " : "") + levelText(tensor.levels[l]);
  format::Problem problem;
  std::optional<std::vector<Level>> levels = format::parseLevels(text, problem);
  if (!levels)
    throw Error(problem.text);
  return std::move(*levels);
}

//===----------------------------------------------------------------------===//
// From levels to modes
//===----------------------------------------------------------------------===//

static int64_t leastOf(const Level &level, const encke_tensor &tensor) {
  if (!level.coordinate.isDirect())
    return 0;
  auto bounds = level.coordinate.bounds(modeBounds(tensor));
  return bounds ? bounds->least : 0;
}

Inverse::Inverse(const encke_tensor &tensor) {
  std::vector<Level> levels = levelsOf(tensor);
  modes = format::invert(levels, unsigned(tensor.order));
  for (const Level &level : levels)
    least.push_back(leastOf(level, tensor));
}

template <typename Index>
std::vector<Array<Index>>
Inverse::coordinates(const std::vector<Array<int64_t>> &levels) const {
  int64_t count = levels[0].size();
  std::vector<Array<Index>> result;
  for (const Expression &mode : modes) {
    Array<Index> column(count);
    parallelFor(count, [&](int64_t begin, int64_t end) {
      constexpr int64_t block = 4096; // values that stay in the caches
      std::vector<int64_t> values(block);
      for (; begin < end; begin += block) {
        int64_t some = std::min(block, end - begin);
        format::evaluateAll(mode, some, values.data(),
                            [&](const Expression &leaf, int64_t *out) {
                              auto l = size_t(leaf.getNumber());
                              for (int64_t n = 0; n != some; ++n)
                                out[n] = levels[l][begin + n] + least[l];
                            });
        for (int64_t n = 0; n != some; ++n)
          column[begin + n] = Index(values[size_t(n)]);
      }
    });
    result.push_back(std::move(column));
  }
  return result;
}

template std::vector<Array<int32_t>>
Inverse::coordinates(const std::vector<Array<int64_t>> &) const;
template std::vector<Array<int64_t>>
Inverse::coordinates(const std::vector<Array<int64_t>> &) const;

//===----------------------------------------------------------------------===//
// Padding of counted levels
//===----------------------------------------------------------------------===//

namespace {

/// A level that is dense on `enumerate([g], e)` has as many coordinates for
/// each g as the fullest g has e. Those that a g lacks stand for the smallest e
/// that it does not store: elements that are padding.
class Padding {
public:
  Padding(const encke_tensor &tensor, const std::vector<Level> &levels)
      : tensor(tensor), levels(levels), added(size_t(tensor.order)) {}

  void add(size_t level, Queries &queries);
  /// By mode.
  std::vector<std::vector<int64_t>> take() { return std::move(added); }

private:
  using Values = std::vector<int64_t>; ///< of the groups, then of e
  void setFormulas(const std::vector<Expression> &operands);
  void addElement(const std::vector<Expression> &operands,
                  const Values &values);

  const encke_tensor &tensor;
  const std::vector<Level> &levels;
  std::vector<Expression> formulas; ///< of the modes, over `operands`
  std::vector<std::vector<int64_t>> added;
};

} // namespace

/// An element with given values of the operands: where these leave something
/// open, it is the first place of a block, or coordinate 0.
void Padding::setFormulas(const std::vector<Expression> &operands) {
  format::Known known;
  for (size_t n = 0; n != operands.size(); ++n)
    known.add(operands[n], Expression::level(int64_t(n)));
  std::function<void(const Expression &)> open = [&](const Expression &e) {
    if (e.is(Kind::Divide) && !known.find(e.operand(0)))
      known.add(Expression::make(Kind::Remainder, e.getOperands()),
                Expression::integer(0));
    for (const Expression &operand : e.getOperands())
      open(operand);
  };
  for (const Expression &operand : operands)
    open(operand);
  formulas.clear();
  for (int32_t number = 0; number != tensor.order; ++number) {
    Expression mode = Expression::mode(number);
    if (!known.find(mode))
      known.add(mode, Expression::integer(0));
    formulas.push_back(*known.find(mode));
  }
}

void Padding::addElement(const std::vector<Expression> &operands,
                         const Values &values) {
  std::vector<int64_t> element;
  for (size_t mode = 0; mode != formulas.size(); ++mode) {
    element.push_back(
        format::evaluate(formulas[mode], [&](const Expression &level) {
          return values[size_t(level.getNumber())];
        }));
    if (element.back() < 0 || element.back() >= tensor.sizes[mode])
      return; // outside: its position has no coordinate
  }
  for (size_t n = 0; n != operands.size(); ++n)
    if (format::evaluate(operands[n], [&](const Expression &mode) {
          return element[size_t(mode.getNumber())];
        }) != values[n])
      return;
  for (size_t mode = 0; mode != element.size(); ++mode)
    added[mode].push_back(element[mode]);
}

void Padding::add(size_t level, Queries &queries) {
  const std::vector<Expression> &operands =
      levels[level].coordinate.getOperands();
  size_t groups = operands.size() - 1;
  std::vector<const Queries::Column *> columns;
  for (const Expression &operand : operands) {
    if (!operand.isDirect())
      return;
    columns.push_back(&queries.of(operand));
  }
  setFormulas(operands);

  // What each group stores: the distinct e, sorted, group after group.
  Array<int64_t> order = queries.orderBy(columns);
  auto differs = [&](size_t some, int64_t a, int64_t b) {
    for (size_t n = 0; n != some; ++n)
      if (columns[n]->values[a] != columns[n]->values[b])
        return true;
    return false;
  };
  std::vector<int64_t> stored, firsts; // an element of each group
  std::vector<size_t> begins;
  for (int64_t n = 0; n != queries.size(); ++n) {
    bool isFirst = n == 0 || differs(groups, order[n - 1], order[n]);
    if (isFirst) {
      begins.push_back(stored.size());
      firsts.push_back(order[n]);
    }
    if (isFirst || differs(groups + 1, order[n - 1], order[n]))
      stored.push_back(columns[groups]->values[order[n]]);
  }
  begins.push_back(stored.size());
  size_t width = 0;
  for (size_t g = 0; g != firsts.size(); ++g)
    width = std::max(width, begins[g + 1] - begins[g]);

  Values values(groups + 1);
  auto fill = [&](size_t begin, size_t end) {
    int64_t e = columns[groups]->bounds.least;
    int64_t greatest = columns[groups]->bounds.greatest;
    for (size_t missing = width - (end - begin); missing && e <= greatest;
         ++e) {
      if (begin != end && stored[begin] == e) {
        ++begin;
        continue;
      }
      values[groups] = e;
      addElement(operands, values);
      --missing;
    }
  };
  auto isGroup = [&](size_t g) {
    for (size_t n = 0; n != groups; ++n)
      if (columns[n]->values[firsts[g]] != values[n])
        return false;
    return true;
  };
  // Groups without elements have positions where all levels above are dense.
  bool all =
      std::all_of(levels.begin(), levels.begin() + long(level),
                  [](const Level &above) { return above.type.isDense(); });
  int64_t room = int64_t(width);
  for (size_t n = 0; n != groups; ++n) {
    values[n] = columns[n]->bounds.least;
    if (all)
      room = timesSize(room, columns[n]->extent());
  }
  for (size_t g = 0; !all && g != firsts.size(); ++g) {
    for (size_t n = 0; n != groups; ++n)
      values[n] = columns[n]->values[firsts[g]];
    fill(begins[g], begins[g + 1]);
  }
  size_t g = 0; // the next group that stores something
  for (bool more = all && room != 0; more;) {
    bool isStored = g != firsts.size() && isGroup(g);
    fill(begins[g], begins[g + isStored]);
    g += isStored;
    more = false;
    for (size_t n = groups; n-- != 0 && !more;) {
      more = values[n] != columns[n]->bounds.greatest;
      values[n] = more ? values[n] + 1 : columns[n]->bounds.least;
    }
  }
}

//===----------------------------------------------------------------------===//
// Packing
//===----------------------------------------------------------------------===//

namespace {
struct Free {
  void operator()(encke_tensor *tensor) const { encke_tensor_free(tensor); }
};
using Owned = std::unique_ptr<encke_tensor, Free>;
} // namespace

/// A tensor of modes of these sizes, with the widths of another one.
static Owned makePlain(const encke_tensor &like, int32_t type,
                       const std::vector<format::LevelType> &levelTypes,
                       const std::vector<int64_t> &sizes) {
  auto order = int32_t(sizes.size());
  Owned tensor(newTensor(order, order, type));
  tensor->pos_bytes = like.pos_bytes;
  tensor->crd_bytes = like.crd_bytes;
  for (int32_t l = 0; l != order; ++l) {
    tensor->levels[l].type = levelTypes[size_t(l)].getValue();
    tensor->levels[l].n = levelTypes[size_t(l)].getN();
    tensor->levels[l].m = levelTypes[size_t(l)].getM();
    tensor->levels[l].mode = l;
    tensor->sizes[l] = sizes[size_t(l)];
  }
  setLevelSizes(*tensor);
  return tensor;
}

/// The elements, each once: what is summed is summed here.
template <typename Index>
static Expanded<Index> sumDuplicates(const encke_tensor &like,
                                     std::vector<Array<Index>> modes,
                                     Elements values, KnownOrder known) {
  std::vector<format::LevelType> list(size_t(like.order),
                                      format::LevelType::singleton());
  list[0] = format::LevelType::nonunique();
  Owned tensor =
      makePlain(like, like.type, list,
                std::vector<int64_t>(like.sizes, like.sizes + like.order));
  tensor->pos_bytes = tensor->crd_bytes = sizeof(int64_t);
  pack(*tensor, std::move(modes), std::move(values), std::move(known));
  Expanded<Index> borrowed = expand<Index>(*tensor), result;
  for (Array<Index> &mode : borrowed.modes)
    result.modes.push_back(
        makeColumn<Index>(mode.size(), [&](int64_t e) { return mode[e]; }));
  result.values = borrowed.values.as(like.type);
  return result;
}

/// An array that stays another's, or a copy in 64 bits.
template <typename Index>
static Array<int64_t> widen(const Array<Index> &column,
                            const std::vector<int64_t> &more) {
  int64_t count = column.size();
  return makeColumn<int64_t>(count + int64_t(more.size()), [&](int64_t e) {
    return e < count ? int64_t(column[e]) : more[size_t(e - count)];
  });
}

/// The values at the positions that a tensor of numbers of elements has: 0 is
/// none.
template <typename T>
static void setValues(encke_tensor &tensor, const encke_tensor &numbers,
                      const Elements &elements) {
  const auto *number = static_cast<const int64_t *>(numbers.values);
  const T *from = elements.data<T>();
  int64_t count = numbers.value_count;
  auto *values = static_cast<T *>(allocate(count, sizeof(T)));
  tensor.values = values;
  tensor.value_count = count;
  tensor.owns_values = 1;
  bool padded = hasPadding(tensor);
  for (int64_t q = 0; q != count; ++q) {
    values[q] = number[q] ? from[number[q] - 1] : T(0);
    if (padded && number[q] && values[q] == T(0)) {
      if (!tensor.zeros)
        tensor.zeros =
            static_cast<uint64_t *>(allocateZeroed((count + 63) / 64, 8));
      tensor.zeros[q / 64] |= uint64_t(1) << (q % 64);
    }
  }
}

template <typename Index>
void packMapped(encke_tensor &tensor, std::vector<Array<Index>> modes,
                Elements values, KnownOrder known) {
  clearStorage(tensor);
  Expanded<Index> elements = sumDuplicates(tensor, std::move(modes),
                                           std::move(values), std::move(known));
  std::vector<Level> levels = levelsOf(tensor);
  int64_t stored = elements.values.size();
  std::vector<std::vector<int64_t>> more{size_t(tensor.order)};
  auto columns = [&] {
    std::vector<Array<int64_t>> result;
    for (size_t mode = 0; mode != elements.modes.size(); ++mode)
      result.push_back(widen(elements.modes[mode], more[mode]));
    return result;
  };
  {
    Phase phase("padding");
    std::vector<Array<int64_t>> own = columns();
    Queries queries(tensor, own, stored);
    Padding padding(tensor, levels);
    // Below a compressed level there is a position only for what is stored.
    size_t below = levels.size();
    while (below != 0 && !levels[below - 1].type.hasPositionArray())
      --below;
    for (size_t l = below; l != levels.size(); ++l)
      if (levels[l].type.isDense() && levels[l].coordinate.is(Kind::Enumerate))
        padding.add(l, queries);
    more = padding.take();
  }

  std::vector<Array<int64_t>> all = columns();
  Queries queries(tensor, all, stored);
  std::vector<Array<int64_t>> keys;
  std::vector<format::LevelType> types;
  std::vector<int64_t> sizes;
  for (size_t l = 0; l != levels.size(); ++l) {
    const Queries::Column &column = queries.of(levels[l].coordinate);
    keys.push_back(makeColumn<int64_t>(column.values.size(), [&](int64_t e) {
      return column.values[e] - column.bounds.least;
    }));
    types.push_back(levels[l].type);
    encke_level &level = tensor.levels[l];
    level.size = levels[l].coordinate.hasStaticBounds()
                     ? levelSize(tensor, level)
                     : column.extent();
    sizes.push_back(level.size);
  }
  Elements numbers(ENCKE_I64, queries.size());
  for (int64_t e = 0; e != queries.size(); ++e)
    numbers.data<int64_t>()[e] = e < stored ? e + 1 : 0;
  Owned packed = makePlain(tensor, ENCKE_I64, types, sizes);
  pack(*packed, std::move(keys), std::move(numbers));
  for (int32_t l = 0; l != tensor.level_count; ++l) {
    encke_level &from = packed->levels[l], &to = tensor.levels[l];
    to.pos = std::exchange(from.pos, nullptr);
    to.crd = std::exchange(from.crd, nullptr);
    to.pos_count = from.pos_count;
    to.crd_count = from.crd_count;
  }
  Phase phase("values");
  withElement(tensor.type, [&](auto element) {
    setValues<decltype(element)>(tensor, *packed, elements.values);
  });
}

template void packMapped(encke_tensor &, std::vector<Array<int32_t>>, Elements,
                         KnownOrder);
template void packMapped(encke_tensor &, std::vector<Array<int64_t>>, Elements,
                         KnownOrder);

} // namespace encke::rt

//===----------------------------------------------------------------------===//
// The C interface
//===----------------------------------------------------------------------===//

int64_t encke_level_least(const encke_tensor *tensor, int64_t level) {
  return encke::rt::guarded(nullptr, [&] {
    if (level < 0 || level >= tensor->level_count)
      throw encke::rt::Error("a tensor of " +
                             std::to_string(tensor->level_count) +
                             " levels has no level " + std::to_string(level));
    return encke::rt::leastOf(encke::rt::levelsOf(*tensor)[size_t(level)],
                              *tensor);
  });
}
