//===- SemaDecls.cpp - labels, tensors, scalars and formats ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/check/SemaInternal.h"

#include "llvm/ADT/STLExtras.h"

using namespace encke;
using namespace encke::sema;
using llvm::StringRef;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Labels and dimensions
//===----------------------------------------------------------------------===//

void FunctionChecker::checkLabelDecl(const ast::LabelDecl &decl) {
  const ast::Extent &extent = decl.extent;
  std::optional<int64_t> size;
  bool valid = true;
  if (extent.kind == ast::Extent::Size) {
    size = extent.hi;
  } else if (extent.kind == ast::Extent::Range) {
    valid = false;
    if (extent.step == 0)
      diagnostics.error(diag::zero_step, extent.range,
                        "the step of a range must be positive");
    else if (extent.hi <= extent.lo)
      diagnostics.error(diag::empty_range, extent.range, "the range is empty")
          .help("a range lo:hi excludes hi");
    else
      valid = true;
    if (valid) // ceil((hi - lo) / step), without overflow
      size = (extent.hi - extent.lo - 1) / extent.step + 1;
  }

  for (const ast::Identifier &name : decl.names) {
    Symbol symbol;
    symbol.kind = Symbol::Label;
    symbol.label = &decl;
    symbol.size = sizes.add(name.name);
    if (!valid)
      sizes.setKnown(symbol.size);
    else if (size)
      sizes.fix(symbol.size, *size, extent.range, "label '" + name.name + "'");
    declare(name, symbol);
    if (symbol.isRangeLabel())
      info.ranges[name.name] = extent;
  }
}

/// Gives every dimension its place among the sizes.
void FunctionChecker::addDimensions(ast::TensorDecl &decl, bool isParameter) {
  llvm::SmallVector<SizeTable::Node> nodes;
  for (unsigned i = 0; i < decl.dimensions.size(); ++i) {
    const ast::Dimension &dimension = decl.dimensions[i];
    ast::Identifier label{dimension.label, dimension.range};
    if (dimension.kind == ast::Dimension::Label) {
      if (const Symbol *symbol = findLabel(label.name)) {
        nodes.push_back(symbol->size);
        continue;
      }
      // L48: labels in a signature declare themselves. Elsewhere the label is
      // declared after the error, so that its other uses say nothing more.
      if (!isParameter)
        lookupLabel(label);
      Symbol symbol;
      symbol.kind = Symbol::Label;
      symbol.range = label.range;
      symbol.size = sizes.add(label.name);
      if (!isParameter)
        sizes.setKnown(symbol.size);
      if (labels.try_emplace(label.name, symbol).second)
        labelOrder.push_back(label.name);
      nodes.push_back(symbol.size);
      continue;
    }
    SizeTable::Node node =
        sizes.add(decl.name.name + "'s dimension " + std::to_string(i + 1));
    if (dimension.kind == ast::Dimension::Size) {
      if (dimension.size < 0) {
        diagnostics.error(diag::empty_range, dimension.range,
                          "a dimension's size cannot be negative");
        sizes.setKnown(node);
      } else {
        sizes.fix(node, dimension.size, dimension.range, "the dimension");
      }
    }
    nodes.push_back(node);
  }
  dimensionNodes[&decl] = std::move(nodes);
  tensorOrder.push_back(&decl);
}

void FunctionChecker::checkTensorDecl(ast::TensorDecl &decl, bool isParameter) {
  addDimensions(decl, isParameter);
  checkFormat(decl, isParameter);
  Symbol symbol;
  symbol.kind = Symbol::Tensor;
  symbol.tensor = &decl;
  if (!decl.name.name.empty())
    declare(decl.name, symbol);
  if (isParameter)
    assigned.insert(&decl);
}

void FunctionChecker::checkScalarDecl(ast::ScalarDecl &decl) {
  // L48: the left side has no labels, so every label of the value is summed.
  bool ok = checkExpr(*decl.init) && placeSums(*decl.init, {}, diagnostics) &&
            assignLabels(*decl.init, diagnostics);
  if (ok)
    decl.type = decl.init->elementType;
  Symbol symbol;
  symbol.kind = Symbol::Scalar;
  symbol.scalar = &decl;
  declare(decl.name, symbol);
}

