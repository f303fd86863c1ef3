//===- LinalgToCIN.cpp - linalg to naive concrete index notation ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/CINDialect.h"
#include "dialects/CIN/Fills.h"
#include "dialects/CIN/Reductions.h"
#include "dialects/CIN/Schedule.h"
#include "dialects/ProgramFunction.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/TypeSwitch.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_LINALGTOCIN
#include "passes/LinalgToCIN/LinalgToCIN.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::cin;
namespace st = mlir::sparse_tensor;

/// The size of each loop dimension, from an operand dimension that it indexes
/// alone (linalg's verifier sees to it that there is one); a dense operand's
/// where there is one.
static FailureOr<SmallVector<Value>> getExtents(OpBuilder &builder,
                                                linalg::LinalgOp op) {
  SmallVector<Value> extents(op.getNumLoops());
  for (bool sparse : {false, true})
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<RankedTensorType>(operand.get().getType()) ||
          isSparse(operand.get().getType()) != sparse)
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
  return extents;
}

/// How an assignment accumulates, and what.
struct Combination {
  Reduction reduction = Reduction::none;
  Value value;
  Operation *op = nullptr; // that combines, unless the value is just set
};

/// `yield out + value`: an operation on the output, used for nothing else.
static Combination matchOperation(Operation *op, Value old) {
  Reduction reduction = cin::getReduction(op);
  if (reduction == Reduction::none)
    return {};
  if (op->getOperand(0) == old)
    return {reduction, op->getOperand(1), op};
  bool commutes = reduction != Reduction::sub;
  if (commutes && op->getOperand(1) == old)
    return {reduction, op->getOperand(0), op};
  return {};
}

/// The region of a sparse_tensor.reduce: one operation on its arguments, or the
/// word for it as the attribute `encke.operator`.
static Combination matchReduce(st::ReduceOp reduce, Value old) {
  Value value = reduce.getX() == old ? reduce.getY() : reduce.getX();
  if (auto name = reduce->getAttrOfType<StringAttr>("encke.operator"))
    if (Reduction known = cin::getReduction(name.getValue());
        known != Reduction::none)
      return {known, value, reduce};
  Block &block = reduce.getRegion().front();
  Value yielded = block.getTerminator()->getOperand(0);
  if (isa<BlockArgument>(yielded))
    return {Reduction::any, value, reduce};
  Combination inner =
      matchOperation(yielded.getDefiningOp(), block.getArgument(0));
  if (inner.reduction == Reduction::none ||
      inner.value != block.getArgument(1) ||
      !llvm::hasSingleElement(block.without_terminator()))
    return {};
  return {inner.reduction, value, reduce};
}

/// How the body combines its value with the output: `yield out + value`. What a
/// sparse operand does not store adds nothing, but it is a zero for any other
/// operation, unless the program says sparse_tensor.reduce.
static Combination matchCombination(Block &body, bool hasSparse) {
  Value yielded = body.getTerminator()->getOperand(0);
  BlockArgument output = body.getArguments().back();
  Operation *op = yielded.getDefiningOp();
  Combination set{Reduction::none, yielded, nullptr};
  if (!op || op->getBlock() != &body || !output.hasOneUse() ||
      !yielded.hasOneUse())
    return set;
  auto reduce = dyn_cast<st::ReduceOp>(op);
  Combination found =
      reduce ? matchReduce(reduce, output) : matchOperation(op, output);
  bool skipsZeros = reduce || found.reduction == Reduction::add ||
                    found.reduction == Reduction::sub;
  bool matches =
      found.reduction != Reduction::none && (skipsZeros || !hasSparse);
  return matches ? found : set;
}

/// The places of the loop dimensions that a map's results name.
static SmallVector<Value> getIndices(AffineMap map, ArrayRef<Value> loops) {
  SmallVector<Value> indices;
  for (AffineExpr expr : map.getResults())
    indices.push_back(loops[cast<AffineDimExpr>(expr).getPosition()]);
  return indices;
}

