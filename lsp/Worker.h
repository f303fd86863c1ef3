//===- Worker.h - work that does not keep the reader waiting ----*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_LSP_WORKER_H
#define ENCKE_LSP_WORKER_H

#include "llvm/ADT/FunctionExtras.h"
#include "llvm/Support/thread.h"

#include <condition_variable>
#include <deque>
#include <mutex>

namespace encke::server {

/// A thread that does one thing after the other. When it goes it first does
/// what is waiting.
class Worker {
public:
  Worker();
  ~Worker();

  void post(llvm::unique_function<void()> work);

private:
  void run();

  std::mutex mutex;
  std::condition_variable changed;
  std::deque<llvm::unique_function<void()>> waiting;
  bool ends = false;
  llvm::thread thread;
};

} // namespace encke::server

#endif // ENCKE_LSP_WORKER_H
