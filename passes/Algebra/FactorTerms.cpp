//===- FactorTerms.cpp - a shared factor is multiplied once ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Passes.h"
#include "passes/Support/Estimates.h"
#include "passes/Support/Expressions.h"
#include "passes/Support/Labels.h"

#include "dialects/TA/TADialect.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"

namespace encke {
#define GEN_PASS_DEF_FACTORTERMS
#include "passes/Passes.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::ta;

static SmallVector<StringAttr> sorted(ArrayRef<StringAttr> labels) {
  SmallVector<StringAttr> result(labels);
  llvm::sort(result, [](StringAttr a, StringAttr b) {
    return a.getValue() < b.getValue();
  });
  return result;
}

static ArrayRef<StringAttr> labelsOf(Value expr) {
  return cast<ExprType>(expr.getType()).getLabels();
}

namespace {

/// Two terms, sums of products over the same labels, with a factor in common.
struct SharedFactor {
  SumOp sum; ///< of the first term
  Value factor, first, second;
};

} // namespace

/// The other factor of a product.
static Value getOther(MulOp product, Value factor) {
  return product.getLhs() == factor ? product.getRhs() : product.getLhs();
}

/// What is left of both terms must be full: their sum becomes a dense tensor.
static std::optional<SharedFactor> match(Value lhs, Value rhs) {
  auto left = lhs.getDefiningOp<SumOp>(), right = rhs.getDefiningOp<SumOp>();
  if (!left || !right || !left->hasOneUse() || !right->hasOneUse())
    return std::nullopt;
  auto a = left.getOperand().getDefiningOp<MulOp>();
  auto b = right.getOperand().getDefiningOp<MulOp>();
  if (!a || !b || left.getOver().size() != right.getOver().size() ||
      llvm::any_of(left.getOver(), [&](Attribute label) {
        return !llvm::is_contained(right.getOver(), label);
      }))
    return std::nullopt;
  for (Value factor : {a.getLhs(), a.getRhs()}) {
    if (factor != b.getLhs() && factor != b.getRhs())
      continue;
    Value first = getOther(a, factor), second = getOther(b, factor);
    if (sorted(labelsOf(first)) == sorted(labelsOf(second)) && isFull(first) &&
        isFull(second))
      return SharedFactor{left, factor, first, second};
  }
  return std::nullopt;
}

/// One product less, for a sum of what is left and a tensor to hold it.
static bool savesWork(const SharedFactor &shared, Estimates &estimates) {
  MulOp product = SumOp(shared.sum).getOperand().getDefiningOp<MulOp>();
  double points = estimates.getSpace(product, labelsOf(product)) *
                  estimates.getDensity(product);
  double elements = estimates.getSpace(shared.first, labelsOf(shared.first));
  return 2 * points > 4 * elements;
}

static bool factor(Operation *op, Estimates &estimates) {
  std::optional<SharedFactor> shared =
      match(op->getOperand(0), op->getOperand(1));
  if (!shared || !savesWork(*shared, estimates))
    return false;
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Value rest = isa<AddOp>(op)
                   ? AddOp::create(builder, loc, shared->first, shared->second)
                         .getResult()
                   : SubOp::create(builder, loc, shared->first, shared->second);
  SmallVector<StringAttr> labels(labelsOf(rest));
  Type element = cast<ExprType>(rest.getType()).getElementType();
  AssignOp temporary =
      makeStatement(builder, loc, rest, labels, [&](ArrayRef<int64_t> shape) {
        return RankedTensorType::get(shape, element);
      });
  Value access = AccessOp::create(builder, loc, temporary, labels);
  Value product = MulOp::create(builder, loc, shared->factor, access);
  SmallVector<StringAttr> over(shared->sum.getOver().getAsRange<StringAttr>());
  Value sum = SumOp::create(builder, loc, product, over);
  sum.setType(op->getResult(0).getType());
  op->replaceAllUsesWith(ValueRange(sum));
  op->erase();
  return true;
}

namespace {
struct FactorTerms : encke::impl::FactorTermsBase<FactorTerms> {
  void runOnOperation() override {
    SmallVector<Operation *> sums;
    getOperation().walk([&](Operation *op) {
      if (isa<AddOp, SubOp>(op))
        sums.push_back(op);
    });
    Estimates estimates;
    for (Operation *sum : sums)
      numFactored += factor(sum, estimates);
  }
};
} // namespace
