//===- expression.h - the coordinate that a level stores --------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The index expressions of format declarations (rule L33), shared by compiler
// and runtime. Plain C++17 without LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_FORMAT_EXPRESSION_H
#define ENCKE_RUNTIME_FORMAT_EXPRESSION_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace encke::format {

/// The least and the greatest value of an expression.
struct Interval {
  int64_t least = 0, greatest = 0;
};

/// A tree over the modes of a tensor. `/` rounds down and `%` is its
/// remainder, never negative: both need a positive number on the right.
class Expression {
public:
  enum class Kind {
    Integer,
    Mode,      ///< the coordinate of mode `number`
    Parameter, ///< the number that the format is used with
    Level,     ///< the value of the expression of level `number`
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    // Queries: they ask what a tensor stores.
    Count,     ///< how many elements agree in all operands
    Enumerate, ///< 0, 1, ...: how many smaller values of the last operand are
               ///< stored where the others are the same
    Reorder,   ///< the place of the operand's value by count, fullest first
    Schedule,  ///< 0 ... n-1, n being the last operand: the values of the
               ///< first one in order, each to the bucket with the fewest
               ///< elements
  };

  static Expression integer(int64_t value) { return {Kind::Integer, value}; }
  static Expression mode(int64_t number) { return {Kind::Mode, number}; }
  static Expression level(int64_t number) { return {Kind::Level, number}; }
  static Expression parameter(int64_t number) {
    return {Kind::Parameter, number};
  }
  /// An operation, simplified: constants are folded, `x / a / b` is
  /// `x / (a * b)`. Blocks of one stay: they are levels of their own.
  static Expression make(Kind kind, std::vector<Expression> operands);

  Kind getKind() const { return kind; }
  bool is(Kind other) const { return kind == other; }
  /// The value of an integer; the number of a mode, parameter or level.
  int64_t getNumber() const { return number; }
  const std::vector<Expression> &getOperands() const { return operands; }
  const Expression &operand(size_t n) const { return operands[n]; }
  bool isLeaf() const { return operands.empty(); }
  bool isQuery() const { return kind >= Kind::Count; }
  /// No query is in it: its value is told by the coordinates alone.
  bool isDirect() const;
  /// One more than the largest mode in it.
  unsigned order() const;
  bool mentions(Kind leaf, int64_t number) const;

  /// A copy in which each leaf is what `leaf` makes of it.
  Expression replaceLeaves(
      const std::function<Expression(const Expression &)> &leaf) const;

  /// The bounds do not depend on what is stored: there is no `count` and no
  /// `enumerate` in it, but below a `schedule`.
  bool hasStaticBounds() const;
  /// Such bounds, over those of leaves; none where 64 bits do not do.
  std::optional<Interval>
  bounds(const std::function<Interval(const Expression &)> &leaf) const;

  /// As in a declaration, by names of the modes: "i / 2", "enumerate([i], j)".
  std::string str(const std::vector<std::string> &modes) const;
  /// As in a format text: the same without spaces, of modes d0, d1, ...
  std::string text() const;

  bool operator==(const Expression &other) const {
    return kind == other.kind && number == other.number &&
           operands == other.operands;
  }
  bool operator!=(const Expression &other) const { return !(*this == other); }
  bool operator<(const Expression &other) const;

  /// Where it begins in the text that it was parsed from.
  size_t offset = 0;

private:
  Expression(Kind kind, int64_t number) : kind(kind), number(number) {}

  Kind kind;
  int64_t number = 0;
  std::vector<Expression> operands;
};

/// The name of a query in a declaration; null for other kinds.
const char *queryName(Expression::Kind kind);

/// a / b rounded down, and its remainder; b is positive.
inline int64_t floorDivide(int64_t a, int64_t b) { return a / b - (a % b < 0); }
inline int64_t floorRemainder(int64_t a, int64_t b) {
  return a % b + (a % b < 0 ? b : 0);
}

} // namespace encke::format

#endif // ENCKE_RUNTIME_FORMAT_EXPRESSION_H
