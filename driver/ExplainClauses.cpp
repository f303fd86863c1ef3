//===- ExplainClauses.cpp - a kernel as the clauses of a schedule ---------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/ExplainNames.h"

#include "dialects/CIN/BlockRow.h"
#include "dialects/CIN/LevelOps.h"
#include "dialects/CIN/Plan.h"
#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Rewrites.h"
#include "dialects/CIN/Sharing.h"
#include "passes/Support/TriangleParts.h"

#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using llvm::Twine;

namespace {

/// Goes down to where a kernel computes most: the last statement of each block,
/// and what fills a workspace.
class ClauseFinder {
public:
  ClauseFinder(KernelOp kernel, Names &names)
      : kernel(kernel), names(names), planner(kernel) {}

  std::vector<std::string> run(std::string &why);

private:
  void descend(Block &block);
  void addLoop(ForallOp loop);
  void addSearch(ForallOp loop, StringRef label);
  std::string findSymmetric();
  void addConversions();
  std::vector<std::string> findMergedLabels();
  void add(const Twine &clause) { clauses.push_back(clause.str()); }

  KernelOp kernel;
  Names &names;
  LoopPlanner planner;
  std::vector<std::string> clauses, workspaces;
  SmallVector<ForallOp> loops;
  std::string why;
};

} // namespace

/// How many loops are inside of each other.
static unsigned countLoops(Region &region) {
  unsigned most = 0;
  region.walk([&](ForallOp forall) {
    unsigned depth = 1;
    for (Operation *op = forall->getParentOp();
         op && region.isProperAncestor(op->getParentRegion());
         op = op->getParentOp())
      depth += isa<ForallOp>(op);
    most = std::max(most, depth);
  });
  return most;
}

void ClauseFinder::descend(Block &block) {
  Operation *last = nullptr;
  for (Operation &op : block)
    if (isa<ForallOp, WhereOp>(op))
      last = &op;
  if (auto forall = dyn_cast_if_present<ForallOp>(last)) {
    loops.push_back(forall);
    descend(forall.getBlock());
  } else if (auto where = dyn_cast_if_present<WhereOp>(last)) {
    // A row of an operand is put into a workspace in front of the loops.
    if (countLoops(where.getConsumer()) > countLoops(where.getProducer()))
      return descend(where.getConsumer().front());
    RankedTensorType type = where.getWorkspaceType().getTensor();
    // Of a sum of many, the policy alone makes one.
    Block &producer = where.getProducer().front();
    bool hasTerms = llvm::count_if(producer, [](Operation &op) {
                      return isa<ForallOp>(op);
                    }) > 1;
    if ((type.getRank() == 1 || where.isKeyed()) && !hasTerms &&
        !BlockRow::find(where)) {
      // Its loop is the one that the producer's assignments name.
      where.getProducer().walk([&](AssignOp assign) {
        if (assign.getTensor() == where.getProducer().getArgument(0) &&
            workspaces.empty()) {
          SmallVector<std::string> labels;
          for (Value index : assign.getIndices())
            labels.push_back(getLoopName(forallOf(index)));
          workspaces.push_back(
              llvm::join(labels, ", ") +
              (where.isKeyed()
                   ? ", " + stringifyListMarks(where.getMarks()).str()
                   : ""));
        }
      });
    }
    descend(where.getProducer().front());
  }
}

void ClauseFinder::addSearch(ForallOp loop, StringRef label) {
  FailureOr<LoopPlan> plan = planner.plan(loop);
  if (failed(plan) || plan->streams.size() < 2)
    return;
  std::optional<VisitAttr> visit = loop.getVisit();
  if (visit && !visit->getForm().empty())
    add("search(" + label + ", " + visit->getForm() + ")");
  else if (visit && !visit->getLookups().empty())
    add("search(" + label + ", lookup)");
  else if (plan->isMerge())
    add("search(" + label + ", merge)");
}

void ClauseFinder::addLoop(ForallOp loop) {
  std::string label = getLoopName(loop);
  if (loop.getParallel()) {
    Sharing sharing = Sharing::of(loop);
    add("parallel(" + label +
        (sharing.byElements ? ", nnz)"
         : sharing.deal     ? ", static)"
                            : ")"));
  }
  auto number = [&](StringRef clause, std::optional<uint64_t> value) {
    if (value && *value > 1)
      add(clause + "(" + label + ", " + Twine(*value) + ")");
  };
  number("vectorize", loop.getVector());
  number("registers", loop.getRegisters());
  number("sums", loop.getSums());
  number("unroll", loop.getUnroll());
  if (std::optional<JamAttr> jam = loop.getJam())
    number("jam", uint64_t(jam->getRows()));
  addSearch(loop, label);
}

