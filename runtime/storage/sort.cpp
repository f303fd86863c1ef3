//===- sort.cpp - puts entries into storage order -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Entries that are in order already, the usual case, are left alone. Else one
// counting sort distributes them over the coordinates of the first key, unless
// they are in its order; then every such bucket that is not in order by its
// other keys, usually a short one that stays in cache, is sorted on 64-bit
// numbers. What is in order but for the first key, as a matrix by columns that
// is wanted by rows, costs the counting sort only.
//
// Such a number holds coordinates in its high bits and the entry's position in
// the bucket in its low bits, so that the numbers are distinct and sorting them
// is stable. Coordinates too wide for one number are sorted in several rounds,
// the least significant one first.
//
// Several threads share the counting sort (distribute.h); then each sorts
// buckets of its own.
//
//===----------------------------------------------------------------------===//

#include "storage/sort.h"
#include "core/threads.h"
#include "core/timing.h"
#include "storage/distribute.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <utility>

namespace encke::rt {

namespace {

/// Some bits of a key's coordinate.
struct Digit {
  size_t key;
  int shift;
  int bits;
};

/// No digit is wider, so that a number holds one beside any position.
constexpr int widestDigit = 24;

int bitsFor(int64_t count) { // to write the numbers 0 ... count-1
  return count <= 1 ? 0 : 64 - __builtin_clzll(uint64_t(count - 1));
}

/// Sorted by comparing all with all.
constexpr int64_t mostForRank = 64;

/// Sorts ranges of entries in place.
template <typename Index>
class RangeSorter {
public:
  RangeSorter(Columns<Index> &columns, const std::vector<Digit> &digits)
      : columns(columns), digits(digits) {}

  void sort(int64_t begin, int64_t end);

private:
  void sortNumbers(int64_t count, int lowBits, int keyBits);
  void sortByRank(int64_t count);
  void radixSort(int64_t count, int lowBits);
  void gather(int64_t begin, int64_t count, uint64_t positions);
  template <typename T>
  void gather(T *values, int64_t count, uint64_t positions);

  Columns<Index> &columns;
  const std::vector<Digit> &digits; ///< least significant first
  Array<uint64_t> numbers, otherNumbers;
  std::vector<int64_t> starts; ///< of the numbers with each digit
  Array<char> scratch;
};

template <typename Index>
class Sorter {
public:
  Sorter(Columns<Index> &columns, const std::vector<size_t> &keys,
         const std::vector<int64_t> &sizes)
      : columns(columns), keys(keys), sizes(sizes) {}

  void sort();

private:
  bool isKnown(size_t firstKey) const;
  bool isSorted(int64_t begin, int64_t end, size_t firstKey) const;
  bool isSorted() const;
  bool minorSorted(int64_t e, size_t firstKey) const;
  bool isFirstSorted() const;
  bool worthBuckets() const;
  void own();
  void findStarts();
  void sortBuckets();
  std::vector<Digit> digitsFrom(size_t firstKey) const;

  const Index *column(size_t key) const {
    return columns.keys[keys[key]].data();
  }

