//===- TuneStatements.cpp - what may have a schedule ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Tune.h"

#include "dialects/TA/Encoding.h"
#include "dialects/TA/TADialect.h"
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

static void addOperand(ta::AccessOp access, TunedStatement &statement) {
  StringAttr name = findName(access);
  auto type = cast<RankedTensorType>(access.getTensor().getType());
  std::optional<Format> format = getFormat(type);
  for (StringAttr label : access.getIndices().getAsRange<StringAttr>())
    if (!llvm::is_contained(statement.labels, label.getValue()))
      statement.labels.push_back(label.str());
  if (!name || !format)
    return;
  auto labels = llvm::map_range(access.getIndices().getAsRange<StringAttr>(),
                                [](StringAttr label) { return label.str(); });
  statement.operands.push_back(
      {name.str(), name.str() + "[" + llvm::join(labels, ", ") + "]", *format,
       bool(type.getEncoding())});
}

/// Why the loops of the statement are not its own; empty where they are.
static std::string whyNotAlone(StringRef place,
                               const Explanation &explanation) {
  auto isFusedWith = [&](const ExplainedKernel &kernel) {
    return llvm::is_contained(kernel.fused, place);
  };
  for (const ExplainedStatement &other : explanation) {
    if (other.place == place) {
      if (other.kernels.empty())
        return "it is computed where its result is read";
      for (const ExplainedKernel &kernel : other.kernels)
        if (!kernel.fused.empty())
          return "it is computed in the same loops as " +
                 llvm::join(kernel.fused, ", ");
    } else if (llvm::any_of(other.kernels, isFusedWith)) {
      return "it is computed in the same loops as " + other.place;
    }
  }
  return "";
}

std::vector<TunedStatement>
encke::findTunedStatements(Compiler &compiler, ModuleOp module,
                           const Explanation &explanation) {
  std::vector<TunedStatement> found;
  for (const ast::Assign *assign : compiler.findAssignments()) {
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
    for (const ast::Identifier &label : assign->indices)
      if (!llvm::is_contained(entry.labels, label.name))
        entry.labels.push_back(label.name);
    walkExpression(statement.getValue(), [&](Operation *op) {
      if (auto access = dyn_cast<ta::AccessOp>(op))
        addOperand(access, entry);
    });
    entry.whyNot = whyNotAlone(place, explanation);
  }
  return found;
}
