//===- encke/processes.h - programs on several processes ----------*- C -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors of which each process has a part. All processes call these functions
// in the same order. A part of encke/runtime.h.
//
// In a program of one process all of it belongs to that one, and nothing is
// sent.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PROCESSES_H
#define ENCKE_PROCESSES_H

#include "encke/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* What `--processes=` takes: a number of processes, or "mpi" (-1). Returns 0,
 * or 1 where the text is none. Outside encke_main. */
int encke_parse_processes(const char *text, int32_t *processes);

/* Which coordinates of a mode this process has: a range of its own, and with
 * ghosts also some that belong to others. They are numbered from 0, in their
 * order. It belongs to the running context, until it is freed. */
typedef struct encke_distribution encke_distribution;

/* Cuts the coordinates of a mode of a tensor, which all processes have as a
 * whole, into a range for each process, with about as many elements of the
 * tensor each (a coordinate counts as one more). */
encke_distribution *encke_distribution_cut(const encke_tensor *tensor,
                                           int64_t mode, const char *where);
/* The same ranges, and as ghosts what of the others the tensor stores
 * coordinates of, in a mode. Each process tells the owners. */
encke_distribution *
encke_distribution_ghosts(const encke_distribution *distribution,
                          const encke_tensor *tensor, int64_t mode,
                          const char *where);
/* How many coordinates this process has, with ghosts; and all have. */
int64_t encke_distribution_extent(const encke_distribution *distribution);
int64_t encke_distribution_total(const encke_distribution *distribution);
void encke_distribution_free(encke_distribution *distribution);

/* Fills `result`, whose format and sizes are set, with what `source` has at the
 * coordinates that this process has in a mode; nothing is sent. */
void encke_restrict(encke_tensor *result, const encke_tensor *source,
                    const encke_distribution *distribution, int64_t mode,
                    const char *where);
/* Fills `result` with the ranges of all processes, of which `source` is that of
 * this one. */
void encke_gather(encke_tensor *result, const encke_tensor *source,
                  const encke_distribution *distribution, int64_t mode,
                  const char *where);
/* Fills `result` with the range of this process, which `source` is, and with
 * what the owners of its ghosts have there. */
void encke_exchange(encke_tensor *result, const encke_tensor *source,
                    const encke_distribution *distribution, int64_t mode,
                    const char *where);
/* Fills the dense `result` with what all processes have in `source`, combined
 * in the order of the processes by `operation`: add, mul, min, max, and, or. */
void encke_all_reduce(encke_tensor *result, const encke_tensor *source,
                      const char *operation, const char *where);
/* The value of the first process, for all: where to go on must not be left to
 * what each one has rounded. */
int64_t encke_agree(int64_t value);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif /* ENCKE_PROCESSES_H */
