//===- FormatsTest.cpp - a format for a matrix ----------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/Formats.h"

#include <gtest/gtest.h>

using namespace encke::cost;

namespace {

/// By `blocks` of 2 x 2, 3 x 3, 4 x 4 and 8 x 8.
MatrixStructure structure(double rows, double elements, double diagonals,
                          std::vector<double> blocks) {
  return {rows, elements, diagonals, std::move(blocks)};
}

std::string choose(const MatrixStructure &matrix) {
  return chooseMatrixFormat(rankMatrixFormats({}, matrix)).str();
}

// Matrices of files, of which the products were measured: what is chosen was
// at least 1.2 times as fast as rows.
TEST(Formats, MeasuredMatrices) {
  EXPECT_EQ(choose(structure(1651, 49533, 147, {15675, 7976, 5431, 2211})),
            "BCSR(4, 4)");
  EXPECT_EQ(
      choose(structure(8738, 591904, 1777, {194705, 109612, 69800, 27202})),
      "BCSR(4, 4)");
  EXPECT_EQ(choose(structure(1000, 6400, 7, {3077, 3386, 2000, 1000})), "DIA");
  EXPECT_EQ(choose(structure(2500, 12349, 8, {6174, 5717, 4288, 2144})), "DIA");
}

// Rows are the fastest, or nearly: blocks that are hardly filled, and long
// loops.
TEST(Formats, RowsStay) {
  EXPECT_EQ(choose(structure(4967, 173670, 2604, {94386, 64322, 47193, 20874})),
            "CSR");
  EXPECT_EQ(
      choose(structure(7115, 103689, 10134, {96008, 88623, 81007, 81007})),
      "CSR");
  EXPECT_EQ(choose(structure(2003, 83883, 1841, {33824, 19021, 13442, 5041})),
            "CSR");
}

TEST(Formats, NothingIsStored) {
  EXPECT_EQ(choose(structure(0, 0, 0, {0, 0, 0, 0})), "CSR");
}

// Blocks from memory cost what they take to be read.
TEST(Formats, MemoryCounts) {
  MatrixStructure matrix =
      structure(114599, 239332, 22368, {187000, 139960, 106845, 62300});
  EXPECT_EQ(choose(matrix), "CSR");
  Target large;
  large.l3Bytes = int64_t(1) << 30;
  double far = 0, near = 0;
  for (const MatrixFormat &format : rankMatrixFormats({}, matrix))
    if (format.str() == "BCSR(4, 4)")
      far = format.time;
  for (const MatrixFormat &format : rankMatrixFormats(large, matrix))
    if (format.str() == "BCSR(4, 4)")
      near = format.time;
  EXPECT_GT(far, 1.2 * near);
}

// One triangle of a symmetric matrix: a stencil of 27 points on 90^3, but not
// one that the caches have, nor one whose elements are anywhere.
TEST(Formats, Triangles) {
  MatrixStructure stencil = structure(729000, 19248832, 27, {});
  stencil.diagonals = 2000; // as if these were not whole
  EXPECT_EQ(choose(stencil), "CSR");
  stencil.isSymmetric = true;
  EXPECT_EQ(choose(stencil), "triangle");
  MatrixStructure small = structure(27000, 681472, 400, {});
  small.isSymmetric = true;
  EXPECT_EQ(choose(small), "CSR");
  MatrixStructure random = structure(300000, 11999200, 599999, {});
  random.isSymmetric = true;
  EXPECT_EQ(choose(random), "CSR");
}

} // namespace
