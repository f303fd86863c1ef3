//===- FuseKernels.cpp - compute a tensor where the next kernel reads it --===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/CodeSize.h"
#include "passes/FuseKernels/Fusion.h"
#include "passes/FuseKernels/Guards.h"
#include "passes/MergeLevels/Candidate.h"
#include "passes/MergeLevels/PatternOrigins.h"
#include "passes/Support/Clock.h"
#include "passes/Support/FunctionCalls.h"

#include "dialects/CIN/CINDialect.h"
#include "dialects/CIN/Fills.h"
#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Reductions.h"
#include "dialects/CIN/Rewrites.h"
#include "dialects/CIN/Schedule.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/Pass.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_FUSEKERNELS
#include "passes/FuseKernels/FuseKernels.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::cin;

namespace {

/// The kernels that are called once. Found once for all, since to look for the
/// uses of one is to walk through the module.
class Kernels {
public:
  explicit Kernels(ModuleOp module);

  /// The function that is called here and nowhere else, if it is a kernel.
  func::FuncOp get(func::CallOp call) const {
    return byName.lookup(call.getCalleeAttr().getAttr());
  }
  /// The fused one has the name of the second.
  void replace(StringAttr first, StringAttr second, func::FuncOp fused) {
    byName.erase(first);
    byName[second] = fused;
  }

private:
  llvm::DenseMap<StringAttr, func::FuncOp> byName;
};

} // namespace

static bool isKernel(func::FuncOp function) {
  return function->hasAttr("encke.kernel") && !function.isExternal() &&
         llvm::hasSingleElement(function.getBody());
}

Kernels::Kernels(ModuleOp module) {
  FunctionCalls calls(module);
  auto hasOneCall = [&](func::FuncOp function) {
    std::optional<ArrayRef<func::CallOp>> found = calls.of(function);
    return found && found->size() == 1;
  };
  for (auto function : module.getOps<func::FuncOp>())
    if (isKernel(function) && hasOneCall(function))
      byName[function.getSymNameAttr()] = function;
}

/// The loops around everything that is done in the block, outermost first, up
/// to the one of which a SIMD step covers several iterations.
static SmallVector<ForallOp> getOuterLoops(Block *block) {
  SmallVector<ForallOp> loops;
  while (llvm::hasSingleElement(*block)) {
    auto loop = dyn_cast<ForallOp>(block->front());
    if (!loop || loop.getRegisters())
      break;
    loops.push_back(loop);
    if (loop.getVector())
      break;
    block = &loop.getBlock();
  }
  return loops;
}

/// How the assignments of a nest to its output combine, if all do alike. What
/// is subtracted is added.
static std::optional<Reduction> getReduction(KernelOp nest) {
  std::optional<Reduction> common;
  for (Operation *user : nest.getOutputArguments().front().getUsers()) {
    auto assign = dyn_cast<cin::AssignOp>(user);
    if (!assign)
      return std::nullopt;
    Reduction reduction = getCollecting(assign.getReduction());
    if (common && *common != reduction)
      return std::nullopt;
    common = reduction;
  }
  return common;
}

static bool isDense(KernelOp nest) {
  return llvm::none_of(nest->getOperands(), [](Value operand) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    return type && type.getEncoding();
  });
}

/// Each element is set once, in a nest of loops along all its dimensions, to
/// what is computed of dense tensors.
static bool isElementwise(KernelOp fill) {
  SmallVector<ForallOp> loops;
  Block *block = &fill.getBlock();
  while (llvm::hasSingleElement(*block)) {
    auto loop = dyn_cast<ForallOp>(block->front());
    if (!loop || loop.getWithin() || loop.isDerived())
      break;
    loops.push_back(loop);
    block = &loop.getBlock();
  }
  auto isSet = [&](cin::AssignOp assign) {
    return assign.getReduction() == Reduction::none &&
           assign.getIndices().size() == loops.size() &&
           llvm::all_of(llvm::zip(loops, assign.getIndices()), [](auto both) {
             auto [loop, index] = both;
             return ForallOp(loop).getIndex() == index;
           });
  };
  return isDense(fill) && fill.getOutputs().size() == 1 &&
         llvm::all_of(*block, [&](Operation &op) {
           auto assign = dyn_cast<cin::AssignOp>(op);
           return assign ? &op == &block->back() && isSet(assign)
                         : op.getNumRegions() == 0;
         });
}

