//===- SharesTest.cpp - files that several processes read together --------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the processes have of a file together is what one process reads, and
// what is wrong is told as one process tells it.
//
//===----------------------------------------------------------------------===//

#include "Support.h"

#include "core/context.h"
#include "io/chunks.h"
#include "processes/distribution.h"
#include "processes/traffic.h"

#include <gtest/gtest.h>

#include <string>

using namespace encke::rt;
using namespace encke::test;

namespace {

/// Copies are made of this process, which must have no threads.
encke_options oneThread() {
  encke_options options = defaultOptions();
  options.threads = 1;
  return options;
}

/// Chunks are short, so that shares have several.
struct ShortChunks {
  ShortChunks() { chunkSize = 64; }
  ~ShortChunks() { chunkSize = before; }
  int64_t before = chunkSize;
};

constexpr int64_t rows = 31, columns = 17;

/// Entries in no order, some of them twice, with empty rows, comments and empty
/// lines. `value` is what stands behind their numbers, null where they have no
/// values. `lower`: on and below the diagonal only.
std::string textOf(const std::string &banner, const char *value,
                   bool lower = false) {
  std::string lines;
  int64_t count = 0, size = lower ? rows : columns;
  for (int64_t n = 0; n != 200; ++n) {
    int64_t row = n * 13 % rows, column = n * 7 % size;
    if (row % 5 == 3 || (lower && column >= row))
      continue;
    lines += std::to_string(row + 1) + " " + std::to_string(column + 1);
    if (value)
      lines += " " + std::to_string(n) + value;
    lines += n % 11 == 0 ? "\n% a comment\n\n" : "\n";
    ++count;
  }
  return "%%MatrixMarket matrix coordinate " + banner + "\n" +
         std::to_string(rows) + " " + std::to_string(size) + " " +
         std::to_string(count) + "\n" + lines;
}

/// Reads a tensor in parts along a mode and prints what is gathered.
void readInParts(const char *format, const char *path, int64_t mode,
                 int64_t selector = 0) {
  encke_file *file = encke_file_path(path, "a.ta:1:1");
  encke_tensor *part = encke_tensor_new(format);
  encke_tensor *whole = encke_tensor_new(format);
  int64_t sizes[3], order = part->order;
  for (int64_t m = 0; m != order; ++m) {
    encke_size *size = encke_size_begin("i");
    encke_size_file(size, file, m, order, "a.ta:1:1");
    sizes[m] = encke_size_end(size);
  }
  encke_distribution *cut =
      encke_cut_file(file, selector, format, mode, sizes[mode], "a.ta:1:1");
  for (int64_t m = 0; m != order; ++m) {
    encke_tensor_set_size(whole, m, sizes[m]);
    encke_tensor_set_size(
        part, m, m == mode ? encke_distribution_extent(cut) : sizes[m]);
  }
  encke_read_part(part, file, selector, cut, mode, "a.ta:1:1");
  encke_gather(whole, part, cut, mode, "a.ta:1:1");
  encke_print(whole, "A");
}

Outcome runShared(int32_t processes, const std::string &path,
                  const char *format, int64_t mode = 0, int64_t selector = 0,
                  bool lenient = false) {
  encke_options options = oneThread();
  options.processes = processes;
  options.lenient = lenient;
  return runProgram([&] { readInParts(format, path.c_str(), mode, selector); },
                    options);
}

/// The same whatever the number of processes.
void checkSame(const std::string &text, const char *format,
               int64_t selector = 0, const char *name = "a.mtx") {
  ShortChunks shortChunks;
  Directory directory;
  std::string path = directory.write(name, text);
  encke_options options = oneThread();
  Outcome expected = readAndPrint(format, path, options, selector);
  ASSERT_EQ(expected.status, 0) << expected.err;
  for (int32_t processes : {2, 5})
    for (int64_t mode : {0, 1}) {
      Outcome outcome = runShared(processes, path, format, mode, selector);
      EXPECT_EQ(outcome.status, 0) << outcome.err;
      EXPECT_EQ(outcome.out, expected.out)
          << format << " on " << processes << " along " << mode;
    }
}

/// Three processes say what one says of the file.
void checkError(const std::string &text, bool lenient = false,
                const char *format = "f64 4 4 D0 C1",
                const char *name = "a.mtx") {
  ShortChunks shortChunks;
  Directory directory;
  std::string path = directory.write(name, text);
  Outcome expected = runShared(0, path, format, 0, 0, lenient);
  EXPECT_EQ(expected.status, 2);
  EXPECT_NE(expected.err, "");
  for (int32_t processes : {2, 3}) {
    Outcome outcome = runShared(processes, path, format, 0, 0, lenient);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.err, expected.err) << processes;
  }
}

