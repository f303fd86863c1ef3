//===- Workspace.cpp - a workspace that a program asks for ----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Schedule/Clauses/Clauses.h"

#include "mlir/IR/Value.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

/// The loops that are inside of the workspace's statement: from the first one
/// on that its indices name, or that sums.
static size_t findOutside(const NestSchedule &in, ArrayRef<ForallOp> indices) {
  ArrayRef<ForallOp> order = in.decision.order.loops;
  size_t outside = 0;
  while (outside != order.size() && movesResult(in.nest, order[outside]) &&
         !llvm::is_contained(indices, order[outside]))
    ++outside;
  return outside;
}

std::optional<ListMarks> encke::findKeys(ClauseAttr clause) {
  std::optional<StringRef> kind = getWord(clause);
  if (!kind || *kind == "dense")
    return std::nullopt;
  return *kind == "hash" ? ListMarks::hash : ListMarks::sorted;
}

std::optional<ListMarks> encke::findKeys(ClauseAttr clause, const Nest &nest) {
  if (!getWord(clause) && appends(nest) && getLabels(clause).size() > 1)
    return ListMarks::hash;
  return findKeys(clause);
}

LogicalResult encke::refuseBlocks(ClauseAttr clause, ArrayRef<ForallOp> loops) {
  for (auto [each, label] : llvm::zip(loops, getLabels(clause)))
    if (ForallOp loop = each; loop.getWithin() || loop.isDerived())
      return refuse(clause)
             << "along '" << label
             << "' the loops go through blocks or diagonals, and what lists "
                "its elements has neither";
  return success();
}

LogicalResult encke::applyWorkspace(ClauseAttr clause, const NestSchedule &in) {
  // That of a part takes the place of what the policy would choose; it comes
  // when the loops have their order.
  bool isWhole = isWholeValue(clause, in.nest.assign);
  if (!getPart(clause).empty() && !isWhole) {
    if (appends(in.nest) && in.decision.workspace != Workspace::none)
      return emitError(clause.getLoc())
             << "not supported yet: a workspace of a part on the way into a "
                "sparse result that is summed";
    in.decision.workspace = Workspace::none;
    in.decision.outside = in.decision.order.loops.size();
    return success();
  }
  std::optional<ListMarks> keys = findKeys(clause, in.nest);
  SmallVector<ForallOp> indices;
  for (StringRef label : getLabels(clause)) {
    ForallOp loop = in.findLoop(clause, label);
    if (!loop)
      return failure();
    if (!movesResult(in.nest, loop))
      return refuse(clause)
             << "a workspace holds what goes into the result, which '" << label
             << "' is no label of";
    indices.push_back(loop);
  }
  ArrayRef<ForallOp> order = in.decision.order.loops;
  size_t outside = findOutside(in, indices);
  bool sums = false;
  for (ForallOp loop : order.drop_front(outside)) {
    bool moves = movesResult(in.nest, loop);
    sums |= !moves;
    if (moves && !llvm::is_contained(indices, loop))
      return refuse(clause)
             << "the loop along '" << loop.getLabel().value_or("?")
             << "' is inside, and moves the element of the result, too";
  }
  Decision &decision = in.decision;
  bool listsElements =
      keys || (appends(in.nest) && decision.workspace != Workspace::full);
  if (listsElements && failed(refuseBlocks(clause, indices)))
    return failure();
  if (appends(in.nest)) {
    if (decision.workspace == Workspace::terms)
      return emitError(clause.getLoc()) << "not supported yet: a workspace for "
                                           "a sum of many sparse tensors";
    if (indices.size() != 1 && !keys)
      return refuse(clause) << "of several labels, that for a sparse result is "
                               "a hash table or a sorted list: write 'hash' or "
                               "'sorted'";
    if (!sums)
      return refuse(clause) << "nothing is summed inside of it";
    if (decision.workspace == Workspace::full && keys)
      return refuse(clause) << "the result stores whole rows";
    decision.keys = keys;
    if (decision.workspace == Workspace::row ||
        decision.workspace == Workspace::full)
      return success();
    decision.workspace = Workspace::row;
  } else {
    AssignOp assign = in.nest.assign;
    if (assign.getReduction() == Reduction::none || !sums)
      return refuse(clause) << "nothing is summed inside of it";
    decision.workspace = keys ? Workspace::row : Workspace::dense;
    decision.keys = keys;
  }
  decision.outside = outside;
  return success();
}
