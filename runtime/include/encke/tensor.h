//===- encke/tensor.h - a tensor in memory ------------------------*- C -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_TENSOR_H
#define ENCKE_TENSOR_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Element types. The values are part of the ABI. */
typedef enum encke_type {
  ENCKE_F64 = 0,
  ENCKE_F32 = 1,
  ENCKE_I64 = 2,
  ENCKE_I32 = 3,
  ENCKE_BOOL = 4, /* one byte, 0 or 1 */
  ENCKE_C128 = 5, /* two doubles: real, imaginary */
  ENCKE_F16 = 6,  /* IEEE 754's binary16 */
  ENCKE_BF16 = 7, /* the upper half of a float */
  ENCKE_I8 = 8,
  ENCKE_I16 = 9,
  ENCKE_C64 = 10, /* two floats: real, imaginary */
  ENCKE_U8 = 11
} encke_type;

/* DO(suffix, type) for each of them: what the name of a function that is there
 * for each type ends in. */
#define ENCKE_FOR_EACH_TYPE(DO)                                                \
  DO(f64, ENCKE_F64)                                                           \
  DO(f32, ENCKE_F32)                                                           \
  DO(i64, ENCKE_I64)                                                           \
  DO(i32, ENCKE_I32)                                                           \
  DO(bool, ENCKE_BOOL)                                                         \
  DO(c128, ENCKE_C128)                                                         \
  DO(f16, ENCKE_F16)                                                           \
  DO(bf16, ENCKE_BF16)                                                         \
  DO(i8, ENCKE_I8)                                                             \
  DO(i16, ENCKE_I16)                                                           \
  DO(c64, ENCKE_C64)                                                           \
  DO(u8, ENCKE_U8)

/* Level types: how one storage level keeps its coordinates. */
typedef enum encke_level_type {
  ENCKE_DENSE = 0,                /* D: no arrays */
  ENCKE_COMPRESSED = 1,           /* CU: pos and crd, unique and sorted */
  ENCKE_COMPRESSED_NONUNIQUE = 2, /* CN: the same, coordinates may repeat */
  ENCKE_SINGLETON = 3,            /* S: crd only */
  ENCKE_STRUCTURED = 4,           /* crd only: n for each parent position */
  ENCKE_LOOSE_COMPRESSED = 5,     /* as CU, of which pos has begins and ends */
  ENCKE_BATCH = 6,                /* as D, with arrays of its own for each */
  ENCKE_REPEATED = 7              /* pos and crd: where runs of a value end */
} encke_level_type;

/* What a level's coordinates are, out of the coordinates of a tensor element:
 * the index map of the level. i is the coordinate of the level's `mode`. */
typedef enum encke_level_map {
  ENCKE_WHOLE = 0,     /* i */
  ENCKE_BLOCK = 1,     /* i / block */
  ENCKE_INSIDE = 2,    /* i % block */
  ENCKE_DIAGONAL = 3,  /* i - j + n - 1: the diagonal, j and n being coordinate
                          and size of mode `other` */
  ENCKE_SLOT = 4,      /* 0, 1, ...: counts what its parent stores */
  ENCKE_EXPRESSION = 5 /* `expression`, less its least value */
} encke_level_map;

/* How the arrays of a level and of those below lie in memory, in its `layout`.
 */
typedef enum encke_layout {
  ENCKE_JOINED = 1, /* its coordinates and those of the level below, or the
                       values of the last level, are fields of one record */
  ENCKE_APART = 2   /* of a dense level: what is below each of its coordinates
                       stands together, apart from what is below others */
} encke_layout;

