//===- TnsFormTest.cpp - what a .tns file may be meant as -----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Headers counted from 1, sizes in comments, and lists of edges.
//
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <gtest/gtest.h>

using namespace encke::test;

namespace {

constexpr int32_t automatic = 0, frostt = 1, comet = 2, frostt0 = 3,
                  header1 = 4, edges = 5, edges0 = 6, edges1 = 7;

/// What was said of a file, and the tensor that it was read as: sizes and
/// elements.
struct Reading {
  std::string said, sizes, elements;
};

Reading read(const std::string &text, int32_t dialect = automatic,
             const std::string &format = "f64 4 4 C0 C1",
             const std::string &name = "a.tns") {
  Directory directory;
  std::string path = directory.write(name, text);
  encke_options options = defaultOptions();
  options.tns_dialect = dialect;
  Outcome outcome = readAndPrint(format, path, options);
  Reading reading;
  reading.said = withoutDirectory(outcome.err, path);
  size_t end = outcome.out.find('\n');
  if (end == std::string::npos)
    return reading;
  size_t begin = outcome.out.find(": ") + 2;
  size_t type = outcome.out.find_first_not_of("0123456789 x", begin);
  reading.sizes = outcome.out.substr(begin, type - begin - 1);
  reading.elements = outcome.out.substr(end + 1);
  return reading;
}

bool says(const Reading &reading, const std::string &text) {
  return reading.said.find(text) != std::string::npos;
}

//===----------------------------------------------------------------------===//
// Headers
//===----------------------------------------------------------------------===//

// Every size is reached, which COMET's coordinates never do.
TEST(TnsForm, AHeaderFromOneIsNoEntryInSilence) {
  std::string text = "3 5 2\n1 5 1.5\n3 2 -4\n";
  Reading reading = read(text);
  EXPECT_EQ(reading.elements, "");
  EXPECT_TRUE(says(reading, "a.tns:1:1: error: this line may be a header, "
                            "3 x 5 with 2 entries, or an entry"))
      << reading.said;
  for (const char *option : {"--tns=header1", "--tns=frostt", "--tns=comet"})
    EXPECT_TRUE(says(reading, option)) << option;

  reading = read(text, header1);
  EXPECT_EQ(reading.said, "");
  EXPECT_EQ(reading.sizes, "3 x 5");
  EXPECT_EQ(reading.elements, "0 4 1.5\n2 1 -4\n");
  reading = read(text, frostt);
  EXPECT_EQ(reading.said, "");
  EXPECT_EQ(reading.elements, "0 4 1.5\n2 1 -4\n2 4 2\n");
  EXPECT_TRUE(says(read(text, comet),
                   "a.tns:3:1: error: coordinate 3 of dimension 1 is past the "
                   "size 3"));
}

TEST(TnsForm, OfEveryOrder) {
  EXPECT_TRUE(says(read("6 2\n2 1.5\n6 1\n", automatic, "f64 4 4 C0"),
                   "this line may be a header, 6 with 2 entries"));
  EXPECT_TRUE(
      says(read("2 3 4 2\n2 1 4 1.5\n1 3 1 1\n", automatic, "f64 4 4 C0 C1 C2"),
           "this line may be a header, 2 x 3 x 4 with 2 entries"));
}

// No coordinate is 0 and none reaches its size: COMET's reading stands.
TEST(TnsForm, CometsHeaderMayCountFromOne) {
  Reading reading = read("4 6 2\n1 5 1.5\n3 2 -4\n");
  EXPECT_EQ(reading.elements, "1 5 1.5\n3 2 -4\n");
  EXPECT_TRUE(says(reading, "a.tns:1:1: warning: read as COMET's header"));
  EXPECT_TRUE(says(reading, "--tns=header1"));
  EXPECT_EQ(read("4 6 2\n1 5 1.5\n3 2 -4\n", comet).said, "");
  // A coordinate 0 settles it, and so does a file without entries.
  EXPECT_EQ(read("4 6 2\n1 5 1.5\n3 0 -4\n").said, "");
  EXPECT_EQ(read("4 6 0\n").said, "");
}

// Some sizes are reached, others not: an entry, as ever, but not in silence.
TEST(TnsForm, AnEntryThatMayBeAHeaderIsSaid) {
  Reading reading = read("4 6 2\n1 5 1.5\n4 2 -4\n");
  EXPECT_EQ(reading.elements, "0 4 1.5\n3 1 -4\n3 5 2\n");
  EXPECT_TRUE(says(reading, "a.tns:1:1: warning: read as an entry"));
  EXPECT_EQ(read("4 6 2\n1 5 1.5\n4 2 -4\n", frostt).said, "");
  // A coordinate past the size, or another count: no header.
  EXPECT_EQ(read("4 4 2\n1 5 1.5\n4 2 -4\n").said, "");
  EXPECT_EQ(read("4 5 3\n1 5 1.5\n4 2 -4\n").said, "");
}

TEST(TnsForm, Header1ChecksTheHeader) {
  EXPECT_TRUE(says(read("3 5 2\n1 5 1.5\n4 2 -4\n", header1),
                   "a.tns:3:1: error: coordinate 4 of dimension 1 is past the "
                   "size 3"));
  EXPECT_TRUE(says(read("3 5 2\n1 5 1.5\n3 0 -4\n", header1),
                   "a.tns:3:3: error: coordinate 0: --tns=header1 counts"));
  EXPECT_TRUE(says(read("3 5 3\n1 5 1.5\n3 2 -4\n", header1),
                   "a.tns:1:1: error: the header declares 3 entries, the file "
                   "has 2"));
  EXPECT_TRUE(says(read("3 5 1.5\n1 5 1.5\n", header1),
                   "a.tns:1:5: error: expected a header, integers only, found "
                   "'1.5'"));
  EXPECT_EQ(read("3 5 0\n", header1).sizes, "3 x 5");
}

// Values that the doubles do not tell are read again, behind the header.
TEST(TnsForm, Header1FindsTheTextOfAnEntry) {
  EXPECT_TRUE(says(read("3 5 2\n1 5 1.5\n3 2 1e39\n", header1, "f32 4 4 C0 C1"),
                   "a.tns:3:5: error: '1e39' does not fit in a float"));
}

//===----------------------------------------------------------------------===//
// Sizes in a comment
//===----------------------------------------------------------------------===//

TEST(TnsForm, ACommentTellsSizes) {
  std::string entries = "2 1 1.5\n1 3 -4\n";
  for (const char *comment :
       {"# encke: sizes 4 7\n", " #encke:\tsizes  4 7 \r\n",
        "# mine\n\n# encke: sizes 4 7\n# more\n"}) {
    Reading reading = read(comment + entries);
    EXPECT_EQ(reading.said, "");
    EXPECT_EQ(reading.sizes, "4 x 7");
    EXPECT_EQ(reading.elements, "0 2 -4\n1 0 1.5\n");
  }
  // Other comments do not, and none behind the first entry.
  EXPECT_EQ(read("# sizes 4 7\n" + entries).sizes, "2 x 3");
  EXPECT_EQ(read(entries + "# encke: sizes 4 7\n").sizes, "2 x 3");
  EXPECT_EQ(read("# encke: sizes 4 7\n0 3 2\n", frostt0).sizes, "4 x 7");
  EXPECT_EQ(read("# encke: sizes 3 5\n3 5 1\n1 5 2\n", header1).sizes, "3 x 5");
  // Without entries nothing else is needed.
  EXPECT_EQ(read("# encke: sizes 4 7\n").sizes, "4 x 7");
}

TEST(TnsForm, ACommentIsNotBelievedAgainstTheData) {
  EXPECT_TRUE(says(read("# encke: sizes 4 7\n1 1 2.5\n5 1 1\n"),
                   "a.tns:3:1: error: coordinate 5 of dimension 1 is past the "
                   "size 4 that a comment "
                   "before the entries tells"));
  EXPECT_TRUE(says(read("# encke: sizes 4 7 2\n1 1 2.5\n"),
                   "a.tns:1:16: error: the comment tells 3 sizes, the entries "
                   "have 2 coordinates"));
  EXPECT_TRUE(says(read("# encke: sizes 4 8\n4 7 1\n0 5 2\n"),
                   "a.tns:1:16: error: the comment tells the sizes 4 x 8, the "
                   "header tells 4 x 7"));
  EXPECT_TRUE(says(read("# encke: sizes 4 -7\n1 1 2.5\n"),
                   "a.tns:1:18: error: expected a size, found '-7'"));
  EXPECT_TRUE(says(read("# encke: sizes\n1 1 2.5\n"),
                   "a.tns:1:15: error: expected a size, found the end of the "
                   "line"));
  EXPECT_TRUE(says(read("# encke: sizes 4 7\n# encke: sizes 4 7\n1 1 2.5\n"),
                   "a.tns:2:16: error: a second comment that tells sizes"));
}

//===----------------------------------------------------------------------===//
// Edges
//===----------------------------------------------------------------------===//

TEST(TnsForm, EdgesAreASquareMatrix) {
  std::string text = "# a graph\n% too\n2 5\n2 1\n\n4 2\n";
  Reading reading = read(text, edges1);
  EXPECT_EQ(reading.said, "");
  EXPECT_EQ(reading.sizes, "5 x 5");
  EXPECT_EQ(reading.elements, "1 0 1\n1 4 1\n3 1 1\n");
  reading = read(text, edges0);
  EXPECT_EQ(reading.said, "");
  EXPECT_EQ(reading.sizes, "6 x 6");
  EXPECT_EQ(reading.elements, "2 1 1\n2 5 1\n4 2 1\n");
  EXPECT_EQ(read("# encke: sizes 9 9\n" + text, edges1).sizes, "9 x 9");
}

TEST(TnsForm, WhereNodesBeginIsFoundOutAndSaid) {
  Reading reading = read("2 5\n2 1\n4 2\n", edges);
  EXPECT_EQ(reading.sizes, "5 x 5");
  EXPECT_TRUE(says(reading, "a.tns:1:1: warning: no node is 0, so nodes are "
                            "taken to count from 1"));
  reading = read("2 5\n2 0\n4 2\n", edges);
  EXPECT_EQ(reading.sizes, "6 x 6");
  EXPECT_EQ(reading.said, "a.tns:2:3: note: a node is 0, so nodes count from "
                          "0\n");
  EXPECT_TRUE(says(read("2 5\n2 0\n", edges1),
                   "a.tns:2:3: error: node 0: --tns=edges1 counts nodes from "
                   "1"));
}

TEST(TnsForm, EdgesMayHaveValuesAndMore) {
  Reading reading = read("2 5 0.5\n2 1 -3\n", edges1);
  EXPECT_EQ(reading.elements, "1 0 -3\n1 4 0.5\n");
  reading = read("2 5 7 1087\n2 1 8 1093\n", edges1);
  EXPECT_EQ(reading.elements, "1 0 8\n1 4 7\n");
  // Edges that are there twice are summed, as all entries.
  EXPECT_EQ(read("2 1\n2 1\n1 3\n", edges1).elements, "0 2 1\n1 0 2\n");
  for (const char *type : {"i64", "i32", "f32", "bool"})
    EXPECT_EQ(
        read("2 1\n1 3\n", edges1, std::string(type) + " 4 4 C0 C1").elements,
        "0 2 1\n1 0 1\n");
  EXPECT_TRUE(says(read("2 5 0.5\n2 1 1e39\n", edges1, "f32 4 4 C0 C1"),
                   "a.tns:2:5: error: '1e39' does not fit in a float"));
}

// KONECT's first line tells whether both columns are the same nodes.
TEST(TnsForm, KonectsFirstLine) {
  Reading reading =
      read("% asym unweighted\n% 3 4 4\n1 2 \n4 1 \n3 2 \n", edges);
  EXPECT_EQ(reading.said, "");
  EXPECT_EQ(reading.sizes, "4 x 4");
  reading = read("% bip unweighted\n1 2\n4 1\n", edges);
  EXPECT_EQ(reading.said, "");
  EXPECT_EQ(reading.sizes, "4 x 2");
  EXPECT_TRUE(says(read("% asym unweighted\n1 2\n"),
                   "a.tns:1:1: error: expected coordinates and a value, "
                   "found '%'"));
  EXPECT_TRUE(says(read("% asym unweighted\n1 2\n"),
                   "  help: in lists of edges % begins comments, too: "
                   "--tns=edges reads one"));
}

TEST(TnsForm, BadEdges) {
  EXPECT_TRUE(says(read("7\n", edges), "a.tns:1:1: error: expected two nodes"));
  EXPECT_TRUE(says(read("1 2\n3\n", edges),
                   "a.tns:2:2: error: expected a coordinate, found the end of "
                   "the line"));
  EXPECT_TRUE(says(read("1 2\n3 4 1\n", edges),
                   "a.tns:2:5: error: expected the end of the line (the first "
                   "one has 2 numbers), found '1'"));
  EXPECT_TRUE(says(read("1 2 1 9\n3 4 1\n", edges),
                   "a.tns:2:6: error: expected column 4, which the first line "
                   "has, found the end of the line"));
  EXPECT_TRUE(says(read("from to\n3 4\n", edges),
                   "a.tns:1:1: error: expected a coordinate, found 'from'"));
}

// "nodes edges", or "rows columns entries", before the edges.
TEST(TnsForm, AHeaderIsNoEdgeInSilence) {
  for (const char *text : {"5 3\n0 1\n4 2\n2 1\n", "5 3\n5 1\n4 2\n2 1\n",
                           "5 5 2\n5 1 0.5\n4 2 1\n"})
    for (int32_t dialect : {edges, edges0, edges1})
      EXPECT_TRUE(says(read(text, dialect),
                       "a.tns:1:1: error: this line may be an edge, or a "
                       "header that counts"));
  EXPECT_EQ(read("#5 3\n0 1\n4 2\n2 1\n", edges0).sizes, "5 x 5");
  EXPECT_EQ(read("5 3\n6 1\n4 2\n2 1\n", edges0).sizes, "7 x 7");
}

// A vector in FROSTT's form has two columns, too.
TEST(TnsForm, AVectorThatLooksLikeEdgesIsSaid) {
  auto vector = [](const char *text, const char *name = "a.tns",
                   int32_t dialect = automatic) {
    return read(text, dialect, "f64 4 4 D0", name);
  };
  const char *remark = "warning: the lines look like edges";
  Reading reading = vector("2 5\n4 2\n2 1\n");
  EXPECT_EQ(reading.sizes, "4");
  EXPECT_EQ(reading.elements, "0\n6\n0\n2\n");
  EXPECT_TRUE(says(reading, remark)) << reading.said;
  EXPECT_TRUE(says(reading, "--tns=edges"));
  // Behind another name already when it might be edges.
  EXPECT_FALSE(says(vector("2 5\n4 2\n"), remark));
  EXPECT_TRUE(says(vector("2 5\n4 2\n", "a.txt"), remark));
  // Out of order, far apart.
  EXPECT_FALSE(says(vector("4 5\n2 2\n900000 1\n"), remark));
  EXPECT_TRUE(says(vector("4 5\n900000 1\n4 2\n"), remark));
  // Values that are no nodes, and a user who knows.
  for (const char *text :
       {"2 5\n4 2.5\n2 1\n", "2 5\n4 -2\n2 1\n", "2 5.0\n4 2\n2 1\n",
        "2 5\n4 1e3\n2 1e-400\n", "# encke: sizes 9\n2 5\n4 2\n2 1\n"})
    EXPECT_EQ(vector(text, "a.txt").said, "") << text;
  EXPECT_EQ(vector("2 5\n4 2\n2 1\n", "a.txt", frostt).said, "");
  // Behind a line with the numbers of nodes and edges.
  reading = vector("5 3\n0 2\n0 3\n4 2\n");
  EXPECT_EQ(reading.sizes, "5");
  EXPECT_TRUE(says(reading, "put '#' before the first line"));
}

TEST(TnsForm, AMatrixThatIsWantedOfTwoColumnsIsToldOfEdges) {
  EXPECT_TRUE(says(read("2 5\n4 2\n"),
                   "the file holds a tensor of order 1, the program reads one "
                   "of order 2; if its lines are edges, --tns=edges reads them "
                   "so"));
  EXPECT_TRUE(says(
      read("2 5 1 1087\n4 2 1 1088\n", automatic, "f64 4 4 C0 C1", "out.graph"),
      "of order 2; if its lines are edges with values and times, "
      "--tns=edges reads them as a matrix"));
  EXPECT_TRUE(says(read("0 5\n4 2\n"),
                   "a.tns:1:1: error: coordinate 0: without COMET's header "
                   "line coordinates count from 1\n"));
  EXPECT_FALSE(says(read("2 5.5\n4 2\n"), "--tns=edges"));
}

// A loop that opens a file again and again hears it once.
TEST(TnsForm, ARemarkIsMadeOnce) {
  Directory directory;
  std::string path = directory.write("a.tns", "4 6 2\n1 5 1.5\n3 2 -4\n");
  Outcome outcome = runProgram([&] {
    for (int round = 0; round != 3; ++round)
      readTensor("f64 4 4 C0 C1", path.c_str());
  });
  EXPECT_EQ(outcome.err.find("warning"), outcome.err.rfind("warning"));
  EXPECT_NE(outcome.err.find("warning"), std::string::npos);
}

TEST(TnsForm, RemarksAsJSON) {
  Directory directory;
  std::string path = directory.write("a.tns", "4 6 2\n1 5 1.5\n3 2 -4\n");
  encke_options options = defaultOptions();
  options.json_diagnostics = 1;
  Outcome outcome = readAndPrint("f64 4 4 C0 C1", path, options);
  EXPECT_EQ(withoutDirectory(outcome.err, path)
                .find("{\"file\":\"a.tns\",\"line\":1,\"column\":1,"
                      "\"severity\":\"warning\",\"id\":\"ambiguous-file\","
                      "\"message\":\"read as COMET's header"),
            0u)
      << outcome.err;
}

} // namespace
