//===- Streams.cpp - clauses about what sparse tensors store --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/ApplySchedule/Marks.h"

#include "dialects/CIN/Lengths.h"
#include "dialects/CIN/Plan.h"
#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Rewrites.h"
#include "dialects/CIN/RowModes.h"
#include "passes/CINToSCF/Loops/Merges.h"
#include "passes/Cost/SparseRows.h"
#include "passes/Decide/Decide.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

//===----------------------------------------------------------------------===//
// Merging and searching
//===----------------------------------------------------------------------===//

/// Of all streams but the first that cannot be spared.
static SmallVector<Lookup> lookUpMost(const LoopPlan &plan) {
  IteratorSet lookedUp = 0;
  // In a list one look tells.
  for (bool areLists : {true, false})
    for (unsigned number = plan.streams.size(); number-- != 0;) {
      IteratorSet more = lookedUp | IteratorSet(1) << number;
      if (plan.streams[number].isList == areLists &&
          plan.domain.isDrivenWithout(more))
        lookedUp = more;
    }
  SmallVector<Lookup> lookups;
  for (auto [place, number] : llvm::enumerate(plan.inTextOrder()))
    if (lookedUp >> number & 1) {
      Lookup &lookup = lookups.emplace_back();
      lookup.stream = static_cast<int64_t>(place);
      if (plan.streams[number].isList)
        lookup.how = Lookup::marks;
    }
  return lookups;
}

/// Marks the loop with how it goes along its streams, or says why it cannot.
static StringRef setVisit(ClauseAttr clause, ForallOp forall,
                          const LoopPlan &plan, const LoopPlanner &planner) {
  StringRef word = *getWord(clause);
  MLIRContext *context = forall.getContext();
  if (word == "lookup") {
    SmallVector<Lookup> lookups = lookUpMost(plan);
    if (lookups.empty())
      return "nothing can be looked up along the loop";
    forall.setVisitAttr(
        VisitAttr::get(context, lookups, false, StringRef(), 0));
    return "";
  }
  if (!plan.isMerge())
    return "the loop merges nothing";
  bool branches = plan.mayBranch();
  int64_t ratio = getNamedNumber(clause, "ratio")
                      .value_or(int64_t(1) << cost::skippingShift);
  int64_t most = getNamedNumber(clause, "most").value_or(cost::scatteredPlaces);
  const MergeForm *form = findMergeForm(word);
  if (!form && getNamedNumber(clause, "ratio"))
    return "only another form of a merge begins at a 'ratio'";
  int64_t shortRows =
      getNamedNumber(clause, "short").value_or(cost::steppedRows);
  if (form != &scatterForm && getNamedNumber(clause, "most"))
    return "only 'scatter' has room for 'most' coordinates";
  if (form != &scatterForm && getNamedNumber(clause, "short"))
    return "only 'scatter' leaves 'short' rows to 'merge'";
  StringRef why = form ? whyNeverMerged(*form, forall, planner) : "";
  if (why.empty() && (branches || form))
    forall.setVisitAttr(VisitAttr::get(
        context, ArrayRef<Lookup>(), branches, form ? word : StringRef(),
        form ? ratio : 0, form == &scatterForm ? most : 0,
        form == &scatterForm ? shortRows : 0));
  return why;
}

