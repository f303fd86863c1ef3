//===- team.cpp - threads that stay ---------------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A new thread takes tens of microseconds to begin, and the system may leave it
// on its creator's processor, where both take turns, for some milliseconds and
// up to half a second. So threads are moved away from there once, and stay.
// They look for more work for a while before they sleep: one phase of a
// conversion comes soon after the other.
//
//===----------------------------------------------------------------------===//

#include "core/team.h"
#include "core/context.h"
#include "core/threads.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <dlfcn.h>
#include <mutex>
#include <pthread.h>
#include <sched.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace encke::rt {

//===----------------------------------------------------------------------===//
// OpenMP
//===----------------------------------------------------------------------===//

namespace {

/// What clang's code calls of libomp (openmp/runtime/src/kmp.h).
struct Ident {
  int32_t reserved1 = 0, flags = 2, reserved2 = 0, reserved3 = 0;
  const char *source = ";encke;runtime;0;0;;";
};
using Microtask = void (*)(int32_t *thread, int32_t *number, ...);

struct OpenMP {
  int32_t (*getThread)(Ident *);
  void (*pushThreads)(Ident *, int32_t thread, int32_t threads);
  void (*fork)(Ident *, int32_t arguments, Microtask, ...);
  int (*getThreads)();

  template <typename Function>
  static void find(Function &function, const char *name) {
    function = reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
  }
  OpenMP() {
    find(getThread, "__kmpc_global_thread_num");
    find(pushThreads, "__kmpc_push_num_threads");
    find(fork, "__kmpc_fork_call");
    find(getThreads, "omp_get_num_threads");
  }
  /// Null where there is none. It may come with a program that is loaded later.
  static const OpenMP *get();
};

struct Work {
  const OpenMP &openMP;
  int32_t parts;
  const TeamBody &body;
};

} // namespace

const OpenMP *OpenMP::get() {
  if (!dlsym(RTLD_DEFAULT, "__kmpc_fork_call"))
    return nullptr;
  static const OpenMP found;
  return found.getThread && found.pushThreads && found.fork && found.getThreads
             ? &found
             : nullptr;
}

/// There may be fewer threads than parts.
static void runShare(int32_t *, int32_t *number, Work *work) {
  for (int32_t t = *number; t < work->parts; t += work->openMP.getThreads())
    work->body(t);
}

bool runByOpenMP(int32_t parts, const TeamBody &body) {
  const OpenMP *openMP = OpenMP::get();
  if (!openMP)
    return false;
  Ident where;
  Work work = {*openMP, parts, body};
  openMP->pushThreads(&where, openMP->getThread(&where), parts);
  openMP->fork(&where, 1, reinterpret_cast<Microtask>(runShare), &work);
  return true;
}

namespace {
/// A team of compiled code.
struct Forked {
  Microtask body;
  void *argument;
  Context *context;
};
} // namespace

static void runForked(int32_t *thread, int32_t *number, Forked *forked) {
  struct Call {
    const Forked &forked;
    int32_t *thread, *number;
  } call = {*forked, thread, number};
  auto run = [](void *data) {
    auto &[forked, thread, number] = *static_cast<Call *>(data);
    forked.body(thread, number, forked.argument);
  };
  runInFrame(*forked->context, run, &call);
}

//===----------------------------------------------------------------------===//
// Our own
//===----------------------------------------------------------------------===//

namespace {

/// One call: its number, how many parts it has, and the next one to be taken.
/// All in one word, so that nobody takes a part of a call that is over.
struct Round {
  uint32_t number;
  uint16_t parts, next;

  static constexpr int32_t mostParts = UINT16_MAX;
  explicit Round(uint64_t word)
      : number(uint32_t(word >> 32)), parts(uint16_t(word >> 16)),
        next(uint16_t(word)) {}
  Round(uint32_t number, int32_t parts, int32_t next)
      : number(number), parts(uint16_t(parts)), next(uint16_t(next)) {}
  uint64_t toWord() const {
    return uint64_t(number) << 32 | uint64_t(parts) << 16 | next;
  }
};

class Team {
public:
  /// The team of this process, which a child does not share. It is never
  /// destroyed, since its threads may run until the process ends.
  static Team &get();

  bool run(int32_t parts, const TeamBody &newBody);

private:
  void hire(int32_t count);
  void work();
  void takeParts(uint32_t number);
  void finish(int32_t part);
  uint32_t waitForRound(uint32_t seen);
  void waitForOthers();

  std::atomic<bool> busy{false};
  std::atomic<uint64_t> state{0}; ///< a Round
  std::atomic<int32_t> unfinished{0};
  /// That of the round; read only by who has taken a part of it.
  const TeamBody *body = nullptr;

