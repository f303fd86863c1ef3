//===- evaluate.h - values of direct expressions ----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_FORMAT_EVALUATE_H
#define ENCKE_RUNTIME_FORMAT_EVALUATE_H

#include "expression.h"

#include <algorithm>

namespace encke::format {

/// a op b for the arithmetic kinds. Products and sums that do not fit wrap.
inline int64_t apply(Expression::Kind kind, int64_t a, int64_t b) {
  switch (kind) {
  case Expression::Kind::Add:
    return int64_t(uint64_t(a) + uint64_t(b));
  case Expression::Kind::Subtract:
    return int64_t(uint64_t(a) - uint64_t(b));
  case Expression::Kind::Multiply:
    return int64_t(uint64_t(a) * uint64_t(b));
  case Expression::Kind::Divide:
    return floorDivide(a, b);
  default:
    return floorRemainder(a, b);
  }
}

/// The value of a direct expression; leaf(e) is that of a mode or a level.
template <typename Leaf>
int64_t evaluate(const Expression &e, Leaf leaf) {
  if (e.is(Expression::Kind::Integer))
    return e.getNumber();
  if (e.isLeaf())
    return leaf(e);
  return apply(e.getKind(), evaluate(e.operand(0), leaf),
               evaluate(e.operand(1), leaf));
}

/// Combines two columns, `count` values each: out = a op b; out may be a.
inline void applyAll(Expression::Kind kind, int64_t count, const int64_t *a,
                     const int64_t *b, int64_t *out) {
  auto each = [&](auto op) { std::transform(a, a + count, b, out, op); };
  // One loop an operation: its kind is a constant there.
  switch (kind) {
  case Expression::Kind::Add:
    return each([](int64_t x, int64_t y) {
      return apply(Expression::Kind::Add, x, y);
    });
  case Expression::Kind::Subtract:
    return each([](int64_t x, int64_t y) {
      return apply(Expression::Kind::Subtract, x, y);
    });
  case Expression::Kind::Multiply:
    return each([](int64_t x, int64_t y) {
      return apply(Expression::Kind::Multiply, x, y);
    });
  case Expression::Kind::Divide:
    return each(floorDivide);
  default:
    return each(floorRemainder);
  }
}

/// The same with a number on the right. Blocks mostly have a power of two of
/// places: then a quotient, which rounds down, is a shift.
inline void applyAll(Expression::Kind kind, int64_t count, const int64_t *a,
                     int64_t b, int64_t *out) {
  auto each = [&](auto op) { std::transform(a, a + count, out, op); };
  bool isPower = b > 0 && (b & (b - 1)) == 0;
  switch (kind) {
  case Expression::Kind::Divide:
    if (isPower)
      return each([shift = __builtin_ctzll(uint64_t(b))](int64_t x) {
        return x >> shift;
      });
    return each([b](int64_t x) { return floorDivide(x, b); });
  case Expression::Kind::Remainder:
    if (isPower)
      return each([mask = b - 1](int64_t x) { return x & mask; });
    return each([b](int64_t x) { return floorRemainder(x, b); });
  default:
    return each([kind, b](int64_t x) { return apply(kind, x, b); });
  }
}

/// The values of an expression for `count` elements, operation by operation;
/// leaf(e, out) writes those of a leaf, or of a query.
template <typename Leaf>
void evaluateAll(const Expression &e, int64_t count, int64_t *out, Leaf leaf) {
  if (e.is(Expression::Kind::Integer)) {
    std::fill(out, out + count, e.getNumber());
    return;
  }
  if (e.isLeaf() || e.isQuery())
    return leaf(e, out);
  evaluateAll(e.operand(0), count, out, leaf);
  if (e.operand(1).is(Expression::Kind::Integer))
    return applyAll(e.getKind(), count, out, e.operand(1).getNumber(), out);
  std::vector<int64_t> right(static_cast<size_t>(count));
  evaluateAll(e.operand(1), count, right.data(), leaf);
  applyAll(e.getKind(), count, out, right.data(), out);
}

} // namespace encke::format

#endif // ENCKE_RUNTIME_FORMAT_EVALUATE_H
