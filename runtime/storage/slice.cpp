//===- slice.cpp - the part of a sparse tensor that ranges pick -----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/context.h"
#include "storage/pack.h"
#include "storage/walk.h"

#include <sstream>

using namespace encke::rt;

namespace {

/// lo, lo + step, ... below hi (L39).
struct Range {
  int64_t lo = 0, hi = 0, step = 1;

  int64_t count() const { return hi > lo ? (hi - lo - 1) / step + 1 : 0; }
  bool contains(int64_t coordinate) const {
    return coordinate >= lo && coordinate < hi && (coordinate - lo) % step == 0;
  }
  int64_t numberOf(int64_t coordinate) const {
    return (coordinate - lo) / step;
  }
};

} // namespace

/// "lo:hi:step" for a mode, or ":" for all of it.
static std::vector<Range> parseRanges(const char *text,
                                      const encke_tensor &source) {
  std::vector<Range> ranges;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    Range range;
    size_t mode = ranges.size();
    if (mode >= size_t(source.order))
      break;
    char first = 0, second = 0;
    std::istringstream numbers(word);
    if (word == ":")
      range.hi = source.sizes[mode];
    else if (!(numbers >> range.lo >> first >> range.hi >> second >>
               range.step) ||
             first != ':' || second != ':' || range.lo < 0 || range.step < 1)
      throw Error("'" + word + "' is no range");
    ranges.push_back(range);
  }
  if (ranges.size() != size_t(source.order))
    throw Error("'" + std::string(text) + "' are not the ranges of an order-" +
                std::to_string(source.order) + " tensor");
  return ranges;
}

static void checkRanges(const std::vector<Range> &ranges,
                        const encke_tensor &source,
                        const encke_tensor &result) {
  if (result.order != source.order || result.type != source.type)
    throw Error("a slice has the order and the element type of its tensor");
  for (size_t mode = 0; mode != ranges.size(); ++mode) {
    const Range &range = ranges[mode];
    if (int64_t count = range.count();
        count && range.lo + (count - 1) * range.step >= source.sizes[mode])
      throw Error("the range goes on to " +
                  std::to_string(range.lo + (count - 1) * range.step) +
                  ", but dimension " + std::to_string(mode + 1) + " has size " +
                  std::to_string(source.sizes[mode]));
    if (result.sizes[mode] != range.count())
      throw Error("the slice needs size " + std::to_string(range.count()) +
                  " in dimension " + std::to_string(mode + 1));
  }
}

/// Calls visit(coordinates in the slice, value) for what is stored in it.
template <typename Visit>
static void walkSlice(const encke_tensor &source,
                      const std::vector<Range> &ranges, Visit visit) {
  std::vector<int64_t> inside(ranges.size());
  walkStored(source, [&](const int64_t *coordinates, int64_t position) {
    for (size_t mode = 0; mode != ranges.size(); ++mode) {
      if (!ranges[mode].contains(coordinates[mode]))
        return;
      inside[mode] = ranges[mode].numberOf(coordinates[mode]);
    }
    visit(inside, position);
  });
}

template <typename T>
static void slice(encke_tensor &result, const encke_tensor &source,
                  const std::vector<Range> &ranges) {
  int64_t count = 0;
  walkSlice(source, ranges,
            [&](const std::vector<int64_t> &, int64_t) { ++count; });
  std::vector<Array<int64_t>> modes;
  for (size_t mode = 0; mode != ranges.size(); ++mode)
    modes.emplace_back(count);
  Elements values(source.type, count);
  const T *from = static_cast<const T *>(source.values);
  T *into = values.data<T>();
  int64_t next = 0;
  walkSlice(source, ranges,
            [&](const std::vector<int64_t> &inside, int64_t position) {
              for (size_t mode = 0; mode != inside.size(); ++mode)
                modes[mode][next] = inside[mode];
              into[next++] = from[position];
            });
  pack(result, std::move(modes), std::move(values));
}

void encke_slice(encke_tensor *result, const encke_tensor *source,
                 const char *ranges, const char *where) {
  guarded(where, [&] {
    std::vector<Range> parsed = parseRanges(ranges, *source);
    checkRanges(parsed, *source, *result);
    withElement(source->type, [&](auto element) {
      slice<decltype(element)>(*result, *source, parsed);
    });
  });
}
