//===- Vectorize.cpp - SIMD code for marked loops -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Vectorize/LoopVectorizer.h"

#include "dialects/CIN/LoopMarks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/MapVector.h"

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

namespace {

/// What the schedule asks for at one place of the program. A forall there may
/// have become several loops, some of which only count, or do what is left
/// over.
struct Request {
  bool hasVectors = false;
  bool asksForRegisters = false, hasRegisters = false;
  StringRef whyNot; // a loop without vectors has none
};

struct Vectorize : encke::impl::VectorizeBase<Vectorize> {
  using VectorizeBase::VectorizeBase;

  void runOnOperation() override {
    requests.clear(); // those of another module
    // Those that set elements to zero come last: registers may do it instead.
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) {
      LoopMarks marks = LoopMarks::of(loop);
      if (marks.rolled || marks.isShort) {
        keepRolled(loop, /*isShort=*/!marks.rolled);
        marks.rolled = marks.isShort = false;
        marks.setOn(loop);
      } else if (marks.vector > 1 && !isInnermost(loop)) {
        requests[loop.getLoc()].whyNot = "another loop is inside of it";
        LoopMarks().setOn(loop);
      } else if (marks.vector && !marks.registers && !getZeroing(loop)) {
        loops.push_back(loop);
      }
    });
    for (scf::ForOp loop : loops) {
      if (scf::ForOp joined = joinRounds(loop)) {
        rewrite(joined);
        ++numJoined;
      }
      rewrite(loop);
    }
    for (auto mark : {&LoopMarks::registers, &LoopMarks::vector})
      while (scf::ForOp loop = findMarked(mark))
        rewrite(loop);
    getOperation().walk([](Operation *op) {
      if (isa<scf::ForOp>(op))
        LoopMarks().setOn(op);
      else
        op->removeAttr(floatSumName);
    });
    if (strictMarks && !areHonoured())
      signalPassFailure();
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
    Request &request = requests[loop.getLoc()];
    request.asksForRegisters |= marks.registers != 0;
    LoopVectorizer vectorizer(loop, marks.vector);
    // Along segments the short rows count.
    if (!vectorizer.canVectorize(/*reduces=*/!marks.segment)) {
      bool sums = sumSparseLevel(loop, marks.vector, marks.segment);
      numVectorized += sums;
      request.hasVectors |= sums;
      request.whyNot = vectorizer.getReason();
      return;
    }
    request.hasVectors = true;
    if (vectorizer.addsUp() && sumBlocks(loop, vectorizer, marks.vector)) {
      ++numBlocked;
      return;
    }
    if (marks.registers &&
        blockRegisters(loop, vectorizer, marks.vector, marks.registers)) {
      request.hasRegisters = true;
      ++numBlocked;
      return;
    }
    vectorizer.run();
    ++numVectorized;
  }

  /// Says what is not.
  bool areHonoured() {
    bool all = true;
    for (auto &[loc, request] : requests) {
      if (!request.hasVectors)
        emitError(loc, "'vector' cannot be carried out: ") << request.whyNot;
      else if (request.asksForRegisters && !request.hasRegisters)
        emitError(loc, "'registers' cannot be carried out: the loops around do "
                       "not only add to the same elements");
      else
        continue;
      all = false;
    }
    return all;
  }

  llvm::MapVector<Location, Request> requests;
};
} // namespace
