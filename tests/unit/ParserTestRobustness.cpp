//===- ParserTestRobustness.cpp - no program breaks the parser (L37) ------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParserTestSupport.h"

#include <gtest/gtest.h>

#include <chrono>
#include <random>

using namespace encke;
using namespace encke::test;

namespace {

const char *const program = R"(
format BDIA(b) = (i, j) -> (i / b : dense, j - i : compressed, i % b : dense);
def f(Tensor<double> A([i, j], {CSR}), double a) -> Tensor<double>([i], {Dense}) {
  Tensor<double> y([i], {Dense});
  y[i] = a * A[i, j] @(min, +) x[j] - transpose(B[i, j], {j, i}); # comment
  return y;
}
def main() {
  IndexLabel [i, j k] = [0:100:2];
  Tensor<float> C([i, ?, 8], hybrid(BDIA(64) where count(i) >= 32, CSR));
  C[i, j]<!M, push> @(max)= 2.*SUM[j](A[i, j]) with order(i, j), tile(i, 64);
  A[i, j] = [[1, 2.5e3], [-3, 4]];
  for t in 0:10:2 { while (x < 1 && !y) { x += 1; } }
  for t in range(0, 3): print(A[i, j]); end
  if (a == 1) { b = read("file", 3); } else if (c) { ; } else { reorder [i] by lexi(A); }
}
)";

/// What every text must satisfy: a tree, or located errors in our words.
void check(const std::string &text) {
  Parsed parsed(text);
  EXPECT_EQ(parsed.program == nullptr, parsed.diagnostics.hasErrors()) << text;
  EXPECT_LE(parsed.diagnostics.getErrorCount(), Diagnostics::maxErrors + 1);
  for (const char *raw : {"no viable alternative", "mismatched input",
                          "extraneous input", "token recognition"})
    EXPECT_EQ(parsed.messages.find(raw), std::string::npos) << text;
  if (parsed.program)
    parsed.tree();
  else
    EXPECT_EQ(parsed.messages.rfind("t.ta:", 0), 0u) << parsed.messages;
}

/// Changes `text` in one of a few ways: bytes, pieces, tokens.
std::string mutate(std::string text, std::mt19937 &random) {
  auto below = [&](size_t n) { return n ? random() % n : 0; };
  static const char *const pieces[] = {
      "(",      ")",   "[",    "]",    "{",   "}",      ";",        ",",
      "=",      "<",   ">",    "@",    "@|(", "def ",   "end ",     "for ",
      "range ", "if ", "else", "in ",  "\"",  "'",      "#",        "12x",
      "9e99",   "->",  "with", "\x01", "%",   "Tensor", "\xC3\xA9", "where"};
  for (size_t i = 0, n = 1 + below(4); i < n; ++i) {
    size_t at = below(text.size());
    switch (below(5)) {
    case 0:
      text.erase(at, 1 + below(12));
      break;
    case 1:
      text.insert(at, pieces[below(std::size(pieces))]);
      break;
    case 2:
      if (!text.empty())
        text[at] = static_cast<char>(below(256));
      break;
    case 3:
      text.insert(at, text.substr(below(text.size()), below(40)));
      break;
    default:
      text.resize(at);
      break;
    }
  }
  return text;
}

std::string repeat(llvm::StringRef piece, size_t times) {
  std::string text;
  for (size_t i = 0; i < times; ++i)
    text += piece;
  return text;
}

} // namespace

TEST(ParserRobustness, TheProgramItselfIsFine) {
  EXPECT_TRUE(Parsed(program).program) << Parsed(program).messages;
}

TEST(ParserRobustness, MutatedPrograms) {
  std::mt19937 random(20260101);
  for (int i = 0; i < 1000; ++i)
    check(mutate(program, random));
}

TEST(ParserRobustness, Prefixes) {
  for (size_t length = 0; length <= std::string(program).size(); ++length)
    check(std::string(program).substr(0, length));
}

TEST(ParserRobustness, Suffixes) {
  for (size_t from = 0; from <= std::string(program).size(); ++from)
    check(std::string(program).substr(from));
}

TEST(ParserRobustness, BinaryJunk) {
  std::mt19937 random(7);
  for (int i = 0; i < 50; ++i) {
    std::string junk, ascii;
    for (int j = 0; j < 2000; ++j) {
      junk += static_cast<char>(random());
      ascii += static_cast<char>(random() % 128);
    }
    check(junk);
    check(ascii);
  }
  check(std::string(1000, '\0'));
}

TEST(ParserRobustness, DeepNestingIsAnError) {
  const size_t n = 100000;
  const std::string head = "def main() { ";
  for (const std::string &text :
       {head + "x = " + repeat("(", n) + "1" + repeat(")", n) + "; }",
        head + "x = " + repeat("[", n) + "1" + repeat("]", n) + "; }",
        head + "x = " + repeat("f(", n),
        head + "x = " + repeat("-", n) + "1; }",
        head + "x = " + repeat("!-", n) + "1; }",
        head + repeat("while (a) { ", n) + repeat("}", n) + "}",
        head + repeat("for i in range(3): ", n) + repeat("end ", n) + "}",
        head + "if (a) { } " + repeat("else if (a) { } ", n) + "}",
        head + repeat("{ ", n)}) {
    Parsed parsed(text);
    EXPECT_FALSE(parsed.program);
    EXPECT_NE(parsed.messages.find("nested more than 256 levels deep"),
              std::string::npos)
        << text.substr(0, 60);
  }
}

TEST(ParserRobustness, ModerateNestingIsFine) {
  const std::string head = "def main() { ";
  EXPECT_TRUE(
      Parsed(head + "x = " + repeat("(", 250) + "1" + repeat(")", 250) + "; }")
          .program);
  EXPECT_TRUE(Parsed(head +
                     repeat("x = (1); if (a) { } else if (b) { } "
                            "for i in range(3): end "
                            "for i in range(3) { } x = -1;",
                            1000) +
                     "}")
                  .program);
}

TEST(ParserRobustness, NestingInGarbageStaysBounded) {
  for (const char *piece :
       {"} ) (", "( [ 1 ) ] ", "{ ; ", "x = (; ", "if (a) { } $ else ",
        "for i in range(3 : ", "def f( ", "x = [(1]) ", "{ } } { ", "else if ",
        "a "}) {
    check(repeat(piece, 20000));
    check("def main() { x = " + repeat(piece, 20000));
  }
}

TEST(ParserRobustness, TallExpressionsAreAnError) {
  const std::string head = "def main() { x = a";
  for (const char *piece : {" + a", " * a", " && a", " || a", " @(min) a"}) {
    Parsed parsed(head + repeat(piece, 100000) + "; }");
    EXPECT_FALSE(parsed.program);
    EXPECT_NE(parsed.messages.find("more than 2000 operators"),
              std::string::npos);
    EXPECT_EQ(parsed.diagnostics.getErrorCount(), 1u);
  }
}

TEST(ParserRobustness, LargePrograms) {
  auto start = std::chrono::steady_clock::now();
  std::string text = "def main() {\n";
  while (text.size() < 1000000)
    text += "  C[i, k] = A[i, j] * B[j, k] + 2.5 * D[i, k];  # a statement\n";
  EXPECT_TRUE(Parsed(text + "}").program);
  Parsed wide("def main() { A[i] = [1" + repeat(", 1", 300000) + "]; }");
  EXPECT_TRUE(wide.program);
  std::chrono::duration<double> elapsed =
      std::chrono::steady_clock::now() - start;
  // Generous: it takes about a second.
  EXPECT_LT(elapsed.count(), 30);
}
