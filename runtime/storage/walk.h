//===- walk.h - visits what a tensor stores ---------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_WALK_H
#define ENCKE_RUNTIME_STORAGE_WALK_H

#include "storage/mapped.h"
#include "storage/sort.h"
#include "storage/tensor.h"

#include <numeric>
#include <optional>

namespace encke::rt {

/// Visits the stored entries of a tensor in storage order, calling
/// visit(coordinates by mode, position of the value). Padding is not part of
/// the tensor (L47), and is only visited where that is said.
template <typename Visit>
class Walk {
public:
  /// `bounds`, or null, says between which coordinates of each mode entries are
  /// wanted; others may be visited too.
  Walk(const encke_tensor &tensor, Visit &visit,
       const std::pair<int64_t, int64_t> *bounds = nullptr,
       bool withPadding = false)
      : tensor(tensor), visit(visit), coordinates(size_t(tensor.order)),
        path(size_t(tensor.level_count)),
        padded(!withPadding && hasPadding(tensor)), bounds(bounds) {
    for (int32_t l = 0; l != tensor.level_count; ++l)
      mapped |= !isWhole(tensor.levels[l]) && !isSlot(tensor.levels[l]);
    if (isMapped(tensor))
      inverse.emplace(tensor);
  }

  void run() {
    if (tensor.values)
      withElement(tensor.type,
                  [&](auto element) { walk<decltype(element)>(0, 0); });
  }

private:
  template <typename T>
  void walk(int32_t depth, int64_t parent) {
    if (depth == tensor.level_count)
      return leaf<T>(parent);
    const encke_level &level = tensor.levels[depth];
    int64_t &coordinate = isWhole(level) && !inverse
                              ? coordinates[size_t(level.mode)]
                              : path[size_t(depth)];
    bool isBounded = bounds && isWhole(level) && !inverse;
    auto [lo, hi] = isBounded ? bounds[level.mode]
                              : std::pair<int64_t, int64_t>(0, level.size);
    if (isDense(level)) {
      for (coordinate = lo; coordinate < hi; ++coordinate)
        walk<T>(depth + 1, densePosition(tensor, depth, parent, coordinate));
      return;
    }
    auto [begin, end] = positionsBelow(tensor, level, parent);
    if (format::typeOf(level).isRun()) {
      coordinate = 0;
      for (int64_t q = begin; q != end; ++q)
        for (int64_t last = coordinateAt(tensor, level, q); coordinate != last;
             ++coordinate)
          walk<T>(depth + 1, q);
      return;
    }
    if (isBounded && hasPositions(level))
      begin = firstFrom(level, begin, end, lo);
    for (int64_t q = begin; q != end; ++q) {
      coordinate = coordinateAt(tensor, level, q);
      if (isBounded && hasPositions(level) && coordinate >= hi)
        return;
      walk<T>(depth + 1, q);
    }
  }

  /// The first position whose coordinate is at least `least`, of some in order.
  int64_t firstFrom(const encke_level &level, int64_t begin, int64_t end,
                    int64_t least) const {
    while (begin != end) {
      int64_t middle = begin + (end - begin) / 2;
      if (coordinateAt(tensor, level, middle) < least)
        begin = middle + 1;
      else
        end = middle;
    }
    return begin;
  }

  template <typename T>
  void leaf(int64_t position) {
    if (padded && valueAt<T>(tensor, position) == T(0) &&
        !isStoredZero(tensor, position))
      return;
    if (inverse)
      invert();
    else if (mapped)
      findCoordinates();
    visit(coordinates.data(), position);
  }

  void invert() {
    for (int32_t mode = 0; mode != tensor.order; ++mode)
      coordinates[size_t(mode)] =
          inverse->coordinate(mode, [&](int32_t l) { return path[size_t(l)]; });
  }

  void findCoordinates() {
    auto at = [&](int32_t l) {
      const encke_level &level = tensor.levels[l];
      return isWhole(level) ? coordinates[size_t(level.mode)] : path[size_t(l)];
    };
    for (int32_t l = 0; l != tensor.level_count; ++l)
      if (int32_t mode = tensor.levels[l].mode;
          !isWhole(tensor.levels[l]) && mode >= 0)
        coordinates[size_t(mode)] = modeCoordinate(tensor, mode, at);
  }

