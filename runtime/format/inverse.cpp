//===- inverse.cpp - what the levels of a format tell ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "inverse.h"

#include <algorithm>
#include <vector>

namespace encke::format {

using Kind = Expression::Kind;

void Known::add(const Expression &expression, const Expression &formula) {
  if (note(expression, Fact{formula, expression.isDirect()}))
    conclude();
}

std::optional<Expression> Known::find(const Expression &expression) const {
  std::optional<Fact> fact = look(expression);
  return fact && fact->isDirect ? std::optional(fact->formula) : std::nullopt;
}

bool Known::follows(const Expression &expression) const {
  return look(expression).has_value();
}

/// A fact, or what is computed from facts.
std::optional<Known::Fact> Known::look(const Expression &expression) const {
  if (auto found = facts.find(expression); found != facts.end())
    return found->second;
  if (expression.is(Kind::Integer))
    return Fact{expression, true};
  if (expression.isLeaf())
    return std::nullopt;
  bool isDirect = !expression.isQuery();
  std::vector<Expression> operands;
  for (const Expression &operand : expression.getOperands()) {
    std::optional<Fact> fact = look(operand);
    if (!fact)
      return std::nullopt;
    isDirect &= fact->isDirect;
    operands.push_back(fact->formula);
  }
  return Fact{Expression::make(expression.getKind(), std::move(operands)),
              isDirect};
}

/// Returns whether the fact is new; a direct one is better than another.
bool Known::note(const Expression &expression, std::optional<Fact> fact) {
  if (!fact || expression.is(Kind::Integer))
    return false;
  auto [found, isNew] = facts.try_emplace(expression, *fact);
  if (isNew)
    return true;
  if (found->second.isDirect || !fact->isDirect)
    return false;
  found->second = *fact;
  return true;
}

void Known::conclude() {
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto &[expression, fact] : std::map(facts))
      changed |= concludeFrom(expression, fact);
  }
}

/// What follows from the value of one expression.
bool Known::concludeFrom(const Expression &expression, const Fact &fact) {
  auto combine = [](Kind kind, const Fact &a, const Fact &b) {
    return Fact{Expression::make(kind, {a.formula, b.formula}),
                a.isDirect && b.isDirect};
  };
  if (expression.isLeaf())
    return false;
  const Expression &a = expression.operand(0);
  switch (expression.getKind()) {
  case Kind::Add:
  case Kind::Subtract: {
    const Expression &b = expression.operand(1);
    bool isSum = expression.is(Kind::Add), changed = false;
    if (std::optional<Fact> known = look(b))
      changed |=
          note(a, combine(isSum ? Kind::Subtract : Kind::Add, fact, *known));
    if (std::optional<Fact> known = look(a))
      changed |= note(b, isSum ? combine(Kind::Subtract, fact, *known)
                               : combine(Kind::Subtract, *known, fact));
    return changed;
  }
  case Kind::Multiply: {
    const Expression &b = expression.operand(1);
    for (const auto &[factor, other] : {std::pair(a, b), std::pair(b, a)})
      if (factor.is(Kind::Integer) && factor.getNumber() > 0)
        return note(other, combine(Kind::Divide, fact, {factor, true}));
    return false;
  }
  case Kind::Divide: {
    const Expression &b = expression.operand(1);
    auto join = [&](const Expression &whole, const Expression &width,
                    const Fact &rest) {
      Fact first = combine(Kind::Multiply, fact, {width, true});
      return note(whole, combine(Kind::Add, first, rest));
    };
    bool changed = false;
    if (auto rest = look(Expression::make(Kind::Remainder, {a, b})))
      changed = join(a, b, *rest);
    // a / (m * k) is a / m / k, of which the remainder is (a / m) % k.
    for (const auto &[other, rest] : std::map(facts))
      if (other.is(Kind::Remainder) && other.operand(0).is(Kind::Divide) &&
          other.operand(0).operand(0) == a &&
          Expression::make(Kind::Divide,
                           {other.operand(0), other.operand(1)}) == expression)
        changed |= join(other.operand(0), other.operand(1), rest);
    return changed;
  }
  case Kind::Reorder:
    return note(a, Fact{expression, false});
  case Kind::Enumerate: {
    const std::vector<Expression> &all = expression.getOperands();
    bool known = std::all_of(all.begin(), all.end() - 1,
                             [&](const Expression &e) { return look(e); });
    return known && note(all.back(), Fact{expression, false});
  }
  default:
    return false;
  }
}

} // namespace encke::format
