//===- pages.cpp - the system's pages behind new memory -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/pages.h"
#include "core/array.h"
#include "core/team.h"
#include "core/threads.h"

#include <algorithm>
#include <sys/mman.h>
#include <unistd.h>

namespace encke::rt {

//===----------------------------------------------------------------------===//
// What pages cost
//===----------------------------------------------------------------------===//

/// Of fewer small pages the time says little.
static constexpr uint64_t leastTold = hugePage / 16;

/// A huge page that takes so many times as long as small ones would is slow,
/// but not if it takes less than this: the small pages may have been there.
static constexpr int64_t slowHuge = 2;
static constexpr PageCosts::Duration leastSlow = std::chrono::milliseconds(1);

void PageCosts::tellSmall(uint64_t bytes, Duration time) {
  if (bytes < leastTold)
    return;
  auto forHuge = Ticks(double(time.count()) * double(hugePage) / double(bytes));
  Ticks least = smallForHuge;
  while (forHuge < least && !smallForHuge.compare_exchange_weak(least, forHuge))
    continue;
}

void PageCosts::tellHuge(Duration time, Time now) {
  if (time > leastSlow && time.count() > slowHuge * smallForHuge)
    smallUntil = (now + std::chrono::seconds(1)).time_since_epoch().count();
}

bool PageCosts::hugeIsWorthIt(Time now) const {
  return now.time_since_epoch().count() >= smallUntil;
}

//===----------------------------------------------------------------------===//
// Asking for pages
//===----------------------------------------------------------------------===//

namespace {

/// The bytes from `begin` to `end`.
struct Range {
  char *begin, *end;

  uint64_t bytes() const { return uint64_t(end - begin); }
  /// Advises the system about the whole pages of the range. Returns whether it
  /// has taken the advice; older systems do not know all of them.
  bool advise(int advice) const;
};

} // namespace

bool Range::advise(int advice) const {
  static const auto page = uintptr_t(sysconf(_SC_PAGE_SIZE));
  uintptr_t into = reinterpret_cast<uintptr_t>(begin) % page;
  char *first = begin + (into == 0 ? 0 : page - into);
  char *last = end - reinterpret_cast<uintptr_t>(end) % page;
  return first >= last || madvise(first, size_t(last - first), advice) == 0;
}

static PageCosts costs;

template <typename Ask>
static PageCosts::Duration timeOf(Ask ask) {
  auto begin = std::chrono::steady_clock::now();
  ask();
  return std::chrono::steady_clock::now() - begin;
}

static bool hugeIsWorthIt() {
  return costs.hugeIsWorthIt(std::chrono::steady_clock::now());
}

static void askForSmall(Range range) {
  bool areThere = false;
  auto time = timeOf([&] { areThere = range.advise(MADV_POPULATE_WRITE); });
  if (areThere)
    costs.tellSmall(range.bytes(), time);
}

/// Asks for small pages where there could be huge ones.
static void askForSmallInstead(Range range) {
  range.advise(MADV_NOHUGEPAGE);
  askForSmall(range);
  // The system may put them together later.
  range.advise(MADV_HUGEPAGE);
}

/// Asks for pages of a range that whole huge ones cover.
static void askForPages(Range range) {
  char *page = range.begin;
  for (; page < range.end && hugeIsWorthIt(); page += hugePage) {
    auto time = timeOf([&] { *static_cast<volatile char *>(page) = 0; });
    costs.tellHuge(time, std::chrono::steady_clock::now());
  }
  // Where the system has no huge pages, there is a small one for each so far.
  Range{range.begin, page}.advise(MADV_POPULATE_WRITE);
  if (page != range.end)
    askForSmallInstead({page, range.end});
}

/// The same by as many threads as are worth it.
static void shareAskingForPages(Range range) {
  // A page takes about as long as so many elements of other work.
  constexpr uint64_t bytesAnElement = 32;
  auto pages = int64_t(range.bytes() / hugePage);
  int32_t threads = threadsFor(int64_t(range.bytes() / bytesAnElement));
  auto askForPart = [&](int32_t t) {
    askForPages({range.begin + hugePage * partBegin(pages, threads, t),
                 range.begin + hugePage * partBegin(pages, threads, t + 1)});
  };
  if (threads > 1 &&
      (runByOpenMP(threads, askForPart) || runByTeam(threads, askForPart)))
    return;
  askForPages(range);
}

void preparePages(void *memory, uint64_t bytes, bool willFill) {
  constexpr uint64_t little = uint64_t(1) << 18; // not worth a question
  if (bytes < little || (!willFill && bytes < uint64_t(largeBlock)))
    return;
  auto *begin = static_cast<char *>(memory);
  uint64_t into = reinterpret_cast<uintptr_t>(begin) % hugePage;
  uint64_t before = std::min(bytes, into == 0 ? 0 : hugePage - into);
  uint64_t covered = (bytes - before) / hugePage * hugePage;
  Range huge{begin + before, begin + before + covered};
  if (covered && hugeIsWorthIt())
    Range{begin, begin + bytes}.advise(MADV_HUGEPAGE);
  if (!willFill)
    return;
  askForSmall({begin, huge.begin});
  // Of many pages a few tell what to compare the others with.
  constexpr uint64_t many = 8 * hugePage;
  if (covered >= many && !costs.knowsSmall()) {
    Range few{huge.begin, huge.begin + hugePage};
    askForSmallInstead(few);
    huge.begin = few.end;
  }
  shareAskingForPages(huge);
  askForSmall({huge.end, begin + bytes});
}

void releaseTail(void *memory, int64_t used, int64_t all) {
  constexpr int64_t little = int64_t(1) << 20;
  if (all - used < little)
    return;
  auto *begin = static_cast<char *>(memory);
  // Not at once, as long as there is memory: the next result may need it.
  Range{begin + used, begin + all}.advise(MADV_FREE);
}

} // namespace encke::rt
