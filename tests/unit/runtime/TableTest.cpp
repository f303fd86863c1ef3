//===- TableTest.cpp - workspaces that are hash tables --------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <gtest/gtest.h>

#include <map>

using namespace encke::test;

namespace {

/// A table of the sizes, whose elements are doubles that start as 0.5.
encke_workspace *makeTable(const std::vector<int64_t> &sizes) {
  double start = 0.5;
  encke_workspace *table =
      encke_workspace_new(int64_t(sizes.size()), ENCKE_F64, &start);
  for (size_t mode = 0; mode != sizes.size(); ++mode)
    encke_workspace_set_size(table, int64_t(mode), sizes[mode]);
  return table;
}

void add(encke_workspace *table, int64_t number, double value) {
  *static_cast<double *>(encke_workspace_element(table, number)) += value;
}

template <typename T>
std::vector<T> listOf(const void *array, int64_t count) {
  const T *begin = static_cast<const T *>(array);
  return {begin, begin + count};
}

using Numbers = std::vector<int64_t>;

TEST(Table, HoldsWhatWasAdded) {
  encke_workspace *table = makeTable({3, 4, 5});
  // (2, 0, 1), (0, 3, 4), (2, 0, 0), (2, 3, 0), (0, 3, 4)
  for (int64_t number : {41, 19, 40, 55, 19})
    add(table, number, double(number));
  encke_tensor *tensor = encke_workspace_sort(table);
  auto positions = [&](int level) {
    return listOf<int64_t>(tensor->levels[level].pos,
                           tensor->levels[level].pos_count);
  };
  auto coordinates = [&](int level) {
    return listOf<int64_t>(tensor->levels[level].crd,
                           tensor->levels[level].crd_count);
  };
  EXPECT_EQ(positions(0), (Numbers{0, 2}));
  EXPECT_EQ(coordinates(0), (Numbers{0, 2}));
  EXPECT_EQ(positions(1), (Numbers{0, 1, 3}));
  EXPECT_EQ(coordinates(1), (Numbers{3, 0, 3}));
  EXPECT_EQ(positions(2), (Numbers{0, 1, 3, 4}));
  EXPECT_EQ(coordinates(2), (Numbers{4, 0, 1, 0}));
  EXPECT_EQ(listOf<double>(tensor->values, tensor->value_count),
            (std::vector<double>{38.5, 40.5, 41.5, 55.5}));
  encke_workspace_free(table);
}

TEST(Table, IsEmptyAgainOnceItIsCleared) {
  encke_workspace *table = makeTable({1000000});
  for (int64_t count : {0, 3, 100, 5000, 7, 0}) {
    std::map<int64_t, double> expected;
    for (int64_t element = 0; element != 3 * count; ++element) {
      int64_t number = element * 7919 % count * 199 % 1000000;
      expected.try_emplace(number, 0.5).first->second += double(element);
      add(table, number, double(element));
    }
    encke_tensor *tensor = encke_workspace_sort(table);
    Numbers numbers;
    std::vector<double> values;
    for (auto [number, value] : expected) {
      numbers.push_back(number);
      values.push_back(value);
    }
    EXPECT_EQ(
        listOf<int64_t>(tensor->levels[0].crd, tensor->levels[0].crd_count),
        numbers);
    EXPECT_EQ(listOf<double>(tensor->values, tensor->value_count), values);
    EXPECT_EQ(
        listOf<int64_t>(tensor->levels[0].pos, tensor->levels[0].pos_count),
        (Numbers{0, int64_t(numbers.size())}));
    encke_workspace_clear(table);
  }
  encke_workspace_free(table);
}

TEST(Table, NumbersItsElementsWith64Bits) {
  Outcome outcome =
      runProgram([] { makeTable({int64_t(1) << 40, int64_t(1) << 40}); });
  EXPECT_NE(outcome.status, 0);
  EXPECT_NE(outcome.err.find("error: "), std::string::npos) << outcome.err;
}

} // namespace
