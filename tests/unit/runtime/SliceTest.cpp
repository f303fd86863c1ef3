//===- SliceTest.cpp - slices of sparse tensors (L6) ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"

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
