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
/* The ranges of which each process brings one, of `own` coordinates: that of
 * process 0 comes first. `what` has them. */
encke_distribution *encke_distribution_join(int64_t own, const char *what,
                                            const char *where);
/* Fails where something else that a process brings of its range has another
 * size. */
void encke_distribution_check(const encke_distribution *distribution,
                              int64_t size, const char *what,
                              const char *where);
/* Cuts a mode, of `size` coordinates, of a tensor in that format
 * (encke_tensor_new) that is read from a file: with about as many elements
 * each, or coordinates where all levels are dense. The selector is that of
 * encke_read. Each process reads a share of the lines of a file in which
 * entries lie as text, and keeps its entries for encke_read_part, which has to
 * follow. */
encke_distribution *encke_cut_file(struct encke_file *file, int64_t selector,
                                   const char *format, int64_t mode,
                                   int64_t size, const char *where);
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
/* Fills `result`, whose format and sizes are set, with what the file has at the
 * coordinates that this process owns in a mode. Each process reads a share of
 * the lines, as encke_cut_file does, and the owners are sent what is theirs; a
 * file that is none of lines is read by each as a whole. */
void encke_read_part(encke_tensor *result, struct encke_file *file,
                     int64_t selector, const encke_distribution *distribution,
                     int64_t mode, const char *where);
/* Fills `result` with the ranges of all processes, of which `source` is that of
 * this one. */
void encke_gather(encke_tensor *result, const encke_tensor *source,
                  const encke_distribution *distribution, int64_t mode,
                  const char *where);
/* The same on the first process only, which prints and writes. On the others
 * the sizes of `result` are right, and nothing is in it. */
void encke_gather_first(encke_tensor *result, const encke_tensor *source,
                        const encke_distribution *distribution, int64_t mode,
                        const char *where);
/* Writes to one file what all processes together have, of which `part` is that
 * of this one; `format` is that of the tensor (encke_tensor_new). Where the
 * parts of the text follow each other each process writes its own, else the
 * first one writes all. The file is there when all is written, or stays as it
 * was. */
void encke_write_part(const encke_tensor *part,
                      const encke_distribution *distribution, int64_t mode,
                      const char *format, const char *path, const char *where);
/* Fills `result` with the range of this process, which `source` is, and with
 * what the owners of its ghosts have there. */
void encke_exchange(encke_tensor *result, const encke_tensor *source,
                    const encke_distribution *distribution, int64_t mode,
                    const char *where);
/* Sends what others want of the dense `source`: encke_exchange of it, by the
 * same distribution, then only waits for the rest. `source` stays as it is. */
void encke_exchange_begin(const encke_tensor *source,
                          const encke_distribution *distribution, int64_t mode,
                          const char *where);
/* The longest run of coordinates of a mode of a part at which no element is at
 * a ghost in mode `along`: of three ranges that the own coordinates are cut in
 * the second one; the first is returned. */
encke_distribution *encke_inner_find(const encke_tensor *part,
                                     const encke_distribution *distribution,
                                     int64_t mode, int64_t along,
                                     const char *where);
/* Another one of the three. */
encke_distribution *encke_inner_next(const encke_distribution *first,
                                     int64_t piece);
/* Copies a dense tensor to where it belongs in another one: from coordinate
 * `begin` of a mode on. */
void encke_stack(encke_tensor *result, const encke_tensor *part, int64_t mode,
                 int64_t begin);
/* Fills the dense `result` with what all processes have in `source`, combined
 * in the order of the processes by `operation`: add, mul, min, max, and, or. */
void encke_all_reduce(encke_tensor *result, const encke_tensor *source,
                      const char *operation, const char *where);
/* The value of the first process, for all: where to go on must not be left to
 * what each one has rounded. */
int64_t encke_agree(int64_t value);

/* How many ghosts as many processes would have: where coordinates are cut by
 * the elements of mode `cut_mode` of one file, and each process has the part of
 * another file, or the same, that lies there in `own_mode`, of the coordinates
 * that this stores in `ghost_mode`. Selectors are those of encke_read. */
typedef struct encke_ghost_question {
  const char *cut_path;
  int64_t cut_selector, cut_mode;
  const char *path;
  int64_t selector, own_mode, ghost_mode;
  int64_t processes;
} encke_ghost_question;

/* Of all processes together, of the one that has most, and how many messages
 * bring them: one from each process to each that has ghosts of it. */
typedef struct encke_ghost_count {
  int64_t ghosts, most, messages;
} encke_ghost_count;

/* Reads the files and counts. Returns 0, or 2 after an error. Outside
 * encke_main. */
struct encke_options;
int encke_count_ghosts(const encke_ghost_question *question,
                       const struct encke_options *options,
                       encke_ghost_count *count);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif /* ENCKE_PROCESSES_H */
