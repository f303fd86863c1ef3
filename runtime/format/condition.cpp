//===- condition.cpp - what elements a part of a hybrid takes -------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "condition.h"

#include <algorithm>

namespace encke::format {

static const char *symbolOf(Condition::Kind kind) {
  static constexpr const char *symbols[] = {
      "<", "<=", "==", "!=", "&&", "||", "!"};
  return symbols[size_t(kind)];
}

unsigned Condition::order() const {
  unsigned result = 0;
  for (const Expression &side : sides)
    result = std::max(result, side.order());
  for (const Condition &operand : operands)
    result = std::max(result, operand.order());
  return result;
}

std::string Condition::text() const {
  if (isComparison())
    return sides[0].text() + symbolOf(kind) + sides[1].text();
  std::string result = kind == Kind::Not ? symbolOf(kind) : "";
  for (const Condition &operand : operands) {
    if (&operand != operands.data())
      result += symbolOf(kind);
    // `!` binds before `&&`, and that before `||`.
    bool isWrapped = (operand.kind == Kind::Or && kind != Kind::Or) ||
                     (operand.kind == Kind::And && kind == Kind::Not);
    result += isWrapped ? "(" + operand.text() + ")" : operand.text();
  }
  return result;
}

bool compare(Condition::Kind kind, int64_t a, int64_t b) {
  switch (kind) {
  case Condition::Kind::Less:
    return a < b;
  case Condition::Kind::LessEqual:
    return a <= b;
  case Condition::Kind::NotEqual:
    return a != b;
  default:
    return a == b;
  }
}

} // namespace encke::format
