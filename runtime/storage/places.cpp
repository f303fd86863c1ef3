//===- places.cpp - where the elements of a part are in a tensor ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "storage/places.h"

#include "core/error.h"
#include "storage/tensor.h"

#include <algorithm>

using namespace encke::rt;

//===----------------------------------------------------------------------===//
// From the part to the tensor
//===----------------------------------------------------------------------===//

Places::Places(const encke_tensor &tensor, std::vector<int64_t> sizes,
               std::va_list &list)
    : partSizes(std::move(sizes)) {
  auto next = [&] { return va_arg(list, int64_t); };
  tables.resize(size_t(next()));
  own.reserve(size_t(tensor.order));
  for (int32_t number = 0; number != tensor.order; ++number) {
    Mode &mode = own.emplace_back();
    mode.size = tensor.sizes[number];
    mode.offset = next();
    mode.clipped = next() != 0;
    mode.byPart.reserve(partSizes.size());
    mode.byTable.reserve(tables.size());
    for (size_t k = 0; k != partSizes.size(); ++k)
      mode.byPart.push_back(next());
    for (size_t k = 0; k != tables.size(); ++k)
      mode.byTable.push_back(next());
  }
  for (Table &table : tables) {
    const auto *values = va_arg(list, const encke_tensor *);
    table.values = static_cast<const int64_t *>(values->values);
    table.strides.resize(partSizes.size());
    for (int64_t stride : denseStrides(*values))
      table.strides[size_t(next())] = stride;
  }
}

int64_t Places::coordinate(const Mode &mode, const int64_t *at) const {
  int64_t sum = mode.offset;
  for (size_t k = 0; k != partSizes.size(); ++k)
    sum += mode.byPart[k] * at[k];
  for (size_t t = 0; t != tables.size(); ++t) {
    if (mode.byTable[t] == 0)
      continue;
    int64_t place = 0;
    for (size_t k = 0; k != partSizes.size(); ++k)
      place += tables[t].strides[k] * at[k];
    sum += mode.byTable[t] * tables[t].values[place];
  }
  return sum;
}

void encke::rt::refuseCoordinate(int64_t coordinate, size_t dimension,
                                 int64_t size) {
  throw Error("there is no coordinate " + std::to_string(coordinate) +
              " in dimension " + std::to_string(dimension + 1) +
              ", which has size " + std::to_string(size));
}

void encke::rt::refuseSecond(const int64_t *at, size_t order,
                             const char *help) {
  std::string text;
  for (size_t mode = 0; mode != order; ++mode)
    text += (mode ? ", " : "") + std::to_string(at[mode]);
  throw Error("two values are for the element [" + text + "]" + help);
}

bool Places::find(const int64_t *at, int64_t *coordinates) const {
  bool isThere = true;
  for (size_t m = 0; m != own.size(); ++m) {
    int64_t found = coordinate(own[m], at);
    coordinates[m] = found;
    if (found >= 0 && found < own[m].size)
      continue;
    if (!own[m].clipped)
      refuseCoordinate(found, m, own[m].size);
    isThere = false;
  }
  return isThere;
}

std::optional<Places> Places::alone(size_t mode) const {
  if (std::find(partSizes.begin(), partSizes.end(), 0) != partSizes.end())
    return std::nullopt;
  Places only = *this;
  std::vector<bool> used = usedBy(own[mode]);
  for (size_t k = 0; k != used.size(); ++k)
    if (!used[k])
      only.partSizes[k] = 1;
  for (size_t m = 0; m != own.size(); ++m)
    if (m != mode) { // at its first coordinate, and never beyond
      only.own[m] = Mode{0, 1, false, std::vector<int64_t>(partSizes.size()),
                         std::vector<int64_t>(tables.size())};
    }
  return only;
}

bool Places::mayMeet() const {
  return !tables.empty() ||
         std::any_of(own.begin(), own.end(),
                     [](const Mode &mode) { return mode.clipped; });
}