  const encke_tensor &tensor;
  Visit &visit;
  std::vector<int64_t> coordinates; ///< by mode
  std::vector<int64_t> path;        ///< by level, where it has an index map
  bool padded, mapped = false;
  const std::pair<int64_t, int64_t> *bounds;
  std::optional<Inverse> inverse; ///< where some level is a general expression
};

template <typename Visit>
void walkStored(const encke_tensor &tensor, Visit visit) {
  Walk<Visit>(tensor, visit).run();
}

/// The same, only for coordinates between bounds, by mode, where levels find
/// them; others may be visited too.
template <typename Visit>
void walkWithin(const encke_tensor &tensor,
                const std::vector<std::pair<int64_t, int64_t>> &bounds,
                Visit visit) {
  Walk<Visit>(tensor, visit, bounds.data()).run();
}

/// Visits all elements of a dense tensor, the last mode first:
/// visit(coordinates by mode, position of the value).
template <typename Visit>
void walkDense(const encke_tensor &tensor, Visit visit) {
  std::vector<int64_t> strides = denseStrides(tensor);
  std::vector<int64_t> index(size_t(tensor.order), 0);
  int64_t at = 0;
  for (int64_t left = volume(tensor); left != 0; --left) {
    visit(index.data(), at);
    for (size_t mode = index.size(); mode-- != 0;) {
      at += strides[mode];
      if (++index[mode] != tensor.sizes[mode])
        break;
      at -= strides[mode] * tensor.sizes[mode];
      index[mode] = 0;
    }
  }
}

/// Visits all positions below coordinates of the tensor, padding among them. Of
/// a block at the edge some are beyond it.
template <typename Visit>
void walkPositions(const encke_tensor &tensor, Visit visit) {
  auto visitInside = [&](const int64_t *coordinates, int64_t position) {
    for (int32_t mode = 0; mode != tensor.order; ++mode)
      if (coordinates[mode] >= tensor.sizes[mode])
        return;
    visit(coordinates, position);
  };
  Walk<decltype(visitInside)>(tensor, visitInside, nullptr,
                              /*withPadding=*/true)
      .run();
}

/// How many elements the tensor has: what `walkStored` visits.
int64_t countStored(const encke_tensor &tensor);

/// Storage order is the order of the coordinates.
inline bool isStoredInOrder(const encke_tensor &tensor) {
  int32_t next = 0;
  for (int32_t l = 0; l != tensor.level_count; ++l) {
    const encke_level &level = tensor.levels[l];
    if (!isSlot(level) && (!isWhole(level) || level.mode != next++))
      return false;
  }
  return true;
}

/// Visits the stored entries in the order of their coordinates. Takes memory
/// for all of them where that is not the storage order.
template <typename Visit>
void walkSorted(const encke_tensor &tensor, Visit visit) {
  if (isStoredInOrder(tensor))
    return walkStored(tensor, visit);
  int64_t count = countStored(tensor), next = 0;
  size_t order = size_t(tensor.order);
  Columns<int64_t> columns; // the values are positions
  for (size_t mode = 0; mode != order; ++mode)
    columns.keys.emplace_back(count);
  columns.values = Elements(ENCKE_I64, count);
  walkStored(tensor, [&](const int64_t *coordinates, int64_t position) {
    for (size_t mode = 0; mode != order; ++mode)
      columns.keys[mode][next] = coordinates[mode];
    columns.values.data<int64_t>()[next++] = position;
  });
  std::vector<size_t> keys(order);
  std::iota(keys.begin(), keys.end(), 0);
  sortColumns(columns, keys,
              std::vector<int64_t>(tensor.sizes, tensor.sizes + tensor.order));
  columns.complete();
  std::vector<int64_t> coordinates(order);
  for (int64_t n = 0; n != count; ++n) {
    for (size_t mode = 0; mode != order; ++mode)
      coordinates[mode] = columns.keys[mode][n];
    visit(coordinates.data(), columns.values.data<int64_t>()[n]);
  }
}

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_WALK_H
