//===- MatrixMarketTest.cpp - reading Matrix Market files -----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <gtest/gtest.h>

using namespace encke::test;

namespace {

constexpr const char csr[] = "f64 4 4 D0 C1";
constexpr const char dense[] = "f64 4 4 D0 D1";

/// What a matrix in a .mtx file reads as: its printed form without the title,
/// or the first line of the error.
std::string reads(const std::string &text, const std::string &format = csr,
                  int64_t selector = 0) {
  Directory directory;
  std::string path = directory.write("a.mtx", text);
  Outcome outcome = readAndPrint(format, path, defaultOptions(), selector);
  if (outcome.status == 0)
    return outcome.out.substr(outcome.out.find('\n') + 1);
  EXPECT_EQ(outcome.status, 2);
  std::string message = withoutDirectory(outcome.err, path);
  return message.substr(0, message.find('\n'));
}

std::string banner(const std::string &words) {
  return "%%MatrixMarket matrix " + words + "\n";
}

TEST(MatrixMarket, General) {
  EXPECT_EQ(reads(banner("coordinate real general") +
                  "2 3 3\n2 3 1.5\n1 1 -2\n2 1 4e2\n"),
            "0 0 -2\n1 0 400\n1 2 1.5\n");
}

TEST(MatrixMarket, SymmetricIsExpanded) { // L38
  EXPECT_EQ(reads(banner("coordinate real symmetric") +
                  "3 3 3\n1 1 1\n3 1 5\n3 2 7\n"),
            "0 0 1\n0 2 5\n1 2 7\n2 0 5\n2 1 7\n");
}

TEST(MatrixMarket, SkewSymmetricIsExpandedWithOppositeSign) {
  EXPECT_EQ(reads(banner("coordinate integer skew-symmetric") +
                      "3 3 2\n2 1 -13\n3 2 4\n",
                  "i64 4 4 D0 C1"),
            "0 1 13\n1 0 -13\n1 2 -4\n2 1 4\n");
}

TEST(MatrixMarket, TheNegativeOfAnIntegerZeroIsZero) {
  std::string skew = " skew-symmetric", entries = "2 2 1\n2 1 0\n";
  EXPECT_EQ(reads(banner("coordinate integer" + skew) + entries),
            "0 1 0\n1 0 0\n");
  EXPECT_EQ(reads(banner("array integer" + skew) + "2 2\n0\n", dense),
            "0 0\n0 0\n");
  EXPECT_EQ(reads(banner("coordinate real" + skew) + entries),
            "0 1 -0\n1 0 0\n");
}

TEST(MatrixMarket, PatternIsOne) {
  EXPECT_EQ(reads(banner("coordinate pattern symmetric") + "2 2 1\n2 1\n"),
            "0 1 1\n1 0 1\n");
}

TEST(MatrixMarket, ArrayIsColumnMajor) {
  EXPECT_EQ(
      reads(banner("array real general") + "2 3\n1\n2\n3\n4\n5\n6\n", dense),
      "1 3 5\n2 4 6\n");
}

TEST(MatrixMarket, ArraySymmetries) {
  EXPECT_EQ(reads(banner("array real symmetric") + "2 2\n1\n2\n3\n", dense),
            "1 2\n2 3\n");
  EXPECT_EQ(
      reads(banner("array real skew-symmetric") + "3 3\n1\n2\n3\n", dense),
      "0 -1 -2\n1 0 -3\n2 3 0\n");
}

TEST(MatrixMarket, ArrayStoresNonzerosOnly) { // L38
  EXPECT_EQ(reads(banner("array real general") + "2 2\n0\n2\n0.0\n4\n"),
            "1 0 2\n1 1 4\n");
}

TEST(MatrixMarket, ExplicitZerosStay) { // L38
  EXPECT_EQ(
      reads(banner("coordinate real general") + "2 2 2\n1 2 0\n2 2 -0.0\n"),
      "0 1 0\n1 1 -0\n");
}

TEST(MatrixMarket, DuplicatesAreSummed) { // L38
  std::string text =
      banner("coordinate real general") + "2 2 4\n1 1 1\n2 2 3\n1 1 2\n1 1 4\n";
  EXPECT_EQ(reads(text), "0 0 7\n1 1 3\n");
  EXPECT_EQ(reads(text, dense), "7 0\n0 3\n");
  EXPECT_EQ(reads(text, "f64 4 4 N0 S1"), "0 0 7\n1 1 3\n");
}

TEST(MatrixMarket, WhiteSpaceCommentsAndLineEnds) {
  EXPECT_EQ(reads("%%matrixmarket MATRIX\tCoordinate REAL General  \r\n"
                  "% a comment\r\n\r\n  \t\n 2\t2   2 \r\n%\n"
                  "\t1 1\t+4E+02 \n  % another\n\n 2 2 .5"),
            "0 0 400\n1 1 0.5\n");
}

TEST(MatrixMarket, Selectors) { // L13
  std::string text = banner("array real general") + "2 2\n1\n2\n3\n4\n";
  EXPECT_EQ(reads(text, csr, 0), "0 0 1\n0 1 3\n1 0 2\n1 1 4\n");
  EXPECT_EQ(reads(text, csr, 1), "1 0 2\n");
  EXPECT_EQ(reads(text, csr, 2), "0 0 1\n1 0 2\n1 1 4\n");
  EXPECT_EQ(reads(text, csr, 3), "0 1 3\n");
  EXPECT_EQ(reads(text, csr, 4), "0 0 1\n0 1 3\n1 1 4\n");
  std::string half = banner("coordinate real symmetric") + "2 2 1\n2 1 5\n";
  EXPECT_EQ(reads(half, csr, 3), "0 1 5\n");
}

TEST(MatrixMarket, VectorsFromOneRowOrColumn) { // L38
  EXPECT_EQ(
      reads(banner("coordinate real general") + "1 3 1\n1 2 5\n", "f64 4 4 D0"),
      "0\n5\n0\n");
  EXPECT_EQ(
      reads(banner("array real general") + "3 1\n1\n2\n3\n", "f64 4 4 D0"),
      "1\n2\n3\n");
  EXPECT_EQ(
      reads(banner("array real general") + "2 2\n1\n2\n3\n4\n", "f64 4 4 D0"),
      "a.mtx: error: a 2 x 2 matrix is read as a vector, which needs one "
      "row or one column");
}

TEST(MatrixMarket, EmptyMatrices) {
  std::string general = banner("coordinate real general");
  EXPECT_EQ(reads(general + "3 4 0\n"), "");
  EXPECT_EQ(reads(general + "0 4 0\n"), "");
  EXPECT_EQ(reads(general + "2 0 0\n", dense), "");
}

TEST(MatrixMarket, ElementTypes) {
  std::string text = banner("coordinate integer general") +
                     "2 2 2\n1 1 9007199254740993\n2 2 0\n";
  EXPECT_EQ(reads(text, "i64 4 4 D0 C1"), "0 0 9007199254740993\n1 1 0\n");
  EXPECT_EQ(reads(text, "bool 4 4 D0 C1"), "0 0 1\n1 1 0\n");
  EXPECT_EQ(reads(text, "i32 4 4 D0 C1"),
            "a.mtx:3:5: error: '9007199254740993' does not fit in an int32");
  std::string real = banner("coordinate real general") + "1 1 1\n1 1 2.5\n";
  EXPECT_EQ(reads(real, "f32 8 8 D0 C1"), "0 0 2.5\n");
  EXPECT_EQ(reads(real, "i64 4 4 D0 C1"),
            "a.mtx:3:5: error: the tensor holds integers, '2.5' is not one");
  std::string large = banner("coordinate real general") + "1 1 1\n1 1 1e39\n";
  EXPECT_EQ(reads(large, "f32 4 4 D0 C1"),
            "a.mtx:3:5: error: '1e39' does not fit in a float");
  std::string tiny = banner("coordinate real general") +
                     "1 4 4\n1 1 1e-400\n1 2 -1e-400\n1 3 0e9\n1 4 nan\n";
  EXPECT_EQ(reads(tiny, "bool 4 4 D0 C1"), "0 0 1\n0 1 1\n0 2 0\n0 3 1\n");
}

TEST(MatrixMarket, ValuesAtTheLimits) {
  std::string start = banner("coordinate real general") + "1 1 1\n1 1 ";
  EXPECT_EQ(reads(start + "4.9406564584124654e-324\n"), "0 0 5e-324\n");
  EXPECT_EQ(reads(start + "1e-400\n"), "0 0 0\n");
  EXPECT_EQ(reads(start + "inf\n"), "0 0 inf\n");
  EXPECT_EQ(reads(start + "NaN\n"), "0 0 nan\n");
  for (const char *text : {"nan()", "nan(12)", "-NaN(0x12)"})
    EXPECT_EQ(reads(start + text + "\n"),
              "a.mtx:3:5: error: expected a value, found '" +
                  std::string(text) + "'");
  EXPECT_EQ(reads(start + "1e400\n"),
            "a.mtx:3:5: error: '1e400' does not fit in a double");
}

TEST(MatrixMarket, IntegersSpelledAsDecimals) {
  auto value = [](const std::string &text) {
    return reads(banner("coordinate real general") + "1 1 1\n1 1 " + text +
                     "\n",
                 "i64 4 4 D0 C1");
  };
  EXPECT_EQ(value("9007199254740993.0"), "0 0 9007199254740993\n");
  EXPECT_EQ(value("+9223372036854775807.0"), "0 0 9223372036854775807\n");
  EXPECT_EQ(value("9.223372036854775807e18"), "0 0 9223372036854775807\n");
  EXPECT_EQ(value("-9.223372036854775808e18"), "0 0 -9223372036854775808\n");
  for (const char *text :
       {"9007199254740992.5", "0.99999999999999999999", "1e-400", "nan"})
    EXPECT_EQ(value(text), "a.mtx:3:5: error: the tensor holds integers, '" +
                               std::string(text) + "' is not one");
  for (const char *text : {"9223372036854775808.0", "1e400", "-inf"})
    EXPECT_EQ(value(text), "a.mtx:3:5: error: '" + std::string(text) +
                               "' does not fit in an int64");
}

// Rounded once, from the digits: all that is nearer to the largest float than
// to 2^128 fits, and what lies half-way between floats only as a double does
// not become the even one.
TEST(MatrixMarket, FloatsAreRoundedOnce) {
  std::string start = banner("coordinate real general") + "1 1 1\n1 1 ";
  const char *const f32 = "f32 4 4 D0 C1";
  for (const char *largest :
       {"3.4028235e+38", "340282356779733661637539395458142568447"})
    EXPECT_EQ(reads(start + largest + "\n", f32), "0 0 3.4028235e+38\n");
  EXPECT_EQ(reads(start + "-340282356779733661637539395458142568448\n", f32),
            "a.mtx:3:5: error: '-3402823567797336616375393954581...' does not "
            "fit in a float");
  EXPECT_EQ(reads(start + "+1.00000005960464477539062500000001\n", f32),
            "0 0 1.0000001\n");
  EXPECT_EQ(reads(start + "1.000000059604644775390625\n", f32), "0 0 1\n");
  EXPECT_EQ(reads(start + "1e-46\n", f32), "0 0 0\n");
  std::string integer = banner("coordinate integer general") + "1 1 1\n1 1 ";
  EXPECT_EQ(reads(integer + "-9007199791611905\n", f32), "0 0 -9.0072e+15\n");
}

/// A malformed text and the message it must get.
struct Bad {
  const char *name, *text, *message;
};

class BadMatrixMarket : public testing::TestWithParam<Bad> {};

TEST_P(BadMatrixMarket, IsRefusedAtItsPlace) {
  EXPECT_EQ(reads(GetParam().text), GetParam().message);
}

#define GENERAL "%%MatrixMarket matrix coordinate real general\n"

const Bad badTexts[] = {
    {"Empty", "",
     "a.mtx:1:1: error: expected the banner '%%MatrixMarket', found the end of "
     "the file"},
    {"ByteOrderMark", "\ufeff" GENERAL "1 1 0\n",
     "a.mtx:1:1: error: the file begins with a byte-order mark, the bytes EF "
     "BB BF, which are no part of the text"},
    {"NoBanner", "2 2 1\n1 1 1\n",
     "a.mtx:1:1: error: expected the banner '%%MatrixMarket', found '2'"},
    {"BlankBeforeBanner", " " GENERAL "1 1 0\n",
     "a.mtx:1:2: error: blanks before the banner, which begins a file"},
    {"ReturnInAWord", GENERAL "1 1 1\n1 1 5\rx\n",
     "a.mtx:3:5: error: expected a value, found '5\\x0dx'"},
    {"Object", "%%MatrixMarket graph coordinate real general\n",
     "a.mtx:1:16: error: expected the object (matrix, vector, tensor), found "
     "'graph'"},
    {"SymmetricVector", "%%MatrixMarket vector array real symmetric\n1\n",
     "a.mtx:1:34: error: a vector has no symmetry: it is 'general'"},
    {"VectorOfTwoSizes", "%%MatrixMarket vector array real general\n1 1\n",
     "a.mtx:2:3: error: expected the end of the line, found '1'"},
    {"VectorWithoutSize", "%%MatrixMarket vector array real general\n",
     "a.mtx:2:1: error: expected the number of elements, found the end of the "
     "file"},
    {"VectorOfNoLayout", "%%MatrixMarket vector dense real general\n1\n1\n",
     "a.mtx:1:23: error: expected the layout (coordinate, array), found "
     "'dense'"},
    {"ShortBanner", "%%MatrixMarket matrix coordinate real\n1 1 0\n",
     "a.mtx:1:38: error: expected the symmetry (general, symmetric, "
     "skew-symmetric, hermitian), found the end of the line"},
    {"LongBanner", "%%MatrixMarket matrix coordinate real general x\n1 1 0\n",
     "a.mtx:1:47: error: expected the end of the line, found 'x'"},
    {"ArrayPattern", "%%MatrixMarket matrix array pattern general\n1 1\n",
     "a.mtx:1:29: error: an array file has values: it cannot be 'pattern'"},
    {"RealHermitian",
     "%%MatrixMarket matrix coordinate real hermitian\n1 1 0\n",
     "a.mtx:1:39: error: only a complex matrix can be hermitian"},
    {"Complex",
     "%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 2\n",
     "a.mtx:1:34: error: complex values do not fit a tensor of double"},
    {"NotSquare", "%%MatrixMarket matrix coordinate real symmetric\n2 3 0\n",
     "a.mtx:2:1: error: a symmetric matrix must be square, this one is 2 x 3"},
    {"NoSizes", GENERAL "% only\n",
     "a.mtx:3:1: error: expected the number of rows, found the end of the "
     "file"},
    {"TwoSizes", GENERAL "2 2\n1 1 1\n",
     "a.mtx:2:4: error: expected the number of entries, found the end of the "
     "line"},
    {"FourSizes", GENERAL "2 2 1 1\n",
     "a.mtx:2:7: error: expected the end of the line, found '1'"},
    {"NegativeSize", GENERAL "2 -2 1\n",
     "a.mtx:2:3: error: expected the number of columns, found '-2'"},
    {"RealSize", GENERAL "2.0 2 1\n",
     "a.mtx:2:1: error: expected the number of rows, found '2.0'"},
    {"HugeSize", GENERAL "99999999999999999999 2 1\n",
     "a.mtx:2:1: error: this number is too large: '99999999999999999999'"},
    {"Truncated", GENERAL "3 3 3\n1 1 1\n2 2 2\n",
     "a.mtx:5:1: error: the file ends after 2 of the 3 entries that the header "
     "declares"},
    {"PromisesTooMuch", GENERAL "3 3 999999999999999\n1 1 1\n",
     "a.mtx:4:1: error: the file ends after 1 of the 999999999999999 entries "
     "that the header declares"},
    {"CutInALine", GENERAL "3 3 2\n1 1 1\n2 2",
     "a.mtx:4:4: error: expected a value, found the end of the file"},
    {"TooMany", GENERAL "2 2 1\n1 1 1\n\n2 2 2\n",
     "a.mtx:5:1: error: an entry past the 1 that the header declares"},
    {"RowZero", GENERAL "2 2 1\n0 1 1\n",
     "a.mtx:3:1: error: row 0: Matrix Market counts from 1"},
    {"ColumnZero", GENERAL "2 2 1\n1 0 1\n",
     "a.mtx:3:3: error: column 0: Matrix Market counts from 1"},
    {"RowPast", GENERAL "10 2 1\n  12 1 1\n",
     "a.mtx:3:3: error: row 12 is past the 10 rows that the header declares"},
    {"ColumnPast", GENERAL "10 2 1\n1 3 1\n",
     "a.mtx:3:3: error: column 3 is past the 2 columns that the header "
     "declares"},
    {"NegativeRow", GENERAL "2 2 1\n-1 1 1\n",
     "a.mtx:3:1: error: expected a coordinate, found '-1'"},
    {"TextForRow", GENERAL "2 2 1\nx 1 1\n",
     "a.mtx:3:1: error: expected a coordinate, found 'x'"},
    {"TextForValue", GENERAL "2 2 1\n1 1 one\n",
     "a.mtx:3:5: error: expected a value, found 'one'"},
    {"TextAfterValue", GENERAL "2 2 1\n1 1 1x\n",
     "a.mtx:3:5: error: expected a value, found '1x'"},
    {"MissingValue", GENERAL "2 2 1\n1 1\n",
     "a.mtx:3:4: error: expected a value, found the end of the line"},
    {"ExtraText", GENERAL "2 2 1\n1 1 1 1\n",
     "a.mtx:3:7: error: expected the end of the line, found '1'"},
    {"CommaDecimal", GENERAL "2 2 1\n1 1 1,5\n",
     "a.mtx:3:5: error: expected a value, found '1,5'"},
    {"LongWord", GENERAL "2 2 1\n1 1 abcdefghijklmnopqrstuvwxyzabcdefg\n",
     "a.mtx:3:5: error: expected a value, found "
     "'abcdefghijklmnopqrstuvwxyzabcdef...'"},
    {"CutBehindACharacter",
     GENERAL "2 2 1\n1 1 abcdefghijklmnopqrstuvwxyzabcde\u00e4\u00e4\n",
     "a.mtx:3:5: error: expected a value, found "
     "'abcdefghijklmnopqrstuvwxyzabcde\u00e4...'"},
    {"NoUTF8",
     GENERAL "2 2 1\n1 1 \xff\u20ac\xe2\x82|\xed\xa0\x80|\xc0\x80|\xf0\x9f\n",
     "a.mtx:3:5: error: expected a value, found "
     "'\\xff\u20ac\\xe2\\x82|\\xed\\xa0\\x80|\\xc0\\x80|\\xf0\\x9f'"},
    {"Hexadecimal", GENERAL "2 2 1\n1 1 0x10\n",
     "a.mtx:3:5: error: expected a value, found '0x10'"},
    {"PlusMinus", GENERAL "2 2 1\n1 1 +-1\n",
     "a.mtx:3:5: error: expected a value, found '+-1'"},
    {"ValueInPattern",
     "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 1 9\n",
     "a.mtx:3:5: error: expected the end of the line, found '9'"},
    {"RealInInteger",
     "%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 1 1.5\n",
     "a.mtx:3:5: error: expected an integer value, found '1.5'"},
    {"IntegerOverflow",
     "%%MatrixMarket matrix coordinate integer general\n2 2 1\n"
     "1 1 9223372036854775808\n",
     "a.mtx:3:5: error: '9223372036854775808' does not fit in 64 bits"},
    {"UpperInSymmetric",
     "%%MatrixMarket matrix coordinate real symmetric\n3 3 1\n1 3 5\n",
     "a.mtx:3:1: error: an entry above the diagonal (row 1, column 3): a "
     "symmetric file holds the lower triangle only"},
    {"DiagonalInSkew",
     "%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 1\n2 2 5\n",
     "a.mtx:3:1: error: an entry on the diagonal of a skew-symmetric matrix"},
    {"NoNegative",
     "%%MatrixMarket matrix coordinate integer skew-symmetric\n3 3 3\n"
     "2 1 -9223372036854775807\n3 1 -9223372036854775808\n",
     "a.mtx:4:5: error: the negative of this value, which a skew-symmetric "
     "file implies, does not fit"},
    {"NoNegativeInArray",
     "%%MatrixMarket matrix array integer skew-symmetric\n2 2\n"
     "-9223372036854775808\n",
     "a.mtx:3:1: error: the negative of this value, which a skew-symmetric "
     "file implies, does not fit"},
    {"ShortArray", "%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n",
     "a.mtx:6:1: error: the file ends after 3 of the 4 entries that the header "
     "declares"},
    {"TwoInArrayLine", "%%MatrixMarket matrix array real general\n1 2\n1 2\n",
     "a.mtx:3:3: error: expected the end of the line, found '2'"},
};

INSTANTIATE_TEST_SUITE_P(All, BadMatrixMarket, testing::ValuesIn(badTexts),
                         [](const auto &info) { return info.param.name; });

TEST(MatrixMarket, AZeroByteIsNoEndOfFile) {
  std::string text = std::string(GENERAL) + "2 2 1\n1 1 1";
  text += '\0';
  text += "7\n";
  EXPECT_EQ(reads(text), "a.mtx:3:5: error: expected a value, found '1\\x007'");
}

// The scan relies on a zero byte behind the text, also where the text fills its
// last page.
TEST(MatrixMarket, TextThatFillsItsPages) {
  std::string text = std::string(GENERAL) + "2 2 1\n";
  text += "%" + std::string(4096 - text.size() - 9, 'x') + "\n";
  text += "1 2 1.5";
  ASSERT_EQ(text.size(), 4096u);
  EXPECT_EQ(reads(text), "0 1 1.5\n");
}

TEST(MatrixMarket, ErrorNamesTheStatement) { // L37
  Directory directory;
  std::string path = directory.write("a.mtx", GENERAL "1 1 1\n2 1 1\n");
  Outcome outcome = readAndPrint(csr, path);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(withoutDirectory(outcome.err, path),
            "a.mtx:3:1: error: row 2 is past the 1 rows that the header "
            "declares\n2 1 1\n^\n  in p.ta:2:1\n");
}

TEST(MatrixMarket, AnotherNameIsKnownByItsBanner) {
  Directory directory;
  std::string path = directory.write("matrix", GENERAL "1 1 1\n1 1 3\n");
  EXPECT_EQ(readAndPrint(dense, path).out, "# A: 1 x 1 double\n3\n");
}

} // namespace
