//===- Result.cpp - the sparse result of a kernel -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Sinks/Result.h"
#include "passes/CINToSCF/Loops/Control.h"
#include "passes/CINToSCF/Loops/Places.h"
#include "passes/CINToSCF/Loops/Values.h"

#include "dialects/CIN/Padding.h"
#include "dialects/CIN/Patterns.h"
#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Reductions.h"
#include "dialects/CIN/Rewrites.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using namespace encke::generator;

static bool gathersRows(KernelOp kernel) {
  return kernel
      .walk([](WhereOp where) {
        return where.getMarks() == ListMarks::gather ? WalkResult::interrupt()
                                                     : WalkResult::advance();
      })
      .wasInterrupted();
}

LogicalResult Result::open(Value stored) {
  for (BlockArgument place : kernel.getOutputArguments()) {
    if (!isSparseResult(place))
      continue;
    if (assembly)
      return kernel.emitOpError("not supported yet: several sparse results");
    if (!isa<LLVM::LLVMPointerType>(kernel.getOperandOf(place).getType()))
      return kernel.emitOpError("must have its sparse tensors as handles");
    RankedTensorType type = cast<PlaceType>(place.getType()).getTensor();
    std::optional<Format> format = getFormat(type);
    if (!format || !isAppendable(*format))
      return kernel.emitOpError("not supported yet: the storage of ") << type;
    using Phase = Assembly::Phase;
    assembly.emplace(kernel.getOperandOf(place), type, *format,
                     kernel.getSymbolic()  ? Phase::symbolic
                     : kernel.getNumeric() ? Phase::numeric
                                           : Phase::both);
    assembly->open(builder, runtime, kernel.getLoc());
    resultPlace = place;
    if (gathersRows(kernel))
      std::tie(positions, coordinates) =
          assembly->readPattern(builder, runtime, kernel.getLoc(), stored);
    if (leavesNoPadding(*format))
      runtime.call(builder, kernel.getLoc(), "encke_result_is_full", {},
                   kernel.getOperandOf(place));
  }
  if (assembly && kernel.getOutputs().size() != 1)
    return kernel.emitOpError("not supported yet: a sparse result beside "
                              "others");
  return success();
}

bool Result::needsValuesOf(WhereOp where) const {
  return needsValues() || decidesPattern(where);
}

bool Result::isBounded() const {
  return KernelOp(kernel).getAssemble() == Assemble::bound;
}

