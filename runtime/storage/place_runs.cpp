//===- place_runs.cpp - places in a dense tensor, many at a time ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "storage/place_runs.h"

using namespace encke::rt;

PlaceRuns::PlaceRuns(const Places &places, std::vector<int64_t> partStrides,
                     std::vector<int64_t> strides)
    : all(places), partStrides(std::move(partStrides)),
      strides(std::move(strides)) {
  for (int64_t size : all.partSizes)
    total *= size;
  // The last one that is longer than one: the order is the same.
  for (size_t mode = 0; mode != all.partSizes.size(); ++mode)
    if (mode == 0 || all.partSizes[mode] > 1)
      along = mode;
  if (!all.partSizes.empty())
    length = all.partSizes[along];
}

bool PlaceRuns::check(size_t mode, int64_t coordinate) const {
  if (coordinate >= 0 && coordinate < all.own[mode].size)
    return true;
  if (!all.own[mode].clipped)
    refuseCoordinate(coordinate, mode, all.own[mode].size);
  return false;
}

PlaceRuns::Run PlaceRuns::start(int64_t number) const {
  std::vector<int64_t> at(all.partSizes.size());
  for (size_t mode = along; mode-- > 0;) {
    at[mode] = number % all.partSizes[mode];
    number /= all.partSizes[mode];
  }
  Run run;
  for (size_t mode = 0; mode != at.size(); ++mode)
    run.inPart += at[mode] * partStrides[mode];
  for (size_t m = 0; m != all.own.size(); ++m) {
    const Places::Mode &mode = all.own[m];
    Line line{m, mode.offset, 0, {}};
    for (size_t k = 0; k != at.size(); ++k)
      line.base += mode.byPart[k] * at[k];
    if (!at.empty())
      line.step = mode.byPart[along];
    for (size_t t = 0; t != all.tables.size(); ++t) {
      if (mode.byTable[t] == 0)
        continue;
      const Places::Table &table = all.tables[t];
      const int64_t *values = table.values;
      for (size_t k = 0; k != at.size(); ++k)
        values += table.strides[k] * at[k];
      if (!at.empty() && table.strides[along] != 0)
        line.columns.push_back({values, table.strides[along], mode.byTable[t]});
      else
        line.base += mode.byTable[t] * *values;
    }
    if (line.step != 0 || !line.columns.empty()) {
      run.lines.push_back(std::move(line));
      continue;
    }
    run.isThere = check(m, line.base) && run.isThere;
    run.inTensor += line.base * strides[m];
  }
  return run;
}
