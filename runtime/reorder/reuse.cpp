//===- reuse.cpp - how soon a walk uses lines again -----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of many lines a sample is followed, chosen by their numbers: those are all
// uses of a line, or none.
//
//===----------------------------------------------------------------------===//

#include "reorder/reuse.h"

#include <algorithm>
#include <cmath>

using namespace encke::rt;

int ReuseTimes::bucketOf(int64_t time) {
  int octave = 63 - __builtin_clzll(uint64_t(time));
  int64_t quarter = (octave >= 2 ? time >> (octave - 2) : time << (2 - octave));
  return std::min(4 * octave + int(quarter & 3), buckets - 1);
}

double ReuseTimes::endOf(int bucket) {
  return std::ldexp(1 + (bucket % 4 + 1) / 4.0, bucket / 4);
}

/// Of 2^result lines one is followed: as few as tell enough.
static int sampleShift(int64_t elements, int64_t lines) {
  constexpr int64_t enoughUses = 1 << 16, enoughLines = 1 << 8;
  int shift = 0;
  while (elements >> shift > enoughUses && lines >> shift > enoughLines)
    ++shift;
  return shift;
}

void ReuseTimes::addMode(const Array<int32_t> &coordinates, int64_t size,
                         int64_t together) {
  int width = 63 - __builtin_clzll(uint64_t(together));
  int64_t lines = (size >> width) + 1;
  int shift = sampleShift(elements, lines);
  // Fibonacci hashing: the upper bits depend on all lower ones.
  auto isFollowed = [=](uint64_t line) {
    return line * 0x9E3779B97F4A7C15U >> 32 << shift >> 32 == 0;
  };
  std::array<int64_t, buckets> counts{};
  int64_t seen = 0;
  Array<int32_t> lastUse(lines);
  std::fill(lastUse.begin(), lastUse.end(), -1);
  for (int64_t e = 0; e != elements; ++e) {
    int32_t line = coordinates[e] >> width;
    if (shift != 0 && !isFollowed(uint64_t(line)))
      continue;
    int32_t &last = lastUse[line];
    if (last < 0)
      ++seen;
    else
      ++counts[size_t(bucketOf(e - last))];
    last = int32_t(e);
  }
  double scale = std::ldexp(1.0, shift);
  first += double(seen) * scale;
  for (int bucket = 0; bucket != buckets; ++bucket)
    again[size_t(bucket)] += double(counts[size_t(bucket)]) * scale;
}

ReuseTimes ReuseTimes::best() const {
  ReuseTimes result(elements);
  result.first = first;
  for (double uses : again)
    result.again[0] += uses;
  return result;
}

double ReuseTimes::missesOf(double bytes, double lineBytes,
                            double elementBytes) const {
  double remaining = first; // uses whose line was used before `time`
  for (double uses : again)
    remaining += uses;
  double time = 0, touched = 0;
  // Of the uses that are due by `end`, `early` are so before, on average.
  auto advance = [&](double end, double uses, double early) {
    double newLines = (remaining - early) / double(elements);
    double growth =
        std::max(0.0, end - time) * (newLines * lineBytes + elementBytes);
    if (touched + growth >= bytes) {
      remaining -= uses * (bytes - touched) / growth;
      return false;
    }
    touched += growth;
    time = std::max(time, end);
    remaining -= uses;
    return true;
  };
  for (int bucket = 0; bucket != buckets; ++bucket)
    if (double uses = again[size_t(bucket)]; uses != 0)
      if (!advance(endOf(bucket), uses, uses / 2))
        return remaining;
  // All of it fits: the next product finds it.
  return advance(double(elements), first, 0) ? 0 : remaining;
}
