//===- Windows.cpp - indices that are sums, and zeros that count ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels have index variables, and reduce what is stored. A sparse tensor that
// is read at sums of loop dimensions, as the picture of a convolution is,
// becomes one that has a dimension for each of these:
//
//   O[i] += A[i + 2 * k] * W[k]  ->  B[i, k] = A[i + 2 * k]
//                                    O[i] += B[i, k] * W[k]
//
// so that an element is stored once for each window that it is in. A reduction
// to which zeros count takes what is stored, and counts it: where that is less
// than there is, one zero has the effect of all.
//
//   y[i] max= A[i, j]            ->  y[i] max= what A[i, :] stores
//                                    n[i] += 1 for what A[i, :] stores
//                                    y[i] = n[i] < size ? max(y[i], 0) : y[i]
//
//===----------------------------------------------------------------------===//

#include "passes/TakeUpstream/TakeUpstream.h"

#include "passes/Cost/Windows.h"

#include "dialects/CIN/Reductions.h"
#include "dialects/TA/Encoding.h"
#include "dialects/TA/Scalars.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace encke;
using namespace encke::upstream;
namespace st = mlir::sparse_tensor;

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

static bool isPlain(AffineMap map) { return map.isProjectedPermutation(); }

namespace {
/// A sum of loop dimensions, each times a number, and a number: what
/// encke_select takes.
struct LinearIndex {
  SmallVector<int64_t> factors;
  int64_t offset = 0;

  /// Adds `expr` times `factor`; false where it is no such sum.
  bool add(AffineExpr expr, int64_t factor);
};
} // namespace

bool LinearIndex::add(AffineExpr expr, int64_t factor) {
  if (auto number = dyn_cast<AffineConstantExpr>(expr)) {
    offset += factor * number.getValue();
    return true;
  }
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    factors[dim.getPosition()] += factor;
    return true;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (binary && expr.getKind() == AffineExprKind::Add)
    return add(binary.getLHS(), factor) && add(binary.getRHS(), factor);
  // The number stands on the right.
  auto number = binary ? dyn_cast<AffineConstantExpr>(binary.getRHS())
                       : AffineConstantExpr();
  return number && expr.getKind() == AffineExprKind::Mul &&
         add(binary.getLHS(), factor * number.getValue());
}

/// All of a map's indices; none where one is something else.
static std::optional<SmallVector<LinearIndex>> getIndices(AffineMap map) {
  SmallVector<LinearIndex> indices;
  for (AffineExpr expr : map.getResults()) {
    LinearIndex &index = indices.emplace_back();
    index.factors.assign(map.getNumDims(), 0);
    if (!index.add(expr, 1))
      return std::nullopt;
  }
  return indices;
}

/// The loops that a map uses, those of the result first: a kernel goes through
/// the levels of such a tensor in this order.
static SmallVector<unsigned> getLoops(linalg::GenericOp op, AffineMap map) {
  SmallVector<unsigned> loops;
  for (auto kind :
       {utils::IteratorType::parallel, utils::IteratorType::reduction})
    for (auto [loop, iterator] : llvm::enumerate(op.getIteratorTypesArray()))
      if (iterator == kind && map.isFunctionOfDim(unsigned(loop)))
        loops.push_back(unsigned(loop));
  return loops;
}

/// Of a sparse tensor: every dimension as a level with the coordinates that are
/// stored.
static RankedTensorType getWindowType(RankedTensorType source,
                                      ArrayRef<int64_t> shape) {
  if (!isSparse(source))
    return RankedTensorType::get(shape, source.getElementType());
  auto encoding = st::getSparseTensorEncoding(source);
  auto level = *st::buildLevelType(st::LevelFormat::Compressed, true, true);
  SmallVector<st::LevelType> levels(shape.size(), level);
  auto made = st::SparseTensorEncodingAttr::get(
      source.getContext(), levels,
      AffineMap::getMultiDimIdentityMap(unsigned(shape.size()),
                                        source.getContext()),
      AffineMap(), encoding.getPosWidth(), encoding.getCrdWidth());
  return RankedTensorType::get(shape, source.getElementType(), made);
}

