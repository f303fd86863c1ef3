//===- SemaTestTypes.cpp - element types ----------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SemaTesting.h"

using namespace encke;
using namespace encke::test;

namespace {

/// A matrix of every element type: D, F, I, J, T, Z over [i, j] of size 4.
std::string withTypes(llvm::StringRef statements) {
  std::string text = "def main() {\nIndexLabel [i, j] = [4]; ";
  for (auto [name, type] : {std::pair("D", "double"),
                            {"F", "float"},
                            {"I", "int"},
                            {"J", "int32"},
                            {"T", "bool"},
                            {"Z", "complex"}})
    text += std::string("Tensor<") + type + "> " + name +
            "([i, j], {Dense}); " + name +
            "[i, j] = " + (name == std::string("T") ? "true" : "0") + "; ";
  return text + "\n" + statements.str() + "\n}\n";
}

std::string messages(llvm::StringRef statements) {
  return Checked(withTypes(statements)).messages();
}

ElementType typeOf(llvm::StringRef value) {
  Checked program(withTypes("var t = SUM(" + value.str() + ");"));
  EXPECT_EQ(program.messages(), "") << value.str();
  return program.checked ? program.lastValue().elementType : ElementType::Bool;
}

TEST(SemaTypes, L8_Promotion) {
  EXPECT_EQ(typeOf("I[i, j] + D[i, j]"), ElementType::Double);
  EXPECT_EQ(typeOf("I[i, j] + F[i, j]"), ElementType::Float);
  EXPECT_EQ(typeOf("J[i, j] * I[i, j]"), ElementType::Int64);
  EXPECT_EQ(typeOf("J[i, j] * J[i, j]"), ElementType::Int32);
  EXPECT_EQ(typeOf("Z[i, j] - F[i, j]"), ElementType::Complex);
  EXPECT_EQ(typeOf("T[i, j] * T[i, j]"), ElementType::Int64);
}

TEST(SemaTypes, L8_NarrowingIsAnError) {
  EXPECT_EQ(messages("I[i, j] = D[i, j];"),
            "3:11: error: a value of type double does not fit tensor 'I' of "
            "type int\n"
            "help: 'int(x)' cuts off the fraction; 'div(a, b)' is the "
            "quotient of whole numbers, rounded down\n");
  EXPECT_EQ(messages("F[i, j] = D[i, j];"),
            "3:11: error: a value of type double does not fit tensor 'F' of "
            "type float\n"
            "help: 'float(x)' makes it one\n");
  EXPECT_EQ(messages("J[i, j] = I[i, j];"),
            "3:11: error: a value of type int does not fit tensor 'J' of type "
            "int32\n"
            "help: 'int32(x)' makes it one\n");
  EXPECT_EQ(messages("D[i, j] = F[i, j];\nD[i, j] = I[i, j];\n"
                     "I[i, j] = J[i, j];\nZ[i, j] = D[i, j];"),
            "");
}

// Sums, differences and products of bools are integers, in a semiring as well.
TEST(SemaTypes, L8_ArithmeticOfBoolsInSemirings) {
  EXPECT_EQ(typeOf("T[i, j] @(+, pair) T[i, j]"), ElementType::Int64);
  EXPECT_EQ(typeOf("T[i, j] @(max, *) T[i, j]"), ElementType::Int64);
  EXPECT_EQ(messages("T[i, j] = T[i, j] @(|, &) T[i, j];"), "");
  EXPECT_EQ(messages("T[i, j] = T[i, j] @(+, pair) T[j, i];"),
            "3:11: error: a value of type int does not fit tensor 'T' of type "
            "bool\nhelp: a comparison gives a bool: 'x != 0'\n");
}

TEST(SemaTypes, L45_QuotientIsFloating) {
  EXPECT_EQ(typeOf("I[i, j] / J[i, j]"), ElementType::Double);
  EXPECT_EQ(typeOf("F[i, j] / I[i, j]"), ElementType::Float);
  EXPECT_EQ(typeOf("1 / 2"), ElementType::Double);
  EXPECT_EQ(messages("I[i, j] = I[i, j] / 2;"),
            "3:11: error: a value of type double does not fit tensor 'I' of "
            "type int\n"
            "help: 'int(x)' cuts off the fraction; 'div(a, b)' is the "
            "quotient of whole numbers, rounded down\n");
}

TEST(SemaTypes, L46_LiteralTakesTheOtherType) {
  EXPECT_EQ(typeOf("F[i, j] * 2.5"), ElementType::Float);
  EXPECT_EQ(typeOf("2 * (1 + 3) * J[i, j]"), ElementType::Int32);
  EXPECT_EQ(typeOf("I[i, j] * 2.5"), ElementType::Double);
  EXPECT_EQ(messages("F[i, j] = 2.5;\nJ[i, j] = -3;\nD[i, j] = 1;"), "");
  EXPECT_EQ(messages("I[i, j] = 2.5;"),
            "3:11: error: a value of type double does not fit tensor 'I' of "
            "type int\n"
            "help: 'int(x)' cuts off the fraction; 'div(a, b)' is the "
            "quotient of whole numbers, rounded down\n");
}

TEST(SemaTypes, L29_ScalarTakesTheTypeOfItsValue) {
  EXPECT_EQ(messages("var n = 2;\nn = 2.5;"),
            "4:5: error: a value of type double does not fit scalar variable "
            "'n' of type int\n"
            "help: 'int(x)' cuts off the fraction; 'div(a, b)' is the "
            "quotient of whole numbers, rounded down\n");
  EXPECT_EQ(messages("var t = SUM(D[i, j]);\nt = 1;\nt += I[i, j];"), "");
}

TEST(SemaTypes, L26_Functions) {
  EXPECT_EQ(typeOf("sqrt(I[i, j])"), ElementType::Double);
  EXPECT_EQ(typeOf("exp(F[i, j])"), ElementType::Float);
  EXPECT_EQ(typeOf("abs(J[i, j])"), ElementType::Int32);
  EXPECT_EQ(typeOf("max(I[i, j], 0)"), ElementType::Int64);
  EXPECT_EQ(typeOf("pow(I[i, j], 2)"), ElementType::Double);
  EXPECT_EQ(messages("D[i, j] = relu(Z[i, j]);"),
            "3:16: error: complex numbers have no order, which 'relu' needs\n");
}

TEST(SemaTypes, L25_Reductions) {
  EXPECT_EQ(messages("var n = NNZ(I);\nn = NNZ(D[i, j]);\nn = SUM(I[i, j]);\n"
                     "n = MAX(I[i, j]);"),
            "");
  EXPECT_EQ(messages("var n = 1;\nn = NORM(I[i, j]);"),
            "4:5: error: a value of type double does not fit scalar variable "
            "'n' of type int\n"
            "help: 'int(x)' cuts off the fraction; 'div(a, b)' is the "
            "quotient of whole numbers, rounded down\n");
  EXPECT_EQ(messages("var n = NNZ(D[i, j] * 2);"),
            "3:13: error: NNZ takes a tensor\n");
}

TEST(SemaTypes, Conditions) {
  EXPECT_EQ(messages("var t = !3;"),
            "3:10: error: '!' needs a bool, but this is int\n"
            "help: 'x == 0' is whether it is 0\n");
  EXPECT_EQ(messages("var t = SUM(Z[i, j]) < 2;"),
            "3:9: error: complex numbers have no order, which '<' needs\n");
}

TEST(SemaTypes, L22_SemiringOperators) {
  EXPECT_EQ(messages("D[i, j] = D[i, j] @(first,+) D[i, j];"),
            "3:21: error: 'first' cannot reduce\n"
            "help: the operators that reduce are + * min max any | &\n");
  EXPECT_EQ(
      messages("D[i, j] = D[i, j] @(median) D[i, j];"),
      "3:21: error: unknown operator 'median'\n"
      "help: the operators are + - * / min max first second any pair | &\n");
}

} // namespace
