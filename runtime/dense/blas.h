//===- blas.h - the BLAS library, loaded when it is needed ------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loading OpenBLAS takes longer than many a program runs, so that nothing is
// linked with it: the first large product loads it.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_DENSE_BLAS_H
#define ENCKE_RUNTIME_DENSE_BLAS_H

#include <complex>

namespace encke::rt {

/// CBLAS's enumerations.
enum BlasOrder { blasRowMajor = 101 };
enum BlasTranspose { blasNoTrans = 111, blasTrans = 112 };

/// C = alpha * op(A) * op(B) + beta * C, by one thread. The arguments are
/// those of CBLAS; complex scalars are passed by address.
struct Blas {
  void (*sgemm)(int order, int transA, int transB, int m, int n, int k,
                float alpha, const float *a, int lda, const float *b, int ldb,
                float beta, float *c, int ldc);
  void (*dgemm)(int order, int transA, int transB, int m, int n, int k,
                double alpha, const double *a, int lda, const double *b,
                int ldb, double beta, double *c, int ldc);
  void (*zgemm)(int order, int transA, int transB, int m, int n, int k,
                const void *alpha, const void *a, int lda, const void *b,
                int ldb, const void *beta, void *c, int ldc);
};

/// The library: the file that the environment variable ENCKE_BLAS names, else
/// OpenBLAS, else the system's BLAS. Throws when there is none, or when it
/// lacks CBLAS.
const Blas &getBlas();

/// A function of that library, or null.
void *findInBlas(const char *name);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_DENSE_BLAS_H
