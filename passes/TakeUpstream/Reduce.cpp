//===- Reduce.cpp - reductions by regions that no kernel has --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel may reduce in any order, so it has operations of which it knows that
// they may. Any other region of sparse_tensor.reduce is run for one element of
// a sparse tensor after the other, in the order of its levels.
//
//===----------------------------------------------------------------------===//

#include "passes/TakeUpstream/TakeUpstream.h"

#include "dialects/CIN/Reductions.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace encke;
using namespace encke::upstream;
namespace st = mlir::sparse_tensor;

/// One operation of both arguments, one of them, or a choice that has a name.
static bool isKnown(st::ReduceOp reduce) {
  if (reduce->hasAttr("encke.operator"))
    return true;
  Block &block = reduce.getRegion().front();
  Value yielded = block.getTerminator()->getOperand(0);
  if (isa<BlockArgument>(yielded))
    return true;
  Operation *inner = yielded.getDefiningOp();
  if (inner->getBlock() != &block || inner->getNumOperands() != 2 ||
      !llvm::hasSingleElement(block.without_terminator()))
    return false;
  bool isInOrder = inner->getOperand(0) == block.getArgument(0) &&
                   inner->getOperand(1) == block.getArgument(1);
  bool isSwapped = inner->getOperand(0) == block.getArgument(1) &&
                   inner->getOperand(1) == block.getArgument(0);
  cin::Reduction reduction = cin::getReduction(inner);
  return reduction != cin::Reduction::none &&
         (isInOrder || (isSwapped && reduction != cin::Reduction::sub));
}

/// The sparse input that the loops go along, which have no other ones; null
/// where a loop over it is not all that there is to do.
static OpOperand *findVisited(linalg::GenericOp op, st::ReduceOp reduce) {
  Block &body = op.getRegion().front();
  OpOperand *visited = nullptr;
  for (OpOperand *input : op.getDpsInputOperands()) {
    if (op.getMatchingBlockArgument(input).use_empty())
      continue;
    if (!isSparse(input->get().getType()))
      continue;
    if (visited || !op.getMatchingIndexingMap(input).isPermutation())
      return nullptr;
    visited = input;
  }
  // Nothing else asks what is stored.
  bool asksMore =
      llvm::any_of(body.without_terminator(), [&](Operation &inner) {
        return isa_and_present<st::SparseTensorDialect>(inner.getDialect()) &&
               &inner != reduce;
      });
  return asksMore || isSparse(op.getOutputs().front().getType()) ? nullptr
                                                                 : visited;
}

static SmallVector<Value> getCoordinates(AffineMap map, ArrayRef<Value> loops) {
  SmallVector<Value> coordinates;
  for (AffineExpr expr : map.getResults())
    coordinates.push_back(loops[cast<AffineDimExpr>(expr).getPosition()]);
  return coordinates;
}

bool upstream::reduceInOrder(RewriterBase &rewriter, linalg::GenericOp op) {
  Block &body = op.getRegion().front();
  auto reduce =
      body.getTerminator()->getOperand(0).getDefiningOp<st::ReduceOp>();
  OpOperand *visited =
      reduce && !isKnown(reduce) ? findVisited(op, reduce) : nullptr;
  if (!visited)
    return false;
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  OpOperand *init = op.getDpsInitOperand(0);
  auto visit = [&](OpBuilder &builder, Location, ValueRange at, Value element,
                   ValueRange carried) {
    AffineMap map = op.getMatchingIndexingMap(visited);
    SmallVector<Value> loops(at.size());
    for (auto [expr, coordinate] : llvm::zip(map.getResults(), at))
      loops[cast<AffineDimExpr>(expr).getPosition()] = coordinate;
    IRMapping mapping;
    for (OpOperand *input : op.getDpsInputOperands()) {
      BlockArgument argument = op.getMatchingBlockArgument(input);
      Value value = element;
      if (input != visited && !argument.use_empty())
        value =
            isa<RankedTensorType>(input->get().getType())
                ? tensor::ExtractOp::create(
                      builder, loc, input->get(),
                      getCoordinates(op.getMatchingIndexingMap(input), loops))
                      .getResult()
                : input->get();
      mapping.map(argument, value);
    }
    SmallVector<Value> place =
        getCoordinates(op.getMatchingIndexingMap(init), loops);
    mapping.map(op.getMatchingBlockArgument(init),
                tensor::ExtractOp::create(builder, loc, carried.front(), place)
                    .getResult());
    for (Operation &inner : body.without_terminator()) {
      if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
        mapping.map(index.getResult(), loops[index.getDim()]);
        continue;
      }
      if (&inner != reduce) {
        builder.clone(inner, mapping);
        continue;
      }
      Block &region = reduce.getRegion().front();
      mapping.map(region.getArgument(0), mapping.lookup(reduce.getX()));
      mapping.map(region.getArgument(1), mapping.lookup(reduce.getY()));
      for (Operation &step : region.without_terminator())
        builder.clone(step, mapping);
      mapping.map(
          reduce.getOutput(),
          mapping.lookupOrDefault(region.getTerminator()->getOperand(0)));
    }
    Value result = mapping.lookup(reduce.getOutput());
    Value changed =
        tensor::InsertOp::create(builder, loc, result, carried.front(), place);
    st::YieldOp::create(builder, loc, changed);
  };
  auto loop =
      st::ForeachOp::create(rewriter, loc, visited->get(), init->get(), visit);
  rewriter.replaceOp(op, loop.getResults());
  return true;
}
