//===- encke/upstream.h - what modules of upstream's call ---------*- C -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's own runner brings functions that print, by these names, and upstream
// lowers vector.print to some of them: they print what those print. The others
// are what operations of the sparse_tensor dialect become that no kernel
// computes (passes/TakeUpstream).
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_UPSTREAM_H
#define ENCKE_UPSTREAM_H

#include "encke/runtime.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Without a newline: numbers with 6 significant digits. A half and a bfloat16
 * come as their bits. */
void printI64(int64_t value);
void printU64(uint64_t value);
void printF32(float value);
void printF64(double value);
void printF16(uint16_t bits);
void printBF16(uint16_t bits);
void printString(const char *text);
void printOpen(void);
void printClose(void);
void printComma(void);
void printNewline(void);

/* Seconds since an arbitrary point. */
double rtclock(void);

/* A memory reference, its sizes and its elements in brackets. C32 and C64 are
 * complex numbers of two floats and of two doubles. */
#define ENCKE_FOR_EACH_PRINTED_TYPE(DO)                                        \
  DO(I8)                                                                       \
  DO(I16)                                                                      \
  DO(I32) DO(I64) DO(Ind) DO(F16) DO(BF16) DO(F32) DO(F64) DO(C32) DO(C64)
#define ENCKE_DECLARE(SUFFIX)                                                  \
  void _mlir_ciface_printMemref##SUFFIX(encke_unranked_memref *buffer);
ENCKE_FOR_EACH_PRINTED_TYPE(ENCKE_DECLARE)
#undef ENCKE_DECLARE

/* The path of the n-th tensor: the n-th data file of the program, else what the
 * environment's TENSORn says. That there is neither is an error. */
const char *encke_tensor_filename(int64_t n, const char *where);

/* The n-th argument of the program as a number. */
double encke_argument_f64(int64_t n, const char *where);
int64_t encke_argument_i64(int64_t n, const char *where);

/* A tensor of all positions of `tensor`, padding among them, in the order of
 * its levels: one column of 64-bit coordinates for each mode, which level
 * `mode` of the result has, and the values. Nothing but these arrays is to be
 * asked of it. */
encke_tensor *encke_list_positions(const encke_tensor *tensor);
/* How many positions there are. */
int64_t encke_position_total(const encke_tensor *tensor);

/* Sets the element at coordinates that were named before, one for each mode,
 * once encke_finish is called. Of one place the last value counts. Coordinates
 * beyond the sizes are an error. */
void encke_put_coordinate(encke_tensor *tensor, int64_t coordinate);
void encke_put_f64(encke_tensor *tensor, double value);
void encke_put_f32(encke_tensor *tensor, float value);
void encke_put_i64(encke_tensor *tensor, int64_t value);
void encke_put_c128(encke_tensor *tensor, double real, double imaginary);
/* The same of all that `source` stores, with `offset` added to the coordinates
 * of `mode`. Of a dense tensor without levels that is what is not zero. */
void encke_put_all(encke_tensor *tensor, const encke_tensor *source,
                   int64_t mode, int64_t offset);
/* The tensor stores what it did before and what was put. */
void encke_finish(encke_tensor *tensor);

/* Gives a new tensor, its sizes set, arrays of another program, which are
 * copied: integers of `bytes` bytes, of which the next one is `stride` further
 * on, and values of its element type. encke_assemble_finish checks them. */
void encke_assemble_positions(encke_tensor *tensor, int64_t level,
                              const void *array, int64_t count, int64_t bytes);
void encke_assemble_coordinates(encke_tensor *tensor, int64_t level,
                                const void *array, int64_t count, int64_t bytes,
                                int64_t stride);
void encke_assemble_values(encke_tensor *tensor, const void *array,
                           int64_t count);
void encke_assemble_finish(encke_tensor *tensor, int64_t is_ordered,
                           const char *where);

/* Gives a new tensor, its sizes set, the arrays of `source`, which is stored
 * the same, with other maps from dimensions to levels. Levels of other sizes
 * are an error. */
void encke_reinterpret(encke_tensor *tensor, const encke_tensor *source,
                       const char *where);

/* Copies an array of a level into one of integers of `bytes` bytes that has
 * room for `room`; returns how many there are. No room for them is an error. */
int64_t encke_copy_positions(const encke_tensor *tensor, int64_t level,
                             void *array, int64_t room, int64_t bytes);
int64_t encke_copy_coordinates(const encke_tensor *tensor, int64_t level,
                               void *array, int64_t room, int64_t bytes,
                               int64_t stride);
int64_t encke_copy_values(const encke_tensor *tensor, void *array,
                          int64_t room);

/* Sets the values of a view of a dense buffer to zero. */
void encke_tensor_zero(encke_tensor *tensor);

/* Prints the arrays of a tensor as sparse_tensor.print does. Coordinates of the
 * levels from `together` on are printed as one array, element by element. */
void encke_print_arrays(const encke_tensor *tensor, int64_t together);
/* Writes what a tensor stores as sparse_tensor.out does, in the extended FROSTT
 * format, into a file, or onto stdout where the path is empty. */
void encke_out(const encke_tensor *tensor, const char *path, const char *where);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif /* ENCKE_UPSTREAM_H */
