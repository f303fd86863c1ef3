//===- Limits.cpp - what the machine can do -------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   encke-bench-limits [--quick] [--threads=N]
//
//===----------------------------------------------------------------------===//

#include "Records.h"
#include "Threads.h"

#include <cstring>

using namespace encke::bench;

int main(int argc, char **argv) {
  Protocol protocol;
  for (int n = 1; n < argc; ++n)
    if (std::strcmp(argv[n], "--quick") == 0)
      protocol = kQuick;
    else if (!readThreads(argv[n]))
      return 1;
  return print(recordLimits(protocol)) ? 0 : 1;
}
