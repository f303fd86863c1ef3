//===- ConvertTest.cpp - tensors from one format into another -------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "TensorModel.h"

#include <gtest/gtest.h>

#include <cstring>

using namespace encke::test;

namespace {

const std::vector<std::string> matrixFormats = {
    "D0 D1",
    "D1 D0",
    "D0 C1",
    "D1 C0",
    "C0 C1",
    "C1 C0",
    "N0 S1",
    "N1 S0",
    "C0 D1",
    "N0 D1",
    "D0 D# S1",
    "D1 D# S0",
    "D0/2 C1/3 D0%2 D1%3",
    "D0/3 D1/2 N0%3 S1%2",
    "C0/2 C1/3 D0%2 D1%3",
    "C1-0 D0",
};

bool isDense(const std::string &levels) {
  return levels.find_first_of("CNS%") == std::string::npos;
}

/// Without the zeros, which a dense tensor cannot tell from elements (L38).
void dropZeros(std::map<Coordinates, int64_t> &elements) {
  for (auto it = elements.begin(); it != elements.end();)
    it = it->second == 0 ? elements.erase(it) : std::next(it);
}

/// Converts `model` from one format to another and compares.
void check(const TensorModel &model, const std::string &from,
           const std::string &to, int threads = 1) {
  SCOPED_TRACE(from + " to " + to);
  bool dense = isDense(from.substr(from.find_first_of("DCNS"))) ||
               isDense(to.substr(to.find_first_of("DCNS")));
  std::map<Coordinates, int64_t> expected = model.elements();
  if (dense)
    dropZeros(expected);
  encke_options options = defaultOptions();
  options.tns_dialect = 2;
  options.threads = threads;
  Outcome outcome = runProgram(
      [&] {
        encke_tensor *source = makeTensor(model, from);
        encke_tensor *result = encke_convert(source, to.c_str(), "p.ta:3:1");
        std::map<Coordinates, int64_t> elements = decode(*result).elements;
        if (dense)
          dropZeros(elements);
        EXPECT_EQ(elements, expected);
        // The source is as it was.
        Decoded before = decode(*source);
        if (dense)
          dropZeros(before.elements);
        EXPECT_EQ(before.elements, expected);
      },
      options);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

TEST(Convert, L35_EveryPairOfMatrixFormats) {
  std::mt19937 random(1);
  for (const std::string &from : matrixFormats)
    for (const std::string &to : matrixFormats)
      for (size_t count : {0, 9, 60})
        check(randomTensor(random, {7, 10}, count, true), "f64 4 4 " + from,
              formatText("f64", count % 2 ? 8 : 4, count == 60 ? 8 : 4, to));
}

TEST(Convert, L35_RandomFormatsOfAnyOrder) {
  std::mt19937 random(2);
  for (size_t order = 1; order <= 8; ++order)
    for (int round = 0; round != 30; ++round) {
      Coordinates sizes;
      for (size_t mode = 0; mode != order; ++mode)
        sizes.push_back(1 + int64_t(random() % (order > 5 ? 3 : 6)));
      auto format = [&] {
        return formatText("i64", random() % 2 ? 4 : 8, random() % 2 ? 4 : 8,
                          randomLevels(random, order));
      };
      check(randomTensor(random, sizes, random() % 50, true), format(),
            format());
    }
}

TEST(Convert, L8_ElementTypes) {
  std::mt19937 random(3);
  const std::vector<std::string> types = {"bool", "i32", "i64",
                                          "f32",  "f64", "c128"};
  for (size_t from = 0; from != types.size(); ++from)
    for (size_t to = from; to != types.size(); ++to) {
      if (types[from] == "c128")
        continue; // no file gives one
      TensorModel model = randomTensor(random, {5, 8}, 20);
      for (Entry &entry : model.entries)
        if (from == 0)
          entry.value = 1;
      if (from == 0) { // no sums
        std::map<Coordinates, int64_t> once;
        for (const Entry &entry : model.entries)
          once[entry.at] = 1;
        model.entries.clear();
        for (const auto &[at, value] : once)
          model.entries.push_back({at, value});
      }
      for (const char *levels : {"D0 C1", "D1 C0", "D0/2 C1/2 D0%2 D1%2"})
        check(model, formatText(types[from], 4, 4, "D0 C1"),
              formatText(types[to], 4, 4, levels));
    }
}

// Sizes of 1 and empty tensors; a size of 0 has no file, so none is read.
TEST(Convert, SmallSizes) {
  std::mt19937 random(4);
  for (const Coordinates &sizes : {Coordinates{1, 1}, {1, 9}, {9, 1}})
    for (const std::string &from : matrixFormats)
      for (const std::string &to : matrixFormats)
        check(randomTensor(random, sizes, 4), "f64 4 4 " + from,
              "f64 4 4 " + to);
  for (const Coordinates &sizes : {Coordinates{0, 0}, {0, 3}, {3, 0}})
    for (const std::string &from : matrixFormats)
      for (const std::string &to : matrixFormats) {
        SCOPED_TRACE(from + " to " + to);
        Outcome outcome = runProgram([&] {
          encke_tensor *empty = encke_tensor_new(("f64 4 4 " + from).c_str());
          encke_tensor_set_size(empty, 0, sizes[0]);
          encke_tensor_set_size(empty, 1, sizes[1]);
          encke_tensor *dense = encke_convert(empty, "f64 4 4 D0 D1", nullptr);
          encke_tensor *source =
              encke_convert(dense, ("f64 4 4 " + from).c_str(), nullptr);
          encke_tensor *result =
              encke_convert(source, ("f64 4 4 " + to).c_str(), nullptr);
          EXPECT_EQ(decode(*result).stored.size(), 0u);
          EXPECT_EQ(encke_stored_count(result), 0);
          EXPECT_EQ(encke_tensor_size(result, 1), sizes[1]);
        });
        EXPECT_EQ(outcome.status, 0) << outcome.err;
      }
}

// No elements, however large the other mode is.
TEST(Convert, EmptyBesideHuge) {
  Outcome outcome = runProgram([] {
    encke_tensor *source = encke_tensor_new("f64 8 8 C0 C1");
    encke_tensor_set_size(source, 0, INT64_MAX);
    encke_tensor_set_size(source, 1, 0);
    encke_tensor *dense = encke_convert(source, "f64 8 8 D1 D0", nullptr);
    EXPECT_EQ(dense->value_count, 0);
  });
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

TEST(Convert, EmptyModeInside) {
  const char *formats[] = {"D0 D1 C2", "D0 C1 D2", "D1 D0 C2", "C2 D1 C0",
                           "D2 C1 C0", "C0 C1 C2", "D0 D2 C1"};
  for (std::string from : formats)
    for (std::string to : formats) {
      SCOPED_TRACE(from + " to " + to);
      Outcome outcome = runProgram([&] {
        encke_tensor *empty = encke_tensor_new("f64 4 4 C0 C1 C2");
        for (int32_t mode = 0; mode != 3; ++mode)
          encke_tensor_set_size(empty, mode, mode == 1 ? 0 : 4 + mode);
        encke_tensor *dense = encke_convert(empty, "f64 4 4 D0 D1 D2", nullptr);
        encke_tensor *source =
            encke_convert(dense, ("f64 4 4 " + from).c_str(), nullptr);
        encke_tensor *result =
            encke_convert(source, ("f64 4 4 " + to).c_str(), nullptr);
        EXPECT_EQ(encke_stored_count(result), 0);
        EXPECT_EQ(encke_tensor_size(result, 2), 6);
      });
      EXPECT_EQ(outcome.status, 0) << outcome.err;
    }
}

bool sameBytes(const void *a, const void *b, int64_t bytes) {
  return bytes == 0 || std::memcmp(a, b, size_t(bytes)) == 0;
}

/// The arrays of what `model` becomes.
std::vector<std::string> arraysOf(const TensorModel &model,
                                  const std::string &from,
                                  const std::string &to, int threads) {
  std::vector<std::string> arrays;
  encke_options options = defaultOptions();
  options.tns_dialect = 2;
  options.threads = threads;
  Outcome outcome = runProgram(
      [&] {
        encke_tensor *source = makeTensor(model, "f64 4 4 " + from);
        encke_tensor *t =
            encke_convert(source, ("f64 4 4 " + to).c_str(), nullptr);
        auto add = [&](const void *array, int64_t count, int64_t bytes) {
          arrays.emplace_back(static_cast<const char *>(array),
                              array ? size_t(count * bytes) : 0);
        };
        for (int32_t l = 0; l != t->level_count; ++l) {
          add(t->levels[l].pos, t->levels[l].pos_count, t->pos_bytes);
          add(t->levels[l].crd, t->levels[l].crd_count, t->crd_bytes);
        }
        add(t->values, t->value_count, 8);
      },
      options);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  return arrays;
}

// The arrays are the same, bit by bit, for every number of threads.
TEST(Convert, ThreadsDoNotShow) {
  std::mt19937 random(5);
  TensorModel model = randomTensor(random, {400, 900}, 150000, true);
  for (const char *from : {"D0 C1", "N0 S1"})
    for (const char *to : {"D1 C0", "C0 C1", "C1 C0", "N1 S0", "D0 D# S1",
                           "D0 D1", "C1-0 D0", "D0/4 C1/4 D0%4 D1%4"}) {
      SCOPED_TRACE(std::string(from) + " to " + to);
      auto one = arraysOf(model, from, to, 1);
      EXPECT_TRUE(one == arraysOf(model, from, to, 2));
      EXPECT_TRUE(one == arraysOf(model, from, to, 3));
    }
}

// Threads share entries by what coordinates the parts of them have.
TEST(Convert, WhereThePartsLieDoesNotShow) {
  std::mt19937 random(6);
  TensorModel anywhere{{3000, 2500}, {}}, band = anywhere, popular = anywhere;
  for (int64_t row = 0; row != 3000; ++row)
    for (int64_t n = 0; n != 200; ++n) {
      auto value = int64_t(random() % 1000);
      auto column = int64_t(random() % 2500);
      anywhere.entries.push_back({{row, column}, value});
      band.entries.push_back(
          {{row, std::min<int64_t>(row / 2 + column / 100, 2499)}, value});
      popular.entries.push_back({{row, n % 3 ? 7 : column}, value});
    }
  for (const TensorModel &model : {anywhere, band, popular}) {
    auto one = arraysOf(model, "N0 S1", "D1 N0", 1);
    EXPECT_TRUE(one == arraysOf(model, "N0 S1", "D1 N0", 2));
    EXPECT_TRUE(one == arraysOf(model, "N0 S1", "D1 N0", 4));
  }
}

// Rows that begin and end in the middle of threads' parts of the entries, go
// through whole parts, and have empty rows before, between and behind them.
TEST(Convert, WhereRowsBeginDoesNotShow) {
  for (int64_t longest : {5, 30, 31}) {
    TensorModel model{{40, 90000}, {}};
    for (int64_t row : {2, 3, 5, 7, 30, 31, 38})
      for (int64_t n = 0; n != (row == longest ? 90000 : 30000); ++n)
        model.entries.push_back({{row, n}, n % 1000});
    auto one = arraysOf(model, "N0 S1", "D0 C1", 1);
    ASSERT_EQ(one.size(), 5u); // pos and crd of two levels, and values
    std::vector<int32_t> positions = {0};
    for (int64_t row = 0; row != 40; ++row)
      positions.push_back(int32_t(std::count_if(
          model.entries.begin(), model.entries.end(),
          [=](const Entry &entry) { return entry.at[0] <= row; })));
    ASSERT_EQ(one[2].size(), positions.size() * sizeof(int32_t));
    EXPECT_TRUE(
        sameBytes(one[2].data(), positions.data(), int64_t(one[2].size())));
    for (int threads = 2; threads != 6; ++threads)
      EXPECT_TRUE(one == arraysOf(model, "N0 S1", "D0 C1", threads));
  }
}

TEST(Convert, DenseKeepsEveryValue) {
  Outcome outcome = runProgram([&] {
    encke_tensor *rows = encke_tensor_new("f64 4 4 D0 D1");
    encke_tensor_set_size(rows, 0, 2);
    encke_tensor_set_size(rows, 1, 3);
    encke_random(rows, 7);
    static_cast<double *>(rows->values)[1] = -0.0;
    encke_tensor *columns = encke_convert(rows, "f64 4 4 D1 D0", nullptr);
    encke_tensor *back = encke_convert(columns, "f64 4 4 D0 D1", nullptr);
    EXPECT_TRUE(sameBytes(rows->values, back->values, 48));
    EXPECT_EQ(static_cast<double *>(columns->values)[1],
              static_cast<double *>(rows->values)[3]);
  });
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

TEST(Convert, Errors) {
  auto error = [](const char *from, const char *to) {
    return runProgram([&] {
             encke_tensor *tensor = encke_tensor_new(from);
             encke_convert(tensor, to, "p.ta:3:1");
           })
        .err;
  };
  EXPECT_EQ(error("f64 4 4 D0 C1", "f64 4 4 C0"),
            "p.ta:3:1: error: a tensor of order 2 is converted to a format of "
            "order 1\n");
  EXPECT_EQ(error("f64 4 4 D0 C1", "i64 4 4 D0 C1"),
            "p.ta:3:1: error: a tensor of double cannot become one of int\n");
  EXPECT_EQ(error("f64 4 4 D0 C1", "f64 4 4 D0 X1"),
            "p.ta:3:1: error: 'X1' is no level\n");
}

//===----------------------------------------------------------------------===//
// Parts of symmetric matrices
//===----------------------------------------------------------------------===//

TensorModel symmetricModel(std::mt19937 &random) {
  TensorModel model = randomTensor(random, {17, 17}, 60);
  TensorModel both = model;
  both.entries.clear();
  std::map<Coordinates, int64_t> elements = model.elements();
  for (const auto &[at, value] : elements)
    if (at[0] <= at[1]) {
      both.entries.push_back({at, value});
      if (at[0] != at[1])
        both.entries.push_back({{at[1], at[0]}, value});
    }
  return both;
}

TEST(Convert, L32_PartsOfSymmetricMatrices) {
  std::mt19937 random(11);
  for (const std::string &levels : matrixFormats) {
    if (isDense(levels))
      continue;
    for (const char *element : {"f64", "i32", "c128"}) {
      SCOPED_TRACE(levels);
      TensorModel model = symmetricModel(random);
      encke_options options = defaultOptions();
      options.tns_dialect = 2;
      Outcome outcome = runProgram(
          [&] {
            encke_tensor *A =
                makeTensor(model, formatText(element, 4, 8, levels));
            std::map<Coordinates, int64_t> expected = decode(*A).elements;
            std::map<Coordinates, int64_t> found;
            auto add = [&](const char *to, const char *part) {
              encke_tensor *made = encke_symmetric_part(
                  A, formatText(element, 4, 4, to).c_str(), part, nullptr);
              for (const auto &[at, value] : decode(*made).elements)
                EXPECT_TRUE(found.emplace(at, value).second);
            };
            add("D0 C1", "strict_lower");
            add("N0 S1", "diagonal");
            add("D1 C0", "strict_upper");
            EXPECT_EQ(found, expected);
          },
          options);
      EXPECT_EQ(outcome.status, 0) << outcome.err;
    }
  }
}

} // namespace
