//===- SemaTestNames.cpp - names, scopes and functions --------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SemaTesting.h"

using namespace encke::test;

namespace {

std::string checkProgramText(llvm::StringRef text) {
  return Checked(text).messages();
}

TEST(SemaNames, L37_MainIsMissing) {
  EXPECT_EQ(checkProgramText("def mian() {\n}\n"),
            "1:1: error: the program has no function 'main'\n"
            "1:5: note: did you mean 'main' here?\n");
}

TEST(SemaNames, L48_FunctionsAreDeclaredOnce) {
  EXPECT_EQ(checkProgramText("def main() {\n}\ndef main() {\n}\n"),
            "3:5: error: function 'main' is declared twice\n"
            "1:5: note: it is declared here\n");
  EXPECT_EQ(checkProgramText("def main() {\n}\ndef exp() {\n}\n"),
            "3:5: error: 'exp' is a function of the language\n");
}

TEST(SemaNames, L31_MainHasNoSignature) {
  EXPECT_EQ(checkProgramText("def main(double a) {\n}\n"),
            "1:5: error: 'main' has no parameters and no result\n");
}

TEST(SemaNames, L48_RedeclaredNames) {
  EXPECT_EQ(check("var A = 1.0;"),
            "3:5: error: 'A' is declared twice\n"
            "2:66: note: it is declared here as a tensor\n");
  EXPECT_EQ(check("IndexLabel [i] = [3];"),
            "3:13: error: 'i' is declared twice\n"
            "2:13: note: it is declared here as an index label\n");
  EXPECT_EQ(check("Tensor<double> k([i], {Dense});"),
            "3:16: error: 'k' is declared twice\n"
            "2:38: note: it is declared here as an index label\n");
}

TEST(SemaNames, L37_UndeclaredTensorIsReportedOnce) {
  EXPECT_EQ(check("y[i] = Q[i, j] * x[j];\ny[i] = Q[i, j];"),
            "3:8: error: tensor 'Q' is not declared\n"
            "help: a tensor is declared with its labels and a format: "
            "'Tensor<double> Q([i, j], {CSR});'\n");
  EXPECT_EQ(check("z[i] = Q[i, j] * x[j];"),
            "3:1: error: tensor 'z' is not declared\n"
            "help: a tensor is declared with its labels and a format: "
            "'Tensor<double> z([i, j], {CSR});'\n"
            "3:8: error: tensor 'Q' is not declared\n"
            "help: a tensor is declared with its labels and a format: "
            "'Tensor<double> Q([i, j], {CSR});'\n");
}

TEST(SemaNames, L37_SuggestsLikelyNames) {
  EXPECT_EQ(checkBare("IndexLabel [row] = [4];\n"
                      "Tensor<double> input([row], {Dense});\n"
                      "input[row] = 1.0;\n"
                      "var t = inptu[row] * input[rwo];"),
            "5:9: error: tensor 'inptu' is not declared\n"
            "help: did you mean 'input'?\n"
            "5:28: error: label 'rwo' is not declared\n"
            "help: did you mean 'row'?\n");
  EXPECT_EQ(check("y[i] = EXP(b[i]);"),
            "3:8: error: function 'EXP' is not declared\n"
            "help: did you mean 'exp'?\n");
}

TEST(SemaNames, L37_UndeclaredScalarAndFunction) {
  EXPECT_EQ(check("var t = alpha * 2.0;"),
            "3:9: error: name 'alpha' is not declared\n");
  EXPECT_EQ(check("fft(A);"), "3:1: error: function 'fft' is not declared\n");
}

TEST(SemaNames, L37_OneNameForAnother) {
  EXPECT_EQ(check("y[i] = s[i];"),
            "3:8: error: 's' is a scalar variable, not a tensor\n"
            "2:322: note: it is declared here\n");
  EXPECT_EQ(check("y[i] = A[i, s];"),
            "3:13: error: a coordinate is a whole number, but this is double\n"
            "help: an index is a label, a whole number, a sum such as 'i + "
            "2*k', or an element of a tensor of int: 'x[p[i]]'\n");
  EXPECT_EQ(check("y[i] = i * b[i];"), "");
  EXPECT_EQ(
      check("y[i] = j * b[i];"),
      "3:8: error: label 'j' has no coordinate here: it is not on the "
      "left, and no reduction is over it\n"
      "help: write 'SUM[j](...)' to sum over it; its size is 'size(j)'\n");
  EXPECT_EQ(check("s[i] = 1.0;"),
            "3:1: error: scalar variable 's' takes no labels\n"
            "2:322: note: it is declared here\n");
}

TEST(SemaNames, L37_TensorNeedsItsLabels) {
  EXPECT_EQ(check("y[i] = A * x[j];"),
            "3:8: error: tensor 'A' needs its labels here\n"
            "help: for example 'A[i, j]'\n"
            "2:66: note: 'A' is declared here\n");
}

TEST(SemaNames, L7_UndeclaredLabelsWherePositionsCount) {
  EXPECT_EQ(check("D[p, q] = 3.0;"),
            "3:1: warning: labels 'p', 'q' are not declared\n"
            "help: in a fill, a read or a print labels are positions only\n");
  EXPECT_EQ(check("A[i, q] = read(0);"),
            "3:1: warning: label 'q' is not declared\n"
            "help: in a fill, a read or a print labels are positions only\n");
  EXPECT_EQ(check("print(D[p, q]);"),
            "3:7: warning: labels 'p', 'q' are not declared\n"
            "help: in a fill, a read or a print labels are positions only\n");
  EXPECT_EQ(
      check("D[p, q] = A[p, q];"),
      "3:3: error: label 'p' is not declared\n"
      "help: a label is declared with its size: 'IndexLabel [p] = [?];'\n"
      "3:6: error: label 'q' is not declared\n"
      "help: a label is declared with its size: 'IndexLabel [q] = [?];'\n");
}

TEST(SemaNames, L48_DimensionsAndLabels) {
  EXPECT_EQ(check("y[i] = A[i] + D[i, j, k];"),
            "3:8: error: 'A' has 2 dimensions, but 1 label is given\n"
            "2:66: note: 'A' is declared here\n"
            "3:15: error: 'D' has 2 dimensions, but 3 labels are given\n"
            "2:202: note: 'D' is declared here\n");
}

TEST(SemaNames, L48_LabelTwiceOnTheLeft) {
  EXPECT_EQ(check("D[i, i] = A[i, j];"), ""); // L57
  EXPECT_EQ(check("D[i, i] = convert(D[i, i]);"),
            "3:6: error: label 'i' stands twice on the left\n"
            "3:3: note: the first is here\n");
}

TEST(SemaNames, L46_TensorWithoutValue) {
  EXPECT_EQ(check("Tensor<double> z([i], {Dense});\ny[i] = z[i];"),
            "4:8: error: 'z' has no value yet\n"
            "3:16: note: 'z' is declared here\n");
  EXPECT_EQ(check("Tensor<double> z([i], {Dense});\nz[i] += b[i];"), "");
}

TEST(SemaNames, L30_BlocksAreScopes) {
  EXPECT_EQ(check("for t in 0:3 { var u = 1.0; s = s * u; }\n"
                  "for t in 0:3 { var u = 2.0; s = s * u; }\n"
                  "s = u;"),
            "5:5: error: name 'u' is not declared\n");
  EXPECT_EQ(check("for i in range(0, 3, 1): s = s * 2; end"), "");
}

TEST(SemaNames, L30_Conditions) {
  EXPECT_EQ(check("while (s) { s = s - 1; }"),
            "3:8: error: a condition must be bool, but this is double\n"
            "help: a comparison gives a bool: 'x != 0'\n");
  EXPECT_EQ(
      check("if (b[i] > 0) { s = 1.0; }"),
      "3:5: error: a single value is needed here, but this varies over "
      "'i'\n"
      "help: ANY(...) is whether one is true, ALL(...) whether all are\n");
  EXPECT_EQ(check("while (s > 1 && !(s > 5 || s == 3)) { s = s - 1; }"), "");
  EXPECT_EQ(check("if (s && s > 1) { s = 1.0; }"),
            "3:5: error: '&&' needs a bool, but this is double\n");
  EXPECT_EQ(check("for t in 0:s { s = 1.0; }"),
            "3:12: error: a loop counts in integers, but this is double\n");
}

TEST(SemaNames, L31_Functions) {
  const char *callee = "def f(Tensor<double> A([i, j], {CSR}), double a) -> "
                       "Tensor<double>([i], {Dense}) {\n"
                       "  Tensor<double> y([i], {Dense});\n"
                       "  y[i] = A[i, j] * a;\n"
                       "  return y;\n"
                       "}\n";
  auto checkCall = [&](llvm::StringRef call) {
    return Checked(withTensors(call) + callee).messages();
  };
  EXPECT_EQ(checkCall("y[i] = f(A, 2);"), "");
  EXPECT_EQ(checkCall("y[i] = f(A);"),
            "3:8: error: 'f' takes 2 arguments, but 1 is given\n");
  EXPECT_EQ(checkCall("y[i] = f(A[i, j], 2.0);"),
            "3:10: error: a tensor without labels is needed here\n"
            "5:22: note: for this parameter\n");
  EXPECT_EQ(checkCall("y[i] = f(b, 2.0);"),
            "3:10: error: 'b' has 1 dimension, but the parameter has 2\n"
            "5:22: note: for this parameter\n");
  EXPECT_EQ(checkCall("y[i] = 2.0 * f(A, 2.0);"),
            "3:14: error: 'f' gives a tensor: its call stands alone on the "
            "right of an assignment\n"
            "5:5: note: it is declared here\n");
  EXPECT_EQ(checkCall("f(A, 2.0);"), "3:1: error: the value is not used\n");
}

TEST(SemaNames, L31_Results) {
  EXPECT_EQ(checkProgramText("def main() {\n}\n"
                             "def f(double a) -> double {\n}\n"),
            "3:5: error: 'f' must return a value\n");
  EXPECT_EQ(checkProgramText("def main() {\n  return 1.0;\n}\n"),
            "2:10: error: 'main' returns no value\n"
            "help: print(x) shows a result, write(x, \"x.mtx\") keeps it\n");
}

} // namespace
