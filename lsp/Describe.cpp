//===- Describe.cpp - what names and expressions are ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lsp/Answers.h"

#include "dialects/Clauses.h"
#include "frontend/check/SemaBuiltins.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace encke::server {

//===----------------------------------------------------------------------===//
// Names of the program
//===----------------------------------------------------------------------===//

static std::string describe(const FileSize &file) {
  std::string name;
  if (const auto *number = std::get_if<unsigned>(&file.file))
    name = "read(" + utostr(*number) + ")";
  else if (const auto *path = std::get_if<std::string>(&file.file))
    name = "'" + *path + "'";
  else
    name = std::get<const ast::ParamDecl *>(file.file)->name.name;
  return "dimension " + utostr(file.mode + 1) + " of " + name;
}

/// "10", "dimension 2 of read(0)".
static std::string describeSize(const SizeGroup &group) {
  if (group.staticSize)
    return itostr(*group.staticSize);
  if (!group.files.empty())
    return describe(group.files.front());
  if (!group.parameters.empty())
    return group.parameters.front().parameter->name.name;
  if (!group.arguments.empty()) {
    const ArgumentSize &argument = group.arguments.front();
    return "dimension " + utostr(argument.mode + 1) + " of the caller's " +
           argument.parameter->name.name;
  }
  return "known when the program runs";
}

/// What a list of Markdown has of a dimension.
static std::string describeDimension(const ast::TensorDecl &tensor, size_t mode,
                                     const FunctionInfo *info) {
  const ast::Dimension &dimension = tensor.dimensions[mode];
  std::string text = "- dimension " + utostr(mode + 1);
  if (dimension.kind == ast::Dimension::Label && !dimension.label.empty())
    text += " `" + dimension.label + "`";
  if (info)
    if (auto groups = info->tensorGroups.find(&tensor);
        groups != info->tensorGroups.end() && mode < groups->second.size())
      text += ": " + describeSize(info->groups[groups->second[mode]]);
  return text + "\n";
}

/// "levels: i dense, j compressed".
static std::string describeFormat(const ast::TensorDecl &tensor) {
  if (!tensor.format)
    return "";
  const Format &format = *tensor.format;
  std::string text;
  for (size_t level = 0; level < format.levels.size(); ++level) {
    unsigned mode = format.levelToMode[level];
    std::string name = "dimension " + utostr(mode + 1);
    if (mode < tensor.dimensions.size() &&
        tensor.dimensions[mode].kind == ast::Dimension::Label)
      name = "`" + tensor.dimensions[mode].label + "`";
    if (!format.map(unsigned(level)).isWhole())
      name = "a part of " + name;
    text += (level ? ", " : "") + name + " " +
            std::string(format.levels[level].name());
  }
  if (tensor.isAuto)
    text += " (chosen by the data when the program is compiled for them)";
  return text.empty() ? "" : "\nLevels, outermost first: " + text + "\n";
}

static std::string describe(const Analysis &program, const Meaning &meaning) {
  std::string text =
      "```ta\n" + ast::textOf(meaning.whole).rtrim().str() + "\n```\n";
  const FunctionInfo *info =
      meaning.function ? program.infoOf(*meaning.function) : nullptr;
  switch (meaning.kind) {
  case Meaning::Label:
    if (info) {
      auto group = info->labelGroup.find(meaning.name);
      if (group != info->labelGroup.end())
        text +=
            "Label of size " + describeSize(info->groups[group->second]) + "\n";
    }
    break;
  case Meaning::Tensor:
    text += "Tensor of " + toString(meaning.tensor->type).str() + "\n\n";
    for (size_t mode = 0; mode < meaning.tensor->dimensions.size(); ++mode)
      text += describeDimension(*meaning.tensor, mode, info);
    text += describeFormat(*meaning.tensor);
    break;
  case Meaning::Scalar:
    text += "Variable of type " + toString(meaning.scalar->type).str() + "\n";
    break;
  case Meaning::Counter:
    text += "Loop variable of type int\n";
    break;
  case Meaning::Parameter:
    text += "Parameter of the program: `--set " + meaning.name + "=...`\n";
    break;
  case Meaning::Function:
  case Meaning::Format:
    break;
  }
  return text;
}

//===----------------------------------------------------------------------===//
// Words of the language
//===----------------------------------------------------------------------===//

static std::string describe(const sema::Builtin &builtin) {
  using sema::BuiltinKind;
  switch (builtin.kind) {
  case BuiltinKind::Read:
    return "Reads a data file: `A[i, j] = read(0);` the first of the command "
           "line (L12)";
  case BuiltinKind::Random:
    return "Fills a tensor with random numbers (L15)";
  case BuiltinKind::Convert:
    return "Copies a tensor into another format (L35)";
  case BuiltinKind::Permutation:
    return "Where `reorder` has put the coordinates of a label (L36)";
  case BuiltinKind::Print:
    return "Prints values and tensors (L16)";
  case BuiltinKind::Error:
    return "Ends the program with a message (L59)";
  case BuiltinKind::Write:
    return "Writes a tensor into a file (L14)";
  case BuiltinKind::PrintElapsedTime:
    return "Prints the time between two calls of getTime (L17)";
  case BuiltinKind::GetTime:
    return "The time in seconds (L17)";
  case BuiltinKind::Size:
    return "The size of a label (L64)";
  case BuiltinKind::Reduction:
    return "Reduces all labels, or those in brackets: `" + builtin.name.str() +
           "[j](A[i, j])` (L25)";
  case BuiltinKind::Elementwise:
    return "Elementwise function of " + utostr(builtin.minArguments) +
           (builtin.minArguments == 1 ? " argument" : " arguments") +
           (builtin.function->keepsZero
                ? ": zeros stay zeros, and sparse operands sparse"
                : ": zeros do not stay zeros, so that results are dense") +
           " (L26)";
  }
  return "";
}

