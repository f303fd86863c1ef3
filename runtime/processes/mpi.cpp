//===- mpi.cpp - processes that MPI starts --------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A library of its own, libencke_mpi.so, made by the compiler of an
// implementation of MPI, whose handles are part of the code. The runtime loads
// it when processes are those of MPI (launch.cpp).
//
//===----------------------------------------------------------------------===//

#include "core/processes.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

// Only what MPI has for C.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

/// MPI counts with 32 bits: longer messages go in several.
static constexpr int64_t longest = int64_t(1) << 30;

/// Calls post(data, count) for the messages in which so many bytes go.
template <typename Byte, typename Post>
static void inParts(Byte *data, int64_t bytes, Post post) {
  for (int64_t at = 0; at < bytes; at += longest)
    post(data + at, int(std::min(longest, bytes - at)));
}

/// Processes that have nothing for each other send no message.
static void allToAll(encke_processes *table, const void *const *send,
                     const int64_t *sent, void *const *receive,
                     const int64_t *received) {
  std::vector<MPI_Request> requests;
  auto next = [&] {
    requests.emplace_back();
    return &requests.back();
  };
  // An MPI_Request may not move while it is pending, so none is added then.
  size_t count = 0;
  for (int32_t p = 0; p != table->count; ++p)
    count += size_t((sent[p] + longest - 1) / longest +
                    (received[p] + longest - 1) / longest);
  requests.reserve(count);
  for (int32_t p = 0; p != table->count; ++p)
    inParts(static_cast<char *>(receive[p]), received[p],
            [&](char *data, int bytes) {
              MPI_Irecv(data, bytes, MPI_BYTE, p, 0, MPI_COMM_WORLD, next());
            });
  for (int32_t p = 0; p != table->count; ++p)
    inParts(static_cast<const char *>(send[p]), sent[p],
            [&](const char *data, int bytes) {
              MPI_Isend(data, bytes, MPI_BYTE, p, 0, MPI_COMM_WORLD, next());
            });
  MPI_Waitall(int(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
}

static void broadcast(encke_processes *, void *data, int64_t bytes,
                      int32_t root) {
  inParts(static_cast<char *>(data), bytes, [&](char *part, int count) {
    MPI_Bcast(part, count, MPI_BYTE, root, MPI_COMM_WORLD);
  });
}

static void allGather(encke_processes *table, const void *send, int64_t sent,
                      void *const *receive, const int64_t *received) {
  std::vector<const void *> sends(size_t(table->count), send);
  std::vector<int64_t> counts(size_t(table->count), sent);
  allToAll(table, sends.data(), counts.data(), receive, received);
}

static void gather(encke_processes *table, const void *send, int64_t sent,
                   void *const *receive, const int64_t *received,
                   int32_t root) {
  size_t count = size_t(table->count);
  std::vector<const void *> sends(count, send);
  std::vector<int64_t> counts(count, 0), none(count, 0);
  counts[size_t(root)] = sent;
  std::vector<void *> nowhere(count, nullptr);
  bool isRoot = table->rank == root;
  allToAll(table, sends.data(), counts.data(),
           isRoot ? receive : nowhere.data(), isRoot ? received : none.data());
}

static void barrier(encke_processes *) { MPI_Barrier(MPI_COMM_WORLD); }

/// Nobody can be asked any more. The first process that tells ends the others,
/// which wait a little for that, the later ones longer.
static int32_t mayTell(encke_processes *table) {
  constexpr int step = 100;
  std::this_thread::sleep_for(std::chrono::milliseconds(step * table->rank));
  return 1;
}

static void awaitEnd(encke_processes *) {
  for (;;)
    std::this_thread::sleep_for(std::chrono::seconds(1));
}

static void abortAll(encke_processes *, int32_t status) {
  MPI_Abort(MPI_COMM_WORLD, status);
}

extern "C" {
/// Fills the table. Returns 0, or 1 where MPI cannot be started.
__attribute__((visibility("default"))) int
encke_mpi_begin(encke_processes *table) {
  int provided = 0;
  // Threads of kernels send no messages.
  if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided) !=
      MPI_SUCCESS)
    return 1;
  int rank = 0, count = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  *table = {rank,   count,   nullptr, allToAll, broadcast, allGather,
            gather, barrier, mayTell, awaitEnd, abortAll};
  return 0;
}

__attribute__((visibility("default"))) void encke_mpi_end(void) {
  MPI_Finalize();
}
}
