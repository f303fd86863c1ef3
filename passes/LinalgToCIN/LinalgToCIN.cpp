//===- LinalgToCIN.cpp - linalg to naive concrete index notation ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Passes.h"

#include "dialects/CIN/CINDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

namespace encke {
#define GEN_PASS_DEF_LINALGTOCIN
#include "passes/Passes.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::cin;

/// The size of each loop dimension, from an operand dimension that it indexes
/// alone; a dense operand's where there is one.
static FailureOr<SmallVector<Value>> getExtents(OpBuilder &builder,
                                                linalg::LinalgOp op) {
  SmallVector<Value> extents(op.getNumLoops());
  auto isSparse = [](Value value) {
    return bool(cast<RankedTensorType>(value.getType()).getEncoding());
  };
  for (bool sparse : {false, true})
    for (OpOperand &operand : op->getOpOperands()) {
      if (isSparse(operand.get()) != sparse)
        continue;
      AffineMap map = op.getMatchingIndexingMap(&operand);
      for (auto [mode, expr] : llvm::enumerate(map.getResults())) {
        auto dim = dyn_cast<AffineDimExpr>(expr);
        if (!dim)
          return op.emitOpError("not supported yet: an index that is not a "
                                "plain loop dimension");
        Value &extent = extents[dim.getPosition()];
        if (!extent)
          extent =
              tensor::DimOp::create(builder, op.getLoc(), operand.get(), mode);
      }
    }
  if (llvm::is_contained(extents, Value()))
    return op.emitOpError("has a loop dimension that no operand gives a size");
  return extents;
}

/// How the body combines its value with the output: `yield out + value`.
static std::pair<Reduction, Value> matchReduction(Block &body) {
  Value yielded = body.getTerminator()->getOperand(0);
  BlockArgument output = body.getArguments().back();
  Operation *op = yielded.getDefiningOp();
  if (!op || op->getBlock() != &body || !output.hasOneUse())
    return {Reduction::none, yielded};
  if (isa<arith::AddFOp, arith::AddIOp, complex::AddOp>(op)) {
    if (op->getOperand(0) == output)
      return {Reduction::add, op->getOperand(1)};
    if (op->getOperand(1) == output)
      return {Reduction::add, op->getOperand(0)};
  }
  if (isa<arith::SubFOp, arith::SubIOp, complex::SubOp>(op) &&
      op->getOperand(0) == output)
    return {Reduction::sub, op->getOperand(1)};
  return {Reduction::none, yielded};
}

/// The places of the loop dimensions that a map's results name.
static SmallVector<Value> getIndices(AffineMap map, ArrayRef<Value> loops) {
  SmallVector<Value> indices;
  for (AffineExpr expr : map.getResults())
    indices.push_back(loops[cast<AffineDimExpr>(expr).getPosition()]);
  return indices;
}

static LogicalResult convert(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics() || op.getNumDpsInits() != 1)
    return op.emitOpError("not supported yet: anything but one tensor result");
  OpBuilder builder(op);
  Location loc = op.getLoc();
  FailureOr<SmallVector<Value>> extents = getExtents(builder, op);
  if (failed(extents))
    return failure();

  // Scalars are used as they are; operands that only give a size are dropped.
  Block &body = op->getRegion(0).front();
  auto [reduction, value] = matchReduction(body);
  SmallVector<OpOperand *> accessed;
  SmallVector<Value> inputs;
  IRMapping mapping;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(operand);
    if (!isa<RankedTensorType>(operand->get().getType())) {
      mapping.map(argument, operand->get());
    } else if (!argument.use_empty()) {
      accessed.push_back(operand);
      inputs.push_back(operand->get());
    }
  }
  OpOperand *init = op.getDpsInitOperand(0);
  auto kernel = KernelOp::create(builder, loc, inputs, init->get());

  builder.setInsertionPointToStart(&kernel.getBlock());
  SmallVector<Value> loops;
  auto labels = op->getAttrOfType<ArrayAttr>("encke.labels");
  for (auto [dim, extent] : llvm::enumerate(*extents)) {
    StringAttr label;
    if (labels && dim < labels.size())
      label = dyn_cast<StringAttr>(labels[dim]);
    auto forall = ForallOp::create(builder, loc, extent, label);
    loops.push_back(forall.getIndex());
    builder.setInsertionPointToStart(&forall.getBlock());
  }
  for (auto [operand, place] : llvm::zip(accessed, kernel.getInputArguments()))
    mapping.map(op.getMatchingBlockArgument(operand),
                AccessOp::create(
                    builder, loc, place,
                    getIndices(op.getMatchingIndexingMap(operand), loops)));
  BlockArgument output = kernel.getOutputArguments().front();
  SmallVector<Value> target =
      getIndices(op.getMatchingIndexingMap(init), loops);
  BlockArgument outputArgument = op.getMatchingBlockArgument(init);
  if (reduction == Reduction::none && !outputArgument.use_empty())
    mapping.map(outputArgument, AccessOp::create(builder, loc, output, target));
  Operation *combiner =
      reduction == Reduction::none
          ? nullptr
          : body.getTerminator()->getOperand(0).getDefiningOp();
  for (Operation &inner : body.without_terminator())
    if (&inner != combiner)
      builder.clone(inner, mapping);
  AssignOp::create(builder, loc, output, target, reduction,
                   mapping.lookupOrDefault(value));
  op->getResult(0).replaceAllUsesWith(kernel->getResult(0));
  op->erase();
  return success();
}

namespace {
struct LinalgToCIN : encke::impl::LinalgToCINBase<LinalgToCIN> {
  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> operations;
    getOperation().walk([&](linalg::LinalgOp op) { operations.push_back(op); });
    for (linalg::LinalgOp op : operations)
      if (failed(convert(op)))
        return signalPassFailure();
  }
};
} // namespace
