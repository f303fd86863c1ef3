//===- start.cpp - how compiled programs begin ----------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/processes.h"
#include "core/report.h"
#include "core/threads.h"
#include "encke/runtime.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <malloc.h>
#include <new>
#include <sys/resource.h>
#include <vector>

// Of openmp.cpp, which only programs with parallel loops link.
extern "C" __attribute__((weak)) bool encke_load_openmp(void);

/// Loads OpenMP's library for a program that is to run on several threads.
static void loadOpenMP(encke_options &options) {
  int32_t threads =
      options.threads > 0 ? options.threads : encke::rt::defaultThreads();
  if (threads <= 1 || !encke_load_openmp || encke_load_openmp())
    return;
  std::fprintf(stderr, "warning: OpenMP's library, libomp.so.5, is not there "
                       "(Debian: libomp5-19): one thread is used\n");
  options.threads = 1;
}

int encke_needs_wide_indices(const char *path, const encke_options *options) {
  constexpr int32_t capacity = 64;
  int64_t sizes[capacity], entries = 0;
  int32_t order = 0;
  char message[8];
  if (encke_peek_file(path, options, sizes, capacity, &order, &entries, message,
                      sizeof(message)) != 0)
    return 0;
  auto fits = [](int64_t value) { return value <= INT32_MAX; };
  return !fits(entries) || !std::all_of(sizes, sizes + order, fits);
}

int32_t encke_default_threads(void) { return encke::rt::defaultThreads(); }

int encke_main_default(void (*body)(void)) {
  return encke_main(body, nullptr, nullptr, 0);
}

int encke_check_stack(int64_t bytes) {
  rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
      int64_t(limit.rlim_cur) >= bytes)
    return 0;
  std::fprintf(stderr,
               "error: the stack is limited to %lld KB, and %lld KB are "
               "needed: raise the limit (ulimit -s)\n",
               static_cast<long long>(limit.rlim_cur >> 10),
               static_cast<long long>(bytes >> 10));
  return 2;
}

/// -V is among the options, which come before "--" and no file is called so.
static bool asksForVersion(int argc, char **argv) {
  for (int n = 1; n < argc && std::strcmp(argv[n], "--") != 0; ++n)
    if (std::strcmp(argv[n], "-V") == 0 ||
        std::strcmp(argv[n], "--version") == 0)
      return true;
  return false;
}

static int start(int argc, char **argv, const encke_executable &program) {
  if (asksForVersion(argc, argv)) {
    std::printf("%s\n", program.version);
    return encke::rt::flushStandardOutput();
  }
  // Each further arena of malloc would take 64 MB of addresses, which a limit
  // on memory counts; threads seldom allocate.
  mallopt(M_ARENA_MAX, 1);
  constexpr int64_t leastStack = int64_t(256) << 10;
  if (encke_check_stack(leastStack) != 0)
    return 2;
  encke_options options;
  encke_options_default(&options);
  options.threads = program.threads;
  if (program.processes == encke::rt::allMPI && encke::rt::isLaunched())
    options.processes = encke::rt::allMPI;
  std::vector<const char *> files(size_t(argc) + 1), settings(files.size());
  int32_t count = 0;
  int status = encke_parse_arguments(argc, argv, program.help, &options,
                                     settings.data(), files.data(), &count);
  if (status >= 0)
    return status;
  char message[1024];
  if (encke_check_settings(program.parameters, program.parameter_count,
                           &options, /*is_compiled=*/1, message,
                           sizeof(message)) != 0) {
    std::fprintf(stderr, "error: %s\n", message);
    return 2;
  }
  if (encke_report_missing(files.data(), count, &options) != 0)
    return 2;
  encke::rt::checkOpenMPThreads();
  loadOpenMP(options);
  // Finding out what the data files need may read them; before processes start,
  // without threads.
  if (options.processes == 0)
    options.threads = encke::rt::possibleThreads(options.threads);
  encke_options looking = options;
  if (options.processes != 0)
    looking.threads = 1;
  auto needsWide = [&](const char *file) {
    return encke_needs_wide_indices(file, &looking) != 0;
  };
  bool isWide = std::any_of(files.data(), files.data() + count, needsWide);
  for (const char *const *file = program.named_files; *file && !isWide; ++file)
    isWide = needsWide(*file);
  for (int32_t n = 0; n != program.parameter_count && !isWide; ++n) {
    const encke_program_parameter &parameter = program.parameters[n];
    const char *file = encke_setting_of(&options, parameter.name);
    isWide = parameter.is_read && needsWide(file ? file : parameter.value);
  }
  return encke_main(isWide ? program.wide : program.narrow, &options,
                    files.data(), count);
}

int encke_start(int argc, char **argv, const encke_executable *program) {
  try {
    return start(argc, argv, *program);
  } catch (const std::bad_alloc &) {
    std::fprintf(stderr, "error: out of memory\n");
    return 2;
  }
}
