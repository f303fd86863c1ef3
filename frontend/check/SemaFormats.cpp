//===- SemaFormats.cpp - formats of tensors and of the program's own ------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/check/SemaInternal.h"

#include "runtime/format/explicit_value.h"
#include "runtime/format/hybrid.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

using namespace encke;
using namespace encke::sema;
using llvm::StringRef;
using llvm::Twine;

static const Format::Name *findName(StringRef name) {
  auto names = Format::getNames();
  const auto *found = llvm::find_if(
      names, [&](const Format::Name &known) { return known.name == name; });
  return found == names.end() ? nullptr : found;
}

std::optional<unsigned> sema::findOnlyOrder(StringRef name) {
  const Format::Name *known = findName(name);
  return known && known->minOrder == known->maxOrder
             ? std::optional(known->minOrder)
             : std::nullopt;
}

/// What has its format chosen (L49).
static constexpr llvm::StringLiteral autoName = "auto";

bool sema::isKnownFormat(StringRef name) {
  return parseLevelType(name) || findName(name) || name == autoName;
}

/// "'A'", or what a result without a name is.
static std::string nameOf(const ast::TensorDecl &decl) {
  return decl.name.name.empty() ? "the result" : "'" + decl.name.name + "'";
}

/// Elements of the type can have the value.
static bool holdsValue(ElementType type, const ast::FormatSpec::Value &value) {
  constexpr double exact = 9007199254740992; // 2^53
  double number = value.number;
  bool isWhole = std::trunc(number) == number;
  switch (type) {
  case ElementType::Bool:
    return value.isBool;
  case ElementType::Int8:
    return !value.isBool && isWhole && std::abs(number) <= INT8_MAX;
  case ElementType::Int16:
    return !value.isBool && isWhole && std::abs(number) <= INT16_MAX;
  case ElementType::UInt8:
    return !value.isBool && isWhole && number >= 0 && number <= UINT8_MAX;
  case ElementType::Int32:
    return !value.isBool && isWhole && std::abs(number) <= INT32_MAX;
  case ElementType::Int64:
    return !value.isBool && isWhole && std::abs(number) <= exact;
  case ElementType::Float16:
    return !value.isBool && std::abs(number) < 65520; // where infinity begins
  case ElementType::Float:
  case ElementType::BFloat16:
  case ElementType::Complex64:
    return !value.isBool && std::isfinite(float(number));
  default:
    return !value.isBool && std::isfinite(number);
  }
}

/// The value of all elements (L50).
void FunctionChecker::checkExplicitValue(ast::TensorDecl &decl) {
  const ast::FormatSpec::Value &value = *decl.spec.value;
  auto refuse = [&](llvm::SMRange range, const Twine &text) {
    return diagnostics.error(diag::explicit_value, range, text);
  };
  if (value.name.name != "value") {
    refuse(value.name.range,
           "expected 'value', found '" + Twine(value.name.name) + "'")
        .help("'value = 1' says that all elements are 1");
    return;
  }
  if (decl.spec.isHybrid || decl.isAuto) {
    diagnostics.notSupported(value.name.range,
                             "a value of all elements with '" +
                                 ast::textOf(decl.spec.range) + "'");
    return;
  }
  if (!decl.format)
    return; // an error already
  if (!holdsValue(decl.type, value)) {
    refuse(value.range, "no element of type " + Twine(toString(decl.type)) +
                            " can be " + ast::textOf(value.range));
    return;
  }
  format::Problem problem;
  std::string text = decl.format->levelText();
  auto levels = format::parseLevels(text, problem);
  std::optional<format::Problem> wrong =
      levels ? format::checkExplicitValue(*levels) : problem;
  if (!wrong) {
    decl.format->value = value.number;
    return;
  }
  auto builder = refuse(value.name.range, wrong->text);
  if (!wrong->help.empty())
    builder.help(wrong->help);
}

void FunctionChecker::checkFormat(ast::TensorDecl &decl, bool isParameter) {
  bool ok = true;
  for (ast::FormatSpec::Part &part : decl.spec.parts)
    ok &= takeFormatNumbers(part);
  if (!ok)
    return;
  checkStorage(decl, isParameter);
  if (decl.spec.value)
    checkExplicitValue(decl);
}

