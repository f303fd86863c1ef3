//===- NextRows.cpp - the rows of the next block, before their turn -------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A processor sees by itself that one row after the other is read, and is ahead
// of the loop. Four rows at a time are four streams, each of which ends when it
// has been understood. So while four rows are multiplied, the next four, which
// lie one behind the other, are fetched, a piece in each round.
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/SparseRows.h"
#include "passes/JamRows/RowJam.h"
#include "passes/Support/Hoisting.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace encke;

/// Whole rows of a tensor that may be far away, in which the loop over rows
/// goes along the last mode but one, and the innermost sum along the last one.
bool RowJam::isFarRow(memref::LoadOp load) {
  MemRefType type = load.getMemRefType();
  auto indices = load.getIndices();
  scf::ForOp along = summed.back();
  if (indices.size() < 2 || indices.back() != along.getInductionVar() ||
      indices[indices.size() - 2] != rows.getInductionVar() ||
      !type.getLayout().isIdentity() ||
      !rows.isDefinedOutsideOfLoop(load.getMemRef()) ||
      getItself(load.getMemRef()).getDefiningOp<memref::AllocOp>() ||
      !llvm::all_of(indices.drop_back(2), [&](Value index) {
        return rows.isDefinedOutsideOfLoop(index);
      }))
    return false;
  bool isNear =
      type.hasStaticShape() && double(type.getNumElements() * elementBytes()) <
                                   cost::getNearBytes(target);
  int64_t width = type.getShape().back();
  bool isShort = !ShapedType::isDynamic(width) &&
                 width * elementBytes() < cost::shortStreamBytes;
  std::optional<int64_t> end = getConstantIntValue(along.getUpperBound());
  return !isNear && !isShort &&
         getConstantIntValue(along.getLowerBound()) == 0 &&
         getConstantIntValue(along.getStep()) == 1 &&
         end.value_or(ShapedType::kDynamic) == width;
}

/// In a round of the innermost sum: as many elements of the next four rows as
/// it reads of these.
void RowJam::emitNextRows(Value round) {
  llvm::SmallPtrSet<Value, 2> seen;
  summed.front()->walk([&](memref::LoadOp load) {
    if (!isFarRow(load) || !seen.insert(load.getMemRef()).second)
      return;
    Location loc = load.getLoc();
    Value count = constant(jammed);
    Value next = arith::AddIOp::create(builder, loc, first, count);
    Value last =
        arith::SubIOp::create(builder, loc, rows.getUpperBound(), count);
    SmallVector<Value> at(load.getIndices());
    at[at.size() - 2] = arith::MinSIOp::create(builder, loc, next, last);
    at.back() = arith::MulIOp::create(builder, loc, round, count);
    int64_t width = load.getMemRefType().getShape().back();
    bool isCrowded =
        !ShapedType::isDynamic(width) &&
        width * elementBytes() * jammed > cost::getCrowdBytes(target);
    memref::PrefetchOp::create(builder, loc, load.getMemRef(), at,
                               /*isWrite=*/false,
                               /*localityHint=*/isCrowded ? 2 : 3,
                               /*isDataCache=*/true);
  });
}
