//===- ThreadsTest.cpp - parts of a work on several threads ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/threads.h"

#include "gtest/gtest.h"

#include <array>
#include <atomic>
#include <chrono>
#include <dlfcn.h>
#include <fstream>
#include <sched.h>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace encke::rt;

namespace {

/// How often each part was run, by `threads` of them.
std::vector<int32_t> countRuns(int32_t threads) {
  std::vector<std::atomic<int32_t>> runs(static_cast<size_t>(threads));
  onThreads(threads, [&](int32_t t) { ++runs[size_t(t)]; });
  return {runs.begin(), runs.end()};
}

std::vector<int32_t> once(int32_t threads) {
  return std::vector<int32_t>(size_t(threads), 1);
}

TEST(Threads, RunEachPartOnce) {
  for (int32_t round = 0; round != 2000; ++round) {
    int32_t threads = 1 + round % 9;
    ASSERT_EQ(countRuns(threads), once(threads)) << round;
  }
  EXPECT_EQ(countRuns(300), once(300));
}

TEST(Threads, WakeUpAgain) {
  for (int32_t round = 0; round != 20; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    ASSERT_EQ(countRuns(3), once(3)) << round;
  }
}

TEST(Threads, FirstPartIsTheCallers) {
  std::array<std::thread::id, 4> ran;
  for (int32_t round = 0; round != 100; ++round) {
    onThreads(4,
              [&](int32_t t) { ran[size_t(t)] = std::this_thread::get_id(); });
    ASSERT_EQ(ran[0], std::this_thread::get_id());
  }
}

/// Two parts that wait for each other are two threads.
TEST(Threads, AreSeveral) {
  std::atomic<int32_t> here{0};
  onThreads(2, [&](int32_t) {
    ++here;
    while (here != 2)
      std::this_thread::yield();
  });
  EXPECT_EQ(here, 2);
}

TEST(Threads, ThrowAgainOnceAllHaveEnded) {
  for (int32_t thrower : {0, 1, 3}) {
    std::atomic<int32_t> ended{0};
    try {
      onThreads(4, [&](int32_t t) {
        ++ended;
        if (t == thrower)
          throw std::runtime_error("part " + std::to_string(t));
      });
      FAIL() << "nothing thrown";
    } catch (const std::runtime_error &error) {
      EXPECT_EQ(error.what(), "part " + std::to_string(thrower));
    }
    EXPECT_EQ(ended, 4);
  }
}

TEST(Threads, WithinEachOther) {
  std::atomic<int32_t> runs{0};
  onThreads(3, [&](int32_t) { onThreads(2, [&](int32_t) { ++runs; }); });
  EXPECT_EQ(runs, 6);
}

TEST(Threads, OfSeveralCallers) {
  std::atomic<int32_t> wrong{0};
  std::vector<std::thread> callers;
  for (int32_t caller = 0; caller != 3; ++caller)
    callers.emplace_back([&] {
      for (int32_t round = 0; round != 200; ++round)
        wrong += countRuns(3) != once(3);
    });
  for (std::thread &caller : callers)
    caller.join();
  EXPECT_EQ(wrong, 0);
}

/// What `body` returns in a child of this process.
template <typename Body>
int runInChild(Body body) {
  pid_t child = fork();
  if (child == 0)
    _exit(body());
  int status = -1;
  return waitpid(child, &status, 0) == child && WIFEXITED(status)
             ? WEXITSTATUS(status)
             : -1;
}

/// A child has none of its parent's threads.
TEST(Threads, OfAChild) {
  ASSERT_EQ(countRuns(3), once(3));
  EXPECT_EQ(runInChild([] { return countRuns(3) == once(3) ? 0 : 1; }), 0);
}

/// The processors that this thread may use.
cpu_set_t allowedHere() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  EXPECT_EQ(sched_getaffinity(0, sizeof(allowed), &allowed), 0);
  return allowed;
}

/// New threads, each of which may use what the caller may.
bool useItsProcessors(int32_t threads) {
  cpu_set_t callers = allowedHere();
  std::atomic<int32_t> here{0}, same{0};
  onThreads(threads, [&](int32_t) {
    cpu_set_t own = allowedHere();
    same += CPU_EQUAL(&own, &callers) ? 1 : 0;
    for (++here; here != threads;)
      std::this_thread::yield();
  });
  return same == threads;
}

/// New threads are moved to another processor, but not bound to it.
TEST(Threads, MayUseAllProcessors) {
  EXPECT_EQ(runInChild([] { return useItsProcessors(3) ? 0 : 1; }), 0);
  EXPECT_EQ(runInChild([] {
              cpu_set_t one;
              CPU_ZERO(&one);
              CPU_SET(size_t(sched_getcpu()), &one);
              sched_setaffinity(0, sizeof(one), &one);
              return useItsProcessors(3) ? 0 : 1;
            }),
            0);
}

/// Where OpenMP's library is there, its threads do it; an exception stays with
/// the part that threw it. In a child, since the library stays, too.
TEST(Threads, OfOpenMP) {
  constexpr int missing = 77;
  int status = runInChild([] {
    if (!dlopen(ENCKE_LLVM_LIBRARIES "/libomp.so.5", RTLD_NOW | RTLD_GLOBAL))
      return missing;
    for (int32_t threads = 1; threads != 6; ++threads)
      if (countRuns(threads) != once(threads))
        return 1;
    std::atomic<int32_t> runs{0};
    onThreads(3, [&](int32_t) { onThreads(2, [&](int32_t) { ++runs; }); });
    if (runs != 6)
      return 2;
    try {
      onThreads(3, [](int32_t t) {
        if (t == 2)
          throw std::runtime_error("part 2");
      });
    } catch (const std::runtime_error &) {
      return 0;
    }
    return 3;
  });
  if (status == missing)
    GTEST_SKIP() << "no libomp";
  EXPECT_EQ(status, 0);
}

#ifndef __SANITIZE_ADDRESS__ // which needs all addresses
/// The number of threads where the process may take `room` bytes more.
int32_t possibleWithin(rlim_t room, int32_t asked) {
  rlim_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  rlimit before, less;
  EXPECT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  less = before;
  less.rlim_cur = pages * rlim_t(sysconf(_SC_PAGE_SIZE)) + room;
  EXPECT_EQ(setrlimit(RLIMIT_AS, &less), 0);
  int32_t number = possibleThreads(asked);
  EXPECT_EQ(setrlimit(RLIMIT_AS, &before), 0);
  return number;
}

TEST(Threads, AsManyAsAddressesAreLeftFor) {
  rlimit stack;
  ASSERT_EQ(getrlimit(RLIMIT_STACK, &stack), 0);
  rlim_t each =
      stack.rlim_cur == RLIM_INFINITY ? rlim_t(8) << 20 : stack.rlim_cur;
  EXPECT_EQ(possibleThreads(64), 64);
  EXPECT_EQ(possibleWithin(0, 64), 1);
  EXPECT_EQ(possibleWithin(0, 1), 1);
  EXPECT_EQ(possibleWithin(100 * each, 2), 2);
  int32_t some = possibleWithin(16 * each, 64);
  EXPECT_GT(some, 1);
  EXPECT_LE(some, 17);
}
#endif

} // namespace
