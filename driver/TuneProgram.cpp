//===- TuneProgram.cpp - a program changed for trying ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/TuneProgram.h"

#include "dialects/TA/Encoding.h"
#include "dialects/TA/TADialect.h"
#include "passes/Support/Expressions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace encke;

namespace {

/// Writes what stands in the place of a statement.
class MeasurementWriter {
public:
  MeasurementWriter(ta::AssignOp statement, const TunedStatement &tuned,
                    const Candidate &candidate)
      : builder(statement), loc(statement.getLoc()), statement(statement),
        tuned(tuned), candidate(candidate) {
    auto module = statement->getParentOfType<ModuleOp>();
    for (const std::string &place : tuned.group)
      if (auto op =
              dyn_cast_or_null<ta::AssignOp>(findStatement(module, place)))
        producers.push_back(op);
    llvm::sort(producers, [](ta::AssignOp a, ta::AssignOp b) {
      return a->isBeforeInBlock(b);
    });
  }

  void runOnce();
  void run(bool withMagnitudes);

private:
  void storeOtherwise();
  Value readClock() { return ta::TimeOp::create(builder, loc); }
  Value copy(ta::AssignOp op, cin::ScheduleAttr schedule, IRMapping &mapping);
  Value compute(cin::ScheduleAttr schedule, const IRMapping &tensors);
  Value computeMagnitudes();
  Value findOld();
  void repeat(Value policy, Value other);

  OpBuilder builder;
  Location loc;
  ta::AssignOp statement;
  const TunedStatement &tuned;
  const Candidate &candidate;
  SmallVector<ta::AssignOp> producers; ///< Of the group, in their order.
  IRMapping stored;                    ///< Tensors in other formats.
};

} // namespace

/// What a program prints or writes nobody is to see.
static void eraseOutput(ModuleOp module) {
  SmallVector<Operation *> output;
  module.walk([&](Operation *op) {
    if (isa<ta::PrintOp, ta::PrintLineOp, ta::WriteOp, ta::PrintElapsedOp>(op))
      output.push_back(op);
  });
  for (Operation *op : output)
    op->erase();
}

/// The function without a body, which the process has.
static func::FuncOp declare(ModuleOp module, StringRef name,
                            FunctionType type) {
  if (auto found = module.lookupSymbol<func::FuncOp>(name))
    return found;
  OpBuilder builder(module.getBodyRegion());
  auto function = func::FuncOp::create(builder, module.getLoc(), name, type);
  function.setPrivate();
  return function;
}

/// Operands of the candidate are converted to its formats.
void MeasurementWriter::storeOtherwise() {
  walkExpression(statement.getValue(), [&](Operation *op) {
    auto access = dyn_cast<ta::AccessOp>(op);
    if (!access || stored.contains(access.getTensor()))
      return;
    StringAttr name = findName(access);
    for (const auto &[tensor, format] : candidate.formats) {
      if (!name || name.getValue() != tensor)
        continue;
      auto type = cast<RankedTensorType>(access.getTensor().getType());
      unsigned width = type.getEncoding() ? std::max(getPositionWidth(type),
                                                     getCoordinateWidth(type))
                                          : 32;
      RankedTensorType wanted =
          getTensorType(format, type.getShape(), type.getElementType(), width);
      if (wanted == type)
        continue;
      SmallVector<Value> sizes;
      for (int64_t mode = 0; mode != type.getRank(); ++mode)
        if (type.isDynamicDim(mode))
          sizes.push_back(
              tensor::DimOp::create(builder, loc, access.getTensor(), mode));
      SmallVector<StringAttr> labels(
          access.getIndices().getAsRange<StringAttr>());
      Operation *copy = builder.clone(*access);
      stored.map(access.getTensor(),
                 ta::AssignOp::create(builder, loc, wanted, copy->getResult(0),
                                      labels, sizes)
                     .getResult());
    }
  });
}

Value MeasurementWriter::copy(ta::AssignOp op, cin::ScheduleAttr schedule,
                              IRMapping &mapping) {
  walkExpression(op.getValue(),
                 [&](Operation *inner) { builder.clone(*inner, mapping); });
  auto copy = cast<ta::AssignOp>(builder.clone(*op, mapping));
  cin::setSchedule(copy, schedule);
  return copy.getResult();
}

/// The statement again, with a schedule, of other tensors; and before that the
/// statements that are in its loops.
Value MeasurementWriter::compute(cin::ScheduleAttr schedule,
                                 const IRMapping &tensors) {
  IRMapping mapping = tensors;
  for (ta::AssignOp producer : producers)
    mapping.map(producer.getResult(), copy(producer, {}, mapping));
  return copy(statement, schedule, mapping);
}

/// The same of absolute values, which are added: what the last digits of its
/// terms are worth.
Value MeasurementWriter::computeMagnitudes() {
  IRMapping mapping;
  walkExpression(statement.getValue(), [&](Operation *op) {
    Operation *copy = builder.clone(*op, mapping);
    Value found = op->getResult(0), made = copy->getResult(0);
    if (isa<ta::AccessOp, ta::ScalarOp>(op))
      mapping.map(found, ta::ApplyOp::create(builder, loc, "abs", made));
    else if (isa<ta::NegOp>(op))
      mapping.map(found, copy->getOperand(0));
    else if (isa<ta::SubOp>(op))
      mapping.map(found,
                  ta::AddOp::create(builder, loc, made.getType(),
                                    copy->getOperand(0), copy->getOperand(1)));
  });
  auto copy = cast<ta::AssignOp>(builder.clone(*statement, mapping));
  cin::setSchedule(copy, {});
  return copy.getResult();
}