std::string withLine(std::string text, const std::string &after,
                     const std::string &line) {
  size_t at = text.find('\n', text.find(after)) + 1;
  return text.insert(at, line + "\n");
}

} // namespace

TEST(ProcessesShares, HaveAllEntries) {
  checkSame(textOf("real general", ".25"), "f64 4 4 D0 C1");
  checkSame(textOf("real general", ".25"), "f64 8 8 C0 C1");
  checkSame(textOf("real general", ".25"), "f64 4 4 D1 C0");
  checkSame(textOf("real general", ".25"), "f32 4 4 N0 S1");
  checkSame(textOf("integer general", ""), "i64 4 4 D0 C1");
  checkSame(textOf("pattern general", nullptr), "bool 4 4 D0 C1");
  checkSame(textOf("complex general", " 1.5"), "c128 4 4 D0 C1");
  checkSame(textOf("real general", ".25"), "f64 4 4 D0 D1");
}

TEST(ProcessesShares, HaveMirroredEntries) {
  checkSame(textOf("real symmetric", ".25", true), "f64 4 4 D0 C1");
  checkSame(textOf("integer skew-symmetric", "", true), "i64 4 4 D0 C1");
  checkSame(textOf("complex hermitian", " 1.5", true), "c128 4 4 D0 C1");
}

TEST(ProcessesShares, SelectTriangles) {
  for (int64_t selector : {1, 2, 3, 4})
    checkSame(textOf("real symmetric", ".25", true), "f64 4 4 D0 C1", selector);
}

TEST(ProcessesShares, ReadArraysAsAWhole) {
  std::string text = "%%MatrixMarket matrix array real general\n5 3\n";
  for (int64_t n = 0; n != 15; ++n)
    text += std::to_string(n % 4) + ".5\n";
  checkSame(text, "f64 4 4 D0 C1");
  checkSame(text, "f64 4 4 D0 D1");
}

TEST(ProcessesShares, HoldNothing) {
  checkSame("%%MatrixMarket matrix coordinate real general\n4 3 0\n",
            "f64 4 4 D0 C1");
}

TEST(ProcessesShares, TellWhatOneProcessTells) {
  std::string text = textOf("real general", ".25");
  for (const char *after : {" 7.25", " 45.25", " 112.25", " 193.25"}) {
    ASSERT_NE(text.find(after), std::string::npos) << after;
    checkError(withLine(text, after, "2 x 1.5"));
    checkError(withLine(text, after, "2 18 1.5"));
    // One too many, of which the last line tells, or an earlier mistake.
    checkError(withLine(text, after, "2 2 1.5"));
    checkError(withLine(withLine(text, after, "2 2 1.5"), " 193.25", "no"));
    checkError(withLine(withLine(text, after, "2 2 y"), " 193.25", "no"));
  }
  checkError(text.substr(0, text.find('\n', text.find(" 112.25")) + 1));
}

/// Lines of three coordinates that count from `base`, behind `header`.
static std::string linesOf(const std::string &header, int64_t base,
                           const char *value = ".25") {
  std::string text = header;
  for (int64_t n = 0; n != 150; ++n)
    text += std::to_string(n * 7 % 13 + base) + " " +
            std::to_string(n * 5 % 11 + base) + " " +
            std::to_string(n * 3 % 7 + base) + " " + std::to_string(n) + value +
            (n % 11 == 0 ? "\n# a comment\n\n" : "\n");
  return text;
}

