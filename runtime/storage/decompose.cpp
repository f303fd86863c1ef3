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
#include <numeric>
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

/// a ? b for all elements, one of them perhaps a number.
static Flags compareAll(Condition::Kind kind, const format::Expression &a,
                        const format::Expression &b, Queries &queries) {
  auto with = [&](auto left, auto right) {
    return makeColumn<char>(queries.size(), [=](int64_t e) {
      return format::compare(kind, left(e), right(e));
    });
  };
  auto number = [](const format::Expression &side) {
    return [value = side.getNumber()](int64_t) { return value; };
  };
  auto column = [&](const format::Expression &side) {
    return [values = queries.of(side).values.data()](int64_t e) {
      return values[e];
    };
  };
  if (b.is(format::Expression::Kind::Integer))
    return with(column(a), number(b));
  if (a.is(format::Expression::Kind::Integer))
    return with(number(a), column(b));
  return with(column(a), column(b));
}

static Flags holds(const Condition &condition, Queries &queries) {
  if (condition.isComparison())
    return compareAll(condition.kind, condition.sides[0], condition.sides[1],
                      queries);
  Flags left = holds(condition.operands[0], queries);
  if (condition.kind == Condition::Kind::Not)
    return makeColumn<char>(left.size(), [&](int64_t e) { return !left[e]; });
  Flags right = holds(condition.operands[1], queries);
  bool isAnd = condition.kind == Condition::Kind::And;
  return makeColumn<char>(left.size(), [&](int64_t e) {
    return isAnd ? left[e] & right[e] : left[e] | right[e];
  });
}

namespace {

/// Which part each element is in.
class Division {
public:
  template <typename Index>
  Division(const encke_tensor &source, const Expanded<Index> &expanded,
           const std::vector<Condition> &conditions);

  int64_t size(size_t part) const { return begins[part].back(); }
  /// Copies what the elements of a part have in a column, in their order.
  template <typename T>
  void copy(size_t part, const T *column, T *to) const;

private:
  Array<int32_t> partOf;
  int32_t threads;
  /// By part, how many of it come before each thread's share of the elements.
  std::vector<std::vector<int64_t>> begins;
};

} // namespace

template <typename Index>
Division::Division(const encke_tensor &source, const Expanded<Index> &expanded,
                   const std::vector<Condition> &conditions)
    : threads(threadsFor(expanded.values.size())),
      begins(conditions.size() + 1) {
  Phase phase("divide");
  int64_t count = expanded.values.size();
  auto last = int32_t(conditions.size());
  partOf = makeColumn<int32_t>(count, [&](int64_t) { return last; });
  if (last != 0) {
    Queries queries(source, expanded.modes, count);
    for (int32_t part = 0; part != last; ++part) {
      Flags met = holds(conditions[size_t(part)], queries);
      parallelCopy(count, [&](int64_t e, int64_t end) {
        for (; e != end; ++e)
          if (met[e] && partOf[e] == last)
            partOf[e] = part;
      });
    }
  }
  for (std::vector<int64_t> &of : begins)
    of.assign(size_t(threads) + 1, 0);
  onThreads(threads, [&](int32_t t) {
    std::vector<int64_t> own;
    own.resize(begins.size());
    int64_t end = partBegin(count, threads, t + 1);
    for (int64_t e = partBegin(count, threads, t); e != end; ++e)
      ++own[size_t(partOf[e])];
    for (size_t part = 0; part != own.size(); ++part)
      begins[part][size_t(t) + 1] = own[part];
  });
  for (std::vector<int64_t> &of : begins)
    std::partial_sum(of.begin(), of.end(), of.begin());
}

/// Where the next element of the part goes, every element is written.
template <typename T>
void Division::copy(size_t part, const T *column, T *to) const {
  onThreads(threads, [&](int32_t t) {
    int64_t at = begins[part][size_t(t)], end = begins[part][size_t(t) + 1];
    for (int64_t e = partBegin(partOf.size(), threads, t); at != end; ++e) {
      to[at] = column[e];
      at += partOf[e] == int32_t(part);
    }
  });
}

template <typename Index>
static void decomposeAs(const encke_tensor &source,
                        const std::vector<Condition> &conditions,
                        const std::vector<encke_tensor *> &parts) {
  Expanded<Index> expanded = expand<Index>(source);
  Division division(source, expanded, conditions);
  for (size_t part = 0; part != parts.size(); ++part) {
    std::vector<Array<Index>> kept;
    Elements values(source.type, division.size(part));
    {
      Phase phase("divide");
      for (const Array<Index> &column : expanded.modes) {
        kept.emplace_back(division.size(part));
        division.copy(part, column.data(), kept.back().data());
      }
      withElement(source.type, [&](auto zero) {
        using T = decltype(zero);
        division.copy(part, expanded.values.template data<T>(),
                      values.template data<T>());
      });
    }
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
