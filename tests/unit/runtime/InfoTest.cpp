//===- InfoTest.cpp - what files hold, and files in other forms -----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileOutcome.h"
#include "Support.h"

#include "io/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

using namespace encke::rt;
using namespace encke::test;

namespace {

TEST(Statistics, Spread) {
  Spread spread = spreadOf<int32_t>({7, 3, 7, 7}, 4);
  EXPECT_EQ(spread.groups, 2);
  EXPECT_EQ(spread.fullest, 3);
  // 3, 1, 0 and 0 entries, a mean of 1.
  EXPECT_DOUBLE_EQ(spread.deviation, std::sqrt(6.0 / 4));
  EXPECT_EQ(spreadOf<int64_t>({}, 4).groups, 0);
  EXPECT_EQ(spreadOf<int64_t>({}, 0).deviation, 0);
}

/// A matrix that has its arrays. Entries are given sorted.
struct Matrix {
  Matrix(int64_t rows, int64_t columns,
         const std::vector<std::vector<int64_t>> &entries) {
    for (const auto &entry : entries) {
      row.push_back(entry[0]);
      column.push_back(entry[1]);
      value.push_back(double(entry[2]));
    }
    view = {rows, columns, int64_t(row.size()), row.data(), column.data()};
  }

  std::vector<int64_t> row, column;
  std::vector<double> value;
  MatrixEntries<int64_t> view;
};

TEST(Statistics, Structure) {
  Matrix one(5, 7, {{0, 2, 1}, {1, 1, 1}, {1, 3, 1}, {4, 0, 1}});
  EXPECT_EQ(bandwidthOf(one.view).lower, 4);
  EXPECT_EQ(bandwidthOf(one.view).upper, 2);
  EXPECT_EQ(diagonalsOf(one.view).groups, 3);
  EXPECT_EQ(diagonalsOf(one.view).fullest, 2);
  EXPECT_EQ(countBlocks(one.view, 2, 2), 3);
  EXPECT_EQ(countBlocks(one.view, 2, 4), 2);
  EXPECT_EQ(countBlocks(one.view, 1, 1), 4);
  // As many blocks as 64 bits cannot number, had all rows some.
  int64_t huge = int64_t(1) << 40;
  Matrix wide(huge, huge, {{0, 0, 1}, {huge - 1, huge - 1, 1}});
  EXPECT_EQ(countBlocks(wide.view, 2, 2), 2);
}

// Integers that doubles do not tell apart, and one without a negative.
TEST(Statistics, SymmetryOfIntegers) {
  Matrix matrix(2, 2, {{0, 1, 0}, {1, 0, 0}});
  auto symmetry = [&](int64_t above, int64_t below) {
    int64_t values[] = {above, below};
    return symmetryOf(matrix.view, values);
  };
  int64_t large = int64_t(1) << 53;
  EXPECT_EQ(symmetry(large + 1, large), SymmetryFound::Pattern);
  EXPECT_EQ(symmetry(large + 1, large + 1), SymmetryFound::Values);
  EXPECT_EQ(symmetry(large + 1, -large - 1), SymmetryFound::Skew);
  EXPECT_EQ(symmetry(large + 1, -large), SymmetryFound::Pattern);
  EXPECT_EQ(symmetry(INT64_MIN, INT64_MAX), SymmetryFound::Pattern);
}

TEST(Statistics, Symmetry) {
  auto symmetry = [](int64_t columns,
                     const std::vector<std::vector<int64_t>> &entries) {
    Matrix matrix(2, columns, entries);
    return symmetryOf(matrix.view, matrix.value.data());
  };
  EXPECT_EQ(symmetry(3, {{0, 0, 1}}), SymmetryFound::None);
  EXPECT_EQ(symmetry(2, {{0, 1, 1}}), SymmetryFound::None);
  EXPECT_EQ(symmetry(2, {{0, 1, 1}, {1, 0, 2}}), SymmetryFound::Pattern);
  EXPECT_EQ(symmetry(2, {{0, 1, 1}, {1, 0, -1}}), SymmetryFound::Skew);
  EXPECT_EQ(symmetry(2, {{0, 1, 1}, {1, 0, 1}, {1, 1, 5}}),
            SymmetryFound::Values);
}

TEST(Statistics, Bytes) {
  EXPECT_EQ(bytesText(0), "0 B");
  EXPECT_EQ(bytesText(999), "999 B");
  EXPECT_EQ(bytesText(1500), "1.5 kB");
  EXPECT_EQ(bytesText(2.5e9), "2.5 GB");
  EXPECT_EQ(bytesText(1e30), "1e+15 PB");
}

/// Runs one of the two commands and returns what it printed.
template <typename Command>
Outcome run(Command command) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Outcome outcome;
  outcome.status = command();
  outcome.out = testing::internal::GetCapturedStdout();
  outcome.err = testing::internal::GetCapturedStderr();
  return outcome;
}

