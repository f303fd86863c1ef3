//===- PackTest.cpp - packing entries into any combination of levels ------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random tensors with duplicates and empty rows are read into random formats;
// the levels are decoded by their definition (encke/tensor.h) and compared with
// a map from coordinates to sums.
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "TensorModel.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace encke::test;

namespace {

bool aligned(const void *pointer) {
  return reinterpret_cast<uintptr_t>(pointer) % 64 == 0;
}

/// An array over the modes, which cannot tell zeros from elements.
bool isDense(const std::string &format) {
  return format.find_first_of("CNS/#") == std::string::npos;
}

int64_t volume(const Coordinates &sizes) {
  int64_t product = 1;
  for (int64_t size : sizes)
    product *= size;
  return product;
}

/// Reads `tensor` in `format` and compares.
void check(const TensorModel &tensor, const std::string &format,
           int threads = 1) {
  SCOPED_TRACE(format);
  encke_options options = defaultOptions();
  options.tns_dialect = 2;
  options.threads = threads;
  std::map<Coordinates, int64_t> expected = tensor.elements();
  if (isDense(format))
    for (auto it = expected.begin(); it != expected.end();)
      it = it->second == 0 ? expected.erase(it) : std::next(it);
  Outcome outcome = runProgram(
      [&] {
        encke_tensor *read = makeTensor(tensor, format);
        Decoded decoded = decode(*read);
        EXPECT_EQ(decoded.elements, expected);
        EXPECT_EQ(decoded.stored.size(), expected.size());
        EXPECT_EQ(encke_stored_count(read),
                  isDense(format) ? volume(tensor.sizes)
                                  : int64_t(decoded.stored.size()));
        EXPECT_TRUE(aligned(read->values));
        for (int32_t l = 0; l != read->level_count; ++l)
          EXPECT_TRUE(aligned(read->levels[l].pos) &&
                      aligned(read->levels[l].crd));
      },
      options);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

std::string randomFormat(std::mt19937 &random, size_t order) {
  static const char *const types[] = {"f64", "f32", "i64", "i32"};
  int pos = random() % 2 ? 4 : 8, crd = random() % 2 ? 4 : 8;
  return formatText(types[random() % 4], pos, crd, randomLevels(random, order));
}

TEST(Pack, RandomFormats) {
  std::mt19937 random(1);
  for (size_t order = 1; order <= 8; ++order)
    for (int round = 0; round != 40; ++round) {
      Coordinates sizes;
      for (size_t mode = 0; mode != order; ++mode)
        sizes.push_back(1 + int64_t(random() % (order > 5 ? 3 : 7)));
      check(randomTensor(random, sizes, random() % 60, round % 2),
            randomFormat(random, order));
    }
}

// L10, L47: levels over parts of modes.
TEST(Pack, IndexMaps) {
  std::mt19937 random(5);
  for (const char *format :
       {"f64 4 4 D0 D# S1", "f64 4 8 D0/2 C1/3 D0%2 D1%3",
        "i32 8 4 D0/3 D1/2 N0%3 S1%2", "f64 4 4 C1-0 D0", "f32 4 4 C0-1 D1",
        "f64 4 4 D0/2 D1/2 D0%2 D1%2", "f64 4 4 D0%2 C1 C0/2",
        "f64 4 4 D1 D# S0", "i64 8 8 C0 D# S1", "f64 4 4 N0 D1",
        "f64 4 4 C1/4 C0 D1%4"})
    for (int round = 0; round != 12; ++round) {
      Coordinates sizes = {1 + int64_t(random() % 9),
                           1 + int64_t(random() % 9)};
      check(randomTensor(random, sizes, random() % 40, round % 2), format);
    }
  for (const char *format :
       {"f64 4 4 N0 S1 D2", "f64 4 4 N2 S0 D1", "f64 4 4 D0 D# S2 D1",
        "f64 4 4 C0/2 D1/2 C2/2 D0%2 D1%2 D2%2", "f64 4 4 C2-0 C1 D0"})
    for (int round = 0; round != 12; ++round)
      check(randomTensor(random, {4, 5, 6}, random() % 60, round % 2), format);
}

// Enough entries for several threads, which give the same result.
TEST(Pack, Threads) {
  std::mt19937 random(6);
  TensorModel tensor = randomTensor(random, {300, 700}, 150000);
  for (const char *format : {"f64 4 4 D0 C1", "f64 4 4 D1 C0", "f64 4 4 C0 C1",
                             "f64 4 4 N0 S1", "f64 4 4 D0/2 C1/2 D0%2 D1%2"})
    check(tensor, format, 3);
}

// Rows long enough for each of the ways to sort.
TEST(Pack, LongRows) {
  std::mt19937 random(2);
  for (const char *format :
       {"f64 4 4 D0 C1", "f64 4 4 D1 C0", "f64 4 4 C0 C1", "f64 4 4 N0 S1"}) {
    check(randomTensor(random, {3, 100000}, 9000), format);
    check(randomTensor(random, {3, 1000}, 300), format);
    check(randomTensor(random, {100000, 2}, 5000), format);
  }
}

// Blocks and diagonals of entries that are not sorted: few coordinates far
// apart, more of them, and many close together, each of which is sorted in its
// own way; a table that would be too large for so few.
TEST(Pack, UnsortedBlocks) {
  std::mt19937 random(7);
  for (const char *format :
       {"f64 4 4 D0/4 C1/2 D0%4 D1%2", "i64 8 8 D0/4 C1/2 D0%4 D1%2",
        "f32 4 4 C1-0 D0", "f64 4 4 C1 D0"})
    for (int threads : {1, 3})
      for (bool zeros : {false, true}) {
        check(randomTensor(random, {90, 100000}, 60, zeros), format, threads);
        check(randomTensor(random, {30, 100000}, 400, zeros), format, threads);
        check(randomTensor(random, {50, 300}, 4000, zeros), format, threads);
        check(randomTensor(random, {3, 1000000}, 20, zeros), format, threads);
      }
  check(randomTensor(random, {500, 700}, 150000), "f64 4 4 D0/4 C1/2 D0%4 D1%2",
        3);
}

TEST(Pack, SumsOfUnsortedBlocksThatOverflow) {
  Directory directory;
  std::string path =
      directory.write("a.tns", "3 5 2000000000\n1 1 1\n3 5 2000000000\n");
  for (const char *format : {"i32 4 4 D0/2 C1/2 D0%2 D1%2", "i32 4 4 C1-0 D0"})
    EXPECT_EQ(withoutDirectory(readAndPrint(format, path).err, path),
              "a.tns: error: the sum of the entries at [2, 4], counted from 0, "
              "does not fit in "
              "int32\n  in p.ta:2:1\n");
}

// Coordinates that need 64 bits, and together more than a sort key has.
TEST(Pack, HugeSizes) {
  std::mt19937 random(3);
  const int64_t huge = int64_t(1) << 40;
  for (const char *format :
       {"f64 4 8 C0 C1 C2", "f64 8 8 C2 C1 C0", "i64 8 8 N1 S0 S2"}) {
    check(randomTensor(random, {huge, huge, huge}, 40), format);
    check(randomTensor(random, {huge, huge, huge}, 4000), format);
    check(randomTensor(random, {2, huge, huge}, 4000), format);
  }
}

TEST(Pack, Empty) {
  for (const char *format :
       {"f64 4 4 D0 C1", "f64 4 4 C0 C1", "f64 4 4 N0 S1", "f64 4 4 D0 D1",
        "f64 4 4 C0 D1", "f64 4 4 D0 D# S1", "f64 4 4 D0/2 C1/2 D0%2 D1%2",
        "f64 4 4 C1-0 D0"})
    check({{3, 4}, {}}, format);
}

// Not even where coordinates may repeat, in the order of the file.
TEST(Pack, L38_DuplicatesAreSummedInEveryFormat) {
  Directory directory;
  std::string path =
      directory.write("a.tns", "2 2 4\n1 1 1e16\n2 1 1\n1 1 -1e16\n1 1 1\n");
  for (const char *levels : {"N0 S1", "N0 N1", "D0 N1", "C0 N1", "N1 S0"}) {
    std::string out = readAndPrint(std::string("f64 4 4 ") + levels, path).out;
    EXPECT_EQ(out.substr(out.find('\n') + 1), "0 0 1\n1 0 1\n1 1 4\n")
        << levels;
  }
}

// What the file reads as in a format, printed as a dense tensor.
std::string readsAs(const std::string &format, const std::string &path) {
  Outcome outcome = runProgram([&] {
    encke_tensor *tensor = readTensor(format.c_str(), path.c_str());
    std::string dense = format.substr(0, format.find(' ')) + " 4 4 D0 D1";
    encke_print(encke_convert(tensor, dense.c_str(), nullptr), "A");
  });
  return outcome.out.substr(outcome.out.find('\n') + 1);
}

// A sum of zeros is -0 only if all of them are, as in IEEE 754.
TEST(Pack, SignsOfZeros) {
  Directory directory;
  std::string path = directory.write(
      "a.tns", "1 1 0\n1 1 -0\n2 1 -0\n2 1 0\n3 1 -0\n3 1 -0\n"
               "1 3 2\n1 3 -2\n1 3 -0\n2 3 -0\n3 3 -0\n3 3 5\n");
  // Of complex numbers each part has its own sign.
  std::string complex = directory.write(
      "a.mtx", "%%MatrixMarket matrix coordinate complex general\n2 2 5\n"
               "1 1 0 -0\n1 1 -0 -0\n2 1 -0 7\n1 2 -0 0\n1 2 -0 -0\n");
  for (const std::string levels :
       {"D0 C1", "N0 S1", "C0 C1", "D0 D# S1", "C1-0 D0", "C1 D0", "D0 D1",
        "D0/2 C1/2 D0%2 D1%2", "D0/2 D1/2 N0%2 S1%2"}) {
    SCOPED_TRACE(levels);
    for (const char *type : {"f64 4 4 ", "f32 4 4 "})
      EXPECT_EQ(readsAs(type + levels, path), "0 0 0\n0 0 -0\n-0 0 5\n");
    EXPECT_EQ(readsAs("c128 4 4 " + levels, complex),
              "0-0j -0+0j\n-0+7j 0+0j\n");
  }
}

TEST(Pack, SumsThatOverflowAreErrors) {
  Directory directory;
  std::string text = "1 2 2000000000\n1 2 2000000000\n";
  std::string path = directory.write("a.tns", text);
  for (const char *format : {"i32 4 4 D0 C1", "i32 4 4 D0 D1"}) {
    Outcome outcome = readAndPrint(format, path);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(withoutDirectory(outcome.err, path),
              "a.tns: error: the sum of the entries at [0, 1], counted from 0, "
              "does not fit in "
              "int32\n  in p.ta:2:1\n");
  }
  EXPECT_EQ(readAndPrint("i64 4 4 D0 D1", path).out,
            "# A: 1 x 2 int\n0 4000000000\n");
}

// Whatever the order of the entries: only the whole sum must fit.
TEST(Pack, SumsMayLeaveTheRangeOnTheWay) {
  Directory directory;
  std::string largest = "2 3 2147483647\n", text = largest + "2 3 1\n1 1 3\n";
  std::string fits = directory.write("a.tns", text + "2 3 1\n2 3 -7\n");
  std::string zero =
      directory.write("z.tns", text + largest +
                                   "2 3 2147483646\n2 3 -2147483647\n"
                                   "2 3 -2147483647\n2 3 -2147483647\n");
  std::string over = directory.write("o.tns", text + largest + "2 3 -4\n");
  for (const char *levels :
       {"D0 C1", "D0 D1", "N0 S1", "C1 D0", "C1-0 D0", "D0/2 C1/2 D0%2 D1%2"})
    for (const char *type : {"i32", "i64"}) {
      std::string format = std::string(type) + " 4 4 " + levels;
      SCOPED_TRACE(format);
      std::map<Coordinates, int64_t> sums = {{{0, 0}, 3}, {{1, 2}, 2147483642}};
      std::map<Coordinates, int64_t> sumsToZero = {{{0, 0}, 3}, {{1, 2}, 0}};
      if (isDense(levels))
        sumsToZero.erase({1, 2});
      Outcome outcome = runProgram([&] {
        EXPECT_EQ(decode(*readTensor(format.c_str(), fits.c_str())).elements,
                  sums);
        EXPECT_EQ(decode(*readTensor(format.c_str(), zero.c_str())).elements,
                  sumsToZero);
      });
      EXPECT_EQ(outcome.status, 0) << outcome.err;
      EXPECT_EQ(readAndPrint(format, over).status, format[1] == '3' ? 2 : 0);
    }
  std::string wide = directory.write("w.tns", "1 1 9223372036854775807\n"
                                              "1 1 1\n1 1 -5\n");
  EXPECT_EQ(readAndPrint("i64 4 4 D0 D1", wide).out,
            "# A: 1 x 1 int\n9223372036854775803\n");
}

TEST(Pack, ReadsInPlaceIntoAView) {
  Directory directory;
  std::string path = directory.write("a.tns", "1 2 5\n2 1 7\n");
  double values[4] = {9, 9, 9, 9};
  struct {
    void *allocated, *aligned;
    int64_t offset, sizes[2], strides[2];
  } descriptor = {values, values, 0, {2, 2}, {2, 1}};
  Outcome outcome = runProgram([&] {
    encke_unranked_memref buffer = {2, &descriptor};
    encke_tensor *view = _mlir_ciface_encke_view_f64(&buffer);
    encke_read(view, encke_file_path(path.c_str(), nullptr), 0, nullptr);
  });
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(std::vector<double>(values, values + 4),
            (std::vector<double>{0, 5, 7, 0}));
}

TEST(Pack, ReadingAgainReplaces) {
  Directory directory;
  std::string one = directory.write("1.tns", "1 2 5\n2 1 7\n");
  std::string two = directory.write("2.tns", "2 2 3\n");
  for (const char *format : {"f64 4 4 D0 C1", "f64 4 4 D0 D1"}) {
    Outcome outcome = runProgram([&] {
      encke_tensor *tensor = readTensor(format, one.c_str());
      encke_read(tensor, encke_file_path(two.c_str(), nullptr), 0, nullptr);
      EXPECT_EQ(decode(*tensor).elements,
                (std::map<Coordinates, int64_t>{{{1, 1}, 3}}));
    });
    EXPECT_EQ(outcome.status, 0) << outcome.err;
  }
}

TEST(Pack, BadFormatsAreErrors) {
  auto error = [](const char *format) {
    return runProgram([&] { encke_tensor_new(format); }).err;
  };
  EXPECT_EQ(error("f64 4 4 D0 S1"),
            "error: a position above the singleton level 'd1' may have "
            "several coordinates\n");
  EXPECT_EQ(error("f64 4 4 D0 C0"),
            "error: the levels above 'd0' tell it already\n");
  EXPECT_EQ(error("f64 4 2 D0"),
            "error: positions and coordinates have 4 or 8 bytes, not 2\n");
  EXPECT_EQ(error("f64 4 4 X0"), "error: 'X0' is no level\n");
  EXPECT_EQ(error("f64 4 4 D0/0 D0%2"), "error: 'D0/0' is no level\n");
  EXPECT_EQ(error("f64 4 4 D0/2 D0%3"), "error: the levels do not tell 'd0'\n");
  EXPECT_EQ(error("f64 4 4 D0 C0%3"),
            "error: the levels above 'd0 % 3' tell it already\n");
  EXPECT_EQ(error("f64 4 4 C1-0 C0-1"), "error: the levels do not tell 'd0'\n");
  EXPECT_EQ(error("f64 4 4 D0 D# C1"),
            "error: slots are followed by an S level\n");
  EXPECT_EQ(error("f64 4 4 D0 D# S1 S2"),
            "error: a position above the singleton level 'd2' may have "
            "several coordinates\n");
  EXPECT_EQ(error("f64 4 4 D0 C#"), "error: 'C#' is no level\n");
  EXPECT_EQ(error("f80 4 4 D0"), "error: 'f80' is no element type\n");
}

} // namespace
