//===- expression.cpp - the coordinate that a level stores ----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "expression.h"

#include <algorithm>

namespace encke::format {

using Kind = Expression::Kind;

const char *queryName(Kind kind) {
  switch (kind) {
  case Kind::Count:
    return "count";
  case Kind::Enumerate:
    return "enumerate";
  case Kind::Reorder:
    return "reorder";
  case Kind::Schedule:
    return "schedule";
  default:
    return nullptr;
  }
}

//===----------------------------------------------------------------------===//
// Simplification
//===----------------------------------------------------------------------===//

/// a op b; none where 64 bits do not do, or a divisor is not positive.
static std::optional<int64_t> fold(Kind kind, int64_t a, int64_t b) {
  int64_t result = 0;
  bool failed = true;
  switch (kind) {
  case Kind::Add:
    failed = __builtin_add_overflow(a, b, &result);
    break;
  case Kind::Subtract:
    failed = __builtin_sub_overflow(a, b, &result);
    break;
  case Kind::Multiply:
    failed = __builtin_mul_overflow(a, b, &result);
    break;
  case Kind::Divide:
  case Kind::Remainder:
    failed = b <= 0;
    if (!failed)
      result = kind == Kind::Divide ? floorDivide(a, b) : floorRemainder(a, b);
    break;
  default:
    break;
  }
  return failed ? std::nullopt : std::optional(result);
}

/// Which operand of a binary operation it equals, if the other one is a
/// neutral number; -1 for none.
static int findNeutral(Kind kind, const Expression &a, const Expression &b) {
  auto is = [](const Expression &e, int64_t value) {
    return e.is(Kind::Integer) && e.getNumber() == value;
  };
  switch (kind) {
  case Kind::Add:
    return is(b, 0) ? 0 : is(a, 0) ? 1 : -1;
  case Kind::Subtract:
    return is(b, 0) ? 0 : -1;
  case Kind::Multiply:
    return is(b, 1) ? 0 : is(a, 1) ? 1 : -1;
  default:
    return -1;
  }
}

/// What an operation by a number does to one by another number: `x / 2 / 3` is
/// `x / 6`, `x % 6 / 2` is `x / 2 % 3`, and `x % 6 % 2` is `x % 2`.
static std::optional<Expression> makeNested(Kind kind, const Expression &inner,
                                            const Expression &by) {
  auto isBlocks = [](const Expression &e, Kind kind) {
    return e.is(kind) && e.operand(1).is(Kind::Integer) &&
           e.operand(1).getNumber() > 0;
  };
  bool divides = kind == Kind::Divide, takesRest = kind == Kind::Remainder;
  if (!(divides || takesRest) || !by.is(Kind::Integer) || by.getNumber() <= 0)
    return std::nullopt;
  if (divides && isBlocks(inner, Kind::Divide))
    if (auto both =
            fold(Kind::Multiply, inner.operand(1).getNumber(), by.getNumber()))
      return Expression::make(kind,
                              {inner.operand(0), Expression::integer(*both)});
  if (!isBlocks(inner, Kind::Remainder))
    return std::nullopt;
  int64_t width = inner.operand(1).getNumber();
  if (width % by.getNumber() != 0 || width == by.getNumber())
    return std::nullopt;
  if (takesRest)
    return Expression::make(kind, {inner.operand(0), by});
  return Expression::make(Kind::Remainder,
                          {Expression::make(kind, {inner.operand(0), by}),
                           Expression::integer(width / by.getNumber())});
}

Expression Expression::make(Kind kind, std::vector<Expression> operands) {
  Expression result(kind, 0);
  if (kind < Kind::Count && operands.size() == 2) {
    const Expression &a = operands[0], &b = operands[1];
    if (a.is(Kind::Integer) && b.is(Kind::Integer))
      if (std::optional<int64_t> value = fold(kind, a.number, b.number))
        return integer(*value);
    if (int same = findNeutral(kind, a, b); same >= 0)
      return operands[size_t(same)];
    if (std::optional<Expression> nested = makeNested(kind, a, b))
      return *nested;
  }
  result.operands = std::move(operands);
  return result;
}

Expression Expression::replaceLeaves(
    const std::function<Expression(const Expression &)> &leaf) const {
  if (isLeaf())
    return leaf(*this);
  std::vector<Expression> replaced;
  for (const Expression &operand : operands)
    replaced.push_back(operand.replaceLeaves(leaf));
  Expression result = make(kind, std::move(replaced));
  result.offset = offset;
  return result;
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

bool Expression::isDirect() const {
  return !isQuery() &&
         std::all_of(operands.begin(), operands.end(),
                     [](const Expression &e) { return e.isDirect(); });
}

bool Expression::hasStaticBounds() const {
  if (is(Kind::Count) || is(Kind::Enumerate))
    return false;
  return is(Kind::Schedule) ||
         std::all_of(operands.begin(), operands.end(),
                     [](const Expression &e) { return e.hasStaticBounds(); });
}

unsigned Expression::order() const {
  unsigned result = is(Kind::Mode) ? unsigned(number) + 1 : 0;
  for (const Expression &operand : operands)
    result = std::max(result, operand.order());
  return result;
}

bool Expression::mentions(Kind leaf, int64_t which) const {
  return (is(leaf) && number == which) ||
         std::any_of(
             operands.begin(), operands.end(),
             [&](const Expression &e) { return e.mentions(leaf, which); });
}

bool Expression::operator<(const Expression &other) const {
  if (kind != other.kind)
    return kind < other.kind;
  if (number != other.number)
    return number < other.number;
  return operands < other.operands;
}

/// Of two intervals under an operation.
static std::optional<Interval> combine(Kind kind, Interval a, Interval b) {
  if (kind == Kind::Remainder) {
    if (b.least <= 0)
      return std::nullopt;
    if (a.least >= 0 && a.greatest < b.least)
      return a;
    return Interval{0, b.greatest - 1};
  }
  std::optional<Interval> result;
  for (int64_t x : {a.least, a.greatest})
    for (int64_t y : {b.least, b.greatest}) {
      std::optional<int64_t> value = fold(kind, x, y);
      if (!value)
        return std::nullopt;
      if (!result)
        result = {*value, *value};
      result->least = std::min(result->least, *value);
      result->greatest = std::max(result->greatest, *value);
    }
  return result;
}

std::optional<Interval> Expression::bounds(
    const std::function<Interval(const Expression &)> &leaf) const {
  if (is(Kind::Integer))
    return Interval{number, number};
  if (isLeaf())
    return leaf(*this);
  if (is(Kind::Count) || is(Kind::Enumerate))
    return std::nullopt;
  if (is(Kind::Schedule))
    return Interval{0, operands[1].number - 1};
  std::optional<Interval> first = operands[0].bounds(leaf);
  if (!first)
    return std::nullopt;
  if (is(Kind::Reorder)) {
    std::optional<int64_t> last =
        fold(Kind::Subtract, first->greatest, first->least);
    return last ? std::optional(Interval{0, *last}) : std::nullopt;
  }
  std::optional<Interval> second = operands[1].bounds(leaf);
  return second ? combine(kind, *first, *second) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Spelling
//===----------------------------------------------------------------------===//

namespace {
/// Prints with no more parentheses than needed.
struct Speller {
  const std::vector<std::string> *modes; ///< null: d0, d1, ...
  const char *space;

  std::string leaf(const Expression &e) const {
    std::string number = std::to_string(e.getNumber());
    switch (e.getKind()) {
    case Kind::Mode:
      return modes && size_t(e.getNumber()) < modes->size()
                 ? (*modes)[size_t(e.getNumber())]
                 : "d" + number;
    case Kind::Parameter:
      return "p" + number;
    case Kind::Level:
      return "e" + number;
    default:
      return number;
    }
  }

  std::string list(const std::vector<Expression> &all, size_t begin,
                   size_t end) const {
    std::string text;
    for (size_t n = begin; n != end; ++n)
      text += (n == begin ? "" : std::string(",") + space) + spell(all[n], 0);
    return text;
  }

  /// `binding`: 0 anything goes, 1 to the right of - , 2 beside * / %, 3 to
  /// the right of them.
  std::string spell(const Expression &e, int binding) const {
    if (e.isLeaf())
      return e.is(Kind::Integer) && e.getNumber() < 0 && binding
                 ? "(" + leaf(e) + ")"
                 : leaf(e);
    const std::vector<Expression> &all = e.getOperands();
    if (e.is(Kind::Enumerate))
      return std::string("enumerate([") + list(all, 0, all.size() - 1) + "]," +
             space + spell(all.back(), 0) + ")";
    if (const char *name = queryName(e.getKind()))
      return std::string(name) + "(" + list(all, 0, all.size()) + ")";
    bool isSum = e.is(Kind::Add) || e.is(Kind::Subtract);
    const char *op = e.is(Kind::Add)        ? "+"
                     : e.is(Kind::Subtract) ? "-"
                     : e.is(Kind::Multiply) ? "*"
                     : e.is(Kind::Divide)   ? "/"
                                            : "%";
    std::string text = spell(all[0], isSum ? 0 : 2) + space + op + space +
                       spell(all[1], isSum ? 1 : 3);
    bool parenthesise = isSum ? binding >= 1 : binding == 3;
    return parenthesise ? "(" + text + ")" : text;
  }
};
} // namespace

std::string Expression::str(const std::vector<std::string> &modes) const {
  return Speller{&modes, " "}.spell(*this, 0);
}

std::string Expression::text() const {
  return Speller{nullptr, ""}.spell(*this, 0);
}

} // namespace encke::format
