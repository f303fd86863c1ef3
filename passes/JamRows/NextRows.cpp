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
// lie one behind the other, are fetched, a piece in each iteration.
//
//===----------------------------------------------------------------------===//

#include "passes/JamRows/RowJam.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace encke;

/// Rows of a tensor that are marked so, in which the loop over rows goes along
/// the last mode but one, and the innermost sum along the last one.
bool RowJam::isRow(memref::LoadOp load) {
  MemRefType type = load.getMemRefType();
  auto indices = load.getIndices();
  scf::ForOp along = summed.back();
  if (!cin::RowMarks::of(load).next || indices.size() < 2 ||
      indices.back() != along.getInductionVar() ||
      indices[indices.size() - 2] != rows.getInductionVar() ||
      !type.getLayout().isIdentity() ||
      !rows.isDefinedOutsideOfLoop(load.getMemRef()) ||
      !llvm::all_of(indices.drop_back(2), [&](Value index) {
        return rows.isDefinedOutsideOfLoop(index);
      }))
    return false;
  return getConstantIntValue(along.getLowerBound()) == 0 &&
         getConstantIntValue(along.getStep()) == 1;
}

/// In an iteration of the innermost sum: as many elements of the next four rows
/// as it reads of these.
void RowJam::emitNextRows(Value iteration) {
  llvm::SmallPtrSet<Value, 2> seen;
  summed.front()->walk([&](memref::LoadOp load) {
    if (!isRow(load))
      return;
    fetched.push_back(load.getLoc());
    if (!seen.insert(load.getMemRef()).second)
      return;
    Location loc = load.getLoc();
    Value count = constant(jammed);
    Value next = arith::AddIOp::create(builder, loc, first, count);
    Value last =
        arith::SubIOp::create(builder, loc, rows.getUpperBound(), count);
    SmallVector<Value> at(load.getIndices());
    at[at.size() - 2] = arith::MinSIOp::create(builder, loc, next, last);
    at.back() = arith::MulIOp::create(builder, loc, iteration, count);
    bool isFirst = cin::RowMarks::of(load).next.getCache() == 1;
    memref::PrefetchOp::create(builder, loc, load.getMemRef(), at,
                               /*isWrite=*/false,
                               /*localityHint=*/isFirst ? 3 : 2,
                               /*isDataCache=*/true);
  });
}
