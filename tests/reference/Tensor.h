//===- Tensor.h - what a tensor is, to the oracle ---------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_TESTS_REFERENCE_TENSOR_H
#define ENCKE_TESTS_REFERENCE_TENSOR_H

#include "tests/reference/Layout.h"
#include "tests/reference/Value.h"

#include <map>
#include <optional>
#include <vector>

namespace encke::reference {

/// One coordinate per dimension.
using Point = std::vector<int64_t>;

/// A tensor either holds every element (dense) or only those that its pattern
/// stores (sparse). How it is laid out in memory does not change what it means:
/// padding is no part of it (L47), a zero that was stored is.
class Tensor {
public:
  Tensor() = default;
  /// Zeros everywhere, or nothing stored.
  Tensor(ElementType type, std::vector<int64_t> sizes, Layout layout);

  const std::vector<int64_t> &getSizes() const { return sizes; }
  size_t getOrder() const { return sizes.size(); }
  /// In which elements are computed with.
  ElementType getType() const { return computedIn(type); }
  /// In which elements are kept (L50).
  ElementType getStoredType() const { return type; }
  const Layout &getLayout() const { return layout; }
  bool isSparse() const { return !layout.isDense(); }

  /// The element at `at`; none where a sparse tensor stores nothing.
  std::optional<Value> get(const Point &at) const;
  /// Stores an element, converted to the element type.
  void set(const Point &at, const Value &value);
  /// Removes an element; a dense tensor holds 0 there.
  void erase(const Point &at);
  /// Stores `value` everywhere.
  void fill(const Value &value);
  /// Removes all elements; a dense tensor is 0 everywhere.
  void clear();
  /// The number of stored elements.
  int64_t countStored() const;

  /// Every element of a dense tensor, the stored ones of a sparse one, in the
  /// order of their coordinates.
  std::map<Point, Value> elements() const;

  /// The stored coordinates of a sparse tensor that agree with `at` in the
  /// dimensions where `fixed` is true. Grouped once per `fixed`, so that
  /// walking the rows of a matrix does not scan it for each row.
  const std::vector<Point> &storedAt(const std::vector<bool> &fixed,
                                     const Point &at) const;

private:
  int64_t offsetOf(const Point &at) const;

  ElementType type = ElementType::Double;
  std::vector<int64_t> sizes;
  Layout layout;
  std::vector<Value> dense;      // row-major
  std::map<Point, Value> stored; // sparse
  mutable std::map<std::vector<bool>, std::map<Point, std::vector<Point>>>
      groups;
};

} // namespace encke::reference

#endif // ENCKE_TESTS_REFERENCE_TENSOR_H
