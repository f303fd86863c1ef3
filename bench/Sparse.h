//===- Sparse.h - kernels with sparse results -------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_BENCH_SPARSE_H
#define ENCKE_BENCH_SPARSE_H

#include "Contender.h"

namespace encke::bench {

/// The matrix with row i + `by` of `matrix`, cyclically, in row i: another one
/// of the same kind, for sums.
CsrMatrix rotateRows(const CsrMatrix &matrix, int64_t by);

/// The matrix with the same pattern and ones.
CsrMatrix patternOf(const CsrMatrix &matrix);

/// The result by the definition of the operation, in the form of
/// CompressedArrays.
CsrMatrix computeReference(const SparseProblem &problem);

/// Whether positions and coordinates are the same and values close: all terms
/// are positive, so different orders of summation agree closely.
bool agrees(const CompressedArrays &result, const CsrMatrix &expected);

/// Operations on numbers, one for each addition and multiplication.
double countOperations(const SparseProblem &problem, const CsrMatrix &result);

/// What has to cross the memory bus at least once: operands and result.
double countBytes(const SparseProblem &problem, const CsrMatrix &result);

} // namespace encke::bench

#endif // ENCKE_BENCH_SPARSE_H
