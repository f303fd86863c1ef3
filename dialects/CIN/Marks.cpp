//===- Marks.cpp - what the marks of a forall may claim -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/Marks.h"

#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Reductions.h"
#include "dialects/CIN/Sharing.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace encke::cin;

//===----------------------------------------------------------------------===//
// parallel
//===----------------------------------------------------------------------===//

/// A list of coordinates, or a full workspace, of which it is known whether
/// anything was assigned.
static bool remembers(Value place) {
  auto where = dyn_cast<WhereOp>(ownerOf(place));
  return where && (where.getFull() ||
                   where.getWorkspaceType().getTensor().getEncoding());
}

/// What iterations share they only accumulate into, in one way.
static LogicalResult verifyParallel(ForallOp forall) {
  Value shared;
  Reduction collecting = Reduction::none;
  auto refuse = [&](Operation *op, StringRef what) -> WalkResult {
    op->emitOpError(what).attachNote(forall.getLoc()) << "the parallel forall";
    return WalkResult::interrupt();
  };
  WalkResult result = forall.walk([&](AssignOp assign) {
    if (!forall->isAncestor(ownerOf(assign.getTensor())) &&
        remembers(assign.getTensor()))
      return refuse(assign, "writes to a workspace that remembers what was "
                            "assigned, which iterations of a parallel forall "
                            "cannot do together");
    if (!forall.shares(assign))
      return WalkResult::advance();
    Reduction reduction = getCollecting(assign.getReduction());
    if (!canCollectInParts(assign) || (shared && collecting != reduction))
      return refuse(assign, "is reached by several iterations of a parallel "
                            "forall");
    shared = assign.getTensor();
    collecting = reduction;
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  if (shared)
    result = forall.walk([&](AccessOp access) {
      if (access.getTensor() != shared)
        return WalkResult::advance();
      return refuse(access, "reads what the iterations of a parallel forall "
                            "share");
    });
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// vector
//===----------------------------------------------------------------------===//

/// Whether the loop may visit fewer coordinates than there are, as where it
/// goes along a sparse level.
static bool goesAlongSparse(ForallOp forall) {
  return forall
      .walk([&](AccessOp access) {
        bool isSparse =
            access.getTensor().getType().getTensor().getEncoding() &&
            forall.moves(access.getIndices());
        return isSparse ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The coordinates of a loop, if that is known.
static std::optional<int64_t> countCoordinates(ForallOp forall) {
  std::optional<int64_t> extent = getConstantIntValue(forall.getExtent());
  std::optional<uint64_t> width = forall.getWidth();
  if (!width)
    return extent;
  // Lanes of an odd block may be left out.
  auto block = int64_t(llvm::PowerOf2Ceil(*width));
  return extent ? std::min(*extent, block) : block;
}

/// One SIMD step is several elements, of one computation.
static LogicalResult verifyVector(ForallOp forall) {
  int64_t width = *forall.getVector();
  if (width < 1)
    return forall.emitOpError("vector width must be positive");
  if (width == 1)
    return success();
  ForallOp inside;
  forall.getBody().walk([&](ForallOp loop) { inside = loop; });
  if (inside) {
    forall.emitOpError("has no vectors, for it is around another loop")
            .attachNote(inside.getLoc())
        << "the loop inside";
    return failure();
  }
  std::optional<int64_t> count = countCoordinates(forall);
  if (count && *count < width && !goesAlongSparse(forall))
    return forall.emitOpError("has vectors of ")
           << width << " elements, but " << *count << " coordinates";
  return success();
}

LogicalResult encke::cin::verifyMarks(ForallOp forall) {
  if (forall.getVector() && failed(verifyVector(forall)))
    return failure();
  if (failed(verifyVectorMarks(forall)))
    return failure();
  if (forall.getSharing() && !forall.getParallel())
    return forall.emitOpError("says how tasks share a loop that is not "
                              "parallel");
  return forall.getParallel() ? verifyParallel(forall) : success();
}

LogicalResult encke::cin::verifySharing(KernelOp kernel) {
  SmallVector<ForallOp> loops;
  kernel.walk([&](ForallOp forall) {
    if (forall.getSharing())
      loops.push_back(forall);
  });
  if (loops.empty())
    return success();
  LoopPlanner planner(kernel);
  for (ForallOp forall : loops) {
    FailureOr<std::string> why = whyNotShared(forall, planner);
    if (failed(why))
      return failure();
    if (!why->empty())
      return forall.emitOpError("cannot be shared so: ") << *why;
  }
  return success();
}
