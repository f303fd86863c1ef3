//===- progress.h - how far a long read is ----------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_PROGRESS_H
#define ENCKE_RUNTIME_IO_PROGRESS_H

#include <cstdint>
#include <string>

namespace encke::rt {

/// A bar on stderr, if that is a terminal, for work that takes over `delay`;
/// taken away at the end. Not for several threads at once.
class Progress {
public:
  Progress(std::string what, int64_t total);
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  void advance(int64_t done);

  static double delay; ///< seconds: one, but for tests

private:
  void draw();

  std::string what;
  int64_t total, done = 0;
  bool isTerminal;
  double start;
  double next; ///< time of the next drawing
  bool drawn = false;
};

/// The line that shows that `done` of `total` bytes are done, and, where it is
/// known how many `seconds` that took, how many those were in a second and how
/// long the rest will take.
std::string progressLine(const std::string &what, int64_t done, int64_t total,
                         double seconds = 0);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_PROGRESS_H
