//===- progress.cpp - how far long work is --------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/progress.h"
#include "core/context.h"
#include "core/timing.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

namespace encke::rt {

double Progress::delay = 1;
static constexpr double interval = 0.1; // seconds between two drawings
static constexpr const char clearLine[] = "\r\033[K";

//===----------------------------------------------------------------------===//
// Parallel loops
//===----------------------------------------------------------------------===//

namespace {

/// The parallel loop that began last. Chunks have about the same work, and of
/// each both ends are asked for.
struct Loop {
  std::atomic<int64_t> asked{0}, chunks{0};
  std::atomic<double> start{0};
};

} // namespace

static Loop loop;
static std::atomic<bool> isTicking{false};

void noteChunk(int64_t chunk, int64_t chunks) {
  if (!isTicking.load(std::memory_order_relaxed))
    return;
  if (chunk <= 0) {
    loop.asked = 0;
    loop.chunks = chunks;
    loop.start = now();
  }
  loop.asked.fetch_add(1, std::memory_order_relaxed);
}

//===----------------------------------------------------------------------===//
// The line
//===----------------------------------------------------------------------===//

/// What is on the terminal, and the thread that draws it anew.
class ProgressLine {
public:
  /// Never goes away, as the last of the work may not.
  static ProgressLine &get() {
    static auto *line = new ProgressLine;
    return *line;
  }

  void begin(Progress *progress) {
    std::lock_guard lock(mutex);
    if (all.empty())
      next = 0;
    all.push_back(progress);
    const Context *context = Context::find();
    if (ticker.joinable() || (context && context->call))
      return;
    isOver = false;
    try {
      ticker = std::thread([this] { tick(); });
      isTicking = true;
      // NOLINTNEXTLINE(bugprone-empty-catch)
    } catch (const std::system_error &) {
      // There is no room for a thread: what advances is drawn all the same.
    }
  }

  void end(Progress *progress) {
    std::unique_lock lock(mutex);
    all.erase(std::find(all.begin(), all.end(), progress));
    clear();
    if (!all.empty() || !ticker.joinable())
      return;
    isOver = true;
    isTicking = false;
    std::thread last = std::move(ticker);
    lock.unlock();
    wake.notify_all();
    last.join();
  }

  void drawIfDue() {
    std::lock_guard lock(mutex);
    if (now() >= next)
      draw();
  }

  void clearNow() {
    // Without a terminal nothing was ever begun.
    if (!isDrawn.load(std::memory_order_relaxed))
      return;
    std::lock_guard lock(mutex);
    clear();
    next = now() + pause;
  }

private:
  void tick() {
    std::unique_lock lock(mutex);
    while (!isOver) {
      wake.wait_for(lock, std::chrono::duration<double>(interval));
      if (!isOver && now() >= next)
        draw();
    }
  }

  void draw() {
    double time = now();
    auto due = std::find_if(all.rbegin(), all.rend(), [&](Progress *progress) {
      return progress->isDue(time);
    });
    if (due == all.rend())
      return;
    next = time + interval;
    isDrawn = true;
    std::fprintf(stderr, "%s%s", clearLine, (*due)->line(time).c_str());
    std::fflush(stderr);
  }

  void clear() {
    if (isDrawn.exchange(false)) {
      std::fputs(clearLine, stderr);
      std::fflush(stderr);
    }
  }

  /// After something was printed.
  static constexpr double pause = 0.5;

  std::mutex mutex;
  std::condition_variable wake;
  std::vector<Progress *> all; ///< the innermost last
  std::thread ticker;
  bool isOver = false;
  std::atomic<bool> isDrawn{false};
  double next = 0; ///< time of the next drawing
};

/// Of several processes one tells how far it is.
static bool isShown() {
  const Context *context = Context::find();
  return isatty(STDERR_FILENO) != 0 && (!context || context->speaks());
}

Progress::Progress(std::string what, int64_t total, const char *unit)
    : what(std::move(what)), total(total), unit(unit), isTerminal(isShown()),
      start(now()) {
  if (isTerminal)
    ProgressLine::get().begin(this);
}

Progress::~Progress() {
  if (isTerminal)
    ProgressLine::get().end(this);
}

void Progress::advance(int64_t more) {
  done.fetch_add(more, std::memory_order_relaxed);
  if (isTerminal && isDue(now()))
    ProgressLine::get().drawIfDue();
}

void Progress::clear() noexcept { ProgressLine::get().clearNow(); }

std::string Progress::line(double time) const {
  double since = loop.start;
  bool isLoop =
      total == 0 && loop.chunks > 0 && since >= start && time - since >= delay;
  if (isLoop) // of which the rest is told, not what has been
    return progressLine(what, std::min<int64_t>(loop.asked, 2 * loop.chunks),
                        2 * loop.chunks, time - since, "");
  return progressLine(what, done, total, time - start, unit);
}

/// "12 s", "3 min 20 s", "2 h 5 min".
static std::string duration(double seconds) {
  constexpr int minute = 60, hour = 60 * minute;
  int64_t whole = std::llround(seconds);
  if (whole < 2 * minute)
    return std::to_string(whole) + " s";
  if (whole < 2 * hour)
    return std::to_string(whole / minute) + " min " +
           std::to_string(whole % minute) + " s";
  return std::to_string(whole / hour) + " h " +
         std::to_string(whole % hour / minute) + " min";
}

/// "25.0 MB/s", "1.2 M entries/s".
static std::string speed(double perSecond, const std::string &unit) {
  char text[32];
  const char *prefix = perSecond >= 1e9   ? "G"
                       : perSecond >= 1e6 ? "M"
                       : perSecond >= 1e3 ? "k"
                                          : "";
  double scaled = perSecond >= 1e9   ? perSecond / 1e9
                  : perSecond >= 1e6 ? perSecond / 1e6
                  : perSecond >= 1e3 ? perSecond / 1e3
                                     : perSecond;
  std::snprintf(text, sizeof(text), "%.1f ", scaled);
  return text + std::string(prefix) +
         (unit == "B" || *prefix == 0 ? unit : " " + unit) + "/s, ";
}

std::string progressLine(const std::string &what, int64_t done, int64_t total,
                         double seconds, const std::string &unit) {
  constexpr int width = 30;
  if (total <= 0)
    return what + ", " + duration(seconds);
  double share = std::min(1.0, double(done) / double(total));
  int filled = int(share * width);
  char percent[8];
  std::snprintf(percent, sizeof(percent), "%3d %%", int(share * 100));
  std::string line = what + " [" + std::string(size_t(filled), '#') +
                     std::string(size_t(width - filled), '.') + "] " + percent;
  if (seconds <= 0 || share <= 0)
    return line;
  return line + "  " +
         (unit.empty() ? "" : speed(double(done) / seconds, unit)) +
         duration(seconds / share - seconds) + " left";
}

} // namespace encke::rt