void FunctionChecker::checkStorage(ast::TensorDecl &decl, bool isParameter) {
  const ast::FormatSpec &spec = decl.spec;
  if (spec.isHybrid)
    return checkHybrid(decl, isParameter);
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
  else if (spec.parts.front().name.name == autoName)
    checkAutoFormat(decl, isParameter);
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
      bool isTaco = part.name.name == "Dense" || part.name.name == "Sparse";
      builder.help(isTaco ? "TACO's Dense is the level D, its Sparse is CU"
                          : "a level is D (dense), CU or CN (compressed, with "
                            "unique coordinates or not) or S (singleton)");
      continue;
    }
    bool afterNonunique =
        !format.levels.empty() &&
        (format.levels.back().mayRepeat() || format.levels.back().isSingle());
    if (ok && level->isSingle() && !afterNonunique) {
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

/// How many dimensions and numbers a format is used with.
bool FunctionChecker::checkFormatUse(const ast::TensorDecl &decl,
                                     const Format::Name &known) {
  const ast::FormatSpec::Part &part = decl.spec.parts.front();
  StringRef name = known.name;
  unsigned order = decl.dimensions.size();
  if (order < known.minOrder || order > known.maxOrder) {
    std::string wanted =
        known.maxOrder == Format::anyOrder
            ? " needs at least " + countOf(known.minOrder, "dimension")
        : known.maxOrder == 2
            ? " is for matrices"
            : " is for tensors of " + countOf(known.maxOrder, "dimension");
    diagnostics.error(diag::format_order, part.name.range,
                      "format " + name + wanted + ", but " + nameOf(decl) +
                          " has " + countOf(order, "dimension"));
    return false;
  }
  if (part.arguments.size() != known.arguments) {
    diagnostics.error(
        diag::format_arguments, part.name.range,
        "format " + name + " takes " + countOf(known.arguments, "number") +
            ", but " + Twine(part.arguments.size()) +
            (part.arguments.size() == 1 ? " is" : " are") + " given");
    return false;
  }
  if (llvm::any_of(part.arguments, [](int64_t n) { return n < 1; })) {
    diagnostics.error(diag::format_arguments, part.name.range,
                      "the numbers of format " + name + " must be positive");
    return false;
  }
  return true;
}

void FunctionChecker::checkAutoFormat(ast::TensorDecl &decl, bool isParameter) {
  const ast::FormatSpec::Part &part = decl.spec.parts.front();
  if (isParameter) {
    diagnostics
        .error(diag::auto_format, part.name.range,
               "'auto' in a signature: what a caller gives has a format")
        .help("without a format, the function takes any");
    return;
  }
  if (!part.arguments.empty()) {
    diagnostics.error(diag::format_arguments, part.name.range,
                      "format auto takes no numbers");
    return;
  }
  decl.isAuto = true;
  size_t order = decl.dimensions.size();
  decl.format = order == 0 ? Format::dense(0)
                           : Format::named(order == 2 ? "CSR" : "CSF", order);
}

void FunctionChecker::checkNamedFormat(ast::TensorDecl &decl) {
  const ast::FormatSpec::Part &part = decl.spec.parts.front();
  StringRef name = part.name.name;
  if (auto declared = program.formats.find(name);
      declared != program.formats.end())
    return checkDeclaredFormat(decl, declared->second);
  if (const Format::Name *known = findName(name)) {
    if (checkFormatUse(decl, *known))
      decl.format = Format::named(name, decl.dimensions.size(), part.arguments);
    return;
  }
  std::vector<StringRef> candidates;
  for (const Format::Name &known : Format::getNames())
    candidates.push_back(known.name);
  for (const auto &declared : program.formats)
    candidates.push_back(declared.first());
  auto builder = diagnostics.error(diag::unknown_format, part.name.range,
                                   "unknown format '" + Twine(name) + "'");
  if (!suggest(builder, name, candidates))
    builder.help(decl.dimensions.size() == 1
                     ? "for example Dense, or CU for a sparse vector"
                     : "for example Dense, COO, CSR, CSC, DCSR or CSF");
}

//===----------------------------------------------------------------------===//
// Formats that the program declares (L33)
//===----------------------------------------------------------------------===//

/// From a place in a text of the program to the end of its word.
static llvm::SMRange rangeAt(StringRef text, size_t offset) {
  offset = std::min(offset, text.size() - 1);
  size_t length = text.substr(offset).find_if_not(
      [](char c) { return llvm::isAlnum(c) || c == '_'; });
  const char *begin = text.data() + offset;
  size_t left = text.size() - offset;
  return {
      llvm::SMLoc::getFromPointer(begin),
      llvm::SMLoc::getFromPointer(begin + std::clamp<size_t>(length, 1, left))};
}

static Diagnostics::Builder report(llvm::SMRange range,
                                   const format::Problem &problem,
                                   Diagnostics &diagnostics) {
  StringRef text = problem.text;
  if (text.consume_front("not supported yet: "))
    return diagnostics.notSupported(range, text);
  Diagnostics::Builder builder =
      diagnostics.error(diag::format_declaration, range, text);
  if (!problem.help.empty())
    builder.help(problem.help);
  return builder;
}

static Diagnostics::Builder report(const ast::FormatDecl &decl,
                                   const format::Problem &problem,
                                   Diagnostics &diagnostics) {
  return report(problem.offset ? rangeAt(decl.getText(), problem.offset)
                               : decl.name.range,
                problem, diagnostics);
}

DeclaredFormat sema::checkFormatDecl(const ast::FormatDecl &decl,
                                     Diagnostics &diagnostics) {
  format::Problem problem;
  DeclaredFormat result{&decl, format::parseDeclaration(
                                   std::string_view(decl.getText()), problem)};
  if (result.declaration) {
    // What is wrong with any numbers is wrong where the format is not used.
    constexpr int64_t someNumber = 1009;
    std::vector<int64_t> some(result.declaration->parameters.size(),
                              someNumber);
    if (result.declaration->instantiate(some, problem))
      return result;
    result.declaration.reset();
  }
  report(decl, problem, diagnostics);
  return result;
}

void FunctionChecker::checkDeclaredFormat(ast::TensorDecl &decl,
                                          const DeclaredFormat &declared) {
  if (!declared.declaration)
    return; // an error already
  const ast::FormatSpec::Part &part = decl.spec.parts.front();
  const format::Declaration &format = *declared.declaration;
  unsigned order = format.order();
  if (!checkFormatUse(decl, {format.name, order, order,
                             unsigned(format.parameters.size())}))
    return;
  format::Problem problem;
  if (auto levels = format.instantiate(part.arguments, problem))
    decl.format = Format::of(*levels);
  else
    report(*declared.decl, problem, diagnostics)
        .note(part.name.range, "with these numbers");
}

//===----------------------------------------------------------------------===//
// Hybrids (L34)
//===----------------------------------------------------------------------===//

/// What labels a condition may name, by mode.
static std::vector<std::string> modesOf(const ast::TensorDecl &decl) {
  std::vector<std::string> modes;
  for (const ast::Dimension &dimension : decl.dimensions)
    modes.push_back(dimension.label);
  return modes;
}

/// The condition of a part whose format is at `range`, as text over d0, d1,
/// ...; none after an error.
static std::optional<std::string>
checkPartCondition(const ast::TensorDecl &decl, const format::HybridText &part,
                   llvm::SMRange range, Diagnostics &diagnostics) {
  if (std::optional<format::Problem> wrong = part.findProblem()) {
    diagnostics.error(diag::hybrid_condition, range, wrong->text);
    return std::nullopt;
  }
  if (part.isLast)
    return "";
  format::Problem problem;
  if (auto condition =
          format::parseCondition(part.condition, modesOf(decl), problem))
    return condition->text();
  StringRef text = part.condition;
  llvm::SMRange all{llvm::SMLoc::getFromPointer(text.begin()),
                    llvm::SMLoc::getFromPointer(text.end())};
  report(problem.offset < text.size() ? rangeAt(text, problem.offset) : all,
         problem, diagnostics);
  return std::nullopt;
}

void FunctionChecker::checkHybrid(ast::TensorDecl &decl, bool isParameter) {
  const ast::FormatSpec &spec = decl.spec;
  std::vector<ast::TensorDecl::HybridPart> parts;
  bool ok = true;
  std::vector<format::HybridText> texts =
      format::splitHybrid(std::string_view(ast::textOf(spec.range)));
  for (const auto &[part, text] : llvm::zip_equal(spec.parts, texts)) {
    std::optional<std::string> condition =
        checkPartCondition(decl, text, part.name.range, diagnostics);
    ast::TensorDecl alone(decl.range);
    alone.name = decl.name;
    alone.dimensions = decl.dimensions;
    alone.spec.parts.push_back({part.name, part.arguments, {}, {}});
    alone.spec.range = part.name.range;
    checkFormat(alone, isParameter);
    if (alone.format && alone.format->isDense()) {
      alone.format.reset();
      diagnostics.notSupported(part.name.range, "a dense part of a hybrid");
    }
    ok &= condition && alone.format;
    if (ok)
      parts.push_back({*alone.format, *condition});
  }
  if (!ok)
    return;
  decl.format = parts.back().format;
  decl.hybrid = std::move(parts);
}
