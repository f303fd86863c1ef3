//===- Visit.cpp - how loops go along sparse tensors ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Decide/Decide.h"

#include "dialects/CIN/Plan.h"
#include "dialects/CIN/Presence.h"
#include "dialects/CIN/VisitMark.h"
#include "passes/CINToSCF/Loops/Merges.h"
#include "passes/Cost/CodeSize.h"
#include "passes/Cost/SparseRows.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

//===----------------------------------------------------------------------===//
// What is looked up
//===----------------------------------------------------------------------===//

/// It is another one in each execution: no directory is made in front of the
/// kernel.
static bool isTable(const Stream &stream) {
  return whereOf(AccessOp(stream.access).getTensor()) && !stream.isList;
}

/// What one look tells is not visited, if something else says where to look.
/// Nor is an outermost level inside of another loop, which would visit it
/// again and again: it is searched, unless the loop may skip through it.
static IteratorSet chooseLookedUp(ForallOp forall, const LoopPlan &plan) {
  IteratorSet lookedUp = 0;
  auto lookUp = [&](llvm::function_ref<bool(const Stream &)> suits) {
    for (auto [number, stream] : llvm::enumerate(plan.streams)) {
      IteratorSet more = lookedUp | IteratorSet(1) << number;
      if (suits(stream) && plan.domain.isDrivenWithout(more))
        lookedUp = more;
    }
  };
  if (forall->getParentOfType<ForallOp>() &&
      !gallopForm.whyNot(forall, plan).empty())
    lookUp([](const Stream &stream) {
      return !stream.isList && stream.level == 0 && !isTable(stream);
    });
  lookUp([](const Stream &stream) { return stream.isList; });
  return lookedUp;
}

/// A loop over what a tensor stores looks up as often as that has coordinates,
/// or less often; of other loops nothing is known in front of them.
static Lookup chooseHow(const LoopPlan &plan, const Stream &stream) {
  Lookup lookup;
  if (stream.isList) {
    lookup.how = Lookup::marks;
  } else if (!isTable(stream) && whyNoDirectory(plan, stream).empty()) {
    lookup.how = Lookup::directory;
    lookup.places = cost::placedALookup;
  }
  return lookup;
}

static SmallVector<Lookup> chooseLookups(ForallOp forall, LoopPlan &plan) {
  plan.lookedUp = chooseLookedUp(forall, plan);
  SmallVector<Lookup> lookups;
  for (auto [place, number] : llvm::enumerate(plan.inTextOrder()))
    if (plan.isLookedUp(number)) {
      Lookup &lookup =
          lookups.emplace_back(chooseHow(plan, plan.streams[number]));
      lookup.stream = static_cast<int64_t>(place);
    }
  return lookups;
}

//===----------------------------------------------------------------------===//
// How streams are merged
//===----------------------------------------------------------------------===//

namespace {
/// Counts the bodies that loops get, one for each case of what is absent, up
/// to a number that is too many.
class CaseCounter {
public:
  CaseCounter(const LoopPlanner &planner, unsigned most)
      : planner(planner), most(most) {}

  bool isTooMany(Block &block) {
    count = 0;
    visit(block, {});
    return count > most;
  }

private:
  void visit(Block &block, const Absent &absent) {
    for (Operation &op : block) {
      if (count > most)
        return;
      if (auto forall = dyn_cast<ForallOp>(op))
        visit(forall, absent);
      else if (auto where = dyn_cast<WhereOp>(op))
        for (Region *region : {&where.getProducer(), &where.getConsumer()})
          visit(region->front(), absent);
    }
  }

  void visit(ForallOp forall, const Absent &absent) {
    FailureOr<LoopPlan> plan = planner.plan(forall, absent);
    if (failed(plan))
      return;
    SmallVector<LatticePoint> points(plan->domain.getPoints());
    if (!plan->isMerge() && !points.empty())
      points.resize(1);
    for (const LatticePoint &point : points)
      for (const LatticePoint &here :
           plan->domain.getSubPoints(point.iterators)) {
        if (++count > most)
          return;
        Absent inside = absent;
        for (auto [number, stream] : llvm::enumerate(plan->streams))
          if (!(here.iterators >> number & 1))
            inside.insert(stream.access);
        visit(forall.getBlock(), inside);
      }
  }

  const LoopPlanner &planner;
  unsigned most, count = 0;
};
} // namespace

/// Rows of two matrices of which only what both have is visited are scattered
/// where they are about as long, for a processor foresees no merge of them.
/// Vectors, such as the nodes that a search of a graph has seen and those that
/// a step adds to them, differ in length by orders of magnitude, as rows of
/// two matrices may where only what both have is visited.
static const MergeForm *chooseForm(ForallOp forall,
                                   const LoopPlanner &planner) {
  for (const MergeForm *form : getMergeForms())
    if (whyNeverMerged(*form, forall, planner).empty())
      return form;
  return nullptr;
}

/// In branches, a processor that foresees these need not wait for coordinates
/// to be compared before it loads the next ones.
static VisitAttr makeMark(ForallOp forall, ArrayRef<Lookup> lookups,
                          bool branches, const MergeForm *form) {
  if (lookups.empty() && !branches && !form)
    return {};
  int64_t ratio = form ? int64_t(1) << cost::skippingShift : 0;
  return VisitAttr::get(forall.getContext(), lookups, branches,
                        form ? StringRef(form->name) : StringRef(), ratio,
                        form == &scatterForm ? cost::scatteredPlaces : 0,
                        form == &scatterForm ? cost::steppedRows : 0);
}

LogicalResult encke::decideVisits(KernelOp kernel, bool fewStored) {
  LoopPlanner planner(kernel);
  std::optional<bool> isLarge;
  WalkResult result = kernel.walk<WalkOrder::PreOrder>([&](ForallOp forall) {
    if (forall.getVisit() || forall.isDerived())
      return WalkResult::advance();
    FailureOr<LoopPlan> plan = planner.plan(forall);
    if (failed(plan))
      return WalkResult::interrupt();
    SmallVector<Lookup> lookups = chooseLookups(forall, *plan);
    if (VisitAttr mark = makeMark(forall, lookups, false, nullptr))
      forall.setVisitAttr(mark);
    const MergeForm *form =
        plan->isMerge() && !fewStored ? chooseForm(forall, planner) : nullptr;
    if (form && !isLarge)
      isLarge = CaseCounter(planner, cost::mostBodiesTwice)
                    .isTooMany(kernel.getBlock());
    if (form && *isLarge)
      form = nullptr;
    if (VisitAttr mark = makeMark(forall, lookups, plan->mayBranch(), form))
      forall.setVisitAttr(mark);
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
