//===- Marks.h - what the marks of a forall may claim -----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_CIN_MARKS_H
#define ENCKE_DIALECTS_CIN_MARKS_H

#include "dialects/CIN/CINDialect.h"

namespace encke::cin {

class LoopPlanner;

/// Says at a forall, or at what it holds, why its marks cannot be as they are,
/// as far as concrete index notation tells. The generator and the passes after
/// it say the rest (`strict-marks`).
mlir::LogicalResult verifyMarks(ForallOp forall);
/// Of an element: its row may be asked for before its turn.
mlir::LogicalResult verifyMarks(AccessOp access);
mlir::LogicalResult verifyMarks(AssignOp assign);

/// The part of these that is about vectors (VectorMarks.cpp), and about what
/// stays in registers (RegisterMarks.cpp).
mlir::LogicalResult verifyVectorMarks(ForallOp forall);
mlir::LogicalResult verifyRegisterMarks(ForallOp forall);

/// The assignment by which a loop accumulates into elements along it that may
/// stay in registers; null if it has none.
AssignOp findKept(ForallOp forall);

/// The loop that goes on with what a forall adds up: the one around it that is
/// one; null if there is none.
ForallOp findReducing(ForallOp forall);

/// What is added to doubles are floats, of which some may be added up before.
bool addsFloats(AssignOp assign);

/// What a loop with registers adds has factors that change along it, but not
/// along the loop around, which writes nothing else.
bool hasFixedFactors(ForallOp forall);

/// Takes its registers from a loop, with what is said about them.
void dropRegisters(ForallOp forall);

/// Multiplies the rows of a loop one by one.
void dropJam(ForallOp rows);

/// The loop that adds up in registers, inside of another one, all that a loop
/// over rows does for each of these; null if it does something else.
ForallOp findSumOfRow(ForallOp rows);

/// The iterations of a loop, if that is known; within a block, of a whole one.
std::optional<int64_t> countIterations(ForallOp forall);

/// How many iterations the one loop around a forall has that adds to the same
/// elements again, if that is known and there is no other one.
std::optional<int64_t> getIterationsAcross(ForallOp forall);

/// The words of a forall that stand behind `parallel`, in order.
llvm::ArrayRef<llvm::StringRef> getMarksOfLoops();

/// These words, where they stand, in order, as attributes of that name:
/// `twice`, `sums(4)`, `next(cache = 1)`.
mlir::ParseResult parseMarks(mlir::OpAsmParser &parser,
                             llvm::ArrayRef<llvm::StringRef> words,
                             mlir::OperationState &result);
void printMarks(mlir::OpAsmPrinter &printer,
                llvm::ArrayRef<llvm::StringRef> words, mlir::Operation *op);

/// The same of how tasks share its parallel loops, which follows from more than
/// the loops.
mlir::LogicalResult verifySharing(KernelOp kernel);

/// The same of diagonals that are added up together (Together.cpp).
mlir::LogicalResult verifyTogether(KernelOp kernel);

/// The same of rows with coordinates that are numbered anew (RowModes.cpp).
mlir::LogicalResult verifyRenumbering(KernelOp kernel);

/// Why a loop does not go over diagonals that can be added up together; empty:
/// it does.
llvm::StringRef whyNotTogether(ForallOp forall, const LoopPlanner &planner);

} // namespace encke::cin

#endif // ENCKE_DIALECTS_CIN_MARKS_H
