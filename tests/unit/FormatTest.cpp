//===- FormatTest.cpp - level types and named formats ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Format.h"

#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace encke;

namespace {

constexpr LevelType D = LevelType::dense(), CU = LevelType::compressed(),
                    CN = LevelType::nonunique(), S = LevelType::singleton();

using Levels = llvm::SmallVector<LevelType>;
using Modes = llvm::SmallVector<unsigned>;

TEST(Format, L10_MatrixFormats) {
  EXPECT_EQ(Format::named("CSR", 2)->levels, Levels({D, CU}));
  EXPECT_EQ(Format::named("CSR", 2)->levelToMode, Modes({0, 1}));
  EXPECT_EQ(Format::named("CSC", 2)->levels, Levels({D, CU}));
  EXPECT_EQ(Format::named("CSC", 2)->levelToMode, Modes({1, 0}));
  EXPECT_EQ(Format::named("DCSR", 2)->levels, Levels({CU, CU}));
  EXPECT_EQ(Format::named("DCSC", 2)->levels, Levels({CU, CU}));
  EXPECT_EQ(Format::named("DCSC", 2)->levelToMode, Modes({1, 0}));
}

TEST(Format, L10_FormatsOfAnyOrder) {
  EXPECT_EQ(Format::named("Dense", 0)->order(), 0u);
  EXPECT_EQ(Format::named("Dense", 8)->levels, Levels(8, D));
  EXPECT_EQ(Format::named("COO", 1)->levels, Levels({CN}));
  EXPECT_EQ(Format::named("COO", 3)->levels, Levels({CN, S, S}));
  EXPECT_EQ(Format::named("CSF", 1)->levels, Levels({CU}));
  EXPECT_EQ(Format::named("CSF", 4)->levels, Levels(4, CU));
}

TEST(Format, L10_NamesThatMakeNoSense) {
  EXPECT_FALSE(Format::named("CSR", 3));
  EXPECT_FALSE(Format::named("CSC", 1));
  EXPECT_FALSE(Format::named("COO", 0));
  EXPECT_FALSE(Format::named("CSF", 0));
  EXPECT_FALSE(Format::named("ELL", 3));
  EXPECT_FALSE(Format::named("ModeGeneric", 1));
  EXPECT_FALSE(Format::named("BCSR", 2));
  EXPECT_FALSE(Format::named("BCSR", 2, {2, 0}));
  EXPECT_FALSE(Format::named("CSR", 2, {2, 2}));
  EXPECT_FALSE(Format::named("csr", 2));
}

TEST(Format, L10_LevelsOverPartsOfModes) {
  struct Expected {
    std::optional<Format> format;
    llvm::StringRef name, text;
  };
  const Expected formats[] = {
      {Format::named("ELL", 2), "ELL", "D0 D# S1"},
      {Format::named("DIA", 2), "DIA", "C1-0 D0"},
      {Format::named("BCSR", 2, {2, 3}), "BCSR(2, 3)", "D0/2 C1/3 D0%2 D1%3"},
      {Format::named("CSB", 2, {4, 5}), "CSB(4, 5)", "D0/4 D1/5 N0%4 S1%5"},
      {Format::named("MG", 3), "ModeGeneric", "N0 S1 D2"},
      {Format::named("CSC", 2), "CSC", "D1 C0"},
  };
  for (const Expected &expected : formats) {
    ASSERT_TRUE(expected.format) << expected.name.str();
    EXPECT_EQ(expected.format->str(), expected.name.str());
    EXPECT_EQ(expected.format->levelText(), expected.text.str());
    EXPECT_TRUE(Format::parse(expected.text) == *expected.format);
    EXPECT_FALSE(expected.format->isDense());
  }
  EXPECT_EQ(Format::named("BCSR", 2, {2, 3})->order(), 2u);
  EXPECT_EQ(Format::named("ELL", 2)->order(), 2u);
  EXPECT_FALSE(Format::named("ELL", 2)->hasIdentityOrder());
}

// L33: what has no kind of its own is an expression; names do not matter.
TEST(Format, L33_GeneralExpressions) {
  Format skew = *Format::parse("C(d0+d1) D0");
  EXPECT_EQ(skew.map(0).kind, LevelMap::General);
  EXPECT_EQ(skew.order(), 2u);
  EXPECT_EQ(skew.levelText(), "C(d0+d1) D0");
  EXPECT_EQ(skew.str(), "{C(d0+d1) D0}");
  EXPECT_TRUE(skew == *Format::parse("C(d0+d1) D0"));
  EXPECT_FALSE(skew == *Format::parse("C(d1+d0) D0"));
  // A diagonal that column and diagonal tell has no kind of its own.
  EXPECT_EQ(Format::parse("C1-0 D1")->levelText(), "C(d1-d0) D1");
  EXPECT_EQ(Format::parse("D(enumerate([d0],d1)) D0 S1")->order(), 2u);
  EXPECT_TRUE(Format::parse("D0 D(enumerate([d0],d1)) S1")->isSlot(1));
  EXPECT_FALSE(Format::parse("D(d0%3) D1 D0/3")->isDense());
}

TEST(Format, TextsThatAreWrong) {
  for (llvm::StringRef text :
       {"X0", "D", "D0/0", "D0/", "D0*2 D0%2", "D7", "D0 D#", "C0-", "D(d0+d1)",
        "D(d0 D1", "D(e0) D1", "D(count()) D0", "D0 D(d0/2)"})
    EXPECT_FALSE(Format::parse(text)) << text.str();
}

TEST(Format, Queries) {
  EXPECT_TRUE(Format::dense(3).isDense());
  EXPECT_TRUE(Format::dense(0).isDense());
  EXPECT_FALSE(Format::named("CSR", 2)->isDense());
  EXPECT_TRUE(Format::named("CSF", 3)->hasIdentityOrder());
  EXPECT_FALSE(Format::named("CSC", 2)->hasIdentityOrder());
  EXPECT_FALSE(*Format::named("CSR", 2) == *Format::named("CSC", 2));
  EXPECT_TRUE(*Format::named("CSR", 2) == *Format::named("CSR", 2));
}

TEST(Format, L28_WhatLoopsCanRunOver) {
  Format bcsr = *Format::named("BCSR", 2, {2, 3});
  EXPECT_FALSE(bcsr.storesWholeModes());
  EXPECT_EQ(bcsr.getBlockWidth(0), 2u);
  EXPECT_EQ(bcsr.getBlockWidth(1), 3u);
  Format ell = *Format::named("ELL", 2);
  EXPECT_TRUE(ell.isSlot(1));
  EXPECT_FALSE(ell.isSlot(2));
  EXPECT_FALSE(ell.storesWholeModes());
  Format dia = *Format::named("DIA", 2);
  EXPECT_EQ(dia.getDiagonalModes(), std::pair(0u, 1u));
  EXPECT_FALSE(dia.storesWholeModes());
  Format csr = *Format::named("CSR", 2);
  EXPECT_TRUE(csr.storesWholeModes());
  EXPECT_FALSE(csr.getBlockWidth(0));
  EXPECT_FALSE(csr.getDiagonalModes());
}

TEST(Format, Spelling) {
  for (llvm::StringRef name : {"Dense", "CSR", "CSC", "DCSR", "DCSC", "COO"})
    EXPECT_EQ(Format::named(name, 2)->str(), name.str());
  EXPECT_EQ(Format::named("CSF", 3)->str(), "CSF");
  EXPECT_EQ((Format{{CU, D}, {0, 1}, {}}).str(), "{CU, D}");
  EXPECT_EQ((Format{{D, D}, {1, 0}, {}}).str(), "{D, D} in mode order (1, 0)");
}

TEST(Format, L8_ElementTypeNames) {
  EXPECT_EQ(toString(ElementType::Int64), "int");
  EXPECT_EQ(toString(ElementType::Int32), "int32");
  EXPECT_EQ(toString(ElementType::Complex), "complex");
}

} // namespace