/// The matrix of which the kernel multiplies one part; empty without one.
std::string ClauseFinder::findSymmetric() {
  for (auto [input, place] :
       llvm::zip(kernel.getInputs(), kernel.getInputArguments()))
    if (Operation *op = input.getDefiningOp(); op && op->hasAttr(partAttribute))
      return names.of(place);
  return {};
}

/// Of operands that were converted in front of the kernel.
void ClauseFinder::addConversions() {
  for (auto [input, place] :
       llvm::zip(kernel.getInputs(), kernel.getInputArguments())) {
    auto convert = input.getDefiningOp<sparse_tensor::ConvertOp>();
    if (!convert)
      continue;
    // Of several elements of a tensor, the one that is meant.
    std::string name = names.of(place);
    unsigned others =
        llvm::count_if(kernel.getInputArguments(), [&](BlockArgument other) {
          return names.of(other) == name;
        });
    if (others > 1)
      kernel.walk([&, place = place](AccessOp access) {
        if (access.getTensor() == place)
          name = names.ofElement(place, access.getIndices());
      });
    add("convert(" + name + ", " +
        getFormatName(cast<RankedTensorType>(convert.getType())) + ")");
  }
}

/// The labels of the loops that one over positions took the place of (its own
/// label is theirs, joined); none where that does not tell.
std::vector<std::string> ClauseFinder::findMergedLabels() {
  for (Value input : kernel.getInputs())
    if (auto merged = input.getDefiningOp<MergeLevelsOp>()) {
      SmallVector<StringRef> labels;
      StringRef(getLoopName(loops.front())).split(labels, '_');
      if (labels.size() == merged.getLevels())
        return {labels.begin(), labels.end()};
    }
  return {};
}

std::vector<std::string> ClauseFinder::run(std::string &reason) {
  descend(kernel.getBlock());
  if (loops.empty())
    return {};
  if (std::string matrix = findSymmetric(); !matrix.empty())
    return {"symmetric(" + matrix + ")"};
  addConversions();
  bool isSerial =
      llvm::none_of(loops, [](ForallOp loop) { return loop.getParallel(); });
  SmallVector<std::string> order;
  for (ForallOp loop : loops) {
    if (loop.getWithin() || loop.isDerived())
      reason = "loops over blocks, diagonals and other levels cannot be named "
               "in a program";
    else if (!loop.getLabel() || llvm::is_contained(order, *loop.getLabel()))
      reason = "the loops have no labels of their own";
    order.push_back(getLoopName(loop));
  }
  if (llvm::any_of(kernel.getInputs(), [](Value input) {
        return input.getDefiningOp<MergeLevelsOp>() != nullptr;
      })) {
    std::vector<std::string> merged = findMergedLabels();
    if (merged.empty())
      reason = "the loop over what is stored has no labels of its own";
    add("positions(" + llvm::join(merged, ", ") + ")");
    if (isSerial)
      add("serial");
    return clauses;
  }
  add("order(" + llvm::join(order, ", ") + ")");
  for (const std::string &label : workspaces)
    add("workspace(" + label + ")");
  if (isSerial)
    add("serial");
  for (ForallOp loop : loops)
    addLoop(loop);
  if (isSparsePlace(kernel.getOutputArguments().front()) &&
      !kernel.isOnePhase())
    add(kernel.getAssemble() == Assemble::bound ? "assemble(bound)"
                                                : "assemble(count)");
  kernel.walk([&](AccessOp access) {
    std::optional<PrefetchAttr> prefetch = access.getPrefetch();
    ForallOp along;
    for (Value index : access.getIndices().drop_back(prefetch ? 1 : 0))
      along = forallOf(index);
    // Where it is asked first, no clause says the same.
    if (prefetch && along && prefetch->getFar() == 0)
      add("prefetch(" + getLoopName(along) + ", " +
          Twine(prefetch->getAhead()) + ")");
  });
  return clauses;
}

std::vector<std::string> encke::findClauses(KernelOp kernel, Names &names,
                                            std::string &why) {
  return ClauseFinder(kernel, names).run(why);
}
