//===- SizesTest.cpp - sizes of labels (L5) -------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <gtest/gtest.h>

using namespace encke::test;

namespace {

class Sizes : public testing::Test {
protected:
  Directory directory;
  std::string exact = directory.write(
      "a.mtx", "%%MatrixMarket matrix coordinate real general\n4 3 0\n");
  std::string small = directory.write("s.tns", "2 2 2 1.5\n");
  std::string large = directory.write("l.tns", "9 9 9 1.5\n");
  int64_t decided = -1;

  /// The sizes that the sources give, or the error.
  Outcome decide(const std::function<void(encke_size *)> &sources) {
    return runProgram([&] {
      encke_size *size = encke_size_begin("j");
      sources(size);
      decided = encke_size_end(size);
    });
  }
  static encke_file *open(const std::string &path) {
    return encke_file_path(path.c_str(), "p.ta:1:1");
  }
};

TEST_F(Sizes, AgreeingSources) {
  Outcome outcome = decide([&](encke_size *size) {
    encke_size_static(size, 3, "p.ta:2:1");
    encke_size_file(size, open(exact), 1, 2, "p.ta:5:1");
  });
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(decided, 3);
}

TEST_F(Sizes, BoundsGiveTheMaximum) { // L38
  decide([&](encke_size *size) {
    encke_size_file(size, open(large), 0, 3, nullptr);
    encke_size_file(size, open(small), 0, 3, nullptr);
  });
  EXPECT_EQ(decided, 9);
  decide([&](encke_size *size) {
    encke_size_file(size, open(small), 0, 3, nullptr);
    encke_size_static(size, 5, nullptr);
  });
  EXPECT_EQ(decided, 5);
}

TEST_F(Sizes, DisagreeingSourcesNameBothPlaces) {
  Outcome outcome = decide([&](encke_size *size) {
    encke_size_static(size, 32, "p.ta:2:1");
    encke_size_file(size, open(exact), 1, 2, "p.ta:5:1");
  });
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(withoutDirectory(outcome.err, exact),
            "p.ta:5:1: error: label 'j' has size 3 by dimension 2 of 'a.mtx', "
            "not 32\np.ta:2:1: note: label 'j' has size 32\n");
}

TEST_F(Sizes, BoundPastAnExactSize) {
  Outcome outcome = decide([&](encke_size *size) {
    encke_size_file(size, open(large), 2, 3, "p.ta:6:1");
    encke_size_static(size, 8, "p.ta:2:1");
  });
  EXPECT_EQ(withoutDirectory(outcome.err, exact),
            "p.ta:6:1: error: label 'j' has size at least 9 by dimension 3 of "
            "'l.tns', not 8\np.ta:2:1: note: label 'j' has size 8\n");
}

TEST_F(Sizes, NothingTellsTheSize) {
  EXPECT_EQ(decide([](encke_size *) {}).err,
            "error: nothing tells the size of label 'j'\n");
}

TEST_F(Sizes, OrdersThatDiffer) {
  Outcome outcome = decide([&](encke_size *size) {
    encke_size_file(size, open(exact), 0, 3, "p.ta:5:1");
  });
  EXPECT_EQ(withoutDirectory(outcome.err, exact),
            "a.mtx: error: the file holds a tensor of order 2, the program "
            "reads one of order 3\n  in p.ta:5:1\n");
}

TEST_F(Sizes, ATensorOfAnotherSizeIsNotFilled) {
  Outcome outcome = runProgram([&] {
    encke_tensor *tensor = encke_tensor_new("f64 4 4 D0 D1");
    encke_tensor_set_size(tensor, 0, 4);
    encke_tensor_set_size(tensor, 1, 4);
    encke_read(tensor, open(exact), 0, "p.ta:7:1");
  });
  EXPECT_EQ(withoutDirectory(outcome.err, exact),
            "a.mtx: error: the file holds 4 x 3, the tensor is 4 x 4\n"
            "  in p.ta:7:1\n");
}

TEST_F(Sizes, Peek) {
  int64_t sizes[8], entries;
  int32_t order;
  char message[256] = "";
  encke_options options = defaultOptions();
  auto peek = [&](const std::string &path, int32_t capacity = 8) {
    return encke_peek_file(path.c_str(), &options, sizes, capacity, &order,
                           &entries, message, sizeof(message));
  };
  std::string symmetric = directory.write(
      "b.mtx", "%%MatrixMarket matrix coordinate real symmetric\n4 4 5\n");
  ASSERT_EQ(peek(symmetric), 0);
  EXPECT_EQ(order, 2);
  EXPECT_EQ(sizes[0], 4);
  EXPECT_EQ(sizes[1], 4);
  EXPECT_EQ(entries, 10);
  ASSERT_EQ(peek(large), 0);
  EXPECT_EQ(order, 3);
  EXPECT_EQ(sizes[2], 9);
  EXPECT_EQ(entries, 1);
  EXPECT_EQ(peek(large, 2), 1);
  std::string bad = directory.write("c.mtx", "no banner\n");
  EXPECT_EQ(peek(bad), 1);
  EXPECT_EQ(withoutDirectory(message, bad),
            "c.mtx:1:1: error: expected the banner '%%MatrixMarket', found "
            "'no'");
  EXPECT_EQ(peek(directory.path("none.mtx")), 1);
  EXPECT_EQ(withoutDirectory(message, bad),
            "error: cannot open 'none.mtx': No such file or directory");
}

} // namespace
