//===- EigenSparse.cpp - Eigen's kernels with sparse results --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled as EigenContender.cpp is. Eigen has no sampled product: it is a loop
// over the pattern, with Eigen's dot products.
//
//===----------------------------------------------------------------------===//

#include "Contender.h"

#include <Eigen/Core>
#include <Eigen/SparseCore>

namespace encke::bench {

namespace {

using Operand = Eigen::Map<const Eigen::SparseMatrix<double, Eigen::RowMajor>>;
using ByRows = Eigen::SparseMatrix<double, Eigen::RowMajor>;
using ByColumns = Eigen::SparseMatrix<double, Eigen::ColMajor>;

constexpr int kSampledColumns = 32;
using Dense = Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic,
                                             kSampledColumns, Eigen::RowMajor>,
                         Eigen::Aligned64>;

ByRows sample(const Operand &S, const SparseProblem &problem) {
  Dense U(problem.U.data(), S.rows(), kSampledColumns);
  Dense V(problem.V.data(), S.cols(), kSampledColumns);
  ByRows C = S;
  for (Eigen::Index i = 0; i < C.rows(); ++i)
    for (ByRows::InnerIterator at(C, i); at; ++at)
      at.valueRef() *= U.row(i).dot(V.row(at.col()));
  return C;
}

template <typename Matrix>
CompressedArrays arraysOf(const Matrix &matrix) {
  return {matrix.outerSize(), matrix.outerIndexPtr(), matrix.innerIndexPtr(),
          matrix.valuePtr()};
}

class EigenSparse : public SparseContender {
public:
  std::string name() const override { return "eigen"; }

  bool prepare(const SparseProblem &newProblem, std::string &whyNot) override {
    problem = &newProblem;
    size_t count = problem->operands.size();
    if ((problem->operation == SparseOperation::sum && count != 2 &&
         count != 7) ||
        (problem->operation == SparseOperation::sampled &&
         problem->columns != kSampledColumns)) {
      whyNot = "not compiled for these operands";
      return false;
    }
    for (const CsrMatrix *matrix : problem->operands)
      in.emplace_back(matrix->rows, matrix->columns, matrix->nonzeros(),
                      matrix->positions.data(), matrix->coordinates.data(),
                      matrix->values.data());
    return true;
  }

  void forget() override {
    byRows = ByRows();
    byColumns = ByColumns();
  }

  void run() override {
    forget();
    switch (problem->operation) {
    case SparseOperation::product:
      byRows = in[0] * in[1];
      break;
    case SparseOperation::sum:
      if (in.size() == 2)
        byRows = in[0] + in[1];
      else
        byRows = in[0] + in[1] + in[2] + in[3] + in[4] + in[5] + in[6];
      break;
    case SparseOperation::sampled:
      byRows = sample(in[0], *problem);
      break;
    case SparseOperation::maskedProduct:
      byRows = ByRows(in[0] * in[1]).cwiseProduct(in[2]);
      break;
    case SparseOperation::columns:
      byColumns = in[0];
      break;
    }
  }

  CompressedArrays result() const override {
    return problem->operation == SparseOperation::columns ? arraysOf(byColumns)
                                                          : arraysOf(byRows);
  }

private:
  const SparseProblem *problem = nullptr;
  std::vector<Operand> in;
  ByRows byRows;
  ByColumns byColumns;
};

} // namespace

std::unique_ptr<SparseContender> makeEigenSparseContender() {
  return std::make_unique<EigenSparse>();
}

} // namespace encke::bench
