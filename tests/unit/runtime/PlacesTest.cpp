//===- PlacesTest.cpp - tests of where parts are in tensors ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "storage/place_runs.h"

#include "core/error.h"
#include "encke/runtime.h"
#include "storage/list.h"
#include "storage/tensor.h"
#include "storage/walk.h"

#include "Support.h"

#include "gtest/gtest.h"

#include <cstdarg>
#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

using namespace encke::rt;
using namespace encke::test;

namespace {

struct Free {
  void operator()(encke_tensor *tensor) const { encke_tensor_free(tensor); }
};
using Tensor = std::unique_ptr<encke_tensor, Free>;

void inProgram(const std::function<void()> &body) {
  Outcome outcome = runProgram(body);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

/// Row-major, with the values 3 * n % 7 for n = 0, 1, ...
Tensor makeDense(const std::vector<int64_t> &sizes) {
  std::string format = "i64 8 8";
  for (size_t mode = 0; mode != sizes.size(); ++mode)
    format += " D" + std::to_string(mode);
  Tensor tensor(encke_tensor_new(format.c_str()));
  for (size_t mode = 0; mode != sizes.size(); ++mode)
    encke_tensor_set_size(tensor.get(), int64_t(mode), sizes[mode]);
  ensureDenseValues(*tensor);
  for (int64_t n = 0; n != tensor->value_count; ++n)
    static_cast<int64_t *>(tensor->values)[n] = 3 * n % 7;
  return tensor;
}

Places makePlaces(const encke_tensor *tensor, const encke_tensor *part, ...) {
  std::va_list list;
  va_start(list, part);
  Places places(*tensor, *part, list);
  va_end(list);
  return places;
}

/// By offset in the part, what PlaceRuns says of the elements `first` to
/// before `last`.
std::map<int64_t, int64_t> runsOf(const Places &places,
                                  const encke_tensor &tensor,
                                  const encke_tensor &part, int64_t first,
                                  int64_t last) {
  std::map<int64_t, int64_t> found;
  PlaceRuns runs(places, denseStrides(part), denseStrides(tensor));
  runs.visit(
      first, last, [&](int64_t from, int64_t to) { found[from] = to; },
      [&](int64_t from) { found[from] = -1; });
  return found;
}

/// The same, an element at a time.
std::map<int64_t, int64_t> elementsOf(const Places &places,
                                      const encke_tensor &tensor,
                                      const encke_tensor &part) {
  std::map<int64_t, int64_t> found;
  std::vector<int64_t> coordinates(places.modes());
  forEachPoint(part.sizes, size_t(part.order), [&](const int64_t *at) {
    found[offsetOf(denseStrides(part), at)] =
        places.find(at, coordinates.data())
            ? offsetOf(denseStrides(tensor), coordinates.data())
            : -1;
  });
  return found;
}

void expectSame(const Places &places, const encke_tensor &tensor,
                const encke_tensor &part, int64_t elements) {
  std::map<int64_t, int64_t> expected = elementsOf(places, tensor, part);
  EXPECT_EQ(int64_t(expected.size()), elements);
  EXPECT_EQ(runsOf(places, tensor, part, 0, elements), expected);
  // In two halves, as two threads have them.
  std::map<int64_t, int64_t> both =
      runsOf(places, tensor, part, 0, elements / 2);
  both.merge(runsOf(places, tensor, part, elements / 2, elements));
  EXPECT_EQ(both, expected);
}

constexpr int64_t zero = 0, one = 1, two = 2;

/// What encke_check_places says of tensor[table[i], j] for i below `rows`, j
/// below `columns`.
Outcome checkRows(int64_t rows, int64_t columns) {
  return runProgram([=] {
    Tensor tensor = makeDense({6, 4}), table = makeDense({rows});
    encke_check_places(tensor.get(), "a.ta:1:2", 15, int64_t(2), rows, columns,
                       one, zero, zero, zero, zero, one, zero, zero, zero, one,
                       zero, table.get(), zero);
  });
}

TEST(Places, AreCheckedModeByMode) {
  // 0, 3, 6: the third row is not there.
  EXPECT_EQ(checkRows(2, 4).err, "");
  EXPECT_NE(
      checkRows(3, 4).err.find("a.ta:1:2: error: there is no coordinate 6 "
                               "in dimension 1, which has size 6"),
      std::string::npos);
  EXPECT_NE(checkRows(2, 5).err.find("there is no coordinate 4 in dimension 2"),
            std::string::npos);
  // Nothing is read.
  EXPECT_EQ(checkRows(3, 0).err, "");
  EXPECT_EQ(checkRows(0, 5).err, "");
}

} // namespace

TEST(Places, OneTable) {
  inProgram([] {
    Tensor tensor = makeDense({7}), part = makeDense({10}),
           table = makeDense({10});
    // A[p[i]]
    Places places = makePlaces(tensor.get(), part.get(), one, zero, zero, zero,
                               one, table.get(), zero);
    expectSame(places, *tensor, *part, 10);
  });
}

TEST(Places, LongerThanABlock) {
  inProgram([] {
    Tensor tensor = makeDense({7}), part = makeDense({700}),
           table = makeDense({700});
    Places places = makePlaces(tensor.get(), part.get(), one, zero, zero, zero,
                               one, table.get(), zero);
    expectSame(places, *tensor, *part, 700);
  });
}

TEST(Places, TablesAndSumsOfSeveralModes) {
  inProgram([] {
    Tensor tensor = makeDense({9, 8}), part = makeDense({4, 3}),
           rows = makeDense({4}), both = makeDense({4, 3});
    // A[p[i] + j, q[i, j] + 1]
    Places places =
        makePlaces(tensor.get(), part.get(), two, /*mode 0*/ zero, zero, zero,
                   one, one, zero, /*mode 1*/ one, zero, zero, zero, zero, one,
                   rows.get(), zero, both.get(), zero, one);
    expectSame(places, *tensor, *part, 12);
  });
}

TEST(Places, LastModeOfLengthOne) {
  inProgram([] {
    Tensor tensor = makeDense({8, 5}), part = makeDense({6, 1}),
           table = makeDense({6});
    // A[p[i], j + 2]
    Places places =
        makePlaces(tensor.get(), part.get(), one, zero, zero, zero, zero, one,
                   two, zero, zero, one, zero, table.get(), zero);
    expectSame(places, *tensor, *part, 6);
  });
}

TEST(Places, WhatIsClippedIsNowhere) {
  inProgram([] {
    Tensor tensor = makeDense({4, 4}), part = makeDense({4, 4});
    // A[i - j, j + 1], clipped
    Places places = makePlaces(tensor.get(), part.get(), zero, zero, one, one,
                               int64_t(-1), one, one, zero, one);
    expectSame(places, *tensor, *part, 16);
    // Of the last row nothing is there: A[4, j]
    Tensor row = makeDense({4});
    Places beyond = makePlaces(tensor.get(), row.get(), zero, int64_t(4), one,
                               zero, zero, zero, one);
    expectSame(beyond, *tensor, *row, 4);
  });
}

TEST(Places, OneElement) {
  inProgram([] {
    Tensor tensor = makeDense({4, 4}), part = makeDense({});
    Places places = makePlaces(tensor.get(), part.get(), zero, int64_t(2), zero,
                               int64_t(3), zero);
    PlaceRuns runs(places, denseStrides(*part), denseStrides(*tensor));
    std::vector<std::pair<int64_t, int64_t>> found;
    runs.visit(
        0, runs.elements(),
        [&](int64_t from, int64_t to) { found.emplace_back(from, to); },
        [](int64_t) { FAIL(); });
    EXPECT_EQ(found, (std::vector<std::pair<int64_t, int64_t>>{{0, 11}}));
  });
}

TEST(Places, WhatIsBeyondIsRefused) {
  inProgram([] {
    Tensor tensor = makeDense({6}), part = makeDense({10}),
           table = makeDense({10});
    Places places = makePlaces(tensor.get(), part.get(), one, zero, zero, zero,
                               one, table.get(), zero);
    try {
      runsOf(places, *tensor, *part, 0, 10);
      FAIL() << "no error";
    } catch (const Error &error) {
      EXPECT_STREQ(error.what(), "there is no coordinate 6 in dimension 1, "
                                 "which has size 6");
    }
  });
}

/// z[p[k]] += v[k] into a tensor of its own, and where z is.
TEST(Places, UpdateATensorWhereItIs) {
  inProgram([] {
    Tensor old = makeDense({6}), result = makeDense({6}),
           value = makeDense({9}), table = makeDense({9});
    auto *coordinates = static_cast<int64_t *>(table->values);
    for (int64_t k = 0; k != 9; ++k)
      coordinates[k] = k % 4;
    auto insert = [&](encke_tensor *into) {
      int64_t zero = 0, one = 1;
      encke_insert(into, old.get(), value.get(), "add", "f.ta:1:1",
                   /*count=*/7, one, zero, zero, zero, one, table.get(), zero);
    };
    auto valuesOf = [](const Tensor &tensor) {
      const auto *values = static_cast<const int64_t *>(tensor->values);
      return std::vector<int64_t>(values, values + tensor->value_count);
    };
    std::vector<int64_t> before = valuesOf(old), expected = before;
    for (int64_t k = 0; k != 9; ++k)
      expected[size_t(k % 4)] += 3 * k % 7;
    insert(result.get());
    EXPECT_EQ(valuesOf(result), expected);
    EXPECT_EQ(valuesOf(old), before);
    // A view of a buffer is updated.
    int64_t owns = std::exchange(old->owns_values, 0);
    insert(old.get());
    EXPECT_EQ(valuesOf(old), expected);
    old->owns_values = int32_t(owns);
  });
}