  int32_t workers = 0;
  std::atomic<bool> spins{true};
  std::mutex mutex;
  std::condition_variable begun, ended;
  int32_t asleep = 0;
};

/// Until `done` holds, but not for long. Returns whether it does.
template <typename Done>
bool spinUntil(Done done) {
  constexpr auto longest = std::chrono::microseconds(200);
  auto end = std::chrono::steady_clock::now() + longest;
  do {
    for (int round = 0; round != 32; ++round) {
      if (done())
        return true;
#ifdef __x86_64__
      __builtin_ia32_pause();
#endif
    }
  } while (std::chrono::steady_clock::now() < end);
  return false;
}

} // namespace

Team &Team::get() {
  struct Entry {
    pid_t process;
    Team team;
  };
  static std::atomic<Entry *> current{nullptr};
  Entry *known = current.load(std::memory_order_acquire);
  while (!known || known->process != getpid()) {
    auto *made = new Entry{getpid(), {}};
    if (current.compare_exchange_strong(known, made))
      return made->team;
    delete made;
  }
  return known->team;
}

/// Code of ours runs until the process ends, so the library stays, too.
static void stayLoaded() {
  Dl_info info;
  if (dladdr(reinterpret_cast<void *>(&stayLoaded), &info) && info.dli_fname)
    dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE);
}

/// Moves a new thread to another processor than this one. From there it may go
/// where it likes.
static void moveAway(pthread_t thread) {
  cpu_set_t allowed;
  int here = sched_getcpu();
  if (here < 0 ||
      pthread_getaffinity_np(thread, sizeof(allowed), &allowed) != 0)
    return;
  cpu_set_t others = allowed;
  CPU_CLR(size_t(here), &others);
  if (CPU_COUNT(&others) != 0 &&
      pthread_setaffinity_np(thread, sizeof(others), &others) == 0)
    pthread_setaffinity_np(thread, sizeof(allowed), &allowed);
}

void Team::hire(int32_t count) {
  if (workers >= count)
    return;
  if (workers == 0)
    stayLoaded();
  // Signals are for the threads of the program, but for that of a page of a
  // file that has gone away (io/page_watch.h), which is for who reads it.
  sigset_t all, before;
  sigfillset(&all);
  sigdelset(&all, SIGBUS);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    for (; workers < count; ++workers) {
      std::thread worker([this] { work(); });
      moveAway(worker.native_handle());
      worker.detach();
    }
    // NOLINTNEXTLINE(bugprone-empty-catch)
  } catch (const std::system_error &) {
    // The system has no more threads to give: the others do it.
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  // Who spins on a processor that another one needs holds it up.
  spins = workers < usefulThreads(0, workers + 1);
}

/// The parts of a round that are left.
void Team::takeParts(uint32_t number) {
  uint64_t word = state.load(std::memory_order_acquire);
  for (;;) {
    Round round(word);
    if (round.number != number || round.next == round.parts)
      return;
    if (state.compare_exchange_weak(word, word + 1, std::memory_order_acq_rel))
      finish(round.next);
  }
}

/// A part that this thread has taken.
void Team::finish(int32_t part) {
  (*body)(part);
  if (unfinished.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    std::lock_guard lock(mutex);
    ended.notify_one();
  }
}

uint32_t Team::waitForRound(uint32_t seen) {
  uint32_t number = seen;
  auto isNew = [&] {
    number = Round(state.load(std::memory_order_acquire)).number;
    return number != seen;
  };
  if (spins && spinUntil(isNew))
    return number;
  std::unique_lock lock(mutex);
  ++asleep;
  begun.wait(lock, isNew);
  --asleep;
  return number;
}

void Team::work() {
  for (uint32_t round = 0;;) {
    round = waitForRound(round);
    takeParts(round);
  }
}

void Team::waitForOthers() {
  auto isOver = [&] { return unfinished.load(std::memory_order_acquire) == 0; };
  if (spins && spinUntil(isOver))
    return;
  std::unique_lock lock(mutex);
  ended.wait(lock, isOver);
}

bool Team::run(int32_t parts, const TeamBody &newBody) {
  if (parts > Round::mostParts || busy.exchange(true))
    return false;
  hire(parts - 1);
  body = &newBody;
  unfinished.store(parts, std::memory_order_relaxed);
  uint32_t number = Round(state.load(std::memory_order_relaxed)).number + 1;
  {
    std::lock_guard lock(mutex);
    state.store(Round(number, parts, /*next=*/1).toWord(),
                std::memory_order_release);
    if (asleep != 0)
      begun.notify_all();
  }
  finish(0);
  takeParts(number);
  waitForOthers();
  busy.store(false);
  return true;
}

bool runByTeam(int32_t parts, const TeamBody &body) {
  return Team::get().run(parts, body);
}

} // namespace encke::rt

using namespace encke::rt;

void encke_fork_call(encke_fork fork, void *where, encke_team_body body,
                     void *argument) {
  Context *context = Context::find();
  if (!context) // called by none of our programs
    return fork(where, 1, body, argument);
  Forked forked = {reinterpret_cast<Microtask>(body), argument, context};
  fork(where, 1, reinterpret_cast<encke_team_body>(runForked), &forked);
  // A failure has ended its thread's share; the team has ended as usual.
  if (context->hasFailed)
    leaveProgram();
}
