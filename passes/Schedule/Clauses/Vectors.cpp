//===- Vectors.cpp - the vectors that a program asks for ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Schedule/Vectors.h"
#include "passes/Cost/Registers.h"
#include "passes/Schedule/Clauses/Clauses.h"

#include "dialects/CIN/Presence.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

/// What has no vectors along the innermost loop: an access, or the assignment;
/// null where all have. At the coordinates of a sparse operand elements of
/// dense ones are gathered, if their rows lie along the loop.
static Operation *findOdd(const NestSchedule &in, ForallOp loop) {
  Decision &decision = in.decision;
  bool isFull = decision.workspace == Workspace::full ||
                decision.workspace == Workspace::dense;
  Operation *scattered = findScattered(in.nest, decision.order.loops, isFull);
  if (!scattered || chooseSparseWidth(in.nest, loop, cost::usualVector))
    return nullptr;
  for (AccessOp access : in.nest.accesses)
    if (!isSparsePlace(access.getTensor()) &&
        llvm::is_contained(
            access.getIndices().drop_back(access.getIndices().empty() ? 0 : 1),
            loop.getIndex()))
      return access;
  return scattered;
}

/// A sparse operand is stored along the loop.
static bool goesAlongSparse(const NestSchedule &in, ForallOp loop) {
  return llvm::any_of(in.nest.accesses, [&](AccessOp access) {
    return isSparsePlace(access.getTensor()) && loop.moves(access.getIndices());
  });
}

LogicalResult encke::applyVectorize(ClauseAttr clause, const NestSchedule &in) {
  StringRef label = getLabels(clause).front();
  ForallOp loop = in.findLoop(clause, label);
  if (!loop)
    return failure();
  Decision &decision = in.decision;
  ArrayRef<ForallOp> order = decision.order.loops;
  if (loop != order.back())
    return refuse(clause)
           << "vectors are made of the innermost loop, which is '"
           << ForallOp(order.back()).getLabel().value_or("?")
           << "': an 'order' can make it '" << label << "'";
  AssignOp assign = in.nest.assign;
  Type element = assign.getValue().getType();
  if (!element.isIntOrFloat() || element.isInteger(1))
    return refuse(clause) << "truth values and complex numbers have no vectors";
  if (Operation *odd = findOdd(in, loop)) {
    auto access = dyn_cast<AccessOp>(odd);
    return refuse(clause) << "'"
                          << (access ? describeElement(access.getTensor(),
                                                       access.getIndices())
                                     : describeElement(assign.getTensor(),
                                                       assign.getIndices()))
                          << "' is not contiguous along " << label;
  }
  std::optional<int64_t> width = getNumber(clause);
  if (!width)
    width = decision.vectorWidth.value_or(std::max<int64_t>(
        cost::usualVector / element.getIntOrFloatBitWidth(), 1));
  if (*width > cost::mostLanes)
    return refuse(clause) << "a vector has " << int64_t(cost::mostLanes)
                          << " elements at most";
  std::optional<int64_t> extent = getConstantIntValue(loop.getExtent());
  if (extent && *extent < *width && !goesAlongSparse(in, loop))
    return refuse(clause) << label << " has " << *extent << " coordinates";
  decision.vectorWidth = width;
  if (*width == 1)
    decision.registers = 0;
  return success();
}

LogicalResult encke::applyRegisters(ClauseAttr clause, const NestSchedule &in) {
  StringRef label = getLabels(clause).front();
  ForallOp loop = in.findLoop(clause, label);
  if (!loop)
    return failure();
  Decision &decision = in.decision;
  if (loop != decision.order.loops.back() ||
      decision.vectorWidth.value_or(1) == 1)
    return refuse(clause) << "'" << label << "' has no vectors: add 'vectorize("
                          << label << ")'";
  AssignOp assign = in.nest.assign;
  bool isSummed = movesResult(in.nest, loop) &&
                  assign.getReduction() != Reduction::none &&
                  llvm::any_of(decision.order.loops, [&](ForallOp around) {
                    return !movesResult(in.nest, around);
                  });
  if (!isSummed)
    return refuse(clause) << "no loop around '" << label
                          << "' adds to the same elements again";
  decision.registers = *getNumber(clause);
  return success();
}
