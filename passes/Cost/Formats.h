//===- Formats.h - a format for a matrix ------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a product of a matrix and a vector takes in each format, by how the
// matrix is built. The format `auto` (L49) is chosen by it.
//
// All constants were measured on a core of an EPYC with AVX-512 (caches of 32
// KiB, 1 MiB and 32 MiB), by 42 generated matrices of blocks and of diagonals
// and 14 of files, least time of 9 rows of products, one thread.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_COST_FORMATS_H
#define ENCKE_PASSES_COST_FORMATS_H

#include "passes/Cost/Target.h"

#include <string>
#include <vector>

namespace encke::cost {

/// An element in CSR: what is loaded and gathered, multiplied and added.
/// Unit: ns. Measured by: the matrices.
inline constexpr double rowElementTime = 0.28;
/// A row in CSR: its bounds, its sum, and where its loop ends.
/// Unit: ns. Measured by: the matrices.
inline constexpr double rowTime = 1.1;
/// A place on a diagonal in DIA.
/// Unit: ns. Measured by: the matrices.
inline constexpr double diagonalPlaceTime = 0.21;
/// A row of blocks in BCSR.
/// Unit: ns. Measured by: the matrices.
inline constexpr double blockRowTime = 1.5;
struct BlockTime {
  int64_t side;
  double time;
};
/// A block in BCSR, by its side.
/// Unit: ns. Measured by: the matrices.
inline constexpr BlockTime blockTimes[] = {
    {2, 0.77}, {3, 1.95}, {4, 1.45}, {8, 5.7}};
/// How many times as long blocks take that come from a cache farther away than
/// that of one core.
/// Unit: times. Measured by: the matrices.
inline constexpr double farBlock = 1.25;
/// What is larger than this share of the last cache comes as fast as that gives
/// it: blocks of 4 x 4 that take 9 MB do not, those that take 14 MB do.
/// Unit: share. Measured by: the matrices.
inline constexpr double streamedShare = 0.35;
/// Unit: bytes a ns. Measured by: the matrices.
inline constexpr double streamedRate = 45;
/// What is larger than the last cache comes as fast as memory gives it.
/// Unit: bytes a ns. Measured by: a stencil of 27 points on 90^3.
inline constexpr double memoryRate = 21;
/// An element of one triangle of a symmetric matrix, which is used twice: the
/// second time it is added to an element in memory.
/// Unit: ns. Measured by: bcsstk33, and a stencil of 27 points on 30^3.
inline constexpr double triangleElementTime = 0.6;
/// Elements of a triangle are near one another where they are on few diagonals:
/// one for so many rows at most. 12 million random elements took 1.4 times as
/// long by one triangle as by rows.
/// Unit: rows. Chosen, not measured.
inline constexpr double rowsADiagonal = 64;
/// Another format than rows or columns is worth it from so many times their
/// speed on. It is estimated within some per cent.
/// Unit: times. Chosen, not measured.
inline constexpr double leastFormatGain = 1.18;

/// How a matrix is built.
struct MatrixStructure {
  double rows = 0;
  double elements = 0;
  double diagonals = 0; ///< that have an element
  /// In the order of `blockTimes`: how many blocks have an element.
  std::vector<double> blocks;
  /// It equals its transpose, and one triangle of it would do.
  bool isSymmetric = false;
};

/// A format for a matrix of doubles.
struct MatrixFormat {
  std::string name; ///< "CSR", "CSC", "DIA", "BCSR"; "triangle": of CSR
  std::vector<int64_t> numbers;
  double time = 0;   ///< of a product with a vector, ns
  double places = 0; ///< values that are stored

  std::string str() const;
  /// Only one triangle of a symmetric matrix is read.
  bool isTriangle() const { return name == "triangle"; }
};

/// Formats for a product with vectors along rows, the fastest first.
std::vector<MatrixFormat> rankMatrixFormats(const Target &target,
                                            const MatrixStructure &matrix);

/// CSR, or the first of the ranked formats where it gains enough.
MatrixFormat chooseMatrixFormat(const std::vector<MatrixFormat> &ranked);

} // namespace encke::cost

#endif // ENCKE_PASSES_COST_FORMATS_H
