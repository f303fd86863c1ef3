//===- Statements.cpp - assignments and workspaces of a kernel ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/Fills.h"
#include "dialects/CIN/Lengths.h"
#include "dialects/CIN/LoopMarks.h"
#include "dialects/CIN/Patterns.h"
#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Reductions.h"
#include "dialects/CIN/Rewrites.h"
#include "passes/CINToSCF/Generator.h"
#include "passes/Support/Buffers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

static SmallVector<Value> mapAll(const IRMapping &mapping, ValueRange values) {
  return llvm::map_to_vector(
      values, [&](Value value) { return mapping.lookupOrDefault(value); });
}

bool KernelGenerator::isOpen(Value place, const Scope &scope) {
  if (WhereOp where = registerOf(place))
    return scope.state.count({where, Variable::value});
  return storages.count(place) || (assembly && place == resultPlace);
}

/// All that the consumer does is to increment something by what is absent where
/// the register is.
static bool needsRegister(WhereOp where) {
  Value place = where.getConsumer().getArgument(0);
  return !where.getConsumer()
              .walk([&](AssignOp assign) {
                bool isRestricted =
                    assign.getReduction() != Reduction::none &&
                    isRestrictedTo(assign.getValue(), [&](AccessOp access) {
                      return access.getTensor() == place;
                    });
                return isRestricted ? WalkResult::advance()
                                    : WalkResult::interrupt();
              })
              .wasInterrupted();
}

/// Some statement that sees the place writes it.
static bool isAssigned(Value place) {
  return llvm::any_of(place.getUsers(),
                      [](Operation *user) { return isa<AssignOp>(user); });
}

/// Values are generated where a statement needs them, so that each case of a
/// merge has its own; only what a statement may overwrite is read in its place.
LogicalResult KernelGenerator::generate(Block &block, Scope &scope) {
  for (Operation &op : block) {
    LogicalResult result = success();
    if (auto forall = dyn_cast<ForallOp>(op))
      result = generateForall(forall, scope);
    else if (auto where = dyn_cast<WhereOp>(op))
      result = generateWhere(where, scope);
    else if (auto assign = dyn_cast<AssignOp>(op))
      result = generateAssign(assign, scope);
    else if (auto access = dyn_cast<AccessOp>(op))
      result = success(isBounding || !isAssigned(access.getTensor()) ||
                       succeeded(evaluate(access, scope)));
    if (failed(result))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Assignments
//===----------------------------------------------------------------------===//

Value KernelGenerator::combine(AssignOp assign, Value old, Value value) {
  return emitReduction(builder, assign.getLoc(), assign.getReduction(), old,
                       value);
}

LogicalResult KernelGenerator::generateAssign(AssignOp assign, Scope &scope) {
  if (isBounding) {
    if (lengthens(assign))
      lengthen(Keys{lengthOf(assign.getTensor())},
               arith::ConstantIndexOp::create(builder, assign.getLoc(), 1),
               scope);
    return success();
  }
  if (probed && whereOf(assign.getTensor()) == probed) {
    StateKey key{probed, Variable::present};
    return whenPresent(assign.getLoc(), presenceOf(assign, scope), {key}, scope,
                       [&](Scope &inner) {
                         inner.state[key] = arith::ConstantOp::create(
                             builder, assign.getLoc(),
                             builder.getBoolAttr(true));
                         return success();
                       });
  }
  if (!isOpen(assign.getTensor(), scope))
    return assign.emitOpError("writes a place of another kernel");
  if (WhereOp where = registerOf(assign.getTensor()))
    return assignRegister(assign, where, scope);
  if (assembly && assign.getTensor() == resultPlace)
    return assignResult(assign, scope);
  if (auto *row = rows.find(whereOf(assign.getTensor())); row != rows.end())
    return assignRow(assign, row->second, scope);
  return assignBuffer(assign, scope);
}

LogicalResult KernelGenerator::assignRegister(AssignOp assign, WhereOp where,
                                              Scope &scope) {
  Location loc = assign.getLoc();
  StateKey valueKey{where, Variable::value};
  StateKey presentKey{where, Variable::present};
  bool isTracked = scope.state.count(presentKey);
  Keys keys = {valueKey};
  if (isTracked)
    keys.push_back(presentKey);
  auto body = [&](Scope &inner) -> LogicalResult {
    if (isTracked)
      inner.state[presentKey] =
          arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
    // What is only counted needs no value.
    if (isTracked && assembly && !assembly->storesValues())
      return success();
    FailureOr<Value> value = evaluate(assign.getValue(), inner);
    if (failed(value))
      return failure();
    inner.state[valueKey] =
        combine(assign, inner.state.lookup(valueKey), *value);
    return success();
  };
  return whenPresent(loc, presenceOf(assign, scope), keys, scope, body);
}

LogicalResult KernelGenerator::assignResult(AssignOp assign, Scope &scope) {
  Keys keys = changedIn(assign, scope);
  return whenPresent(
      assign.getLoc(), presenceOf(assign, scope), keys, scope,
      [&](Scope &inner) { return appendToResult(assign, inner); });
}

/// A dense buffer. Where nothing is present, `=` sets zero and anything else
/// changes nothing.
LogicalResult KernelGenerator::assignBuffer(AssignOp assign, Scope &scope) {
  Location loc = assign.getLoc();
  Value buffer = storageOf(assign.getTensor()).buffer;
  SmallVector<Value> indices = mapAll(scope.values, assign.getIndices());
  bool sets = assign.getReduction() == Reduction::none;
  Value operand = assign.getValue();
  auto store = [&](Scope &inner) -> LogicalResult {
    FailureOr<Value> value = evaluate(operand, inner);
    if (failed(value))
      return failure();
    Value result;
    if (sets) {
      result = zeroWhereAbsent(operand, *value, inner);
    } else {
      auto old = memref::LoadOp::create(builder, loc, buffer, indices);
      setRowMarks(old, RowMarks::of(assign));
      result = combine(assign, old, *value);
    }
    memref::StoreOp::create(builder, loc, result, buffer, indices);
    return success();
  };
  if (sets)
    return store(scope);
  return whenPresent(loc, presenceOf(assign, scope), {}, scope, store);
}

//===----------------------------------------------------------------------===//
// Workspaces
//===----------------------------------------------------------------------===//

LogicalResult KernelGenerator::generateWhere(WhereOp where, Scope &scope) {
  RankedTensorType type = where.getWorkspaceType().getTensor();
  if (type.getEncoding())
    return generateRow(where, scope);
  // What the producer computes has no length.
  if (isBounding)
    return generate(where.getConsumer().front(), scope);
  if (where.getFull())
    return generateFull(where, scope);
  return type.getRank() == 0
             ? generateRegister(where, scope)
             : generateBuffer(where, buffers.lookup(where), scope);
}

LogicalResult KernelGenerator::generateRegister(WhereOp where, Scope &scope) {
  Location loc = where.getLoc();
  Type type = where.getWorkspaceType().getTensor().getElementType();
  scope.state[{where, Variable::value}] =
      emitIdentity(builder, loc, getProducing(where), type);
  if (keepsPattern(where.getConsumer().getArgument(0))) {
    if (std::optional<Presence> known = presenceOfProducer(where, scope)) {
      scope.registers[where] = *known;
      // What is only counted needs no value.
      if (assembly && !assembly->isFilling())
        return generate(where.getConsumer().front(), scope);
    } else {
      scope.state[{where, Variable::present}] =
          arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false));
    }
  }
  if (failed(generate(where.getProducer().front(), scope)))
    return failure();
  return consumeRegister(where, scope);
}

