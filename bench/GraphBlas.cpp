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
#include <cstdlib>
#include <new>
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

/// C = A B, with full vectors or full matrices by rows.
class GraphBlasDense : public DenseContender {
public:
  GraphBlasDense() { start(); }
  ~GraphBlasDense() override {
    GrB_Vector_free(&x);
    GrB_Vector_free(&y);
  }

  std::string name() const override { return "graphblas"; }

  bool prepare(const Problem &problem, std::string &) override {
    rows = problem.A.rows;
    columns = problem.columns;
    A = Matrix(problem.A);
    if (columns == 1) {
      check(GrB_Vector_new(&x, GrB_FP64, problem.A.columns));
      check(GrB_Vector_new(&y, GrB_FP64, rows));
      pack(problem.B, [&](void **array, GrB_Index bytes) {
        return GxB_Vector_pack_Full(x, array, bytes, /*iso=*/false, nullptr);
      });
    } else {
      B = Matrix(problem.A.columns, columns);
      pack(problem.B, [&](void **array, GrB_Index bytes) {
        return GxB_Matrix_pack_FullR(B.get(), array, bytes, /*iso=*/false,
                                     nullptr);
      });
    }
    values = AlignedArray<double>(rows * columns);
    return true;
  }

  void forget() override {
    if (columns == 1)
      check(GrB_Vector_clear(y));
    else
      C = Matrix(rows, columns);
  }

  void run() override {
    if (columns == 1) {
      check(GrB_mxv(y, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, A.get(),
                    x, nullptr));
      check(GrB_Vector_wait(y, GrB_MATERIALIZE));
    } else {
      check(GrB_mxm(C.get(), nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64,
                    A.get(), B.get(), nullptr));
      check(GrB_Matrix_wait(C.get(), GrB_MATERIALIZE));
    }
  }

  /// A row without elements has none in the result.
  AlignedArray<double> &result() override {
    std::fill(values.begin(), values.end(), 0.0);
    GrB_Index count = values.size();
    std::vector<GrB_Index> i(count), k(count);
    std::vector<double> found(count);
    if (columns == 1)
      check(GrB_Vector_extractTuples_FP64(i.data(), found.data(), &count, y));
    else
      check(GrB_Matrix_extractTuples_FP64(i.data(), k.data(), found.data(),
                                          &count, C.get()));
    for (GrB_Index n = 0; n < count; ++n)
      values[i[n] * columns + k[n]] = found[n];
    return values;
  }

private:
  /// Gives a copy of an array away to the library.
  template <typename Give>
  static void pack(const AlignedArray<double> &from, Give give) {
    size_t bytes = from.size() * sizeof(double);
    void *array = std::malloc(bytes);
    if (!array)
      throw std::bad_alloc();
    std::copy(from.begin(), from.end(), static_cast<double *>(array));
    check(give(&array, bytes));
  }

  int64_t rows = 0, columns = 0;
  Matrix A, B, C;
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