void FunctionChecker::checkSignature() {
  for (ast::Parameter &parameter : function.parameters) {
    if (parameter.tensor) {
      const ast::TensorDecl &tensor = *parameter.tensor;
      checkTensorDecl(*parameter.tensor, /*isParameter=*/true);
      for (auto [mode, node] : llvm::enumerate(dimensionNodes[&tensor]))
        sizes.addArgument(node, {&tensor, static_cast<unsigned>(mode),
                                 tensor.dimensions[mode].range});
      continue;
    }
    Symbol symbol;
    symbol.kind = Symbol::Scalar;
    symbol.scalar = parameter.scalar.get();
    declare(parameter.scalar->name, symbol);
  }
  if (function.tensorResult) {
    addDimensions(*function.tensorResult, /*isParameter=*/true);
    checkFormat(*function.tensorResult, /*isParameter=*/true);
  }
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

namespace {
/// A format of L10: for which orders it makes sense and how many numbers its
/// name takes.
struct KnownFormat {
  StringRef name;
  unsigned minOrder, maxOrder, arguments;
};
} // namespace

static constexpr unsigned AnyOrder = ~0u;
static const KnownFormat KnownFormats[] = {
    {"Dense", 0, AnyOrder, 0}, {"COO", 1, AnyOrder, 0},
    {"CSR", 2, 2, 0},          {"CSC", 2, 2, 0},
    {"DCSR", 2, 2, 0},         {"DCSC", 2, 2, 0},
    {"CSF", 1, AnyOrder, 0},   {"ELL", 2, 2, 0},
    {"DIA", 2, 2, 0},          {"BCSR", 2, 2, 2},
    {"CSB", 2, 2, 2},          {"ModeGeneric", 2, AnyOrder, 0},
    {"MG", 2, AnyOrder, 0},
};

std::optional<unsigned> sema::findOnlyOrder(StringRef name) {
  for (const KnownFormat &format : KnownFormats)
    if (format.name == name && format.minOrder == format.maxOrder)
      return format.minOrder;
  return std::nullopt;
}

bool sema::isKnownFormat(StringRef name) {
  return parseLevelType(name) ||
         llvm::any_of(KnownFormats,
                      [&](const auto &format) { return format.name == name; });
}

/// "'A'", or what a result without a name is.
static std::string nameOf(const ast::TensorDecl &decl) {
  return decl.name.name.empty() ? "the result" : "'" + decl.name.name + "'";
}

void FunctionChecker::checkFormat(ast::TensorDecl &decl, bool isParameter) {
  const ast::FormatSpec &spec = decl.spec;
  if (spec.isHybrid) {
    diagnostics.notSupported(spec.range, "a hybrid format");
    return;
  }
  if (spec.parts.empty()) {
    if (decl.dimensions.empty() && !isParameter)
      decl.format = Format::dense(0);
    else if (!isParameter)
      diagnostics
          .error(diag::no_format, decl.name.range,
                 "tensor " + nameOf(decl) + " has no format")
          .help("for example {Dense}");
    return;
  }
  if (spec.parts.size() > 1 || parseLevelType(spec.parts.front().name.name))
    checkLevels(decl);
  else
    checkNamedFormat(decl);
}

void FunctionChecker::checkLevels(ast::TensorDecl &decl) {
  const ast::FormatSpec &spec = decl.spec;
  Format format;
  bool ok = true;
  for (const ast::FormatSpec::Part &part : spec.parts) {
    std::optional<LevelType> level = parseLevelType(part.name.name);
    if (!level) {
      ok = false;
      auto builder = diagnostics.error(diag::unknown_level, part.name.range,
                                       "unknown level type '" +
                                           Twine(part.name.name) + "'");
      builder.help("a level is D (dense), CU or CN (compressed, with unique "
                   "coordinates or not) or S (singleton)");
      continue;
    }
    bool afterNonunique =
        !format.levels.empty() &&
        (format.levels.back() == LevelType::CompressedNonunique ||
         format.levels.back() == LevelType::Singleton);
    if (ok && *level == LevelType::Singleton && !afterNonunique) {
      ok = false;
      diagnostics.error(diag::misplaced_singleton, part.name.range,
                        "level S may follow only CN or S");
    }
    format.levelToMode.push_back(format.levels.size());
    format.levels.push_back(*level);
  }
  if (spec.parts.size() != decl.dimensions.size()) {
    diagnostics.error(diag::level_count, spec.range,
                      countOf(spec.parts.size(), "level type") + " for " +
                          countOf(decl.dimensions.size(), "dimension") +
                          " of " + nameOf(decl));
    return;
  }
  if (ok)
    decl.format = std::move(format);
}

void FunctionChecker::checkNamedFormat(ast::TensorDecl &decl) {
  const ast::FormatSpec::Part &part = decl.spec.parts.front();
  StringRef name = part.name.name;
  if (program.formats.count(name)) {
    diagnostics.notSupported(part.name.range,
                             "a format that the program declares");
    return;
  }
  const auto *known = llvm::find_if(
      KnownFormats, [&](const KnownFormat &f) { return f.name == name; });
  if (known == std::end(KnownFormats)) {
    std::vector<StringRef> candidates;
    for (const KnownFormat &format : KnownFormats)
      candidates.push_back(format.name);
    auto builder = diagnostics.error(diag::unknown_format, part.name.range,
                                     "unknown format '" + Twine(name) + "'");
    if (!suggest(builder, name, candidates))
      builder.help("for example Dense, COO, CSR, CSC, DCSR or CSF");
    return;
  }

  unsigned order = decl.dimensions.size();
  if (order < known->minOrder || order > known->maxOrder) {
    diagnostics.error(
        diag::format_order, part.name.range,
        "format " + name +
            (known->maxOrder == 2
                 ? " is for matrices"
                 : " needs at least " + countOf(known->minOrder, "dimension")) +
            ", but " + nameOf(decl) + " has " + countOf(order, "dimension"));
    return;
  }
  if (part.arguments.size() != known->arguments) {
    diagnostics.error(
        diag::format_arguments, part.name.range,
        "format " + name + " takes " + countOf(known->arguments, "number") +
            ", but " + Twine(part.arguments.size()) +
            (part.arguments.size() == 1 ? " is" : " are") + " given");
    return;
  }
  if (llvm::any_of(part.arguments, [](int64_t n) { return n < 1; })) {
    diagnostics.error(diag::format_arguments, part.name.range,
                      "the numbers of format " + name + " must be positive");
    return;
  }
  decl.format = Format::named(name, order, part.arguments);
}
