//===- Presence.cpp - what a workspace holds where nothing wrote ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/Presence.h"

#include "dialects/CIN/BlockRow.h"
#include "dialects/CIN/Fills.h"
#include "dialects/CIN/Padding.h"
#include "dialects/CIN/Reductions.h"
#include "dialects/CIN/Rewrites.h"
#include "dialects/CIN/RowModes.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

bool cin::isSparsePlace(Value place) {
  return isSparse(cast<PlaceType>(place.getType()).getTensor());
}

Operation *cin::ownerOf(Value place) {
  return place.getParentBlock()->getParentOp();
}

WhereOp cin::whereOf(Value place) { return dyn_cast<WhereOp>(ownerOf(place)); }

WhereOp cin::registerOf(Value place) {
  WhereOp where = whereOf(place);
  if (!where || where.getWorkspaceType().getTensor().getRank() != 0)
    return {};
  return where;
}

Reduction cin::getProducing(WhereOp where) {
  for (Operation *user : where.getProducer().getArgument(0).getUsers())
    if (auto assign = dyn_cast<AssignOp>(user);
        assign && assign.getReduction() != Reduction::none)
      return assign.getReduction();
  return Reduction::add;
}

/// The identity of the reduction as a constant; null where it has none.
static Attribute getIdentity(Reduction reduction, Operation *near, Type type) {
  if (reduction == Reduction::none || reduction == Reduction::any ||
      !(type.isIntOrFloat() || isa<ComplexType>(type)))
    return {};
  OpBuilder builder(near->getContext());
  Operation *op =
      emitIdentity(builder, near->getLoc(), reduction, type).getDefiningOp();
  Attribute identity;
  matchPattern(op, m_Constant(&identity));
  op->destroy();
  return identity;
}

/// Minus zero is zero, too, as what is added to something.
static bool isSameNumber(Attribute a, Attribute b) {
  auto x = dyn_cast_if_present<FloatAttr>(a);
  auto y = dyn_cast_if_present<FloatAttr>(b);
  if (x && y)
    return x.getValue().compare(y.getValue()) == APFloat::cmpEqual;
  return a && a == b;
}

/// What the operation gives where one operand is the constant, as far as that
/// does not depend on the others.
static Attribute foldWith(OpOperand &operand, Attribute constant) {
  Operation *op = operand.getOwner();
  if (op->getNumResults() != 1 || op->getNumRegions() != 0)
    return {};
  SmallVector<Attribute> operands;
  for (OpOperand &other : op->getOpOperands()) {
    Attribute known;
    if (other.get() == operand.get())
      known = constant;
    else
      matchPattern(other.get(), m_Constant(&known));
    operands.push_back(known);
  }
  // To fold may exchange operands, which a verifier must not do.
  Operation *copy = op->clone();
  SmallVector<OpFoldResult> results;
  Attribute result;
  if (succeeded(copy->fold(operands, results)) && results.size() == 1) {
    result = dyn_cast<Attribute>(results.front());
    // The operation may be one of its operands.
    for (auto [other, known] : llvm::zip(copy->getOperands(), operands))
      if (!result && other == dyn_cast<Value>(results.front()))
        result = known;
  }
  copy->destroy();
  return result;
}

static bool leavesAll(Value value, Attribute constant);

static bool allReadsLeaveAll(Value place, Attribute constant) {
  return llvm::all_of(place.getUsers(), [&](Operation *user) {
    auto access = dyn_cast<AccessOp>(user);
    return !access || leavesAll(access, constant);
  });
}

/// The register to which the assignment passes its value on, or null.
static WhereOp passesTo(AssignOp assign) {
  return assign.getReduction() == Reduction::none
             ? registerOf(assign.getTensor())
             : WhereOp();
}

/// Every use of the value, which is the constant, leaves all as it is.
static bool leavesAll(Value value, Attribute constant) {
  return llvm::all_of(value.getUses(), [&](OpOperand &use) {
    Operation *op = use.getOwner();
    if (auto assign = dyn_cast<AssignOp>(op)) {
      if (WhereOp where = passesTo(assign))
        return allReadsLeaveAll(where.getConsumer().getArgument(0), constant);
      return !isSparsePlace(assign.getTensor()) &&
             isSameNumber(constant,
                          getIdentity(getCollecting(assign.getReduction()), op,
                                      value.getType()));
    }
    Attribute result = foldWith(use, constant);
    return result && leavesAll(op->getResult(0), result);
  });
}

bool cin::isIgnoredAtIdentity(Value value, Reduction producing) {
  Attribute identity = getIdentity(getCollecting(producing),
                                   value.getDefiningOp(), value.getType());
  return identity && leavesAll(value, identity);
}

bool cin::ignoresIdentity(Value place, Reduction producing) {
  return llvm::all_of(place.getUsers(), [&](Operation *user) {
    auto access = dyn_cast<AccessOp>(user);
    return !access || isIgnoredAtIdentity(access, producing);
  });
}

