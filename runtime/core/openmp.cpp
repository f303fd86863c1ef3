//===- openmp.cpp - OpenMP's library, loaded when needed ------------------===//
//===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What executables with parallel loops call of libomp. They link this and not
// the library, so that they start where it is not: for --help, for one thread,
// and, with a warning, for all else. A library of its own, for whoever links
// libomp itself has these functions from there.
//
//===----------------------------------------------------------------------===//

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>

using Body = void (*)(int32_t *thread, int32_t *number, ...);

namespace {

/// What clang's code calls (openmp/runtime/src/kmp.h).
struct Functions {
  int32_t (*thread)(void *where);
  void (*push)(void *where, int32_t thread, int32_t count);
  void (*fork)(void *where, int32_t count, Body body, ...);
  int (*threads)();
  int (*number)();
  int (*isParallel)();
};

} // namespace

static Functions functions;
static bool isLoaded = false;

template <typename Function>
static bool find(void *library, Function &function, const char *name) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

// The names are libomp's.
// NOLINTBEGIN(readability-identifier-naming)
extern "C" {

/// False where the library is not there.
bool encke_load_openmp(void) {
  // As far as the executable's run path reaches.
  void *library = dlopen("libomp.so.5", RTLD_NOW | RTLD_GLOBAL);
  isLoaded = library &&
             find(library, functions.thread, "__kmpc_global_thread_num") &&
             find(library, functions.push, "__kmpc_push_num_threads") &&
             find(library, functions.fork, "__kmpc_fork_call") &&
             find(library, functions.threads, "omp_get_num_threads") &&
             find(library, functions.number, "omp_get_thread_num") &&
             find(library, functions.isParallel, "omp_in_parallel");
  return isLoaded;
}

int32_t __kmpc_global_thread_num(void *where) {
  return isLoaded ? functions.thread(where) : 0;
}

void __kmpc_push_num_threads(void *where, int32_t thread, int32_t count) {
  if (isLoaded)
    functions.push(where, thread, count);
}

/// Of a loop that encke_fork_call runs, which has one argument.
void __kmpc_fork_call(void *where, int32_t count, Body body, ...) {
  va_list arguments;
  va_start(arguments, body);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  if (count != 1) {
    std::fprintf(stderr, "error: a parallel loop with %d arguments\n", count);
    std::_Exit(2);
  }
  if (isLoaded)
    return functions.fork(where, 1, body, argument);
  int32_t thread = 0, number = 0;
  body(&thread, &number, argument);
}

int omp_get_num_threads(void) { return isLoaded ? functions.threads() : 1; }

int omp_get_thread_num(void) { return isLoaded ? functions.number() : 0; }

int omp_in_parallel(void) { return isLoaded ? functions.isParallel() : 0; }
}
// NOLINTEND(readability-identifier-naming)