/* One storage level. With P parent positions (1 above the outermost level) a
 * dense level has P*size positions; a compressed level has pos[P], and parent
 * p owns positions pos[p] .. pos[p+1]-1 of crd. A singleton level has one
 * position a parent. A compressed level has no coordinate below which nothing
 * is stored.
 *
 * A slot level is dense, of as many slots as the fullest parent needs, and
 * followed by one singleton level. The slots that a parent does not need are
 * padding; their coordinates are the smallest that the parent does not store,
 * so that the coordinates of a parent are sorted and distinct.
 *
 * A dense level of Q parents that is ENCKE_APART has the position c*Q' + p for
 * coordinate c of parent p, Q' being Q up to 1 and the next multiple of 64 from
 * there on. Compressed levels below it have two elements of pos for a parent:
 * where its positions begin and where they end. What is below one coordinate
 * begins at a position that 64 divides; positions between belong to no parent.
 *
 * The first level of those that are joined owns the records. crd of the others,
 * and the values, point into them. */
typedef struct encke_level {
  int32_t type;      /* encke_level_type */
  int32_t mode;      /* the mode that this level stores; -1 for slots; the least
                        one in an expression */
  int64_t size;      /* coordinates run from 0 to size-1 */
  void *pos;         /* P+1 positions, int32_t or int64_t; NULL for D and S */
  void *crd;         /* coordinates, int32_t or int64_t; NULL for D */
  int64_t pos_count; /* elements in pos */
  int64_t crd_count; /* elements in crd */
  int32_t map;       /* encke_level_map */
  int32_t other;     /* the second mode of a diagonal */
  int64_t block;     /* the size of blocks, for BLOCK and INSIDE */
  /* Of EXPRESSION, over the modes d0, d1, ...: "d0+d1", "enumerate([d0],d1)"
   * (docs/formats.md). The text lives as long as the program. */
  const char *expression;
  /* Room for formats to come; 0 and NULL. */
  const char *inverse;
  int32_t n, m;   /* of each m coordinates n are stored */
  int32_t layout; /* of encke_layout */
  int32_t stride; /* how many coordinates further the next one in crd is, where
                     they are fields of records; 0 elsewhere */
  int64_t reserved[1];
} encke_level;

/* A tensor: its levels, outermost first, and its values, one for each position
 * of the innermost level. Arrays are 64-byte aligned.
 *
 * Positions of slots, of dense levels below others, of blocks and diagonals
 * may be padding, which is no element of the tensor (L47): there the value is
 * zero. A zero that is an element has its bit in `zeros`. */
typedef struct encke_tensor {
  int32_t struct_size; /* sizeof(encke_tensor) of who made it */
  int32_t level_size;  /* sizeof(encke_level) of who made it */
  int32_t order;       /* modes */
  int32_t type;        /* encke_type of the values */
  int32_t pos_bytes;   /* 4 or 8: the width of every pos array */
  int32_t crd_bytes;   /* 4 or 8: the width of every crd array */
  int64_t *sizes;      /* [order], by mode */
  encke_level *levels; /* [level_count], outermost first */
  void *values;
  int64_t value_count;
  int32_t owns_values; /* nonzero when encke_tensor_free frees `values` */
  int32_t level_count; /* equals `order` where every level is WHOLE */
  /* Where there is padding: bit q%64 of zeros[q/64] says that the zero at
   * position q is an element. NULL when none is. */
  uint64_t *zeros;
  int32_t full; /* nonzero when there is none: every position is an element */
  int32_t bounded; /* nonzero when not all of its arrays will be filled in */
  /* Room for devices and formats to come; 0 and NULL. */
  int32_t device;        /* where the arrays are: 0 is main memory */
  int32_t device_number; /* which one of that kind */
  /* The one value of all elements (L50); `values` may be NULL then, and
   * value_count is the number of positions. NULL where each has its own. */
  const void *explicit_value;
  struct encke_tensor **parts; /* of a tensor that is a sum of several */
  int64_t part_count;
  /* Frees the tensor and what it owns; NULL for one that only borrows. */
  void (*release)(struct encke_tensor *);
  void *owner; /* whatever `release` needs */
  /* How many values further the next one is, where they are fields of records;
   * 0 elsewhere. */
  int64_t value_stride;
  int64_t reserved[3];
} encke_tensor;

#ifdef __cplusplus
}
#endif

#endif /* ENCKE_TENSOR_H */