std::optional<int64_t> Places::fixedAlone(size_t mode) const {
  if (!tables.empty() || own.size() != partSizes.size() + 1)
    return std::nullopt;
  for (size_t m = 0; m != own.size(); ++m) {
    size_t part = m < mode ? m : m - 1;
    for (size_t k = 0; k != partSizes.size(); ++k)
      if (own[m].byPart[k] != (m != mode && k == part))
        return std::nullopt;
    if (m != mode && (own[m].offset != 0 || own[m].size != partSizes[part]))
      return std::nullopt;
  }
  return own[mode].offset;
}

std::optional<std::vector<Range>> Places::asRanges() const {
  std::vector<Range> ranges;
  if (own.size() != partSizes.size() || mayMeet())
    return std::nullopt;
  for (size_t m = 0; m != own.size(); ++m) {
    for (size_t k = 0; k != partSizes.size(); ++k)
      if (k != m && own[m].byPart[k] != 0)
        return std::nullopt;
    int64_t step = own[m].byPart[m], count = partSizes[m];
    if (step < 1 || own[m].offset < 0)
      return std::nullopt;
    Range range{own[m].offset, own[m].offset, step};
    if (count)
      range.hi = range.lo + (count - 1) * step + 1;
    range.step = count > 1 ? step : 1;
    range.whole = range.lo == 0 && range.step == 1 && range.hi == own[m].size;
    ranges.push_back(range);
  }
  return ranges;
}

std::vector<bool> Places::usedBy(const Mode &mode) const {
  std::vector<bool> used(partSizes.size());
  for (size_t k = 0; k != partSizes.size(); ++k) {
    used[k] = mode.byPart[k] != 0;
    for (size_t t = 0; t != tables.size(); ++t)
      used[k] = used[k] || (mode.byTable[t] != 0 && tables[t].strides[k] != 0);
  }
  return used;
}

//===----------------------------------------------------------------------===//
// And back
//===----------------------------------------------------------------------===//

Inverted::Inverted(const Places &places) : all(places) {
  std::vector<std::vector<bool>> uses;
  std::vector<bool> isUsed(places.partModes());
  for (const Places::Mode &mode : places.own) {
    limits.emplace_back(0, mode.size);
    uses.push_back(places.usedBy(mode));
    for (size_t k = 0; k != isUsed.size(); ++k)
      isUsed[k] = isUsed[k] || uses.back()[k];
  }
  for (int64_t size : places.partSizes)
    isEmpty |= size == 0;
  if (isEmpty)
    return;
  std::vector<bool> done(places.modes());
  for (size_t m = 0; m != places.modes(); ++m) {
    if (done[m])
      continue;
    // All modes that are reached over coordinates in common.
    Group group;
    std::vector<bool> reached = uses[m];
    for (bool grows = true; grows;) {
      grows = false;
      for (size_t other = m; other != places.modes(); ++other) {
        bool meets = other == m;
        for (size_t k = 0; k != reached.size(); ++k)
          meets = meets || (reached[k] && uses[other][k]);
        if (done[other] || !meets)
          continue;
        done[other] = grows = true;
        group.modes.push_back(other);
        for (size_t k = 0; k != reached.size(); ++k)
          reached[k] = reached[k] || uses[other][k];
      }
    }
    for (size_t k = 0; k != reached.size(); ++k)
      if (reached[k])
        group.partModes.push_back(k);
    bool isSingle = group.modes.size() == 1 && group.partModes.size() == 1;
    for (int64_t factor : places.own[m].byTable)
      isSingle &= factor == 0;
    if (isSingle)
      addSingle(group);
    else
      addTable(group);
    groups.push_back(std::move(group));
  }
  // Coordinates of the part that no place depends on go over all of them.
  for (size_t k = 0; k != isUsed.size(); ++k)
    if (!isUsed[k]) {
      Group group;
      group.partModes.push_back(k);
      group.step = 1;
      group.count = places.partSizes[k];
      groups.push_back(std::move(group));
    }
}