/// What a statement of index notation has no word for: beside sparse operands
/// the coordinate of an element is no value.
static LogicalResult checkBody(linalg::LinalgOp op) {
  bool hasSparse = llvm::any_of(op->getOperandTypes(), isSparse);
  WalkResult result = op->getRegion(0).walk([&](Operation *inner) {
    if (isa<linalg::IndexOp>(inner) && hasSparse)
      inner->emitOpError("not supported yet: the coordinate of an element as a "
                         "value");
    else
      return WalkResult::advance();
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// True when the value that a body yields is reduced by a region that is not
/// one of the known operations.
static LogicalResult checkReduce(Block &body, Operation *combiner) {
  auto reduce =
      body.getTerminator()->getOperand(0).getDefiningOp<st::ReduceOp>();
  if (!reduce || reduce == combiner)
    return success();
  return reduce.emitOpError(
      "not supported yet: a reduction that is not one operation of the two "
      "arguments, such as arith.minnumf");
}

/// Which elements it keeps becomes an operand.
static void convertSelect(OpBuilder &builder, st::SelectOp select,
                          IRMapping &mapping) {
  Block &condition = select.getRegion().front();
  Value x = mapping.lookupOrDefault(select.getX());
  mapping.map(condition.getArgument(0), x);
  for (Operation &inner : condition.without_terminator())
    builder.clone(inner, mapping);
  Value holds =
      mapping.lookupOrDefault(condition.getTerminator()->getOperand(0));
  mapping.map(select.getOutput(), FilterOp::create(builder, select.getLoc(),
                                                   x.getType(), x, holds));
}

static LogicalResult convert(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics() || op.getNumDpsInits() != 1)
    return op.emitOpError("not supported yet: anything but one tensor result");
  OpOperand *init = op.getDpsInitOperand(0);
  // A kernel's sparse output starts empty, whatever its operand holds.
  if (isSparse(init->get().getType()) &&
      !init->get().getDefiningOp<tensor::EmptyOp>())
    return op.emitOpError(
        "not supported yet: a sparse result that does not start empty");
  if (failed(checkBody(op)))
    return failure();
  OpBuilder builder(op);
  Location loc = op.getLoc();
  FailureOr<SmallVector<Value>> extents = getExtents(builder, op);
  if (failed(extents))
    return failure();

  // Scalars are used as they are; operands that only give a size are dropped.
  Block &body = op->getRegion(0).front();
  bool hasSparse = llvm::any_of(
      op.getDpsInputs(), [](Value input) { return isSparse(input.getType()); });
  auto [found, value, combiner] = matchCombination(body, hasSparse);
  if (failed(checkReduce(body, combiner)))
    return failure();
  Reduction reduction = found;
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
  auto kernel = KernelOp::create(builder, loc, inputs, init->get());
  setSchedule(kernel, getSchedule(op));
  for (auto [operand, place] : llvm::zip(accessed, kernel.getInputArguments()))
    place.setLoc(op.getMatchingBlockArgument(operand).getLoc());
  kernel.getOutputArguments().front().setLoc(
      op.getMatchingBlockArgument(init).getLoc());

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
  // What reduces and does not say how may take any of the values.
  else if (reduction == Reduction::none && op.getNumReductionLoops() != 0)
    reduction = Reduction::any;
  for (Operation &inner : body.without_terminator())
    if (auto select = dyn_cast<st::SelectOp>(inner))
      convertSelect(builder, select, mapping);
    else if (auto index = dyn_cast<linalg::IndexOp>(inner))
      mapping.map(index.getResult(), loops[index.getDim()]);
    else if (&inner != combiner)
      builder.clone(inner, mapping);
  AssignOp::create(builder, loc, output, target, reduction,
                   mapping.lookupOrDefault(value));
  op->getResult(0).replaceAllUsesWith(kernel->getResult(0));
  op->erase();
  return success();
}

/// The constant that all a kernel does is to set elements to; or null.
static Attribute getConstant(KernelOp fill) {
  SmallVector<AssignOp> assigns;
  fill.walk([&](AssignOp assign) { assigns.push_back(assign); });
  Attribute value;
  bool sets = fill.getOutputs().size() == 1 && assigns.size() == 1 &&
              assigns.front().getReduction() == Reduction::none &&
              matchPattern(assigns.front().getValue(), m_Constant(&value));
  return sets ? value : Attribute();
}

/// What was filled with the identity of what is done with it starts `from
/// identity`, without the fill.
static void startFromIdentity(KernelOp kernel) {
  KernelOp fill = getStart(kernel) ? getFill(kernel) : KernelOp();
  Attribute filled = fill ? getConstant(fill) : Attribute();
  if (!filled)
    return;
  OpBuilder builder(kernel);
  Value start = emitStart(builder, kernel);
  Attribute identity;
  bool isIdentity =
      matchPattern(start, m_Constant(&identity)) && filled == identity;
  start.getDefiningOp()->erase();
  if (!isIdentity)
    return;
  fill->getResult(0).replaceAllUsesWith(fill.getOutputs().front());
  fill.erase();
  kernel.setFromIdentity(true);
}

namespace {
struct LinalgToCIN : encke::impl::LinalgToCINBase<LinalgToCIN> {
  void runOnOperation() override {
    replaceAllocations();
    SmallVector<linalg::LinalgOp> operations;
    getOperation().walk([&](linalg::LinalgOp op) {
      if (!op->hasAttr(loopsAttribute))
        operations.push_back(op);
    });
    for (linalg::LinalgOp op : operations)
      if (failed(convert(op)))
        return signalPassFailure();
    SmallVector<KernelOp> kernels;
    getOperation().walk([&](KernelOp kernel) { kernels.push_back(kernel); });
    // What fills stands before what starts from it, so none of those to come
    // is erased.
    for (KernelOp kernel : kernels)
      startFromIdentity(kernel);
  }

  /// A sparse tensor is a value: a new one is empty, a copy is the tensor.
  void replaceAllocations() {
    getOperation().walk([](bufferization::AllocTensorOp alloc) {
      if (!isSparse(alloc.getType()))
        return;
      OpBuilder builder(alloc);
      Value copied = alloc.getCopy();
      alloc.replaceAllUsesWith(
          copied ? copied
                 : tensor::EmptyOp::create(builder, alloc.getLoc(),
                                           alloc.getType(),
                                           alloc.getDynamicSizes())
                       .getResult());
      alloc.erase();
    });
  }
};
} // namespace