TEST(Info, Tensor) {
  Directory directory;
  std::string path = directory.write("a.tns", "4 6 5 3\n0 0 0 1\n0 0 4 2\n"
                                              "3 5 4 0\n");
  encke_options options = defaultOptions();
  Outcome outcome =
      run([&] { return encke_info(path.c_str(), nullptr, 0, &options); });
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(withoutDirectory(outcome.out, path),
            "a.tns: COMET's .tns with a header, from 0\n"
            "  sizes: 4 x 6 x 5\n"
            "  entries: 3, 1 of them zero; density 0.025\n"
            "  dimension 1: 2 of 4 with entries; entries of each: mean 0.75, "
            "deviation 0.829156, most 2\n"
            "  dimension 2: 2 of 6 with entries; entries of each: mean 0.5, "
            "deviation 0.763763, most 2\n"
            "  dimension 3: 2 of 5 with entries; entries of each: mean 0.6, "
            "deviation 0.8, most 2\n"
            "  memory:\n"
            "    Dense       960 B\n"
            "    COO         68 B\n"
            "    CSF         84 B\n"
            "    ModeGeneric 104 B\n");
}

TEST(Info, Spread) {
  Directory directory;
  std::string path =
      directory.write("a.mtx", "%%MatrixMarket matrix coordinate real general\n"
                               "3 4 4\n1 1 1\n1 1 2\n1 3 1\n3 1 1\n");
  encke_options options = defaultOptions();
  int64_t filled[2] = {}, fullest[2] = {}, entries = 0;
  EXPECT_EQ(
      encke_measure_file(path.c_str(), &options, filled, fullest, 2, &entries),
      0);
  EXPECT_EQ(entries, 3); // two are one
  EXPECT_EQ(filled[0], 2);
  EXPECT_EQ(fullest[0], 2);
  EXPECT_EQ(filled[1], 2);
  EXPECT_EQ(fullest[1], 2);
  // No more than there is room for.
  int64_t first = 0;
  EXPECT_EQ(
      encke_measure_file(path.c_str(), &options, &first, fullest, 1, &entries),
      0);
  EXPECT_EQ(first, 2);
  testing::internal::CaptureStderr();
  EXPECT_EQ(encke_measure_file((path + "x").c_str(), &options, filled, fullest,
                               2, &entries),
            2);
  EXPECT_NE(testing::internal::GetCapturedStderr(), "");
}

TEST(Info, Structure) {
  Directory directory;
  std::string path =
      directory.write("a.mtx", "%%MatrixMarket matrix coordinate real general\n"
                               "5 7 5\n1 1 1\n1 1 2\n1 3 1\n3 3 1\n5 7 1\n");
  encke_options options = defaultOptions();
  encke_structure found;
  const int64_t sides[] = {2, 4, 8};
  int64_t blocks[3];
  auto measure = [&] {
    return encke_measure_structure(path.c_str(), &options, &found, sides,
                                   blocks, 3);
  };
  EXPECT_EQ(measure(), 0);
  EXPECT_EQ(found.rows, 5);
  EXPECT_EQ(found.columns, 7);
  EXPECT_EQ(found.entries, 4); // two are one
  EXPECT_EQ(found.diagonals, 2);
  EXPECT_EQ(blocks[0], 4);
  EXPECT_EQ(blocks[1], 2);
  EXPECT_EQ(blocks[2], 1);
  path = directory.write("t.tns", "1 1 1 3\n");
  EXPECT_EQ(measure(), 0);
  EXPECT_EQ(found.rows, 0);
  testing::internal::CaptureStderr();
  path += "x";
  EXPECT_EQ(measure(), 2);
  EXPECT_NE(testing::internal::GetCapturedStderr(), "");
}

/// The bytes of a tensor's arrays; positions and coordinates have four each.
int64_t bytesOf(const encke_tensor &tensor) {
  int64_t bytes = tensor.value_count * 8;
  for (int32_t l = 0; l != tensor.level_count; ++l) {
    const encke_level &level = tensor.levels[l];
    bytes += 4 * (level.pos_count + level.crd_count);
  }
  return bytes;
}

