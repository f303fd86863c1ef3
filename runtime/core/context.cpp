//===- context.cpp - runs a program and ends it, also on errors -----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/context.h"
#include "io/sizes.h"

#include <cstdio>
#include <dlfcn.h>

// Of OpenMP's runtime, which only programs with threads link.
extern "C" __attribute__((weak)) void omp_set_num_threads(int);

namespace encke::rt {

static Context *running = nullptr;

Context *Context::find() { return running; }

Context &Context::current() {
  if (!running)
    throw Error("no program is running: encke_main runs one");
  return *running;
}

Context::Context(const encke_options &options, const char *const *files,
                 int32_t fileCount)
    : options(options), arguments(files, files + fileCount),
      out(stdout, "the standard output"), thread(pthread_self()) {}

Context::~Context() {
  while (!tensors.empty())
    encke_tensor_free(tensors.begin()->first);
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
  throw Error("no data file for read(" + std::to_string(n) +
              "): name it on the command line (" +
              std::to_string(arguments.size()) + " given), or set " + variable);
}

encke_file &Context::open(const std::string &path) {
  for (auto &file : files)
    if (file->path() == path)
      return *file;
  files.push_back(std::make_unique<encke_file>(path, options.tns_dialect));
  return *files.back();
}

//===----------------------------------------------------------------------===//
// Errors at the ABI
//===----------------------------------------------------------------------===//

static void print(const char *place, const char *reason, const char *note,
                  const char *where) noexcept {
  if (running)
    running->out.tryFlush();
  bool located = *place;
  if (located)
    std::fprintf(stderr, "%s: ", place);
  else if (where)
    std::fprintf(stderr, "%s: ", where);
  std::fprintf(stderr, "error: %s\n", reason);
  if (*note)
    std::fprintf(stderr, "%s\n", note);
  if (located && where)
    std::fprintf(stderr, "  in %s\n", where);
}

void reportCurrentException(const char *where) noexcept {
  try {
    throw;
  } catch (const Error &error) {
    print(error.place.c_str(), error.reason.c_str(), error.note.c_str(), where);
  } catch (const MemoryError &error) {
    char reason[96];
    std::snprintf(reason, sizeof(reason),
                  "out of memory: %llu bytes were needed at once",
                  static_cast<unsigned long long>(error.bytes));
    print("", reason, "", where);
  } catch (const std::bad_alloc &) {
    print("", "out of memory", "", where);
  } catch (const std::exception &error) {
    print("", error.what(), "", where);
  } catch (...) {
    print("", "unknown error", "", where);
  }
}

// Without a running program on this thread there is no frame to return to:
// calling the library so is a mistake of the caller, not of a user's program.
void leaveProgram() noexcept {
  if (running && pthread_equal(running->thread, pthread_self()))
    std::longjmp(running->escape, 1);
  std::_Exit(2);
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

static void setThreads(int32_t threads) {
  if (threads <= 0)
    return;
  auto *set = omp_set_num_threads;
  if (!set) // loaded after this library, by a JIT
    set = reinterpret_cast<void (*)(int)>(
        dlsym(RTLD_DEFAULT, "omp_set_num_threads"));
  if (set)
    set(threads);
}

// The only frame that a longjmp returns to; it owns nothing.
__attribute__((noinline)) static bool runBody(void (*body)(void)) {
  if (_setjmp(running->escape) != 0)
    return false;
  body();
  return true;
}

static int run(void (*body)(void), const encke_options *given,
               const char *const *files, int32_t fileCount) {
  encke_options options;
  encke_options_default(&options);
  Context context(given ? *given : options, files, fileCount);
  setThreads(context.options.threads);
  running = &context;
  bool good = runBody(body);
  try {
    context.out.flush();
  } catch (...) {
    if (good)
      reportCurrentException(nullptr);
    good = false;
  }
  if (context.options.time)
    context.timing.print(stderr);
  return good ? 0 : 2;
}

} // namespace encke::rt

using namespace encke::rt;

int encke_main(void (*body)(void), const encke_options *options,
               const char *const *files, int32_t file_count) {
  if (running) {
    std::fprintf(stderr, "error: a program is already running\n");
    return 2;
  }
  int status = 2;
  try {
    status = run(body, options, files, file_count);
  } catch (...) {
    reportCurrentException(nullptr);
  }
  running = nullptr;
  return status;
}

void encke_fail(const char *where, const char *message) {
  guarded(where, [&] { throw Error(message); });
}
