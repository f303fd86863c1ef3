//===- Vectorize.cpp - SIMD code for marked loops -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Vectorize/LoopVectorizer.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/Pass.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_VECTORIZE
#include "passes/Vectorize/Vectorize.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;

static constexpr StringLiteral vectorName = "encke.vector";
static constexpr StringLiteral segmentName = "encke.segment";
static constexpr StringLiteral registersName = "encke.registers";
static constexpr StringLiteral rolledName = "encke.rolled";
static constexpr StringLiteral shortName = "encke.short";
static constexpr StringLiteral jamName = "encke.jam";
static constexpr StringLiteral floatSumName = "encke.float_sum";

namespace {
struct Vectorize : encke::impl::VectorizeBase<Vectorize> {
  void runOnOperation() override {
    // Those that set elements to zero come last: registers may do it instead.
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) {
      if (loop->removeAttr(rolledName))
        keepRolled(loop, /*isShort=*/false);
      else if (loop->removeAttr(shortName))
        keepRolled(loop, /*isShort=*/true);
      else if (loop->hasAttr(vectorName) && !loop->hasAttr(registersName) &&
               !getZeroing(loop))
        loops.push_back(loop);
    });
    for (scf::ForOp loop : loops) {
      if (scf::ForOp joined = joinRounds(loop)) {
        rewrite(joined);
        ++numJoined;
      }
      rewrite(loop);
    }
    for (StringRef mark : {registersName, vectorName})
      while (scf::ForOp loop = findMarked(mark))
        rewrite(loop);
    getOperation().walk([](Operation *op) {
      op->removeAttr(isa<scf::ForOp>(op) ? jamName : floatSumName);
    });
  }

  /// Loops around such a one may be copied, with others that they hold.
  scf::ForOp findMarked(StringRef mark) {
    scf::ForOp found;
    getOperation().walk([&](scf::ForOp loop) {
      if (!loop->hasAttr(mark))
        return WalkResult::advance();
      found = loop;
      return WalkResult::interrupt();
    });
    return found;
  }

  void rewrite(scf::ForOp loop) {
    auto mark = loop->getAttrOfType<IntegerAttr>(vectorName);
    auto registers = loop->getAttrOfType<IntegerAttr>(registersName);
    bool isSegment = loop->removeAttr(segmentName) != nullptr;
    loop->removeAttr(vectorName);
    loop->removeAttr(registersName);
    if (!mark || mark.getInt() < 2)
      return;
    LoopVectorizer vectorizer(loop, mark.getInt());
    // Along segments the short rows count.
    if (!vectorizer.canVectorize(/*reduces=*/!isSegment)) {
      numVectorized += sumSparseLevel(loop, mark.getInt(), isSegment);
      return;
    }
    if (vectorizer.addsUp() && sumBlocks(loop, vectorizer, mark.getInt())) {
      ++numBlocked;
      return;
    }
    if (registers &&
        blockRegisters(loop, vectorizer, mark.getInt(), registers.getInt())) {
      ++numBlocked;
      return;
    }
    vectorizer.run();
    ++numVectorized;
  }
};
} // namespace
