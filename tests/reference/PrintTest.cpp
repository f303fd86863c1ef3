//===- PrintTest.cpp - print and write ------------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "tests/reference/TestProgram.h"

using namespace encke::reference;

namespace {

/// A 3 x 4 matrix with an empty row, stored in the given format.
std::string matrixIn(const std::string &format) {
  return "IndexLabel [i] = [3]; IndexLabel [j] = [4];"
         "Tensor<double> A([i, j], {" +
         format +
         "}); A[i, j] = [[5, 0, 0, -1], [0, 0, 0, 0], [0, 2.5, 0, 0]];"
         "print(A);";
}

TEST(Print, L16StorageOfMatrices) {
  EXPECT_EQ(arraysOf(matrixIn("Dense")), "5,0,0,-1,0,0,0,0,0,2.5,0,0,\n");
  EXPECT_EQ(arraysOf(matrixIn("CSR")),
            "3,\n-1,\n0,2,2,3,\n0,3,1,\n5,-1,2.5,\n");
  EXPECT_EQ(arraysOf(matrixIn("CSC")),
            "4,\n-1,\n0,1,2,2,3,\n0,2,0,\n5,2.5,-1,\n");
  EXPECT_EQ(arraysOf(matrixIn("DCSR")),
            "0,2,\n0,2,\n0,2,3,\n0,3,1,\n5,-1,2.5,\n");
  EXPECT_EQ(arraysOf(matrixIn("DCSC")),
            "0,3,\n0,1,3,\n0,1,2,3,\n0,2,0,\n5,2.5,-1,\n");
  EXPECT_EQ(arraysOf(matrixIn("COO")),
            "0,3,\n0,0,2,\n-1,\n0,3,1,\n5,-1,2.5,\n");
  EXPECT_EQ(arraysOf(matrixIn("D, D")), arraysOf(matrixIn("Dense")));
  // Whole rows below a compressed level.
  EXPECT_EQ(arraysOf(matrixIn("CU, D")),
            "0,2,\n0,2,\n4,\n-1,\n5,0,0,-1,0,2.5,0,0,\n");
}

TEST(Print, L16StorageOfEll) {
  EXPECT_EQ(arraysOf(matrixIn("ELL")),
            "3,\n-1,\n2,\n-1,\n-1,\n0,3,0,1,0,1,\n5,-1,0,0,0,2.5,\n");
}

/// Levels that store parts of dimensions.
TEST(Print, L16StorageOfBlocksAndDiagonals) {
  EXPECT_EQ(arraysOf(matrixIn("BCSR(2, 2)")),
            "2,\n-1,\n0,2,3,\n0,1,0,\n2,\n-1,\n2,\n-1,\n"
            "5,0,0,0,0,-1,0,0,0,2.5,0,0,\n");
  EXPECT_EQ(arraysOf(matrixIn("CSB(2, 2)")),
            "2,\n-1,\n2,\n-1,\n0,1,2,3,3,\n0,0,0,\n-1,\n0,1,1,\n5,-1,2.5,\n");
  EXPECT_EQ(arraysOf(matrixIn("DIA")),
            "0,3,\n1,2,5,\n3,\n-1,\n0,0,2.5,5,0,0,-1,0,0,\n");
  EXPECT_EQ(arraysOf(matrixIn("ModeGeneric")), arraysOf(matrixIn("CU, D")));
}

TEST(Print, L16StorageOfHigherOrders) {
  const std::string cube =
      "IndexLabel [i, j] = [2]; IndexLabel [k] = [3];"
      "Tensor<double> T([i, j, k], {Dense}); Tensor<double> S([i, j, k], {";
  const std::string rest = "}); T[i, j, k] = [[[5, 0, 6], [0, 0, 0]],"
                           "[[0, 0, 0], [0, 7, 0]]]; S[i, j, k] = T[i, j, k];"
                           "print(S);";
  EXPECT_EQ(arraysOf(cube + "CSF" + rest),
            "0,2,\n0,1,\n0,1,2,\n0,1,\n0,2,3,\n0,2,1,\n5,6,7,\n");
  EXPECT_EQ(arraysOf(cube + "COO" + rest),
            "0,3,\n0,0,1,\n-1,\n0,0,1,\n-1,\n0,2,1,\n5,6,7,\n");
  for (const char *format : {"CN, S, D", "ModeGeneric"})
    EXPECT_EQ(arraysOf(cube + format + rest),
              "0,2,\n0,1,\n-1,\n0,1,\n3,\n-1,\n5,0,6,0,7,0,\n");
}

TEST(Print, L16StorageOfNothingAndOfScalars) {
  EXPECT_EQ(arraysOf("Tensor<double> A([2, 3], {CSR}); A[i, j] = 0.0;"
                     "print(A);"),
            "2,\n-1,\n0,0,0,\n");
  EXPECT_EQ(arraysOf("Tensor<double> A([2, 3], {COO}); A[i, j] = 0.0;"
                     "print(A);"),
            "0,0,\n-1,\n");
  EXPECT_EQ(arraysOf("var s = 28.2; print(s); print(1.0 / 3); print(1e10);"),
            "28.2\n0.333333\n1e+10\n");
}

TEST(Print, L9L10FormatsThatDoNotExist) {
  EXPECT_THROW(runMain(matrixIn("CRS")), ProgramError);
  EXPECT_THROW(runMain(matrixIn("S, CU")), ProgramError);
  EXPECT_THROW(runMain(matrixIn("D, CU, CU")), ProgramError);
  EXPECT_THROW(runMain("Tensor<double> A([2], {CSR});"), ProgramError);
}

TEST(Print, L16PlainTitles) {
  EXPECT_EQ(outputOf("def main() {" + matrixIn("CSC") + "}"),
            "# A: 3 x 4 double, 3 entries stored as {D, CU} by mode 1, 0; "
            "coordinates count from 0\n0 0 5\n0 3 -1\n2 1 2.5\n");
  EXPECT_EQ(outputOf("def main() { Tensor<int> T([1, 2, 2], {Dense});"
                     "T[i, j, k] = [[[1, 2], [3, 4]]]; print(T); }"),
            "# T: 1 x 2 x 2 int\n# [0, :, :]\n1 2\n3 4\n");
  EXPECT_EQ(outputOf("def main() { Tensor<double> s([], {Dense}); s[] = 1.5;"
                     "print(s); }"),
            "# s: double\n1.5\n");
}

TEST(Print, L14L48WriteReadsBack) {
  for (const char *format : {"Dense", "CSR", "COO"})
    for (const char *extension : {"mtx", "tns"}) {
      std::string path = testing::TempDir() + "print_written." + extension;
      DataFile file(
          std::string("print_written.") + extension,
          extension == std::string("tns")
              ? "3 4 1\n"
              : "%%MatrixMarket matrix coordinate real general\n3 4 0\n");
      std::string text = matrixIn(format) + "write(A, \"" + path +
                         "\"); A[i, j] = 0.0; A[i, j] = read(\"" + path +
                         "\"); print(A);";
      std::string output = runMain(text);
      EXPECT_EQ(output.substr(0, output.size() / 2),
                output.substr(output.size() / 2));
    }
  EXPECT_THROW(runMain(matrixIn("CSR") + "write(A, \"a.csv\");"), ProgramError);
}

} // namespace
