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

#include "dialects/TA/Scalars.h"
#include "dialects/TA/TADialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

//===----------------------------------------------------------------------===//
// What a block changes
//===----------------------------------------------------------------------===//

void FunctionLowering::collectChanges(const ast::Block &block,
                                      Changes &changes) {
  Changes inside;
  for (const ast::StmtPtr &stmt : block) {
    if (auto *assign = dyn_cast<ast::Assign>(stmt.get())) {
      if (assign->tensor)
        inside.tensors.insert(assign->tensor);
      else
        inside.scalars.insert(assign->scalar);
    } else if (auto *loop = dyn_cast<ast::For>(stmt.get())) {
      collectChanges(loop->body, inside);
    } else if (auto *loop = dyn_cast<ast::While>(stmt.get())) {
      collectChanges(loop->body, inside);
    } else if (auto *branch = dyn_cast<ast::If>(stmt.get())) {
      collectChanges(branch->thenBody, inside);
      collectChanges(branch->elseBody, inside);
    } else if (auto *reorder = dyn_cast<ast::Reorder>(stmt.get())) {
      inside.tensors.insert_range(reorderedBy(*reorder));
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
  Location where = nameLoc(decl, range);
  RankedTensorType type = typeOf(decl);
  SmallVector<StringAttr> indices;
  SmallVector<Value> sizes;
  for (auto [mode, group] : llvm::enumerate(info.tensorGroups.lookup(decl))) {
    indices.push_back(label(("d" + Twine(mode)).str()));
    sizes.push_back(sizeOfGroup(group));
  }
  Value zero = emitConstant(builder, where, type.getElementType(), 0.0);
  Value value = ScalarOp::create(builder, where, zero);
  if (!indices.empty())
    value = RepeatOp::create(builder, where, value, indices, sizes);
  return AssignOp::create(builder, where, type, value, indices,
                          dynamicSizes(decl));
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

  Changes changes;
  collectChanges(loop.body, changes);
  auto op = scf::ForOp::create(builder, where, first, end, one,
                               valuesOf(changes, loop.range));
  OpBuilder::InsertionGuard guard(builder);
  Value variable = op.getInductionVar();
  builder.setInsertionPointToStart(op.getBody());
  if (counts) {
    Value offset = arith::MulIOp::create(builder, where, variable, step);
    variable = arith::AddIOp::create(builder, where, lo, offset);
  }
  scalars[&loop.counter] = variable;
  SmallVector<Value> results = lowerRegion(
      op, [&] { lowerBlock(loop.body); }, changes,
      llvm::to_vector_of<Value>(op.getRegionIterArgs()));
  // A loop that carries nothing has its terminator already.
  if (!results.empty())
    scf::YieldOp::create(builder, where, results);
  setValues(changes, llvm::to_vector_of<Value>(op.getResults()));
}

/// The condition sees what the round before left.
void FunctionLowering::lowerWhile(const ast::While &loop) {
  Location where = loc(loop.range);
  Changes changes;
  collectChanges(loop.body, changes);
  SmallVector<Value> init = valuesOf(changes, loop.range);
  SmallVector<Type> types(ValueRange(init).getTypes());
  SmallVector<Location> places(types.size(), where);
  auto op = scf::WhileOp::create(builder, where, types, init);
  OpBuilder::InsertionGuard guard(builder);

  Block *before = builder.createBlock(&op.getBefore(), {}, types, places);
  scopes.emplace_back(op);
  setValues(changes, llvm::to_vector_of<Value>(before->getArguments()));
  Value condition = lowerToScalarAs(*loop.condition, ElementType::Bool);
  scf::ConditionOp::create(builder, where, condition, before->getArguments());
  scopes.pop_back();

  Block *after = builder.createBlock(&op.getAfter(), {}, types, places);
  SmallVector<Value> results = lowerRegion(
      op, [&] { lowerBlock(loop.body); }, changes,
      llvm::to_vector_of<Value>(after->getArguments()));
  scf::YieldOp::create(builder, where, results);
  setValues(changes, llvm::to_vector_of<Value>(op.getResults()));
}

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
