//===- ShareSums.cpp - compute once what several statements sum -----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Support/Expressions.h"
#include "passes/Support/Invariance.h"
#include "passes/Support/Labels.h"

#include "dialects/CIN/Schedule.h"
#include "dialects/TA/TADialect.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_SHARESUMS
#include "passes/ShareSums/ShareSums.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::ta;

/// The user takes every element of a sum as it is: no factor and no mask there
/// could spare the computation of some.
static bool takesAll(Operation *user) {
  return isa<AddOp, SubOp, NegOp, CastOp, ApplyOp, RepeatOp, AssignOp>(user);
}

/// Collects the statements that the expression is a part of. Says whether all
/// that stands in between takes every element of it.
static bool collectStatements(Value expr, llvm::DenseSet<Operation *> &found) {
  return llvm::all_of(expr.getUsers(), [&](Operation *user) {
    if (!takesAll(user))
      return false;
    if (!isa<AssignOp>(user))
      return collectStatements(user->getResult(0), found);
    found.insert(user);
    return true;
  });
}

/// A loop changes nothing of the sum, but something of the statement.
static bool isInvariantPart(SumOp sum,
                            const llvm::DenseSet<Operation *> &statements) {
  double rounds = countRounds(sum, sum);
  return rounds > 1 && llvm::all_of(statements, [&](Operation *statement) {
           return countRounds(statement->getResult(0), statement) < rounds;
         });
}

/// A sum that is worth a tensor: used twice at least, or in each round of a
/// loop, by what needs all of it. The type keeps what absence means only where
/// nothing is absent.
static bool isShared(SumOp sum) {
  if (sum->use_empty() || !isFull(sum))
    return false;
  llvm::DenseSet<Operation *> statements;
  if (!collectStatements(sum, statements))
    return false;
  if (sum->hasOneUse() && !isInvariantPart(sum, statements))
    return false;
  return llvm::all_of(statements, [&](Operation *statement) {
    return statement->getBlock() == sum->getBlock() &&
           !cin::isAboutLoops(cin::getSchedule(statement));
  });
}

/// What the new statement is a part of, if that is one.
static Location getStatementLoc(SumOp sum) {
  llvm::DenseSet<Operation *> statements;
  collectStatements(sum, statements);
  return statements.size() == 1 ? (*statements.begin())->getLoc()
                                : sum.getLoc();
}

/// Makes the sum a statement of its own, before all that use it.
static void share(SumOp sum) {
  OpBuilder builder(sum);
  builder.setInsertionPointAfter(sum);
  SmallVector<StringAttr> labels(sum.getType().getLabels());
  Type element = sum.getType().getElementType();
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : sum->getUses())
    uses.push_back(&use);
  AssignOp statement = makeStatement(
      builder, getStatementLoc(sum), sum, labels, [&](ArrayRef<int64_t> shape) {
        return RankedTensorType::get(shape, element);
      });
  Value shared = AccessOp::create(builder, sum.getLoc(), statement, labels);
  for (OpOperand *use : uses)
    use->set(shared);
}

namespace {
struct ShareSums : encke::impl::ShareSumsBase<ShareSums> {
  void runOnOperation() override {
    SmallVector<SumOp> sums;
    getOperation().walk([&](SumOp op) { sums.push_back(op); });
    for (SumOp sum : sums)
      if (isShared(sum)) {
        share(sum);
        ++numShared;
      }
  }
};
} // namespace
