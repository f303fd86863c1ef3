//===- ChunksTest.cpp - reading files that are long, on several threads ---===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is read, and which error is reported, does not depend on the number of
// threads. Every file here is several chunks long.
//
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace encke::test;

namespace {

constexpr int64_t rows = 4000, columns = 3000, lines = 60000;
constexpr int32_t threadCounts[] = {1, 2, 5};

int64_t rowOf(int64_t line) { return line * 7 % rows; }
int64_t columnOf(int64_t line) { return line / 20; }

/// Column by column, with comments and blank lines in between.
std::string entryLines(int64_t count, int64_t first) {
  std::string text;
  for (int64_t line = 0; line != count; ++line) {
    if (line % 1000 == 999)
      text += "% a comment\n\n";
    text += std::to_string(rowOf(line) + 1) + " " +
            std::to_string(columnOf(line) + first) + " " +
            std::to_string(double(line) / 8) + "\n";
  }
  return text;
}

std::string matrixHeader(int64_t entries) {
  return "%%MatrixMarket matrix coordinate real general\n" +
         std::to_string(rows) + " " + std::to_string(columns) + " " +
         std::to_string(entries) + "\n";
}

class Chunks : public testing::TestWithParam<int32_t> {
protected:
  encke_options options() const {
    encke_options options = defaultOptions();
    options.threads = GetParam();
    return options;
  }
  /// The file's message of error.
  std::string error(const std::string &name, const std::string &text) {
    std::string path = directory.write(name, text);
    Outcome outcome = readAndPrint("f64 4 4 D0 C1", path, options());
    EXPECT_EQ(outcome.status, 2);
    std::string message = withoutDirectory(outcome.err, path);
    return message.substr(0, message.find('\n'));
  }

