//===- ParserTestExpr.cpp - expressions parse right -----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParserTestSupport.h"

#include <gtest/gtest.h>

using namespace encke;
using namespace encke::test;

TEST(ParserExpr, ProductsBindTighterThanSums) { // L21
  EXPECT_EQ(exprOf("a + b * c - d / e"), "(- (+ a (* b c)) (/ d e))");
  EXPECT_EQ(exprOf("a * b + c .* d"), "(+ (* a b) (.* c d))");
  EXPECT_EQ(exprOf("a + b @(min) c"), "(+ a (@min b c))");
  EXPECT_EQ(exprOf("a @(+,*) b - c @|(max) d"), "(- (@+,* a b) (@|max c d))");
}

TEST(ParserExpr, LeftAssociative) {
  EXPECT_EQ(exprOf("a - b - c + d"), "(+ (- (- a b) c) d)");
  EXPECT_EQ(exprOf("a / b * c .* d @(+) e @|(min) f"),
            "(@|min (@+ (.* (* (/ a b) c) d) e) f)");
}

TEST(ParserExpr, Parentheses) {
  EXPECT_EQ(exprOf("(a + b) * c"), "(* (+ a b) c)");
  EXPECT_EQ(exprOf("a - (b - c)"), "(- a (- b c))");
  EXPECT_EQ(exprOf("((a))"), "a");
}

TEST(ParserExpr, Unary) {
  EXPECT_EQ(exprOf("-a * b"), "(* (- a) b)");
  EXPECT_EQ(exprOf("a - -b"), "(- a (- b))");
  EXPECT_EQ(exprOf("- - 2"), "(- (- 2))");
  EXPECT_EQ(exprOf("a-1"), "(- a 1)");
  EXPECT_EQ(exprOf("!a && !!b"), "(&& (! a) (! (! b)))");
}

TEST(ParserExpr, ConditionsBindLoosest) {
  EXPECT_EQ(exprOf("a + 1 < b * 2 && c >= d || e == f && g != h"),
            "(|| (&& (< (+ a 1) (* b 2)) (>= c d)) (&& (== e f) (!= g h)))");
  EXPECT_EQ(exprOf("a <= b"), "(<= a b)");
  EXPECT_EQ(exprOf("a > -1"), "(> a (- 1))");
}

TEST(ParserExpr, SemiringOperators) { // L22
  EXPECT_EQ(exprOf("A[i,k] @(|,&) B[k,j]"), "(@|,& A[i,k] B[k,j])");
  for (llvm::StringRef op : {"+", "*", "-", "/", "min", "max", "first",
                             "second", "any", "pair", "|", "&"}) {
    EXPECT_EQ(exprOf(("a @(" + op + ") b").str()), ("(@" + op + " a b)").str());
    EXPECT_EQ(exprOf(("a @(min, " + op + ") b").str()),
              ("(@min," + op + " a b)").str());
    EXPECT_EQ(exprOf(("a @|(" + op + ") b").str()),
              ("(@|" + op + " a b)").str());
  }
}

TEST(ParserExpr, UnionIsNotTheOrOperator) {
  EXPECT_EQ(exprOf("a @(|) b"), "(@| a b)");
  EXPECT_EQ(exprOf("a @|(|) b"), "(@|| a b)");
  EXPECT_EQ(exprOf("a @ | ( min ) b"), "(@|min a b)");
}

TEST(ParserExpr, Transpose) { // L24
  EXPECT_EQ(exprOf("transpose(A[i,j], {j,i})"), "transpose(A[i,j], {j,i})");
  EXPECT_EQ(exprOf("B[i,j] .* transpose(A[i,j] + 1, {j, i}) * C[i,k]"),
            "(* (.* B[i,j] transpose((+ A[i,j] 1), {j,i})) C[i,k])");
}

TEST(ParserExpr, Reductions) { // L25
  EXPECT_EQ(exprOf("SUM(A[i,k] * A[k,j] .* A[i,j])"),
            "SUM((.* (* A[i,k] A[k,j]) A[i,j]))");
  EXPECT_EQ(exprOf("exp(X[i,j]) / SUM[j](exp(X[i,j]))"),
            "(/ exp(X[i,j]) SUM[j](exp(X[i,j])))");
  EXPECT_EQ(exprOf("MAX[j, k](T[i,j,k])"), "MAX[j,k](T[i,j,k])");
  EXPECT_EQ(exprOf("NNZ(A)"), "NNZ(A)");
  EXPECT_EQ(exprOf("SUM[](a)"), "SUM[](a)");
}

TEST(ParserExpr, Calls) { // L17, L26, L35
  EXPECT_EQ(exprOf("pow(x, 2) + random()"), "(+ pow(x, 2) random())");
  EXPECT_EQ(exprOf("relu(A[i,j] * x[j] + b[i])"),
            "relu((+ (* A[i,j] x[j]) b[i]))");
  EXPECT_EQ(exprOf("convert(A[i,j])"), "convert(A[i,j])");
  EXPECT_EQ(exprOf("f(A, 2.0, -g())"), "f(A, 2.000000, (- g()))");
}

TEST(ParserExpr, Accesses) {
  EXPECT_EQ(exprOf("A[i, i] + s[] * A[r, j]"), "(+ A[i,i] (* s[] A[r,j]))");
}

TEST(ParserExpr, LongChainsAreNotNesting) {
  std::string text = "a";
  for (int i = 0; i < 1500; ++i)
    text += " + a";
  EXPECT_EQ(exprOf(text).substr(0, 4), "(+ (");
}
