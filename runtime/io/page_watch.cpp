//===- page_watch.cpp - pages of a file that may go away ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The handler of the signal may run at any moment, on several threads at once,
// so it takes no lock and no memory: what it looks at is a list of atomics that
// only grows.
//
//===----------------------------------------------------------------------===//

#include "io/page_watch.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>

namespace encke::rt {

/// A place in the list; free for the next watch while `end` is 0.
struct WatchedPages {
  std::atomic<uintptr_t> begin{0}, end{0};
  std::atomic<bool> lost{false};
  WatchedPages *next = nullptr;

  bool hold(uintptr_t address) const {
    return begin.load() <= address && address < end.load();
  }
};

static std::atomic<WatchedPages *> allWatched{nullptr};
static std::mutex watchMutex; ///< of who begins or ends a watch
static int watches;
/// What handled the signal before; written only while no handler of ours is in
/// place.
static struct sigaction previous;

//===----------------------------------------------------------------------===//
// The handler
//===----------------------------------------------------------------------===//

/// Puts zeros from `address` to the end, since that is how much of the file has
/// gone: one signal a page would take long. The system does this in one step,
/// also for the threads that read there.
static bool replaceByZeros(const WatchedPages &pages, uintptr_t address) {
  uintptr_t page = uintptr_t(sysconf(_SC_PAGE_SIZE));
  uintptr_t from = address / page * page;
  int code = errno;
  bool good =
      mmap(reinterpret_cast<void *>(from), pages.end.load() - from, PROT_READ,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED;
  errno = code;
  return good;
}

/// A signal that is none of ours goes where it went before.
static void handOn(int signal, siginfo_t *info, void *context) {
  if (previous.sa_flags & SA_SIGINFO)
    return previous.sa_sigaction(signal, info, context);
  if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN)
    return previous.sa_handler(signal);
  bool wasSent = info->si_code <= 0; // by a process, not by the hardware
  if (wasSent && previous.sa_handler == SIG_IGN)
    return;
  // What is at fault is done again on return, and ends the process.
  ::signal(signal, SIG_DFL);
  if (wasSent)
    raise(signal);
}

static void onMissingPage(int signal, siginfo_t *info, void *context) {
  auto address = reinterpret_cast<uintptr_t>(info->si_addr);
  if (info->si_code > 0)
    for (WatchedPages *pages = allWatched.load(); pages; pages = pages->next)
      if (pages->hold(address) && replaceByZeros(*pages, address)) {
        pages->lost.store(true);
        return;
      }
  handOn(signal, info, context);
}

static bool isOurs(const struct sigaction &action) {
  return (action.sa_flags & SA_SIGINFO) && action.sa_sigaction == onMissingPage;
}

/// Others may have put a handler in place since the last watch, as LLVM does.
static void install() {
  struct sigaction now;
  if (sigaction(SIGBUS, nullptr, &now) != 0 || isOurs(now))
    return;
  previous = now;
  struct sigaction ours = {};
  ours.sa_sigaction = onMissingPage;
  ours.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigemptyset(&ours.sa_mask);
  sigaction(SIGBUS, &ours, nullptr);
}

static void uninstall() {
  struct sigaction now;
  if (sigaction(SIGBUS, nullptr, &now) == 0 && isOurs(now))
    sigaction(SIGBUS, &previous, nullptr);
}

//===----------------------------------------------------------------------===//
// Watches
//===----------------------------------------------------------------------===//

/// A free place of the list.
static WatchedPages *takePlace() {
  for (WatchedPages *place = allWatched.load(); place; place = place->next)
    if (place->end.load() == 0)
      return place;
  auto *added = new WatchedPages;
  added->next = allWatched.load();
  allWatched.store(added);
  return added;
}

PageWatch::PageWatch(const char *begin, size_t bytes) {
  std::lock_guard<std::mutex> lock(watchMutex);
  pages = takePlace();
  pages->lost.store(false);
  pages->begin.store(reinterpret_cast<uintptr_t>(begin));
  pages->end.store(reinterpret_cast<uintptr_t>(begin) + bytes);
  if (watches++ == 0)
    install();
}

PageWatch::~PageWatch() {
  std::lock_guard<std::mutex> lock(watchMutex);
  pages->end.store(0);
  if (--watches == 0)
    uninstall();
}

bool PageWatch::lostPages() const { return pages->lost.load(); }

} // namespace encke::rt
