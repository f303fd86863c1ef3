//===- Merges.cpp - forms of a merge that have a name ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Loops/Merges.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

ArrayRef<const MergeForm *> encke::getMergeForms() {
  static constexpr const MergeForm *forms[] = {&scatterForm, &gallopForm,
                                               &runsForm};
  return forms;
}

const MergeForm *encke::findMergeForm(StringRef name) {
  ArrayRef<const MergeForm *> forms = getMergeForms();
  const auto *form = llvm::find_if(
      forms, [&](const MergeForm *form) { return form->name == name; });
  return form == forms.end() ? nullptr : *form;
}

/// Innermost loops only, whose bodies are small, are generated twice.
StringRef encke::whyNotTwo(ForallOp forall, const LoopPlan &plan) {
  IteratorSet visited = plan.getVisited();
  if (plan.domain.isUniverse() || llvm::popcount(visited) != 2)
    return "it does not merge two streams";
  for (auto [number, stream] : llvm::enumerate(plan.streams))
    if ((visited >> number & 1) && !stream.isUnique)
      return "coordinates of a stream stand there several times";
  WalkResult inside =
      forall.getBody().walk([](ForallOp) { return WalkResult::interrupt(); });
  return inside.wasInterrupted() ? "it is around another loop" : "";
}

/// Below a level that does not have every coordinate, a stream may be absent.
static bool mayBeAbsent(const Stream &stream, const LoopPlanner &planner) {
  const PlaceLevels &levels =
      planner.levelsOf(AccessOp(stream.access).getTensor());
  for (unsigned level = 0; level < stream.level; ++level)
    if (!levels.isFull(level))
      return true;
  return false;
}

/// Forms are for two streams: those of a loop that has more of them are looked
/// at two by two, without the others.
StringRef encke::whyNeverMerged(const MergeForm &form, ForallOp forall,
                                const LoopPlanner &planner) {
  FailureOr<LoopPlan> all = planner.plan(forall);
  if (failed(all))
    return "it has no plan";
  StringRef why = form.whyNot(forall, *all);
  if (why.empty() || llvm::popcount(all->getVisited()) <= 2)
    return why;
  auto mayBeAlone = [&](unsigned first, unsigned second) {
    Absent absent;
    for (auto [number, stream] : llvm::enumerate(all->streams))
      if (number != first && number != second && !all->isLookedUp(number) &&
          mayBeAbsent(stream, planner))
        absent.insert(stream.access);
    FailureOr<LoopPlan> plan = planner.plan(forall, absent);
    return succeeded(plan) && form.whyNot(forall, *plan).empty();
  };
  for (unsigned second = 1; second < all->streams.size(); ++second)
    for (unsigned first = 0; first < second; ++first)
      if (!all->isLookedUp(first) && !all->isLookedUp(second) &&
          mayBeAlone(first, second))
        return "";
  return why;
}
