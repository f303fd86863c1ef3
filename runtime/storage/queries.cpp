//===- queries.cpp - what format declarations ask of elements -------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "storage/queries.h"
#include "core/error.h"
#include "core/threads.h"
#include "core/timing.h"
#include "format/evaluate.h"
#include "storage/columns.h"
#include "storage/sort.h"
#include "storage/tensor.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <queue>

namespace encke::rt {

using format::Expression;
using format::Interval;
using Kind = Expression::Kind;

std::function<Interval(const Expression &)>
modeBounds(const encke_tensor &tensor) {
  return [&tensor](const Expression &mode) {
    int64_t size = tensor.sizes[mode.getNumber()];
    return Interval{0, std::max<int64_t>(size - 1, 0)};
  };
}

int64_t extentOf(const std::optional<Interval> &bounds, const Expression &e) {
  int64_t extent;
  if (!bounds ||
      __builtin_sub_overflow(bounds->greatest, bounds->least, &extent) ||
      __builtin_add_overflow(extent, 1, &extent))
    throw Error("a level has more coordinates than 64 bits can count: '" +
                e.text() + "'");
  return extent;
}

const Queries::Column &Queries::of(const Expression &expression) {
  auto found = known.find(expression);
  if (found == known.end())
    found = known.emplace(expression, compute(expression)).first;
  return found->second;
}

Queries::Column Queries::compute(const Expression &e) {
  Phase phase(e.isQuery() ? format::queryName(e.getKind()) : "coordinates");
  switch (e.getKind()) {
  case Kind::Count:
    return countEqual(e);
  case Kind::Enumerate:
    return enumerate(e);
  case Kind::Reorder:
    return reorder(e);
  case Kind::Schedule:
    return schedule(e);
  default:
    return combine(e);
  }
}

/// Arithmetic on modes and on what queries found.
Queries::Column Queries::combine(const Expression &e) {
  std::map<Expression, const Column *> queries;
  std::function<void(const Expression &)> find = [&](const Expression &part) {
    if (part.isQuery())
      queries[part] = &of(part);
    else
      for (const Expression &operand : part.getOperands())
        find(operand);
  };
  find(e);
  Expression overLevels = e; // queries as leaves, to take their bounds
  std::vector<const Column *> asked;
  std::function<Expression(const Expression &)> name =
      [&](const Expression &part) {
        if (part.isQuery()) {
          asked.push_back(queries[part]);
          return Expression::level(int64_t(asked.size()) - 1);
        }
        if (part.isLeaf())
          return part;
        std::vector<Expression> operands;
        for (const Expression &operand : part.getOperands())
          operands.push_back(name(operand));
        return Expression::make(part.getKind(), std::move(operands));
      };
  overLevels = name(e);
  auto ofMode = modeBounds(tensor);
  auto bounds = overLevels.bounds([&](const Expression &leaf) {
    return leaf.is(Kind::Level) ? asked[size_t(leaf.getNumber())]->bounds
                                : ofMode(leaf);
  });
  extentOf(bounds, e); // Those of all columns are known to be right.
  Column result{Array<int64_t>(count), *bounds};
  parallelFor(count, [&](int64_t begin, int64_t end) {
    constexpr int64_t block = 4096; // values that stay in the caches
    for (; begin < end; begin += block) {
      int64_t some = std::min(block, end - begin);
      format::evaluateAll(
          e, some, result.values.data() + begin,
          [&](const Expression &leaf, int64_t *out) {
            if (!leaf.is(Kind::Mode)) {
              std::copy_n(queries.at(leaf)->values.data() + begin, some, out);
              return;
            }
            Mode mode = modes[size_t(leaf.getNumber())];
            for (int64_t n = 0; n != some; ++n)
              out[n] = integerAt(mode.coordinates, mode.bytes, begin + n);
          });
    }
  });
  return result;
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

std::vector<const Queries::Column *> Queries::columnsOf(const Expression &e) {
  std::vector<const Column *> columns;
  for (const Expression &operand : e.getOperands())
    columns.push_back(&of(operand));
  return columns;
}

Array<int64_t>
Queries::orderBy(const std::vector<const Column *> &columns) const {
  Columns<int64_t> sorted; // the values are elements
  std::vector<size_t> keys;
  std::vector<int64_t> sizes;
  for (const Column *column : columns) {
    keys.push_back(keys.size());
    sizes.push_back(column->extent());
    sorted.keys.push_back(makeColumn<int64_t>(count, [&](int64_t e) {
      return column->values[e] - column->bounds.least;
    }));
  }
  sorted.values = Elements(ENCKE_I64, count);
  auto *elements = sorted.values.data<int64_t>();
  std::iota(elements, elements + count, 0);
  sortColumns(sorted, keys, sizes);
  Array<int64_t> order(count);
  std::copy_n(sorted.values.data<int64_t>(), count, order.data());
  return order;
}

/// The elements agree in the first `some` of the columns.
static bool agree(const std::vector<const Queries::Column *> &columns,
                  size_t some, int64_t a, int64_t b) {
  for (size_t n = 0; n != some; ++n)
    if (columns[n]->values[a] != columns[n]->values[b])
      return false;
  return true;
}

namespace {

/// Counts elements that agree in some columns in a table with a place for each
/// combination of values. Elements that are sorted by the first column, as
/// blocks of rows are, are counted run by run of it: then the table has places
/// for the other columns only.
class CountTable {
public:
  CountTable(const std::vector<const Queries::Column *> &columns,
             int64_t count);

  /// The table is not much larger than what is counted.
  bool isSmall() const { return places != 0; }
  /// Sets the counts of the elements, of which those before `stored` count.
  /// Returns the greatest one.
  int64_t count(int64_t stored, Array<int64_t> &counts) const;

private:
  int64_t placeOf(int64_t element) const;
  int64_t runEnd(int64_t element) const;

  std::vector<const Queries::Column *> keys;
  const Queries::Column *sorted = nullptr; ///< runs of it are counted apart
  int64_t elements, places = 1;
};

} // namespace

CountTable::CountTable(const std::vector<const Queries::Column *> &columns,
                       int64_t count)
    : keys(columns), elements(count) {
  const Array<int64_t> &first = keys[0]->values;
  if (std::is_sorted(first.data(), first.data() + count)) {
    sorted = keys[0];
    keys.erase(keys.begin());
  }
  constexpr int64_t always = 1 << 16, anElement = 4;
  for (const Queries::Column *key : keys)
    if (__builtin_mul_overflow(places, key->extent(), &places) ||
        places > std::max(always, anElement * count))
      places = 0;
}

int64_t CountTable::placeOf(int64_t element) const {
  int64_t place = 0;
  for (const Queries::Column *key : keys)
    place = place * key->extent() + key->values[element] - key->bounds.least;
  return place;
}

/// The first element from this one on that is in another run than the one
/// before it.
int64_t CountTable::runEnd(int64_t element) const {
  if (element == 0)
    return 0;
  if (!sorted)
    return elements;
  const Array<int64_t> &values = sorted->values;
  while (element != elements && values[element] == values[element - 1])
    ++element;
  return element;
}

int64_t CountTable::count(int64_t stored, Array<int64_t> &counts) const {
  std::atomic<int64_t> greatest = 0;
  parallelFor(elements, [&](int64_t begin, int64_t end) {
    std::vector<int64_t> table, at;
    table.resize(size_t(places));
    int64_t most = 0;
    end = runEnd(end);
    for (int64_t e = runEnd(begin), next; e < end; e = next) {
      next = runEnd(e + 1);
      at.clear();
      for (int64_t n = e; n != next; ++n) {
        at.push_back(placeOf(n));
        table[size_t(at.back())] += n < stored;
      }
      for (int64_t n = e; n != next; ++n) {
        counts[n] = table[size_t(at[size_t(n - e)])];
        most = std::max(most, counts[n]);
      }
      for (int64_t place : at)
        table[size_t(place)] = 0;
    }
    for (int64_t old = greatest; most > old;)
      if (greatest.compare_exchange_weak(old, most))
        break;
  });
  return greatest;
}

Queries::Column Queries::countEqual(const Expression &e) {
  std::vector<const Column *> columns = columnsOf(e);
  Column result{Array<int64_t>(count), {0, 0}};
  if (CountTable table(columns, count); table.isSmall()) {
    result.bounds.greatest = table.count(stored, result.values);
    return result;
  }
  Array<int64_t> order = orderBy(columns);
  for (int64_t n = 0; n != count;) {
    int64_t end = n, found = 0;
    for (; end != count && agree(columns, columns.size(), order[n], order[end]);
         ++end)
      found += order[end] < stored;
    for (; n != end; ++n)
      result.values[order[n]] = found;
    result.bounds.greatest = std::max(result.bounds.greatest, found);
  }
  return result;
}

Queries::Column Queries::enumerate(const Expression &e) {
  std::vector<const Column *> columns = columnsOf(e);
  Array<int64_t> order = orderBy(columns);
  // Where nothing is stored there is no coordinate.
  Column result{Array<int64_t>(count), {0, -1}};
  int64_t rank = 0;
  for (int64_t n = 0; n != count; ++n) {
    if (n == 0 || !agree(columns, columns.size() - 1, order[n - 1], order[n]))
      rank = 0;
    else if (!agree(columns, columns.size(), order[n - 1], order[n]))
      ++rank;
    result.values[order[n]] = rank;
    result.bounds.greatest = std::max(result.bounds.greatest, rank);
  }
  return result;
}

/// How many stored elements have each value of a column.
Array<int64_t> Queries::countOf(const Column &column) const {
  Array<int64_t> counts(column.extent());
  std::fill(counts.begin(), counts.end(), 0);
  for (int64_t e = 0; e != stored; ++e)
    ++counts[column.values[e] - column.bounds.least];
  return counts;
}

/// What belongs to the value that each element has in a column.
Queries::Column Queries::ofValues(const Column &column,
                                  const Array<int64_t> &values,
                                  Interval bounds) const {
  return {makeColumn<int64_t>(
              count,
              [&](int64_t element) {
                return values[column.values[element] - column.bounds.least];
              }),
          bounds};
}

Queries::Column Queries::reorder(const Expression &e) {
  const Column &column = of(e.operand(0));
  Array<int64_t> counts = countOf(column);
  Array<int64_t> order(counts.size()), places(counts.size());
  std::iota(order.begin(), order.end(), 0);
  // Without a copy of the order, as std::stable_sort makes one.
  std::sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
    return counts[a] != counts[b] ? counts[a] > counts[b] : a < b;
  });
  for (int64_t place = 0; place != order.size(); ++place)
    places[order[place]] = place;
  return ofValues(column, places, {0, counts.size() - 1});
}

Queries::Column Queries::schedule(const Expression &e) {
  const Column &column = of(e.operand(0));
  int64_t buckets = e.operand(1).getNumber();
  Array<int64_t> counts = countOf(column), where(counts.size());
  // The bucket with the fewest elements, the first one of equals.
  using Load = std::pair<int64_t, int64_t>;
  std::priority_queue<Load, std::vector<Load>, std::greater<>> loads;
  for (int64_t bucket = 0; bucket != std::min(buckets, counts.size()); ++bucket)
    loads.push({0, bucket});
  for (int64_t value = 0; value != counts.size(); ++value) {
    auto [load, bucket] = loads.top();
    loads.pop();
    where[value] = bucket;
    loads.push({load + counts[value], bucket});
  }
  return ofValues(column, where, {0, buckets - 1});
}

} // namespace encke::rt