bool upstream::takesWindows(linalg::LinalgOp op, bool withDense) {
  bool takesAny = false;
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    if (isPlain(map))
      continue;
    bool isTaken = withDense || isSparse(input->get().getType());
    if (!isTaken || map.getNumSymbols() != 0 || !getIndices(map))
      return false;
    takesAny = true;
  }
  return takesAny && op.getNumDpsInits() == 1 &&
         isPlain(op.getMatchingIndexingMap(op.getDpsInitOperand(0)));
}

/// The tensor that `source` is, seen from the loops.
FailureOr<Value> StorageLowering::makeWindows(Operation *op, Value source,
                                              AffineMap map,
                                              ArrayRef<unsigned> loops,
                                              ArrayRef<Range> ranges) {
  Location loc = op->getLoc();
  builder.setInsertionPoint(op);
  SmallVector<Value> places{integer(loc, 0)}, sizes;
  SmallVector<LinearIndex> indices = *getIndices(map);
  for (const LinearIndex &index : indices) {
    places.push_back(integer(loc, index.offset));
    places.push_back(integer(loc, 1)); // beyond the tensor is nothing
    for (unsigned loop : loops)
      places.push_back(integer(loc, index.factors[loop]));
  }
  SmallVector<int64_t> shape;
  for (unsigned loop : loops) {
    std::optional<int64_t> known = getConstantIntValue(ranges[loop].size);
    shape.push_back(known.value_or(ShapedType::kDynamic));
    if (!known)
      sizes.push_back(
          getValueOrCreateConstantIndexOp(builder, loc, ranges[loop].size));
  }
  auto type = getWindowType(cast<RankedTensorType>(source.getType()), shape);
  Value from = handleOf(loc, source);
  return makeTensor(op, type, sizes, [&](Value handle) {
    runtime.callWithList(builder, loc, "encke_select",
                         {handle, from, place(loc)}, places);
  });
}

Value StorageLowering::countPositions(Operation *op, Value tensor) {
  Location loc = op->getLoc();
  builder.setInsertionPoint(op);
  return toIndex(loc, call(loc, "encke_position_total", builder.getI64Type(),
                           handleOf(loc, tensor)));
}

/// The product of sizes, which may be more than 64 bits hold.
static Value multiply(OpBuilder &builder, Location loc,
                      ArrayRef<OpFoldResult> sizes) {
  Value product =
      arith::ConstantOp::create(builder, loc, builder.getF64FloatAttr(1));
  for (OpFoldResult size : sizes) {
    Value number = arith::IndexCastOp::create(
        builder, loc, builder.getI64Type(),
        getValueOrCreateConstantIndexOp(builder, loc, size));
    number =
        arith::SIToFPOp::create(builder, loc, builder.getF64Type(), number);
    product = arith::MulFOp::create(builder, loc, product, number);
  }
  return product;
}

/// What is stored makes so few elements of windows that these are done sooner
/// than all iterations over dense tensors. Compares
/// windows * stored / size * cost with the iterations.
static Value isLittleStored(OpBuilder &builder, linalg::GenericOp op,
                            StorageLowering &storage) {
  Location loc = op.getLoc();
  auto interface = cast<linalg::LinalgOp>(op.getOperation());
  SmallVector<Range, 4> ranges = interface.createLoopRanges(builder, loc);
  SmallVector<OpFoldResult> all;
  for (const Range &range : ranges)
    all.push_back(range.size);
  Value iterations = multiply(builder, loc, all);
  Value elements =
      arith::ConstantOp::create(builder, loc, builder.getF64FloatAttr(0));
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    if (isPlain(map))
      continue;
    SmallVector<OpFoldResult> windows{storage.countPositions(op, input->get())};
    for (unsigned loop : getLoops(op, map))
      windows.push_back(ranges[loop].size);
    Value made = multiply(builder, loc, windows);
    Value size = multiply(builder, loc,
                          tensor::getMixedSizes(builder, loc, input->get()));
    elements =
        arith::AddFOp::create(builder, loc, elements,
                              arith::DivFOp::create(builder, loc, made, size));
  }
  Value cost = arith::ConstantOp::create(
      builder, loc, builder.getF64FloatAttr(cost::iterationsOfWindow));
  return arith::CmpFOp::create(
      builder, loc, arith::CmpFPredicate::ULE,
      arith::MulFOp::create(builder, loc, elements, cost), iterations);
}

