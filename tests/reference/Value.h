//===- Value.h - what a tensor is, to the oracle ----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_TESTS_REFERENCE_VALUE_H
#define ENCKE_TESTS_REFERENCE_VALUE_H

#include "dialects/Format.h"

#include <cstdint>
#include <map>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace encke::reference {

/// The program is wrong (exit status 1).
struct ProgramError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The data are wrong (exit status 2).
struct DataError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The oracle does not know this part of the language (exit status 3).
struct NotSupported : std::runtime_error {
  NotSupported(const std::string &what)
      : std::runtime_error("reference interpreter: not supported: " + what) {}
};

/// One coordinate per dimension.
using Point = std::vector<int64_t>;

/// A tensor either holds every element (dense) or only those that its pattern
/// stores (sparse). How a sparse tensor is laid out in memory does not change
/// what it means, so there is nothing about levels here.
class Tensor {
public:
  Tensor() = default;
  Tensor(ElementType type, std::vector<int64_t> sizes, bool isSparse);

  const std::vector<int64_t> &getSizes() const { return sizes; }
  size_t getOrder() const { return sizes.size(); }
  ElementType getType() const { return type; }
  bool isSparse() const { return sparse; }

  /// The element at `at`; none where a sparse tensor stores nothing.
  std::optional<double> get(const Point &at) const;
  /// Stores an element, rounded to the element type.
  void set(const Point &at, double value);
  /// Removes an element; a dense tensor holds 0 there.
  void erase(const Point &at);
  /// Stores `value` everywhere, or, for a sparse tensor, removes all elements.
  void clear(double value = 0);
  /// The number of stored elements.
  int64_t countStored() const;

  /// The stored coordinates of a sparse tensor that agree with `at` in the
  /// dimensions where `fixed` is true. Grouped once per `fixed`, so that
  /// walking the rows of a matrix does not scan it for each row.
  const std::vector<Point> &storedAt(const std::vector<bool> &fixed,
                                     const Point &at) const;

  /// The plain form of `print` (L16): a `#` comment, then the values.
  void print(std::ostream &os, const std::string &name) const;

private:
  int64_t offsetOf(const Point &at) const;

  ElementType type = ElementType::Double;
  std::vector<int64_t> sizes;
  bool sparse = false;
  std::vector<double> elements;   // dense: row-major
  std::map<Point, double> stored; // sparse
  mutable std::map<std::vector<bool>, std::map<Point, std::vector<Point>>>
      groups;
};

/// A number as the plain form prints it.
std::string formatNumber(double value);

} // namespace encke::reference

#endif // ENCKE_TESTS_REFERENCE_VALUE_H
