//===- SliceTest.cpp - slices of sparse tensors (L6) ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "TensorModel.h"

#include <gtest/gtest.h>

using namespace encke::test;

namespace {

class Slice : public testing::Test {
protected:
  /// The slice of the file's tensor, printed, or the error.
  std::string slice(const char *format, const char *ranges,
                    std::vector<int64_t> sizes) {
    Outcome outcome = runProgram([&] {
      encke_tensor *source = readTensor(format, path.c_str());
      encke_tensor *result = encke_tensor_new(format);
      for (size_t mode = 0; mode != sizes.size(); ++mode)
        encke_tensor_set_size(result, int64_t(mode), sizes[mode]);
      encke_slice(result, source, ranges, "p.ta:3:1");
      encke_print(result, "S");
    });
    return outcome.err + outcome.out.substr(outcome.out.find('\n') + 1);
  }

  Directory directory;
  // 1 0 2 0 3
  // 0 0 0 0 0
  // 0 4 0 5 0
  // 6 0 0 0 0
  std::string path = directory.write(
      "a.mtx", "%%MatrixMarket matrix coordinate real general\n4 5 6\n"
               "1 1 1\n1 3 2\n1 5 3\n3 2 4\n3 4 5\n4 1 0\n");
};

TEST_F(Slice, KeepsWhatTheRangesPick) {
  for (const char *format :
       {"f64 4 4 D0 C1", "f64 4 4 D1 C0", "f64 8 8 C0 C1"}) {
    EXPECT_EQ(slice(format, ": 0:5:2", {4, 3}), "0 0 1\n0 1 2\n0 2 3\n3 0 0\n");
    EXPECT_EQ(slice(format, "2:4:1 1:5:2", {2, 2}), "0 0 4\n0 1 5\n");
    EXPECT_EQ(slice(format, "1:2:1 :", {1, 5}), "");
  }
}

TEST_F(Slice, TakesStepsBeyondTheCoordinates) {
  for (const char *format : {"f64 4 4 D0 C1", "f64 8 8 C0 C1", "f64 4 4 N0 S1",
                             "f64 4 4 D0 D# S1"}) {
    EXPECT_EQ(slice(format, ": 2:5:4294967297", {4, 1}), "0 0 2\n");
    EXPECT_EQ(slice(format, "0:4294967296:4294967296 :", {1, 5}),
              "0 0 1\n0 2 2\n0 4 3\n");
  }
}

TEST_F(Slice, KeepsEveryElementType) { // L8
  std::string complex = "%%MatrixMarket matrix coordinate complex general\n"
                        "4 5 3\n1 1 1 -2\n3 4 0 5\n1 5 2.5 0\n";
  path = directory.write("c.mtx", complex);
  EXPECT_EQ(slice("c128 4 4 D0 C1", ": 0:5:2", {4, 3}),
            "0 0 1-2j\n0 2 2.5+0j\n");
  std::string integers = "%%MatrixMarket matrix coordinate integer general\n"
                         "4 5 2\n1 3 9007199254740993\n3 4 -1\n";
  path = directory.write("i.mtx", integers);
  EXPECT_EQ(slice("i64 4 4 D0 C1", ": 0:5:2", {4, 3}),
            "0 1 9007199254740993\n");
}

TEST_F(Slice, ChecksRanges) {
  EXPECT_EQ(slice("f64 4 4 D0 C1", "0:5:1 :", {5, 5}),
            "p.ta:3:1: error: the range goes on to 4, but dimension 1 has size "
            "4\n");
  // The end of a range may lie beyond what its steps reach.
  EXPECT_EQ(slice("f64 4 4 D0 C1", "0:5:3 :", {2, 5}),
            "0 0 1\n0 2 2\n0 4 3\n1 0 0\n");
  EXPECT_EQ(slice("f64 4 4 D0 C1", "0:2:1 :", {3, 5}),
            "p.ta:3:1: error: the slice needs size 2 in dimension 1\n");
  EXPECT_EQ(slice("f64 4 4 D0 C1", "0:2 :", {2, 5}),
            "p.ta:3:1: error: '0:2' is no range\n");
  EXPECT_EQ(slice("f64 4 4 D0 C1", "0:2:1", {2, 5}),
            "p.ta:3:1: error: '0:2:1' are not the ranges of an order-2 "
            "tensor\n");
}

//===----------------------------------------------------------------------===//
// Against the definition, in random formats
//===----------------------------------------------------------------------===//

struct RandomRange {
  int64_t lo, count, step;
};

RandomRange randomRange(std::mt19937 &random, int64_t size) {
  int64_t lo = int64_t(random() % size), step = 1 + int64_t(random() % 3);
  int64_t most = (size - lo - 1) / step + 1;
  return {lo, int64_t(random() % (most + 1)), step};
}

/// Slices `model`, stored in that format, and compares; 3 ranges in 4 pick.
void checkSlice(const TensorModel &model, const std::string &format,
                std::mt19937 &random, int threads = 1) {
  std::string ranges;
  std::vector<RandomRange> picks;
  for (int64_t size : model.sizes) {
    RandomRange range = randomRange(random, size);
    std::string text = std::to_string(range.lo) + ":" +
                       std::to_string(range.lo + range.count * range.step) +
                       ":" + std::to_string(range.step);
    if (random() % 4 == 0) {
      range = {0, size, 1};
      text = ":";
    }
    picks.push_back(range);
    ranges += (ranges.empty() ? "" : " ") + text;
  }
  SCOPED_TRACE(format + ", " + ranges);
  std::map<Coordinates, int64_t> expected;
  for (const auto &[at, value] : model.elements()) {
    Coordinates inside;
    for (size_t mode = 0; mode != at.size(); ++mode)
      if (int64_t distance = at[mode] - picks[mode].lo;
          distance >= 0 && distance % picks[mode].step == 0 &&
          distance / picks[mode].step < picks[mode].count)
        inside.push_back(distance / picks[mode].step);
    if (inside.size() == at.size())
      expected[inside] = value;
  }
  encke_options options = defaultOptions();
  options.tns_dialect = 2;
  options.threads = threads;
  Outcome outcome = runProgram(
      [&] {
        encke_tensor *source = makeTensor(model, format);
        encke_tensor *result = encke_tensor_new(format.c_str());
        for (size_t mode = 0; mode != picks.size(); ++mode)
          encke_tensor_set_size(result, int64_t(mode), picks[mode].count);
        encke_slice(result, source, ranges.c_str(), nullptr);
        EXPECT_EQ(decode(*result).elements, expected);
        EXPECT_EQ(decode(*source).elements, model.elements());
      },
      options);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

/// Without the zeros, which a dense tensor would not keep.
TensorModel randomNonzeros(std::mt19937 &random, const Coordinates &sizes,
                           size_t count) {
  TensorModel model = randomTensor(random, sizes, count), distinct{sizes, {}};
  for (const auto &[at, value] : model.elements())
    if (value != 0)
      distinct.entries.push_back({at, value});
  return distinct;
}

TEST(SliceRandomly, L6_OfAnyLevels) {
  std::mt19937 random(7);
  const std::vector<std::string> types = {"i32", "i64", "f64", "c128"};
  for (size_t order = 1; order <= 6; ++order)
    for (int round = 0; round != 60; ++round) {
      Coordinates sizes;
      for (size_t mode = 0; mode != order; ++mode)
        sizes.push_back(1 + int64_t(random() % (order > 4 ? 4 : 9)));
      checkSlice(randomNonzeros(random, sizes, random() % 90),
                 formatText(types[random() % types.size()],
                            random() % 2 ? 4 : 8, random() % 2 ? 4 : 8,
                            randomLevels(random, order)),
                 random);
    }
}

TEST(SliceRandomly, L6_OfNamedFormats) {
  std::mt19937 random(8);
  for (const char *levels :
       {"D0 C1", "D1 C0", "C0 C1", "N0 S1", "C0 D1", "D0 D# S1", "C1-0 D0",
        "D0/2 C1/3 D0%2 D1%3", "C0/2 C1/3 D0%2 D1%3"})
    for (int round = 0; round != 20; ++round)
      checkSlice(randomNonzeros(random, {11, 8}, size_t(round) * 4),
                 formatText("f64", 4, 4, levels), random);
}

// Rows longer than what is found at once, shared among threads.
TEST(SliceRandomly, L6_OfLargeTensorsByThreads) {
  std::mt19937 random(9);
  TensorModel model = randomNonzeros(random, {90, 4000}, 120000);
  for (const char *levels : {"D0 C1", "C0 C1", "N0 S1", "D1 C0", "D0 D# S1"})
    for (int threads : {1, 3})
      for (int round = 0; round != 3; ++round)
        checkSlice(model, formatText("f64", 4, 4, levels), random, threads);
  model = randomNonzeros(random, {9, 30, 400}, 60000);
  for (const char *levels : {"C0 C1 C2", "N0 S1 S2", "D0 C1 D2", "C0 D1 C2"})
    checkSlice(model, formatText("f64", 4, 4, levels), random, 2);
}

TEST(Tensors, OfALoopAreFreed) {
  runProgram([] {
    encke_tensor *before = encke_tensor_new("f64 4 4 D0");
    int64_t start = encke_tensors_made();
    encke_tensor *carried = nullptr;
    for (int round = 0; round != 3; ++round) {
      encke_tensor_new("f64 4 4 D0 C1");
      carried = encke_tensor_new("f64 4 4 C0");
      encke_tensor_set_size(carried, 0, 7);
      encke_tensor_keep(carried);
      encke_tensors_free(start);
      EXPECT_EQ(encke_tensor_size(carried, 0), 7);
    }
    EXPECT_EQ(before->order, 1);
    EXPECT_EQ(encke_tensors_made(), start + 6);
  });
}

TEST(RandomSequence, GoesOnFromTheSeedUsedLast) { // L15
  runProgram([] {
    double values[3];
    auto next = [&](bool hasSeed, int64_t seed) {
      encke_tensor *tensor = encke_tensor_new("f64 4 4 D0");
      encke_tensor_set_size(tensor, 0, 1);
      hasSeed ? encke_random(tensor, seed) : encke_random_next(tensor);
      return *static_cast<double *>(tensor->values);
    };
    values[0] = next(true, 0);
    values[1] = next(true, 1);
    values[2] = next(true, 7);
    EXPECT_NE(values[0], values[1]);
    next(true, -1);
    EXPECT_EQ(next(false, 0), values[0]);
    EXPECT_EQ(next(false, 0), values[1]);
    next(true, 6);
    EXPECT_EQ(next(false, 0), values[2]);
  });
}

} // namespace
