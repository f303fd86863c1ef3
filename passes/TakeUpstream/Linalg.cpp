//===- Linalg.cpp - linalg operations as kernels take them ----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Concrete index notation has index variables, one result, elements of some
// types, and the reductions of cin.assign. An operation that needs more and no
// more than dense tensors is left to upstream's loops; one that asks what a
// sparse tensor stores is refused.
//
//===----------------------------------------------------------------------===//

#include "passes/TakeUpstream/TakeUpstream.h"

#include "dialects/CIN/Reductions.h"
#include "dialects/TA/Encoding.h"
#include "dialects/TA/Scalars.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace encke;
using namespace encke::upstream;
namespace st = mlir::sparse_tensor;

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

static bool hasSparse(linalg::LinalgOp op) {
  return llvm::any_of(op->getOperandTypes(), isSparse);
}

static bool hasPlainMaps(linalg::LinalgOp op) {
  return llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
    return map.getNumSymbols() == 0 &&
           llvm::all_of(map.getResults(), [](AffineExpr expr) {
             return isa<AffineDimExpr>(expr);
           });
  });
}

/// Every loop has an operand that it indexes, and no operand has one twice.
static bool hasDistinctIndices(linalg::LinalgOp op) {
  return llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
    return map.isProjectedPermutation();
  });
}

/// Elements of tensors are of types that kernels add up; sums of narrow ones
/// are what upstream makes of them.
static bool hasKnownElements(linalg::LinalgOp op) {
  return llvm::all_of(op->getOperandTypes(), [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      return true;
    Type element = tensor.getElementType();
    return toStoredElement(element) == element &&
           !getElementSuffix(element).empty();
  });
}

