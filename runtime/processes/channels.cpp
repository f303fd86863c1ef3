//===- channels.cpp - messages through shared memory ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The memory begins with a line for what is said of the end, then come the
// counts of all channels, then their rings. Fresh pages are zero, which is how
// channels begin.
//
//===----------------------------------------------------------------------===//

#include "processes/channels.h"
#include "core/context.h"
#include "core/error.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <memory>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace encke::rt {

/// What all channels may take together; each has a power of two of it.
static constexpr size_t mostBytes = size_t(64) << 20;
static constexpr size_t mostOfOne = size_t(1) << 18;

static size_t chooseCapacity(int32_t count) {
  size_t capacity = mostOfOne;
  size_t channels = size_t(count) * size_t(count);
  while (capacity * channels > mostBytes)
    capacity /= 2;
  return capacity;
}

Channels::Channels(int32_t count)
    : count(count), capacity(chooseCapacity(count)) {
  size_t channels = size_t(count) * size_t(count);
  bytes = lineBytes + channels * (sizeof(Channel) + capacity);
  void *made = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (made == MAP_FAILED)
    throw Error("no memory that " + std::to_string(count) +
                " processes share: " + std::strerror(errno));
  memory = static_cast<char *>(made);
}

Channels::~Channels() { munmap(memory, bytes); }

Channels::Channel &Channels::channel(int32_t from, int32_t to) const {
  auto *all = reinterpret_cast<Channel *>(memory + lineBytes);
  return all[size_t(from) * size_t(count) + size_t(to)];
}

char *Channels::room(int32_t from, int32_t to) const {
  size_t channels = size_t(count) * size_t(count);
  size_t number = size_t(from) * size_t(count) + size_t(to);
  return memory + lineBytes + channels * sizeof(Channel) + number * capacity;
}

/// Writes as much as there is room for.
int64_t Channels::push(int32_t from, int32_t to, const char *data,
                       int64_t bytes) {
  Channel &channel = this->channel(from, to);
  char *ring = room(from, to);
  uint64_t written = channel.written.load(std::memory_order_relaxed);
  uint64_t read = channel.read.load(std::memory_order_acquire);
  size_t part = std::min(size_t(bytes), capacity - size_t(written - read));
  size_t at = size_t(written) % capacity;
  size_t first = std::min(part, capacity - at);
  std::memcpy(ring + at, data, first);
  std::memcpy(ring, data + first, part - first);
  channel.written.store(written + part, std::memory_order_release);
  return int64_t(part);
}

/// Reads as much as there is.
int64_t Channels::pull(int32_t from, int32_t to, char *data, int64_t bytes) {
  Channel &channel = this->channel(from, to);
  const char *ring = room(from, to);
  uint64_t read = channel.read.load(std::memory_order_relaxed);
  uint64_t written = channel.written.load(std::memory_order_acquire);
  size_t part = std::min(size_t(bytes), size_t(written - read));
  size_t at = size_t(read) % capacity;
  size_t first = std::min(part, capacity - at);
  std::memcpy(data, ring + at, first);
  std::memcpy(data + first, ring, part - first);
  channel.read.store(read + part, std::memory_order_release);
  return int64_t(part);
}

/// Rounds in which only others' processes are let go first.
static constexpr int patience = 200;

/// Waits a while for another process, which may need this processor.
static void wait(int iterations) {
  if (iterations < patience) {
    sched_yield();
    return;
  }
  timespec pause = {0, 50000};
  nanosleep(&pause, nullptr);
}

/// So many rounds are a tenth of a second.
static constexpr int hopeless = patience + 2000;

Channels::Moving Channels::begin(int32_t rank, const void *const *send,
                                 const int64_t *sent, void *const *receive,
                                 const int64_t *received) {
  size_t all = size_t(count);
  Moving moving;
  moving.send.assign(send, send + all);
  moving.receive.assign(receive, receive + all);
  moving.sent.assign(sent, sent + all);
  moving.received.assign(received, received + all);
  moving.out.assign(all, 0);
  moving.in.assign(all, 0);
  if (sent[rank])
    std::memcpy(receive[rank], send[rank], size_t(sent[rank]));
  moving.out[size_t(rank)] = sent[rank];
  moving.in[size_t(rank)] = received[rank];
  bool isAny = false;
  advance(rank, moving, isAny);
  return moving;
}

