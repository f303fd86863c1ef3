//===- WhyNot.h - marks that no loop of a forall can have -------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the storage of the operands, their types and the loops around tell of
// the marks of a forall, before loops are generated. A mark that is not refused
// here may still be by `vectorize`, which sees the loops; none is refused here
// that it would carry out.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SETTLEMARKS_WHYNOT_H
#define ENCKE_PASSES_SETTLEMARKS_WHYNOT_H

#include "dialects/CIN/CINDialect.h"
#include "dialects/Format.h"

namespace encke {

/// A level whose stored coordinates a loop goes along.
struct LevelAlong {
  unsigned number;
  LevelType type;
};

/// That of the accessed tensor, if it has one.
std::optional<LevelAlong> findLevelAlong(cin::AccessOp access,
                                         cin::ForallOp loop);

/// What the loop goes along is fields of records, so that no vector loads it.
bool goesThroughRecords(cin::ForallOp loop);

/// The coordinates that the loop goes along are such fields. Threads would ask
/// an array of them where each may begin.
bool goesAlongRecords(cin::ForallOp loop);

/// The elements of sparse tensors that say where the loop goes, each once.
llvm::SmallVector<cin::AccessOp> findStoredAlong(cin::ForallOp loop);

/// The value is used, and not only looked at for being there.
bool isUsed(mlir::Value value);

/// Why the loop has to ask at each coordinate what is stored there; empty if it
/// need not.
llvm::StringRef whyNotStraight(cin::ForallOp loop);

/// Why there are no vectors of what the loop reads at coordinates that it
/// computes; empty if there may be (Gathers.cpp).
llvm::StringRef whyNoGathers(cin::ForallOp forall);

/// Why the vectors that a forall is marked with cannot be had; empty if they
/// may be.
llvm::StringRef whyNoVectors(cin::ForallOp forall);

/// The same of its registers.
llvm::StringRef whyNoRegisters(cin::ForallOp forall);

/// The same of its being parallel.
llvm::StringRef whyNotParallel(cin::ForallOp forall);

} // namespace encke

#endif // ENCKE_PASSES_SETTLEMARKS_WHYNOT_H
