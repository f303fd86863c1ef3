//===- Clock.cpp - where a program reads the clock ------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Support/Clock.h"

#include "dialects/TA/TADialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace encke;

using Functions = llvm::SmallPtrSet<Operation *, 4>;

static bool readsClock(Operation *op, Functions &seen) {
  auto reads = [&](Operation *inner) {
    if (isa<ta::TimeOp>(inner))
      return true;
    auto call = dyn_cast<func::CallOp>(inner);
    if (!call)
      return false;
    if (call.getCallee() == "encke_get_time" || call.getCallee() == "rtclock")
      return true;
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        call, call.getCalleeAttr());
    return callee && !callee->hasAttr("encke.kernel") &&
           seen.insert(callee).second && readsClock(callee, seen);
  };
  return op
      ->walk([&](Operation *inner) {
        return reads(inner) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

bool encke::readsClock(Operation *op) {
  Functions seen;
  return ::readsClock(op, seen);
}

bool encke::isClockReadBetween(Operation *first, Operation *second) {
  for (Operation *op = first->getNextNode(); op && op != second;
       op = op->getNextNode())
    if (readsClock(op))
      return true;
  return false;
}

bool encke::areInOneInterval(Operation *first, Operation *second) {
  return first->getAttr(intervalAttribute) ==
         second->getAttr(intervalAttribute);
}

void encke::putIntoInterval(Operation *made, Operation *op) {
  if (Attribute interval = op->getAttr(intervalAttribute))
    made->setAttr(intervalAttribute, interval);
}
