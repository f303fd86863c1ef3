//===- TypesTest.cpp - element types and promotion ------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "tests/reference/TestProgram.h"

using namespace encke::reference;

namespace {

TEST(Types, L8ScalarsHaveTheTypeOfTheirValue) {
  EXPECT_EQ(runMain("var i = 7; var d = 7.0; var b = true; print(i / 2);"
                    "print(d); print(b); print(i * 2); print(!b);"),
            "3.5\n7\n1\n14\n0\n");
  // An int is exact where a double is not.
  EXPECT_EQ(runMain("var i = 9007199254740993; i += 2; print(i);"),
            "9007199254740995\n");
  EXPECT_EQ(runMain("var i = 9223372036854775807; i = i + 1; print(i);"),
            "-9223372036854775808\n");
}

TEST(Types, L8NarrowingIsAnError) {
  EXPECT_THROW(runMain("var i = 1; i = 2.5;"), ProgramError);
  EXPECT_THROW(runMain("var i = 1; i = i / 1;"), ProgramError);
  EXPECT_THROW(runMain("var i = 1; i = i * 2.0;"), ProgramError);
  EXPECT_THROW(runMain("Tensor<int32> A([2], {Dense}); var n = 3; A[i] = n;"),
               ProgramError);
  EXPECT_THROW(runMain("Tensor<bool> A([2], {Dense}); A[i] = 1;"),
               ProgramError);
  EXPECT_THROW(runMain("Tensor<float> A([2], {Dense}); var d = 0.5; "
                       "A[i] = d;"),
               ProgramError);
}

TEST(Types, L8Int32WrapsAtItsWidth) {
  EXPECT_EQ(runMain("Tensor<int32> A([2], {Dense}); IndexLabel [i] = [2];"
                    "A[i] = [2147483647, -5]; A[i] = A[i] + 1; print(A);"),
            "-2147483648\n-4\n");
  // With an int the result is an int, which does not go back.
  EXPECT_THROW(runMain("Tensor<int32> A([2], {Dense}); IndexLabel [i] = [2];"
                       "var n = 1; A[i] = A[i] + n;"),
               ProgramError);
}

TEST(Types, L8FloatsAreRounded) {
  EXPECT_EQ(runMain("Tensor<float> A([2], {Dense}); Tensor<double> B([2], "
                    "{Dense}); IndexLabel [i] = [2]; A[i] = [0.1, 16777216];"
                    "print(A); B[i] = A[i]; print(B);"
                    "A[i] = A[i] + 1; print(A);"),
            "0.1\n16777216\n0.10000000149011612\n16777216\n1.1\n16777216\n");
}

TEST(Types, L8BoolsAddAsIntegers) {
  EXPECT_EQ(runMain("Tensor<bool> A([3], {Dense}); IndexLabel [i] = [3];"
                    "A[i] = [true, false, true]; print(A);"
                    "var n = SUM(A[i]); print(n); print(true + true);"
                    "var m = A[i]; print(m);"),
            "1\n0\n1\n2\n2\n2\n");
}

TEST(Types, L8Complex) {
  DataFile file("types_complex.mtx",
                "%%MatrixMarket matrix coordinate complex hermitian\n"
                "2 2 2\n1 1 2 0\n2 1 1 -3\n");
  EXPECT_EQ(run(R"(def main() {
      IndexLabel [i, k] = [2];
      Tensor<complex> A([i, k], {CSR});
      Tensor<complex> B([i, k], {Dense});
      A[i, k] = read(0);
      print(A);
      B[i, k] = A[i, k] * 2;
      print(B);
      var a = abs(A[i, k] * A[i, k]);
    })",
                {file.path}),
            "0 0 2+0j\n0 1 1+3j\n1 0 1-3j\n"
            "4+0j 2+6j\n2-6j 0+0j\n");
  // (1 + 3i)(1 - 3i) = 10, and 4 of the diagonal.
  EXPECT_EQ(run(R"(def main() {
      IndexLabel [i, k] = [2];
      Tensor<complex> A([i, k], {CSR});
      A[i, k] = read(0);
      print(SUM(A[i, k] * A[k, i]));
      print(max(abs(NORM(A[i, k]) - 4.898979485566356), 1e-12));
      Tensor<double> D([i, k], {Dense});
      D[i, k] = abs(A[i, k] * A[i, k]);
      print(D);
    })",
                {file.path}),
            "24+0j\n1e-12\n4 10\n10 0\n");
  EXPECT_THROW(runMain("Tensor<complex> A([2], {Dense}); print(MAX(A));"),
               ProgramError);
}

