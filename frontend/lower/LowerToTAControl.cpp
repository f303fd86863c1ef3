//===- LowerToTAControl.cpp - loops and branches to scf -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A variable that a block changes is a value that the loop carries, or that the
// branch yields (L30). What a block declares stays inside it.
//
//===----------------------------------------------------------------------===//

#include "frontend/lower/LowerToTAImpl.h"

#include "dialects/TA/Functions.h"
#include "dialects/TA/Scalars.h"
#include "dialects/TA/TADialect.h"
#include "frontend/check/SemaBuiltins.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

//===----------------------------------------------------------------------===//
// What a block changes
//===----------------------------------------------------------------------===//

void FunctionLowering::collectChanges(ArrayRef<ast::StmtPtr> block,
                                      Changes &changes) {
  Changes inside;
  auto drop = [&](const ast::Jumps &jumps) {
    inside.scalars.remove(&jumps.leaves);
    inside.scalars.remove(&jumps.stops);
  };
  for (const ast::StmtPtr &stmt : block) {
    if (auto *assign = dyn_cast<ast::Assign>(stmt.get())) {
      if (assign->tensor)
        inside.tensors.insert(assign->tensor);
      else
        inside.scalars.insert(assign->scalar);
    } else if (auto *unpack = dyn_cast<ast::Unpack>(stmt.get())) {
      for (const std::unique_ptr<ast::Assign> &target : unpack->targets) {
        if (target->tensor)
          inside.tensors.insert(target->tensor);
        else
          inside.scalars.insert(target->scalar);
      }
    } else if (auto *loop = dyn_cast<ast::For>(stmt.get())) {
      collectChanges(loop->body, inside);
      drop(loop->jumps);
    } else if (auto *loop = dyn_cast<ast::While>(stmt.get())) {
      collectChanges(loop->body, inside);
      drop(loop->jumps);
    } else if (auto *branch = dyn_cast<ast::If>(stmt.get())) {
      collectChanges(branch->thenBody, inside);
      collectChanges(branch->elseBody, inside);
    } else if (auto *reorder = dyn_cast<ast::Reorder>(stmt.get())) {
      inside.tensors.insert_range(reorderedBy(*reorder));
    } else if (auto *jump = dyn_cast<ast::Jump>(stmt.get())) {
      inside.scalars.insert(&jump->loop->leaves);
      if (jump->isBreak)
        inside.scalars.insert(&jump->loop->stops);
    } else if (isa<ast::Return>(stmt.get())) {
      collectReturn(inside);
    }
  }
  for (const ast::StmtPtr &stmt : block) {
    if (auto *tensor = dyn_cast<ast::TensorDecl>(stmt.get()))
      inside.tensors.remove(tensor);
    else if (auto *scalar = dyn_cast<ast::ScalarDecl>(stmt.get()))
      inside.scalars.remove(scalar);
  }
  changes.tensors.insert_range(inside.tensors);
  changes.scalars.insert_range(inside.scalars);
}

SmallVector<Value> FunctionLowering::valuesOf(const Changes &changes,
                                              llvm::SMRange where) {
  SmallVector<Value> values;
  for (const ast::TensorDecl *tensor : changes.tensors) {
    Value &value = tensors[tensor];
    if (!value)
      value = zeroTensor(tensor, where);
    values.push_back(value);
  }
  for (const ast::ScalarDecl *scalar : changes.scalars)
    values.push_back(scalars.lookup(scalar));
  return values;
}

void FunctionLowering::setValues(const Changes &changes,
                                 ArrayRef<Value> values) {
  size_t next = 0;
  for (const ast::TensorDecl *tensor : changes.tensors)
    tensors[tensor] = values[next++];
  for (const ast::ScalarDecl *scalar : changes.scalars)
    scalars[scalar] = values[next++];
}