/// The consumer is left out as a whole where it needs the register, so that its
/// loops do not ask again and again.
LogicalResult KernelGenerator::consumeRegister(WhereOp where, Scope &scope) {
  Block &consumer = where.getConsumer().front();
  auto known = scope.registers.find(where);
  auto found = scope.state.find({where, Variable::present});
  Presence presence = always();
  if (known != scope.registers.end())
    presence = known->second;
  else if (found != scope.state.end())
    presence = {false, false, found->second};
  if (presence.known || !needsRegister(where))
    return generate(consumer, scope);
  return emitIf(
      where.getLoc(), presence.dynamic, changedIn(where, scope), scope,
      [&](Scope &inner) {
        inner.registers[where] = always();
        return generate(consumer, inner);
      },
      nullptr);
}

/// All that the producer does to the workspace is to set each element once, in
/// loops that visit all of them. Those around may skip what a sparse tensor
/// lacks, unless the workspace is filled or full.
static bool setsAll(WhereOp where) {
  Value workspace = where.getProducer().getArgument(0);
  if (!workspace.hasOneUse() || !(where.getFilled() || where.getFull() ||
                                  skipsNothing(where.getProducer())))
    return false;
  SmallVector<Value> visited;
  Block *block = &where.getProducer().front();
  while (llvm::hasSingleElement(*block)) {
    auto loop = dyn_cast<ForallOp>(block->front());
    auto inner = dyn_cast<WhereOp>(block->front());
    if (loop && visitsAll(loop) && !loop.getWithin() && !loop.getDiagonal()) {
      visited.push_back(loop.getIndex());
      block = &loop.getBlock();
    } else if (inner && !inner.getWorkspaceType().getTensor().getEncoding() &&
               !inner.getFull()) {
      block = &inner.getConsumer().front();
    } else {
      break;
    }
  }
  auto assign = dyn_cast<AssignOp>(block->back());
  return assign && assign.getTensor() == workspace &&
         assign.getReduction() == Reduction::none &&
         llvm::equal(assign.getIndices(), visited);
}

