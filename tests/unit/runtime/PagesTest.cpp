//===- PagesTest.cpp - which pages new memory asks for --------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/pages.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <vector>

using namespace encke::rt;
using namespace std::chrono_literals;

namespace {

const PageCosts::Time now(1000s);

TEST(PageCosts, HugePagesAreWorthItAtFirst) {
  EXPECT_TRUE(PageCosts().hugeIsWorthIt(now));
  EXPECT_TRUE(PageCosts().hugeIsWorthIt({}));
}

TEST(PageCosts, WithoutSmallOnesNoneIsSlow) {
  PageCosts costs;
  EXPECT_FALSE(costs.knowsSmall());
  costs.tellHuge(30ms, now);
  costs.tellSmall(4096, 1us); // too few to be compared with
  costs.tellHuge(30ms, now);
  EXPECT_TRUE(costs.hugeIsWorthIt(now));
}

TEST(PageCosts, AHugePageFarSlowerThanSmallOnesIsNotForASecond) {
  PageCosts costs;
  costs.tellSmall(hugePage / 4, 250us);
  costs.tellHuge(1900us, now);
  EXPECT_TRUE(costs.hugeIsWorthIt(now));
  costs.tellHuge(2100us, now);
  EXPECT_FALSE(costs.hugeIsWorthIt(now));
  EXPECT_FALSE(costs.hugeIsWorthIt(now + 900ms));
  EXPECT_TRUE(costs.hugeIsWorthIt(now + 1100ms));
}

TEST(PageCosts, SmallPagesCountAsTheCheapestOnes) {
  PageCosts costs;
  costs.tellSmall(hugePage, 1ms);
  costs.tellSmall(hugePage, 8ms);
  costs.tellHuge(3ms, now);
  EXPECT_FALSE(costs.hugeIsWorthIt(now));
}

TEST(PageCosts, SmallPagesThatWereThereMakeNoHugeOneSlow) {
  PageCosts costs;
  costs.tellSmall(hugePage, 20us);
  costs.tellHuge(900us, now);
  EXPECT_TRUE(costs.hugeIsWorthIt(now));
}

/// How many of the pages of `bytes` at `memory` are there.
int64_t pagesThere(void *memory, uint64_t bytes) {
  std::vector<unsigned char> there(bytes / 4096);
  EXPECT_EQ(mincore(memory, bytes, there.data()), 0);
  int64_t count = 0;
  for (unsigned char page : there)
    count += page & 1;
  return count;
}

/// Asks for pages of a range that neither begins nor ends at a huge page's.
void expectPages() {
  const uint64_t bytes = 5 * hugePage + 3 * 4096, into = hugePage - 5 * 4096;
  for (uint64_t offset : {uint64_t(0), into}) {
    uint64_t room = bytes + 2 * hugePage;
    auto *memory =
        static_cast<char *>(mmap(nullptr, room, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    ASSERT_NE(memory, MAP_FAILED);
    preparePages(memory + offset, bytes, /*willFill=*/false);
    EXPECT_EQ(pagesThere(memory + offset, bytes), 0);
    preparePages(memory + offset, bytes, /*willFill=*/true);
    EXPECT_EQ(pagesThere(memory + offset, bytes), int64_t(bytes / 4096));
    munmap(memory, room);
  }
}

TEST(Pages, OfWhatWillBeFilledAllAreThere) { expectPages(); }

TEST(Pages, AllAreThereAlsoWithoutHugeOnes) {
  ASSERT_EQ(prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0), 0);
  expectPages();
  prctl(PR_SET_THP_DISABLE, 0, 0, 0, 0);
}

} // namespace