bool encke::generator::appendsIn(Operation *op) {
  return op
      ->walk([](AssignOp assign) {
        return isSparseResult(assign.getTensor()) ? WalkResult::interrupt()
                                                  : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Every position of the values is an element (L47).
bool Result::leavesNoPadding(const Format &format) {
  if (!format.levels.back().isDense() || !format.storesWholeModes() ||
      hasFilter(kernel))
    return false;
  return llvm::all_of(resultPlace.getUsers(), [&](Operation *user) {
    auto assign = dyn_cast<AssignOp>(user);
    return !assign || fillsDenseLevels(assign, format);
  });
}

//===----------------------------------------------------------------------===//
// Cursors
//===----------------------------------------------------------------------===//

StateKey Result::cursorKey(unsigned level) const {
  return {kernel,
          Variable::cursor + static_cast<int>(assembly->getCursor(level))};
}

/// Whether something was put into dense levels below the last compressed one.
StateKey Result::touchedKey() const {
  return {kernel,
          Variable::cursor + static_cast<int>(assembly->getNumCursors())};
}

Keys Result::cursorKeys() const {
  Keys keys;
  for (unsigned cursor = 0; cursor < assembly->getNumCursors(); ++cursor)
    keys.push_back({kernel, Variable::cursor + static_cast<int>(cursor)});
  return keys;
}

SmallVector<Value> Result::cursorsIn(const Scope &scope) const {
  return llvm::map_to_vector(
      cursorKeys(), [&](StateKey key) { return scope.state.lookup(key); });
}

/// Nothing was appended yet.
Scope Result::openCursors() {
  Location loc = kernel.getLoc();
  Scope scope;
  for (StateKey key : cursorKeys())
    scope.state[key] = arith::ConstantIndexOp::create(builder, loc, 0);
  scope.state[touchedKey()] =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false));
  return scope;
}

void Result::advanceCursor(unsigned level, Value by, Scope &scope) {
  StateKey key = cursorKey(level);
  scope.state[key] = arith::AddIOp::create(builder, kernel.getLoc(),
                                           scope.state.lookup(key), by);
}

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

LogicalResult Result::checkLoop(ForallOp forall, const Scope &scope) {
  if (!appendsIn(forall))
    return success();
  unsigned next = scope.resultCoordinates.size();
  WalkResult result = forall.walk([&](AssignOp assign) {
    if (assign.getTensor() != resultPlace)
      return WalkResult::advance();
    if (!forall.moves(assign.getIndices())) {
      assign.emitOpError("appends to a sparse result in a loop that does not "
                         "move its element: it needs a workspace")
              .attachNote(forall.getLoc())
          << "the loop";
      return WalkResult::interrupt();
    }
    if (next < assembly->getNumLevels() &&
        assembly->getVariable(assign, next) == forall.getIndex())
      return WalkResult::advance();
    assign.emitOpError("not supported yet: a loop order that does not follow "
                       "the storage order of the sparse result");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// A compressed level gets a coordinate once something was put below it, so
/// that no coordinate has an empty segment.
LogicalResult Result::insideLevel(ForallOp forall, Value coordinate,
                                  Scope &scope, Body body) {
  if (!appendsIn(forall))
    return body(scope);
  Location loc = forall.getLoc();
  unsigned level = scope.resultCoordinates.size();
  Value parent =
      level == 0 ? arith::ConstantIndexOp::create(builder, loc, 0).getResult()
                 : scope.resultPositions.back();
  bool isDense = assembly->isDense(level);
  Value position =
      isDense ? assembly->locate(builder, loc, level, parent, coordinate)
              : scope.state.lookup(cursorKey(level));
  scope.resultPositions.push_back(position);
  scope.resultCoordinates.push_back(coordinate);

  // The last level of a group that is not the last of all has to look whether
  // something was put below.
  bool commits = !isDense && !assembly->isLast(level) &&
                 assembly->getGroupEnd(level) == level;
  std::optional<unsigned> below = assembly->getNextCompressed(level);
  StateKey watched = below ? cursorKey(*below) : touchedKey();
  if (commits && !below)
    scope.state[watched] =
        arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false));
  Value before = scope.state.lookup(watched);
  bool asksFirst = commits && !below && assembly->isCounted() && !isBounded() &&
                   assembly->isFilling();
  if (failed(asksFirst ? fillStored(forall, level, scope, body) : body(scope)))
    return failure();
  if (commits && !asksFirst) {
    Value changed = scope.state.lookup(watched);
    if (below)
      changed = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                      changed, before);
    if (failed(closeLevel(loc, level, changed, scope)))
      return failure();
  } else if (isDense && !assembly->isLast(level) && assembly->isFilling() &&
             assembly->isCompressed(level + 1)) {
    closeDenseLevel(loc, level, before, scope);
  }
  scope.resultPositions.pop_back();
  scope.resultCoordinates.pop_back();
  return success();
}

/// A block, or a row of dense levels, that is left out is not written, for it
/// would be behind those that were counted, where another task may have its
/// own: it is counted once more, and filled if it is there.
LogicalResult Result::fillStored(ForallOp forall, unsigned level, Scope &scope,
                                 Body body) {
  Location loc = forall.getLoc();
  Scope counted = scope;
  assembly->setFilling(false);
  context.needsValues = needsValues();
  LogicalResult isCounted = body(counted);
  assembly->setFilling(true);
  context.needsValues = needsValues();
  if (failed(isCounted))
    return failure();
  return control.emitIf(
      loc, counted.state.lookup(touchedKey()), control.changedIn(forall, scope),
      scope,
      [&](Scope &inner) -> LogicalResult {
        if (failed(body(inner)))
          return failure();
        Value stored =
            arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
        return closeLevel(loc, level, stored, inner);
      },
      nullptr);
}

/// Under a compressed level, a parent that got nothing may be one that is not
/// kept, and then it has no place in the array of positions.
void Result::closeDenseLevel(Location loc, unsigned level, Value before,
                             Scope &scope) {
  Value end = scope.state.lookup(cursorKey(level + 1));
  Value position = scope.resultPositions.back();
  if (assembly->getCursor(level + 1) == 0) {
    assembly->storePosition(builder, loc, level + 1, position, end);
    return;
  }
  Value changed = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                        end, before);
  scf::IfOp::create(builder, loc, changed, [&](OpBuilder &body, Location) {
    assembly->storePosition(body, loc, level + 1, position, end);
    scf::YieldOp::create(body, loc);
  });
}

