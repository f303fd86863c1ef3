//===- Candidate.cpp - kernels over one sparse tensor ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/MergeLevels/Candidate.h"
#include "dialects/CIN/Patterns.h"
#include "passes/MergeLevels/PatternOrigins.h"

#include "dialects/CIN/LevelOps.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

static RankedTensorType tensorOf(Value place) {
  return cast<PlaceType>(place.getType()).getTensor();
}

bool MergeCandidate::isSource(AccessOp other) const {
  auto place = cast<BlockArgument>(other.getTensor());
  Value operand = KernelOp(kernel).getOperandOf(place);
  return operand == source || twins.contains(operand);
}

ForallOp MergeCandidate::loopOf(unsigned level) const {
  return forallOf(AccessOp(access).getIndices()[format.levelToMode[level]]);
}

bool MergeCandidate::isMerged(ForallOp loop) const {
  for (unsigned level = 0; level < levels; ++level)
    if (loopOf(level) == loop)
      return true;
  return false;
}

RankedTensorType MergeCandidate::getSourceType() const {
  return tensorOf(AccessOp(access).getTensor());
}

RankedTensorType MergeCandidate::getResultType() const {
  return tensorOf(AssignOp(assign).getTensor());
}

//===----------------------------------------------------------------------===//
// The form of the kernel
//===----------------------------------------------------------------------===//

/// The consumer of a register that hands on what was collected; null for any
/// other `where`.
static AssignOp findHandingOn(WhereOp where) {
  RankedTensorType type = where.getWorkspaceType().getTensor();
  Block &consumer = where.getConsumer().front();
  auto assign = dyn_cast<AssignOp>(consumer.back());
  if (type.getRank() != 0 || type.getEncoding() || where.getFilled() ||
      where.getFull() || consumer.getOperations().size() != 2 || !assign)
    return {};
  auto collected = assign.getValue().getDefiningOp<AccessOp>();
  bool handsOn = collected && collected.getTensor() == consumer.getArgument(0);
  return handsOn ? assign : AssignOp();
}

/// Loops, each with nothing else in it, around one statement; on the way there
/// may be a register.
static bool matchLoops(MergeCandidate &candidate) {
  KernelOp kernel = candidate.kernel;
  WhereOp where;
  Block *block = &kernel.getBlock();
  while (llvm::hasSingleElement(*block)) {
    Operation &only = block->front();
    if (auto forall = dyn_cast<ForallOp>(only)) {
      candidate.foralls.push_back(forall);
      block = &forall.getBlock();
      continue;
    }
    auto inner = dyn_cast<WhereOp>(only);
    candidate.assign = inner && !where ? findHandingOn(inner) : AssignOp();
    if (!candidate.assign)
      return false;
    where = inner;
    block = &inner.getProducer().front();
  }
  candidate.body = block;
  candidate.producing = dyn_cast_if_present<AssignOp>(getOnlyStatement(*block));
  if (!candidate.producing)
    return false;
  if (!where)
    candidate.assign = candidate.producing;
  else if (candidate.producing.getTensor() !=
           where.getProducer().getArgument(0))
    return false;
  return kernel.getOutputs().size() == 1 &&
         candidate.assign.getTensor() == kernel.getOutputArguments().front();
}

/// The kernel reads one sparse tensor, and always the same element of it, and
/// of others that store the same places.
static bool findSource(MergeCandidate &candidate,
                       const PatternOrigins *origins) {
  for (AccessOp access : candidate.body->getOps<AccessOp>()) {
    auto place = cast<BlockArgument>(access.getTensor());
    if (place.getOwner() != &candidate.kernel.getBlock() ||
        place.getArgNumber() >= candidate.kernel.getInputs().size())
      return false; // a workspace, or the result
    if (!tensorOf(place).getEncoding())
      continue;
    if (!candidate.source) {
      candidate.source = candidate.kernel.getOperandOf(place);
      candidate.access = access;
      continue;
    }
    Value operand = candidate.kernel.getOperandOf(place);
    if (access.getIndices() != candidate.access.getIndices())
      return false;
    if (candidate.isSource(access))
      continue;
    if (!origins || !origins->areSame(candidate.source, operand))
      return false;
    candidate.twins.insert(operand);
  }
  return bool(candidate.source);
}

