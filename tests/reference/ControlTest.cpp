//===- ControlTest.cpp - scalars, loops, functions ------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "tests/reference/TestProgram.h"

using namespace encke::reference;

namespace {

TEST(Control, L30ForLoopsExcludeTheirEnd) {
  EXPECT_EQ(runMain("for t in 0:3 { print(t); }"), "0\n1\n2\n");
  EXPECT_EQ(runMain("var n = 7; for t in 1:n:3 { print(t * 10); }"),
            "10\n40\n");
  EXPECT_EQ(runMain("for t in range(0, 4, 2): print(t); end"), "0\n2\n");
  EXPECT_EQ(runMain("for t in 3:0 { print(t); }"), "");
  EXPECT_THROW(runMain("for t in 0:3:0 { print(t); }"), ProgramError);
}

TEST(Control, L30WhileAndIf) {
  EXPECT_EQ(runMain("var a = 48; var b = 18; while (b != 0 && a > 0) {"
                    "  if (a > b) { a = a - b; } else { b = b - a; } "
                    "  print(a); }"),
            "30\n12\n12\n6\n6\n");
  EXPECT_EQ(runMain("var s = 2.5; if (s < 1.0) { print(1); } else if (s < 3) "
                    "{ print(2); } else { print(3); }"),
            "2\n");
  EXPECT_THROW(runMain("var s = 1.0; if (s) { print(s); }"), ProgramError);
}

TEST(Control, BlocksHaveNamesOfTheirOwn) {
  EXPECT_EQ(runMain("IndexLabel [i] = [2]; for t in 0:2 {"
                    "  Tensor<double> w([i], {Dense}); var s = 0.5;"
                    "  s += t; w[i] += s; print(w); }"
                    "var s = 9; print(s);"),
            "0.5\n0.5\n1.5\n1.5\n9\n");
  EXPECT_THROW(runMain("var s = 1; if (s == 1) { var s = 2; }"), ProgramError);
  EXPECT_THROW(runMain("if (true) { var s = 2; } print(s);"), ProgramError);
}

TEST(Control, L30TensorsChangeInLoops) {
  // Three steps of x <- A x from (1, 0), with A = ((0, 1), (2, 0)).
  EXPECT_EQ(runMain("IndexLabel [i, j] = [2]; Tensor<double> A([i, j], {CSR});"
                    "Tensor<double> x([j], {Dense}); A[i, j] = [[0, 1], [2, "
                    "0]]; x[j] = [1, 0];"
                    "for t in 0:3 { x[i] = A[i, j] * x[j]; } print(x);"),
            "0\n4\n");
}

TEST(Control, L31FunctionsOfScalars) {
  EXPECT_EQ(run("def twice(double x) -> double { return 2 * x; }"
                "def steps(int n) -> int {"
                "  if (n == 1) { return 0; }"
                "  var r = 0;"
                "  while (r * 2 < n) { r += 1; }"
                "  if (r * 2 == n) { r = steps(r); } else { r = steps(3 * n + "
                "1); }"
                "  return r + 1; }"
                "def main() { print(twice(3)); print(twice(0.5) + 1);"
                "  print(steps(3)); }"),
            "6\n2\n7\n");
  EXPECT_THROW(run("def f(int n) -> int { return n; }"
                   "def main() { print(f(0.5)); }"),
               ProgramError);
  EXPECT_THROW(run("def f(int n) -> int { if (n > 0) { return n; } }"
                   "def main() { print(f(-1)); }"),
               ProgramError);
}

TEST(Control, L31ArgumentsAreValues) {
  EXPECT_EQ(run(R"(
    def f(Tensor<double> v([i], {Dense})) -> double {
      v[i] = v[i] * 10;
      return SUM(v[i]);
    }
    def show(Tensor<double> v, double by) { print(v); print(by); }
    def main() {
      IndexLabel [n] = [2];
      Tensor<double> a([n], {Dense});
      a[n] = [1, 2];
      var s = f(a);
      print(s);
      show(a, 3);
    })"),
            "30\n1\n2\n3\n");
}

TEST(Control, L31L48ParametersAndResultsHaveTheirOwnFormats) {
  EXPECT_EQ(run(R"(
    def rows(Tensor<double> A([p, q], {CSR})) -> Tensor<double>([p], {Dense}) {
      Tensor<double> y([p], {CU});
      y[p] = A[p, q];
      print(NNZ(A));
      print(y);
      return y;
    }
    def main() {
      IndexLabel [i] = [3];
      IndexLabel [j] = [2];
      IndexLabel [n] = [?];
      Tensor<double> D([i, j], {Dense});
      Tensor<double> y([n], {Dense});
      D[i, j] = [[1, 0], [0, 0], [2, 3]];
      y[n] = rows(D);
      print(y);
    })"),
            "3\n0 1\n2 5\n1\n0\n5\n");
}

TEST(Control, L5SizesThroughCalls) {
  // The result's label i is the argument's, so x is sized before the call.
  EXPECT_EQ(run(R"(
    def scaled(Tensor<double> v([i], {Dense})) -> Tensor<double>([i], {Dense}) {
      Tensor<double> w([i], {Dense});
      w[i] = 2 * v[i];
      return w;
    }
    def main() {
      IndexLabel [n] = [?];
      Tensor<double> a([3], {Dense});
      Tensor<double> x([n], {Dense});
      x[n] = 1.0;
      print(x);
      a[i] = [1, 2, 3];
      x[n] = scaled(a);
      print(x);
    })"),
            "1\n1\n1\n2\n4\n6\n");
  EXPECT_THROW(run(R"(
    def f(Tensor<double> A([i, j], {Dense}), Tensor<double> x([j], {Dense}))
        -> double {
      return SUM(A[i, j] * x[j]);
    }
    def main() {
      Tensor<double> A([2, 3], {Dense});
      Tensor<double> x([2], {Dense});
      A[i, j] = 1.0;
      x[i] = 1.0;
      print(f(A, x));
    })"),
               DataError);
}

TEST(Control, L18ScalarsAccumulate) {
  EXPECT_EQ(runMain("var s = 5; s @(min)= 3; print(s); s @(*)= 4; print(s);"
                    "s -= 2; print(s);"),
            "3\n12\n10\n");
  EXPECT_THROW(runMain("var s = 5; s @(-)= 3;"), ProgramError);
}

TEST(Control, L48NamesAreDeclaredOnce) {
  EXPECT_THROW(runMain("var s = 5; var s = 3;"), ProgramError);
  EXPECT_THROW(runMain("IndexLabel [i] = [2]; IndexLabel [i] = [3];"),
               ProgramError);
}

TEST(Control, L17Time) {
  EXPECT_EQ(runMain("var a = getTime(); var b = getTime();"
                    "printElapsedTime(a, b);"),
            "ELAPSED_TIME = 0.000000\n");
}

} // namespace
