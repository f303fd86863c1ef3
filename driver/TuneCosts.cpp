//===- TuneCosts.cpp - what the loops of a schedule are expected to take --===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernels of the stage cin as the trees of passes/Cost/LoopTree.h, with the
// numbers of the data where they are noted.
//
//===----------------------------------------------------------------------===//

#include "driver/Tune.h"

#include "dialects/CIN/Plan.h"
#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Rewrites.h"
#include "passes/Cost/LoopTree.h"
#include "passes/Cost/Visits.h"
#include "passes/GuardPadding/Exact.h"
#include "passes/Support/TargetSpec.h"

#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

#include <cmath>

using namespace mlir;
using namespace encke;
using namespace encke::cin;

namespace {

/// Describes the loops of one kernel.
class TreeReader {
public:
  explicit TreeReader(KernelOp kernel)
      : kernel(kernel), target(getTarget(kernel)), planner(kernel) {
    noteExtents();
  }

  cost::LoopTree read() {
    cost::LoopTree tree;
    readInto(kernel.getBlock(), tree);
    return tree;
  }

private:
  void noteExtents();
  double getExtent(ForallOp loop) const;
  std::optional<TensorData> findData(Value place) const;
  double getElements(Value place) const;
  double getSegment(ForallOp loop, AccessOp access) const;
  double getReused(ForallOp loop, ValueRange indices);
  void readInto(Block &block, cost::LoopTree &tree);
  cost::LoopTree read(ForallOp loop);
  void addAccess(ForallOp loop, Value place, ValueRange indices,
                 cost::LoopTree &tree);

  KernelOp kernel;
  cost::Target target;
  LoopPlanner planner;
  llvm::DenseMap<Operation *, double> extents; ///< As far as they are noted.
};

} // namespace

/// What was noted of a tensor; none of a workspace.
std::optional<TensorData> TreeReader::findData(Value place) const {
  KernelOp owner = kernel;
  auto argument = cast<BlockArgument>(place);
  return argument.getOwner() == &owner.getBlock()
             ? findTensorData(owner.getOperandOf(argument))
             : std::nullopt;
}

/// Of each loop, from the tensors that it goes along.
void TreeReader::noteExtents() {
  auto note = [&](Value place, ValueRange indices) {
    std::optional<TensorData> data = findData(place);
    if (!data || data->sizes.size() != indices.size())
      return;
    for (auto [size, index] : llvm::zip(data->sizes, indices)) {
      ForallOp loop = forallOf(index);
      extents[loop] = size;
      if (Value blocks = loop.getWithin())
        extents[forallOf(blocks)] =
            std::ceil(size / static_cast<double>(*loop.getWidth()));
    }
  };
  kernel.walk(
      [&](AccessOp access) { note(access.getTensor(), access.getIndices()); });
}

double TreeReader::getExtent(ForallOp loop) const {
  if (loop.getWithin())
    return static_cast<double>(*ForallOp(loop).getWidth());
  if (double noted = extents.lookup(loop))
    return noted;
  std::optional<int64_t> constant = getConstantIntValue(loop.getExtent());
  return constant ? double(*constant) : cost::assumedSize;
}

/// Of a sparse tensor; 0 where that is not known.
double TreeReader::getElements(Value place) const {
  std::optional<TensorData> data = findData(place);
  return data ? std::max(data->stored, 1.0) : 0;
}

/// How many coordinates a stream has for each time that the loop runs.
double TreeReader::getSegment(ForallOp loop, AccessOp access) const {
  double outside = 1;
  unsigned loops = 0;
  for (Value index : access.getIndices()) {
    ForallOp other = forallOf(index);
    if (other == loop || !other->isProperAncestor(loop))
      continue;
    outside *= getExtent(other);
    ++loops;
  }
  return cost::countInFibre(outside, loops, getExtent(loop),
                            getElements(access.getTensor()));
}

