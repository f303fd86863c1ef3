//===- Overlap.cpp - what is computed while ghosts are under way ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A statement becomes three: of the rows that need no ghosts, and of those
// before and behind them.
//
//===----------------------------------------------------------------------===//

#include "passes/Distribute/Distributor.h"

#include "dialects/Dist/DistDialect.h"

#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;
using namespace encke::distribute;

/// What is exchanged for the statement alone, from where the statement stands
/// on: null where there is nothing, or several.
Value Distributor::findExchanged(AssignOp statement, const SharedLabel &label,
                                 const GhostLabel &ghost) {
  Value found;
  for (AccessOp access : accessesIn(statement.getValue())) {
    Value tensor = access.getTensor();
    std::optional<unsigned> mode = modeOf(access, ghost.name);
    if (!mode || modeOf(access, label.name) || partMode(tensor) != mode)
      continue;
    bool isDense = !cast<RankedTensorType>(tensor.getType()).getEncoding();
    bool isHere = tensor.getParentBlock() == statement->getBlock();
    if (!isDense || !isHere || (found && found != tensor) ||
        formOf<dist::ExchangeOp>(tensor, *mode, ghost.rows))
      return Value();
    found = tensor;
  }
  return found;
}

/// A copy of the statement for a piece of what a process owns.
AssignOp Distributor::makePiece(AssignOp statement, const SharedLabel &label,
                                ArrayRef<GhostLabel> ghosts) {
  OpBuilder builder(statement);
  Value value = rebuild(builder, statement.getValue(), label, ghosts);
  auto piece = cast<AssignOp>(builder.clone(*statement));
  piece.getValueMutable().assign(value);
  unsigned mode = targetMode(piece, label);
  setSize(piece, mode, label.extent);
  piece.getResult().setType(getPartType(statement.getType(), mode));
  return piece;
}

/// Where ghosts are exchanged in each iteration of a loop and the matrix that
/// needs them stays, rows that need none are computed while they are under way.
bool Distributor::computeInPieces(AssignOp statement, const SharedLabel &label,
                                  ArrayRef<GhostLabel> ghosts) {
  if (!overlap || label.closes || ghosts.size() != 1 ||
      statement.getType().getEncoding())
    return false;
  const GhostLabel &ghost = ghosts.front();
  Operation *maker = ghost.rows.getDefiningOp();
  bool isLoop = statement->getParentOfType<LoopLikeOpInterface>() &&
                maker->getBlock() != statement->getBlock();
  Value exchanged = isLoop ? findExchanged(statement, label, ghost) : Value();
  if (!exchanged)
    return false;
  dist::InnerOp &inner = inners[ghost.rows];
  OpBuilder builder(program.getContext());
  if (!inner) {
    builder.setInsertionPointAfterValue(ghost.rows);
    SmallVector<Type> types(3, rows.getType());
    inner = dist::InnerOp::create(builder, statement.getLoc(), types,
                                  ghost.confining, ghost.rows,
                                  builder.getI64IntegerAttr(ghost.sharedMode),
                                  builder.getI64IntegerAttr(ghost.mode),
                                  builder.getStringAttr(placeOf(statement)));
  }
  auto pieceOf = [&](Value rows) {
    SharedLabel piece = label;
    piece.piece = rows;
    piece.extent = getExtent(rows);
    return piece;
  };
  unsigned along = *partMode(exchanged);
  builder.setInsertionPoint(statement);
  StringAttr place = builder.getStringAttr(placeOf(statement));
  dist::BeginOp::create(builder, statement.getLoc(), exchanged, ghost.rows,
                        builder.getI64IntegerAttr(along), place);
  // Those have own coordinates only.
  GhostLabel own = ghost;
  own.rows = rows;
  own.extent = ownExtent;
  AssignOp middle = makePiece(statement, pieceOf(inner.getInner()), own);
  builder.setInsertionPoint(statement);
  formOf<dist::ExchangeOp>(exchanged, along, ghost.rows) =
      dist::ExchangeOp::create(
          builder, statement.getLoc(),
          getPartType(cast<RankedTensorType>(exchanged.getType()), along),
          exchanged, ghost.rows, builder.getI64IntegerAttr(along), place);
  AssignOp before = makePiece(statement, pieceOf(inner.getBefore()), ghosts);
  AssignOp behind = makePiece(statement, pieceOf(inner.getBehind()), ghosts);
  unsigned mode = targetMode(statement, label);
  builder.setInsertionPoint(statement);
  auto stack = dist::StackOp::create(
      builder, statement.getLoc(), statement.getType(),
      ValueRange{before.getResult(), middle.getResult(), behind.getResult()},
      builder.getI64IntegerAttr(mode));
  spaces.copy(statement.getResult(), stack.getResult());
  statement.getResult().replaceAllUsesWith(stack.getResult());
  markPart(stack.getResult(), mode);
  ++numLocal;
  say(statement, "'" + label.name.str() + "' is shared, '" + ghost.name.str() +
                     "' has ghosts; what needs none is computed meanwhile");
  dead.push_back(statement);
  return true;
}
