//===- StatementsTest.cpp - selections, statistics, results ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "tests/reference/TestProgram.h"

using namespace encke::reference;

namespace {

/// A is 1 0 -2; 0 3 0; 0 0 0, and sparse; x is 1 2 3.
const std::string declarations =
    "IndexLabel [i, j] = [3]; Tensor<double> D([i, j], {Dense});"
    "Tensor<double> A([i, j], {CSR}); Tensor<double> x([j], {Dense});"
    "D[i, j] = [[1, 0, -2], [0, 3, 0], [0, 0, 0]]; A[i, j] = D[i, j];"
    "x[j] = [1, 2, 3];";

std::string runOnMatrix(const std::string &body) {
  return runMain(declarations + body);
}

TEST(Statements, L51LabelsAreCoordinates) {
  EXPECT_EQ(runOnMatrix("Tensor<double> y([i], {Dense});"
                        "y[i] = A[i, j] * j + i; print(y);"),
            "-4\n4\n2\n");
}

TEST(Statements, L52SelectionPrunesOrZeroes) {
  EXPECT_EQ(runOnMatrix("Tensor<double> P([i, j], {CSR});"
                        "P[i, j] = A[i, j] where A[i, j] > 0; print(P);"),
            "0 0 1\n1 1 3\n");
  EXPECT_EQ(runOnMatrix("Tensor<double> y([j], {Dense});"
                        "y[j] = x[j] where x[j] >= 2; print(y);"),
            "0\n2\n3\n");
  // The identity of what has no elements, inside of the condition only (L42).
  EXPECT_EQ(runOnMatrix("Tensor<double> y([i], {Dense});"
                        "y[i] = MAX[j](A[i, j]) where i != 1; print(y);"),
            "1\n0\n-inf\n");
  EXPECT_EQ(runOnMatrix("Tensor<double> y([i], {Dense});"
                        "y[i] = SUM[j](x[j] where j < i); print(y);"),
            "0\n1\n3\n");
}

TEST(Statements, L55StatisticsOfWhatIsStored) {
  EXPECT_EQ(runOnMatrix("Tensor<int> p([i], {Dense});"
                        "p[i] = ARGMIN[j](A[i, j]); print(p);"
                        "p[i] = ARGMAX[j](D[i, j]); print(p);"),
            "2\n1\n-1\n0\n1\n0\n");
  EXPECT_EQ(runOnMatrix("print(ANY(A[i, j] > 2)); print(ALL(A[i, j] != 0));"
                        "print(ALL(x[j] > 0)); print(COUNT(A[i, j] != 0));"),
            "1\n0\n1\n3\n");
  EXPECT_EQ(runOnMatrix("print(MEAN(x[j])); print(VAR(x[j]));"
                        "print(MEAN(x[j] where x[j] > 1));"
                        "print(VAR(x[j] where x[j] > 1));"),
            "2\n0.6666666666666666\n2.5\n0.25\n");
  // Six elements are absent: the mean is 2/9.
  EXPECT_EQ(
      runOnMatrix("print(MEAN(A[i, j]) * 9 - 2);"
                  "print(abs(VAR(A[i, j]) * 81 - (14 * 9 - 4)) < 1e-12);"),
      "0\n1\n");
}

TEST(Statements, L59LinesOfTextsAndValues) {
  EXPECT_EQ(outputOf("param k = 3; def main() { print(\"k is\", k, 0.5); }"),
            "k is 3 0.5\n");
  EXPECT_THROW(runMain("error(\"no more than\", 2);"), std::exception);
}

TEST(Statements, L64SizesChoicesAndSeveralResults) {
  EXPECT_EQ(runOnMatrix("print(size(i)); print(size(j) + 1);"), "3\n4\n");
  EXPECT_EQ(runOnMatrix("Tensor<double> y([j], {Dense});"
                        "y[j] = x[j] > 1 ? x[j] : -1; print(y);"),
            "-1\n2\n3\n");
  EXPECT_EQ(run("def f(double x) -> (double, double) { return x + 1, x * x; }"
                "def main() { var a = 0.0; var b = 0.0; a, b = f(3.0);"
                "print(a); print(b); }"),
            "4\n9\n");
}

TEST(Statements, L65FactorsGiveTheMatrixBack) {
  EXPECT_EQ(runMain("IndexLabel [i, j, k] = [2];"
                    "Tensor<double> A([i, j], {Dense});"
                    "Tensor<double> w([k], {Dense});"
                    "Tensor<double> V([i, k], {Dense});"
                    "Tensor<double> R([i, j], {Dense});"
                    "A[i, j] = [[2, 1], [1, 2]]; w, V = eigh(A);"
                    "R[i, j] = V[i, k] * w[k] * V[j, k] - A[i, j];"
                    "print(NORM(R[i, j]) < 1e-14);"
                    "w[k] = floor(w[k] + 0.5); print(w);"),
            "1\n1\n3\n");
}

} // namespace
