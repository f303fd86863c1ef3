//===- SemaTestFunctions.cpp - functions and their calls (L31) ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SemaTesting.h"

using namespace encke;
using namespace encke::test;

namespace {

/// The functions that are compiled, in their order, with the formats of their
/// tensor parameters and of their result.
std::string functionsOf(const Checked &program) {
  std::string text;
  for (const ast::Function *function : program.checked->order) {
    text += function->name.name + "(";
    for (const ast::Parameter &parameter : function->parameters)
      text +=
          (parameter.tensor ? parameter.tensor->format->str() : "scalar") + ";";
    text += ")";
    if (function->tensorResult())
      text += function->tensorResult()->format->str();
    else if (function->scalarResult())
      text += toString(*function->scalarResult()).str();
    text += " ";
  }
  return text;
}

TEST(SemaFunctions, L31_AnInstanceForEachFormat) {
  Checked program(withTensors("y[i] = f(A, x); y[i] = f(D, x); y[i] = f(S, x);"
                              "s = g(2.0);") +
                  "def f(Tensor<double> M, Tensor<double> v) {\n"
                  "IndexLabel [i, j] = [?]; Tensor<double> r([i], {Dense});\n"
                  "r[i] = M[i, j] * v[j];\n"
                  "return r;\n}\n"
                  "def g(double a) {\nreturn a + 1;\n}\n"
                  "def never(Tensor<double> M) {\nreturn M[i];\n}\n");
  ASSERT_EQ(program.messages(), "");
  EXPECT_EQ(functionsOf(program), "f(CSR;Dense;)Dense f(Dense;Dense;)Dense "
                                  "g(scalar;)double main() ");
}

TEST(SemaFunctions, L31_WhatIsWrongSaysForWhichCall) {
  // A function that takes any tensor is right for some only; through others,
  // too.
  const char *callees = "def f(Tensor<double> M) {\n"
                        "IndexLabel [i, j] = [?];\n"
                        "return SUM(M[i, j]);\n}\n"
                        "def g(Tensor<double> M) {\n"
                        "return f(M);\n}\n";
  Checked program("def main() {\n"
                  "Tensor<double> M([5, 3], {Dense}); Tensor<double> v([4], "
                  "{Dense});\n"
                  "M = 1.0; v = 1.0; var s = f(M);\n"
                  "s = g(v);\n}\n" +
                  std::string(callees));
  EXPECT_EQ(program.messages(),
            "8:12: error: 'M' has 1 dimension, but 2 labels are given\n"
            "6:22: note: 'M' is declared here\n"
            "11:8: note: 'f' is called here\n"
            "4:5: note: 'g' is called here\n");
}

TEST(SemaFunctions, L5_SizesGoThroughCalls) {
  // What f ties together inside is one size outside.
  const char *callee =
      "def f(Tensor<double> M, Tensor<double> v) {\n"
      "IndexLabel [i, j] = [?]; Tensor<double> r([i], {Dense});\n"
      "r[i] = M[i, j] * v[j];\n"
      "return r;\n}\n";
  Checked good("def main() {\n"
               "Tensor<double> M([5, 3], {Dense}); Tensor<double> v([?], "
               "{Dense}); Tensor<double> r([?], {Dense});\n"
               "M[i, j] = 1.0; v[j] = 1.0; r[i] = f(M, v);\n}\n" +
               std::string(callee));
  ASSERT_TRUE(good.checked);
  auto sizeOf = [&](unsigned statement) {
    const auto &decl =
        *llvm::cast<ast::TensorDecl>(good.main().body[statement].get());
    const FunctionInfo &info = good.info();
    return info.groups[info.tensorGroups.find(&decl)->second[0]].staticSize;
  };
  EXPECT_EQ(sizeOf(1), 3);
  EXPECT_EQ(sizeOf(2), 5);

  Checked bad("def main() {\n"
              "Tensor<double> M([5, 3], {Dense}); Tensor<double> v([4], "
              "{Dense}); Tensor<double> r([?], {Dense});\n"
              "M[i, j] = 1.0; v[j] = 1.0; r[i] = f(M, v);\n}\n" +
              std::string(callee));
  EXPECT_NE(bad.messages().find(
                "3:40: error: dimension 2 of 'M' has size 3, but dimension 1 "
                "of 'v' has size 4\n"
                "2:22: note: size 3 is given here\n"
                "2:54: note: size 4 is given here\n"),
            std::string::npos)
      << bad.messages();
}

TEST(SemaFunctions, L31_NoRecursion) {
  EXPECT_EQ(Checked("def main() {\nvar a = f(2.0);\n}\n"
                    "def f(double a) -> double {\nreturn g(a);\n}\n"
                    "def g(double a) -> double {\nreturn f(a);\n}\n")
                .messages(),
            "8:8: error: 'f' is called while it runs: a function cannot call "
            "itself\n"
            "4:5: note: it is declared here\n");
  std::string chain = "def main() {\nf0();\n}\n";
  for (int n = 0; n != 300; ++n)
    chain += "def f" + std::to_string(n) + "() {\nf" + std::to_string(n + 1) +
             "();\n}\n";
  EXPECT_NE(Checked(chain + "def f300() {\n}\n")
                .messages()
                .find("calls go more than 256 functions deep here"),
            std::string::npos);
}

TEST(SemaFunctions, L31_EveryWayReturns) {
  auto messages = [](const char *body) {
    return Checked("def main() {\n}\ndef f(double a) -> double {\n" +
                   std::string(body) + "\n}\n")
        .messages();
  };
  EXPECT_EQ(messages("if (a > 0.0) { return a; } else { return -a; }"), "");
  EXPECT_EQ(messages("if (a > 0.0) { return a; } return -a;"), "");
  EXPECT_EQ(messages("if (a > 0.0) { return a; }"),
            "3:5: error: 'f' may end without returning a value\n");
  EXPECT_EQ(messages("while (a > 0.0) { return a; }"),
            "3:5: error: 'f' may end without returning a value\n");
}

} // namespace
