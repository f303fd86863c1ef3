//===- Registers.cpp - workspaces without modes ---------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Loops/Control.h"
#include "passes/CINToSCF/Loops/Values.h"
#include "passes/CINToSCF/Sinks/Result.h"
#include "passes/CINToSCF/Sinks/Workspaces.h"
#include "passes/CINToSCF/Statements.h"

#include "dialects/CIN/Patterns.h"
#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Reductions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using namespace encke::generator;

/// All that the consumer does is to increment something by what is absent where
/// the register is.
static bool needsRegister(WhereOp where) {
  Value place = where.getConsumer().getArgument(0);
  return !where.getConsumer()
              .walk([&](AssignOp assign) {
                bool isRestricted =
                    assign.getReduction() != Reduction::none &&
                    isRestrictedTo(assign.getValue(), [&](AccessOp access) {
                      return access.getTensor() == place;
                    });
                return isRestricted ? WalkResult::advance()
                                    : WalkResult::interrupt();
              })
              .wasInterrupted();
}

LogicalResult Registers::assign(AssignOp assign, WhereOp where, Scope &scope) {
  Location loc = assign.getLoc();
  StateKey valueKey{where, Variable::value};
  StateKey presentKey{where, Variable::present};
  bool isTracked = scope.state.count(presentKey);
  Keys keys = {valueKey};
  if (isTracked)
    keys.push_back(presentKey);
  if (!isTracked && values.selectsInVectors(assign)) {
    FailureOr<Value> value = values.evaluateOrNeutral(assign, scope);
    if (succeeded(value))
      scope.state[valueKey] =
          combine(builder, assign, scope.state.lookup(valueKey), *value);
    return value;
  }
  auto body = [&](Scope &inner) -> LogicalResult {
    if (isTracked)
      inner.state[presentKey] =
          arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
    // What is only counted needs no value.
    if (isTracked && !result.needsValuesOf(where))
      return success();
    FailureOr<Value> value = values.evaluate(assign.getValue(), inner);
    if (failed(value))
      return failure();
    inner.state[valueKey] =
        combine(builder, assign, inner.state.lookup(valueKey), *value);
    return success();
  };
  return control.whenPresent(loc, values.presenceOf(assign, scope), keys, scope,
                             body);
}

LogicalResult Registers::run(WhereOp where, Scope &scope) {
  Location loc = where.getLoc();
  Type type = where.getWorkspaceType().getTensor().getElementType();
  scope.state[{where, Variable::value}] =
      emitIdentity(builder, loc, getProducing(where), type);
  if (keepsPattern(where.getConsumer().getArgument(0))) {
    if (std::optional<Presence> known =
            values.presenceOfProducer(where, scope)) {
      scope.registers[where] = *known;
      // What is only counted needs no value.
      if (result.isCounting() && !decidesPattern(where))
        return statements.run(where.getConsumer().front(), scope);
    } else {
      scope.state[{where, Variable::present}] =
          arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false));
    }
  }
  if (failed(statements.run(where.getProducer().front(), scope)))
    return failure();
  return consume(where, scope);
}

/// The consumer is left out as a whole where it needs the register, so that its
/// loops do not ask again and again.
LogicalResult Registers::consume(WhereOp where, Scope &scope) {
  Block &consumer = where.getConsumer().front();
  auto known = scope.registers.find(where);
  auto found = scope.state.find({where, Variable::present});
  Presence presence = Presence::always();
  if (known != scope.registers.end())
    presence = known->second;
  else if (found != scope.state.end())
    presence = Presence::where(found->second);
  if (presence.known || !needsRegister(where))
    return statements.run(consumer, scope);
  return control.emitIf(
      where.getLoc(), presence.dynamic, control.changedIn(where, scope), scope,
      [&](Scope &inner) {
        inner.registers[where] = Presence::always();
        return statements.run(consumer, inner);
      },
      nullptr);
}
