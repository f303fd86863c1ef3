//===- inverse.h - what the levels of a format tell -------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_FORMAT_INVERSE_H
#define ENCKE_RUNTIME_FORMAT_INVERSE_H

#include "expression.h"

#include <map>
#include <optional>

namespace encke::format {

/// What follows from known expressions. From e / c and e % c follows e; from
/// a + b or a - b and one of them the other; from k * a follows a; from the
/// place of e by `reorder` follows e; from `enumerate([g], e)` and g follows e.
/// Each known expression has a formula: how it is computed. The formulas of
/// what follows through a query are no more than a mark.
class Known {
public:
  /// `formula` gives the value of `expression`.
  void add(const Expression &expression, const Expression &formula);

  /// How an expression is computed; none when that is not known, or through a
  /// query only.
  std::optional<Expression> find(const Expression &expression) const;
  /// The value follows, be it by what a query has found.
  bool follows(const Expression &expression) const;

private:
  struct Fact {
    Expression formula;
    bool isDirect; ///< not through a query
  };
  std::optional<Fact> look(const Expression &expression) const;
  void conclude();
  bool note(const Expression &expression, std::optional<Fact> fact);
  bool concludeFrom(const Expression &expression, const Fact &fact);

  std::map<Expression, Fact> facts;
};

} // namespace encke::format

#endif // ENCKE_RUNTIME_FORMAT_INVERSE_H
