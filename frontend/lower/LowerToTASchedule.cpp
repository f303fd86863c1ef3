//===- LowerToTASchedule.cpp - schedules to their record ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/lower/LowerToTAImpl.h"

#include "dialects/CIN/Schedule.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace encke;

/// A number, or a name: of a label, a tensor, a format, or a word.
static Attribute lowerArgument(OpBuilder &builder, const ast::Expr &argument) {
  if (const auto *number = dyn_cast<ast::Number>(&argument))
    return builder.getI64IntegerAttr(number->integer);
  if (const auto *name = dyn_cast<ast::Name>(&argument))
    return builder.getStringAttr(name->name);
  // An element of a tensor: `A[k, j]`.
  const auto &access = cast<ast::Access>(argument);
  std::string text = access.name.name + "[";
  llvm::ListSeparator separator;
  for (const ast::Identifier &index : access.indices)
    text += StringRef(separator).str() + index.name;
  return builder.getStringAttr(text + "]");
}

void FunctionLowering::giveSchedule(const ast::Assign &assign,
                                    Operation *statement) {
  SmallVector<cin::ClauseAttr> clauses;
  for (const ast::Directive &clause : assign.schedule) {
    SmallVector<Attribute> arguments;
    for (const ast::ExprPtr &argument : clause.arguments)
      arguments.push_back(lowerArgument(builder, *argument));
    clauses.push_back(cin::ClauseAttr::get(builder.getContext(),
                                           clause.name.name, arguments,
                                           loc(clause.name.range)));
  }
  if (!clauses.empty())
    cin::setSchedule(statement,
                     cin::ScheduleAttr::get(builder.getContext(), clauses));
}