void Inverted::addSingle(Group &group) {
  size_t m = group.modes[0];
  const Places::Mode &mode = all.own[m];
  group.offset = mode.offset;
  group.step = mode.byPart[group.partModes[0]];
  group.count = all.partSizes[group.partModes[0]];
  int64_t first = group.offset, last = first + (group.count - 1) * group.step;
  if (!mode.clipped)
    for (int64_t end : {first, last})
      if (end < 0 || end >= mode.size)
        refuseCoordinate(end, m, mode.size);
  if (first > last)
    std::swap(first, last);
  limits[m] = {std::max<int64_t>(first, 0), std::min(last + 1, mode.size)};
}

void Inverted::addTable(Group &group) {
  std::vector<int64_t> sizes, at(all.partModes()), coordinates(all.modes());
  for (size_t k : group.partModes)
    sizes.push_back(all.partSizes[k]);
  std::vector<int64_t> space;
  for (size_t m : group.modes)
    space.push_back(all.own[m].size);
  (void)volume(space.data(), space.size()); // the keys fit
  int64_t count = volume(sizes.data(), sizes.size());
  std::vector<std::pair<int64_t, int64_t>> bounds(group.modes.size(),
                                                  {INT64_MAX, -1});
  for (int64_t n = 0; n != count; ++n) {
    setNumber(group, n, at);
    bool isThere = true;
    for (size_t m : group.modes) {
      coordinates[m] = all.coordinate(all.own[m], at.data());
      bool isInside = coordinates[m] >= 0 && coordinates[m] < all.own[m].size;
      if (!isInside && !all.own[m].clipped)
        refuseCoordinate(coordinates[m], m, all.own[m].size);
      isThere &= isInside;
    }
    if (!isThere)
      continue;
    group.places.emplace_back(keyOf(group, coordinates.data()), n);
    for (size_t g = 0; g != group.modes.size(); ++g) {
      int64_t c = coordinates[group.modes[g]];
      bounds[g] = {std::min(bounds[g].first, c), std::max(bounds[g].second, c)};
    }
  }
  std::sort(group.places.begin(), group.places.end());
  for (size_t g = 0; g != group.modes.size(); ++g)
    limits[group.modes[g]] = {std::min(bounds[g].first, bounds[g].second + 1),
                              bounds[g].second + 1};
}

int64_t Inverted::keyOf(const Group &group, const int64_t *coordinates) const {
  int64_t key = 0;
  for (size_t m : group.modes)
    key = key * all.own[m].size + coordinates[m];
  return key;
}

void Inverted::setNumber(const Group &group, int64_t number,
                         std::vector<int64_t> &at) const {
  for (size_t g = group.partModes.size(); g-- != 0;) {
    size_t k = group.partModes[g];
    at[k] = number % all.partSizes[k];
    number /= all.partSizes[k];
  }
}

Inverted::Found Inverted::find(const Group &group,
                               const int64_t *coordinates) const {
  if (group.modes.empty())
    return {0, group.count};
  if (group.step) {
    int64_t distance = coordinates[group.modes[0]] - group.offset;
    int64_t number = distance / group.step;
    bool isThere =
        number >= 0 && number < group.count && number * group.step == distance;
    return isThere ? Found(number, number + 1) : Found(0, 0);
  }
  int64_t key = keyOf(group, coordinates);
  auto begin = std::lower_bound(group.places.begin(), group.places.end(),
                                std::pair(key, int64_t(0)));
  auto end = begin;
  while (end != group.places.end() && end->first == key)
    ++end;
  return {begin - group.places.begin(), end - group.places.begin()};
}

bool Inverted::contains(const int64_t *coordinates) const {
  if (isEmpty)
    return false;
  return std::all_of(groups.begin(), groups.end(), [&](const Group &group) {
    auto [first, last] = find(group, coordinates);
    return first != last;
  });
}
