//===- encke/encke.h - calling kernels from C and C++ -------------*- C -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a program needs to call the functions of a library that `encke lib` has
// made (docs/calling.md):
//
//   int kernels_product(const encke_tensor *A, const encke_tensor *x,
//                       encke_tensor **result, encke_call *call);
//
// Status. A function returns ENCKE_OK, ENCKE_RUN_TIME_ERROR, or
// ENCKE_OPERAND_ERROR, which is found before anything is computed. It never
// prints an error, ends the process or jumps out of itself.
//
// Ownership. Operands are borrowed for the call and only read. A result belongs
// to the caller, who gives it back with encke_release.
//
// Threads. Functions may be called from several threads at once. Nothing in the
// process is changed by a call: neither OpenMP's settings nor signals.
//
// This file needs nothing but the C library: there is nothing to link with but
// the library of kernels itself.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_ENCKE_H
#define ENCKE_ENCKE_H

#include "encke/tensor.h"

#include <stddef.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A complex number, which goes by address. */
typedef struct encke_complex {
  double real, imaginary;
} encke_complex;

/* What functions return. */
enum {
  ENCKE_OK = 0,
  ENCKE_RUN_TIME_ERROR = 2, /* sizes that differ, no memory, a data file, ... */
  ENCKE_OPERAND_ERROR = 3   /* an operand is not what the function takes */
};

/* Flags of a call. */
enum {
  /* A sparse result may share positions and coordinates with operands, which
   * then have to outlive it, unchanged. */
  ENCKE_ALIAS_OK = 1,
  /* Look at each position and coordinate of operands: in order, distinct, and
   * inside the sizes. Else only their number is checked. */
  ENCKE_CHECK = 2,
  /* Add to what the result holds that the caller gives. */
  ENCKE_ACCUMULATE = 4,
  /* Where no operand has positions and coordinates, let those inside be of 64
   * bits: for functions that read large files. */
  ENCKE_WIDE = 8
};

/* How one call is to be made, and what went wrong. NULL stands for the
 * defaults. All zero but for the first member is the default, too. */
typedef struct encke_call {
  /* sizeof(encke_call). A call with another size returns ENCKE_OPERAND_ERROR;
   * it has a message only if the size has room for one. */
  int32_t struct_size;
  int32_t threads; /* 0: as OMP_NUM_THREADS says, or one a processor */
  int32_t flags;
  /* Another thread may set this: the call soon ends with a run-time error, also
   * within a statement (docs/calling.md). */
  volatile int32_t cancel;
  /* The data files that read(0), read(1), ... of the function read. */
  const char *const *files; /* [file_count] paths */
  int32_t file_count;
  int32_t reserved0;
  /* After an error: its name, such as "operand-format" (docs/diagnostics.md);
   * "program.ta:3:5", or empty; one or several lines. */
  char identifier[64];
  char place[256];
  char message[1024];
  int64_t reserved[8];
} encke_call;

static inline encke_call encke_call_default(void) {
  encke_call call;
  memset(&call, 0, sizeof(call));
  call.struct_size = (int32_t)sizeof(call);
  return call;
}

/* Frees a result. NULL and borrowed tensors are left alone. */
static inline void encke_release(encke_tensor *tensor) {
  if (tensor && tensor->release)
    tensor->release(tensor);
}

/*===----------------------------------------------------------------------===*\
 * What a library has
\*===----------------------------------------------------------------------===*/

/* What a parameter or a result is. */
typedef enum encke_kind {
  ENCKE_NOTHING = 0, /* a function without a result */
  ENCKE_SCALAR = 1,  /* by value; complex numbers by address */
  ENCKE_TENSOR = 2
} encke_kind;

