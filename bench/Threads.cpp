//===- Threads.cpp - where the threads that are measured run --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Threads.h"

#include <algorithm>
#include <filesystem>
#include <sched.h>
#include <set>
#include <string>
#include <unistd.h>
#include <vector>

namespace encke::bench {

namespace {

/// The processors that the process might use when it began.
std::vector<int> findProcessors() {
  std::vector<int> processors;
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof(allowed), &allowed) == 0)
    for (int number = 0; number < CPU_SETSIZE; ++number)
      if (CPU_ISSET(number, &allowed))
        processors.push_back(number);
  return processors;
}
const std::vector<int> processors = findProcessors();

void place(int thread, int processor) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(processor, &one);
  sched_setaffinity(thread, sizeof(one), &one); // a thread may have ended
}

} // namespace

void placeNewThreads() {
  static std::set<int> placed = {getpid()};
  if (numThreads < 2 || processors.size() < 2)
    return;
  std::set<int> found; // in the order in which they were made
  for (const auto &entry :
       std::filesystem::directory_iterator("/proc/self/task"))
    found.insert(std::stoi(entry.path().filename().string()));
  size_t others = std::min(size_t(numThreads), processors.size()) - 1, next = 0;
  for (int thread : found)
    if (placed.insert(thread).second)
      place(thread, processors[1 + next++ % others]);
}

void placeMainThread() {
  if (numThreads > 1 && processors.size() > 1)
    place(getpid(), processors.front());
}

} // namespace encke::bench
