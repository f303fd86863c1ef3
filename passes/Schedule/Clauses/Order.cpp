//===- Order.cpp - the order of loops that a program asks for -------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Schedule/Clauses/Clauses.h"

#include "passes/Support/Places.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

std::string encke::joinLabels(ArrayRef<ForallOp> loops) {
  return llvm::join(
      llvm::map_range(
          loops,
          [](ForallOp loop) { return loop.getLabel().value_or("?").str(); }),
      ", ");
}

/// The loops that move the indices, in the order of all.
static SmallVector<ForallOp> findMoving(ArrayRef<ForallOp> loops,
                                        ValueRange indices) {
  SmallVector<ForallOp> moving;
  llvm::copy_if(loops, std::back_inserter(moving),
                [&](ForallOp loop) { return loop.moves(indices); });
  return moving;
}

/// How a tensor would have to be stored. Of a matrix by its rows or columns.
static std::string describeStorage(ArrayRef<ForallOp> loops,
                                   ValueRange indices) {
  SmallVector<ForallOp> moving = findMoving(loops, indices);
  if (indices.size() != 2 || moving.size() != 2)
    return "stored in the order " + joinLabels(moving);
  return moving.front().moves(indices.take_front(1)) ? "by rows" : "by columns";
}

/// An operand that is stored in another order is converted only where the
/// program says so, or where the compiler would do that anyway.
static LogicalResult checkConversions(ClauseAttr clause, const NestSchedule &in,
                                      const LoopOrder &order) {
  bool isTiled = findClause(in.schedule, "tile") != nullptr;
  for (AccessOp access : order.converted) {
    if (!isTiled && llvm::is_contained(in.decision.order.converted, access))
      continue;
    StringRef name = getTensorName(access.getTensor().getLoc());
    std::string text = name.empty() ? "an operand" : name.str();
    std::string storage = describeStorage(order.loops, access.getIndices());
    InFlightDiagnostic error = emitError(clause.getLoc())
                               << "'" << toText(clause) << "' needs " << text
                               << ' ' << storage;
    if (!name.empty() && StringRef(storage).starts_with("by "))
      error << ": add 'convert(" << name << ", "
            << (storage == "by rows" ? "CSR" : "CSC") << ")'";
    return error;
  }
  return success();
}

LogicalResult encke::applyOrder(ClauseAttr clause, const NestSchedule &in) {
  SmallVector<ForallOp> loops;
  for (StringRef label : getLabels(clause)) {
    ForallOp loop = in.findLoop(clause, label);
    if (!loop)
      return failure();
    if (llvm::is_contained(loops, loop))
      return emitError(clause.getLoc())
             << "'" << toText(clause) << "' names '" << label << "' twice";
    loops.push_back(loop);
  }
  for (ForallOp loop : in.nest.foralls)
    if (!llvm::is_contained(loops, loop))
      return emitError(clause.getLoc())
             << "'" << toText(clause) << "' does not say where '"
             << loop.getLabel().value_or("?") << "' stands";
  for (auto [place, loop] : llvm::enumerate(loops))
    if (Value blocks = loop.getWithin();
        blocks && !llvm::is_contained(
                      ArrayRef(loops).take_front(place),
                      cast<ForallOp>(blocks.getParentBlock()->getParentOp())))
      return refuse(clause) << "the loop '" << loop.getLabel().value_or("?")
                            << "' is inside of the one over its tiles";
  if (!canReorder(in.nest) && loops != in.nest.foralls)
    return emitError(clause.getLoc())
           << "the loops of this statement stay in the order "
           << joinLabels(in.nest.foralls)
           << ": what it assigns depends on what it assigned before";
  LoopOrder order = takeLoopOrder(in.nest, loops);
  AssignOp assign = in.nest.assign;
  bool inTable = llvm::any_of(
      findClauses(in.schedule, "workspace"), [&](ClauseAttr workspace) {
        return getPart(workspace).empty() && findKeys(workspace, in.nest);
      });
  if (!canAssemble(in.nest, loops, inTable) ||
      (order.convertsResult && !in.decision.order.convertsResult)) {
    StringRef name = getTensorName(assign.getTensor().getLoc());
    return emitError(clause.getLoc())
           << "'" << toText(clause)
           << "': " << (name.empty() ? "the result" : name)
           << " is sparse, and its elements cannot be appended in the order "
           << joinLabels(findMoving(loops, assign.getIndices()));
  }
  if (failed(checkConversions(clause, in, order)))
    return failure();
  in.decision.order = order;
  return success();
}
