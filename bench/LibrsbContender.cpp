//===- LibrsbContender.cpp - librsb's products ----------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrices are stored in librsb's recursive blocks, not tuned further.
//
//===----------------------------------------------------------------------===//

#include "Contender.h"
#include "Threads.h"

#ifndef ENCKE_BENCH_LIBRSB

std::unique_ptr<encke::bench::DenseContender>
encke::bench::makeLibrsbContender() {
  return nullptr;
}

#else

#include <rsb.h>

namespace encke::bench {

namespace {

class LibrsbContender : public DenseContender {
public:
  ~LibrsbContender() override { rsb_mtx_free(matrix); }

  std::string name() const override { return "librsb"; }

  bool prepare(const Problem &newProblem, std::string &whyNot) override {
    static const bool started =
        rsb_lib_init(RSB_NULL_INIT_OPTIONS) == RSB_ERR_NO_ERROR;
    whyNot = "it does not start";
    if (!started)
      return false;
    rsb_int_t threads = numThreads;
    rsb_lib_set_opt(RSB_IO_WANT_EXECUTING_THREADS, &threads);
    problem = &newProblem;
    const CsrMatrix &A = problem->A;
    rsb_err_t error = RSB_ERR_NO_ERROR;
    matrix = rsb_mtx_alloc_from_csr_const(
        A.values.data(), A.positions.data(), A.coordinates.data(),
        static_cast<rsb_nnz_idx_t>(A.nonzeros()), RSB_NUMERICAL_TYPE_DOUBLE,
        static_cast<rsb_coo_idx_t>(A.rows),
        static_cast<rsb_coo_idx_t>(A.columns), RSB_DEFAULT_ROW_BLOCKING,
        RSB_DEFAULT_COL_BLOCKING, RSB_FLAG_NOFLAGS, &error);
    C = AlignedArray<double>(A.rows * problem->columns);
    whyNot = "it cannot convert the matrix";
    return matrix && error == RSB_ERR_NO_ERROR;
  }

  void run() override {
    const double one = 1, zero = 0;
    auto columns = static_cast<rsb_coo_idx_t>(problem->columns);
    if (columns == 1)
      rsb_spmv(RSB_TRANSPOSITION_N, &one, matrix, problem->B.data(), 1, &zero,
               C.data(), 1);
    else
      rsb_spmm(RSB_TRANSPOSITION_N, &one, matrix, columns,
               RSB_FLAG_WANT_ROW_MAJOR_ORDER, problem->B.data(), columns, &zero,
               C.data(), columns);
  }

  /// It scales what is there by zero, so NaN would stay.
  void forget() override { std::fill(C.begin(), C.end(), -1.0); }

  AlignedArray<double> &result() override { return C; }

private:
  const Problem *problem = nullptr;
  rsb_mtx_t *matrix = nullptr;
  AlignedArray<double> C;
};

} // namespace

std::unique_ptr<DenseContender> makeLibrsbContender() {
  return std::make_unique<LibrsbContender>();
}

} // namespace encke::bench

#endif
