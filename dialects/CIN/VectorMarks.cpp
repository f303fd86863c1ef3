//===- VectorMarks.cpp - what marks of vectors may claim ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/LoopMarks.h"
#include "dialects/CIN/Marks.h"
#include "dialects/CIN/Reductions.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

using Emit = llvm::function_ref<InFlightDiagnostic()>;

/// All are so many at least.
static LogicalResult verifyAtLeast(Emit emitError, StringRef word,
                                   int64_t least,
                                   std::initializer_list<int64_t> numbers) {
  if (std::min(numbers) >= least)
    return success();
  return emitError() << "the numbers of '" << word << "' are " << least
                     << " at least";
}

LogicalResult FarAttr::verify(Emit emitError, int64_t row, int64_t all,
                              int64_t vectors, int64_t ahead) {
  return failure(failed(verifyAtLeast(emitError, "far", 0, {row, all})) ||
                 failed(verifyAtLeast(emitError, "far", 1, {vectors, ahead})));
}

LogicalResult UnevenAttr::verify(Emit emitError, int64_t rows, int64_t length,
                                 int64_t lanes) {
  return failure(
      failed(verifyAtLeast(emitError, "uneven", 0, {rows, length})) ||
      failed(verifyAtLeast(emitError, "uneven", 2, {lanes})));
}

LogicalResult PrefetchAttr::verify(Emit emitError, int64_t ahead, int64_t lines,
                                   int64_t few, int64_t near, int64_t far) {
  if (failed(verifyAtLeast(emitError, "prefetch", 1, {ahead, lines})) ||
      failed(verifyAtLeast(emitError, "prefetch", 0, {few, near, far})))
    return failure();
  if ((near == 0) != (far == 0) || (few != 0 && far == 0))
    return emitError()
           << "'prefetch' asks whether rows come from far away with "
              "'few', 'near' and 'far'";
  return success();
}

LogicalResult JamAttr::verify(Emit emitError, int64_t rows, int64_t block,
                              int64_t kept) {
  if (failed(verifyAtLeast(emitError, "jam", 2, {rows})))
    return failure();
  if (block == 0 && kept == 0)
    return success();
  if (failed(verifyAtLeast(emitError, "jam", 1, {kept})))
    return failure();
  if (block < rows || block % rows != 0)
    return emitError() << "the block of 'jam' is a multiple of its rows";
  return success();
}

LogicalResult RenumberAttr::verify(Emit emitError, int64_t size,
                                   int64_t ratio) {
  return failure(failed(verifyAtLeast(emitError, "renumber", 0, {size})) ||
                 failed(verifyAtLeast(emitError, "renumber", 1, {ratio})));
}

LogicalResult ProductAttr::verify(Emit emitError, int64_t registers,
                                  int64_t elements, int64_t width,
                                  int64_t most) {
  if (failed(verifyAtLeast(emitError, "product", 1, {registers})) ||
      failed(verifyAtLeast(emitError, "product", 0, {most})))
    return failure();
  if (elements == 0 && width == 0 && most == 0)
    return success();
  return verifyAtLeast(emitError, "product", 1, {elements, width});
}

