//===- along.cpp - functions of whole tensors -----------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/error.h"
#include "dense/lapack.h"
#include "storage/list.h"
#include "storage/places.h"
#include "storage/walk.h"
#include "storage/whole_functions.h"

#include <cmath>
#include <cstdarg>
#include <string_view>

using namespace encke::rt;

/// All elements of a dense tensor, what a sparse one stores, in order.
template <typename T>
static List<T> elementsOf(const encke_tensor &tensor) {
  List<T> list(size_t(tensor.order));
  if (isAllDense(tensor)) {
    std::vector<int64_t> strides = denseStrides(tensor);
    const auto *values = static_cast<const T *>(tensor.values);
    forEachPoint(tensor.sizes, list.order, [&](const int64_t *at) {
      list.add(at, values[offsetOf(strides, at)]);
    });
    return list;
  }
  walkSorted(tensor, [&](const int64_t *at, int64_t position) {
    list.add(at, valueAt<T>(tensor, position));
  });
  return list;
}

/// L57: row-major in both.
void encke::rt::reshape(encke_tensor &result, const encke_tensor &source) {
  int64_t count = volume(source);
  if (count != volume(result))
    throw Error("what has " + std::to_string(count) +
                " coordinates cannot be reshaped to have " +
                std::to_string(volume(result)));
  withElement(source.type, [&](auto element) {
    using T = decltype(element);
    List<T> list(size_t(result.order));
    std::vector<int64_t> to(list.order);
    List<T> from = elementsOf<T>(source);
    for (int64_t n = 0; n != from.size(); ++n) {
      int64_t place = 0;
      for (size_t mode = 0; mode != from.order; ++mode)
        place = place * source.sizes[mode] + from.at(n)[mode];
      for (size_t mode = list.order; mode-- != 0;) {
        to[mode] = place % result.sizes[mode];
        place /= result.sizes[mode];
      }
      list.add(to.data(), from.values[size_t(n)]);
    }
    fillFrom(result, list);
  });
}

namespace {

/// What follows each other along a mode, of a list in order.
template <typename T>
class Fibres {
public:
  Fibres(const List<T> &list, size_t along) : list(list), along(along) {
    numbers.resize(size_t(list.size()));
    std::iota(numbers.begin(), numbers.end(), 0);
    std::stable_sort(numbers.begin(), numbers.end(),
                     [&](int64_t a, int64_t b) { return compare(a, b) < 0; });
  }

  /// Calls visit(numbers of the elements) for each fibre that has some.
  template <typename Visit>
  void forEach(Visit visit) {
    for (size_t first = 0; first != numbers.size();) {
      size_t last = first + 1;
      while (last != numbers.size() &&
             compare(numbers[first], numbers[last]) == 0)
        ++last;
      visit(std::vector<int64_t>(numbers.begin() + int64_t(first),
                                 numbers.begin() + int64_t(last)));
      first = last;
    }
  }

private:
  /// The coordinates but those along the mode.
  int compare(int64_t a, int64_t b) const {
    for (size_t mode = 0; mode != list.order; ++mode)
      if (mode != along && list.at(a)[mode] != list.at(b)[mode])
        return list.at(a)[mode] < list.at(b)[mode] ? -1 : 1;
    return 0;
  }

  const List<T> &list;
  size_t along;
  std::vector<int64_t> numbers;
};

} // namespace

/// NaN is behind all numbers.
template <typename T>
static bool isLess(const T &a, const T &b) {
  if constexpr (isReal<T>)
    if (std::isnan(a) || std::isnan(b))
      return !std::isnan(a) && std::isnan(b);
  return a < b;
}

/// Calls f with an element of a type that has an order.
template <typename F>
static void withOrdered(int32_t type, F &&f) {
  withElement(type, [&](auto element) {
    if constexpr (isComplexNumber<decltype(element)>)
      throw Error("complex numbers have no order");
    else
      f(element);
  });
}

void encke::rt::accumulate(encke_tensor &result, const encke_tensor &source,
                           size_t along) {
  withElement(source.type, [&](auto element) {
    using T = decltype(element);
    fillFrom(result, elementsOf<T>(source));
    std::vector<int64_t> strides = denseStrides(result);
    auto *into = static_cast<T *>(result.values);
    forEachPoint(result.sizes, size_t(result.order), [&](const int64_t *at) {
      if (at[along] == 0)
        return;
      int64_t place = offsetOf(strides, at);
      into[place] = T(into[place] + into[place - strides[along]]);
    });
  });
}

