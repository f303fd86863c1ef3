//===- Launched.cpp - one of several processes of a launcher --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Launched.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

/// What stderr was; -1 while it is itself.
static int spoken = -1;

/// By what launchers tell their processes: Open MPI, MPICH, PMIx, Slurm.
static bool isFirst() {
  for (const char *name :
       {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID"})
    if (const char *rank = std::getenv(name))
      return std::strcmp(rank, "0") == 0;
  return true;
}

void encke::beQuietUnlessFirst(const Options &options) {
  if (options.runtime.processes >= 0 || isFirst())
    return;
  int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0)
    return;
  spoken = dup(STDERR_FILENO);
  if (spoken >= 0)
    dup2(nowhere, STDERR_FILENO);
  close(nowhere);
}

void encke::speakAgain() {
  if (spoken < 0)
    return;
  std::fflush(stderr);
  dup2(spoken, STDERR_FILENO);
  close(spoken);
  spoken = -1;
}
