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

static void addFactors(Value value, Block *block, Product &product) {
  Operation *op = value.getDefiningOp();
  bool isProduct =
      isa_and_present<arith::MulFOp, arith::MulIOp, complex::MulOp>(op) &&
      op->getBlock() == block && op->hasOneUse();
  if (!isProduct) {
    product.factors.push_back(value);
    return;
  }
  product.example = op;
  addFactors(op->getOperand(0), block, product);
  addFactors(op->getOperand(1), block, product);
}

Product Product::of(Value value, Block *block) {
  Product product;
  addFactors(value, block, product);
  return product;
}

Value Product::multiply(RewriterBase &rewriter, ArrayRef<Value> others) const {
  Value product = others.front();
  for (Value factor : others.drop_front()) {
    Operation *op = rewriter.clone(*example);
    op->setOperands({product, factor});
    product = op->getResult(0);
  }
  return product;
}

bool cin::isMovedBy(Value value, ArrayRef<ForallOp> loops, Block *block) {
  if (llvm::any_of(loops, [&](ForallOp loop) { return loop.moves(value); }))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != block)
    return false;
  // What is done inside may use anything.
  return op->getNumRegions() != 0 ||
         llvm::any_of(op->getOperands(), [&](Value operand) {
           return isMovedBy(operand, loops, block);
         });
}

namespace {

/// What a register collects: products, each in a round of all these loops.
struct Sum {
  SmallVector<ForallOp> loops; // outermost first
  AssignOp assign;
  Product product;

  LogicalResult match(WhereOp where);
  /// Whether the value, computed where the sum is, depends on a loop's round.
  bool isMoved(Value value) const {
    return isMovedBy(value, loops, AssignOp(assign)->getBlock());
  }
  /// Whether there is a term, whatever the tensors store.
  bool hasTerm() const;
};

} // namespace

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
  product = Product::of(assign.getValue(), assign->getBlock());
  return success();
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
  SmallVector<Value> factors = sum.product.factors;
  auto *common =
      std::stable_partition(factors.begin(), factors.end(), [&](Value factor) {
        return sum.isMoved(factor) || !(hasTerm || isFinite(factor));
      });
  if (common == factors.begin() || common == factors.end())
    return rewriter.notifyMatchFailure(
        where, "its terms have no factor in common, or no other");
  size_t moved = common - factors.begin();

  rewriter.setInsertionPointAfter(read);
  IRMapping outside;
  SmallVector<Value> taken;
  for (Value factor : ArrayRef(factors).drop_front(moved))
    taken.push_back(
        cloneExpression(rewriter, factor, *sum.assign->getBlock(), outside));
  taken.push_back(read);
  Value scaled = sum.product.multiply(rewriter, taken);
  rewriter.replaceAllUsesExcept(read, scaled, scaled.getDefiningOp());

  rewriter.setInsertionPoint(sum.assign);
  Value summed =
      sum.product.multiply(rewriter, ArrayRef(factors).take_front(moved));
  rewriter.modifyOpInPlace(
      sum.assign, [&] { sum.assign.getValueMutable().assign(summed); });
  eraseUnusedBefore(rewriter, sum.assign);
  return success();
}
