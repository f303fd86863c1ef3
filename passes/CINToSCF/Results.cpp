//===- Results.cpp - appending to a sparse result -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/Rewrites.h"
#include "dialects/TA/Encoding.h"
#include "passes/CINToSCF/Generator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

KernelGenerator::StateKey KernelGenerator::cursorKey(unsigned level) const {
  return {kernel,
          Variable::cursor + static_cast<int>(assembly->getCursor(level))};
}

/// Whether something was put into dense levels below the last compressed one.
KernelGenerator::StateKey KernelGenerator::touchedKey() const {
  return {kernel,
          Variable::cursor + static_cast<int>(assembly->getNumCursors())};
}

LogicalResult KernelGenerator::openResult(BlockArgument place) {
  RankedTensorType type = cast<PlaceType>(place.getType()).getTensor();
  std::optional<Format> format = getFormat(type);
  if (!format || !format->storesWholeModes())
    return kernel.emitOpError("not supported yet: the storage of ") << type;
  if (assembly)
    return kernel.emitOpError("not supported yet: several sparse results");
  using Phase = Assembly::Phase;
  assembly.emplace(kernel.getOperandOf(place), type, *format,
                   kernel.getSymbolic()  ? Phase::symbolic
                   : kernel.getNumeric() ? Phase::numeric
                                         : Phase::both);
  assembly->open(builder, runtime, kernel.getLoc());
  resultPlace = place;
  if (leavesNoPadding(*format))
    runtime.call(builder, kernel.getLoc(), "encke_result_is_full", {},
                 kernel.getOperandOf(place));
  return success();
}

/// Every position of the values is an element (L47).
bool KernelGenerator::leavesNoPadding(const Format &format) {
  if (format.levels.back() != LevelType::Dense ||
      kernel
          .walk([](sparse_tensor::SelectOp) { return WalkResult::interrupt(); })
          .wasInterrupted())
    return false;
  return llvm::all_of(resultPlace.getUsers(), [&](Operation *user) {
    auto assign = dyn_cast<AssignOp>(user);
    return !assign || fillsDenseLevels(assign, format);
  });
}

KernelGenerator::Keys KernelGenerator::cursorKeys() const {
  Keys keys;
  for (unsigned cursor = 0; cursor < assembly->getNumCursors(); ++cursor)
    keys.push_back({kernel, Variable::cursor + static_cast<int>(cursor)});
  return keys;
}

SmallVector<Value> KernelGenerator::cursorsIn(const Scope &scope) const {
  return llvm::map_to_vector(
      cursorKeys(), [&](StateKey key) { return scope.state.lookup(key); });
}

/// Nothing was appended yet.
KernelGenerator::Scope KernelGenerator::openCursors() {
  Location loc = kernel.getLoc();
  Scope scope;
  for (StateKey key : cursorKeys())
    scope.state[key] = arith::ConstantIndexOp::create(builder, loc, 0);
  scope.state[touchedKey()] =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false));
  return scope;
}

/// What each cursor counts, or is at most.
FailureOr<SmallVector<Value>> KernelGenerator::countResult() {
  Scope counted = openCursors();
  if (failed(generate(kernel.getBlock(), counted)))
    return failure();
  return cursorsIn(counted);
}

/// The kernel's loops, to count and then to fill; in a numeric kernel, to fill.
LogicalResult KernelGenerator::assemble() {
  Location loc = kernel.getLoc();
  isBounded = kernel.getAssemble() == Assemble::bound;
  if (assembly->isCounted()) {
    FailureOr<SmallVector<Value>> totals =
        isBounded ? boundOrCount() : countResult();
    if (failed(totals))
      return failure();
    assembly->allocate(builder, runtime, loc, *totals);
  } else {
    assembly->reopen(builder, runtime, loc);
  }
  Scope filled = openCursors();
  if (failed(generate(kernel.getBlock(), filled)))
    return failure();
  if (isBounded)
    assembly->cut(builder, runtime, loc, cursorsIn(filled));
  if (assembly->isCompressed(0))
    assembly->storePosition(builder, loc, 0,
                            arith::ConstantIndexOp::create(builder, loc, 0),
                            filled.state.lookup(cursorKey(0)));
  assembly->finish(builder, runtime, loc);
  return success();
}

bool KernelGenerator::appendsInside(Operation *op) const {
  if (!assembly)
    return false;
  return op
      ->walk([&](AssignOp assign) {
        return assign.getTensor() == resultPlace ? WalkResult::interrupt()
                                                 : WalkResult::advance();
      })
      .wasInterrupted();
}

