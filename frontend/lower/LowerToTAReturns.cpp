//===- LowerToTAReturns.cpp - returns from functions ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What follows a branch that returns on one side is a part of the other side.
// Where a `return` stands in a loop, or on a part of each side of a branch, the
// results are variables instead, and the function is left as a loop is by a
// `break`: with all loops around the `return`.
//
//===----------------------------------------------------------------------===//

#include "frontend/lower/LowerToTAImpl.h"

#include "dialects/TA/Scalars.h"
#include "frontend/check/SemaBuiltins.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

static bool needsVariables(const ast::Block &block) {
  return llvm::any_of(block, [](const ast::StmtPtr &stmt) {
    if (auto *loop = dyn_cast<ast::For>(stmt.get()))
      return sema::hasReturn(loop->body);
    if (auto *loop = dyn_cast<ast::While>(stmt.get()))
      return sema::hasReturn(loop->body);
    auto *branch = dyn_cast<ast::If>(stmt.get());
    if (!branch || (!sema::hasReturn(branch->thenBody) &&
                    !sema::hasReturn(branch->elseBody)))
      return false;
    return (!sema::alwaysReturns(branch->thenBody) &&
            !sema::alwaysReturns(branch->elseBody)) ||
           needsVariables(branch->thenBody) || needsVariables(branch->elseBody);
  });
}

FunctionLowering::Returns::Returns(const ast::Function &function)
    : jumps(function.name.range) {
  for (const ast::Result &result : function.results) {
    if (result.tensor)
      tensors.push_back(std::make_unique<ast::TensorDecl>(function.name.range));
    else
      scalars.push_back(std::make_unique<ast::ScalarDecl>(function.name.range));
  }
}

SmallVector<Value> FunctionLowering::lowerToResults(const ast::Block &body) {
  if (!needsVariables(body))
    return lowerToReturn({body});
  returns = std::make_unique<Returns>(*function);
  loops.push_back(&returns->jumps);
  llvm::SMRange where = function->name.range;
  scalars[&returns->jumps.leaves] = scalars[&returns->jumps.stops] =
      truth(false, where);
  // What a loop carries has the same sizes in each iteration.
  SmallVector<Value> results;
  for (const ast::Result &result : function->results)
    results.push_back(
        result.tensor
            ? zeroTensor(result.tensor.get(), where)
            : emitConstant(builder, loc(where),
                           toType(*result.scalar, builder.getContext()), 0.0));
  setResults(results);
  lowerBlock(body);
  results.clear();
  const auto *tensor = returns->tensors.begin();
  const auto *scalar = returns->scalars.begin();
  for (const ast::Result &result : function->results)
    results.push_back(result.tensor ? tensors.lookup((tensor++)->get())
                                    : scalars.lookup((scalar++)->get()));
  return results;
}

void FunctionLowering::setResults(ArrayRef<Value> values) {
  const auto *tensor = returns->tensors.begin();
  const auto *scalar = returns->scalars.begin();
  for (auto [result, value] : llvm::zip(function->results, values)) {
    if (result.tensor)
      tensors[(tensor++)->get()] = value;
    else
      scalars[(scalar++)->get()] = value;
  }
}

void FunctionLowering::lowerReturn(const ast::Return &stop) {
  setResults(lowerReturned(stop));
  for (const ast::Jumps *loop : loops)
    scalars[&loop->leaves] = scalars[&loop->stops] = truth(true, stop.range);
}

void FunctionLowering::collectReturn(Changes &changes) {
  for (const auto &tensor : returns->tensors)
    changes.tensors.insert(tensor.get());
  for (const auto &scalar : returns->scalars)
    changes.scalars.insert(scalar.get());
  for (const ast::Jumps *loop : loops) {
    changes.scalars.insert(&loop->leaves);
    changes.scalars.insert(&loop->stops);
  }
}

/// A `return` in a branch makes what follows the branch a part of the side that
/// goes on, since a region has one end only. Behind an `error` comes nothing.
SmallVector<Value> FunctionLowering::lowerToReturn(Blocks blocks) {
  while (!blocks.empty()) {
    ArrayRef<ast::StmtPtr> block = blocks.pop_back_val();
    while (!block.empty()) {
      const ast::Stmt &stmt = *block.front();
      block = block.drop_front();
      if (auto *stop = dyn_cast<ast::Return>(&stmt))
        return lowerReturned(*stop);
      auto *branch = dyn_cast<ast::If>(&stmt);
      if (branch && (sema::hasReturn(branch->thenBody) ||
                     sema::hasReturn(branch->elseBody))) {
        blocks.push_back(block);
        return lowerReturningIf(*branch, blocks);
      }
      lower(stmt);
      if (sema::endsProgram(stmt))
        return lowerNoResults(stmt.range);
    }
  }
  return lowerNoResults(function->name.range);
}

/// What a way through the function returns on which it does not.
SmallVector<Value> FunctionLowering::lowerNoResults(llvm::SMRange range) {
  Location where = loc(range);
  SmallVector<Value> values;
  for (Type type : resultTypes(*function)) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor) {
      values.push_back(emitConstant(builder, where, type, 0.0));
      continue;
    }
    SmallVector<Value> sizes, dynamic;
    for (int64_t size : tensor.getShape()) {
      bool isDynamic = ShapedType::isDynamic(size);
      sizes.push_back(
          arith::ConstantIndexOp::create(builder, where, isDynamic ? 0 : size));
      if (isDynamic)
        dynamic.push_back(sizes.back());
    }
    values.push_back(filledTensor(tensor, sizes, dynamic, where));
  }
  return values;
}

SmallVector<Value> FunctionLowering::lowerReturningIf(const ast::If &branch,
                                                      const Blocks &rest) {
  Location where = loc(branch.range);
  Value condition = lowerToScalarAs(*branch.condition, ElementType::Bool);
  auto op = scf::IfOp::create(builder, where, resultTypes(*function), condition,
                              /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(builder);
  auto lowerInto = [&](Block *into, const ast::Block &block) {
    auto outerTensors = tensors;
    auto outerScalars = scalars;
    scopes.emplace_back(op);
    builder.setInsertionPointToStart(into);
    Blocks blocks = rest;
    blocks.push_back(block);
    scf::YieldOp::create(builder, where, lowerToReturn(std::move(blocks)));
    scopes.pop_back();
    tensors = std::move(outerTensors);
    scalars = std::move(outerScalars);
  };
  lowerInto(op.thenBlock(), branch.thenBody);
  lowerInto(op.elseBlock(), branch.elseBody);
  return SmallVector<Value>(op.getResults());
}

SmallVector<Value> FunctionLowering::lowerReturned(const ast::Return &stop) {
  SmallVector<Value> values;
  for (auto [value, result] : llvm::zip(stop.values, function->results)) {
    if (!result.tensor) {
      values.push_back(lowerToScalarAs(*value, *result.scalar));
      continue;
    }
    Value tensor = inFileOrder(cast<ast::Name>(*value).tensor, value->range);
    values.push_back(
        convertTensor(tensor, result.tensor.get(), loc(value->range)));
  }
  return values;
}
