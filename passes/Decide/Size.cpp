//===- Size.cpp - how much code a loop becomes ----------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/CodeSize.h"
#include "passes/Cost/Registers.h"
#include "passes/Decide/Decide.h"

#include "dialects/CIN/Marks.h"
#include "dialects/CIN/Presence.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

/// The vectors, in code, of a loop whose rows stay in registers.
static int64_t countVectors(ForallOp forall) {
  std::optional<int64_t> count = countIterations(forall);
  int64_t registers = *forall.getRegisters(), width = *forall.getVector();
  if (!count)
    return cost::countVectorsOfUnknownRow(registers);
  return std::min<int64_t>(llvm::divideCeil(*count, width),
                           cost::getMostVectorsOfRow(registers));
}

/// The loop adds to the same elements in each iteration, in registers, and is
/// there once for each kind of blocks.
static bool isRepeated(ForallOp forall) {
  bool repeats = false;
  forall.walk([&](ForallOp inner) {
    if (inner == forall || !inner.getRegisters() || countIterations(inner))
      return;
    inner.walk([&](AssignOp assign) {
      Operation *owner = ownerOf(assign.getTensor());
      repeats |= inner.moves(assign.getIndices()) &&
                 !forall.moves(assign.getIndices()) &&
                 !forall->isProperAncestor(owner);
    });
  });
  return repeats;
}

static int64_t countOperations(Block &block, bool inVectors);

static int64_t countOperations(ForallOp forall, bool inVectors) {
  int64_t body = countOperations(forall.getBlock(), inVectors);
  if (!inVectors)
    return body + cost::opsOfLoop;
  if (forall.getVector() && forall.getRegisters())
    body = cost::getOpsOfVectors(body, countVectors(forall));
  return body +
         cost::opsOfLoop * (isRepeated(forall) ? cost::kindsOfBlocks : 1);
}

static int64_t countOperations(Block &block, bool inVectors) {
  int64_t count = 0;
  for (Operation &op : block) {
    if (auto forall = dyn_cast<ForallOp>(op))
      count += countOperations(forall, inVectors);
    else if (auto where = dyn_cast<WhereOp>(op))
      count += cost::opsOfWorkspace +
               countOperations(where.getConsumer().front(), inVectors) +
               countOperations(where.getProducer().front(), inVectors);
    else
      count += cost::opsOfOther;
  }
  return count;
}

bool encke::isSmallEnoughTwice(ForallOp forall, bool inVectors) {
  return countOperations(forall, inVectors) <= cost::mostTwice;
}
