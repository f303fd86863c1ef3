//===- encke-compiler.cpp - the compiler ----------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Driver.h"
#include "driver/Launched.h"
#include "driver/ReorderCommand.h"
#include "lsp/Server.h"

#include "llvm/Support/InitLLVM.h"

#include <csignal>
#include <cstdlib>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace llvm;
using namespace encke;

/// Lets the heap begin with huge pages, and with small ones that are there
/// before the first of these. To compile a small program looks at some 1500
/// pages of it for the first time, which takes a tenth of all time where the
/// machine is virtual. LLVM's own static objects are made afterwards.
[[gnu::constructor(101)]] static void growHeap() {
#ifdef __GLIBC__
  constexpr int bytes = 32 << 20;
  constexpr uintptr_t hugePage = uintptr_t(2) << 20;
  mallopt(M_TOP_PAD, bytes);
  // What the heap has left, which may be a little, has to be taken first.
  constexpr int pieces = 8;
  void *taken[pieces];
  char *begin = static_cast<char *>(sbrk(0));
  for (void *&piece : taken)
    piece = std::malloc(size_t(64) << 10);
  char *end = static_cast<char *>(sbrk(0));
  for (void *piece : taken)
    std::free(piece);
  uintptr_t before = -reinterpret_cast<uintptr_t>(begin) % hugePage;
  if (end - begin < bytes)
    return;
  madvise(begin, before, MADV_POPULATE_WRITE);
  madvise(begin, size_t(end - begin), MADV_HUGEPAGE);
#endif
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  // A file that may not grow is an error where it is written.
  std::signal(SIGXFSZ, SIG_IGN);
  int status;
  std::optional<Options> options = parseOptions(argc, argv, status);
  if (!options)
    return status;
  if (options->command == Command::Serve)
    return server::serve(ENCKE_VERSION);
  beQuietUnlessFirst(*options);
  if (options->comparesOrders)
    return compareOrders(*options);
  return runDriver(*options);
}
