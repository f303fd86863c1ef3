//===- list.h - elements one after the other --------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_LIST_H
#define ENCKE_RUNTIME_STORAGE_LIST_H

#include "storage/pack.h"
#include "storage/tensor.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace encke::rt {

/// Elements one after the other, to be packed.
template <typename T>
struct List {
  explicit List(size_t order) : order(order) {}

  void add(const int64_t *at, T value) {
    coordinates.insert(coordinates.end(), at, at + order);
    values.push_back(value);
  }
  void reserve(int64_t room) {
    coordinates.reserve(size_t(room) * order);
    values.reserve(size_t(room));
  }
  int64_t size() const { return int64_t(values.size()); }
  const int64_t *at(int64_t n) const {
    return coordinates.data() + size_t(n) * order;
  }

  size_t order;
  std::vector<int64_t> coordinates;
  std::vector<T> values;
};

/// Calls visit(at) for all coordinates within sizes, in their order.
template <typename Visit>
void forEachPoint(const int64_t *sizes, size_t order, Visit visit) {
  std::vector<int64_t> at(order);
  for (int64_t n = volume(sizes, order); n != 0; --n) {
    visit(at.data());
    for (size_t mode = order; mode-- != 0;) {
      if (++at[mode] != sizes[mode])
        break;
      at[mode] = 0;
    }
  }
}

inline int64_t offsetOf(const std::vector<int64_t> &strides,
                        const int64_t *at) {
  int64_t offset = 0;
  for (size_t mode = 0; mode != strides.size(); ++mode)
    offset += strides[mode] * at[mode];
  return offset;
}

/// `list` is in the order of the coordinates, each once.
template <typename T>
void packList(encke_tensor &result, const List<T> &list) {
  std::vector<Array<int64_t>> modes;
  for (size_t mode = 0; mode != list.order; ++mode) {
    modes.emplace_back(list.size());
    for (int64_t n = 0; n != list.size(); ++n)
      modes.back()[n] = list.at(n)[mode];
  }
  Elements values(result.type, list.size());
  std::copy(list.values.begin(), list.values.end(), values.data<T>());
  KnownOrder known;
  known.distinct = true;
  for (int32_t mode = 0; mode != result.order; ++mode)
    known.sortedBy.push_back(mode);
  pack(result, std::move(modes), std::move(values), std::move(known));
}

/// The numbers of the elements in the order of their coordinates; of equal ones
/// the first one first.
template <typename T>
std::vector<int64_t> sortedOrder(const List<T> &list) {
  std::vector<int64_t> order(size_t(list.size()));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
    return std::lexicographical_compare(list.at(a), list.at(a) + list.order,
                                        list.at(b), list.at(b) + list.order);
  });
  return order;
}

template <typename T>
bool isSamePlace(const List<T> &list, int64_t a, int64_t b) {
  return std::equal(list.at(a), list.at(a) + list.order, list.at(b));
}

/// Fills a tensor with elements in any order, of one place the last one.
template <typename T>
void fillFrom(encke_tensor &result, const List<T> &list) {
  if (!isAllDense(result)) {
    List<T> sorted(list.order);
    int64_t before = -1;
    for (int64_t n : sortedOrder(list)) {
      if (before >= 0 && isSamePlace(list, before, n))
        sorted.values.back() = list.values[size_t(n)];
      else
        sorted.add(list.at(n), list.values[size_t(n)]);
      before = n;
    }
    return packList(result, sorted);
  }
  ensureDenseValues(result);
  std::vector<int64_t> strides = denseStrides(result);
  auto *into = static_cast<T *>(result.values);
  std::fill(into, into + result.value_count, T(0));
  for (int64_t n = 0; n != list.size(); ++n)
    into[offsetOf(strides, list.at(n))] = list.values[size_t(n)];
}

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_LIST_H
