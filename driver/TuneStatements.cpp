//===- TuneStatements.cpp - what may have a schedule ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Factors.h"
#include "driver/Tune.h"

#include "dialects/TA/Encoding.h"
#include "passes/Support/Expressions.h"
#include "passes/Support/Places.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace encke;

Operation *encke::findStatement(ModuleOp module, StringRef place) {
  Operation *found = nullptr;
  // What it is made of stands before it.
  module.walk([&](ta::AssignOp op) {
    if (getPlace(op.getLoc()) == place)
      found = op;
  });
  return found;
}

/// The text of the statement, in one line.
static std::string getText(const ast::Assign &assign) {
  const char *begin = assign.range.Start.getPointer();
  StringRef text(begin, size_t(assign.range.End.getPointer() - begin));
  SmallVector<StringRef> words;
  llvm::SplitString(text, words);
  return llvm::join(words, " ") + ";";
}

/// "A[i, j]"; "[i, j]" of what has no name.
static std::string getElementText(ta::AccessOp access) {
  StringAttr name = findName(access);
  auto labels = llvm::map_range(access.getIndices().getAsRange<StringAttr>(),
                                [](StringAttr label) { return label.str(); });
  return (name ? name.str() : "") + "[" + llvm::join(labels, ", ") + "]";
}

static void addOperand(ta::AccessOp access, TunedStatement &statement) {
  StringAttr name = findName(access);
  auto type = cast<RankedTensorType>(access.getTensor().getType());
  std::optional<Format> format = getFormat(type);
  for (StringAttr label : access.getIndices().getAsRange<StringAttr>())
    if (!llvm::is_contained(statement.labels, label.getValue()))
      statement.labels.push_back(label.str());
  if (!name || !format)
    return;
  statement.operands.push_back(
      {name.str(), getElementText(access), *format, bool(type.getEncoding())});
}

/// Why the statement cannot be tuned, or what is tuned together with it.
static void findGroup(ModuleOp module, const Explanation &explanation,
                      TunedStatement &statement) {
  Operation *op = findStatement(module, statement.place);
  for (const ExplainedStatement &other : explanation) {
    bool isItself = other.place == statement.place;
    if (isItself && other.kernels.empty())
      statement.whyNot =
          "it is computed where its result is read; the statement "
          "that reads it can be tuned";
    for (const ExplainedKernel &kernel : other.kernels) {
      if (!isItself && llvm::is_contained(kernel.fused, statement.place))
        statement.whyNot = "it is computed in the loops of " + other.place +
                           "; with --no-fuse it has loops of its own";
      for (const std::string &place : kernel.fused) {
        Operation *producer = findStatement(module, place);
        if (!isItself || llvm::is_contained(statement.group, place))
          continue;
        statement.group.push_back(place);
        if (!producer || producer->getBlock() != op->getBlock())
          statement.whyNot = "it is computed in the same loops as " + place;
      }
    }
  }
}

/// Each choice of several factors, and not of all of them.
static void addParts(ta::AssignOp assign, TunedStatement &statement) {
  constexpr size_t mostFactors = 5;
  Factors factors =
      findFactors(assign.getValue(), [](ta::AccessOp) { return Factors(); });
  if (!factors || factors->size() > mostFactors)
    return;
  for (unsigned chosen = 1; chosen + 1 < 1U << factors->size(); ++chosen) {
    std::optional<PartText> part;
    for (auto [number, factor] : llvm::enumerate(*factors))
      if (chosen >> number & 1)
        part = part ? PartText::product(*part, factor) : factor;
    std::string text = part->toText();
    if (llvm::popcount(chosen) > 1 &&
        !llvm::is_contained(statement.parts, text))
      statement.parts.push_back(text);
  }
}

std::vector<TunedStatement>
encke::findTunedStatements(Compiler &compiler, ModuleOp module,
                           const Explanation &explanation) {
  std::vector<TunedStatement> found;
  for (const ast::Assign *assign : compiler.findAssignments()) {
    if (!compiler.isInProgram(assign->range.Start))
      continue; // no schedule can be written there
    std::string place = compiler.getPlace(assign->range.Start);
    auto statement =
        dyn_cast_or_null<ta::AssignOp>(findStatement(module, place));
    // What is only filled with a number, or read, takes what memory takes.
    if (!statement || !assign->tensor || !assign->hasIndices ||
        !hasAccess(statement.getValue()))
      continue;
    TunedStatement &entry = found.emplace_back();
    entry.place = place;
    entry.line = compiler.getSources().FindLineNumber(assign->range.Start);
    entry.text = getText(*assign);
    entry.assign = assign;
    entry.target = assign->target.name;
    entry.written = cin::getSchedule(statement);
    forEachLabel(assign->indices, [&](const ast::Identifier &label) {
      if (!llvm::is_contained(entry.labels, label.name))
        entry.labels.push_back(label.name);
    });
    walkExpression(statement.getValue(), [&](Operation *op) {
      if (auto access = dyn_cast<ta::AccessOp>(op))
        addOperand(access, entry);
    });
    addParts(statement, entry);
    if (llvm::any_of(assign->schedule, [](const ast::Directive &clause) {
          return clause.name.name == "when";
        })) {
      entry.whyNot = "its 'when' makes several of it: without that, it can be "
                     "tuned";
      continue;
    }
    findGroup(module, explanation, entry);
  }
  return found;
}
