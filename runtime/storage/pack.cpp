//===- pack.cpp - builds a tensor's levels from entries -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The entries are sorted into storage order; then the levels are built from the
// outermost in (levels.h). Dense levels with no other level below them need no
// segments: their values are found by arithmetic.
//
// A level of blocks or of places inside them is computed from the mode's column
// where it is needed, unless the entries are sorted by it: that column alone is
// sorted along. The last key of a sort may be the mode itself in place of its
// blocks.
//
//===----------------------------------------------------------------------===//

#include "storage/pack.h"
#include "core/error.h"
#include "core/timing.h"
#include "storage/layout.h"
#include "storage/mapped.h"
#include "storage/packer.h"
#include "storage/runs.h"
#include "storage/sort.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <string>

namespace encke::rt {

/// All levels store modes as they are, or are slots.
static bool storesModes(const encke_tensor &tensor) {
  for (int32_t l = 0; l != tensor.level_count; ++l)
    if (!isWhole(tensor.levels[l]) && !isSlot(tensor.levels[l]))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

/// Frees what an earlier read left, but keeps values that can be overwritten.
template <typename Index>
void Packer<Index>::clear() {
  if (!isAllDense(tensor))
    clearStorage(tensor);
}

/// The number of levels down to the last one that is not a plain array.
template <typename Index>
int32_t Packer<Index>::sparseDepth() const {
  int32_t depth = tensor.level_count;
  while (depth != 0 && isDense(tensor.levels[depth - 1]))
    --depth;
  return depth;
}

/// The innermost level by which the entries are sorted, or -1.
template <typename Index>
int32_t Packer<Index>::lastKey() const {
  int32_t l = depth - 1;
  while (l >= 0 && isSlot(tensor.levels[l]))
    --l;
  return l;
}

/// The level's coordinates are computed from its mode's column.
template <typename Index>
bool Packer<Index>::isComputed(int32_t l) const {
  int32_t map = tensor.levels[l].map;
  return (map == ENCKE_BLOCK && (l >= depth || l == lastKey())) ||
         (map == ENCKE_INSIDE && l >= depth);
}

/// Turns columns by mode into columns by level.
template <typename Index>
void Packer<Index>::setColumns(std::vector<Array<Index>> modes, Elements values,
                               KnownOrder known) {
  Phase phase("coordinates");
  auto &keys = columns.keys;
  keys.resize(modeKey(tensor.order));
  columns.distinct = known.distinct;
  if (known.starts.size() != 0) {
    const encke_level &first = tensor.levels[0];
    int32_t mode = known.sortedBy[0];
    if (!storesModes(tensor))
      modes[size_t(mode)] = columnFromStarts<Index>(known.starts);
    if (first.mode == mode && first.map == ENCKE_BLOCK)
      columns.starts = makeColumn<int64_t>(first.size + 1, [&](int64_t c) {
        return known
            .starts[c == first.size ? tensor.sizes[mode] : c * first.block];
      });
    else if (storesModes(tensor))
      columns.starts = std::move(known.starts);
  }
  columns.sortedBy = byLevel(tensor, known.sortedBy);
  columns.startsOf = columns.sortedBy.empty() ? 0 : columns.sortedBy[0];

  auto column = [&](int32_t mode) {
    return std::as_const(modes[size_t(mode)]).data();
  };
  for (int32_t l = 0; l != tensor.level_count; ++l) {
    const encke_level &level = tensor.levels[l];
    bool isDerived = !isWhole(level) && !isSlot(level) && !isComputed(l);
    if (isDerived && !columns.hasStarts(size_t(l)))
      keys[size_t(l)] =
          levelColumn<Index>(tensor, level, values.size(), column);
  }
  for (int32_t l = 0; l != tensor.level_count; ++l)
    if (int32_t mode = tensor.levels[l].mode; isWhole(tensor.levels[l]))
      keys[size_t(l)] = std::move(modes[size_t(mode)]);
    else if (isComputed(l) && !keys[modeKey(mode)].data())
      keys[modeKey(mode)] = std::move(modes[size_t(mode)]);
  columns.values = std::move(values);
}

/// Checks the columns that are there.
template <typename Index>
void Packer<Index>::checkCoordinates(int32_t levels) const {
  for (int32_t l = 0; l != levels; ++l) {
    const encke_level &level = tensor.levels[l];
    if (isDense(level) || tensor.crd_bytes == 8 || fitsNarrow(level.size))
      continue;
    const Array<Index> &column = columns.keys[size_t(l)];
    for (int64_t e = 0; e != columns.size() && column.data(); ++e)
      if (!fitsNarrow(column[e]))
        throw Error("coordinate " + std::to_string(column[e]) +
                    ", counted from 0, of dimension " +
                    std::to_string(level.mode + 1) +
                    " does not fit the tensor's 32-bit coordinates");
  }
}

/// The columns to sort by for that many levels.
template <typename Index>
std::vector<size_t> Packer<Index>::keysOf(int32_t levels) const {
  std::vector<size_t> keys;
  for (int32_t l = 0; l != levels; ++l)
    if (const encke_level &level = tensor.levels[l]; isComputed(l))
      keys.push_back(modeKey(level.mode));
    else if (!isSlot(level))
      keys.push_back(size_t(l));
  return keys;
}

template <typename Index>
void Packer<Index>::sort(const std::vector<size_t> &keys) {
  std::vector<int64_t> sizes;
  for (size_t key : keys)
    sizes.push_back(key < modeKey(0) ? tensor.levels[key].size
                                     : tensor.sizes[key - modeKey(0)]);
  sortColumns(columns, keys, sizes);
}

template <typename Index>
void Packer<Index>::computeLevels(int32_t levels) {
  for (int32_t l = 0; l != levels; ++l)
    if (isComputed(l) && !columns.keys[size_t(l)].data())
      columns.keys[size_t(l)] = levelColumn<Index>(
          tensor, tensor.levels[l], columns.size(), [&](int32_t mode) {
            return std::as_const(columns.keys[modeKey(mode)]).data();
          });
}

template <typename Index>
Segments Packer<Index>::buildLevels(int32_t levels) {
  Phase phase("levels");
  if (levels == 0 || !columns.hasStarts(0) ||
      !makeBuilder(tensor, 0, columns)->takesStarts())
    columns.complete();
  computeLevels(levels);
  checkCoordinates(levels);
  Segments segments = Segments::whole(columns.size());
  for (int32_t l = 0; l != levels; ++l)
    segments = makeBuilder(tensor, l, columns)->build(segments);
  return segments;
}

template <typename Index>
void Packer<Index>::pack() {
  clear();
  checkCoordinates(depth); // names the first one of a file
  int32_t levels = depth - leavesUnsorted();
  sort(keysOf(levels));
  Segments segments = buildLevels(levels);
  Phase phase("values");
  if (levels == depth)
    fill(segments);
  else
    fillUnsorted(segments);
}

template <typename Index>
static bool fitsColumns(const encke_tensor &tensor) {
  for (int32_t l = 0; l != tensor.level_count; ++l)
    if (tensor.levels[l].size > std::numeric_limits<Index>::max())
      return false;
  return true;
}

template <typename Index>
void pack(encke_tensor &tensor, std::vector<Array<Index>> modes,
          Elements values, KnownOrder known) {
  if (hasLayout(tensor)) {
    clearStorage(tensor); // while it says who owns what
    Layouts layouts = takeLayouts(tensor);
    pack(tensor, std::move(modes), std::move(values), std::move(known));
    return arrange(tensor, layouts);
  }
  if (hasRuns(tensor))
    return packRuns(tensor, std::move(modes), std::move(values),
                    std::move(known));
  if (isMapped(tensor))
    return packMapped(tensor, std::move(modes), std::move(values),
                      std::move(known));
  if (!fitsColumns<Index>(tensor)) { // diagonals may need more bits than modes
    if (known.starts.size() != 0)
      modes[size_t(known.sortedBy[0])] = columnFromStarts<Index>(known.starts);
    known.starts = {};
    std::vector<Array<int64_t>> wide;
    for (const Array<Index> &mode : modes)
      wide.push_back(makeColumn<int64_t>(values.size(),
                                         [&](int64_t e) { return mode[e]; }));
    return pack(tensor, std::move(wide), std::move(values), std::move(known));
  }
  Packer<Index> packer(tensor);
  packer.setColumns(std::move(modes), std::move(values), std::move(known));
  packer.pack();
}

/// Values that were read in a wider type fit the integers of the tensor.
static void checkRange(const Elements &values, int32_t type) {
  auto check = [&](auto narrow) {
    using T = decltype(narrow);
    for (int64_t e = 0; e != values.size(); ++e)
      if (int32_t value = values.data<int32_t>()[e]; value != int32_t(T(value)))
        throw Error(std::to_string(value) + " does not fit in " +
                    typeName(type));
  };
  if (type == ENCKE_I8)
    check(int8_t());
  else if (type == ENCKE_I16)
    check(int16_t());
  else if (type == ENCKE_U8)
    check(UInt8());
}

template <typename Index>
void pack(encke_tensor &tensor, Entries<Index> &entries) {
  entries.trim();
  Elements values = entries.values.release();
  if (entries.imaginary.size() != 0) {
    Elements parts = std::move(values);
    values = Elements(ENCKE_C128, parts.size());
    auto *target = values.data<std::complex<double>>();
    const double *real = parts.data<double>();
    for (int64_t e = 0; e != parts.size(); ++e)
      target[e] = {real[e], entries.imaginary[e]};
    entries.imaginary = {};
  }
  if (values.type() != tensor.type) {
    checkRange(values, tensor.type);
    values = values.as(tensor.type);
  }
  pack(tensor, std::move(entries.coordinates), std::move(values),
       std::move(entries.known));
}

template class Packer<int32_t>;
template class Packer<int64_t>;
template void pack(encke_tensor &, Entries<int32_t> &);
template void pack(encke_tensor &, Entries<int64_t> &);
template void pack(encke_tensor &, std::vector<Array<int32_t>>, Elements,
                   KnownOrder);
template void pack(encke_tensor &, std::vector<Array<int64_t>>, Elements,
                   KnownOrder);

} // namespace encke::rt