/// The body asks which elements are stored.
static bool asksForPattern(linalg::LinalgOp op) {
  return op
      ->walk([&](Operation *inner) {
        return isa_and_present<st::SparseTensorDialect>(inner->getDialect())
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The body computes with numbers alone.
static bool hasPlainBody(linalg::LinalgOp op) {
  return !op->getRegion(0)
              .walk([&](Operation *inner) {
                bool isPlain =
                    isa_and_present<arith::ArithDialect, math::MathDialect,
                                    complex::ComplexDialect,
                                    st::SparseTensorDialect>(
                        inner->getDialect()) ||
                    isa<linalg::IndexOp, linalg::YieldOp>(inner);
                return isPlain ? WalkResult::advance()
                               : WalkResult::interrupt();
              })
              .wasInterrupted();
}

/// Kernels compute it, once its body and its result are rewritten.
static bool isForKernels(linalg::LinalgOp op, bool withWindows = false) {
  return op.hasPureTensorSemantics() && op.getNumDpsInits() == 1 &&
         (withWindows || (hasPlainMaps(op) && hasDistinctIndices(op))) &&
         hasKnownElements(op) && hasPlainBody(op);
}

/// Of a sparse_tensor.reduce whose region is one operation of its arguments.
static cin::Reduction getReduction(st::ReduceOp reduce) {
  Block &block = reduce.getRegion().front();
  Operation *inner = block.getTerminator()->getOperand(0).getDefiningOp();
  if (!inner || !llvm::hasSingleElement(block.without_terminator()))
    return cin::Reduction::none;
  cin::Reduction reduction = cin::getReduction(inner);
  bool isOfBoth = inner->getNumOperands() == 2 &&
                  inner->getOperand(0) != inner->getOperand(1) &&
                  llvm::all_of(inner->getOperands(), [&](Value operand) {
                    return llvm::is_contained(block.getArguments(), operand);
                  });
  return isOfBoth && reduction != cin::Reduction::sub ? reduction
                                                      : cin::Reduction::none;
}

/// How the body combines a value with what the result holds; none where it does
/// something else with that, or nothing.
static cin::Reduction getCombination(linalg::LinalgOp op) {
  Block &body = op->getRegion(0).front();
  BlockArgument old = op.getMatchingBlockArgument(op.getDpsInitOperand(0));
  Operation *combiner = body.getTerminator()->getOperand(0).getDefiningOp();
  if (!combiner || !old.hasOneUse() || *old.getUsers().begin() != combiner ||
      !combiner->getResult(0).hasOneUse())
    return cin::Reduction::none;
  if (auto reduce = dyn_cast<st::ReduceOp>(combiner))
    return getReduction(reduce);
  cin::Reduction reduction = cin::getReduction(combiner);
  if (reduction == cin::Reduction::sub && combiner->getOperand(0) != old)
    return cin::Reduction::none;
  return reduction;
}

/// A sum: what is not stored changes nothing.
static bool isSum(linalg::LinalgOp op) {
  cin::Reduction reduction = getCombination(op);
  return reduction == cin::Reduction::add || reduction == cin::Reduction::sub;
}

/// What is not stored counts as a zero, as in the least of a row: each element
/// has to be visited.
static bool reducesZeros(linalg::LinalgOp op) {
  return op.getNumReductionLoops() != 0 && hasSparse(op) && !isSum(op) &&
         !op->getRegion(0)
              .front()
              .getTerminator()
              ->getOperand(0)
              .getDefiningOp<st::ReduceOp>();
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

namespace {
class LinalgTaking {
public:
  LinalgTaking(ModuleOp module, StorageLowering &storage)
      : module(module), storage(storage), rewriter(module.getContext()) {}

  LogicalResult run();

private:
  LogicalResult take(linalg::LinalgOp op);
  LogicalResult takeResults(linalg::GenericOp op);
  LogicalResult takeZeros(linalg::GenericOp op);
  LogicalResult toLoops(linalg::LinalgOp op);
  void narrowElements(linalg::GenericOp op);
  linalg::GenericOp replaceIndices(linalg::GenericOp op);
  LogicalResult startEmpty(linalg::GenericOp &op);
  void startFromZero(linalg::GenericOp op);
  void nameReduction(linalg::GenericOp op);
  Value convert(Location loc, Value tensor, Type type);
  Value emptyLike(Location loc, Value tensor);
  linalg::GenericOp withInput(linalg::GenericOp op, Value input, AffineMap map,
                              function_ref<void(Block &, BlockArgument)> use);

  ModuleOp module;
  StorageLowering &storage;
  IRRewriter rewriter;
};
} // namespace

LogicalResult LinalgTaking::run() {
  SmallVector<Operation *> operations;
  module.walk([&](Operation *op) {
    auto function = op->getParentOfType<func::FuncOp>();
    bool isOutside = function && !function->hasAttr("encke.kernel");
    if (isOutside && isa<linalg::LinalgOp>(op))
      operations.push_back(op);
  });
  for (Operation *op : operations)
    if (failed(take(cast<linalg::LinalgOp>(op))))
      return failure();
  return success();
}

LogicalResult LinalgTaking::take(linalg::LinalgOp op) {
  rewriter.setInsertionPoint(op);
  if (isa<linalg::FillOp>(op) && isForKernels(op) && !hasSparse(op))
    return success();
  if (hasSparse(op) && op.getNumDpsInits() > 1 && op.hasPureTensorSemantics())
    if (auto several = dyn_cast<linalg::GenericOp>(op.getOperation()))
      return takeResults(several);
  if (!hasSparse(op) && (!isForKernels(op) || op.hasIndexSemantics())) {
    op->setAttr(loopsAttribute, rewriter.getUnitAttr());
    return success();
  }
  auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
  if (!generic) {
    FailureOr<linalg::GenericOp> made = linalg::generalizeNamedOp(rewriter, op);
    if (failed(made))
      return op.emitOpError("not supported yet: '")
             << op->getName() << "' as loops";
    generic = *made;
    op = generic;
    rewriter.setInsertionPoint(op);
  }
  narrowElements(generic);
  bool asks = asksForPattern(op);
  if (takesWindows(op, /*withDense=*/asks) &&
      isForKernels(op, /*withWindows=*/true)) {
    if (!asks) {
      linalg::GenericOp other = addBranch(rewriter, generic, storage);
      rewriter.setInsertionPoint(other);
      if (failed(toLoops(cast<linalg::LinalgOp>(other.getOperation()))))
        return failure();
    }
    if (failed(makeWindows(generic, storage)))
      return failure();
    rewriter.setInsertionPoint(generic);
  }
  if (!isForKernels(op))
    return toLoops(op);
  if (reducesZeros(op))
    return takeZeros(generic);
  if (!hasSparse(op)) {
    nameReduction(generic);
    return success();
  }
  nameReduction(generic);
  if (reduceInOrder(rewriter, generic))
    return success();
  if (op.hasIndexSemantics())
    generic = replaceIndices(generic);
  if (isSparse(generic.getDpsInits().front().getType()))
    return startEmpty(generic);
  startFromZero(generic);
  return success();
}

/// The same operation with one of its results. What its body asks of the others
/// is what they were before.
static linalg::GenericOp makeOneResult(IRRewriter &rewriter,
                                       linalg::GenericOp op, unsigned number) {
  int64_t inputs = op.getNumDpsInputs();
  Block &body = op.getRegion().front();
  SmallVector<Value> operands(op.getInputs());
  SmallVector<AffineMap> all = op.getIndexingMapsArray();
  SmallVector<AffineMap> maps(all.begin(), all.begin() + inputs);
  SmallVector<BlockArgument> arguments(body.getArguments().take_front(inputs));
  for (auto [other, init] : llvm::enumerate(op.getOutputs())) {
    auto place = size_t(inputs) + other;
    if (other == number || body.getArgument(unsigned(place)).use_empty())
      continue;
    operands.push_back(init);
    maps.push_back(all[place]);
    arguments.push_back(body.getArgument(unsigned(place)));
  }
  auto place = size_t(inputs) + number;
  maps.push_back(all[place]);
  arguments.push_back(body.getArgument(unsigned(place)));
  auto made = linalg::GenericOp::create(
      rewriter, op.getLoc(), op.getResultTypes()[number], operands,
      op.getOutputs()[number], maps, op.getIteratorTypesArray());
  IRMapping mapping;
  Block *block = rewriter.createBlock(&made.getRegion());
  for (BlockArgument argument : arguments)
    mapping.map(argument,
                block->addArgument(argument.getType(), argument.getLoc()));
  for (Operation &inside : body.without_terminator())
    rewriter.clone(inside, mapping);
  Value yielded = body.getTerminator()->getOperand(number);
  linalg::YieldOp::create(rewriter, op.getLoc(),
                          mapping.lookupOrDefault(yielded));
  SmallVector<Operation *> insides;
  for (Operation &inside : block->without_terminator())
    insides.push_back(&inside);
  for (Operation *inside : llvm::reverse(insides))
    if (isOpTriviallyDead(inside))
      rewriter.eraseOp(inside);
  rewriter.setInsertionPoint(op);
  return made;
}

/// A kernel has one result.
LogicalResult LinalgTaking::takeResults(linalg::GenericOp op) {
  SmallVector<linalg::GenericOp> made;
  for (unsigned number = 0; number != op.getNumResults(); ++number) {
    made.push_back(makeOneResult(rewriter, op, number));
    rewriter.replaceAllUsesWith(op.getResult(number), made.back().getResult(0));
  }
  rewriter.eraseOp(op);
  return success(llvm::all_of(
      made, [&](linalg::GenericOp each) { return succeeded(take(each)); }));
}

/// Kernels of what is stored, or loops over everything.
LogicalResult LinalgTaking::takeZeros(linalg::GenericOp op) {
  SmallVector<linalg::GenericOp> parts = splitZeros(rewriter, op);
  if (parts.empty())
    return toLoops(op);
  return success(llvm::all_of(
      parts, [&](linalg::GenericOp part) { return succeeded(take(part)); }));
}

Value LinalgTaking::convert(Location loc, Value tensor, Type type) {
  if (tensor.getType() == type)
    return tensor;
  return st::ConvertOp::create(rewriter, loc, type, tensor);
}

Value LinalgTaking::emptyLike(Location loc, Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<OpFoldResult> sizes;
  for (int64_t mode = 0; mode != type.getRank(); ++mode) {
    if (type.isDynamicDim(mode))
      sizes.push_back(
          tensor::DimOp::create(rewriter, loc, tensor, mode).getResult());
    else
      sizes.push_back(rewriter.getIndexAttr(type.getDimSize(mode)));
  }
  return tensor::EmptyOp::create(rewriter, loc, sizes, type.getElementType(),
                                 type.getEncoding());
}

/// What a sparse tensor stores as an integer becomes the index that the body
/// computes with, and back.
void LinalgTaking::narrowElements(linalg::GenericOp op) {
  Block &body = op.getRegion().front();
  OpBuilder inside(op.getContext());
  inside.setInsertionPointToStart(&body);
  for (OpOperand &operand : op->getOpOperands()) {
    auto tensor = dyn_cast<RankedTensorType>(operand.get().getType());
    BlockArgument argument = op.getMatchingBlockArgument(&operand);
    Type computed = argument.getType();
    if (!tensor || tensor.getElementType() == computed)
      continue;
    argument.setType(tensor.getElementType());
    if (argument.use_empty())
      continue;
    Operation *cast =
        narrow(inside, op.getLoc(), argument, computed).getDefiningOp();
    SmallPtrSet<Operation *, 8> casts;
    for (Operation *made = cast; made && made->getBlock() == &body;
         made = made->getPrevNode())
      casts.insert(made);
    argument.replaceUsesWithIf(cast->getResult(0), [&](OpOperand &use) {
      return !casts.contains(use.getOwner());
    });
  }
  Operation *yield = body.getTerminator();
  inside.setInsertionPoint(yield);
  for (auto [value, init] :
       llvm::zip(yield->getOpOperands(), op.getDpsInits())) {
    auto tensor = dyn_cast<RankedTensorType>(init.getType());
    if (tensor && tensor.getElementType() != value.get().getType())
      value.set(widen(inside, op.getLoc(), value.get()));
  }
}

/// The same operation with one more input, whose argument `use` is told.
linalg::GenericOp
LinalgTaking::withInput(linalg::GenericOp op, Value input, AffineMap map,
                        function_ref<void(Block &, BlockArgument)> use) {
  SmallVector<Value> inputs(op.getInputs());
  inputs.push_back(input);
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps.insert(maps.begin() + int64_t(op.getInputs().size()), map);
  auto made = linalg::GenericOp::create(
      rewriter, op.getLoc(), op.getResultTypes(), inputs, op.getOutputs(), maps,
      op.getIteratorTypesArray());
  made.getRegion().takeBody(op.getRegion());
  Block &body = made.getRegion().front();
  BlockArgument argument = body.insertArgument(
      unsigned(inputs.size() - 1),
      cast<RankedTensorType>(input.getType()).getElementType(), op.getLoc());
  use(body, argument);
  for (NamedAttribute attribute : op->getDiscardableAttrs())
    made->setDiscardableAttr(attribute.getName(), attribute.getValue());
  rewriter.replaceOp(op, made.getResults());
  rewriter.setInsertionPoint(made);
  return made;
}

/// A coordinate that the body computes with becomes an element of a vector that
/// holds 0, 1, ....
linalg::GenericOp LinalgTaking::replaceIndices(linalg::GenericOp op) {
  Location loc = op.getLoc();
  for (unsigned loop = 0; loop != op.getNumLoops(); ++loop) {
    SmallVector<linalg::IndexOp> indices;
    op.getRegion().walk([&](linalg::IndexOp index) {
      if (index.getDim() == loop)
        indices.push_back(index);
    });
    if (indices.empty())
      continue;
    // The size of the loop, from an operand that it indexes.
    Value size;
    for (OpOperand &operand : op->getOpOperands()) {
      AffineMap map = op.getMatchingIndexingMap(&operand);
      for (auto [mode, expr] : llvm::enumerate(map.getResults()))
        if (!size && cast<AffineDimExpr>(expr).getPosition() == loop)
          size = tensor::DimOp::create(rewriter, loc, operand.get(), mode);
    }
    auto type =
        RankedTensorType::get({ShapedType::kDynamic}, rewriter.getI64Type());
    Value empty = tensor::EmptyOp::create(rewriter, loc, type, size);
    AffineMap identity = rewriter.getMultiDimIdentityMap(1);
    auto coordinates = linalg::GenericOp::create(
        rewriter, loc, type, ValueRange(), empty, identity,
        utils::IteratorType::parallel,
        [](OpBuilder &inner, Location at, ValueRange) {
          Value number = linalg::IndexOp::create(inner, at, 0);
          linalg::YieldOp::create(
              inner, at,
              arith::IndexCastOp::create(inner, at, inner.getI64Type(), number)
                  .getResult());
        });
    coordinates->setAttr(loopsAttribute, rewriter.getUnitAttr());
    AffineMap map =
        AffineMap::get(op.getNumLoops(), 0, rewriter.getAffineDimExpr(loop),
                       rewriter.getContext());
    op = withInput(op, coordinates.getResult(0), map,
                   [&](Block &body, BlockArgument argument) {
                     OpBuilder inside(rewriter.getContext());
                     inside.setInsertionPointToStart(&body);
                     Value index = arith::IndexCastOp::create(
                         inside, loc, inside.getIndexType(), argument);
                     for (linalg::IndexOp old : indices) {
                       old.replaceAllUsesWith(index);
                       old.erase();
                     }
                   });
  }
  return op;
}

/// "min" for `x < y ? x : y`, of which kernels know the identity; null for a
/// region that is not such a choice.
static StringRef findChoice(st::ReduceOp reduce) {
  Block &block = reduce.getRegion().front();
  auto select =
      block.getTerminator()->getOperand(0).getDefiningOp<arith::SelectOp>();
  if (!select)
    return {};
  bool isFirst = select.getTrueValue() == block.getArgument(0) &&
                 select.getFalseValue() == block.getArgument(1);
  bool isSecond = select.getTrueValue() == block.getArgument(1) &&
                  select.getFalseValue() == block.getArgument(0);
  Operation *compare = select.getCondition().getDefiningOp();
  if ((!isFirst && !isSecond) || !compare || compare->getNumOperands() != 2)
    return {};
  bool inOrder = compare->getOperand(0) == block.getArgument(0) &&
                 compare->getOperand(1) == block.getArgument(1);
  bool swapped = compare->getOperand(0) == block.getArgument(1) &&
                 compare->getOperand(1) == block.getArgument(0);
  if (!inOrder && !swapped)
    return {};
  bool isLess = false, isGreater = false;
  if (auto real = dyn_cast<arith::CmpFOp>(compare)) {
    using P = arith::CmpFPredicate;
    isLess = llvm::is_contained({P::OLT, P::OLE, P::ULT, P::ULE},
                                real.getPredicate());
    isGreater = llvm::is_contained({P::OGT, P::OGE, P::UGT, P::UGE},
                                   real.getPredicate());
  } else if (auto integer = dyn_cast<arith::CmpIOp>(compare)) {
    using P = arith::CmpIPredicate;
    isLess = llvm::is_contained({P::slt, P::sle}, integer.getPredicate());
    isGreater = llvm::is_contained({P::sgt, P::sge}, integer.getPredicate());
  }
  if (!isLess && !isGreater)
    return {};
  return (isLess == (isFirst == inOrder)) ? "min" : "max";
}

void LinalgTaking::nameReduction(linalg::GenericOp op) {
  op.getRegion().walk([&](st::ReduceOp reduce) {
    if (StringRef name = findChoice(reduce); !name.empty())
      reduce->setAttr("encke.operator", rewriter.getStringAttr(name));
  });
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// The operation asks whether there is a value, and not which one it is.
static bool asksWhetherThere(OpOperand &use) {
  auto unary = dyn_cast<st::UnaryOp>(use.getOwner());
  return unary && !unary.getPresentRegion().empty() &&
         unary.getPresentRegion().getArgument(0).use_empty();
}

/// A sparse result begins empty; what was there is an input.
LogicalResult LinalgTaking::startEmpty(linalg::GenericOp &op) {
  OpOperand *init = op.getDpsInitOperand(0);
  Value old = init->get();
  Location loc = op.getLoc();
  BlockArgument before = op.getMatchingBlockArgument(init);
  if (old.getDefiningOp<tensor::EmptyOp>()) {
    // What is computed with it, computes with zeros.
    if (op.getNumReductionLoops() != 0 || isSum(op) || before.use_empty())
      return success();
    OpBuilder inside(op.getContext());
    inside.setInsertionPointToStart(before.getOwner());
    before.replaceAllUsesWith(emitZero(inside, loc, before.getType()));
    return success();
  }
  Value empty = emptyLike(loc, old);
  if (before.use_empty()) {
    init->set(empty);
    return success();
  }
  if (op.getNumReductionLoops() == 0) {
    AffineMap map = op.getMatchingIndexingMap(init);
    init->set(empty);
    op = withInput(op, old, map, [&](Block &body, BlockArgument argument) {
      body.getArguments().back().replaceAllUsesWith(argument);
    });
    return success();
  }
  // Where the result has elements says an input.
  if (llvm::any_of(before.getUses(), asksWhetherThere)) {
    AffineMap map = op.getMatchingIndexingMap(init);
    op = withInput(op, old, map, [&](Block &body, BlockArgument argument) {
      body.getArguments().back().replaceUsesWithIf(argument, asksWhetherThere);
    });
    init = op.getDpsInitOperand(0);
  }
  // The sum alone, and then what was there and that.
  if (getCombination(op) != cin::Reduction::add)
    return op.emitOpError("not supported yet: a sparse result that does not "
                          "start empty and is reduced by anything but a sum");
  init->set(empty);
  rewriter.setInsertionPointAfter(op);
  Value second = emptyLike(loc, old);
  auto type = cast<RankedTensorType>(old.getType());
  AffineMap map = rewriter.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  auto sum = linalg::GenericOp::create(
      rewriter, loc, type, ValueRange{old, op.getResult(0)}, second,
      ArrayRef{map, map, map}, loops,
      [&](OpBuilder &inner, Location at, ValueRange both) {
        linalg::YieldOp::create(inner, at,
                                ta::emitAdd(inner, at, both[0], both[1]));
      });
  rewriter.replaceAllUsesExcept(op.getResult(0), sum.getResult(0), sum);
  return success();
}

static bool isZeroFill(Value tensor) {
  auto fill = tensor.getDefiningOp<linalg::FillOp>();
  Attribute value;
  return fill && matchPattern(fill.getInputs().front(), m_Constant(&value)) &&
         ta::isZero(value);
}

/// Where nothing is stored a dense result that is only set is zero.
void LinalgTaking::startFromZero(linalg::GenericOp op) {
  OpOperand *init = op.getDpsInitOperand(0);
  if (!op.getMatchingBlockArgument(init).use_empty() || isZeroFill(init->get()))
    return;
  auto type = cast<RankedTensorType>(init->get().getType());
  Value zero = arith::ConstantOp::create(
      rewriter, op.getLoc(), rewriter.getZeroAttr(type.getElementType()));
  init->set(linalg::FillOp::create(rewriter, op.getLoc(), zero,
                                   emptyLike(op.getLoc(), init->get()))
                .getResult(0));
}

//===----------------------------------------------------------------------===//
// Loops over dense tensors
//===----------------------------------------------------------------------===//

/// As if no tensor were sparse, which changes no value.
LogicalResult LinalgTaking::toLoops(linalg::LinalgOp op) {
  if (asksForPattern(op))
    return op.emitOpError("not supported yet: an operation that asks what is "
                          "stored, with indices that are not loop dimensions");
  if (!op.hasPureTensorSemantics())
    return op.emitOpError("not supported yet: buffers beside sparse tensors");
  Location loc = op.getLoc();
  auto toDense = [](Type type) -> Type {
    auto tensor = cast<RankedTensorType>(type);
    return RankedTensorType::get(tensor.getShape(), tensor.getElementType());
  };
  for (OpOperand &operand : op->getOpOperands()) {
    Value tensor = operand.get();
    if (!isSparse(tensor.getType()))
      continue;
    Type dense = toDense(tensor.getType());
    if (tensor.getDefiningOp<tensor::EmptyOp>()) {
      // Where it is read it is zero.
      auto type = cast<RankedTensorType>(dense);
      Value zero = emitZero(rewriter, loc, type.getElementType());
      SmallVector<OpFoldResult> sizes =
          tensor.getDefiningOp<tensor::EmptyOp>().getMixedSizes();
      Value empty =
          tensor::EmptyOp::create(rewriter, loc, sizes, type.getElementType());
      operand.set(
          linalg::FillOp::create(rewriter, loc, zero, empty).getResult(0));
    } else {
      operand.set(convert(loc, tensor, dense));
    }
  }
  rewriter.setInsertionPointAfter(op);
  for (OpResult result : op->getResults()) {
    Type type = result.getType();
    if (!isSparse(type))
      continue;
    result.setType(toDense(type));
    auto back = st::ConvertOp::create(rewriter, loc, type, result);
    rewriter.replaceAllUsesExcept(result, back.getResult(), back);
  }
  op->setAttr(loopsAttribute, rewriter.getUnitAttr());
  return success();
}

LogicalResult upstream::takeLinalg(ModuleOp module, StorageLowering &storage) {
  return LinalgTaking(module, storage).run();
}
