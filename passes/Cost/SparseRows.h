//===- SparseRows.h - rows at coordinates, from near or far -----*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_COST_SPARSEROWS_H
#define ENCKE_PASSES_COST_SPARSEROWS_H

#include "passes/Cost/Target.h"

#include <cstdint>

namespace encke::cost {

//===----------------------------------------------------------------------===//
// Sums along sparse rows
//===----------------------------------------------------------------------===//

/// Rows of at most so many vectors are short, and added up one by one where
/// they cannot be in vectors of which lanes are dropped.
/// Unit: vectors. Chosen, not measured.
inline constexpr int64_t shortRowVectors = 2;
/// Lanes of vectors for short rows of which lanes are dropped: the processor
/// finds two of these as fast as one of twice as many, and many rows need only
/// one.
/// Unit: lanes. Measured by: SpMV of road networks (Zen 4).
inline constexpr int64_t shortVectorLanes = 4;
/// Elements of a row, and of all rows, from which they come from memory and are
/// gathered.
/// Unit: elements. Measured by: SpMV of rows of 8192 elements (bench input
/// rowband, Zen 4): 2.55 ms, 2.06 gathered.
inline constexpr int64_t rowFromMemory = 128;
/// Unit: elements. Measured by: the same.
inline constexpr int64_t allFromMemory = int64_t(1) << 20;
/// Vectors that are then added up at a time.
/// Unit: vectors. Measured by: the same; from caches one is as fast.
inline constexpr int64_t gatheredVectors = 2;
/// How far ahead elements are fetched: some lines of coordinates.
/// Unit: elements. Chosen, not measured.
inline constexpr int64_t elementsAhead = 128;

/// Rows that a processor knows the lengths of by heart.
/// Unit: rows. Chosen, not measured.
inline constexpr int64_t fewRows = 1000;
/// A wrong guess of a length does not matter for rows as long as this.
/// Unit: elements. Chosen, not measured.
inline constexpr int64_t longRow = 16;

//===----------------------------------------------------------------------===//
// Dense rows at coordinates
//===----------------------------------------------------------------------===//

/// How many elements ahead rows are fetched.
/// Unit: elements. Measured by: SpMM of graphs with 4, 8 and 16, this being the
/// fastest for most (Zen 4).
inline constexpr int64_t rowsAhead = 16;
/// Lines of a row that are fetched: the processor goes on with a longer one.
/// Unit: lines. Chosen, not measured.
inline constexpr int64_t mostLines = 8;
/// Few elements are not worth a look at whether they are scattered.
/// Unit: elements. Chosen, not measured.
inline constexpr int64_t fewElements = 1 << 14;

/// Rows of a dense tensor with fewer bytes are, four at a time, one stream to
/// the processor.
/// Unit: bytes. Chosen, not measured.
inline constexpr int64_t shortStreamBytes = 512;

/// Where four rows have more bytes, the first cache does not hold them beside
/// those that are multiplied.
inline int64_t getCrowdBytes(const Target &target) {
  return target.l1Bytes / 2;
}

//===----------------------------------------------------------------------===//
// Merges and row workspaces
//===----------------------------------------------------------------------===//

/// A level is skipped through, instead of stepped through, where it has more
/// than 2^shift times as many positions as the other: a search then costs less
/// than the steps that it saves.
/// Unit: binary logarithm of a ratio. Chosen, not measured.
inline constexpr int64_t skippingShift = 4;

/// A merge scatters one of its streams into an array with a place for each of
/// so many coordinates at most: pages of a larger one are mostly touched for
/// the first time, which takes longer than a merge. Unit: coordinates, of 4
/// bytes each with narrow positions. Measured by: elementwise products of two
/// matrices with 3,000 random elements a row, on an AMD EPYC with 1 thread: 2.7
/// times as fast as a merge with 200,000 columns, 2.2 times with 1,000,000, 0.9
/// times with 4,000,000.
inline constexpr int64_t scatteredPlaces = int64_t(1) << 20;

/// A merge that scatters steps through all rows where most are alike and about
/// so long at most: of longer ones, all have to be alike, since those that are
/// not take far longer so.
/// Unit: elements. Measured by: `bench/choices.py product`.
inline constexpr int64_t steppedRows = 24;

/// Elements of a row are foreseen, too, if less than one of so many was there
/// before, or is new: so few wrong guesses cost no more than none.
/// Unit: elements. Chosen, not measured.
inline constexpr int64_t rareElement = 8;
/// How long rows that were foreseen, or not, are remembered.
/// Unit: rows. Chosen, not measured.
inline constexpr int64_t mostScore = 4;

/// A sparse result of no more elements than this, whatever it stores, gets
/// memory for all of them: to find a bound takes loops over the operands, in
/// products of three tensors as long as the product itself.
/// Unit: elements, of 12 or 16 bytes, which are no memory until they are
/// written. Chosen, not measured.
inline constexpr int64_t smallResult = int64_t(1) << 16;

/// Up to so many coordinates a row is short, whatever is stored, and not worth
/// numbering anew;
/// Unit: coordinates. Chosen, not measured.
inline constexpr int64_t shortMode = int64_t(1) << 16;
/// nor is one with fewer than so many coordinates for each that is stored.
/// Unit: ratio. Chosen, not measured.
inline constexpr int64_t sparseMode = 8;

/// A row of a product is collected in a hash table, rather than in a row as
/// long as the mode, where it has so many coordinates, which no cache has
/// beside the operands; Unit: coordinates. Measured by: products of random
/// matrices with 3 to 20 elements a row and 10^4 to 10^7 columns, on an AMD
/// EPYC with 1 MiB of second cache.
inline constexpr int64_t keyedMode = int64_t(1) << 18;
/// and where so many are added to it on average: of fewer a table is not worth
/// its making, of more the row is in the caches.
/// Unit: multiplications. Measured by: the same.
inline constexpr int64_t fewestKeyed = 6, mostKeyed = 40;

/// Coordinates that take their place in a directory in the time that one is
/// found by halving.
/// Unit: ratio. Chosen, not measured.
inline constexpr int64_t placedALookup = 8;

} // namespace encke::cost

#endif // ENCKE_PASSES_COST_SPARSEROWS_H
