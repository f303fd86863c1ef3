//===- Gathers.cpp - elements at coordinates that are computed, in vectors ===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/SettleMarks/WhyNot.h"

#include "dialects/CIN/Presence.h"
#include "passes/Vectorize/LoopVectorizer.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

namespace {
/// How a value goes along with a loop.
enum class Along { no, read, computed };
} // namespace

/// It is read where the loop is, or computed with the loop's own coordinate.
static Along goesAlong(Value value, ForallOp forall) {
  Along found = Along::no;
  llvm::SetVector<Value> values; // what it is computed of, each once
  values.insert(value);
  for (size_t n = 0; n != values.size(); ++n) {
    Operation *op = values[n].getDefiningOp();
    if (values[n] == forall.getIndex())
      return Along::computed;
    if (!op || !forall->isAncestor(op))
      continue;
    auto access = dyn_cast<AccessOp>(op);
    if (!access)
      values.insert(op->operand_begin(), op->operand_end());
    else if (forall.moves(access.getIndices()) ||
             registerOf(access.getTensor()))
      found = Along::read;
  }
  return found;
}

/// Reads an element at coordinates that are computed; of a buffer, where there
/// are these.
static bool isGather(Operation *op) {
  return isa<tensor::ExtractOp, memref::LoadOp>(op);
}

/// An element of a tensor whose elements have vectors: only the last coordinate
/// goes along, and is the loop's or is read.
static bool isVectorGather(Operation *gather, ForallOp forall) {
  Type element = gather->getResult(0).getType();
  if (!hasVector(element) || element.isInteger(1))
    return false;
  OperandRange indices = gather->getOperands().drop_front();
  if (indices.empty())
    return true;
  auto isFixed = [&](Value index) {
    return goesAlong(index, forall) == Along::no;
  };
  return llvm::all_of(indices.drop_back(), isFixed) &&
         (indices.back() == forall.getIndex() ||
          goesAlong(indices.back(), forall) != Along::computed);
}

static bool computesWithCoordinate(ForallOp forall) {
  return llvm::any_of(forall.getIndex().getUsers(), [](Operation *user) {
    return !isa<AccessOp, AssignOp, ForallOp>(user) && !isGather(user);
  });
}

/// What is read at coordinates that are computed is read one by one.
static bool gathersOneByOne(ForallOp forall) {
  return forall
      .walk([&](Operation *op) {
        return isGather(op) && !isVectorGather(op, forall)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

StringRef encke::whyNoGathers(ForallOp forall) {
  if (computesWithCoordinate(forall))
    return "it computes with coordinates";
  if (gathersOneByOne(forall))
    return "what it reads at coordinates that it computes has no vectors";
  return "";
}
