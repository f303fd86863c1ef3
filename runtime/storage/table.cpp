//===- table.cpp - workspaces that have keys ------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hash tables, after Patwary and others, "Parallel Efficient Sparse
// Matrix-Matrix Multiplication on Multicore Platforms", and sorted lists. What
// kernels do with them themselves, runtime.h says; here is the rest.
//
// Slots are those of the keys and the values, so that a key which is there
// takes one look. A list of the keys, as they came, is what is put in order, by
// the same sort as a dense row's; where the value of each lies is looked for
// again. A table that was large for one row is small again for rows that have
// less, so that what they touch is in the caches: it has all of its memory, and
// uses the first slots.
//
//===----------------------------------------------------------------------===//

#include "core/array.h"
#include "core/error.h"
#include "storage/elements.h"
#include "storage/sort_row.h"
#include "storage/tensor.h"

#include <algorithm>
#include <cstring>

using namespace encke::rt;

struct encke_workspace {
  encke_workspace(int32_t order, int32_t type, bool isSorted,
                  const void *nothing);

  void setSize(int64_t mode, int64_t size);
  void grow(int64_t count);
  encke_tensor *take(int64_t count, bool unsorted);
  void clear(int64_t count);

private:
  uint64_t slotOf(uint64_t key) const {
    return key * ENCKE_KEY_FACTOR >> table.shift;
  }
  void useSlots(int bits);
  void makeRoom(int64_t most);
  void sortFew(int64_t count);
  void sortKeys(int64_t count);
  template <typename Value>
  void gather(int64_t count, bool unsorted);
  template <typename Value>
  void putBack(int64_t count);
  size_t differsFrom(const std::vector<int64_t> &before, uint64_t key);
  void addLevels(int64_t count);

  encke_table table = {}; // first: kernels see it
  encke_tensor tensor = {};
  bool isSorted;
  bool isNarrow = false; ///< Keys have 32 bits.
  int slotBits = 0;
  int64_t rowsEmpty = 0; ///< The last ones with few elements for its slots.
  std::vector<int64_t> sizes, coordinates;
  std::vector<encke_level> levels;
  std::vector<std::vector<int64_t>> positionsOf, coordinatesOf;
  int64_t width; ///< Bytes of an element.
  std::vector<uint64_t> keys;
  std::vector<char> values;
  Array<uint64_t> listed, slots;
  Array<uint32_t> narrow; ///< To be sorted.
  Array<int64_t> inOrder;
  Array<char> taken;

  static constexpr int fewestBits = 10;
  /// Up to so many keys are sorted by insertion.
  static constexpr int64_t shortRow = 12;
  /// In the first cache more slots save more looks at a second one than they
  /// cost.
  static constexpr int smallBits = 11;
  /// After so many rows that had fewer than one element for so many slots, the
  /// next one is expected to have no more.
  static constexpr int64_t emptyRows = 8, emptyTable = 16;
  /// So many slots in a row are cleared in the time of one somewhere.
  static constexpr int64_t clearedEach = 8;
};

encke_workspace::encke_workspace(int32_t order, int32_t type, bool isSorted,
                                 const void *nothing)
    : isSorted(isSorted), sizes(size_t(order)), coordinates(size_t(order)),
      levels(size_t(order)), positionsOf(size_t(order)),
      coordinatesOf(size_t(order)), width(elementBytes(type)) {
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
  if (isSorted) {
    makeRoom(int64_t(1) << fewestBits);
  } else {
    useSlots(fewestBits);
    std::memcpy(values.data(), nothing, size_t(width));
  }
}

void encke_workspace::setSize(int64_t mode, int64_t size) {
  sizes[size_t(mode)] = size;
  if (mode + 1 == tensor.order)
    isNarrow = volume(tensor) <= int64_t(1) << 32;
}

/// Of lists, whose elements stay.
void encke_workspace::makeRoom(int64_t most) {
  table.most = most;
  listed.reserve(most + 1);
  table.listed = listed.data();
  if (isSorted) {
    values.resize(size_t((most + 1) * width));
    table.values = values.data();
  } else {
    slots.reserve(most + 1);
    table.slots = slots.data();
  }
}

/// Where no slot is used.
void encke_workspace::useSlots(int bits) {
  slotBits = bits;
  table.shift = 64 - bits;
  size_t count = size_t(1) << bits;
  if (keys.size() < count) {
    keys.resize(count, ENCKE_NO_KEY);
    values.resize((count + 1) * size_t(width));
    table.keys = keys.data();
    table.values = values.data();
  }
  makeRoom(int64_t(bits <= smallBits ? count / 4 : count / 2));
}

/// The values into the slots of the listed keys, and these, too.
template <typename Value>
void encke_workspace::putBack(int64_t count) {
  const auto *from = reinterpret_cast<const Value *>(taken.data());
  auto *to = reinterpret_cast<Value *>(values.data());
  uint64_t last = (uint64_t(1) << slotBits) - 1;
  for (int64_t k = 0; k != count; ++k) {
    uint64_t slot = slotOf(listed[k]);
    while (keys[slot] != ENCKE_NO_KEY)
      slot = (slot + 1) & last;
    keys[slot] = listed[k];
    slots[k] = slot;
    to[slot + 1] = from[k];
  }
}

