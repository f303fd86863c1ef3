//===- lexi.cpp - LexiOrder -----------------------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reorder/orderings.h"

using namespace encke::rt;

namespace {

/// Disjoint sets of columns in an order, which each row makes finer. A set is a
/// number; the sets form a list. Which columns it has is kept with the columns.
class Partition {
public:
  explicit Partition(int64_t columns)
      : setOf(columns), lastRow(columns),
        sets(static_cast<size_t>(columns) + 2) {
    std::fill(setOf.begin(), setOf.end(), 0);
    std::fill(lastRow.begin(), lastRow.end(), None);
    sets[0].size = int32_t(columns);
  }

  /// `column` has an element in `row`: it leaves those columns of its set that
  /// have none, and goes before them. Rows come one after the other.
  void split(int32_t column, int32_t row) {
    if (lastRow[column] == row)
      return; // an element that is stored twice
    lastRow[column] = row;
    int32_t from = setOf[column];
    if (sets[size_t(from)].row != row) {
      int32_t target = insertBefore(from);
      sets[size_t(from)].row = row;
      sets[size_t(from)].target = target;
    }
    int32_t to = sets[size_t(from)].target;
    setOf[column] = to;
    ++sets[size_t(to)].size;
    if (--sets[size_t(from)].size == 0)
      remove(from);
  }

  /// The columns of the first set first; within a set they stay as in `before`.
  Permutation numbers(const Permutation &before) const;

private:
  static constexpr int32_t None = -1;
  struct Set {
    int32_t size = 0;
    int32_t previous = None, next = None;
    int32_t row = None;    ///< that split it last
    int32_t target = None; ///< where the columns of that row went
  };

  int32_t insertBefore(int32_t set);
  void remove(int32_t set);

  Array<int32_t> setOf;   ///< by column
  Array<int32_t> lastRow; ///< by column
  /// At most one of them is empty, and only while a row goes on.
  std::vector<Set> sets;
  int32_t first = 0;
  int32_t used = 1;    ///< numbers that have been used
  int32_t free = None; ///< a list of those that are free again
};

/// Renumbers one mode after the other.
class LexiOrder {
public:
  explicit LexiOrder(const Renumbering &what);

  Permutations run(int64_t rounds);

private:
  bool sortMode(size_t mode);
  void sortEntries(size_t except);
  bool sameRow(int32_t a, int32_t b, size_t except) const;
  const Permutation &numbersOf(size_t mode) const {
    return numbers[size_t(familyOf[mode])];
  }

  const Renumbering &what;
  const Pattern &pattern;
  /// A fixed mode has a family of its own here, which is not renumbered.
  std::vector<int32_t> familyOf;
  Permutations numbers; ///< by family
  Array<int32_t> entries, other;
};

} // namespace

int32_t Partition::insertBefore(int32_t set) {
  int32_t made = free;
  if (made == None)
    made = used++;
  else
    free = sets[size_t(made)].next;
  Set &inserted = sets[size_t(made)], &after = sets[size_t(set)];
  inserted = Set();
  inserted.next = set;
  inserted.previous = after.previous;
  after.previous = made;
  if (inserted.previous == None)
    first = made;
  else
    sets[size_t(inserted.previous)].next = made;
  return made;
}

/// It is not the first one: what emptied it stands before it.
void Partition::remove(int32_t set) {
  Set &removed = sets[size_t(set)];
  sets[size_t(removed.previous)].next = removed.next;
  if (removed.next != None)
    sets[size_t(removed.next)].previous = removed.previous;
  removed.next = free;
  free = set;
}

Permutation Partition::numbers(const Permutation &before) const {
  std::vector<int32_t> starts(sets.size());
  int32_t start = 0;
  for (int32_t set = first; set != None; set = sets[size_t(set)].next) {
    starts[size_t(set)] = start;
    start += sets[size_t(set)].size;
  }
  Permutation order = inverse(before), result(before.size());
  for (int32_t column : order)
    result[column] = starts[size_t(setOf[column])]++;
  return result;
}

LexiOrder::LexiOrder(const Renumbering &what)
    : what(what), pattern(what.pattern), familyOf(what.families),
      entries(pattern.count), other(pattern.count) {
  for (int32_t family = 0; family != what.count; ++family)
    numbers.push_back(identity(what.sizeOf(family)));
  for (size_t mode = 0; mode != familyOf.size(); ++mode) {
    if (familyOf[mode] != Renumbering::Fixed)
      continue;
    familyOf[mode] = int32_t(numbers.size());
    numbers.push_back(identity(pattern.sizes[mode]));
  }
}

/// By all modes but one, the first one most significant.
void LexiOrder::sortEntries(size_t except) {
  entries = identity(pattern.count);
  for (size_t mode = pattern.order(); mode-- != 0;)
    if (mode != except)
      sortElements(entries, other, pattern.modes[mode], pattern.sizes[mode],
                   &numbersOf(mode));
}

bool LexiOrder::sameRow(int32_t a, int32_t b, size_t except) const {
  for (size_t mode = 0; mode != pattern.order(); ++mode)
    if (mode != except && pattern.modes[mode][a] != pattern.modes[mode][b])
      return false;
  return true;
}

/// True when the order of the mode's coordinates has changed.
bool LexiOrder::sortMode(size_t mode) {
  sortEntries(mode);
  Partition partition(pattern.sizes[mode]);
  int32_t row = 0;
  for (int64_t e = 0; e != pattern.count; ++e) {
    if (e != 0 && !sameRow(entries[e - 1], entries[e], mode))
      ++row;
    partition.split(pattern.modes[mode][entries[e]], row);
  }
  Permutation &number = numbers[size_t(familyOf[mode])];
  Permutation sorted = partition.numbers(number);
  bool changed = !std::equal(sorted.begin(), sorted.end(), number.begin());
  number = std::move(sorted);
  return changed;
}

Permutations LexiOrder::run(int64_t rounds) {
  bool changed = true;
  for (int64_t round = 0; round != rounds && changed; ++round) {
    changed = false;
    for (size_t mode = 0; mode != pattern.order(); ++mode)
      if (what.families[mode] != Renumbering::Fixed)
        changed |= sortMode(mode);
  }
  numbers.resize(size_t(what.count));
  return std::move(numbers);
}

Permutations encke::rt::lexiOrder(const Renumbering &what, int64_t rounds) {
  return LexiOrder(what).run(rounds);
}
