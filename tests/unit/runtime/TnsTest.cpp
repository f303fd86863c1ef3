//===- TnsTest.cpp - reading FROSTT's and COMET's .tns files --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <gtest/gtest.h>

using namespace encke::test;

namespace {

/// What a .tns file reads as: its printed form, or the first line of the error.
std::string reads(const std::string &text, int32_t dialect = 0,
                  const std::string &format = "f64 4 4 C0 C1 C2") {
  Directory directory;
  std::string path = directory.write("a.tns", text);
  encke_options options = defaultOptions();
  options.tns_dialect = dialect;
  Outcome outcome = readAndPrint(format, path, options);
  if (outcome.status == 0)
    return outcome.out;
  std::string message = withoutDirectory(outcome.err, path);
  return message.substr(0, message.find('\n'));
}

constexpr int32_t frostt = 1, comet = 2, frostt0 = 3;

TEST(Tns, Frostt) {
  EXPECT_EQ(reads("# a comment\n\n2 3 4 -2.5\r\n 1\t1 1 1e2  \n#\n2 1 1 .5"),
            "# A: 2 x 3 x 4 double, 3 entries stored as {CU, CU, CU}; "
            "coordinates count from 0\n0 0 0 100\n1 0 0 0.5\n1 2 3 -2.5\n");
}

TEST(Tns, OrderOne) {
  EXPECT_EQ(reads("3 1.5\n7 2.5\n", 0, "f64 4 4 C0"),
            "# A: 7 double, 2 entries stored as {CU}; coordinates count from "
            "0\n2 1.5\n6 2.5\n");
}

TEST(Tns, VectorsFromOneRowOrColumn) { // L38
  EXPECT_EQ(reads("3 1 1.5\n7 1 2.5\n", 0, "f64 4 4 C0"),
            "# A: 7 double, 2 entries stored as {CU}; coordinates count from "
            "0\n2 1.5\n6 2.5\n");
  EXPECT_EQ(reads("1 4 2\n0 1 1.5\n0 3 2.5\n", 0, "f64 4 4 D0"),
            "# A: 4 double\n0\n1.5\n0\n2.5\n");
  EXPECT_EQ(reads("1 3 2147483648\n", 0, "i64 4 4 D0"),
            "# A: 3 int\n0\n0\n2147483648\n");
  EXPECT_EQ(reads("1 2 5\n2 1 5\n", 0, "f64 4 4 D0"),
            "a.tns: error: a 2 x 2 matrix is read as a vector, which needs one "
            "row or one column");
}

TEST(Tns, TooManyModes) {
  std::string line;
  for (int mode = 0; mode != 1025; ++mode)
    line += "1 ";
  EXPECT_EQ(reads(line + "1.5\n"),
            "a.tns:1:1: error: not supported yet: a tensor of order 1025, more "
            "than 1024");
}

TEST(Tns, CometHeader) {
  std::string text = "7 7 7 3\n1 3 2 1.3\n2 1 3 2.11\n3 6 5 3.0\n";
  std::string read =
      "# A: 7 x 7 x 7 double, 3 entries stored as {CU, CU, CU}; coordinates "
      "count from 0\n1 3 2 1.3\n2 1 3 2.11\n3 6 5 3\n";
  EXPECT_EQ(reads(text), read);
  EXPECT_EQ(reads(text, comet), read);
  EXPECT_EQ(reads(text, frostt),
            "# A: 7 x 7 x 7 double, 4 entries stored as {CU, CU, CU}; "
            "coordinates count from 0\n0 2 1 1.3\n1 0 2 2.11\n2 5 4 3\n6 6 6 "
            "3\n");
}

TEST(Tns, FromZeroWithoutHeader) {
  EXPECT_EQ(reads("0 1 3 2.5\n1 0 0 4\n", frostt0),
            "# A: 2 x 2 x 4 double, 2 entries stored as {CU, CU, CU}; "
            "coordinates count from 0\n0 1 3 2.5\n1 0 0 4\n");
  // Never a header.
  EXPECT_EQ(reads("3 3 3 1\n0 0 0 4\n", frostt0),
            "# A: 4 x 4 x 4 double, 2 entries stored as {CU, CU, CU}; "
            "coordinates count from 0\n0 0 0 4\n3 3 3 1\n");
}

// One of the conditions of a header fails: the line is an entry.
TEST(Tns, FirstLineThatIsNoHeader) {
  EXPECT_EQ(reads("7 7 7 3\n1 3 2 1.3\n2 1 3 2.11\n").substr(0, 31),
            "# A: 7 x 7 x 7 double, 3 entrie");
  EXPECT_EQ(reads("3 7 7 2\n1 3 2 1.3\n3 1 3 2.11\n").substr(0, 31),
            "# A: 3 x 7 x 7 double, 3 entrie");
  EXPECT_EQ(reads("7 7 7 1.0\n1 3 2 1.3\n").substr(0, 31),
            "# A: 7 x 7 x 7 double, 2 entrie");
}

TEST(Tns, EmptyWithHeader) { // L48
  EXPECT_EQ(reads("3 4 5 0\n"),
            "# A: 3 x 4 x 5 double, 0 entries stored as {CU, CU, CU}; "
            "coordinates count from 0\n");
}

TEST(Tns, IntegersKeepAllDigits) {
  EXPECT_EQ(
      reads("1 1 1 9007199254740993\n1 1 2 3.0\n", frostt, "i64 4 4 D0 D1 D2"),
      "# A: 1 x 1 x 2 int\n# [0, :, :]\n9007199254740993 3\n");
}

// A file is read as doubles when it is opened; only what these do not tell
// exactly, or does not fit, is looked up in the text again.
TEST(Tns, ValuesOfEveryType) {
  std::string text = "1 1 1 3\n1 1 2 -4.0\n2 1 1 2e3\n";
  for (const char *type : {"i64", "i32", "f32", "f64"}) {
    std::string read = reads(text, frostt, std::string(type) + " 4 4 C0 C1 C2");
    EXPECT_EQ(read.substr(read.find('\n') + 1),
              "0 0 0 3\n0 0 1 -4\n1 0 0 2000\n")
        << type;
  }
  EXPECT_EQ(reads("1 1 1 3\n1 1 2 2147483648\n", frostt, "i32 4 4 C0 C1 C2"),
            "a.tns:2:7: error: '2147483648' does not fit in an int32");
  EXPECT_EQ(reads("1 1 1 3\n1 1 2 2.5\n", frostt, "i64 4 4 C0 C1 C2"),
            "a.tns:2:7: error: the tensor holds integers, '2.5' is not one");
  EXPECT_EQ(reads("1 1 1 3\n1 1 2 1e39\n", frostt, "f32 4 4 C0 C1 C2"),
            "a.tns:2:7: error: '1e39' does not fit in a float");
}

// Though the doubles that they were at first are others.
TEST(Tns, IntegersSpelledAsDecimals) {
  auto value = [](const std::string &text, const char *type = "i64") {
    std::string read = reads("1 1 7\n1 2 " + text + "\n", frostt,
                             std::string(type) + " 4 4 D0 C1");
    return read.substr(read.find('\n') + 1);
  };
  EXPECT_EQ(value("9007199254740993.0"), "0 0 7\n0 1 9007199254740993\n");
  EXPECT_EQ(value("1234567890.00000"), "0 0 7\n0 1 1234567890\n");
  EXPECT_EQ(value("0.00000000000000000"), "0 0 7\n0 1 0\n");
  for (const char *type : {"i64", "i32"})
    for (const char *text : {"0.99999999999999999999", "1.00000000000000001",
                             "1e-400", "4e-324", "-1e-324"})
      EXPECT_EQ(value(text, type),
                "a.tns:2:5: error: the tensor holds integers, '" +
                    std::string(text) + "' is not one");
  EXPECT_EQ(value("9007199254740992.5"),
            "a.tns:2:5: error: the tensor holds integers, "
            "'9007199254740992.5' is not one");
}

TEST(Tns, TinyNumbersAreTrue) {
  std::string read = reads("1 1 1e-400\n1 2 -0.00000\n1 3 2\n1 4 -1e-324\n",
                           frostt, "bool 4 4 D0 C1");
  EXPECT_EQ(read.substr(read.find('\n') + 1), "0 0 1\n0 1 0\n0 2 1\n0 3 1\n");
}

TEST(Tns, FloatsAreRoundedOnce) {
  auto value = [](const std::string &text) {
    std::string read = reads("1 1 " + text + "\n", frostt, "f32 4 4 D0 C1");
    return read.substr(read.find('\n') + 1);
  };
  EXPECT_EQ(value("3.4028235e+38"), "0 0 3.4028235e+38\n");
  EXPECT_EQ(value("1.00000005960464477539062500000001"), "0 0 1.0000001\n");
  EXPECT_EQ(value("1.00000005960464477539062499999999"), "0 0 1\n");
  EXPECT_EQ(value("33554435"), "0 0 33554436\n");
  EXPECT_EQ(value("-3.4028235677973367e+38\n# c\n\n 1 2 7\n1 3\t16777219."
                  "00000000000000"),
            "a.tns:1:5: error: '-3.4028235677973367e+38' does not fit in a "
            "float");
  EXPECT_EQ(value("5\n# c\n\n 1 2 7\n1\t3\t16777218.99999999999999"),
            "0 0 5\n0 1 7\n0 2 16777218\n");
  // Among the subnormal floats, of which the smallest is 2^-149.
  EXPECT_EQ(value("7.006492321624085354618e-46"), "0 0 0\n");
  EXPECT_EQ(value("7.006492321624085354619e-46"), "0 0 1e-45\n");
}

/// A text of `lines` lines, the n-th of which is line(n).
template <typename Line>
std::string textOf(int64_t lines, Line line) {
  std::string text;
  for (int64_t n = 0; n != lines; ++n)
    text += line(n) + "\n";
  return text;
}

/// How many entries were read, and the last line of what was printed.
std::string summaryOf(const std::string &text) {
  std::string out = reads(text, frostt, "f64 4 4 C0 C1");
  size_t comma = out.find(", ") + 2, last = out.rfind('\n', out.size() - 2) + 1;
  return out.substr(comma, out.find(" entries") - comma) + ": " +
         out.substr(last);
}

TEST(Tns, LongTextsWhoseLinesDiffer) {
  // How much room there is to be is estimated from a few places.
  constexpr int64_t lines = 400000;
  auto entry = [](int64_t n) { return std::to_string(n + 1) + " 1 2"; };
  auto isLong = [](int64_t n) { return n < lines / 64; };
  EXPECT_EQ(summaryOf(textOf(lines, entry)), "400000: 399999 0 2\n");
  EXPECT_EQ(summaryOf(textOf(lines,
                             [&](int64_t n) {
                               return entry(n) + (isLong(n) ? ".5" : "") +
                                      std::string(isLong(n) ? 900 : 0, ' ');
                             })),
            "400000: 399999 0 2\n");
  EXPECT_EQ(summaryOf(textOf(
                lines, [&](int64_t n) { return n % 4 == 3 ? entry(n) : "#"; })),
            "100000: 399999 0 2\n");
}

TEST(Tns, WideCoordinates) {
  EXPECT_EQ(reads("1 1099511627776 1 5\n2 3 1 6\n", 0, "f64 4 8 C0 C1 C2"),
            "# A: 2 x 1099511627776 x 1 double, 2 entries stored as {CU, CU, "
            "CU}; coordinates count from 0\n0 1099511627775 0 5\n1 2 0 6\n");
  EXPECT_EQ(reads("1 1099511627776 1 5\n2 3 1 6\n"),
            "a.tns: error: coordinate 1099511627775, counted from 0, of "
            "dimension 2 does not fit "
            "the tensor's 32-bit coordinates");
}

struct Bad {
  const char *name, *text;
  int32_t dialect;
  const char *message;
};

class BadTns : public testing::TestWithParam<Bad> {};

TEST_P(BadTns, IsRefusedAtItsPlace) {
  EXPECT_EQ(reads(GetParam().text, GetParam().dialect), GetParam().message);
}

const Bad badTexts[] = {
    {"Empty", "# nothing\n", 0,
     "a.tns:2:1: error: a .tns file without entries needs COMET's header to "
     "tell its sizes"},
    {"ByteOrderMark", "\ufeff1 1 1 2\n", 0,
     "a.tns:1:1: error: the file begins with a byte-order mark, the bytes EF "
     "BB BF, which are no part of the text"},
    {"OneNumber", "3\n4 4 3\n1 1 1 1\n", 0,
     "a.tns:1:1: error: expected coordinates and a value, found only '3'"},
    {"Text", "values 3 3 3\n", 0,
     "a.tns:1:1: error: expected a coordinate, found 'values'"},
    {"Zero", "1 1 1 2.5\n2 0 1 3\n", 0,
     "a.tns:2:3: error: coordinate 0: without COMET's header line coordinates "
     "count from 1"},
    {"ZeroWithWrongHeader", "2 2 2\n0 0 1.5\n1 1 2.5\n0 1 9\n", 0,
     "a.tns:2:1: error: coordinate 0: without COMET's header line coordinates "
     "count from 1. The first line is none: "
     "it would declare 2 entries, not 3"},
    {"ZeroWithSmallHeader", "2 2 2\n0 0 1\n1 2 2\n", 0,
     "a.tns:2:1: error: coordinate 0: without COMET's header line coordinates "
     "count from 1. The first line is none: "
     "it would declare sizes that some coordinates do not fit"},
    {"ControlCharacters", "1 1 1 2\x01\x7f\n", 0,
     "a.tns:1:7: error: expected a value, found '2\\x01\\x7f'"},
    {"ZeroInFrostt", "2 2 2 1\n1 0 1 3\n", frostt,
     "a.tns:2:3: error: coordinate 0: without COMET's header line coordinates "
     "count from 1"},
    {"Negative", "1 -1 1 2\n", 0,
     "a.tns:1:3: error: expected a coordinate, found '-1'"},
    {"RealCoordinate", "1 1.5 1 2\n", 0,
     "a.tns:1:3: error: expected a coordinate, found '1.5'"},
    {"HugeCoordinate", "1 99999999999999999999 1 2\n", 0,
     "a.tns:1:3: error: this number is too large: '99999999999999999999'"},
    {"MissingValue", "1 1 1 2.5\n1 1 2\n", 0,
     "a.tns:2:6: error: expected a value, found the end of the line"},
    {"ExtraNumber", "1 1 1 2.5\n1 1 2 3 4\n", 0,
     "a.tns:2:9: error: expected the end of the line (the first one has 4 "
     "numbers), found '4'"},
    {"TextForValue", "1 1 1 x\n", 0,
     "a.tns:1:7: error: expected a value, found 'x'"},
    {"CutInALine", "1 1 1 2.5\n1 1 1", 0,
     "a.tns:2:6: error: expected a value, found the end of the file"},
    {"NoHeader", "1 1 1 2.5\n", comet,
     "a.tns:1:7: error: expected COMET's header, integers only, found '2.5'"},
    {"HeaderCount", "4 4 4 3\n1 1 1 2.5\n", comet,
     "a.tns:1:1: error: the header declares 3 entries, the file has 1"},
    {"PastHeader", "4 4 4 2\n1 1 1 2.5\n1 4 1 2\n", comet,
     "a.tns:3:3: error: coordinate 4 of dimension 2 is past the size 4"},
    {"PastAllSizes", "0 9223372036854775807 1 2\n", frostt0,
     "a.tns:1:3: error: a dimension of more than 2^63 - 1"},
    {"PastAllSizesLater", "0 1 1 2\n# c\n0 1 9223372036854775807 2\n", frostt0,
     "a.tns:3:5: error: a dimension of more than 2^63 - 1"},
    {"Matrix", "1 1 2.5\n", 0,
     "a.tns: error: the file holds a tensor of order 2, the program reads one "
     "of order 3"},
};

INSTANTIATE_TEST_SUITE_P(All, BadTns, testing::ValuesIn(badTexts),
                         [](const auto &info) { return info.param.name; });

// A FROSTT file bounds the sizes from below only.
TEST(Tns, SizesMayBeLargerNotSmaller) { // L38
  Directory directory;
  std::string path = directory.write("a.tns", "1 1 5\n# c\n2 3 6\n");
  auto readAs = [&](int64_t rows, int64_t columns) {
    return runProgram([&] {
      encke_tensor *tensor = encke_tensor_new("f64 4 4 D0 D1");
      encke_tensor_set_size(tensor, 0, rows);
      encke_tensor_set_size(tensor, 1, columns);
      encke_read(tensor, encke_file_path(path.c_str(), nullptr), 0, nullptr);
      encke_print(tensor, "A");
    });
  };
  EXPECT_EQ(readAs(3, 4).out, "# A: 3 x 4 double\n5 0 0 0\n0 0 6 0\n0 0 0 0\n");
  EXPECT_EQ(withoutDirectory(readAs(2, 2).err, path),
            "a.tns:3:3: error: coordinate 3 of dimension 2 is past the size "
            "2\n2 3 6\n  ^\n");
}

TEST(Tns, APlacePastTheSizeOfAVector) {
  Directory directory;
  std::string path = directory.write("a.tns", "1 2 5\n1 7 6\n");
  Outcome outcome = runProgram([&] {
    encke_tensor *vector = encke_tensor_new("f64 4 4 D0");
    encke_tensor_set_size(vector, 0, 5);
    encke_read(vector, encke_file_path(path.c_str(), nullptr), 0, nullptr);
  });
  EXPECT_EQ(withoutDirectory(outcome.err, path),
            "a.tns:2:3: error: coordinate 7 of dimension 2 is past the size "
            "5\n1 7 6\n  ^\n");
}

TEST(Tns, VerboseNamesTheDialect) {
  Directory directory;
  std::string path = directory.write("a.tns", "3 3 1\n2 2 5\n");
  encke_options options = defaultOptions();
  options.verbose = 1;
  Outcome outcome = readAndPrint("f64 4 4 D0 D1", path, options);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(withoutDirectory(outcome.err, path)
                .find("a.tns: .tns with COMET's header, coordinates from 0, 3 "
                      "x 3, 1 entries\n"),
            0u);
}

} // namespace
