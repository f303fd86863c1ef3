//===- traffic.h - what processes send, and for which statement -*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_PROCESSES_TRAFFIC_H
#define ENCKE_RUNTIME_PROCESSES_TRAFFIC_H

#include "core/context.h"

#include <cstdint>
#include <string>
#include <vector>

namespace encke::rt {

/// What this process has sent to others, by statement and by kind.
struct Traffic {
  struct Row {
    std::string where;
    const char *what;
    int64_t times = 0;
    int64_t ghosts = 0; ///< rows that one exchange brings
    int64_t bytes = 0;  ///< sent to others, in all
    double seconds = 0; ///< from the call to its end: most of it is waiting
  };
  std::vector<Row> rows;

  Row &row(const char *where, const char *what);
};

/// The running program's, made when it is first asked for. At the end of the
/// program, with -v or --time, all of them are printed by the first process.
Traffic &trafficOf(Context &context);

/// The table of the running program, or one of a process that is alone.
encke_processes &processesOf(Context &context);

/// Messages of one call, counted.
class Messages {
public:
  Messages(const char *where, const char *what);
  ~Messages();
  Messages(const Messages &) = delete;
  Messages &operator=(const Messages &) = delete;

  encke_processes &table() { return processes; }
  size_t count() const { return size_t(processes.count); }
  size_t rank() const { return size_t(processes.rank); }
  void noteGhosts(int64_t ghosts) { row.ghosts = ghosts; }

  /// To each process what is for it; from each what it has for this one. Each
  /// first says how much that is.
  std::vector<std::vector<char>>
  exchange(const std::vector<std::vector<char>> &send);
  /// The same where all know how many bytes come.
  std::vector<std::vector<char>>
  exchange(const std::vector<std::vector<char>> &send,
           const std::vector<int64_t> &received);
  /// From each process what it has for all.
  std::vector<std::vector<char>> gatherAll(const char *send, int64_t bytes);

private:
  std::vector<int64_t> exchangeCounts(const std::vector<int64_t> &counts);
  void noteSent(const std::vector<std::vector<char>> &send);

  Context &context;
  encke_processes &processes;
  Traffic::Row &row;
  double begin;
};

} // namespace encke::rt

#endif // ENCKE_RUNTIME_PROCESSES_TRAFFIC_H
