//===- slice.cpp - the part of a sparse tensor that ranges pick -----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/context.h"
#include "core/threads.h"
#include "storage/expand.h"
#include "storage/pack.h"
#include "storage/slice_levels.h"

#include <algorithm>
#include <numeric>
#include <sstream>

using namespace encke::rt;

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
      range = {0, source.sizes[mode], 1, /*whole=*/true};
    else if (!(numbers >> range.lo >> first >> range.hi >> second >>
               range.step) ||
             first != ':' || second != ':' || range.lo < 0 || range.step < 1)
      throw Error("'" + word + "' is no range");
    // The last coordinate that the steps reach ends it, so that all of it fits
    // the coordinates of a tensor that has that one.
    int64_t count = range.count();
    range.hi = count ? range.lo + (count - 1) * range.step + 1 : range.lo;
    range.step = count > 1 ? range.step : 1;
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

/// By way of the elements of all of the source.
template <typename Index>
static void sliceElements(encke_tensor &result, const encke_tensor &source,
                          const std::vector<Range> &ranges) {
  Expanded<Index> all = expand<Index>(source);
  std::vector<const Index *> columns;
  std::vector<RangeFilter<Index>> filters(ranges.begin(), ranges.end());
  for (const Array<Index> &mode : all.modes)
    columns.push_back(mode.data());
  int64_t elements = all.values.size();
  int32_t threads = threadsFor(elements);
  auto forElements = [&](int32_t t, auto body) {
    int64_t end = partBegin(elements, threads, t + 1);
    for (int64_t e = partBegin(elements, threads, t); e != end; ++e) {
      bool isInside = true;
      for (size_t mode = 0; mode != ranges.size(); ++mode)
        isInside &= filters[mode].contains(columns[mode][e]);
      if (isInside)
        body(e);
    }
  };
  std::vector<int64_t> starts(size_t(threads) + 1, 0);
  onThreads(threads, [&](int32_t t) {
    int64_t count = 0;
    forElements(t, [&](int64_t) { ++count; });
    starts[size_t(t) + 1] = count;
  });
  std::partial_sum(starts.begin(), starts.end(), starts.begin());

  std::vector<Array<Index>> modes;
  for (size_t mode = 0; mode != ranges.size(); ++mode)
    modes.emplace_back(starts.back());
  Elements values(source.type, starts.back());
  withWidth(values.width(), [&](auto value) {
    using Value = decltype(value);
    const auto *from = std::as_const(all.values).template data<Value>();
    auto *into = values.data<Value>();
    onThreads(threads, [&](int32_t t) {
      int64_t next = starts[size_t(t)];
      forElements(t, [&](int64_t e) {
        for (size_t mode = 0; mode != ranges.size(); ++mode)
          modes[mode][next] = filters[mode].numberOf(columns[mode][e]);
        into[next++] = from[e];
      });
    });
  });
  pack(result, std::move(modes), std::move(values), std::move(all.known));
}

void encke_slice(encke_tensor *result, const encke_tensor *source,
                 const char *ranges, const char *where) {
  guarded(where, [&] {
    std::vector<Range> parsed = parseRanges(ranges, *source);
    checkRanges(parsed, *source, *result);
    bool isNarrow = std::all_of(source->sizes, source->sizes + source->order,
                                [](int64_t size) { return fitsNarrow(size); });
    if (source->values && isPlain(*source) && sameLevels(*source, *result) &&
        source->crd_bytes == result->crd_bytes)
      sliceLevels(*result, *source, parsed);
    else if (isNarrow)
      sliceElements<int32_t>(*result, *source, parsed);
    else
      sliceElements<int64_t>(*result, *source, parsed);
  });
}
