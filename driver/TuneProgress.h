//===- TuneProgress.h - how far encke tune is -------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_TUNEPROGRESS_H
#define ENCKE_DRIVER_TUNEPROGRESS_H

#include "llvm/Support/Format.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <chrono>
#include <string>

namespace encke {

/// A line on stderr, if that is a terminal, which is taken away at the end.
class TuneProgress {
public:
  ~TuneProgress() { hide(); }

  explicit TuneProgress(double seconds) : seconds(seconds) {}

  void begin(const std::string &statement) {
    place = statement;
    measured = 0;
    best = 1;
  }
  /// One more was measured; the best so far takes this part of the policy's
  /// time.
  void count(double ratio) {
    ++measured;
    best = ratio;
  }
  void show(const std::string &what) {
    if (!isTerminal)
      return;
    std::string line;
    llvm::raw_string_ostream(line)
        << place << ": " << measured << " measured, the best takes "
        << llvm::format("%.2f", best) << ", "
        << std::max(0, int(seconds - elapsed())) << " s left; " << what;
    constexpr size_t width = 79;
    if (line.size() > width)
      line.resize(width);
    llvm::errs() << "\r\x1b[K" << line;
    isShown = true;
  }
  void hide() {
    if (isShown)
      llvm::errs() << "\r\x1b[K";
    isShown = false;
  }

private:
  using Clock = std::chrono::steady_clock;
  double elapsed() const {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

  double seconds; ///< for all of it
  Clock::time_point start = Clock::now();
  bool isTerminal = llvm::sys::Process::StandardErrIsDisplayed();
  bool isShown = false;
  std::string place;
  unsigned measured = 0;
  double best = 1;
};

} // namespace encke

#endif // ENCKE_DRIVER_TUNEPROGRESS_H
