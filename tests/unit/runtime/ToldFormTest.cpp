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

TEST_F(ToldForm, VectorsOfMatrixMarket) {
  std::string banner = "%%MatrixMarket vector ";
  EXPECT_EQ(reads("a.mtx", banner + "coordinate real general\n4 1\n3 1.5\n"),
            "4: 2 1.5");
  EXPECT_EQ(reads("a.mtx", banner + "array real general\n% c\n3\n1.5\n0\n-2\n"),
            "3: 0 1.5; 1 0; 2 -2");
  EXPECT_EQ(reads("a", banner + "array complex general\n2\n1.5 1\n0 -2\n"),
            "2: 0 1.5+1i; 1 0-2i");
  EXPECT_EQ(reads("a.mtx", banner + "array integer general\n1\n"
                                    "9007199254740993\n"),
            "1: 0 9007199254740993");
  EXPECT_EQ(reads("a.mtx", banner + "array real general\n0\n"), "0: ");
  EXPECT_EQ(reads("a.mtx", banner + "array pattern general\n2\n"),
            ":1:29: an array file has values: it cannot be 'pattern'");
  EXPECT_EQ(reads("a.mtx", banner + "array real general\n2\n1\n"),
            ":4:1: the file ends after 1 of the 2 entries that the header "
            "declares");
  // The banner tells, also where the name tells something else.
  EXPECT_EQ(reads("a.tns", banner + "array real general\n2\n1.5\n7\n"),
            "2: 0 1.5; 1 7");
  // One of a vector with a slip.
  EXPECT_EQ(reads("a.mtx", "%MatrixMarket vector coordinate real general\n"
                           "4 1\n3 1.5\n"),
            ":1:1: expected the banner '%%MatrixMarket', found one %");
  EXPECT_EQ(reads("a.mtx",
                  "%MatrixMarket vector coordinate real general\n"
                  "4 1\n3 1.5\n",
                  {}, /*lenient=*/true),
            "4: 2 1.5");
}

/// Which some editors put before a text.
TEST_F(ToldForm, ByteOrderMarks) {
  using encke::rt::TnsDialect;
  const std::string mark = "\xef\xbb\xbf",
                    refusal = ":1:1: the file begins with a byte-order mark, "
                              "the bytes EF BB BF, which "
                              "are no part of the text";
  std::string matrix = "%%MatrixMarket matrix coordinate real general\n"
                       "2 3 1\n2 3 ";
  const std::string texts[][3] = {
      {"a.mtx", matrix + "1.5\n", "2 x 3: 1 2 1.5"},
      {"a", matrix + "1.5\n", "2 x 3: 1 2 1.5"},
      {"a.mtx", matrix + "x\n", ":3:5: expected a value, found 'x'"},
      {"a.mtx", "%%MatrixMarket matrix coordinate real wide\n",
       ":1:39: expected the symmetry (general, symmetric, skew-symmetric, "
       "hermitian), found 'wide'"},
      {"a.tns", "2 3 1.5\n", "2 x 3: 1 2 1.5"},
      {"a.graph", "2 1\n2\n1\n", "2 x 2: 0 1 1; 1 0 1"},
      {"a.ttx", "%%MatrixMarket vector array real general\n1\n2\n", "1: 0 2"}};
  for (const auto &[name, text, expected] : texts) {
    EXPECT_EQ(reads(name, mark + text), refusal) << name;
    EXPECT_EQ(reads(name, mark + text, {}, /*lenient=*/true), expected) << name;
  }
  EXPECT_EQ(reads("a", mark + "0 1 {'weight': 2}\n", TnsDialect::Edges),
            refusal);
  EXPECT_EQ(reads("a", mark + "0 1 {'weight': 2}\n", TnsDialect::Edges,
                  /*lenient=*/true),
            "2 x 2: 0 1 2");
  EXPECT_EQ(
      reads("a", mark + mark + "1 1 2\n", {}, /*lenient=*/true).substr(0, 5),
      ":1:1:");
  EXPECT_EQ(reads("a", mark, {}, /*lenient=*/true).substr(0, 4), ": th");
  EXPECT_EQ(reads("a", mark + "<html>\n").substr(0, 21),
            ": the file is a web p");
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
  EXPECT_EQ(reads("a.csv", "i,j,v,\n1,1,2,\n"), "1 x 1: 0 0 2");
  EXPECT_EQ(reads("a.csv", "i,j,v\n1,1,\n2,1,\n"),
            ":2:3: expected a value, found '1,'");
  EXPECT_EQ(reads("a.csv", "i,j,v\n1,1,x\n"), ":2:5: expected a value, found "
                                              "'x'");
  // What tells some spreadsheets the separator.
  EXPECT_EQ(reads("a.csv", "sep=;\r\ni;j;v\r\n1;1;2.5\r\n"), "1 x 1: 0 0 2.5");
  EXPECT_EQ(reads("a.csv", "SEP=,\n1,1,2.5\n"), "1 x 1: 0 0 2.5");
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
  // With another delimiter, which networkx itself does not read again.
  EXPECT_EQ(reads("a", "0,1,{'a': 1, 'b': 3}\n2, 1, {'a': 1, 'b': 2}\n",
                  TnsDialect::Edges),
            "3 x 3: 0 1 1; 2 1 1");
  // Another key that has the word in it.
  EXPECT_EQ(
      reads("a", "0 1 {'overweight': 7, \"weight\": 2}\n", TnsDialect::Edges),
      "2 x 2: 0 1 2");
}

//===----------------------------------------------------------------------===//
// Foreign forms
//===----------------------------------------------------------------------===//

