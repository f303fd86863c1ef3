//===- Layout.cpp - formats, as printing shows them -----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/reference/Layout.h"
#include "tests/reference/Value.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

using namespace encke;
using namespace encke::reference;

static const char *const levelNames[] = {"D", "CU", "CN", "S"};

static std::optional<Layout::Level> findLevel(const std::string &name) {
  for (Layout::Level level : {Layout::D, Layout::CU, Layout::CN, Layout::S})
    if (name == levelNames[level])
      return level;
  return std::nullopt;
}

bool Layout::isDense() const {
  return name.empty() && std::all_of(levels.begin(), levels.end(),
                                     [](Level level) { return level == D; });
}

std::string Layout::text() const {
  if (!name.empty())
    return name;
  std::string text = "{";
  for (Level level : levels)
    text += (text.size() > 1 ? ", " : "") + std::string(levelNames[level]);
  text += "}";
  if (std::is_sorted(modes.begin(), modes.end()))
    return text;
  for (size_t mode : modes)
    text += (text.back() == '}' ? " by mode " : ", ") + std::to_string(mode);
  return text;
}

static Layout levelList(const ast::FormatSpec &spec, size_t order) {
  Layout layout;
  for (const ast::FormatSpec::Part &part : spec.parts) {
    std::optional<Layout::Level> level = findLevel(part.name.name);
    if (!level)
      throw ProgramError("L9: unknown level type " + part.name.name);
    bool mayBeSingleton =
        !layout.levels.empty() && (layout.levels.back() == Layout::CN ||
                                   layout.levels.back() == Layout::S);
    if (*level == Layout::S && !mayBeSingleton)
      throw ProgramError("L48: S may follow only CN or S");
    layout.levels.push_back(*level);
  }
  if (layout.levels.size() != order)
    throw ProgramError("L9: not one level type for each dimension");
  layout.modes.resize(order);
  std::iota(layout.modes.begin(), layout.modes.end(), 0);
  return layout;
}

/// The formats that are a list of levels (L10).
static std::optional<std::vector<Layout::Level>>
levelsOf(const std::string &name, size_t order) {
  using Levels = std::vector<Layout::Level>;
  static const std::map<std::string, Levels> matrices = {
      {"CSR", {Layout::D, Layout::CU}},
      {"CSC", {Layout::D, Layout::CU}},
      {"DCSR", {Layout::CU, Layout::CU}},
      {"DCSC", {Layout::CU, Layout::CU}}};
  if (name == "Dense")
    return Levels(order, Layout::D);
  if (name == "CSF" && order >= 1)
    return Levels(order, Layout::CU);
  if (name == "COO" && order >= 1) {
    Levels levels(order, Layout::S);
    levels[0] = Layout::CN;
    return levels;
  }
  auto found = matrices.find(name);
  if (found == matrices.end() || order != 2)
    return std::nullopt;
  return found->second;
}

Layout encke::reference::layoutOf(const ast::FormatSpec &spec, size_t order) {
  if (spec.isHybrid)
    throw NotSupported("hybrid formats");
  if (spec.parts.empty() && order > 0)
    throw ProgramError("a tensor without a format");
  if (spec.parts.empty())
    return {};
  const ast::FormatSpec::Part &part = spec.parts.front();
  if (spec.parts.size() > 1 || findLevel(part.name.name))
    return levelList(spec, order);

  const std::string &name = part.name.name;
  Layout layout;
  layout.modes.resize(order);
  std::iota(layout.modes.begin(), layout.modes.end(), 0);
  if (auto levels = levelsOf(name, order)) {
    layout.levels = *levels;
    if (name == "CSC" || name == "DCSC")
      layout.modes = {1, 0};
    return layout;
  }
  static const std::map<std::string, size_t> others = {
      {"ELL", 0}, {"DIA", 0}, {"BCSR", 2}, {"CSB", 2}};
  layout.name = name == "MG" ? "ModeGeneric" : name;
  auto other = others.find(name);
  bool isMatrix = other != others.end() && order == 2 &&
                  part.arguments.size() == other->second;
  if (!isMatrix && (layout.name != "ModeGeneric" || order < 2))
    throw ProgramError("L10: no format " + name + " for order " +
                       std::to_string(order));
  return layout;
}
