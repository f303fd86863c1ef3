//===- progress.h - how far long work is ------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_CORE_PROGRESS_H
#define ENCKE_RUNTIME_CORE_PROGRESS_H

#include <atomic>
#include <cstdint>
#include <string>

namespace encke::rt {

/// A line on stderr, if that is a terminal, about work that takes over `delay`;
/// taken away at the end. It goes on while the work does not, by a thread of
/// its own, but not in calls of libraries, whose process is another's. Of work
/// that is part of other work the inner one is shown.
class Progress {
public:
  /// `total` counts `unit`s; 0 where nobody knows how much there is.
  Progress(std::string what, int64_t total = 0, const char *unit = "B");
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  /// From any thread.
  void advance(int64_t done);

  /// Takes the line away, for what is printed on the same terminal.
  static void clear() noexcept;

  static double delay; ///< seconds: one, but for tests

private:
  friend class ProgressLine;

  bool isDue(double time) const { return time >= start + delay; }
  std::string line(double time) const;

  std::string what;
  int64_t total;
  std::atomic<int64_t> done{0};
  const char *unit;
  bool isTerminal;
  double start;
};

/// The line about `what`: that `done` of `total` are done, if there is a total,
/// and, where it is known how many `seconds` that took, how many those were in
/// a second and how long the rest will take.
std::string progressLine(const std::string &what, int64_t done, int64_t total,
                         double seconds = 0, const std::string &unit = "B");

/// Notes that one of the ends of a chunk of a parallel loop is asked for, so
/// that the line about computing tells how far the loop is.
void noteChunk(int64_t chunk, int64_t chunks);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_CORE_PROGRESS_H
