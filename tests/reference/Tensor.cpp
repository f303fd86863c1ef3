//===- Tensor.cpp - tensors as the oracle stores them ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/reference/Tensor.h"

using namespace encke;
using namespace encke::reference;

static constexpr int64_t mostElements = int64_t(1) << 24;

Tensor::Tensor(ElementType type, std::vector<int64_t> sizes, Layout layout)
    : type(type), sizes(std::move(sizes)), layout(std::move(layout)) {
  if (isSparse())
    return;
  int64_t count = 1;
  for (int64_t size : this->sizes)
    if (__builtin_mul_overflow(count, size, &count) || count > mostElements)
      throw NotSupported("a dense tensor of more than 2^24 elements");
  dense.assign(count, zero(getType()));
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

std::optional<Value> Tensor::get(const Point &at) const {
  if (!isSparse())
    return dense[offsetOf(at)];
  auto found = stored.find(at);
  if (found == stored.end())
    return std::nullopt;
  return found->second;
}

void Tensor::set(const Point &at, const Value &value) {
  Value converted = keptAs(convert(value, getType()), type);
  if (!isSparse()) {
    dense[offsetOf(at)] = converted;
    return;
  }
  offsetOf(at); // for its check
  stored[at] = converted;
  groups.clear();
}

void Tensor::erase(const Point &at) {
  if (!isSparse())
    return set(at, zero(getType()));
  stored.erase(at);
  groups.clear();
}

void Tensor::fill(const Value &value) {
  dense.assign(dense.size(), keptAs(convert(value, getType()), type));
}

void Tensor::clear() {
  stored.clear();
  groups.clear();
  fill(zero(type));
}

int64_t Tensor::countStored() const {
  return isSparse() ? stored.size() : dense.size();
}

std::map<Point, Value> Tensor::elements() const {
  if (isSparse())
    return stored;
  std::map<Point, Value> all;
  for (size_t offset = 0; offset < dense.size(); ++offset) {
    Point at(sizes.size());
    int64_t rest = offset;
    for (size_t d = sizes.size(); d-- > 0; rest /= sizes[d])
      at[d] = rest % sizes[d];
    all.emplace(at, dense[offset]);
  }
  return all;
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