/// The tensor that the statement adds to; null where there is none.
Value MeasurementWriter::findOld() {
  Value old;
  walkExpression(statement.getValue(), [&](Operation *op) {
    auto access = dyn_cast<ta::AccessOp>(op);
    StringAttr name = access ? findName(access) : StringAttr();
    // What is made anew each time is not what was there before.
    if (name &&
        !llvm::is_contained(producers, access.getTensor().getDefiningOp()) &&
        name.getValue() == tuned.target &&
        access.getTensor().getType() == statement.getType())
      old = access.getTensor();
  });
  return old;
}

/// Each has a result of its own, into which it goes again and again, and adds
/// to that where the statement adds. Each run is a round of its own, at the end
/// of which what it has made is freed.
void MeasurementWriter::repeat(Value policy, Value other) {
  auto module = statement->getParentOfType<ModuleOp>();
  Type real = builder.getF64Type(), integer = builder.getI64Type();
  func::FuncOp ask =
      declare(module, askFunctionName, builder.getFunctionType({}, {integer}));
  func::FuncOp tell = declare(module, tellFunctionName,
                              builder.getFunctionType({real, real}, {}));
  Value old = findOld();
  // One of the carried results is made again.
  auto run = [&](OpBuilder &inner, ValueRange carried, Turn turn) {
    OpBuilder::InsertionGuard guard(builder);
    builder.restoreInsertionPoint(inner.saveInsertionPoint());
    bool isPolicy = turn == Turn::Policy;
    SmallVector<Value> results(carried);
    Value &result = results[isPolicy ? 0 : 1];
    IRMapping tensors = isPolicy ? IRMapping() : stored;
    if (old)
      tensors.map(old, result);
    Value before = readClock();
    result =
        compute(isPolicy ? cin::ScheduleAttr() : candidate.schedule, tensors);
    func::CallOp::create(builder, loc, tell, ValueRange{before, readClock()});
    scf::YieldOp::create(builder, loc, results);
  };
  auto isTurn = [&](OpBuilder &inner, Value answer, Turn turn) -> Value {
    Value number = arith::ConstantOp::create(
        inner, loc, inner.getI64IntegerAttr(int64_t(turn)));
    return arith::CmpIOp::create(inner, loc, arith::CmpIPredicate::eq, answer,
                                 number);
  };
  SmallVector<Value> first = {policy, other};
  SmallVector<Type> types = {policy.getType(), other.getType(), integer};
  scf::WhileOp::create(
      builder, loc, types, first,
      [&](OpBuilder &inner, Location, ValueRange carried) {
        SmallVector<Value> passed(carried);
        Value answer =
            func::CallOp::create(inner, loc, ask, ValueRange()).getResult(0);
        passed.push_back(answer);
        Value isOver = isTurn(inner, answer, Turn::None);
        Value always =
            arith::ConstantOp::create(inner, loc, inner.getBoolAttr(true));
        Value more = arith::XOrIOp::create(inner, loc, isOver, always);
        scf::ConditionOp::create(inner, loc, more, passed);
      },
      [&](OpBuilder &inner, Location, ValueRange carried) {
        ValueRange results = carried.take_front(2);
        auto branch = scf::IfOp::create(
            inner, loc, isTurn(inner, carried.back(), Turn::Policy),
            [&](OpBuilder &then, Location) {
              run(then, results, Turn::Policy);
            },
            [&](OpBuilder &otherwise, Location) {
              run(otherwise, results, Turn::Candidate);
            });
        scf::YieldOp::create(inner, loc, branch.getResults());
      });
}

/// With the candidate's schedule alone.
void MeasurementWriter::runOnce() {
  storeOtherwise();
  readClock();
  Value other = compute(candidate.schedule, stored);
  readClock();
  statement.replaceAllUsesWith(other);
  statement.erase();
}

void MeasurementWriter::run(bool withMagnitudes) {
  storeOtherwise();
  readClock();
  Value policy = compute({}, IRMapping());
  readClock();
  Value other = compute(candidate.schedule, stored);
  readClock();
  ta::PrintOp::create(builder, loc, policy, "");
  ta::PrintOp::create(builder, loc, other, "");
  if (withMagnitudes)
    ta::PrintOp::create(builder, loc, computeMagnitudes(), "");
  repeat(policy, other);
  statement.replaceAllUsesWith(policy);
  statement.erase();
}

void encke::giveSchedule(ModuleOp module, const TunedStatement &statement,
                         const Candidate &candidate) {
  eraseOutput(module);
  auto op = cast<ta::AssignOp>(findStatement(module, statement.place));
  MeasurementWriter(op, statement, candidate).runOnce();
}

bool encke::hasMagnitudes(ModuleOp module, const TunedStatement &statement) {
  auto op = cast<ta::AssignOp>(findStatement(module, statement.place));
  bool isSum =
      statement.group.empty() && isa<FloatType>(op.getType().getElementType());
  walkExpression(op.getValue(), [&](Operation *inner) {
    isSum &= isa<ta::AccessOp, ta::ScalarOp, ta::AddOp, ta::SubOp, ta::MulOp,
                 ta::NegOp, ta::SumOp, ta::RepeatOp>(inner);
  });
  return isSum;
}

void encke::insertMeasurement(ModuleOp module, const TunedStatement &statement,
                              const Candidate &candidate, bool withMagnitudes) {
  eraseOutput(module);
  auto op = cast<ta::AssignOp>(findStatement(module, statement.place));
  MeasurementWriter(op, statement, candidate).run(withMagnitudes);
}