TEST(Info, MemoryIsThatOfTheArrays) {
  Directory directory;
  std::string path =
      directory.write("a.tns", "7 9 5\n0 1 1\n0 4 2\n3 8 3\n6 0 4\n6 6 5\n");
  encke_options options = defaultOptions();
  std::string out =
      run([&] { return encke_info(path.c_str(), nullptr, 0, &options); }).out;
  const std::pair<const char *, const char *> formats[] = {
      {"Dense", "D0 D1"},
      {"COO", "N0 S1"},
      {"CSF", "C0 C1"},
      {"ModeGeneric", "N0 D1"},
      {"CSR", "D0 C1"},
      {"CSC", "D1 C0"},
      {"DCSR", "C0 C1"},
      {"DCSC", "C1 C0"},
      {"ELL", "D0 D# S1"},
      {"DIA", "C1-0 D0"},
      {"BCSR(2, 2)", "D0/2 C1/2 D0%2 D1%2"},
      {"CSB(64, 64)", "D0/64 D1/64 N0%64 S1%64"}};
  Outcome outcome = runProgram([&] {
    for (const auto &[name, levels] : formats) {
      std::string format = std::string("f64 4 4 ") + levels;
      std::string line = std::string("\n    ") + name;
      line.append(std::max<size_t>(17, line.size() + 1) - line.size(), ' ');
      line +=
          bytesText(double(bytesOf(*readTensor(format.c_str(), path.c_str()))));
      EXPECT_NE(out.find(line + "\n"), std::string::npos) << line << out;
    }
  });
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

TEST(Info, EveryGoodFileAndNoBadOne) {
  encke_options options = defaultOptions();
  for (const auto &entry :
       std::filesystem::directory_iterator(ENCKE_TEST_DATA)) {
    std::string path = entry.path().string();
    if (entry.path().extension() == ".tsv")
      continue;
    bool isGood = readOutcome(path).error.empty();
    Outcome outcome =
        run([&] { return encke_info(path.c_str(), nullptr, 0, &options); });
    EXPECT_EQ(outcome.status, isGood ? 0 : 2) << path << outcome.err;
  }
}

TEST(ConvertFile, KeepsWhatTheFileSays) {
  Directory directory;
  encke_options options = defaultOptions();
  for (const auto &entry :
       std::filesystem::directory_iterator(ENCKE_TEST_DATA)) {
    std::string path = entry.path().string();
    FileOutcome before = readOutcome(path);
    bool isMatrix = entry.path().extension() == ".mtx";
    // An array of a skew-symmetric matrix gets its diagonal.
    if (entry.path().extension() == ".tsv" || !before.error.empty() ||
        entry.path().stem() == "array_skew")
      continue;
    std::string to = directory.path(isMatrix ? "a.mtx.gz" : "a.tns.gz");
    Outcome outcome = run(
        [&] { return encke_convert_file(path.c_str(), to.c_str(), &options); });
    EXPECT_EQ(outcome.status, 0) << path << outcome.err;
    FileOutcome after = readOutcome(to);
    EXPECT_EQ(after.error, "") << path;
    EXPECT_EQ(after.sizes, before.sizes) << path;
    EXPECT_EQ(after.contents, before.contents) << path;
  }
}

// A .tns file does not say that its values are integers.
TEST(ConvertFile, KeepsAllDigitsOfIntegers) {
  Directory directory;
  encke_options options = defaultOptions();
  auto there = [&](const std::string &entries) {
    std::string from = directory.write("a.tns", entries);
    std::string to = directory.path("a.mtx");
    Outcome outcome = run(
        [&] { return encke_convert_file(from.c_str(), to.c_str(), &options); });
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    std::string text = readFile(to);
    return text.substr(text.find("coordinate"));
  };
  EXPECT_EQ(there("1 2 9007199254740993\n2 1 -9223372036854775808\n"),
            "coordinate integer general\n2 2 2\n1 2 9007199254740993\n"
            "2 1 -9223372036854775808\n");
  EXPECT_EQ(there("1 2 9007199254740993\n2 1 0.5\n"),
            "coordinate real general\n2 2 2\n1 2 9007199254740992\n"
            "2 1 0.5\n");
  EXPECT_EQ(there("1 2 3\n2 1 -0\n"),
            "coordinate real general\n2 2 2\n1 2 3\n2 1 -0\n");
  // What an integer cannot hold: a sum, and the sign of a zero.
  EXPECT_EQ(there("1 2 9e18\n2 1 3\n1 2 9e18\n"),
            "coordinate real general\n2 2 2\n1 2 1.8e+19\n2 1 3\n");
  EXPECT_EQ(there("1 2 1e17\n2 1 -0.0\n"),
            "coordinate real general\n2 2 2\n1 2 1e+17\n2 1 -0\n");
}

} // namespace
