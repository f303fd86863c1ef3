//===- Contender.h - who is measured, and on what ---------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_BENCH_CONTENDER_H
#define ENCKE_BENCH_CONTENDER_H

#include "AlignedArray.h"
#include "Generate.h"

#include <memory>
#include <string>
#include <vector>

namespace encke::bench {

/// One implementation of a kernel on its operands.
class Contender {
public:
  virtual ~Contender() = default;

  /// The name in tables and records.
  virtual std::string name() const = 0;

  /// Makes an earlier result unusable, so that nothing computed before can pass
  /// for what the next run computes.
  virtual void forget() = 0;

  /// Computes the whole result once. Only this is measured.
  virtual void run() = 0;
};

//===----------------------------------------------------------------------===//
// Dense results
//===----------------------------------------------------------------------===//

/// C[i,k] = A[i,j] * B[j,k]. SpMV is the problem with one column, for which a
/// contender uses vectors.
struct Problem {
  const CsrMatrix &A;
  int64_t columns;
  AlignedArray<double> B; // A.columns x columns, row-major
};

class DenseContender : public Contender {
public:
  /// Sets up for `problem`, which outlives its runs; conversions and
  /// allocations belong here. Returns false, with the reason in `whyNot`, when
  /// this contender cannot take part.
  virtual bool prepare(const Problem &problem, std::string &whyNot) = 0;

  /// Where `run` leaves C: A.rows x columns, row-major.
  virtual AlignedArray<double> &result() = 0;

  /// Fills the result with NaN.
  void forget() override;
};

std::unique_ptr<DenseContender> makeEnckeContender();
/// SpMV of matrices by diagonals and in blocks, where these suit.
std::vector<std::unique_ptr<DenseContender>> makeFormatContenders();
std::unique_ptr<DenseContender> makeEigenContender();
/// Only where the library is installed: ENCKE_BENCH_GRAPHBLAS.
std::unique_ptr<DenseContender> makeGraphBlasContender();
// Null where the library is not installed.
std::unique_ptr<DenseContender> makeLibrsbContender();
std::unique_ptr<DenseContender> makeTacoContender();

//===----------------------------------------------------------------------===//
// Sparse results
//===----------------------------------------------------------------------===//

enum class SparseOperation {
  product,       // C[i,k] = A[i,j] * B[j,k]
  sum,           // C[i,j] = A[i,j] + B[i,j] + ...
  sampled,       // C[i,j] = A[i,j] * U[i,k] * V[j,k]
  maskedProduct, // C[i,k]<M> = A[i,j] * B[j,k], the values of M being one
  columns        // A, stored by columns
};

/// What is computed, from which operands. The result is made anew in each run.
struct SparseProblem {
  std::string program; // in programs/
  SparseOperation operation;
  std::vector<const CsrMatrix *> operands; // in the order of the comments above
  int64_t columns = 0;                     // of U and V
  AlignedArray<double> U, V;               // row-major
};

/// A compressed matrix: positions of its rows (of its columns, for `columns`),
/// coordinates, values. Arrays are borrowed.
struct CompressedArrays {
  int64_t segments;
  const int32_t *positions;
  const int32_t *coordinates;
  const double *values;
};

class SparseContender : public Contender {
public:
  /// As DenseContender's, but the result is allocated by `run`, which also
  /// frees that of the run before.
  virtual bool prepare(const SparseProblem &problem, std::string &whyNot) = 0;

  /// What the last `run` computed; nothing after `forget`.
  virtual CompressedArrays result() const = 0;
};

std::unique_ptr<SparseContender> makeEnckeSparseContender();
std::unique_ptr<SparseContender> makeEigenSparseContender();
/// Only where the library is installed: ENCKE_BENCH_GRAPHBLAS.
std::unique_ptr<SparseContender> makeGraphBlasSparseContender();
/// Null where the library is not installed.
std::unique_ptr<SparseContender> makeTacoSparseContender();

} // namespace encke::bench

#endif // ENCKE_BENCH_CONTENDER_H
