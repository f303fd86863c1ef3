//===- sort.cpp - puts entries into storage order -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Entries that are in order already, the usual case, are left alone. Else one
// counting sort distributes them over the coordinates of the first mode; then
// every such bucket that is not in order by its other modes, usually a short
// one that stays in cache, is sorted on 64-bit keys. A file in column-major
// order costs the counting sort only.
//
// A key holds coordinates in its high bits and the entry's position in the
// bucket in its low bits, so that keys are plain, distinct numbers and sorting
// them is stable. Coordinates too wide for one key are sorted in several
// rounds, the least significant one first.
//
//===----------------------------------------------------------------------===//

#include "storage/sort.h"

#include <algorithm>
#include <numeric>

namespace encke::rt {

namespace {

/// Some bits of a mode's coordinate: a digit of a sort key.
struct Digit {
  int64_t mode;
  int shift;
  int bits;
};

/// No digit is wider, so that a key holds one beside any position.
constexpr int widestDigit = 24;

int bitsFor(int64_t count) { // to write the numbers 0 ... count-1
  return count <= 1 ? 0 : 64 - __builtin_clzll(uint64_t(count - 1));
}

template <typename Index>
class Sorter {
public:
  Sorter(Entries<Index> &entries, const std::vector<int64_t> &modes,
         const std::vector<int64_t> &sizes)
      : entries(entries), modes(modes), sizes(sizes) {}

  void sort();

private:
  bool isSorted(int64_t begin, int64_t end, size_t firstKey) const;
  bool minorSorted(int64_t e, size_t firstKey) const;
  bool worthBuckets() const;
  Array<int64_t> distribute();
  void sortRange(int64_t begin, int64_t end, const std::vector<Digit> &digits);
  void sortKeys(int64_t count, int lowBits, int keyBits);
  void radixSort(int64_t count, int lowBits, int keyBits);
  void gather(int64_t begin, int64_t count, uint64_t positions);
  template <typename T>
  void gather(T *values, Array<T> &scratch, int64_t count, uint64_t positions);
  std::vector<Digit> digitsFrom(size_t firstKey) const;

