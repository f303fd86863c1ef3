//===- processes.h - how a process talks to the others ----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table of functions in C, since a library that is loaded may fill it
// (processes/mpi.cpp). All processes call the same ones in the same order, from
// their first thread.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_CORE_PROCESSES_H
#define ENCKE_RUNTIME_CORE_PROCESSES_H

#include <cstddef>
#include <cstdint>
#include <vector>

extern "C" {

/// Functions take the table itself first. Bytes are counted for each process;
/// none of the arrays is null.
typedef struct encke_processes {
  int32_t rank, count;
  void *state; ///< of who has filled the table
  /// Sends send[p] to each process p and receives what it sends here, of which
  /// the length is known.
  void (*all_to_all)(struct encke_processes *, const void *const *send,
                     const int64_t *sent, void *const *receive,
                     const int64_t *received);
  /// Begins the same; `finish` waits for the end of it. All memory stays as it
  /// is until then, and nothing else of the table is called.
  void *(*begin)(struct encke_processes *, const void *const *send,
                 const int64_t *sent, void *const *receive,
                 const int64_t *received);
  void (*finish)(struct encke_processes *, void *begun);
  /// `data` of the process `root` for all.
  void (*broadcast)(struct encke_processes *, void *data, int64_t bytes,
                    int32_t root);
  /// What each process sends, for all.
  void (*all_gather)(struct encke_processes *, const void *send, int64_t sent,
                     void *const *receive, const int64_t *received);
  /// The same for `root`; of the others `receive` and `received` are not used.
  void (*gather)(struct encke_processes *, const void *send, int64_t sent,
                 void *const *receive, const int64_t *received, int32_t root);
  /// Nobody goes on before all are here.
  void (*barrier)(struct encke_processes *);
  /// Nonzero for one of the processes that fail, which says why; the others
  /// wait for their end.
  int32_t (*may_tell)(struct encke_processes *);
  /// Does not return: another process says what is wrong, and ends this one.
  /// What this one has printed is written.
  void (*await_end)(struct encke_processes *);
  /// Ends all processes, the calling one too, after a failure.
  void (*abort)(struct encke_processes *, int32_t status);
  /// In a call of a library's function: why another process, `failed`, has
  /// failed, which has ended the function of this table that was waiting.
  const char *failure;
  int32_t failed;
} encke_processes;
}

namespace encke::rt {

/// Runs run(table, data) on as many processes as `count` says, which are copies
/// of this one, or on those that MPI has started where it is allMPI. Returns
/// the exit status: of all of them, or of this one. This process must have one
/// thread. On processes that are copies, `run` does not return from here: they
/// end.
int runOnProcesses(int32_t count, int (*run)(encke_processes *, void *),
                   void *data);

/// A launcher of MPI has started this process.
bool isLaunched();

/// The processes of a communicator of MPI that a caller of a library hands in,
/// an MPI_Comm.
class Communicator {
public:
  /// All of its processes join. Throws where that cannot be.
  explicit Communicator(const void *communicator);
  encke_processes &table() { return processes; }
  /// Tells the others that this process has failed; they fail, too.
  void fail(const char *reason);

private:
  void *library;
  encke_processes processes;
};

/// After each function of a table: throws where another process has failed.
void checkOthers(const encke_processes &table);

/// What each process has, a plain object, for all of them.
template <typename T>
std::vector<T> gatherFromAll(encke_processes &table, const T &own) {
  std::vector<T> all(static_cast<size_t>(table.count));
  std::vector<void *> places;
  for (T &one : all)
    places.push_back(&one);
  std::vector<int64_t> lengths(all.size(), sizeof(T));
  table.all_gather(&table, &own, sizeof(T), places.data(), lengths.data());
  checkOthers(table);
  return all;
}

/// Stands for the number of processes that MPI has started.
constexpr int32_t allMPI = -1;

/// Nobody may ask for more.
constexpr int32_t mostProcesses = 256;

} // namespace encke::rt

#endif // ENCKE_RUNTIME_CORE_PROCESSES_H
