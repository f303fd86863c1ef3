//===- walk.h - visits what a tensor stores ---------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_WALK_H
#define ENCKE_RUNTIME_STORAGE_WALK_H

#include "storage/entries.h"
#include "storage/sort.h"
#include "storage/tensor.h"

namespace encke::rt {

/// Visits the stored entries of a tensor in storage order, calling
/// visit(coordinates by mode, position of the value).
///
/// The zeros of a dense level below another kind of level are padding, which is
/// not part of the tensor (L47).
template <typename Visit>
class Walk {
public:
  Walk(const encke_tensor &tensor, Visit &visit)
      : tensor(tensor), visit(visit), coordinates(size_t(tensor.order)) {
    bool sparse = false;
    for (int32_t l = 0; l != tensor.order; ++l) {
      padded |= sparse && isDense(tensor.levels[l]);
      sparse |= !isDense(tensor.levels[l]);
    }
  }

  void run() {
    if (tensor.values)
      walk(0, 0);
  }

private:
  void walk(int32_t depth, int64_t parent) {
    if (depth == tensor.order)
      return leaf(parent);
    const encke_level &level = tensor.levels[depth];
    int64_t &coordinate = coordinates[size_t(level.mode)];
    if (isDense(level)) {
      for (coordinate = 0; coordinate != level.size; ++coordinate)
        walk(depth + 1, parent * level.size + coordinate);
      return;
    }
    int64_t begin = parent, end = parent + 1;
    if (level.pos) {
      begin = integerAt(level.pos, tensor.pos_bytes, parent);
      end = integerAt(level.pos, tensor.pos_bytes, parent + 1);
    }
    for (int64_t q = begin; q != end; ++q) {
      coordinate = integerAt(level.crd, tensor.crd_bytes, q);
      walk(depth + 1, q);
    }
  }

  void leaf(int64_t position) {
    if (!padded || !isZero(position))
      visit(coordinates.data(), position);
  }

  bool isZero(int64_t position) const {
    bool zero = false;
    withElement(tensor.type, [&](auto element) {
      using T = decltype(element);
      zero = static_cast<const T *>(tensor.values)[position] == T(0);
    });
    return zero;
  }

  const encke_tensor &tensor;
  Visit &visit;
  std::vector<int64_t> coordinates;
  bool padded = false;
};

template <typename Visit>
void walkStored(const encke_tensor &tensor, Visit visit) {
  Walk<Visit>(tensor, visit).run();
}

inline int64_t countStored(const encke_tensor &tensor) {
  int64_t count = 0;
  walkStored(tensor, [&](const int64_t *, int64_t) { ++count; });
  return count;
}

/// The modes are stored in order, so that storage order is the order of the
/// coordinates.
inline bool isStoredInOrder(const encke_tensor &tensor) {
  for (int32_t l = 0; l != tensor.order; ++l)
    if (tensor.levels[l].mode != l)
      return false;
  return true;
}

/// Visits the stored entries in the order of their coordinates. Takes memory
/// for all of them where that is not the storage order.
template <typename Visit>
void walkSorted(const encke_tensor &tensor, Visit visit) {
  if (isStoredInOrder(tensor))
    return walkStored(tensor, visit);
  Entries<int64_t> entries(tensor.order);
  int64_t count = countStored(tensor), next = 0;
  entries.reserve(count);
  entries.setSize(count);
  walkStored(tensor, [&](const int64_t *coordinates, int64_t position) {
    for (int32_t mode = 0; mode != tensor.order; ++mode)
      entries.coordinates[size_t(mode)][next] = coordinates[mode];
    entries.values[next++].integer = position;
  });
  std::vector<int64_t> modes(size_t(tensor.order)), coordinates(modes.size());
  for (size_t mode = 0; mode != modes.size(); ++mode)
    modes[mode] = int64_t(mode);
  sortEntries(entries, modes,
              std::vector<int64_t>(tensor.sizes, tensor.sizes + tensor.order));
  for (int64_t n = 0; n != entries.size(); ++n) {
    for (size_t mode = 0; mode != modes.size(); ++mode)
      coordinates[mode] = entries.coordinates[mode][n];
    visit(coordinates.data(), entries.values[n].integer);
  }
}

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_WALK_H
