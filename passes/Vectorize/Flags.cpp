//===- Flags.cpp - what each iteration sets to the same value -------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A number that may not be there at all carries a flag, which each assignment
// sets. Such a flag is no sum and has no vectors. Of a loop all that it needs
// is whether there is an iteration.
//
//===----------------------------------------------------------------------===//

#include "passes/Vectorize/LoopVectorizer.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace encke;

/// The loop carries the value from iteration to iteration, reads it nowhere,
/// and sets it to what is known before the loop.
static bool isFlag(scf::ForOp loop, unsigned number) {
  return loop.getRegionIterArg(number).use_empty() &&
         loop.isDefinedOutsideOfLoop(loop.getYieldedValues()[number]);
}

/// The loop carries what is no flag; these follow from its bounds.
static void takeOut(scf::ForOp loop, const llvm::SmallBitVector &flags) {
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  SmallVector<Value> initial, yielded;
  for (unsigned number = 0; number != flags.size(); ++number)
    if (!flags.test(number)) {
      initial.push_back(loop.getInitArgs()[number]);
      yielded.push_back(loop.getYieldedValues()[number]);
    }
  auto made =
      scf::ForOp::create(builder, loc, loop.getLowerBound(),
                         loop.getUpperBound(), loop.getStep(), initial,
                         /*bodyBuilder=*/nullptr, loop.getUnsignedCmp());
  made->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  auto less = loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                    : arith::CmpIPredicate::slt;
  Value runs = builder.createOrFold<arith::CmpIOp>(
      loc, less, loop.getLowerBound(), loop.getUpperBound());
  unsigned next = 0;
  for (unsigned number = 0; number != flags.size(); ++number) {
    Value result;
    if (flags.test(number)) {
      result = builder.createOrFold<arith::SelectOp>(
          loc, runs, loop.getYieldedValues()[number],
          loop.getInitArgs()[number]);
    } else {
      loop.getRegionIterArg(number).replaceAllUsesWith(
          made.getRegionIterArg(next));
      result = made.getResult(next++);
    }
    loop.getResult(number).replaceAllUsesWith(result);
  }
  // Nothing stands between loops but what they need.
  if (Operation *known = runs.getDefiningOp(); known && known->use_empty())
    known->erase();
  loop.getInductionVar().replaceAllUsesWith(made.getInductionVar());
  Block *body = made.getBody();
  if (!body->empty())
    body->getTerminator()->erase();
  loop.getBody()->getTerminator()->erase();
  body->getOperations().splice(body->end(), loop.getBody()->getOperations());
  builder.setInsertionPointToEnd(body);
  scf::YieldOp::create(builder, loc, yielded);
  loop.erase();
}

/// Inner loops first: what they set, the loop around them may set, too.
void encke::takeOutFlags(Operation *root) {
  SmallVector<scf::ForOp> loops;
  root->walk([&](scf::ForOp loop) { loops.push_back(loop); });
  for (scf::ForOp loop : loops) {
    llvm::SmallBitVector flags(loop.getNumResults());
    for (unsigned number = 0; number != flags.size(); ++number)
      flags[number] = isFlag(loop, number);
    if (flags.any())
      takeOut(loop, flags);
  }
}
