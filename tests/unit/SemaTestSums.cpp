//===- SemaTestSums.cpp - where labels are summed -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SemaTesting.h"

using namespace encke;
using namespace encke::test;

namespace {

/// Every expression with sums, outermost first: "A[i, j] * x[j]: j".
void listSums(const ast::Expr &expr, std::string &text) {
  if (!expr.summed.empty()) {
    const char *start = expr.range.Start.getPointer();
    text += text.empty() ? "" : "; ";
    text += std::string(start, expr.range.End.getPointer()) + ":";
    for (const std::string &label : expr.summed)
      text += " " + label;
  }
  if (const auto *unary = llvm::dyn_cast<ast::Unary>(&expr))
    listSums(*unary->operand, text);
  if (const auto *transpose = llvm::dyn_cast<ast::Transpose>(&expr))
    listSums(*transpose->operand, text);
  if (const auto *binary = llvm::dyn_cast<ast::Binary>(&expr)) {
    listSums(*binary->lhs, text);
    listSums(*binary->rhs, text);
  }
  if (const auto *call = llvm::dyn_cast<ast::Call>(&expr))
    for (const ast::ExprPtr &argument : call->arguments)
      listSums(*argument, text);
}

/// The sums of the last statement, or the messages.
std::string sums(llvm::StringRef statements) {
  Checked program(withTensors(statements));
  std::string text = program.messages();
  if (text.empty())
    listSums(program.lastValue(), text);
  return text;
}

TEST(SemaSums, L19_Product) {
  EXPECT_EQ(sums("C[i, k] = A[i, j] * B[j, k];"), "A[i, j] * B[j, k]: j");
  EXPECT_EQ(sums("y[i] = 2 * A[i, j] * x[j] * s;"), "2 * A[i, j] * x[j]: j");
  EXPECT_EQ(sums("y[i] = -A[i, j] * x[j];"), "-A[i, j] * x[j]: j");
}

TEST(SemaSums, L19_ChainOfProducts) {
  EXPECT_EQ(sums("y[i] = A[i, j] * B[j, k] * C[i, k];"),
            "A[i, j] * B[j, k] * C[i, k]: k; A[i, j] * B[j, k]: j");
}

TEST(SemaSums, L19_EachTermOnItsOwn) {
  EXPECT_EQ(sums("y[i] = A[i, j] * x[j] + b[i];"), "A[i, j] * x[j]: j");
  EXPECT_EQ(sums("y[i] = b[i] - A[i, j] * x[j] + S[i, j] * x[j];"),
            "A[i, j] * x[j]: j; S[i, j] * x[j]: j");
}

TEST(SemaSums, L19_SmallestPartWithAllUses) {
  EXPECT_EQ(sums("y[i] = (A[i, j] + b[i]) * x[j];"),
            "(A[i, j] + b[i]) * x[j]: j");
  EXPECT_EQ(sums("y[i] = (A[i, j] * x[j] + b[i]) * b[i];"),
            "A[i, j] * x[j]: j");
}

TEST(SemaSums, L19_OrderOfTermsDoesNotMatter) {
  // b is not repeated along j, wherever it stands.
  EXPECT_EQ(sums("y[i] = (A[i, j] * x[j] + b[i] - S[i, j] * x[j]) * s;"),
            "A[i, j] * x[j]: j; S[i, j] * x[j]: j");
  EXPECT_EQ(sums("y[i] = (A[i, j] * x[j] - S[i, j] * x[j] + b[i]) * s;"),
            "A[i, j] * x[j]: j; S[i, j] * x[j]: j");
}

TEST(SemaSums, L19_LoneAccessIsARowSum) {
  EXPECT_EQ(sums("y[i] = A[i, j];"), "A[i, j]: j");
  EXPECT_EQ(sums("y[i] = A[i, j] / b[i];"), "A[i, j]: j");
}

TEST(SemaSums, L19_FunctionArgumentIsAnExpressionOfItsOwn) {
  EXPECT_EQ(sums("y[i] = relu(A[i, j] * x[j] + b[i]);"), "A[i, j] * x[j]: j");
  EXPECT_EQ(sums("y[i] = relu(A[i, j]) * x[j];"), "relu(A[i, j]) * x[j]: j");
  EXPECT_EQ(sums("y[i] = max(A[i, j] * x[j], D[i, j] * x[j]);"),
            "A[i, j] * x[j]: j; D[i, j] * x[j]: j");
}

TEST(SemaSums, L19_LoneAccessInAFunctionIsOpen) {
  EXPECT_EQ(sums("y[i] = exp(A[i, j]);"),
            "3:8: error: label 'j' is not on the left, and how 'exp' sums over "
            "it is not clear\n"
            "help: write 'exp(SUM[j](A[i, j]))' to sum the argument, or "
            "'SUM[j](exp(A[i, j]))' to sum the results\n");
  EXPECT_EQ(sums("y[i] = b[i] * pow(2 * D[i, j], 2);"),
            "3:15: error: label 'j' is not on the left, and how 'pow' sums "
            "over it is not clear\n"
            "help: write 'pow(SUM[j](2 * D[i, j]), 2)' to sum the argument, or "
            "'SUM[j](pow(2 * D[i, j], 2))' to sum the results\n");
  EXPECT_EQ(sums("y[i] = max(A[i, j], x[j]);"),
            "3:8: error: label 'j' is not on the left, and how 'max' sums over "
            "it is not clear\n"
            "help: write 'max(SUM[j](A[i, j]), SUM[j](x[j]))' to sum the "
            "arguments, or 'SUM[j](max(A[i, j], x[j]))' to sum the results\n");
  EXPECT_EQ(sums("y[i] = exp(SUM[j](D[i, j]));"), "SUM[j](D[i, j]): j");
  EXPECT_EQ(sums("y[i] = SUM[j](exp(D[i, j]));"), "SUM[j](exp(D[i, j])): j");
}

TEST(SemaSums, L19_LoneAccessInADivisorIsARowSumWithAWarning) {
  EXPECT_EQ(sums("y[i] = b[i] / (2 * A[i, j]);"),
            "3:20: warning: label 'j' is not on the left: the divisor is "
            "summed over it\n"
            "help: write 'b[i] / (2 * SUM[j](A[i, j]))' to say so, or "
            "'SUM[j](b[i] / (2 * A[i, j]))' to sum the quotients\n");
  EXPECT_EQ(sums("y[i] = b[i] / SUM[j](A[i, j]);"), "SUM[j](A[i, j]): j");
  EXPECT_EQ(sums("y[i] = SUM[j](b[i] / A[i, j]);"),
            "SUM[j](b[i] / A[i, j]): j");
  EXPECT_EQ(sums("y[i] = b[i] / (A[i, j] * x[j]);"), "(A[i, j] * x[j]): j");
  EXPECT_EQ(sums("y[i] = x[j] / A[i, j] - A[i, j];"),
            "x[j] / A[i, j]: j; A[i, j]: j");
  // What stands outside of the divisor is not blamed.
  EXPECT_EQ(sums("y[i] = b[i] / SUM[j](A[i, j]) + A[i, j];"),
            "SUM[j](A[i, j]): j; A[i, j]: j");
}

TEST(SemaSums, L19_AQuotientOfProductsIsSummedWithAWarning) {
  EXPECT_EQ(sums("y[i] = (A[i, j] * x[j]) / (D[i, j] * x[j]);"),
            "3:8: warning: label 'j' is not on the left: the quotients are "
            "summed over it, not the products first\n"
            "help: write 'SUM[j](A[i, j] * x[j]) / SUM[j](D[i, j] * x[j])' to "
            "divide sums, or 'SUM[j]((A[i, j] * x[j]) / (D[i, j] * x[j]))' to "
            "sum the quotients\n");
  EXPECT_EQ(sums("y[i] = SUM[j](A[i, j] * x[j]) / SUM[j](D[i, j] * x[j]);"),
            "SUM[j](A[i, j] * x[j]): j; SUM[j](D[i, j] * x[j]): j");
  // One of them is no product.
  EXPECT_EQ(sums("y[i] = A[i, j] * x[j] / D[i, j];"),
            "A[i, j] * x[j] / D[i, j]: j");
}

TEST(SemaSums, L40_ASumThatRepeatsBringsAWarning) {
  EXPECT_EQ(sums("y[i] = 2 * x[j];"),
            "3:12: warning: label 'j' is not on the left: this is summed over "
            "it, and the sum repeats along 'i'\n"
            "help: labels pair coordinates by their names: write '2 * x[i]' to "
            "take each element, or 'SUM[j](x[j])' to say that the sum is "
            "meant\n");
  EXPECT_EQ(sums("y[i] = x[j] * x[j];"), "x[j] * x[j]: j");
  EXPECT_EQ(sums("y[i] = SUM[j](x[j]);"), "SUM[j](x[j]): j");
  EXPECT_EQ(sums("y[i] = s;"), "");
}

TEST(SemaSums, L20_Broadcast) {
  EXPECT_EQ(sums("D[i, j] = A[i, j] + b[i];"), "");
  EXPECT_EQ(sums("D[i, j] = b[i];"), "");
}

TEST(SemaSums, L25_ReductionsBindLabels) {
  EXPECT_EQ(sums("var t = SUM(A[i, j] * D[i, j]);"),
            "SUM(A[i, j] * D[i, j]): i j");
  EXPECT_EQ(sums("D[i, j] = exp(D[i, j]) / SUM[j](exp(D[i, j]));"),
            "SUM[j](exp(D[i, j])): j");
  EXPECT_EQ(sums("y[i] = b[i] / SUM(b[i]);"), "SUM(b[i]): i");
  // All at once: the constant counts once an element.
  EXPECT_EQ(sums("var t = SUM(b[i] + 1);"), "SUM(b[i] + 1): i");
}

TEST(SemaSums, L25_LabelsOutsideAReductionGoOnByL19) {
  EXPECT_EQ(sums("y[i] = SUM[j](A[i, j] * B[j, k]);"),
            "SUM[j](A[i, j] * B[j, k]): j; B[j, k]: k");
}

TEST(SemaSums, L25_WrongLabels) {
  EXPECT_EQ(sums("y[i] = SUM[k](A[i, j]);"),
            "3:12: error: label 'k' is not used in what SUM reduces\n"
            "3:15: note: this has 'i', 'j'\n");
  EXPECT_EQ(sums("y[i] = SUM[j, j](A[i, j]);"),
            "3:15: error: label 'j' stands twice in the reduction\n"
            "3:12: note: the first is here\n");
}

TEST(SemaSums, L21_ElementwiseProductNeedsOneLabelSet) {
  EXPECT_EQ(sums("D[i, j] = A[i, j] .* S[i, j];"), "");
  EXPECT_EQ(sums("D[i, j] = A[i, j] .* transpose(S[i, j], {j, i});"), "");
  EXPECT_EQ(sums("D[i, j] = 2.*A[i, j];"), "");
  EXPECT_EQ(sums("C[i, k] = A[i, j] .* B[j, k];"),
            "3:11: error: both sides of '.*' must have the same labels\n"
            "3:11: note: the left side has labels 'i', 'j'\n"
            "3:22: note: the right side has labels 'j', 'k'\n"
            "help: '*' multiplies tensors of any labels\n");
}

TEST(SemaSums, L21_ElementwiseProductOfAContraction) {
  EXPECT_EQ(sums("C[i, k] = A[i, j] * B[j, k] .* C[i, k];"),
            "A[i, j] * B[j, k]: j");
  // Triangle counting: k is summed before the product with A.
  EXPECT_EQ(sums("var t = SUM(A[i, l] * A[l, j] .* A[i, j]);"),
            "SUM(A[i, l] * A[l, j] .* A[i, j]): i j; A[i, l] * A[l, j]: l");
}

TEST(SemaSums, L24_Transpose) {
  EXPECT_EQ(sums("C[i, k] = transpose(A[i, j], {j, i}) * B[j, k];"),
            "transpose(A[i, j], {j, i}) * B[j, k]: j");
  EXPECT_EQ(sums("D[i, j] = transpose(A[i, j], {j, k});"),
            "3:11: error: transpose must name each label of its operand once, "
            "and that has labels 'i', 'j'\n");
}

TEST(SemaSums, L42_SemiringReducesAtTheProduct) {
  Checked program(withTensors("C[i, k] = A[i, j] @(min,+) B[j, k];"));
  ASSERT_EQ(program.messages(), "");
  EXPECT_EQ(program.lastValue().summed, std::vector<std::string>{"j"});
}

TEST(SemaSums, L42_EachProductReducesItsOwn) {
  using Labels = std::vector<std::string>;
  Checked program(
      withTensors("y[i] = A[i, j] @(+,min) B[j, k] @(max,+) C[i, k];"));
  ASSERT_EQ(program.messages(), "");
  const auto &outer = llvm::cast<ast::Semiring>(program.lastValue());
  EXPECT_EQ(outer.summed, Labels{"k"});
  EXPECT_EQ(outer.lhs->summed, Labels{"j"});
  // A label of both sides of the outer product belongs to that.
  Checked shared(
      withTensors("y[i] = A[i, j] @(+,min) B[j, k] @(max,+) A[k, j];"));
  ASSERT_EQ(shared.messages(), "");
  const auto &both = llvm::cast<ast::Semiring>(shared.lastValue());
  EXPECT_EQ(both.summed, (Labels{"j", "k"}));
  EXPECT_TRUE(both.lhs->summed.empty());
}

TEST(SemaSums, L48_ScalarInitialiserSumsEverything) {
  EXPECT_EQ(sums("var t = b[i] * y[i];"), "b[i] * y[i]: i");
  EXPECT_EQ(sums("s = A[i, j] * x[j] * b[i];"),
            "A[i, j] * x[j] * b[i]: i; A[i, j] * x[j]: j");
}

TEST(SemaSums, LabelsInOrderOfFirstUse) {
  Checked program(withTensors("C[i, k] = B[j, k] * A[i, j];"));
  ASSERT_EQ(program.messages(), "");
  EXPECT_EQ(program.lastValue().labels, (std::vector<std::string>{"k", "i"}));
}

} // namespace
