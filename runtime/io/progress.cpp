//===- progress.cpp - how far a long read is ------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "io/progress.h"
#include "core/timing.h"

#include <cstdio>
#include <unistd.h>

namespace encke::rt {

double Progress::delay = 1;
static constexpr double interval = 0.1; // seconds between two drawings
static constexpr const char clearLine[] = "\r\033[K";

Progress::Progress(std::string what, int64_t total)
    : what(std::move(what)), total(total),
      isTerminal(isatty(STDERR_FILENO) != 0), start(now()),
      next(start + delay) {}

Progress::~Progress() {
  if (drawn)
    std::fputs(clearLine, stderr);
}

void Progress::advance(int64_t more) {
  done += more;
  if (isTerminal && now() >= next)
    draw();
}

void Progress::draw() {
  next = now() + interval;
  drawn = true;
  std::fprintf(stderr, "%s%s", clearLine,
               progressLine(what, done, total, now() - start).c_str());
  std::fflush(stderr);
}

std::string progressLine(const std::string &what, int64_t done, int64_t total,
                         double seconds) {
  constexpr int width = 30;
  double share = total > 0 ? double(done) / double(total) : 1;
  int filled = int(share * width);
  char percent[8];
  std::snprintf(percent, sizeof(percent), "%3d %%", int(share * 100));
  std::string line = what + " [" + std::string(size_t(filled), '#') +
                     std::string(size_t(width - filled), '.') + "] " + percent;
  if (seconds <= 0 || share <= 0)
    return line;
  char speed[64];
  std::snprintf(speed, sizeof(speed), "  %.1f MB/s, %.0f s left",
                double(done) / seconds / 1e6, seconds / share - seconds);
  return line + speed;
}

} // namespace encke::rt
