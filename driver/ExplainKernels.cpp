//===- ExplainKernels.cpp - kernels of the stage cin, in words ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Explain.h"
#include "driver/ExplainNames.h"

#include "dialects/CIN/LevelOps.h"
#include "dialects/CIN/Plan.h"
#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Rewrites.h"
#include "dialects/CIN/RowModes.h"
#include "dialects/CIN/Sharing.h"
#include "passes/CINToSCF/Loops/Merges.h"
#include "passes/GuardPadding/Exact.h"
#include "passes/Schedule/Schedule.h"
#include "passes/Schedule/Versions.h"
#include "passes/Support/DeviceLoops.h"
#include "passes/Support/Places.h"
#include "passes/Support/TriangleParts.h"

#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using llvm::Twine;

namespace {

/// Puts one kernel into words.
class KernelReader {
public:
  KernelReader(KernelOp kernel, Names &names)
      : kernel(kernel), names(names), planner(kernel) {}

  std::vector<ExplainedStep> read() { return read(kernel.getBlock()); }

private:
  std::vector<ExplainedStep> read(Block &block);
  ExplainedStep read(ForallOp forall);
  ExplainedStep read(AssignOp assign);
  std::vector<ExplainedStep> read(WhereOp where);
  std::string describeRange(ForallOp forall, std::vector<std::string> &notes);
  void describeThreads(ForallOp forall, std::vector<std::string> &notes);
  static void describeVectors(ForallOp forall, std::vector<std::string> &notes);

  KernelOp kernel;
  Names &names;
  LoopPlanner planner;
};

} // namespace

/// "A", "A and B", "A, B and C"
static std::string join(ArrayRef<std::string> words, StringRef last) {
  std::string text;
  for (auto [number, word] : llvm::enumerate(words))
    text += (number == 0                  ? std::string()
             : number + 1 == words.size() ? (" " + last + " ").str()
                                          : ", ") +
            word;
  return text;
}

/// Which coordinates the loop visits, behind its label.
std::string KernelReader::describeRange(ForallOp forall,
                                        std::vector<std::string> &notes) {
  if (forall.getDiagonal())
    return " on the diagonal, if there is one";
  if (forall.isDerived()) {
    std::vector<std::string> around;
    for (Value index : forall.getGivenIndices())
      around.push_back(getLoopName(forallOf(index)));
    return " that " + join(around, "and") + " tell, if there is one";
  }
  std::string within;
  if (forall.getWithin())
    within = " in block " + getLoopName(forallOf(forall.getWithin())) +
             ", of " + std::to_string(*forall.getWidth());
  FailureOr<LoopPlan> plan = planner.plan(forall);
  if (failed(plan) || plan->domain.isEmpty() || plan->streams.empty())
    return within;
  std::vector<std::string> visited;
  bool isList = false;
  for (unsigned number : plan->inTextOrder()) {
    AccessOp access = plan->streams[number].access;
    std::string name = names.of(access.getTensor());
    if (!plan->isLookedUp(number)) {
      isList |= plan->streams[number].isList;
      if (!llvm::is_contained(visited, name))
        visited.push_back(name);
      continue;
    }
    notes.push_back(names.ofElement(access.getTensor(), access.getIndices()) +
                    " is looked up");
  }
  if (plan->domain.isUniverse())
    return within + ", with what " + join(visited, "and") + " stores there";
  if (visited.size() == 1 && isList)
    return " that was assigned in " + visited.front() + within;
  bool isBoth = plan->domain.getPoints().size() == 1;
  std::string where =
      " that " + join(visited, isBoth ? "and" : "or") +
      (visited.size() > 1 && isBoth ? " both store" : " stores");
  if (visited.size() > 1) {
    std::optional<VisitAttr> visit = forall.getVisit();
    const MergeForm *form = visit ? findMergeForm(visit->getForm()) : nullptr;
    notes.push_back(form ? ("merged: " + form->near + "; where one is " +
                            Twine(visit->getRatio()) + " times as long, " +
                            form->far)
                               .str()
                         : "merged step by step");
  }
  return where + within;
}

void KernelReader::describeThreads(ForallOp forall,
                                   std::vector<std::string> &notes) {
  if (auto kernel = dyn_cast<KernelOp>(forall->getParentOp())) {
    if (kernel.getDevice())
      return notes.push_back("a thread of the device has each");
    if (auto why = kernel->getAttrOfType<StringAttr>(hostAttribute))
      notes.push_back(("on the host, since " + why.getValue()).str());
  }
  if (!forall.getParallel())
    return;
  Sharing sharing = Sharing::of(forall);
  std::string how =
      sharing.byElements
          ? "threads share it in parts of equally many elements"
          : "threads share it in parts of equally many iterations";
  if (sharing.deal)
    how += ", dealt beforehand";
  if (sharing.share == Share::copy)
    how += "; each adds to a copy of the result, and the copies are added up";
  if (sharing.share == Share::owner)
    how += "; each has elements of the result of its own, or a copy of it";
  if (sharing.share == Share::pieces)
    how += "; long rows are added up in pieces";
  notes.push_back(how);
}

