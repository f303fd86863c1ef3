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
  /// Ends the last row and prints the table.
  void print(std::FILE *stream);

private:
  struct Row {
    std::string where, what;
    int64_t runs = 0;
    double seconds = 0;
  };
  void endRow();

  std::vector<Row> rows;
  size_t open = 0; ///< the row being timed, when `timing`
  bool timing = false;
  double started = 0;
};

} // namespace encke::rt

#endif // ENCKE_RUNTIME_CORE_TIMING_H
