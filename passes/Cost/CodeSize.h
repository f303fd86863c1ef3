//===- CodeSize.h - how much code a kernel may become -----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_COST_CODESIZE_H
#define ENCKE_PASSES_COST_CODESIZE_H

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace encke::cost {

/// Operations of a loop nest that may be compiled twice, for an answer that is
/// known when the program runs.
/// Unit: operations of scf. Chosen, not measured.
inline constexpr int64_t mostTwice = 200;

/// About as many operations of scf as come of a loop of cin, of a workspace,
/// and of another operation. Unit: operations of scf. Measured by: which loops
/// of the programs of the benchmark and the tests had no more than mostTwice.
inline constexpr int64_t opsOfLoop = 10, opsOfWorkspace = 10, opsOfOther = 2;
/// A loop around rows of unknown length in registers is there about so many
/// times. Unit: loops. Measured by: the same.
inline constexpr int64_t kindsOfBlocks = 3;

/// Vectors that stay in registers, in code: of a row of unknown length blocks
/// of all registers, of a quarter, of single ones, and of elements; of a known
/// one at most half as many again as there are registers. Unit: vectors.
/// Follows from: passes/Vectorize/RegisterBlocks.
inline int64_t countVectorsOfUnknownRow(int64_t registers) {
  return registers + registers / 4 + 3;
}
/// Operations of so many vectors: some of a body are there once for all.
/// Unit: operations. Measured by: as opsOfLoop.
inline int64_t getOpsOfVectors(int64_t body, int64_t vectors) {
  return body * vectors * 3 / 4;
}

/// Bodies of loops that a kernel may have: of a union of n tensors there is one
/// for each subset of them.
/// Unit: bodies. Chosen, not measured.
inline constexpr unsigned mostBodies = 4096;

/// Bodies of a kernel, each counted once, whose merges may have a second form:
/// one doubles them, and a result that is counted before doubles them again.
/// Unit: bodies. Chosen, not measured.
inline constexpr unsigned mostBodiesTwice = 512;

/// Cases of which tensors are present that one loop may have: four operands of
/// a sum; one more would double the code.
/// Unit: cases. Chosen, not measured.
inline constexpr uint64_t mostCases = 15;
/// And loops inside of each other.
/// Unit: cases. Chosen, not measured.
inline constexpr double mostNestedCases = 32;

/// Whether loops over operands with so many `cases` of which are present, on
/// that many levels, are too many. A case has on the next level cases of its
/// own, of the operands that are left: where k operands make 2^k on one level,
/// they make (n + 1)^k on n.
inline bool isTooManyCases(uint64_t cases, unsigned levels) {
  return cases > mostCases ||
         std::pow(cases + 1, std::log2(std::max(levels, 1U) + 1)) >
             mostNestedCases;
}

/// Sparse tensors in a loop that two kernels come to share.
/// Unit: tensors. Chosen, not measured.
inline constexpr unsigned mostShared = 3;

/// How many times as long a product of sums may become that is multiplied out.
/// Unit: ratio. Chosen, not measured.
inline constexpr double mostGrowth = 3;

/// Steps of a loop for which what LLVM makes of it (unrolled, in vectors, with
/// tests in front) is not worth its code.
/// Unit: steps. Chosen, not measured.
inline constexpr uint64_t mostOfShort = 64;

/// Instructions of a function that may be put into its caller: the only one
/// would hold the loops of all kernels.
/// Unit: LLVM instructions. Chosen, not measured.
inline constexpr unsigned mostToInline = 200;

/// Instructions of a function that LLVM optimises. Kernels have some hundred;
/// products of several unions of sparse tensors may have 100,000.
/// Unit: LLVM instructions. Measured by: compiling 100,000 takes 8 s as they
/// are, 80 s optimised.
inline constexpr unsigned mostToOptimize = 20000;

/// Instructions of a function without loops that LLVM optimises; of more it
/// makes code quickly. What calls the kernels of a long program is such a
/// function, of which each instruction runs once.
/// Unit: LLVM instructions. Measured by: the program of 1,600 statements,
/// 16,500 instructions: 1.9 s optimised, 0.35 s quickly.
inline constexpr unsigned mostToOptimizeOnce = 4000;

/// Operations of a kernel that becomes part of a loop that calls it: with more,
/// a call does not matter, and the program's own code grows.
/// Unit: operations of scf. Measured by: a triangular solve of rows of five (40
/// operations) is three times, a recurrence (2) four times as fast.
inline constexpr int64_t mostInlined = 64;

/// Where loops begin. One of a few instructions takes half as long again where
/// it lies across two of the blocks in which instructions are fetched, which
/// would be a matter of what stands before it.
/// Unit: bytes. Given by the processors.
inline constexpr unsigned loopAlignment = 32;

} // namespace encke::cost

#endif // ENCKE_PASSES_COST_CODESIZE_H
