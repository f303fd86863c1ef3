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
    int64_t ghosts = 0;   ///< rows that one exchange brings
    int64_t bytes = 0;    ///< sent to others, in all
    int64_t messages = 0; ///< with something in them, to others
    double seconds = 0;   ///< sending, and waiting for what others send
  };
  std::vector<Row> rows;

  Row &row(const char *where, const char *what);
};

/// The running program's, made when it is first asked for. At the end of the
/// program, with -v or --time, all of them are printed by the first process.
Traffic &trafficOf(Context &context);

/// The table of the running program, or one of a process that is alone.
encke_processes &processesOf(Context &context);

/// Of a row: what exchanges are for.
constexpr const char *exchangingGhosts = "exchanging ghosts";

/// Messages that are under way while something else is computed: what is sent,
/// and room for what comes, by process.
struct Transfer {
  Transfer() = default;
  Transfer(const Transfer &) = delete;
  Transfer &operator=(const Transfer &) = delete;
  /// What is under way has to end, or to be given up, before its memory goes.
  ~Transfer() {
    if (begun)
      processes->finish(processes, begun);
  }

  encke_processes *processes;
  void *begun = nullptr; ///< null: all is there
  const encke_distribution *distribution;
  int64_t mode;
  std::string where;
  std::vector<std::vector<char>> sent, received;
};

/// Waits for what is under way: nothing else may be sent before.
void finishTransfer(Context &context);

/// Messages of one call, counted.
class Messages {
public:
  /// `isMore`: of messages that are counted already.
  Messages(const char *where, const char *what, bool isMore = false);
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
  /// Begins the same, which `take` ends.
  void begin(std::vector<std::vector<char>> send,
             const std::vector<int64_t> &received,
             const encke_distribution *distribution, int64_t mode,
             const char *where);
  /// What was begun for an exchange by a distribution; empty where nothing was.
  static std::vector<std::vector<char>>
  take(Context &context, const encke_distribution *distribution, int64_t mode);
  /// From each process what it has for all.
  std::vector<std::vector<char>> gatherAll(const char *send, int64_t bytes);
  /// The same for the first process; the others get nothing.
  std::vector<std::vector<char>> gatherFirst(const char *send, int64_t bytes);

  /// To each process a number; from each the one for this.
  std::vector<int64_t> exchangeCounts(const std::vector<int64_t> &counts);

private:
  void noteSent(size_t to, int64_t bytes);
  template <typename Call>
  void measure(Call call);

  Context &context;
  encke_processes &processes;
  Traffic::Row &row;
};

} // namespace encke::rt

#endif // ENCKE_RUNTIME_PROCESSES_TRAFFIC_H
