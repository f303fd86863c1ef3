//===- Blocks.h - rows, panels and strips at a time -------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is done several at a time so that what is loaded serves more than once.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_COST_BLOCKS_H
#define ENCKE_PASSES_COST_BLOCKS_H

#include "passes/Cost/Target.h"

#include <algorithm>
#include <cstdint>

namespace encke::cost {

/// Rows that are multiplied at once: enough that products wait for the
/// processor's multiplications, not for the matrix. With 32 vector registers,
/// or 16, half may be sums of so many rows.
/// Unit: rows. Chosen, not measured: latency times throughput.
inline constexpr int64_t jammedRows = 4;

/// Elements of a block that a row of blocks has room for.
/// Unit: elements. Chosen, not measured: one is cleared as a whole.
inline constexpr int64_t mostOfBlock = 4096;

/// A pair of blocks that are multiplied costs as much as so many products of
/// elements in another format, with the conversions,
/// Unit: products. Measured by: products of matrices of 8000 x 8000 in blocks
/// of 2 x 2, 4 x 4 and 8 x 8, 8 a row and each of one element to all, on an AMD
/// EPYC with AVX-512.
inline constexpr double costOfBlocks = 1;
/// and each of the products of elements that they would have, were they full.
/// Unit: products. Measured by: the same.
inline constexpr double costInBlocks = 1.0 / 64;

/// Of the products of elements that a pair of full blocks has, at least the
/// share that has to be there for them to be multiplied as blocks; the others
/// are with padding.
inline double getLeastOfBlocks(double products) {
  return costOfBlocks / products + costInBlocks;
}

/// A matrix that may have more bytes is gone through in panels.
inline int64_t getBlockedBytes(const Target &target) {
  return target.l2Bytes / 2;
}
/// Which have so many.
inline int64_t getPanelBytes(const Target &target) {
  return target.l2Bytes / 4;
}

/// Rows of a block for which panels are gone through; fewer where what is kept
/// for them would have more than keptBytes.
/// Unit: rows. Chosen, not measured.
inline constexpr int64_t blockRows = 64;
/// Unit: bytes. Chosen, not measured.
inline constexpr int64_t keptBytes = int64_t(64) << 20;

/// Rows of a block, in groups of so many, for which so many bytes are kept for
/// each row: at most `atMost`, and as many as `kept` bytes hold, but `least` in
/// any case.
inline int64_t getBlockRows(int64_t bytesOfRow, int64_t group, int64_t atMost,
                            int64_t least, int64_t kept = keptBytes) {
  int64_t most = kept / bytesOfRow / group * group;
  return std::min(atMost, std::max(most, least));
}

/// Iterations, or elements of a row, from which nobody counts further.
/// Unit: iterations. Chosen, not measured: more than any matrix has.
inline constexpr int64_t mostIterations = int64_t(1) << 31;

/// A panel goes along all of a row that has no more elements, or along as many
/// of it.
/// Unit: elements. Chosen, not measured.
inline constexpr int64_t panelWidth = 512;
/// But for so few iterations it has all these, and goes along the row as far as
/// it may, Unit: iterations. Chosen, not measured.
inline constexpr int64_t fewIterations = 256;
/// in steps of whole blocks of registers.
/// Unit: elements. Chosen, not measured.
inline constexpr int64_t wholeBlocks = 64;

/// How far along its rows a panel of so many elements goes that has all
/// `iterations`.
inline int64_t getPanelSide(int64_t elements, int64_t iterations) {
  int64_t side = elements / std::max<int64_t>(iterations, 1);
  return std::max(side / wholeBlocks, int64_t(1)) * wholeBlocks;
}

/// Panels that add to one element of floats, which lose what is much smaller
/// (L21).
/// Unit: panels. Chosen, not measured: by the accuracy that L21 asks for.
inline constexpr int64_t mostPanelsOfFloats = 64;

/// Of rows shorter than so many vectors that take no more operations than
/// fewOperations the processor computes several at once by itself.
/// Unit: vectors. Chosen, not measured.
inline constexpr int64_t fewVectors = 2;
/// Unit: operations on vectors. Chosen, not measured.
inline constexpr int64_t fewOperations = 32;

/// Rows of so many elements each, summed over so many iterations, are left to
/// the processor.
inline bool isShortRow(int64_t elements, int64_t width, int64_t iterations) {
  return elements < fewVectors * width &&
         (elements + width - 1) / width * iterations <= fewOperations;
}

/// Iterations of a sum that a long row is added to at a time: enough that its
/// elements cost little; each iteration has a stream of its own.
/// Unit: iterations. Chosen, not measured.
inline constexpr int64_t iterationsTogether = 4;

/// Elements that the first cache holds cost little anyway, and short rows of
/// several iterations come more slowly from memory than one after the other.
inline bool isLongRow(const Target &target, uint64_t elements,
                      unsigned elementBits) {
  return elements >= uint64_t(target.l1Bytes) * 8 / elementBits;
}

/// Rows in a strip of diagonals: what it has of two vectors fits into half of a
/// first cache, and diagonals' parts are long enough to be streamed.
/// Unit: rows. Chosen, not measured.
inline constexpr uint64_t stripOfElements = 2048;
/// The same where rows of matrices take the place of elements.
/// Unit: rows. Chosen, not measured.
inline constexpr uint64_t stripOfMatrices = 64;

/// Diagonals that are added together, as many as can be: with nine, a ninth as
/// many sums are loaded, and the streams of values are as few as processors
/// foresee. Stencils have mostly a multiple of three.
/// Unit: diagonals. Chosen, not measured.
inline constexpr int64_t diagonalsTogether[] = {9, 3};

} // namespace encke::cost

#endif // ENCKE_PASSES_COST_BLOCKS_H
