//===- decompose.cpp - the parts of a hybrid tensor -----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// UniSparse, section 4.3: a matrix is decomposed by what its elements have
// around them, and each part is stored in the format that suits it.
//
//===----------------------------------------------------------------------===//

#include "core/error.h"
#include "format/condition.h"
#include "storage/expand.h"
#include "storage/pack.h"
#include "storage/queries.h"
#include "storage/tensor.h"

#include <string_view>

namespace encke::rt {

using format::Condition;

/// By element, 0 or 1.
using Flags = Array<char>;

static std::vector<Condition> parseConditions(std::string_view texts,
                                              const encke_tensor &tensor) {
  std::vector<Condition> result;
  while (!texts.empty()) {
    size_t end = std::min(texts.find(';'), texts.size());
    format::Problem problem;
    std::string_view text = texts.substr(0, end);
    auto found = format::parseCondition(text, {}, problem);
    if (found && int64_t(found->order()) > tensor.order)
      problem.text = "a condition is over more modes than its tensor";
    if (!problem.text.empty())
      throw Error(problem.text + ": '" + std::string(text) + "'");
    result.push_back(std::move(*found));
    texts.remove_prefix(std::min(end + 1, texts.size()));
  }
  return result;
}

static Flags holds(const Condition &condition, Queries &queries) {
  if (condition.isComparison()) {
    const Queries::Column &left = queries.of(condition.sides[0]);
    const Queries::Column &right = queries.of(condition.sides[1]);
    return makeColumn<char>(queries.size(), [&](int64_t e) {
      return format::compare(condition.kind, left.values[e], right.values[e]);
    });
  }
  Flags left = holds(condition.operands[0], queries);
  if (condition.kind == Condition::Kind::Not)
    return makeColumn<char>(left.size(), [&](int64_t e) { return !left[e]; });
  Flags right = holds(condition.operands[1], queries);
  bool isAnd = condition.kind == Condition::Kind::And;
  return makeColumn<char>(left.size(), [&](int64_t e) {
    return isAnd ? left[e] & right[e] : left[e] | right[e];
  });
}

/// The elements of a part, in their order.
static Array<int64_t> elementsOf(size_t part, Queries &queries,
                                 const std::vector<Condition> &conditions) {
  int64_t count = queries.size(), kept = 0;
  Flags isTaken = makeColumn<char>(count, [](int64_t) { return 1; });
  for (size_t n = 0; n != conditions.size() && n <= part; ++n) {
    Flags met = holds(conditions[n], queries);
    for (int64_t e = 0; e != count; ++e)
      isTaken[e] &= (met[e] != 0) == (n == part);
  }
  for (int64_t e = 0; e != count; ++e)
    kept += isTaken[e];
  Array<int64_t> elements(kept);
  for (int64_t e = 0, at = 0; e != count; ++e)
    if (isTaken[e])
      elements[at++] = e;
  return elements;
}

template <typename Index>
static void decompose(encke_tensor &result, const encke_tensor &source,
                      const std::vector<Condition> &conditions, size_t part) {
  Expanded<Index> expanded = expand<Index>(source);
  int64_t count = expanded.values.size();
  std::vector<Array<int64_t>> modes;
  for (const Array<Index> &column : expanded.modes)
    modes.push_back(
        makeColumn<int64_t>(count, [&](int64_t e) { return column[e]; }));
  Queries queries(source, std::move(modes), count);
  Array<int64_t> elements = elementsOf(part, queries, conditions);
  std::vector<Array<Index>> kept;
  for (const Array<Index> &column : expanded.modes)
    kept.push_back(makeColumn<Index>(
        elements.size(), [&](int64_t e) { return column[elements[e]]; }));
  Elements values(source.type, elements.size());
  withElement(source.type, [&](auto zero) {
    using T = decltype(zero);
    const T *from = expanded.values.template data<T>();
    T *to = values.template data<T>();
    for (int64_t e = 0; e != elements.size(); ++e)
      to[e] = from[elements[e]];
  });
  KnownOrder known;
  known.sortedBy = expanded.known.sortedBy;
  known.distinct = expanded.known.distinct;
  pack(result, std::move(kept), std::move(values), std::move(known));
}

} // namespace encke::rt

using namespace encke::rt;

void encke_decompose(encke_tensor *result, const encke_tensor *source,
                     const char *conditions, int64_t part, const char *where) {
  guarded(where, [&] {
    std::vector<Condition> parsed = parseConditions(conditions, *source);
    if (hasNarrowSizes(*source))
      decompose<int32_t>(*result, *source, parsed, size_t(part));
    else
      decompose<int64_t>(*result, *source, parsed, size_t(part));
  });
}