linalg::GenericOp upstream::addBranch(RewriterBase &rewriter,
                                      linalg::GenericOp op,
                                      StorageLowering &storage) {
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  Value isLittle = isLittleStored(rewriter, op, storage);
  auto branch = scf::IfOp::create(rewriter, loc, op.getResultTypes(), isLittle,
                                  true, true);
  rewriter.replaceAllUsesWith(op.getResults(), branch.getResults());
  rewriter.setInsertionPointToStart(branch.elseBlock());
  auto other = cast<linalg::GenericOp>(rewriter.clone(*op));
  scf::YieldOp::create(rewriter, loc, other.getResults());
  rewriter.setInsertionPointToStart(branch.thenBlock());
  auto yield = scf::YieldOp::create(rewriter, loc, op.getResults());
  rewriter.moveOpBefore(op, yield);
  return other;
}

LogicalResult upstream::makeWindows(linalg::GenericOp op,
                                    StorageLowering &storage) {
  OpBuilder builder(op);
  auto interface = cast<linalg::LinalgOp>(op.getOperation());
  SmallVector<Range, 4> ranges =
      interface.createLoopRanges(builder, op.getLoc());
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap &map = maps[input->getOperandNumber()];
    if (isPlain(map))
      continue;
    SmallVector<unsigned> loops = getLoops(op, map);
    FailureOr<Value> windows =
        storage.makeWindows(op, input->get(), map, loops, ranges);
    if (failed(windows))
      return failure();
    input->set(*windows);
    map = AffineMap::getMultiDimMapWithTargets(op.getNumLoops(), loops,
                                               op.getContext());
  }
  op.setIndexingMapsAttr(builder.getAffineMapArrayAttr(maps));
  return success();
}

//===----------------------------------------------------------------------===//
// Zeros
//===----------------------------------------------------------------------===//

namespace {
/// `yield combiner(old, value)`.
struct ZeroReduction {
  Operation *combiner = nullptr;
  Value value;
  BlockArgument stored; ///< The only one that the value is made of, or null.
  /// Else: there is a value where all of these are, of which it is a product.
  SmallVector<BlockArgument> factors;
};
} // namespace

/// The sparse factors of a value.
static void findFactors(Value value, linalg::GenericOp op,
                        SmallVectorImpl<BlockArgument> &factors) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    unsigned number = argument.getArgNumber();
    if (argument.getOwner() == &op.getRegion().front() &&
        number < op.getNumDpsInputs() &&
        isSparse(op.getInputs()[number].getType()) &&
        !llvm::is_contained(factors, argument))
      factors.push_back(argument);
    return;
  }
  Operation *product = value.getDefiningOp();
  if (isa_and_present<arith::MulFOp, arith::MulIOp>(product))
    for (Value factor : product->getOperands())
      findFactors(factor, op, factors);
}

/// The only sparse input, of all loops, if the body uses no other input.
static BlockArgument findOnlyInput(linalg::GenericOp op) {
  BlockArgument only;
  for (OpOperand *input : op.getDpsInputOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(input);
    if (argument.use_empty())
      continue;
    if (only || !isSparse(input->get().getType()) ||
        !op.getMatchingIndexingMap(input).isPermutation())
      return {};
    only = argument;
  }
  return only;
}