LogicalResult encke::applySearch(ClauseAttr clause, KernelOp kernel) {
  SmallVector<ForallOp> loops = findLoops(clause, kernel);
  if (*getWord(clause) == "lookup" && !clause.getNamed().empty())
    return refuse(clause) << "what is looked up has no arguments with names";
  // What was decided does not count, unless it is that.
  if (*getWord(clause) == "lookup" && llvm::any_of(loops, [](ForallOp loop) {
        std::optional<VisitAttr> visit = loop.getVisit();
        return visit && !visit->getLookups().empty();
      }))
    return success();
  for (ForallOp loop : loops)
    loop.removeVisitAttr();
  LoopPlanner planner(kernel);
  StringRef why = "the loop goes along one sparse tensor at most";
  bool isThere = false;
  for (ForallOp loop : loops) {
    FailureOr<LoopPlan> plan = planner.plan(loop);
    if (failed(plan))
      return failure();
    if (plan->streams.size() < 2)
      continue;
    why = setVisit(clause, loop, *plan, planner);
    isThere |= why.empty();
  }
  if (!isThere)
    return refuse(clause) << why;
  // How rows remember depends on whether they are only looked up.
  kernel.walk([](WhereOp where) {
    if (where.getMarks() == ListMarks::stamp)
      where.setMarks(ListMarks::branch);
  });
  decideListMarks(kernel);
  return success();
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

LogicalResult encke::applyAssemble(ClauseAttr clause, KernelOp kernel) {
  if (!isSparsePlace(kernel.getOutputArguments().front()))
    return refuse(clause) << "the result is dense";
  if (kernel.isOnePhase())
    return refuse(clause) << "what the result stores is known";
  if (*getWord(clause) == "count") {
    kernel.setAssemble(Assemble::count);
    return success();
  }
  StringRef why = whyNotBounded(kernel);
  if (!why.empty())
    return refuse(clause) << "how long the rows are is known only when they "
                             "are filled: use assemble(count)";
  kernel.setAssemble(Assemble::bound);
  return success();
}

/// The row workspaces along the label.
static SmallVector<WhereOp> findRows(StringRef label, KernelOp kernel) {
  SmallVector<WhereOp> rows;
  kernel.walk([&](WhereOp where) {
    if (isRow(where) &&
        llvm::any_of(
            where.getProducer().getArgument(0).getUsers(),
            [&](Operation *user) {
              auto assign = dyn_cast<AssignOp>(user);
              return assign &&
                     forallOf(assign.getIndices().front()).getLabel() == label;
            }))
      rows.push_back(where);
  });
  return rows;
}

LogicalResult encke::applyRenumber(ClauseAttr clause, KernelOp kernel) {
  StringRef label = getLabels(clause).front();
  SmallVector<WhereOp> rows = findRows(label, kernel);
  if (rows.empty())
    return refuse(clause) << "no row of a sparse result is collected along '"
                          << label << "'";
  // Where the program does not say it, however few coordinates there are.
  auto mark = RenumberAttr::get(kernel.getContext(),
                                getNamedNumber(clause, "size").value_or(1),
                                getNamedNumber(clause, "ratio").value_or(1));
  for (WhereOp where : rows) {
    std::optional<RowModes> row = RowModes::find(where);
    if (!row)
      return refuse(clause)
             << "something along '" << label
             << "' has all of its coordinates, or needs their true values";
    // Of rows along the same coordinates the first says it.
    for (WhereOp other : row->wheres)
      other.removeRenumberAttr();
    WhereOp(row->wheres.front()).setRenumberAttr(mark);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Rows of dense tensors
//===----------------------------------------------------------------------===//

LogicalResult encke::applyPrefetch(ClauseAttr clause, KernelOp kernel) {
  auto mark = PrefetchAttr::get(
      kernel.getContext(), *getNumber(clause),
      getNamedNumber(clause, "lines").value_or(cost::mostLines), 0, 0, 0);
  bool isThere = false;
  for (ForallOp loop : findLoops(clause, kernel))
    for (Operation *row : findRowsAlong(loop)) {
      isThere = true;
      llvm::TypeSwitch<Operation *>(row).Case<AccessOp, AssignOp>(
          [&](auto element) { element.setPrefetchAttr(mark); });
      moveToClause(row, clause);
    }
  if (!isThere)
    return refuse(clause) << "no rows of dense tensors are read in vectors at "
                             "coordinates that a sparse one stores along the "
                             "loop";
  // Who does not ask needs no two loops.
  bool asks = false;
  kernel.walk([&](AccessOp access) {
    asks |= access.getPrefetch() && access.getPrefetch()->getFar() != 0;
  });
  if (!asks)
    kernel.walk([](ForallOp forall) { forall.setTwice(false); });
  return success();
}
