//===- RenumberTest.cpp - coordinates numbered anew, shared arrays --------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"

#include "encke/runtime.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>

using namespace encke::test;

namespace {

/// A CSR matrix of one row with elements in these columns.
encke_tensor *makeRow(int64_t columns, std::initializer_list<int64_t> stored) {
  encke_tensor *tensor = encke_tensor_new("f64 8 8 D0 C1");
  encke_tensor_set_size(tensor, 0, 1);
  encke_tensor_set_size(tensor, 1, columns);
  auto count = int64_t(stored.size());
  encke_result_allocate(tensor, 1, 1, count);
  encke_result_allocate_values(tensor, count);
  static_cast<int64_t *>(tensor->levels[1].pos)[1] = count;
  std::copy(stored.begin(), stored.end(),
            static_cast<int64_t *>(tensor->levels[1].crd));
  std::fill_n(static_cast<double *>(tensor->values), count, 1.5);
  return tensor;
}

int64_t coordinateOf(const encke_tensor *tensor, int64_t position) {
  return static_cast<const int64_t *>(tensor->levels[1].crd)[position];
}

constexpr int64_t huge = int64_t(1) << 40;

/// The coordinates of both operands, in their order, and back.
TEST(Renumber, OperandsAndResult) {
  Outcome outcome = runProgram([] {
    encke_tensor *a = makeRow(huge, {7, huge - 1});
    encke_tensor *b = makeRow(huge, {5, 7, 90000000});
    encke_renumbering *numbering = encke_renumber_begin();
    encke_renumber_add(numbering, a, 1);
    encke_renumber_add(numbering, b, 1);
    EXPECT_EQ(encke_renumber_size(numbering, huge, 1 << 16, 8), 4);
    encke_tensor *seen = encke_renumber_view(numbering, 0);
    EXPECT_EQ(coordinateOf(seen, 0), 1);
    EXPECT_EQ(coordinateOf(seen, 1), 3);
    EXPECT_EQ(encke_tensor_size(seen, 1), 4);
    EXPECT_EQ(seen->values, a->values);
    seen = encke_renumber_view(numbering, 1);
    EXPECT_EQ(coordinateOf(seen, 0), 0);
    EXPECT_EQ(coordinateOf(seen, 1), 1);
    EXPECT_EQ(coordinateOf(seen, 2), 2);

    encke_tensor *result = makeRow(4, {1, 2, 3});
    encke_renumber_end(numbering, result, 1);
    EXPECT_EQ(coordinateOf(result, 0), 7);
    EXPECT_EQ(coordinateOf(result, 1), 90000000);
    EXPECT_EQ(coordinateOf(result, 2), huge - 1);
    EXPECT_EQ(encke_tensor_size(result, 1), huge);
    // The operands are as they were.
    EXPECT_EQ(coordinateOf(a, 1), huge - 1);
    EXPECT_EQ(static_cast<double *>(b->values)[2], 1.5);
  });
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

/// An array as long as the mode is nothing to save there.
TEST(Renumber, SmallModesStay) {
  Outcome outcome = runProgram([] {
    encke_tensor *a = makeRow(50, {7, 49});
    encke_renumbering *numbering = encke_renumber_begin();
    encke_renumber_add(numbering, a, 1);
    EXPECT_EQ(encke_renumber_size(numbering, 50, 1 << 16, 8), 50);
    EXPECT_EQ(encke_renumber_view(numbering, 0), a);
    encke_tensor *result = makeRow(50, {49});
    encke_renumber_end(numbering, result, 1);
    EXPECT_EQ(coordinateOf(result, 0), 49);
  });
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

TEST(Renumber, NothingStored) {
  Outcome outcome = runProgram([] {
    encke_tensor *a = makeRow(huge, {});
    encke_renumbering *numbering = encke_renumber_begin();
    encke_renumber_add(numbering, a, 1);
    EXPECT_EQ(encke_renumber_size(numbering, huge, 1 << 16, 8), 0);
    encke_tensor *result = makeRow(0, {});
    encke_renumber_end(numbering, result, 1);
    EXPECT_EQ(encke_tensor_size(result, 1), huge);
  });
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

/// A program that ends in between frees everything once.
TEST(Renumber, NotEnded) {
  Outcome outcome = runProgram([] {
    encke_tensor *a = makeRow(huge, {3});
    encke_renumbering *numbering = encke_renumber_begin();
    encke_renumber_add(numbering, a, 1);
    encke_renumber_size(numbering, huge, 1 << 16, 8);
  });
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

TEST(TensorLike, SharesWhatIsStored) {
  Outcome outcome = runProgram([] {
    encke_tensor *pattern = makeRow(9, {2, 5});
    encke_tensor *first = encke_tensor_like(pattern);
    encke_tensor *second = encke_tensor_like(first);
    EXPECT_EQ(first->levels[1].crd, pattern->levels[1].crd);
    EXPECT_NE(first->values, pattern->values);
    EXPECT_EQ(second->value_count, 2);
    // Any of them may go first.
    encke_tensor_free(pattern);
    encke_tensor_free(first);
    EXPECT_EQ(coordinateOf(second, 1), 5);
    EXPECT_EQ(encke_tensor_size(second, 1), 9);
  });
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

/// A pattern need not have values.
TEST(TensorLike, OfCountedValues) {
  Outcome outcome = runProgram([] {
    encke_tensor *pattern = encke_tensor_new("f64 8 8 C0");
    encke_tensor_set_size(pattern, 0, 6);
    encke_result_allocate(pattern, 0, 1, 3);
    encke_result_count_values(pattern, 3);
    encke_tensor *tensor = encke_tensor_like(pattern);
    EXPECT_EQ(pattern->values, nullptr);
    EXPECT_NE(tensor->values, nullptr);
    EXPECT_EQ(tensor->value_count, 3);
  });
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

} // namespace