static std::optional<ZeroReduction> matchZeros(linalg::GenericOp op) {
  Block &body = op.getRegion().front();
  BlockArgument old = body.getArguments().back();
  Operation *combiner = body.getTerminator()->getOperand(0).getDefiningOp();
  if (isSparse(op.getOutputs().front().getType()) || !combiner ||
      !old.hasOneUse() || *old.getUsers().begin() != combiner ||
      !combiner->getResult(0).hasOneUse() || op.hasIndexSemantics())
    return std::nullopt;
  ZeroReduction found;
  found.combiner = combiner;
  found.value = combiner->getOperand(combiner->getOperand(0) == old ? 1 : 0);
  findFactors(found.value, op, found.factors);
  bool isProduct = !found.factors.empty();
  if (!isProduct)
    found.stored = findOnlyInput(op);
  if (!isProduct && !found.stored)
    return std::nullopt;
  switch (cin::getReduction(combiner)) {
  // Once more changes nothing.
  case cin::Reduction::min:
  case cin::Reduction::minu:
  case cin::Reduction::max:
    return found;
  // Any number of zeros makes zero.
  case cin::Reduction::mul:
    return isProduct ? std::optional(found) : std::nullopt;
  default:
    return std::nullopt;
  }
}

/// The same loops and inputs, with another result.
static linalg::GenericOp
makeLike(OpBuilder &builder, linalg::GenericOp op, Value init,
         function_ref<Value(OpBuilder &, IRMapping &, Value)> body) {
  auto made = linalg::GenericOp::create(
      builder, op.getLoc(), init.getType(), op.getInputs(), init,
      op.getIndexingMapsArray(), op.getIteratorTypesArray(),
      [&](OpBuilder &inner, Location loc, ValueRange arguments) {
        IRMapping mapping;
        mapping.map(op.getRegion().front().getArguments().drop_back(),
                    arguments.drop_back());
        Value result = body(inner, mapping, arguments.back());
        linalg::YieldOp::create(inner, loc, result);
      });
  return made;
}

/// The operations of the body but the combination.
static void cloneValue(OpBuilder &builder, linalg::GenericOp op,
                       Operation *combiner, IRMapping &mapping) {
  for (Operation &inside : op.getRegion().front().without_terminator())
    if (&inside != combiner)
      builder.clone(inside, mapping);
}

/// The reduction of what is stored alone.
static linalg::GenericOp reduceStored(OpBuilder &builder, linalg::GenericOp op,
                                      const ZeroReduction &zeros) {
  return makeLike(
      builder, op, op.getOutputs().front(),
      [&](OpBuilder &inner, IRMapping &mapping, Value old) -> Value {
        Location loc = op.getLoc();
        cloneValue(inner, op, zeros.combiner, mapping);
        Value value = mapping.lookupOrDefault(zeros.value);
        // What the result holds is what it begins with.
        Value first = emitZero(inner, loc, value.getType());
        auto reduce = st::ReduceOp::create(inner, loc, old, value, first);
        Block *block =
            inner.createBlock(&reduce.getRegion(), {},
                              {value.getType(), value.getType()}, {loc, loc});
        Operation *combined = inner.clone(*zeros.combiner);
        combined->setOperands(block->getArguments());
        st::YieldOp::create(inner, loc, combined->getResults());
        inner.setInsertionPointAfter(reduce);
        return reduce.getOutput();
      });
}

