//===- condition.h - what elements a part of a hybrid takes -----*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_FORMAT_CONDITION_H
#define ENCKE_RUNTIME_FORMAT_CONDITION_H

#include "levels.h"

namespace encke::format {

/// Comparisons of expressions over the modes, joined by `&&`, `||` and `!`
/// (L34): "count(i / 64, j - i) >= 32".
struct Condition {
  enum class Kind { Less, LessEqual, Equal, NotEqual, And, Or, Not };

  Kind kind = Kind::Equal;
  std::vector<Expression> sides;   ///< of a comparison: two
  std::vector<Condition> operands; ///< of the others: two, or one of Not

  bool isComparison() const { return kind < Kind::And; }
  /// One more than the largest mode in it.
  unsigned order() const;
  /// Of modes d0, d1, ..., as parseCondition takes it without names; nested no
  /// deeper than the text that it was parsed from.
  std::string text() const;
};

/// a ? b for a comparison.
bool compare(Condition::Kind kind, int64_t a, int64_t b);

/// The condition that is all of `text`, over these modes; without them they are
/// d0, d1, ... Fails with a problem.
std::optional<Condition> parseCondition(std::string_view text,
                                        const std::vector<std::string> &modes,
                                        Problem &problem);

} // namespace encke::format

#endif // ENCKE_RUNTIME_FORMAT_CONDITION_H
