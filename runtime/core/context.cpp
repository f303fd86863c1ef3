//===- context.cpp - runs a program and ends it, also on errors -----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/context.h"
#include "core/progress.h"
#include "core/report.h"
#include "core/threads.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <unistd.h>

// Of OpenMP's runtime, which only programs with threads link.
extern "C" __attribute__((weak)) void omp_set_num_threads(int);

namespace encke::rt {

/// The one that encke_main runs.
static std::atomic<Context *> program{nullptr};
static std::atomic<bool> isRunning{false};

static thread_local Frame frame;

std::vector<std::shared_ptr<encke_file>> Context::peeked;

Context *Context::find() {
  return frame.context ? frame.context : program.load();
}

Context &Context::current() {
  Context *context = find();
  if (!context)
    throw Error("no program is running: encke_main runs one");
  return *context;
}

Context::Context(const encke_options &options, const char *const *files,
                 int32_t fileCount, encke_processes *processes)
    : options(options), processes(processes), standardOutput(!speaks()),
      out(standardOutput, "the standard output") {
  setArguments(files, fileCount);
  if (!processes)
    return;
  tellsTraffic = options.verbose || options.time;
  if (speaks())
    return;
  this->options.verbose = 0;
  this->options.time = 0;
}

Context::~Context() {
  // What tensors share, their context knows.
  Frame before = std::exchange(frame, {this, nullptr});
  for (auto [what, free] : std::exchange(owned, {}))
    free(what);
  // Parts of tensors, among others.
  scratch.clear();
  while (!tensors.empty())
    encke_tensor_free(tensors.begin()->first);
  frame = before;
}

int32_t Context::threads() {
  if (call && !hasRoomForThreads) {
    std::lock_guard lock(mutex);
    options.threads = possibleThreads(options.threads);
    hasRoomForThreads = true;
  }
  return options.threads;
}

void Context::own(void *what, void (*free)(void *)) {
  if (!call)
    return;
  std::lock_guard lock(mutex);
  owned.emplace_back(what, free);
}

void Context::disown(void *what) noexcept {
  if (!call)
    return;
  std::lock_guard lock(mutex);
  // What was made last is most often what is freed first.
  for (size_t n = owned.size(); n-- != 0;)
    if (owned[n].first == what) {
      owned[n] = owned.back();
      return owned.pop_back();
    }
}

void Context::setArguments(const char *const *files, int32_t fileCount) {
  arguments.assign(files, files + fileCount);
  wasRead.assign(arguments.size(), false);
}

std::string Context::argumentPath(int64_t n) const {
  if (n >= 0 && n < int64_t(arguments.size()))
    return arguments[size_t(n)];
  std::string variable = "SPARSE_FILE_NAME" + std::to_string(n);
  if (const char *path = std::getenv(variable.c_str()))
    return path;
  if (n == 0)
    if (const char *path = std::getenv("SPARSE_FILE_NAME"))
      return path;
  throw identified(
      id::noDataFile,
      Error("no data file for read(" + std::to_string(n) + "): name it " +
            (call ? "in the call's 'files'" : "on the command line") + " (" +
            std::to_string(arguments.size()) + " given), or set " + variable));
}

void Context::markRead(int64_t n) {
  if (n < int64_t(wasRead.size()))
    wasRead[size_t(n)] = true;
}

//===----------------------------------------------------------------------===//
// Errors at the ABI
//===----------------------------------------------------------------------===//

/// Keeps `text`, or as much of it as there is room for.
template <size_t size>
static void keepText(char (&room)[size], const std::string &text) {
  size_t length = std::min(text.size(), size - 1);
  // No character is cut in two.
  while (length != text.size() && length != 0 && (text[length] & 0xC0) == 0x80)
    --length;
  std::memcpy(room, text.data(), length);
  room[length] = '\0';
}

void Context::keepFailure(const Message &message) noexcept {
  try {
    bool located = *message.place;
    const char *place = located ? message.place : message.where;
    std::string text = message.reason;
    if (*message.help)
      text += std::string("\n  help: ") + message.help;
    if (*message.note)
      text += std::string("\n") + message.note;
    if (located && message.where)
      text += std::string("\n  in ") + message.where;
    keepText(call->identifier, message.identifier);
    keepText(call->place, place ? place : "");
    keepText(call->message, text);
  } catch (...) { // no memory for the texts
    std::strcpy(call->identifier, id::outOfMemory);
    std::strcpy(call->message, "out of memory");
  }
}

/// Tells the caller of a library, or whoever reads stderr. Of the threads of
/// one program the first one that fails is told of. False where no more is to
/// be said.
static bool print(Message message) noexcept {
  Context *context = Context::find();
  if (!context) {
    printMessage(message, /*asJSON=*/false);
    return true;
  }
  if (context->hasFailed.exchange(true))
    return false;
  if (!message.where && !*message.place)
    message.where = context->place;
  if (context->call) {
    context->keepFailure(message);
    return false;
  }
  context->out.tryFlush();
  // All others wait for their end, so that one message is whole.
  if (encke_processes *processes = context->processes)
    if (!processes->may_tell(processes))
      context->awaitEnd();
  printMessage(message, context->options.json_diagnostics);
  return true;
}

static void print(const char *identifier, const char *reason,
                  const char *where) noexcept {
  print({"error", identifier, "", reason, "", where});
}

/// Further errors of the same file come behind the first one, and the statement
/// behind the last.
static void print(const Error &error, const char *where) noexcept {
  auto toMessage = [](const Error &one, const char *statement) -> Message {
    return {"error",
            one.identifier,
            one.place.c_str(),
            one.reason.c_str(),
            one.note.c_str(),
            statement,
            one.snippet.c_str(),
            one.help.c_str()};
  };
  const Context *context = Context::find();
  bool asJSON = context && context->options.json_diagnostics;
  bool isAlone = error.others.empty();
  if (!print(toMessage(error, isAlone || asJSON ? where : nullptr)))
    return;
  for (size_t n = 0; n != error.others.size(); ++n) {
    bool isLast = n + 1 == error.others.size();
    printMessage(toMessage(error.others[n], isLast || asJSON ? where : nullptr),
                 asJSON);
  }
}

void Context::warn(const char *identifier, const std::string &message) const {
  if (!call && speaks())
    printMessage({"warning", identifier, "", message.c_str(), "", nullptr},
                 options.json_diagnostics);
}

void Context::lookForCancel() const {
  if (call && call->cancel)
    throw identified(id::cancelled, Error("the call was cancelled"));
}

void Context::say(const Remark &remark) {
  if (call || !speaks() || !said.insert(remark.place + remark.message).second)
    return;
  const char *severity =
      remark.severity == Remark::Warning ? "warning" : "note";
  printMessage({severity, id::ambiguousFile, remark.place.c_str(),
                remark.message.c_str(), "", nullptr},
               options.json_diagnostics);
}

void Context::warnOfUnread() const {
  for (size_t n = 0; n != arguments.size(); ++n)
    if (!wasRead[n])
      warn(id::unreadFile,
           "data file '" + arguments[n] +
               "' was given, but the program does not read it: there is no "
               "read(" +
               std::to_string(n) + ")");
}

void reportCurrentException(const char *where) noexcept {
  try {
    throw;
  } catch (const Error &error) {
    print(error, where);
  } catch (const MemoryError &error) {
    char reason[96];
    std::snprintf(reason, sizeof(reason),
                  "out of memory: %llu bytes were needed at once",
                  static_cast<unsigned long long>(error.bytes));
    if (error.bytes == MemoryError::uncounted)
      std::snprintf(reason, sizeof(reason),
                    "out of memory: more than 2^63 bytes were needed at once");
    print(id::outOfMemory, reason, where);
  } catch (const std::bad_alloc &) {
    print(id::outOfMemory, "out of memory", where);
  } catch (const std::exception &error) {
    print(id::runTimeError, error.what(), where);
  } catch (...) {
    print(id::runTimeError, "unknown error", where);
  }
}

// Without a running program on this thread there is no frame to return to:
// calling the library so is a mistake of the caller, not of a user's program.
void leaveProgram() noexcept {
  if (frame.escape)
    std::longjmp(*frame.escape, 1);
  std::_Exit(2);
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

static void setThreads(int32_t threads) {
  auto *set = omp_set_num_threads;
  if (!set) // loaded after this library, by a JIT
    set = reinterpret_cast<void (*)(int)>(
        dlsym(RTLD_DEFAULT, "omp_set_num_threads"));
  if (set)
    set(threads);
}

// The only frame that a longjmp returns to; it owns nothing.
__attribute__((noinline)) bool runInFrame(Context &context,
                                          void (*body)(void *), void *data) {
  std::jmp_buf escape;
  Frame before = frame;
  frame = {&context, &escape};
  bool isGood = _setjmp(escape) == 0;
  if (isGood)
    body(data);
  frame = before;
  return isGood;
}

/// What encke_main is given.
struct Program {
  void (*body)(void);
  encke_options options;
  const char *const *files;
  int32_t fileCount;
};

/// Processes share the processors, where nobody says how many threads each has.
static int32_t threadsOf(const encke_options &options,
                         const encke_processes *processes) {
  // A launcher says which processors its processes have.
  if (processes && options.processes != allMPI && options.threads <= 0)
    return std::max(defaultThreads() / processes->count, 1);
  return possibleThreads(options.threads);
}

/// On one of several processes, or (null) on the only one.
static int run(const Program &started, encke_processes *processes) {
  encke_options options = started.options;
  checkOpenMPThreads();
  options.threads = threadsOf(options, processes);
  Context context(options, started.files, started.fileCount, processes);
  setThreads(context.options.threads);
  makeThreadsEarly(context.options.threads);
  program = &context;
  Progress computing("computing");
  auto call = [](void *body) { reinterpret_cast<void (*)()>(body)(); };
  bool good = runInFrame(context, call, reinterpret_cast<void *>(started.body));
  context.place = nullptr; // what is written now is of any statement
  try {
    context.out.flush();
  } catch (...) {
    if (good)
      reportCurrentException(nullptr);
    good = false;
  }
  if (good)
    context.warnOfUnread();
  if (context.options.time)
    context.timing.print(stderr);
  for (size_t n = 0; good && n != context.atEnd.size(); ++n)
    context.atEnd[n](context);
  if (!good && processes)
    processes->abort(processes, 2);
  return good ? 0 : 2;
}

static int runOnOne(encke_processes *processes, void *started) {
  int status = 2;
  try {
    status = run(*static_cast<const Program *>(started), processes);
  } catch (...) {
    reportCurrentException(nullptr);
  }
  program = nullptr;
  return status;
}

} // namespace encke::rt

using namespace encke::rt;

int encke_main(void (*body)(void), const encke_options *options,
               const char *const *files, int32_t file_count) {
  if (isRunning.exchange(true)) {
    std::fprintf(stderr, "error: a program is already running\n");
    return 2;
  }
  // A file that may not grow is an error where it is written.
  std::signal(SIGXFSZ, SIG_IGN);
  int status = 2;
  Program started = {body, {}, files, file_count};
  encke_options_default(&started.options);
  if (options)
    started.options = *options;
  try {
    int32_t count = started.options.processes;
    status = count ? runOnProcesses(count, runOnOne, &started)
                   : runOnOne(nullptr, &started);
  } catch (...) {
    reportCurrentException(nullptr);
  }
  Context::peeked.clear();
  isRunning = false;
  return status;
}

void Context::awaitEnd() noexcept {
  out.tryFlush();
  for (;;)
    processes->await_end(processes);
}

void encke_mark_place(const char *where) {
  Context *context = Context::find();
  if (!context)
    return;
  context->place = where;
  guarded(where, [&] { context->lookForCancel(); });
}

void encke_look_for_cancel(void) {
  if (const Context *context = Context::find())
    guarded(nullptr, [&] { context->lookForCancel(); });
}

void encke_fail(const char *where, const char *message) {
  guarded(where, [&] { throw Error(message); });
}