void encke_workspace::grow(int64_t count) {
  if (isSorted) {
    listed.setSize(count);
    return makeRoom(2 * table.most);
  }
  withWidth(width, [&](auto value) {
    using Value = decltype(value);
    gather<Value>(count, /*bySlots=*/true);
    clear(count);
    listed.setSize(count);
    useSlots(slotBits + 1);
    putBack<Value>(count);
  });
}

void encke_workspace::clear(int64_t count) {
  if (isSorted)
    return;
  int64_t all = int64_t(1) << slotBits;
  if (count * clearedEach > all)
    std::fill_n(keys.data(), all, ENCKE_NO_KEY);
  else
    for (int64_t k = 0; k != count; ++k)
      keys[slots[k]] = ENCKE_NO_KEY;
}

/// Few of them, keys and slots together.
void encke_workspace::sortFew(int64_t count) {
  for (int64_t k = 0; k != count; ++k) {
    uint64_t key = listed[k], slot = slots[k];
    int64_t at = k;
    for (; at != 0 && uint64_t(inOrder[at - 1]) > key; --at) {
      inOrder[at] = inOrder[at - 1];
      slots[at] = slots[at - 1];
    }
    inOrder[at] = int64_t(key);
    slots[at] = slot;
  }
}

/// Into `inOrder`.
void encke_workspace::sortKeys(int64_t count) {
  auto *sorted = reinterpret_cast<uint64_t *>(inOrder.data());
  if (!isNarrow) {
    std::copy_n(listed.data(), count, sorted);
    std::sort(sorted, sorted + count);
    return;
  }
  if (narrow.capacity() < count + ENCKE_ROW_ROOM)
    narrow = Array<uint32_t>(2 * count + ENCKE_ROW_ROOM);
  for (int64_t k = 0; k != count; ++k)
    narrow[k] = uint32_t(listed[k]);
  sortRow(narrow.data(), count);
  for (int64_t k = 0; k != count; ++k)
    sorted[k] = narrow[k];
}

/// Into `taken` what is in `inOrder`, which is looked for, or in `slots`.
template <typename Value>
void encke_workspace::gather(int64_t count, bool bySlots) {
  if (taken.capacity() < count * width)
    taken = Array<char>(2 * count * width);
  const auto *from = reinterpret_cast<const Value *>(values.data()) + 1;
  auto *to = reinterpret_cast<Value *>(taken.data());
  if (bySlots) {
    for (int64_t k = 0; k != count; ++k)
      to[k] = from[slots[k]];
    return;
  }
  uint64_t last = (uint64_t(1) << slotBits) - 1;
  for (int64_t k = 0; k != count; ++k) {
    uint64_t key = uint64_t(inOrder[k]), slot = slotOf(key);
    while (keys[slot] != key)
      slot = (slot + 1) & last;
    to[k] = from[slot];
  }
}

encke_tensor *encke_workspace::take(int64_t count, bool unsorted) {
  if (isSorted) {
    table.coordinates = reinterpret_cast<int64_t *>(listed.data());
    table.taken = values.data();
  } else {
    if (inOrder.capacity() < count)
      inOrder = Array<int64_t>(2 * count);
    bool isShort = count <= shortRow;
    if (unsorted)
      std::copy_n(listed.data(), count,
                  reinterpret_cast<uint64_t *>(inOrder.data()));
    else if (isShort)
      sortFew(count);
    else
      sortKeys(count);
    withWidth(width, [&](auto value) {
      gather<decltype(value)>(count, unsorted || isShort);
    });
    clear(count);
    bool isEmpty = count * emptyTable < int64_t(1) << slotBits;
    rowsEmpty = isEmpty ? rowsEmpty + 1 : 0;
    if (slotBits > fewestBits && rowsEmpty >= emptyRows)
      useSlots(slotBits - 1);
    table.coordinates = inOrder.data();
    table.taken = taken.data();
  }
  if (tensor.order != 1)
    addLevels(count);
  return &tensor;
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
void encke_workspace::addLevels(int64_t count) {
  for (size_t l = 0; l != levels.size(); ++l) {
    positionsOf[l].assign(l == 0 ? 1 : 0, 0);
    coordinatesOf[l].clear();
  }
  std::vector<int64_t> before(sizes.size(), -1);
  for (int64_t k = 0; k != count; ++k) {
    size_t first = differsFrom(before, uint64_t(table.coordinates[k]));
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
  tensor.values = table.taken;
  tensor.value_count = count;
}

encke_workspace *encke_workspace_new(int64_t order, int64_t type,
                                     int64_t sorted, const void *nothing) {
  return guarded(nullptr, [&] {
    return new encke_workspace(int32_t(order), int32_t(type), sorted != 0,
                               nothing);
  });
}

void encke_workspace_set_size(encke_workspace *workspace, int64_t mode,
                              int64_t size) {
  guarded(nullptr, [&] { workspace->setSize(mode, size); });
}

void encke_workspace_grow(encke_workspace *workspace, int64_t count) {
  guarded(nullptr, [&] { workspace->grow(count); });
}

encke_tensor *encke_workspace_take(encke_workspace *workspace, int64_t count,
                                   int64_t unsorted) {
  return guarded(nullptr,
                 [&] { return workspace->take(count, unsorted != 0); });
}

void encke_workspace_clear(encke_workspace *workspace, int64_t count) {
  workspace->clear(count);
}

void encke_workspace_free(encke_workspace *workspace) { delete workspace; }
