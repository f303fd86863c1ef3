//===- layout.cpp - how a tensor's arrays lie in memory -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "storage/layout.h"
#include "core/array.h"
#include "core/error.h"
#include "format/levels.h"
#include "storage/entries.h"
#include "storage/format_text.h"
#include "storage/levels.h"
#include "storage/tensor.h"
#include "storage/walk.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <sstream>
#include <type_traits>
#include <utility>

namespace encke::rt {

bool hasLayout(const encke_tensor &tensor) {
  return tensor.explicit_value ||
         std::any_of(
             tensor.levels, tensor.levels + tensor.level_count,
             [](const encke_level &level) { return level.layout != 0; });
}

Layouts takeLayouts(encke_tensor &tensor) {
  Layouts layouts;
  for (int32_t l = 0; l != tensor.level_count; ++l)
    layouts.levels.push_back(std::exchange(tensor.levels[l].layout, 0));
  layouts.value = std::exchange(tensor.explicit_value, nullptr);
  return layouts;
}

std::vector<format::LevelType> typesOf(const encke_tensor &tensor) {
  std::vector<format::LevelType> types;
  for (int32_t l = 0; l != tensor.level_count; ++l)
    types.push_back(
        format::typeOf(tensor.levels[l]).withLayout(tensor.levels[l].layout));
  return types;
}

std::string layoutsText(const encke_tensor &tensor) {
  std::vector<format::Level> levels(size_t(tensor.level_count));
  std::vector<format::LevelType> types = typesOf(tensor);
  for (size_t l = 0; l != levels.size(); ++l)
    levels[l].type = types[l];
  return format::layoutsText(levels);
}

WithoutLayouts::WithoutLayouts(const encke_tensor &tensor) : tensor(tensor) {
  if (!hasLayout(tensor))
    return;
  std::string text = typeText(tensor.type);
  for (int32_t bytes : {tensor.pos_bytes, tensor.crd_bytes})
    text += " " + std::to_string(bytes);
  for (int32_t l = 0; l != tensor.level_count; ++l) {
    encke_level level = tensor.levels[l];
    level.layout = 0;
    text += " " + levelText(level);
  }
  copy = encke_convert(&tensor, text.c_str(), nullptr);
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

namespace {

/// Moves what is below each coordinate of a dense level together.
class Partition {
public:
  Partition(encke_tensor &tensor, int32_t number)
      : tensor(tensor), number(number) {}

  void run() {
    begin();
    for (int32_t l = number + 1; l != tensor.level_count; ++l)
      move(tensor.levels[l]);
    moveValues();
  }

private:
  void begin();
  void move(encke_level &level);
  void moveCompressed(encke_level &level);
  void moveValues();
  /// A new array of integers: those of an old one where positions were, 0 at
  /// positions that no parent has.
  void *moved(const void *array, int32_t bytes) const {
    return makeIntegers(bytes, int64_t(old.size()), [&](int64_t n) {
      int64_t from = old[size_t(n)];
      return from < 0 ? 0 : integerAt(array, bytes, from);
    });
  }

  encke_tensor &tensor;
  int32_t number;
  // Of the positions of the level at hand: where each was, -1 for none, and
  // where each part begins.
  std::vector<int64_t> old, begins;
};

} // namespace

void Partition::begin() {
  const encke_level &level = tensor.levels[number];
  int64_t parents = positionsAbove(tensor, number);
  int64_t room = roomOfParts(parents);
  old.assign(size_t(room * level.size), -1);
  for (int64_t c = 0; c != level.size; ++c) {
    begins.push_back(c * room);
    for (int64_t p = 0; p != parents; ++p)
      old[size_t(c * room + p)] = p * level.size + c;
  }
  begins.push_back(room * level.size);
}

/// Parts begin where 64 divides, those of many positions where a page does.
static int64_t roundUp(int64_t position, int64_t meanPart) {
  constexpr int64_t aligned = 64, page = 1024, large = 16 * page;
  int64_t unit = meanPart >= large ? page : aligned;
  return (position + unit - 1) / unit * unit;
}

void Partition::moveCompressed(encke_level &level) {
  int32_t bytes = tensor.pos_bytes;
  int64_t parts = int64_t(begins.size()) - 1;
  int64_t mean = level.crd_count / std::max<int64_t>(parts, 1);
  std::vector<int64_t> now, ends(2 * old.size(), 0), starts;
  for (int64_t part = 0; part != parts; ++part) {
    now.resize(size_t(roundUp(int64_t(now.size()), mean)), -1);
    starts.push_back(int64_t(now.size()));
    for (int64_t p = begins[size_t(part)]; p != begins[size_t(part) + 1]; ++p) {
      ends[size_t(2 * p)] = ends[size_t(2 * p + 1)] = int64_t(now.size());
      if (old[size_t(p)] < 0)
        continue;
      int64_t q = integerAt(level.pos, bytes, old[size_t(p)]);
      int64_t end = integerAt(level.pos, bytes, old[size_t(p)] + 1);
      for (; q != end; ++q)
        now.push_back(q);
      ends[size_t(2 * p + 1)] = int64_t(now.size());
    }
  }
  starts.push_back(int64_t(now.size()));
  checkPositions(tensor, int64_t(now.size()));
  deallocate(level.pos);
  level.pos_count = int64_t(ends.size());
  level.pos = makeIntegers(bytes, level.pos_count,
                           [&](int64_t n) { return ends[size_t(n)]; });
  old = std::move(now);
  begins = std::move(starts);
}

void Partition::move(encke_level &level) {
  format::LevelType type = format::typeOf(level);
  int64_t each = type.isDense() ? level.size : type.fixedCount();
  if (type.hasPositions()) {
    moveCompressed(level);
  } else if (type.isDense() || each != 0) {
    std::vector<int64_t> now;
    now.reserve(old.size() * size_t(each));
    for (int64_t from : old)
      for (int64_t n = 0; n != each; ++n)
        now.push_back(from < 0 ? -1 : from * each + n);
    old = std::move(now);
    for (int64_t &begin : begins)
      begin *= each;
  }
  if (!type.hasCoordinates())
    return;
  void *crd = moved(level.crd, tensor.crd_bytes);
  deallocate(std::exchange(level.crd, crd));
  level.crd_count = int64_t(old.size());
}

void Partition::moveValues() {
  if (!tensor.values)
    return;
  auto count = int64_t(old.size());
  if (tensor.explicit_value) {
    tensor.value_count = count;
    return;
  }
  withElement(tensor.type, [&](auto element) {
    using T = decltype(element);
    auto *values = static_cast<T *>(allocateZeroed(count, sizeof(T)));
    for (int64_t n = 0; n != count; ++n)
      if (old[size_t(n)] >= 0)
        values[n] = static_cast<const T *>(tensor.values)[old[size_t(n)]];
    if (tensor.owns_values)
      deallocate(tensor.values);
    tensor.values = values;
  });
  tensor.owns_values = 1;
  tensor.value_count = count;
  if (!tensor.zeros)
    return;
  auto *zeros = static_cast<uint64_t *>(allocateZeroed((count + 63) / 64, 8));
  for (int64_t n = 0; n != count; ++n)
    if (int64_t from = old[size_t(n)];
        from >= 0 && (tensor.zeros[from / 64] >> (from % 64) & 1))
      zeros[n / 64] |= uint64_t(1) << (n % 64);
  deallocate(std::exchange(tensor.zeros, zeros));
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

/// Interleaves the arrays of the levels of a record, and maybe the values.
static void makeRecords(encke_tensor &tensor, const format::Record &record) {
  int64_t count = tensor.levels[record.first].crd_count;
  auto *records = static_cast<char *>(allocate(count, record.bytes));
  auto put = [&](const void *from, int64_t bytes, int64_t offset) {
    const auto *source = static_cast<const char *>(from);
    for (int64_t n = 0; n != count; ++n)
      std::memcpy(records + n * record.bytes + offset, source + n * bytes,
                  size_t(bytes));
  };
  for (unsigned l = record.first; l <= record.last; ++l) {
    int64_t offset = record.offsets[l - record.first];
    if (l == unsigned(tensor.level_count)) {
      int64_t bytes = elementBytes(tensor.type);
      if (tensor.values)
        put(tensor.values, bytes, offset);
      if (tensor.owns_values)
        deallocate(tensor.values);
      tensor.values = records + offset;
      tensor.owns_values = 0;
      tensor.value_stride = record.bytes / bytes;
      continue;
    }
    encke_level &level = tensor.levels[l];
    put(level.crd, tensor.crd_bytes, offset);
    deallocate(level.crd);
    level.crd = records + offset;
    level.stride = int32_t(record.bytes / tensor.crd_bytes);
  }
}

//===----------------------------------------------------------------------===//
// One value
//===----------------------------------------------------------------------===//

/// What is not the value of all elements, for a message.
template <typename T>
static std::string describe(const T &value) {
  std::ostringstream text;
  text.precision(std::numeric_limits<double>::max_digits10);
  if constexpr (std::is_same_v<T, uint8_t>)
    text << (value ? "true" : "false");
  else
    text << value;
  return text.str();
}

/// Keeps the one value in place of as many as there are elements.
static void keepOneValue(encke_tensor &tensor, const void *value) {
  withElement(tensor.type, [&](auto element) {
    using T = decltype(element);
    const T all = *static_cast<const T *>(value);
    const auto *values = static_cast<const T *>(tensor.values);
    auto check = [&](const T &one) {
      if (one != all)
        throw Error("an element is " + describe(one) +
                    ", but all elements of the tensor are " + describe(all));
    };
    // A position may belong to no parent.
    if (isIrregular(tensor))
      walkStored(tensor, [&](const int64_t *, int64_t q) { check(values[q]); });
    else
      std::for_each(values, values + tensor.value_count, check);
  });
  if (tensor.owns_values)
    deallocate(tensor.values);
  tensor.owns_values = 0;
  tensor.values = const_cast<void *>(value);
  tensor.explicit_value = value;
}

void arrange(encke_tensor &tensor, const Layouts &layouts) {
  if (layouts.value)
    keepOneValue(tensor, layouts.value);
  for (int32_t l = 0; l != tensor.level_count; ++l)
    if (layouts.levels[size_t(l)] & ENCKE_APART)
      Partition(tensor, l).run();
  for (int32_t l = 0; l != tensor.level_count; ++l)
    tensor.levels[l].layout = layouts.levels[size_t(l)];
  std::vector<format::LevelType> types = typesOf(tensor);
  for (unsigned l = 0; l != types.size(); ++l) {
    auto record = format::findRecord(types, l, tensor.crd_bytes,
                                     elementBytes(tensor.type));
    if (record && record->first == l)
      makeRecords(tensor, *record);
  }
}

} // namespace encke::rt