LogicalResult Result::closeLevel(Location loc, unsigned level, Value changed,
                                 Scope &scope) {
  StateKey key = cursorKey(level);
  Value cursor = scope.state.lookup(key);
  if (!assembly->isFilling()) {
    Value step =
        arith::ExtUIOp::create(builder, loc, builder.getI64Type(), changed);
    step =
        arith::IndexCastOp::create(builder, loc, builder.getIndexType(), step);
    scope.state[key] = arith::AddIOp::create(builder, loc, cursor, step);
    return success();
  }
  return control.emitIf(
      loc, changed, {key}, scope,
      [&](Scope &inner) {
        for (unsigned l = assembly->getGroupBegin(level); l <= level; ++l)
          assembly->storeCoordinate(builder, loc, l, cursor,
                                    inner.resultCoordinates[l]);
        if (assembly->isCompressed(level + 1))
          assembly->storePosition(builder, loc, level + 1, cursor,
                                  inner.state.lookup(cursorKey(level + 1)));
        Value one = arith::ConstantIndexOp::create(builder, loc, 1);
        inner.state[key] = arith::AddIOp::create(builder, loc, cursor, one);
        return success();
      },
      nullptr);
}

LogicalResult Result::checkAppend(AssignOp assign, const Scope &scope) {
  if (scope.resultCoordinates.size() != assembly->getNumLevels())
    return assign.emitOpError("appends to a sparse result outside of the loops "
                              "of its indices");
  if (assign.getReduction() != Reduction::none)
    return assign.emitOpError("accumulates into a sparse result: it needs a "
                              "workspace");
  return success();
}

/// A zero in a block that is an element is said to be one.
void Result::markZero(Value value, Value position, Value isPresent) {
  Location loc = kernel.getLoc();
  Value isElement = isZero(builder, loc, value);
  if (isPresent)
    isElement = arith::AndIOp::create(builder, loc, isElement, isPresent);
  scf::IfOp::create(builder, loc, isElement, [&](OpBuilder &inside, Location) {
    assembly->markZero(inside, runtime, loc, position);
    scf::YieldOp::create(inside, loc);
  });
}

LogicalResult Result::put(AssignOp assign, Value isPresent, Scope &scope) {
  Location loc = assign.getLoc();
  if (failed(checkAppend(assign, scope)))
    return failure();
  if (assembly->storesValues()) {
    FailureOr<Value> value = values.evaluate(assign.getValue(), scope);
    if (failed(value))
      return failure();
    Value zero = emitIdentity(builder, loc, Reduction::add, value->getType());
    Value position = scope.resultPositions.back();
    assembly->storeValue(
        builder, loc, position,
        arith::SelectOp::create(builder, loc, isPresent, *value, zero));
    markZero(*value, position, isPresent);
  }
  Value &touched = scope.state[touchedKey()];
  touched = arith::OrIOp::create(builder, loc, touched, isPresent);
  return success();
}

/// The element at the coordinates of the loops around, behind those that are
/// there already.
LogicalResult Result::append(AssignOp assign, Scope &scope) {
  Location loc = assign.getLoc();
  if (failed(checkAppend(assign, scope)))
    return failure();
  unsigned last = assembly->getNumLevels() - 1;
  Value position = scope.resultPositions.back();
  auto read = assign.getValue().getDefiningOp<AccessOp>();
  WhereOp where = read ? whereOf(read.getTensor()) : WhereOp();
  bool isThere = where && isMadeInPlace(where);
  if (assembly->storesValues() && !isThere) {
    FailureOr<Value> value = values.evaluate(assign.getValue(), scope);
    if (failed(value))
      return failure();
    assembly->storeValue(builder, loc, position, *value);
    if (assembly->hasPadding())
      markZero(*value, position, /*isPresent=*/{});
  }
  if (assembly->isDense(last)) {
    scope.state[touchedKey()] =
        arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
    return success();
  }
  if (assembly->isFilling())
    for (unsigned level = assembly->getGroupBegin(last); level <= last; ++level)
      assembly->storeCoordinate(builder, loc, level, position,
                                scope.resultCoordinates[level]);
  advanceCursor(last, arith::ConstantIndexOp::create(builder, loc, 1), scope);
  return success();
}
