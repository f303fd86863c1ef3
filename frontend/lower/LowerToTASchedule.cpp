//===- LowerToTASchedule.cpp - schedules to their record ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/Parts.h"
#include "frontend/lower/LowerToTAImpl.h"

#include "dialects/CIN/Schedule.h"
#include "dialects/TA/TADialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

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
  for (const ast::Directive *clause : assign.clausesWhen(answered)) {
    SmallVector<Attribute> arguments;
    for (const ast::ExprPtr &argument : clause->arguments)
      arguments.push_back(lowerArgument(builder, *argument));
    SmallVector<NamedAttribute> named;
    for (const ast::NamedArgument &argument : clause->named)
      named.emplace_back(builder.getStringAttr(argument.name.name),
                         lowerArgument(builder, *argument.value));
    clauses.push_back(cin::ClauseAttr::get(
        builder.getContext(), clause->name.name, arguments,
        builder.getDictionaryAttr(named), loc(clause->name.range)));
  }
  if (!clauses.empty())
    cin::setSchedule(statement,
                     cin::ScheduleAttr::get(builder.getContext(), clauses));
}

/// Of the tensors as they are in front of the statement.
Value FunctionLowering::ask(const ast::Directive &when) {
  const ast::Expr *question = when.arguments.front().get();
  Location where = loc(question->range);
  auto *negated = dyn_cast<ast::Unary>(question);
  auto *call = cast<ast::Call>(negated ? negated->operand.get() : question);
  SmallVector<Value> asked;
  int64_t least = 0;
  for (const ast::ExprPtr &argument : call->arguments) {
    if (auto *number = dyn_cast<ast::Number>(argument.get())) {
      least = int64_t(number->integer);
      continue;
    }
    const ast::TensorDecl *decl = cast<ast::Name>(argument.get())->tensor;
    Value &tensor = tensors[decl];
    if (!tensor)
      tensor = zeroTensor(decl, argument->range);
    asked.push_back(tensor);
  }
  Value answer = AskOp::create(builder, where, builder.getI1Type(),
                               call->name.name, asked, least);
  if (!negated)
    return answer;
  Value yes =
      arith::ConstantOp::create(builder, where, builder.getBoolAttr(true));
  return arith::XOrIOp::create(builder, where, answer, yes);
}