bool Channels::advance(int32_t rank, Moving &moving, bool &isAny) {
  bool isDone = true;
  for (int32_t step = 1; step < count; ++step) {
    int32_t other = (rank + step) % count;
    size_t at = size_t(other);
    int64_t &pushed = moving.out[at], &pulled = moving.in[at];
    int64_t moved = 0;
    if (int64_t rest = moving.sent[at] - pushed) {
      moved = push(rank, other,
                   static_cast<const char *>(moving.send[at]) + pushed, rest);
      pushed += moved;
    }
    if (int64_t rest = moving.received[at] - pulled) {
      int64_t part = pull(
          other, rank, static_cast<char *>(moving.receive[at]) + pulled, rest);
      pulled += part;
      moved += part;
    }
    isDone &= pushed == moving.sent[at] && pulled == moving.received[at];
    isAny |= moved != 0;
  }
  return isDone;
}

void Channels::finish(int32_t rank, Moving &moving) {
  for (int idle = 0;; ++idle) {
    // What others were to send before they failed is here by now.
    if (idle > hopeless && rank == 0 && ending().isClaimed.load() != 0)
      Context::current().awaitEnd();
    bool isAny = false;
    if (advance(rank, moving, isAny))
      return;
    if (isAny)
      idle = 0;
    wait(idle);
  }
}

void Channels::move(int32_t rank, const void *const *send, const int64_t *sent,
                    void *const *receive, const int64_t *received) {
  Moving moving = begin(rank, send, sent, receive, received);
  finish(rank, moving);
}

bool Channels::claimFailure() { return ending().isClaimed.exchange(1) == 0; }

void Channels::settle() { ending().isSettled.store(1); }

bool Channels::isSettled() const { return ending().isSettled.load() != 0; }

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static Channels &of(encke_processes *table) {
  return *static_cast<Channels *>(table->state);
}

static void allToAll(encke_processes *table, const void *const *send,
                     const int64_t *sent, void *const *receive,
                     const int64_t *received) {
  of(table).move(table->rank, send, sent, receive, received);
}

static void *beginMove(encke_processes *table, const void *const *send,
                       const int64_t *sent, void *const *receive,
                       const int64_t *received) {
  return new Channels::Moving(
      of(table).begin(table->rank, send, sent, receive, received));
}

static void finishMove(encke_processes *table, void *begun) {
  std::unique_ptr<Channels::Moving> moving(
      static_cast<Channels::Moving *>(begun));
  of(table).finish(table->rank, *moving);
}

static void allGather(encke_processes *table, const void *send, int64_t sent,
                      void *const *receive, const int64_t *received) {
  std::vector<const void *> sends(size_t(table->count), send);
  std::vector<int64_t> counts(size_t(table->count), sent);
  of(table).move(table->rank, sends.data(), counts.data(), receive, received);
}

static void broadcast(encke_processes *table, void *data, int64_t bytes,
                      int32_t root) {
  size_t count = size_t(table->count);
  std::vector<const void *> send(count, data);
  std::vector<void *> receive(count, data);
  std::vector<int64_t> sent(count, table->rank == root ? bytes : 0);
  std::vector<int64_t> received(count, 0);
  if (table->rank == root)
    sent[size_t(root)] = 0; // it has it
  else
    received[size_t(root)] = bytes;
  of(table).move(table->rank, send.data(), sent.data(), receive.data(),
                 received.data());
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
  of(table).move(table->rank, sends.data(), counts.data(),
                 isRoot ? receive : nowhere.data(),
                 isRoot ? received : none.data());
}

static void barrier(encke_processes *table) {
  std::vector<char> marks(size_t(table->count));
  std::vector<void *> receive;
  for (char &mark : marks)
    receive.push_back(&mark);
  std::vector<int64_t> one(size_t(table->count), 1);
  char mark = 0;
  allGather(table, &mark, 1, receive.data(), one.data());
}

static int32_t mayTell(encke_processes *table) {
  return of(table).claimFailure() ? 1 : 0;
}

static void awaitEnd(encke_processes *table) {
  if (table->rank == 0)
    of(table).settle();
  for (;;)
    pause();
}

/// The process that has started all sees this one end, and ends the others.
static void abortAll(encke_processes *, int32_t status) { std::_Exit(status); }

encke_processes Channels::makeTable(int32_t rank) {
  return {rank,       count,     this,      allToAll, beginMove,
          finishMove, broadcast, allGather, gather,   barrier,
          mayTell,    awaitEnd,  abortAll,  nullptr,  0};
}

} // namespace encke::rt
