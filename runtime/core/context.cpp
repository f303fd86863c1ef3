//===- context.cpp - runs a program and ends it, also on errors -----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/context.h"
#include "core/threads.h"
#include "core/utf8.h"

#include <csignal>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>

// Of OpenMP's runtime, which only programs with threads link.
extern "C" __attribute__((weak)) void omp_set_num_threads(int);

namespace encke::rt {

static Context *running = nullptr;

std::vector<std::shared_ptr<encke_file>> Context::peeked;

Context *Context::find() { return running; }

Context &Context::current() {
  if (!running)
    throw Error("no program is running: encke_main runs one");
  return *running;
}

Context::Context(const encke_options &options, const char *const *files,
                 int32_t fileCount)
    : options(options), arguments(files, files + fileCount),
      wasRead(arguments.size()), standardOutput(stdout),
      out(standardOutput, "the standard output"), thread(pthread_self()) {}

Context::~Context() {
  // Parts of tensors, among others.
  scratch.clear();
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
  throw identified(id::noDataFile,
                   Error("no data file for read(" + std::to_string(n) +
                         "): name it on the command line (" +
                         std::to_string(arguments.size()) + " given), or set " +
                         variable));
}

void Context::markRead(int64_t n) {
  if (n < int64_t(wasRead.size()))
    wasRead[size_t(n)] = true;
}

//===----------------------------------------------------------------------===//
// Errors at the ABI
//===----------------------------------------------------------------------===//

/// Writes `text` as a string of JSON. Names of files can have bytes that are
/// not UTF-8, which JSON has no form for.
static void printString(const char *text) noexcept {
  const char *end = text + std::strlen(text);
  std::fputc('"', stderr);
  while (text != end) {
    size_t length = characterLength(text, end);
    unsigned char c = static_cast<unsigned char>(*text);
    if (length == 0)
      std::fprintf(stderr, "\\\\x%02x", c);
    else if (c == '"' || c == '\\')
      std::fprintf(stderr, "\\%c", c);
    else if (c < 0x20)
      std::fprintf(stderr, "\\u%04x", c);
    else
      std::fwrite(text, 1, length, stderr);
    text += length == 0 ? 1 : length;
  }
  std::fputc('"', stderr);
}

/// Writes the members of a place, "file:line:column" with the numbers that it
/// has, and a comma after them.
static void printPlace(const char *place) noexcept {
  std::string file = place;
  std::string numbers[2];
  int count = 0;
  for (; count < 2; ++count) {
    size_t colon = file.rfind(':');
    if (colon == std::string::npos || colon + 1 == file.size() ||
        file.find_first_not_of("0123456789", colon + 1) != std::string::npos)
      break;
    numbers[count] = file.substr(colon + 1);
    file.resize(colon);
  }
  std::fputs("\"file\":", stderr);
  printString(file.c_str());
  if (count > 0)
    std::fprintf(stderr, ",\"line\":%s", numbers[count - 1].c_str());
  if (count > 1)
    std::fprintf(stderr, ",\"column\":%s", numbers[0].c_str());
  std::fputc(',', stderr);
}

/// One line of JSON, as the compiler writes its diagnostics.
static void printJSON(const char *severity, const char *identifier,
                      const char *place, const char *reason, const char *note,
                      const char *where) noexcept {
  bool located = *place;
  std::fputc('{', stderr);
  if (located || where)
    printPlace(located ? place : where);
  std::fprintf(stderr,
               "\"severity\":\"%s\",\"id\":\"%s\",\"message\":", severity,
               identifier);
  printString(reason);
  std::fputs(",\"notes\":[", stderr);
  if (*note) { // "note: message", or "place: note: message"
    std::fputc('{', stderr);
    const char *message = std::strstr(note, "note: ");
    if (message && message > note + 2)
      printPlace(std::string(note, size_t(message - note) - 2).c_str());
    std::fputs("\"message\":", stderr);
    printString(message ? message + std::strlen("note: ") : note);
    std::fputc('}', stderr);
  }
  if (located && where) {
    std::fputs(*note ? ",{" : "{", stderr);
    printPlace(where);
    std::fputs("\"message\":\"in this statement\"}", stderr);
  }
  std::fputs("]}\n", stderr);
}

static void print(const char *identifier, const char *place, const char *reason,
                  const char *note, const char *where) noexcept {
  if (!where && !*place && running)
    where = running->place;
  if (running)
    running->out.tryFlush();
  if (running && running->options.json_diagnostics) {
    printJSON("error", identifier, place, reason, note, where);
    return;
  }
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

void Context::warn(const char *identifier, const std::string &message) const {
  if (options.json_diagnostics)
    printJSON("warning", identifier, "", message.c_str(), "", nullptr);
  else
    std::fprintf(stderr, "warning: %s\n", message.c_str());
}

void Context::say(const Remark &remark) {
  if (!said.insert(remark.place + remark.message).second)
    return;
  const char *severity =
      remark.severity == Remark::Warning ? "warning" : "note";
  if (options.json_diagnostics)
    printJSON(severity, id::ambiguousFile, remark.place.c_str(),
              remark.message.c_str(), "", nullptr);
  else
    std::fprintf(stderr, "%s: %s: %s\n", remark.place.c_str(), severity,
                 remark.message.c_str());
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
    print(error.identifier, error.place.c_str(), error.reason.c_str(),
          error.note.c_str(), where);
  } catch (const MemoryError &error) {
    char reason[96];
    std::snprintf(reason, sizeof(reason),
                  "out of memory: %llu bytes were needed at once",
                  static_cast<unsigned long long>(error.bytes));
    if (error.bytes == MemoryError::uncounted)
      std::snprintf(reason, sizeof(reason),
                    "out of memory: more than 2^63 bytes were needed at once");
    print(id::outOfMemory, "", reason, "", where);
  } catch (const std::bad_alloc &) {
    print(id::outOfMemory, "", "out of memory", "", where);
  } catch (const std::exception &error) {
    print(id::runTimeError, "", error.what(), "", where);
  } catch (...) {
    print(id::runTimeError, "", "unknown error", "", where);
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
  if (given)
    options = *given;
  options.threads = possibleThreads(options.threads);
  Context context(options, files, fileCount);
  setThreads(context.options.threads);
  makeThreadsEarly(context.options.threads);
  running = &context;
  bool good = runBody(body);
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
  // A file that may not grow is an error where it is written.
  std::signal(SIGXFSZ, SIG_IGN);
  int status = 2;
  try {
    status = run(body, options, files, file_count);
  } catch (...) {
    reportCurrentException(nullptr);
  }
  running = nullptr;
  Context::peeked.clear();
  return status;
}

void encke_mark_place(const char *where) {
  if (running)
    running->place = where;
}

void encke_fail(const char *where, const char *message) {
  guarded(where, [&] { throw Error(message); });
}
