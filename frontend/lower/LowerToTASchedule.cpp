//===- LowerToTASchedule.cpp - schedules to their record ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/Parts.h"
#include "frontend/lower/LowerToTAImpl.h"

#include "dialects/CIN/Schedule.h"

using namespace mlir;
using namespace encke;

/// A number; or a name: of a label, a tensor, a format, or a word; or a part of
/// the statement, such as an element of a tensor.
static Attribute lowerArgument(OpBuilder &builder, const ast::Expr &argument) {
  if (const auto *number = dyn_cast<ast::Number>(&argument))
    return builder.getI64IntegerAttr(number->integer);
  if (const auto *name = dyn_cast<ast::Name>(&argument))
    return builder.getStringAttr(name->name);
  std::optional<PartText> part = partOf(argument);
  return builder.getStringAttr(part ? part->toText() : "");
}

void FunctionLowering::giveSchedule(const ast::Assign &assign,
                                    Operation *statement) {
  SmallVector<cin::ClauseAttr> clauses;
  for (const ast::Directive &clause : assign.schedule) {
    SmallVector<Attribute> arguments;
    for (const ast::ExprPtr &argument : clause.arguments)
      arguments.push_back(lowerArgument(builder, *argument));
    SmallVector<NamedAttribute> named;
    for (const ast::NamedArgument &argument : clause.named)
      named.emplace_back(builder.getStringAttr(argument.name.name),
                         lowerArgument(builder, *argument.value));
    clauses.push_back(cin::ClauseAttr::get(
        builder.getContext(), clause.name.name, arguments,
        builder.getDictionaryAttr(named), loc(clause.name.range)));
  }
  if (!clauses.empty())
    cin::setSchedule(statement,
                     cin::ScheduleAttr::get(builder.getContext(), clauses));
}