/// A condition is computed from the value, also by way of other workspaces.
static bool reachesCondition(Value value) {
  return llvm::any_of(value.getUses(), [](OpOperand &use) {
    Operation *op = use.getOwner();
    if (auto filter = dyn_cast<FilterOp>(op);
        filter && use.get() == filter.getCondition())
      return true;
    if (auto assign = dyn_cast<AssignOp>(op)) {
      WhereOp where = whereOf(assign.getTensor());
      return where && decidesPattern(where);
    }
    return llvm::any_of(op->getResults(), reachesCondition);
  });
}

bool cin::decidesPattern(WhereOp where) {
  return llvm::any_of(where.getConsumer().getArgument(0).getUsers(),
                      [](Operation *user) {
                        auto access = dyn_cast<AccessOp>(user);
                        return access && reachesCondition(access);
                      });
}

bool cin::isWhole(Value place, Region &inside) {
  std::optional<Format> format =
      getFormat(cast<PlaceType>(place.getType()).getTensor());
  if (!format || !format->isDense())
    return false;
  WhereOp owner = whereOf(place);
  return !owner || inside.isAncestor(owner->getParentRegion()) ||
         owner.getFilled() || owner.getFull() ||
         skipsNothing(owner.getProducer());
}

bool cin::skipsNothing(Region &producer) {
  return !producer
              .walk([&](Operation *op) {
                auto access = dyn_cast<AccessOp>(op);
                bool skips = isa<FilterOp>(op) ||
                             (access && !isWhole(access.getTensor(), producer));
                return skips ? WalkResult::interrupt() : WalkResult::advance();
              })
              .wasInterrupted();
}

/// The consumer's loops run over what a row workspace stores, so that it is
/// read at their variables only.
static LogicalResult verifyRowReads(WhereOp where) {
  for (Operation *user : where.getConsumer().getArgument(0).getUsers()) {
    auto access = dyn_cast<AccessOp>(user);
    if (!access || access.getIndices().empty() ||
        where->isProperAncestor(forallOf(access.getIndices().front())))
      continue;
    access.emitOpError("reads a row workspace at an index variable from "
                       "outside of the cin.where: the row is visited by a "
                       "loop of the consumer")
            .attachNote(where.getLoc())
        << "the cin.where";
    return failure();
  }
  return success();
}

/// One in blocks has the loops for them inside, and says what is padding.
static LogicalResult verifyBlockReads(WhereOp where) {
  if (!BlockRow::find(where))
    return where.emitOpError(
        "has a workspace in blocks that is no row of them: inside are the "
        "loops over one level with positions and over all below, and those "
        "are dense and inside of blocks");
  for (Operation *user : where.getConsumer().getArgument(0).getUsers())
    if (auto access = cast<AccessOp>(user); !asksForPadding(access))
      return access.emitOpError("of a row of blocks must be 'stored'");
  return success();
}

LogicalResult cin::verifyReads(WhereOp where) {
  RankedTensorType tensor = where.getWorkspaceType().getTensor();
  if (tensor.getEncoding() && !where.isKeyed() && !isRow(where))
    return verifyBlockReads(where);
  if (tensor.getEncoding())
    return verifyRowReads(where);
  // A register says itself whether it was assigned.
  Value place = where.getConsumer().getArgument(0);
  if (tensor.getRank() == 0 || where.getFilled() || where.getFull() ||
      skipsNothing(where.getProducer()) ||
      ignoresIdentity(place, getProducing(where)))
    return success();
  return where.emitOpError("reads elements of a workspace that its producer "
                           "may not have written: it must be 'filled'");
}

/// The consumer increments something, also by way of another register.
static bool increments(WhereOp where) {
  return where.getConsumer()
      .walk([](AssignOp assign) {
        WhereOp next = passesTo(assign);
        return assign.getReduction() != Reduction::none ||
                       (next && increments(next))
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Where the register holds the identity of its producer's operator, the
/// consumer increments something dense by what is not that of its own.
static bool distinguishesIdentity(WhereOp where) {
  return increments(where) && !skipsNothing(where.getProducer()) &&
         !ignoresIdentity(where.getConsumer().getArgument(0),
                          getProducing(where));
}

/// The consumer assigns, somewhere, to a place that keeps a pattern.
static bool assignsToPattern(WhereOp where) {
  return where.getConsumer()
      .walk([](AssignOp assign) {
        return keepsPattern(assign.getTensor()) ? WalkResult::interrupt()
                                                : WalkResult::advance();
      })
      .wasInterrupted();
}

bool cin::keepsPattern(Value place) {
  if (cast<PlaceType>(place.getType()).getTensor().getEncoding())
    return true;
  WhereOp where = whereOf(place);
  if (!where || where.getFilled())
    return false;
  if (registerOf(place))
    return assignsToPattern(where) || distinguishesIdentity(where);
  return where.getFull() && assignsToPattern(where);
}
