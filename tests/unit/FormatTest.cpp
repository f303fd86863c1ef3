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

constexpr LevelType D = LevelType::Dense, CU = LevelType::CompressedUnique,
                    CN = LevelType::CompressedNonunique,
                    S = LevelType::Singleton;

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
  EXPECT_FALSE(Format::named("ELL", 2));
  EXPECT_FALSE(Format::named("csr", 2));
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

TEST(Format, Spelling) {
  for (llvm::StringRef name : {"Dense", "CSR", "CSC", "DCSR", "DCSC", "COO"})
    EXPECT_EQ(Format::named(name, 2)->str(), name.str());
  EXPECT_EQ(Format::named("CSF", 3)->str(), "CSF");
  EXPECT_EQ((Format{{CU, D}, {0, 1}}).str(), "{CU, D}");
  EXPECT_EQ((Format{{D, D}, {1, 0}}).str(), "{D, D} in mode order (1, 0)");
}

TEST(Format, L8_ElementTypeNames) {
  EXPECT_EQ(toString(ElementType::Int64), "int");
  EXPECT_EQ(toString(ElementType::Int32), "int32");
  EXPECT_EQ(toString(ElementType::Complex), "complex");
}

} // namespace
