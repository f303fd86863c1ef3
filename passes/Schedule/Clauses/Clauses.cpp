//===- Clauses.cpp - what a program says about a nest of loops ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Schedule/Clauses/Clauses.h"

#include "passes/Support/Places.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

namespace {
struct NestClause {
  StringLiteral name;
  Step step;
  LogicalResult (*apply)(ClauseAttr clause, const NestSchedule &in);
};
} // namespace

/// In the order in which they are applied, however they are written.
static constexpr NestClause nestClauses[] = {
    {"order", Step::order, applyOrder},
    {"workspace", Step::workspace, applyWorkspace},
    {"serial", Step::threads, applySerial},
    {"parallel", Step::threads, applyParallel},
    {"vectorize", Step::vectors, applyVectorize},
    {"registers", Step::vectors, applyRegisters},
};

LogicalResult encke::applyClauses(Step step, const NestSchedule &in) {
  for (const NestClause &known : nestClauses) {
    if (known.step != step)
      continue;
    for (ClauseAttr clause : findClauses(in.schedule, known.name))
      if (failed(known.apply(clause, in)))
        return failure();
  }
  return success();
}

ForallOp NestSchedule::findLoop(ClauseAttr clause, StringRef label) const {
  for (ForallOp loop : nest.foralls)
    if (loop.getLabel() == label)
      return loop;
  emitError(clause.getLoc()) << "no loop goes along '" << label << "'";
  return {};
}

std::string encke::describeElement(Value place, ValueRange indices) {
  StringRef name = getTensorName(place.getLoc());
  std::string text = name.empty() ? "an operand" : name.str();
  llvm::ListSeparator separator;
  text += '[';
  for (Value index : indices) {
    auto loop = cast<ForallOp>(index.getParentBlock()->getParentOp());
    text += StringRef(separator).str() + loop.getLabel().value_or("?").str();
  }
  return text + ']';
}