/// The tensor that accumulation starts from (L46): zero, or empty.
Value FunctionLowering::zeroTensor(const ast::TensorDecl *decl,
                                   llvm::SMRange range) {
  SmallVector<Value> sizes;
  for (unsigned group : info.tensorGroups.lookup(decl))
    sizes.push_back(sizeOfGroup(group));
  return filledTensor(typeOf(decl), sizes, dynamicSizes(decl),
                      nameLoc(decl, range));
}

Value FunctionLowering::filledTensor(RankedTensorType type, ValueRange sizes,
                                     ValueRange dynamic, Location where) {
  SmallVector<StringAttr> indices;
  for (size_t mode = 0; mode < sizes.size(); ++mode)
    indices.push_back(label(("d" + Twine(mode)).str()));
  Value zero = emitConstant(builder, where, type.getElementType(), 0.0);
  Value value = ScalarOp::create(builder, where, zero);
  if (!indices.empty())
    value = RepeatOp::create(builder, where, value, indices, sizes);
  return AssignOp::create(builder, where, type, value, indices, dynamic);
}

SmallVector<Value> FunctionLowering::lowerRegion(
    Operation *op, llvm::function_ref<void()> lowerBody, const Changes &changes,
    ArrayRef<Value> arguments) {
  auto outerTensors = tensors;
  auto outerScalars = scalars;
  scopes.emplace_back(op);
  setValues(changes, arguments);
  lowerBody();
  SmallVector<Value> results = valuesOf(changes, {});
  scopes.pop_back();
  tensors = std::move(outerTensors);
  scalars = std::move(outerScalars);
  return results;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

/// A step of 1 is a loop from lo to hi; any other loop counts its rounds, so
/// that a step may be negative and nothing overflows.
void FunctionLowering::lowerFor(const ast::For &loop) {
  Location where = loc(loop.range);
  auto integer = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, where,
                                     builder.getI64IntegerAttr(value));
  };
  Value lo =
      loop.lo ? lowerToScalarAs(*loop.lo, ElementType::Int64) : integer(0);
  Value hi = lowerToScalarAs(*loop.hi, ElementType::Int64);
  Value one = integer(1), step = one;
  if (loop.step)
    step = lowerToScalarAs(*loop.step, ElementType::Int64);
  bool counts = !matchPattern(step, m_One());
  Value first = counts ? integer(0) : lo, end = hi;
  if (counts)
    end = RoundsOp::create(builder, where, lo, hi, step, place(loop.range));

  auto variableAt = [&](Value round) {
    if (!counts)
      return round;
    Value offset = arith::MulIOp::create(builder, where, round, step);
    return arith::AddIOp::create(builder, where, lo, offset).getResult();
  };
  Changes changes;
  loops.push_back(&loop.jumps);
  llvm::scope_exit leave([&] { loops.pop_back(); });
  collectChanges(loop.body, changes);
  bool stops = changes.scalars.remove(&loop.jumps.stops);
  changes.scalars.remove(&loop.jumps.leaves);
  if (stops)
    return lowerStoppingFor(loop, first, end, variableAt);
  auto op = scf::ForOp::create(builder, where, first, end, one,
                               valuesOf(changes, loop.range));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(op.getBody());
  scalars[&loop.counter] = variableAt(op.getInductionVar());
  SmallVector<Value> results = lowerRegion(
      op, [&] { lowerRound(loop.body, loop.jumps); }, changes,
      llvm::to_vector_of<Value>(op.getRegionIterArgs()));
  // A loop that carries nothing has its terminator already.
  if (!results.empty())
    scf::YieldOp::create(builder, where, results);
  setValues(changes, llvm::to_vector_of<Value>(op.getResults()));
}

