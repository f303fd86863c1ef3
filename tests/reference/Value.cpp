//===- Value.cpp - tensors as the oracle stores them ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/reference/Value.h"

#include <cstdio>

using namespace encke;
using namespace encke::reference;

/// What assigning `value` to an element of the given type leaves there.
static double roundTo(ElementType type, double value) {
  switch (type) {
  case ElementType::Float:
    return static_cast<float>(value);
  case ElementType::Bool:
    return value != 0;
  default:
    return value;
  }
}

Tensor::Tensor(ElementType type, std::vector<int64_t> sizes, bool isSparse)
    : type(type), sizes(std::move(sizes)), sparse(isSparse) {
  if (sparse)
    return;
  int64_t count = 1;
  for (int64_t size : this->sizes)
    if (__builtin_mul_overflow(count, size, &count) || count > (1 << 28))
      throw NotSupported("a dense tensor of more than 2^28 elements");
  elements.assign(count, 0.0);
}

int64_t Tensor::offsetOf(const Point &at) const {
  int64_t offset = 0;
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (at[d] < 0 || at[d] >= sizes[d])
      throw DataError("coordinate " + std::to_string(at[d]) +
                      " is outside a dimension of size " +
                      std::to_string(sizes[d]));
    offset = offset * sizes[d] + at[d];
  }
  return offset;
}

std::optional<double> Tensor::get(const Point &at) const {
  if (!sparse)
    return elements[offsetOf(at)];
  auto found = stored.find(at);
  if (found == stored.end())
    return std::nullopt;
  return found->second;
}

void Tensor::set(const Point &at, double value) {
  value = roundTo(type, value);
  if (sparse) {
    stored[at] = value;
    groups.clear();
  } else {
    elements[offsetOf(at)] = value;
  }
}

void Tensor::erase(const Point &at) {
  if (!sparse)
    return set(at, 0);
  stored.erase(at);
  groups.clear();
}

void Tensor::clear(double value) {
  stored.clear();
  groups.clear();
  elements.assign(elements.size(), roundTo(type, value));
}

int64_t Tensor::countStored() const {
  return sparse ? stored.size() : elements.size();
}

const std::vector<Point> &Tensor::storedAt(const std::vector<bool> &fixed,
                                           const Point &at) const {
  auto keyOf = [&](const Point &point) {
    Point key;
    for (size_t d = 0; d < fixed.size(); ++d)
      if (fixed[d])
        key.push_back(point[d]);
    return key;
  };
  auto [group, isNew] = groups.try_emplace(fixed);
  if (isNew)
    for (const auto &entry : stored)
      group->second[keyOf(entry.first)].push_back(entry.first);
  static const std::vector<Point> nothing;
  auto found = group->second.find(keyOf(at));
  return found == group->second.end() ? nothing : found->second;
}

std::string encke::reference::formatNumber(double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.17g", value);
  return buffer;
}

static std::string describe(const Tensor &tensor, const std::string &name) {
  std::string text = "# " + name + ":";
  for (size_t d = 0; d < tensor.getOrder(); ++d)
    text += (d ? " x " : " ") + std::to_string(tensor.getSizes()[d]);
  return text;
}

void Tensor::print(std::ostream &os, const std::string &name) const {
  if (sizes.empty()) {
    os << formatNumber(get({}).value_or(0)) << '\n';
    return;
  }
  os << describe(*this, name);
  if (sparse) {
    os << ", " << stored.size() << " stored\n";
    for (const auto &[at, value] : stored) {
      for (int64_t coordinate : at)
        os << coordinate << ' ';
      os << formatNumber(value) << '\n';
    }
    return;
  }
  os << '\n';
  // One value a line for a vector; otherwise the last dimension is a line.
  int64_t rowLength = sizes.size() == 1 ? 1 : sizes.back();
  int64_t rowsPerMatrix = sizes.size() < 3 ? 0 : sizes[sizes.size() - 2];
  int64_t rowCount = rowLength ? elements.size() / rowLength : 0;
  for (int64_t row = 0; row < rowCount; ++row) {
    if (rowsPerMatrix && row % rowsPerMatrix == 0) {
      os << "# " << name << "[";
      int64_t rest = row / rowsPerMatrix, stride = rowCount / rowsPerMatrix;
      for (size_t d = 0; d + 2 < sizes.size(); ++d) {
        stride /= sizes[d];
        os << rest / stride << ", ";
        rest %= stride;
      }
      os << ":, :]\n";
    }
    for (int64_t column = 0; column < rowLength; ++column)
      os << (column ? " " : "")
         << formatNumber(elements[row * rowLength + column]);
    os << '\n';
  }
}
