//===- WidenSums.cpp - sums of floats are collected in doubles ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A float that collects many terms loses the small ones. What collects is a
// double here, and is rounded once (L21): the workspaces that there are, and
// one for each loop that adds to the same elements of a result again and again.
//
// Where a loop keeps its sums in registers (`registers`), rows of floats stay
// as they are: the vectorizer collects them in doubles (RegisterBlocks.cpp).
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/CINDialect.h"
#include "dialects/CIN/Fills.h"
#include "dialects/CIN/Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_WIDENSUMS
#include "passes/WidenSums/WidenSums.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::cin;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// What is narrower than a double.
static bool isNarrow(Type type) {
  auto number = dyn_cast<FloatType>(type);
  return number && number.getWidth() < 64;
}

static Type elementOf(Value place) {
  return cast<PlaceType>(place.getType()).getTensor().getElementType();
}

static bool isSum(AssignOp assign) {
  return assign.getReduction() == Reduction::add ||
         assign.getReduction() == Reduction::sub;
}

/// The value as a double. What it is computed of is widened where that makes it
/// exact: the product of two floats is a double. But in vectors, of which twice
/// as many would be needed, products stay floats.
static Value widen(OpBuilder &builder, Value value, bool inVectors) {
  Location loc = value.getLoc();
  Type wide = builder.getF64Type();
  FloatAttr constant;
  if (matchPattern(value, m_Constant(&constant))) {
    APFloat number = constant.getValue();
    bool isInexact = false;
    number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                   &isInexact);
    return arith::ConstantOp::create(builder, loc,
                                     builder.getFloatAttr(wide, number));
  }
  Operation *op = value.getDefiningOp();
  bool isInKernel = op && op->getParentOfType<KernelOp>();
  if (!inVectors && isInKernel &&
      isa<arith::MulFOp, arith::NegFOp, arith::AddFOp, arith::SubFOp>(op)) {
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(widen(builder, operand, inVectors));
    OperationState state(loc, op->getName(), operands, wide, op->getAttrs());
    return builder.create(state)->getResult(0);
  }
  auto widened = arith::ExtFOp::create(builder, loc, wide, value);
  // A sum of doubles that the program has floats in is none of floats.
  if (inVectors)
    widened->setAttr("encke.float_sum", builder.getUnitAttr());
  return widened;
}

/// The assignment's value becomes a double.
static void widenAssigned(AssignOp assign) {
  IRRewriter rewriter(assign.getContext());
  rewriter.setInsertionPoint(assign);
  Value old = assign.getValue();
  auto around = assign->getParentOfType<ForallOp>();
  bool inVectors = around && around.getVector();
  assign.getValueMutable().assign(widen(rewriter, old, inVectors));
  eraseUnusedBefore(rewriter, assign);
}

/// What is read becomes a double, which is rounded.
static void widenRead(AccessOp access) {
  OpBuilder builder(access);
  builder.setInsertionPointAfter(access);
  Type narrow = access.getType();
  access.getResult().setType(builder.getF64Type());
  auto rounded =
      arith::TruncFOp::create(builder, access.getLoc(), narrow, access);
  access.getResult().replaceAllUsesExcept(rounded, rounded);
}

//===----------------------------------------------------------------------===//
// Workspaces
//===----------------------------------------------------------------------===//

static PlaceType widenPlace(PlaceType place) {
  RankedTensorType tensor = place.getTensor();
  auto wide = RankedTensorType::get(tensor.getShape(),
                                    Float64Type::get(place.getContext()),
                                    tensor.getEncoding());
  return PlaceType::get(place.getContext(), wide);
}

/// One of the loops around the assignment, up to where its tensor lives, holds
/// its sums in registers.
static bool isInRegisters(AssignOp assign) {
  Operation *owner = assign.getTensor().getParentBlock()->getParentOp();
  for (Operation *op = assign->getParentOp(); op && op != owner;
       op = op->getParentOp())
    if (auto forall = dyn_cast<ForallOp>(op);
        forall && forall.getRegisters() && forall.getVector())
      return true;
  return false;
}