/// The condition sees what the round before left, unless that was the last.
void FunctionLowering::lowerWhile(const ast::While &loop) {
  Location where = loc(loop.range);
  Changes changes;
  loops.push_back(&loop.jumps);
  llvm::scope_exit leave([&] { loops.pop_back(); });
  collectChanges(loop.body, changes);
  changes.scalars.remove(&loop.jumps.leaves);
  bool stops = changes.scalars.contains(&loop.jumps.stops);
  if (stops)
    scalars[&loop.jumps.stops] = truth(false, loop.range);
  SmallVector<Value> init = valuesOf(changes, loop.range);
  SmallVector<Type> types(ValueRange(init).getTypes());
  SmallVector<Location> places(types.size(), where);
  auto op = scf::WhileOp::create(builder, where, types, init);
  OpBuilder::InsertionGuard guard(builder);

  Block *before = builder.createBlock(&op.getBefore(), {}, types, places);
  scopes.emplace_back(op);
  setValues(changes, llvm::to_vector_of<Value>(before->getArguments()));
  auto lowerCondition = [&] {
    return lowerToScalarAs(*loop.condition, ElementType::Bool);
  };
  Value condition = stops ? lowerUnless(scalars.lookup(&loop.jumps.stops),
                                        lowerCondition, loop.range)
                          : lowerCondition();
  scf::ConditionOp::create(builder, where, condition, before->getArguments());
  scopes.pop_back();

  Block *after = builder.createBlock(&op.getAfter(), {}, types, places);
  SmallVector<Value> results = lowerRegion(
      op, [&] { lowerRound(loop.body, loop.jumps); }, changes,
      llvm::to_vector_of<Value>(after->getArguments()));
  scf::YieldOp::create(builder, where, results);
  setValues(changes, llvm::to_vector_of<Value>(op.getResults()));
}

//===----------------------------------------------------------------------===//
// Jumps (L64)
//===----------------------------------------------------------------------===//

const ast::Jumps *FunctionLowering::findJumps(const ast::Stmt &stmt) const {
  if (auto *jump = dyn_cast<ast::Jump>(&stmt))
    return jump->loop;
  auto *counting = dyn_cast<ast::For>(&stmt);
  auto *waiting = dyn_cast<ast::While>(&stmt);
  if (isa<ast::Return>(stmt) || (counting && sema::hasReturn(counting->body)) ||
      (waiting && sema::hasReturn(waiting->body)))
    return loops.back();
  auto *branch = dyn_cast<ast::If>(&stmt);
  if (!branch)
    return nullptr;
  for (const ast::Block *block : {&branch->thenBody, &branch->elseBody})
    for (const ast::StmtPtr &inside : *block)
      if (const ast::Jumps *found = findJumps(*inside))
        return found;
  return nullptr;
}

void FunctionLowering::lowerJump(const ast::Jump &jump) {
  scalars[&jump.loop->leaves] = truth(true, jump.range);
  if (jump.isBreak)
    scalars[&jump.loop->stops] = truth(true, jump.range);
}

Value FunctionLowering::truth(bool value, llvm::SMRange where) {
  return emitConstant(builder, loc(where), builder.getI1Type(), value);
}

