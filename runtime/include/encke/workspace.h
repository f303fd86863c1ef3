//===- encke/workspace.h - rows and other workspaces --------------*- C -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows, hash tables and sorted lists of kernels. A part of encke/runtime.h.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_WORKSPACE_H
#define ENCKE_WORKSPACE_H

#include "encke/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* A dense row with a list of its elements: more of them than 32-bit unsigned
 * coordinates can name are a run-time error. */
void encke_check_row(int64_t size);

/* Rows along a mode that is far larger than what is stored: a kernel that has
 * such rows in an array sees only the coordinates of the mode that occur,
 * numbered anew in their order. First the sparse operands with that mode are
 * added (its level has coordinates). Then encke_renumber_size gives the size
 * that the mode has for the kernel: `size` itself where that is at most
 * `small`, or less than `sparse` times what is stored. encke_renumber_view is
 * the operand that was added as the `member`-th, as the kernel has to see it.
 * encke_renumber_end gives the coordinates of the result's mode, and its size,
 * back; `result` is NULL where the kernel has not set them. */
typedef struct encke_renumbering encke_renumbering;
encke_renumbering *encke_renumber_begin(void);
void encke_renumber_add(encke_renumbering *numbering, encke_tensor *tensor,
                        int64_t mode);
int64_t encke_renumber_size(encke_renumbering *numbering, int64_t size,
                            int64_t small, int64_t sparse);
encke_tensor *encke_renumber_view(const encke_renumbering *numbering,
                                  int64_t member);
void encke_renumber_end(encke_renumbering *numbering, encke_tensor *result,
                        int64_t mode);

/* Sorts 32-bit unsigned coordinates, which are distinct. Behind them there is
 * room for ENCKE_ROW_ROOM more, which is read and written. */
#define ENCKE_ROW_ROOM 32
void encke_sort_coordinates(void *coordinates, int64_t count);

/* A workspace that holds what is assigned by keys (L32), of `order` modes and
 * elements of `type`. The key of an element is its number in a dense tensor of
 * the workspace's sizes; sizes that need more than 63 bits for these are a
 * run-time error.
 *
 * The kernel itself looks for a key and puts one there. In a hash table it
 * looks from the slot key * ENCKE_KEY_FACTOR >> shift on (64 bits, unsigned),
 * until there is the key, or none. In a sorted list, `listed` has the keys in
 * order, and the values are theirs. How many keys there are the kernel knows:
 * once they are more than `most`, it calls encke_workspace_grow. */
#define ENCKE_KEY_FACTOR 0x9e3779b97f4a7c15
#define ENCKE_NO_KEY UINT64_MAX
typedef struct encke_table {
  /* Hash: of each slot. A power of two of them, so that no bits above 64 -
   * shift are those of a slot; half of them are free at least. */
  uint64_t *keys;
  /* Hash: first a copy of `nothing`, then the value of each slot. Sorted: of
   * each key. */
  void *values;
  /* Hash: the keys as they came; there is room for most + 1. */
  uint64_t *listed;
  uint64_t *slots; /* Hash: where each of these lies. */
  int64_t shift, most;
  /* What encke_workspace_take has put in order. */
  int64_t *coordinates;
  void *taken;
} encke_table;
typedef struct encke_workspace encke_workspace;
/* The first member of encke_workspace is its encke_table. */
encke_workspace *encke_workspace_new(int64_t order, int64_t type,
                                     int64_t sorted, const void *nothing);
void encke_workspace_set_size(encke_workspace *workspace, int64_t mode,
                              int64_t size);
void encke_workspace_grow(encke_workspace *workspace, int64_t count);
/* Puts the elements into `taken`, in the order of their keys unless they stay
 * `unsorted`, and leaves the workspace empty. Gives them as a tensor, whose
 * levels are compressed, with 64-bit positions and coordinates. It holds until
 * the next is taken. Of one mode, `coordinates` has its coordinates. */
encke_tensor *encke_workspace_take(encke_workspace *workspace, int64_t count,
                                   int64_t unsorted);
/* Leaves it empty. */
void encke_workspace_clear(encke_workspace *workspace, int64_t count);
void encke_workspace_free(encke_workspace *workspace);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif /* ENCKE_WORKSPACE_H */