/// A workspace in memory. It starts anew in each execution of the statement.
LogicalResult KernelGenerator::generateBuffer(WhereOp where, Value buffer,
                                              Scope &scope) {
  Location loc = where.getLoc();
  RankedTensorType type = where.getWorkspaceType().getTensor();
  if (!setsAll(where)) {
    Value start =
        emitIdentity(builder, loc, getProducing(where), type.getElementType());
    forEachElement(builder, loc, buffer, [&](OpBuilder &body, ValueRange at) {
      memref::StoreOp::create(body, loc, start, buffer, at);
    });
  }
  for (Region *region : {&where.getProducer(), &where.getConsumer()}) {
    auto storage = std::make_unique<Storage>();
    storage->buffer = buffer;
    storages[region->getArgument(0)] = std::move(storage);
  }
  return success(succeeded(generate(where.getProducer().front(), scope)) &&
                 succeeded(generate(where.getConsumer().front(), scope)));
}

/// What happens along the workspace happens for all of it.
bool KernelGenerator::isAlongProbed(ForallOp forall) {
  if (!probed || isAlongSparse(forall.getIndex()))
    return false;
  return llvm::any_of(probed.getProducer().getArgument(0).getUsers(),
                      [&](Operation *user) {
                        auto assign = dyn_cast<AssignOp>(user);
                        return assign && llvm::is_contained(assign.getIndices(),
                                                            forall.getIndex());
                      });
}

FailureOr<Value> KernelGenerator::probe(WhereOp where, Scope &scope) {
  StateKey key{where, Variable::present};
  scope.state[key] = arith::ConstantOp::create(builder, where.getLoc(),
                                               builder.getBoolAttr(false));
  llvm::SaveAndRestore<WhereOp> probing(probed, where);
  if (failed(generate(where.getProducer().front(), scope)))
    return failure();
  Value present = scope.state.lookup(key);
  scope.state.erase(key);
  return present;
}

/// The producer's loops run twice: first without values and without those along
/// the workspace, which says whether there is anything to consume.
LogicalResult KernelGenerator::generateFull(WhereOp where, Scope &scope) {
  if (!keepsPattern(where.getConsumer().getArgument(0)))
    return generateBuffer(where, buffers.lookup(where), scope);
  FailureOr<Value> present = probe(where, scope);
  if (failed(present))
    return failure();
  return emitIf(
      where.getLoc(), *present, changedIn(where, scope), scope,
      [&](Scope &inner) {
        if (assembly && !assembly->storesValues())
          return generate(where.getConsumer().front(), inner);
        Value buffer = isRowOfResult(where) ? viewRowOfResult(where, inner)
                                            : buffers.lookup(where);
        return generateBuffer(where, buffer, inner);
      },
      nullptr);
}

Value KernelGenerator::allocateFor(WhereOp where, Type element) {
  return allocateManually(
      builder, kernel.getLoc(),
      MemRefType::get(where.getWorkspaceType().getTensor().getShape(), element),
      where.getSizes());
}

/// The memory of workspaces serves every execution of their statements in one
/// task. `around` is the kernel, or a parallel loop.
LogicalResult KernelGenerator::openWorkspaces(Operation *around) {
  auto loop = dyn_cast<ForallOp>(around);
  WalkResult result = around->walk([&](WhereOp where) {
    RankedTensorType type = where.getWorkspaceType().getTensor();
    if (type.getRank() == 0 || chunkedLoopAround(where) != loop ||
        isRowOfResult(where))
      return WalkResult::advance();
    for (Value size : where.getSizes())
      if (kernel->isAncestor(size.getParentBlock()->getParentOp())) {
        where.emitOpError("not supported yet: a workspace whose size is "
                          "computed in the kernel");
        return WalkResult::interrupt();
      }
    if (type.getEncoding())
      rows[where] = openRow(where);
    else
      buffers[where] = allocateFor(where, type.getElementType());
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

void KernelGenerator::closeWorkspaces(Operation *around) {
  auto loop = dyn_cast<ForallOp>(around);
  auto free = [&](Operation *where, ValueRange memory) {
    if (chunkedLoopAround(where) != loop)
      return;
    for (Value buffer : llvm::make_filter_range(
             memory, [](Value buffer) { return buffer != nullptr; }))
      freeManually(builder, kernel.getLoc(), buffer);
  };
  for (auto &[where, row] : rows)
    free(where, {row.values, row.marks, row.list, row.history});
  for (auto &[where, buffer] : buffers)
    free(where, buffer);
}
