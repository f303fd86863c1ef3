//===- threads.cpp - loops on several threads -----------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/threads.h"
#include "core/context.h"
#include "core/team.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <exception>
#include <malloc.h>
#include <optional>
#include <sched.h>
#include <sys/resource.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

namespace encke::rt {

/// Below this a thread costs more than it brings.
static constexpr int64_t usualLeastWork = int64_t(1) << 16;

/// ENCKE_TASK_WORK says another number, so that tests can share out small work.
static int64_t leastWork() {
  static const int64_t least = [] {
    const char *text = std::getenv("ENCKE_TASK_WORK");
    int64_t number = text ? std::strtoll(text, nullptr, 10) : 0;
    return number > 0 ? number : usualLeastWork;
  }();
  return least;
}

static constexpr const char openMPThreads[] = "OMP_NUM_THREADS";

/// "4" or "4,2", for each level of nested loops.
static bool areThreads(const char *text) {
  for (;;) {
    char *end = nullptr;
    bool hasDigits = *text >= '0' && *text <= '9';
    if (!hasDigits || std::strtol(text, &end, 10) < 1)
      return false;
    if (!*end)
      return true;
    if (*end != ',')
      return false;
    text = end + 1;
  }
}

void checkOpenMPThreads() {
  const char *text = std::getenv(openMPThreads);
  if (!text || areThreads(text))
    return;
  if (*text)
    std::fprintf(stderr,
                 "warning: OMP_NUM_THREADS=%s is no number of threads, and not "
                 "heeded\n",
                 text);
  unsetenv(openMPThreads);
}

/// OMP_NUM_THREADS, the number for the outermost level; 0 without one.
static int32_t threadsOfOpenMP() {
  const char *text = std::getenv(openMPThreads);
  long number = text ? std::strtol(text, nullptr, 10) : 0;
  return int32_t(std::clamp(number, 0L, long(mostThreads)));
}

static int32_t processors() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof(set), &set) == 0)
    return CPU_COUNT(&set);
  return int32_t(std::thread::hardware_concurrency());
}

/// How many bytes of addresses the process may have (`ulimit -v`), if that is
/// limited.
static std::optional<uint64_t> addressLimit() {
  rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return std::nullopt;
  return limit.rlim_cur;
}

int32_t defaultThreads() {
  if (int32_t number = threadsOfOpenMP())
    return number;
  constexpr uint64_t addressesOfThread = uint64_t(128) << 20;
  uint64_t most = mostThreads;
  if (std::optional<uint64_t> limit = addressLimit())
    most = std::min(most, *limit / addressesOfThread);
  return std::max(int32_t(std::min(uint64_t(processors()), most)), 1);
}

/// The bytes of addresses that the process has taken.
static uint64_t addressesTaken() {
  char text[64] = "";
  if (std::FILE *file = std::fopen("/proc/self/statm", "r")) {
    if (!std::fgets(text, sizeof(text), file))
      text[0] = '\0';
    std::fclose(file);
  }
  return std::strtoull(text, nullptr, 10) * uint64_t(sysconf(_SC_PAGE_SIZE));
}

/// What OpenMP's library, or else the system, takes for a thread's stack.
static uint64_t stackBytes() {
  void *ask = dlsym(RTLD_DEFAULT, "kmp_get_stacksize_s");
  rlimit stack;
  if (ask)
    return reinterpret_cast<size_t (*)()>(ask)();
  if (getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur != RLIM_INFINITY)
    return stack.rlim_cur;
  return uint64_t(8) << 20;
}

int32_t possibleThreads(int32_t asked) {
  if (asked <= 0)
    asked = defaultThreads();
  std::optional<uint64_t> limit = addressLimit();
  if (!limit || asked == 1)
    return asked;
  // Beside the stacks: what the library has for all threads and for each.
  constexpr uint64_t forAll = uint64_t(4) << 20, forEach = uint64_t(256) << 10;
  uint64_t each = stackBytes() + forEach;
  uint64_t taken = addressesTaken() + forAll;
  uint64_t others = taken < *limit ? (*limit - taken) / each : 0;
  return int32_t(std::min(uint64_t(asked), 1 + others));
}

void makeThreadsEarly(int32_t threads) {
  if (threads <= 1 || !addressLimit())
    return;
  // An arena of malloc for each would take the room of the next one's stack.
  mallopt(M_ARENA_MAX, 1);
  runByOpenMP(threads, [](int32_t) {});
}

int32_t usefulThreads(int32_t allowed, int64_t parts) {
  if (allowed <= 0)
    allowed = defaultThreads();
  return int32_t(std::clamp<int64_t>(parts, 1, std::max(allowed, 1)));
}

/// Tests that share out small work care no more for what that brings.
static int64_t scale(int64_t least) {
  double scale = double(leastWork()) / usualLeastWork;
  return int64_t(std::min(double(least) * scale, 0x1p62));
}

static int32_t threadsForParts(int64_t parts) {
  Context *context = Context::find();
  return context && parts > 1 ? usefulThreads(context->threads(), parts) : 1;
}

int32_t threadsFor(int64_t work, int64_t extra) {
  return threadsForParts(work / std::max(leastWork(), scale(extra)));
}

int32_t threadsForCost(int64_t cost, int64_t least) {
  return threadsForParts(cost / std::max<int64_t>(scale(least), 1));
}

/// Threads for this once.
static void runOnce(int32_t threads, const TeamBody &body) {
  std::vector<std::thread> workers;
  workers.reserve(static_cast<size_t>(threads));
  for (int32_t t = 1; t < threads; ++t) {
    try {
      workers.emplace_back(body, t);
    } catch (const std::system_error &) {
      body(t); // The system has no more threads to give.
    }
  }
  body(0);
  for (std::thread &worker : workers)
    worker.join();
}

void onThreads(int32_t threads, const std::function<void(int32_t)> &body) {
  if (threads <= 1)
    return body(0);
  std::vector<std::exception_ptr> failures(static_cast<size_t>(threads));
  auto run = [&](int32_t t) {
    try {
      body(t);
    } catch (...) {
      failures[size_t(t)] = std::current_exception();
    }
  };
  if (!runByOpenMP(threads, run) && !runByTeam(threads, run))
    runOnce(threads, run);
  for (const std::exception_ptr &failure : failures)
    if (failure)
      std::rethrow_exception(failure);
}

} // namespace encke::rt