/// How many values that is.
static linalg::GenericOp countStored(OpBuilder &builder, linalg::GenericOp op,
                                     const ZeroReduction &zeros,
                                     ArrayRef<OpFoldResult> sizes) {
  Location loc = op.getLoc();
  Type number = builder.getI64Type();
  Value none =
      arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(0));
  Value empty = tensor::EmptyOp::create(builder, loc, sizes, number);
  Value init = linalg::FillOp::create(builder, loc, none, empty).getResult(0);
  return makeLike(
      builder, op, init,
      [&](OpBuilder &inner, IRMapping &mapping, Value count) -> Value {
        Value what;
        for (BlockArgument factor :
             zeros.stored ? ArrayRef(zeros.stored) : ArrayRef(zeros.factors)) {
          Value value = mapping.lookup(factor);
          what = what ? ta::emitMul(inner, loc, what, value) : value;
        }
        auto unary = st::UnaryOp::create(inner, loc, number, what);
        inner.createBlock(&unary.getPresentRegion(), {}, what.getType(), loc);
        Value one =
            arith::ConstantOp::create(inner, loc, inner.getI64IntegerAttr(1));
        st::YieldOp::create(inner, loc, one);
        inner.setInsertionPointAfter(unary);
        return arith::AddIOp::create(inner, loc, count, unary.getResult());
      });
}

/// Where fewer are stored than there are, a zero is one of them.
static linalg::GenericOp addZeros(OpBuilder &builder, linalg::GenericOp op,
                                  const ZeroReduction &zeros, Value stored,
                                  Value counts, Value size) {
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(stored.getType());
  AffineMap map = builder.getMultiDimIdentityMap(unsigned(type.getRank()));
  SmallVector<utils::IteratorType> loops(size_t(type.getRank()),
                                         utils::IteratorType::parallel);
  return linalg::GenericOp::create(
      builder, loc, type, ValueRange{stored, counts}, stored,
      ArrayRef{map, map, map}, loops,
      [&](OpBuilder &inner, Location at, ValueRange arguments) {
        IRMapping mapping;
        Value zero = emitZero(inner, at, zeros.value.getType());
        if (zeros.stored) {
          mapping.map(zeros.stored,
                      emitZero(inner, at, zeros.stored.getType()));
          cloneValue(inner, op, zeros.combiner, mapping);
          zero = mapping.lookupOrDefault(zeros.value);
        }
        Operation *combined = inner.clone(*zeros.combiner);
        combined->setOperands({arguments[0], zero});
        Value lacks = arith::CmpIOp::create(
            inner, at, arith::CmpIPredicate::ult, arguments[1], size);
        Value result = arith::SelectOp::create(
            inner, at, lacks, combined->getResult(0), arguments[0]);
        linalg::YieldOp::create(inner, at, result);
      });
}

SmallVector<linalg::GenericOp> upstream::splitZeros(RewriterBase &rewriter,
                                                    linalg::GenericOp op) {
  std::optional<ZeroReduction> zeros = matchZeros(op);
  if (!zeros)
    return {};
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  auto interface = cast<linalg::LinalgOp>(op.getOperation());
  SmallVector<Range, 4> ranges = interface.createLoopRanges(rewriter, loc);
  SmallVector<OpFoldResult> sizes;
  for (AffineExpr expr : op.getIndexingMapsArray().back().getResults())
    sizes.push_back(ranges[cast<AffineDimExpr>(expr).getPosition()].size);
  Value size = arith::ConstantIndexOp::create(rewriter, loc, 1);
  for (auto [range, kind] : llvm::zip(ranges, op.getIteratorTypesArray()))
    if (kind == utils::IteratorType::reduction)
      size = rewriter.createOrFold<arith::MulIOp>(
          loc, size,
          getValueOrCreateConstantIndexOp(rewriter, loc, range.size));
  size = arith::IndexCastOp::create(rewriter, loc, rewriter.getI64Type(), size);
  linalg::GenericOp stored = reduceStored(rewriter, op, *zeros);
  linalg::GenericOp counts = countStored(rewriter, op, *zeros, sizes);
  linalg::GenericOp all = addZeros(rewriter, op, *zeros, stored.getResult(0),
                                   counts.getResult(0), size);
  rewriter.replaceOp(op, all.getResults());
  return {stored, counts, all};
}