/// The elements that are gone through until the same ones come again: those
/// along the loops within the first one around that stays where it is.
double TreeReader::getReused(ForallOp loop, ValueRange indices) {
  double elements = 1;
  for (Operation *op = loop; op != kernel.getOperation();
       op = op->getParentOp()) {
    auto around = dyn_cast<ForallOp>(op);
    if (around && !around.moves(indices))
      break;
    if (around)
      elements *= getExtent(around);
  }
  return elements;
}

/// What an iteration needs of the tensor: nothing where the loop stays at the
/// same element, a line where it jumps.
void TreeReader::addAccess(ForallOp loop, Value place, ValueRange indices,
                           cost::LoopTree &tree) {
  if (!loop.moves(indices))
    return;
  auto type = cast<PlaceType>(place.getType()).getTensor();
  Type element = type.getElementType();
  double bytes =
      element.isIntOrFloat() ? (element.getIntOrFloatBitWidth() + 7) / 8 : 16;
  cost::LoopTree::Access access;
  if (isSparsePlace(place)) {
    // Coordinates and values, one after the other.
    constexpr double coordinateBytes = 4;
    access.bytes = bytes + coordinateBytes;
    double elements = getElements(place);
    access.tensorBytes =
        access.bytes * (elements != 0 ? elements : cost::assumedElements);
  } else {
    access.tensorBytes = bytes * getReused(loop, indices);
    bool isNext = forallOf(indices.back()) == loop;
    // Along what a sparse tensor stores, coordinates are apart.
    bool isGathered = tree.trips < getExtent(loop) / 2;
    access.bytes =
        isNext && !isGathered ? bytes : static_cast<double>(target.lineBytes);
  }
  tree.accesses.push_back(access);
}

cost::LoopTree TreeReader::read(ForallOp loop) {
  cost::LoopTree tree;
  tree.trips = getExtent(loop);
  tree.isShared = loop.getParallel();
  tree.width = double(std::max<uint64_t>(loop.getVector().value_or(1), 1));
  FailureOr<LoopPlan> plan = planner.plan(loop);
  if (succeeded(plan) && !plan->domain.isUniverse() &&
      !plan->domain.isEmpty()) {
    double visited = 0, fewest = tree.trips;
    for (auto [number, stream] : llvm::enumerate(plan->streams)) {
      double segment = std::min(getSegment(loop, stream.access), tree.trips);
      if (!plan->isLookedUp(unsigned(number)))
        visited += segment;
      fewest = std::min(fewest, segment);
    }
    bool isBoth = plan->domain.getPoints().size() == 1;
    double trips = isBoth ? fewest : std::min(visited, tree.trips);
    tree.trips = std::max(trips, 1e-3);
    tree.steps = std::max(visited / tree.trips, 1.0);
  }
  readInto(loop.getBlock(), tree);
  // What the body has, in this loop and those around it.
  loop.getBlock().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto access = dyn_cast<AccessOp>(op))
      addAccess(loop, access.getTensor(), access.getIndices(), tree);
    else if (auto assign = dyn_cast<AssignOp>(op))
      addAccess(loop, assign.getTensor(), assign.getIndices(), tree);
    // The innermost loop that moves an element is the one that fetches it.
    return isa<ForallOp>(op) ? WalkResult::skip() : WalkResult::advance();
  });
  return tree;
}

void TreeReader::readInto(Block &block, cost::LoopTree &tree) {
  for (Operation &op : block)
    if (auto loop = dyn_cast<ForallOp>(op))
      tree.inside.push_back(read(loop));
    else
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          readInto(inner, tree);
}

double encke::estimateCost(ModuleOp module, unsigned threads) {
  double seconds = 0;
  module.walk([&](KernelOp kernel) {
    if (!isSeldomCalled(kernel))
      seconds += cost::estimateSeconds(getTarget(kernel),
                                       TreeReader(kernel).read(), threads);
  });
  module.walk([&](sparse_tensor::ConvertOp convert) {
    std::optional<TensorData> data = findTensorData(convert.getSource());
    double elements = data ? data->stored : cost::assumedElements;
    if (!isSeldomCalled(convert))
      seconds += cost::convertedElement * elements * cost::stepTime * 1e-9;
  });
  return seconds;
}
