//===- encke/operands.h - arrays of a program as tensors ----------*- C -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Part of encke/encke.h: what makes operands of arrays that the caller owns.
// Nothing is copied: the arrays have to be there as long as the operand.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_OPERANDS_H
#define ENCKE_OPERANDS_H

#include "encke/tensor.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* This is C, too. NOLINTBEGIN(modernize-use-nullptr) */

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

/* A sparse vector: `entries` elements at the `coordinates`, sorted and
 * distinct. */
static inline const encke_tensor *
encke_sparse_vector(encke_operand *operand, int64_t size, int64_t entries,
                    const void *coordinates, const void *values, int32_t type,
                    int32_t index_bytes) {
  encke_operand_begin(operand, 1, &size, type, values, index_bytes);
  encke_operand_range(operand, entries);
  encke_operand_level(operand, 0, ENCKE_COMPRESSED, operand->positions, 2,
                      coordinates, entries);
  operand->tensor.value_count = entries;
  return &operand->tensor;
}

/* A matrix in ELL: each row has as many `slots`, of which coordinates[i * slots
 * + s] is the column, sorted and distinct, and values[i * slots + s] the value.
 * A value of 0 is padding; its column is one that the row does not store. */
static inline const encke_tensor *
encke_ell(encke_operand *operand, int64_t rows, int64_t columns, int64_t slots,
          const void *coordinates, const void *values, int32_t type,
          int32_t index_bytes) {
  int64_t sizes[2];
  sizes[0] = rows;
  sizes[1] = columns;
  encke_operand_begin(operand, 2, sizes, type, values, index_bytes);
  operand->tensor.level_count = 3;
  operand->levels[1].mode = -1;
  operand->levels[1].map = ENCKE_SLOT;
  operand->levels[1].size = slots;
  operand->levels[2].mode = 1;
  operand->levels[2].size = columns;
  encke_operand_level(operand, 2, ENCKE_SINGLETON, NULL, 0, coordinates,
                      rows * slots);
  operand->tensor.value_count = rows * slots;
  return &operand->tensor;
}

/* Takes a number off the front of *text; -1 where there is none. */
static inline int64_t encke_take_number(const char **text) {
  int64_t number = -1;
  for (; **text >= '0' && **text <= '9' && number < INT64_MAX / 10 - 9; ++*text)
    number = 10 * (number < 0 ? 0 : number) + (**text - '0');
  return number;
}

/* Takes a level such as "C0", "D0/2", "C1-0" or "D#" off the front of *text,
 * and the blanks before it. Returns 0 where there is no level. */
static inline int encke_take_level(const char **text, encke_level *level) {
  static const char letters[] = "DCNS"; /* by encke_level_type */
  const char *letter;
  while (**text == ' ')
    ++*text;
  letter = **text ? strchr(letters, **text) : NULL;
  if (!letter)
    return 0;
  level->type = (int32_t)(letter - letters);
  if (*++*text == '#') {
    level->map = ENCKE_SLOT;
    level->mode = -1;
    ++*text;
    return 1;
  }
  int64_t mode = encke_take_number(text), operand = 0;
  char map = **text;
  if (map == '/' || map == '%' || map == '-') {
    ++*text;
    operand = encke_take_number(text);
  }
  level->mode = (int32_t)mode;
  if (map == '-') {
    level->map = ENCKE_DIAGONAL;
    level->other = (int32_t)operand;
  } else if (map == '/' || map == '%') {
    level->map = map == '/' ? ENCKE_BLOCK : ENCKE_INSIDE;
    level->block = operand;
  }
  return mode >= 0 && mode < ENCKE_MOST_LEVELS &&
         (map == '-' ? operand >= 0 && operand < ENCKE_MOST_LEVELS
                     : level->map == ENCKE_WHOLE || operand > 0);
}

/* How many coordinates a level has that is no slot. */
static inline int64_t encke_size_of_level(const encke_operand *operand,
                                          const encke_level *level) {
  int64_t size = operand->sizes[level->mode];
  int64_t other = operand->sizes[level->other];
  if (level->map == ENCKE_BLOCK)
    return size / level->block + (size % level->block != 0);
  if (level->map == ENCKE_INSIDE)
    return level->block;
  if (level->map == ENCKE_DIAGONAL)
    return size > 0 && other > 0 ? size + other - 1 : 0;
  return size;
}

/* A tensor in any format: `format` is a text as headers of libraries have it,
 * "f64 D0 C1" (docs/formats.md). Level l has positions in pos[l] and counts[l]
 * coordinates in crd[l], where it has any; else these are not looked at. The
 * positions of the first level may be NULL: it has one parent. NULL where the
 * text is no format. */
static inline const encke_tensor *
encke_by_format(encke_operand *operand, const char *format,
                const int64_t *sizes, const int64_t *counts,
                const void *const *pos, const void *const *crd,
                const void *values, int32_t index_bytes) {
  static const char *const types[] = {"f64", "f32",  "i64",
                                      "i32", "bool", "c128"}; /* encke_type */
  const char *text = format;
  int32_t type = 0, order = 0, count = 0;
  int64_t parents = 1;
  encke_operand_begin(operand, 0, sizes, ENCKE_F64, values, index_bytes);
  while (type != 6 && strncmp(text, types[type], strlen(types[type])) != 0)
    ++type;
  if (type == 6)
    return NULL;
  for (text += strlen(types[type]); *text; ++count) {
    encke_level *level = &operand->levels[count];
    if (count == ENCKE_MOST_LEVELS || *text != ' ' ||
        !encke_take_level(&text, level))
      return NULL;
    if (level->mode >= order)
      order = level->mode + 1;
    if (level->map == ENCKE_DIAGONAL && level->other >= order)
      order = level->other + 1;
  }
  operand->tensor.type = type;
  operand->tensor.order = order;
  operand->tensor.level_count = count;
  for (int32_t mode = 0; mode != order; ++mode)
    operand->sizes[mode] = sizes[mode];
  for (int32_t l = 0; l != count; ++l) {
    encke_level *level = &operand->levels[l];
    int slots = level->map == ENCKE_SLOT;
    if (slots &&
        (l + 1 == count || operand->levels[l + 1].type != ENCKE_SINGLETON))
      return NULL;
    level->size = !slots        ? encke_size_of_level(operand, level)
                  : parents > 0 ? counts[l + 1] / parents
                                : 0;
    if (level->type == ENCKE_DENSE) {
      parents *= level->size;
      continue;
    }
    if (level->type != ENCKE_SINGLETON && l == 0 && !pos[0]) {
      encke_operand_range(operand, counts[0]);
      encke_operand_level(operand, 0, level->type, operand->positions, 2,
                          crd[0], counts[0]);
    } else {
      encke_operand_level(operand, l, level->type,
                          level->type == ENCKE_SINGLETON ? NULL : pos[l],
                          parents + 1, crd[l], counts[l]);
    }
    parents = counts[l];
  }
  operand->tensor.value_count = parents;
  return &operand->tensor;
}

/* NOLINTEND(modernize-use-nullptr) */

#ifdef __cplusplus
}
#endif

#endif /* ENCKE_OPERANDS_H */
