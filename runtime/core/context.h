//===- context.h - the running program --------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_CORE_CONTEXT_H
#define ENCKE_RUNTIME_CORE_CONTEXT_H

#include "core/error.h"
#include "core/output.h"
#include "core/processes.h"
#include "core/timing.h"
#include "encke/encke.h"
#include "encke/runtime.h"

#include <atomic>
#include <csetjmp>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace encke::rt {

struct Message;
struct FileShare;
struct Traffic;
struct Transfer;
struct Invocation;

/// Everything that one run of a program owns. What other folders keep here only
/// they know: a shared pointer can destroy it without. The thread that runs the
/// program makes and frees tensors; its teams only use them.
class Context {
public:
  /// `processes`: of a program on several of them, else null.
  Context(const encke_options &options, const char *const *files,
          int32_t fileCount, encke_processes *processes = nullptr);
  ~Context();
  Context(const Context &) = delete;
  Context &operator=(const Context &) = delete;

  /// The running program's context. Throws when no program runs.
  static Context &current();
  /// The same, or null.
  static Context *find();

  /// The n-th data file's path (L12).
  std::string argumentPath(int64_t n) const;
  /// Names the data files.
  void setArguments(const char *const *files, int32_t fileCount);
  /// The program reads its n-th data file.
  void markRead(int64_t n);
  /// A warning on stderr, with one of the identifiers `id`.
  void warn(const char *identifier, const std::string &message) const;
  /// Throws when the caller of a library's function has cancelled the call.
  void lookForCancel() const;
  /// Says what there is to say of a file, once of each thing.
  void say(const Remark &remark);
  /// Says on stderr which data files the program has not read.
  void warnOfUnread() const;

  /// The number of threads that the program may use, of which a call of a
  /// library has not asked yet whether there is room for them.
  int32_t threads();

  encke_options options;
  std::vector<std::string> arguments;
  std::vector<bool> wasRead;  ///< by argument
  encke_processes *processes; ///< of a program on several of them, or null
  /// This process speaks for all of them: the others print no results, warnings
  /// and notes.
  bool speaks() const { return !processes || processes->rank == 0; }
  /// For one of several processes that leaves it to another one to tell what is
  /// wrong.
  [[noreturn]] void awaitEnd() noexcept;
  bool tellsTraffic = false;          ///< -v or --time, on all processes
  std::shared_ptr<Traffic> traffic;   ///< only processes/ knows what it is
  std::shared_ptr<FileShare> share;   ///< the same
  std::shared_ptr<Transfer> transfer; ///< that is under way; the same
  std::vector<std::shared_ptr<encke_distribution>> distributions;
  std::vector<void (*)(Context &)> atEnd; ///< of a program that has not failed

  std::unordered_map<std::string, std::shared_ptr<encke_file>>
      files;                  ///< by path
  std::set<std::string> said; ///< remarks on files
  std::vector<std::shared_ptr<encke_size>> sizes;
  /// Each with its number in the order in which they were made.
  std::unordered_map<encke_tensor *, int64_t> tensors;
  int64_t tensorsMade = 0;
  std::vector<encke_tensor *> kept; ///< what encke_tensors_free spares
  /// Arrays that several tensors have, with how many besides one.
  std::unordered_map<void *, int64_t> shared;
  /// What was put into tensors that are not finished; only upstream/ knows
  /// what it is.
  std::unordered_map<const encke_tensor *, std::shared_ptr<void>> pending;
  /// What kernels that run have for themselves.
  std::vector<std::shared_ptr<void>> scratch;
  StandardOutput standardOutput;
  Output out;       ///< onto it
  std::string line; ///< of texts and values, which is not ended yet (L59)
  bool lineHasParts = false;
  Timing timing;
  uint64_t nextSeed = 0;                                  ///< of random() (L15)
  std::vector<std::shared_ptr<encke_ordering>> orderings; ///< of labels (L36)
  /// What the next reordering or permutation renumbers: modes by orderings.
  std::vector<std::pair<encke_ordering *, int64_t>> orderingUses;

  const char *place = nullptr; ///< of the statement that runs, if known

  /// In a call of a library's function, what generated code and its threads
  /// have now, each with what frees it: an error leaves the code before that
  /// does. A program ends with it, and need not be told.
  void own(void *what, void (*free)(void *));
  void disown(void *what) noexcept;

  /// In a call of a library's function: what its caller is told. No message is
  /// printed then.
  encke_call *call = nullptr;
  Invocation *invocation = nullptr; ///< only calls/ knows what it is
  void keepFailure(const Message &message) noexcept;
  std::atomic<bool> hasFailed{false}; ///< on any thread

  /// Files that were opened before the program ran, until it has ended.
  static std::vector<std::shared_ptr<encke_file>> peeked;

private:
  std::mutex mutex;
  std::atomic<bool> hasRoomForThreads{false};
  std::vector<std::pair<void *, void (*)(void *)>> owned;
};

/// What a thread works for, and where it goes when that fails. Without a frame
/// a thread works for the program of encke_main.
struct Frame {
  Context *context = nullptr;
  std::jmp_buf *escape = nullptr;
};

/// Runs body(data) for `context` on this thread. Returns false when it has
/// failed; what it had on its stack is forgotten, not destroyed.
bool runInFrame(Context &context, void (*body)(void *), void *data);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_CORE_CONTEXT_H
