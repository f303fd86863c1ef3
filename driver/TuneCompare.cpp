//===- TuneCompare.cpp - results of two schedules -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/TuneCompare.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

using namespace encke;

static std::vector<char> copy(const void *array, int64_t bytes) {
  std::vector<char> bytesOf(array ? size_t(bytes) : 0);
  if (!bytesOf.empty())
    std::memcpy(bytesOf.data(), array, bytesOf.size());
  return bytesOf;
}

static std::vector<std::vector<char>> copyPattern(const encke_tensor &tensor) {
  std::vector<std::vector<char>> arrays;
  for (int32_t number = 0; number != tensor.level_count; ++number) {
    const encke_level &level = tensor.levels[number];
    arrays.push_back(copy(level.pos, level.pos_count * tensor.pos_bytes));
    arrays.push_back(copy(level.crd, level.crd_count * tensor.crd_bytes));
  }
  return arrays;
}

static int64_t getWidth(int32_t type) {
  switch (type) {
  case ENCKE_F32:
  case ENCKE_I32:
    return 4;
  case ENCKE_BOOL:
    return 1;
  case ENCKE_C128:
    return 16;
  default:
    return 8;
  }
}

TunedResult::TunedResult(const encke_tensor &tensor)
    : arrays(copyPattern(tensor)),
      values(copy(tensor.values, tensor.value_count * getWidth(tensor.type))),
      type(tensor.type), count(tensor.value_count) {}

/// Sums in another order differ by what the last digits of their terms are
/// worth: `magnitudes` are the sums of their absolute values. Where these are
/// not known: sums that cancel are small among others that do not.
template <typename T>
static std::string compareReals(const T *expected, const T *found,
                                const T *magnitudes, int64_t count) {
  constexpr double relative = sizeof(T) == 8 ? 1e-9 : 1e-4;
  constexpr double absolute = sizeof(T) == 8 ? 1e-12 : 1e-5;
  double largest = 0;
  for (int64_t place = 0; place != count; ++place)
    if (double size = std::abs(double(expected[place])); std::isfinite(size))
      largest = std::max(largest, size);
  for (int64_t place = 0; place != count; ++place) {
    double a = double(expected[place]), b = double(found[place]);
    if (a == b || (std::isnan(a) && std::isnan(b)))
      continue;
    double most = std::max(std::abs(a), std::abs(b));
    double allowed = std::max(relative * most, absolute * largest);
    if (magnitudes)
      allowed = std::max(allowed, relative * double(magnitudes[place]));
    if (std::abs(a - b) <= allowed && std::isfinite(most))
      continue;
    char text[128];
    std::snprintf(text, sizeof(text), "value %lld is %.9g, not %.9g",
                  static_cast<long long>(place), b, a);
    return text;
  }
  return "";
}

std::string TunedResult::compare(const TunedResult &other,
                                 const TunedResult *magnitudes) const {
  if (type != other.type || count != other.count)
    return "it has " + std::to_string(other.count) + " values, not " +
           std::to_string(count);
  if (arrays != other.arrays)
    return "it has elements at other coordinates";
  // They are of the same elements.
  if (magnitudes && (magnitudes->arrays != arrays ||
                     magnitudes->count != count || magnitudes->type != type))
    magnitudes = nullptr;
  auto reals = [&](auto kind) {
    using T = decltype(kind);
    auto get = [](const TunedResult &result) {
      const void *values = result.values.data();
      return static_cast<const T *>(values);
    };
    return compareReals(get(*this), get(other),
                        magnitudes ? get(*magnitudes) : nullptr,
                        count * getWidth(type) / int64_t(sizeof(T)));
  };
  if (type == ENCKE_F64 || type == ENCKE_C128)
    return reals(double());
  if (type == ENCKE_F32)
    return reals(float());
  return values == other.values ? "" : "its values differ";
}
