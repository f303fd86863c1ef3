//===- Vectorize.cpp - SIMD code for marked loops -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Support/MarkRequests.h"
#include "passes/Vectorize/LoopVectorizer.h"

#include "dialects/CIN/LoopMarks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/StringSwitch.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_VECTORIZE
#include "passes/Vectorize/Vectorize.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using encke::cin::LoopMarks;

static constexpr StringLiteral floatSumName = "encke.float_sum";

/// Another one has no vectors, and may go when a loop inside gets them.
static bool isInnermost(scf::ForOp loop) {
  return !loop.getBody()
              ->walk([](scf::ForOp) { return WalkResult::interrupt(); })
              .wasInterrupted();
}

/// What is said of a mark that was asked for, and by itself is not refused.
static StringRef getUsualReason(StringRef mark) {
  return llvm::StringSwitch<StringRef>(mark)
      .Case("registers",
            "the loops around do not only add to the same elements")
      .Cases("then", "sums", "the loop adds nothing up")
      .Case("tail", "elements would be added to twice, for it is not known how "
                    "many there are, or they do not begin as zero")
      .Case("terms", "the loop adds up no floats")
      .Case("factored",
            "no factor of what it adds changes along it, and not along the "
            "loop around")
      .Case("unroll",
            "its iterations do more than to add to the same elements, in "
            "memory that is nobody else's, or they are too few; or it goes "
            "step by step along several tensors")
      .Case("uneven", "the loop around does not go from row to row of a level "
                      "that lies inside of an array")
      .Default("the loop does not add up along a row of a sparse tensor");
}

/// What a loop with these marks is asked to have.
static void askFor(const LoopMarks &marks, MarkRequest &request) {
  if (marks.vector > 1)
    request.ask("vector");
  if (marks.registers != 0)
    request.ask("registers");
  if (marks.overlap)
    request.ask("tail");
  if (marks.then > 1)
    request.ask("then");
  if (marks.factored)
    request.ask("factored");
  if (marks.sums > 1)
    request.ask("sums");
  if (marks.terms > 1)
    request.ask("terms");
  if (marks.unroll > 1)
    request.ask("unroll");
  if (marks.few != 0)
    request.ask("few");
  if (marks.far)
    request.ask("far");
  if (marks.uneven)
    request.ask("uneven");
}

namespace {
struct Vectorize : encke::impl::VectorizeBase<Vectorize> {
  using VectorizeBase::VectorizeBase;

