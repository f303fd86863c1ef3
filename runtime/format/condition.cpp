//===- condition.cpp - what elements a part of a hybrid takes -------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "condition.h"

namespace encke::format {

static const char *symbolOf(Condition::Kind kind) {
  switch (kind) {
  case Condition::Kind::Less:
    return "<";
  case Condition::Kind::LessEqual:
    return "<=";
  case Condition::Kind::Equal:
    return "==";
  case Condition::Kind::NotEqual:
    return "!=";
  case Condition::Kind::And:
    return "&&";
  case Condition::Kind::Or:
    return "||";
  case Condition::Kind::Not:
    return "!";
  }
  return "";
}

std::string Condition::text() const {
  if (isComparison())
    return sides[0].text() + symbolOf(kind) + sides[1].text();
  if (kind == Kind::Not)
    return "!(" + operands[0].text() + ")";
  return "(" + operands[0].text() + ")" + symbolOf(kind) + "(" +
         operands[1].text() + ")";
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
