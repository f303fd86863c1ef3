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
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sched.h>
#include <string>
#include <thread>
#include <vector>

// Only what MPI has for C.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

namespace {
/// What the processes of a table talk through: a communicator of their own.
struct Link {
  MPI_Comm messages = MPI_COMM_NULL;
  /// The processes go on after a failure: in a call of a library's function.
  bool outlives = false;
  std::string failure; ///< of another process
};
} // namespace

static Link &linkOf(encke_processes *table) {
  return *static_cast<Link *>(table->state);
}
static MPI_Comm commOf(encke_processes *table) {
  return linkOf(table).messages;
}

/// What a message is.
enum Tag { dataTag, failureTag };

/// Another process has failed, and says why.
static bool hearFailure(encke_processes *table) {
  Link &link = linkOf(table);
  int isThere = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, failureTag, link.messages, &isThere, &status);
  if (!isThere)
    return false;
  int length = 0;
  MPI_Get_count(&status, MPI_BYTE, &length);
  link.failure.resize(size_t(length));
  MPI_Recv(link.failure.data(), length, MPI_BYTE, status.MPI_SOURCE, failureTag,
           link.messages, MPI_STATUS_IGNORE);
  table->failure = link.failure.c_str();
  table->failed = status.MPI_SOURCE;
  return true;
}

/// Receives that will not be served leave their memory alone from now on. What
/// was sent nobody takes any more.
static void giveUp(std::vector<MPI_Request> &requests, size_t receives) {
  for (size_t n = 0; n != requests.size(); ++n) {
    if (requests[n] == MPI_REQUEST_NULL)
      continue;
    if (n < receives) {
      MPI_Cancel(&requests[n]);
      MPI_Wait(&requests[n], MPI_STATUS_IGNORE);
    } else {
      MPI_Request_free(&requests[n]);
    }
  }
}

/// Until all requests, of which the first ones receive, have been served, or
/// another process has failed. A failing program ends all of its processes.
static void wait(encke_processes *table, std::vector<MPI_Request> &requests,
                 size_t receives) {
  int count = int(requests.size());
  if (!linkOf(table).outlives) {
    MPI_Waitall(count, requests.data(), MPI_STATUSES_IGNORE);
    return;
  }
  if (table->failure)
    return giveUp(requests, receives);
  for (;;) {
    int isDone = 0;
    MPI_Testall(count, requests.data(), &isDone, MPI_STATUSES_IGNORE);
    if (isDone)
      return;
    if (hearFailure(table))
      return giveUp(requests, receives);
    sched_yield();
  }
}

//===----------------------------------------------------------------------===//
// The functions of the table
//===----------------------------------------------------------------------===//

/// MPI counts with 32 bits: longer messages go in several.
static constexpr int64_t longest = int64_t(1) << 30;

/// Calls post(data, count) for the messages in which so many bytes go.
template <typename Byte, typename Post>
static void inParts(Byte *data, int64_t bytes, Post post) {
  for (int64_t at = 0; at < bytes; at += longest)
    post(data + at, int(std::min(longest, bytes - at)));
}

namespace {
/// Messages under way.
struct Begun {
  std::vector<MPI_Request> requests;
  size_t receives = 0; ///< the first of them
};
} // namespace

/// Processes that have nothing for each other send no message.
static void post(encke_processes *table, const void *const *send,
                 const int64_t *sent, void *const *receive,
                 const int64_t *received, Begun &begun) {
  MPI_Comm comm = commOf(table);
  std::vector<MPI_Request> &requests = begun.requests;
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
              MPI_Irecv(data, bytes, MPI_BYTE, p, dataTag, comm, next());
            });
  begun.receives = requests.size();
  for (int32_t p = 0; p != table->count; ++p)
    inParts(static_cast<const char *>(send[p]), sent[p],
            [&](const char *data, int bytes) {
              MPI_Isend(data, bytes, MPI_BYTE, p, dataTag, comm, next());
            });
}

static void allToAll(encke_processes *table, const void *const *send,
                     const int64_t *sent, void *const *receive,
                     const int64_t *received) {
  Begun begun;
  post(table, send, sent, receive, received, begun);
  wait(table, begun.requests, begun.receives);
}

static void *begin(encke_processes *table, const void *const *send,
                   const int64_t *sent, void *const *receive,
                   const int64_t *received) {
  auto *begun = new Begun;
  post(table, send, sent, receive, received, *begun);
  return begun;
}

static void finish(encke_processes *table, void *begun) {
  auto *messages = static_cast<Begun *>(begun);
  wait(table, messages->requests, messages->receives);
  delete messages;
}

