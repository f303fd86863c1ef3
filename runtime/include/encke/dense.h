//===- encke/dense.h - buffers of dense tensors -------------------*- C -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory references as generated code passes them, and what is done with whole
// dense tensors. A part of encke/runtime.h.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DENSE_H
#define ENCKE_DENSE_H

#include "encke/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* A rank-1 memory reference and an unranked one, as MLIR passes them through C
 * interfaces. */
typedef struct encke_memref1 {
  void *allocated;
  void *aligned;
  int64_t offset;
  int64_t sizes[1];
  int64_t strides[1];
} encke_memref1;
typedef struct encke_unranked_memref {
  int64_t rank;
  void *descriptor; /* allocated, aligned, offset, sizes[rank], strides[rank] */
} encke_unranked_memref;

/* target[...] = source[...] in another order of modes: mode m of the target is
 * mode modes[m] of the source. Both are row-major without gaps and do not
 * overlap. */
#define ENCKE_DECLARE(SUFFIX, TYPE)                                            \
  void _mlir_ciface_encke_transpose_##SUFFIX(encke_unranked_memref *source,    \
                                             encke_unranked_memref *target,    \
                                             const int32_t *modes);
ENCKE_FOR_EACH_TYPE(ENCKE_DECLARE)
#undef ENCKE_DECLARE

/* The largest magnitude of the elements, of complex numbers of their parts:
 * infinity where one is infinite or not a number, 0 where there is none. The
 * last one is of the values that a tensor stores. */
double _mlir_ciface_encke_largest_f64(encke_unranked_memref *tensor);
double _mlir_ciface_encke_largest_f32(encke_unranked_memref *tensor);
double _mlir_ciface_encke_largest_c128(encke_unranked_memref *tensor);
double encke_largest_stored(const encke_tensor *tensor);

/* What a label is in a matrix product: one of those that together make the
 * rows of A and C, the columns of B and C, or what is summed over; or a loop
 * around the products. */
enum encke_label_role {
  ENCKE_ROWS = 0,
  ENCKE_COLUMNS = 1,
  ENCKE_INNER = 2,
  ENCKE_LOOP = 3
};

/* C += alpha * A * B, or C = alpha * A * B unless `accumulate`, as loops of
 * matrix products. Four words for each of the `count` labels: its role, and its
 * mode in A, in B and in C, or -1. The labels that make up rows, columns or the
 * inner dimension come outermost first and are neighbours wherever they occur.
 * C does not overlap A and B. Large products need the system's BLAS library;
 * that it is missing is a run-time error. A complex alpha is two numbers. */
void _mlir_ciface_encke_gemm_f64(encke_unranked_memref *a,
                                 encke_unranked_memref *b,
                                 encke_unranked_memref *c,
                                 const int32_t *labels, int64_t count,
                                 double alpha, int64_t accumulate);
void _mlir_ciface_encke_gemm_f32(encke_unranked_memref *a,
                                 encke_unranked_memref *b,
                                 encke_unranked_memref *c,
                                 const int32_t *labels, int64_t count,
                                 float alpha, int64_t accumulate);
void _mlir_ciface_encke_gemm_c128(encke_unranked_memref *a,
                                  encke_unranked_memref *b,
                                  encke_unranked_memref *c,
                                  const int32_t *labels, int64_t count,
                                  double real, double imaginary,
                                  int64_t accumulate);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif /* ENCKE_DENSE_H */
