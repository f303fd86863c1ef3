//===- EigenContender.cpp - Eigen's sparse products -----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Eigen at its best: the arrays are mapped where they lie, on 64-byte
// boundaries, the number of columns is known at compile time, and the file is
// compiled with -O3 -march=native -ffast-math -fopenmp (CMakeLists.txt).
//
//===----------------------------------------------------------------------===//

#include "Contender.h"
#include "Threads.h"

#include <Eigen/Core>
#include <Eigen/SparseCore>

namespace encke::bench {

namespace {

using Sparse = Eigen::Map<const Eigen::SparseMatrix<double, Eigen::RowMajor>>;

/// C = A * B where B has `Columns` columns. (A single column must be
/// column-major in Eigen.)
template <int Columns>
void multiply(const Problem &problem, double *result) {
  using Dense = Eigen::Matrix<double, Eigen::Dynamic, Columns,
                              Columns == 1 ? Eigen::ColMajor : Eigen::RowMajor>;
  const CsrMatrix &matrix = problem.A;
  Sparse A(matrix.rows, matrix.columns, matrix.nonzeros(),
           matrix.positions.data(), matrix.coordinates.data(),
           matrix.values.data());
  Eigen::Map<const Dense, Eigen::Aligned64> B(problem.B.data(), matrix.columns,
                                              Columns);
  Eigen::Map<Dense, Eigen::Aligned64> C(result, matrix.rows, Columns);
  C.noalias() = A * B;
}

class EigenContender : public DenseContender {
public:
  std::string name() const override { return "eigen"; }

  bool prepare(const Problem &newProblem, std::string &whyNot) override {
    switch (newProblem.columns) {
    case 1:
      product = multiply<1>;
      break;
    case 8:
      product = multiply<8>;
      break;
    case 32:
      product = multiply<32>;
      break;
    case 128:
      product = multiply<128>;
      break;
    default:
      whyNot =
          "not compiled for " + std::to_string(newProblem.columns) + " columns";
      return false;
    }
    Eigen::setNbThreads(numThreads);
    problem = &newProblem;
    C = AlignedArray<double>(newProblem.A.rows * newProblem.columns);
    return true;
  }

  void run() override { product(*problem, C.data()); }

  AlignedArray<double> &result() override { return C; }

private:
  const Problem *problem = nullptr;
  void (*product)(const Problem &problem, double *result) = nullptr;
  AlignedArray<double> C;
};

} // namespace

std::unique_ptr<DenseContender> makeEigenContender() {
  return std::make_unique<EigenContender>();
}

} // namespace encke::bench
