//===- ArrayTest.cpp - blocks of memory that are kept ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/array.h"
#include "core/error.h"
#include "core/small_blocks.h"

#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <thread>
#include <vector>

using namespace encke::rt;

namespace {

struct Kept : ::testing::Test {
  void SetUp() override { freeKeptBlocks(); }
  void TearDown() override { freeKeptBlocks(); }
};

TEST_F(Kept, ABlockIsHandedOutAgain) {
  void *first = allocate(2 * leastKept, 1);
  deallocate(first);
  void *second = allocate(2 * leastKept - 1000, 1);
  EXPECT_EQ(first, second);
  void *third = allocate(2 * leastKept, 1);
  EXPECT_NE(second, third);
  deallocate(second);
  deallocate(third);
}

TEST_F(Kept, ASmallBlockIsHandedOutAgain) {
  if (!keepsSmallBlocks)
    GTEST_SKIP() << "a sanitizer watches what is freed";
  void *first = allocate(100, 1);
  deallocate(first);
  void *larger = allocate(200, 1);
  EXPECT_NE(first, larger);
  void *same = allocate(65, 1); // of two units, too
  EXPECT_EQ(first, same);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(larger) % 64, 0u);
  deallocate(larger);
  deallocate(same);
}

// Of each size so many; each block is handed out once.
TEST_F(Kept, ManySmallBlocksAreDistinct) {
  for (int turn = 0; turn != 2; ++turn) {
    std::set<void *> blocks;
    for (int64_t n = 0; n != 100; ++n) {
      void *block = allocate(n * 11 + 1, 1);
      std::memset(block, int(n), size_t(n * 11 + 1));
      EXPECT_TRUE(blocks.insert(block).second);
    }
    for (void *block : blocks)
      deallocate(block);
  }
}

// What a thread has freed is its own, and is gone with it.
TEST_F(Kept, AThreadKeepsSmallBlocksForItself) {
  void *block = allocate(64, 1);
  std::thread([&] {
    deallocate(block);
    void *again = allocate(64, 1);
    if (keepsSmallBlocks)
      EXPECT_EQ(again, block);
    deallocate(again);
  }).join();
}

TEST_F(Kept, TheSmallestBlockThatFitsIsTaken) {
  void *larger = allocate(23 * largeBlock / 10, 1);
  void *smaller = allocate(2 * largeBlock, 1);
  deallocate(larger);
  deallocate(smaller);
  EXPECT_EQ(allocate(2 * largeBlock, 1), smaller);
  EXPECT_EQ(allocate(2 * largeBlock, 1), larger);
  deallocate(smaller);
  deallocate(larger);
}

TEST_F(Kept, WhatIsFarTooLargeIsNotTaken) {
  void *first = allocate(8 * largeBlock, 1);
  deallocate(first);
  // The request frees the block, so that it does not count beside the new one.
  void *second = allocate(2 * largeBlock, 1);
  void *third = allocate(2 * largeBlock, 1);
  deallocate(second);
  deallocate(third);
  EXPECT_EQ(allocate(2 * largeBlock, 1), second);
  deallocate(second);
}

TEST_F(Kept, ASmallRequestDoesNotCostALargerBlock) {
  void *first = allocate(8 * leastKept, 1);
  deallocate(first);
  std::vector<void *> small;
  for (int n = 0; n != 7; ++n)
    small.push_back(allocate(leastKept, 1));
  void *second = allocate(8 * leastKept, 1);
  EXPECT_EQ(second, first);
  deallocate(second);
  for (void *block : small)
    deallocate(block);
}

TEST_F(Kept, ZeroedMemoryIsZeroAgain) {
  auto *first = static_cast<char *>(allocate(largeBlock, 1));
  first[12345] = 1;
  deallocate(first);
  auto *second = static_cast<char *>(allocateZeroed(largeBlock, 1));
  EXPECT_EQ(first, second);
  EXPECT_EQ(second[12345], 0);
  deallocate(second);
}

TEST_F(Kept, MoreBlocksThanAreKeptAreFreed) {
  std::vector<void *> blocks;
  for (int n = 0; n != 80; ++n)
    blocks.push_back(allocate(leastKept, 1));
  for (void *block : blocks)
    deallocate(block);
  deallocate(nullptr);
  // The smallest ones make place for a larger one.
  void *large = allocate(largeBlock, 1);
  deallocate(large);
  EXPECT_EQ(allocate(largeBlock, 1), large);
  deallocate(large);
}

TEST_F(Kept, WhatWasReservedIsForTheNextThatReserves) {
  void *first = reserve(2 * largeBlock, 1);
  giveBack(first, 3 * largeBlock / 2);
  void *result = allocate(2 * largeBlock, 1);
  EXPECT_NE(result, first);
  // Of any size, since little of it is memory.
  EXPECT_EQ(reserve(leastKept, 1), first);
  deallocate(result);
  void *second = reserve(2 * largeBlock, 1);
  EXPECT_NE(second, first);
  EXPECT_NE(second, result);
  giveBack(first, 0);
  giveBack(second, 0);
  giveBack(nullptr, 0);
}

TEST(Array, TrimmedItHasNoRoomLeft) {
  Array<int32_t> array(largeBlock);
  for (int32_t n = 0; n != 1000; ++n)
    array[n] = n;
  array.setSize(1000);
  const int32_t *data = array.data();
  array.trim();
  EXPECT_EQ(array.data(), data);
  EXPECT_EQ(array.capacity(), 1000);
  int32_t more = -1;
  array.append(&more, 1);
  EXPECT_EQ(array[999], 999);
  EXPECT_EQ(array[1000], -1);
}

TEST(Array, NothingAndWhatIsAnothersCanBeTrimmed) {
  Array<int32_t> nothing;
  nothing.trim();
  EXPECT_EQ(nothing.capacity(), 0);
  const int32_t others[] = {1, 2};
  auto view = Array<int32_t>::borrow(others, 1);
  view.trim();
  EXPECT_EQ(view[0], 1);
  EXPECT_FALSE(view.owns());
}

TEST_F(Kept, TooMuchIsRefused) {
  EXPECT_THROW(allocate(INT64_MAX, 8), MemoryError);
  EXPECT_THROW(allocate(-1, 1), MemoryError);
}

} // namespace