LogicalResult NextAttr::verify(Emit emitError, int64_t cache) {
  if (cache == 1 || cache == 2)
    return success();
  return emitError() << "'next' is for the cache 1 or 2";
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// An assignment of the loop that adds to the same element in each iteration,
/// or null.
static AssignOp findSum(ForallOp forall) {
  AssignOp sum;
  forall.walk([&](AssignOp assign) {
    if (assign.getReduction() != Reduction::none &&
        !forall.moves(assign.getIndices()))
      sum = assign;
  });
  return sum;
}

std::optional<int64_t> encke::cin::getIterationsAcross(ForallOp forall) {
  auto around = forall->getParentOfType<ForallOp>();
  if (!around || around.getWithin() || around.isDerived())
    return std::nullopt;
  auto further = around->getParentOfType<ForallOp>();
  bool isOne = true;
  forall.walk([&](AssignOp assign) {
    isOne &= getCollecting(assign.getReduction()) == Reduction::add &&
             (!further || further.moves(assign.getIndices()));
  });
  return isOne ? getConstantIntValue(around.getExtent()) : std::nullopt;
}

/// What stays in registers across the loop around, of which the iterations are
/// known, may have sums of its own for some of these.
static LogicalResult verifySets(ForallOp forall) {
  std::optional<int64_t> iterations = getIterationsAcross(forall);
  if (iterations && *iterations % *forall.getSums() == 0)
    return success();
  return forall.emitOpError(
      "has sets of sums, of which the iterations of the loop "
      "around are no known multiple");
}

static LogicalResult verifySums(ForallOp forall) {
  if (*forall.getSums() < 1 ||
      !llvm::isPowerOf2_64(uint64_t(*forall.getSums())))
    return forall.emitOpError("sums are a power of two");
  if (forall.getRegisters())
    return verifySets(forall);
  if (forall.getVector().value_or(1) < 2 || !findSum(forall))
    return forall.emitOpError("has sums, but adds up nothing in vectors");
  return success();
}

std::optional<int64_t> encke::cin::countIterations(ForallOp forall) {
  if (std::optional<uint64_t> width = forall.getWidth())
    return int64_t(*width);
  return getConstantIntValue(forall.getExtent());
}

/// What a block holds, if that is one operation of a kind.
template <typename Op>
static Op getOnly(Block &block) {
  return llvm::hasSingleElement(block) ? dyn_cast<Op>(block.front()) : Op();
}

ForallOp encke::cin::findSumOfRow(ForallOp rows) {
  auto where = getOnly<WhereOp>(rows.getBlock());
  if (!where || where.getWorkspaceType().getTensor().getRank() != 0 ||
      !where.getConsumer().getOps<ForallOp>().empty() ||
      !where.getConsumer().getOps<WhereOp>().empty())
    return {};
  auto blocks = getOnly<ForallOp>(where.getProducer().front());
  ForallOp inner = blocks ? getOnly<ForallOp>(blocks.getBlock()) : ForallOp();
  return inner && inner.getRegisters() ? inner : ForallOp();
}

/// The loop inside adds to the same elements in each iteration of this one, or
/// there is none.
static LogicalResult verifyUnroll(ForallOp forall) {
  if (*forall.getUnroll() < 1)
    return forall.emitOpError("unrolls a positive number of iterations");
  bool isInnermost = forall.getBlock().getOps<ForallOp>().empty() &&
                     forall.getBlock().getOps<WhereOp>().empty();
  if (isInnermost && forall.getVector().value_or(1) == 1)
    return success();
  if (findSumOfRow(forall)) {
    if (countIterations(forall) == forall.getUnroll())
      return success();
    return forall.emitOpError("over rows that are added up in registers is "
                              "unrolled for all rows, or not at all");
  }
  auto inner = getOnly<ForallOp>(forall.getBlock());
  bool isVector = inner && inner.getVector().value_or(1) > 1 &&
                  !inner.getRegisters() && !forall.getVector();
  AssignOp assign;
  if (isVector)
    inner.walk([&](AssignOp each) { assign = each; });
  if (assign && assign.getReduction() != Reduction::none &&
      !forall.moves(assign.getIndices()))
    return success();
  return forall.emitOpError("can only be unrolled if it has neither vectors "
                            "nor a loop inside, or around one loop with "
                            "vectors and without registers, which adds to the "
                            "same elements in each iteration");
}

/// The loop goes along a level of the tensor that does not store all
/// coordinates.
static bool followsStored(AccessOp access, ForallOp forall) {
  RankedTensorType type = access.getTensor().getType().getTensor();
  std::optional<Format> format = getFormat(type);
  if (!type.getEncoding() || !format)
    return false;
  return llvm::any_of(llvm::enumerate(format->levels), [&](auto level) {
    size_t mode = format->levelToMode[level.index()];
    return !level.value().isFull() &&
           access.getIndices()[mode] == forall.getIndex();
  });
}

/// The loop goes along a sparse tensor, and reads another one, which is dense
/// along it, at the coordinates that are stored there.
static bool gathers(ForallOp forall) {
  bool isSparse = false, isDense = false;
  forall.walk([&](AccessOp access) {
    bool moves = forall.moves(access.getIndices());
    bool hasPattern = followsStored(access, forall);
    isSparse |= moves && hasPattern;
    isDense |= moves && !hasPattern;
  });
  return isSparse && isDense;
}

static LogicalResult verifySparseSum(ForallOp forall) {
  if (forall.getVector().value_or(1) < 2 || forall.getRegisters() ||
      !gathers(forall) || !findSum(forall))
    return forall.emitOpError(
        "is no loop with vectors that adds up, along a row "
        "of a sparse tensor, what a dense one has at its "
        "coordinates");
  if (forall.getFew().value_or(1) < 1)
    return forall.emitOpError("few elements are one at least");
  if (forall.getUneven() && !forall->getParentOfType<ForallOp>())
    return forall.emitOpError("has no loop over rows around it that could be "
                              "uneven");
  return success();
}

LogicalResult encke::cin::verifyVectorMarks(ForallOp forall) {
  if (forall.getSums() && failed(verifySums(forall)))
    return failure();
  if (forall.getUnroll() && failed(verifyUnroll(forall)))
    return failure();
  if (forall.getFew() || forall.getFar() || forall.getUneven())
    return verifySparseSum(forall);
  return verifyRegisterMarks(forall);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

static LogicalResult verifyRow(Operation *op, PlaceType place) {
  RankedTensorType type = place.getTensor();
  if (!type.getEncoding() && type.getRank() >= 2)
    return success();
  return op->emitOpError("asks for a row before its turn, but is of no dense "
                         "tensor with rows");
}

LogicalResult encke::cin::verifyMarks(AccessOp access) {
  if (!access.getPrefetch() && !access.getNext())
    return success();
  return verifyRow(access, access.getTensor().getType());
}

LogicalResult encke::cin::verifyMarks(AssignOp assign) {
  if (!assign.getPrefetch())
    return success();
  if (assign.getReduction() == Reduction::none)
    return assign.emitOpError(
        "asks for a row before its turn of which it reads "
        "nothing");
  return verifyRow(assign, assign.getTensor().getType());
}