  void runOnOperation() override {
    requests.clear(); // those of another module
    takeOutFlags(getOperation());
    // Those that set elements to zero come last: registers may do it instead.
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) {
      LoopMarks marks = LoopMarks::of(loop);
      if (marks.unroll > 1)
        requests[loop.getLoc()].ask("unroll");
      if (marks.rolled || marks.isShort) {
        keepRolled(loop, /*isShort=*/!marks.rolled);
        marks.rolled = marks.isShort = false;
        marks.setOn(loop);
      } else if (marks.vector > 1 && !isInnermost(loop)) {
        requests[loop.getLoc()].refuse("vector",
                                       "another loop is inside of it");
        LoopMarks().setOn(loop);
      } else if (marks.vector > 1 && !marks.registers && !getZeroing(loop)) {
        loops.push_back(loop);
      }
    });
    for (scf::ForOp loop : loops) {
      unroll(loop);
      rewrite(loop);
    }
    unrollInnermost();
    for (auto mark : {&LoopMarks::registers, &LoopMarks::vector})
      while (scf::ForOp loop = findMarked(mark))
        rewrite(loop);
    getOperation().walk([](Operation *op) {
      // What is asked about rows is asked later.
      LoopMarks left;
      left.twice = LoopMarks::of(op).twice;
      if (isa<scf::ForOp>(op))
        left.setOn(op);
      else
        op->removeAttr(floatSumName);
    });
    if (strictMarks && failed(requests.check(getUsualReason)))
      signalPassFailure();
  }

  /// The loops without vectors that are marked so.
  void unrollInnermost() {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) {
      LoopMarks marks = LoopMarks::of(loop);
      if (marks.unroll > 1 && marks.vector < 2 && isInnermost(loop))
        loops.push_back(loop);
    });
    for (scf::ForOp loop : loops) {
      LoopMarks marks = LoopMarks::of(loop);
      auto together = uint64_t(std::exchange(marks.unroll, 0));
      Location loc = loop.getLoc();
      marks.setOn(loop);
      if (failed(loopUnrollByFactor(loop, together)))
        continue;
      requests[loc].fulfil("unroll");
      ++numUnrolled;
    }
  }

  /// Several iterations of the loop around at once, if that is marked so.
  void unroll(scf::ForOp loop) {
    auto around = dyn_cast<scf::ForOp>(loop->getParentOp());
    int64_t together = around ? LoopMarks::of(around).unroll : 0;
    if (together < 2)
      return;
    if (scf::ForOp joined = joinIterations(loop, together)) {
      requests[around.getLoc()].fulfil("unroll");
      rewrite(joined);
      ++numJoined;
    }
  }

  /// Loops around such a one may be copied, with others that they hold.
  scf::ForOp findMarked(int64_t LoopMarks::*mark) {
    scf::ForOp found;
    getOperation().walk([&](scf::ForOp loop) {
      if (LoopMarks::of(loop).*mark == 0)
        return WalkResult::advance();
      found = loop;
      return WalkResult::interrupt();
    });
    return found;
  }

  void rewrite(scf::ForOp loop) {
    LoopMarks marks = LoopMarks::of(loop);
    LoopMarks().setOn(loop);
    if (marks.vector < 2)
      return;
    MarkRequest &request = requests[loop.getLoc()];
    askFor(marks, request);
    LoopVectorizer vectorizer(loop, marks.vector);
    if (!vectorizer.canVectorize())
      return request.refuse("vector", vectorizer.getReason());
    bool isCarried = loop.getNumResults() != 0;
    // Sums along sparse levels say themselves how many they are.
    if (vectorizer.gathers() && isCarried && marks.sums == 0 &&
        sumSparse(loop, vectorizer, marks, request))
      return;
    bool addsUp = vectorizer.getReductions().areSums();
    if (marks.segment && !addsUp)
      return request.refuse("vector", "of what a segment stores, only sums "
                                      "have vectors");
    request.fulfil("vector");
    vectorizer.setInOneGather(vectorizer.gathers());
    if (marks.registers && isCarried && addsUp &&
        sumInBlocks(loop, vectorizer, marks.vector, request))
      return;
    if (marks.registers && !isCarried) {
      if (RegisterBlock block = blockRegisters(loop, vectorizer, marks);
          block.isDone) {
        fulfil(block, request);
        ++numBlocked;
        return;
      }
    }
    if (isCarried)
      request.fulfil("sums");
    if (marks.terms > 1 && vectorizer.addsFloats())
      request.fulfil("terms");
    vectorizer.run(std::max<int64_t>(marks.sums, 1), marks.terms);
    ++numVectorized;
  }

  static void fulfil(const RegisterBlock &block, MarkRequest &request) {
    for (StringRef mark : {"registers", "then", "sums", "terms"})
      request.fulfil(mark);
    if (block.overlaps)
      request.fulfil("tail");
    if (block.isFactored)
      request.fulfil("factored");
  }

  /// False where it is left to what follows: nothing about sparse levels is
  /// asked of the loop.
  bool sumSparse(scf::ForOp loop, LoopVectorizer &vectorizer,
                 const LoopMarks &marks, MarkRequest &request) {
    SparseSum sum = sumSparseLevel(loop, vectorizer, marks);
    if (sum == SparseSum::none) {
      bool isAsked = marks.few || marks.far || marks.uneven || marks.segment;
      if (isAsked)
        request.refuse("vector", "what it reads at coordinates is more than "
                                 "loaded and computed with");
      return isAsked;
    }
    ++numVectorized;
    for (StringRef mark : {"vector", "few", "far"})
      request.fulfil(mark);
    if (sum == SparseSum::ofUnevenRows)
      request.fulfil("uneven");
    return true;
  }

  bool sumInBlocks(scf::ForOp loop, LoopVectorizer &vectorizer, int64_t width,
                   MarkRequest &request) {
    BlockSum sum = sumBlocks(loop, vectorizer, width);
    if (!sum.isDone)
      return false;
    request.fulfil("registers");
    if (sum.rows)
      requests[*sum.rows].fulfil("unroll");
    ++numBlocked;
    return true;
  }

  MarkRequests requests;
};
} // namespace