typedef struct encke_parameter {
  const char *name;     /* "A"; of the result "" */
  const char *labels;   /* "i,k"; "" for scalars */
  const char *format;   /* "f64 D0 C1" (encke_tensor_new, without the widths);
                           of scalars the type alone, of nothing "" */
  const int64_t *sizes; /* [order]; -1: any */
  const encke_level *levels; /* [level_count]: type, mode, map, other, block */
  int32_t kind;              /* encke_kind */
  int32_t type;              /* encke_type */
  int32_t order;
  int32_t level_count;
  int32_t is_buffer; /* the code takes its values alone, row-major */
  int32_t reserved0;
} encke_parameter;

/* Code for processors of one kind, or better ones. Only the library itself
 * calls it. */
typedef struct encke_version {
  /* 0 and 1: any; 2, 3, 4: x86-64-v2, -v3, -v4 (the x86-64 psABI). */
  int32_t level;
  int32_t reserved0;
  /* For 32-bit and for 64-bit positions and coordinates; NULL: none. */
  void (*bodies[2])(void *const *arguments, void *result);
} encke_version;

typedef struct encke_function {
  const char *name;      /* "product" */
  const char *symbol;    /* "kernels_product" */
  const char *prototype; /* "product(A[i,k]: CSR double, ...) -> ..." */
  const char *place;     /* "kernels.ta:1:5" */
  const encke_parameter *parameters;
  encke_parameter result;
  int32_t parameter_count;
  int32_t version_count;
  const encke_version *versions; /* [version_count], the best ones first */
  int64_t reserved[5];
} encke_function;

/* What LIBRARY_library() returns. */
typedef struct encke_library {
  int32_t struct_size;   /* sizeof(encke_library) */
  int32_t function_size; /* sizeof(encke_function) */
  int32_t abi;           /* 0 while formats are being built */
  int32_t function_count;
  const encke_function *functions;
  const char *name;    /* "kernels" */
  const char *version; /* of Encke, "2.0.0" */
  int64_t reserved[4];
} encke_library;

/*===----------------------------------------------------------------------===*\
 * Operands: arrays that the caller owns, as tensors
\*===----------------------------------------------------------------------===*/

/* Room for a tensor that only borrows arrays. `tensor` is what functions take;
 * it points into this struct, which must neither be moved nor copied. */
enum { ENCKE_MOST_LEVELS = 16 };
typedef struct encke_operand {
  encke_tensor tensor;
  int64_t sizes[ENCKE_MOST_LEVELS];
  encke_level levels[ENCKE_MOST_LEVELS];
  int64_t positions[2]; /* of a coordinate list: 0 and the number of entries */
} encke_operand;

/* An operand with nothing in it but sizes, one level for each. Of more than
 * ENCKE_MOST_LEVELS it has none, and no function takes it. */
static inline void encke_operand_begin(encke_operand *operand, int32_t order,
                                       const int64_t *sizes, int32_t type,
                                       const void *values,
                                       int32_t index_bytes) {
  memset(operand, 0, sizeof(*operand));
  if (order < 0 || order > ENCKE_MOST_LEVELS)
    order = 0;
  operand->tensor.struct_size = (int32_t)sizeof(encke_tensor);
  operand->tensor.level_size = (int32_t)sizeof(encke_level);
  operand->tensor.order = operand->tensor.level_count = order;
  operand->tensor.type = type;
  operand->tensor.pos_bytes = operand->tensor.crd_bytes = index_bytes;
  operand->tensor.sizes = operand->sizes;
  operand->tensor.levels = operand->levels;
  operand->tensor.values = (void *)values;
  for (int32_t mode = 0; mode != order; ++mode) {
    operand->sizes[mode] = sizes[mode];
    operand->levels[mode].mode = mode;
    operand->levels[mode].size = sizes[mode];
  }
}

/* A level with these arrays, either of which may be NULL. */
static inline void encke_operand_level(encke_operand *operand, int32_t level,
                                       int32_t type, const void *pos,
                                       int64_t pos_count, const void *crd,
                                       int64_t crd_count) {
  encke_level *target = &operand->levels[level];
  target->type = type;
  target->pos = (void *)pos;
  target->pos_count = pos ? pos_count : 0;
  target->crd = (void *)crd;
  target->crd_count = crd ? crd_count : 0;
}

