//===- SemaTestSupported.cpp - what this version can compile --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SemaTesting.h"

using namespace encke;
using namespace encke::test;

namespace {

/// One "not supported yet" error.
std::string rejected(llvm::StringRef place, llvm::StringRef what) {
  return place.str() + ": error: not supported yet: " + what.str() + "\n";
}

TEST(Supported, Computations) {
  for (llvm::StringRef statement :
       {"C[i, k] = A[i, j] * B[j, k];",
        "C[i, k] += 2 * A[i, j] * B[j, k];",
        "y[i] = A[i, j] * x[j] + S[i, j] * x[j] - b[i];",
        "D[i, j] = A[i, j] + S[i, j];",
        "D[i, j] = relu(A[i, j]) * D[i, j];",
        "y[i] = exp(A[i, j] * x[j]);",
        "D[i, j] = D[i, i] * D[j, j];",
        "s = SUM(A[i, j]);",
        "D[i, j] = A[i, j] / SUM(A[i, j]);",
        "y[i] = A[i, j] * x[j] / sqrt(SUM(b[i] * b[i]));",
        "D[i, j] = transpose(A[i, j], {j, i});",
        "D[i, j] = pow(A[i, j], 2);",
        "S[i, j] = A[i, j] * 2;",
        "C[i, k] = A[i, j] @(min,+) B[j, k];",
        "D[i, j]<A> = D[i, j] * 2;",
        "y[i] @(min)= b[i];",
        "s = MAX(A[i, j]);",
        "print(A);",
        "print(s);",
        "write(C, \"c.mtx\");",
        "A[i, j] = read(0, lower);",
        "D[i, j] = random(3);",
        "D = A;",
        "printElapsedTime(s, getTime());",
        "Tensor<double> T([i, j], {CSC}); T[i, j] = read(0); y[i] = T[i, j];"})
    EXPECT_EQ(support(statement), "") << statement.str();
}

TEST(Supported, L8_ElementTypes) {
  EXPECT_EQ(support("Tensor<float> F([i, j], {Dense});"), "");
  EXPECT_EQ(support("var n = 9007199254740993;"), "");
  EXPECT_EQ(support("D[i, j] = 9007199254740992;"), "");
  EXPECT_EQ(
      support("D[i, j] = 1 - 9007199254740993;"),
      rejected("3:15", "an integer beyond 2^53, which a double cannot hold"));
}

TEST(Supported, L10_Formats) {
  EXPECT_EQ(support("Tensor<double> F([i, j], {ELL});"
                    "F[i, j] = read(0);"
                    "D[i, j] = F[i, j];"),
            "");
  EXPECT_EQ(support("Tensor<double> F([i, j], {D, CN});"
                    "F[i, j] = A[i, j];"),
            "");
}

TEST(Supported, L40_SparseDiagonal) {
  EXPECT_EQ(support("y[i] = A[i, i];"), "");
}

TEST(Supported, L6_Slices) {
  EXPECT_EQ(support("IndexLabel [r] = [0:2]; var t = B[j, r] * A[r, j];"), "");
  EXPECT_EQ(support("IndexLabel [r] = [0:2]; Tensor<double> v([r], {Dense}); "
                    "v[r] = read(2); D[r, j] = 1.0;"),
            "");
  EXPECT_EQ(support("IndexLabel [r] = [0:2]; D[r, j] = read(2); "
                    "D[r, j]<A> = 1; print(D[r, j]);"),
            "");
}

TEST(Supported, Statements) {
  EXPECT_EQ(support("y[i] = A[i, j] * x[j] with order(i, j);"), "");
  EXPECT_EQ(support("s = 2 with serial;"),
            rejected("3:12", "the schedule of a value without loops"));
  EXPECT_EQ(support("y[i] = A[i, j] * x[j] with when(stored(A, 2), serial);"),
            "");
  EXPECT_EQ(support("D[i, j] = convert(A[i, j]);"), "");
  EXPECT_EQ(support("reorder [i] by none;"), "");
  EXPECT_EQ(support("for t in 0:2 { s = s * t; }\nreturn;"), "");
  EXPECT_EQ(support("while (s > 1 && !(s == 2)) { return; }"), "");
  EXPECT_EQ(support("if (s > 1) { if (s > 2) { return; } } s = 3;"), "");
}

TEST(Supported, EveryProblemIsReported) {
  EXPECT_EQ(support("while (s > 1) {\n  s = 2 with serial;\n}\n"
                    "while (s > 1) {\n  D[i, j] = [[1]] with serial;\n}"),
            rejected("4:14", "the schedule of a value without loops") +
                rejected("7:24",
                         "the schedule of what is no expression over labels"));
}

TEST(Supported, L31_Functions) {
  Checked program(
      "def main() {\n}\ndef f(Tensor<double> A([i, j], {CSR})) "
      "{\nvar s = 1.0;\nwhile (1 < 2) {\ns = 2 with serial;\n}\n}\n");
  ASSERT_TRUE(program.checked);
  EXPECT_FALSE(checkSupported(*program.checked, program.diagnostics));
  EXPECT_EQ(program.messages(),
            rejected("6:12", "the schedule of a value without loops"));
}

} // namespace
