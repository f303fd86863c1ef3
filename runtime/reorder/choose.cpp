//===- choose.cpp - the order that pays (L66) -----------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reorder/choose.h"

#include "reorder/reuse.h"
#include "storage/entries.h"
#include "storage/tensor.h"

#include <algorithm>
#include <cstdio>
#include <numeric>

using namespace encke::rt;

OrderCosts::OrderCosts(const int32_t *numbers) {
  constexpr double kib = 1024, percent = 0.01;
  auto next = [&] { return double(*numbers++); };
  for (double &bytes : cacheBytes)
    bytes = next() * kib;
  for (double *cost : {&element, &line, &slice})
    *cost = next();
  for (double &cost : miss)
    cost = next();
  for (double &cost : missLine)
    cost = next();
  for (double *cost : {&rcm, &products})
    *cost = next();
  leastGain = next() * percent;
}

Walk::Walk(const encke_tensor &tensor)
    : bytesOfElement(double(elementBytes(tensor.type) +
                            (tensor.order - 1) * tensor.crd_bytes)) {
  auto add = [&](int32_t mode) {
    bool isThere = std::count(modes.begin(), modes.end(), size_t(mode)) != 0;
    if (mode >= 0 && !isThere) // slots have no mode
      modes.push_back(size_t(mode));
  };
  for (int32_t level = 0; level != tensor.level_count; ++level)
    add(tensor.levels[level].mode);
  for (int32_t mode = 0; mode != tensor.order; ++mode)
    add(mode);
}

namespace {

/// Products of one kind: with so many bytes at a coordinate.
class Product {
public:
  Product(const Walk &walk, int64_t bytes, const OrderCosts &costs)
      : walk(walk), bytes(bytes), costs(costs) {}

  ReuseTimes reuseIn(const Pattern &pattern) const;
  /// Of one product, in ps.
  double timeOf(const Pattern &pattern, const ReuseTimes &reuse) const;

private:
  static constexpr int64_t cacheLine = 64;

  const Walk &walk;
  int64_t bytes;
  const OrderCosts &costs;
};

/// A kind of product, and its times in the order at hand and in the best one
/// that there could be.
struct Case {
  Product product;
  double now, least;
};

} // namespace

/// What the outermost loop fetches stays for the whole slice.
ReuseTimes Product::reuseIn(const Pattern &pattern) const {
  int64_t together = std::max<int64_t>(1, cacheLine / bytes);
  ReuseTimes reuse(pattern.count);
  for (size_t loop = 1; loop < walk.modes.size(); ++loop) {
    size_t mode = walk.modes[loop];
    reuse.addMode(pattern.modes[mode], pattern.sizes[mode], together);
  }
  return reuse;
}

double Product::timeOf(const Pattern &pattern, const ReuseTimes &reuse) const {
  double elements = double(pattern.count);
  double slices = double(pattern.sizes[walk.modes.front()]);
  double lines = std::max(1.0, double(bytes) / double(cacheLine));
  double others = double(walk.modes.size() - 1);
  double streamed =
      walk.bytesOfElement + double(bytes) * std::min(1.0, slices / elements);
  double time = elements * (costs.element + others * (lines - 1) * costs.line) +
                slices * costs.slice;
  for (int cache = 0; cache != OrderCosts::caches; ++cache)
    time += reuse.missesOf(costs.cacheBytes[cache], lines * double(cacheLine),
                           streamed) *
            (costs.miss[cache] + (lines - 1) * costs.missLine[cache]);
  return time;
}

/// How many times as fast the product is that gains least.
template <typename Time>
static double leastGain(const std::vector<Case> &cases, Time time) {
  double least = 0;
  for (const Case &each : cases) {
    double gain = each.now / time(each);
    least = &each == &cases.front() ? gain : std::min(least, gain);
  }
  return least;
}

/// What products save altogether when `gain` is reached.
static double savedBy(double gain, const std::vector<Case> &cases,
                      const OrderCosts &costs) {
  double longest = 0;
  for (const Case &each : cases)
    longest = std::max(longest, each.now);
  return costs.products * longest * (1 - 1 / gain);
}

/// The pattern as a walk in the new order meets it.
static Pattern inOrder(const Renumbering &what, const Permutations &numbers,
                       const Walk &walk) {
  std::vector<const Permutation *> byMode;
  for (int32_t family : what.families)
    byMode.push_back(family == Renumbering::Fixed ? nullptr
                                                  : &numbers[size_t(family)]);
  return renumber(what.pattern, byMode, walk.modes);
}

Choice encke::rt::chooseOrder(const Renumbering &what, const Walk &walk,
                              const OrderCosts &costs) {
  Choice choice;
  const Pattern &pattern = what.pattern;
  if (pattern.count == 0 || what.count == 0)
    return choice;
  std::vector<Case> cases;
  for (int64_t bytes : {walk.leastBytes, walk.mostBytes}) {
    if (!cases.empty() && walk.leastBytes == walk.mostBytes)
      break;
    Product product(walk, bytes, costs);
    ReuseTimes reuse = product.reuseIn(pattern);
    cases.push_back({product, product.timeOf(pattern, reuse),
                     product.timeOf(pattern, reuse.best())});
  }
  choice.bound = leastGain(cases, [](const Case &each) { return each.least; });

  int64_t vertices =
      std::accumulate(pattern.sizes.begin(), pattern.sizes.end(), int64_t(0));
  if (!fitsNarrow(vertices) || choice.bound < costs.leastGain ||
      savedBy(choice.bound, cases, costs) < costs.rcm * double(pattern.count))
    return choice;
  Permutations numbers = reverseCuthillMcKee(what);
  Pattern found = inOrder(what, numbers, walk);
  choice.rcm = leastGain(cases, [&](const Case &each) {
    return each.product.timeOf(found, each.product.reuseIn(found));
  });
  if (*choice.rcm >= costs.leastGain)
    choice.numbers = std::move(numbers);
  return choice;
}

Choice encke::rt::chooseOrder(const encke_tensor &tensor,
                              const std::vector<int32_t> &families,
                              int32_t count, const Walk &walk,
                              const OrderCosts &costs) {
  // All of a dense tensor is used in any order.
  if (isAllDense(tensor) || !canReorder(tensor))
    return {};
  Pattern pattern = patternOf(tensor);
  return chooseOrder({pattern, families, count}, walk, costs);
}

std::string Choice::describe() const {
  auto times = [](double gain) {
    char text[32];
    std::snprintf(text, sizeof(text), "%.2f times as fast", gain);
    return std::string(text);
  };
  if (!numbers.empty())
    return "rcm, estimated " + times(*rcm);
  if (rcm)
    return "none: rcm is estimated " + times(*rcm);
  return "none: in any order it is estimated at most " + times(bound);
}