  Directory directory;
};

void expectEntries(const encke_tensor &tensor) {
  ASSERT_EQ(tensor.value_count, lines);
  auto *starts = static_cast<const int32_t *>(tensor.levels[1].pos);
  auto *rowOfEntry = static_cast<const int32_t *>(tensor.levels[1].crd);
  auto *values = static_cast<const double *>(tensor.values);
  std::vector<double> expected(size_t(rows * columns), -1);
  for (int64_t line = 0; line != lines; ++line)
    expected[size_t(columnOf(line) * rows + rowOf(line))] = double(line) / 8;
  for (int64_t column = 0; column != columns; ++column)
    for (int32_t q = starts[column]; q != starts[column + 1]; ++q)
      ASSERT_EQ(values[q], expected[size_t(column * rows + rowOfEntry[q])]);
}

TEST_P(Chunks, MatrixMarket) {
  std::string path =
      directory.write("a.mtx", matrixHeader(lines) + entryLines(lines, 1));
  Outcome outcome = runProgram(
      [&] { expectEntries(*readTensor("f64 4 4 D1 C0", path.c_str())); },
      options());
  EXPECT_EQ(outcome.err, "");
}

TEST_P(Chunks, Symmetric) {
  std::string text = "%%MatrixMarket matrix coordinate integer symmetric\n"
                     "50000 50000 99999\n1 1 1\n";
  for (int64_t i = 2; i <= 50000; ++i) {
    std::string row = std::to_string(i);
    text += row + " " + std::to_string(i - 1) + " " + row + "\n" + row + " " +
            row + " 1\n";
  }
  std::string path = directory.write("s.mtx", text);
  Outcome outcome = runProgram(
      [&] {
        encke_tensor *tensor = readTensor("i64 4 4 D0 C1", path.c_str());
        ASSERT_EQ(tensor->value_count, 50000 + 2 * 49999);
        auto *starts = static_cast<const int32_t *>(tensor->levels[1].pos);
        auto *values = static_cast<const int64_t *>(tensor->values);
        for (int64_t i = 1; i != 49999; ++i) {
          ASSERT_EQ(starts[i], 3 * i - 1);
          ASSERT_EQ(values[starts[i]], i + 1);
          ASSERT_EQ(values[starts[i] + 1], 1);
          ASSERT_EQ(values[starts[i] + 2], i + 2);
        }
      },
      options());
  EXPECT_EQ(outcome.err, "");
}

TEST_P(Chunks, Array) {
  std::string text = "%%MatrixMarket matrix array real symmetric\n400 400\n";
  for (int64_t column = 0; column != 400; ++column)
    for (int64_t row = column; row != 400; ++row)
      text += std::to_string(row * 1000 + column) + "\n";
  std::string path = directory.write("d.mtx", text);
  Outcome outcome = runProgram(
      [&] {
        encke_tensor *tensor = readTensor("f64 4 4 D0 D1", path.c_str());
        auto *values = static_cast<const double *>(tensor->values);
        for (int64_t i = 0; i != 400; ++i)
          for (int64_t j = 0; j != 400; ++j)
            ASSERT_EQ(values[i * 400 + j],
                      double(std::max(i, j) * 1000 + std::min(i, j)));
      },
      options());
  EXPECT_EQ(outcome.err, "");
}

TEST_P(Chunks, Tns) {
  std::string text = entryLines(lines, 1);
  for (size_t at; (at = text.find('%')) != std::string::npos;)
    text[at] = '#';
  std::string comet = std::to_string(rows) + " " + std::to_string(columns) +
                      " " + std::to_string(lines) + "\n";
  for (int64_t line = 0; line != lines; ++line)
    comet += std::to_string(rowOf(line)) + " " +
             std::to_string(columnOf(line)) + " " +
             std::to_string(double(line) / 8) + "\n";
  for (const std::string &path :
       {directory.write("a.tns", text), directory.write("b.tns", comet)}) {
    Outcome outcome = runProgram(
        [&] { expectEntries(*readTensor("f64 4 4 D1 C0", path.c_str())); },
        options());
    EXPECT_EQ(outcome.err, "");
  }
}

TEST_P(Chunks, TheFirstErrorOfTheFileIsReported) {
  std::string good = entryLines(lines, 1);
  size_t first = good.find('\n', good.size() / 2) + 1;
  size_t second = good.find('\n', good.size() / 4 * 3) + 1;
  std::string bad = good.substr(0, first) + "1 x 1\n" +
                    good.substr(first, second - first) + "1 1 y\n" +
                    good.substr(second);
  auto line = std::count(bad.begin(), bad.begin() + ptrdiff_t(first), '\n');
  EXPECT_EQ(error("a.mtx", matrixHeader(lines + 2) + bad),
            "a.mtx:" + std::to_string(line + 3) +
                ":3: error: expected a coordinate, found 'x'");
}

TEST_P(Chunks, TooManyAndTooFew) {
  std::string text = matrixHeader(lines - 3) + entryLines(lines, 1);
  // The last three entries have a comment and a blank line among them.
  auto line = std::count(text.begin(), text.end(), '\n') - 4;
  EXPECT_EQ(error("a.mtx", text),
            "a.mtx:" + std::to_string(line) +
                ":1: error: an entry past the 59997 that the header declares");
  // What is wrong with a line that should not be there does not matter.
  text = matrixHeader(lines) + entryLines(lines, 1) + "nonsense\n";
  line = std::count(text.begin(), text.end(), '\n');
  EXPECT_EQ(error("a.mtx", text),
            "a.mtx:" + std::to_string(line) +
                ":1: error: an entry past the 60000 that the header declares");
  text = matrixHeader(lines + 1) + entryLines(lines, 1);
  line = std::count(text.begin(), text.end(), '\n') + 1;
  EXPECT_EQ(error("a.mtx", text),
            "a.mtx:" + std::to_string(line) +
                ":1: error: the file ends after 60000 of the 60001 entries "
                "that the header declares");
}

INSTANTIATE_TEST_SUITE_P(Threads, Chunks, testing::ValuesIn(threadCounts),
                         [](const auto &info) {
                           return std::to_string(info.param);
                         });

} // namespace
