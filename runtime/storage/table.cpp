//===- table.cpp - workspaces that are hash tables ------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// After Patwary and others, "Parallel Efficient Sparse Matrix-Matrix
// Multiplication on Multicore Platforms": elements lie in the order in which
// they came, and slots say where each of them is. A slot is looked for from the
// one on that a key is hashed to. Half of the slots are free at least.
//
//===----------------------------------------------------------------------===//

#include "core/error.h"
#include "storage/tensor.h"

#include <algorithm>
#include <cstring>
#include <limits>

using namespace encke::rt;

namespace {
/// What is sorted: a key, and which element it is.
struct Entry {
  uint64_t key;
  uint32_t element;
  bool operator<(const Entry &other) const { return key < other.key; }
};
} // namespace

struct encke_workspace {
  encke_workspace(int32_t order, int32_t type, const void *nothing);

  char *find(uint64_t key);
  void sort();
  void clear();

  encke_tensor tensor = {};

private:
  size_t slotOf(uint64_t key) const {
    return size_t(key * 0x9e3779b97f4a7c15 >> shift);
  }
  void grow();
  void put(uint32_t element);
  size_t differsFrom(const std::vector<int64_t> &before, uint64_t key);
  void addLevels(const std::vector<Entry> &sorted);

  std::vector<int64_t> sizes, coordinates;
  std::vector<encke_level> levels;
  std::vector<std::vector<int64_t>> positionsOf, coordinatesOf;
  size_t width; ///< Bytes of an element.
  std::vector<char> nothing, values, sortedValues;
  std::vector<uint64_t> keys;  ///< Of the elements.
  std::vector<uint32_t> slots; ///< One more than the element there; or 0.
  std::vector<Entry> entries;
  unsigned shift = 64 - 6; ///< What of a product is the number of a slot.
  static constexpr size_t fewestSlots = size_t(1) << 6;
};

encke_workspace::encke_workspace(int32_t order, int32_t type, const void *start)
    : sizes(size_t(order)), coordinates(size_t(order)), levels(size_t(order)),
      positionsOf(size_t(order)), coordinatesOf(size_t(order)),
      width(size_t(elementBytes(type))), nothing(width), slots(fewestSlots) {
  std::memcpy(nothing.data(), start, width);
  tensor.struct_size = int32_t(sizeof(encke_tensor));
  tensor.level_size = int32_t(sizeof(encke_level));
  tensor.order = tensor.level_count = order;
  tensor.type = type;
  tensor.pos_bytes = tensor.crd_bytes = 8;
  tensor.sizes = sizes.data();
  tensor.levels = levels.data();
  for (size_t l = 0; l != levels.size(); ++l) {
    levels[l].type = ENCKE_COMPRESSED;
    levels[l].mode = int32_t(l);
  }
}

char *encke_workspace::find(uint64_t key) {
  size_t slot = slotOf(key);
  for (; slots[slot] != 0; slot = (slot + 1) & (slots.size() - 1))
    if (uint32_t element = slots[slot] - 1; keys[element] == key)
      return values.data() + element * width;
  if (keys.size() == std::numeric_limits<uint32_t>::max() - 1)
    throw Error("a workspace holds 2^32 elements at most");
  keys.push_back(key);
  slots[slot] = uint32_t(keys.size());
  values.insert(values.end(), nothing.begin(), nothing.end());
  if (keys.size() * 2 > slots.size())
    grow();
  return values.data() + (keys.size() - 1) * width;
}

void encke_workspace::put(uint32_t element) {
  size_t slot = slotOf(keys[element]);
  while (slots[slot] != 0)
    slot = (slot + 1) & (slots.size() - 1);
  slots[slot] = element + 1;
}

void encke_workspace::grow() {
  --shift;
  slots.assign(slots.size() * 2, 0);
  for (size_t element = 0; element != keys.size(); ++element)
    put(uint32_t(element));
}

