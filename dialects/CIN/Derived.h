//===- Derived.h - modes that levels tell together --------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A level may store any expression of modes (L33). Loops over the levels of
// such a tensor have variables of their own, and a mode is derived from them:
// its forall visits the one coordinate that they tell, by the inverse of the
// format.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_CIN_DERIVED_H
#define ENCKE_DIALECTS_CIN_DERIVED_H

#include "dialects/CIN/CINDialect.h"
#include "dialects/Format.h"

#include "mlir/IR/AffineMap.h"

namespace encke::cin {

/// The levels of a format that have loops: all but slots.
llvm::SmallVector<unsigned> getLoopedLevels(const Format &format);

/// The coordinate of each mode: of a dimension for each level with a loop, its
/// coordinate, and a symbol for each, the value of its expression at coordinate
/// 0. None where a format cannot be inverted so.
std::optional<llvm::SmallVector<mlir::AffineMap>>
getModesByLevels(const Format &format, mlir::MLIRContext *context);

/// The level of an access along which a loop goes; none where it goes along
/// none that the access names.
std::optional<unsigned> findLevelOf(AccessOp access, const Format &format,
                                    ForallOp loop);

/// The loops over the levels that an access names, outermost first, each with
/// the modes that it tells with those around.
llvm::SmallVector<ForallOp> getLoopsByLevels(AccessOp access);

/// The modes in the expression of a level.
llvm::SmallVector<unsigned> getModesOf(const Format &format, unsigned level);

/// A level counts what is stored, so that coordinates that are not stored have
/// no place in it.
bool asksWhatIsStored(const Format &format);

/// There may be coordinates in the levels that those of no element are,
/// whatever is stored. Loops along such levels are right where they visit what
/// is stored.
bool hasUnusedCoordinates(const Format &format);

/// How many coordinates a level has, where the modes have so many; none where
/// that depends on what is stored.
std::optional<double>
countCoordinates(const Format &format, unsigned level,
                 llvm::function_ref<double(unsigned mode)> sizeOf);

/// The numbers of the dimensions, and of the symbols, that a map uses.
llvm::SmallVector<unsigned> getUsedDims(mlir::AffineMap map);
llvm::SmallVector<unsigned> getUsedSymbols(mlir::AffineMap map);

/// Different iterations of the loop over a level of some access change elements
/// with different indices.
bool levelMoves(ForallOp loop, mlir::ValueRange indices);

/// Fails where an access's indices are not what the variables of its levels
/// tell.
mlir::LogicalResult verifyLevels(AccessOp access);

} // namespace encke::cin

#endif // ENCKE_DIALECTS_CIN_DERIVED_H