  Entries<Index> &entries;
  const std::vector<int64_t> &modes;
  const std::vector<int64_t> &sizes;
  Array<uint64_t> keys, otherKeys;
  Array<Index> indexScratch;
  Array<Value> valueScratch;
};

} // namespace

template <typename Index>
bool Sorter<Index>::isSorted(int64_t begin, int64_t end,
                             size_t firstKey) const {
  if (end - begin < 2)
    return true;
  const Index *major = entries.coordinates[size_t(modes[firstKey])].data();
  for (int64_t e = begin + 1; e < end; ++e) {
    if (major[e - 1] < major[e])
      continue;
    if (major[e - 1] > major[e] || !minorSorted(e, firstKey + 1))
      return false;
  }
  return true;
}

/// True when entry e may follow entry e-1 by the keys from `firstKey` on.
template <typename Index>
inline bool Sorter<Index>::minorSorted(int64_t e, size_t firstKey) const {
  for (size_t key = firstKey; key != modes.size(); ++key) {
    const Index *mode = entries.coordinates[size_t(modes[key])].data();
    if (mode[e - 1] != mode[e])
      return mode[e - 1] < mode[e];
  }
  return true;
}

/// The digits of the keys from `firstKey` on, least significant first.
template <typename Index>
std::vector<Digit> Sorter<Index>::digitsFrom(size_t firstKey) const {
  std::vector<Digit> digits;
  for (size_t key = modes.size(); key-- != firstKey;) {
    int bits = bitsFor(sizes[key]);
    for (int shift = 0; shift < bits; shift += widestDigit)
      digits.push_back(
          {modes[key], shift, std::min(widestDigit, bits - shift)});
  }
  return digits;
}

// A first mode much larger than the number of entries has mostly empty buckets.
template <typename Index>
bool Sorter<Index>::worthBuckets() const {
  return sizes[0] <= 65536 || sizes[0] / 4 <= entries.size();
}

/// Sorts by the first key, stably. Returns where each bucket begins.
template <typename Index>
Array<int64_t> Sorter<Index>::distribute() {
  size_t first = size_t(modes[0]);
  int64_t count = entries.size(), size = sizes[0];
  Array<Index> &key = entries.coordinates[first];
  Array<int64_t> starts(size + 1);
  std::fill(starts.begin(), starts.end(), 0);
  for (int64_t e = 0; e != count; ++e)
    ++starts[key[e]];
  std::exclusive_scan(starts.begin(), starts.end(), starts.begin(), int64_t(0));

  // Each scatter advances a copy of the starts to where the buckets end.
  Entries<Index> sorted(entries.order());
  std::vector<const Index *> from;
  std::vector<Index *> into;
  for (size_t mode = 0; mode != entries.coordinates.size(); ++mode) {
    if (mode == first)
      continue;
    sorted.coordinates[mode].reserve(count);
    from.push_back(entries.coordinates[mode].data());
    into.push_back(sorted.coordinates[mode].data());
  }
  sorted.values.reserve(count);
  const Value *fromValue = entries.values.data();
  Value *intoValue = sorted.values.data();
  auto scatter = [&](size_t others) {
    for (int64_t e = 0; e != count; ++e) {
      int64_t to = starts[key[e]]++;
      for (size_t mode = 0; mode != others; ++mode)
        into[mode][to] = from[mode][e];
      intoValue[to] = fromValue[e];
    }
  };
  if (from.size() == 1)
    scatter(1); // a matrix: the inner loop unrolls away
  else
    scatter(from.size());
  for (int64_t c = size; c != 0; --c)
    starts[c] = starts[c - 1];
  starts[0] = 0;

  for (int64_t c = 0; c != size; ++c)
    std::fill(key.begin() + starts[c], key.begin() + starts[c + 1], Index(c));
  sorted.coordinates[first] = std::move(key);
  sorted.setSize(count);
  std::swap(entries, sorted);
  return starts;
}

/// Sorts keys[0..count), which differ in the bits from lowBits on, by radix.
template <typename Index>
void Sorter<Index>::radixSort(int64_t count, int lowBits, int keyBits) {
  int passes = (keyBits + 10) / 11;
  int width = (keyBits + passes - 1) / passes;
  uint64_t mask = (uint64_t(1) << width) - 1;
  otherKeys.reserve(count);
  std::vector<int64_t> starts(size_t(1) << width);
  for (int pass = 0; pass != passes; ++pass) {
    int shift = lowBits + pass * width;
    std::fill(starts.begin(), starts.end(), 0);
    for (int64_t i = 0; i != count; ++i)
      ++starts[keys[i] >> shift & mask];
    if (starts[keys[0] >> shift & mask] == count)
      continue;
    std::exclusive_scan(starts.begin(), starts.end(), starts.begin(),
                        int64_t(0));
    for (int64_t i = 0; i != count; ++i)
      otherKeys[starts[keys[i] >> shift & mask]++] = keys[i];
    std::swap(keys, otherKeys);
  }
}

template <typename Index>
void Sorter<Index>::sortKeys(int64_t count, int lowBits, int keyBits) {
  constexpr int64_t shortest = 24, worthRadix = 2048;
  if (count > worthRadix) {
    radixSort(count, lowBits, keyBits);
  } else if (count > shortest) {
    std::sort(keys.data(), keys.data() + count);
  } else {
    for (int64_t i = 1; i != count; ++i) {
      uint64_t key = keys[i];
      int64_t to = i;
      for (; to != 0 && keys[to - 1] > key; --to)
        keys[to] = keys[to - 1];
      keys[to] = key;
    }
  }
}

template <typename Index>
template <typename T>
void Sorter<Index>::gather(T *values, Array<T> &scratch, int64_t count,
                           uint64_t positions) {
  scratch.reserve(count);
  for (int64_t i = 0; i != count; ++i)
    scratch[i] = values[keys[i] & positions];
  std::copy_n(scratch.data(), count, values);
}

/// Moves the entries from `begin` on into the order of the keys.
template <typename Index>
void Sorter<Index>::gather(int64_t begin, int64_t count, uint64_t positions) {
  for (auto &mode : entries.coordinates)
    gather(mode.data() + begin, indexScratch, count, positions);
  gather(entries.values.data() + begin, valueScratch, count, positions);
}

template <typename Index>
void Sorter<Index>::sortRange(int64_t begin, int64_t end,
                              const std::vector<Digit> &digits) {
  int64_t count = end - begin;
  int positionBits = bitsFor(count);
  uint64_t positions = (uint64_t(1) << positionBits) - 1;
  keys.reserve(count);
  for (size_t next = 0; next != digits.size();) {
    for (int64_t i = 0; i != count; ++i)
      keys[i] = uint64_t(i);
    int bits = positionBits;
    for (; next != digits.size() && bits + digits[next].bits <= 64; ++next) {
      const Digit &digit = digits[next];
      const Index *from =
          entries.coordinates[size_t(digit.mode)].data() + begin;
      uint64_t mask = (uint64_t(1) << digit.bits) - 1;
      for (int64_t i = 0; i != count; ++i)
        keys[i] |= (uint64_t(from[i]) >> digit.shift & mask) << bits;
      bits += digit.bits;
    }
    sortKeys(count, positionBits, bits - positionBits);
    gather(begin, count, positions);
  }
}

template <typename Index>
void Sorter<Index>::sort() {
  int64_t count = entries.size();
  if (modes.empty() || isSorted(0, count, 0))
    return;
  if (!worthBuckets())
    return sortRange(0, count, digitsFrom(0));
  Array<int64_t> starts = distribute();
  if (modes.size() == 1 || isSorted(0, count, 0))
    return;
  std::vector<Digit> digits = digitsFrom(1);
  for (int64_t c = 0; c != sizes[0]; ++c)
    if (!isSorted(starts[c], starts[c + 1], 1))
      sortRange(starts[c], starts[c + 1], digits);
}

template <typename Index>
void sortEntries(Entries<Index> &entries, const std::vector<int64_t> &modes,
                 const std::vector<int64_t> &sizes) {
  Sorter<Index>(entries, modes, sizes).sort();
}

template void sortEntries(Entries<int32_t> &, const std::vector<int64_t> &,
                          const std::vector<int64_t> &);
template void sortEntries(Entries<int64_t> &, const std::vector<int64_t> &,
                          const std::vector<int64_t> &);

} // namespace encke::rt
