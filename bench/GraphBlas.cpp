//===- GraphBlas.cpp - SuiteSparse:GraphBLAS as a contender ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Results are finished in each run: sorted, with nothing pending. GraphBLAS has
// 64-bit coordinates only.
//
//===----------------------------------------------------------------------===//

#include "Contender.h"
#include "Threads.h"

// Its declarations do not say that they are C.
extern "C" {
#include <GraphBLAS.h>
}

#include <algorithm>
#include <stdexcept>

namespace encke::bench {

namespace {

void check(GrB_Info info) {
  if (info != GrB_SUCCESS)
    throw std::runtime_error("GraphBLAS: error " + std::to_string(info));
}

/// The library, with the threads that are measured.
void start() {
  static const bool started = [] {
    check(GrB_init(GrB_BLOCKING));
    check(GxB_Global_Option_set(GxB_GLOBAL_NTHREADS, numThreads));
    return true;
  }();
  static_cast<void>(started);
}

/// Owns a GraphBLAS matrix.
class Matrix {
public:
  Matrix() = default;
  Matrix(int64_t rows, int64_t columns) {
    check(GrB_Matrix_new(&matrix, GrB_FP64, rows, columns));
  }
  explicit Matrix(const CsrMatrix &from) {
    std::vector<GrB_Index> positions(from.positions.begin(),
                                     from.positions.end());
    std::vector<GrB_Index> coordinates(from.coordinates.begin(),
                                       from.coordinates.end());
    check(GrB_Matrix_import_FP64(
        &matrix, GrB_FP64, from.rows, from.columns, positions.data(),
        coordinates.data(), from.values.data(), positions.size(),
        coordinates.size(), from.values.size(), GrB_CSR_FORMAT));
  }
  Matrix(Matrix &&other) noexcept : matrix(other.matrix) {
    other.matrix = nullptr;
  }
  Matrix &operator=(Matrix &&other) noexcept {
    std::swap(matrix, other.matrix);
    return *this;
  }
  ~Matrix() { GrB_Matrix_free(&matrix); }

  GrB_Matrix get() const { return matrix; }

private:
  GrB_Matrix matrix = nullptr;
};

class GraphBlasSparse : public SparseContender {
public:
  GraphBlasSparse() {
    start();
    check(GrB_Descriptor_new(&structure));
    check(GrB_Descriptor_set(structure, GrB_MASK, GrB_STRUCTURE));
    check(GxB_Desc_set(structure, GxB_SORT, 1));
  }
  ~GraphBlasSparse() override { GrB_Descriptor_free(&structure); }

  std::string name() const override { return "graphblas"; }

  bool prepare(const SparseProblem &newProblem, std::string &whyNot) override {
    problem = &newProblem;
    if (problem->operation == SparseOperation::sampled ||
        problem->operation == SparseOperation::columns) {
      whyNot = "not written with it";
      return false;
    }
    for (const CsrMatrix *matrix : problem->operands)
      in.emplace_back(*matrix);
    return true;
  }

  void forget() override { C = Matrix(); }

  void run() override {
    forget();
    switch (problem->operation) {
    case SparseOperation::product:
      C = multiply(nullptr);
      break;
    case SparseOperation::maskedProduct:
      C = multiply(in[2].get());
      break;
    default:
      C = add(in[0], in[1]);
      for (size_t n = 2; n < in.size(); ++n)
        C = add(C, in[n]);
    }
  }

  CompressedArrays result() const override {
    GrB_Index sizes[3];
    check(GrB_Matrix_exportSize(&sizes[0], &sizes[1], &sizes[2], GrB_CSR_FORMAT,
                                C.get()));
    std::vector<GrB_Index> longPositions(sizes[0]), longCoordinates(sizes[1]);
    values.resize(sizes[2]);
    check(GrB_Matrix_export_FP64(longPositions.data(), longCoordinates.data(),
                                 values.data(), &sizes[0], &sizes[1], &sizes[2],
                                 GrB_CSR_FORMAT, C.get()));
    positions.assign(longPositions.begin(), longPositions.end());
    coordinates.assign(longCoordinates.begin(), longCoordinates.end());
    return {static_cast<int64_t>(positions.size()) - 1, positions.data(),
            coordinates.data(), values.data()};
  }

private:
  Matrix multiply(GrB_Matrix mask) const {
    Matrix product(problem->operands[0]->rows, problem->operands[1]->columns);
    check(GrB_mxm(product.get(), mask, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64,
                  in[0].get(), in[1].get(), structure));
    check(GrB_Matrix_wait(product.get(), GrB_MATERIALIZE));
    return product;
  }

  Matrix add(const Matrix &a, const Matrix &b) const {
    Matrix sum(problem->operands[0]->rows, problem->operands[0]->columns);
    check(GrB_Matrix_eWiseAdd_BinaryOp(
        sum.get(), nullptr, nullptr, GrB_PLUS_FP64, a.get(), b.get(), nullptr));
    check(GrB_Matrix_wait(sum.get(), GrB_MATERIALIZE));
    return sum;
  }

  const SparseProblem *problem = nullptr;
  std::vector<Matrix> in;
  Matrix C;
  GrB_Descriptor structure = nullptr;
  /// What `result` lent out.
  mutable std::vector<int32_t> positions, coordinates;
  mutable std::vector<double> values;
};

/// y = A x, with full vectors.
class GraphBlasDense : public DenseContender {
public:
  GraphBlasDense() { start(); }
  ~GraphBlasDense() override {
    GrB_Vector_free(&x);
    GrB_Vector_free(&y);
  }

  std::string name() const override { return "graphblas"; }

  bool prepare(const Problem &problem, std::string &whyNot) override {
    if (problem.columns != 1) {
      whyNot = "its matrices of few columns are no match";
      return false;
    }
    A = Matrix(problem.A);
    check(GrB_Vector_new(&x, GrB_FP64, problem.A.columns));
    check(GrB_Vector_new(&y, GrB_FP64, problem.A.rows));
    for (int64_t j = 0; j < problem.A.columns; ++j)
      check(GrB_Vector_setElement_FP64(x, problem.B[j], j));
    check(GrB_Vector_wait(x, GrB_MATERIALIZE));
    values = AlignedArray<double>(problem.A.rows);
    return true;
  }

  void forget() override { check(GrB_Vector_clear(y)); }

  void run() override {
    check(GrB_mxv(y, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, A.get(), x,
                  nullptr));
    check(GrB_Vector_wait(y, GrB_MATERIALIZE));
  }

  /// A row without elements has no element in y.
  AlignedArray<double> &result() override {
    for (size_t i = 0; i < values.size(); ++i)
      if (GrB_Vector_extractElement_FP64(&values[i], y, i) == GrB_NO_VALUE)
        values[i] = 0;
    return values;
  }

private:
  Matrix A;
  GrB_Vector x = nullptr, y = nullptr;
  AlignedArray<double> values;
};

} // namespace

std::unique_ptr<SparseContender> makeGraphBlasSparseContender() {
  return std::make_unique<GraphBlasSparse>();
}

std::unique_ptr<DenseContender> makeGraphBlasContender() {
  return std::make_unique<GraphBlasDense>();
}

} // namespace encke::bench