/// There is a loop along each level. Other loops, if any, have some round.
static bool hasLoopForEachLevel(MergeCandidate &candidate) {
  std::optional<Format> format = getFormat(candidate.getSourceType());
  if (!format || !format->storesWholeModes())
    return false;
  candidate.format = *format;
  llvm::SmallPtrSet<Operation *, 4> along;
  for (Value index : candidate.access.getIndices())
    if (ForallOp loop = forallOf(index); !loop || !along.insert(loop).second)
      return false;
  return llvm::all_of(candidate.foralls, [&](ForallOp loop) {
    bool isPart = loop.getWithin() || loop.isDerived();
    std::optional<int64_t> extent = getConstantIntValue(loop.getExtent());
    return !isPart && (along.contains(loop) || (extent && *extent > 0));
  });
}

/// The loop's coordinate says where the tensor is read, and where the result
/// has its element, and nothing else.
static bool isOnlyPlace(const MergeCandidate &candidate, ForallOp loop) {
  return llvm::all_of(loop.getIndex().getUsers(), [&](Operation *user) {
    auto access = dyn_cast<AccessOp>(user);
    return access ? candidate.isSource(access)
                  : user == candidate.assign && candidate.isSparseResult();
  });
}

static unsigned countLevels(const MergeCandidate &candidate) {
  if (candidate.isSparseResult())
    return candidate.getResultType().getRank();
  unsigned levels = 0;
  while (levels < candidate.format.levels.size() &&
         isOnlyPlace(candidate, candidate.loopOf(levels)))
    ++levels;
  return levels;
}

std::optional<MergeCandidate>
encke::matchCandidate(KernelOp kernel, const PatternOrigins *origins) {
  MergeCandidate candidate;
  candidate.kernel = kernel;
  if (kernel.isOnePhase() || !matchLoops(candidate) ||
      !findSource(candidate, origins) || !hasLoopForEachLevel(candidate))
    return std::nullopt;
  candidate.levels = countLevels(candidate);
  auto isSource = [&](AccessOp access) { return candidate.isSource(access); };
  bool fits = candidate.levels > 0 &&
              candidate.levels <= candidate.format.levels.size() &&
              !(candidate.isSparseResult() && hasFilter(kernel)) &&
              isRestrictedTo(candidate.producing.getValue(), isSource);
  return fits ? std::optional(candidate) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// What can be done with it
//===----------------------------------------------------------------------===//

/// Dense levels below others have positions that are padding (L47), and may
/// have nothing below them.
static bool storesEachPosition(const Format &format) {
  auto isDense = [](LevelType type) { return type.isDense(); };
  return !llvm::is_contained(ArrayRef(format.levels).drop_while(isDense),
                             LevelType::dense());
}

/// The levels of the sparse result are those of the tensor, one by one.
static bool sharesLevels(const MergeCandidate &candidate) {
  RankedTensorType type = candidate.getResultType();
  if (!canShareLevels(candidate.getSourceType(), candidate.levels, type))
    return false;
  Format format = *getFormat(type);
  AssignOp assign = candidate.assign;
  for (unsigned level = 0; level < candidate.levels; ++level)
    if (forallOf(assign.getIndices()[format.levelToMode[level]]) !=
        candidate.loopOf(level))
      return false;
  return true;
}

/// In one loop over all elements of the result the same is computed.
static bool canReduce(const MergeCandidate &candidate) {
  Reduction producing = AssignOp(candidate.producing).getReduction();
  Reduction assigning = AssignOp(candidate.assign).getReduction();
  bool adds = producing == Reduction::add;
  bool startsOrAdds = candidate.startsAnew() || assigning == Reduction::add;
  if (candidate.isSparseResult())
    return startsOrAdds &&
           (adds || (!candidate.hasFibres() && producing == Reduction::none));
  return candidate.getResultType().getRank() == 0 &&
         producing != Reduction::none &&
         (candidate.startsAnew() ? adds : assigning == producing);
}

bool MergeCandidate::canMerge() const {
  bool isDistinct = !hasFibres() || !format.levels[levels].isSingle();
  bool isSparse = llvm::any_of(ArrayRef(format.levels).take_front(levels),
                               [](LevelType type) { return !type.isDense(); });
  if (foralls.size() != format.levels.size() || !isDistinct || !isSparse ||
      (!twins.empty() && hasFibres()) || !storesEachPosition(format) ||
      !canReduce(*this) || (isSparseResult() && !sharesLevels(*this)))
    return false;
  for (unsigned level = 0; level < levels; ++level)
    if (!isOnlyPlace(*this, loopOf(level)))
      return false;
  return bool(getMergedType(getSourceType(), levels));
}

bool MergeCandidate::hasPatternOfSource() const {
  return isSparseResult() && twins.empty() && !hasFibres() && startsAnew() &&
         getResultType() == getSourceType() && storesEachPosition(format) &&
         !format.value && sharesLevels(*this);
}
