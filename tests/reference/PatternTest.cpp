//===- PatternTest.cpp - what sparse tensors store ------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "tests/reference/TestProgram.h"

using namespace encke::reference;

namespace {

/// Sparse S, T (2 x 3), dense D (2 x 3), targets R sparse and E dense.
std::string runPatterns(const std::string &body) {
  return runMain("IndexLabel [i] = [2]; IndexLabel [j] = [3];"
                 "Tensor<double> S([i, j], {CSR}); Tensor<double> T([i, j], "
                 "{COO}); Tensor<double> R([i, j], {DCSR});"
                 "Tensor<double> D([i, j], {Dense}); Tensor<double> E([i, j], "
                 "{Dense}); Tensor<double> v([i], {CU}); Tensor<double> x([j], "
                 "{Dense}); Tensor<double> y([i], {Dense});"
                 "S[i, j] = [[0, 2, 0], [3, 0, 4]];"
                 "T[i, j] = [[0, 5, 6], [0, 0, 7]];"
                 "D[i, j] = [[1, 2, 3], [4, 5, 6]]; x[j] = [10, 20, 30];" +
                 body);
}

/// What a sparse target gets from an expression, and a dense one.
std::string sparse(const std::string &expr) {
  return runPatterns("R[i, j] = " + expr + "; print(R);");
}
std::string dense(const std::string &expr) {
  return runPatterns("E[i, j] = " + expr + "; print(E);");
}

TEST(Patterns, L27SumsAreUnionsProductsIntersections) {
  EXPECT_EQ(sparse("S[i, j] + T[i, j]"), "0 1 7\n0 2 6\n1 0 3\n1 2 11\n");
  EXPECT_EQ(sparse("S[i, j] - T[i, j]"), "0 1 -3\n0 2 -6\n1 0 3\n1 2 -3\n");
  EXPECT_EQ(sparse("S[i, j] * T[i, j]"), "0 1 10\n1 2 28\n");
  EXPECT_EQ(sparse("S[i, j] .* D[i, j]"), "0 1 4\n1 0 12\n1 2 24\n");
  EXPECT_EQ(sparse("S[i, j] * 2"), "0 1 4\n1 0 6\n1 2 8\n");
  EXPECT_EQ(sparse("-S[i, j]"), "0 1 -2\n1 0 -3\n1 2 -4\n");
}

TEST(Patterns, L27ZerosThatAriseStayStored) {
  EXPECT_EQ(sparse("S[i, j] - S[i, j]"), "0 1 0\n1 0 0\n1 2 0\n");
  EXPECT_EQ(sparse("S[i, j] * 0"), "0 1 0\n1 0 0\n1 2 0\n");
  EXPECT_EQ(runPatterns("R[i, j] = S[i, j] - S[i, j]; var n = NNZ(R);"
                        "print(n);"),
            "3\n");
}

TEST(Patterns, L45QuotientsNeedAStoredDivisor) {
  EXPECT_EQ(sparse("D[i, j] / S[i, j]"), "0 1 1\n1 0 1.3333333333333333\n"
                                         "1 2 1.5\n");
  EXPECT_EQ(sparse("S[i, j] / T[i, j]"), "0 1 0.4\n1 2 0.5714285714285714\n");
  EXPECT_EQ(dense("S[i, j] / T[i, j]"), "0 0.4 0\n0 0 0.5714285714285714\n");
}

TEST(Patterns, L44ASumWithoutLabelsIsFull) {
  EXPECT_THROW(runPatterns("IndexLabel [k] = [2]; v[i] = SUM[j](S[i, j]);"
                           "R[i, j] = D[i, j] * v[k];"),
               ProgramError);
  EXPECT_EQ(runPatterns("IndexLabel [k] = [2]; v[i] = SUM[j](S[i, j]);"
                        "R[i, j] = S[i, j] * v[k]; print(R);"),
            "0 1 18\n1 0 27\n1 2 36\n");
}

TEST(Patterns, L19ASumIsNoNegativeZero) {
  EXPECT_EQ(runPatterns("x[j] = -1.0; "
                        "D[i, j] = 0.0; y[i] = D[i, j] * x[j]; print(y);"),
            "0\n0\n");
}

TEST(Patterns, L21SummedLabelsAreNotAProductsOwn) {
  EXPECT_EQ(
      runPatterns("y[i] = (S[i, j] * x[j]) .* SUM[j](D[i, j]); print(y);"),
      "240\n2250\n");
  EXPECT_EQ(runPatterns("IndexLabel [k] = [3]; "
                        "var s = SUM(S[i, k] * D[i, j] .* x[k]); print(s);"),
            "2490\n");
  EXPECT_THROW(runPatterns("E[i, j] = S[i, j] .* x[j];"), ProgramError);
}

TEST(Patterns, L48ASumOfNothingDivides) {
  auto quotient = [](const std::string &expr) {
    return runPatterns("S[i, j] = [[0, 0, 0], [3, 0, 1]]; y[i] = " + expr +
                       "; v[i] = " + expr + "; print(y); print(v);");
  };
  EXPECT_EQ(quotient("1.0 / SUM[j](S[i, j])"), "inf\n0.25\n1 0.25\n");
  EXPECT_EQ(quotient("SUM[j](T[i, j]) / SUM[j](S[i, j])"),
            "inf\n1.75\n1 1.75\n");
  // By an infinite identity: a zero with a sign.
  EXPECT_EQ(runPatterns("S[i, j] = [[0, 0, 0], [3, 0, 1]];"
                        "y[i] = 1.0 / (2.0 / MAX[j](S[i, j])); print(y);"),
            "-inf\n1.5\n");
  EXPECT_EQ(dense("1.0 / (S[i, j] * 2)"), "0 0.25 0\n0.16666666666666666 0 "
                                          "0.125\n");
}

TEST(Patterns, L48ASumOfNothingDividesInASemiring) {
  EXPECT_EQ(runPatterns("S[i, j] = [[0, 0, 0], [3, 0, 1]]; v[i] = [1, 8];"
                        "y[i] = v[i] @(+,/) SUM[j](S[i, j]); print(y);"),
            "inf\n2\n");
}

TEST(Patterns, L43WhatIsSummedInsideAReductionIsNoLabel) {
  // The one value is there even if nothing contributes (L44).
  EXPECT_THROW(runPatterns("v[i] = MAX[i](S[i, j] * x[j]);"), ProgramError);
  EXPECT_EQ(runPatterns("y[i] = MAX[i](T[i, j] * x[j]); print(y);"),
            "280\n280\n");
}

TEST(Patterns, L22MonoidsOverIntersectionAndUnion) {
  EXPECT_EQ(sparse("S[i, j] @(+) T[i, j]"), "0 1 7\n1 2 11\n");
  EXPECT_EQ(sparse("S[i, j] @(min) D[i, j]"), "0 1 2\n1 0 3\n1 2 4\n");
  EXPECT_EQ(sparse("S[i, j] @(second) T[i, j]"), "0 1 5\n1 2 7\n");
  // L42: a lone operand passes unchanged, also the right one of a difference.
  EXPECT_EQ(sparse("S[i, j] @|(-) T[i, j]"), "0 1 -3\n0 2 6\n1 0 3\n1 2 -3\n");
  EXPECT_EQ(sparse("S[i, j] @|(max) T[i, j]"), "0 1 5\n0 2 6\n1 0 3\n1 2 7\n");
  EXPECT_EQ(dense("S[i, j] @|(min) T[i, j]"), "0 2 6\n3 0 4\n");
  EXPECT_EQ(dense("S[i, j] @(&) T[i, j]"), "0 1 0\n0 0 1\n");
}

TEST(Patterns, L42SemiringsReduceWhatContributes) {
  const std::string vectors = "S[i, j] = [[0, 2, 0], [0, 0, 0]];"
                              "y[i] = 1.0; v[i] = [0, 8];";
  EXPECT_EQ(runPatterns(vectors + "y[i] = S[i, j] @(min,+) x[j]; print(y);"),
            "22\ninf\n");
  EXPECT_EQ(runPatterns(vectors + "v[i] = S[i, j] @(min,+) x[j]; print(v);"),
            "0 22\n");
  EXPECT_EQ(runPatterns(vectors + "y[i] = S[i, j] @(max,*) x[j]; print(y);"),
            "40\n-inf\n");
  EXPECT_EQ(runPatterns(vectors + "y[i] = S[i, j] @(any,pair) x[j]; print(y);"),
            "1\n0\n");
  // The identity is a value like any other to what is computed from it.
  EXPECT_EQ(runPatterns(vectors + "y[i] = min(y[i], S[i, j] @(min,+) x[j]);"
                                  "print(y);"),
            "1\n1\n");
  // `+=` is `y = y + ...`; `@(min)=` leaves what nothing contributes to.
  EXPECT_EQ(runPatterns(vectors + "y[i] += S[i, j] @(min,+) x[j]; print(y);"),
            "23\ninf\n");
  EXPECT_EQ(runPatterns(vectors + "y[i] @(min)= S[i, j] @(min,+) x[j];"
                                  "print(y);"),
            "1\n1\n");
}

TEST(Patterns, L42SemiringOfTwoSparseMatrices) {
  // Shortest two-step ways from 0: 0-1-2 (1+4), 0-2-2 none.
  EXPECT_EQ(runMain("IndexLabel [i, j, k] = [3]; Tensor<double> A([i, j], "
                    "{CSR}); Tensor<double> C([i, k], {CSR});"
                    "A[i, j] = [[0, 1, 9], [0, 0, 4], [2, 0, 0]];"
                    "C[i, k] = A[i, j] @(min,+) A[j, k]; print(C);"),
            "0 0 11\n0 2 5\n1 0 6\n2 1 3\n2 2 11\n");
}

TEST(Patterns, L23L41Masks) {
  EXPECT_EQ(sparse("S[i, j] + T[i, j]; R[i, j]<S> = D[i, j]"),
            "0 1 2\n1 0 4\n1 2 6\n");
  EXPECT_EQ(sparse("T[i, j]; R[i, j]<!S> = D[i, j]"), "0 0 1\n0 2 3\n1 1 5\n");
  // `=` deletes what lies outside, `+=` leaves it.
  EXPECT_EQ(sparse("T[i, j]; R[i, j]<S> = T[i, j]"), "0 1 5\n1 2 7\n");
  EXPECT_EQ(sparse("T[i, j]; R[i, j]<S> += T[i, j]"),
            "0 1 10\n0 2 6\n1 2 14\n");
  EXPECT_EQ(dense("D[i, j]; E[i, j]<S, push> = D[i, j] * 2"),
            "0 4 0\n8 0 12\n");
  // A dense mask stores everything.
  EXPECT_EQ(dense("D[i, j]; E[i, j]<D> = S[i, j]"), "0 2 0\n3 0 4\n");
}

TEST(Patterns, L26AMagnitudeIsNoNegativeZero) {
  EXPECT_EQ(runMain("var s = -1.0 * 0.0; print(1 / abs(s));"), "inf\n");
}

TEST(Patterns, L26FunctionsKeepSparsityOrNot) {
  EXPECT_EQ(sparse("abs(-S[i, j])"), "0 1 2\n1 0 3\n1 2 4\n");
  EXPECT_EQ(sparse("relu(S[i, j] - T[i, j])"), "0 1 0\n0 2 0\n1 0 3\n1 2 0\n");
  EXPECT_THROW(sparse("relu(S[i, j] - 2.5)"), ProgramError);
  EXPECT_EQ(sparse("pow(S[i, j], 2)"), "0 1 4\n1 0 9\n1 2 16\n");
  EXPECT_EQ(dense("exp(S[i, j] * 0)"), "1 1 1\n1 1 1\n");
  EXPECT_THROW(sparse("exp(S[i, j])"), ProgramError);
  EXPECT_THROW(sparse("cos(S[i, j])"), ProgramError);
  EXPECT_EQ(sparse("min(S[i, j], T[i, j])"), "0 1 2\n0 2 0\n1 0 0\n1 2 4\n");
}

TEST(Patterns, L44FullResults) {
  EXPECT_THROW(sparse("S[i, j] + 1"), ProgramError);
  EXPECT_THROW(sparse("S[i, j] - D[i, j]"), ProgramError);
  EXPECT_THROW(sparse("S[i, j] @|(+) D[i, j]"), ProgramError);
  EXPECT_THROW(sparse("D[i, j] * 2"), ProgramError);
  EXPECT_THROW(sparse("2.5"), ProgramError);
  EXPECT_THROW(runPatterns("R[i, j] += D[i, j];"), ProgramError);
  EXPECT_EQ(sparse("S[i, j]; R[i, j] = 0.0"), "");
  EXPECT_EQ(sparse("S[i, j]; R = 0.0"), "");
}

TEST(Patterns, L38DenseIntoSparse) {
  EXPECT_EQ(runPatterns("D[i, j] = [[0, 1, 0], [0, 0, 2]]; R[i, j] = D[i, j];"
                        "print(R); R = D; print(R);"),
            "0 1 1\n1 2 2\n0 1 1\n1 2 2\n");
}

TEST(Patterns, L18Accumulate) {
  EXPECT_EQ(sparse("S[i, j]; R[i, j] += T[i, j]"),
            "0 1 7\n0 2 6\n1 0 3\n1 2 11\n");
  EXPECT_EQ(sparse("S[i, j]; R[i, j] -= T[i, j]"),
            "0 1 -3\n0 2 -6\n1 0 3\n1 2 -3\n");
  EXPECT_EQ(sparse("S[i, j]; R[i, j] @(max)= T[i, j]"),
            "0 1 5\n0 2 6\n1 0 3\n1 2 7\n");
  EXPECT_EQ(dense("D[i, j]; E[i, j] @(min)= S[i, j]"), "1 2 3\n3 5 4\n");
  EXPECT_EQ(dense("D[i, j]; E[i, j] @(*)= S[i, j]"), "1 4 3\n12 5 24\n");
  // L46: never assigned means empty, or zero.
  EXPECT_EQ(runPatterns("R[i, j] += S[i, j]; print(R); y[i] -= D[i, j];"
                        "print(y);"),
            "0 1 2\n1 0 3\n1 2 4\n-6\n-15\n");
  EXPECT_THROW(runPatterns("R[i, j] @(first)= S[i, j];"), ProgramError);
}

TEST(Patterns, L25L43Reductions) {
  EXPECT_EQ(runPatterns("print(MIN(S[i, j])); print(MAX(-S[i, j]));"
                        "print(PROD(S[i, j])); print(NNZ(S)); print(NNZ(D));"
                        "print(SUM(S[i, j] * T[i, j]));"),
            "2\n-2\n24\n3\n6\n38\n");
  EXPECT_EQ(runPatterns("S[i, j] = 0.0; print(MIN(S[i, j]));"
                        "print(MAX(S[i, j])); print(SUM(S[i, j]));"
                        "print(PROD(S[i, j])); print(NORM(S[i, j]));"),
            "inf\n-inf\n0\n1\n0\n");
  // Of each row; a sparse result stores rows that have something.
  const std::string row = "S[i, j] = [[0, 2, 5], [0, 0, 0]];";
  EXPECT_EQ(runPatterns(row + "v[i] = MIN[j](S[i, j]); print(v);"
                              "y[i] = MIN[j](S[i, j]); print(y);"
                              "y[i] = PROD[j](S[i, j]); print(y);"
                              "y[i] = NORM[j](S[i, j] + S[i, j] * 0);"
                              "print(y);"),
            "0 2\n2\ninf\n10\n1\n5.385164807134504\n0\n");
}

TEST(Patterns, L25OfADenseTensorThereIsAlwaysAResult) {
  const std::string nothing = "IndexLabel [k] = [0];"
                              "Tensor<double> N([i, k], {Dense});"
                              "Tensor<double> P([i, k], {CSR});"
                              "N[i, k] = 1; P[i, k] = N[i, k];";
  EXPECT_EQ(runMain("IndexLabel [i] = [2];" + nothing +
                    "var s = SUM[k](N[i, k]) @(min,pair) MIN[k](N[i, k]);"
                    "print(s);"
                    "s = SUM[k](P[i, k]) @(min,pair) MIN[k](P[i, k]);"
                    "print(s);"),
            "1\ninf\n");
}

TEST(Patterns, L40RepeatsAndDiagonals) {
  EXPECT_EQ(runPatterns("v[i] = [0, 8]; R[i, j] = v[i]; print(R);"),
            "1 0 8\n1 1 8\n1 2 8\n");
  EXPECT_EQ(runMain("IndexLabel [i, j] = [2]; Tensor<double> A([i, j], {CSC});"
                    "Tensor<double> d([i], {CU}); A[i, j] = [[0, 1], [2, 3]];"
                    "d[i] = A[i, i]; print(d); print(SUM(A[i, i]));"),
            "1 3\n3\n");
}

TEST(Patterns, L6L39Slices) {
  EXPECT_EQ(runPatterns("IndexLabel [r] = [1:3]; IndexLabel [q] = [0:3:2];"
                        "R[i, j] = T[i, j]; R[i, r] = 0.0; print(R);"
                        "R[i, q] = S[i, q]; print(R);"
                        "E[i, j] = 1.0; E[i, q] += D[i, r]; print(E);"
                        "E[i, r] = S[i, r]; print(E);"),
            "1 0 3\n1 2 4\n6 1 6\n12 1 12\n6 2 0\n12 0 4\n");
  EXPECT_THROW(runPatterns("IndexLabel [r] = [1:4]; E[i, r] = 1.0;"),
               DataError);
}

TEST(Patterns, L47PaddingIsNotStored) {
  EXPECT_EQ(runMain("IndexLabel [i] = [2]; IndexLabel [j] = [3];"
                    "Tensor<double> A([i, j], {CU, D}); Tensor<double> B([i, "
                    "j], {ELL}); A[i, j] = [[0, 0, 0], [4, 0, 5]];"
                    "B[i, j] = A[i, j]; print(NNZ(A)); print(NNZ(B));"
                    "print(MIN(A[i, j])); B[i, j] = B[i, j] - A[i, j];"
                    "print(B);"),
            "2\n2\n4\n1 0 0\n1 2 0\n");
}

TEST(Patterns, L38FilesStoreTheirZeros) {
  DataFile file("pattern_zeros.mtx",
                "%%MatrixMarket matrix coordinate real general\n"
                "2 3 4\n1 1 0\n2 3 1.5\n2 3 1\n2 1 -2\n");
  EXPECT_EQ(runMain("Tensor<double> A([?, ?], {COO}); A[i, j] = read(0);"
                    "print(A); print(NNZ(A));",
                    {file.path}),
            "0 0 0\n1 0 -2\n1 2 2.5\n3\n");
}

TEST(Patterns, L38L48TnsFiles) {
  // 0.0 is no integer, so the first line is no header.
  DataFile frostt("pattern_f.tns", "2 1 2 0.0\n");
  const char *cube = "Tensor<double> A([?, ?, ?], {CSF}); A[i, j, k] = read(0);"
                     "print(A); print(SUM(A[i, j, k] * 0 + 1.0));";
  EXPECT_THROW(runMain(cube, {frostt.path}), ProgramError);
  EXPECT_EQ(runMain("Tensor<double> A([?, ?, ?], {CSF});"
                    "A[i, j, k] = read(0); print(A);",
                    {frostt.path}),
            "1 0 1 0\n");
  // One label for two dimensions takes the larger bound of the two.
  DataFile square("pattern_s.tns", "2 1 0.5\n1 4 1.5\n");
  EXPECT_EQ(runMain("IndexLabel [i] = [?]; IndexLabel [j] = [?];"
                    "Tensor<double> A([i, i], {Dense}); A[x, y] = read(0);"
                    "print(A);",
                    {square.path}),
            "0 0 0 1.5\n0.5 0 0 0\n0 0 0 0\n0 0 0 0\n");
}

TEST(Patterns, L42NestedSemiringsReduceWhereTheirLabelsAre) {
  // max over k of (min over j of S + x) * D'.
  EXPECT_EQ(runPatterns("var s = (S[i, j] @(min,+) x[j]) @(max,*) y[i];"
                        "print(s); y[i] = [1, 2];"
                        "s = (S[i, j] @(min,+) x[j]) @(max,*) y[i]; print(s);"),
            "0\n26\n");
}

} // namespace
