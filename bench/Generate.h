//===- Generate.h - matrices to measure with --------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_BENCH_GENERATE_H
#define ENCKE_BENCH_GENERATE_H

#include "AlignedArray.h"

#include <cstdint>
#include <vector>

namespace encke::bench {

/// A sparse matrix in CSR with 32-bit positions and coordinates.
struct CsrMatrix {
  int64_t rows = 0;
  int64_t columns = 0;
  AlignedArray<int32_t> positions;   // rows + 1
  AlignedArray<int32_t> coordinates; // sorted within each row
  AlignedArray<double> values;

  int64_t nonzeros() const { return static_cast<int64_t>(values.size()); }
};

/// The matrix of a 27-point stencil on a grid of `side`^3 points: what finite
/// elements on a regular mesh give. Rows are nearly equal and nearly banded.
CsrMatrix generateStencil27(int32_t side, uint64_t seed);

/// A directed graph of 2^`scale` nodes and exactly `edges` distinct edges after
/// Chakrabarti, Zhan and Faloutsos (R-MAT, 2004) with the probabilities 0.57,
/// 0.19, 0.19, 0.05: rows are very unequal and columns scattered. `edges` must
/// be far below the number of node pairs.
CsrMatrix generateRmat(int32_t scale, int64_t edges, uint64_t seed);

/// All diagonals up to `half` below and above the main one.
CsrMatrix generateBand(int32_t rows, int32_t half, uint64_t seed);

/// `perRow` distinct columns in each row, anywhere.
CsrMatrix generateUniform(int32_t rows, int32_t columns, int32_t perRow,
                          uint64_t seed);

/// The first `dense` rows are full, the others have one element each: a split
/// by rows gives one thread all the work.
CsrMatrix generateRowBand(int32_t rows, int32_t columns, int32_t dense,
                          uint64_t seed);

/// Values in [0.5, 1.5), the same on every machine for the same seed: positive,
/// so that sums lose nothing to cancellation and results compare tightly.
AlignedArray<double> generateValues(int64_t count, uint64_t seed);

/// `count` distinct places of a tensor, as indices into it in row-major order;
/// sorted. Most are at low coordinates of all modes but the last. The product
/// of the sizes must fit 64 bits and be far above `count`.
std::vector<uint64_t> generateSkewedPlaces(const std::vector<int32_t> &sizes,
                                           size_t count, uint64_t seed);

} // namespace encke::bench

#endif // ENCKE_BENCH_GENERATE_H