static bool collectsNarrow(WhereOp where) {
  Value workspace = where.getProducer().getArgument(0);
  if (!isNarrow(elementOf(workspace)))
    return false;
  bool sums = false;
  for (Operation *user : workspace.getUsers()) {
    auto assign = dyn_cast<AssignOp>(user);
    if (!assign)
      continue;
    if (isInRegisters(assign))
      return false;
    sums |= isSum(assign);
  }
  return sums;
}

static void widenWorkspace(WhereOp where) {
  PlaceType wide = widenPlace(where.getWorkspaceType());
  for (Region *side : {&where.getConsumer(), &where.getProducer()}) {
    BlockArgument workspace = side->getArgument(0);
    workspace.setType(wide);
    for (Operation *user : llvm::make_early_inc_range(workspace.getUsers())) {
      if (auto access = dyn_cast<AccessOp>(user))
        widenRead(access);
      else
        widenAssigned(cast<AssignOp>(user));
    }
  }
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

namespace {

/// What a loop adds to a result, more than once to the same elements.
class Accumulation {
public:
  /// The sum that the assignment is one of; nothing where it adds once, or
  /// keeps its sums in registers.
  static std::optional<Accumulation> find(AssignOp assign);

  /// Puts a workspace of doubles between the loop and the result.
  void collect();

private:
  bool collectAssigns();
  KernelOp findStartingHere() const;
  bool isInside(Value index) const { return loop->isAncestor(forallOf(index)); }

  ForallOp loop; // that adds to them again
  SmallVector<AssignOp> assigns;
  SmallVector<unsigned> modes; // of the result, that the loop moves inside
};

} // namespace

/// The outermost loop around the assignment that does not move its element, or
/// one around it such that a loop within blocks is inside with these.
static ForallOp findRepeating(AssignOp assign) {
  ForallOp found;
  for (auto forall = assign->getParentOfType<ForallOp>(); forall;
       forall = forall->getParentOfType<ForallOp>()) {
    bool hasPart = llvm::any_of(assign.getIndices(), [&](Value index) {
      ForallOp part = forallOf(index);
      return found && found->isAncestor(part) &&
             part.getWithin() == forall.getIndex();
    });
    if (!forall.moves(assign.getIndices()) || hasPart)
      found = forall;
  }
  return found;
}

/// All that the loop does with the result is to add to such elements.
bool Accumulation::collectAssigns() {
  AssignOp first = assigns.front();
  assigns.clear();
  for (Operation *user : first.getTensor().getUsers()) {
    if (!loop->isProperAncestor(user))
      continue;
    auto assign = dyn_cast<AssignOp>(user);
    if (!assign || !isSum(assign) || isInRegisters(assign))
      return false;
    for (auto [its, ours] : llvm::zip(assign.getIndices(), first.getIndices()))
      if (isInside(its) != isInside(ours) || (!isInside(its) && its != ours))
        return false;
    assigns.push_back(assign);
  }
  return true;
}

std::optional<Accumulation> Accumulation::find(AssignOp assign) {
  PlaceType place = assign.getTensor().getType();
  bool isResult =
      isa<KernelOp>(assign.getTensor().getParentBlock()->getParentOp());
  if (!isResult || place.getTensor().getEncoding() ||
      !isNarrow(place.getTensor().getElementType()) || !isSum(assign) ||
      isInRegisters(assign))
    return std::nullopt;
  Accumulation sum;
  sum.loop = findRepeating(assign);
  if (!sum.loop)
    return std::nullopt;
  sum.assigns.push_back(assign);
  for (auto [mode, index] : llvm::enumerate(assign.getIndices()))
    if (sum.isInside(index))
      sum.modes.push_back(mode);
  if (!sum.collectAssigns())
    return std::nullopt;
  return sum;
}

/// The kernel, where its result starts from zero and nothing else is done with
/// it than to add up all of its elements here; else null.
KernelOp Accumulation::findStartingHere() const {
  AssignOp first = assigns.front();
  Value result = first.getTensor();
  auto kernel = dyn_cast<KernelOp>(loop->getParentOp());
  bool isAll = modes.size() == first.getIndices().size() &&
               llvm::all_of(result.getUsers(), [&](Operation *user) {
                 return loop->isAncestor(user);
               });
  return kernel && isAll && kernel.getFromIdentity() ? kernel : KernelOp();
}

void Accumulation::collect() {
  AssignOp first = assigns.front();
  Location loc = loop.getLoc();
  OpBuilder builder(loop);
  SmallVector<int64_t> shape;
  SmallVector<Value> sizes;
  for (unsigned mode : modes) {
    Value extent = forallOf(first.getIndices()[mode]).getExtent();
    std::optional<int64_t> size = getConstantIntValue(extent);
    shape.push_back(size.value_or(ShapedType::kDynamic));
    if (!size)
      sizes.push_back(extent);
  }
  Type wide = builder.getF64Type();
  auto where =
      WhereOp::create(builder, loc, RankedTensorType::get(shape, wide), sizes);
  auto at = [&](AssignOp assign) {
    return llvm::map_to_vector(
        modes, [&](unsigned mode) { return assign.getIndices()[mode]; });
  };

  // What is added up goes into the result, once.
  builder.setInsertionPointToStart(&where.getConsumer().front());
  SmallVector<Value> indices, target(first.getIndices());
  for (unsigned mode : modes) {
    ForallOp along = forallOf(first.getIndices()[mode]);
    auto copy =
        ForallOp::create(builder, loc, along.getExtent(), along.getLabelAttr());
    copy.setParallel(indices.empty() && loop.getParallel());
    if (mode == modes.back() && mode + 1 == target.size())
      copy.setVectorAttr(along.getVectorAttr());
    indices.push_back(copy.getIndex());
    target[mode] = copy.getIndex();
    builder.setInsertionPointToStart(&copy.getBlock());
  }
  KernelOp starting = findStartingHere();
  // All elements are set then, also those of rows that nothing is added to.
  where.setFilled(bool(starting));
  Value total = AccessOp::create(builder, loc,
                                 where.getConsumer().getArgument(0), indices);
  Value rounded =
      arith::TruncFOp::create(builder, loc, first.getValue().getType(), total);
  AssignOp::create(builder, loc, first.getTensor(), target,
                   starting ? Reduction::none : Reduction::add, rounded);

  loop->moveBefore(&where.getProducer().front(),
                   where.getProducer().front().end());
  for (AssignOp assign : assigns) {
    widenAssigned(assign);
    builder.setInsertionPoint(assign);
    Value value = assign.getValue();
    if (assign.getReduction() == Reduction::sub)
      value = arith::NegFOp::create(builder, loc, value);
    AssignOp::create(builder, assign.getLoc(),
                     where.getProducer().getArgument(0), at(assign),
                     Reduction::add, value);
    assign.erase();
  }
  if (starting)
    starting.setFromIdentity(false);
}

namespace {
struct WidenSums : encke::impl::WidenSumsBase<WidenSums> {
  void runOnOperation() override {
    getOperation().walk([&](WhereOp where) {
      if (!collectsNarrow(where))
        return;
      widenWorkspace(where);
      ++numWidened;
    });
    // Those that are in a workspace are none of the result any more.
    SmallVector<Value> results;
    getOperation().walk([&](KernelOp kernel) {
      llvm::append_range(results, kernel.getOutputArguments());
    });
    for (Value result : results)
      while (collectOne(result))
        ++numWidened;
  }

  /// Whether there was a sum of the result to collect.
  static bool collectOne(Value result) {
    for (Operation *user : result.getUsers())
      if (auto assign = dyn_cast<AssignOp>(user))
        if (std::optional<Accumulation> sum = Accumulation::find(assign)) {
          sum->collect();
          return true;
        }
    return false;
  }
};
} // namespace