/* Positions of a level with one parent, which has `count` children. */
static inline void encke_operand_range(encke_operand *operand, int64_t count) {
  int32_t narrow[2];
  operand->positions[0] = 0;
  operand->positions[1] = count;
  if (operand->tensor.pos_bytes == 8)
    return;
  narrow[0] = 0;
  narrow[1] = (int32_t)count;
  memcpy(operand->positions, narrow, sizeof(narrow));
}

/* A dense array, row-major without gaps. `order` is at most ENCKE_MOST_LEVELS.
 */
static inline const encke_tensor *
encke_dense(encke_operand *operand, int32_t order, const int64_t *sizes,
            int32_t type, const void *values) {
  int64_t count = 1;
  encke_operand_begin(operand, order, sizes, type, values, 4);
  for (int32_t mode = 0; mode < operand->tensor.order; ++mode)
    count *= sizes[mode];
  operand->tensor.value_count = count;
  return &operand->tensor;
}

static inline const encke_tensor *encke_vector(encke_operand *operand,
                                               int64_t size, int32_t type,
                                               const void *values) {
  return encke_dense(operand, 1, &size, type, values);
}

/* The common part of CSR, CSC and their like: `outer` is the mode of which the
 * coordinates have positions. */
static inline const encke_tensor *
encke_compressed(encke_operand *operand, int32_t outer, int64_t rows,
                 int64_t columns, int64_t entries, const void *pos,
                 const void *crd, const void *values, int32_t type,
                 int32_t index_bytes) {
  int64_t sizes[2];
  sizes[0] = rows;
  sizes[1] = columns;
  encke_operand_begin(operand, 2, sizes, type, values, index_bytes);
  operand->levels[0].mode = outer;
  operand->levels[0].size = sizes[outer];
  operand->levels[1].mode = 1 - outer;
  operand->levels[1].size = sizes[1 - outer];
  encke_operand_level(operand, 1, ENCKE_COMPRESSED, pos, sizes[outer] + 1, crd,
                      entries);
  operand->tensor.value_count = entries;
  return &operand->tensor;
}

/* A matrix in CSR: row i has the columns crd[pos[i]] ... crd[pos[i+1]-1], which
 * are sorted and distinct. pos has rows+1 elements, crd and values have
 * `entries`; `index_bytes`, 4 or 8, is the size of an element of pos and crd.
 */
static inline const encke_tensor *encke_csr(encke_operand *operand,
                                            int64_t rows, int64_t columns,
                                            int64_t entries, const void *pos,
                                            const void *crd, const void *values,
                                            int32_t type, int32_t index_bytes) {
  return encke_compressed(operand, 0, rows, columns, entries, pos, crd, values,
                          type, index_bytes);
}

/* A matrix in CSC: the same with columns for rows. pos has columns+1 elements.
 */
static inline const encke_tensor *encke_csc(encke_operand *operand,
                                            int64_t rows, int64_t columns,
                                            int64_t entries, const void *pos,
                                            const void *crd, const void *values,
                                            int32_t type, int32_t index_bytes) {
  return encke_compressed(operand, 1, rows, columns, entries, pos, crd, values,
                          type, index_bytes);
}

/* A list of `entries` coordinates, sorted and distinct: coordinates[m] is the
 * array of those of mode m. `order` is from 2 to ENCKE_MOST_LEVELS. */
static inline const encke_tensor *
encke_coo(encke_operand *operand, int32_t order, const int64_t *sizes,
          int64_t entries, const void *const *coordinates, const void *values,
          int32_t type, int32_t index_bytes) {
  encke_operand_begin(operand, order, sizes, type, values, index_bytes);
  encke_operand_range(operand, entries);
  encke_operand_level(operand, 0, ENCKE_COMPRESSED_NONUNIQUE,
                      operand->positions, 2, coordinates[0], entries);
  for (int32_t mode = 1; mode < operand->tensor.order; ++mode) {
    encke_level *level = &operand->levels[mode];
    encke_operand_level(operand, mode, ENCKE_SINGLETON, level->pos, 0,
                        coordinates[mode], entries);
  }
  operand->tensor.value_count = entries;
  return &operand->tensor;
}

