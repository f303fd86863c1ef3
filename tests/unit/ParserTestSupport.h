//===- ParserTestSupport.h - parsing inline programs ------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_TESTS_UNIT_PARSERTESTSUPPORT_H
#define ENCKE_TESTS_UNIT_PARSERTESTSUPPORT_H

#include "Program.h"

#include <regex>
#include <string>

namespace encke::test {

/// The tree of a program, without its places.
inline std::string treeOf(llvm::StringRef text) {
  return withoutPlaces(Parsed(text).tree());
}

/// The tree of statements, without places and without the function around.
inline std::string bodyOf(llvm::StringRef statements) {
  std::string tree = treeOf(inMain(statements));
  const std::string head = "Program\n  Function main\n";
  if (tree.rfind(head, 0) != 0)
    return tree;
  return std::regex_replace(tree.substr(head.size()),
                            std::regex("^    ", std::regex::multiline), "");
}

/// An expression as nested prefix notation: `(+ a (* b c))`.
inline std::string prefixForm(const ast::Expr *expr) {
  using namespace encke::ast;
  auto names = [](const auto &ids) {
    std::string text;
    for (const Identifier &id : ids)
      text += (text.empty() ? "" : ",") + id.name;
    return text;
  };
  if (auto *e = llvm::dyn_cast<Number>(expr))
    return e->isInteger ? std::to_string(e->integer) : std::to_string(e->value);
  if (auto *e = llvm::dyn_cast<Name>(expr))
    return e->name;
  if (auto *e = llvm::dyn_cast<Access>(expr))
    return e->name.name + "[" + names(e->indices) + "]";
  if (auto *e = llvm::dyn_cast<Unary>(expr))
    return "(" + toString(e->op).str() + " " + prefixForm(e->operand.get()) +
           ")";
  if (auto *e = llvm::dyn_cast<Binary>(expr))
    return "(" + toString(e->op).str() + " " + prefixForm(e->lhs.get()) + " " +
           prefixForm(e->rhs.get()) + ")";
  if (auto *e = llvm::dyn_cast<Semiring>(expr))
    return std::string(e->isUnion ? "(@|" : "(@") +
           (e->reduce ? e->reduce->name + "," : "") + e->combine.name + " " +
           prefixForm(e->lhs.get()) + " " + prefixForm(e->rhs.get()) + ")";
  if (auto *e = llvm::dyn_cast<Call>(expr)) {
    std::string text = e->name.name;
    if (e->hasLabels)
      text += "[" + names(e->over) + "]";
    text += "(";
    for (const ExprPtr &argument : e->arguments)
      text += (text.back() == '(' ? "" : ", ") + prefixForm(argument.get());
    return text + ")";
  }
  if (auto *e = llvm::dyn_cast<Transpose>(expr))
    return "transpose(" + prefixForm(e->operand.get()) + ", {" +
           names(e->target) + "})";
  return "?";
}

/// The prefix form of `x = <text>;`, or the messages.
inline std::string exprOf(llvm::StringRef text) {
  Parsed parsed(("def main() { x = " + text + "; }").str());
  if (!parsed.program)
    return parsed.messages;
  const ast::Block &body = parsed.program->functions.front()->body;
  return prefixForm(llvm::cast<ast::Assign>(body.front().get())->value.get());
}

/// The messages for a program.
inline std::string errorsOf(llvm::StringRef text) {
  return withoutLines(Parsed(text).messages);
}

/// The same for statements; the first of them is on line 2.
inline std::string errorsIn(llvm::StringRef statements) {
  return errorsOf(inMain(statements));
}

} // namespace encke::test

#endif // ENCKE_TESTS_UNIT_PARSERTESTSUPPORT_H
