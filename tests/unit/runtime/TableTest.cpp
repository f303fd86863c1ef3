//===- TableTest.cpp - workspaces that have keys --------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

using namespace encke::test;

namespace {

/// A workspace of the sizes, of doubles, and what a kernel does with it.
struct Table {
  Table(const std::vector<int64_t> &sizes, bool isSorted) : isSorted(isSorted) {
    double nothing = -0.0;
    workspace = encke_workspace_new(int64_t(sizes.size()), ENCKE_F64, isSorted,
                                    &nothing);
    for (size_t mode = 0; mode != sizes.size(); ++mode)
      encke_workspace_set_size(workspace, int64_t(mode), sizes[mode]);
    view = reinterpret_cast<encke_table *>(workspace);
  }
  Table(const Table &) = delete;
  ~Table() { encke_workspace_free(workspace); }

  void add(uint64_t key, double value) {
    isSorted ? addToList(key, value) : addToSlot(key, value);
    if (count > view->most)
      encke_workspace_grow(workspace, count);
  }

  encke_tensor *take(bool unsorted = false) {
    encke_tensor *tensor = encke_workspace_take(workspace, count, unsorted);
    taken = count;
    count = 0;
    return tensor;
  }

  std::vector<int64_t> coordinates() const {
    return {view->coordinates, view->coordinates + taken};
  }
  std::vector<double> values() const {
    const auto *begin = static_cast<const double *>(view->taken);
    return {begin, begin + taken};
  }

  encke_workspace *workspace;
  encke_table *view;
  bool isSorted;
  int64_t count = 0, taken = 0;

private:
  void addToSlot(uint64_t key, double value) {
    uint64_t slot = key * ENCKE_KEY_FACTOR >> view->shift;
    uint64_t last = ENCKE_NO_KEY >> view->shift;
    while (view->keys[slot] != key && view->keys[slot] != ENCKE_NO_KEY)
      slot = (slot + 1) & last;
    auto *values = static_cast<double *>(view->values);
    bool isNew = view->keys[slot] == ENCKE_NO_KEY;
    values[slot + 1] = values[isNew ? 0 : slot + 1] + value;
    view->keys[slot] = view->listed[count] = key;
    view->slots[count] = slot;
    count += isNew;
  }

  void addToList(uint64_t key, double value) {
    uint64_t *end = view->listed + count;
    auto *values = static_cast<double *>(view->values);
    uint64_t *place = std::lower_bound(view->listed, end, key);
    int64_t at = place - view->listed;
    if (place != end && *place == key) {
      values[at] += value;
      return;
    }
    std::copy_backward(place, end, end + 1);
    std::copy_backward(values + at, values + count, values + count + 1);
    *place = key;
    values[at] = value;
    ++count;
  }
};

template <typename T>
std::vector<T> listOf(const void *array, int64_t count) {
  const T *begin = static_cast<const T *>(array);
  return {begin, begin + count};
}

using Numbers = std::vector<int64_t>;

class Tables : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Kinds, Tables, testing::Bool());

TEST_P(Tables, HoldWhatWasAdded) {
  Table table({3, 4, 5}, GetParam());
  // (2, 0, 1), (0, 3, 4), (2, 0, 0), (2, 3, 0), (0, 3, 4)
  for (uint64_t number : {41, 19, 40, 55, 19})
    table.add(number, double(number));
  encke_tensor *tensor = table.take();
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
            (std::vector<double>{38, 40, 41, 55}));
}

/// Rows of very different lengths one after the other, so that it grows, and is
/// small again.
TEST_P(Tables, AreEmptyAgainOnceTheyAreTaken) {
  for (int64_t size : {int64_t(1000000), int64_t(1) << 40}) {
    Table table({size}, GetParam());
    for (int64_t count : {0, 3, 100, 5000, 7, 0, 60000, 1, 2, 3, 900, 0}) {
      std::map<int64_t, double> expected;
      for (int64_t element = 0; element != 3 * count; ++element) {
        int64_t number = element * 7919 % count * 199999 % size;
        expected[number] += double(element);
        table.add(uint64_t(number), double(element));
      }
      table.take();
      Numbers numbers;
      std::vector<double> values;
      for (auto [number, value] : expected) {
        numbers.push_back(number);
        values.push_back(value);
      }
      EXPECT_EQ(table.coordinates(), numbers);
      EXPECT_EQ(table.values(), values);
    }
  }
}

TEST(Table, LeavesElementsInTheOrderInWhichTheyCame) {
  Table table({100}, /*isSorted=*/false);
  for (uint64_t number : {41, 19, 40, 55, 19, 0})
    table.add(number, double(number));
  table.take(/*unsorted=*/true);
  EXPECT_EQ(table.coordinates(), (Numbers{41, 19, 40, 55, 0}));
  EXPECT_EQ(table.values(), (std::vector<double>{41, 38, 40, 55, 0}));
  table.add(7, 1);
  encke_workspace_clear(table.workspace, table.count);
  table.count = 0;
  table.add(3, 1);
  table.take();
  EXPECT_EQ(table.coordinates(), (Numbers{3}));
}

TEST(Table, NumbersItsElementsWith64Bits) {
  Outcome outcome =
      runProgram([] { Table({int64_t(1) << 40, int64_t(1) << 40}, false); });
  EXPECT_NE(outcome.status, 0);
  EXPECT_NE(outcome.err.find("error: "), std::string::npos) << outcome.err;
}

} // namespace
