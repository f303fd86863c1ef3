//===- AssembleTest.cpp - the arrays of a tensor that a program makes -----===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "TensorModel.h"
#include "core/array.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <sys/mman.h>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace encke::test;

namespace {

/// Inside a program: a tensor without arrays, its sizes set.
encke_tensor *newTensor(const std::string &format, const Coordinates &sizes) {
  encke_tensor *tensor = encke_tensor_new(format.c_str());
  for (size_t mode = 0; mode != sizes.size(); ++mode)
    encke_tensor_set_size(tensor, int64_t(mode), sizes[mode]);
  return tensor;
}

void store(void *array, int32_t bytes, int64_t at, int64_t value) {
  if (bytes == 4)
    static_cast<int32_t *>(array)[at] = int32_t(value);
  else
    static_cast<int64_t *>(array)[at] = value;
}

int64_t load(const void *array, int32_t bytes, int64_t at) {
  return bytes == 4 ? static_cast<const int32_t *>(array)[at]
                    : static_cast<const int64_t *>(array)[at];
}

std::vector<int64_t> positions(const encke_tensor &tensor, int level) {
  std::vector<int64_t> result;
  for (int64_t p = 0; p != tensor.levels[level].pos_count; ++p)
    result.push_back(load(tensor.levels[level].pos, tensor.pos_bytes, p));
  return result;
}

bool isAligned(const void *array) {
  return reinterpret_cast<uintptr_t>(array) % 64 == 0;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

// Rows 0, 3, 4 and 6 of seven are empty: their positions are never written.
TEST(Assemble, GapsBetweenParents) {
  for (const char *widths : {"4 4", "4 8", "8 4", "8 8"}) {
    SCOPED_TRACE(widths);
    Outcome outcome = runProgram([&] {
      encke_tensor *tensor =
          newTensor(std::string("f64 ") + widths + " D0 C1", {7, 5});
      encke_result_allocate(tensor, 1, 7, 4);
      encke_result_allocate_values(tensor, 4);
      encke_level &columns = tensor->levels[1];
      EXPECT_EQ(columns.pos_count, 8);
      EXPECT_EQ(columns.crd_count, 4);
      EXPECT_TRUE(isAligned(columns.pos) && isAligned(columns.crd) &&
                  isAligned(tensor->values));
      const int64_t at[] = {2, 0, 4, 1};
      for (int64_t p = 0; p != 4; ++p) {
        store(columns.crd, tensor->crd_bytes, p, at[p]);
        static_cast<double *>(tensor->values)[p] = double(p + 1);
      }
      store(columns.pos, tensor->pos_bytes, 2, 1);
      store(columns.pos, tensor->pos_bytes, 3, 3);
      store(columns.pos, tensor->pos_bytes, 6, 4);
      encke_result_finish(tensor);
      EXPECT_EQ(positions(*tensor, 1),
                (std::vector<int64_t>{0, 0, 1, 3, 3, 3, 4, 4}));
      EXPECT_EQ(decode(*tensor).elements,
                (std::map<Coordinates, int64_t>{
                    {{1, 2}, 1}, {{2, 0}, 2}, {{2, 4}, 3}, {{5, 1}, 4}}));
    });
    EXPECT_EQ(outcome.status, 0) << outcome.err;
  }
}

// Arrays for more elements than there turn out to be, a few or far more.
TEST(Assemble, CutToWhatIsUsed) {
  for (int64_t reserved : {3, 4, 100, 1000000}) {
    SCOPED_TRACE(reserved);
    Outcome outcome = runProgram([&] {
      encke_tensor *tensor = newTensor("f64 4 4 D0 N1 S2", {2, 5, 6});
      EXPECT_EQ(encke_result_may_reserve(tensor, reserved), 1);
      encke_result_allocate(tensor, 1, 2, reserved);
      encke_result_allocate(tensor, 2, reserved, reserved);
      encke_result_allocate_values(tensor, reserved);
      for (int64_t p = 0; p != 3; ++p) {
        store(tensor->levels[1].crd, 4, p, p + 1);
        store(tensor->levels[2].crd, 4, p, 2 * p);
        static_cast<double *>(tensor->values)[p] = double(p + 7);
      }
      store(tensor->levels[1].pos, 4, 1, 1);
      store(tensor->levels[1].pos, 4, 2, 3);
      encke_result_cut(tensor, 1, 2, 3);
      encke_result_cut(tensor, 2, 3, 3);
      encke_result_cut_values(tensor, 3);
      encke_result_finish(tensor);
      EXPECT_EQ(tensor->levels[1].crd_count, 3);
      EXPECT_EQ(tensor->levels[2].crd_count, 3);
      EXPECT_EQ(tensor->value_count, 3);
      EXPECT_EQ(decode(*tensor).elements,
                (std::map<Coordinates, int64_t>{
                    {{0, 1, 0}, 7}, {{1, 2, 2}, 8}, {{1, 3, 4}, 9}}));
    });
    EXPECT_EQ(outcome.status, 0) << outcome.err;
  }
}

/// How many bytes of an array are in memory, in whole pages.
int64_t bytesInMemory(void *array, int64_t bytes) {
  int64_t page = sysconf(_SC_PAGE_SIZE);
  char *begin = static_cast<char *>(array);
  begin += page - int64_t(reinterpret_cast<uintptr_t>(begin) % uint64_t(page));
  std::vector<unsigned char> there(size_t(bytes / page - 1));
  EXPECT_EQ(mincore(begin, there.size() * size_t(page), there.data()), 0);
  return page * std::count_if(there.begin(), there.end(),
                              [](unsigned char flags) { return flags & 1; });
}

// Far more elements than there turn out to be take no memory.
// Alone in its process (CMakeLists.txt).
TEST(Reserved, BecomesMemoryWhenItIsUsed) {
  Outcome outcome = runProgram([&] {
    encke::rt::freeKeptBlocks();
    constexpr int64_t reserved = 5000000;
    encke_tensor *tensor = newTensor("f64 4 4 D0 C1", {2, 5});
    encke_result_may_reserve(tensor, reserved);
    EXPECT_EQ(tensor->bounded, 1);
    encke_result_allocate(tensor, 1, 2, reserved);
    encke_result_allocate_values(tensor, reserved);
    EXPECT_EQ(bytesInMemory(tensor->levels[1].crd, 4 * reserved), 0);
    EXPECT_EQ(bytesInMemory(tensor->values, 8 * reserved), 0);

    encke_tensor *exact = newTensor("f64 4 4 D0 C1", {2, 5});
    EXPECT_EQ(exact->bounded, 0);
    encke_result_allocate(exact, 1, 2, reserved);
    EXPECT_GT(bytesInMemory(exact->levels[1].crd, 4 * reserved), 3 * reserved);
  });
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

// Each compressed level has room of its own.
TEST(Assemble, CutEachLevelToWhatIsUsed) {
  for (int64_t reserved : {2, 3, 200000}) {
    SCOPED_TRACE(reserved);
    Outcome outcome = runProgram([&] {
      encke_tensor *tensor = newTensor("f64 4 4 C0 C1", {9, 5});
      encke_result_allocate(tensor, 0, 1, reserved);
      encke_result_allocate(tensor, 1, reserved, 2 * reserved);
      encke_result_allocate_values(tensor, 2 * reserved);
      for (int64_t row = 0; row != 2; ++row) {
        store(tensor->levels[0].crd, 4, row, 3 * row + 1);
        store(tensor->levels[1].crd, 4, row, 4 - row);
        store(tensor->levels[1].pos, 4, row + 1, row + 1);
        static_cast<double *>(tensor->values)[row] = double(row + 5);
      }
      store(tensor->levels[0].pos, 4, 1, 2);
      encke_result_cut(tensor, 0, 1, 2);
      encke_result_cut(tensor, 1, 2, 2);
      encke_result_cut_values(tensor, 2);
      encke_result_finish(tensor);
      EXPECT_EQ(tensor->levels[0].crd_count, 2);
      EXPECT_EQ(tensor->levels[1].pos_count, 3);
      EXPECT_EQ(tensor->levels[1].crd_count, 2);
      EXPECT_EQ(tensor->value_count, 2);
      EXPECT_EQ(decode(*tensor).elements,
                (std::map<Coordinates, int64_t>{{{1, 4}, 5}, {{4, 3}, 6}}));
    });
    EXPECT_EQ(outcome.status, 0) << outcome.err;
  }
}

namespace {
/// What row 0 to 6 of a result have, and which of them each part has.
const std::vector<std::vector<int64_t>> partRows = {{1, 3}, {}, {0}, {2, 4},
                                                    {},     {}, {1}};
const int64_t firstRows[] = {0, 2, 4, 5, 7};
const std::map<Coordinates, int64_t> partElements = {
    {{0, 1}, 10}, {{0, 3}, 11}, {{2, 0}, 30},
    {{3, 2}, 40}, {{3, 4}, 41}, {{6, 1}, 70}};

/// Appends a part, as a kernel does.
void appendPart(encke_tensor *tensor, encke_tensor *own, encke_part *parts,
                int64_t number) {
  int64_t shift = encke_part_begin(tensor, own, parts, number);
  int64_t p = parts[number].begin;
  for (int64_t row = firstRows[number]; row != firstRows[number + 1]; ++row) {
    for (size_t n = 0; n != partRows[size_t(row)].size(); ++n, ++p) {
      store(own->levels[1].crd, 4, p + shift, partRows[size_t(row)][n]);
      static_cast<double *>(own->values)[p + shift] =
          double(10 * row + 10 + int64_t(n));
    }
    // Row 5 is not set, as one that no loop visits.
    if (row != 5)
      store(tensor->levels[1].pos, 4, row + 1, p);
  }
  encke_part_end(tensor, own, parts, number, p);
}
} // namespace

// Parts that tasks append to arrays of their own get to their places whatever
// order they are done in, and so do the positions in them.
TEST(Assemble, Parts) {
  std::vector<int64_t> order = {0, 1, 2, 3};
  do
    for (int64_t owners : {1, 2, 4})
      for (int64_t gap : {0, 3}) {
        Outcome outcome = runProgram([&] {
          encke_tensor *tensor = newTensor("f64 4 4 D0 C1", {7, 5});
          int64_t room = 8 + 4 * gap;
          encke_result_allocate(tensor, 1, 7, room);
          encke_result_allocate_values(tensor, room);
          encke_part parts[4];
          int64_t begin = 0;
          for (int64_t number = 0; number != 4; ++number) {
            parts[number].begin = begin;
            for (int64_t row = firstRows[number]; row != firstRows[number + 1];
                 ++row)
              begin += int64_t(partRows[size_t(row)].size()) + gap;
          }
          encke_parts_open(parts, 4);
          std::vector<encke_tensor *> own;
          for (int64_t task = 0; task != owners; ++task)
            own.push_back(encke_parts_enter(tensor, 4, 1));
          for (int64_t number : order)
            appendPart(tensor, own[size_t(number % owners)], parts, number);
          for (encke_tensor *each : own)
            encke_parts_leave(tensor, each);
          for (int64_t task = owners; task-- != 0;)
            encke_parts_close(tensor, parts, 4, task, owners);
          EXPECT_EQ(encke_parts_elements(parts, 4), 6);
          encke_result_cut(tensor, 1, 7, 6);
          encke_result_cut_values(tensor, 6);
          encke_result_finish(tensor);
          EXPECT_EQ(decode(*tensor).elements, partElements);
        });
        EXPECT_EQ(outcome.status, 0) << outcome.err;
      }
  while (std::next_permutation(order.begin(), order.end()));
}

// One task alone, and tasks where there is no room, fill in the result.
TEST(Assemble, PartsInPlace) {
  Outcome outcome = runProgram([] {
    encke_tensor *tensor = newTensor("f64 4 4 D0 C1", {7, 5});
    EXPECT_EQ(encke_parts_enter(tensor, 1, 1), tensor);
    EXPECT_EQ(encke_parts_enter(tensor, 4, 0), tensor);
    encke_result_allocate(tensor, 1, 7, 6);
    encke_result_allocate_values(tensor, 6);
    encke_part parts[] = {{0, 0, 0, 0, nullptr},
                          {2, 0, 0, 0, nullptr},
                          {5, 0, 0, 0, nullptr},
                          {5, 0, 0, 0, nullptr}};
    encke_parts_open(parts, 4);
    for (int64_t number : {3, 1, 0, 2})
      appendPart(tensor, tensor, parts, number);
    encke_parts_leave(tensor, tensor);
    encke_parts_close(tensor, parts, 4, 0, 1);
    EXPECT_EQ(encke_parts_elements(parts, 4), 6);
    encke_result_finish(tensor);
    EXPECT_EQ(decode(*tensor).elements, partElements);
  });
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

// More than positions can count, than an address can be, or than memory.
TEST(Assemble, WhatIsNotReserved) {
  Outcome outcome = runProgram([] {
    encke_tensor *narrow = newTensor("f64 4 4 D0 C1", {7, 5});
    encke_tensor *wide = newTensor("f64 8 8 D0 C1", {7, 5});
    EXPECT_EQ(encke_result_may_reserve(narrow, int64_t(1) << 31), 0);
    EXPECT_EQ(encke_result_may_reserve(wide, int64_t(1) << 60), 0);
    EXPECT_EQ(encke_result_may_reserve(wide, int64_t(1) << 45), 0);
    EXPECT_EQ(encke_result_may_reserve(wide, 1000), 1);
    // Where the limit is on what is asked for only little is.
    rlimit limit, before;
    getrlimit(RLIMIT_AS, &before);
    limit = before;
    limit.rlim_cur = rlim_t(1) << 46;
    ASSERT_EQ(setrlimit(RLIMIT_AS, &limit), 0);
    EXPECT_EQ(encke_result_may_reserve(narrow, 1000000), 0);
    EXPECT_EQ(encke_result_may_reserve(narrow, 1000), 1);
    setrlimit(RLIMIT_AS, &before);
  });
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

// A singleton level has coordinates and no positions.
TEST(Assemble, Singleton) {
  Outcome outcome = runProgram([] {
    encke_tensor *tensor = newTensor("f32 4 4 N0 S1", {3, 4});
    encke_result_allocate(tensor, 0, 1, 2);
    encke_result_allocate(tensor, 1, 2, 2);
    encke_result_allocate_values(tensor, 2);
    EXPECT_EQ(tensor->levels[1].pos, nullptr);
    EXPECT_EQ(tensor->levels[1].crd_count, 2);
    store(tensor->levels[0].pos, 4, 1, 2);
    for (int64_t p = 0; p != 2; ++p) {
      store(tensor->levels[0].crd, 4, p, 1);
      store(tensor->levels[1].crd, 4, p, 3 * p);
      static_cast<float *>(tensor->values)[p] = float(p + 5);
    }
    encke_result_finish(tensor);
    EXPECT_EQ(decode(*tensor).elements,
              (std::map<Coordinates, int64_t>{{{1, 0}, 5}, {{1, 3}, 6}}));
  });
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

// Where what has an outermost coordinate or a larger one begins: rows 1 and 3
// of five, with two elements and one; a coordinate past all is the end.
TEST(Assemble, Seek) {
  for (const char *widths : {"4 4", "8 8"}) {
    SCOPED_TRACE(widths);
    Outcome outcome = runProgram([&] {
      encke_tensor *rows =
          newTensor(std::string("f64 ") + widths + " D0 C1", {5, 9});
      encke_result_allocate(rows, 1, 5, 3);
      for (auto [parent, end] :
           {std::pair(1, 0), {2, 2}, {3, 2}, {4, 3}, {5, 3}})
        store(rows->levels[1].pos, rows->pos_bytes, parent, end);
      EXPECT_EQ(encke_result_seek(rows, 1, 0), 0);
      EXPECT_EQ(encke_result_seek(rows, 1, 2), 2);
      EXPECT_EQ(encke_result_seek(rows, 1, 4), 3);
      EXPECT_EQ(encke_result_seek(rows, 1, 5), 3);
      EXPECT_EQ(encke_result_seek(rows, 1, -1), 3);

      encke_tensor *stored =
          newTensor(std::string("f64 ") + widths + " C0 C1", {5, 9});
      encke_result_allocate(stored, 0, 1, 2);
      encke_result_allocate(stored, 1, 2, 3);
      store(stored->levels[0].pos, stored->pos_bytes, 1, 2);
      store(stored->levels[0].crd, stored->crd_bytes, 0, 1);
      store(stored->levels[0].crd, stored->crd_bytes, 1, 3);
      store(stored->levels[1].pos, stored->pos_bytes, 1, 2);
      store(stored->levels[1].pos, stored->pos_bytes, 2, 3);
      EXPECT_EQ(encke_result_seek(stored, 0, 2), 1);
      EXPECT_EQ(encke_result_seek(stored, 1, 2), 2);
      EXPECT_EQ(encke_result_seek(stored, 1, 0), 0);
      EXPECT_EQ(encke_result_seek(stored, 0, -1), 2);
      EXPECT_EQ(encke_result_seek(stored, 1, -1), 3);
    });
    EXPECT_EQ(outcome.status, 0) << outcome.err;
  }
}

// Below a dense level what is left out is zero.
TEST(Assemble, DenseInnermostStartsAsZero) {
  Outcome outcome = runProgram([] {
    encke_tensor *tensor = newTensor("f64 4 4 C0 D1", {9, 500});
    encke_result_allocate(tensor, 0, 1, 2);
    encke_result_allocate_values(tensor, 1000);
    auto *values = static_cast<double *>(tensor->values);
    EXPECT_TRUE(std::all_of(values, values + 1000,
                            [](double value) { return value == 0; }));
    EXPECT_EQ(tensor->value_count, 1000);
  });
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

// Zeros in blocks are padding, but for those that are said to be elements, by
// several threads at once (L47).
TEST(Assemble, ZerosInBlocks) {
  Outcome outcome = runProgram([] {
    encke_tensor *tensor = newTensor("f64 4 4 C0/200 D0%200", {400});
    EXPECT_EQ(encke_may_store_zeros(tensor), 0);
    encke_result_allocate(tensor, 0, 1, 2);
    encke_result_allocate_values(tensor, 400);
    store(tensor->levels[0].pos, 4, 1, 2);
    store(tensor->levels[0].crd, 4, 0, 0);
    store(tensor->levels[0].crd, 4, 1, 1);
    std::vector<std::thread> threads;
    for (int64_t first = 0; first != 3; ++first)
      threads.emplace_back([=] {
        for (int64_t at = first; at < 300; at += 3)
          encke_result_mark_zero(tensor, at);
      });
    for (std::thread &thread : threads)
      thread.join();
    encke_result_finish(tensor);
    EXPECT_EQ(encke_may_store_zeros(tensor), 1);
    EXPECT_EQ(encke_is_stored_zero(tensor, 299), 1);
    EXPECT_EQ(encke_is_stored_zero(tensor, 300), 0);
    EXPECT_EQ(encke_stored_count(tensor), 300);
  });
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

// Without padding each zero is an element, also in a copy and in another format
// (L47).
TEST(Assemble, WithoutPadding) {
  Outcome outcome = runProgram([] {
    encke_tensor *tensor = newTensor("f64 4 4 C0 D1", {5, 2});
    encke_result_is_full(tensor);
    encke_result_allocate(tensor, 0, 1, 2);
    encke_result_allocate_values(tensor, 4);
    store(tensor->levels[0].pos, 4, 1, 2);
    store(tensor->levels[0].crd, 4, 0, 1);
    store(tensor->levels[0].crd, 4, 1, 3);
    const double values[] = {7, 0, 0, -2};
    std::copy(values, values + 4, static_cast<double *>(tensor->values));
    encke_result_finish(tensor);
    const std::map<Coordinates, int64_t> all = {
        {{1, 0}, 7}, {{1, 1}, 0}, {{3, 0}, 0}, {{3, 1}, -2}};
    EXPECT_EQ(encke_stored_count(tensor), 4);
    for (const char *format : {"f64 4 4 C0 D1", "f64 4 4 D0 C1"})
      EXPECT_EQ(decode(*encke_convert(tensor, format, nullptr)).elements, all)
          << format;
    EXPECT_EQ(encke_stored_count(encke_tensor_like(tensor)), 4);
    EXPECT_EQ(encke_position_count(tensor, 0), 1);
    EXPECT_EQ(encke_position_count(tensor, 1), 2);
    EXPECT_EQ(encke_position_count(tensor, 2), 4);
    encke_position_count(tensor, 3);
  });
  EXPECT_NE(outcome.status, 0);
  EXPECT_NE(outcome.err.find("a tensor of 2 levels has no 3"),
            std::string::npos)
      << outcome.err;
}

// A tensor of the outermost levels of another has its coordinates, and room for
// a value at each; the arrays outlive the other.
TEST(Assemble, SharedLevels) {
  Outcome outcome = runProgram([] {
    encke_tensor *source = makeTensor(
        {{7, 4, 5}, {{{6, 1, 3}, 1}, {{2, 1, 3}, 2}, {{0, 3, 0}, 3}}},
        "f64 4 4 C1 C2 C0");
    encke_tensor *tensor = newTensor("i64 4 4 C0 C1", {0, 0});
    encke_tensor_share_levels(tensor, source, 2);
    EXPECT_EQ(tensor->sizes[0], 4);
    EXPECT_EQ(tensor->sizes[1], 5);
    EXPECT_EQ(tensor->value_count, 2);
    EXPECT_EQ(tensor->levels[1].crd, source->levels[1].crd);
    encke_tensor_free(source);
    auto *values = static_cast<int64_t *>(tensor->values);
    values[0] = 10;
    values[1] = 20;
    const std::map<Coordinates, int64_t> all = {{{1, 3}, 10}, {{3, 0}, 20}};
    EXPECT_EQ(decode(*tensor).elements, all);
  });
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

// The positions of the merged levels are the coordinates of the first mode; the
// others keep their order, which is not that of the levels.
TEST(Assemble, MergedLevels) {
  Outcome outcome = runProgram([] {
    encke_tensor *source = makeTensor({{7, 4, 5, 6},
                                       {{{6, 1, 3, 5}, 1},
                                        {{2, 1, 3, 5}, 2},
                                        {{4, 1, 2, 2}, 3},
                                        {{0, 3, 0, 2}, 4}}},
                                      "f64 4 4 C1 C3 C2 C0");
    encke_tensor *view = newTensor("f64 4 4 D0 C2 C1", {0, 0, 0});
    encke_tensor_merge_levels(view, source, 2);
    EXPECT_EQ(encke_level_size(view, 0), 3);
    EXPECT_EQ(view->sizes[1], 7);
    EXPECT_EQ(view->sizes[2], 5);
    EXPECT_EQ(view->values, source->values);
    const std::map<Coordinates, int64_t> all = {
        {{0, 4, 2}, 3}, {{1, 2, 3}, 2}, {{1, 6, 3}, 1}, {{2, 0, 0}, 4}};
    EXPECT_EQ(decode(*view).elements, all);
    encke_tensor_free(view);
    EXPECT_EQ(encke_stored_count(source), 4);
  });
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

// Nothing is stored, in every combination of levels.
TEST(Assemble, Clear) {
  std::mt19937 random(3);
  for (size_t order = 1; order <= 5; ++order)
    for (int round = 0; round != 20; ++round) {
      std::string format =
          formatText("f64", round % 2 ? 4 : 8, 4, randomLevels(random, order));
      SCOPED_TRACE(format);
      Outcome outcome = runProgram([&] {
        encke_tensor *tensor = newTensor(format, Coordinates(order, 3));
        encke_result_clear(tensor);
        EXPECT_TRUE(decode(*tensor).elements.empty());
      });
      EXPECT_EQ(outcome.status, 0) << outcome.err;
    }
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

// One more than 32-bit positions count is refused before memory is asked for.
TEST(Assemble, TooManyForThePositions) {
  Outcome outcome = runProgram([] {
    encke_tensor *tensor = newTensor("f64 4 4 D0 C1", {7, 5});
    encke_result_allocate(tensor, 1, 7, int64_t(1) << 31);
  });
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.err,
            "error: the result has 2147483648 elements, more than 32-bit "
            "positions can count; the program was compiled for small files\n");
}

TEST(Assemble, OutOfMemory) {
  Outcome outcome = runProgram([] {
    encke_tensor *tensor = newTensor("f64 8 8 D0 C1", {7, 5});
    encke_result_allocate(tensor, 1, 7, int64_t(1) << 50);
  });
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("error: out of memory"), std::string::npos)
      << outcome.err;
}

// The product of the sizes of dense levels is beyond 64 bits.
TEST(Assemble, ClearOfTooManyPositions) {
  Outcome outcome = runProgram([] {
    encke_tensor *tensor =
        newTensor("f64 8 8 D0 D1 C2", {int64_t(1) << 40, int64_t(1) << 40, 2});
    encke_result_clear(tensor);
  });
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("error: out of memory"), std::string::npos)
      << outcome.err;
}

TEST(Assemble, RowsOfTooManyElements) {
  Outcome outcome = runProgram([] { encke_check_row(int64_t(1) << 32); });
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  outcome = runProgram([] { encke_check_row((int64_t(1) << 32) + 1); });
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.err,
            "error: the result has rows of 4294967297 elements; more than 2^32 "
            "cannot be collected yet\n");
}

//===----------------------------------------------------------------------===//
// Sorting
//===----------------------------------------------------------------------===//

void checkSorted(std::vector<uint32_t> row) {
  std::vector<uint32_t> expected = row;
  std::sort(expected.begin(), expected.end());
  row.resize(expected.size() + ENCKE_ROW_ROOM);
  Outcome outcome = runProgram(
      [&] { encke_sort_coordinates(row.data(), int64_t(expected.size())); });
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  row.resize(expected.size());
  EXPECT_EQ(row, expected);
}

/// `count` distinct coordinates in no order, each a multiple of `step`.
std::vector<uint32_t> shuffled(std::mt19937 &random, size_t count,
                               uint32_t step) {
  std::vector<uint32_t> row(count);
  for (size_t k = 0; k != count; ++k)
    row[k] = uint32_t(k) * step;
  std::shuffle(row.begin(), row.end(), random);
  return row;
}

// Around the lengths and the ranges at which another way of sorting begins, and
// far from them.
TEST(SortCoordinates, Lengths) {
  std::mt19937 random(4);
  for (size_t count : {0,  1,  2,   4,   5,   15,  16,  17,  31,   32,
                       33, 34, 255, 256, 257, 511, 512, 513, 5000, 70000})
    for (uint32_t step : {1u, 60u, 127u, 128u, 129u, 6000u})
      checkSorted(shuffled(random, count, step));
}

// The bits that differ stand in one byte, in two that are apart, in all four.
TEST(SortCoordinates, EveryByte) {
  std::mt19937 random(5);
  for (size_t count : {20, 200, 600})
    for (uint32_t step : {1u, 1u << 8, 1u << 16, 1u << 24, 0x00010001u,
                          0x01000100u, 0x01010101u})
      checkSorted(shuffled(random, count, step));
}

// Coordinates are unsigned: those above 2^31 come last.
TEST(SortCoordinates, AllBits) {
  std::mt19937 random(6);
  std::vector<uint32_t> row;
  for (int k = 0; k != 1000; ++k)
    row.push_back(uint32_t(random()));
  row.push_back(0);
  row.push_back(~uint32_t(0));
  checkSorted(row);
  checkSorted({~uint32_t(0), 0, uint32_t(1) << 31, 1});
}

TEST(SortCoordinates, AlreadySortedAndReversed) {
  for (size_t count : {10, 1000}) {
    std::vector<uint32_t> row(count);
    std::iota(row.begin(), row.end(), 7);
    checkSorted(row);
    std::reverse(row.begin(), row.end());
    checkSorted(row);
  }
}

// A long row leaves memory for the next, which may be longer or shorter.
TEST(SortCoordinates, OneAfterTheOther) {
  std::mt19937 random(7);
  for (size_t count : {1000, 100, 3000, 30, 2000})
    checkSorted(shuffled(random, count, 3));
}

} // namespace