void KernelReader::describeVectors(ForallOp forall,
                                   std::vector<std::string> &notes) {
  auto note = [&](const Twine &text) { notes.push_back(text.str()); };
  if (std::optional<uint64_t> width = forall.getVector(); width && *width > 1)
    note("in vectors of " + Twine(*width));
  if (std::optional<uint64_t> registers = forall.getRegisters())
    note((*registers == 1 ? Twine("one vector stays")
                          : Twine(*registers) + " vectors stay") +
         " in registers across the loop around");
  if (std::optional<uint64_t> sums = forall.getSums(); sums && *sums > 1)
    note(Twine(*sums) + " sums take turns");
  if (std::optional<uint64_t> unroll = forall.getUnroll())
    note(Twine(*unroll) + " iterations at once");
  if (std::optional<uint64_t> few = forall.getFew())
    note("rows of up to " + Twine(*few) + " elements one by one");
  if (std::optional<FarAttr> far = forall.getFar())
    note("rows of more than " + Twine(far->getRow()) +
         " elements of a large tensor are gathered and fetched ahead");
  if (forall.getUneven())
    note("another way where the lengths of rows cannot be foreseen");
  if (std::optional<JamAttr> jam = forall.getJam())
    note(Twine(jam->getRows()) + " rows at once are multiplied by the matrix");
}

ExplainedStep KernelReader::read(ForallOp forall) {
  ExplainedStep step;
  step.label = getLoopName(forall);
  std::vector<std::string> notes;
  step.what = "for each " + step.label + describeRange(forall, notes);
  describeThreads(forall, step.notes);
  describeVectors(forall, step.notes);
  llvm::append_range(step.notes, notes);
  step.inside = read(forall.getBlock());
  return step;
}

static StringRef getSign(Reduction reduction) {
  return reduction == Reduction::none ? "=" : stringifyReduction(reduction);
}

ExplainedStep KernelReader::read(AssignOp assign) {
  ExplainedStep step;
  std::string value = names.ofValue(assign.getValue());
  step.what = names.ofElement(assign.getTensor(), assign.getIndices()) + " " +
              getSign(assign.getReduction()).str() + " " + value;
  assign->getBlock()->walk([&](AccessOp access) {
    if (access->getBlock() != assign->getBlock())
      return;
    if (std::optional<PrefetchAttr> prefetch = access.getPrefetch())
      step.notes.push_back(
          "rows of " + names.of(access.getTensor()) + " are asked for " +
          std::to_string(prefetch->getAhead()) +
          " iterations before their turn" +
          (prefetch->getFar() ? ", where they come from far" : ""));
  });
  return step;
}

std::vector<ExplainedStep> KernelReader::read(WhereOp where) {
  RankedTensorType type = where.getWorkspaceType().getTensor();
  ExplainedStep fill;
  std::string name = names.of(where.getProducer().getArgument(0));
  std::string kind =
      type.getRank() == 0                    ? "a number"
      : where.getMarks() == ListMarks::stamp ? "a row that is looked up"
      : where.getMarks() == ListMarks::gather
          ? "a row that is read where the result stores"
      : where.getMarks() == ListMarks::hash ? "a hash table of what is assigned"
      : where.getMarks() == ListMarks::sorted
          ? "a sorted list of what is assigned"
      : type.getEncoding() && !isRow(where)
          ? "a row of blocks that lists which were assigned"
      : where.getUnsorted() ? "a row that lists what was assigned as it came"
      : type.getEncoding()  ? "a row that lists what was assigned"
                            : (type.getRank() == 1 ? "a row" : "a block");
  fill.what = name + ", " + kind + ", is made:";
  fill.inside = read(where.getProducer().front());
  std::vector<ExplainedStep> steps = {fill};
  llvm::append_range(steps, read(where.getConsumer().front()));
  return steps;
}

