//===- timing.h - the table of --time ---------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_CORE_TIMING_H
#define ENCKE_RUNTIME_CORE_TIMING_H

#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace encke::rt {

/// Seconds since an arbitrary point, monotonic.
double now();

/// How long each statement took. A statement that runs again, in a loop, adds
/// to its row.
class Timing {
public:
  /// Ends the row that is open and begins the one of `where` and `what`.
  void begin(const char *where, const char *what);
  /// What the open row's statement does from now on; null for what has no name.
  /// Returns what it did before.
  const char *enter(const char *phase);
  /// Ends the last row and prints the table.
  void print(std::FILE *stream);

private:
  struct Row {
    std::string where, what;
    int64_t runs = 0;
    double seconds = 0;
    std::vector<std::pair<const char *, double>> phases;
  };
  void endPhase();
  void endRow();

  std::vector<Row> rows;
  size_t open = 0; ///< the row being timed, when `timing`
  bool timing = false;
  double started = 0;
  const char *phase = nullptr; ///< of the open row
  double phaseStarted = 0;
};

/// A part of a statement that has a row of its own in the table, for as long as
/// the object lives. Of phases in each other the inner one counts. Only on the
/// thread that runs the program.
class Phase {
public:
  explicit Phase(const char *name);
  ~Phase();
  Phase(const Phase &) = delete;
  Phase &operator=(const Phase &) = delete;

private:
  Timing *timing; ///< null where nothing is timed
  const char *before = nullptr;
};

} // namespace encke::rt

#endif // ENCKE_RUNTIME_CORE_TIMING_H
