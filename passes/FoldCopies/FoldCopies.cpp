//===- FoldCopies.cpp - read a tensor instead of a copy of it -------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Support/Clock.h"

#include "dialects/CIN/Schedule.h"
#include "dialects/TA/TADialect.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_FOLDCOPIES
#include "passes/FoldCopies/FoldCopies.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::ta;

/// What a statement copies, if it is one that copies a dense tensor, perhaps
/// with its dimensions in another order.
static AccessOp getCopied(AssignOp statement) {
  auto access = statement.getValue().getDefiningOp<AccessOp>();
  if (!access || statement.getType().getEncoding() ||
      access.getTensor().getType().getEncoding() ||
      access.getIndices().size() != statement.getIndices().size())
    return {};
  bool isPermutation =
      llvm::all_of(statement.getIndices(), [&](Attribute label) {
        return llvm::is_contained(access.getIndices(), label);
      });
  return isPermutation ? access : AccessOp();
}

static size_t find(ArrayAttr labels, Attribute label) {
  return llvm::find(labels, label) - labels.begin();
}

/// Replaces an expression by one whose labels are in another order, which only
/// negations mind: they become ones of that order.
static void replace(Operation *expr, Value other) {
  for (Operation *user : llvm::make_early_inc_range(expr->getUsers()))
    if (auto negation = dyn_cast<NegOp>(user)) {
      OpBuilder builder(negation);
      replace(negation, NegOp::create(builder, negation.getLoc(),
                                      other.getType(), other));
    }
  expr->getResult(0).replaceAllUsesWith(other);
  expr->erase();
}

/// Replaces an access of the copy, with labels of its own.
static void fold(AccessOp use, AssignOp copy, AccessOp copied) {
  SmallVector<StringAttr> labels;
  for (Attribute label : copied.getIndices())
    labels.push_back(
        cast<StringAttr>(use.getIndices()[find(copy.getIndices(), label)]));
  OpBuilder builder(use);
  auto direct =
      AccessOp::create(builder, copied.getLoc(), copied.getTensor(), labels);
  putIntoInterval(direct, use);
  replace(use, direct);
}

static void fold(tensor::DimOp dim, AssignOp copy, AccessOp copied) {
  std::optional<int64_t> mode = dim.getConstantIndex();
  if (!mode)
    return;
  OpBuilder builder(dim);
  size_t source = find(copied.getIndices(), copy.getIndices()[*mode]);
  dim.replaceAllUsesWith(
      tensor::DimOp::create(builder, dim.getLoc(), copied.getTensor(), source)
          .getResult());
  dim.erase();
}

namespace {
struct FoldCopies : encke::impl::FoldCopiesBase<FoldCopies> {
  void runOnOperation() override {
    SmallVector<AssignOp> statements;
    getOperation().walk([&](AssignOp op) { statements.push_back(op); });
    for (AssignOp statement : statements) {
      AccessOp copied = getCopied(statement);
      // A copy that is needed anyway may as well be read, and one that is
      // measured is made where it stands.
      bool isOnlyRead =
          llvm::all_of(statement->getUsers(), [&](Operation *user) {
            return isa<tensor::DimOp>(user) ||
                   (isa<AccessOp>(user) && areInOneInterval(statement, user));
          });
      if (!copied || !isOnlyRead || cin::getSchedule(statement))
        continue;
      for (Operation *user :
           llvm::make_early_inc_range(statement->getUsers())) {
        if (auto use = dyn_cast<AccessOp>(user))
          fold(use, statement, copied);
        else
          fold(cast<tensor::DimOp>(user), statement, copied);
      }
      if (statement->use_empty())
        statement.erase();
      ++numFolded;
    }
  }
};
} // namespace