void encke::rt::sortAlong(encke_tensor &result, const encke_tensor &source,
                          size_t along, bool givesNumbers) {
  withOrdered(source.type, [&](auto element) {
    using T = decltype(element);
    List<T> list = elementsOf<T>(source);
    List<T> values(list.order);
    List<int64_t> numbers(list.order);
    Fibres<T>(list, along).forEach([&](const std::vector<int64_t> &fibre) {
      std::vector<int64_t> sorted = fibre;
      std::stable_sort(sorted.begin(), sorted.end(), [&](int64_t a, int64_t b) {
        return isLess(list.values[size_t(a)], list.values[size_t(b)]);
      });
      for (size_t k = 0; k != fibre.size(); ++k) {
        const int64_t *at = list.at(fibre[k]);
        values.add(at, list.values[size_t(sorted[k])]);
        numbers.add(at, list.at(sorted[k])[along]);
      }
    });
    if (givesNumbers)
      fillFrom(result, numbers);
    else
      fillFrom(result, values);
  });
}

/// Of equal elements those with the least coordinates.
void encke::rt::takeGreatest(encke_tensor &result, const encke_tensor &source,
                             size_t along, int64_t count) {
  withOrdered(source.type, [&](auto element) {
    using T = decltype(element);
    List<T> list = elementsOf<T>(source), taken(list.order);
    Fibres<T>(list, along).forEach([&](std::vector<int64_t> fibre) {
      std::stable_sort(fibre.begin(), fibre.end(), [&](int64_t a, int64_t b) {
        return isLess(list.values[size_t(b)], list.values[size_t(a)]);
      });
      for (size_t k = 0; k != fibre.size() && int64_t(k) < count; ++k)
        taken.add(list.at(fibre[k]), list.values[size_t(fibre[k])]);
    });
    fillFrom(result, taken);
  });
}

void encke::rt::placeElements(encke_tensor &result,
                              const encke_tensor &coordinates,
                              const encke_tensor &values) {
  const auto *rows = static_cast<const int64_t *>(coordinates.values);
  auto order = size_t(result.order);
  withElement(result.type, [&](auto element) {
    using T = decltype(element);
    const auto *elements = static_cast<const T *>(values.values);
    List<T> list(order);
    for (int64_t n = 0; n != values.sizes[0]; ++n) {
      const int64_t *at = rows + size_t(n) * order;
      for (size_t mode = 0; mode != order; ++mode)
        if (at[mode] < 0 || at[mode] >= result.sizes[mode])
          refuseCoordinate(at[mode], mode, result.sizes[mode]);
      list.add(at, elements[n]);
    }
    std::vector<int64_t> sorted = sortedOrder(list);
    for (size_t k = 1; k < sorted.size(); ++k)
      if (isSamePlace(list, sorted[k - 1], sorted[k]))
        refuseSecond(list.at(sorted[k]), order);
    fillFrom(result, list);
  });
}

static void compute(std::string_view function, size_t mode, int64_t number,
                    const std::vector<encke_tensor *> &results,
                    const std::vector<const encke_tensor *> &operands) {
  if (factorise(function, results, operands))
    return;
  if (function == "reshape")
    reshape(*results[0], *operands[0]);
  else if (function == "elements")
    placeElements(*results[0], *operands[0], *operands[1]);
  else if (function == "cumsum")
    accumulate(*results[0], *operands[0], mode);
  else if (function == "top")
    takeGreatest(*results[0], *operands[0], mode, number);
  else
    sortAlong(*results[0], *operands[0], mode, function == "argsort");
}

void encke_whole(const char *function, int64_t mode, int64_t number,
                 const char *where, int64_t results, int64_t count, ...) {
  std::va_list list;
  va_start(list, count);
  guarded(where, [&] {
    std::vector<encke_tensor *> filled;
    std::vector<const encke_tensor *> read;
    for (int64_t n = 0; n != count; ++n) {
      auto *tensor = va_arg(list, encke_tensor *);
      if (n < results)
        filled.push_back(tensor);
      else
        read.push_back(tensor);
    }
    compute(function, size_t(mode), number, filled, read);
  });
  va_end(list);
}
