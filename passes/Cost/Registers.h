//===- Registers.h - vectors, and how many stay in registers ----*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_COST_REGISTERS_H
#define ENCKE_PASSES_COST_REGISTERS_H

#include "passes/Cost/Target.h"

#include <algorithm>
#include <cstdint>

namespace encke::cost {

/// Vectors that a loop which accumulates keeps in registers: enough independent
/// sums to hide the latency of two fused multiply-adds a cycle, and few enough
/// to leave half of AVX2's registers for the operands.
/// Unit: registers. Chosen, not measured: latency times throughput.
inline constexpr int64_t sumRegisters = 8;

/// Vectors of all rows that are multiplied at once which stay in registers:
/// half of those that there are may be sums of the rows.
inline int64_t getRegistersOfRows(const Target &target) {
  return std::max(target.vectorRegisters / 2, sumRegisters);
}

/// Vectors of a row of known length that may be one block: it takes some of the
/// registers for operands, too.
inline int64_t getMostVectorsOfRow(int64_t registers) {
  return registers + registers / 2;
}
/// Vectors of the blocks that come after those of all registers, where the
/// length is not known.
inline int64_t getThen(int64_t registers) { return registers / 4; }

/// Bits of a vector that is put together from elements at coordinates: from
/// more on, that takes longer than what is done with it.
/// Unit: bits. Measured by: SpMV in caches, 1.3 to 2 times as fast (Zen 4).
inline constexpr unsigned mostGatheredBits = 256;

/// Bits of vectors that the schedule did not ask for. What LLVM makes vectors
/// of is left, mostly, because it is not contiguous: wide ones take long to put
/// together.
/// Unit: bits. Chosen, not measured.
inline constexpr unsigned mostOfOthers = 256;

/// Vectors that a sum along a row is divided into, a power of two: one would
/// wait for itself in every step.
/// Unit: vectors. Chosen, not measured: latency times throughput.
inline constexpr int64_t sumsAtOnce = 4;

/// Vectors of floats that are added up before they are added to doubles, for
/// conversions take longer than sums.
/// Unit: vectors. Chosen, not measured.
inline constexpr int64_t floatTerms = 4;

/// Terms that are added up in floats where rows stay in registers: a pairwise
/// sum adds as many to one number, in several lanes, before it begins to add in
/// pairs.
/// Unit: terms. Chosen, not measured: by the accuracy that L21 asks for.
inline constexpr int64_t termsOfGroup = 16;
/// Of long rows, which are known to be so: the doubles take registers.
/// Unit: terms. Chosen, not measured.
inline constexpr int64_t termsOfLongGroup = 32;

/// Sums that a processor can begin while one waits for the iteration before.
/// Unit: sums. Given by the processors: four cycles, two a cycle.
inline constexpr int64_t mostBegun = 8;
/// Sets of sums that a loop carries, each for some of its iterations.
/// Unit: sets. Measured by: a layer of a graph neural network (Zen 4).
inline constexpr int64_t mostSets = 4;

/// How many sets of sums a loop of known `iterations` carries that adds so many
/// vectors.
inline int64_t countSets(int64_t vectors, uint64_t iterations) {
  if (iterations < uint64_t(mostBegun))
    return 1;
  int64_t sets = 1;
  while (2 * sets * vectors <= mostBegun && sets != mostSets &&
         iterations % uint64_t(2 * sets) == 0)
    sets *= 2;
  return sets;
}

/// The vector that a program asks for without a width, where none would pay.
/// Unit: bits. Given by the processors: most have these.
inline constexpr int64_t usualVector = 256;

/// The widest vector that a program can ask for.
/// Unit: elements. Given by the processors: eight registers of bytes.
inline constexpr int64_t mostLanes = 64;

/// How many iterations of a loop a program can have done at once: each is code.
/// Unit: iterations. Chosen, not measured.
inline constexpr int64_t mostUnrolled = 64;

} // namespace encke::cost

#endif // ENCKE_PASSES_COST_REGISTERS_H
