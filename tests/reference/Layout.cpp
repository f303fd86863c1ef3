//===- Layout.cpp - formats, as printing shows them -----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/reference/Layout.h"
#include "tests/reference/Value.h"

#include "runtime/format/parse.h"

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

int64_t Layout::coordinateOf(size_t level, const std::vector<int64_t> &at,
                             const std::vector<int64_t> &sizes) const {
  const Part &part = parts[level];
  int64_t i = at[modes[level]];
  switch (part.kind) {
  case Part::Whole:
    return i;
  case Part::Block:
    return i / part.block;
  case Part::Inside:
    return i % part.block;
  case Part::Diagonal: // counted from the lower left corner
    return i - at[part.other] + sizes[part.other] - 1;
  }
  return i;
}

int64_t Layout::sizeOf(size_t level, const std::vector<int64_t> &sizes) const {
  const Part &part = parts[level];
  int64_t size = sizes[modes[level]];
  switch (part.kind) {
  case Part::Whole:
    return size;
  case Part::Block:
    return (size + part.block - 1) / part.block;
  case Part::Inside:
    return part.block;
  case Part::Diagonal:
    return std::max<int64_t>(size + sizes[part.other] - 1, 0);
  }
  return size;
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
  layout.parts.resize(order);
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
  if ((name == "ModeGeneric" || name == "MG") && order >= 2) {
    Levels levels(order, Layout::S);
    levels.front() = Layout::CN;
    levels.back() = Layout::D;
    return levels;
  }
  auto found = matrices.find(name);
  if (found == matrices.end() || order != 2)
    return std::nullopt;
  return found->second;
}

/// The formats of matrices whose levels store parts of dimensions (L10); ELL,
/// which is printed on its own, without levels.
static std::optional<Layout> partsOf(const std::string &name,
                                     const std::vector<int64_t> &arguments) {
  using Part = Layout::Part;
  Layout layout;
  if (name == "ELL" && arguments.empty())
    return layout;
  if (name == "DIA" && arguments.empty()) {
    layout.levels = {Layout::CU, Layout::D};
    layout.modes = {1, 0};
    layout.parts = {{Part::Diagonal, 1, 0}, {}};
    return layout;
  }
  if ((name != "BCSR" && name != "CSB") || arguments.size() != 2)
    return std::nullopt;
  int64_t r = arguments[0], c = arguments[1];
  if (name == "BCSR")
    layout.levels = {Layout::D, Layout::CU, Layout::D, Layout::D};
  else
    layout.levels = {Layout::D, Layout::D, Layout::CN, Layout::S};
  layout.modes = {0, 1, 0, 1};
  layout.parts = {
      {Part::Block, r}, {Part::Block, c}, {Part::Inside, r}, {Part::Inside, c}};
  return layout;
}

/// A format of the program's own. All that matters is whether it is dense: all
/// levels dense, each of them a mode as it is.
static std::optional<Layout> declaredLayout(const ast::FormatSpec::Part &part,
                                            size_t order,
                                            const ast::Program &program) {
  for (const ast::StmtPtr &stmt : program.declarations) {
    const auto *decl = llvm::dyn_cast<ast::FormatDecl>(stmt.get());
    if (!decl || decl->name.name != part.name.name)
      continue;
    format::Problem problem;
    auto declared =
        format::parseDeclaration(std::string_view(decl->getText()), problem);
    if (!declared || declared->order() != order ||
        declared->parameters.size() != part.arguments.size())
      throw ProgramError("L33: a format that is wrong, or for another order");
    auto levels = declared->instantiate(part.arguments, problem);
    if (!levels)
      throw ProgramError("L33: " + problem.text);
    Layout layout;
    for (const format::Level &level : *levels) {
      layout.levels.push_back(Layout::D);
      layout.modes.push_back(size_t(level.mode));
      layout.parts.emplace_back();
      if (!level.type.isDense() || level.map != format::MapKind::Whole)
        layout.isDeclared = true;
    }
    if (layout.isDeclared) {
      layout = Layout();
      layout.isDeclared = true;
      layout.name = decl->name.name;
    }
    return layout;
  }
  return std::nullopt;
}

Layout encke::reference::layoutOf(const ast::FormatSpec &spec, size_t order,
                                  const ast::Program &program) {
  // Formats change no value; a hybrid prints as its last part does.
  if (spec.isHybrid) {
    ast::FormatSpec last;
    const ast::FormatSpec::Part &part = spec.parts.back();
    last.parts.push_back({part.name, part.arguments, {}, {}});
    return layoutOf(last, order, program);
  }
  if (spec.parts.empty() && order > 0)
    throw ProgramError("a tensor without a format");
  if (spec.parts.empty())
    return {};
  const ast::FormatSpec::Part &part = spec.parts.front();
  if (spec.parts.size() > 1 || findLevel(part.name.name))
    return levelList(spec, order);

  const std::string &name = part.name.name;
  if (std::optional<Layout> declared = declaredLayout(part, order, program))
    return *declared;
  if (auto levels = levelsOf(name, order)) {
    Layout layout;
    layout.levels = *levels;
    layout.modes.resize(order);
    std::iota(layout.modes.begin(), layout.modes.end(), 0);
    if (name == "CSC" || name == "DCSC")
      layout.modes = {1, 0};
    layout.parts.resize(order);
    if (name == "ModeGeneric" || name == "MG")
      layout.name = "ModeGeneric";
    return layout;
  }
  std::optional<Layout> layout;
  if (order == 2)
    layout = partsOf(name, part.arguments);
  if (!layout)
    throw ProgramError("L10: no format " + name + " for order " +
                       std::to_string(order));
  layout->name = name;
  return *layout;
}
