//===- Factors.cpp - factors that a sum has in common ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/IR/IRMapping.h"
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

/// Whether the value, computed in the block, depends on a loop's round.
static bool isMoved(Value value, Block *block, ArrayRef<ForallOp> loops) {
  if (llvm::any_of(loops, [&](ForallOp loop) { return loop.moves(value); }))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != block)
    return false;
  // What is done inside may use anything.
  return op->getNumRegions() != 0 ||
         llvm::any_of(op->getOperands(), [&](Value operand) {
           return isMoved(operand, block, loops);
         });
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
  Block *block = sum.assign->getBlock();
  auto *common = std::stable_partition(
      sum.factors.begin(), sum.factors.end(),
      [&](Value factor) { return isMoved(factor, block, sum.loops); });
  if (common == sum.factors.begin() || common == sum.factors.end())
    return rewriter.notifyMatchFailure(
        where, "its terms have no factor in common, or no other");
  ArrayRef<Value> factors(sum.factors);
  size_t moved = common - sum.factors.begin();

  rewriter.setInsertionPointAfter(read);
  IRMapping outside;
  SmallVector<Value> taken;
  for (Value factor : factors.drop_front(moved))
    taken.push_back(cloneExpression(rewriter, factor, *block, outside));
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