static std::string describeWord(StringRef word) {
  if (const sema::Builtin *builtin = sema::findBuiltin(word))
    return describe(*builtin);
  if (const sema::WholeFunction *function = sema::findWholeFunction(word))
    return "Function of whole tensors: `" + std::string(function->example) +
           "` (L65)";
  if (const ClauseForm *clause = findClauseForm(word))
    return "Clause of a schedule: `with " + clause->example.str() + "` (L32)";
  for (const Format::Name &format : Format::getNames())
    if (format.name == word)
      return "Format of the language (L10)";
  return "";
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

static bool contains(SMRange range, SMLoc place) {
  return range.isValid() && range.Start.getPointer() <= place.getPointer() &&
         place.getPointer() < range.End.getPointer();
}

/// The innermost one of those that hold the place; null if none does.
static const ast::Expr *findExpr(const Analysis &program, SMLoc place) {
  const ast::Expr *found = nullptr;
  for (const ast::Function *function : program.getCheckedFunctions())
    ast::forEachExpression(function->body, [&](ast::Expr &expr) {
      if (contains(expr.range, place) &&
          (!found || contains(found->range, expr.range.Start)))
        found = &expr;
    });
  return found;
}

static std::string describe(const ast::Expr &expr) {
  std::string text = toString(expr.elementType).str();
  if (!expr.labels.empty())
    text += " over [" + join(expr.labels, ", ") + "]";
  if (!expr.summed.empty())
    text += ", summed over " + join(expr.summed, ", ");
  return text;
}

json::Value describe(const Analysis &program, lsp::Position position) {
  SMLoc place = program.placeAt(position);
  StringRef source = program.getText();
  std::string text;
  SMRange where;
  std::optional<Occurrence> found =
      program.getNames() ? program.getNames()->at(place) : std::nullopt;
  auto [begin, end] = wordAt(source, program.offsetOf(place));
  if (found && program.isHere(found->where)) {
    text = describe(program, program.getNames()->getMeanings()[found->meaning]);
    where = found->where;
  } else if (std::string word = describeWord(source.slice(begin, end));
             !word.empty()) {
    text = word;
    where = {SMLoc::getFromPointer(source.data() + begin),
             SMLoc::getFromPointer(source.data() + end)};
  } else if (const ast::Expr *expr = findExpr(program, place)) {
    text = describe(*expr);
    where = expr->range;
  } else {
    return nullptr;
  }
  lsp::Hover hover(program.rangeOf(where));
  hover.contents.value = json::fixUTF8(text);
  return lsp::toJSON(hover);
}

//===----------------------------------------------------------------------===//
// Hints
//===----------------------------------------------------------------------===//

/// What the sum of an expression is called, where the text does not say it.
static StringRef reductionOf(const ast::Expr &expr) {
  if (const auto *semiring = dyn_cast<ast::Semiring>(&expr))
    return semiring->reduce ? StringRef(semiring->reduce->name) : "+";
  return "+";
}

/// Of a statement that has none: the schedule that the compiler chooses.
static void addSchedules(const ast::Function &function, const Analysis &program,
                         lsp::Range range, const Schedules &schedules,
                         json::Array &hints) {
  ast::forEachStatement(function.body, [&](ast::Stmt &stmt) {
    auto *assign = dyn_cast<ast::Assign>(&stmt);
    if (!assign || !assign->schedule.empty())
      return;
    StringRef text = ast::textOf(assign->range).rtrim("; \t\r\n");
    auto found = schedules.find(joinWords(text));
    if (found == schedules.end())
      return;
    lsp::Position position = program.getLines().positionOf(program.offsetOf(
        SMLoc::getFromPointer(assign->range.Start.getPointer() + text.size())));
    if (position < range.start || range.end < position)
      return;
    lsp::InlayHint hint(lsp::InlayHintKind::Type, position);
    hint.label = found->second;
    hint.paddingLeft = true;
    hints.push_back(lsp::toJSON(hint));
  });
}

json::Value listHints(const Analysis &program, lsp::Range range,
                      const Schedules &schedules) {
  json::Array hints;
  for (const ast::Function *function : program.getCheckedFunctions())
    addSchedules(*function, program, range, schedules, hints);
  for (const ast::Function *function : program.getCheckedFunctions())
    ast::forEachExpression(function->body, [&](ast::Expr &expr) {
      if (expr.summed.empty() || isa<ast::Call>(&expr))
        return;
      lsp::Position position = program.rangeOf(expr.range).start;
      if (position < range.start || range.end < position)
        return;
      StringRef reduction = reductionOf(expr);
      std::string sign = reduction == "+" ? "Σ" : reduction.str() + " ";
      lsp::InlayHint hint(lsp::InlayHintKind::Type, position);
      hint.label = sign + join(expr.summed, " " + sign);
      hint.paddingRight = true;
      hints.push_back(lsp::toJSON(hint));
    });
  return hints;
}

} // namespace encke::server
