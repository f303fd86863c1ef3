//===- Assumed.h - what is assumed of unknown data --------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes and numbers of elements are assumed where neither the program nor the
// header of a file says them. They differ with the question: what is a wrong
// answer's price?
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_COST_ASSUMED_H
#define ENCKE_PASSES_COST_ASSUMED_H

#include <cstdint>

namespace encke::cost {

/// Coordinates along a mode of which nothing is known.
/// Unit: coordinates. Chosen, not measured.
inline constexpr double assumedSize = 1e4;

/// Coordinates along a label of a dense contraction whose size is not known. A
/// library is the safe choice for large products, loops for small ones; this
/// is between them, where assumedSize would be no question at all.
/// Unit: coordinates. Chosen, not measured.
inline constexpr int64_t assumedSide = 128;

/// Elements of a segment of a sparse level, below the outermost one.
/// Unit: elements. Chosen, not measured.
inline constexpr double assumedSegment = 10;

/// Elements of a sparse tensor.
inline constexpr double assumedElements = assumedSize * assumedSegment;

/// Elements of a fibre of a tensor that a parallel loop does not go along. It
/// is asked about when the program runs, and a task more costs less than one
/// that is missing: so it is more than assumedSegment.
/// Unit: elements. Measured by: rough medians over the matrices of bench/.
inline constexpr int64_t assumedFibre = 16;

/// Rounds of a loop of the program.
/// Unit: rounds. Chosen, not measured.
inline constexpr double assumedRounds = 10;

} // namespace encke::cost

#endif // ENCKE_PASSES_COST_ASSUMED_H
