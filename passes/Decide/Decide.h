//===- Decide.h - each kind of decision, by itself --------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_DECIDE_DECIDE_H
#define ENCKE_PASSES_DECIDE_DECIDE_H

#include "dialects/CIN/CINDialect.h"

#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace encke {

/// Whether a device runs the kernel, which then has no other decisions; if not,
/// why.
std::string decideDevice(cin::KernelOp kernel);

/// How the length of a sparse result is found, and which coordinates are
/// numbered anew on the way into it.
void decideAssembly(cin::KernelOp kernel);

/// How rows remember what was assigned; once it is known what loops visit.
void decideListMarks(cin::KernelOp kernel);

/// Which rows of sparse results need not be in order, since nothing that reads
/// these can tell; once it is known what loops visit.
void decideUnsorted(mlir::ModuleOp module);

/// How loops with vectors add up. With `fewStored`, none is compiled for rows
/// from memory.
void decideVectors(cin::KernelOp kernel, bool fewStored);

/// How the sums of a loop with registers are divided, and how they end; that
/// alone where it is said how many registers these are.
void decideRegisters(cin::ForallOp forall);
void decideTile(cin::ForallOp forall);

/// How tasks share parallel loops. Fails after an error.
mlir::LogicalResult decideSharing(cin::KernelOp kernel);

/// What loops look up instead of visiting it, and how they merge the rest. With
/// `fewStored`, merges have one form. Fails after an error.
mlir::LogicalResult decideVisits(cin::KernelOp kernel, bool fewStored);

/// Which rows of dense tensors are asked for before their turn.
void decidePrefetches(cin::KernelOp kernel);
/// The accesses, and assignments that accumulate, that go along rows of dense
/// tensors in vectors, at the coordinates of a loop along a sparse level.
llvm::SmallVector<mlir::Operation *> findRowsAlong(cin::ForallOp forall);

/// How many diagonals are added up together.
void decideDiagonals(cin::KernelOp kernel);

/// Which rows are multiplied by a matrix at once.
void decideJams(cin::KernelOp kernel);

/// A loop may be compiled twice, for an answer that is known when the program
/// runs. That may be before its loops have vectors, or once they have.
bool isSmallEnoughTwice(cin::ForallOp forall, bool inVectors);

} // namespace encke

#endif // ENCKE_PASSES_DECIDE_DECIDE_H
