//===- DeclarationTest.cpp - format declarations and what they tell -------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "encke/runtime.h"
#include "format/condition.h"
#include "format/evaluate.h"
#include "format/inverse.h"
#include "format/parse.h"

#include "gtest/gtest.h"

using namespace encke::format;
using Kind = Expression::Kind;

namespace {

Expression parsed(const char *text) {
  std::optional<Expression> result = parseExpression(text);
  EXPECT_TRUE(result) << text;
  return result.value_or(Expression::integer(-1));
}

int64_t at(const char *text, int64_t i, int64_t j) {
  return evaluate(parsed(text), [&](const Expression &mode) {
    return mode.getNumber() ? j : i;
  });
}

/// "level texts | modes by levels", or the problem and its place.
std::string levelsOf(const char *text,
                     const std::vector<int64_t> &numbers = {}) {
  Problem problem;
  std::optional<Declaration> declaration = parseDeclaration(text, problem);
  std::optional<std::vector<Level>> levels;
  if (declaration)
    levels = declaration->instantiate(numbers, problem);
  if (!levels)
    return std::to_string(problem.offset) + ": " + problem.text;
  std::string result = levelsText(*levels) + " |";
  for (const Expression &mode : invert(*levels, declaration->order()))
    result += " " + mode.text();
  return result;
}

// L33: inside a format `/` rounds down and `%` is never negative.
TEST(Expression, L33_Arithmetic) {
  EXPECT_EQ(at("(d1-d0)/3", 5, 1), -2);
  EXPECT_EQ(at("(d1-d0)%3", 5, 1), 2);
  EXPECT_EQ(at("2*d0+d1", 5, 1), 11);
  EXPECT_EQ(at("d0-d1-1", 5, 1), 3);
  EXPECT_EQ(at("d0-(d1-1)", 5, 1), 5);
}

TEST(Expression, TextIsReadBack) {
  for (const char *text :
       {"d0", "d0/2", "d0%2", "d1-d0", "d0-(d1-1)", "(d0+d1)*3", "d0/2%2",
        "d0%4/3", "d0%4%3", "d0%4/4", "d0/(d1*2)", "count(d0/2,d1)",
        "enumerate([d0,d1/2],d1%2)", "schedule(reorder(d0),4)", "reorder(d0)/2",
        "enumerate([],d0)"})
    EXPECT_EQ(parsed(text).text(), text);
  EXPECT_EQ(parsed("d0 / 2 / 3").text(), "d0/6");
  EXPECT_EQ(parsed("d0 % 6 / 2").text(), "d0/2%3");
  EXPECT_EQ(parsed("(d1-d0) % 6 % 2").text(), "(d1-d0)%2");
  EXPECT_EQ(parsed("d0 % 12 / 2 / 3").text(), "d0/6%2");
  EXPECT_EQ(parsed("1 * (d0 + 0)").text(), "d0");
  EXPECT_EQ(parsed("2 * 3 - 7 + d0").text(), "-1+d0");
  for (const char *text : {"", "d", "x0", "d0+", "(d0", "d0)", "count()",
                           "reorder(d0,d1)", "schedule(d0)", "d99999999999"})
    EXPECT_FALSE(parseExpression(text)) << text;
  EXPECT_FALSE(parseExpression(std::string(100, '(')));
  EXPECT_FALSE(parseExpression(std::string(10000, '-')));
  std::string sum = "d0";
  for (int n = 0; n != 2000; ++n)
    sum += "+d1";
  EXPECT_FALSE(parseExpression(sum));
}

TEST(Expression, Bounds) {
  auto bounds = [](const char *text) {
    return parsed(text).bounds([](const Expression &mode) {
      return Interval{0, mode.getNumber() ? 3 : 4};
    });
  };
  auto is = [](std::optional<Interval> found, int64_t least, int64_t greatest) {
    return found && found->least == least && found->greatest == greatest;
  };
  EXPECT_TRUE(is(bounds("d1-d0"), -4, 3));
  EXPECT_TRUE(is(bounds("(d1-d0)/3"), -2, 1));
  EXPECT_TRUE(is(bounds("(d1-d0)%3"), 0, 2));
  EXPECT_TRUE(is(bounds("d0%9"), 0, 4));
  EXPECT_TRUE(is(bounds("reorder(d1-d0)"), 0, 7));
  EXPECT_TRUE(is(bounds("schedule(count(d0),5)"), 0, 4));
  EXPECT_FALSE(bounds("count(d0)"));
  EXPECT_FALSE(bounds("d0*9223372036854775807"));
  EXPECT_FALSE(parsed("1+enumerate([d0],d1)").hasStaticBounds());
}

TEST(Inverse, Rules) {
  Known known;
  known.add(parsed("d0/4"), Expression::level(0));
  EXPECT_FALSE(known.follows(parsed("d0")));
  known.add(parsed("d0/2%2"), Expression::level(1));
  EXPECT_EQ(known.find(parsed("d0/2"))->text(), "e0*2+e1");
  known.add(parsed("d0%2"), Expression::level(2));
  EXPECT_EQ(known.find(parsed("d0"))->text(), "(e0*2+e1)*2+e2");
  known.add(parsed("3*d1-d0"), Expression::level(3));
  EXPECT_TRUE(known.find(parsed("d1")));
  EXPECT_TRUE(known.find(parsed("d1/7+d0")));
  known.add(parsed("reorder(d2)"), Expression::level(4));
  EXPECT_TRUE(known.follows(parsed("d2")));
  EXPECT_FALSE(known.find(parsed("d2"))); // only through a query
}

TEST(Declaration, L33_Levels) {
  EXPECT_EQ(levelsOf("format BDIA(b) = (i, j) -> (i / b : dense, "
                     "j - i : compressed, i % b : dense);",
                     {64}),
            "D0/64 C1-0 D0%64 | e0*64+e2 e1+(e0*64+e2)");
  EXPECT_EQ(levelsOf("format V = (i, j) -> (j - i : compressed, j : dense)"),
            "C(d1-d0) D1 | e1-e0 e1");
  EXPECT_EQ(levelsOf("format S(b) = (i, j) -> (i / b : dense, "
                     "enumerate([i], j) : compressed, i % b : dense, "
                     "j : singleton)",
                     {2}),
            "D0/2 C(enumerate([d0],d1)) D0%2 S1 | e0*2+e2 e3");
  EXPECT_EQ(levelsOf("format H = (i, j, k) # a comment\n -> "
                     "(i : compressed(nonunique), k : singleton, j : dense);"),
            "N0 S2 D1 | e0 e2 e1");
}

TEST(Declaration, L33_Problems) {
  EXPECT_EQ(levelsOf("format F = (i, j) -> (i : dense)"),
            "0: the levels do not tell 'j'");
  EXPECT_EQ(levelsOf("format F = (i, j) -> (i : dense, i : compressed)"),
            "33: the levels above 'i' tell it already");
  EXPECT_EQ(levelsOf("format F = (i, j -> (i : dense)"),
            "17: ')' is expected here");
  EXPECT_EQ(
      levelsOf("format F(b) = (i) -> (i / b : dense, i % b : dense)", {0}),
      "26: '/' needs a positive number on its right");
}

std::string conditionOf(const char *text) {
  Problem problem;
  std::optional<Condition> condition =
      parseCondition(text, {"i", "j"}, problem);
  if (!condition)
    return std::to_string(problem.offset) + ": " + problem.text;
  // Its text is read back.
  std::optional<Condition> again =
      parseCondition(condition->text(), {}, problem);
  EXPECT_TRUE(again && again->text() == condition->text()) << text;
  return condition->text();
}

TEST(Condition, L34_Comparisons) {
  EXPECT_EQ(conditionOf("count(i / 64, j - i) >= 32"),
            "32<=count(d0/64,d1-d0)");
  EXPECT_EQ(conditionOf("i < 2 || i > 3 && !(j % 2 == 0)"),
            "d0<2||3<d0&&!d1%2==0");
  EXPECT_EQ(conditionOf("((i + 1) * 2 <= (j)) && (i != j)"),
            "(d0+1)*2<=d1&&d0!=d1");
  EXPECT_EQ(conditionOf("!(i < j) && !i == 2"), "!d0<d1&&!d0==2");
  EXPECT_EQ(conditionOf("!(i < j && j < 3) && (i == 2 || !!(j == 1))"),
            "!(d0<d1&&d1<3)&&(d0==2||!!d1==1)");
}

TEST(Condition, WhatIsWrong) {
  EXPECT_EQ(conditionOf("count(i)"), "8: a comparison is expected here");
  EXPECT_EQ(conditionOf("i < 2 < 3"),
            "6: '&&', '||' or the end of the condition is expected here");
  EXPECT_EQ(conditionOf("k < 2"), "0: 'k' is no mode of the tensor");
  EXPECT_EQ(conditionOf("i % 0 == 1"), "4: '%' needs a positive number on its "
                                       "right");
  EXPECT_EQ(conditionOf("(i < 2"), "6: ')' is expected here");
  EXPECT_EQ(conditionOf(""), "0: a mode, a number or a query is expected here");
  EXPECT_EQ(conditionOf(std::string(70, '!').c_str()),
            "64: the condition is nested too deeply");
}

// What the text of a program may have is read back, however long or deep.
TEST(Condition, L34_LongOnes) {
  std::string chain = "i == 0", deep = std::string(60, '!') + "i == 0";
  for (int n = 1; n != 300; ++n)
    chain += (n % 3 ? " && i != " : " || j == ") + std::to_string(n);
  for (const std::string &text : {chain, deep, "(" + chain + ") && j < 3"})
    EXPECT_EQ(conditionOf(text.c_str()).find(": "), std::string::npos);
}

// What L10 calls by name is declared, too.
TEST(Declaration, L10_Names) {
  for (std::string_view name : namedFormats()) {
    const Declaration *found = findNamed(name);
    ASSERT_TRUE(found);
    Problem problem;
    std::vector<int64_t> numbers(found->parameters.size(), 3);
    EXPECT_TRUE(found->instantiate(numbers, problem)) << problem.text;
    EXPECT_EQ(namedText(name).substr(0, 7 + name.size()),
              "format " + std::string(name));
  }
  EXPECT_EQ(findNamed("Dense"), nullptr); // of every order
  EXPECT_EQ(namedText("XYZ"), "");
}

// A declaration can be made of any levels, and is read back as the same ones.
TEST(Declaration, OfLevels) {
  for (const char *text :
       {"D0/2 C1-0 D0%2", "D0 D# S1", "D(d0+d1) D0", "C(d1-d0) D1 C2",
        "N0/4 S1/4 S2/4 N0%4 S1%4 S2%4", "C(schedule(reorder(d0),2)) C0 C1"}) {
    encke_format *found = encke_format_read(text);
    ASSERT_TRUE(found && !found->message) << text;
    EXPECT_STREQ(found->levels, text);
    encke_format *again = encke_format_read(found->declaration);
    ASSERT_TRUE(again && !again->message) << found->declaration;
    EXPECT_STREQ(again->levels, text) << found->declaration;
    EXPECT_EQ(again->order, found->order);
    EXPECT_EQ(again->has_padding, found->has_padding);
    encke_format_free(again);
    encke_format_free(found);
  }
}

// What is no format has a message and a place, and frees as a format does.
TEST(Declaration, ReadForCallers) {
  encke_format *format = encke_format_read("BCSR(2, 3)");
  EXPECT_STREQ(format->levels, "D0/2 C1/3 D0%2 D1%3");
  EXPECT_STREQ(format->declaration,
               "(d0, d1) -> (d0 / 2 : dense, d1 / 3 : compressed, "
               "d0 % 2 : dense, d1 % 3 : dense)");
  EXPECT_EQ(format->order, 2);
  EXPECT_TRUE(format->has_padding);
  encke_format_free(format);
  format = encke_format_read("(i, j) -> (i : dense, j : packed)");
  EXPECT_EQ(format->levels, nullptr);
  EXPECT_NE(format->message, nullptr);
  EXPECT_EQ(format->offset, 26);
  encke_format_free(format);
  // Of which order Dense is nobody says.
  for (const char *text : {"", "Dense", "BCSR(2)", "D0 X1", "C(", "("}) {
    format = encke_format_read(text);
    EXPECT_NE(format->message, nullptr) << text;
    encke_format_free(format);
  }
  encke_format_free(nullptr);
}

TEST(Levels, Padding) {
  auto isPadded = [](const char *text) {
    Problem problem;
    return hasPadding(*parseLevels(text, problem));
  };
  for (const char *text : {"D0 D# S1", "D0/2 C1/2 D0%2 D1%2", "C1-0 D0",
                           "N0 S1 D2", "D(d0%3) D1 D0/3"})
    EXPECT_TRUE(isPadded(text)) << text;
  for (const char *text :
       {"D0 C1", "D0 D1", "N0 S1", "D0%2 D0/2 C1", "C0 D1 C2", "D0 D# S1 C2",
        "D(schedule(d0,2)) C0 C1"})
    EXPECT_FALSE(isPadded(text)) << text;
}

// L50: what declarations and texts say of a level type is the same.
TEST(Levels, L50_TextsOfTypes) {
  for (const char *text : {"D0 D1/4 T(2,4)1%4", "D0 L1", "B0 D1 C2", "D0 R1",
                           "B0 B1 N2 S3", "C0 R(d0+d1)"}) {
    Problem problem;
    std::optional<std::vector<Level>> levels = parseLevels(text, problem);
    ASSERT_TRUE(levels) << text << ": " << problem.text;
    EXPECT_EQ(levelsText(*levels), text);
    std::optional<std::vector<Level>> declared =
        parseFormat(declarationText(*levels), std::nullopt, problem);
    ASSERT_TRUE(declared) << declarationText(*levels) << problem.text;
    EXPECT_EQ(levelsText(*declared), text);
  }
  for (const char *text :
       {"D0 D1/4 T1%4", "D0 D1/4 T(2)1%4", "D0 T(2,4)", "D0 D1/8 T(2,4)1%8",
        "D0 D1/4 T(2,4", "D0 B1 C2", "R0 D1", "B0 L1", "B0 R1", "B0 D1",
        "D0 T(0,1)1%1"}) {
    Problem problem;
    EXPECT_FALSE(parseLevels(text, problem)) << text;
    EXPECT_NE(problem.text, "");
  }
}

// L47: runs and n : m levels have positions that are no elements.
TEST(Levels, L50_Padding) {
  auto pads = [](const char *text) {
    Problem problem;
    return hasPadding(*parseLevels(text, problem));
  };
  EXPECT_TRUE(pads("D0 D1/4 T(2,4)1%4"));
  EXPECT_TRUE(pads("C0 R1"));
  EXPECT_FALSE(pads("D0 L1"));
  EXPECT_FALSE(pads("B0 D1 C2"));
}

} // namespace
