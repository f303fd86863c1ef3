//===- ToldFormTest.cpp - texts of entries of other programs --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileOutcome.h"
#include "Support.h"

#include "io/data_file.h"
#include "io/tns.h"

#include <gtest/gtest.h>

using namespace encke::test;

namespace {

class ToldForm : public testing::Test {
protected:
  std::string reads(const std::string &name, const std::string &text,
                    encke::rt::TnsDialect dialect = {}, bool lenient = false) {
    std::string path = directory.write(name, text);
    encke_options options = defaultOptions();
    options.tns_dialect = int32_t(dialect);
    options.lenient = lenient;
    FileOutcome outcome = readOutcome(path, options);
    if (!outcome.error.empty())
      return outcome.error.substr(path.size());
    return outcome.sizes + ": " + outcome.contents;
  }

  Directory directory;
};

TEST_F(ToldForm, TensorMarket) {
  std::string banner = "%%MatrixMarket tensor coordinate real general\n";
  EXPECT_EQ(reads("a.ttx", banner + "% c\n2 3 4 2\n1 2 3 1.5\n% c\n2 3 4 -1\n"),
            "2 x 3 x 4: 0 1 2 1.5; 1 2 3 -1");
  EXPECT_EQ(reads("a", banner + "5 1\n3 1.5\n"), "5: 2 1.5");
  EXPECT_EQ(reads("a.ttx", banner + "5 5 0\n"), "5 x 5: ");
  EXPECT_EQ(reads("a.ttx", "%%MatrixMarket tensor coordinate pattern "
                           "general\n2 2 1\n1 2\n"),
            "2 x 2: 0 1 1");
  EXPECT_EQ(reads("a.ttx", "%%MatrixMarket tensor coordinate integer "
                           "general\n2 2 1\n1 2 9007199254740993\n"),
            "2 x 2: 0 1 9007199254740993");
  EXPECT_EQ(reads("a.ttx", banner + "2 2 1\n1 3 1\n"),
            ":3:3: coordinate 3 of dimension 2 is past the size 2 that the "
            "header tells");
  EXPECT_EQ(reads("a.ttx", banner + "2 2 2\n1 2 1\n"),
            ":2:1: the header declares 2 entries, the file has 1");
  EXPECT_EQ(reads("a.ttx", banner + "2 2 1\n1 2\n"),
            ":3:1: expected 2 coordinates and a value, as the header tells, "
            "found '1'");
  EXPECT_EQ(reads("a.ttx", banner + "2 2 1\n0 2 1\n").substr(0, 19),
            ":3:1: coordinate 0:");
}

TEST_F(ToldForm, ExtendedFrostt) {
  std::string first = "# extended FROSTT format\n";
  EXPECT_EQ(reads("a.tns", first + "3 2\n2 3 4\n1 1 3 3\n2 3 4 -1.5\n"),
            "2 x 3 x 4: 0 0 2 3; 1 2 3 -1.5");
  EXPECT_EQ(reads("a.tns", first + "2 1\n2 3 4\n1 1 3\n"),
            ":3:5: expected the end of the line, found '4'");
  EXPECT_EQ(reads("a.tns", first + "2 2\n2 3\n1 1 3\n"),
            ":3:1: the header declares 2 entries, the file has 1");
}

TEST_F(ToldForm, Sptensor) {
  EXPECT_EQ(reads("a.tns", "sptensor\n3\n2 3 4\n2\n1 2 3 1.5\n2 3 4 -1\n"),
            "2 x 3 x 4: 0 1 2 1.5; 1 2 3 -1");
}

TEST_F(ToldForm, Tables) {
  EXPECT_EQ(reads("a.csv", "row,col,value\n0,1,2.5\n3,2,1\n"),
            "4 x 3: 0 1 2.5; 3 2 1");
  EXPECT_EQ(reads("a.csv", "\"i\";\"j\";\"v\"\r\n1;1;2.5\r\n3;2;1\r\n"),
            "3 x 2: 0 0 2.5; 2 1 1");
  EXPECT_EQ(reads("a.txt", "1, 1, 2.5\n3, 2, 1\n"), "3 x 2: 0 0 2.5; 2 1 1");
  EXPECT_EQ(reads("a.tsv", "i\tj\tv\n1\t1\t2.5\n"), "1 x 1: 0 0 2.5");
  EXPECT_EQ(reads("a.csv", "\xef\xbb\xbfi,j,v\n1,1,2.5\n"), "1 x 1: 0 0 2.5");
  EXPECT_EQ(reads("a.csv", "1,1,2.5\n", encke::rt::TnsDialect::Frostt0),
            "2 x 2: 1 1 2.5");
  EXPECT_EQ(reads("a.csv", "i,j,v\n1,1,2\n1,,2\n"),
            ":3:3: expected a coordinate, found ',2'");
  EXPECT_EQ(reads("a.csv", "i,j,v\n1,1,2,\n"), "1 x 1: 0 0 2");
  EXPECT_EQ(reads("a.csv", "i,j,v\n1,1,x\n"), ":2:5: expected a value, found "
                                              "'x'");
  EXPECT_EQ(
      reads("a.csv", "source,target\n0,1\n2,1\n", encke::rt::TnsDialect::Edges),
      "3 x 3: 0 1 1; 2 1 1");
}

TEST_F(ToldForm, EdgesOfNetworkx) {
  using encke::rt::TnsDialect;
  EXPECT_EQ(reads("a", "0 1 {}\n2 1 {}\n", TnsDialect::Edges),
            "3 x 3: 0 1 1; 2 1 1");
  EXPECT_EQ(reads("a", "# c\n0 1 {'weight': 2.5}\n2 1 {'a': 1, 'weight': 3}\n",
                  TnsDialect::Edges),
            "3 x 3: 0 1 2.5; 2 1 3");
}

//===----------------------------------------------------------------------===//
// Slips
//===----------------------------------------------------------------------===//

TEST_F(ToldForm, SlipsThatHaveOneMeaning) {
  std::string banner = "%%MatrixMarket matrix coordinate real ";
  struct {
    std::string text, refused, read;
  } slips[] = {
      {banner.substr(1) + "general\n1 1 1\n1 1 2\n",
       ":1:1: expected the banner '%%MatrixMarket', found one %",
       "1 x 1: 0 0 2"},
      {"\n " + banner + "general\n1 1 1\n1 1 2\n",
       ":2:2: blanks before the banner, which begins a file", "1 x 1: 0 0 2"},
      {banner + "symmetric\n2 2 1\n1 2 3\n",
       ":3:1: an entry above the diagonal (row 1, column 2): a symmetric file "
       "holds the lower triangle only",
       "2 x 2: 0 1 3; 1 0 3"},
      {banner + "skew-symmetric\n2 2 1\n1 2 3\n",
       ":3:1: an entry above the diagonal (row 1, column 2): a symmetric file "
       "holds the lower triangle only",
       "2 x 2: 0 1 3; 1 0 -3"},
      {banner + "general\n2 2 2\n1 1 0.1000000D+01\n2 2 -2.5d-3\n",
       ":3:5: expected a value, found '0.1000000D+01'",
       "2 x 2: 0 0 1; 1 1 -0.0025"},
  };
  for (const auto &[text, refused, read] : slips) {
    EXPECT_EQ(reads("a.mtx", text), refused);
    EXPECT_EQ(reads("a.mtx", text, {}, /*lenient=*/true), read);
  }
  EXPECT_EQ(
      reads("a.mtx", banner + "symmetric\n2 2 2\n1 2 3\n2 1 3\n", {}, true),
      ":3:1: the symmetric matrix has entries above and below the "
      "diagonal");
  EXPECT_EQ(reads("a.mtx", "1 1 1\n1 1 2\n", {}, true),
            ":1:1: expected the banner '%%MatrixMarket', found '1'");
}

} // namespace
