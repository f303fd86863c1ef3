//===- PastCachesTest.cpp - copies that leave the caches alone ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/past_caches.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

using namespace encke::rt;

// Wherever source and target begin in their lines and end: as many bytes as
// asked for, and none beside them.
TEST(PastCaches, CopiesWhatMemcpyDoes) {
  std::vector<unsigned char> source(512);
  std::iota(source.begin(), source.end(), 1);
  for (size_t bytes : {0, 1, 15, 63, 64, 65, 127, 128, 200, 300})
    for (size_t to : {0, 1, 8, 63, 64})
      for (size_t from : {0, 3, 16, 64}) {
        alignas(64) unsigned char room[512];
        std::fill(std::begin(room), std::end(room), 0);
        std::vector<unsigned char> wanted(std::begin(room), std::end(room));
        std::copy_n(source.begin() + long(from), bytes,
                    wanted.begin() + long(to));
        copyPastCaches(room + to, source.data() + from, bytes);
        ASSERT_TRUE(std::equal(wanted.begin(), wanted.end(), room))
            << bytes << " bytes from " << from << " to " << to;
      }
}

TEST(PastCaches, NoArrays) { copyArray(nullptr, nullptr, 0); }

// Arrays that caches hold, and some that they do not, of no whole lines.
TEST(PastCaches, CopiesArrays) {
  for (int64_t bytes : {0, 1, 1000, 100003, 9000001}) {
    std::vector<unsigned char> source(size_t(bytes) + 2);
    for (size_t b = 0; b != source.size(); ++b)
      source[b] = static_cast<unsigned char>(b * 31 % 251);
    std::vector<unsigned char> copy(source.size(), 0);
    copyArray(copy.data() + 1, source.data() + 1, bytes);
    EXPECT_TRUE(
        std::equal(source.begin() + 1, source.end() - 1, copy.begin() + 1));
    EXPECT_EQ(copy.front(), 0);
    EXPECT_EQ(copy.back(), 0);
  }
}
