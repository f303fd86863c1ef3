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

namespace encke::bench {

/// C[i,k] = A[i,j] * B[j,k]. SpMV is the problem with one column, for which a
/// contender uses vectors.
struct Problem {
  const CsrMatrix &A;
  int64_t columns;
  AlignedArray<double> B; // A.columns x columns, row-major
};

/// One implementation of the kernels.
class Contender {
public:
  virtual ~Contender() = default;

  /// The name in tables and records.
  virtual std::string name() const = 0;

  /// Sets up for `problem`, which outlives its runs; conversions and
  /// allocations belong here. Returns false, with the reason in `whyNot`, when
  /// this contender cannot take part.
  virtual bool prepare(const Problem &problem, std::string &whyNot) = 0;

  /// Computes the whole result once. Only this is measured.
  virtual void run() = 0;

  /// Where `run` leaves C: A.rows x columns, row-major.
  virtual AlignedArray<double> &result() = 0;
};

std::unique_ptr<Contender> makeEnckeContender();
std::unique_ptr<Contender> makeEigenContender();

} // namespace encke::bench

#endif // ENCKE_BENCH_CONTENDER_H