/* A tensor in CSF, its modes in their order: level m has pos[m] and crd[m], of
 * which counts[m] are there; pos[m] has counts[m-1]+1 elements, pos[0] two.
 * `order` is at most ENCKE_MOST_LEVELS. */
static inline const encke_tensor *
encke_csf(encke_operand *operand, int32_t order, const int64_t *sizes,
          const int64_t *counts, const void *const *pos, const void *const *crd,
          const void *values, int32_t type, int32_t index_bytes) {
  int64_t parents = 1;
  encke_operand_begin(operand, order, sizes, type, values, index_bytes);
  for (int32_t mode = 0; mode < operand->tensor.order; ++mode) {
    encke_operand_level(operand, mode, ENCKE_COMPRESSED, pos[mode], parents + 1,
                        crd[mode], counts[mode]);
    parents = counts[mode];
  }
  operand->tensor.value_count = parents;
  return &operand->tensor;
}

/* A matrix of dense blocks of block_rows x block_columns, in BCSR (BSR): row p
 * of blocks has those at the block columns crd[pos[p]] ... crd[pos[p+1]-1],
 * sorted and distinct. Values are block after block, each row-major. */
static inline const encke_tensor *
encke_bsr(encke_operand *operand, int64_t rows, int64_t columns,
          int64_t block_rows, int64_t block_columns, int64_t blocks,
          const void *pos, const void *crd, const void *values, int32_t type,
          int32_t index_bytes) {
  int64_t sizes[2];
  int64_t inside[2];
  sizes[0] = rows;
  sizes[1] = columns;
  inside[0] = block_rows;
  inside[1] = block_columns;
  encke_operand_begin(operand, 2, sizes, type, values, index_bytes);
  operand->tensor.level_count = 4;
  for (int32_t level = 0; level != 4; ++level) {
    encke_level *target = &operand->levels[level];
    int32_t mode = level % 2;
    target->mode = mode;
    target->block = inside[mode];
    target->map = level < 2 ? ENCKE_BLOCK : ENCKE_INSIDE;
    target->size = level < 2 ? (sizes[mode] + inside[mode] - 1) / inside[mode]
                             : inside[mode];
  }
  encke_operand_level(operand, 1, ENCKE_COMPRESSED, pos,
                      operand->levels[0].size + 1, crd, blocks);
  operand->tensor.value_count = blocks * block_rows * block_columns;
  return &operand->tensor;
}

/* A matrix in DIA: `diagonals` of them, numbers[d] = j - i + rows - 1, sorted
 * and distinct; values[d * rows + i] is the element of row i. What lies outside
 * of the matrix is 0. */
static inline const encke_tensor *
encke_dia(encke_operand *operand, int64_t rows, int64_t columns,
          int64_t diagonals, const void *numbers, const void *values,
          int32_t type, int32_t index_bytes) {
  int64_t sizes[2];
  sizes[0] = rows;
  sizes[1] = columns;
  encke_operand_begin(operand, 2, sizes, type, values, index_bytes);
  operand->levels[0].mode = 1;
  operand->levels[0].map = ENCKE_DIAGONAL;
  operand->levels[0].other = 0;
  operand->levels[0].size = rows + columns > 0 ? rows + columns - 1 : 0;
  operand->levels[1].mode = 0;
  operand->levels[1].size = rows;
  encke_operand_range(operand, diagonals);
  encke_operand_level(operand, 0, ENCKE_COMPRESSED, operand->positions, 2,
                      numbers, diagonals);
  operand->tensor.value_count = diagonals * rows;
  return &operand->tensor;
}

#ifdef __cplusplus
}
#endif

#endif /* ENCKE_ENCKE_H */
