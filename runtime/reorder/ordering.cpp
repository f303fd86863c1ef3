//===- ordering.cpp - reordered labels of a running program ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reorder/ordering.h"

#include "core/context.h"
#include "reorder/permute.h"
#include "storage/tensor.h"

#include <algorithm>
#include <numeric>

using namespace encke::rt;

/// What encke_ordering_use has announced, by mode; null for the others.
static std::vector<encke_ordering *> takeUses(int32_t order) {
  std::vector<encke_ordering *> uses(static_cast<size_t>(order));
  for (auto [ordering, mode] : Context::current().orderingUses)
    if (mode >= 0 && mode < order)
      uses[size_t(mode)] = ordering;
  Context::current().orderingUses.clear();
  return uses;
}

/// Labels that are reordered already stay as they are.
static void reorder(const encke_tensor &tensor,
                    const std::vector<encke_ordering *> &uses,
                    const std::string &method, int64_t number) {
  std::vector<encke_ordering *> unset;
  std::vector<int32_t> families;
  for (encke_ordering *ordering : uses) {
    families.push_back(Renumbering::Fixed);
    if (!ordering)
      continue;
    ordering->isFresh = false;
    if (ordering->isSet)
      continue;
    auto found = std::find(unset.begin(), unset.end(), ordering);
    families.back() = int32_t(found - unset.begin());
    if (found == unset.end())
      unset.push_back(ordering);
  }
  if (unset.empty() || method == "none")
    return;
  Pattern pattern = patternOf(tensor);
  Permutations numbers =
      orderBy(method, {pattern, families, int32_t(unset.size())}, number);
  for (size_t family = 0; family != unset.size(); ++family) {
    encke_ordering &ordering = *unset[family];
    ordering.inverse = inverse(numbers[family]);
    ordering.numbers = std::move(numbers[family]);
    ordering.isSet = ordering.isFresh = true;
  }
}

encke_ordering *encke_ordering_new(void) {
  return guarded(nullptr, [] {
    auto &orderings = Context::current().orderings;
    orderings.push_back(std::make_shared<encke_ordering>());
    return orderings.back().get();
  });
}

void encke_ordering_free(encke_ordering *ordering) {
  guarded(nullptr, [&] {
    auto &orderings = Context::current().orderings;
    orderings.erase(std::remove_if(orderings.begin(), orderings.end(),
                                   [&](const auto &other) {
                                     return other.get() == ordering;
                                   }),
                    orderings.end());
  });
}

void encke_ordering_use(encke_ordering *ordering, int64_t mode) {
  guarded(nullptr, [&] {
    Context::current().orderingUses.emplace_back(ordering, mode);
  });
}

void encke_reorder(const encke_tensor *tensor, const char *method,
                   int64_t number, const char *where) {
  guarded(where,
          [&] { reorder(*tensor, takeUses(tensor->order), method, number); });
}

void encke_permute(encke_tensor *result, const encke_tensor *source,
                   int64_t direction, const char *where) {
  guarded(where, [&] {
    enum { In, Out, Again };
    std::vector<const Permutation *> numbers;
    for (encke_ordering *ordering : takeUses(source->order)) {
      bool applies = ordering &&
                     (direction == Again ? ordering->isFresh : ordering->isSet);
      numbers.push_back(applies ? direction == Out ? &ordering->inverse
                                                   : &ordering->numbers
                                : nullptr);
      int64_t size = source->sizes[numbers.size() - 1];
      if (applies && numbers.back()->size() != size)
        throw Error("a dimension of size " + std::to_string(size) +
                    " cannot have the order of one of size " +
                    std::to_string(numbers.back()->size()));
    }
    permute(*result, *source, numbers);
  });
}

void encke_permutation(encke_tensor *tensor) {
  guarded(nullptr, [&] {
    ensureDenseValues(*tensor);
    withElement(tensor->type, [&](auto element) {
      using T = decltype(element);
      T *values = static_cast<T *>(tensor->values);
      for (int64_t i = 0; i != tensor->value_count; ++i)
        values[i] = T(double(i));
    });
  });
}
