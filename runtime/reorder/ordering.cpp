//===- ordering.cpp - reordered labels of a running program ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reorder/ordering.h"

#include "core/context.h"
#include "core/progress.h"
#include "core/timing.h"
#include "reorder/choose.h"
#include "reorder/permute.h"
#include "storage/tensor.h"

#include <algorithm>
#include <cstdio>
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

namespace {

/// What a `reorder` renumbers: labels that are reordered already stay as they
/// are.
struct Unset {
  explicit Unset(const std::vector<encke_ordering *> &uses);

  int32_t count() const { return int32_t(orderings.size()); }
  /// By family.
  void set(Permutations numbers) const;
  /// All stays as it is, and that for good.
  void leave() const;

  std::vector<encke_ordering *> orderings; ///< by family
  std::vector<int32_t> families;           ///< by mode
};

} // namespace

Unset::Unset(const std::vector<encke_ordering *> &uses) {
  for (encke_ordering *ordering : uses) {
    families.push_back(Renumbering::Fixed);
    if (!ordering)
      continue;
    ordering->isFresh = false;
    if (ordering->isSet)
      continue;
    auto found = std::find(orderings.begin(), orderings.end(), ordering);
    families.back() = int32_t(found - orderings.begin());
    if (found == orderings.end())
      orderings.push_back(ordering);
  }
}

void Unset::set(Permutations numbers) const {
  for (size_t family = 0; family != orderings.size(); ++family) {
    encke_ordering &ordering = *orderings[family];
    ordering.inverse = inverse(numbers[family]);
    ordering.numbers = std::move(numbers[family]);
    ordering.isSet = ordering.isFresh = true;
  }
}

void Unset::leave() const {
  for (encke_ordering *ordering : orderings)
    ordering->isSet = true;
}

static void reorder(const encke_tensor &tensor, const Unset &unset,
                    const std::string &method, int64_t number) {
  if (unset.count() == 0 || method == "none")
    return;
  Pattern pattern = patternOf(tensor);
  unset.set(orderBy(method, {pattern, unset.families, unset.count()}, number));
}

/// L66.
static void reorderAuto(const encke_tensor &tensor, const Unset &unset,
                        const Walk &walk, const OrderCosts &costs,
                        const char *where) {
  if (unset.count() == 0)
    return;
  double start = now();
  Choice choice =
      chooseOrder(tensor, unset.families, unset.count(), walk, costs);
  Progress::clear();
  if (Context::current().options.verbose)
    std::fprintf(stderr, "%s: reorder by auto: %s (chosen in %.3f ms)\n",
                 where ? where : "", choice.describe().c_str(),
                 (now() - start) * 1e3);
  if (choice.numbers.empty())
    unset.leave();
  else
    unset.set(std::move(choice.numbers));
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
  guarded(where, [&] {
    Unset unset(takeUses(tensor->order));
    reorder(*tensor, unset, method, number);
  });
}

void encke_reorder_auto(const encke_tensor *tensor, int64_t least, int64_t most,
                        const int32_t *costs, const char *where) {
  guarded(where, [&] {
    Unset unset(takeUses(tensor->order));
    Walk walk(*tensor);
    walk.leastBytes = std::max<int64_t>(1, least);
    walk.mostBytes = std::max(walk.leastBytes, most);
    reorderAuto(*tensor, unset, walk, OrderCosts(costs), where);
  });
}

void encke_permute(encke_tensor *result, const encke_tensor *source,
                   int64_t direction, const char *where) {
  guarded(where, [&] {
    enum { In, Out, Again };
    std::vector<const Permutation *> numbers;
    for (encke_ordering *ordering : takeUses(source->order)) {
      bool applies = ordering && ordering->numbers.size() != 0 &&
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