/// A workspace starts as what a reduction leaves as it is where the nest
/// accumulates, and need not start as anything where it sets. What elements
/// start as instead is combined with it.
static bool becomeWorkspace(Producer &producer) {
  std::optional<Reduction> reduction = getReduction(producer.nest);
  if (producer.nest.getFromIdentity())
    return reduction && *reduction != Reduction::none;
  if (!reduction || !producer.fill)
    return reduction == Reduction::none;
  if (isElementwise(producer.fill))
    producer.intoStart = *reduction;
  return producer.intoStart != Reduction::none;
}

static std::optional<Producer> matchProducer(func::CallOp call,
                                             const Kernels &kernels) {
  Producer producer;
  producer.call = call;
  producer.function = kernels.get(call);
  if (!producer.function || call.getNumResults() != 1)
    return std::nullopt;
  Operation *end = producer.function.getBody().front().getTerminator();
  producer.nest = end->getOperand(0).getDefiningOp<KernelOp>();
  if (!producer.nest || producer.nest.getOutputs().size() != 1 ||
      !producer.nest->hasOneUse())
    return std::nullopt;
  producer.start = producer.nest.getOutputs().front();
  producer.fill = producer.start.getDefiningOp<KernelOp>();
  if (producer.fill) {
    if (llvm::any_of(producer.fill->getUsers(), [&](Operation *user) {
          return user != producer.nest && !isa<tensor::DimOp>(user);
        }))
      return std::nullopt;
    producer.start = producer.fill.getOutputs().front();
  }
  bool isParameter = isa<BlockArgument>(producer.start);
  if (!isParameter && !producer.start.getDefiningOp<tensor::EmptyOp>())
    return std::nullopt;
  // The caller gives a buffer that is for nothing else.
  if (isParameter) {
    Value buffer =
        call.getOperand(cast<BlockArgument>(producer.start).getArgNumber());
    if (!buffer.getDefiningOp<bufferization::AllocTensorOp>() ||
        !buffer.hasOneUse())
      return std::nullopt;
  }
  if (!becomeWorkspace(producer))
    return std::nullopt;
  producer.loops = getOuterLoops(&producer.nest.getBlock());
  return producer;
}

/// What a nest does with a number, or a tensor, that all its loops collect.
static SmallVector<WhereOp> getCollectors(KernelOp nest) {
  SmallVector<WhereOp> collectors;
  Block *block = &nest.getBlock();
  while (llvm::hasSingleElement(*block)) {
    auto where = dyn_cast<WhereOp>(block->front());
    if (!where || where.getConsumer()
                      .walk([](ForallOp) { return WalkResult::interrupt(); })
                      .wasInterrupted())
      break;
    collectors.push_back(where);
    block = &where.getProducer().front();
  }
  return collectors;
}

/// The kernel that alone reads the tensor; besides, its sizes may be asked for.
static std::optional<Consumer> matchConsumer(Value tensor,
                                             const Kernels &kernels) {
  Consumer consumer;
  for (OpOperand &use : tensor.getUses()) {
    if (isa<tensor::DimOp>(use.getOwner()))
      continue;
    auto call = dyn_cast<func::CallOp>(use.getOwner());
    if (!call || consumer.call ||
        call->getBlock() != tensor.getDefiningOp()->getBlock())
      return std::nullopt;
    consumer.call = call;
    consumer.function = kernels.get(call);
    if (!consumer.function)
      return std::nullopt;
    consumer.parameter = consumer.function.getArgument(use.getOperandNumber());
  }
  if (!consumer.call)
    return std::nullopt;
  for (OpOperand &use : consumer.parameter.getUses()) {
    if (isa<tensor::DimOp>(use.getOwner()))
      continue;
    auto nest = dyn_cast<KernelOp>(use.getOwner());
    if (!nest || consumer.nest ||
        use.getOperandNumber() >= nest.getInputs().size() ||
        nest->getBlock() != &consumer.function.getBody().front())
      return std::nullopt;
    consumer.nest = nest;
    consumer.place = nest.getInputArguments()[use.getOperandNumber()];
  }
  if (!consumer.nest || consumer.nest.getOutputs().size() != 1)
    return std::nullopt;
  consumer.collectors = getCollectors(consumer.nest);
  consumer.loops =
      getOuterLoops(consumer.collectors.empty()
                        ? &consumer.nest.getBlock()
                        : &consumer.collectors.back().getProducer().front());
  return consumer;
}