TEST(Types, L45DivisionIsFloatingPoint) {
  EXPECT_EQ(runMain("IndexLabel [i] = [3]; Tensor<int> A([i], {Dense});"
                    "Tensor<double> B([i], {Dense}); A[i] = [1, 2, -3];"
                    "B[i] = A[i] / 2; print(B);"),
            "0.5\n1\n-1.5\n");
}

TEST(Types, L46LiteralsTakeTheOtherType) {
  EXPECT_THROW(runMain("IndexLabel [i] = [2]; Tensor<int32> A([i], {Dense});"
                       "A[i] = A[i] + 3000000000;"),
               ProgramError);
  EXPECT_EQ(runMain("IndexLabel [i] = [2]; Tensor<float> F([i], {Dense});"
                    "F[i] = 1; F[i] = F[i] * 0.5 + 1 / 4; print(F);"),
            "0.75\n0.75\n");
  EXPECT_EQ(runMain("var i = 3; print(i + 0.5); print(2 * i);"), "3.5\n6\n");
}

TEST(Types, L17Functions) {
  EXPECT_EQ(runMain("print(sqrt(9)); print(abs(-3)); print(pow(2, 10));"
                    "print(min(2, 3)); print(max(2, 2.5)); print(relu(-1.0));"
                    "print(sigmoid(0)); print(exp(0)); print(cos(0.0));"),
            "3\n3\n1024\n2\n2.5\n0\n0.5\n1\n1\n");
  EXPECT_EQ(runMain("var n = log(-1.0); print(relu(n)); print(max(n, 1.0));"
                    "print(min(1.0, n));"),
            "nan\nnan\nnan\n");
}

TEST(Types, L15RandomIsTheSameEverywhere) {
  // SplitMix64 from the scrambled seed 0, 53 bits each.
  const char *program = "IndexLabel [i] = [2]; Tensor<double> A([i], {Dense});"
                        "Tensor<double> B([i], {Dense});";
  std::string first = runMain(std::string(program) +
                              "A[i] = random(); B[i] = random(); print(A);"
                              "print(B);");
  std::string seeded = runMain(std::string(program) +
                               "B[i] = random(1); A[i] = random(0); print(A);"
                               "print(B);");
  EXPECT_EQ(first, seeded);
  EXPECT_EQ(first.substr(0, 19), "0.8833108082136426\n");
  // The next seed also in loops.
  EXPECT_EQ(runMain(std::string(program) +
                    "for t in 0:2 { A[i] = random(); print(A); }"),
            first);
  EXPECT_THROW(runMain("Tensor<int> A([2], {Dense}); A[i] = random();"),
               ProgramError);
}

TEST(Types, FilesIntoIntegers) {
  DataFile file("types_integers.mtx",
                "%%MatrixMarket matrix coordinate real general\n"
                "2 1 2\n1 1 9007199254740993\n2 1 4.0\n");
  DataFile half("types_half.mtx",
                "%%MatrixMarket matrix coordinate real general\n"
                "2 1 1\n1 1 0.5\n");
  const char *program = "Tensor<int> A([2], {Dense}); A[i] = read(0);"
                        "print(A);";
  EXPECT_EQ(runMain(program, {file.path}), "9007199254740993\n4\n");
  EXPECT_THROW(runMain(program, {half.path}), DataError);
}

} // namespace
