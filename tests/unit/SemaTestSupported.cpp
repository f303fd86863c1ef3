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
  EXPECT_EQ(support("Tensor<float> F([i, j], {Dense});"),
            rejected("3:15", "element type float"));
  EXPECT_EQ(support("var n = 2;"),
            rejected("3:5", "a scalar variable of type int") +
                "help: write '2.0' for a double\n");
  EXPECT_EQ(support("D[i, j] = 9007199254740992;"), "");
  EXPECT_EQ(
      support("D[i, j] = 1 - 9007199254740993;"),
      rejected("3:15", "an integer beyond 2^53, which a double cannot hold"));
  EXPECT_EQ(support("D[i, j] = true;"),
            rejected("3:11", "a value of type bool"));
}

TEST(Supported, L9_Levels) {
  EXPECT_EQ(support("Tensor<double> F([i, j], {COO});"
                    "F[i, j] = read(0);"
                    "D[i, j] = F[i, j];"),
            rejected("3:64", "computing with 'F', whose format is COO"));
  EXPECT_EQ(support("Tensor<double> F([i, j], {D, CN});"
                    "F[i, j] = read(0);"
                    "D[i, j] = F[i, j];"),
            rejected("3:67", "computing with 'F', whose format is {D, CN}"));
}

TEST(Supported, L27_SparseResults) {
  EXPECT_EQ(support("S[i, j] = A[i, j] * 2;"),
            rejected("3:1", "a sparse result"));
  EXPECT_EQ(support("S[i, j] = 0.0;"), rejected("3:1", "a sparse result"));
}

TEST(Supported, TwoSparseFactors) {
  EXPECT_EQ(support("D[i, j] = A[i, j] * D[i, j] * S[i, j];"),
            rejected("3:11", "a product of two sparse tensors 'A' and 'S'"));
  EXPECT_EQ(support("s = SUM(A[i, l] * A[l, j] .* A[i, j]);"),
            rejected("3:9", "a product of two sparse tensors 'A' and 'A'") +
                rejected("3:9", "a product of two sparse tensors 'A' and 'A'"));
  EXPECT_EQ(support("D[i, j] = A[i, j] * sqrt(S[i, j]);"),
            rejected("3:11", "a product of two sparse tensors 'A' and 'S'"));
}

TEST(Supported, L40_SparseDiagonal) {
  EXPECT_EQ(support("y[i] = A[i, i];"),
            rejected("3:8", "a repeated label on the sparse tensor 'A'"));
}

TEST(Supported, L45_SparseDivisor) {
  EXPECT_EQ(support("D[i, j] = D[i, j] / A[i, j];"),
            rejected("3:21", "a division by the sparse tensor 'A'"));
}

TEST(Supported, L26_FunctionsOfSparseTensors) {
  EXPECT_EQ(support("D[i, j] = exp(A[i, j]);"),
            rejected("3:11", "'exp' of the sparse tensor 'A'"));
  EXPECT_EQ(support("D[i, j] = max(A[i, j], 0);"),
            rejected("3:11", "'max' of the sparse tensor 'A'"));
  EXPECT_EQ(support("D[i, j] = pow(A[i, j], -1);"),
            rejected("3:11", "'pow' of the sparse tensor 'A'"));
}

TEST(Supported, L6_Slices) {
  EXPECT_EQ(support("IndexLabel [r] = [0:2]; var t = B[j, r] * B[j, k];"),
            rejected("3:38", "a slice"));
  EXPECT_EQ(support("IndexLabel [r] = [0:2]; Tensor<double> v([r], {Dense}); "
                    "v[r] = 1.0;"),
            "");
}

TEST(Supported, Statements) {
  EXPECT_EQ(support("C[i, k] = A[i, j] @(min,+) B[j, k];"),
            rejected("3:11", "a semiring operator"));
  EXPECT_EQ(support("D[i, j]<A> = D[i, j] * 2;"), rejected("3:9", "a mask"));
  EXPECT_EQ(support("y[i] @(min)= b[i];"),
            rejected("3:6", "an assignment that accumulates with an operator"));
  EXPECT_EQ(support("y[i] = A[i, j] * x[j] with order(i, j);"),
            rejected("3:28", "a schedule"));
  EXPECT_EQ(support("s = MAX(A[i, j]);"), rejected("3:5", "'MAX'"));
  EXPECT_EQ(support("D[i, j] = convert(A[i, j]);"),
            rejected("3:11", "'convert'"));
  EXPECT_EQ(support("reorder [i] by none;"), rejected("3:1", "'reorder'"));
  EXPECT_EQ(support("for t in 0:2 { s = s * 2; }"),
            rejected("3:1", "a 'for' loop"));
  EXPECT_EQ(support("return;"), rejected("3:1", "'return'"));
}

TEST(Supported, EveryProblemIsReported) {
  EXPECT_EQ(support("while (s > 1) {\n  S[i, j] = A[i, j];\n}\n"
                    "if (s > 1) {\n  s = NORM(b[i]);\n}"),
            rejected("3:1", "a 'while' loop") +
                rejected("4:3", "a sparse result") + rejected("6:1", "'if'") +
                rejected("7:7", "'NORM'"));
}

TEST(Supported, L31_Functions) {
  Checked program("def main() {\n}\ndef f(double a) {\n}\n");
  ASSERT_TRUE(program.checked);
  EXPECT_FALSE(checkSupported(*program.checked, program.diagnostics));
  EXPECT_EQ(program.messages(),
            rejected("3:5", "a function other than 'main'"));
}

} // namespace