std::vector<ExplainedStep> KernelReader::read(Block &block) {
  std::vector<ExplainedStep> steps;
  for (Operation &op : block)
    llvm::TypeSwitch<Operation *>(&op)
        .Case([&](ForallOp forall) { steps.push_back(read(forall)); })
        .Case([&](AssignOp assign) { steps.push_back(read(assign)); })
        .Case([&](WhereOp where) { llvm::append_range(steps, read(where)); });
  return steps;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// What stands around the kernels of a function.
static void readOther(Operation &op, Names &names, ExplainedKernel &into) {
  if (auto convert = dyn_cast<sparse_tensor::ConvertOp>(op)) {
    auto type = cast<RankedTensorType>(convert.getType());
    auto part = convert->getAttrOfType<StringAttr>(partAttribute);
    StringRef what = !part                         ? ""
                     : part.strref() == "diagonal" ? "the diagonal of "
                                                   : "one triangle of ";
    auto why = convert->getAttrOfType<StringAttr>(whyAttribute);
    into.before.push_back(what.str() + names.of(convert.getSource()) +
                          " is converted to " + getFormatName(type) +
                          (why ? ": " + why.str() : ""));
  } else if (isa<GemmOp>(op)) {
    into.steps.push_back({"products of matrices, by a library", "", {}, {}});
  } else if (isa<TransposeOp>(op)) {
    into.steps.push_back({"a transposition", "", {}, {}});
    into.transposes = true;
  } else if (isa<MergeLevelsOp>(op)) {
    into.before.push_back("the loop runs over what is stored, whatever its "
                          "coordinates are");
  } else if (isa<LargestOp>(op)) {
    into.before.push_back("it is asked whether dense operands are finite");
  }
}

/// The orders that were thought of.
static void readOrders(KernelOp kernel, ExplainedKernel &into) {
  auto orders = kernel->getAttrOfType<ArrayAttr>(ordersAttribute);
  if (!orders)
    return;
  into.orders.clear();
  into.streams = kernel->hasAttr(streamsAttribute);
  for (auto order : orders.getAsRange<DictionaryAttr>()) {
    ExplainedOrder &explained = into.orders.emplace_back();
    auto cycles = order.getAs<FloatAttr>("cycles");
    auto cost = cycles ? cycles : order.getAs<FloatAttr>("visits");
    explained.order = order.getAs<StringAttr>("order").str();
    explained.cost = cost.getValueAsDouble();
    explained.isInCycles = bool(cycles);
    for (auto name :
         order.getAs<ArrayAttr>("converts").getAsRange<StringAttr>())
      explained.converted.push_back(name.str());
    explained.isChosen = order.getAs<BoolAttr>("chosen").getValue();
  }
}

/// Of a loop over what is stored, the tensor that stores it.
static RankedTensorType getStoredType(KernelOp kernel, BlockArgument place) {
  Value tensor = kernel.getOperandOf(place);
  if (auto merged = tensor.getDefiningOp<MergeLevelsOp>())
    return cast<RankedTensorType>(merged->getOperand(0).getType());
  if (auto shared = tensor.getDefiningOp<ShareLevelsOp>())
    return cast<RankedTensorType>(shared->getResult(0).getType());
  return cast<PlaceType>(place.getType()).getTensor();
}

static void readKernel(KernelOp kernel, Names &names, ExplainedKernel &into) {
  auto add = [](std::vector<ExplainedTensor> &tensors, ExplainedTensor more) {
    if (llvm::none_of(tensors, [&](const ExplainedTensor &tensor) {
          return tensor.name == more.name && tensor.format == more.format;
        }))
      tensors.push_back(std::move(more));
  };
  for (BlockArgument place : kernel.getBlock().getArguments()) {
    bool isInput = place.getArgNumber() < kernel.getInputs().size();
    add(isInput ? into.operands : into.results,
        {names.of(place), getFormatName(getStoredType(kernel, place))});
  }
  kernel.walk([&](AssignOp assign) {
    std::string place = getPlace(assign.getLoc());
    if (!place.empty() && !llvm::is_contained(into.fused, place))
      into.fused.push_back(place);
  });
  readOrders(kernel, into);
  if (kernel.getSymbolic())
    into.before.push_back("only what the result stores is found out");
  if (kernel.getNumeric())
    into.before.push_back("what the result stores is known");
  if (isSparsePlace(kernel.getOutputArguments().front()) &&
      !kernel.isOnePhase())
    into.before.push_back(kernel.getAssemble() == Assemble::bound
                              ? "memory for the result comes from a bound, "
                                "and is cut at the end"
                              : "what the result stores is counted first");
  llvm::append_range(into.steps, KernelReader(kernel, names).read());
  std::string why;
  std::vector<std::string> clauses = findClauses(kernel, names, why);
  // The last nest is that of the statement; those before set what it adds to.
  if (!clauses.empty()) {
    into.clauses = clauses;
    into.inexpressible = why;
  }
}

static ExplainedKernel readFunction(func::CallOp call, func::FuncOp function,
                                    Names &names) {
  names.enter(call, function);
  ExplainedKernel explained;
  if (auto way = function->getAttrOfType<StringAttr>(otherWayAttribute)) {
    explained.isOtherWay = true;
    explained.before.push_back(way.str());
  }
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto kernel = dyn_cast<KernelOp>(op)) {
      readKernel(kernel, names, explained);
      return WalkResult::skip();
    }
    readOther(*op, names, explained);
    return WalkResult::advance();
  });
  llvm::erase(explained.fused, getPlace(call.getLoc()));
  explained.isExact =
      isSeldomCalled(function.getBody().front().getTerminator());
  return explained;
}

void encke::explainKernels(ModuleOp module, Explanation &explanation) {
  Names names;
  SymbolTable symbols(module);
  module.walk([&](func::CallOp call) {
    auto function = symbols.lookup<func::FuncOp>(call.getCallee());
    if (!function || !function->hasAttr("encke.kernel"))
      return;
    ExplainedKernel kernel = readFunction(call, function, names);
    // Of several statements, with the last one.
    std::string place = getPlace(call.getLoc());
    for (ExplainedStatement &statement : explanation)
      if (statement.place == place)
        return statement.kernels.push_back(std::move(kernel));
  });
}
