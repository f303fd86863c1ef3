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

#include "storage/decompose.h"
#include "core/error.h"
#include "core/timing.h"
#include "storage/expand.h"
#include "storage/format_text.h"
#include "storage/level_map.h"
#include "storage/pack.h"
#include "storage/queries.h"
#include "storage/tensor.h"

#include <cstdarg>
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

/// The elements of each part, in their order.
template <typename Index>
static std::vector<Array<int64_t>>
divide(const encke_tensor &source, const Expanded<Index> &expanded,
       const std::vector<Condition> &conditions) {
  Phase phase("divide");
  int64_t count = expanded.values.size();
  auto last = int32_t(conditions.size());
  Array<int32_t> partOf =
      makeColumn<int32_t>(count, [&](int64_t) { return last; });
  if (last != 0) {
    std::vector<Array<int64_t>> modes;
    for (const Array<Index> &column : expanded.modes)
      modes.push_back(
          makeColumn<int64_t>(count, [&](int64_t e) { return column[e]; }));
    Queries queries(source, std::move(modes), count);
    for (int32_t part = 0; part != last; ++part) {
      Flags met = holds(conditions[size_t(part)], queries);
      parallelCopy(count, [&](int64_t e, int64_t end) {
        for (; e != end; ++e)
          if (met[e] && partOf[e] == last)
            partOf[e] = part;
      });
    }
  }
  std::vector<int64_t> counts(conditions.size() + 1);
  for (int64_t e = 0; e != count; ++e)
    ++counts[size_t(partOf[e])];
  std::vector<Array<int64_t>> result;
  for (int64_t &some : counts)
    result.emplace_back(std::exchange(some, 0));
  for (int64_t e = 0; e != count; ++e) {
    auto part = size_t(partOf[e]);
    result[part][counts[part]++] = e;
  }
  return result;
}

template <typename Index>
static void decomposeAs(const encke_tensor &source,
                        const std::vector<Condition> &conditions,
                        const std::vector<encke_tensor *> &parts) {
  Expanded<Index> expanded = expand<Index>(source);
  std::vector<Array<int64_t>> divided = divide(source, expanded, conditions);
  for (size_t part = 0; part != parts.size(); ++part) {
    const Array<int64_t> elements = std::move(divided[part]);
    std::vector<Array<Index>> kept;
    for (const Array<Index> &column : expanded.modes)
      kept.push_back(makeColumn<Index>(
          elements.size(), [&](int64_t e) { return column[elements[e]]; }));
    Elements values(source.type, elements.size());
    withElement(source.type, [&](auto zero) {
      using T = decltype(zero);
      const T *from = expanded.values.template data<T>();
      T *to = values.template data<T>();
      parallelCopy(elements.size(), [&](int64_t e, int64_t end) {
        for (; e != end; ++e)
          to[e] = from[elements[e]];
      });
    });
    KnownOrder known;
    known.sortedBy = expanded.known.sortedBy;
    known.distinct = expanded.known.distinct;
    pack(*parts[part], std::move(kept), std::move(values), std::move(known));
  }
}

void decompose(const encke_tensor &source,
               const std::vector<Condition> &conditions,
               const std::vector<encke_tensor *> &parts) {
  if (hasNarrowSizes(source))
    decomposeAs<int32_t>(source, conditions, parts);
  else
    decomposeAs<int64_t>(source, conditions, parts);
}

std::vector<encke_tensor *> storeParts(const encke_tensor &source,
                                       const std::vector<format::Part> &parts) {
  std::string type = formatText(source);
  type.resize(type.find(' '));
  type += ' ' + std::to_string(source.pos_bytes) + ' ' +
          std::to_string(source.crd_bytes) + ' ';
  std::vector<encke_tensor *> stored;
  std::vector<Condition> conditions;
  for (const format::Part &part : parts) {
    stored.push_back(
        newTensor((type + format::levelsText(part.levels)).c_str()));
    std::copy_n(source.sizes, source.order, stored.back()->sizes);
    setLevelSizes(*stored.back());
    if (part.condition)
      conditions.push_back(*part.condition);
  }
  decompose(source, conditions, stored);
  return stored;
}

} // namespace encke::rt

using namespace encke::rt;

void encke_decompose(const encke_tensor *source, const char *conditions,
                     const char *where, int64_t count, ...) {
  std::va_list arguments;
  va_start(arguments, count);
  guarded(where, [&] {
    std::vector<encke_tensor *> parts;
    for (int64_t n = 0; n != count; ++n)
      parts.push_back(va_arg(arguments, encke_tensor *));
    decompose(*source, parseConditions(conditions, *source), parts);
  });
  va_end(arguments);
}
