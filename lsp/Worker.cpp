//===- Worker.cpp - work that does not keep the reader waiting ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lsp/Worker.h"

namespace encke::server {

/// What the front end may need for a deeply nested program: that of a process.
static constexpr unsigned stackBytes = 8U << 20;

Worker::Worker()
    : thread(std::optional<unsigned>(stackBytes), [this] { run(); }) {}

Worker::~Worker() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    ends = true;
  }
  changed.notify_one();
  thread.join();
}

void Worker::post(llvm::unique_function<void()> work) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    waiting.push_back(std::move(work));
  }
  changed.notify_one();
}

void Worker::run() {
  std::unique_lock<std::mutex> lock(mutex);
  while (true) {
    changed.wait(lock, [this] { return ends || !waiting.empty(); });
    if (waiting.empty())
      return;
    llvm::unique_function<void()> work = std::move(waiting.front());
    waiting.pop_front();
    lock.unlock();
    work();
    lock.lock();
  }
}

} // namespace encke::server
