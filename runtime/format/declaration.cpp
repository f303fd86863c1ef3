//===- declaration.cpp - formats that a program declares ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "declaration.h"
#include "parse.h"

namespace encke::format {

std::optional<std::vector<Level>>
Declaration::instantiate(const std::vector<int64_t> &arguments,
                         Problem &problem) const {
  std::vector<Level> result = levels;
  for (Level &level : result) {
    size_t offset = level.coordinate.offset;
    level.coordinate = level.coordinate.replaceLeaves([&](const Expression &e) {
      if (!e.is(Expression::Kind::Parameter))
        return e;
      Expression value = Expression::integer(arguments[size_t(e.getNumber())]);
      value.offset = e.offset;
      return value;
    });
    level.coordinate.offset = offset;
  }
  std::optional<Problem> wrong = classify(result, order(), modes);
  if (!wrong)
    return result;
  problem = *wrong;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// The formats of rule L10 that are for one order
//===----------------------------------------------------------------------===//

static constexpr std::string_view texts[] = {
    "format CSR = (i, j) -> (i : dense, j : compressed);",
    "format CSC = (i, j) -> (j : dense, i : compressed);",
    "format DCSR = (i, j) -> (i : compressed, j : compressed);",
    "format DCSC = (i, j) -> (j : compressed, i : compressed);",
    "format ELL = (i, j) -> (i : dense, enumerate([i], j) : dense, "
    "j : singleton);",
    "format DIA = (i, j) -> (j - i : compressed, i : dense);",
    "format BCSR(r, c) = (i, j) -> (i / r : dense, j / c : compressed, "
    "i % r : dense, j % c : dense);",
    "format CSB(r, c) = (i, j) -> (i / r : dense, j / c : dense, "
    "i % r : compressed(nonunique), j % c : singleton);",
};

static const std::vector<Declaration> &namedDeclarations() {
  static const std::vector<Declaration> all = [] {
    std::vector<Declaration> result;
    Problem problem;
    for (std::string_view text : texts)
      if (std::optional<Declaration> found = parseDeclaration(text, problem))
        result.push_back(std::move(*found));
    return result;
  }();
  return all;
}

const Declaration *findNamed(std::string_view name) {
  for (const Declaration &declaration : namedDeclarations())
    if (declaration.name == name)
      return &declaration;
  return nullptr;
}

const std::vector<std::string_view> &namedFormats() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> result;
    for (const Declaration &declaration : namedDeclarations())
      result.push_back(declaration.name);
    return result;
  }();
  return names;
}

std::string_view namedText(std::string_view name) {
  for (size_t n = 0; n != namedDeclarations().size(); ++n)
    if (namedDeclarations()[n].name == name)
      return texts[n];
  return "";
}

} // namespace encke::format