LogicalResult KernelGenerator::checkResultLoop(ForallOp forall,
                                               const Scope &scope) {
  if (!appendsInside(forall))
    return success();
  unsigned next = scope.resultCoordinates.size();
  WalkResult result = forall.walk([&](AssignOp assign) {
    if (assign.getTensor() != resultPlace)
      return WalkResult::advance();
    if (!llvm::is_contained(assign.getIndices(), forall.getIndex())) {
      assign.emitOpError("appends to a sparse result in a loop that does not "
                         "move its element: it needs a workspace")
              .attachNote(forall.getLoc())
          << "the loop";
      return WalkResult::interrupt();
    }
    if (next < assembly->getNumLevels() &&
        assign.getIndices()[assembly->getMode(next)] == forall.getIndex())
      return WalkResult::advance();
    assign.emitOpError("not supported yet: a loop order that does not follow "
                       "the storage order of the sparse result");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// A compressed level gets a coordinate once something was put below it, so
/// that no coordinate has an empty segment.
LogicalResult KernelGenerator::insideResultLevel(ForallOp forall,
                                                 Value coordinate, Scope &scope,
                                                 Body body) {
  if (!appendsInside(forall))
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
  if (failed(body(scope)))
    return failure();
  if (commits) {
    Value changed = scope.state.lookup(watched);
    if (below)
      changed = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                      changed, before);
    if (failed(closeResultLevel(loc, level, changed, scope)))
      return failure();
  } else if (isDense && !assembly->isLast(level) && assembly->isFilling() &&
             assembly->isCompressed(level + 1)) {
    closeDenseLevel(loc, level, before, scope);
  }
  scope.resultPositions.pop_back();
  scope.resultCoordinates.pop_back();
  return success();
}

/// Under a compressed level, a parent that got nothing may be one that is not
/// kept, and then it has no place in the array of positions.
void KernelGenerator::closeDenseLevel(Location loc, unsigned level,
                                      Value before, Scope &scope) {
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

LogicalResult KernelGenerator::closeResultLevel(Location loc, unsigned level,
                                                Value changed, Scope &scope) {
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
  return emitIf(
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

/// Each coordinate of the loop is that of one element, whatever its value.
bool KernelGenerator::appendsAll(ForallOp forall, const LoopPlan &plan,
                                 Scope &scope) {
  if (!assembly || !plan.iterators.empty() ||
      scope.resultCoordinates.size() + 1 != assembly->getNumLevels())
    return false;
  AssignOp only;
  for (Operation &op : forall.getBlock()) {
    auto access = dyn_cast<AccessOp>(op);
    if (only || isa<ForallOp, WhereOp, sparse_tensor::SelectOp>(op) ||
        (access && dependsOnLoops(access, scope)))
      return false;
    only = dyn_cast<AssignOp>(op);
  }
  if (!only || only.getTensor() != resultPlace)
    return false;
  Presence presence = presenceOf(only.getValue(), scope);
  return presence.known && presence.is;
}

/// The positions follow from the coordinates, so that the loop carries none.
LogicalResult KernelGenerator::appendRow(ForallOp forall, LoopPlan &plan,
                                         Value lo, Value hi, const Keys &keys,
                                         Scope &scope) {
  Location loc = forall.getLoc();
  unsigned last = assembly->getNumLevels() - 1;
  bool isDense = assembly->isDense(last);
  StateKey own = isDense ? touchedKey() : cursorKey(last);
  Keys others = keys;
  llvm::erase(others, own);
  Value before = scope.state.lookup(own);
  if (failed(emitFor(
          forall, lo, hi, others, scope, [&](Value coordinate, Scope &inner) {
            if (!isDense)
              inner.state[own] = arith::AddIOp::create(
                  builder, loc, before,
                  arith::SubIOp::create(builder, loc, coordinate, lo));
            return enterBody(forall, plan, /*here=*/0, coordinate, inner);
          })))
    return failure();
  if (isDense) {
    Value some =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, lo, hi);
    scope.state[own] = arith::OrIOp::create(builder, loc, before, some);
  } else {
    advanceCursor(arith::SubIOp::create(builder, loc, hi, lo), scope);
  }
  return success();
}

void KernelGenerator::advanceCursor(Value by, Scope &scope) {
  StateKey key = cursorKey(assembly->getNumLevels() - 1);
  scope.state[key] = arith::AddIOp::create(builder, kernel.getLoc(),
                                           scope.state.lookup(key), by);
}

std::optional<KernelGenerator::Presence>
KernelGenerator::appendsEachTime(ForallOp forall, const LoopPlan &plan,
                                 Scope &scope) {
  if (!assembly || assembly->isFilling() || plan.lookedUp)
    return std::nullopt;
  unsigned last = assembly->getNumLevels() - 1;
  if (assembly->isDense(last) || scope.resultCoordinates.size() != last)
    return std::nullopt;
  // One assignment, of what is computed here or collected in a register.
  AssignOp only;
  WhereOp where;
  auto find = [&](Block &block) {
    for (Operation &op : block) {
      // What a selection keeps depends on the values.
      if (only || isa<ForallOp, sparse_tensor::SelectOp>(op))
        return false;
      if (auto inner = dyn_cast<WhereOp>(op)) {
        if (where)
          return false;
        where = inner;
      }
      only = dyn_cast<AssignOp>(op);
    }
    return true;
  };
  if (!find(forall.getBlock()) ||
      (where && (only || !find(where.getConsumer().front()))) || !only ||
      only.getTensor() != resultPlace)
    return std::nullopt;
  Scope inside = scope;
  inside.positions[plan.iterators.front().access].push_back({});
  inside.values.map(forall.getIndex(), Value());
  // A level besides that of the loop decides what is present.
  for (AccessOp access : only->getBlock()->getOps<AccessOp>())
    if (dependsOnLoops(access, inside))
      return std::nullopt;
  if (where) {
    if (!registerOf(where.getConsumer().getArgument(0)))
      return std::nullopt;
    std::optional<Presence> producer = presenceOfProducer(where, inside);
    if (!producer)
      return std::nullopt;
    inside.registers[where] = *producer;
  }
  return presenceOf(only.getValue(), inside);
}

/// The element at the coordinates of the loops around, behind those that are
/// there already.
LogicalResult KernelGenerator::appendToResult(AssignOp assign, Scope &scope) {
  Location loc = assign.getLoc();
  if (scope.resultCoordinates.size() != assembly->getNumLevels())
    return assign.emitOpError("appends to a sparse result outside of the loops "
                              "of its indices");
  if (assign.getReduction() != Reduction::none)
    return assign.emitOpError("accumulates into a sparse result: it needs a "
                              "workspace");
  unsigned last = assembly->getNumLevels() - 1;
  Value position = scope.resultPositions.back();
  auto read = assign.getValue().getDefiningOp<AccessOp>();
  WhereOp where = read ? whereOf(read.getTensor()) : WhereOp();
  bool isThere = where && isRowOfResult(where);
  if (assembly->storesValues() && !isThere) {
    FailureOr<Value> value = evaluate(assign.getValue(), scope);
    if (failed(value))
      return failure();
    assembly->storeValue(builder, loc, position, *value);
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
  advanceCursor(arith::ConstantIndexOp::create(builder, loc, 1), scope);
  return success();
}

//===----------------------------------------------------------------------===//
// Rows that are made where they stay
//===----------------------------------------------------------------------===//

bool KernelGenerator::isRowOfResult(WhereOp where) {
  if (!assembly || !where.getFull())
    return false;
  SmallVector<OpFoldResult> extents =
      getMixedValues(where.getWorkspaceType().getTensor().getShape(),
                     where.getSizes(), where.getContext());
  Block *block = &where.getConsumer().front();
  SmallVector<Value> along;
  while (llvm::hasSingleElement(*block)) {
    auto loop = dyn_cast<ForallOp>(block->front());
    // All of the workspace is copied, or more would be written than there is.
    if (!loop || loop.getWithin() || along.size() == extents.size() ||
        !isEqualConstantIntOrValue(loop.getExtent(), extents[along.size()]))
      return false;
    along.push_back(loop.getIndex());
    block = &loop.getBlock();
  }
  if (!llvm::hasNItems(*block, 2) || along.size() > assembly->getNumLevels())
    return false;
  auto read = dyn_cast<AccessOp>(block->front());
  auto assign = dyn_cast<AssignOp>(block->back());
  if (!read || !assign ||
      read.getTensor() != where.getConsumer().getArgument(0) ||
      assign.getTensor() != resultPlace || assign.getValue() != read ||
      assign.getReduction() != Reduction::none || read.getIndices() != along)
    return false;
  // The levels that it goes along are the last ones, and one by one its
  // elements have positions one after the other there.
  unsigned first = assembly->getNumLevels() - along.size();
  for (auto [offset, index] : llvm::enumerate(along)) {
    unsigned level = first + offset;
    if (assign.getIndices()[assembly->getMode(level)] != index ||
        (!assembly->isDense(level) && along.size() != 1))
      return false;
  }
  return true;
}

Value KernelGenerator::viewRowOfResult(WhereOp where, const Scope &scope) {
  Location loc = where.getLoc();
  RankedTensorType type = where.getWorkspaceType().getTensor();
  unsigned level = scope.resultCoordinates.size();
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value position = level == 0 ? zero : scope.resultPositions.back();
  if (!assembly->isDense(level))
    position = scope.state.lookup(cursorKey(level));
  else
    for (; level < assembly->getNumLevels(); ++level)
      position = assembly->locate(builder, loc, level, position, zero);
  return assembly->viewValues(builder, loc, position, type.getShape(),
                              where.getSizes());
}