/// What is known and not read is named, whatever its file is called.
TEST_F(ToldForm, FormsThatAreNamed) {
  using namespace std::string_literals;
  const std::pair<std::string, std::string> forms[] = {
      {"PAR1\x15\x04", "a table in Apache's Parquet"},
      {"ARROW1\0\0"s, "a table in Apache's Arrow"},
      {"FEA1", "a table in Feather, version 1"},
      {"SQLite format 3\0"s, "a database of SQLite"},
      {"tensor(indices=tensor([[0]]))\n", "a tensor as PyTorch prints it"},
      {"ORC\x0a", "a table in Apache's ORC"},
      {"\x80\x02}", "a pickle of Python"},
      {"\x80\x03}", "a pickle of Python"},
      {"\x80\x04\x95", "a pickle of Python"},
      {"\x80\x05\x95", "a pickle of Python"},
      {"7z\xbc\xaf\x27\x1c", "an archive of 7-Zip"},
      {"Rar!\x1a\x07", "an archive of RAR"},
      {"\x04\x22\x4d\x18", "compressed by lz4"},
      {"\x1f\x9d\x90", "compressed by compress"},
      {"LZIP\1", "compressed by lzip"},
      {"\x89PNG\r\n", "a picture (PNG)"},
      {"%PDF-1.4\n", "a document (PDF)"},
      {"\x7f"
       "ELF\2",
       "a program or a library"},
      {"RDX3\nX\n", "data of R"},
      {"\xff\xfe"
       "1\0 \0"s,
       "a text in UTF-16"},
      {"<!DOCTYPE html>\n", "a web page, and no data: a download may need a "
                            "login or another address"},
      {"<html>\n", "a web page, and no data: a download may need a login or "
                   "another address"},
      {"<?xml version='1.0'?>\n<graphml>", "XML, as GraphML and GEXF are"},
      {"<graphml>", "a graph in GraphML"},
      {"version https://git-lfs.github.com/spec/v1\n",
       "a pointer of Git LFS to data that are not here"},
      {"graph [\n", "a graph in GML"},
      {"graph\n[\n", "a graph in GML"},
      {"# by hand\nGraph [ directed 1\n", "a graph in GML"},
      {"Creator \"igraph\"\ngraph\n[\n", "a graph in GML"},
      {"*Vertices 3\n", "a graph of Pajek"},
      {"% of a book\n*Network n\n", "a graph of Pajek"},
      {"digraph{\n1 -> 2;}", "a graph in DOT"},
      {"graph name {\n", "a graph in DOT"},
      {"strict digraph  {\n", "a graph in DOT"},
      {"c of roads\np sp 3 2\n", "a graph of DIMACS"},
      {"p edge 5 4\n", "a graph of DIMACS"},
      {"p col 5 4\n", "a graph of DIMACS"},
      {"tensor\n3\n", "a dense tensor of the Tensor Toolbox (export_data)"},
      {"ktensor\n3\n", "a Kruskal tensor of the Tensor Toolbox"},
      {"%Mat Object: 1\n", "a matrix that PETSc's viewer wrote for MATLAB"},
      {"Mat Object: 1\n", "a matrix that PETSc's viewer wrote for people"},
      {"@relation x\n", "data of WEKA"},
      {"{\"a\": 1}", "JSON"},
      {"[[0, 1]]", "JSON, or a list of Python"},
      {"+1 1:0.7 3:1\n", "in the form of LIBSVM (label index:value ...)"},
      {"2 qid:1 1:0.7\n", "in the form of LIBSVM (label index:value ...)"},
      {"", "empty"},
      {"ab\0cd\0\n"s, "no text, and in no form that is known"},
  };
  for (const auto &[text, what] : forms)
    EXPECT_EQ(reads("a", text), ": the file is " + what);
  EXPECT_EQ(reads("a.adjlist", "0 1 2\n1 2\n2\n"),
            ": the file is a list of neighbours of each node");
  EXPECT_EQ(reads("a.mat", "\7\0\0\0\1\0\0\0"s),
            ": the file is no MAT-file that is known");
}

/// Texts that begin like something else, and are not.
TEST_F(ToldForm, FormsThatAreTexts) {
  EXPECT_EQ(reads("a", "1 1 2\n"), "1 x 1: 0 0 2");
  EXPECT_EQ(reads("a", "# graph [\n1 1 2\n"), "1 x 1: 0 0 2");
  EXPECT_EQ(reads("a", "p 1 2\n").substr(0, 13), ": the file is");
  EXPECT_EQ(reads("a.tns", "graph\n1 1 2\n"),
            ":1:1: expected coordinates and a value, found only 'graph'");
}

/// What the library has made of "1 1 2.5\n3 2 1\n", in two frames.
TEST_F(ToldForm, Zstandard) {
  auto frame = [](const std::string &text) { // one block, which is not packed
    return "\x28\xb5\x2f\xfd\x20" + std::string(1, char(text.size())) +
           std::string(1, char(text.size() << 3 | 1)) + std::string(2, '\0') +
           text;
  };
  EXPECT_EQ(reads("a.tns.zst", frame("1 1 2.5\n") + frame("3 2 1\n")),
            "3 x 2: 0 0 2.5; 2 1 1");
  EXPECT_EQ(reads("a.tns.zst", frame("1 1 2.5\n").substr(0, 12)),
            ": the compressed data end too early");
  EXPECT_EQ(reads("a.tns.zst", frame("1 1 2.5\n").substr(0, 5) + "\7   ")
                .substr(0, 34),
            ": the compressed data are damaged:");
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
      {banner + "general\n2.0 3 2\n1.0 1 1\n2.00e+00 3 5\n",
       ":2:1: expected the number of rows, found '2.0'", "2 x 3: 0 0 1; 1 2 5"},
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
