//===- AskTest.cpp - what schedules ask of tensors (L32) ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <gtest/gtest.h>

#include <functional>
#include <sstream>

using namespace encke::test;

namespace {

using Row = std::function<std::vector<int64_t>(int64_t row)>;

class Ask : public testing::Test {
protected:
  /// A file with the columns of each of 200 rows.
  std::string write(const char *name, const Row &columns) {
    std::ostringstream entries;
    int64_t count = 0;
    for (int64_t row = 1; row <= 200; ++row)
      for (int64_t column : columns(row)) {
        entries << row << ' ' << column << " 1\n";
        ++count;
      }
    return directory.write(
        name, "%%MatrixMarket matrix coordinate real general\n200 4000 " +
                  std::to_string(count) + "\n" + entries.str());
  }

  /// What a program that has read the tensors finds.
  static std::string
  ask(const char *format, const std::vector<std::string> &paths,
      const std::function<int64_t(std::vector<encke_tensor *> &)> &question) {
    Outcome outcome = runProgram([&] {
      std::vector<encke_tensor *> tensors;
      tensors.reserve(paths.size());
      for (const std::string &path : paths)
        tensors.push_back(readTensor(format, path.c_str()));
      encke_print_i64(question(tensors));
    });
    return outcome.err + outcome.out;
  }

  Directory directory;
  std::string even = write("even.mtx", [](int64_t row) {
    return std::vector<int64_t>{row, row + 1};
  });
  std::string uneven = write("uneven.mtx", [](int64_t row) {
    return row * 7919 % 11 % 2 == 0 ? std::vector<int64_t>{row, row + 1}
                                    : std::vector<int64_t>{row};
  });
  std::string scattered = write("scattered.mtx", [](int64_t row) {
    return std::vector<int64_t>{row * 7919 % 1999 + 1,
                                row * 104729 % 1999 + 2001};
  });
};

const char *const withRows[] = {"f64 4 4 D0 C1", "f64 8 8 D0 C1",
                                "f64 4 4 C0 C1"};

TEST_F(Ask, AreRowsUneven) {
  auto question = [](std::vector<encke_tensor *> &tensors) {
    return encke_ask_uneven(tensors.front());
  };
  for (const char *format : withRows) {
    EXPECT_EQ(ask(format, {even}, question), "0\n");
    EXPECT_EQ(ask(format, {scattered}, question), "0\n");
    EXPECT_EQ(ask(format, {uneven}, question), "1\n");
  }
  // Without rows there is nothing to be uneven.
  EXPECT_EQ(ask("f64 4 4 N0 S1", {uneven}, question), "0\n");
  EXPECT_EQ(ask("f64 4 4 D0 D1", {uneven}, question), "0\n");
}

TEST_F(Ask, AreCoordinatesScattered) {
  auto question = [](std::vector<encke_tensor *> &tensors) {
    return encke_ask_scattered(tensors.front());
  };
  for (const char *format : withRows) {
    EXPECT_EQ(ask(format, {even}, question), "0\n");
    EXPECT_EQ(ask(format, {scattered}, question), "1\n");
  }
  EXPECT_EQ(ask("f64 4 4 D0 D1", {scattered}, question), "0\n");
}

TEST_F(Ask, AreRowsAlike) {
  auto question = [](std::vector<encke_tensor *> &tensors) {
    return encke_ask_alike(tensors.front(), tensors.back());
  };
  for (const char *format : {"f64 4 4 D0 C1", "f64 8 8 D0 C1"}) {
    EXPECT_EQ(ask(format, {even, even}, question), "1\n");
    EXPECT_EQ(ask(format, {even, scattered}, question), "0\n");
  }
  EXPECT_EQ(ask("f64 4 4 D0 D1", {even, even}, question), "0\n");
}

TEST_F(Ask, HowMuchIsStored) {
  for (const char *format : withRows)
    for (auto [least, answer] :
         {std::pair(1, "1\n"), {400, "1\n"}, {401, "0\n"}})
      EXPECT_EQ(ask(format, {even},
                    [least = least](std::vector<encke_tensor *> &tensors) {
                      return encke_ask_stored(tensors.front(), least);
                    }),
                answer);
}

} // namespace