  Columns<Index> &columns;
  const std::vector<size_t> &keys;
  const std::vector<int64_t> &sizes;
};

} // namespace

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

/// Sorts numbers[0..count), which differ in the bits from lowBits on, by radix.
template <typename Index>
void RangeSorter<Index>::radixSort(int64_t count, int lowBits) {
  // Neighbours have similar coordinates: only their differences are sorted by.
  uint64_t least = numbers[0], most = numbers[0];
  for (int64_t i = 1; i != count; ++i) {
    least = std::min(least, numbers[i]);
    most = std::max(most, numbers[i]);
  }
  uint64_t base = least >> lowBits << lowBits;
  int keyBits = std::max(1, bitsFor(int64_t((most - base) >> lowBits) + 1));
  // About as many counters as numbers: both take the time.
  int widest = std::clamp(bitsFor(count) + 1, 6, 11);
  int passes = (keyBits + widest - 1) / widest;
  int width = (keyBits + passes - 1) / passes;
  uint64_t mask = (uint64_t(1) << width) - 1;
  otherNumbers.reserve(count);
  starts.resize(size_t(1) << width);
  for (int pass = 0; pass != passes; ++pass) {
    int shift = lowBits + pass * width;
    std::fill(starts.begin(), starts.end(), 0);
    for (int64_t i = 0; i != count; ++i)
      ++starts[(numbers[i] - base) >> shift & mask];
    if (starts[(numbers[0] - base) >> shift & mask] == count)
      continue;
    std::exclusive_scan(starts.begin(), starts.end(), starts.begin(),
                        int64_t(0));
    for (int64_t i = 0; i != count; ++i)
      otherNumbers[starts[(numbers[i] - base) >> shift & mask]++] = numbers[i];
    std::swap(numbers, otherNumbers);
  }
}

/// Sorts a few numbers below 2^31, all different: each goes where as many are
/// before it as are smaller. Without branches and in vectors this takes a third
/// of the time of other ways although it compares all with all.
template <typename Index>
void RangeSorter<Index>::sortByRank(int64_t count) {
  int32_t narrow[mostForRank], ranks[mostForRank];
  int64_t padded = (count + 3) / 4 * 4;
  for (int64_t i = 0; i != count; ++i)
    narrow[i] = int32_t(numbers[i]);
  std::fill(narrow + count, narrow + padded, INT32_MAX);
  for (int64_t i = 0; i != padded; i += 4) {
    int32_t smaller[4] = {};
    for (int64_t j = 0; j != count; ++j)
      for (int64_t lane = 0; lane != 4; ++lane)
        smaller[lane] += narrow[j] < narrow[i + lane];
    std::copy_n(smaller, 4, ranks + i);
  }
  for (int64_t i = 0; i != count; ++i)
    numbers[ranks[i]] = uint64_t(narrow[i]);
}

template <typename Index>
void RangeSorter<Index>::sortNumbers(int64_t count, int lowBits, int keyBits) {
  constexpr int64_t shortest = 8, worthRadix = 24;
  if (count > shortest && count <= mostForRank && lowBits + keyBits <= 31) {
    sortByRank(count);
  } else if (count > worthRadix) {
    radixSort(count, lowBits);
  } else {
    for (int64_t i = 1; i != count; ++i) {
      uint64_t number = numbers[i];
      int64_t to = i;
      for (; to != 0 && numbers[to - 1] > number; --to)
        numbers[to] = numbers[to - 1];
      numbers[to] = number;
    }
  }
}

template <typename Index>
template <typename T>
void RangeSorter<Index>::gather(T *values, int64_t count, uint64_t positions) {
  scratch.reserve(count * int64_t(sizeof(T)));
  T *moved = reinterpret_cast<T *>(scratch.data());
  for (int64_t i = 0; i != count; ++i)
    moved[i] = values[numbers[i] & positions];
  std::copy_n(moved, count, values);
}

/// Moves the entries from `begin` on into the order of the numbers.
template <typename Index>
void RangeSorter<Index>::gather(int64_t begin, int64_t count,
                                uint64_t positions) {
  for (auto &key : columns.keys)
    if (key.data())
      gather(key.data() + begin, count, positions);
  withWidth(columns.values.width(), [&](auto element) {
    using T = decltype(element);
    gather(columns.values.template data<T>() + begin, count, positions);
  });
}

template <typename Index>
void RangeSorter<Index>::sort(int64_t begin, int64_t end) {
  int64_t count = end - begin;
  int positionBits = bitsFor(count);
  uint64_t positions = (uint64_t(1) << positionBits) - 1;
  numbers.reserve(count);
  for (size_t next = 0; next != digits.size();) {
    for (int64_t i = 0; i != count; ++i)
      numbers[i] = uint64_t(i);
    int bits = positionBits;
    for (; next != digits.size() && bits + digits[next].bits <= 64; ++next) {
      const Digit &digit = digits[next];
      const Index *from = columns.keys[digit.key].data() + begin;
      uint64_t mask = (uint64_t(1) << digit.bits) - 1;
      for (int64_t i = 0; i != count; ++i)
        numbers[i] |= (uint64_t(from[i]) >> digit.shift & mask) << bits;
      bits += digit.bits;
    }
    sortNumbers(count, positionBits, bits - positionBits);
    gather(begin, count, positions);
  }
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

/// True when entries that agree in the keys before `firstKey` are known to be
/// in the order of the others.
template <typename Index>
bool Sorter<Index>::isKnown(size_t firstKey) const {
  size_t next = firstKey;
  for (size_t key : columns.sortedBy) {
    if (next == keys.size())
      break;
    if (key == keys[next])
      ++next;
    else if (std::find(keys.begin(), keys.begin() + ptrdiff_t(firstKey), key) ==
             keys.begin() + ptrdiff_t(firstKey))
      return false;
  }
  return next == keys.size();
}

template <typename Index>
bool Sorter<Index>::isSorted(int64_t begin, int64_t end,
                             size_t firstKey) const {
  if (end - begin < 2)
    return true;
  const Index *major = column(firstKey);
  for (int64_t e = begin + 1; e < end; ++e) {
    if (major[e - 1] < major[e])
      continue;
    if (major[e - 1] > major[e] || !minorSorted(e, firstKey + 1))
      return false;
  }
  return true;
}

/// True when isPart(begin, end) is, of ranges in which all neighbours are.
template <typename IsPart>
static bool areAll(int64_t count, IsPart isPart) {
  std::atomic<bool> all{true};
  parallelFor(count, [&](int64_t begin, int64_t end) {
    if (!isPart(std::max<int64_t>(begin - 1, 0), end))
      all = false;
  });
  return all;
}

/// True when the entries are in the order of the first key alone.
template <typename Index>
bool Sorter<Index>::isFirstSorted() const {
  return areAll(columns.size(), [&](int64_t begin, int64_t end) {
    return std::is_sorted(column(0) + begin, column(0) + end);
  });
}

/// True when the entries are in order.
template <typename Index>
bool Sorter<Index>::isSorted() const {
  return areAll(columns.size(), [&](int64_t begin, int64_t end) {
    return isSorted(begin, end, 0);
  });
}

/// True when entry e may follow entry e-1 by the keys from `firstKey` on.
template <typename Index>
inline bool Sorter<Index>::minorSorted(int64_t e, size_t firstKey) const {
  for (size_t key = firstKey; key != keys.size(); ++key) {
    const Index *minor = column(key);
    if (minor[e - 1] != minor[e])
      return minor[e - 1] < minor[e];
  }
  return true;
}

/// The digits of the keys from `firstKey` on, least significant first.
template <typename Index>
std::vector<Digit> Sorter<Index>::digitsFrom(size_t firstKey) const {
  std::vector<Digit> digits;
  for (size_t key = keys.size(); key-- != firstKey;) {
    int bits = bitsFor(sizes[key]);
    for (int shift = 0; shift < bits; shift += widestDigit)
      digits.push_back({keys[key], shift, std::min(widestDigit, bits - shift)});
  }
  return digits;
}

// A first key with many more coordinates than entries has mostly empty buckets.
template <typename Index>
bool Sorter<Index>::worthBuckets() const {
  return sizes[0] <= 65536 || sizes[0] / 4 <= columns.size();
}

/// Copies what is borrowed, before entries move in place.
template <typename Index>
void Sorter<Index>::own() {
  for (auto &key : columns.keys)
    if (!key.owns())
      key = makeColumn<Index>(key.size(), [&](int64_t e) { return key[e]; });
  if (!columns.values.owns())
    columns.values = columns.values.as(columns.values.type());
}

/// Finds the buckets of entries that are in the order of the first key.
template <typename Index>
void Sorter<Index>::findStarts() {
  int64_t count = columns.size();
  const Index *key = column(0);
  Array<int64_t> starts(sizes[0] + 1);
  int64_t next = 0;
  for (int64_t e = 0; e != count; ++e)
    for (; next <= key[e]; ++next)
      starts[next] = e;
  std::fill(starts.begin() + next, starts.end(), count);
  columns.starts = std::move(starts);
  columns.startsOf = keys[0];
}

template <typename Index>
void Sorter<Index>::sortBuckets() {
  columns.keys[keys[0]] = {}; // need not move
  own();
  std::vector<Digit> digits = digitsFrom(1);
  const Array<int64_t> &starts = columns.starts;
  int64_t count = columns.size();
  int32_t threads = threadsFor(count);
  auto firstBucket = [&](int32_t t) {
    return std::lower_bound(starts.data(), starts.data() + sizes[0],
                            partBegin(count, threads, t)) -
           starts.data();
  };
  onThreads(threads, [&](int32_t t) {
    RangeSorter<Index> sorter(columns, digits);
    int64_t end = t + 1 == threads ? sizes[0] : firstBucket(t + 1);
    for (int64_t c = firstBucket(t); c < end; ++c)
      if (!isSorted(starts[c], starts[c + 1], 1))
        sorter.sort(starts[c], starts[c + 1]);
  });
}

template <typename Index>
void Sorter<Index>::sort() {
  int64_t count = columns.size();
  if (keys.empty() || isKnown(0))
    return;
  bool hasStarts = columns.hasStarts(keys[0]);
  bool inOrder = hasStarts || isFirstSorted();
  if (inOrder && !hasStarts) {
    columns.complete();
    if (isSorted())
      return;
  }
  if (!hasStarts && !worthBuckets()) {
    columns.complete();
    columns.starts = {};
    own();
    std::vector<Digit> digits = digitsFrom(0);
    RangeSorter<Index>(columns, digits).sort(0, count);
    return;
  }
  if (!inOrder)
    distribute(columns, keys[0], sizes[0]);
  else if (!hasStarts)
    findStarts();
  if (!isKnown(1))
    sortBuckets();
}

template <typename Index>
void sortColumns(Columns<Index> &columns, const std::vector<size_t> &keys,
                 const std::vector<int64_t> &sizes) {
  Phase phase("sort");
  Sorter<Index>(columns, keys, sizes).sort();
}

template void sortColumns(Columns<int32_t> &, const std::vector<size_t> &,
                          const std::vector<int64_t> &);
template void sortColumns(Columns<int64_t> &, const std::vector<size_t> &,
                          const std::vector<int64_t> &);

} // namespace encke::rt