TEST(ProcessesShares, HaveAllEntriesOfTnsFiles) {
  for (const char *format :
       {"f64 4 4 C0 C1 C2", "f32 4 4 D0 C1 C2", "f64 8 8 C2 C1 C0"}) {
    checkSame(linesOf("", 1), format, 0, "a.tns");
    checkSame(linesOf("13 11 7 150\n", 0), format, 0, "a.tns");
    checkSame(linesOf("# 20 x 15 x 8\n", 1), format, 0, "a.tns");
  }
  checkSame(linesOf("", 1, ""), "i64 4 4 C0 C1 C2", 0, "a.tns");
  checkSame(linesOf("", 1, "0000000000000001"), "i64 4 4 C0 C1 C2", 0, "a.tns");
  checkSame("1 2 0.5\n3 4 1.5\n4 4 2.5\n", "f64 4 4 D0 C1", 2, "a.tns");
}

TEST(ProcessesShares, TellWhatOneProcessTellsOfTnsFiles) {
  for (const char *line : {"1 2 3", "1 2 x 4.5", "1 0 2 4.5", "1 2 3 4.5 6"})
    for (const char *after : {" 0.25", " 77.25", " 149.25"})
      checkError(withLine(linesOf("", 1), after, line), false,
                 "f64 4 4 C0 C1 C2", "a.tns");
  // No integer: the values are read when the header is known.
  checkError(withLine(withLine(linesOf("", 1, ""), " 77", "1 2 3 4.5"), " 149",
                      "1 2 3 5.5"),
             false, "i64 4 4 C0 C1 C2", "a.tns");
}

TEST(ProcessesShares, KnowBothTriangles) {
  std::string text =
      "%%MatrixMarket matrix coordinate real symmetric\n9 9 12\n";
  for (int64_t n = 0; n != 8; ++n)
    text += std::to_string(n + 2) + " " + std::to_string(n + 1) + " 1.5\n";
  for (int64_t n = 0; n != 4; ++n)
    text += std::to_string(n + 1) + " " + std::to_string(n + 4) + " 2.5\n";
  checkError(text, /*lenient=*/true);
}

TEST(ProcessesShares, WarnOfTheFirstSlip) {
  ShortChunks shortChunks;
  Directory directory;
  std::string text = textOf("real general", ".25");
  text.replace(text.find("112.25"), 6, "1.25D2");
  std::string path = directory.write("a.mtx", text);
  encke_options options = oneThread();
  options.lenient = 1;
  Outcome expected = readAndPrint("f64 4 4 D0 C1", path, options);
  EXPECT_NE(expected.err, "");
  Outcome outcome = runShared(3, path, "f64 4 4 D0 C1", 0, 0, true);
  EXPECT_EQ(outcome.err, expected.err);
  EXPECT_EQ(outcome.out, expected.out);
}

TEST(ProcessesShares, AreCutByElements) {
  Directory directory;
  std::string text = textOf("real general", ".25");
  std::string path = directory.write("a.mtx", text);
  for (int32_t processes : {2, 3, 5}) {
    encke_options options = oneThread();
    options.processes = processes;
    Outcome outcome = runProgram(
        [&] {
          encke_file *file = encke_file_path(path.c_str(), "a.ta:1:1");
          encke_distribution *cut =
              encke_cut_file(file, 0, "f64 4 4 D0 C1", 0, rows, "a.ta:1:1");
          // By an independent count of lines.
          std::vector<int64_t> weights(size_t(rows), 1);
          for (int64_t n = 0; n != 200; ++n)
            if (int64_t row = n * 13 % rows; row % 5 != 3)
              ++weights[size_t(row)];
          if (cut->cuts != cutByWeight(weights, size_t(processes)))
            encke_fail("a.ta:1:1", "other cuts");
        },
        options);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
  }
}
