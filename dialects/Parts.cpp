//===- Parts.cpp - parts of expressions as text ---------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Parts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace encke;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;

PartText PartText::element(StringRef tensor, ArrayRef<StringRef> labels) {
  return {Operand, {(tensor + "[" + llvm::join(labels, ", ") + "]").str()}};
}

PartText PartText::number(double value) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.17g", value);
  return {Operand, {text}};
}

PartText PartText::call(StringRef function, ArrayRef<PartText> arguments) {
  std::string text = function.str() + "(";
  llvm::ListSeparator comma;
  for (const PartText &argument : arguments)
    text += StringRef(comma).str() + argument.toText();
  return {Operand, {text + ")"}};
}

/// The text inside of an expression of another kind.
std::string PartText::toOperand() const {
  return kind == Operand ? operands.front() : "(" + toText() + ")";
}

PartText PartText::join(Kind kind, const PartText &a, const PartText &b) {
  std::vector<std::string> operands;
  for (const PartText *part : {&a, &b})
    if (part->kind == kind)
      llvm::append_range(operands, part->operands);
    else
      operands.push_back(part->toOperand());
  llvm::sort(operands);
  return {kind, std::move(operands)};
}

PartText PartText::sum(const PartText &a, const PartText &b) {
  return join(Sum, a, b);
}
PartText PartText::product(const PartText &a, const PartText &b) {
  return join(Product, a, b);
}

PartText PartText::quotient(const PartText &a, const PartText &b) {
  return {Operand, {a.toOperand() + "/" + b.toOperand()}};
}

PartText PartText::negation(const PartText &a) {
  return {Operand, {"-" + a.toOperand()}};
}

std::string PartText::toText() const {
  return llvm::join(operands, kind == Product ? "*" : " + ");
}

/// No factor has a `*` outside of parentheses; the terms of a sum are apart.
SmallVector<std::string> encke::splitFactors(StringRef text) {
  SmallVector<std::string> factors(1);
  int depth = 0;
  bool isSum = false;
  for (char c : text) {
    depth += (c == '(' || c == '[') - (c == ')' || c == ']');
    isSum |= depth == 0 && c == ' ';
    if (c == '*' && depth == 0)
      factors.emplace_back();
    else
      factors.back() += c;
  }
  return isSum ? SmallVector<std::string>{text.str()} : factors;
}
