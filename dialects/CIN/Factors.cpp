//===- Factors.cpp - factors that a sum has in common ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/Fills.h"
#include "dialects/CIN/Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

namespace {

/// What a register collects: products, each in a round of all these loops.
struct Sum {
  SmallVector<ForallOp> loops; // outermost first
  AssignOp assign;
  SmallVector<Value> factors;   // from left to right
  Operation *product = nullptr; // one of the multiplications, if any

  LogicalResult match(WhereOp where);
  /// Whether the value, computed where the sum is, depends on a loop's round.
  bool isMoved(Value value) const;
  /// Whether there is a term, whatever the tensors store.
  bool hasTerm() const;

private:
  void addFactors(Value value);
};

} // namespace

/// A multiplication, of which nothing else uses the result, is what its
/// operands are.
void Sum::addFactors(Value value) {
  Operation *op = value.getDefiningOp();
  bool isProduct =
      isa_and_present<arith::MulFOp, arith::MulIOp, complex::MulOp>(op) &&
      op->getBlock() == assign->getBlock() && op->hasOneUse();
  if (!isProduct) {
    factors.push_back(value);
    return;
  }
  product = op;
  addFactors(op->getOperand(0));
  addFactors(op->getOperand(1));
}

LogicalResult Sum::match(WhereOp where) {
  Block *block = &where.getProducer().front();
  Operation *only = getOnlyStatement(*block);
  while (auto loop = dyn_cast_if_present<ForallOp>(only)) {
    if (!llvm::hasSingleElement(*loop->getBlock()))
      return failure();
    loops.push_back(loop);
    only = getOnlyStatement(loop.getBlock());
  }
  assign = dyn_cast_if_present<AssignOp>(only);
  if (!assign || assign.getTensor() != where.getProducer().getArgument(0) ||
      assign.getReduction() != Reduction::add)
    return failure();
  addFactors(assign.getValue());
  return success();
}

bool Sum::isMoved(Value value) const {
  if (llvm::any_of(loops, [&](ForallOp loop) { return loop.moves(value); }))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != assign->getBlock())
    return false;
  // What is done inside may use anything.
  return op->getNumRegions() != 0 ||
         llvm::any_of(op->getOperands(),
                      [&](Value operand) { return isMoved(operand); });
}

bool Sum::hasTerm() const {
  auto hasRound = [](ForallOp loop) {
    std::optional<int64_t> extent = getConstantIntValue(loop.getExtent());
    return extent && *extent > 0 && visitsAll(loop);
  };
  auto isSparse = [&](AccessOp access) {
    return isMoved(access) &&
           access.getTensor().getType().getTensor().getEncoding();
  };
  return llvm::all_of(loops, hasRound) &&
         llvm::none_of(assign->getBlock()->getOps<AccessOp>(), isSparse);
}

/// A number of which every multiple of zero is zero.
static bool isFinite(Value value) {
  APFloat number(0.0);
  return matchPattern(value, m_ConstantFloat(&number)) && number.isFinite();
}

/// The product of factors, by multiplications like the example.
static Value multiply(RewriterBase &rewriter, Operation *example,
                      ArrayRef<Value> factors) {
  Value product = factors.front();
  for (Value factor : factors.drop_front()) {
    Operation *op = rewriter.clone(*example);
    op->setOperands({product, factor});
    product = op->getResult(0);
  }
  return product;
}

/// The one place where the consumer reads the element, in none of its loops.
static AccessOp findRead(WhereOp where) {
  Block &consumer = where.getConsumer().front();
  Value element = consumer.getArgument(0);
  if (!element.hasOneUse())
    return {};
  auto access = dyn_cast<AccessOp>(*element.user_begin());
  return access && access->getBlock() == &consumer ? access : AccessOp();
}

LogicalResult TakeOutFactors::matchAndRewrite(WhereOp where,
                                              PatternRewriter &rewriter) const {
  RankedTensorType type = where.getWorkspaceType().getTensor();
  AccessOp read = findRead(where);
  if (type.getRank() != 0 || type.getEncoding() || where.getFull() || !read)
    return rewriter.notifyMatchFailure(
        where, "its workspace is not one element that is read once");
  Sum sum;
  if (failed(sum.match(where)))
    return rewriter.notifyMatchFailure(where, "its producer is no sum");
  // A sum of nothing is zero, also times infinity.
  bool hasTerm = sum.hasTerm();
  auto *common = std::stable_partition(
      sum.factors.begin(), sum.factors.end(), [&](Value factor) {
        return sum.isMoved(factor) || !(hasTerm || isFinite(factor));
      });
  if (common == sum.factors.begin() || common == sum.factors.end())
    return rewriter.notifyMatchFailure(
        where, "its terms have no factor in common, or no other");
  ArrayRef<Value> factors(sum.factors);
  size_t moved = common - sum.factors.begin();

  rewriter.setInsertionPointAfter(read);
  IRMapping outside;
  SmallVector<Value> taken;
  for (Value factor : factors.drop_front(moved))
    taken.push_back(
        cloneExpression(rewriter, factor, *sum.assign->getBlock(), outside));
  taken.push_back(read);
  Value scaled = multiply(rewriter, sum.product, taken);
  rewriter.replaceAllUsesExcept(read, scaled, scaled.getDefiningOp());

  rewriter.setInsertionPoint(sum.assign);
  Value summed = multiply(rewriter, sum.product, factors.take_front(moved));
  rewriter.modifyOpInPlace(
      sum.assign, [&] { sum.assign.getValueMutable().assign(summed); });
  eraseUnusedBefore(rewriter, sum.assign);
  return success();
}