/// Of a few keys the slots are found again, of many all are free.
void encke_workspace::clear() {
  if (keys.size() * 8 > slots.size())
    std::fill(slots.begin(), slots.end(), 0);
  else
    for (size_t element = keys.size(); element-- != 0;) {
      // The last one that came is at the end of where it was looked for.
      size_t slot = slotOf(keys[element]);
      while (slots[slot] != element + 1)
        slot = (slot + 1) & (slots.size() - 1);
      slots[slot] = 0;
    }
  keys.clear();
  values.clear();
}

/// The first mode whose coordinate is another one than before.
size_t encke_workspace::differsFrom(const std::vector<int64_t> &before,
                                    uint64_t key) {
  for (size_t mode = sizes.size(); mode-- != 1;) {
    coordinates[mode] = int64_t(key % uint64_t(sizes[mode]));
    key /= uint64_t(sizes[mode]);
  }
  coordinates[0] = int64_t(key);
  return size_t(
      std::mismatch(coordinates.begin(), coordinates.end(), before.begin())
          .first -
      coordinates.begin());
}

/// A level that has one coordinate more has one more segment below it.
void encke_workspace::addLevels(const std::vector<Entry> &sorted) {
  for (size_t l = 0; l != levels.size(); ++l) {
    positionsOf[l].assign(l == 0 ? 1 : 0, 0);
    coordinatesOf[l].clear();
  }
  std::vector<int64_t> before(sizes.size(), -1);
  for (const Entry &entry : sorted) {
    size_t first = differsFrom(before, entry.key);
    for (size_t l = first; l != levels.size(); ++l) {
      if (l != first)
        positionsOf[l].push_back(int64_t(coordinatesOf[l].size()));
      coordinatesOf[l].push_back(coordinates[l]);
    }
    before = coordinates;
  }
  for (size_t l = 0; l != levels.size(); ++l) {
    positionsOf[l].push_back(int64_t(coordinatesOf[l].size()));
    levels[l].pos = positionsOf[l].data();
    levels[l].pos_count = int64_t(positionsOf[l].size());
    levels[l].crd = coordinatesOf[l].data();
    levels[l].crd_count = int64_t(coordinatesOf[l].size());
    levels[l].size = sizes[l];
  }
}

void encke_workspace::sort() {
  entries.clear();
  entries.reserve(keys.size());
  for (size_t element = 0; element != keys.size(); ++element)
    entries.push_back({keys[element], uint32_t(element)});
  std::sort(entries.begin(), entries.end());
  sortedValues.resize(values.size());
  char *to = sortedValues.data();
  for (const Entry &entry : entries) {
    std::memcpy(to, values.data() + entry.element * width, width);
    to += width;
  }
  addLevels(entries);
  tensor.values = sortedValues.data();
  tensor.value_count = int64_t(keys.size());
}

encke_workspace *encke_workspace_new(int64_t order, int64_t type,
                                     const void *nothing) {
  return guarded(nullptr, [&] {
    return new encke_workspace(int32_t(order), int32_t(type), nothing);
  });
}

void encke_workspace_set_size(encke_workspace *workspace, int64_t mode,
                              int64_t size) {
  guarded(nullptr, [&] {
    workspace->tensor.sizes[mode] = size;
    if (mode + 1 == workspace->tensor.order)
      volume(workspace->tensor); // its elements have numbers
  });
}

void *encke_workspace_element(encke_workspace *workspace, int64_t number) {
  return guarded(nullptr, [&] { return workspace->find(uint64_t(number)); });
}

encke_tensor *encke_workspace_sort(encke_workspace *workspace) {
  return guarded(nullptr, [&] {
    workspace->sort();
    return &workspace->tensor;
  });
}

void encke_workspace_clear(encke_workspace *workspace) { workspace->clear(); }

void encke_workspace_free(encke_workspace *workspace) { delete workspace; }