static void broadcast(encke_processes *table, void *data, int64_t bytes,
                      int32_t root) {
  size_t count = size_t(table->count);
  if (linkOf(table).outlives) {
    // A collective operation could not be given up.
    bool isRoot = table->rank == root;
    std::vector<const void *> send(count, data);
    std::vector<void *> receive(count, data);
    std::vector<int64_t> sent(count, isRoot ? bytes : 0), received(count, 0);
    sent[size_t(root)] = 0; // it has it
    received[size_t(root)] = isRoot ? 0 : bytes;
    return allToAll(table, send.data(), sent.data(), receive.data(),
                    received.data());
  }
  inParts(static_cast<char *>(data), bytes, [&](char *part, int length) {
    MPI_Bcast(part, length, MPI_BYTE, root, commOf(table));
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

static void barrier(encke_processes *table) {
  if (!linkOf(table).outlives) {
    MPI_Barrier(commOf(table));
    return;
  }
  std::vector<char> marks(size_t(table->count));
  std::vector<void *> receive;
  for (char &mark : marks)
    receive.push_back(&mark);
  std::vector<int64_t> one(marks.size(), 1);
  char mark = 0;
  allGather(table, &mark, 1, receive.data(), one.data());
}

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

static void abortAll(encke_processes *table, int32_t status) {
  MPI_Abort(commOf(table), status);
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// Fills the table.
static void fill(encke_processes &table, Link &link) {
  int rank = 0, count = 1;
  MPI_Comm_rank(link.messages, &rank);
  MPI_Comm_size(link.messages, &count);
  table = {rank,    count,     &link,     allToAll, begin,
           finish,  broadcast, allGather, gather,   barrier,
           mayTell, awaitEnd,  abortAll,  nullptr,  0};
}

static int refuse(char *message, size_t size, const std::string &reason) {
  std::snprintf(message, size, "%s", reason.c_str());
  return 1;
}

/// How many processes the launcher says that it has started; 0: it is silent.
static int launchedCount() {
  for (const char *name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_NTASKS"})
    if (const char *count = std::getenv(name))
      return std::atoi(count);
  return 0;
}

static Link world;

extern "C" {
/// Fills the table with the processes that a launcher has started. Returns 0,
/// or 1 and why not.
__attribute__((visibility("default"))) int
encke_mpi_begin(encke_processes *table, char *message, size_t size) {
  int provided = 0;
  // Threads of kernels send no messages.
  if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided) !=
      MPI_SUCCESS)
    return refuse(message, size, "MPI could not be started");
  world.messages = MPI_COMM_WORLD;
  fill(*table, world);
  // Each would take itself for the only one.
  int launched = launchedCount();
  if (table->count == 1 && launched > 1) {
    MPI_Finalize();
    return refuse(message, size,
                  std::to_string(launched) +
                      " processes were started by a launcher that is not of "
                      "this implementation of MPI: each is alone");
  }
  return 0;
}

__attribute__((visibility("default"))) void encke_mpi_end(void) {
  MPI_Finalize();
}
}

//===----------------------------------------------------------------------===//
// Calls of libraries
//===----------------------------------------------------------------------===//

/// A communicator keeps the link that was made for it, until it is freed.
static int freeLink(MPI_Comm, int, void *kept, void *) {
  auto *link = static_cast<Link *>(kept);
  // What nobody has taken of one that has failed would reach the next one that
  // gets its number: it stays.
  if (link->failure.empty())
    MPI_Comm_free(&link->messages);
  delete link;
  return MPI_SUCCESS;
}

static int linkKey = MPI_KEYVAL_INVALID;

/// Messages of the caller's do not meet those of the link. After a failure
/// there may be some that nobody has taken: all processes have seen it, and
/// make another one. Null where there is no room for another communicator.
static Link *makeLink(MPI_Comm comm) {
  if (linkKey == MPI_KEYVAL_INVALID)
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, freeLink, &linkKey, nullptr);
  void *kept = nullptr;
  int isThere = 0;
  MPI_Comm_get_attr(comm, linkKey, &kept, &isThere);
  if (isThere && static_cast<Link *>(kept)->failure.empty())
    return static_cast<Link *>(kept);
  if (isThere)
    MPI_Comm_delete_attr(comm, linkKey);
  auto *link = new Link;
  link->outlives = true;
  if (MPI_Comm_dup(comm, &link->messages) != MPI_SUCCESS) {
    delete link;
    return nullptr;
  }
  MPI_Comm_set_attr(comm, linkKey, link);
  return link;
}

extern "C" {
/// Fills the table with the processes of a communicator, an MPI_Comm, which all
/// of them call this with. Returns 0, or 1 and why not.
__attribute__((visibility("default"))) int
encke_mpi_join(const void *communicator, encke_processes *table, char *message,
               size_t size) {
  int isStarted = 0, isOver = 0;
  MPI_Initialized(&isStarted);
  MPI_Finalized(&isOver);
  if (!isStarted || isOver)
    return refuse(message, size, "MPI is not running: call MPI_Init first");
  MPI_Comm comm = *static_cast<const MPI_Comm *>(communicator);
  if (comm == MPI_COMM_NULL)
    return refuse(message, size, "the communicator is MPI_COMM_NULL");
  int isBetween = 0;
  MPI_Comm_test_inter(comm, &isBetween);
  if (isBetween)
    return refuse(message, size,
                  "not supported yet: a communicator between two groups");
  Link *link = makeLink(comm);
  if (!link)
    return refuse(message, size, "the communicator cannot be duplicated");
  fill(*table, *link);
  return 0;
}

/// Tells the others why this process has failed; they leave what they wait for.
__attribute__((visibility("default"))) void
encke_mpi_fail(encke_processes *table, const char *reason) {
  Link &link = linkOf(table);
  if (link.failure.empty())
    link.failure = *reason ? reason : "it failed";
  table->failure = link.failure.c_str(); // nothing is waited for any more
  table->failed = table->rank;
  int length = int(link.failure.size());
  for (int32_t p = 0; p != table->count; ++p) {
    if (p == table->rank)
      continue;
    MPI_Request request;
    MPI_Isend(link.failure.data(), length, MPI_BYTE, p, failureTag,
              link.messages, &request);
    MPI_Request_free(&request);
  }
}
}