/// The indices with which each of the place's users reads or writes it.
template <typename Op>
static bool startWith(Value place, ArrayRef<ForallOp> loops) {
  return llvm::all_of(place.getUsers(), [&](Operation *user) {
    auto op = dyn_cast<Op>(user);
    if (!op || op.getIndices().size() < loops.size())
      return false;
    return llvm::all_of(llvm::enumerate(loops), [&](auto entry) {
      ForallOp loop = entry.value();
      return op.getIndices()[entry.index()] == loop.getIndex();
    });
  });
}

static bool hasLoop(ForallOp loop) {
  return loop.getBody()
      .walk([](ForallOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// Two SIMD loops with nothing but operations in them become one. A SIMD loop
/// gives up its steps for one of dense tensors with loops inside, beside which
/// it is little; the loops of sparse rows would lose more (passes/Vectorize).
static bool canShareSteps(ForallOp first, ForallOp second, bool areDense) {
  if (!first.getVector() && !second.getVector())
    return true;
  if (first.getVector() && second.getVector())
    return first.getVector() == second.getVector() && !hasLoop(first) &&
           !hasLoop(second);
  ForallOp other = first.getVector() ? second : first,
           steps = first.getVector() ? first : second;
  return areDense && hasLoop(other) && !hasLoop(steps);
}

/// How many loops both nests can share: each element is computed in the
/// iteration that reads it, and in no other.
static unsigned countShared(const Producer &producer,
                            const Consumer &consumer) {
  Value made = KernelOp(producer.nest).getOutputArguments().front();
  unsigned shared = 0,
           most = std::min(producer.loops.size(), consumer.loops.size());
  bool areDense = isDense(producer.nest) && isDense(consumer.nest);
  while (
      shared < most &&
      canShareSteps(producer.loops[shared], consumer.loops[shared], areDense) &&
      startWith<cin::AssignOp>(
          made, ArrayRef(producer.loops).take_front(shared + 1)) &&
      startWith<cin::AccessOp>(consumer.place,
                               ArrayRef(consumer.loops).take_front(shared + 1)))
    ++shared;
  return shared;
}

/// The accesses of sparse tensors that decide which coordinates the shared
/// loops visit.
static unsigned countSparse(KernelOp nest, ArrayRef<ForallOp> loops,
                            Value except) {
  unsigned count = 0;
  nest.walk([&](cin::AccessOp access) {
    bool isSparse = bool(cast<PlaceType>(access.getTensor().getType())
                             .getTensor()
                             .getEncoding());
    count += isSparse && access.getTensor() != except &&
             llvm::any_of(loops, [&](ForallOp loop) {
               return llvm::is_contained(access.getIndices(), loop.getIndex());
             });
  });
  return count;
}

/// A loop over several sparse tensors has code for each set of them that may be
/// present (see ta-normalize): one that two kernels share must not have more.
static bool mergeLittle(const Producer &producer, const Consumer &consumer,
                        unsigned shared) {
  return countSparse(producer.nest, ArrayRef(producer.loops).take_front(shared),
                     {}) +
             countSparse(consumer.nest,
                         ArrayRef(consumer.loops).take_front(shared),
                         consumer.place) <=
         cost::mostShared;
}

/// A register does not say that it was not assigned: what a sparse tensor does
/// not store is a zero in it, which must make no difference.
static bool takesZeros(const Consumer &consumer) {
  WalkResult result = KernelOp(consumer.nest).walk([&](Operation *op) {
    if (isa<KernelOp, ForallOp, WhereOp>(op))
      return WalkResult::advance();
    bool isProduct = isa<arith::MulFOp, arith::MulIOp, complex::MulOp>(op);
    bool reads = llvm::any_of(op->getOperands(), [&](Value operand) {
      auto access = operand.getDefiningOp<cin::AccessOp>();
      return access && access.getTensor() == consumer.place;
    });
    auto assign = dyn_cast<cin::AssignOp>(op);
    bool adds = !assign || assign.getReduction() == Reduction::add ||
                assign.getReduction() == Reduction::sub;
    return op->getNumRegions() == 0 && adds && (isProduct || !reads)
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  return !result.wasInterrupted();
}

/// A dense tensor stores everything, also where the producer skips what a
/// sparse one lacks: unless that changes nothing in the consumer, the workspace
/// is filled.
static bool needsFilling(Producer &producer, const Consumer &consumer) {
  Reduction reduction = *getReduction(producer.nest);
  if (reduction == Reduction::none)
    reduction = Reduction::add; // from zero
  return !skipsNothing(producer.nest.getBody()) &&
         (producer.intoStart != Reduction::none ||
          !ignoresIdentity(consumer.place, reduction));
}

/// A filled register is read at each coordinate, so that a loop along a sparse
/// level would have to visit all of them one by one, unless another sparse
/// tensor says which. To make the dense tensor takes less.
static bool visitsFew(const Producer &producer, const Consumer &consumer,
                      unsigned shared) {
  ArrayRef<ForallOp> last(consumer.loops[shared - 1]);
  return !visitsAll(producer.loops[shared - 1]) &&
         countSparse(consumer.nest, last, consumer.place) == 0;
}

/// What is left of the tensor is a register or, of a dense one, a row.
static bool leavesLittle(RankedTensorType type, unsigned shared) {
  int64_t left = type.getRank() - shared;
  return shared != 0 && (left == 0 || (left == 1 && !type.getEncoding()));
}

/// The sizes of the tensor in between, from elsewhere: it will not be there.
static bool replaceSizes(const Producer &producer) {
  func::CallOp call = producer.call;
  auto parameter = dyn_cast<BlockArgument>(producer.start);
  for (Operation *user : llvm::make_early_inc_range(call->getUsers())) {
    auto dim = dyn_cast<tensor::DimOp>(user);
    if (!dim)
      continue;
    std::optional<int64_t> mode = dim.getConstantIndex();
    if (!mode || !parameter)
      return false;
    OpBuilder builder(dim);
    auto buffer = call.getOperand(parameter.getArgNumber())
                      .getDefiningOp<bufferization::AllocTensorOp>();
    dim.replaceAllUsesWith(buffer.getDynamicSize(builder, *mode));
    dim.erase();
  }
  return true;
}

/// A sparse tensor that is the same in each round of a loop is made once
/// (cin-hoist-invariants), which is less work than to make its elements where
/// they are read.
static bool isMadeOnce(func::CallOp call, RankedTensorType type) {
  Operation *loop = call->getParentOp();
  return type.getEncoding() && isa<scf::ForOp, scf::WhileOp>(loop) &&
         llvm::none_of(call.getOperands(), [&](Value operand) {
           return loop->isAncestor(operand.getParentBlock()->getParentOp());
         });
}

/// What is computed of tensors that store the same places is so over positions
/// (cin-merge-levels), by a loop over an array. Inside of another nest the
/// loops would have to find equal coordinates.
static bool goesAlongTwins(KernelOp nest) {
  unsigned sparse = llvm::count_if(nest.getInputs(), [](Value input) {
    return bool(cast<RankedTensorType>(input.getType()).getEncoding());
  });
  if (sparse < 2)
    return false;
  PatternOrigins origins(nest->getParentOfType<ModuleOp>());
  std::optional<MergeCandidate> candidate = matchCandidate(nest, &origins);
  return candidate && !candidate->twins.empty() && candidate->canMerge();
}

/// The program says that the kernels stay apart, or something about the loops
/// of one of them, and not that they be one.
static bool stayApart(const Producer &producer, const Consumer &consumer) {
  ScheduleAttr first = getSchedule(producer.nest),
               second = getSchedule(consumer.nest);
  if (findClause(second, "separate"))
    return true;
  return (isAboutLoops(first) || isAboutLoops(second)) &&
         !findClause(second, "fused");
}

/// What the program says about both, of which it says that they be one.
static ScheduleAttr joinSchedules(ScheduleAttr first, ScheduleAttr second) {
  SmallVector<ClauseAttr> clauses;
  for (ScheduleAttr schedule : {first, second})
    if (schedule)
      llvm::copy_if(schedule.getClauses(), std::back_inserter(clauses),
                    [&](ClauseAttr clause) {
                      return schedule == first || clause.getName() != "fused";
                    });
  MLIRContext *context = first ? first.getContext() : second.getContext();
  return clauses.empty() ? ScheduleAttr() : ScheduleAttr::get(context, clauses);
}

/// Fuses the kernel that is called with the one that reads what it makes, and
/// returns the call of both; null where they stay apart. The call of the second
/// one is `erased`, too.
static func::CallOp fuse(func::CallOp call, Kernels &kernels,
                         DenseSet<Operation *> &erased) {
  std::optional<Producer> producer = matchProducer(call, kernels);
  if (!producer)
    return {};
  std::optional<Consumer> consumer = matchConsumer(call.getResult(0), kernels);
  if (!consumer)
    return {};
  if (isClockReadBetween(call, consumer->call) ||
      stayApart(*producer, *consumer))
    return {};
  unsigned shared = countShared(*producer, *consumer);
  auto type = cast<RankedTensorType>(consumer->parameter.getType());
  // A sparse result is assembled in two rounds, and a dense workspace would be
  // filled in both.
  bool isAssembled =
      bool(cast<RankedTensorType>(consumer->nest.getOutputs().front().getType())
               .getEncoding());
  if ((isAssembled && !type.getEncoding()) || isMadeOnce(call, type))
    return {};
  if (type.getEncoding() &&
      (shared != type.getRank() || !takesZeros(*consumer)))
    return {};
  if (!leavesLittle(type, shared))
    return {};
  producer->isFilled =
      !type.getEncoding() && needsFilling(*producer, *consumer);
  if ((producer->isFilled && shared == type.getRank() &&
       visitsFew(*producer, *consumer, shared)) ||
      !mergeLittle(*producer, *consumer, shared) ||
      goesAlongTwins(producer->nest) || !canFuseGuards(*producer, *consumer) ||
      !replaceSizes(*producer))
    return {};
  erased.insert(consumer->call);
  StringAttr firstName = producer->function.getSymNameAttr(),
             secondName = consumer->function.getSymNameAttr();
  FusedGuard guard(*producer, *consumer);
  ScheduleAttr first = getSchedule(producer->nest),
               second = getSchedule(consumer->nest);
  FusedKernel fused = fuseKernels(*producer, *consumer, shared);
  if (first || second)
    fused.function.walk([&](KernelOp kernel) {
      setSchedule(kernel, joinSchedules(first, second));
    });
  guard.giveTo(fused.call);
  kernels.replace(firstName, secondName, fused.function);
  return fused.call;
}

namespace {
struct FuseKernels : encke::impl::FuseKernelsBase<FuseKernels> {
  void runOnOperation() override {
    Kernels kernels(getOperation());
    while (fuseAll(kernels))
      ;
  }

  /// A fused kernel is fused with the next one, as long as there is one; after
  /// that, the ones before may fit it.
  bool fuseAll(Kernels &kernels) {
    SmallVector<func::CallOp> calls;
    getOperation().walk([&](func::CallOp call) { calls.push_back(call); });
    DenseSet<Operation *> erased;
    bool changed = false;
    for (func::CallOp call : calls)
      while (call && !erased.contains(call)) {
        call = fuse(call, kernels, erased);
        numFused += bool(call);
        changed |= bool(call);
      }
    return changed;
  }
};
} // namespace
