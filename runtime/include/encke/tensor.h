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
  ENCKE_C128 = 5  /* two doubles: real, imaginary */
} encke_type;

/* Level types: how one storage level keeps its coordinates. */
typedef enum encke_level_type {
  ENCKE_DENSE = 0,                /* D: no arrays */
  ENCKE_COMPRESSED = 1,           /* CU: pos and crd, unique and sorted */
  ENCKE_COMPRESSED_NONUNIQUE = 2, /* CN: the same, coordinates may repeat */
  ENCKE_SINGLETON = 3             /* S: crd only */
} encke_level_type;

/* One storage level. With P parent positions (1 above the outermost level) a
 * dense level has P*size positions; a compressed level has pos[P], and parent
 * p owns positions pos[p] .. pos[p+1]-1 of crd. */
typedef struct encke_level {
  int32_t type;      /* encke_level_type */
  int32_t mode;      /* the mode of the tensor that this level stores */
  int64_t size;      /* the size of that mode */
  void *pos;         /* P+1 positions, int32_t or int64_t; NULL for D and S */
  void *crd;         /* coordinates, int32_t or int64_t; NULL for D */
  int64_t pos_count; /* elements in pos */
  int64_t crd_count; /* elements in crd */
} encke_level;

/* A tensor: its levels, outermost first, and its values, one for each position
 * of the innermost level. Arrays are 64-byte aligned. */
typedef struct encke_tensor {
  int32_t order;       /* modes, and levels */
  int32_t type;        /* encke_type of the values */
  int32_t pos_bytes;   /* 4 or 8: the width of every pos array */
  int32_t crd_bytes;   /* 4 or 8: the width of every crd array */
  int64_t *sizes;      /* [order], by mode */
  encke_level *levels; /* [order], outermost first */
  void *values;
  int64_t value_count;
  int32_t owns_values; /* nonzero when encke_tensor_free frees `values` */
} encke_tensor;

#ifdef __cplusplus
}
#endif

#endif /* ENCKE_TENSOR_H */