/// False where `stopped` is true, and nothing is computed.
Value FunctionLowering::lowerUnless(Value stopped,
                                    llvm::function_ref<Value()> lowerValue,
                                    llvm::SMRange range) {
  Location where = loc(range);
  auto branch = scf::IfOp::create(builder, where, builder.getI1Type(), stopped,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(builder, where, truth(false, range));
  builder.setInsertionPointToStart(branch.elseBlock());
  scopes.emplace_back(branch);
  scf::YieldOp::create(builder, where, lowerValue());
  scopes.pop_back();
  return branch.getResult(0);
}

void FunctionLowering::lowerRound(const ast::Block &body,
                                  const ast::Jumps &jumps) {
  bool mayJump = llvm::any_of(
      body, [&](const ast::StmtPtr &stmt) { return findJumps(*stmt); });
  if (mayJump)
    scalars[&jumps.leaves] = truth(false, body.front()->range);
  lowerBlock(body);
}

void FunctionLowering::lowerUnlessLeft(const ast::Jumps &loop,
                                       ArrayRef<ast::StmtPtr> rest,
                                       llvm::SMRange range) {
  Changes changes;
  collectChanges(rest, changes);
  SmallVector<Value> old = valuesOf(changes, range);
  Value goesOn =
      emitFunction(builder, loc(range), "not", scalars.lookup(&loop.leaves));
  auto lowerNothing = [] {};
  lowerBranch(
      loc(range), goesOn, changes, ValueRange(old).getTypes(), old,
      [&] { lowerBlock(rest); },
      old.empty() ? nullptr : llvm::function_ref<void()>(lowerNothing));
}

/// A `for` that a `break` may end counts its rounds itself.
void FunctionLowering::lowerStoppingFor(
    const ast::For &loop, Value first, Value end,
    llvm::function_ref<Value(Value)> variableAt) {
  Location where = loc(loop.range);
  Changes changes;
  collectChanges(loop.body, changes);
  changes.scalars.remove(&loop.jumps.leaves);
  scalars[&loop.jumps.stops] = truth(false, loop.range);
  SmallVector<Value> init = valuesOf(changes, loop.range);
  init.push_back(first);
  SmallVector<Type> types(ValueRange(init).getTypes());
  SmallVector<Location> places(types.size(), where);
  auto op = scf::WhileOp::create(builder, where, types, init);
  OpBuilder::InsertionGuard guard(builder);

  Block *before = builder.createBlock(&op.getBefore(), {}, types, places);
  setValues(changes, llvm::to_vector_of<Value>(before->getArguments()));
  Value isLeft = emitComparison(builder, where, Comparison::lt,
                                before->getArguments().back(), end);
  Value goesOn =
      emitFunction(builder, where, "not", scalars.lookup(&loop.jumps.stops));
  Value condition = arith::AndIOp::create(builder, where, isLeft, goesOn);
  scf::ConditionOp::create(builder, where, condition, before->getArguments());

  Block *after = builder.createBlock(&op.getAfter(), {}, types, places);
  Value round = after->getArguments().back();
  scalars[&loop.counter] = variableAt(round);
  SmallVector<Value> results = lowerRegion(
      op, [&] { lowerRound(loop.body, loop.jumps); }, changes,
      llvm::to_vector_of<Value>(after->getArguments().drop_back()));
  Value one = emitConstant(builder, where, builder.getI64Type(), 1);
  results.push_back(arith::AddIOp::create(builder, where, round, one));
  scf::YieldOp::create(builder, where, results);
  setValues(changes, llvm::to_vector_of<Value>(op.getResults().drop_back()));
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

void FunctionLowering::lowerIf(const ast::If &branch) {
  Location where = loc(branch.range);
  Changes changes;
  collectChanges(branch.thenBody, changes);
  collectChanges(branch.elseBody, changes);
  Value condition = lowerToScalarAs(*branch.condition, ElementType::Bool);
  SmallVector<Value> old = valuesOf(changes, branch.range);
  auto lowerElse = [&] { lowerBlock(branch.elseBody); };
  bool hasElse = !old.empty() || !branch.elseBody.empty();
  lowerBranch(
      where, condition, changes, ValueRange(old).getTypes(), old,
      [&] { lowerBlock(branch.thenBody); },
      hasElse ? llvm::function_ref<void()>(lowerElse) : nullptr);
}

void FunctionLowering::lowerBranch(Location where, Value condition,
                                   const Changes &changes, TypeRange types,
                                   ArrayRef<Value> old,
                                   llvm::function_ref<void()> lowerThen,
                                   llvm::function_ref<void()> lowerElse) {
  auto op = scf::IfOp::create(builder, where, types, condition,
                              /*addThenBlock=*/true,
                              /*addElseBlock=*/bool(lowerElse));
  OpBuilder::InsertionGuard guard(builder);
  auto lowerInto = [&](Block *into, llvm::function_ref<void()> lowerBody) {
    builder.setInsertionPointToStart(into);
    SmallVector<Value> results = lowerRegion(op, lowerBody, changes, old);
    scf::YieldOp::create(builder, where, results);
  };
  lowerInto(op.thenBlock(), lowerThen);
  if (lowerElse)
    lowerInto(op.elseBlock(), lowerElse);
  setValues(changes, llvm::to_vector_of<Value>(op.getResults()));
}
