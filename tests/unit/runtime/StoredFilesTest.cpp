//===- StoredFilesTest.cpp - files of other programs that have arrays -----===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each file is made here byte by byte, as the descriptions of the formats say.
//
//===----------------------------------------------------------------------===//

#include "StoredFiles.h"

#include <cmath>
#include <vector>
#include <zlib.h>

using namespace encke::test;

namespace {

std::string npy(const std::string &type, const std::string &shape,
                const std::string &data, bool byColumn = false) {
  std::string header = "{'descr': '" + type +
                       "', 'fortran_order': " + (byColumn ? "True" : "False") +
                       ", 'shape': " + shape + ", }";
  header.resize(117, ' ');
  header += '\n';
  return std::string("\x93NUMPY\1\0", 8) +
         bytesOf<uint16_t>({uint16_t(header.size())}) + header + data;
}

std::string numbersNpy(const std::vector<int64_t> &numbers) {
  return npy("<i8", "(" + std::to_string(numbers.size()) + ",)",
             bytesOf(numbers));
}

std::string npy(const std::vector<double> &numbers) {
  return npy("<f8", "(" + std::to_string(numbers.size()) + ",)",
             bytesOf(numbers));
}

std::string textNpy(const std::string &text) {
  return npy("|S" + std::to_string(text.size()), "()", text);
}

using Members = std::vector<std::pair<std::string, std::string>>;

/// A zip archive; every second member is deflated.
std::string zip(const Members &members) {
  std::string files, directory;
  uint16_t count = 0;
  for (const auto &[name, content] : members) {
    bool packs = count++ % 2 == 1;
    std::string packed = packs ? deflated(content, -15) : content;
    auto checksum =
        uint32_t(crc32(0, reinterpret_cast<const Bytef *>(content.data()),
                       uInt(content.size())));
    std::string common =
        bytesOf<uint16_t>({20, 0, uint16_t(packs ? 8 : 0), 0, 0}) +
        bytesOf<uint32_t>(
            {checksum, uint32_t(packed.size()), uint32_t(content.size())}) +
        bytesOf<uint16_t>({uint16_t(name.size()), 0});
    directory += "PK\1\2" + bytesOf<uint16_t>({20}) + common +
                 bytesOf<uint16_t>({0, 0, 0}) +
                 bytesOf<uint32_t>({0, uint32_t(files.size())}) + name;
    files += "PK\3\4" + common + name + packed;
  }
  std::string end =
      std::string("PK\5\6", 4) + bytesOf<uint16_t>({0, 0, count, count}) +
      bytesOf<uint32_t>({uint32_t(directory.size()), uint32_t(files.size())}) +
      bytesOf<uint16_t>({0});
  return files + directory + end;
}

/// The matrix 0 0 1.5 / 0 -2 0 as scipy.sparse stores it.
Members scipyMatrix(const std::string &format) {
  Members members = {{"shape.npy", numbersNpy({2, 3})},
                     {"format.npy", textNpy(format)}};
  if (format == "coo") {
    members.push_back({"row.npy", numbersNpy({0, 1})});
    members.push_back({"col.npy", numbersNpy({2, 1})});
    members.push_back({"data.npy", npy({1.5, -2})});
  } else if (format == "csr") {
    members.push_back({"indptr.npy", numbersNpy({0, 1, 2})});
    members.push_back({"indices.npy", numbersNpy({2, 1})});
    members.push_back({"data.npy", npy({1.5, -2})});
  } else if (format == "csc") {
    members.push_back({"indptr.npy", numbersNpy({0, 0, 1, 2})});
    members.push_back({"indices.npy", numbersNpy({1, 0})});
    members.push_back({"data.npy", npy({-2, 1.5})});
  } else if (format == "dia") {
    members.push_back({"offsets.npy", numbersNpy({0, 2})});
    members.push_back(
        {"data.npy",
         npy("<f8", "(2, 3)", bytesOf<double>({0, -2, 7, 7, 7, 1.5}))});
  } else if (format == "bsr") {
    members.push_back({"indptr.npy", numbersNpy({0, 2})});
    members.push_back({"indices.npy", numbersNpy({2, 1})});
    members.push_back({"data.npy", npy("<f8", "(2, 2, 1)",
                                       bytesOf<double>({1.5, 0, 0, -2}))});
  }
  return members;
}

//===----------------------------------------------------------------------===//
// NumPy
//===----------------------------------------------------------------------===//

TEST_F(StoredFiles, ArraysOfNumpy) {
  std::string whole = "2 x 3: 0 0 1; 0 1 2; 0 2 3; 1 0 4; 1 1 5; 1 2 -6";
  std::vector<double> rows = {1, 2, 3, 4, 5, -6}, columns = {1, 4, 2, 5, 3, -6};
  EXPECT_EQ(reads("a.npy", npy("<f8", "(2, 3)", bytesOf(rows))), whole);
  EXPECT_EQ(reads("a.npy", npy(">f8", "(2, 3)", bytesOf(rows, true))), whole);
  EXPECT_EQ(reads("a.npy", npy("<f8", "(2, 3)", bytesOf(columns), true)),
            whole);
  EXPECT_EQ(
      reads("a", npy("<f4", "(2, 3)", bytesOf<float>({1, 2, 3, 4, 5, -6}))),
      whole);
  EXPECT_EQ(reads("a.npy",
                  npy("|i1", "(2, 3)", bytesOf<int8_t>({1, 2, 3, 4, 5, -6}))),
            whole);
  EXPECT_EQ(reads("a.npy", npy("<f2", "(3,)",
                               bytesOf<uint16_t>({0x3c00, 0xc100, 0x0001}))),
            "3: 0 1; 1 -2.5; 2 5.960464477539063e-08");
  EXPECT_EQ(reads("a.npy", npy("|b1", "(2,)", bytesOf<uint8_t>({0, 1}))),
            "2: 0 0; 1 1");
  EXPECT_EQ(reads("a.npy", npy("<c16", "(1, 1)", bytesOf<double>({1, -2}))),
            "1 x 1: 0 0 1-2i");
  EXPECT_EQ(reads("a.npy", npy("<f8", "(0, 3)", "")), "0 x 3: ");
}

TEST_F(StoredFiles, ArraysThatAreNotRead) {
  EXPECT_EQ(reads("a.npy", npy("<f8", "(2, 3)", "x")),
            ": the header promises 2 x 3 elements of 8 bytes, the file has 1 "
            "bytes for them");
  EXPECT_EQ(reads("a.npy", npy("|O", "(1,)", "x")),
            ": elements of type '|O' are not read: they are objects of Python");
  EXPECT_EQ(reads("a.npy", npy("<f16", "(1,)", std::string(16, 'x'))),
            ": elements of type '<f16' are not read");
  EXPECT_EQ(reads("a.npy", npy("<f8", "(9223372036854775807, 3)", "")),
            ": an array of 9223372036854775807 x 3 is too large");
  EXPECT_EQ(reads("a.npy", std::string("\x93NUMPY\1\0\xff\xff  ", 12)),
            ": the file ends within the header");
  EXPECT_EQ(reads("a.npy", npy("<u8", "(1,)", bytesOf<uint64_t>({1ull << 63}))),
            ": the tensor holds integers, 9223372036854775808 does not fit");
}

TEST_F(StoredFiles, MatricesOfScipy) {
  for (const char *format : {"coo", "csr", "csc", "dia"})
    EXPECT_EQ(reads("a.npz", zip(scipyMatrix(format))),
              "2 x 3: 0 2 1.5; 1 1 -2")
        << format;
  EXPECT_EQ(reads("a.npz", zip(scipyMatrix("bsr"))),
            "2 x 3: 0 1 0; 0 2 1.5; 1 1 -2; 1 2 0");
  Members unknown = scipyMatrix("lil");
  unknown.push_back({"data.npy", npy({1})});
  EXPECT_EQ(reads("a.npz", zip(unknown)),
            ": not supported yet: SciPy's format 'lil'");
  // Diagonals that the matrix does not have.
  Members diagonals = scipyMatrix("dia");
  for (int64_t offset : {int64_t(3), int64_t(-2), INT64_MAX, INT64_MIN}) {
    diagonals[2].second = numbersNpy({0, offset});
    EXPECT_EQ(reads("a.npz", zip(diagonals)), "2 x 3: 1 1 -2") << offset;
  }
  EXPECT_EQ(
      reads("a.npz",
            zip({{"coords.npy",
                  npy("<i8", "(3, 2)", bytesOf<int64_t>({0, 1, 2, 3, 4, 5}))},
                 {"data.npy", npy({1.5, -2})},
                 {"shape.npy", numbersNpy({2, 4, 6})},
                 {"fill_value.npy", npy("<f8", "()", bytesOf<double>({0}))}})),
      "2 x 4 x 6: 0 2 4 1.5; 1 3 5 -2");
  EXPECT_EQ(reads("a.npz",
                  zip({{"coords.npy", npy("<i8", "(3, 2)",
                                          bytesOf<int64_t>({0, 2, 4, 1, 3, 5}),
                                          /*byColumn=*/true)},
                       {"data.npy", npy({1.5, -2})},
                       {"shape.npy", numbersNpy({2, 4, 6})}})),
            "2 x 4 x 6: 0 2 4 1.5; 1 3 5 -2");
}

/// More of them than a piece that one thread collects at once.
TEST_F(StoredFiles, ManyElements) {
  constexpr int64_t count = 200000, columns = 7;
  std::vector<int64_t> rows, places;
  std::vector<double> values;
  std::string expected = std::to_string(count) + " x 7: ";
  for (int64_t n = 0; n != count; ++n) {
    rows.push_back(n);
    places.push_back(n * n % columns);
    values.push_back(double(n) / 2);
    expected += (n ? "; " : "") + std::to_string(n) + " " +
                std::to_string(places.back()) + " " + std::to_string(n / 2) +
                (n % 2 ? ".5" : "");
  }
  std::vector<int64_t> pointers = rows;
  pointers.push_back(count);
  Members csr = {{"shape.npy", numbersNpy({count, columns})},
                 {"format.npy", textNpy("csr")},
                 {"indptr.npy", numbersNpy(pointers)},
                 {"indices.npy", numbersNpy(places)},
                 {"data.npy", npy(values)}};
  std::string path = directory.write("a.npz", zip(csr));
  for (int32_t threads : {1, 3})
    EXPECT_TRUE(readOutcome(path, threads).sizes + ": " +
                    readOutcome(path, threads).contents ==
                expected)
        << threads;
  csr[3].second = numbersNpy([&] {
    places[150000] = 8;
    places[199999] = -1;
    return places;
  }());
  path = directory.write("a.npz", zip(csr));
  for (int32_t threads : {1, 3}) // the first of two
    EXPECT_NE(readOutcome(path, threads).error.find("coordinate 8 of"),
              std::string::npos)
        << threads;
}

/// Rows in any order, with an element that occurs twice and rows without any,
/// are packed as the same entries of a text are.
TEST_F(StoredFiles, CompressedMatricesInAnyFormat) {
  struct Entry {
    int64_t row, column;
    double value;
  };
  const std::vector<Entry> byRow = {{0, 4, 1.5}, {0, 1, -2}, {2, 3, 4},
                                    {2, 3, 0.5}, {2, 0, 7},  {4, 5, -1}};
  std::string text = "%%MatrixMarket matrix coordinate real general\n6 7 6\n";
  for (const auto &[row, column, value] : byRow)
    text += std::to_string(row + 1) + " " + std::to_string(column + 1) + " " +
            std::to_string(value) + "\n";
  std::string mtx = directory.write("a.mtx", text);
  for (bool byColumn : {false, true}) {
    std::vector<Entry> entries = byRow;
    if (byColumn)
      std::stable_sort(
          entries.begin(), entries.end(),
          [](const Entry &a, const Entry &b) { return a.column < b.column; });
    std::vector<int64_t> pointers(byColumn ? 8 : 7, 0), indices;
    std::vector<float> values;
    for (const auto &[row, column, value] : entries) {
      for (size_t n = size_t(byColumn ? column : row) + 1; n != pointers.size();
           ++n)
        ++pointers[n];
      indices.push_back(byColumn ? row : column);
      values.push_back(float(value));
    }
    std::string npz = directory.write(
        "a.npz", zip({{"shape.npy", numbersNpy({6, 7})},
                      {"format.npy", textNpy(byColumn ? "csc" : "csr")},
                      {"indptr.npy", numbersNpy(pointers)},
                      {"indices.npy", numbersNpy(indices)},
                      {"data.npy", npy("<f4", "(6,)", bytesOf(values))}}));
    for (const char *format :
         {"f64 4 4 D0 C1", "f64 8 8 D1 C0", "f64 4 4 C0 C1", "f64 4 4 C1 C0",
          "f64 4 4 D0 D1", "f32 4 4 D0 C1", "f64 4 4 N0 S1",
          "f64 4 4 D0/2 C1/2 D0%2 D1%2"})
      for (int64_t selector : {0, 1, 4}) {
        Outcome expected =
            readAndPrint(format, mtx, defaultOptions(), selector);
        Outcome found = readAndPrint(format, npz, defaultOptions(), selector);
        EXPECT_EQ(found.out, expected.out)
            << format << " " << byColumn << " " << selector;
        EXPECT_EQ(found.err, expected.err);
      }
    // The elements of a type that the values do not fit.
    EXPECT_NE(readAndPrint("i64 4 4 D0 C1", npz)
                  .err.find(std::string("the tensor holds integers, ") +
                            (byColumn ? "0.5" : "1.5") + " is not one"),
              std::string::npos);
  }
}

TEST_F(StoredFiles, MatricesOfScipyThatAreWrong) {
  Members csr = scipyMatrix("csr");
  csr[2].second = numbersNpy({0, 3, 2});
  EXPECT_EQ(reads("a.npz", zip(csr)), ": the positions fall from 3 to 2");
  csr[2].second = numbersNpy({0, 1, 3});
  EXPECT_EQ(reads("a.npz", zip(csr)),
            ": the positions end with 3, past the 2 coordinates");
  csr[2].second = numbersNpy({0, 2});
  EXPECT_EQ(reads("a.npz", zip(csr)),
            ": 2 positions for 2 rows, not one more than these");
  csr = scipyMatrix("csr");
  csr[3].second = numbersNpy({2, 3});
  EXPECT_EQ(reads("a.npz", zip(csr)),
            ": coordinate 3 of dimension 2 is outside the size 3, counted from "
            "0");
  csr[3].second = numbersNpy({2});
  EXPECT_EQ(reads("a.npz", zip(csr)),
            ": the positions end with 2, past the 1 coordinates");
  csr = scipyMatrix("csr");
  csr[0].second = numbersNpy({INT64_MAX, 3});
  EXPECT_EQ(reads("a.npz", zip(csr)),
            ": 3 positions for 9223372036854775807 rows, not one more than "
            "these");
  csr = scipyMatrix("csr");
  csr[2].second = npy({0, 1, NAN});
  EXPECT_EQ(reads("a.npz", zip(csr)),
            ": a position that is no integer of 64 bits: nan");
  Members blocks = scipyMatrix("bsr"); // whose elements cannot be counted
  blocks[0].second = numbersNpy({0, 0});
  blocks[2].second = numbersNpy({0});
  blocks[3].second = numbersNpy({});
  blocks[4].second = npy("<f8", "(0, 4294967296, 4294967296)", "");
  EXPECT_EQ(reads("a.npz", zip(blocks)).substr(0, 2), ": ");
  Members tensor = {{"coords.npy", npy("<i8", "(2, 3)",
                                       bytesOf<int64_t>({0, 1, 2, 3, 4, 5}))},
                    {"data.npy", npy({1.5, -2})},
                    {"shape.npy", numbersNpy({2, 4, 6})},
                    {"fill_value.npy", npy("<f8", "()", bytesOf<double>({1}))}};
  EXPECT_EQ(reads("a.npz", zip(tensor)),
            ": 'coords' has coordinates of 2 x 3, not of 3 dimensions for 2 "
            "values");
  tensor[0].second = npy("<i8", "(3, 2)", bytesOf<int64_t>({0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(reads("a.npz", zip(tensor)),
            ": not supported yet: a tensor that is not 0 where nothing is "
            "stored");
  std::string whole = zip(scipyMatrix("csr"));
  for (size_t length = 4; length != whole.size(); ++length)
    EXPECT_EQ(reads("a.npz", whole.substr(0, length)),
              ": the zip archive is damaged")
        << length;
  std::string damaged = whole;
  damaged[damaged.find("\x93NUMPY") + 130] ^= 1;
  EXPECT_EQ(reads("a.npz", damaged),
            ": 'shape.npy' in the zip archive is damaged: another checksum");
}

/// GCXS of the package sparse: the rows or the columns are compressed.
TEST_F(StoredFiles, CompressedAxes) {
  Members rows = {{"data.npy", npy({1.5, -2})},
                  {"shape.npy", numbersNpy({2, 3})},
                  {"fill_value.npy", npy("<f8", "()", bytesOf<double>({0}))},
                  {"indices.npy", numbersNpy({2, 1})},
                  {"indptr.npy", numbersNpy({0, 1, 2})},
                  {"compressed_axes.npy", numbersNpy({0})}};
  EXPECT_EQ(reads("a.npz", zip(rows)), "2 x 3: 0 2 1.5; 1 1 -2");
  Members named = rows;
  named.push_back({"format.npy", textNpy("gcxs")});
  EXPECT_EQ(reads("a.npz", zip(named)), "2 x 3: 0 2 1.5; 1 1 -2");
  Members columns = rows;
  columns[3].second = numbersNpy({0, 1});
  columns[4].second = numbersNpy({0, 0, 1, 2});
  columns[5].second = numbersNpy({1});
  EXPECT_EQ(reads("a.npz", zip(columns)), "2 x 3: 0 1 1.5; 1 2 -2");
  for (const std::vector<int64_t> &axes :
       {std::vector<int64_t>{}, {0, 1}, {2}, {-1}}) {
    rows[5].second = numbersNpy(axes);
    EXPECT_EQ(reads("a.npz", zip(rows)).substr(0, 28),
              ": not supported yet: GCXS of");
  }
  rows[5].second = numbersNpy({0});
  rows[2].second = npy("<f8", "()", bytesOf<double>({1}));
  EXPECT_EQ(reads("a.npz", zip(rows)),
            ": not supported yet: a tensor that is not 0 where nothing is "
            "stored");
}

/// An array of one text of four bytes a character, as NumPy stores it.
std::string wideTextNpy(const std::string &text) {
  std::vector<uint32_t> wide(text.begin(), text.end());
  return npy("<U" + std::to_string(text.size()), "()", bytesOf(wide));
}

TEST_F(StoredFiles, BinsparseInArchives) {
  std::string descriptor =
      "{\"binsparse\": {\"version\": \"0.1\", \"format\": \"CSR\", "
      "\"shape\": [2, 3], \"number_of_stored_values\": 2, \"data_types\": "
      "{\"pointers_to_1\": \"int64\", \"indices_1\": \"int64\", "
      "\"values\": \"float64\"}, \"attrs\": {\"comment\": \"" +
      std::string(400, 'x') + "\"}}}";
  Members members = {{"binsparse.npy", wideTextNpy(descriptor)},
                     {"pointers_to_1.npy", numbersNpy({0, 1, 2})},
                     {"indices_1.npy", numbersNpy({2, 1})},
                     {"values.npy", npy({1.5, -2})}};
  EXPECT_EQ(reads("a.npz", zip(members)), "2 x 3: 0 2 1.5; 1 1 -2");
  EXPECT_EQ(reads("a.npz", zip(members), ":values"), "2: 0 1.5; 1 -2");
  members[2].first = "indices_0.npy";
  EXPECT_EQ(reads("a.npz", zip(members)),
            ": the archive has no array 'indices_1'");
  members[0].second = textNpy("{");
  EXPECT_EQ(reads("a.npz", zip(members)),
            ": the descriptor of Binsparse is no JSON");
  members[0].second = npy({1});
  EXPECT_EQ(reads("a.npz", zip(members)), ": 'binsparse' has no text");
}

TEST_F(StoredFiles, OneOfSeveralArrays) {
  std::string two = zip({{"x.npy", npy({1})}, {"y.npy", npy({2, 3})}});
  EXPECT_EQ(reads("a.npz", two),
            ": the archive has the arrays 'x', 'y', which are no matrix that "
            "SciPy has written");
  EXPECT_EQ(reads("a.npz", two, ":y"), "2: 0 2; 1 3");
  EXPECT_EQ(reads("a.npz", two, ":y.npy"), "2: 0 2; 1 3");
  EXPECT_EQ(reads("a.npz", two, ":z"),
            ": the archive has no array 'z', but 'x', 'y'");
  EXPECT_EQ(reads("a.npz", zip({{"x.npy", npy({1})}})), "1: 0 1");
}

//===----------------------------------------------------------------------===//
// Zip archives of texts
//===----------------------------------------------------------------------===//

TEST_F(StoredFiles, TextsInZipArchives) {
  std::string text = "%%MatrixMarket matrix coordinate real general\n"
                     "2 3 1\n1 1 1.5\n";
  EXPECT_EQ(reads("a.mtx.zip", zip({{"b.mtx", text}})), "2 x 3: 0 0 1.5");
  EXPECT_EQ(reads("a.zip", zip({{"b.tns", "1 1 1.5\n"}, {"c.txt", "1"}})),
            "1 x 1: 0 0 1.5");
  std::string two = zip({{"b.mtx", text}, {"c.tns", "2 2 7.5\n"}});
  EXPECT_EQ(reads("a.zip", two), "2 x 3: 0 0 1.5");
  EXPECT_EQ(reads("a.zip", zip({{"b.mtx", text}, {"c.mtx", text}})),
            ": the archive has no matrix 'name/name.mtx', but b.mtx, c.mtx");
  EXPECT_EQ(reads("a.zip", two, ":c.tns"), "2 x 2: 1 1 7.5");
  EXPECT_EQ(reads("a.zip", two, ":d.tns"),
            ": the archive has no member 'd.tns', but b.mtx, c.tns");
  EXPECT_EQ(reads("a.zip", zip({{"b.mtx.gz", deflated(text, 15 + 16)}})),
            "2 x 3: 0 0 1.5");
  EXPECT_EQ(reads("a.pt", zip({{"a/data.pkl", "x"}, {"a/data/0", "y"}})),
            ": the file is what PyTorch has saved, a pickle of Python");
  EXPECT_EQ(reads("a.xlsx", zip({{"x.xml", "x"}, {"xl/workbook.xml", "y"}})),
            ": the file is a spreadsheet, or another document of an office "
            "program");
  EXPECT_EQ(reads("a", std::string("x\0\n", 3)),
            ": the file is no text, and in no form that is known");
  EXPECT_EQ(reads("a.npy", ""), ": the file is empty");
  EXPECT_NE(reads("a.mtx", text, ":b.mtx")
                .find("is no archive, and 'b.mtx' "
                      "names no member of one"),
            std::string::npos);
}

//===----------------------------------------------------------------------===//
// PETSc
//===----------------------------------------------------------------------===//

TEST_F(StoredFiles, MatricesOfPetsc) {
  std::string header = bytesOf<int32_t>({1211216, 2, 3, 2, 1, 1, 2, 1}, true);
  std::string matrix = "2 x 3: 0 2 1.5; 1 1 -2";
  EXPECT_EQ(reads("a", header + bytesOf<double>({1.5, -2}, true)), matrix);
  EXPECT_EQ(reads("a", header + bytesOf<float>({1.5, -2}, true)), matrix);
  EXPECT_EQ(reads("a", header + bytesOf<double>({1.5, 1, -2, 0}, true)),
            "2 x 3: 0 2 1.5+1i; 1 1 -2+0i");
  EXPECT_EQ(reads("a", bytesOf<int64_t>({1211216, 2, 3, 2, 1, 1, 2, 1}, true) +
                           bytesOf<double>({1.5, -2}, true)),
            matrix);
  EXPECT_EQ(reads("a", bytesOf<int32_t>({1211216, 1, 2, -1}, true) +
                           bytesOf<double>({1.5, -2}, true)),
            "1 x 2: 0 0 1.5; 0 1 -2");
  EXPECT_EQ(reads("a", bytesOf<int32_t>({1211214, 2}, true) +
                           bytesOf<double>({1.5, -2}, true)),
            "2: 0 1.5; 1 -2");
}

TEST_F(StoredFiles, MatricesOfPetscThatAreWrong) {
  std::string values = bytesOf<double>({1.5, -2}, true);
  EXPECT_EQ(reads("a", bytesOf<int32_t>({1211216, 2, 3, 2, 1, 2, 2, 1}, true) +
                           values),
            ": row 2 has 2 elements of 2");
  EXPECT_EQ(reads("a", bytesOf<int32_t>({1211216, 2, 3, 2, 1, 0, 2, 1}, true) +
                           values),
            ": the rows have 1 elements, the header promises 2");
  EXPECT_EQ(reads("a", bytesOf<int32_t>({1211216, 1 << 30, 3, 2}, true)),
            ": the header promises 1073741824 x 3 with 2 elements, for which "
            "the file is too short");
  EXPECT_EQ(reads("a", bytesOf<int32_t>({1211214, -1}, true)).substr(0, 21),
            ": the header promises");
  EXPECT_EQ(reads("a", bytesOf<int32_t>({1211216}, true)),
            ": the file ends within its header");
}

//===----------------------------------------------------------------------===//
// MATLAB
//===----------------------------------------------------------------------===//

std::string element(uint32_t type, const std::string &content) {
  std::string padding((8 - content.size() % 8) % 8, '\0');
  return bytesOf<uint32_t>({type, uint32_t(content.size())}) + content +
         padding;
}

/// A small one, in its tag.
std::string smallElement(uint16_t type, std::string content) {
  auto size = uint16_t(content.size());
  content.resize(4);
  return bytesOf<uint16_t>({type, size}) + content;
}

std::string variable(uint32_t flags, const std::vector<int32_t> &sizes,
                     const std::string &name, const std::string &rest) {
  return element(14, element(6, bytesOf<uint32_t>({flags, 0})) +
                         element(5, bytesOf(sizes)) + element(1, name) + rest);
}

std::string sparseMatrix(const std::string &name) {
  return variable(5, {2, 3}, name,
                  element(5, bytesOf<int32_t>({1, 0, 0})) +
                      element(5, bytesOf<int32_t>({0, 0, 1, 2})) +
                      element(9, bytesOf<double>({-2, 1.5})));
}

std::string mat(const std::string &variables) {
  std::string header = "MATLAB 5.0 MAT-file";
  header.resize(124, ' ');
  return header + bytesOf<uint16_t>({0x0100}) + "IM" + variables;
}

TEST_F(StoredFiles, MatricesOfMatlab) {
  std::string matrix = "2 x 3: 0 2 1.5; 1 1 -2";
  EXPECT_EQ(reads("a.mat", mat(sparseMatrix("A"))), matrix);
  std::string packed = deflated(sparseMatrix("A"), 15);
  EXPECT_EQ(
      reads("a.mat",
            mat(bytesOf<uint32_t>({15, uint32_t(packed.size())}) + packed)),
      matrix);
  // Doubles that are stored as bytes, column-major.
  std::string dense =
      variable(6, {2, 2}, "d", smallElement(2, std::string("\1\2\0\3", 4)));
  EXPECT_EQ(reads("a.mat", mat(dense)), "2 x 2: 0 0 1; 0 1 0; 1 0 2; 1 1 3");
  EXPECT_EQ(reads("a.mat", mat(dense + sparseMatrix("A"))), matrix);
  // As the SuiteSparse collection has it.
  std::string names = std::string("title\0\0\0A\0\0\0\0\0\0\0", 16);
  std::string problem = variable(
      2, {1, 1}, "Problem",
      smallElement(5, bytesOf<int32_t>({8})) + element(1, names) +
          variable(4, {1, 1}, "", smallElement(4, "x")) + sparseMatrix(""));
  EXPECT_EQ(reads("a.mat", mat(problem)), matrix);
  EXPECT_EQ(reads("a.mat", mat(problem), ":Problem.A"), matrix);
  EXPECT_EQ(reads("a.mat", mat(sparseMatrix("A") + sparseMatrix("B"))),
            ": the file has the matrices 'A', 'B'");
  EXPECT_EQ(reads("a.mat", mat(sparseMatrix("A") + sparseMatrix("B")), ":B"),
            matrix);
  EXPECT_EQ(reads("a.mat", mat(sparseMatrix("A")), ":C"),
            ": the file has no matrix 'C', but 'A'");
  // Behind the matrices stands what objects have, about which the header tells.
  std::string first = sparseMatrix("A");
  std::string objects = mat(first + sparseMatrix(""));
  objects.replace(116, 8, bytesOf<uint64_t>({128 + first.size()}));
  EXPECT_EQ(reads("a.mat", objects), matrix);
}

TEST_F(StoredFiles, MatricesOfMatlabThatAreWrong) {
  std::string whole = mat(sparseMatrix("A"));
  for (size_t length = 136; length != whole.size(); length += 8) {
    std::string outcome = reads("a.mat", whole.substr(0, length));
    EXPECT_EQ(outcome, ": the MAT-file is damaged") << length;
  }
  EXPECT_EQ(reads("a.mat", mat("")), ": the file has no matrix");
  std::string deep = variable(6, std::vector<int32_t>(2000, 1), "d",
                              element(9, bytesOf<double>({1})));
  EXPECT_EQ(reads("a.mat", mat(deep)), ": the MAT-file is damaged");
}

/// One of version 4, of which `kind` tells the order of the bytes, the type of
/// the numbers and what it is.
std::string variable4(int32_t kind, std::vector<int32_t> sizes,
                      const std::string &name, const std::string &numbers,
                      bool swapped = false) {
  sizes.insert(sizes.begin(), kind);
  sizes.push_back(int32_t(name.size() + 1));
  return bytesOf(sizes, swapped) + name + std::string(1, '\0') + numbers;
}

TEST_F(StoredFiles, MatricesOfMatlab4) {
  std::string sparse = bytesOf<double>({2, 1, 2, 2, 3, 3, -2, 1.5, 0});
  EXPECT_EQ(reads("a.mat", variable4(2, {3, 3, 0}, "A", sparse)),
            "2 x 3: 0 2 1.5; 1 1 -2");
  // Of a big-endian machine, as integers of 16 bits; and complex.
  std::string swapped = bytesOf<int16_t>({1, 2, -3, 4, 5, 6}, true);
  EXPECT_EQ(reads("a", variable4(1030, {2, 3, 0}, "d", swapped, true)),
            "2 x 3: 0 0 1; 0 1 -3; 0 2 5; 1 0 2; 1 1 4; 1 2 6");
  EXPECT_EQ(reads("a", variable4(10, {1, 2, 1}, "c",
                                 bytesOf<float>({1, 2, -1, 0.5}))),
            "1 x 2: 0 0 1-1i; 0 1 2+0.5i");
  std::string text = variable4(1, {1, 2, 0}, "t", bytesOf<double>({65, 66}));
  std::string two = text + variable4(2, {3, 3, 0}, "A", sparse) +
                    variable4(0, {1, 1, 0}, "d", bytesOf<double>({7}));
  EXPECT_EQ(reads("a.mat", two), "2 x 3: 0 2 1.5; 1 1 -2");
  EXPECT_EQ(reads("a.mat", two, ":d"), "1 x 1: 0 0 7");
  EXPECT_EQ(reads("a.mat", two, ":t"),
            ": the file has no matrix 't', but 'A', 'd'");
  EXPECT_EQ(reads("a.mat", text), ": the file has no matrix");
}

TEST_F(StoredFiles, MatricesOfMatlab4ThatAreWrong) {
  std::string sparse = bytesOf<double>({2, 1, 2, 2, 3, 3, -2, 1.5, 0});
  std::string whole = variable4(2, {3, 3, 0}, "A", sparse);
  for (size_t length = 2; length != whole.size(); ++length)
    EXPECT_EQ(reads("a.mat", whole.substr(0, length)),
              ": the file is no MAT-file that is known")
        << length;
  EXPECT_EQ(reads("a.mat", whole + whole.substr(0, 30)),
            ": the MAT-file of version 4 is damaged behind 'A'");
  EXPECT_EQ(reads("a.mat", variable4(2, {9, 1, 0}, "A", sparse)),
            ": the sparse matrix 'A' has 9 x 1 numbers, not three or four for "
            "each element and the sizes");
  EXPECT_EQ(reads("a.mat", variable4(2, {0, 3, 0}, "A", "")),
            ": the sparse matrix 'A' has 0 x 3 numbers, not three or four for "
            "each element and the sizes");
  EXPECT_EQ(reads("a.mat",
                  variable4(2, {3, 3, 0}, "A",
                            bytesOf<double>({2, 1, NAN, 2, 3, 3, -2, 1.5, 0}))),
            ": the sparse matrix 'A' has a size nan");
  EXPECT_EQ(reads("a.mat",
                  variable4(2, {3, 3, 0}, "A",
                            bytesOf<double>({3, 1, 2, 2, 3, 3, -2, 1.5, 0}))),
            ": coordinate 3 of dimension 1 is outside the size 2, counted from "
            "1");
}

//===----------------------------------------------------------------------===//
// Harwell-Boeing
//===----------------------------------------------------------------------===//

std::string boeing(const std::string &type, const std::string &formats,
                   const std::string &body) {
  return "A small matrix                                            KEY\n"
         "             3             1             1             1\n" +
         type +
         "                        2             3             2      "
         "       0\n" +
         formats + "\n" + body;
}

TEST_F(StoredFiles, MatricesOfHarwellAndBoeing) {
  EXPECT_EQ(
      reads("a.rua", boeing("RUA", "(4I3)  (2I2)   (2E10.3)",
                            "  1  1  2  3\n 2 1\n-2.000D+00 1.500+000\n")),
      "2 x 3: 0 2 1.5; 1 1 -2");
  EXPECT_EQ(
      reads("a", boeing("pua", "(10I3)  (26I3)", "  1  1  2  3\n  2  1\n")),
      "2 x 3: 0 2 1; 1 1 1");
  EXPECT_EQ(reads("a.iua", boeing("IUA", "(3I2)  (2I2)   (1I5)",
                                  " 1 1 2\n 3\n 2 1\n   -2\n    7\n")),
            "2 x 3: 0 2 7; 1 1 -2");
  EXPECT_EQ(
      reads("a.cua", boeing("CUA", "(4I3)  (2I2)   (1P,2F5.1)",
                            "  1  1  2  3\n 2 1\n -2.0  1.0\n  1.5  0.\n")),
      "2 x 3: 0 2 1.5+0i; 1 1 -2+1i");
}

/// Blanks that are skipped, and groups, as other programs describe lines.
TEST_F(StoredFiles, WidthsOfHarwellAndBoeing) {
  std::string read = "2 x 3: 0 2 1.5; 1 1 -2";
  const char *values = "-2.000E+00 1.500E+00\n";
  EXPECT_EQ(
      reads("a.rua", boeing("RUA", "(1X,4I3)  (1X,2I2)  (2(1P,E10.3))",
                            "   1  1  2  3\n  2 1\n" + std::string(values))),
      read);
  EXPECT_EQ(
      reads("a.rua", boeing("RUA", "(4(1X,I2))  (2(1X, I1) ) (1P2E10.3,1X)",
                            "  1  1  2  3\n 2 1\n" + std::string(values))),
      read);
  EXPECT_EQ(
      reads("a.rua", boeing("RUA", "(2(2I3))  (2I2) (1P,2(E10.3E2))",
                            "  1  1  2  3\n 2 1\n" + std::string(values))),
      read);
  for (const char *other : {"(2(1X,2I3))", "(2I3,2I4)", "(I3,(I3))", "(4Z3)",
                            "(2(2(I3)))", "(I)", "(1X)", "()"})
    EXPECT_EQ(reads("a.rua",
                    boeing("RUA", other + std::string(" (2I2) (2E10.3)"), "")),
              std::string(":4:1: not supported yet: numbers written as '") +
                  other + "'");
}

TEST_F(StoredFiles, MatricesOfHarwellAndBoeingThatAreWrong) {
  std::string formats = "(4I3)  (2I2)   (2E10.3)";
  EXPECT_EQ(reads("a.rua", boeing("RUA", formats, "  1  1  2  3\n 2 1\n")),
            ":7:1: the file ends after 0 of 2 numbers");
  EXPECT_EQ(reads("a.rua", boeing("RUA", formats, "  1  1  2  3\n 2 x\n1 2\n")),
            ":6:4: expected a number, found 'x'");
  EXPECT_EQ(reads("a.rse", boeing("RSE", formats, "  1  1  2  3\n")),
            ":3:3: not supported yet: a matrix of finite elements that are not "
            "assembled");
  EXPECT_EQ(reads("a.rsa", boeing("RSA", formats, "")),
            ":3:1: a symmetric matrix must be square, this one is 2 x 3");
  EXPECT_EQ(reads("a.rua", boeing("RUA", formats, "  1  1  2  2\n 2 1\n1 2\n")),
            ": the columns end before entry 2, the header declares 2 entries");
  EXPECT_EQ(reads("a.rua", boeing("RUA", "(1I20)  (2I2)   (2E10.3)",
                                  "-9223372036854775808\n                   1\n"
                                  "                   2\n                   3\n"
                                  " 2 1\n         1         2\n")),
            ": a position that is no integer of 64 bits: -9223372036854775808");
  EXPECT_EQ(reads("a.rua", boeing("RUA", "(*)  (2I2) (2E10.3)", "")),
            ":4:1: not supported yet: numbers written as '(*)'");
}

//===----------------------------------------------------------------------===//
// METIS
//===----------------------------------------------------------------------===//

TEST_F(StoredFiles, GraphsOfMetis) {
  EXPECT_EQ(reads("a.graph", "% a path\n4 2\n2\n1 3\n% and\n2\n\n"),
            "4 x 4: 0 1 1; 1 0 1; 1 2 1; 2 1 1");
  EXPECT_EQ(reads("a.graph", "2 1 001\n2 1.5\n1 1.5\n"),
            "2 x 2: 0 1 1.5; 1 0 1.5");
  EXPECT_EQ(reads("a.graph", "2 1 011 2\n7 7 2 5\n8 8 1 5\n"),
            "2 x 2: 0 1 5; 1 0 5");
  EXPECT_EQ(reads("a.graph", "2 1\n2\n3\n"),
            ":3:1: neighbour 3: the 2 nodes count from 1");
  EXPECT_EQ(reads("a.graph", "2 2\n2\n1\n"),
            ":1:1: the header declares 2 edges, each of which two nodes list; "
            "they list 2 neighbours");
  EXPECT_EQ(reads("a.graph", "1 1 110 9223372036854775807\n1\n"),
            ":1:9: more weights of a node than any program has");
  EXPECT_EQ(reads("a.graph", "9223372036854775807 1\n2\n1\n"),
            ":4:1: the file ends after 2 of 9223372036854775807 nodes");
  EXPECT_EQ(reads("a.graph", "3 1\n2\n1\n"),
            ":4:1: the file ends after 2 of 3 nodes");
  EXPECT_EQ(reads("a.graph", "2 1\n2\n1\n1\n"),
            ":4:1: a line past the 2 nodes that the header declares");
}

} // namespace
